"""The current phase on a sheet: the five phases of a year (III.6), in order."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS, YEAR
from entente.games.diplomacy.sheets.headings import SUMMER, Heading
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER

SEASON_OF_STEP = tuple(season for season, _ in YEAR)
MOVES_OF_SPRING, RETREATS_OF_SPRING, MOVES_OF_AUTUMN, RETREATS_OF_AUTUMN, ADJUSTMENTS_OF_WINTER = (
    range(5)
)


class PhaseTime(NamedTuple):
    """A phase in time: the year, and its index among the five of a year."""

    year: int
    step: int


class PhaseClock:
    """The current phase on a sheet, and the phases already begun."""

    def __init__(self, first_year: int) -> None:
        self._before: list[PhaseTime | None] = []
        self.last = PhaseTime(first_year, MOVES_OF_SPRING)  # of the previous heading, even if empty
        self._now: PhaseTime | None = None

    @property
    def now(self) -> PhaseTime | None:
        """The open phase."""
        return self._now

    @now.setter
    def now(self, time: PhaseTime) -> None:
        self._before.append(self._now)
        self._now = self.last = time

    def back(self) -> None:
        """Discard the open phase."""
        self._now = self._before.pop()

    def restart(self, heading: Heading) -> None:
        """Start a new position: any phase may follow; `Units, Autumn 1903` names it."""
        step = step_of(MOVEMENT, heading.season, stated=True) if heading.season else None
        if step is None:
            step = self.last.step if self._now is None else MOVES_OF_SPRING
        self._before.append(self._now)
        self._now = None
        self.last = PhaseTime(heading.year or self.last.year, step)

    @property
    def season(self) -> str:
        return SEASON_OF_STEP[self.last.step]

    def time(self, heading: Heading, step: int) -> PhaseTime | None:
        """Return the time of a phase; None if its year is omitted and ambiguous."""
        if heading.year:
            return PhaseTime(heading.year, step)
        if heading.season and step < self.last.step:
            if self.last.step == ADJUSTMENTS_OF_WINTER:
                return PhaseTime(self.last.year + 1, step)
            if step < MOVES_OF_AUTUMN <= self.last.step:
                return None
        return PhaseTime(self.last.year, step)

    def passed_over(self, time: PhaseTime) -> PhaseTime | None:
        """Return the first skipped season between the open phase and another."""
        if self._now is None:
            return None
        year, step = self._now
        spring = PhaseTime(year + 1, MOVES_OF_SPRING)
        following = PhaseTime(year, MOVES_OF_AUTUMN) if step < MOVES_OF_AUTUMN else spring
        return following if following < time else None


def step_of(kind: str, season: str, *, stated: bool) -> int | None:
    """Return the index of a phase in its year; None if there is no such phase."""
    if kind == ADJUSTMENTS:
        return None if stated and season in (SPRING, SUMMER) else ADJUSTMENTS_OF_WINTER
    autumn = season in (AUTUMN, WINTER)
    if kind == RETREATS:
        return RETREATS_OF_AUTUMN if autumn else RETREATS_OF_SPRING
    if stated and season in (SUMMER, WINTER):
        return None
    return MOVES_OF_AUTUMN if autumn else MOVES_OF_SPRING
