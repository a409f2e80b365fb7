"""The schema of the data files, and the checks that overrides must pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from entente.kernel import say
from entente.kernel.data import Data, DataError, read_file

PACKAGE = "entente.games.pax"

Source = Literal["rulebook", "public", "reconstructed", "owner"]
AreaType = Literal["independent", "ottoman", "chinese_empire", "chinese_vassal", "unorganized"]
StatusName = Literal["interest", "influence", "protectorate", "possession", "dominion", "state"]
Kind = Literal["army", "navy"]
ResultCode = Literal["AE", "AR", "EX", "HX", "DR", "DE"]
Count = Annotated[int, Meta(ge=0, le=999)]


# -- map.toml


class Tags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: list[str]


class BalkanChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a War in the Balkans changes on the map, the first time and the second (3)."""

    occurrence: int
    add_routes: list[tuple[str, str]]
    remove_routes: list[tuple[str, str]]
    add_coasts: list[tuple[str, str]]


class AreaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    type: AreaType
    value: Count
    strength: Count
    coasts: list[str]
    routes: list[str]
    lon: float
    lat: float
    top_status: Literal["dominion", "state"] | None = None
    tags: list[str] = []


class HomeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    power: str
    coasts: list[str]
    routes: list[str]
    lon: float
    lat: float
    boxes: list[list[str]] = []


class SeaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    adjacent: list[str]
    lon: float
    lat: float


class CapeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    between: tuple[str, str]
    lon: float
    lat: float


class PassageRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: Literal["canal", "strait"]
    area: str
    joins: tuple[str, str]
    built_at_start: bool


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tags: Tags
    balkan_change: list[BalkanChange]
    area: list[AreaRow]
    home: list[HomeRow]
    sea: list[SeaRow]
    cape: list[CapeRow]
    passage: list[PassageRow]


# -- powers.toml


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    great_war_powers: list[str]
    congress_entitled: list[str]
    congress_invited: list[str]
    japan_as_minor_fleet: str
    rebellion_controllers: dict[str, str]
    rebellion_claims: list[str]


class PlayerCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    majors: list[str]
    minors: list[str]


class FleetArrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    year: int
    powers: list[str]
    source: Source = "owner"


class CounterLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters: armies and navies of a strength share a pool, and so do the markers."""

    strength_10: Count
    strength_3: Count
    strength_1: Count
    interest_or_influence: Count
    protectorate_or_possession: Count
    dominion_or_state: Count
    merchant_fleet: Count


class MarkerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    status: StatusName


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    kind: Kind
    strength: Literal[1, 3, 10]
    count: Annotated[int, Meta(ge=1, le=99)]
    coast: str | None = None


class PowerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    home: str
    limits: CounterLimits
    merchant_fleets: list[str]
    marker: list[MarkerRow]
    unit: list[UnitRow]
    limits_source: Source = "owner"
    office: list[Count] | None = None
    divisor: float | None = None
    active_on: int | None = None
    activity: list[str] | None = None


class PowersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roles: Roles
    player_count: list[PlayerCount]
    fleet_arrival: list[FleetArrival]
    power: list[PowerRow]


# -- events.toml


class Permit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Areas in which a power may place control this turn as if they were in unrest."""

    power: str
    areas: list[str]
    max_areas: int


class StatusDemand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    status: Literal["dominion", "state"]
    vp_if_refused: int


class EventCause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    holder: str
    against: str


class EventRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    kind: Literal["state", "unrest"]
    table: Literal["A", "B", "C", "D"] | None = None
    power: str | None = None
    tension: Count = 0
    resentment: Count = 0
    office: tuple[int, int] | None = None  # a fraction
    spend_floor: Count = 0
    spend_navies_only: bool = False
    spend_without_india: bool = False
    buy_cap: Count | None = None
    excludes: str | None = None
    permit: Permit | None = None
    demand: StatusDemand | None = None
    casus_belli: EventCause | None = None
    balkan_routes: bool = False
    belgian_expansion: bool = False


def event_key(event: EventRow) -> str:
    """Return the name of an event in the catalogues; all kinds of unrest have one."""
    if event.kind == "unrest":
        return "unrest"
    return "e" + event.code.replace("-", "_")


class UnrestTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grid: list[list[str]]


class UnrestLikely(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that looks mistaken in the source, and what was likely intended."""

    table: str
    row: int
    column: int
    area: str


class EventsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: list[EventRow]
    unrest: dict[str, UnrestTable]
    unrest_likely: list[UnrestLikely]


# -- combat.toml


class OddsColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: list[tuple[int, int]]


class ResultTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: list[list[ResultCode]]
    source: Source = "owner"


class CombatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    odds: OddsColumns
    table_1: ResultTable
    table_2: ResultTable
    table_2_mirrored: ResultTable


# -- tables.toml


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_year: int
    last_year: int
    years_per_turn: int
    great_war_at: int
    codominion_cost: int
    canal_cost: int
    canal_points: int
    stalemate_rounds: int
    india_armies: int
    india_routes: int
    russia_armies: int
    resentment_dice: int
    chinese_army: int
    ottoman_armies: int
    foreign_armies: int
    ottoman_place: str
    guilt_multiplier: int


class StatusRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Literal["interest", "influence", "protectorate", "possession", "dominion"]
    rank: int
    cost: Count
    upkeep: Count
    income: Count


class UnitCost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    strength: Literal[1, 3, 10]
    army: Count
    navy: Count
    source: Source = "owner"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a casus belli when a marker is placed beside another one."""

    placing: StatusName
    other: StatusName
    other_state: Literal["new", "any"]
    casus_belli: Literal["holder", "mutual"]
    source: Source = "owner"


class TensionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    amount: Count
    exempt: list[str] = []


class Penalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    year: int
    points: Count
    source: Source = "owner"


class Resentment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area_type: AreaType
    status: StatusName
    placed: Count
    yearly: Count
    yearly_source: Source = "owner"


class ChineseArmies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    areas: list[str]
    source: Source = "owner"


class BonusRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    points: int
    when: Literal["once", "each_turn", "end"]
    enabled: bool
    power: str | None = None
    source: Source = "owner"


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    constants: Constants
    status: list[StatusRow]
    unit: list[UnitCost]
    placement: list[Placement]
    tension: list[TensionRow]
    great_war_penalty: list[Penalty]
    resentment: list[Resentment]
    chinese_armies: ChineseArmies
    bonus: list[BonusRow]


class Tables(msgspec.Struct, frozen=True):
    """All figures of the game."""

    map: MapFile
    powers: PowersFile
    events: EventsFile
    combat: CombatFile
    tables: TablesFile


def read_tables(overrides: Mapping[str, Any], data: Data | None = None) -> Tables:
    """Return the figures as published, with the owner's overrides."""
    ids = ("id",)
    tables = Tables(
        _read(
            "map.toml",
            MapFile,
            {
                "area": ids,
                "home": ids,
                "sea": ids,
                "cape": ids,
                "passage": ids,
                "balkan_change": ("occurrence",),
            },
            overrides,
            data,
        ),
        _read(
            "powers.toml",
            PowersFile,
            {"power": ids, "player_count": ("players",), "fleet_arrival": ("year",)},
            overrides,
            data,
        ),
        _read(
            "events.toml",
            EventsFile,
            {"event": ("code",), "unrest_likely": ("table", "row", "column")},
            overrides,
            data,
        ),
        _read("combat.toml", CombatFile, {}, overrides, data),
        _read(
            "tables.toml",
            TablesFile,
            {
                "status": ids,
                "unit": ("strength",),
                "placement": ("placing", "other", "other_state"),
                "tension": ids,
                "great_war_penalty": ("year",),
                "resentment": ("area_type", "status"),
                "bonus": ids,
            },
            overrides,
            data,
        ),
    )
    check(tables)
    return tables


def _read(
    name: str,
    kind: type[Any],
    identity: Mapping[str, tuple[str, ...]],
    overrides: Mapping[str, Any],
    data: Data | None,
) -> Any:
    return read_file(PACKAGE, name, kind, identity, overrides, data)


# -- what must fit together


def check(tables: Tables) -> None:
    """Names must be known, routes go both ways, tables have their size."""
    areas = {row.id for row in tables.map.area}
    homes = {row.id for row in tables.map.home}
    seas = {row.id for row in tables.map.sea}
    powers = {row.id for row in tables.powers.power}
    land = areas | homes
    rows: list[AreaRow | HomeRow] = [*tables.map.area, *tables.map.home]
    for row in rows:
        _known("map.toml", f"area.{row.id}.routes", row.routes, land)
        _known("map.toml", f"area.{row.id}.coasts", row.coasts, seas)
    _both_ways(tables)
    for sea in tables.map.sea:
        _known("map.toml", f"sea.{sea.id}.adjacent", sea.adjacent, seas)
    for passage in tables.map.passage:
        _known("map.toml", f"passage.{passage.id}.joins", passage.joins, seas)
        _known("map.toml", f"passage.{passage.id}.area", [passage.area], areas)
    for power in tables.powers.power:
        where = f"power.{power.id}"
        _known("powers.toml", f"{where}.home", [power.home], homes)
        _known("powers.toml", f"{where}.merchant_fleets", power.merchant_fleets, seas)
        _known("powers.toml", f"{where}.marker", [m.area for m in power.marker], areas)
        _known("powers.toml", f"{where}.unit", [u.area for u in power.unit], land)
        _known("powers.toml", f"{where}.activity", power.activity or (), areas)
    for count in tables.powers.player_count:
        _known("powers.toml", "player_count", [*count.majors, *count.minors], powers)
    for name, table in tables.events.unrest.items():
        for cells in table.grid:
            _known("events.toml", f"unrest.{name}", cells, areas)
    columns = len(tables.combat.odds.columns)
    for name in ("table_1", "table_2", "table_2_mirrored"):
        results = getattr(tables.combat, name).rows
        if len(results) != 6 or any(len(row) != columns for row in results):
            raise DataError("combat.toml", name, say("data.table_size", columns=columns), PACKAGE)


def _known(file: str, key: str, names: Iterable[str], known: set[str]) -> None:
    for name in names:
        if name not in known:
            raise DataError(file, key, say("data.unknown", name=name), PACKAGE)


def _both_ways(tables: Tables) -> None:
    rows: list[AreaRow | HomeRow] = [*tables.map.area, *tables.map.home]
    routes = {row.id: row.routes for row in rows}
    for here, others in routes.items():
        for there in others:
            if here not in routes[there]:
                why = say("data.one_way", here=here, there=there)
                raise DataError("map.toml", f"area.{here}.routes", why, PACKAGE)
