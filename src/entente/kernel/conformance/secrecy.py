"""What is hidden: views, determinized states, downloads and sealed answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from entente.kernel.conformance.playthrough import (
    FAR,
    LIMIT,
    AnyGame,
    AnyMatch,
    AnyPosition,
    RandomPlaythrough,
    play_randomly,
    require,
    sample_menu,
)
from entente.kernel.decision import Decision
from entente.kernel.info import Seat
from entente.kernel.record import dump_rows, seen_by


def check_views(journey: RandomPlaythrough) -> None:
    """No seat, and no spectator, can tell the true state from one determinized for that seat.

    A spectator knows no more than any seat, or a player would look over his shoulder.
    """
    game = journey.game
    for moment in journey.sample("views"):
        state, rng = moment.state(), journey.rng(f"views {moment.number}")
        where = journey.where(moment.number)
        for viewer in (*journey.seats, None):
            view, who = game.view(state, viewer), viewer or "a spectator"
            seen = msgspec.json.encode(view)
            leak = journey.seed.encode() in seen
            require(not leak, f"{where}: the seed stands in the view of {who}")
            again = msgspec.json.decode(seen, type=type(view))
            require(again == view, f"{where}: the view of {who} is another after JSON")
        for seat in journey.seats:
            for _ in range(journey.samples):
                world = game.determinize(state, seat, rng)
                _check_world(journey, state, world, seat, f"{where}, determinized for {seat}")
        require(game.save(state) == moment.data, f"{where}: looking at the state changed it")


def _check_world(
    journey: RandomPlaythrough, state: Any, world: Any, seat: Seat, where: str
) -> None:
    game = journey.game
    for viewer in (seat, None):
        told = difference(game, state, world, viewer)
        require(not told, f"{where}: {viewer or 'a spectator'} can tell the worlds apart: {told}")
    _check_open_menus(game, state, world, seat, where)
    kept = journey.uses_chance and journey.seed.encode() in game.save(world)
    require(not kept, f"{where}: the true seed is still in the state: the dice could be foreseen")
    require(not world.chance.script, f"{where}: scripted dice are still in the state")


def _check_open_menus(game: AnyGame, state: Any, world: Any, seat: Seat, where: str) -> None:
    """What others may answer at a question with an open menu, a seat can work out by itself."""
    true, imagined = game.position(state), game.position(world)
    for decision in true.decisions:
        if decision.seat != seat and game.steps.question(decision.step).open_menu:
            other = imagined.decision(decision.seat, decision.window)
            same = other is not None and other.menu == decision.menu
            step = decision.step
            require(same, f"{where}: {step!r} has an open menu, and {seat} cannot work it out")


def check_worlds(journey: RandomPlaythrough) -> None:
    """A determinized state is a whole state: it can be saved and played on to the end.

    To the end for every seat, or, where one sample is to be enough, for one of them; for the others
    then some moves on.
    """
    game = journey.game
    for moment in journey.sample("worlds", 1):
        position, rng = moment.position(), journey.rng(f"worlds {moment.number}")
        to_the_end = journey.seats if journey.samples > 1 else (rng.choice(journey.seats),)
        for seat in journey.seats:
            where = f"{journey.where(moment.number)}, determinized for {seat}"
            assert position.decisions is not None  # known before, as it is to a player
            world = position.determinize(seat, rng)
            loaded = game.load(game.save(world.state))
            same = loaded == world.state
            require(same, f"{where}: load(save(state)) is not equal to the state")
            fresh = game.position(loaded).decisions == world.decisions
            require(fresh, f"{where}: the decisions are still those of the true state")
            _check_others_secrets(game, position.state, world.state, seat, where)
            play_randomly(world, rng, where, LIMIT if seat in to_the_end else FAR)


def _check_others_secrets(game: AnyGame, state: Any, world: Any, seat: Seat, where: str) -> None:
    """Lines of the log for others' eyes are not in the world that a seat imagines."""
    for entry in state.news:
        if entry.to is not None and seat not in entry.to:
            require(entry not in world.news, f"{where}: it has a line for others: {entry}")


def check_downloads(journey: RandomPlaythrough) -> None:
    """What a seat may download of a game under way holds neither the seed nor others' answers."""
    middle = len(journey.moves) // 2
    match = journey.replay_to(middle)
    for viewer in (*journey.seats, None):
        leak = journey.seed.encode() in dump_rows(seen_by(match, viewer))
        who = viewer or "a spectator"
        require(not leak, f"{journey.where(middle)}: the seed stands in the record for {who}")
    hidden = (m for m in journey.saved_states if (s := m.state()).sealed or s.plans)
    for moment in islice(hidden, 1):
        _check_sealed_download(journey, moment.number)


def _check_sealed_download(journey: RandomPlaythrough, number: int) -> None:
    """The last move sealed an answer: with another one, nobody else would read another record."""
    seat, rng = journey.moves[number - 1].seat, journey.rng("downloads")
    one, other = journey.replay_to(number), journey.replay_to(number - 1)
    window = one.windows[-1]
    decision = other.position.decision(seat, window)
    assert decision is not None
    if not decision.sealed:  # it was another question that was answered last
        return
    action = one.moves[-1].action
    alike = [a for a in sample_menu(decision.menu, rng) if _is_like(other, decision, a, action)]
    other.act(seat, next((a for a in alike if a != action), action), window=window)
    for viewer in (*journey.seats, None):
        if viewer != seat:
            same = dump_rows(seen_by(one, viewer)) == dump_rows(seen_by(other, viewer))
            who = viewer or "a spectator"
            text = f"{journey.where(number)}: the record for {who} shows {seat}'s sealed answer"
            require(same, text)


def _is_like(match: AnyMatch, decision: Decision, one: str, other: str) -> bool:
    """Whether others learn equally much of two answers: that a plan is sealed, they may know."""
    seen = (match.position.is_seen(decision, action, None) for action in (one, other))
    return len(set(seen)) == 1


def check_sealed(journey: RandomPlaythrough) -> None:
    """A sealed answer shows to nobody else, and may be withdrawn as long as it is sealed."""
    for moment in journey.sample("sealed"):
        position, rng = moment.position(), journey.rng(f"sealed {moment.number}")
        for decision in position.decisions:
            window = decision.window
            together = [each for each in position.decisions if each.window == window and each.must]
            if decision.sealed and len(together) > 1:
                actions = sample_menu(decision.menu, rng, 6)
                where = f"{journey.where(moment.number)}, {decision.seat}"
                _check_sealed(journey, position, decision, actions, where)


def _check_sealed(
    journey: RandomPlaythrough,
    position: AnyPosition,
    decision: Decision,
    actions: list[str],
    where: str,
) -> None:
    seat = decision.seat
    others = [other for other in (*journey.seats, None) if other != seat]
    seen = {other: seen_as_json(position, other, news=False) for other in others}
    shown = {other: set[bytes]() for other in others}
    for action in actions:
        answered = position.copy()
        answered.apply(seat, action, decision.window)
        plain = position.is_seen(decision, action, None)
        for other in others:
            if plain:
                shown[other].add(seen_as_json(answered, other))
            else:
                same = seen[other] == seen_as_json(answered, other, news=False)
                who = other or "a spectator"
                require(same, f"{where}: {who} can see that {seat} plans {action!r}")
        if plain:
            again = answered.decision(seat, decision.window)
            require(again is None, f"{where}: {seat} is asked twice")
            refused = answered.explain(seat, action, decision.window)
            require(refused is not None, f"{where}: {seat} may answer twice")
        answered.withdraw(seat)
        state, before = answered.state, position.state
        same = answered.decisions == position.decisions
        same = same and (state.answers, state.plans) == (before.answers, before.plans)
        require(same, f"{where}: {seat} took the sealed answer back, yet the state is another")
    for other, views in shown.items():
        who = other or "a spectator"
        require(len(views) <= 1, f"{where}: {who} can see what {seat} answered under seal")


def hides_something(journey: RandomPlaythrough) -> bool:
    """Whether any seat is ever left in doubt about more than the dice to come.

    Not a promise: a game may have no secrets. Where it has some, a test should ask this, since a
    determinization that only copies makes the checks of views idle.
    """
    game = journey.game
    for moment in journey.sample("doubt"):
        rng = journey.rng(f"doubt {moment.number}")
        for seat in journey.seats:
            state = moment.state()
            world = game.determinize(state, seat, rng)
            state.chance = world.chance
            if state != world:
                return True
    return False


# -- comparing views


def seen_as_json(position: AnyPosition, viewer: Seat | None, *, news: bool = True) -> bytes:
    """A view as it leaves the house. Even the order of things in it may tell something."""
    view = position.view(viewer)
    if not news:  # what the last action did is another thing after each
        view.news = ()
    return msgspec.json.encode(view)


def difference(game: AnyGame, one: Any, other: Any, viewer: Seat | None) -> str:
    """How the views of two states part; empty where they do not."""
    ours, theirs = (seen_as_json(game.position(each), viewer) for each in (one, other))
    if ours == theirs:
        return ""
    return "; ".join(_differences(msgspec.json.decode(ours), msgspec.json.decode(theirs), "view"))


def _differences(ours: Any, theirs: Any, path: str) -> Iterator[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        if list(ours) != list(theirs):
            yield f"{path} lists {list(ours)} in this order, otherwise {list(theirs)}"
        for key in ours:
            yield from _differences(ours[key], theirs[key], f"{path}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif ours != theirs:
        yield f"{path} is {ours!r}, otherwise {theirs!r}"
