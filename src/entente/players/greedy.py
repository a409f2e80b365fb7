"""The player that tries what it may do, and takes what looks best right after it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import msgspec

from entente.kernel import Decision, Seat
from entente.players.evaluation import Adviser, Evaluation, evaluation_of
from entente.players.player import AnyPosition, Saying, Sight

TRIES = 3  # at a choice, each in other imagined positions
MOST_ANSWERS = 60  # of a trial: whoever chases consequences further than this is lost in thought

_log = logging.getLogger(__name__)


class GreedyPlayer:
    """Looks no further than its own action and what follows from it at once.

    It thinks in imagined positions only. Its choice follows from the seed and what it sees: asked
    twice, it answers the same.
    """

    def __init__(
        self, game_id: str, seed: str, evaluation: Evaluation | None = None, character: str = ""
    ) -> None:
        self._evaluation = evaluation_of(game_id) if evaluation is None else evaluation
        self._seed = seed
        self._character = character
        self.lapses: list[str] = []

    def choose(self, sight: Sight) -> str:
        """An imagined position may be one that no game comes to: what goes wrong there is written
        down, and other ones are imagined. Where that fails too, whoever asked must know."""
        for again in range(1, TRIES):
            try:
                return self._best(sight, f"{self._seed}/{again}" if again > 1 else self._seed)
            except Exception as error:  # noqa: BLE001  written down; the last try raises what it meets
                self.lapses.append(f"{type(error).__name__}: {error}")
                _log.exception("the greedy player could not think about %s", sight.decision.step)
        return self._best(sight, f"{self._seed}/{TRIES}")

    def explain(self, sight: Sight, action: str) -> Saying | None:
        """Why it does something that concerns another seat, where its evaluation can tell."""
        if not isinstance(self._evaluation, Adviser):
            return None
        world = sight.imagine(Random(f"{self._seed}/advised"))
        return self._evaluation.explain(world, sight.seat, action, self._seed, self._character)

    def _best(self, sight: Sight, seed: str) -> str:
        """The action that came out best on average; the seed decides between equals."""
        decision, others = sight.decision, sight.decisions[1:]
        if isinstance(self._evaluation, Adviser):
            return self._advised(self._evaluation, sight, seed)
        if decision.menu.size() == 1 and not others:
            return next(iter(decision.menu))
        seen = f"{seed}/{_fingerprint(sight)}"
        rng = Random(seen)
        trials = _Trials(self._evaluation, sight, seen)
        actions = trials.actions(decision, rng)
        if len(actions) == 1 and not others:
            return actions[0]
        tried = ((trials.worth(decision, each), rng.random(), each) for each in actions)
        worth, _, action = max(tried)
        for other in others:  # what it need not do now must be better than what it must
            for each in trials.actions(other, rng):
                found = trials.worth(other, each)
                if found > worth:
                    worth, action = found, each
        return action

    def _advised(self, adviser: Adviser, sight: Sight, seed: str) -> str:
        """What somebody says who knows the game; nothing is tried."""
        world = sight.imagine(Random(f"{seed}/advised"))
        advice = adviser.advise(world, sight.decisions, self._seed, self._character)
        for decision in sight.decisions:
            exact = decision.menu.canonical(advice)
            if exact is not None:
                return exact
        raise ValueError(f"{advice!r} is no answer to {sight.decision.step}")


def create(game_id: str, seed: str, character: str = "") -> GreedyPlayer:
    """The player for a game, with its evaluation."""
    return GreedyPlayer(game_id, seed, character=character)


def characters(game_id: str) -> tuple[str, ...]:
    """The characters it has at a game."""
    evaluation = evaluation_of(game_id)
    return evaluation.CHARACTERS if isinstance(evaluation, Adviser) else ()


def called(position: AnyPosition, seat: Seat) -> bool:
    """Whether somebody has laid something before a seat that it should answer unasked."""
    evaluation = evaluation_of(position.game.info.id)
    return isinstance(evaluation, Adviser) and evaluation.called(position, seat)


def is_called_at(game_id: str) -> bool:
    """Whether that can be at a game."""
    return isinstance(evaluation_of(game_id), Adviser)


class _Trials:
    """The same imagined positions for everything that is tried when a seat is asked."""

    def __init__(self, evaluation: Evaluation, sight: Sight, seed: str) -> None:
        self.evaluation = evaluation
        self.seat = sight.seat
        self.awaited = sight.decision
        self.seed = seed
        rng = Random(f"{seed}/worlds")
        self.worlds = [sight.imagine(rng) for _ in range(evaluation.WORLDS)]
        evaluation.settle(self.worlds, sight.seat, Random(f"{seed}/settled"))

    def actions(self, question: Decision, rng: Random) -> list[str]:
        """What to try at a question, in the menu's exact spelling, each once."""
        proposed = self.evaluation.propose(self.worlds[0], question, rng)
        return _on_the_menu(question, proposed) or [question.menu.sample(rng)]

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
        position.play(same, action)
        rng = Random(f"{self.seed}/{number}")
        if question is not self.awaited:
            self._do_what_is_awaited(position, rng)
        for _ in range(MOST_ANSWERS):
            asked = position.asked
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


def _fingerprint(sight: Sight) -> str:
    """What the seat sees, in a few letters."""
    return blake2b(msgspec.json.encode(sight.view()), digest_size=16).hexdigest()


def _on_the_menu(decision: Decision, proposed: Sequence[str]) -> list[str]:
    """Proposals in their exact spelling, each once; what may not be done is left out."""
    spelt = (decision.menu.canonical(action) for action in proposed)
    return list(dict.fromkeys(action for action in spelt if action is not None))
