"""What a computer player thinks of a position: one module a game, and `plain` for any other.

A module answers four questions: how good is a position, what is worth trying at a decision, what
would a player answer without much thought, and when is an action over so that one can look at what
it came to. What it is handed is an imagined position; of that it uses what the seat knows.

It is an entry point of the group `entente.evaluations`, by the id of its game, so that whoever
brings a game can bring what to think of it as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, cast, runtime_checkable

from entente.kernel import Decision, Seat
from entente.kernel.entry_points import installed
from entente.players.evaluation import plain
from entente.players.player import AnyPosition, PlayerMessage

GROUP = "entente.evaluations"


class Evaluation(Protocol):
    """What each of the modules offers."""

    WORLDS: int  # how many positions to imagine where chance or the others have a say

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        """How a seat stands: from -1, it has lost, to 1, it has won."""
        ...

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        """The actions worth trying, at most some dozens. One alone is taken without trying it."""
        ...

    def answer(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        """What a seat does when the consequences of an action ask it something: quickly."""
        ...

    def rests(self, position: AnyPosition, asked: Decision) -> bool:
        """Whether the action that answered `asked` is over, with all that follows from it."""
        ...

    def settle(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        """Make imagined positions follow from the generator and from what the seat sees alone.

        They have not been asked anything yet."""
        ...


@runtime_checkable
class Adviser(Protocol):
    """What a module offers besides where a game has too much to try: it knows what to do."""

    CHARACTERS: tuple[str, ...]  # between which one may choose

    def advise(
        self, position: AnyPosition, decisions: Sequence[Decision], seed: str, character: str = ""
    ) -> str:
        """What to do at the first of the seat's questions, or at another of them. Without a
        character the seed draws one."""
        ...

    def called(self, position: AnyPosition, seat: Seat) -> bool:
        """Whether a seat should be asked for advice though the game does not wait for it. This is
        worked out often, of the true position, by what the seat knows."""
        ...

    def explain(
        self, position: AnyPosition, seat: Seat, action: str, seed: str, character: str = ""
    ) -> PlayerMessage | None:
        """Why a seat does what it is advised to, for another seat that should know; None: there is
        nothing to say."""
        ...


def evaluation_of(game_id: str) -> Evaluation:
    """The module for a game. It is imported when it is asked for, and the game with it."""
    point = installed(GROUP).get(game_id)
    return cast("Evaluation", plain if point is None else point.load())
