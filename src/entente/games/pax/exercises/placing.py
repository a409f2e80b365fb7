"""Positions for exercises: the opening with the given changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from entente.games.pax.areas.causes import placed
from entente.games.pax.board import ARMY, STATUS_WORDS, Area, Place, Power, Sea
from entente.games.pax.context import PaxContext
from entente.games.pax.records.movement_state import MovementState
from entente.games.pax.state import PaxState
from entente.kernel import Frame, Game, Position, Seat, step

PaxGame = Game[PaxState, PaxContext]
Placing = Callable[[PaxGame], Position[PaxState, PaxContext]]


def position(
    phase: str,
    *frames: Frame | str,
    turn: int = 2,
    money: Mapping[Power, int] | None = None,
    markers: Mapping[tuple[Power, Area], str] | None = None,
    new: Mapping[tuple[Power, Area], str] | None = None,
    armies: Mapping[tuple[Power, Place], tuple[int, ...]] | None = None,
    fleets: Mapping[Power, tuple[Sea, ...]] | None = None,
    unrest: tuple[Area, ...] = (),
    ready: tuple[Seat, ...] = (),
    tension: int = 0,
    desk: bool = False,
) -> Placing:
    """Return a moment of a phase, in which these steps are about to be taken; `new` markers were
    placed this turn. The desk is closed unless the exercise is about it. Seats that are ready do
    not act again."""

    def place(game: PaxGame) -> Position[PaxState, PaxContext]:
        state = game.start({"players": 7, "reopen_limit": 0}, "practice")
        state.stack, state.news, state.events = [], [], ()
        state.turn, state.phase, state.unrest, state.tension = turn, phase, unrest, tension
        if not desk:
            state.standing = []
        state.moving = MovementState(ready=ready)
        world = game.context(state)
        state.treasury = {power: (money or {}).get(power, 0) for power in world.majors}
        for (power, area), word in (markers or {}).items():
            world.put_marker(power, area, STATUS_WORDS[word])
        for (power, where), strengths in (armies or {}).items():
            for strength in world.armies(power, where):
                world.remove_unit(power, ARMY, where, strength)
            for strength in strengths:
                world.add_unit(power, ARMY, where, strength)
        for power, seas in (fleets or {}).items():
            world.set_fleets(power, seas)
        for (power, area), word in (new or {}).items():
            was = world.status(power, area)
            world.put_marker(power, area, STATUS_WORDS[word], was)
            placed(world, power, area)
        state.news = []
        pending = [frame if isinstance(frame, Frame) else step(frame) for frame in frames]
        state.stack = [step("open_movement"), *pending]  # there the game still waits for the others
        state.number_top()
        return game.position(state)

    return place
