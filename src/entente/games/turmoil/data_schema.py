"""The schema of the data files, and the checks on an owner's corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from entente.kernel import Message, say
from entente.kernel.data import Data, DataError, read_file

PACKAGE = "entente.games.turmoil"
SPACES, CARDS, TRACKS = "spaces.toml", "cards.toml", "tracks.toml"

SideName = Literal["authoritarian", "liberal"]
Source = Literal["published", "reconstructed", "owner"]
RegionName = Literal["france", "germany", "austria_hungary", "russia", "balkans", "independent"]
IconName = Literal[
    "government",
    "monarch",
    "church",
    "worker",
    "bourgeoisie",
    "farmer",
    "army",
    "intellectual",
    "annex",
]
Count = Annotated[int, Meta(ge=0, le=99)]


class SpaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    region: RegionName
    stability: Annotated[int, Meta(ge=1, le=9)]
    battleground: bool
    icons: Annotated[list[IconName], Meta(min_length=1)]
    authoritarian: Count
    liberal: Count
    x: int
    y: int


class BoxRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: SideName
    x: int
    y: int


class LinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    source: Source = "published"


class OpenLinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    chosen: Literal["absent", "present"]


class SpacesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    space: list[SpaceRow]
    box: list[BoxRow]
    link: list[LinkRow]
    open_link: list[OpenLinkRow]


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A strategy card. `needs`: requires one of these events; `barred_by`: forbidden after any of
    these."""

    id: str
    ops: Annotated[int, Meta(ge=0, le=9)]
    side: Literal["authoritarian", "liberal", "neutral", "scoring"]
    era: Literal["victorian", "edwardian", "georgian"]
    removed: bool = False
    lasting: bool = False
    red: bool = False
    region: str = ""
    needs: tuple[str, ...] = ()
    barred_by: tuple[str, ...] = ()


class StabilityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: SideName


class MobilizationRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nation: str
    priority: Annotated[int, Meta(ge=0, le=8)]
    france_first: bool = False
    source: Source = "published"


class CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: list[CardRow]
    stability: list[StabilityRow]
    mobilization: list[MobilizationRow]


class NavalRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    needed: Count


class RegionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    presence: Count
    domination: Count
    control: Count


class StatusRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    markers: int
    modifier: Annotated[int, Meta(ge=-9, le=9)]
    source: Source = "published"


class MarkerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: Literal["", "authoritarian", "liberal"]
    war: Count
    crisis: Annotated[int, Meta(ge=-9, le=9)]


class TracksFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    naval_box: list[NavalRow]
    region: list[RegionRow]
    status: list[StatusRow]
    marker: list[MarkerRow]


class TurmoilTables(msgspec.Struct, frozen=True):
    """All data files of the game."""

    spaces: SpacesFile
    cards: CardsFile
    tracks: TracksFile


IDENTITY: dict[str, dict[str, tuple[str, ...]]] = {
    SPACES: {"space": ("id",), "box": ("id",), "link": ("a", "b"), "open_link": ("a", "b")},
    CARDS: {"card": ("id",), "stability": ("id",), "mobilization": ("id",)},
    TRACKS: {
        "naval_box": ("number",),
        "region": ("id",),
        "status": ("markers",),
        "marker": ("id",),
    },
}
FIXED = {  # rows of these tables may be changed, not added or removed
    SPACES: ("space", "box"),
    CARDS: ("card", "stability", "mobilization"),
    TRACKS: ("naval_box", "region", "status", "marker"),
}
MAY_CHANGE = {  # columns that events rely on stay fixed
    "card": {"ops"},
    "stability": set[str](),
    "mobilization": {"priority", "source"},
    "box": {"x", "y"},
}


def read_tables(overrides: Mapping[str, Any], data: Data | None = None) -> TurmoilTables:
    """Read the published data, or those of another release, with an owner's corrections; DataError
    says what is wrong."""
    for file in overrides:
        if file not in IDENTITY:
            raise _wrong(file, "", say("data.no_file", known=list(IDENTITY)))
    if overrides:
        _check_names(overrides, data)
    marked = _owned(overrides)
    tables = TurmoilTables(
        read_file(PACKAGE, SPACES, SpacesFile, IDENTITY[SPACES], marked, data),
        read_file(PACKAGE, CARDS, CardsFile, IDENTITY[CARDS], marked, data),
        read_file(PACKAGE, TRACKS, TracksFile, IDENTITY[TRACKS], marked, data),
    )
    if overrides:
        _check(overrides, tables, data)
    return tables


def _owned(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Clear the reconstruction marks of figures that an owner has corrected."""
    sourced = {SPACES: ("link",), CARDS: ("mobilization",), TRACKS: ("status",)}
    marked: dict[str, Any] = {}
    for file, patch in overrides.items():
        marked[file] = dict(patch) if isinstance(patch, Mapping) else patch
        for table in sourced[file]:
            rows = marked[file].get(table) if isinstance(patch, Mapping) else None
            if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
                marked[file][table] = [
                    row if row.get("remove") else {"source": "owner", **row} for row in rows
                ]
    return marked


def _wrong(file: str, key: str, reason: Message) -> DataError:
    return DataError(file, key, reason, PACKAGE)


def _check(overrides: Mapping[str, Any], tables: TurmoilTables, data: Data | None) -> None:
    """Check what types cannot: no new rows, links between known spaces, a connected map."""
    published = read_tables({}, data)
    for file, names in FIXED.items():
        for table in names:
            key = IDENTITY[file][table][0]
            old, new = _rows(published, table), _rows(tables, table)
            _check_same_rows(file, table, [getattr(row, key) for row in old], new, key)
    for table, allowed in MAY_CHANGE.items():
        file = CARDS if table != "box" else SPACES
        for row in overrides.get(file, {}).get(table, []):
            for key in row:
                if key not in allowed and key != "id":
                    place = f"{table} {row.get('id', '?')}, {key}"
                    raise _wrong(file, place, say("data.fixed", known=sorted(allowed)))
    _check_scoring_cards(tables.cards.card)
    _check_links(tables.spaces)


def _check_names(overrides: Mapping[str, Any], data: Data | None) -> None:
    """Reject rows with unknown names, most likely typos."""
    published = read_tables({}, data)
    for file, names in FIXED.items():
        patch = overrides.get(file)
        for table in names if isinstance(patch, Mapping) else ():
            key, rows = IDENTITY[file][table][0], patch.get(table) if patch else None
            known = [getattr(row, key) for row in _rows(published, table)]
            for row in rows if isinstance(rows, list) else ():
                if isinstance(row, dict) and key in row and row[key] not in known:
                    raise _wrong(file, f"{table} {row[key]}", _unknown(str(row[key]), known))


def _unknown(name: str, known: list[Any]) -> Message:
    near = get_close_matches(name, [str(each) for each in known], 3)
    return say("data.near", name=name, near=near) if near else say("data.added")


def _rows(tables: TurmoilTables, table: str) -> list[Any]:
    for file in (tables.spaces, tables.cards, tables.tracks):
        if hasattr(file, table):
            return list(getattr(file, table))
    raise KeyError(table)


def _check_same_rows(file: str, table: str, old: list[Any], new: list[Any], key: str) -> None:
    names = [getattr(row, key) for row in new]
    for name in old:
        if name not in names:
            raise _wrong(file, f"{table} {name}", say("data.removed"))


def _check_scoring_cards(cards: Iterable[CardRow]) -> None:
    for card in cards:
        if (card.ops == 0) != (card.side == "scoring"):
            raise _wrong(CARDS, f"card {card.id}, ops", say("data.scoring_ops"))


def _check_links(spaces: SpacesFile) -> None:
    """Check that links join existing places and every space is reachable."""
    known = [row.id for row in spaces.space] + [row.id for row in spaces.box]
    near: dict[str, set[str]] = {name: set() for name in known}
    rows: list[tuple[str, LinkRow | OpenLinkRow]] = [("link", row) for row in spaces.link]
    for table, row in [*rows, *(("open_link", row) for row in spaces.open_link)]:
        for name in (row.a, row.b):
            if name not in near:
                close = get_close_matches(name, known, 3)
                reason = say("data.no_space", name=name, near=close)
                raise _wrong(SPACES, f"{table} {row.a} {row.b}", reason)
    for link in spaces.link:
        place = f"link {link.a} {link.b}"
        if link.a == link.b:
            raise _wrong(SPACES, place, say("data.link_to_itself"))
        near[link.a].add(link.b)
        near[link.b].add(link.a)
    reached, todo = {known[0]}, [known[0]]
    while todo:
        new = near[todo.pop()] - reached
        reached |= new
        todo += new
    for space in spaces.space:
        if space.id not in reached:
            raise _wrong(SPACES, f"space {space.id}", say("data.unreachable"))
