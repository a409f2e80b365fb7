"""A saved game of another program in any format: phases with positions and orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from entente.games.diplomacy.answers.questions import current_question
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.phase_names import Phase, phase_named
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Match, OptionValue, say
from entente.kernel.message import Argument
from entente.kernel.user_error import LocalizedText, UserError

DiplomacyMatch = Match[DiplomacyState, DiplomacyContext]

OVER = "COMPLETED"
_AFTER_ALL = (10_000, 0)

# The programs' readings where our rules have options; none of them has a last year.
PACKAGE_HOUSE: Mapping[str, OptionValue] = {"end_year": 0, "removal_distance": "home"}
WEBDIPLOMACY_HOUSE = {**PACKAGE_HOUSE, "adjacent_convoy": "via_only"}

_LENGTH = len("S1901M")  # a year has four digits


class SavedPhase(NamedTuple):
    """The position before a phase and its orders, by power.

    `units` are those on the board; the retreats of the `dislodged` follow from the phase before.
    `centres` is None if the format omits them. `ordered` is False if the orders are unknown,
    because the game ended or was saved before they were carried out.
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
        return kind_of(self.name)


class SavedGame(NamedTuple):
    """A saved game; `house` are the options of the program that saved it."""

    name: str
    phases: list[SavedPhase]
    house: Mapping[str, OptionValue]


def phase_name(state: DiplomacyState) -> str:
    """`S1901M`; a finished game is `COMPLETED`."""
    question = current_question(state)
    if question is None:
        return OVER
    return Phase(question.kind, state.season, state.year).name


def kind_now(match: DiplomacyMatch) -> str:
    """Return the kind of a match's current phase; empty when it is over."""
    question = current_question(match.state)
    return "" if question is None else question.kind


def is_phase(name: str) -> bool:
    """Return whether this is the name of a phase or of a finished game."""
    return name == OVER or (len(name) == _LENGTH and phase_named(name) is not None)


def kind_of(name: str) -> str:
    """Return the kind of a phase; empty before and after the game."""
    phase = phase_named(name)
    return "" if phase is None else phase.kind


def when(name: str) -> tuple[int, int]:
    """Return a sort key for phases by time."""
    phase = phase_named(name)
    return _AFTER_ALL if phase is None else (phase.year, phase.step)


def exchange_error(
    key: str, because: LocalizedText | None = None, /, **args: Argument
) -> UserError:
    """Return an import error, as a text of this game."""
    return UserError(say(key, **args), PACKAGE, because)
