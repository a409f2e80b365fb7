"""What a computer player is, and what it may see."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from entente.kernel import Decision, Game, Seat, State, View


class Sight:
    """The game as a seat sees it when it must decide.

    The true state stays inside. What comes out is what a person in that seat has: the decision, the
    view, and as many imagined states as it likes, which agree with everything the seat knows.
    """

    __slots__ = ("__state", "decision", "game", "seat")

    def __init__(self, game: Game[Any, Any], state: State, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.decision: Decision = game.decisions(state)[seat]
        self.__state = state

    def view(self) -> View:
        """All that the seat may know."""
        return self.game.view(self.__state, self.seat)

    def imagine(self, rng: Random) -> Any:
        """A full state that the seat cannot tell from the true one: its own to play on with."""
        return self.game.determinize(self.__state, self.seat, rng)


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, sight: Sight) -> str:
        """One action of the menu of `sight.decision`."""
        ...
