"""Standing instructions: answers prepared once, for every occasion, by people who look in rarely.

No instruction breaks a treaty of its player, and none decides what concerns the player: then the
player is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from entente.games.pax.board import Area, Place, Power, Status, place_of
from entente.games.pax.context import PaxContext, steps
from entente.kernel import Choose, DueAnswer, Occasion, Plans, Preparable, Seat
from entente.kernel.action import parse_action
from entente.kernel.prepared import NOT_ENOUGH, ByThing

ALWAYS = "always"  # the one occasion of a lasting instruction
TO = "to"
HOME = "home"

MarkerCheck = Callable[[PaxContext, Power, Area, Status], bool]
MoveCheck = Callable[[PaxContext, Power, str, int, Place, Place], bool]
# Whether a treaty forbids a marker, or the move of a unit: the floor of treaties, which knows the
# clauses, is above this one and adds its checks.
marker_checks: list[MarkerCheck] = []
move_checks: list[MoveCheck] = []


def is_marker_forbidden(world: PaxContext, power: Power, area: Area, status: Status) -> bool:
    """Return whether a treaty forbids a marker (9.4)."""
    return any(check(world, power, area, status) for check in marker_checks)


class Instruction(Preparable[PaxContext]):
    """An instruction for all occasions of a decision. Subclass it."""

    lasting = True

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        """Return what a seat may lay down, at most one choice for each thing."""
        raise NotImplementedError

    def key(self, world: PaxContext) -> str:
        return ALWAYS

    def occasions(self, world: PaxContext, seat: Seat, plans: Plans) -> Iterable[Occasion]:
        choices = self.choices(world, seat)
        return (Occasion(ALWAYS, choices, ranked=False),) if choices else ()


def complete(parts: Sequence[str]) -> DueAnswer:
    """Return an answer that is made of these choices."""
    return DueAnswer("; ".join(parts), tuple(parts))


class RetreatTo(Preparable[PaxContext]):
    """Where units go that must leave a place: the first of these that they can reach without
    breaking a treaty about units."""

    lasting = True

    def key(self, world: PaxContext) -> str:
        return ALWAYS

    def occasions(self, world: PaxContext, seat: Seat, plans: Plans) -> Iterable[Occasion]:
        held = [
            area
            for power in world.powers_of(seat)
            for area, marker in world.areas_of(power)
            if marker.was.is_control
        ]
        places = tuple(f"{TO} {place}" for place in (HOME, *dict.fromkeys(held)))
        return (Occasion(ALWAYS, {TO: places}),)

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        frame = world.state.top
        assert frame is not None
        menu = steps.question(frame.step).menu(world, frame, seat)
        assert isinstance(menu, Choose)
        power = frame.text("power")
        allowed = [way for way in menu.actions if not _breaks_treaty(world, power, way)]
        for choice in choices:
            wanted = parse_action(choice).words[-1]
            place = world.home(power) if wanted == HOME else wanted
            way = next((way for way in allowed if _end_of(way) == place), None)
            if way is None and wanted == HOME:
                way = self.towards_home(world, allowed)
            if way is not None:
                return complete([way])
        return NOT_ENOUGH

    def towards_home(self, world: PaxContext, ways: Sequence[str]) -> str | None:
        """Return the way of a unit that cannot reach its home; None: its player is asked."""
        return None


def _end_of(way: str) -> Place:
    return place_of(parse_action(way).words[-1])


def _breaks_treaty(world: PaxContext, power: Power, way: str) -> bool:
    """Return whether a retreat, `… kind strength from to`, breaks a promise about units."""
    kind, strength, here, there = parse_action(way).words[-4:]
    move = (kind, int(strength), place_of(here), place_of(there))
    return any(check(world, power, *move) for check in move_checks)
