"""Knowledge that can be fitted: what is counted of a position, and what each count is worth.

A mind whose module `knowledge` has a function `features(position, seat)` and a table `WEIGHTS` with
a weight for each feature can be fitted by `entente arena fit`. For the other games the figures
stand in by which the greedy player's moves are explained (`entente.players.figures`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from math import tanh
from random import Random
from typing import NamedTuple

import msgspec

from entente.kernel import Decision, Mistake, Seat, say
from entente.players.evaluation import Evaluation, evaluation_of
from entente.players.figures import COUNTED
from entente.players.minds import module_of
from entente.players.player import AnyPosition

Features = Callable[[AnyPosition, Seat], Mapping[str, float]]


class Knowledge(NamedTuple):
    """What is counted at a game, and what it is thought to be worth so far."""

    features: Features
    weights: Mapping[str, float]


def knowledge_of(game_id: str) -> Knowledge:
    """What can be fitted at a game; Mistake where nothing can."""
    name = f"{module_of(game_id).__name__}.knowledge"
    module = import_module(name) if find_spec(name) is not None else None
    features, table = getattr(module, "features", None), getattr(module, "WEIGHTS", None)
    if features is not None and isinstance(table, msgspec.Struct):
        return Knowledge(features, _figures(table))
    counting = COUNTED.get(game_id)
    if counting is None:
        raise Mistake(say("mistake.fit.nothing", game=game_id), "entente.players")
    figures = counting.figures
    return Knowledge(lambda position, seat: figures(position.context, seat), counting.weights)


def _figures(table: msgspec.Struct) -> dict[str, float]:
    return {k: v for k, v in msgspec.structs.asdict(table).items() if isinstance(v, float)}


class Linear:
    """An `Evaluation` that sees nothing but the features, each by its weight: half the sum is what
    the hyperbolic tangent makes a worth of, so that weights are those of the logarithm of the odds.
    What is tried and answered is the game's own evaluation's."""

    def __init__(self, game_id: str, weights: Mapping[str, float]) -> None:
        self._usual: Evaluation = evaluation_of(game_id)
        self._features = knowledge_of(game_id).features
        self._weights = weights
        self.WORLDS = self._usual.WORLDS

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        outcome = position.outcome
        if outcome is not None:
            return 2.0 * outcome.scores.get(seat, 0.0) - 1.0
        found = self._features(position, seat)
        return tanh(sum(self._weights.get(name, 0.0) * each for name, each in found.items()) / 2)

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        return self._usual.propose(position, decision, rng)

    def answer(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        return self._usual.answer(position, decision, rng)

    def rests(self, position: AnyPosition, asked: Decision) -> bool:
        return self._usual.rests(position, asked)

    def settle(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        self._usual.settle(positions, seat, rng)
