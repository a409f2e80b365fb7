"""A game's evaluation combined with a network, for the search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from entente.kernel import Decision, Game, Seat
from entente.kernel.blocks import Features
from entente.learning.action_vocabulary import ActionVocabulary
from entente.learning.features import FeatureEncoder
from entente.learning.network import PolicyValueNetwork, log_odds
from entente.players.engines import Evaluation, evaluation_of
from entente.players.player import AnyPosition

SAMPLES = 6
MAX_CANDIDATES = 12


class NetworkEvaluation:
    """An `Evaluation` that takes the value from the network and ranks the proposed actions by its
    policy, keeping the best `max_candidates`."""

    def __init__(
        self,
        game: Game[Any, Any],
        network: PolicyValueNetwork | None,
        *,
        samples: int = SAMPLES,
        max_candidates: int = MAX_CANDIDATES,
    ) -> None:
        self.evaluation: Evaluation = evaluation_of(game.info.id)
        self.encoder = FeatureEncoder(game)
        self.vocabulary = ActionVocabulary(game)
        self.network = network
        self.max_candidates = max_candidates
        self.WORLDS = samples

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        worth = self.evaluation.evaluate(position, seat)
        if self.network is None or position.outcome is not None:
            return worth
        return self.network.value(self.encoder.encode(position.view(seat)), log_odds(worth))

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        proposed = self.evaluation.propose(position, decision, rng)
        if self.network is None or len(proposed) < 3:
            return proposed
        features = self.encoder.encode(position.view(decision.seat))
        return [
            action for _, action in self.ranked(features, decision, proposed)[: self.max_candidates]
        ]

    def ranked(
        self, features: Features, decision: Decision, actions: Sequence[str]
    ) -> list[tuple[float, str]]:
        """Return the actions with their policy logits, best first."""
        assert self.network is not None
        logits = self.network.policy_logits(
            features, self.vocabulary.encode_all(decision.step, actions)
        )
        order = sorted(range(len(actions)), key=lambda number: (-logits[number], number))
        return [(logits[number], actions[number]) for number in order]

    def rollout_reply(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        return self.evaluation.rollout_reply(position, decision, rng)

    def is_quiescent(self, position: AnyPosition, decision: Decision) -> bool:
        return self.evaluation.is_quiescent(position, decision)

    def redeal_hidden(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        self.evaluation.redeal_hidden(positions, seat, rng)
