"""What is hidden: views, determinized states, downloads and sealed answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from entente.kernel.conformance.journey import AnyGame, Journey, demand, some, wander
from entente.kernel.info import Seat
from entente.kernel.record import dump_rows, seen_by

WORLDS = 2


def check_views(journey: Journey) -> None:
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
            demand(not leak, f"{where}: the seed stands in the view of {who}")
            again = msgspec.json.decode(seen, type=type(view))
            demand(again == view, f"{where}: the view of {who} is another after JSON")
        for seat in journey.seats:
            for _ in range(WORLDS):
                world = game.determinize(state, seat, rng)
                _check_world(journey, state, world, seat, f"{where}, determinized for {seat}")
        demand(game.save(state) == moment.data, f"{where}: looking at the state changed it")


def _check_world(journey: Journey, state: Any, world: Any, seat: Seat, where: str) -> None:
    game = journey.game
    for viewer in (seat, None):
        told = difference(game, state, world, viewer)
        demand(not told, f"{where}: {viewer or 'a spectator'} can tell the worlds apart: {told}")
    kept = journey.uses_chance and journey.seed.encode() in game.save(world)
    demand(not kept, f"{where}: the true seed is still in the state: the dice could be foreseen")
    demand(not world.chance.script, f"{where}: scripted dice are still in the state")


def check_worlds(journey: Journey) -> None:
    """A determinized state is a whole state: it can be saved and played on to the end."""
    game = journey.game
    for moment in journey.sample("worlds", 1):
        state, rng = moment.state(), journey.rng(f"worlds {moment.number}")
        for seat in journey.seats:
            where = f"{journey.where(moment.number)}, determinized for {seat}"
            game.decisions(state)
            world = game.determinize(state, seat, rng)
            loaded = game.load(game.save(world))
            demand(loaded == world, f"{where}: load(save(state)) is not equal to the state")
            fresh = game.decisions(loaded) == game.decisions(world)
            demand(fresh, f"{where}: the decisions are still those of the true state")
            wander(game, world, rng, where)


def check_downloads(journey: Journey) -> None:
    """What a seat may download of a game under way holds neither the seed nor others' answers."""
    middle = len(journey.moves) // 2
    match = journey.again(middle)
    for viewer in (*journey.seats, None):
        leak = journey.seed.encode() in dump_rows(seen_by(match, viewer))
        who = viewer or "a spectator"
        demand(not leak, f"{journey.where(middle)}: the seed stands in the record for {who}")
    for moment in [moment for moment in journey.moments if moment.state().sealed][:1]:
        _check_sealed_download(journey, moment.number)


def _check_sealed_download(journey: Journey, number: int) -> None:
    """The last move sealed an answer: with another one, nobody else would read another record."""
    seat, rng = journey.moves[number - 1].seat, journey.rng("downloads")
    one, other = journey.again(number), journey.again(number - 1)
    actions = some(journey.game.decisions(other.state)[seat].menu, rng)
    other.act(seat, next((a for a in actions if a != one.moves[-1].action), actions[0]))
    for viewer in (*journey.seats, None):
        if viewer != seat:
            same = dump_rows(seen_by(one, viewer)) == dump_rows(seen_by(other, viewer))
            who = viewer or "a spectator"
            text = f"{journey.where(number)}: the record for {who} shows {seat}'s sealed answer"
            demand(same, text)


def check_sealed(journey: Journey) -> None:
    """A sealed answer shows to nobody else, and may be withdrawn as long as it is sealed."""
    game = journey.game
    for moment in journey.sample("sealed"):
        state, rng = moment.state(), journey.rng(f"sealed {moment.number}")
        decisions = game.decisions(state)
        for seat, decision in decisions.items():
            if decision.sealed and len(decisions) > 1:
                actions = some(decision.menu, rng, 6)
                _check_sealed(journey, state, seat, actions, journey.where(moment.number))


def _check_sealed(journey: Journey, state: Any, seat: Seat, actions: list[str], where: str) -> None:
    game, others = journey.game, [other for other in (*journey.seats, None) if other != seat]
    shown = {other: set[bytes]() for other in others}
    for action in actions:
        answered = game.copy(state)
        game.apply(answered, seat, action)
        for other in others:
            shown[other].add(seen_as_json(game, answered, other))
        demand(seat not in game.decisions(answered), f"{where}: {seat} is asked twice")
        refused = game.explain(answered, seat, action)
        demand(refused is not None, f"{where}: {seat} may answer twice")
        game.withdraw(answered, seat)
        same = game.decisions(answered) == game.decisions(state)
        same = same and answered.sealed == state.sealed
        demand(same, f"{where}: {seat} took the sealed answer back, yet the state is another")
    for other, views in shown.items():
        who = other or "a spectator"
        demand(len(views) == 1, f"{where}: {who} can see what {seat} answered under seal")


def hides_something(journey: Journey) -> bool:
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


def seen_as_json(game: AnyGame, state: Any, viewer: Seat | None) -> bytes:
    """A view as it leaves the house. Even the order of things in it may tell something."""
    return msgspec.json.encode(game.view(state, viewer))


def difference(game: AnyGame, one: Any, other: Any, viewer: Seat | None) -> str:
    """How the views of two states part; empty where they do not."""
    ours, theirs = seen_as_json(game, one, viewer), seen_as_json(game, other, viewer)
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
