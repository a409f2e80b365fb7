"""The engine of Pax Britannica: each question by its rule, with the options it compared."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from entente.games.pax.engine import level_treaties, reasons
from entente.games.pax.engine.advice import MOVEMENT, Policy, advise, movement
from entente.games.pax.engine.answer_reasons import own_reasons
from entente.games.pax.engine.character import CHARACTERS, Character, character_of
from entente.games.pax.engine.evaluator import standing
from entente.games.pax.engine.features import WEIGHTS, PaxPosition, PaxWeights, lead
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.plans import plan_markers
from entente.games.pax.movement.movement_phase import READY
from entente.kernel import Message
from entente.players.engines import HARD, USUAL, Budget, SearchBudget
from entente.players.player import PlayerMessage, PlayerView
from entente.players.search_result import SearchLine, SearchResult
from entente.players.trials import exact

KEPT_LINES = 5

LEVEL: Policy[LevelEvaluator] = Policy(
    level_treaties.signs,
    lambda evaluator: bool(evaluator.weights.asks),
    level_treaties.offer,
    plan_markers,
)


class PaxEngine:
    """Plays by the weights of a level, with a character that is named or drawn."""

    def __init__(self, weights: PaxWeights, seed: str, character: str = "") -> None:
        self.weights = weights
        self.seed = seed
        self.character: Character = CHARACTERS[character] if character else character_of(seed)

    def think(self, view: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """Choose an action and say why."""
        position = view.determinize(Random(f"{self.seed}/advised"))
        evaluator = self.evaluator(position, view.seat)
        if self.weights.positions:
            evaluator.budget = SearchBudget(budget, self.weights.positions)
        advice = advise(evaluator, position, view.decisions, self.seed, LEVEL)
        action = exact(view, advice.action)
        ahead = lead(position, view.seat)
        lines = _compared(evaluator, action) or tuple(
            SearchLine(option.order, standing(ahead + evaluator.points(option.gain - option.cost)))
            for option in advice.options[:KEPT_LINES]  # the first is the chosen one
        )
        worth = lines[0].worth if lines else standing(ahead)
        step = view.decision.step
        own = list[Message]()
        if view.decision.menu.canonical(action) is not None:  # and not at the desk
            own = own_reasons(evaluator, view.decision, position.frame(view.decision), action)
        why = reasons.reasons(evaluator, step, action, advice.options, own) or reasons.in_war(
            step, action
        )
        spent = 1 if evaluator.budget is None else max(1, evaluator.budget.spent)
        lines = lines or (SearchLine(action, worth),)
        return SearchResult(action, worth, lines, why, positions=spent)

    def weigh(self, view: PlayerView, action: str, budget: Budget = USUAL) -> SearchResult:
        """Return the same, with a line and reasons for an action that was taken."""
        result = self.think(view, budget)
        if action == result.action:
            return result
        position = view.determinize(Random(f"{self.seed}/advised"))
        evaluator, step = self.evaluator(position, view.seat), view.decision.step
        options = movement(evaluator, LEVEL).options if step == MOVEMENT else ()
        made = tuple(sorted(options, key=lambda option: option.order != action))
        if not made or made[0].order != action:
            made = ()
        why = reasons.reasons(evaluator, step, action, made)
        gained = evaluator.points(made[0].gain - made[0].cost) if made else 0.0
        worth = min(result.worth, standing(lead(position, view.seat) + gained))
        lines = [line for line in result.lines if line.action != action]
        place = 1 + sum(line.worth >= worth for line in lines[1:])
        lines.insert(place, SearchLine(action, worth, reasons=why))
        return msgspec.structs.replace(result, lines=tuple(lines))

    def evaluator(self, position: PaxPosition, seat: str) -> LevelEvaluator:
        """Return the evaluator of a seat at this level."""
        return LevelEvaluator(
            position.context,
            seat,
            self.character,
            weights=self.weights,
            seed=self.seed,
            _eyes={},
            _feared={},
            _forecast={},
        )

    def explain(self, view: PlayerView, action: str) -> PlayerMessage | None:
        """Explain an action at the desk to the seat it concerns."""
        position = view.determinize(Random(f"{self.seed}/advised"))
        return reasons.letter(self.evaluator(position, view.seat), action)


def _compared(evaluator: LevelEvaluator, action: str) -> tuple[SearchLine, ...]:
    """Return the first orders of the plans that were compared, the chosen one first; none if the
    action is not from a plan."""
    choice = evaluator.compared
    if choice is None:
        return ()
    (first, best), *others = choice.leads
    if (first or READY) != action:
        return ()
    rest = sorted(others, key=lambda each: -each[1])[: KEPT_LINES - 1]
    return (
        SearchLine(action, standing(best)),
        *(SearchLine(order or READY, standing(min(best, lead))) for order, lead in rest),
    )


def quick_engine(weights: Mapping[str, float], seed: str) -> PaxEngine:
    """Return the best level with other weights."""
    return PaxEngine(msgspec.structs.replace(WEIGHTS[HARD], **weights), seed)
