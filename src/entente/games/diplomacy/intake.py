"""What a case in JSON says, read strictly: a position that cannot be read is no position.

An order may be anything and is answered for itself; it is not looked at here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from entente.games.diplomacy.adjustments import centres_by_power
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.meaning import read_retreat
from entente.games.diplomacy.orders import write_unit
from entente.games.diplomacy.reading import Answer, Line, lines_by_power, read_centres, read_units
from entente.games.diplomacy.retreats import entered
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Refusal, say
from entente.kernel.message import Argument
from entente.kernel.mistake import Mistake
from entente.kernel.text import catalog_of

MOVEMENT, RETREATS, ADJUSTMENTS = "movement", "retreats", "adjustments"
_KINDS = {"M": MOVEMENT, "R": RETREATS, "A": ADJUSTMENTS}
_SEASONS = {"S": SPRING, "F": AUTUMN, "W": WINTER}
_NAMED = re.compile(r"([SF])([0-9]{4,9})([MR])|(W)([0-9]{4,9})(A)")

ID, PHASE, UNITS, ORDERS, CENTRES, DISLODGED = (
    "id",
    "phase",
    "units",
    "orders",
    "centers",
    "dislodged",
)
FIELDS = (ID, PHASE, UNITS, ORDERS, CENTRES, DISLODGED)
_EXAMPLES = {
    UNITS: '{"AUSTRIA": ["A BUD", "F TRI"]}',
    ORDERS: '{"AUSTRIA": ["A BUD - SER"]}',
    CENTRES: '{"AUSTRIA": ["BUD", "TRI"]}',
    DISLODGED: '{"AUSTRIA": {"A SER": ["ALB", "GRE"]}}',
}
_STAR = "*"  # before a dislodged unit, where one is listed among the others

Table = dict[str, list[str]]


class Phase(NamedTuple):
    """A kind of phase; `season` is empty where the case does not say more."""

    kind: str
    season: str = ""
    year: int = 0

    @property
    def name(self) -> str:
        """`S1901M`, or the kind alone."""
        if not self.season:
            return self.kind
        letter = next(letter for letter, season in _SEASONS.items() if season == self.season)
        return f"{letter}{self.year}{self.kind[0].upper()}"


class Situation(NamedTuple):
    """A case that makes sense. `units` are those that stand; `centres` is None if none are given.

    `dislodged` gives the locations each unit may retreat to.
    """

    phase: Phase
    units: list[Unit]
    dislodged: dict[Unit, tuple[int, ...]]
    centres: list[int] | None
    orders: list[Line]


def read_case(board: Board, line: bytes) -> Situation:
    """A line of JSON; a Mistake says what in it cannot be used."""
    fields = _fields(line)
    phase = read_phase(fields.get(PHASE))
    tables = {name: _table(board, name, fields.get(name)) for name in (UNITS, ORDERS, CENTRES)}
    standing, driven = apart(tables[UNITS], phase)
    units = listed_units(board, UNITS, standing)
    dislodged: dict[Unit, tuple[int, ...]] = {}
    listed = fields.get(DISLODGED) or {}
    if phase.kind == RETREATS:
        intake = _Driven(board, units, listed_units(board, UNITS, driven), tables[ORDERS])
        dislodged = intake.read(listed)
        units = [unit for unit in units if unit not in dislodged]
    elif listed:
        raise mistake("case.dislodged_phase", text=phase.name)
    centres = listed_centres(board, tables[CENTRES]) if tables[CENTRES] else None
    return Situation(phase, units, dislodged, centres, lines(board, tables[ORDERS]))


def home_centres(board: Board) -> list[int]:
    """The centres that the powers begin with."""
    return centres_by_power(board, {power.id: power.home_centres for power in board.powers})


def lines(board: Board, table: Mapping[str, Iterable[str]]) -> list[Line]:
    return list(lines_by_power(board, table))


def mistake(key: str, because: Refusal | None = None, /, **args: Argument) -> Mistake:
    """What cannot be used; `because` is a reason in the words of the game."""
    if because is None:
        return Mistake(say(key, **args), PACKAGE)
    message = because.message
    return Mistake(
        say(key, **args), PACKAGE, lambda language: catalog_of(PACKAGE, language).say(message)
    )


# -- the shape


def _fields(line: bytes) -> dict[str, Any]:
    """The keys of a case; none may stand there twice, and none that a case does not have."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise mistake("case.not_utf8") from None
    found = json.loads(text, object_pairs_hook=_once, parse_int=Decimal, parse_float=Decimal)
    if not isinstance(found, dict):
        raise mistake("case.no_object", example='{"units": {"AUSTRIA": ["A BUD"]}}')
    for name in found:
        if name not in FIELDS:
            raise mistake("case.field", text=name, known=list(FIELDS))
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object: with a key that comes again, one of the two would be lost."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise mistake("case.twice", text=name)
        found[name] = value
    return found


def _table(board: Board, field: str, value: object) -> Table:
    """Texts by power. `null` is as good as nothing; a power may be written in small letters."""
    found: Table = {}
    if value is None:
        return found
    if not isinstance(value, dict):
        raise mistake("case.table", field=field, example=_EXAMPLES[field])
    for name, texts in value.items():
        power = read_power(board, field, name)
        if power in found:
            raise mistake("case.twice", text=name)
        found[power] = _texts(field, name, texts)
    return found


def _texts(field: str, name: str, value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return value
    raise mistake("case.texts", field=field, name=name, example=_EXAMPLES[field])


def read_power(board: Board, field: str, name: str) -> str:
    """The id of a power, in capitals or not."""
    if name.upper() in board.power:
        return name.upper()
    raise mistake("case.power", field=field, text=name, known=list(board.power))


def read_phase(value: object) -> Phase:
    """A kind of phase, or a name that says the season and the year too."""
    if value is None:
        return Phase(MOVEMENT)
    word = value.strip() if isinstance(value, str) else ""
    if word.lower() in _KINDS.values():
        return Phase(word.lower())
    named = _NAMED.fullmatch(word.upper())
    if named is None:
        raise mistake("case.phase", text=str(value))
    season, year, kind = (part for part in named.groups() if part is not None)
    return Phase(_KINDS[kind], _SEASONS[season], int(year))


# -- the position


def apart(table: Table, phase: Phase) -> tuple[Table, Table]:
    """The units that stand, and those that a star marks as dislodged."""
    standing, driven = {}, {}
    for power, texts in table.items():
        stars = [text for text in texts if text.strip().startswith(_STAR)]
        if stars and phase.kind != RETREATS:
            raise mistake("case.star", power=power, text=stars[0], phase=phase.name)
        standing[power] = [text for text in texts if text not in stars]
        driven[power] = [text.strip().removeprefix(_STAR) for text in stars]
    return standing, driven


def listed_units(board: Board, field: str, table: Table) -> list[Unit]:
    """II.2, III.1: the units of a table, every one of which must be able to stand there."""
    units, wrong = read_units(board, lines(board, table))
    for answer in wrong:
        _refuse_unit(_where(board, field, answer.line), answer)
    for line in lines(board, table):
        _no_idle_coast(board, _where(board, field, line), line)
    return units


def _unit(board: Board, power: str, text: str, where: str) -> Unit:
    """A single unit, wherever it stands in the case."""
    line = Line(1, board.power[power], text)
    units, wrong = read_units(board, [line])
    for answer in wrong:
        _refuse_unit(where, answer)
    _no_idle_coast(board, where, line)
    return units[0]


def _where(board: Board, field: str, line: Line) -> str:
    """The place in a case where a text stands: `units, FRANCE`."""
    assert line.power is not None
    return f"{field}, {board.powers[line.power].id}"


def _refuse_unit(where: str, answer: Answer) -> None:
    text, refusal = answer.line.text, answer.refusal
    assert refusal is not None
    if refusal.message.key == "reading.malformed":
        raise mistake("case.no_unit", where=where, text=text)
    raise mistake("case.entry", refusal, where=where, text=text)


def _no_idle_coast(board: Board, where: str, line: Line) -> None:
    """III.3: only a fleet lies on a coast, and only where a province has two."""
    if "/" in line.text:
        (unit,), _ = read_units(board, [line])
        written = write_unit(board, unit)
        if "/" not in written:
            raise mistake("case.coast", where=where, text=line.text, unit=written)


def listed_centres(board: Board, table: Table) -> list[int]:
    """I: the centres of each power; none has two owners."""
    owned, wrong = read_centres(board, lines(board, table))
    for answer in wrong:
        where, text = _where(board, CENTRES, answer.line), answer.line.text
        raise mistake("case.entry", answer.refusal, where=where, text=text)
    return owned


class _Driven:
    """Reads the dislodged units of a retreat phase.

    `starred` are those that stand among the units with a star. From where a unit was attacked and
    where a standoff was, a case does not say: the places it gives are believed as far as the board
    allows.
    """

    def __init__(
        self, board: Board, units: Sequence[Unit], starred: Sequence[Unit], orders: Table
    ) -> None:
        self.board = board
        self.units = units
        self.starred = starred
        self.orders = orders

    def read(self, listed: object) -> dict[Unit, tuple[int, ...]]:
        """By unit, the locations it may go to."""
        given = dict(self._rows(listed))
        for unit in self.starred:
            if unit not in given:
                name, power = write_unit(self.board, unit), self._power(unit)
                raise mistake("case.star_alone", power=power, unit=name)
        standing = [unit for unit in self.units if unit not in given]
        taken = self._taken(standing, given)
        return {unit: tuple(self._places(unit, given[unit], taken)) for unit in given}

    def _rows(self, listed: object) -> Iterator[tuple[Unit, list[str]]]:
        """The units and the places they may go to, as written."""
        if not isinstance(listed, dict):
            raise mistake("case.table", field=DISLODGED, example=_EXAMPLES[DISLODGED])
        seen: dict[int, Unit] = {}
        for name, value in listed.items():
            by_power = isinstance(value, dict)
            for text, places in (value if by_power else {name: value}).items():
                wanted = _texts(DISLODGED, text, places)
                unit = self._named(name, text) if by_power else self._owned(text)
                other = seen.setdefault(self.board.province_of[unit.location], unit)
                if other != unit:
                    name = f"{self._power(other)}, {write_unit(self.board, other)}"
                    raise mistake("case.driven_twice", text=text, other=name)
                yield unit, wanted

    def _named(self, name: str, text: str) -> Unit:
        """A unit under its power."""
        power = read_power(self.board, DISLODGED, name)
        return _unit(self.board, power, text.removeprefix(_STAR), f"{DISLODGED}, {power}")

    def _owned(self, text: str) -> Unit:
        """A unit under no power: a star among the units or an order tells whose it is."""
        board, bare = self.board, text.removeprefix(_STAR)
        each = [_unit(board, power, bare, DISLODGED) for power in board.power]
        found = [unit for unit in each if unit in self.starred]
        found = found or [unit for unit in each if self._ordered(unit)]
        if len(found) != 1:
            raise mistake("case.whose", text=text)
        return found[0]

    def _ordered(self, unit: Unit) -> bool:
        anywhere = {unit: tuple(range(len(self.board.locations)))}
        return any(
            not isinstance(read_retreat(self.board, anywhere, unit.power, text), Refusal)
            for text in self.orders.get(self._power(unit), ())
        )

    def _taken(self, standing: Sequence[Unit], driven: Iterable[Unit]) -> dict[int, str]:
        """By province, who stands there: in the place of a dislodged unit, its attacker."""
        board = self.board
        taken = {board.province_of[unit.location]: write_unit(board, unit) for unit in standing}
        for unit in driven:
            province = board.province_of[unit.location]
            victor = next((u for u in standing if board.province_of[u.location] == province), None)
            if victor is not None and victor.power == unit.power:
                name = write_unit(board, unit)
                raise mistake("case.own_victor", power=self._power(unit), unit=name)
            taken.setdefault(province, board.provinces[province])
        return taken

    def _places(self, unit: Unit, texts: list[str], taken: Mapping[int, str]) -> Iterator[int]:
        """VII: a place beside the unit that it can enter, where nobody stands."""
        board = self.board
        names = {"power": self._power(unit), "unit": write_unit(board, unit)}
        ends = board.fleet[unit.location] if unit.fleet else board.beside(unit)
        found = set()
        for text in texts:
            goal = board.location.get(text.strip().upper())
            if goal is None:
                raise mistake("case.place", text=text, **names)
            place = entered(board, ends, goal)
            if place is None:
                reach = [board.locations[end] for end in ends]
                raise mistake("case.no_way", text=text, places=reach, **names)
            province = board.province_of[place]
            if province in taken:
                raise mistake("case.no_retreat", text=text, other=taken[province], **names)
            if place not in found:
                found.add(place)
                yield place

    def _power(self, unit: Unit) -> str:
        return self.board.powers[unit.power].id
