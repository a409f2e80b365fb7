"""The referee (III.5): judges a sheet of orders phase by phase."""

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
    """A judged movement phase."""

    season: str
    year: int
    answers: list[LineAnswer]
    results: Results
    centres: tuple[int, ...]
    disorder: frozenset[int]  # X.3: powers that submitted nothing
    unordered: frozenset[int] = frozenset()  # units without an order
    returned: frozenset[int] = frozenset()  # X.3: powers that returned from civil disorder


class Retreated(NamedTuple):
    """A judged retreat phase: the retreats (None: nowhere), and the lost units."""

    season: str
    year: int
    answers: list[LineAnswer]
    goals: dict[Unit, int | None]
    lost: tuple[Unit, ...]


class Wintered(NamedTuple):
    """A judged adjustment phase, by power, with the centres each power owns."""

    year: int
    answers: list[LineAnswer]
    adjusted: dict[int, Adjusted]
    centres: tuple[int, ...]
    unknown: frozenset[int] = frozenset()  # powers whose centres the sheet does not list
    disorder: frozenset[int] = frozenset()  # X.3: powers that would otherwise build


class Listed(NamedTuple):
    """Units or centres listed on the sheet; the answers are the lines that cannot be used."""

    answers: list[LineAnswer]


class SetAside(NamedTuple):
    """The number of orders not judged because of their heading, and why."""

    answers: list[LineAnswer]
    orders: int


Judgement = Moved | Retreated | Wintered | Listed | SetAside


class Referee:
    """A game in progress, continued by a sheet of orders."""

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
        self._unsettled = False  # units have moved since ownership was last settled
        self._judged = False  # a movement phase was judged since the position was listed
        self._disorder: frozenset[int] = frozenset()
        self._begun = False  # anything was judged
        self._listing = False  # the last part was a list of units or centres
        self._placed = False  # the sheet has listed units of its own
        self._wintered = 0  # the year of the last winter that was judged
        self._unknown: frozenset[int] = frozenset()  # powers whose centres are not known

    @property
    def position(self) -> Position:
        return Position(self.board, self.units)

    def judge(self, text: str) -> Iterator[Judgement]:
        """Judge every phase of a sheet in turn."""
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
        """Judge a phase, after any required phases before it that were omitted."""
        if part.phase == MOVEMENT and part.is_empty:
            return
        if part.phase != RETREATS and any(self.dislodged.values()):
            yield self._retreat(SheetPart(RETREATS, self.season, self.year, [], []))
        if part.phase == ADJUSTMENTS or part.year > self.year:
            self._settle()
        if part.phase != ADJUSTMENTS and part.year > self.year and self._winter_is_due():
            part.strays.append(self._remark(part, "IX.2", "reading.winter_missing", year=self.year))
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
        """IX.2: whether a power has too few centres for its units and no winter to remove them.

        Before anything was judged, the sheet may list such a position.
        """
        if not self._judged:
            return False
        return any(
            removals_due(mine, self.units, power)
            for power, mine in enumerate(self.centres)
            if power not in self._unknown
        )

    def _winter_is_due(self) -> bool:
        """Return whether a winter with possible adjustments was omitted."""
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
        """Report a sheet without a listed position that does not begin with the first spring."""
        first = (MOVEMENT, SPRING, self.board.tables.game.first_year)
        if self._begun or self._placed or (part.phase, part.season, part.year) == first:
            return
        why = self._remark(part, "II.3", "reading.position_missing", season=SPRING, year=first[2])
        part.strays.append(why)

    def _remark(
        self, part: SheetPart, section: str, key: str, /, **args: str | int | list[str]
    ) -> LineAnswer:
        """Return a remark about a heading."""
        assert part.heading is not None
        return LineAnswer(part.heading, refuse(section, key, text=part.heading.text, **args))

    def _settle(self) -> None:
        """IX.1: settle ownership after autumn and its retreats."""
        if self._unsettled:
            self.centres = owners_after(self.board, self.centres, self.units)
        self._unsettled = False

    # -- phases

    def _move(self, part: SheetPart) -> Moved:
        """Judge III to VI, VIII. X.3: dislodged units of powers that submitted nothing are
        destroyed."""
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
            part.strays.append(self._remark(part, "IX.2", "reading.centres_missing", power=name))
        self._wintered = self.year
        removed = {unit for done in adjusted.values() for unit in done.removed}
        built = [unit for done in adjusted.values() for unit in done.built]
        self.units = [unit for unit in self.units if unit not in removed] + built
        answers = in_order(self.board, read.answers, part.strays)
        return Wintered(self.year, answers, adjusted, tuple(self.centres), self._unknown, idle)

    def _adjusted(self, power: int, orders: Sequence[Adjustment]) -> Adjusted:
        """IX.2. X.3: a power in civil disorder builds nothing, even if its player has returned."""
        barred = [order for order in orders if order.kind == BUILD and power in self._disorder]
        followed = [order for order in orders if order not in barred]
        done = resolve_adjustments(
            self.board, self.rules, power, self.centres, self.units, followed
        )
        why = refuse("X.3", "winter.in_disorder", power=self.board.powers[power].id)
        return done._replace(void=(*done.void, *((order, why) for order in barred)))

    # -- listed positions

    def _list_units(self, part: SheetPart) -> Listed:
        """Read a list of units. Inside a game, a list without some power is not a new position: the
        units stay."""
        units, wrong = read_units(self.board, part.lines, self.language)
        missing = {unit.power for unit in self.units} - {unit.power for unit in units}
        if self._begun and missing:
            powers = [self.board.powers[power].id for power in sorted(missing)]
            part.strays.append(self._remark(part, "II.3", "reading.units_missing", powers=powers))
            return Listed(in_order(self.board, wrong, part.strays, orders=False))
        self._begin_list()
        self._placed = True
        self.units = units
        self.dislodged = {}
        self._disorder = frozenset()
        self._unsettled = self._judged = False
        return Listed(in_order(self.board, wrong, part.strays, orders=False))

    def _list_centres(self, part: SheetPart) -> Listed:
        """Read a list of centres. A power with an unusable line may own more than listed."""
        self._begin_list()
        self.centres, wrong = read_centres(self.board, part.lines, self.language)
        listed = {line.power for line in part.lines} - {answer.line.power for answer in wrong}
        self._unknown -= listed
        return Listed(in_order(self.board, wrong, part.strays, orders=False))

    def _begin_list(self) -> None:
        """Start a listed position, whose centres are unknown until listed."""
        if not self._listing:
            self._unknown = frozenset(range(len(self.board.powers)))
        self._listing = True


def _set_aside(part: SheetPart, why: Refusal) -> SetAside:
    assert part.heading is not None
    return SetAside([LineAnswer(part.heading, why), *part.strays], len(part.lines))


def names(board: Board, centres: Sequence[int], power: int) -> list[str]:
    """Return the centres of a power."""
    return [p for number, p in enumerate(board.provinces) if centres[power] >> number & 1]
