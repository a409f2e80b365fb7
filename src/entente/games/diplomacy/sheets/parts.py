"""The parts of a sheet: which phase or list a heading opens, continues or sets aside (III.6)."""

from __future__ import annotations

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.grammar import parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tokens import tidy
from entente.games.diplomacy.notation.vocabulary import DISBAND, REMOVE
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.sheets.headings import CENTRES, ORDERS, SUMMER, UNITS, Heading
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine, SheetPart
from entente.games.diplomacy.sheets.phase_clock import (
    MOVES_OF_SPRING,
    SEASON_OF_STEP,
    PhaseClock,
    PhaseTime,
    step_of,
)
from entente.games.diplomacy.state import SPRING, WINTER
from entente.kernel import Refusal, refuse

LISTS = (UNITS, CENTRES)


class SheetParts:
    """The parts of a sheet so far, the open one last.

    `verb` is the verb of the open part's heading, for bare units.
    """

    def __init__(self, board: Board) -> None:
        self.all: list[SheetPart] = []
        self.verb = ""
        self.clock = PhaseClock(board.tables.game.first_year)
        self.names = lexicon(board, "en")
        self._greeting: SheetPart | None = None
        self._under_orders_heading = False  # the heading of the phase is `Orders`

    def head(self, heading: Heading, line: SheetLine) -> bool:
        """Process a heading that names more than a power; return whether the open part
        continues."""
        self._drop_empty()
        before = self.all[-1] if self.all else None
        if heading.confused:
            self._set_aside(line, refuse("III.6", "reading.heading_confused", text=line.text))
        elif heading.kind in LISTS:
            self._list(heading, line)
        else:
            self._phase_heading(heading, line)
        return before is not None and self.all[-1] is before

    def _list(self, heading: Heading, line: SheetLine) -> None:
        """Consecutive lists make one position; a list after a phase starts a new one."""
        for part in reversed(self.all):
            if part.phase not in LISTS or part.set_aside is not None:
                break
            if part.phase == heading.kind:
                self._reopen(part)
                return
        self._begin(SheetPart(heading.kind, "", 0, [], [], line))
        self.clock.restart(heading)
        self.verb = ""

    def _phase_heading(self, heading: Heading, line: SheetLine) -> None:
        if heading.only_year:
            if self.clock.now is not None and heading.year == self.clock.last.year:
                return
            heading = heading._replace(season=SPRING)
        kind = self._kind(heading)
        step = step_of(kind, heading.season or self.clock.season, stated=bool(heading.season))
        if step is None:
            self._set_aside(line, refuse("III.6", "reading.heading_confused", text=line.text))
            return
        time = self.clock.time(heading, step)
        if time is None:
            season = SEASON_OF_STEP[step]
            why = refuse("III.6", "reading.which_year", text=line.text, season=season)
            self._set_aside(line, why)
            return
        if self.clock.now is not None and time < self.clock.now:
            why = refuse("III.5", "reading.phase_too_late", text=line.text)
            self._set_aside(line, why)
            return
        self._open(kind, heading, time, line)

    def _kind(self, heading: Heading) -> str:
        """Return the kind of phase; `Orders` means those of the season, or of the open phase."""
        usual = {SUMMER: RETREATS, WINTER: ADJUSTMENTS}.get(heading.season, MOVEMENT)
        here = self.phase
        if heading.verb == DISBAND and heading.part:
            return RETREATS if here == RETREATS and not heading.season else ADJUSTMENTS
        if heading.kind == ORDERS:
            inside = here in (RETREATS, ADJUSTMENTS) and not self._under_orders_heading
            return here if inside and heading.only_kind else usual
        return heading.kind or usual

    def _open(self, kind: str, heading: Heading, time: PhaseTime, line: SheetLine) -> None:
        """Open a phase, or continue it if the heading adds nothing."""
        now = self.clock.now
        if kind == MOVEMENT:
            self._under_orders_heading = heading.kind == ORDERS
        verb = heading.verb
        if verb == DISBAND and kind == ADJUSTMENTS:
            verb = REMOVE
        self.verb = verb
        if time == now:
            self._go_on()
            return
        season = SUMMER if heading.season == SUMMER else SEASON_OF_STEP[time.step]
        part = SheetPart(kind, season, time.year, [], [], line)
        missing = self.clock.passed_over(time)
        if missing is not None:
            why = refuse(
                "III.6",
                "reading.phase_missing",
                text=line.text,
                season=SEASON_OF_STEP[missing.step],
                year=missing.year,
            )
            part.strays.append(LineAnswer(line, why))
        self.clock.now = time
        self._begin(part)

    def _begin(self, part: SheetPart) -> None:
        """Begin a part; report under it the non-orders before the first heading."""
        self.all.append(part)
        if self._greeting is not None:
            part.strays.extend(self._greeting.strays)
            part.lines.extend(self._greeting.lines)
            self._greeting = None

    def _go_on(self) -> None:
        """Return to the open phase after something set aside."""
        for part in reversed(self.all):
            if part.set_aside is None and part.phase not in LISTS:
                self._reopen(part)
                return

    def _reopen(self, part: SheetPart) -> None:
        """Continue this part, which is near the end of the list."""
        number = next(n for n in range(len(self.all) - 1, -1, -1) if self.all[n] is part)
        self.all.append(self.all.pop(number))

    def _set_aside(self, line: SheetLine, why: Refusal) -> None:
        self._begin(SheetPart(MOVEMENT, "", 0, [], [], line, why))
        self.verb = ""

    def end(self) -> None:
        """Report a phase named after the last orders, as it may be meant for them."""
        part = self.all[-1] if self.all else None
        if part is None or len(self.all) == 1 or part.heading is None or part.phase != MOVEMENT:
            return
        if part.set_aside is None and part.is_empty:
            why = refuse("III.6", "reading.empty_phase", text=part.heading.text)
            self.all[-2].strays.append(LineAnswer(part.heading, why))

    def current(self) -> SheetPart:
        """Return the part for an order; without a heading, the first spring."""
        if not self.all:
            self.clock.now = PhaseTime(self.clock.last.year, MOVES_OF_SPRING)
            self.all.append(SheetPart(MOVEMENT, SPRING, self.clock.last.year, [], []))
        return self.all[-1]

    @property
    def phase(self) -> str:
        """The kind of phase or list that is open; empty if there is none."""
        return self.all[-1].phase if self.all and self.all[-1].set_aside is None else ""

    def _drop_empty(self) -> None:
        """Drop parts without orders: headings completed by the next one, and greetings before the
        first."""
        part = self.all[-1] if self.all else None
        if part is None or part.phase != MOVEMENT or part.set_aside is not None:
            return
        if part.heading is None and not any(map(self._is_order, part.lines)):
            self._greeting = part
        elif not part.is_empty:
            return
        self.all.pop()
        self.clock.back()

    def _is_order(self, line: SheetLine) -> bool:
        return bool(parse_orders(self.names, tidy(line.text[:LONGEST])))
