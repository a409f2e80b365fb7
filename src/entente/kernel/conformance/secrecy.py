"""Hidden information: views, determinized states, downloads and sealed answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
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
from entente.kernel.prepared import occasions
from entente.kernel.record import dump_rows, seen_by


def check_views(run: RandomPlaythrough) -> None:
    """Check that no seat and no spectator can distinguish the true state from one determinized for
    the seat.

    A spectator knows no more than any seat; otherwise a player could watch as a spectator.
    """
    game = run.game
    for saved in run.sample("views"):
        state, rng = saved.state(), run.rng(f"views {saved.number}")
        where = run.where(saved.number)
        for viewer in (*run.seats, None):
            view, who = game.view(state, viewer), viewer or "a spectator"
            seen = msgspec.json.encode(view)
            leak = run.seed.encode() in seen
            require(not leak, f"{where}: the seed is in the view of {who}")
            again = msgspec.json.decode(seen, type=type(view))
            require(again == view, f"{where}: the view of {who} changes in JSON")
        for seat in run.seats:
            for _ in range(run.samples):
                world = game.determinize(state, seat, rng)
                _check_world(run, state, world, seat, f"{where}, determinized for {seat}")
        if game.steps.preparable:
            _check_prepared(saved.position(), rng.choice(run.seats), rng, where)
        require(game.save(state) == saved.data, f"{where}: viewing the state changed it")


def _check_prepared(position: AnyPosition, seat: Seat, rng: Random, where: str) -> None:
    """Check that what a seat may prepare follows from what it knows."""
    world = position.determinize(seat, rng)
    same = occasions(position, seat) == occasions(world, seat)
    require(same, f"{where}: what {seat} may prepare depends on hidden information")


def _check_world(run: RandomPlaythrough, state: Any, world: Any, seat: Seat, where: str) -> None:
    game = run.game
    for viewer in (seat, None):
        leak = difference(game, state, world, viewer)
        require(not leak, f"{where}: {viewer or 'a spectator'} can distinguish the worlds: {leak}")
    _check_open_menus(game, state, world, seat, where)
    kept = run.uses_chance and run.seed.encode() in game.save(world)
    require(not kept, f"{where}: the true seed is still in the state: the dice could be predicted")
    require(not world.chance.script, f"{where}: scripted dice are still in the state")


def _check_open_menus(game: AnyGame, state: Any, world: Any, seat: Seat, where: str) -> None:
    """Check that a seat can compute the legal answers to others' questions with an open menu."""
    true, imagined = game.position(state), game.position(world)
    for decision in true.decisions:
        if decision.seat != seat and game.steps.question(decision.step).open_menu:
            other = imagined.decision(decision.seat, decision.window)
            same = other is not None and other.menu == decision.menu
            step = decision.step
            require(same, f"{where}: {step!r} has an open menu, but {seat} cannot compute it")


def check_worlds(run: RandomPlaythrough) -> None:
    """Check that a determinized state is complete: it can be saved and played to the end.

    With several samples every seat's state is played to the end; with one, a single seat's, and the
    others for some moves.
    """
    game = run.game
    for saved in run.sample("worlds", 1):
        position, rng = saved.position(), run.rng(f"worlds {saved.number}")
        to_the_end = run.seats if run.samples > 1 else (rng.choice(run.seats),)
        for seat in run.seats:
            where = f"{run.where(saved.number)}, determinized for {seat}"
            assert position.decisions is not None  # computed before, as for a player
            world = position.determinize(seat, rng)
            loaded = game.load(game.save(world.state))
            same = loaded == world.state
            require(same, f"{where}: load(save(state)) is not equal to the state")
            fresh = game.position(loaded).decisions == world.decisions
            require(fresh, f"{where}: the decisions are still those of the true state")
            _check_others_secrets(game, position.state, world.state, seat, where)
            play_randomly(world, rng, where, LIMIT if seat in to_the_end else FAR)


def _check_others_secrets(game: AnyGame, state: Any, world: Any, seat: Seat, where: str) -> None:
    """Check that private log lines of others are not in a determinized state."""
    for entry in state.news:
        if entry.to is not None and seat not in entry.to:
            require(entry not in world.news, f"{where}: it has a private line of others: {entry}")


def check_downloads(run: RandomPlaythrough) -> None:
    """Check that a download of a game in progress has neither the seed nor others' answers."""
    middle = len(run.moves) // 2
    match = run.replay_to(middle)
    for viewer in (*run.seats, None):
        leak = run.seed.encode() in dump_rows(seen_by(match, viewer))
        who = viewer or "a spectator"
        require(not leak, f"{run.where(middle)}: the seed is in the record for {who}")
    hidden = (m for m in run.saved_states if (s := m.state()).sealed or s.plans)
    for saved in islice(hidden, 1):
        _check_sealed_download(run, saved.number)


def _check_sealed_download(run: RandomPlaythrough, number: int) -> None:
    """Check that a different sealed answer leaves the records of all other seats unchanged."""
    seat, rng = run.moves[number - 1].seat, run.rng("downloads")
    one, other = run.replay_to(number), run.replay_to(number - 1)
    window = one.windows[-1]
    decision = other.position.decision(seat, window)
    assert decision is not None
    if not decision.sealed:  # the last answer was to another question
        return
    action = one.moves[-1].action
    alike = [a for a in sample_menu(decision.menu, rng) if _is_like(other, decision, a, action)]
    other.act(seat, next((a for a in alike if a != action), action), window=window)
    for viewer in (*run.seats, None):
        if viewer != seat:
            same = dump_rows(seen_by(one, viewer)) == dump_rows(seen_by(other, viewer))
            who = viewer or "a spectator"
            text = f"{run.where(number)}: the record for {who} shows {seat}'s sealed answer"
            require(same, text)


def _is_like(match: AnyMatch, decision: Decision, one: str, other: str) -> bool:
    """Return whether others learn equally much from two answers: they may know that a plan is
    sealed."""
    bound = match.position.bind(decision)
    return bound.is_seen(one, None) == bound.is_seen(other, None)


def check_sealed(run: RandomPlaythrough) -> None:
    """Check that a sealed answer is hidden from everyone else and can be withdrawn while sealed."""
    for saved in run.sample("sealed"):
        position, rng = saved.position(), run.rng(f"sealed {saved.number}")
        for decision in position.decisions:
            window = decision.window
            together = [each for each in position.decisions if each.window == window and each.must]
            if decision.sealed and len(together) > 1:
                actions = sample_menu(decision.menu, rng, 6)
                where = f"{run.where(saved.number)}, {decision.seat}"
                _check_sealed(run, position, decision, actions, where)


def _check_sealed(
    run: RandomPlaythrough,
    position: AnyPosition,
    decision: Decision,
    actions: list[str],
    where: str,
) -> None:
    seat = decision.seat
    others = [other for other in (*run.seats, None) if other != seat]
    seen = {other: seen_as_json(position, other, news=False) for other in others}
    shown = {other: set[bytes]() for other in others}
    for action in actions:
        answered = position.copy()
        answered.apply(seat, action, decision.window)
        plain = position.bind(decision).is_seen(action, None)
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
        require(same, f"{where}: {seat} withdrew the sealed answer, but the state differs")
    for other, views in shown.items():
        who = other or "a spectator"
        require(len(views) <= 1, f"{where}: {who} can see {seat}'s sealed answer")


def hides_something(run: RandomPlaythrough) -> bool:
    """Return whether any seat is ever uncertain about more than future chance.

    Not a promise: a game may have no secrets. For a game with secrets a test should require this,
    since a determinization that only copies makes the checks of views idle.
    """
    game = run.game
    for saved in run.sample("doubt"):
        rng = run.rng(f"doubt {saved.number}")
        for seat in run.seats:
            state = saved.state()
            world = game.determinize(state, seat, rng)
            state.chance = world.chance
            if state != world:
                return True
    return False


# -- comparing views


def seen_as_json(position: AnyPosition, viewer: Seat | None, *, news: bool = True) -> bytes:
    """Return a view as JSON. Even the order of its items could leak something."""
    view = position.view(viewer)
    if not news:  # differs after each action
        view.news = ()
    return msgspec.json.encode(view)


def difference(game: AnyGame, one: Any, other: Any, viewer: Seat | None) -> str:
    """Return the first difference between the views of two states; empty if there is none."""
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
