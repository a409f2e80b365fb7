"""Engines: how computer players think. A game brings its own; all others have `any_game`.

An engine takes a `PlayerView` and a budget and returns a `SearchResult`. The result depends on the
engine's seed, the budget, what the seat sees and what it has just done, and on nothing else. An
engine may cache what it has worked out; without the cache, in another process, it finds the same.

A game's engine is a module that its `GamePackage` names. Only `evaluate` is required, in the module
or in its `evaluation`:

- `evaluate(position, seat)`: the static evaluation that people are shown (see `win_chances`).
- `evaluation`: a submodule with the quick evaluation (see `Evaluation` and `Adviser`) for the
  `greedy` player and for rollouts. A module of one file may define these functions itself; the
  missing ones default to those of `plain_evaluation`.
- `create_engine(game_id, level, seed)`: the `Engine` of a level, with a character as its fourth
  argument if the module names `CHARACTERS`. Without it, the levels use `any_game`.
- `progress(position)`: how far the game has come, from 0 to 1 (see `calibration`).
- `PUBLIC_FIGURES`: what a move has changed, for other seats (see `figures`).
- `wants_to_act(position, seat)`: whether a seat wants to act when the game does not wait for it.
- `prepare()`: what takes long before the first thought, such as loading compiled code. A process
  that will think calls it when it starts.
- `RANKS`: how much each kind of move matters in the summary of a turn (see `turn_summary`).
- a file `scale.toml` beside it: how evaluations become win chances (see `calibration`).
- `quick_engine(weights, seed)` and `figures(options)`: weights to be tuned by play (see `tunable`).
- `is_revealed_order` and `revealed_answer`: sealed answers, read from the log (see `move_review`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from random import Random
from time import perf_counter
from types import ModuleType, SimpleNamespace
from typing import NamedTuple, Protocol, cast, runtime_checkable

import msgspec

from entente.kernel import Decision, Seat, registry
from entente.players.engines import plain_evaluation
from entente.players.player import AnyPosition, PlayerMessage, PlayerView
from entente.players.search_result import SearchResult

EASY, NORMAL, HARD = "easy", "normal", "hard"
LEVELS = (EASY, NORMAL, HARD)
GREEDY = "greedy"  # no search: the quick evaluation alone decides


class Budget(NamedTuple):
    """How much an engine may search for one decision; None: the default of its level.

    With positions alone the result is the same on every machine. With seconds the search stops when
    they are over and uses what it has found by then.
    """

    positions: int | None = None
    seconds: float | None = None


USUAL = Budget()


class SearchBudget:
    """A budget that is being spent."""

    __slots__ = ("_until", "left", "spent")

    def __init__(self, budget: Budget, default: int) -> None:
        self.left = default if budget.positions is None else budget.positions
        self.spent = 0
        self._until = None if budget.seconds is None else perf_counter() + budget.seconds

    def spend(self, positions: int = 1) -> None:
        self.spent += positions
        self.left -= positions

    @property
    def exhausted(self) -> bool:
        return self.left <= 0 or (self._until is not None and perf_counter() >= self._until)


class Level(msgspec.Struct, frozen=True):
    """The settings that the levels of every game share; each engine adds its own."""

    positions: int = 0  # the default budget
    overlooked: float = 0.0  # share of the candidates that the level does not see
    blur: float = 0.0  # standard deviation of its errors of judgement


class Engine(Protocol):
    """Searches for a seat's best action at a level."""

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Choose an action and say why."""
        ...


@runtime_checkable
class Weighing(Protocol):
    """An engine that also weighs an action someone has taken: the usual result, with a line and
    reasons for that action among the others."""

    def weigh(self, view: PlayerView, action: str, budget: Budget = USUAL) -> SearchResult: ...


class Evaluation(Protocol):
    """The quick evaluation of a game.

    It is given imagined positions and uses only what the seat knows.
    """

    WORLDS: int  # how many positions to imagine where chance or other seats matter

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        """Score a position for a seat, from -1 (lost) to 1 (won)."""
        ...

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        """List the actions worth trying, a few dozen at most. A single one is taken untried."""
        ...

    def rollout_reply(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        """Answer a question inside a rollout, quickly."""
        ...

    def is_quiescent(self, position: AnyPosition, decision: Decision) -> bool:
        """Return whether the action that answered `decision` is over, with all its consequences."""
        ...

    def redeal_hidden(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        """Make imagined positions depend on the generator and on what the seat sees alone.

        They have not been asked anything yet.
        """
        ...


class Adviser(Protocol):
    """An evaluation that names the action itself, for games with too many actions to try."""

    CHARACTERS: tuple[str, ...]

    def advise(
        self, position: AnyPosition, decisions: Sequence[Decision], seed: str, character: str = ""
    ) -> str:
        """Choose an answer to the first of the seat's questions, or to another of them. Without a
        character, the seed draws one."""
        ...

    def wants_to_act(self, position: AnyPosition, seat: Seat) -> bool:
        """Return whether a seat wants to act when the game does not wait for it. Called often, with
        the true position; uses only what the seat knows."""
        ...

    def explain(
        self, position: AnyPosition, seat: Seat, action: str, seed: str, character: str = ""
    ) -> PlayerMessage | None:
        """Explain an advised action to another seat that it concerns, if there is one."""
        ...


def module_of(game_id: str) -> ModuleType:
    """Return the engine module of a game, imported on first use."""
    return registry.part(game_id, "engine") or import_module(f"{__name__}.any_game")


def evaluation_of(game_id: str) -> Evaluation:
    """Return the quick evaluation of a game."""
    module = module_of(game_id)
    return cast("Evaluation", getattr(module, "evaluation", None) or _completed(module))


def adviser_in(evaluation: Evaluation) -> Adviser | None:
    """Return an evaluation that names the action itself; None if this one does not."""
    return cast("Adviser", evaluation) if hasattr(evaluation, "advise") else None


@lru_cache(maxsize=64)
def _completed(module: ModuleType) -> object:
    """Return a module as an evaluation: itself if it has all functions, else with those of
    `plain_evaluation` for the missing ones."""
    missing = [name for name in plain_evaluation.FUNCTIONS if not hasattr(module, name)]
    if not missing:
        return module
    if not hasattr(module, "evaluate"):  # `any_game`
        return plain_evaluation
    usual = {name: getattr(plain_evaluation, name) for name in missing}
    return SimpleNamespace(**{**vars(module), **usual})


def prepare(game_id: str) -> None:
    """Let a game's engine get ready to think; the first time on a machine it may compile code."""
    get_ready = getattr(module_of(game_id), "prepare", None)
    if get_ready is not None:
        get_ready()


def create_engine(game_id: str, level: str, seed: str, character: str = "") -> Engine:
    """Return the engine of a game at a level, with a character where the game has them."""
    create: Callable[..., Engine] | None = None
    if level == GREEDY:
        create = import_module(f"{__name__}.greedy").create_engine
    else:
        create = getattr(module_of(game_id), "create_engine", None)
    create = create or import_module(f"{__name__}.any_game").create_engine
    return create(game_id, level, seed, character) if character else create(game_id, level, seed)
