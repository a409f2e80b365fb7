"""The level without search: try each candidate action and take what looks best right after it."""

from __future__ import annotations

import logging
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from entente.players.engines import USUAL, Adviser, Budget, Evaluation, adviser_in, evaluation_of
from entente.players.engines.comparison import untried
from entente.players.player import PlayerMessage, PlayerView
from entente.players.search_result import SearchLine, SearchResult
from entente.players.trials import SampledPositions, exact, fingerprint

ATTEMPTS = 3  # at a decision, each with other imagined positions
KEPT_LINES = 5

_log = logging.getLogger(__name__)


def create_engine(game_id: str, level: str, seed: str, character: str = "") -> GreedyEngine:
    """Return the engine with the quick evaluation of a game."""
    return GreedyEngine(evaluation_of(game_id), seed, character)


class GreedyEngine:
    """Looks no further than its own action and the immediate consequences.

    It sees imagined positions only. Its choice follows from the seed and what it sees.
    """

    def __init__(self, evaluation: Evaluation, seed: str, character: str = "") -> None:
        self._evaluation = evaluation
        self._seed = seed
        self._character = character
        self.recovered_errors: list[str] = []

    def __getstate__(self) -> dict[str, Any]:
        """Pickle an evaluation that is a module by its name."""
        used = self._evaluation
        return {
            **vars(self),
            "_evaluation": used.__name__ if isinstance(used, ModuleType) else used,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        used = state["_evaluation"]
        vars(self).update(state)
        self._evaluation = import_module(used) if isinstance(used, str) else used

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Choose an action; the budget is ignored.

        An imagined position may be one that no real game reaches. An error there is logged, and
        other positions are imagined; the error of the last attempt is raised.
        """
        for attempt in range(1, ATTEMPTS):
            try:
                return self._best(view, f"{self._seed}/{attempt}" if attempt > 1 else self._seed)
            except Exception as error:  # noqa: BLE001  logged; the last attempt raises
                self.recovered_errors.append(f"{type(error).__name__}: {error}")
                _log.exception("the greedy player could not think about %s", view.decision.step)
        return self._best(view, f"{self._seed}/{ATTEMPTS}")

    def explain(self, view: PlayerView, action: str) -> PlayerMessage | None:
        """Explain an action to another seat that it concerns, if the evaluation can."""
        adviser = adviser_in(self._evaluation)
        if adviser is None:
            return None
        world = view.determinize(Random(f"{self._seed}/advised"))
        return adviser.explain(world, view.seat, action, self._seed, self._character)

    def _best(self, view: PlayerView, seed: str) -> SearchResult:
        """Return the action with the best average; the seed breaks ties."""
        decision, others = view.decision, view.decisions[1:]
        if adviser := adviser_in(self._evaluation):
            return untried(self._advised(adviser, view, seed))
        if decision.menu.size() == 1 and not others:
            return untried(next(iter(decision.menu)))
        seen = f"{seed}/{fingerprint(view)}"
        rng = Random(seen)
        trials = SampledPositions(self._evaluation, view, seen)
        actions = trials.actions(decision, rng)
        if len(actions) == 1 and not others:
            return untried(actions[0])
        tried = [(trials.worth(decision, each), rng.random(), each) for each in actions]
        worth, _, action = max(tried)
        for other in others:  # an optional action must be better than the required one
            for each in trials.actions(other, rng):
                value = trials.worth(other, each)
                if value > worth:
                    worth, action = value, each
        rest = [SearchLine(each, value) for value, _, each in sorted(tried, reverse=True)]
        lines = (SearchLine(action, worth), *(line for line in rest if line.action != action))
        return SearchResult(action, worth, lines[:KEPT_LINES])

    def _advised(self, adviser: Adviser, view: PlayerView, seed: str) -> str:
        """Return what the evaluation advises."""
        world = view.determinize(Random(f"{seed}/advised"))
        return exact(view, adviser.advise(world, view.decisions, self._seed, self._character))
