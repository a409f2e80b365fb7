"""The search: the most promising actions are played on to the end of the turn."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import msgspec

from entente.games.turmoil.engine import evaluation, rollout_policy
from entente.games.turmoil.engine.features import (
    WEIGHTS,
    TurmoilPosition,
    TurmoilWeights,
    evaluate,
)
from entente.kernel import Decision
from entente.players.engines import SearchBudget, comparison
from entente.players.engines.comparison import LineEnd, half, line_of, mean
from entente.players.player import PlayerView
from entente.players.search_result import SearchLine, Step
from entente.players.trials import on_the_menu

BATCH = 6  # imagined positions at a time: each face of the next dice once
LAST_COMPARED = 2  # actions that are compared to the end
MOST_ANSWERS = 60  # to one card
KEPT_STEPS = 4  # of a line


class Depth(NamedTuple):
    """How far a comparison goes."""

    compared: int  # actions
    batches: int  # of imagined positions, for actions compared to the end
    plays: int  # further cards to play, of both sides together
    cut: int = 1  # batches after which the worse half of the actions is dropped


class Search:
    """One question, and the imagined positions in which its answers are tried."""

    def __init__(
        self,
        view: PlayerView,
        seed: str,
        search_budget: SearchBudget,
        weights: TurmoilWeights = WEIGHTS,
    ) -> None:
        self.seat = view.seat
        self.view = view
        self.decision = view.decision
        self.seed = seed
        self.search_budget = search_budget
        self.weights = weights
        self.dealt = msgspec.structs.replace(
            weights, hand=0.0
        )  # for the end of a turn, when new hands are dealt
        self.worlds: list[TurmoilPosition] = []
        self._imagine()

    def _imagine(self) -> None:
        """Add a batch of positions."""
        number = len(self.worlds)
        rng = Random(f"{self.seed}/worlds/{number}")
        more = [self.view.determinize(rng) for _ in range(BATCH)]
        evaluation.redeal_hidden(more, self.seat, Random(f"{self.seed}/settled/{number}"))
        self.worlds += more

    def proposed(self, rng: Random) -> list[str]:
        """Return the candidate actions."""
        actions = evaluation.propose(self.worlds[0], self.decision, rng)
        return on_the_menu(self.decision, actions) or [self.decision.menu.sample(rng)]

    # -- when the card is over

    def at_once(self, action: str) -> float:
        """Return the value of an action when its card is over: in a batch of worlds, or in one if
        nothing is left to chance."""
        worth, open_ = self._once(action, 0)
        if not open_:
            return worth
        rest = [self._once(action, number)[0] for number in range(1, BATCH)]
        return (worth + sum(rest)) / BATCH

    def _once(self, action: str, number: int) -> tuple[float, bool]:
        position, open_ = self._end(action, number)
        return evaluate(position, self.seat, self.weights), open_

    def ends(self, action: str) -> list[TurmoilPosition]:
        """Return the positions that `at_once` evaluates."""
        first, open_ = self._end(action, 0)
        rest = range(1, BATCH) if open_ else ()
        return [first, *(self._end(action, number)[0] for number in rest)]

    def _end(self, action: str, number: int) -> tuple[TurmoilPosition, bool]:
        """Return a world when the card is over, and whether chance or a secret mattered."""
        position = self.worlds[number].copy()
        rolled, rng = position.state.chance.count, Random(f"{self.seed}/{number}")
        open_ = self._carry_out(position, action, rng)
        return position, open_ or position.state.chance.count != rolled

    def _carry_out(self, position: TurmoilPosition, action: str, rng: Random) -> bool:
        """Carry out an action with its whole card; return whether a secret mattered."""
        same = position.decision(self.seat, self.decision.window)
        assert same is not None
        position.apply_unchecked(same, action)
        self.search_budget.spend()
        open_ = False
        for _ in range(MOST_ANSWERS):
            decisions = position.decisions
            if (
                not decisions
                or not decisions[0].must
                or evaluation.is_quiescent(position, self.decision)
            ):
                break
            open_ = open_ or decisions[0].sealed
            self._answer(position, decisions[0], rng)
        return open_

    def _answer(self, position: TurmoilPosition, decision: Decision, rng: Random) -> str:
        action = rollout_policy.rollout_reply(position, decision, rng)
        position.apply_unchecked(decision, action)
        self.search_budget.spend()
        return action

    # -- when more cards are played

    def compare(self, actions: list[str], depth: Depth) -> list[SearchLine]:
        """Return the lines of some actions, best first. The worse half is dropped as positions are
        added."""
        ends: dict[str, list[LineEnd]] = {each: [] for each in actions}

        def try_out(action: str, number: int) -> None:
            if number == len(self.worlds):
                self._imagine()
            ends[action].append(self._play_on(action, number, depth))

        def best_first(left: list[str]) -> list[str]:
            return sorted(left, key=lambda each: mean(ends[each]), reverse=True)

        def cut(tried: int, left: list[str]) -> list[str]:
            if tried % (depth.cut * BATCH) or len(left) <= LAST_COMPARED:
                return left
            return best_first(left)[: half(len(left), LAST_COMPARED)]

        worlds = range(depth.batches * BATCH)
        left = comparison.compare(actions, worlds, try_out, self.search_budget, cut)
        lines = [line_of(action, tried) for action, tried in ends.items() if tried]
        if not lines:
            return []
        left = best_first(left)
        stayed = {action: place for place, action in enumerate(left)}
        lines.sort(key=lambda line: (-stayed.get(line.action, len(left)), line.worth), reverse=True)
        return lines

    def _play_on(self, action: str, number: int, depth: Depth) -> LineEnd:
        """Return the value of an action in one world after more cards, and the continuation."""
        position = self.worlds[number].copy()
        rng = Random(f"{self.seed}/{number}/on")
        turn, then, played = position.state.turn, list[Step](), 0
        self._carry_out(position, action, rng)
        while position.state.turn == turn:
            decisions = position.decisions
            if not decisions or not decisions[0].must:
                break
            question = decisions[0]
            if question.step == "play_card":
                if played == depth.plays:
                    break
                played += 1
            answered = self._answer(position, question, rng)
            if len(then) < KEPT_STEPS:
                then.append(Step(question.seat, answered))
        over = position.state.turn != turn  # new hands have been dealt and say nothing
        weights = self.dealt if over else self.weights
        return LineEnd(evaluate(position, self.seat, weights), tuple(then))
