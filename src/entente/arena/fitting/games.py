"""Games played for a fit, in one process or several."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from entente.arena.executors import init_worker
from entente.arena.game_runner import MAX_DECISIONS, GameRun
from entente.arena.processes import run_in_processes
from entente.kernel import Options, Position, Seat, registry
from entente.players import Player
from entente.players.engines.tunable import player_with

Weights = dict[str, float]
Progress = Callable[[int], None]


class FitGame(msgspec.Struct, frozen=True):
    """One game that is to be played: a name for each seat, and weights for names that stand for
    such."""

    game: str
    options: Options
    seed: str
    players: dict[Seat, str]
    weights: dict[str, Weights] = {}


class ObservedGame(GameRun):
    """A game with a callback at each turn change."""

    def __init__(self, work: FitGame, maker: Callable[[str, str, str], Player]) -> None:
        game = registry.load(work.game)
        super().__init__(game, work.options, work.seed, work.players, maker, MAX_DECISIONS)
        self.on_turn_change: Callable[[Position[Any, Any]], None] = lambda position: None
        self._last: Seat | None = None

    def _next_seat(self, position: Position[Any, Any]) -> Seat:
        seat = super()._next_seat(position)
        if self._last is not None and seat != self._last:
            self.on_turn_change(position)
        self._last = seat
        return seat


def weighted_game(work: FitGame) -> GameRun:
    """Make a game between players that differ only in their weights."""

    def maker(name: str, game_id: str, seed: str) -> Player:
        return player_with(game_id, work.weights[name], seed)

    return GameRun(registry.load(work.game), work.options, work.seed, work.players, maker)


def run_all(
    do: Callable[[FitGame], Any], work: list[FitGame], workers: int, progress: Progress
) -> list[Any]:
    """Run all work; return the results in order."""
    results = dict[int, Any]()
    numbered = list(enumerate(work))
    pieces = partial(_numbered, do)
    done = (
        run_in_processes(pieces, numbered, workers, init_worker)
        if workers > 1
        else map(pieces, numbered)
    )
    for number, result in done:
        results[number] = result
        progress(len(results))
    return [results[number] for number in range(len(work))]


def _numbered(do: Callable[[FitGame], Any], piece: tuple[int, FitGame]) -> tuple[int, Any]:
    return piece[0], do(piece[1])
