"""Checks for data overrides: no unknown names, no rows added or removed that the rules know by
name, no figure that makes the game unplayable.

Overrides are untrusted: an imported record brings its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from entente.games.pax.data_schema import PACKAGE, AreaRow, HomeRow, PowerRow, Tables
from entente.kernel import say
from entente.kernel.data import Data, DataError
from entente.kernel.message import Message

# Rows that rules, drawing and texts know by name: they can be changed, not added or removed.
FIXED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "map.toml": {
        "area": ("id",),
        "home": ("id",),
        "sea": ("id",),
        "cape": ("id",),
        "passage": ("id",),
        "balkan_change": ("occurrence",),
    },
    "powers.toml": {"power": ("id",), "player_count": ("players",)},
    "events.toml": {"event": ("code",)},
    "tables.toml": {
        "status": ("id", "rank"),
        "unit": ("strength",),
        "tension": ("id",),
        "great_war_penalty": ("year",),
        "resentment": ("area_type", "status"),
        "bonus": ("id",),
    },
}
# Figures with which a game can be played: the least and the most.
BOUNDS = {
    "first_year": (1, 9999),
    "last_year": (1, 9999),
    "years_per_turn": (1, 100),
    "great_war_at": (1, 999),
    "stalemate_rounds": (1, 99),
    "resentment_dice": (1, 20),
    "guilt_multiplier": (0, 99),
}
AMOUNT = (0, 999)
MOST_TURNS = 50
SIDES = 6  # of a die
POOL_OF = {  # the counters that show each status
    "interest": "interest_or_influence",
    "influence": "interest_or_influence",
    "protectorate": "protectorate_or_possession",
    "possession": "protectorate_or_possession",
    "dominion": "dominion_or_state",
    "state": "dominion_or_state",
}


def check_corrected(tables: Tables, base: Data) -> None:
    """Raise DataError for the first mismatch."""
    _check_rows(tables, base)
    _check_map(tables, base)
    _check_powers(tables, base)
    _check_events(tables, base)
    _check_figures(tables)


def _check_rows(tables: Tables, base: Data) -> None:
    for file, fixed in FIXED.items():
        rows = getattr(tables, file.removesuffix(".toml"))
        for table, keys in fixed.items():
            known = {tuple(row[key] for key in keys) for row in base[file][table]}
            identities = [tuple(getattr(row, key) for key in keys) for row in getattr(rows, table)]
            for each in identities:
                if each not in known:
                    raise _wrong(file, f"{table} {each[0]}", say("data.added"))
            for gone in known.difference(identities):
                raise _wrong(file, f"{table} {gone[0]}", say("data.removed"))


def _check_map(tables: Tables, base: Data) -> None:
    file, data = "map.toml", tables.map
    seas, powers = {row.id for row in data.sea}, {row.id for row in tables.powers.power}
    places: list[AreaRow | HomeRow] = [*data.area, *data.home]
    land = {row.id for row in places}
    first = base[file]
    tags = {tag for row in first["area"] for tag in row.get("tags", ())}
    coastal = {row["id"] for row in (*first["area"], *first["home"]) if row["coasts"]}
    _known(file, "tags", data.tags.reconstructed, tags | {*first["tags"]["reconstructed"]})
    for row in places:
        if (row.id in coastal and not row.coasts) or len({*row.coasts}) != len(row.coasts):
            raise _wrong(file, f"{row.id}, coasts", say("data.coasts"))
    for area in data.area:
        _known(file, f"area {area.id}, tags", area.tags, tags)
    for home in data.home:
        where = f"home {home.id}"
        _known(file, f"{where}, power", [home.power], powers)
        for box in home.boxes:
            _some(file, f"{where}, boxes", box)
            _known(file, f"{where}, boxes", box, home.coasts)
    for cape in data.cape:
        _known(file, f"cape {cape.id}", cape.between, seas)
    for change in data.balkan_change:
        where = f"balkan_change {change.occurrence}"
        for pair in (*change.add_routes, *change.remove_routes):
            _known(file, where, pair, land)
        for area_id, sea in change.add_coasts:
            _known(file, where, [area_id], land)
            _known(file, where, [sea], seas)


def _check_powers(tables: Tables, base: Data) -> None:
    file, data = "powers.toml", tables.powers
    powers, seas = {row.id for row in data.power}, {row.id for row in tables.map.sea}
    owners = {row.id: row.power for row in tables.map.home}
    places: list[AreaRow | HomeRow] = [*tables.map.area, *tables.map.home]
    coasts = {row.id: row.coasts for row in places}
    first = {row["id"]: row for row in base[file]["power"]}
    for row in data.power:
        where = f"power {row.id}"
        for name in ("office", "divisor", "active_on", "activity"):
            if (getattr(row, name) is None) != (first[row.id].get(name) is None):
                raise _wrong(file, f"{where}, {name}", say("data.kept"))
        if owners[row.home] != row.id:
            raise _wrong(file, f"{where}, home", say("data.home", home=row.home))
        for unit in row.unit:
            if unit.kind == "navy" and not coasts[unit.area]:
                raise _wrong(file, f"{where}, unit", say("data.coasts"))
            _known(file, f"{where}, unit", [unit.coast] if unit.coast else (), coasts[unit.area])
        if len({*(marker.area for marker in row.marker)}) != len(row.marker):
            raise _wrong(file, f"{where}, marker", say("data.twice"))
        _check_counters(file, where, row)
        if row.divisor is not None:
            _between(file, f"{where}, divisor", row.divisor, 0.5, 999)
        if row.office is not None and len(row.office) != SIDES:
            raise _wrong(file, f"{where}, office", say("data.six"))
        if row.active_on is not None:
            _between(file, f"{where}, active_on", row.active_on, 0, SIDES)
        if row.activity is not None and len(row.activity) not in (0, 2 * SIDES - 1):
            raise _wrong(file, f"{where}, activity", say("data.eleven"))
    roles = data.roles
    named = (*roles.great_war_powers, *roles.congress_entitled, *roles.congress_invited)
    both = (*roles.rebellion_controllers, *roles.rebellion_controllers.values())
    _known(file, "roles", (*named, *roles.rebellion_claims, *both), powers)
    _known(file, "roles, japan_as_minor_fleet", [roles.japan_as_minor_fleet], seas)
    for count in data.player_count:
        all_powers = [*count.majors, *count.minors]
        if len({*all_powers}) != len(all_powers):
            raise _wrong(file, f"player_count {count.players}", say("data.twice"))
        if not count.majors:
            raise _wrong(file, f"player_count {count.players}", say("data.empty"))
    for arrival in data.fleet_arrival:
        _known(file, f"fleet_arrival {arrival.year}", arrival.powers, powers)


def _check_counters(file: str, where: str, row: PowerRow) -> None:
    """Check that a power has the counters for what it begins with."""
    needed = Counter(POOL_OF[marker.status] for marker in row.marker)
    for unit in row.unit:
        needed[f"strength_{unit.strength}"] += unit.count
    needed["merchant_fleet"] = len(row.merchant_fleets)
    for pool, count in needed.items():
        limit = getattr(row.limits, pool)
        if count > limit:
            message = say("data.counters", pool=pool, limit=limit, count=count)
            raise _wrong(file, f"{where}, limits", message)


def _check_events(tables: Tables, base: Data) -> None:
    file, data = "events.toml", tables.events
    powers, areas = {row.id for row in tables.powers.power}, {row.id for row in tables.map.area}
    codes = {row.code for row in data.event}
    for row in data.event:
        where = f"event {row.code}"
        _known(file, where, [row.power] if row.power is not None else (), powers)
        _known(file, where, [row.excludes] if row.excludes is not None else (), codes)
        if row.office is not None:
            _between(file, f"{where}, office", row.office[0], 0, 99)
            _between(file, f"{where}, office", row.office[1], 1, 99)
        if row.kind == "unrest" and row.table is None:
            raise _wrong(file, f"{where}, table", say("data.empty"))
        if row.permit is not None:
            _known(file, f"{where}, permit", [row.permit.power], powers)
            _known(file, f"{where}, permit", row.permit.areas, areas)
            _between(file, f"{where}, permit", row.permit.max_areas, *AMOUNT)
        if row.demand is not None:
            _known(file, f"{where}, demand", [row.demand.area], areas)
            _between(file, f"{where}, demand", row.demand.vp_if_refused, -999, 999)
        if row.casus_belli is not None:
            cause = (row.casus_belli.holder, row.casus_belli.against)
            _known(file, f"{where}, casus_belli", cause, powers)
    shapes = {name: _shape(table["grid"]) for name, table in base[file]["unrest"].items()}
    if {name: _shape(table.grid) for name, table in data.unrest.items()} != shapes:
        raise _wrong(file, "unrest", say("data.grid"))
    for likely in data.unrest_likely:
        _known(file, "unrest_likely", [likely.table], shapes)
        _known(file, "unrest_likely", [likely.area], areas)
        shape = shapes[likely.table]
        _between(file, "unrest_likely, row", likely.row, 1, len(shape))
        _between(file, "unrest_likely, column", likely.column, 1, min(shape))


def _shape(grid: Iterable[Collection[str]]) -> list[int]:
    return [len(row) for row in grid]


def _check_figures(tables: Tables) -> None:
    file, data = "tables.toml", tables.tables
    powers, areas = {row.id for row in tables.powers.power}, {row.id for row in tables.map.area}
    constants = data.constants
    for name in constants.__struct_fields__:
        value = getattr(constants, name)
        if isinstance(value, int):
            _between(file, f"constants, {name}", value, *BOUNDS.get(name, AMOUNT))
    turns = (constants.last_year - constants.first_year) // constants.years_per_turn
    _between(file, "constants, last_year", turns, 0, MOST_TURNS)
    years = {row.year for row in data.great_war_penalty}
    for turn in range(turns + 1):
        _known(
            file,
            "great_war_penalty",
            [constants.first_year + turn * constants.years_per_turn],
            years,
        )
    _known(file, "constants, ottoman_place", [constants.ottoman_place], areas)
    _known(file, "chinese_armies, areas", data.chinese_armies.areas, areas)
    for tension in data.tension:
        _known(file, f"tension {tension.id}, exempt", tension.exempt, powers)
    for bonus in data.bonus:
        _known(file, f"bonus {bonus.id}", [bonus.power] if bonus.power is not None else (), powers)
        _between(file, f"bonus {bonus.id}, points", bonus.points, -999, 999)
    for a, b in tables.combat.odds.columns:
        _between("combat.toml", "odds", min(a, b), 1, 999)


def _wrong(file: str, key: str, reason: Message) -> DataError:
    return DataError(file, key, reason, PACKAGE)


def _known(file: str, key: str, names: Iterable[object], known: Collection[object]) -> None:
    for name in names:
        if name not in known:
            raise _wrong(file, key, say("data.unknown", name=str(name)))


def _some(file: str, key: str, names: Collection[object]) -> None:
    if not names:
        raise _wrong(file, key, say("data.empty"))


def _between(file: str, key: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise _wrong(file, key, say("data.between", least=str(least), most=str(most)))
