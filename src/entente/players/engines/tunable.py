"""Weights that `entente arena fit` can tune. An engine has one of two kinds.

- Tuned by play: the engine module offers `quick_engine(weights, seed)`, an engine that plays by
  these weights without a search, and `figures(options)`, the present weights that matter with these
  options of the game. Sets of weights are tried in play.
- Fitted to outcomes: the module's submodule `features` has a function `features(position, seat)`
  and a table `WEIGHTS` with a weight for each feature. The evaluation is their weighted sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from math import tanh
from random import Random
from typing import NamedTuple

import msgspec

from entente.kernel import Decision, Options, Seat, UserError, say
from entente.players.engines import Engine, Evaluation, evaluation_of, module_of
from entente.players.greedy import GreedyPlayer
from entente.players.player import AnyPosition, Player, PlayerView

Features = Callable[[AnyPosition, Seat], Mapping[str, float]]


class TunablePolicy(NamedTuple):
    """The weights of an engine, and the engine with other weights and a seed."""

    figures: Callable[[Options], dict[str, float]]
    create: Callable[[Mapping[str, float], str], Engine]


class FeatureWeights(NamedTuple):
    """The features of a game and their present weights."""

    features: Features
    weights: Mapping[str, float]


def tunable_policy_of(game_id: str) -> TunablePolicy | None:
    """Return what can be tuned by play at a game, if anything."""
    module = module_of(game_id)
    create = getattr(module, "quick_engine", None)
    return None if create is None else TunablePolicy(module.figures, create)


def feature_weights_of(game_id: str) -> FeatureWeights:
    """Return what can be fitted to outcomes at a game; UserError if nothing can."""
    name = f"{module_of(game_id).__name__}.features"
    module = import_module(name) if find_spec(name) is not None else None
    features, table = getattr(module, "features", None), getattr(module, "WEIGHTS", None)
    if features is None or not isinstance(table, msgspec.Struct):
        raise UserError(say("mistake.fit.nothing", game=game_id), "entente.players")
    return FeatureWeights(features, figures_in(table))


def figures_in(table: msgspec.Struct) -> dict[str, float]:
    """Return the weights of a table, by name."""
    return {k: v for k, v in msgspec.structs.asdict(table).items() if isinstance(v, float)}


def player_with(game_id: str, weights: Mapping[str, float], seed: str) -> Player:
    """Return a player with these weights that does not search."""
    policy = tunable_policy_of(game_id)
    if policy is not None:
        return EnginePlayer(policy.create(weights, seed))
    return GreedyPlayer(game_id, seed, LinearEvaluation(game_id, weights))


class EnginePlayer:
    """Plays what an engine chooses."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"<EnginePlayer, {type(self._engine).__name__}>"

    def choose(self, view: PlayerView) -> str:
        return self._engine.think(view).action


class LinearEvaluation:
    """An `Evaluation` by the weighted features alone; all else is the game's own evaluation's.

    The weights are those of log odds: the value is the hyperbolic tangent of half the sum.
    """

    def __init__(self, game_id: str, weights: Mapping[str, float]) -> None:
        self._usual: Evaluation = evaluation_of(game_id)
        self._features = feature_weights_of(game_id).features
        self._weights = weights
        self.WORLDS = self._usual.WORLDS

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        outcome = position.outcome
        if outcome is not None:
            return 2.0 * outcome.scores.get(seat, 0.0) - 1.0
        features = self._features(position, seat)
        return tanh(sum(self._weights.get(name, 0.0) * each for name, each in features.items()) / 2)

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        return self._usual.propose(position, decision, rng)

    def rollout_reply(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        return self._usual.rollout_reply(position, decision, rng)

    def is_quiescent(self, position: AnyPosition, decision: Decision) -> bool:
        return self._usual.is_quiescent(position, decision)

    def redeal_hidden(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        self._usual.redeal_hidden(positions, seat, rng)
