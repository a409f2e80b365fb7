"""The figures behind the books: prices, tension, penalties, bonuses, what this turn's events do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from entente.games.pax.board import BELGIUM, ITALY, STRENGTHS, Area, Board, Power
from entente.games.pax.context import POOLS
from entente.games.pax.data_schema import BonusRow, EventRow
from entente.games.pax.scoring import EAST_WEST, NORTH_SOUTH
from entente.kernel import Catalog, Message, say


class StatusFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a status costs, what it costs a turn, and what it brings for each point of value."""

    cost: int
    upkeep: int
    income: int


class UnitFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit of a strength costs."""

    army: int
    navy: int


class PowerFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power: its colonial office by the die, what a victory point costs it (0: it wins none), and
    how many counters it has of each pool."""

    office: list[int]
    divisor: float
    limits: dict[str, int]


class TensionFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By how much an act raises European tension; `exempt` are those whose acts do not."""

    amount: int
    exempt: list[Power]


class ResentmentFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a marker in an area of a type adds to Chinese resentment: once, and every turn."""

    type: str
    status: str
    placed: int
    yearly: int


class BonusFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus, of one power or ('') of any that earns it; without `enabled` it belongs to an
    option.

    `areas` are those it is about, `ends` the two ends of a way that it is paid for (13.6).
    """

    points: int
    power: Power
    when: str
    enabled: bool
    areas: list[Area]
    ends: list[list[Area]]


class EventFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event does, in sentences: at once, and for this turn; the latter to a `power`
    that has a player, '' where it is about none (3). `demand` is the possession that demands a
    higher status."""

    power: Power
    demand: Area
    at_once: list[str]
    lasting: list[str]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures needed to read the ledger and to compute its next lines."""

    first_year: int
    years_per_turn: int
    statuses: dict[str, StatusFigures]
    units: dict[str, UnitFigures]  # by strength
    powers: dict[Power, PowerFigures]
    tension: dict[str, TensionFigures]
    penalties: dict[str, int]  # of the Great War, by year
    guilt: int  # how many times the guilty pay it
    great_war_powers: list[Power]
    resentment: list[ResentmentFigures]
    resentment_dice: int
    bonuses: dict[str, BonusFigures]
    events: dict[str, EventFigures]


def figures(board: Board, catalog: Catalog) -> Figures:
    tables = board.tables.tables
    return Figures(
        first_year=tables.constants.first_year,
        years_per_turn=tables.constants.years_per_turn,
        statuses={row.id: StatusFigures(row.cost, row.upkeep, row.income) for row in tables.status},
        units={
            str(strength): UnitFigures(
                board.unit_cost("army", strength), board.unit_cost("navy", strength)
            )
            for strength in STRENGTHS
        },
        powers={power: _power(board, power) for power in board.powers},
        tension={row.id: TensionFigures(row.amount, list(row.exempt)) for row in tables.tension},
        penalties={str(row.year): row.points for row in tables.great_war_penalty},
        guilt=tables.constants.guilt_multiplier,
        great_war_powers=list(board.tables.powers.roles.great_war_powers),
        resentment=[
            ResentmentFigures(row.area_type, row.status, row.placed, row.yearly)
            for row in tables.resentment
        ],
        resentment_dice=tables.constants.resentment_dice,
        bonuses={row.id: _bonus(board, row) for row in tables.bonus},
        events={
            code: EventFigures(
                power=_concerned(event),
                demand=event.demand.area if event.demand is not None else "",
                at_once=[catalog.line(message) for message in at_once(event)],
                lasting=[catalog.line(message) for message in lasting(event)],
            )
            for code, event in board.events.items()
            if event.kind == "state" or event.belgian_expansion
        },
    )


def _power(board: Board, power: Power) -> PowerFigures:
    row = board.powers[power]
    office = list(row.office or ())
    if power == BELGIUM:  # half the Italian row, rounded up (1)
        office = [(figure + 1) // 2 for figure in board.powers[ITALY].office or ()]
    return PowerFigures(
        office=office,
        divisor=float(row.divisor or 0),
        limits={pool: getattr(row.limits, pool) for pool in POOLS},
    )


# -- bonuses


def _bonus(board: Board, row: BonusRow) -> BonusFigures:
    crossing = {"africa_east_west": EAST_WEST, "africa_north_south": NORTH_SOUTH}.get(row.id, ())
    return BonusFigures(
        points=row.points,
        power=row.power or "",
        when=row.when,
        enabled=row.enabled,
        areas=bonus_areas(board, row.id),
        ends=[list(board.tagged(tag)) for tag in crossing],
    )


def bonus_areas(board: Board, bonus: str) -> list[Area]:
    """Return the areas a bonus of the end is about (13.5), as `scoring.end_bonus_times` looks at
    them."""
    match bonus:
        case "monroe_doctrine":
            free = board.tagged("western_hemisphere")
            return [area for area in free if area not in board.controlled_at_start]
        case "open_door":
            return [area for area in board.of_type("chinese_empire") if area != "hong_kong"]
        case "british_india":
            return list(board.tagged("india"))
        case "japan_korea":
            return ["korea"]
        case "russia_straits":
            return ["anatolia"]
        case "italy_mediterranean":
            return ["tunis", "tripoli"]
    return []


# -- events


def _concerned(event: EventRow) -> Power:
    """Return the power an event concerns, apart from tension and resentment."""
    if event.permit is not None:
        return event.permit.power
    if event.belgian_expansion:
        return BELGIUM
    return event.power or ""


def at_once(event: EventRow) -> Iterator[Message]:
    """Yield what an event changes for all at once (3)."""
    if event.tension:
        yield say("table.does.tension", amount=event.tension)
    if event.resentment:
        yield say("table.does.resentment", amount=event.resentment)
    if event.balkan_routes:
        yield say("table.does.balkans")


def lasting(event: EventRow) -> Iterator[Message]:
    """Yield what it means for a power while the turn lasts, a sentence for each effect."""
    if event.power is not None:
        yield from _money(event, event.power)
    if (permit := event.permit) is not None:
        some = permit.max_areas < len(permit.areas)
        key = "table.does.permit_one" if some else "table.does.permit"
        yield say(key, power=permit.power, areas=permit.areas)
    if (demand := event.demand) is not None:
        lost = -demand.vp_if_refused
        yield say("table.does.demand", area=demand.area, status=demand.status, points=lost)
    if (cause := event.casus_belli) is not None:
        yield say("table.does.cause", holder=cause.holder, against=cause.against)
    if event.belgian_expansion:
        yield say("table.does.belgium", power=BELGIUM)


def _money(event: EventRow, power: Power) -> Iterator[Message]:
    """Yield what it does to the money of a power."""
    if event.office is not None:
        top, bottom = event.office
        if not top:
            yield say("table.does.office_nothing", power=power)
        elif top < bottom:
            yield say("table.does.office_part", power=power, part=bottom)
        else:
            yield say("table.does.office_times", power=power, times=top)
    if event.spend_floor:
        word = "navies" if event.spend_navies_only else "units"
        if event.spend_without_india:
            word = "without_india"
        yield say(f"table.does.spend_{word}", power=power, amount=event.spend_floor)
    if event.buy_cap is not None:
        yield say("table.does.cap", power=power, amount=event.buy_cap)
