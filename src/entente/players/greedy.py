"""The player that tries what it may do, and takes what looks best right after it."""

from __future__ import annotations

import logging
from random import Random

from entente.kernel import Seat
from entente.players.engines import Adviser, Evaluation, evaluation_of
from entente.players.player import AnyPosition, PlayerMessage, PlayerView
from entente.players.trials import SampledPositions, fingerprint

TRIES = 3  # at a choice, each in other imagined positions

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
        self.recovered_errors: list[str] = []

    def choose(self, sight: PlayerView) -> str:
        """An imagined position may be one that no game comes to: what goes wrong there is written
        down, and other ones are imagined. Where that fails too, whoever asked must know."""
        for again in range(1, TRIES):
            try:
                return self._best(sight, f"{self._seed}/{again}" if again > 1 else self._seed)
            except Exception as error:  # noqa: BLE001  written down; the last try raises what it meets
                self.recovered_errors.append(f"{type(error).__name__}: {error}")
                _log.exception("the greedy player could not think about %s", sight.decision.step)
        return self._best(sight, f"{self._seed}/{TRIES}")

    def explain(self, sight: PlayerView, action: str) -> PlayerMessage | None:
        """Why it does something that concerns another seat, where its evaluation can tell."""
        if not isinstance(self._evaluation, Adviser):
            return None
        world = sight.determinize(Random(f"{self._seed}/advised"))
        return self._evaluation.explain(world, sight.seat, action, self._seed, self._character)

    def _best(self, sight: PlayerView, seed: str) -> str:
        """The action that came out best on average; the seed decides between equals."""
        decision, others = sight.decision, sight.decisions[1:]
        if isinstance(self._evaluation, Adviser):
            return self._advised(self._evaluation, sight, seed)
        if decision.menu.size() == 1 and not others:
            return next(iter(decision.menu))
        seen = f"{seed}/{fingerprint(sight)}"
        rng = Random(seen)
        trials = SampledPositions(self._evaluation, sight, seen)
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

    def _advised(self, adviser: Adviser, sight: PlayerView, seed: str) -> str:
        """What somebody says who knows the game; nothing is tried."""
        world = sight.determinize(Random(f"{seed}/advised"))
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
