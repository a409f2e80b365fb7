"""The shape of the map's data, and the checks that an owner's corrections must pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from entente.kernel.data import read_file

PACKAGE = "entente.games.diplomacy"


class GameRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    victory_centres: int
    first_year: int
    writing_minutes: int
    negotiation_minutes: int


class PowerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    home_centres: list[str]
    start: list[str]


class ProvinceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the map. `fleet` lists borders by coast; `all` where there is one coast only."""

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


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: GameRow
    power: list[PowerRow]
    province: list[ProvinceRow]


def read_map(patches: Mapping[str, Any]) -> MapFile:
    """The map with an owner's corrections."""
    identity = {"power": ("id",), "province": ("id",)}
    return read_file(PACKAGE, "map.toml", MapFile, identity, patches)
