"""The player that tries what it may do, and takes what looks best right after it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import msgspec

from entente.kernel import Decision
from entente.players.evaluation import Evaluation, evaluation_of
from entente.players.player import Sight

MOST_ANSWERS = 60  # of a trial: whoever chases consequences further than this is lost in thought

_log = logging.getLogger(__name__)


class GreedyPlayer:
    """Looks no further than its own action and what follows from it at once.

    It thinks in imagined states only. Its choice follows from the seed and what it sees: asked
    twice, it answers the same.
    """

    def __init__(self, game_id: str, seed: str) -> None:
        self._evaluation = evaluation_of(game_id)
        self._seed = seed

    def choose(self, sight: Sight) -> str:
        menu = sight.decision.menu
        try:
            return self._best(sight)
        except Exception:  # noqa: BLE001  see below; it is written down
            # An imagined state may be one that no game comes to. What goes wrong there is written
            # down, but it must not stop a game that people play.
            _log.exception("the greedy player could not think about %s", sight.decision.step)
            return menu.sample(Random(self._seed))

    def _best(self, sight: Sight) -> str:
        """The action that came out best on average; the seed decides between equals."""
        decision = sight.decision
        if decision.menu.size() == 1:
            return next(iter(decision.menu))
        seen = f"{self._seed}/{_fingerprint(sight)}"
        rng = Random(seen)
        trials = _Trials(self._evaluation, sight, seen)
        proposed = self._evaluation.propose(sight.game, trials.worlds[0], decision, rng)
        actions = _on_the_menu(decision, proposed) or [decision.menu.sample(rng)]
        if len(actions) == 1:
            return actions[0]
        return max(actions, key=lambda action: (trials.worth(action), rng.random()))


def create(game_id: str, seed: str) -> GreedyPlayer:
    """The player for a game, with its evaluation."""
    return GreedyPlayer(game_id, seed)


class _Trials:
    """The same imagined states for everything that is tried at a decision."""

    def __init__(self, evaluation: Evaluation, sight: Sight, seed: str) -> None:
        self.evaluation = evaluation
        self.game = sight.game
        self.decision = sight.decision
        self.seed = seed
        rng = Random(f"{seed}/worlds")
        self.worlds = [sight.imagine(rng) for _ in range(evaluation.WORLDS)]
        evaluation.settle(sight.game, self.worlds, sight.seat, Random(f"{seed}/settled"))
        for world in self.worlds:
            sight.game.decisions(world)  # worked out once; copies bring them along

    def worth(self, action: str) -> float:
        """What an action comes to: in all worlds, or in one where nothing is left to chance."""
        worth, open_ = self._try(action, 0)
        if not open_:
            return worth
        rest = [self._try(action, number)[0] for number in range(1, len(self.worlds))]
        return (worth + sum(rest)) / len(self.worlds)

    def _try(self, action: str, number: int) -> tuple[float, bool]:
        """What an action comes to in one world, and whether chance or a secret had a say."""
        game, evaluation, seat = self.game, self.evaluation, self.decision.seat
        state = game.copy(self.worlds[number])
        rolled, open_ = state.chance.count, False
        game.apply(state, seat, action)
        rng = Random(f"{self.seed}/{number}")
        for _ in range(MOST_ANSWERS):
            asked = game.decisions(state)
            if not asked or evaluation.rests(game, state, self.decision):
                break
            who, question = next(iter(asked.items()))
            open_ = open_ or question.sealed
            game.apply(state, who, evaluation.answer(game, state, question, rng))
        worth = evaluation.evaluate(game, state, seat)
        return worth, open_ or state.chance.count != rolled


def _fingerprint(sight: Sight) -> str:
    """What the seat sees, in a few letters."""
    return blake2b(msgspec.json.encode(sight.view()), digest_size=16).hexdigest()


def _on_the_menu(decision: Decision, proposed: Sequence[str]) -> list[str]:
    """Proposals in their exact spelling, each once; what may not be done is left out."""
    spelt = (decision.menu.canonical(action) for action in proposed)
    return list(dict.fromkeys(action for action in spelt if action is not None))
