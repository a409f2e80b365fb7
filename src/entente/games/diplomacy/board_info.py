"""Data for clients that draw the map: positions of units, provinces, and powers' colours."""

from __future__ import annotations

from typing import Annotated

import msgspec

from entente.kernel.board_svg import XY, Facts
from entente.kernel.schema_hints import one_of


class ProvinceFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province: the position of a unit, `coasts` of a fleet on each of two coasts (`SPA/NC`);
    `home` is the country it belongs to; `army` and `fleet` are the places units can step to from
    here."""

    kind: Annotated[str, one_of("sea", "coastal", "inland")]
    unit: XY
    label: XY
    centre: XY | None
    supply: bool
    coasts: dict[str, XY]
    home: str | None
    army: list[str]
    fleet: dict[str, list[str]]


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power's colour, and the colour of text on it."""

    colour: str
    letters: str


class PowerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power: its letters, its colours in light and dark mode, and its starting units."""

    letters: str
    seat: str
    light: Colours
    dark: Colours
    home_centres: list[str]
    start: list[str]


class PieceSigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Outlines of pieces, as SVG paths."""

    army: str
    fleet: str


class DiplomacyFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """The map, for clients that draw pieces on it. `passages` are points that an arrow between two
    provinces passes through (`MAO-WES`), `codes` the notation of each place, by language."""

    provinces: dict[str, ProvinceFacts]
    passages: dict[str, list[XY]]
    links: list[tuple[str, str]]
    powers: dict[str, PowerFacts]
    pieces: PieceSigns
    codes: dict[str, dict[str, str]]
    words: dict[str, str]
    first_year: int
