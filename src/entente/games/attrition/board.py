"""The board: regions, paths, nations, tiles, cards and queries about geography."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from entente.games.attrition.data_schema import AttritionTables, CardRow, EliteRow, read_tables
from entente.kernel import Message, ReconstructedValue, say
from entente.kernel.data import Data

Side = Literal["central", "entente"]
CENTRAL: Side = "central"
ENTENTE: Side = "entente"
SIDES: tuple[Side, Side] = (CENTRAL, ENTENTE)

NEUTRAL = "neutral"
CONTESTED = "contested"

INFANTRY, ARTILLERY, AIRPLANE, TANK, ELITE, DECOY = (
    "infantry",
    "artillery",
    "airplane",
    "tank",
    "elite",
    "decoy",
)
REGULAR = (INFANTRY, ARTILLERY, AIRPLANE)
HIT_FACE = {INFANTRY: 1, ELITE: 1, ARTILLERY: 2, TANK: 2, AIRPLANE: 3, DECOY: 0}

LONDON, BERLIN, PETROGRAD, ISTANBUL, SALONICA, BELGRADE = (
    "london",
    "berlin",
    "petrograd",
    "istanbul",
    "salonica",
    "belgrade",
)
BRITAIN, FRANCE, RUSSIA, SERBIA, GREECE, USA, GERMANY, OTTOMAN = (
    "britain",
    "france",
    "russia",
    "serbia",
    "greece",
    "usa",
    "germany",
    "ottoman",
)

FACE_DOWN = "-down"


def other_side(side: str) -> Side:
    return ENTENTE if side == CENTRAL else CENTRAL


def unknown(side: str) -> str:
    """Return the hidden tile of a side, as its opponent sees it (12.3)."""
    return f"{side}-unknown"


class Region(NamedTuple):
    """A region of the map. `allegiance` never changes, even when control does (2.1.2)."""

    id: str
    nation: str
    allegiance: Side
    capital: bool
    ip: int
    start: str


class Nation(NamedTuple):
    """A nation with its regions; `entry` lists the capitals that carry its flag (4.5)."""

    id: str
    side: Side
    starts_neutral: bool
    capital: str
    regions: tuple[str, ...]
    entry: tuple[str, ...]
    alternative_tiles: int


class Tile(NamedTuple):
    """A kind of tile. Under fog of war a tile on the board may be face down: then it is `down`."""

    id: str
    side: Side
    nation: str
    type: str
    face: int
    up: str
    down: str
    arrival: str
    elite: EliteRow | None

    @property
    def is_down(self) -> bool:
        return self.id == self.down

    @property
    def is_infantry(self) -> bool:
        return self.type in (INFANTRY, ELITE)


class Board:
    """Everything about the game that never changes during play."""

    def __init__(self, patches: Mapping[str, Any], data: Data | None = None) -> None:
        self.tables: AttritionTables = read_tables(patches, data)
        maps, tiles, cards = self.tables.map, self.tables.tiles, self.tables.cards
        self.industry = maps.industry
        self.markers = tiles.markers
        self.deal = cards.deal
        self.turns = maps.turns.order
        self.regions = {
            row.id: Region(
                row.id, row.nation, row.allegiance, row.kind == "capital", row.ip, row.start_marker
            )
            for row in maps.region
        }
        self.capitals: dict[str, tuple[str, ...]] = {
            side: tuple(r.id for r in self.regions.values() if r.capital and r.allegiance == side)
            for side in SIDES
        }
        self.nations = {row.id: self._nation(row.id) for row in maps.nation}
        self.land = self._neighbours("land")
        self.sea = self._neighbours("sea")
        self.tiles = {tile.id: tile for tile in self._tiles()}
        self.side_of: dict[str, Side] = {tile.id: tile.side for tile in self.tiles.values()}
        self.order = tuple(self.tiles)
        self.rank = {tile: rank for rank, tile in enumerate(self.order)}
        self.cards: dict[str, CardRow] = {row.id: row for row in cards.card}
        self.open_paths = maps.open_path
        self.generals = {row.id: row.nation for row in tiles.general}
        self.counts: dict[str, int] = self._counts()
        # Regions with reconstructed industry, and reconstructed paths.
        self.doubtful_regions = frozenset(
            row.id for row in maps.region if row.ip_source == "reconstructed"
        )
        self.doubtful_paths = tuple(
            (row.a, row.b) for row in maps.path if row.source == "reconstructed"
        )
        # Reconstructed figures by region and tile; a path belongs to both its ends.
        self.marked: dict[str, list[Message]] = self._marked()

    def _nation(self, name: str) -> Nation:
        row = next(row for row in self.tables.map.nation if row.id == name)
        regions = tuple(r.id for r in self.regions.values() if r.nation == name)
        capital = next(r for r in regions if self.regions[r].capital)
        return Nation(
            name,
            row.side,
            row.starts_neutral,
            capital,
            regions,
            tuple(row.entry_regions),
            row.alternative_entry_tiles,
        )

    def _neighbours(self, kind: str) -> dict[str, tuple[str, ...]]:
        neighbours: dict[str, list[str]] = {region: [] for region in self.regions}
        for path in self.tables.map.path:
            if path.kind == kind:
                neighbours[path.a].append(path.b)
                neighbours[path.b].append(path.a)
        return {region: tuple(sorted(ends)) for region, ends in neighbours.items()}

    def _tiles(self) -> Iterable[Tile]:
        """Every kind of tile, face up and face down, in the order that fixes draws and lists."""
        rows = self.tables.tiles
        for row in rows.nation:
            for kind in REGULAR:
                if getattr(row, kind):
                    yield from self._faces(f"{row.id}-{kind}", row.id, kind, row.pouch_turn)
        for tank in rows.tank:
            yield from self._faces(tank.id, tank.nation, TANK, tank.pouch_turn)
        for elite in rows.elite:
            yield from self._faces(elite.id, elite.nation, ELITE, elite.reserve_turn, elite)
        for side in SIDES:
            yield from self._faces(f"{side}-{DECOY}", "", DECOY, "setup", side=side)

    def _faces(
        self,
        name: str,
        nation: str,
        kind: str,
        arrival: str,
        elite: EliteRow | None = None,
        side: Side | None = None,
    ) -> Iterable[Tile]:
        side = side or self.nations[nation].side
        down = name + FACE_DOWN
        for face in (name, down):
            yield Tile(face, side, nation, kind, HIT_FACE[kind], name, down, arrival, elite)

    def _counts(self) -> dict[str, int]:
        """Return how many there are of each regular tile."""
        return {
            f"{row.id}-{kind}": getattr(row, kind)
            for row in self.tables.tiles.nation
            for kind in REGULAR
            if getattr(row, kind)
        }

    # -- questions

    def year(self, turn: int) -> int:
        return int(self.turns[turn].rsplit("_", 1)[1])

    def in_order(self, bag: Mapping[str, int]) -> list[str]:
        """Return the kinds of tile in a bag, in the order of the tile list."""
        return sorted(bag, key=self.rank.__getitem__)

    def _marked(self) -> dict[str, list[Message]]:
        messages: dict[str, list[Message]] = {}
        for region in self.tables.map.region:
            if region.ip_source == "reconstructed":
                messages.setdefault(region.id, []).append(say("mark.industry", points=region.ip))
        for a, b in self.doubtful_paths:
            for here, there in ((a, b), (b, a)):
                kind = "land" if there in self.land[here] else "sea"
                message = say("mark.path", region=there, kind=kind)
                messages.setdefault(here, []).append(message)
        for elite in self.tables.tiles.elite:
            if elite.special_face_source == "reconstructed":
                messages[elite.id] = [say("mark.special", face=elite.special_face)]
        return messages

    def is_doubtful(self, start: str, end: str) -> bool:
        """Return whether the path between two regions is reconstructed."""
        return (start, end) in self.doubtful_paths or (end, start) in self.doubtful_paths

    def marks(self) -> list[ReconstructedValue]:
        """Every reconstructed figure."""
        maps, tiles = self.tables.map, self.tables.tiles
        values = [
            ReconstructedValue("map.toml", f"region {row.id}", "ip", row.ip, "industry", (row.id,))
            for row in maps.region
            if row.ip_source == "reconstructed"
        ]
        values += [
            ReconstructedValue(
                "map.toml", f"path {row.kind}", f"{row.a} {row.b}", row.kind, "path", (row.a, row.b)
            )
            for row in maps.path
            if row.source == "reconstructed"
        ]
        values += [
            ReconstructedValue(
                "tiles.toml",
                f"elite {row.id}",
                "special_face",
                row.special_face,
                "special",
                (row.id,),
            )
            for row in tiles.elite
            if row.special_face_source == "reconstructed"
        ]
        return values
