"""Minds: how the levels think, one package a game, and `any_game` for all others.

A mind is asked with a `PlayerView` and a budget, and answers with a `SearchResult`. What it thinks follows
from its seed, from the budget, from what its seat sees and from what that has done in a row. It is
asked again and again in a game, and may keep what it has worked out to save time; asked without
that, in another process, it works it out again and thinks the same.

It is an entry point of the group `entente.engines`, by the id of its game: a module with a function
`mind(game_id, level, seed)`, which takes a character as well where the module names CHARACTERS, and
where its players are called without being waited for (see the registry of players) with a function
`called`. It may offer more: `evaluate`, `progress`, RANKS, by which a turn is told in short, and
`quick` with `figures`, which are fitted by play (see `fitted`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from time import perf_counter
from types import ModuleType
from typing import NamedTuple, Protocol, cast, runtime_checkable

from entente.kernel import Decision, Seat
from entente.kernel.entry_points import installed
from entente.players.engines import plain_evaluation
from entente.players.player import AnyPosition, PlayerMessage, PlayerView
from entente.players.search_result import SearchResult

GROUP = "entente.engines"

EASY, NORMAL, HARD = "easy", "normal", "hard"
LEVELS = (EASY, NORMAL, HARD)


class Budget(NamedTuple):
    """How much a mind may think about one decision; None: as much as is usual at its level.

    With positions alone it thinks the same on every machine. With seconds it stops when they are
    over, and what it has found by then counts.
    """

    positions: int | None = None
    seconds: float | None = None


USUAL = Budget()


class SearchBudget:
    """A budget that is spent."""

    __slots__ = ("_until", "left", "spent")

    def __init__(self, budget: Budget, usual: int) -> None:
        self.left = usual if budget.positions is None else budget.positions
        self.spent = 0
        self._until = None if budget.seconds is None else perf_counter() + budget.seconds

    def spend(self, positions: int = 1) -> None:
        self.spent += positions
        self.left -= positions

    @property
    def exhausted(self) -> bool:
        return self.left <= 0 or (self._until is not None and perf_counter() >= self._until)


class Engine(Protocol):
    """Whoever thinks at a level."""

    def think(self, sight: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """What to do, and why."""
        ...


@runtime_checkable
class Weighing(Protocol):
    """A mind that weighs what somebody has done as well: the same thought as ever, with a line of
    that action among the others, and its own reasons for it."""

    def weigh(self, sight: PlayerView, action: str, budget: Budget = USUAL) -> SearchResult: ...


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


def module_of(game_id: str) -> ModuleType:
    """The module that thinks at a game. It is imported when it is asked for."""
    point = installed(GROUP).get(game_id)
    return cast("ModuleType", point.load()) if point else import_module(f"{__name__}.any_game")


def make_engine(game_id: str, level: str, seed: str, character: str = "") -> Engine:
    """Somebody who thinks at a level; with a character at a game that has some."""
    make: Callable[..., Engine] = module_of(game_id).mind
    return make(game_id, level, seed, character) if character else make(game_id, level, seed)


def evaluation_of(game_id: str) -> Evaluation:
    """The evaluation of a game: that of its engine's package, or the plain one."""
    return cast("Evaluation", getattr(module_of(game_id), "evaluation", plain_evaluation))
