"""What whoever draws on the map must know of it: where units stand, what each province is, whose
colours are which."""

from __future__ import annotations

from typing import Annotated

import msgspec

from entente.kernel.board_svg import XY, Facts
from entente.kernel.schema_hints import one_of


class ProvinceFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province: where a unit stands in it, `coasts` where a fleet on each of two (`SPA/NC`);
    `home` whose country it is; `army` and `fleet` the places that units can step to from here."""

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
    """A power's colour, and the colour of letters on it."""

    colour: str
    letters: str


class PowerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power: its letters, its colours by day and by night, what it begins with."""

    letters: str
    seat: str
    light: Colours
    dark: Colours
    home_centres: list[str]
    start: list[str]


class PieceSigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outlines of pieces, as SVG paths."""

    army: str
    fleet: str


class DiplomacyFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """The map, for whoever lays pieces on it. `passages` are points that an arrow between two
    provinces is led through (`MAO-WES`), `codes` what each place is written as, by language."""

    provinces: dict[str, ProvinceFacts]
    passages: dict[str, list[XY]]
    links: list[tuple[str, str]]
    powers: dict[str, PowerFacts]
    pieces: PieceSigns
    codes: dict[str, dict[str, str]]
    words: dict[str, str]
    first_year: int
