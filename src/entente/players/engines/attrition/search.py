"""Comparing what could be done: each way is played on to the end of the enemy's next turn.

All ways are tried in the same imagined positions, with the same luck: what one way comes to differs
from world to world far more than two ways do. Those that look bad are left early, so that
the good ones are told apart in more positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from entente.games.attrition.board import SIDES
from entente.kernel import Decision, Seat
from entente.players.engines import SearchBudget
from entente.players.engines.attrition.features import AttritionPosition, evaluate
from entente.players.engines.attrition.turn_policy import TurnPolicy, moment
from entente.players.engines.dice import FACES, ROLLS
from entente.players.search_result import Step

LEAST = 3  # worlds before a way falls away
LONGEST = 400  # answers in a future
TOLD_STEPS = 6
TOLD_VERBS = ("move", "sail", "battle", "advance", "declare", "play", "surrender")


class Candidate:
    """Something that could be done: what is said at once, the plan for the rest of the turn if
    there is one, and how it went in each world."""

    __slots__ = ("feared", "plan", "said", "worst", "worths")

    def __init__(self, said: tuple[str, ...], plan: tuple[str, ...] | None = None) -> None:
        self.said = said
        self.plan = plan
        self.worths: list[float] = []
        self.worst = 2.0
        self.feared: tuple[Step, ...] = ()

    @property
    def rest(self) -> tuple[str, ...]:
        """What is said after the first of it."""
        return (*self.said[1:], *(self.plan or ()))

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths) if self.worths else -2.0


class Rollouts:
    """Plays ways on in imagined positions."""

    def __init__(
        self,
        worlds: Sequence[AttritionPosition],
        decision: Decision,
        seed: str,
        *,
        turns: int,
        most: float = inf,
    ) -> None:
        self.worlds = worlds
        self.decision = decision
        self.seat: Seat = decision.seat
        self.seed = seed
        self.turns = turns  # player-turns that are played after the one that runs
        self.judgements = 0  # of regions, in all ways that were tried
        self.most = most  # on a crowded board a way takes far longer than on others
        self._rolls: dict[tuple[object, ...], list[list[int]]] = {}

    @property
    def exhausted(self) -> bool:
        return self.judgements >= self.most

    def try_out(self, candidate: Candidate, number: int) -> None:
        """A way in one of the worlds."""
        position = self.worlds[number].copy()
        rng = Random(f"{self.seed}/{number}")
        policies = {str(seat): TurnPolicy(rails=seat == self.seat) for seat in SIDES}
        if candidate.plan is not None:
            policies[self.seat].follow(position.context, candidate.plan)
        script, told = list(candidate.said), list[Step]()
        now, turns = moment(position.context), 0
        for _ in range(LONGEST):
            if not position.decisions:
                break
            if moment(position.context) != now:
                now, turns = moment(position.context), turns + 1
                if turns > self.turns:
                    break
            question = position.decisions[0]
            if script and question.seat == self.seat and script[0] in question.menu:
                action = script.pop(0)
            else:
                action = policies[question.seat].reply(position, question, rng)
                if question.seat != self.seat and action.split()[0] in TOLD_VERBS:
                    told.append(Step(question.seat, action))
            self.deal(position, question, action, number)
            position.apply_unchecked(question, action)
        self.judgements += sum(policy.judgements for policy in policies.values())
        worth = evaluate(position, self.seat)
        candidate.worths.append(worth)
        if worth < candidate.worst:
            candidate.worst, candidate.feared = worth, tuple(told[:TOLD_STEPS])

    def deal(
        self, position: AttritionPosition, question: Decision, action: str, number: int
    ) -> None:
        """The luck of a world belongs to the place and the turn: two ways that fight the same
        battle in it roll the same dice, whatever else they do. Of six worlds that follow each
        other, a die shows each face once."""
        state, step = position.state, question.step
        if step == "choose_battle":
            place = action.split()[1]
        else:
            place = state.battle.region if state.battle is not None else ""
        key = (number // len(FACES), state.turn, position.context.active, place, step)
        chance = state.chance
        chance.seed, chance.count = f"{self.seed}/{number}/{key[1:]}", 0
        if place:
            rolls = self._rolls.get(key)
            if rolls is None:
                rng = Random(f"{self.seed}/{key}")
                rolls = self._rolls[key] = [rng.sample(FACES, len(FACES)) for _ in range(ROLLS)]
            chance.script = [faces[number % len(FACES)] for faces in rolls]


def compare(
    rollouts: Rollouts, candidates: list[Candidate], search_budget: SearchBudget, least: int = LEAST
) -> list[Candidate]:
    """The ways, best first. None falls away before so many worlds; then half of them do each time
    that the worlds are doubled."""
    rest, out = _tried_once(rollouts, candidates, search_budget)
    tried = 1
    while tried < len(rollouts.worlds) and len(rest) > 1:
        for number in range(tried, min(max(least, 2 * tried), len(rollouts.worlds))):
            if search_budget.exhausted or rollouts.exhausted:
                break
            for candidate in rest:
                rollouts.try_out(candidate, number)
                search_budget.spend()
        if tried == len(rest[0].worths):
            break
        tried = len(rest[0].worths)
        rest.sort(key=lambda candidate: -candidate.mean)
        if tried >= least and len(rest) > 2:
            keep = max(2, (len(rest) + 1) // 2)
            rest, out = rest[:keep], rest[keep:] + out
    return rest + out


def _tried_once(
    rollouts: Rollouts, candidates: list[Candidate], search_budget: SearchBudget
) -> tuple[list[Candidate], list[Candidate]]:
    """The ways tried in the first world, best first, and those for which nothing was left. What
    the quick judgement says is tried in any case."""
    tried = list[Candidate]()
    for candidate in candidates:
        if tried and (search_budget.exhausted or rollouts.exhausted):
            break
        rollouts.try_out(candidate, 0)
        search_budget.spend()
        tried.append(candidate)
    left = candidates[len(tried) :]
    tried.sort(key=lambda candidate: -candidate.mean)
    return tried, left
