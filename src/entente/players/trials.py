"""Trials: candidate actions are tried in imagined positions, the same ones for every action."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import msgspec

from entente.kernel import Decision, View
from entente.players.engines import Evaluation
from entente.players.player import AnyPosition, PlayerView

MOST_ANSWERS = 60  # in one trial


class SampledPositions:
    """The imagined positions in which the actions of one decision are tried."""

    def __init__(self, evaluation: Evaluation, view: PlayerView, seed: str) -> None:
        self.evaluation = evaluation
        self.seat = view.seat
        self.awaited = view.decision
        self.seed = seed
        rng = Random(f"{seed}/worlds")
        self.worlds = [view.determinize(rng) for _ in range(evaluation.WORLDS)]
        evaluation.redeal_hidden(self.worlds, view.seat, Random(f"{seed}/settled"))

    def actions(self, question: Decision, rng: Random) -> list[str]:
        """Return the actions to try at a question, in the menu's spelling, each once."""
        proposed = self.evaluation.propose(self.worlds[0], question, rng)
        return on_the_menu(question, proposed) or [question.menu.sample(rng)]

    def worth(self, question: Decision, action: str) -> float:
        """Return the mean value of an action over all worlds; one world if nothing is left to
        chance."""
        worth, open_ = self._try(question, action, 0)
        if not open_:
            return worth
        rest = [self._try(question, action, number)[0] for number in range(1, len(self.worlds))]
        return (worth + sum(rest)) / len(self.worlds)

    def _try(self, question: Decision, action: str, number: int) -> tuple[float, bool]:
        """Return the value of an action in one world, and whether chance or a secret mattered."""
        evaluation, seat, world = self.evaluation, self.seat, self.worlds[number]
        same = world.decision(seat, question.window)  # the copy brings all questions along
        assert same is not None
        position = world.copy()
        state = position.state
        rolled, open_ = state.chance.count, False
        position.apply_unchecked(same, action)
        rng = Random(f"{self.seed}/{number}")
        if question is not self.awaited:
            self._answer_awaited(position, rng)
        for _ in range(MOST_ANSWERS):
            decisions = position.decisions
            if (
                not decisions
                or not decisions[0].must
                or evaluation.is_quiescent(position, self.awaited)
            ):
                break
            open_ = open_ or decisions[0].sealed
            self._answer(position, decisions[0], rng)
        return evaluation.evaluate(position, seat), open_ or state.chance.count != rolled

    def _answer_awaited(self, position: AnyPosition, rng: Random) -> None:
        """Answer the required question after an optional action, which only postpones it: else
        postponing it for ever would seem to gain something."""
        awaited = position.decision(self.seat, self.awaited.window)
        if awaited is not None and awaited.must:
            self._answer(position, awaited, rng)

    def _answer(self, position: AnyPosition, decision: Decision, rng: Random) -> None:
        answer = self.evaluation.rollout_reply(position, decision, rng)
        position.apply(decision.seat, answer, decision.window)


# Names under which fields of a view entered the fingerprint before they were renamed. They stay
# there: another fingerprint would be another draw, and engines would play old games differently.
FIRST_NAMES = (
    (b'"to_move":', b'"waiting":'),
    (b'"irreversible":', b'"grave":'),
    (b'"paths":', b'"ways":'),  # of marches
    (b'"sea_paths":', b'"sea_ways":'),
)
NUMBER, FIRST_NUMBER, AFTER_NUMBER = b'"id":', b'"window":', b',"must":'  # of a decision


def fingerprint(view: PlayerView) -> str:
    """Return a short hash of what the seat sees."""
    return hash_of(view.view())


def hash_of(view: View) -> str:
    """Return a short hash of a view."""
    seen = msgspec.json.encode(view)
    if view.added:  # the answers of an engine do not change with what it does not use
        fields = msgspec.json.decode(seen, type=dict[str, msgspec.Raw])
        seen = msgspec.json.encode(
            {name: fields[name] for name in fields if name not in view.added}
        )
    return blake2b(with_first_names(seen), digest_size=16).hexdigest()


def with_first_names(seen: bytes) -> bytes:
    """Return an encoded view with the names that its fields had first."""
    for name, first in FIRST_NAMES:
        seen = seen.replace(name, first)
    *decisions, rest = seen.split(AFTER_NUMBER)
    for place, decision in enumerate(decisions):
        before, _, number = decision.rpartition(NUMBER)
        if number.isdigit():
            decisions[place] = before + FIRST_NUMBER + number
    return AFTER_NUMBER.join([*decisions, rest])


def exact(view: PlayerView, action: str) -> str:
    """Return an action in the spelling of the menu it is on."""
    for decision in view.decisions:
        canonical = decision.menu.canonical(action)
        if canonical is not None:
            return canonical
    raise ValueError(f"{action!r} is no answer to {view.decision.step}")


def on_the_menu(decision: Decision, proposed: Sequence[str]) -> list[str]:
    """Return the legal ones of some proposals, in the menu's spelling, each once."""
    spelt = (decision.menu.canonical(action) for action in proposed)
    return list(dict.fromkeys(action for action in spelt if action is not None))
