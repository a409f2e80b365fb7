"""Games from webDiplomacy's API: `game/status`, and its successor `history.json`.

Territories and countries are the numbers of its classic map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.exchange.positions import read_position
from entente.games.diplomacy.exchange.saved_game import (
    OVER,
    WEBDIPLOMACY_HOUSE,
    SavedGame,
    SavedPhase,
    exchange_error,
)
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS, Phase
from entente.games.diplomacy.rules.powers import (
    AUSTRIA,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    RUSSIA,
    TURKEY,
)
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER

CLASSIC_MAP = 1
FIRST_YEAR = 1901
COUNTRIES = ("", ENGLAND, FRANCE, ITALY, GERMANY, AUSTRIA, TURKEY, RUSSIA)
TERRITORIES = (
    *("", "CLY", "EDI", "LVP", "YOR", "WAL", "LON", "POR", "SPA", "NAF", "TUN", "NAP", "ROM"),
    *("TUS", "PIE", "VEN", "APU", "GRE", "ALB", "SER", "BUL", "RUM", "CON", "SMY", "ANK", "ARM"),
    *("SYR", "SEV", "UKR", "WAR", "LVN", "MOS", "STP", "FIN", "SWE", "NWY", "DEN", "KIE", "BER"),
    *("PRU", "SIL", "MUN", "RUH", "HOL", "BEL", "PIC", "BRE", "PAR", "BUR", "MAR", "GAS", "BAR"),
    *("NWG", "NTH", "SKA", "HEL", "BAL", "BOT", "NAO", "IRI", "ENG", "MAO", "WES", "LYO", "TYS"),
    *("ION", "ADR", "AEG", "EAS", "BLA", "TYR", "BOH", "VIE", "TRI", "BUD", "GAL"),
    *("SPA/NC", "SPA/SC", "STP/NC", "STP/SC", "BUL/EC", "BUL/SC"),
)

_DIPLOMACY, _RETREATS, _BUILDS, _FINISHED = "Diplomacy", "Retreats", "Builds", "Finished"
_PHASES = {_DIPLOMACY: MOVEMENT, _RETREATS: RETREATS, _BUILDS: ADJUSTMENTS}
_NOT_BEGUN = "Pre-game"
_UNITS = {"Army": "A", "Fleet": "F"}
_LAST_TURN = 2 * (9999 - FIRST_YEAR) + 1  # a year has four digits

# The API writes numbers, numbers as text, or null; `Yes` and `No`, or booleans.
Number = int | str | None
Flag = bool | str | None


_FIELDS = {
    "territory": "terrID",
    "country": "countryID",
    "unit": "unitType",
    "to": "toTerrID",
    "start": "fromTerrID",
    "via": "viaConvoy",
    "game": "gameID",
    "variant": "variantID",
}


class ApiUnit(msgspec.Struct, rename=_FIELDS):
    """`type` is what `history.json` calls `unitType`."""

    territory: Number
    country: Number
    unit: str | None = None
    type: str | None = None
    retreating: Flag = None


class ApiOrder(msgspec.Struct, rename=_FIELDS):
    """In winter `territory` is the place to build or remove, without the unit."""

    country: Number
    type: str
    territory: Number = None
    unit: str | None = None
    to: Number = None
    start: Number = None
    via: Flag = None


class ApiCentre(msgspec.Struct, rename=_FIELDS):
    territory: Number
    country: Number


class ApiPhase(msgspec.Struct):
    turn: int
    phase: str
    units: list[ApiUnit] = []
    orders: list[ApiOrder] = []
    centers: list[ApiCentre] = []


class ApiGame(msgspec.Struct, rename=_FIELDS):
    phases: list[ApiPhase]
    game: Number = None
    variant: Number = CLASSIC_MAP


def webdiplomacy_game(board: Board, game: Mapping[str, Any]) -> SavedGame:
    """Read a game from its JSON."""
    try:
        read = msgspec.convert(game, ApiGame)
    except msgspec.ValidationError as error:
        raise exchange_error("exchange.malformed", reason=str(error)) from None
    if str(read.variant) != str(CLASSIC_MAP):
        raise exchange_error("exchange.variant", number=str(read.variant))
    begun = [phase for phase in read.phases if phase.phase != _NOT_BEGUN]
    phases = [Reader(board, phase).phase() for phase in without_echo(begun)]
    if phases:
        # The current phase has no orders; a vote may have ended the game before there were any.
        last = -2 if phases[-1].name == OVER and len(phases) > 1 else -1
        phases[last] = phases[last]._replace(ordered=any(phases[last].orders.values()))
    return SavedGame(str(read.game or "0"), phases, WEBDIPLOMACY_HOUSE)


def without_echo(phases: list[ApiPhase]) -> list[ApiPhase]:
    """Drop the last season of a finished game if it only repeats the one before.

    The site's archive of drawn or conceded games has such an echo.
    """
    seasons = [number for number, phase in enumerate(phases) if phase.phase == _DIPLOMACY]
    if phases and phases[-1].phase == _FINISHED and len(seasons) > 1:
        before, last = (phases[number].orders for number in seasons[-2:])
        if last and len(before) == len(last) and all(order in before for order in last):
            return [*phases[: seasons[-1]], phases[-1]]
    return phases


class Reader:
    """Converts one phase of the API to the package's notation."""

    def __init__(self, board: Board, phase: ApiPhase) -> None:
        self.board = board
        self.source = phase
        self.name = phase_of(phase)
        self.at = {  # by country and province; during retreats the dislodged ones
            (country, self._province(unit.territory)): text
            for country, text, unit in self._units()
            if is_set(unit.retreating) == (phase.phase == _RETREATS)
        }
        self.unit_at_province = {province: text for (_, province), text in self.at.items()}

    def phase(self) -> SavedPhase:
        units: dict[str, list[str]] = {}
        for country, text, unit in self._units():
            star = "*" if is_set(unit.retreating) else ""
            units.setdefault(country, []).append(star + text)
        orders: dict[str, list[str]] = {}
        for order in self.source.orders:
            country, text = self._country(order.country), self._order(order).strip()
            if not country:
                raise exchange_error("exchange.nobodys_order", phase=self.name, text=text)
            orders.setdefault(country, []).append(text)
        position = read_position(self.board, self.name, units, self._centres())
        centres = None if self.name == OVER else position.centres  # the last count is not saved
        return SavedPhase(self.name, position.units, centres, orders, dislodged=position.dislodged)

    def _units(self) -> Iterator[tuple[str, str, ApiUnit]]:
        for unit in self.source.units:
            kind = unit.unit or unit.type
            if not kind:  # a territory without a unit
                continue
            if kind not in _UNITS:
                raise exchange_error("exchange.unit_type", phase=self.name, text=kind)
            place, country = self._place(unit.territory), self._country(unit.country)
            if not place or not country:
                row = {"territory": str(unit.territory), "country": str(unit.country)}
                raise exchange_error("exchange.unit_nowhere", phase=self.name, **row)
            yield country, f"{_UNITS[kind]} {place}", unit

    def _centres(self) -> dict[str, list[str]]:
        """Return the owned centres; some versions of the site list other territories too."""
        owned: dict[str, list[str]] = {}
        for centre in self.source.centers:
            place, country = self._place(centre.territory), self._country(centre.country)
            province = self.board.province.get(place, -1)
            if country and province >= 0 and self.board.centres >> province & 1:
                owned.setdefault(country, []).append(place)
        return owned

    def _order(self, order: ApiOrder) -> str:
        """Return the order in written form."""
        kind, to = order.type, self._place(order.to)
        if kind in ("Build Army", "Build Fleet"):
            return f"{kind.split()[1][0]} {self._place(order.territory)} B"
        if kind == "Wait":
            return "WAIVE"
        unit = self._unit(order)
        if kind == "Move":
            return f"{unit} - {to}{' VIA' if is_set(order.via) and unit[0] == 'A' else ''}"
        if kind == "Retreat":
            return f"{unit} R {to}"
        if kind in ("Disband", "Destroy"):
            return f"{unit} D"
        if kind == "Support hold":
            return f"{unit} S {self._helped(order.to)}"
        if kind in ("Support move", "Convoy"):
            return f"{unit} {kind[0]} {self._helped(order.start)} - {to}"
        if kind != "Hold":
            raise exchange_error("exchange.order_type", phase=self.name, text=kind)
        return f"{unit} H"

    def _unit(self, order: ApiOrder) -> str:
        known = self.at.get((self._country(order.country), self._province(order.territory)))
        return known or f"{(order.unit or 'Army')[0]} {self._place(order.territory)}"

    def _helped(self, number: Number) -> str:
        province = self._province(number)
        return self.unit_at_province.get(province, f"A {province}")

    def _place(self, number: Number) -> str:
        return self._named(TERRITORIES, number, "exchange.territory")

    def _province(self, number: Number) -> str:
        return self._place(number).partition("/")[0]

    def _country(self, number: Number) -> str:
        return self._named(COUNTRIES, number, "exchange.country")

    def _named(self, names: tuple[str, ...], number: Number, key: str) -> str:
        text = str(number or 0)
        index = int(text) if text.isdecimal() else len(names)
        if index >= len(names):
            raise exchange_error(key, phase=self.name, number=text, most=len(names) - 1)
        return names[index]


def phase_of(phase: ApiPhase) -> str:
    """Count turns as seasons from spring 1901."""
    if phase.phase == _FINISHED:
        return OVER
    if phase.phase not in _PHASES:
        known = [_NOT_BEGUN, *_PHASES, _FINISHED]
        raise exchange_error("exchange.site_phase", name=phase.phase, known=known)
    if not 0 <= phase.turn <= _LAST_TURN:
        raise exchange_error("exchange.turn", number=str(phase.turn), most=_LAST_TURN)
    year, autumn = FIRST_YEAR + phase.turn // 2, phase.turn % 2
    season = WINTER if phase.phase == _BUILDS else (SPRING, AUTUMN)[autumn]
    return Phase(_PHASES[phase.phase], season, year).name


def is_set(flag: Flag) -> bool:
    return flag is True or flag == "Yes"
