"""Knowledge that can be fitted by `entente arena fit`. A mind has one of two kinds.

Its package may offer a function `quick(weights, seed)`, a mind that answers by these figures
without comparing anything, and `figures(options)`, those it has now and needs with these options of
the game: sets of figures are tried in play. Or its module `knowledge` has a function
`features(position, seat)` and a table `WEIGHTS` with a weight for each feature: what is counted is
added up.
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
from entente.players.engines import Engine, module_of
from entente.players.evaluation import Evaluation, evaluation_of
from entente.players.greedy import GreedyPlayer
from entente.players.player import AnyPosition, Player, PlayerView

Features = Callable[[AnyPosition, Seat], Mapping[str, float]]


class TunablePolicy(NamedTuple):
    """The figures of a judgement, and who plays by such figures with a seed."""

    figures: Callable[[Options], dict[str, float]]
    mind: Callable[[Mapping[str, float], str], Engine]


class FeatureWeights(NamedTuple):
    """What is counted at a game, and what it is thought to be worth so far."""

    features: Features
    weights: Mapping[str, float]


def quick_of(game_id: str) -> TunablePolicy | None:
    """What is fitted by play at a game, if anything is."""
    module = module_of(game_id)
    mind = getattr(module, "quick", None)
    return None if mind is None else TunablePolicy(module.figures, mind)


def knowledge_of(game_id: str) -> FeatureWeights:
    """What is added up at a game; UserError where nothing is."""
    name = f"{module_of(game_id).__name__}.features"
    module = import_module(name) if find_spec(name) is not None else None
    features, table = getattr(module, "features", None), getattr(module, "WEIGHTS", None)
    if features is None or not isinstance(table, msgspec.Struct):
        raise UserError(say("mistake.fit.nothing", game=game_id), "entente.players")
    return FeatureWeights(features, figures_in(table))


def figures_in(table: msgspec.Struct) -> dict[str, float]:
    """The figures of a table of weights, by name."""
    return {k: v for k, v in msgspec.structs.asdict(table).items() if isinstance(v, float)}


def player_with(game_id: str, weights: Mapping[str, float], seed: str) -> Player:
    """Somebody who plays by such weights and looks no further than his own move."""
    quick = quick_of(game_id)
    if quick is not None:
        return Judging(quick.mind(weights, seed))
    return GreedyPlayer(game_id, seed, Linear(game_id, weights))


class Judging:
    """Plays what a mind says at once."""

    def __init__(self, mind: Engine) -> None:
        self._mind = mind

    def choose(self, sight: PlayerView) -> str:
        return self._mind.think(sight).action


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
