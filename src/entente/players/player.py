"""The interface of a computer player, and what it may see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from entente.kernel import Decision, Game, Message, OwnAction, Position, Seat, View

AnyPosition = Position[Any, Any]


class PlayerView:
    """The game as a seat sees it when it has something to decide.

    The true position is private. A player gets what a person in that seat has: the questions, the
    view, and any number of imagined positions that agree with everything the seat knows.

    Attributes:
        seat: The seat.
        decisions: All its open decisions, required ones first.
        decision: The first of them.
        done: In a game with turns of many steps, the seat's latest actions in a turn.
        turn_id: What identifies that sequence within this process; None if there is none.

    `afresh=True` hides what the seat has done, as if the game began here.
    """

    __slots__ = ("__position", "__turn", "decision", "decisions", "done", "seat", "turn_id")

    def __init__(self, position: AnyPosition, seat: Seat, *, afresh: bool = False) -> None:
        self.seat = seat
        self.decisions: tuple[Decision, ...] = position.decisions_for(seat)
        if not self.decisions:
            raise ValueError(f"{seat} has nothing to decide")
        self.decision: Decision = self.decisions[0]
        self.__position = position
        self.__turn = turn = None if afresh else position.turn_so_far(seat)
        self.done: tuple[OwnAction, ...] = () if turn is None else turn.done
        self.turn_id: object | None = None if turn is None else turn.name

    @property
    def game(self) -> Game[Any, Any]:
        """The game being played."""
        return self.__position.game

    def view(self) -> View:
        """Everything the seat may know."""
        return self.__position.view(self.seat)

    def determinize(self, rng: Random) -> AnyPosition:
        """Return a position that the seat cannot tell from the true one, to search in; it keeps no
        log."""
        return self.__position.determinize(self.seat, rng, log=False)

    def before(self, number: int) -> PlayerView:
        """Return the view when the seat had done only the first `number` of its actions in a
        turn."""
        turn, game = self.__turn, self.game
        if turn is None or not 0 <= number < len(turn.done):
            raise IndexError(f"{self.seat} has not done {number} of these")
        position = game.position(game.copy(turn.start))
        for done in turn.done[:number]:
            position.apply(self.seat, done.action, done.window)
        return PlayerView(position, self.seat)


class Player(Protocol):
    """Decides for a seat when the game waits for it.

    A player with `reads_menus_only = True` promises to read nothing but the menus of its questions:
    a simulation among such players keeps no log.
    """

    def choose(self, view: PlayerView) -> str:
        """Choose an action from the menu of `view.decision`, or of another of `view.decisions`.

        An action on several menus answers the first of them.
        """
        ...


class PlayerMessage(NamedTuple):
    """A message from a player to one other seat about an action: a text of this package. `kinds`
    gives the kind of game object behind each placeholder (see `player_texts`)."""

    to: Seat
    """The seat that gets the message."""
    message: Message
    """The text, of the package `entente.players`."""
    kinds: dict[str, str] = {}
    """The kind of game object behind each gap of the text."""


@runtime_checkable
class Explains(Protocol):
    """A player that explains its actions to the seats they concern."""

    def explain(self, view: PlayerView, action: str) -> PlayerMessage | None:
        """Explain a chosen action, from what the seat sees alone."""
        ...


@runtime_checkable
class ReportsErrors(Protocol):
    """A player that recovers from its own errors and reports them; the arena counts these."""

    @property
    def recovered_errors(self) -> Sequence[str]:
        """The errors it recovered from, one line each."""
        ...


@runtime_checkable
class FallingBack(Protocol):
    """A player that lets another one decide when it has no answer of its own."""

    @property
    def fallbacks(self) -> Sequence[str]:
        """The reasons, one line for each decision that the other player made."""
        ...
