"""Minds: how the levels think, one package a game, and `any_game` for all others.

An engine takes a `PlayerView` and a budget and returns a `SearchResult`, which follows from its
seed, the budget, what its seat sees and what the seat has done so far this turn. It may cache what
it has worked out; without the cache, in another process, it comes to the same result.

It is an entry point of the group `entente.engines`, by the id of its game: a module with a function
`mind(game_id, level, seed)`, which takes a character as well where the module names CHARACTERS, and
where its players are called without being waited for (see the registry of players) with a function
`called`. It may offer more: `evaluate`, `progress`, RANKS, by which a turn is told in short, and
`quick` with `figures`, which are fitted by play (see `fitted`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import NamedTuple, Protocol, cast, runtime_checkable

from entente.kernel.entry_points import installed
from entente.players.player import PlayerView
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


def module_of(game_id: str) -> ModuleType:
    """The module that thinks at a game. It is imported when it is asked for."""
    point = installed(GROUP).get(game_id)
    return cast("ModuleType", point.load()) if point else import_module(f"{__name__}.any_game")


def make_engine(game_id: str, level: str, seed: str, character: str = "") -> Engine:
    """Somebody who thinks at a level; with a character at a game that has some."""
    make: Callable[..., Engine] = module_of(game_id).mind
    return make(game_id, level, seed, character) if character else make(game_id, level, seed)
