"""The evaluation of a game with a network beside it: what a search looks at and tries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from entente.kernel import Decision, Game, Seat
from entente.learning.action_vocabulary import ActionVocabulary
from entente.learning.features import FeatureEncoder
from entente.learning.features.layout import Row
from entente.learning.network import Judge, base_of
from entente.players.engines import Evaluation, evaluation_of
from entente.players.player import AnyPosition

WORLDS = 6
TRIED = 12


class Judgement:
    """An `Evaluation`: the value of the network at the end of a line, and the actions that the
    evaluation proposes in the order of its liking, the first `tried` of them."""

    def __init__(
        self,
        game: Game[Any, Any],
        judge: Judge | None,
        *,
        worlds: int = WORLDS,
        tried: int = TRIED,
    ) -> None:
        self.evaluation: Evaluation = evaluation_of(game.info.id)
        self.rows = FeatureEncoder(game)
        self.words = ActionVocabulary(game)
        self.judge = judge
        self.tried = tried
        self.WORLDS = worlds

    def evaluate(self, position: AnyPosition, seat: Seat) -> float:
        worth = self.evaluation.evaluate(position, seat)
        if self.judge is None or position.outcome is not None:
            return worth
        return self.judge.value(self.rows.row(position.view(seat)), base_of(worth))

    def propose(self, position: AnyPosition, decision: Decision, rng: Random) -> Sequence[str]:
        proposed = self.evaluation.propose(position, decision, rng)
        if self.judge is None or len(proposed) < 3:
            return proposed
        row = self.rows.row(position.view(decision.seat))
        return [action for _, action in self.liked(row, decision, proposed)[: self.tried]]

    def liked(
        self, row: Row, decision: Decision, actions: Sequence[str]
    ) -> list[tuple[float, str]]:
        """Actions with how much is to be said for them, best first."""
        assert self.judge is not None
        liking = self.judge.policy_logits(row, self.words.all(decision.step, actions))
        order = sorted(range(len(actions)), key=lambda number: (-liking[number], number))
        return [(liking[number], actions[number]) for number in order]

    def rollout_reply(self, position: AnyPosition, decision: Decision, rng: Random) -> str:
        return self.evaluation.rollout_reply(position, decision, rng)

    def is_quiescent(self, position: AnyPosition, asked: Decision) -> bool:
        return self.evaluation.is_quiescent(position, asked)

    def redeal_hidden(self, positions: Sequence[AnyPosition], seat: Seat, rng: Random) -> None:
        self.evaluation.redeal_hidden(positions, seat, rng)
