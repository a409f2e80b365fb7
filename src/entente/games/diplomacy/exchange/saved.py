"""A saved game of another program, whatever its format: phases with their positions and orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.state import AUTUMN, SPRING, DiplomacyState
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Match, OptionValue, say
from entente.kernel.message import Argument
from entente.kernel.mistake import Mistake, Said

DiplomacyMatch = Match[DiplomacyState, Europe]

OVER = "COMPLETED"
MOVEMENT, RETREATS, ADJUSTMENTS = "M", "R", "A"

# How the programs play where our rules leave a choice; none of them has a last year.
PACKAGE_HOUSE: Mapping[str, OptionValue] = {"end_year": 0, "removal_distance": "home"}
WEBDIPLOMACY_HOUSE = {**PACKAGE_HOUSE, "adjacent_convoy": "via_only"}

_LETTERS = {SPRING: "S", AUTUMN: "F"}
_KINDS = {"orders": MOVEMENT, "retreat": RETREATS, "adjust": ADJUSTMENTS}
_YEAR = ("SM", "SR", "FM", "FR", "WA")
_NAME = re.compile(r"([SFW])([0-9]{4})([MRA])")


class SavedPhase(NamedTuple):
    """What stood before a phase and what was ordered in it, by power.

    `units` are those that stand; where the `dislodged` may go is known from the phase before.
    `centres` is None where the format does not tell them. `ordered`: False where the orders are not
    known, because the game ended or was saved before they were carried out.
    """

    name: str
    units: Mapping[str, list[str]]
    centres: Mapping[str, list[str]] | None = None
    orders: Mapping[str, list[str]] = {}
    results: Mapping[str, list[str]] = {}
    ordered: bool = True
    dislodged: Mapping[str, list[str]] = {}

    @property
    def kind(self) -> str:
        return "" if self.name == OVER else self.name[-1]

    @property
    def season(self) -> str:
        return SPRING if self.name[0] == "S" else AUTUMN

    @property
    def year(self) -> int:
        return int(self.name[1:5])


class SavedGame(NamedTuple):
    """A game; `house` are the options under which the program that saved it plays."""

    name: str
    phases: list[SavedPhase]
    house: Mapping[str, OptionValue]


def phase_name(state: DiplomacyState) -> str:
    """`S1901M`; a game that is over is `COMPLETED`."""
    if not state.stack:
        return OVER
    kind = _KINDS[state.stack[-1].step]
    return f"{'W' if kind == ADJUSTMENTS else _LETTERS[state.season]}{state.year}{kind}"


def is_phase(name: str) -> bool:
    """Whether this names a phase, or that the game is over."""
    found = _NAME.fullmatch(name)
    return name == OVER or (found is not None and found[1] + found[3] in _YEAR)


def when(name: str) -> tuple[int, int]:
    """Phases in the order of their time."""
    if name == OVER:
        return (10_000, 0)
    return int(name[1:5]), _YEAR.index(name[0] + name[-1])


def exchange_mistake(key: str, because: Said | None = None, /, **args: Argument) -> Mistake:
    """What cannot be read or followed, in this game's words."""
    return Mistake(say(key, **args), PACKAGE, because)
