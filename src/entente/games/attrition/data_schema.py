"""The schema of the data files, and the checks on an owner's corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

from entente.kernel import Message, say
from entente.kernel.data import Data, DataError, read_file

PACKAGE = "entente.games.attrition"
FILES = ("map.toml", "tiles.toml", "cards.toml")

SideName = Literal["central", "entente"]
Source = Literal["rulebook", "reconstructed", "owner"]
Count = Annotated[int, Meta(ge=0, le=99)]


class Industry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    early_victory: Annotated[int, Meta(ge=1)]
    ruhr_region: str
    ruhr_value: Count
    fall_1914_draw: Count
    fall_1914_bonus: Count


class Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: list[str]


class NationRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: SideName
    starts_neutral: bool
    entry_regions: list[str]
    alternative_entry_tiles: Count = 0


class RegionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nation: str
    allegiance: SideName
    kind: Literal["capital", "territory"]
    ip: Count
    start_marker: Literal["central", "entente", "neutral"]
    lon: float
    lat: float
    ip_source: Source = "owner"
    inset: str | None = None


class PathRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["land", "sea"]
    a: str
    b: str
    source: Source = "owner"
    basis: str = ""
    evidence: str = ""


class OpenPathRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["land", "sea"]
    a: str
    b: str
    chosen: Literal["absent", "present"]
    why: str


class AttritionMapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    industry: Industry
    turns: Turns
    nation: list[NationRow]
    region: list[RegionRow]
    path: list[PathRow]
    open_path: list[OpenPathRow]


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    trenches: Count
    mulligans: Count
    decoys: Count


class TileRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a nation's regular tiles, and when they enter the pouch."""

    id: str
    infantry: Annotated[int, Meta(ge=1, le=99)]  # elites and cards need some
    artillery: Count
    airplane: Count
    pouch_turn: str


class TankRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nation: str
    pouch_turn: str


class EliteRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    corps: Literal["jagdkommandos", "stormtroopers", "tirailleurs", "marines"]
    nation: str
    reserve_turn: str
    first_cost: Count
    later_cost: Count
    special_face: Annotated[int, Meta(ge=4, le=6)]
    special_face_source: Source = "owner"
    removed_turn: str | None = None


class GeneralRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nation: str


class PlacedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    region: str
    tile: str
    count: Count


class TilesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    markers: Markers
    nation: list[TileRow]
    tank: list[TankRow]
    elite: list[EliteRow]
    general: list[GeneralRow]
    historical_1914: list[PlacedRow]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drawn: Count
    kept: Count


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: SideName
    year: int
    only: bool
    not_with: str | None = None


class CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deal: Deal
    card: list[CardRow]


class AttritionTables(msgspec.Struct, frozen=True):
    """All data of the game."""

    map: AttritionMapFile
    tiles: TilesFile
    cards: CardsFile


def data_error(file: str, key: str, reason: Message) -> DataError:
    """Return an error in the data, with the reason as a text of this game."""
    return DataError(file, key, reason, PACKAGE)


def read_tables(patches: Mapping[str, Any], data: Data | None = None) -> AttritionTables:
    """Read the data files, or those of another release, with an owner's corrections; raise
    DataError if they are inconsistent."""
    for file in patches:
        if file not in FILES:
            raise data_error(file, "", say("data.no_file", known=list(FILES)))
    original = _read({}, data)
    for file, patch in patches.items():
        _known_rows(file, patch, msgspec.to_builtins(original))
    tables = _read(patches, data) if patches else original
    if patches:
        _same_rows(tables, original)
    check_map(tables.map)
    check_tiles(tables)
    return tables


def _read(patches: Mapping[str, Any], data: Data | None) -> AttritionTables:
    by_id = ("id",)
    path = ("kind", "a", "b")
    return AttritionTables(
        read_file(
            PACKAGE,
            "map.toml",
            AttritionMapFile,
            {"nation": by_id, "region": by_id, "path": path, "open_path": path},
            patches,
            data,
        ),
        read_file(
            PACKAGE,
            "tiles.toml",
            TilesFile,
            {
                "nation": by_id,
                "tank": by_id,
                "elite": by_id,
                "general": by_id,
                "historical_1914": ("region", "tile"),
            },
            patches,
            data,
        ),
        read_file(PACKAGE, "cards.toml", CardsFile, {"card": by_id}, patches, data),
    )


def _known_rows(file: str, patch: Any, original: dict[str, Any]) -> None:
    """Reject a row with a misspelt id before complaining about its missing figures."""
    tables = original[file.removesuffix(".toml")]
    for table, rows in patch.items() if isinstance(patch, dict) else ():
        known = [row["id"] for row in _rows(tables.get(table)) if "id" in row]
        for row in _rows(rows) if known else ():
            name = row.get("id")
            if isinstance(name, str) and name not in known:
                near = get_close_matches(name, known, 1)
                if near:
                    raise data_error(
                        file, f"{table} {name}", say("data.near", name=name, near=near)
                    )
                raise data_error(file, f"{table} {name}", say("data.added"))


def _rows(table: Any) -> list[dict[str, Any]]:
    return [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []


def _same_rows(tables: AttritionTables, original: AttritionTables) -> None:
    """Figures and paths may be corrected; named rows may not be added or removed."""
    maps, old_maps, tiles, old_tiles = tables.map, original.map, tables.tiles, original.tiles
    lists: list[tuple[str, str, list[str], list[str]]] = [
        ("map.toml", "nation", _ids(maps.nation), _ids(old_maps.nation)),
        ("map.toml", "region", _ids(maps.region), _ids(old_maps.region)),
        ("tiles.toml", "nation", _ids(tiles.nation), _ids(old_tiles.nation)),
        ("tiles.toml", "tank", _ids(tiles.tank), _ids(old_tiles.tank)),
        ("tiles.toml", "elite", _ids(tiles.elite), _ids(old_tiles.elite)),
        ("tiles.toml", "general", _ids(tiles.general), _ids(old_tiles.general)),
        ("cards.toml", "card", _ids(tables.cards.card), _ids(original.cards.card)),
    ]
    for file, table, rows, originals in lists:
        ids, known = set(rows), set(originals)
        for name in sorted(ids - known):
            raise data_error(file, f"{table} {name}", say("data.added"))
        for name in sorted(known - ids):
            raise data_error(file, f"{table} {name}", say("data.removed"))
    if tables.map.turns != original.map.turns:
        raise data_error("map.toml", "turns", say("data.turns"))


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def _ids(rows: Sequence[_Named]) -> list[str]:
    return [row.id for row in rows]


def check_map(board: AttritionMapFile) -> None:
    """Check that the map is consistent."""
    regions = {region.id: region for region in board.region}
    nations = {nation.id: nation for nation in board.nation}
    file = "map.toml"
    for region in board.region:
        key = f"region {region.id}"
        nation = nations.get(region.nation)
        if nation is None:
            raise data_error(file, f"{key}, nation", say("data.no_nation", name=region.nation))
        if nation.side != region.allegiance:
            raise data_error(file, f"{key}, allegiance", say("data.other_side", nation=nation.id))
        if nation.starts_neutral != (region.start_marker == "neutral"):
            neutral = str(nation.starts_neutral).lower()
            reason = say("data.start_marker", value=neutral, nation=nation.id)
            raise data_error(file, f"{key}, start_marker", reason)
    for nation in board.nation:
        for name in nation.entry_regions:
            entry = regions.get(name)
            key = f"nation {nation.id}, entry_regions"
            if entry is None:
                raise data_error(file, key, say("data.no_region", name=name))
            if entry.kind != "capital" or entry.allegiance != nation.side:
                raise data_error(file, key, say("data.no_capital", region=name, side=nation.side))
        if not nation.entry_regions:
            key = f"nation {nation.id}, entry_regions"
            raise data_error(file, key, say("data.never_mobilised"))
        if not any(r.kind == "capital" and r.nation == nation.id for r in board.region):
            raise data_error(file, f"nation {nation.id}", say("data.without_capital"))
    if board.industry.ruhr_region not in regions:
        reason = say("data.no_region", name=board.industry.ruhr_region)
        raise data_error(file, "industry, ruhr_region", reason)
    _check_paths(board, set(regions))


def _check_paths(board: AttritionMapFile, regions: set[str]) -> None:
    neighbours: dict[str, set[str]] = {region: set() for region in regions}
    kinds: dict[frozenset[str], str] = {}
    for path in board.path:
        key = f"path {path.kind} {path.a} {path.b}"
        for end in (path.a, path.b):
            if end not in regions:
                raise data_error("map.toml", key, say("data.no_region", name=end))
        if path.a == path.b:
            raise data_error("map.toml", key, say("data.path_to_itself"))
        if kinds.setdefault(frozenset((path.a, path.b)), path.kind) != path.kind:
            raise data_error("map.toml", key, say("data.two_paths"))
        neighbours[path.a].add(path.b)
        neighbours[path.b].add(path.a)
    start = board.region[0].id
    reached, front = {start}, [start]
    while front:
        for region in neighbours[front.pop()] - reached:
            reached.add(region)
            front.append(region)
    for region in sorted(regions - reached):
        raise data_error("map.toml", f"region {region}", say("data.unreachable", start=start))


def check_tiles(tables: AttritionTables) -> None:
    """Check that the tiles fit the nations, the turns and the regions."""
    file = "tiles.toml"
    nations = {nation.id for nation in tables.map.nation}
    regions = {region.id for region in tables.map.region}
    turns = {*tables.map.turns.order, "setup"}
    tiles = tables.tiles
    owners = [(row.id, row.nation) for row in tiles.tank]
    owners += [(row.id, row.nation) for row in tiles.elite]
    owners += [(row.id, row.nation) for row in tiles.general]
    for name, nation in owners:
        if nation not in nations:
            raise data_error(file, f"{name}, nation", say("data.no_nation", name=nation))
    arrivals = [(row.id, row.pouch_turn) for row in tiles.nation]
    arrivals += [(row.id, row.pouch_turn) for row in tiles.tank]
    for name, turn in arrivals:
        if turn not in turns:
            raise data_error(file, f"{name}, pouch_turn", say("data.no_turn", name=turn))
    for elite in tiles.elite:
        if elite.reserve_turn not in {*turns, "russian_surrender"}:
            reason = say("data.no_turn", name=elite.reserve_turn)
            raise data_error(file, f"{elite.id}, reserve_turn", reason)
        if elite.removed_turn is not None and elite.removed_turn not in turns:
            reason = say("data.no_turn", name=elite.removed_turn)
            raise data_error(file, f"{elite.id}, removed_turn", reason)
    numbers = {
        f"{row.id}-{kind}": getattr(row, kind)
        for row in tiles.nation
        for kind in ("infantry", "artillery", "airplane")
    }
    stock = dict(numbers)
    early = {"setup", tables.map.turns.order[0]}
    late = {
        name
        for row in tiles.nation
        if row.pouch_turn not in early
        for name in numbers
        if name.startswith(f"{row.id}-")
    }
    for placed in tiles.historical_1914:
        key = f"historical_1914 {placed.region} {placed.tile}"
        if placed.region not in regions:
            raise data_error(file, key, say("data.no_region", name=placed.region))
        if placed.tile in late:
            raise data_error(file, key, say("data.not_there_yet"))
        stock[placed.tile] = stock.get(placed.tile, 0) - placed.count
        if stock[placed.tile] < 0:
            raise data_error(file, key, say("data.too_many", count=numbers.get(placed.tile, 0)))
    if sum(number for tile, number in numbers.items() if tile.startswith("serbia-")) < 2:
        raise data_error(file, "nation serbia", say("data.belgrade"))
    if tables.cards.deal.kept > tables.cards.deal.drawn:
        raise data_error("cards.toml", "deal, kept", say("data.kept"))
