"""Positions for tests of Pax Britannica, and a way to play steps without a whole game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from entente.games.pax.board import Area, Board, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.game import INFO  # brings all steps
from entente.games.pax.turn.setup import first_state
from entente.games.pax.war.secret_alliances import secret_calls
from entente.kernel import Chance, DecisionStep, Frame, OptionValue, Seat

OPTIONS: dict[str, OptionValue] = {option.id: option.default for option in INFO.options}


@cache
def board() -> Board:
    return Board({})


def world(
    players: int = 7, rules: OptionValue = INFO.version, **options: OptionValue
) -> PaxContext:
    """The world at the opening, in turn 1, without the flow running; `rules` is the version."""
    chosen = {**OPTIONS, "players": players, **options}
    state = first_state(board(), chosen, Chance("pax"))
    state.stack, state.standing, state.turn = [], [], 1
    assert isinstance(rules, str)
    state.rules = rules
    made = PaxContext(board(), state)
    state.order = made.seats
    return made


# -- pieces


def clear(world: PaxContext, *areas: Area) -> None:
    """Take all markers and units out of some areas."""
    for area in areas:
        for power in list(world.markers(area)):
            world.put_marker(power, area, Status.NONE)
        world.state.armies.pop(area, None)
        for where in [w for w in world.state.navies if w.partition("@")[0] == area]:
            del world.state.navies[where]
    world.forget()


def army(world: PaxContext, power: Power, area: Area, *strengths: int) -> None:
    """Put armies on the map."""
    for strength in strengths:
        world.add_unit(power, "army", area, strength)


def armies(world: PaxContext, area: Area) -> dict[Power, tuple[int, ...]]:
    return dict(world.state.armies.get(area, {}))


# -- the flow


def run(world: PaxContext) -> Frame | None:
    """Let automatic steps run until there is a decision; None: nothing is left to do.

    Both sides of a declaration decide on secret allies in any case (P80): where neither has
    any, that decision is skipped here."""
    state = world.state
    while state.stack and state.outcome is None:
        frame = state.stack[-1]
        if frame.step in steps.automatic:
            state.stack.pop()
            steps.run(frame.step)(world, frame)
        elif not steps.question(frame.step).needed(world, frame) or _is_idle(world, frame):
            state.stack.pop()
        else:
            return state.number_top()
    return None


def _is_idle(world: PaxContext, frame: Frame) -> bool:
    """Return whether both sides of a declaration are asked for secret allies, and neither has
    any."""
    if frame.step != "invoke_allies":
        return False
    seats = steps.question(frame.step).seats(world, frame)
    return not any(secret_calls(world, frame, seat) for seat in seats)


def call(world: PaxContext, *frames: Frame | str) -> Frame | None:
    """Put steps on the stack and run them up to the next question."""
    world.state.push(*frames)
    return run(world)


def question(world: PaxContext) -> tuple[DecisionStep[PaxContext], Frame]:
    """The step and frame of the open decision."""
    frame = world.state.stack[-1]
    return steps.question(frame.step), frame


def answer(world: PaxContext, answers: Mapping[Seat, str]) -> Frame | None:
    """Answer the open decision: a sealed one for all seats, another for one seat."""
    ask, frame = question(world)
    seats = ask.seats(world, frame)
    for seat, action in answers.items():
        assert seat in seats, (seat, seats)
        menu = ask.menu(world, frame, seat)
        assert action in menu, (action, list(menu)[:50])
    place = len(world.state.stack) - 1
    if ask.sealed:
        given = {seat: ask.parse(answers.get(seat) or absence(world, seat)) for seat in seats}
        ask.resolve_sealed(world, frame, given)
        world.state.remove(frame, place)
    else:
        ((seat, action),) = answers.items()
        if ask.apply(world, frame, seat, ask.parse(action)):
            world.state.remove(frame, place)
    return run(world)


def absence(world: PaxContext, seat: Seat) -> str:
    """Return what it amounts to that a seat does not answer."""
    ask, frame = question(world)
    default = ask.default_answer(world, frame, seat)
    assert default is not None
    return default


def leave(world: PaxContext) -> Frame | None:
    """Leave the open decision to its default."""
    ask, frame = question(world)
    seats = ask.seats(world, frame)
    if ask.sealed:
        return answer(world, {})
    return answer(world, {seats[0]: absence(world, seats[0])})


def log(world: PaxContext, key: str) -> list[dict[str, object]]:
    """The log entries of one kind so far, with their arguments."""
    return [dict(e.message.args) for e in world.state.news if e.message.key == key]
