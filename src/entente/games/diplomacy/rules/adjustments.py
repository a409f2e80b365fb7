"""Adjustments (IX.2): builds and removals, and automatic removals (X.4).

Centres are given by power as masks of provinces, in the board's order of powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import write_unit
from entente.kernel import Refusal, parse_action, refuse
from entente.kernel.text import catalog_of, slug

BUILD, REMOVE, WAIVE = "BUILD", "REMOVE", "WAIVE"
# X.4 goes by the names of the former edition, which are not all those of today.
PRINTED_NAMES = {"fr": {"APU": "Apulie", "STP": "St-Pétersbourg"}}


class Adjustment(NamedTuple):
    """A winter order: build a unit, remove a unit, or waive a build (`unit` is None)."""

    kind: str
    unit: Unit | None = None


class Adjusted(NamedTuple):
    """The results of one power's winter orders: builds, removals and failed orders.

    `automatic` are the removed units without an order; `fates` has for each order why it was not
    followed, or None.
    """

    built: tuple[Unit, ...]
    removed: tuple[Unit, ...]
    automatic: tuple[Unit, ...]
    void: tuple[tuple[Adjustment, Refusal], ...]
    fates: tuple[Refusal | None, ...] = ()


# Reasons of followed orders, and of automatic removals.
FOLLOWED = {
    BUILD: refuse("IX.2", "winter.built"),
    REMOVE: refuse("IX.2", "winter.removed"),
    WAIVE: refuse("IX.2", "winter.waived"),
}
BY_RULE = refuse("X.4", "winter.removed_by_rule")


# -- what is due


def owners_after(
    board: Board, centres: Sequence[int], units: Iterable[Unit], closed: int = 0
) -> list[int]:
    """IX.1: after autumn and its retreats, a unit on a centre takes it.

    `closed` centres stay with their owner.
    """
    owned = list(centres)
    for unit in units:
        place = 1 << board.province_of[unit.location]
        if place & board.centres & ~closed and not owned[unit.power] & place:
            owned = [mask & ~place for mask in owned]
            owned[unit.power] |= place
    return owned


def places_to_build(board: Board, centres: int, units: Iterable[Unit], power: int) -> int:
    """IX.2: home centres of a power that it still owns and that are empty."""
    taken = 0
    for unit in units:
        taken |= 1 << board.province_of[unit.location]
    return board.homes[power] & centres & ~taken


def builds_due(board: Board, centres: int, units: Sequence[Unit], power: int) -> int:
    """IX.2: the number of units a power may build: its surplus of centres, as far as there is
    room."""
    surplus = surplus_of(centres, units, power)
    return max(0, min(surplus, places_to_build(board, centres, units, power).bit_count()))


def removals_due(centres: int, units: Sequence[Unit], power: int) -> int:
    """IX.2: the number of units a power must remove."""
    return max(0, -surplus_of(centres, units, power))


def surplus_of(centres: int, units: Sequence[Unit], power: int) -> int:
    """Centres minus units."""
    return centres.bit_count() - sum(unit.power == power for unit in units)


def buildable(board: Board, power: int, province: int) -> list[Unit]:
    """IX.2: the possible builds in a centre: an army; on a coast also a fleet, on a named coast if
    there are two."""
    units = [Unit(power, False, province)]
    if board.kind[province] == COASTAL:
        units += [Unit(power, True, place) for place in board.coasts[province] or (province,)]
    return units


# -- one power's orders


def resolve_adjustments(
    board: Board,
    rules: Rules,
    power: int,
    centres: Sequence[int],
    units: Sequence[Unit],
    orders: Sequence[Adjustment],
) -> Adjusted:
    """IX.2: carry out one power's orders from the top, until as many as are due are done.

    Wrong orders are skipped, and a build is lost if no right one follows. Removals due but not
    ordered follow X.4.
    """
    mine = [unit for unit in units if unit.power == power]
    fates: list[Refusal | None] = []
    # A waiver takes one of the surplus, and no room: more centres than room may be waived besides.
    left = max(0, surplus_of(centres[power], units, power))
    places = places_to_build(board, centres[power], units, power)
    due = removals_due(centres[power], units, power)
    built: list[Unit] = []
    ordered: list[Unit] = []
    for order in orders:
        if order.kind == WAIVE:
            fates.append(impossible_waiver(left, due))
            left = max(0, left - 1)
            continue
        assert order.unit is not None
        if order.kind == BUILD:
            why = impossible_build(board, power, centres[power], places, left, order.unit)
            if why is None:
                built.append(order.unit)
                places &= ~(1 << board.province_of[order.unit.location])
                left -= 1
        else:
            why = impossible_removal(board, mine, ordered, due, order.unit)
            if why is None:
                ordered.append(order.unit)
        fates.append(why)
    rest = [unit for unit in mine if unit not in ordered]
    automatic = removals(board, rules, power, centres[power], rest, max(0, due - len(ordered)))
    void = [(o, why) for o, why in zip(orders, fates, strict=True) if why is not None]
    return Adjusted(
        tuple(built), (*ordered, *automatic), tuple(automatic), tuple(void), tuple(fates)
    )


def impossible_build(
    board: Board, power: int, owned: int, places: int, left: int, unit: Unit
) -> Refusal | None:
    """IX.2: explain why a unit is not built; None if it is. `places` are still free."""
    province = board.province_of[unit.location]
    names = {"unit": write_unit(board, unit), "province": board.provinces[province]}
    if not board.homes[power] >> province & 1:
        return refuse("IX.2", "refusal.not_home", **names)
    if not owned >> province & 1:
        return refuse("IX.2", "refusal.not_owned", **names)
    if not places >> province & 1:
        return refuse("IX.2", "refusal.not_empty", **names)
    if unit not in buildable(board, power, province):
        coast = unit.fleet and bool(board.coasts[province])
        return refuse("IX.2", "refusal.build_coast" if coast else "refusal.cannot_stand", **names)
    return None if left > 0 else refuse("IX.2", "refusal.no_more_builds", unit=names["unit"])


def impossible_waiver(left: int, due: int) -> Refusal | None:
    """IX.2: explain why there is no build to waive; None if there is."""
    if due:
        return refuse("IX.2", "refusal.waiver_of_a_removal")
    return None if left > 0 else refuse("IX.2", "refusal.no_more_waivers")


def impossible_removal(
    board: Board, mine: Sequence[Unit], ordered: Sequence[Unit], due: int, unit: Unit
) -> Refusal | None:
    """IX.2: explain why a unit is not removed; None if it is."""
    name = write_unit(board, unit)
    if unit not in mine:
        return refuse("IX.2", "refusal.not_yours", unit=name)
    if unit in ordered:
        return refuse("IX.2", "refusal.removed_already", unit=name)
    return None if len(ordered) < due else refuse("IX.2", "refusal.no_more_removals", unit=name)


# -- automatic removals


def removals(
    board: Board,
    rules: Rules,
    power: int,
    centres: int,
    units: Sequence[Unit],
    number: int,
) -> list[Unit]:
    """X.4: the farthest first, then fleets before armies, then alphabetically.

    With `removal_distance` at `owned` the distance is to any owned centre over land and water; at
    `home` it is to a home centre, for a fleet by fleet moves and for an army over land and water.
    The alphabet is that of the names in the language of `removal_alphabet`, regardless of the
    players' language.
    """
    if number <= 0:
        return []
    alphabet = alphabetical(tuple(board.provinces), rules.removal_alphabet)
    goal = centres if rules.removal_distance == "owned" else board.homes[power]
    everywhere = distances(board, goal)
    at_sea = fleet_distances(board, goal) if rules.removal_distance == "home" else None

    def rank(unit: Unit) -> tuple[int, bool, int]:
        province = board.province_of[unit.location]
        far = everywhere[province]
        if at_sea is not None and unit.fleet:
            far = at_sea[unit.location]
        return -far, not unit.fleet, alphabet[province]

    return sorted(units, key=rank)[:number]


def distances(board: Board, goal: int) -> list[int]:
    """Return the distance of each province from the nearest goal, over land and water alike."""
    count = len(board.provinces)
    distances = [count] * count
    front, far, seen = goal, 0, goal
    while front:
        beyond = 0
        for province in bits(front):
            distances[province] = far
            beyond |= board.army[province]
            for place in (province, *board.coasts[province]):
                beyond |= board.fleet_mask[place]
        front, far = beyond & ~seen, far + 1
        seen |= front
    return distances


def fleet_distances(board: Board, goal: int) -> list[int]:
    """Return the number of fleet moves from each location to the nearest goal."""
    count = len(board.locations)
    distances = [count] * count
    front = [place for place in range(count) if goal >> board.province_of[place] & 1]
    far = 0
    for place in front:
        distances[place] = 0
    while front:
        far += 1
        front = [
            place
            for place in range(count)
            if distances[place] == count
            and any(distances[end] == far - 1 for end in board.fleet[place])
        ]
        for place in front:
            distances[place] = far
    return distances


@lru_cache(maxsize=8)
def alphabetical(provinces: tuple[str, ...], language: str) -> tuple[int, ...]:
    """X.4: the rank of each province by its full name in a language, ignoring accents."""
    catalog, printed = catalog_of(PACKAGE, language), PRINTED_NAMES.get(language, {})
    names = {each: slug(printed.get(each, catalog.name("province", each))) for each in provinces}
    order = {province: rank for rank, province in enumerate(sorted(names, key=names.__getitem__))}
    return tuple(order[province] for province in provinces)


# -- orders as written


def write_adjustment(board: Board, order: Adjustment) -> str:
    """`BUILD F STP/NC`, `REMOVE A PIC`, `WAIVE`."""
    if order.unit is None:
        return order.kind
    return f"{order.kind} {write_unit(board, order.unit)}"


def read_adjustment(board: Board, power: int, text: str) -> Adjustment:
    """Parse a winter order in canonical spelling."""
    kind, *unit = parse_action(text).words
    if kind == WAIVE:
        return Adjustment(WAIVE)
    return Adjustment(kind, Unit(power, unit[0] == "F", board.location[unit[1]]))


def centres_by_power(board: Board, centres: Mapping[str, Sequence[str]]) -> list[int]:
    """Centres as written, `{"AUSTRIA": ["BUD", "VIE"]}`, as masks."""
    centres_of = [0] * len(board.powers)
    for power, names in centres.items():
        for name in names:
            centres_of[board.power[power]] |= 1 << board.province[name]
    return centres_of
