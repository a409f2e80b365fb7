"""The search: each candidate is played on to the end of the enemy's next turn.

All candidates are tried in the same imagined positions, with the same luck: the result of one
candidate differs from world to world far more than two candidates do. Bad ones are dropped early,
so that the good ones are compared in more positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from entente.games.attrition.board import SIDES
from entente.games.attrition.engine.features import AttritionPosition, evaluate
from entente.games.attrition.engine.turn_policy import TurnPolicy, moment
from entente.kernel import Decision, Seat, parse_action
from entente.players.engines import SearchBudget, comparison
from entente.players.engines.comparison import half
from entente.players.engines.dice import FACES, ROLLS
from entente.players.search_result import Step

LEAST = 3  # worlds in which every candidate is tried
ANSWER = 3  # operations that an answer in a rollout costs besides planning
USUAL_GAP = 0.15  # standard deviation of the true differences between candidates
USUAL_LUCK = 0.3  # of one difference in one world, before it is known
LONGEST = 400  # answers in a rollout
FEARED_STEPS = 6
FEARED_VERBS = ("move", "sail", "battle", "advance", "declare", "play", "surrender")


class Candidate:
    """A candidate: its actions now, the plan for the rest of the turn if any, and its results in
    the worlds."""

    __slots__ = ("actions", "feared", "gain", "plan", "value", "worst", "worths")

    def __init__(self, actions: tuple[str, ...], plan: tuple[str, ...] | None = None) -> None:
        self.actions = actions
        self.plan = plan
        self.worths: list[float] = []
        self.gain = 0.0  # on the first candidate, see `gain_on`
        self.value = -2.0  # that of the first candidate, and the gain
        self.worst = 2.0
        self.feared: tuple[Step, ...] = ()

    @property
    def rest(self) -> tuple[str, ...]:
        """The actions after the first."""
        return (*self.actions[1:], *(self.plan or ()))

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths) if self.worths else -2.0

    def gain_on(self, first: Candidate, gap: float = USUAL_GAP) -> float:
        """Return how much better than the first candidate it is, as far as that is more than luck:
        the mean difference in the same worlds, drawn towards 0 by its variance. `gap` is how much
        candidates usually differ."""
        gains = [one - other for one, other in zip(self.worths, first.worths, strict=False)]
        number = len(gains)
        if self is first or not number:
            return 0.0
        mean = sum(gains) / number
        squares = sum([(gain - mean) ** 2 for gain in gains]) + USUAL_LUCK**2
        luck = squares / number / number
        return mean * gap**2 / (gap**2 + luck)


class Rollouts:
    """Plays candidates on in imagined positions."""

    def __init__(
        self,
        worlds: Sequence[AttritionPosition],
        decision: Decision,
        seed: str,
        *,
        turns: int,
        search_budget: SearchBudget,
        most: float = inf,
        gap: float = USUAL_GAP,
    ) -> None:
        self.worlds = worlds
        self.decision = decision
        self.seat: Seat = decision.seat
        self.seed = seed
        self.turns = turns  # player-turns to play after the current one
        self.operations = 0  # in all rollouts
        self.search_budget = search_budget
        self.most = most  # a rollout costs far more on a crowded board
        self.gap = gap
        self._rolls: dict[tuple[object, ...], list[list[int]]] = {}

    @property
    def exhausted(self) -> bool:
        return self.search_budget.exhausted or self.operations >= self.most

    def try_out(self, candidate: Candidate, number: int) -> None:
        """Play a candidate on in one world."""
        self.search_budget.spend()
        position = self.worlds[number].copy()
        rng = Random(f"{self.seed}/{number}")
        policies = {str(seat): TurnPolicy(rails=seat == self.seat) for seat in SIDES}
        if candidate.plan is not None:
            policies[self.seat].follow(position.context, candidate.plan)
        script, steps = list(candidate.actions), list[Step]()
        now, turns = moment(position.context), 0
        answers = 0
        while answers < LONGEST:
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
                if question.seat != self.seat and parse_action(action).verb in FEARED_VERBS:
                    steps.append(Step(question.seat, action))
            self.deal(position, question, action, number)
            position.apply_unchecked(question, action)
            answers += 1
        self.operations += sum(policy.operations for policy in policies.values())
        self.operations += ANSWER * answers
        worth = evaluate(position, self.seat)
        candidate.worths.append(worth)
        if worth < candidate.worst:
            candidate.worst, candidate.feared = worth, tuple(steps[:FEARED_STEPS])

    def deal(
        self, position: AttritionPosition, question: Decision, action: str, number: int
    ) -> None:
        """Tie the luck of a world to the place and the turn: two candidates that fight the same
        battle roll the same dice, no matter what else they do. In six consecutive worlds, a die
        shows each face once."""
        state, step = position.state, question.step
        if step == "choose_battle":
            place = parse_action(action).args[0]
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


def compare(rollouts: Rollouts, candidates: list[Candidate], least: int = LEAST) -> list[Candidate]:
    """Rank the candidates, best first. After `least` worlds, half of them are dropped each time the
    number of worlds doubles; the first one stays, since the others are measured by it."""
    first, (left, out) = candidates[0], _tried_once(rollouts, candidates)
    worlds = len(rollouts.worlds)
    cut_at = min(max(least, 2), worlds)

    def cut(tried: int, left: list[Candidate]) -> list[Candidate]:
        nonlocal cut_at, out
        if tried < cut_at:
            return left
        cut_at = min(max(least, 2 * tried), worlds)
        left = _ranked(left, first, rollouts.gap)
        keep = half(len(left)) if tried >= least else len(left)
        out = [each for each in left[keep:] if each is not first] + out
        return [each for place, each in enumerate(left) if place < keep or each is first]

    if len(left) > 1:
        left = comparison.compare(left, range(1, worlds), rollouts.try_out, rollouts, cut)
    left = _ranked(left, first, rollouts.gap)
    for candidate in (*left, *out):
        if candidate.worths:  # of one that was dropped less is known
            candidate.value = first.mean + min(candidate.gain, left[0].gain)
    return left + out


def _tried_once(
    rollouts: Rollouts, candidates: list[Candidate]
) -> tuple[list[Candidate], list[Candidate]]:
    """Return the candidates tried in the first world, and those left when the budget was spent. The
    first one is always tried."""
    tried = list[Candidate]()
    for candidate in candidates:
        if tried and rollouts.exhausted:
            break
        rollouts.try_out(candidate, 0)
        tried.append(candidate)
    return tried, candidates[len(tried) :]


def _ranked(candidates: list[Candidate], first: Candidate, gap: float) -> list[Candidate]:
    """Return candidates, best first; of equal ones the earlier."""
    for candidate in candidates:
        candidate.gain = candidate.gain_on(first, gap)
    return sorted(candidates, key=lambda candidate: -candidate.gain)
