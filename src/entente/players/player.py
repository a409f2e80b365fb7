"""What a computer player is, and what it may see."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from entente.kernel import Decision, Game, Position, Seat, View

AnyPosition = Position[Any, Any]


class Sight:
    """The game as a seat sees it when it is asked something.

    The true position stays inside. What comes out is what a person in that seat has: its questions,
    the view, and as many imagined positions as it likes, which agree with everything it knows.
    `decision` is what the game waits for, or the first of what the seat may answer and need not.
    """

    __slots__ = ("__position", "decision", "decisions", "seat")

    def __init__(self, position: AnyPosition, seat: Seat) -> None:
        self.seat = seat
        self.decisions: tuple[Decision, ...] = position.of(seat)
        if not self.decisions:
            raise ValueError(f"{seat} is not asked anything")
        self.decision: Decision = self.decisions[0]
        self.__position = position

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.__position.game

    def view(self) -> View:
        """All that the seat may know."""
        return self.__position.view(self.seat)

    def imagine(self, rng: Random) -> AnyPosition:
        """A position that the seat cannot tell from the true one: its own to play on with."""
        return self.__position.imagine(self.seat, rng)


class Player(Protocol):
    """Whoever decides for a seat. It is asked when the game waits for that seat."""

    def choose(self, sight: Sight) -> str:
        """One action of the menu of `sight.decision`, or of another of `sight.decisions`.

        An action that several of them have answers the first of those.
        """
        ...
