"""Openings: what a game's explorer shows of the first moves.

A game's module of openings defines `read`, which finds the openings in the moves of one game, and
`BOOK`, which says how they are read. An opening belongs to a seat, or to the whole game where the
seats take turns.

The steps of a book are in an order, such as seasons, with one move each; or there is a single step
that is a set: a game has several purchases, in no particular order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from entente.kernel.board_svg import BoardPieces
from entente.kernel.game import Game
from entente.kernel.info import Seat
from entente.kernel.match import Match, Move
from entente.kernel.position import Position
from entente.kernel.text import Catalog
from entente.kernel.wording import in_words

WHOLE_GAME = ""  # the side of an opening in which the seats take turns
BETWEEN = "; "  # separates the actions of a move
LONGEST = 300  # characters of a move that is kept
MOST_MOVES = 40  # of one side in one game
_TIMES = "*"

AnyPosition = Position[Any, Any]
AnyGame = Game[Any, Any]
Walk = Iterable[tuple[AnyPosition, Move]]  # each move, with the position before it


class OpeningMove(msgspec.Struct, frozen=True, array_like=True):
    """A move of an opening: actions, each perhaps several times (`2*mobilise …`).

    In the record, it is decided after `before` moves, and carried out after `after` moves.
    """

    step: int
    text: str
    before: int
    after: int


class OpeningLine(msgspec.Struct, frozen=True, array_like=True):
    """The opening of a seat, or of the whole game, in the order of its steps."""

    side: Seat
    moves: tuple[OpeningMove, ...]


class Naming(Protocol):
    """Names an opening as players do, by the end of a text key; empty if it has no name."""

    def __call__(self, side: Seat, step: int, move: str) -> str: ...


class Marking(Protocol):
    """Draws a move over a position; None adds nothing."""

    def __call__(self, side: Seat, move: str, catalog: Catalog) -> BoardPieces | None: ...


def _no_name(side: Seat, step: int, move: str) -> str:
    return ""


def _no_marks(side: Seat, move: str, catalog: Catalog) -> BoardPieces | None:
    return None


class OpeningBook(NamedTuple):
    """How a game's openings are read. Texts: `opening.step.<name>`, `opening.name.<name>` and
    `opening.measure`.

    `is_over` says that a position is past the opening. `measure` is a figure of a seat at the end,
    such as centres. `shows` says which position belongs to a move: the one before it, over which
    `mark` draws it, or the one after it. `seat_of` is the seat that makes a move of a whole game.
    """

    steps: tuple[str, ...]
    is_over: Callable[[Any], bool]
    is_set: bool = False
    whole_game: bool = False
    measure: Callable[[Any, Seat], float] | None = None
    name: Naming = _no_name
    mark: Marking = _no_marks
    shows: Literal["before", "after"] = "after"

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the sides that have openings of their own."""
        return (WHOLE_GAME,) if self.whole_game else seats


class OpeningsModule(Protocol):
    """A game's module of openings."""

    BOOK: OpeningBook

    def read(self, walk: Walk) -> list[OpeningLine]:
        """Return the openings in the moves of a game, which may be incomplete."""
        ...


def openings_in(module: OpeningsModule, match: Match[Any, Any]) -> list[OpeningLine]:
    """Return the openings of a game; only its first moves are replayed."""
    book = module.BOOK

    def opening() -> Iterator[tuple[AnyPosition, Move]]:
        for position, move in match.walk():
            if book.is_over(position.state):
                return
            yield position, move

    return [_bounded(each) for each in module.read(opening()) if each.moves]


def _bounded(line: OpeningLine) -> OpeningLine:
    kept = [each for each in line.moves if len(each.text) <= LONGEST]
    return OpeningLine(line.side, tuple(kept[:MOST_MOVES]))


# -- moves


def counted(actions: Iterable[str]) -> list[str]:
    """Return each action once, with how often it was taken: `2*mobilise germany-infantry`."""
    return [
        action if count == 1 else f"{count}{_TIMES}{action}"
        for action, count in sorted(Counter(actions).items())
    ]


class OpeningAction(NamedTuple):
    """An action of a move, and how often it is taken."""

    action: str
    times: int


def actions_of(move: str) -> list[OpeningAction]:
    """Return the actions of a move."""
    found = []
    for part in move.split(BETWEEN):
        count, times, action = part.partition(_TIMES)
        if times and count.isdecimal() and len(count) <= 3:
            found.append(OpeningAction(action, int(count)))
        else:
            found.append(OpeningAction(part, 1))
    return found


def in_plain_words(game: AnyGame, move: str, catalog: Catalog) -> list[str]:
    """Describe a move: a text for each of its actions."""
    words = []
    for action, times in actions_of(move):
        text = in_words(game, action, catalog)
        words.append(text if times == 1 else f"{times} × {text}")
    return words
