"""Trials: what may be done is tried in imagined positions, the same ones for everything."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import msgspec

from entente.kernel import Decision
from entente.players.engines import Evaluation
from entente.players.player import AnyPosition, PlayerView

MOST_ANSWERS = 60  # of a trial: whoever chases consequences further than this is lost in thought


class SampledPositions:
    """The same imagined positions for everything that is tried when a seat is asked."""

    def __init__(self, evaluation: Evaluation, sight: PlayerView, seed: str) -> None:
        self.evaluation = evaluation
        self.seat = sight.seat
        self.awaited = sight.decision
        self.seed = seed
        rng = Random(f"{seed}/worlds")
        self.worlds = [sight.determinize(rng) for _ in range(evaluation.WORLDS)]
        evaluation.settle(self.worlds, sight.seat, Random(f"{seed}/settled"))

    def actions(self, question: Decision, rng: Random) -> list[str]:
        """What to try at a question, in the menu's exact spelling, each once."""
        proposed = self.evaluation.propose(self.worlds[0], question, rng)
        return on_the_menu(question, proposed) or [question.menu.sample(rng)]

    def worth(self, question: Decision, action: str) -> float:
        """What an action comes to: in all worlds, or in one where nothing is left to chance."""
        worth, open_ = self._try(question, action, 0)
        if not open_:
            return worth
        rest = [self._try(question, action, number)[0] for number in range(1, len(self.worlds))]
        return (worth + sum(rest)) / len(self.worlds)

    def _try(self, question: Decision, action: str, number: int) -> tuple[float, bool]:
        """What an action comes to in one world, and whether chance or a secret had a say."""
        evaluation, seat, world = self.evaluation, self.seat, self.worlds[number]
        same = world.decision(seat, question.window)  # the copy brings all questions along
        assert same is not None
        position = world.copy()
        state = position.state
        rolled, open_ = state.chance.count, False
        position.apply_unchecked(same, action)
        rng = Random(f"{self.seed}/{number}")
        if question is not self.awaited:
            self._do_what_is_awaited(position, rng)
        for _ in range(MOST_ANSWERS):
            asked = position.decisions
            if not asked or not asked[0].must or evaluation.rests(position, self.awaited):
                break
            open_ = open_ or asked[0].sealed
            self._answer(position, asked[0], rng)
        return evaluation.evaluate(position, seat), open_ or state.chance.count != rolled

    def _do_what_is_awaited(self, position: AnyPosition, rng: Random) -> None:
        """What one may do besides only puts off what one must do: else it would seem to be worth
        something to put it off for ever."""
        awaited = position.decision(self.seat, self.awaited.window)
        if awaited is not None and awaited.must:
            self._answer(position, awaited, rng)

    def _answer(self, position: AnyPosition, asked: Decision, rng: Random) -> None:
        answer = self.evaluation.answer(position, asked, rng)
        position.apply(asked.seat, answer, asked.window)


def fingerprint(sight: PlayerView) -> str:
    """What the seat sees, in a few letters."""
    return blake2b(msgspec.json.encode(sight.view()), digest_size=16).hexdigest()


def on_the_menu(decision: Decision, proposed: Sequence[str]) -> list[str]:
    """Proposals in their exact spelling, each once; what may not be done is left out."""
    spelt = (decision.menu.canonical(action) for action in proposed)
    return list(dict.fromkeys(action for action in spelt if action is not None))
