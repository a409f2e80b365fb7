"""What a game can tell of itself once it is over: its figures, what was done, how the dice fell.

The kernel plays a record again and shows a chronicle each move; the story of the game is made of
what it notes (story.py). Everything has a plain form: a game without figures has a story too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from entente.kernel.info import Seat
from entente.kernel.message import Message
from entente.kernel.position import S

PIPS, HITS = "pips", "hits"


class Transition(NamedTuple, Generic[S]):
    """A move, the states before and after it, and all lines of the log that it wrote."""

    seat: Seat
    action: str
    before: S
    after: S
    told: Sequence[Message]


class Statistic(NamedTuple):
    """Something of a kind that a seat has done or suffered, so many times."""

    seat: Seat
    kind: str
    times: int = 1


class Roll(NamedTuple):
    """Dice that mattered to a seat: how many, what they brought it, and what was to be expected."""

    seat: Seat
    dice: int
    got: float
    expected: float
    variance: float


class GameStatistics(Generic[S]):
    """The figures, deeds and dice of a game.

    `measures` names its figures, the one that decides the game first; each is the text
    `measure.<name>`. `deeds` are the kinds of deeds, `deed.<name>`. `happenings` are what is
    counted over many games, `happening.<name>`. `luck` says what dice are counted in: their pips,
    or the hits they bring. `causes` are the lines of the log that tell why the figure that decides
    has changed.
    """

    measures: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    happenings: tuple[str, ...] = ()
    luck = PIPS
    causes: tuple[str, ...] = ()

    def figures(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """Each measure, by seat or by another name; what belongs to nobody is under ''."""
        return {}

    def standing(self, state: S) -> Mapping[Seat, int]:
        """The figure that decides the game, by seat; nothing where there is none."""
        return self.figures(state)[self.measures[0]] if self.measures else {}

    def period(self, state: S) -> Message | None:
        """What the time line of the graphs is made of; None: the stages of the game."""
        return None

    def done(self, passage: Transition[S]) -> Iterable[Statistic]:
        """What was done with a move."""
        return ()

    def rolled(self, passage: Transition[S]) -> Iterable[Roll]:
        """The dice that were rolled with a move."""
        return ()

    def happened(self, message: Message) -> Iterable[Statistic]:
        """What a line of the log counts for over many games, and of which seat; '' is nobody's."""
        return ()
