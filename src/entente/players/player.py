"""What a computer player is, and what it may see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from entente.kernel import Decision, Game, Message, OwnAction, Position, Seat, View

AnyPosition = Position[Any, Any]


class PlayerView:
    """The game as a seat sees it when it is asked something.

    The true position stays inside. What comes out is what a person in that seat has: its questions,
    the view, and as many imagined positions as it likes, which agree with everything it knows.
    `decision` is what the game waits for, or the first of what the seat may answer and need not.

    At a game whose turns take many steps, `done` is what the seat has done in a row just now, and
    `before` shows it what it saw then. `row` names the beginning of it within this process. With
    `afresh` it is seen as if the game began here.
    """

    __slots__ = ("__position", "__row", "decision", "decisions", "done", "row", "seat")

    def __init__(self, position: AnyPosition, seat: Seat, *, afresh: bool = False) -> None:
        self.seat = seat
        self.decisions: tuple[Decision, ...] = position.decisions_for(seat)
        if not self.decisions:
            raise ValueError(f"{seat} is not asked anything")
        self.decision: Decision = self.decisions[0]
        self.__position = position
        self.__row = row = None if afresh else position.turn_so_far(seat)
        self.done: tuple[OwnAction, ...] = () if row is None else row.done
        self.row: object | None = None if row is None else row.name

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.__position.game

    def view(self) -> View:
        """All that the seat may know."""
        return self.__position.view(self.seat)

    def determinize(self, rng: Random) -> AnyPosition:
        """A position that the seat cannot tell from the true one: its own to play on with, which it
        does quietly."""
        return self.__position.determinize(self.seat, rng, log=False)

    def before(self, number: int) -> PlayerView:
        """What the seat saw when it had done only so many of what it has done in a row."""
        row, game = self.__row, self.game
        if row is None or not 0 <= number < len(row.done):
            raise IndexError(f"{self.seat} has not done {number} of these")
        position = game.position(game.copy(row.start))
        for done in row.done[:number]:
            position.apply(self.seat, done.action, done.window)
        return PlayerView(position, self.seat)


class Player(Protocol):
    """Whoever decides for a seat. It is asked when the game waits for that seat.

    A player with `reads_menus_only = True` promises to look at nothing but the menus of what it is
    asked: where only such players play, nobody else looks on, and a simulation goes quietly.
    """

    def choose(self, sight: PlayerView) -> str:
        """One action of the menu of `sight.decision`, or of another of `sight.decisions`.

        An action that several of them have answers the first of those.
        """
        ...


class PlayerMessage(NamedTuple):
    """What a player says of what it does to another seat, which alone hears it: a text of the
    players' own. `kinds` says of what kind the things of the game are that it names, by the gap in
    which they stand (see `saying`)."""

    to: Seat
    message: Message
    kinds: dict[str, str] = {}


@runtime_checkable
class Explains(Protocol):
    """A player that says why, where somebody should know."""

    def explain(self, sight: PlayerView, action: str) -> PlayerMessage | None:
        """Why it does what it has chosen. From what the seat sees, and nothing else."""
        ...


@runtime_checkable
class ReportsErrors(Protocol):
    """A player that goes on where its thinking fails, and owns up to it: whoever measures it counts
    these."""

    @property
    def recovered_errors(self) -> Sequence[str]:
        """The errors that it met, one line each."""
        ...


@runtime_checkable
class FallingBack(Protocol):
    """A player that lets another one decide where it has no answer of its own."""

    @property
    def fallbacks(self) -> Sequence[str]:
        """Why, one line for each decision that the other one made."""
        ...
