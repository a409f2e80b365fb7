"""Self-play games and the training data they yield.

The player searches at a share of its decisions and samples from the policy at the others: many fast
games with some searched moves teach more in the same time than few careful ones. The policy learns
the search results. The value learns from quiescent positions, as each seat sees them, paired with
the final score.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from entente.kernel import Options, Seat, registry
from entente.learning.action_vocabulary import MAX_TOKENS, PADDING
from entente.learning.network import Array, Network, log_odds
from entente.learning.network_evaluation import NetworkEvaluation
from entente.players.player import AnyPosition, PlayerView
from entente.players.trials import SampledPositions, on_the_menu

MAX_DECISIONS = 5_000
MAX_TARGETS = 16  # actions kept per decision


class SelfPlayConfig(
    msgspec.Struct,
    frozen=True,
    rename={
        "samples": "worlds",
        "max_candidates": "tried",
        "search_rate": "thinks",
        "position_rate": "kept",
        "temperature": "warmth",
        "random_rate": "whim",
        "outcome_weight": "trust",
    },
):
    """Settings of self-play; training files keep the names of format 1."""

    samples: int = 2  # determinizations per search
    max_candidates: int = 10
    search_rate: float = 0.25  # share of decisions with a search
    position_rate: float = 0.3  # share of positions kept
    temperature: float = 0.02  # of the softmax over searched values
    random_rate: float = 0.02  # share of uniformly random moves
    outcome_weight: float = 0.95  # of the final score against the value of the next position


class TrainingGame(NamedTuple):
    """The training data of a game as arrays: positions with their values, and decisions with the
    searched probabilities of their actions (`words` and `wanted` are padded to `MAX_TARGETS`)."""

    rows: Array
    base: Array
    worth: Array
    asked: Array
    words: Array
    wanted: Array
    facts: Array  # number of decisions, score of the first seat


class SelfPlay:
    """Plays with a network, or with the evaluation alone."""

    def __init__(
        self, game_id: str, options: Options, network: Network | None, config: SelfPlayConfig
    ) -> None:
        self.game = registry.load(game_id)
        self.options = self.game.info.complete(options)
        self.seats = tuple(self.game.seats(self.options))
        self.config = config
        self.evaluation = NetworkEvaluation(
            self.game, network, samples=config.samples, max_candidates=config.max_candidates
        )

    def play_game(self, seed: str) -> TrainingGame:
        """Play a game; deterministic given the seed and the network."""
        rng = Random(f"{seed}/choices")
        position = self.game.begin(self.options, seed, log=False)
        notes = _GameNotes(self)
        for number in range(MAX_DECISIONS):
            view = PlayerView(position, position.to_move[0])
            decision = view.decision
            position.apply(view.seat, self._choose(view, f"{seed}/{number}", rng, notes))
            if position.outcome is not None:
                break
            if (
                self.evaluation.is_quiescent(position, decision)
                and rng.random() < self.config.position_rate
            ):
                notes.position(position)
        return notes.finish(position, number)

    def _choose(self, view: PlayerView, seed: str, rng: Random, notes: _GameNotes) -> str:
        decision, evaluation = view.decision, self.evaluation
        if decision.menu.size() == 1:
            return next(iter(decision.menu))
        searches = evaluation.network is None or rng.random() < self.config.search_rate
        if not searches:
            return self._sample_policy(view, rng)
        trials = SampledPositions(evaluation, view, seed)
        actions = trials.actions(decision, rng)
        if len(actions) == 1:
            return actions[0]
        if rng.random() < self.config.random_rate:
            return rng.choice(actions)
        worths = [trials.worth(decision, action) for action in actions]
        shares = _softmax(worths, self.config.temperature)
        notes.decision(view, actions, shares)
        return rng.choices(actions, shares)[0]

    def _sample_policy(self, view: PlayerView, rng: Random) -> str:
        """Sample from the policy among the actions proposed in a determinization."""
        decision, evaluation = view.decision, self.evaluation
        world = view.determinize(rng)
        proposed = evaluation.evaluation.propose(world, decision, rng)
        actions = on_the_menu(decision, proposed) or [decision.menu.sample(rng)]
        if len(actions) == 1:
            return actions[0]
        ranked = evaluation.ranked(evaluation.encoder.encode(view.view()), decision, actions)
        if rng.random() < self.config.random_rate:
            return rng.choice(actions)
        return rng.choices(
            [action for _, action in ranked], _softmax([by for by, _ in ranked], 0.5)
        )[0]


def _softmax(worths: list[float], temperature: float) -> list[float]:
    """Softmax with a temperature."""
    best = max(worths)
    odds = [exp(max(-30.0, (worth - best) / temperature)) for worth in worths]
    total = sum(odds)
    return [each / total for each in odds]


class _GameNotes:
    """Collects the training data of a game."""

    def __init__(self, play: SelfPlay) -> None:
        self._play = play
        self._seen: dict[Seat, list[tuple[list[float], float, float]]] = {
            seat: [] for seat in play.seats
        }
        self._asked: list[list[float]] = []
        self._words: list[list[tuple[int, ...]]] = []
        self._wanted: list[list[float]] = []

    def position(self, position: AnyPosition) -> None:
        """Add a position as each seat sees it, with its value."""
        evaluation = self._play.evaluation
        for seat, seen in self._seen.items():
            features = evaluation.encoder.encode(position.view(seat))
            base = log_odds(evaluation.evaluation.evaluate(position, seat))
            network = evaluation.network
            seen.append(
                (features, base, network.value(features, base) if network is not None else 0.0)
            )

    def decision(self, view: PlayerView, actions: list[str], shares: list[float]) -> None:
        """Add a decision with the probabilities of its likeliest actions."""
        order = sorted(range(len(actions)), key=lambda n: -shares[n])[:MAX_TARGETS]
        fill = MAX_TARGETS - len(order)
        words = self._play.evaluation.vocabulary.encode_all(
            view.decision.step, [actions[n] for n in order]
        )
        self._asked.append(self._play.evaluation.encoder.encode(view.view()))
        self._words.append(words + [(PADDING,) * MAX_TOKENS] * fill)
        self._wanted.append([shares[n] for n in order] + [0.0] * fill)

    def finish(self, position: AnyPosition, decisions: int) -> TrainingGame:
        """Build the arrays; an unfinished game counts as a draw."""
        rows, bases, worths = list[list[float]](), list[float](), list[float]()
        scores = dict[Seat, float]()
        for seat, seen in self._seen.items():
            outcome = position.outcome
            end = 0.0 if outcome is None else 2.0 * outcome.scores.get(seat, 0.0) - 1.0
            scores[seat] = end
            weight = (
                self._play.config.outcome_weight
                if self._play.evaluation.network is not None
                else 1.0
            )
            worth = list[float]()
            for _, _, value in reversed(seen):
                worth.append(end)
                end = weight * end + (1 - weight) * value
            rows += [features for features, _, _ in seen]
            bases += [base for _, base, _ in seen]
            worths += reversed(worth)
        size = self._play.evaluation.encoder.size
        return TrainingGame(
            _array(rows, (0, size), np.float16),
            np.asarray(bases, dtype=np.float32),
            np.asarray(worths, dtype=np.float32),
            _array(self._asked, (0, size), np.float16),
            _array(self._words, (0, MAX_TARGETS, MAX_TOKENS), np.int32),
            _array(self._wanted, (0, MAX_TARGETS), np.float32),
            np.asarray([decisions, scores[self._play.seats[0]]], dtype=np.float32),
        )


def _array(values: list[Any], empty: tuple[int, ...], kind: Any) -> Array:
    return np.asarray(values, dtype=kind) if values else np.zeros(empty, dtype=kind)
