"""Games that are played for a fit, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from entente.arena.executors import settle_in
from entente.arena.game_runner import MOST_DECISIONS, GameRun
from entente.arena.processes import shared
from entente.kernel import Options, Position, Seat, registry
from entente.players import Player
from entente.players.engines.tunable import player_with

Weights = dict[str, float]
Progress = Callable[[int], None]


class Game(msgspec.Struct, frozen=True):
    """One game that is to be played: a name for each seat, and weights for names that stand for
    such."""

    game: str
    options: Options
    seed: str
    players: dict[Seat, str]
    weights: dict[str, Weights] = {}


class Listening(GameRun):
    """A game in which somebody looks at the position whenever another seat is asked."""

    def __init__(self, work: Game, maker: Callable[[str, str, str], Player]) -> None:
        game = registry.load(work.game)
        super().__init__(game, work.options, work.seed, work.players, maker, MOST_DECISIONS)
        self.passed_on: Callable[[Position[Any, Any]], None] = lambda position: None
        self._last: Seat | None = None

    def _awaited(self, position: Position[Any, Any]) -> Seat:
        seat = super()._awaited(position)
        if self._last is not None and seat != self._last:
            self.passed_on(position)
        self._last = seat
        return seat


def by_weights(work: Game) -> GameRun:
    """A game of players who differ in nothing but their weights."""

    def maker(name: str, game_id: str, seed: str) -> Player:
        return player_with(game_id, work.weights[name], seed)

    return GameRun(registry.load(work.game), work.options, work.seed, work.players, maker)


def done(
    do: Callable[[Game], Any], work: list[Game], workers: int, progress: Progress
) -> list[Any]:
    """What comes of the work, in its order."""
    found = dict[int, Any]()
    numbered = list(enumerate(work))
    pieces = partial(_numbered, do)
    done = shared(pieces, numbered, workers, settle_in) if workers > 1 else map(pieces, numbered)
    for number, result in done:
        found[number] = result
        progress(len(found))
    return [found[number] for number in range(len(work))]


def _numbered(do: Callable[[Game], Any], piece: tuple[int, Game]) -> tuple[int, Any]:
    return piece[0], do(piece[1])
