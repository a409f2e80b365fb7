"""The schema of the map data, and the checks on an owner's corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from entente.kernel import Message, say
from entente.kernel.data import Data, DataError, read_file

PACKAGE = "entente.games.diplomacy"


class GameRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_year: int
    writing_minutes: int
    negotiation_minutes: int


class PowerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    home_centres: list[str]
    start: list[str]


class ProvinceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province. `fleet` lists borders by coast, or under `all` if there is only one coast."""

    id: str
    type: Literal["sea", "coastal", "inland"]
    supply_centre: bool
    code_fr: str
    lon: float
    lat: float
    aliases: list[str] = []
    coasts: list[Literal["nc", "sc", "ec"]] = []
    army: list[str] = []
    fleet: dict[str, list[str]] = {}


class DiplomacyMapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: GameRow
    power: list[PowerRow]
    province: list[ProvinceRow]


def read_map(patches: Mapping[str, Any], data: Data | None = None) -> DiplomacyMapFile:
    """Read the map, or that of another release, with an owner's corrections; raise DataError if it
    is inconsistent."""
    identity = {"power": ("id",), "province": ("id",)}
    for file in patches:
        if file != "map.toml":
            raise DataError(file, "", say("data.no_file"), PACKAGE)
    tables = read_file(PACKAGE, "map.toml", DiplomacyMapFile, identity, patches, data)
    if patches:
        original = read_file(PACKAGE, "map.toml", DiplomacyMapFile, identity, {}, data)
        _same_rows("power", [row.id for row in tables.power], [row.id for row in original.power])
        names = [row.id for row in original.province]
        _same_rows("province", [row.id for row in tables.province], names)
        check_map(tables)
    return tables


def data_error(key: str, message: Message) -> DataError:
    """Return an error in the data, with the reason as a text of this game."""
    return DataError("map.toml", key, message, PACKAGE)


def _same_rows(table: str, rows: list[str], known: list[str]) -> None:
    """Borders and figures may be corrected; named rows may not be added or removed."""
    for name in sorted(set(rows) ^ set(known)):
        raise data_error(f"{table} {name}", say("data.rows"))


def check_map(tables: DiplomacyMapFile) -> None:
    """Check that the map is consistent: borders match from both sides, places exist."""
    provinces = {row.id: row for row in tables.province}
    places = set(provinces)
    for row in tables.province:
        places |= {f"{row.id}/{coast.upper()}" for coast in row.coasts}
    for row in tables.province:
        _check_borders(row, provinces, places)
    for power in tables.power:
        for name in power.home_centres:
            if name not in provinces or not provinces[name].supply_centre:
                raise data_error(
                    f"power {power.id}, home_centres", say("data.no_centre", name=name)
                )
        for text in power.start:
            kind, _, place = text.partition(" ")
            if kind not in ("A", "F") or place not in places:
                raise data_error(f"power {power.id}, start", say("data.no_unit", text=text))


def _check_borders(
    row: ProvinceRow, provinces: Mapping[str, ProvinceRow], places: set[str]
) -> None:
    key = f"province {row.id}"
    for end in row.army:
        if end not in provinces:
            raise data_error(f"{key}, army", say("data.no_province", name=end))
        if row.id not in provinces[end].army:
            raise data_error(f"{key}, army", say("data.one_way", name=end))
    for coast, ends in row.fleet.items():
        here = row.id if coast == "all" else f"{row.id}/{coast.upper()}"
        if here not in places:
            raise data_error(f"{key}, fleet", say("data.no_coast", name=coast))
        for end in ends:
            if end not in places:
                raise data_error(f"{key}, fleet", say("data.no_province", name=end))
            province, _, other = end.partition("/")
            back = provinces[province].fleet.get(other.lower() or "all", [])
            if here not in back:
                raise data_error(f"{key}, fleet", say("data.one_way", name=end))
