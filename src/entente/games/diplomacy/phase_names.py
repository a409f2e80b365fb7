"""The five phases of a year (III.6): kinds, order, and the names programs use.

A name has the season, the year and the kind: `S1901M`, `S1901R`, `F1901M`, `F1901R`, `W1901A`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER

KINDS = MOVEMENT, RETREATS, ADJUSTMENTS = "movement", "retreats", "adjustments"

YEAR = (
    (SPRING, MOVEMENT),
    (SPRING, RETREATS),
    (AUTUMN, MOVEMENT),
    (AUTUMN, RETREATS),
    (WINTER, ADJUSTMENTS),
)

_SEASONS = {"S": SPRING, "F": AUTUMN, "W": WINTER}
_KINDS = {"M": MOVEMENT, "R": RETREATS, "A": ADJUSTMENTS}
_SEASON_LETTERS = {season: letter for letter, season in _SEASONS.items()}
_KIND_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_NAME = re.compile(r"([SFW])([0-9]{4,9})([MRA])")


class Phase(NamedTuple):
    """A kind of phase; `season` is empty if unknown."""

    kind: str
    season: str = ""
    year: int = 0

    @property
    def name(self) -> str:
        """`S1901M`, or the kind alone."""
        if not self.season:
            return self.kind
        return f"{_SEASON_LETTERS[self.season]}{self.year}{_KIND_LETTERS[self.kind]}"

    @property
    def step(self) -> int:
        """The index of a phase with a season among the five of its year."""
        return YEAR.index((self.season, self.kind))


def phase_named(name: str) -> Phase | None:
    """Parse a phase name such as `S1901M`; None if it is not one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    phase = Phase(_KINDS[match[3]], _SEASONS[match[1]], int(match[2]))
    return phase if (phase.season, phase.kind) in YEAR else None
