"""What the adjudicator, the menus and the winter of single positions say about a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.diplomacy.batch import Boards, layout
from entente.games.diplomacy.batch.encoding import order_code, unit_of
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjustment,
    builds_due,
    owners_after,
    removals_due,
    resolve_adjustments,
)
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.rules.possible_orders import Menus
from entente.games.diplomacy.rules.results import (
    BROKEN,
    CONVOYS,
    CUT,
    FAILS,
    HOLDS_FAST,
    MOVES,
    STANDS,
    VOID,
    Results,
    resolve,
)
from entente.games.diplomacy.rules.retreats import resolve_retreats
from tests.games.diplomacy.judge import BOARD

OUTCOMES = {
    layout.HELD: HOLDS_FAST,
    layout.MOVED: MOVES,
    layout.SAILED: MOVES,
    layout.FAILED: FAILS,
    layout.SUPPORTED: STANDS,
    layout.CUT: CUT,
    layout.CONVOYED: CONVOYS,
    layout.BROKEN: BROKEN,
    layout.VOID: VOID,
}
Fate = tuple[str, bool, int]


def judged(boards: Boards, number: int) -> tuple[list[Fate], int]:
    """What a batch says of one of its boards: outcomes, by convoy, dislodged by; standoffs."""
    fates, first = boards.fates, number * layout.FATE
    rows: list[Fate] = []
    for unit in range(boards.boards[number * layout.BOARD + layout.COUNT]):
        outcome = int(fates[first + layout.OUTCOME + unit])
        pusher = int(fates[first + layout.PUSHER + unit])
        by = -1 if pusher == layout.NONE else pusher
        rows.append((OUTCOMES[outcome], outcome == layout.SAILED, by))
    return rows, _standoffs(fates, first + layout.STANDOFFS)


def _standoffs(fates: Sequence[int], first: int) -> int:
    """The provinces whose bits are set in the bytes from `first` on, as a mask."""
    return sum(1 << p for p in range(layout.PROVINCES) if fates[first + (p >> 3)] >> (p & 7) & 1)


def expected(results: Results) -> tuple[list[Fate], int]:
    """The same of a phase that was adjudicated by itself."""
    rows = [(r.outcome, r.by_convoy, r.dislodged_by) for r in results.results]
    return rows, results.standoffs


def single(boards: Boards, number: int) -> Results:
    """A board of a batch, adjudicated by itself."""
    position = Position(BOARD, boards.units(number))
    return resolve(BOARD, STANDARD, position, boards.orders_of(number))


def menu(units: list[Unit]) -> list[set[int]]:
    """The orders that each unit can be given."""
    menus = Menus(BOARD, Position(BOARD, units))
    return [{order_code(o) for o in menus.orders(n).values()} for n in range(len(units))]


def after_retreats(results: Results, goals: Mapping[Unit, int | None]) -> set[Unit]:
    """The units on the board after the moves and these retreats."""
    units = results.position.units
    places = {units[n]: ends for n, ends in results.dislodged().items() if ends}
    survivors, _ = resolve_retreats(BOARD, places, {u: goals[u] for u in places})
    return {*results.after().units, *survivors}


def goals_of(boards: Boards, number: int) -> dict[Unit, int | None]:
    """The retreats that were drawn for a board."""
    first, found = number * layout.BOARD, {}
    for index in range(boards.boards[first + layout.BEATEN]):
        unit = unit_of(
            boards.boards[first + layout.BEATEN_WHO + index],
            boards.boards[first + layout.BEATEN_LOCATION + index],
        )
        goal = int(boards.goals[number * layout.UNITS + index])
        found[unit] = None if goal == layout.NONE else goal
    return found


def centres(boards: Boards, number: int) -> list[int]:
    """Who owns what, as masks of provinces."""
    found, first = [0] * layout.POWERS, number * layout.BOARD + layout.OWNER
    for centre, place in enumerate(boards.map.centres):
        owner = boards.boards[first + centre]
        if owner != layout.NONE:
            found[owner] |= 1 << place
    return found


def after_winter(
    units: list[Unit], owned: list[int], wanted: list[int], asked: list[int]
) -> set[Unit]:
    """The units on the board after these winter orders, a number for each power."""
    left, codes = list(units), iter(wanted)
    for power in range(layout.POWERS):
        orders = [adjustment(power, left, next(codes)) for _ in range(asked[power])]
        done = resolve_adjustments(BOARD, STANDARD, power, owned, left, orders)
        left = [unit for unit in left if unit not in done.removed] + list(done.built)
    return set(left)


def adjustment(power: int, units: list[Unit], code: int) -> Adjustment:
    """The order of winter that a word stands for."""
    kind = code & layout.KIND_BITS
    location = code >> layout.TARGET_AT & layout.PLACE_BITS
    if kind == layout.WAIVE:
        return Adjustment(WAIVE)
    if kind == layout.BUILD:
        return Adjustment(BUILD, Unit(power, bool(code >> layout.FLEET_AT), location))
    (unit,) = (u for u in units if u.location == location)
    return Adjustment(REMOVE, unit)


def owners(units: list[Unit], before: list[int]) -> list[int]:
    """Who owns what after autumn."""
    return owners_after(BOARD, before, units)


def asked(units: list[Unit], owned: list[int], power: int) -> int:
    """How many winter orders a power owes."""
    due = removals_due(owned[power], units, power)
    if due == sum(unit.power == power for unit in units):
        return 0 if due else builds_due(BOARD, owned[power], units, power)
    return due or builds_due(BOARD, owned[power], units, power)
