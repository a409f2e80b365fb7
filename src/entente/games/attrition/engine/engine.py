"""The levels, and the engine that plans turns."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.engine.candidates import find_candidates
from entente.games.attrition.engine.evaluation import redeal_hidden
from entente.games.attrition.engine.features import (
    NO_GOALS,
    USUAL_WEIGHTS,
    AttritionPosition,
    AttritionWeights,
    squash,
    total_for,
)
from entente.games.attrition.engine.reasons import reasons_for
from entente.games.attrition.engine.search import LEAST, USUAL_GAP, Candidate, Rollouts, compare
from entente.games.attrition.engine.turn_policy import (
    PLANNED,
    TURN,
    TurnPolicy,
    moment,
    planned_for,
    without,
)
from entente.kernel import Decision, OwnAction
from entente.players.engines import EASY, HARD, NORMAL, USUAL, Budget, Level, SearchBudget
from entente.players.engines.comparison import only_action
from entente.players.player import PlayerView
from entente.players.search_result import SearchLine, SearchResult, Step, shared
from entente.players.trials import fingerprint

# A comparison finds nothing better than the policy does.
SETTLED = (
    "losses",
    "return_tiles",
    "rolling_nation",
    "plan_battles",
    "choose_battle",
    "advance",
    "redeploy",
)
SMALL = 4  # minor questions get one part in this many of the budget
WEIGHTY = ("rail", "mobilise", "move", "declare_war", "surrender")
PLANNING = 3  # plans may cost one part in this many of the operations
KEPT_LINES = 5
KEPT_STEPS = 6  # of a line …
MOST_STEPS = 20  # … if it branches later from the lines before it


class AttritionLevel(Level, frozen=True):
    """The settings of a level. A budget of 0 means no search; `blur` and `overlooked` are about
    regions, for a turn."""

    weights: AttritionWeights = USUAL_WEIGHTS
    worlds: int = 1
    plans: int = 1
    operations: float = inf  # of a search with the default budget: what it costs on any board
    least: int = LEAST  # worlds in which each candidate is tried
    turns: int = 1  # player-turns that a rollout goes beyond the own
    gap: float = USUAL_GAP  # see `Candidate.gain_on`
    rails: bool = True


# A beginner hardly asks what the enemy can do next, leaves land empty behind the front, and
# overrates places.
BEGINNER = AttritionWeights(
    ground=0.25,
    capital=0.9,
    infantry=0.3,
    artillery=0.4,
    airplane=0.4,
    idle=0.5,
    waiting=0.2,
    lean=0.25,
    fear=0.15,
    fear_empty=0.3,
    fear_contested=0.1,
    hope=0.2,
    share=0.6,
    advance=0.2,
    fear_beyond=0.0,
)

# Too cautious: overrates attacks, and values tiles above ground.
CAREFUL = AttritionWeights(
    ground=0.2,
    capital=0.9,
    airplane=0.33,
    idle=0.3,
    lean=0.2,
    fear=0.28,
    fear_empty=0.6,
    hope=0.15,
    share=0.6,
    advance=0.4,
    fear_beyond=0.0,
)

LEVELS = {
    EASY: AttritionLevel(weights=BEGINNER, rails=False, blur=2.5, overlooked=0.75),
    NORMAL: AttritionLevel(24, weights=CAREFUL, worlds=12, plans=2),
    HARD: AttritionLevel(240, operations=100_000, worlds=72, plans=6, least=12),
}


class Scene(NamedTuple):
    """The input of a search: imagined positions, and how regions look to the level."""

    seen: str
    worlds: list[AttritionPosition]
    question: Decision
    goals: Mapping[str, float]
    rng: Random


class TurnSearch(NamedTuple):
    """Candidates, best first, and the cost of finding them."""

    candidates: list[Candidate]
    positions: int = 1
    operations: int = 0


class Opening(NamedTuple):
    """The first decision of a turn that is planned as a whole: its result, and the seat's actions
    `before` it."""

    seen: str
    budget: Budget
    best: Candidate
    operations: int
    turn_id: object | None
    before: tuple[OwnAction, ...]

    def is_of(self, view: PlayerView) -> bool:
        """Whether the view comes later in the same turn."""
        number = len(self.before)
        return (
            self.turn_id is not None
            and self.turn_id is view.turn_id
            and self.before == view.done[:number]
            and any(done.step in TURN for done in view.done[number : number + 1])
        )

    def left(self, done: tuple[OwnAction, ...]) -> tuple[str, ...] | None:
        """Return what is left of the plan; None: the seat has departed from it."""
        first, *others = done[len(self.before) :]
        if first.action != self.best.actions[0]:
            return None
        plan = self.best.plan or ()
        for each in others:
            if each.step in TURN:
                planned = planned_for(each.step, plan)
                if each.action != (planned or DONE):
                    return None
                plan = without(plan, planned)
        return plan


class AttritionEngine:
    """Plans turns, and follows the plan until something interferes.

    The plan follows from what the seat saw when it first planned the turn. Without the plan, for
    example in another process, the engine searches from there again and answers the same; keeping
    it only saves time.
    """

    def __init__(self, level: AttritionLevel, seed: str) -> None:
        self._level = level
        self._seed = seed
        self._kept: Opening | None = None

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Choose an action and say why."""
        decision = view.decision
        if (only := only_action(decision)) is not None:
            return only
        scene, spent = self._look(view), 0
        if decision.step in TURN:
            opening = self._opening(view, budget)
            if opening is not None:
                candidate = _next(decision, opening.left(view.done))
                if candidate is not None:
                    return self._result(scene, TurnSearch([candidate]))
                spent = opening.operations
        search = self._search(scene, budget, spent)
        if decision.step in TURN and opening is None:
            self._kept = self._opened(scene, budget, search, view.turn_id, view.done)
        return self._result(scene, search)

    # -- what it sees

    def _seen(self, view: PlayerView) -> str:
        return f"{self._seed}/{fingerprint(view)}"

    def _look(self, view: PlayerView) -> Scene:
        seen = self._seen(view)
        rng = Random(seen)
        worlds = [view.determinize(rng) for _ in range(self._level.worlds)]
        redeal_hidden(worlds, view.seat, rng)
        question = worlds[0].decision(view.seat, view.decision.window)
        assert question is not None
        return Scene(seen, worlds, question, self._goals(worlds[0].context, view.seat), rng)

    def _goals(self, war: AttritionContext, seat: str) -> Mapping[str, float]:
        """How a level with `blur` sees the regions, the same for a whole turn."""
        blur, overlooked = self._level.blur, self._level.overlooked
        if not blur:
            return NO_GOALS
        rng = Random(f"{self._seed}/{moment(war)}/{seat}")
        return {
            region: 0.0 if rng.random() < overlooked else exp(rng.gauss(0.0, blur))
            for region in war.board.regions
        }

    # -- the plan of a turn

    def _opening(self, view: PlayerView, budget: Budget) -> Opening | None:
        """Return the decision at which the turn was planned; None: it is the current one."""
        kept = self._kept
        if kept is not None and kept.budget == budget and kept.is_of(view):
            return kept
        for number, done in enumerate(view.done):
            if done.step not in TURN:
                continue
            then = view.before(number)
            if then.decision.step != done.step or then.decision.menu.size() == 1:
                continue  # there was nothing to plan
            if kept is None or (kept.seen, kept.budget) != (self._seen(then), budget):
                scene = self._look(then)
                search = self._search(scene, budget)
                kept = self._opened(scene, budget, search, view.turn_id, view.done[:number])
            self._kept = kept._replace(turn_id=view.turn_id, before=view.done[:number])
            return self._kept
        return None

    def _opened(
        self,
        scene: Scene,
        budget: Budget,
        search: TurnSearch,
        turn_id: object | None,
        done: tuple[OwnAction, ...],
    ) -> Opening:
        return Opening(scene.seen, budget, search.candidates[0], search.operations, turn_id, done)

    # -- what it finds

    def _search(self, scene: Scene, budget: Budget, spent: int = 0) -> TurnSearch:
        """Search without a plan. `spent` operations went into looking for one."""
        level, question, rng = self._level, scene.question, scene.rng
        if not level.positions or question.step in SETTLED:
            return TurnSearch([self._at_once(scene)])
        search_budget = SearchBudget(budget, level.positions)
        most = level.operations * search_budget.left / level.positions - spent
        if question.step not in WEIGHTY:
            search_budget.left = max(1, search_budget.left // SMALL)
        plans = max(2, min(level.plans, search_budget.left // level.least))
        candidates, operations = find_candidates(
            scene.worlds[0], question, level.weights, rng, plans, most / PLANNING
        )
        candidates = candidates[: 2 * plans]
        if len(candidates) > 1:
            rollouts = Rollouts(
                scene.worlds,
                question,
                scene.seen,
                turns=level.turns,
                search_budget=search_budget,
                most=most - operations,
                gap=level.gap,
            )
            candidates = compare(rollouts, candidates, level.least)
            operations += rollouts.operations
        return TurnSearch(candidates, max(1, search_budget.spent), operations)  # a plan at least

    def _at_once(self, scene: Scene) -> Candidate:
        """Return the choice without search."""
        level, question = self._level, scene.question
        policy = TurnPolicy(level.weights, rails=level.rails, goals=scene.goals)
        action = policy.reply(scene.worlds[0], question, scene.rng)
        return Candidate((action,), policy.planned if question.step in PLANNED else None)

    def _result(self, scene: Scene, search: TurnSearch) -> SearchResult:
        candidates, war = search.candidates, scene.worlds[0].context
        best, seat = candidates[0], scene.question.seat
        reasons = reasons_for(war, seat, scene.question.step, best, candidates[1:])
        now = squash(total_for(war, seat))
        tails = [
            tuple(Step(seat, each) for each in candidate.rest)
            for candidate in candidates[:KEPT_LINES]
        ]
        lines = tuple(
            self._line(candidate, rest[: _kept_steps(rest, tails[:number])], now)
            for number, (candidate, rest) in enumerate(zip(candidates, tails, strict=False))
        )
        return SearchResult(best.actions[0], lines[0].worth, lines, reasons, search.positions)

    def _line(self, candidate: Candidate, then: tuple[Step, ...], now: float) -> SearchLine:
        if not candidate.worths:
            return SearchLine(candidate.actions[0], now, then=then)
        worst = min(candidate.worst, candidate.value)
        return SearchLine(candidate.actions[0], candidate.value, worst, then, candidate.feared)


def _next(decision: Decision, plan: tuple[str, ...] | None) -> Candidate | None:
    """Return the plan's answer to a question; None: it is not legal."""
    if plan is None:
        return None
    action = planned_for(decision.step, plan)
    if action is not None and action not in decision.menu:
        return None
    return Candidate((action or DONE,), without(plan, action))


def quick_engine(weights: Mapping[str, float], seed: str) -> AttritionEngine:
    """Return an engine with these weights that does not search."""
    return AttritionEngine(AttritionLevel(weights=replace(USUAL_WEIGHTS, **weights)), seed)


def _kept_steps(rest: tuple[Step, ...], before: list[tuple[Step, ...]]) -> int:
    """How many steps of a line to keep: enough to show where it leaves the lines before it."""
    return min(MOST_STEPS, max(KEPT_STEPS, 1 + shared(rest, before)))
