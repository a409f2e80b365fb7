"""The referee (III.5): takes a sheet of orders through one phase after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    Adjusted,
    Adjustment,
    builds_due,
    centres_by_power,
    owners_after,
    removals_due,
    resolve_adjustments,
)
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import Position, read_unit
from entente.games.diplomacy.rules.results import Results, resolve
from entente.games.diplomacy.rules.retreats import resolve_retreats
from entente.games.diplomacy.sheets.headings import CENTRES, UNITS
from entente.games.diplomacy.sheets.line_answers import in_order
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetPart
from entente.games.diplomacy.sheets.listed_position import read_centres, read_units
from entente.games.diplomacy.sheets.movement_lines import read_lines
from entente.games.diplomacy.sheets.retreat_lines import read_retreat_lines
from entente.games.diplomacy.sheets.sheet_splitter import read_sheet
from entente.games.diplomacy.sheets.winter_lines import read_winter_lines
from entente.games.diplomacy.state import SPRING, WINTER
from entente.kernel import Refusal, refuse


class Moved(NamedTuple):
    """A movement phase that was judged."""

    season: str
    year: int
    answers: list[LineAnswer]
    results: Results
    centres: tuple[int, ...]
    disorder: frozenset[int]  # X.3: the powers that handed in nothing
    unordered: frozenset[int] = frozenset()  # the units that were given no order
    returned: frozenset[int] = frozenset()  # X.3: the powers that came back from civil disorder


class Retreated(NamedTuple):
    """A retreat phase that was judged: who went where (None: nowhere), and who is lost."""

    season: str
    year: int
    answers: list[LineAnswer]
    goals: dict[Unit, int | None]
    lost: tuple[Unit, ...]


class Wintered(NamedTuple):
    """An adjustment phase that was judged, by power; the centres that each power owns."""

    year: int
    answers: list[LineAnswer]
    adjusted: dict[int, Adjusted]
    centres: tuple[int, ...]
    unknown: frozenset[int] = (
        frozenset()
    )  # the powers of which the sheet does not say what they own
    disorder: frozenset[int] = frozenset()  # X.3: the powers that would build if they could


class Listed(NamedTuple):
    """Units or centres that the sheet lists itself; the answers are lines of no use."""

    answers: list[LineAnswer]


class SetAside(NamedTuple):
    """Orders under a heading that cannot be followed, which were not judged: how many, and why."""

    answers: list[LineAnswer]
    orders: int


Judgement = Moved | Retreated | Wintered | Listed | SetAside


class Referee:
    """A game as it stands, which a sheet of orders carries on."""

    def __init__(self, board: Board, rules: Rules, language: str = "en") -> None:
        self.board = board
        self.rules = rules
        self.language = language
        self.units: list[Unit] = [
            read_unit(board, power.id, text) for power in board.powers for text in power.start
        ]
        homes = {power.id: power.home_centres for power in board.powers}
        self.centres: list[int] = centres_by_power(board, homes)
        self.season, self.year = SPRING, board.tables.game.first_year
        self.dislodged: dict[Unit, tuple[int, ...]] = {}
        self._unsettled = False  # units have moved since it was last settled who owns what
        self._judged = False  # a movement phase since the position was listed
        self._disorder: frozenset[int] = frozenset()
        self._begun = False  # anything was judged
        self._listing = False  # the last thing read was a list of units or centres
        self._placed = False  # the sheet has listed units of its own
        self._wintered = 0  # the year of the last winter that was judged
        self._unknown: frozenset[int] = frozenset()  # powers whose centres are not known

    @property
    def position(self) -> Position:
        return Position(self.board, self.units)

    def judge(self, text: str) -> Iterator[Judgement]:
        """Every phase of a sheet, in turn."""
        for part in read_sheet(self.board, text):
            if part.set_aside is not None:
                yield _set_aside(part, part.set_aside)
            elif part.phase == UNITS:
                yield self._list_units(part)
            elif part.phase == CENTRES:
                yield self._list_centres(part)
            else:
                yield from self._phase(part)

    def _phase(self, part: SheetPart) -> Iterator[Judgement]:
        """A phase, behind what had to come before it and was not written."""
        if part.phase == MOVEMENT and part.is_empty:
            return
        if part.phase != RETREATS and any(self.dislodged.values()):
            yield self._retreat(SheetPart(RETREATS, self.season, self.year, [], []))
        if part.phase == ADJUSTMENTS or part.year > self.year:
            self._settle()
        if part.phase != ADJUSTMENTS and part.year > self.year and self._winter_is_due():
            part.strays.append(self._told(part, "IX.2", "reading.winter_missing", year=self.year))
            if self._removals_are_due():
                yield self._adjust(SheetPart(ADJUSTMENTS, WINTER, self.year, [], [], part.heading))
        self._check_beginning(part)
        self._begun, self._listing = True, False
        self.season, self.year = part.season, part.year
        if part.phase == RETREATS:
            yield self._retreat(part)
        elif part.phase == ADJUSTMENTS:
            yield self._adjust(part)
        else:
            yield self._move(part)

    def _removals_are_due(self) -> bool:
        """IX.2: whether somebody has too few centres for his units, with no winter to remove them.

        Before anything was judged that is how the sheet wants it.
        """
        if not self._judged:
            return False
        return any(
            removals_due(mine, self.units, power)
            for power, mine in enumerate(self.centres)
            if power not in self._unknown
        )

    def _winter_is_due(self) -> bool:
        """Whether a winter was left out in which there was something to do, or may have been."""
        if not self._judged or self._wintered == self.year:
            return False
        builds = any(
            builds_due(self.board, mine, self.units, power)
            for power, mine in enumerate(self.centres)
            if power not in self._unknown
        )
        return (
            builds or self._removals_are_due() or any(u.power in self._unknown for u in self.units)
        )

    def _check_beginning(self, part: SheetPart) -> None:
        """A sheet without a position of its own begins with the first spring, or it is told."""
        first = (MOVEMENT, SPRING, self.board.tables.game.first_year)
        if self._begun or self._placed or (part.phase, part.season, part.year) == first:
            return
        why = self._told(part, "II.3", "reading.position_missing", season=SPRING, year=first[2])
        part.strays.append(why)

    def _told(
        self, part: SheetPart, section: str, key: str, /, **args: str | int | list[str]
    ) -> LineAnswer:
        """Something that is to be said of a heading."""
        assert part.heading is not None
        return LineAnswer(part.heading, refuse(section, key, text=part.heading.text, **args))

    def _settle(self) -> None:
        """IX.1: who owns what is settled after autumn and its retreats, whoever moved in it."""
        if self._unsettled:
            self.centres = owners_after(self.board, self.centres, self.units)
        self._unsettled = False

    # -- phases

    def _move(self, part: SheetPart) -> Moved:
        """III to VI, VIII. X.3: who is dislodged and whose power handed in nothing is destroyed."""
        position = self.position
        read = read_lines(self.board, position, part.lines, self.language)
        results = resolve(self.board, self.rules, position, read.orders, read.void)
        self.units = list(results.after().units)
        absent = self._disorder
        self._disorder = frozenset(unit.power for unit in position.units) - read.handed_in
        self.dislodged = {
            position.units[n]: () if position.units[n].power in self._disorder else ways
            for n, ways in results.dislodged().items()
        }
        self._unsettled = self._judged = True
        answers = in_order(self.board, read.answers, part.strays)
        centres = tuple(self.centres)
        return Moved(
            self.season,
            self.year,
            answers,
            results,
            centres,
            self._disorder,
            read.unordered,
            absent & read.handed_in,
        )

    def _retreat(self, part: SheetPart) -> Retreated:
        """VII."""
        read = read_retreat_lines(
            self.board, self.dislodged, part.lines, self.language, self._disorder
        )
        survivors, lost = resolve_retreats(self.board, self.dislodged, read.orders)
        goals = {unit: read.orders.get(unit) for unit in self.dislodged}
        self.units += survivors
        self.dislodged = {}
        answers = in_order(self.board, read.answers, part.strays)
        return Retreated(self.season, self.year, answers, goals, tuple(lost))

    def _adjust(self, part: SheetPart) -> Wintered:
        """IX."""
        read = read_winter_lines(self.board, self.position, part.lines, self.language)
        adjusted = {
            power: self._adjusted(power, read.orders.get(power, []))
            if power not in self._unknown
            else Adjusted((), (), (), (), ())
            for power in range(len(self.board.powers))
        }
        idle = frozenset(
            power
            for power in self._disorder - self._unknown
            if builds_due(self.board, self.centres[power], self.units, power)
        )
        for power in sorted(self._unknown & {*read.orders, *(u.power for u in self.units)}):
            name = self.board.powers[power].id
            part.strays.append(self._told(part, "IX.2", "reading.centres_missing", power=name))
        self._wintered = self.year
        removed = {unit for done in adjusted.values() for unit in done.removed}
        built = [unit for done in adjusted.values() for unit in done.built]
        self.units = [unit for unit in self.units if unit not in removed] + built
        answers = in_order(self.board, read.answers, part.strays)
        return Wintered(self.year, answers, adjusted, tuple(self.centres), self._unknown, idle)

    def _adjusted(self, power: int, orders: Sequence[Adjustment]) -> Adjusted:
        """IX.2. X.3: a power in civil disorder builds nothing, though its player came back."""
        barred = [order for order in orders if order.kind == BUILD and power in self._disorder]
        followed = [order for order in orders if order not in barred]
        done = resolve_adjustments(
            self.board, self.rules, power, self.centres, self.units, followed
        )
        why = refuse("X.3", "winter.in_disorder", power=self.board.powers[power].id)
        return done._replace(void=(*done.void, *((order, why) for order in barred)))

    # -- a position of one's own

    def _list_units(self, part: SheetPart) -> Listed:
        """A list inside a game that leaves out a power is no new position: the units stay."""
        units, wrong = read_units(self.board, part.lines, self.language)
        missing = {unit.power for unit in self.units} - {unit.power for unit in units}
        if self._begun and missing:
            powers = [self.board.powers[power].id for power in sorted(missing)]
            part.strays.append(self._told(part, "II.3", "reading.units_missing", powers=powers))
            return Listed(in_order(self.board, wrong, part.strays, orders=False))
        self._begin_list()
        self._placed = True
        self.units = units
        self.dislodged = {}
        self._disorder = frozenset()
        self._unsettled = self._judged = False
        return Listed(in_order(self.board, wrong, part.strays, orders=False))

    def _list_centres(self, part: SheetPart) -> Listed:
        """Who has a line that cannot be used may own more than the others say."""
        self._begin_list()
        self.centres, wrong = read_centres(self.board, part.lines, self.language)
        listed = {line.power for line in part.lines} - {answer.line.power for answer in wrong}
        self._unknown -= listed
        return Listed(in_order(self.board, wrong, part.strays, orders=False))

    def _begin_list(self) -> None:
        """Of a new position nobody knows who owns what until it is said."""
        if not self._listing:
            self._unknown = frozenset(range(len(self.board.powers)))
        self._listing = True


def _set_aside(part: SheetPart, why: Refusal) -> SetAside:
    assert part.heading is not None
    return SetAside([LineAnswer(part.heading, why), *part.strays], len(part.lines))


def names(board: Board, centres: Sequence[int], power: int) -> list[str]:
    """The centres of a power."""
    return [p for number, p in enumerate(board.provinces) if centres[power] >> number & 1]
