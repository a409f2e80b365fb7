"""Statistics of a finished game: its figures, what each seat did, how the dice fell.

The kernel replays a record and reports each move to `GameStatistics`; story.py builds the story
from the results. Everything has a default, so a game without figures has a story too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from entente.kernel.info import Seat
from entente.kernel.message import Message
from entente.kernel.state import S

PIPS, HITS = "pips", "hits"


class Transition(NamedTuple, Generic[S]):
    """A move, the states before and after it, and all log messages it wrote."""

    seat: Seat
    action: str
    before: S
    after: S
    messages: Sequence[Message]


class Statistic(NamedTuple):
    """Something that a seat has done or suffered, with a count."""

    seat: Seat
    kind: str
    times: int = 1


class Roll(NamedTuple):
    """Dice that mattered to a seat: how many, their result, and its expectation and variance."""

    seat: Seat
    dice: int
    got: float
    expected: float
    variance: float


class GameStatistics(Generic[S]):
    """The figures, deeds and dice of a game.

    `measures` names its figures, the decisive one first; each has the text `measure.<name>`.
    `deeds` names the kinds of deeds, `deed.<name>`. `happenings` names what is counted over many
    games, `happening.<name>`. `luck` says how dice are counted: by pips or by hits. `causes` are
    the keys of log messages that explain a change of the decisive figure.
    """

    measures: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    happenings: tuple[str, ...] = ()
    luck = PIPS
    causes: tuple[str, ...] = ()

    def figures(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """Return each measure by seat or another name; under '' what belongs to no seat."""
        return {}

    def standing(self, state: S) -> Mapping[Seat, int]:
        """Return the decisive figure by seat; empty if there is none."""
        return self.figures(state)[self.measures[0]] if self.measures else {}

    def period(self, state: S) -> Message | None:
        """Return the period for the time axis of the graphs; None: the stage of the game."""
        return None

    def done(self, transition: Transition[S]) -> Iterable[Statistic]:
        """Return what a move did."""
        return ()

    def helped(self, transition: Transition[S]) -> Iterable[tuple[Seat, Seat]]:
        """Return who helped another seat by a move: pairs of giver and receiver."""
        return ()

    def rolled(self, transition: Transition[S]) -> Iterable[Roll]:
        """Return the dice rolled by a move."""
        return ()

    def happened(self, message: Message) -> Iterable[Statistic]:
        """Return what a log message counts for over many games, by seat; '' for no seat."""
        return ()
