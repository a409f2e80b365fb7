"""How a level thinks: each question by its rule, with the lines that it compared."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import msgspec

from entente.games.pax.movement.duties import duty_order
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.movement.reopening import most_moves
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.kernel import Decision, Frame, Message
from entente.players.engines import HARD, USUAL, Budget
from entente.players.engines.pax import dealing, why
from entente.players.engines.pax.answers import own_reasons
from entente.players.engines.pax.features import WEIGHTS, PaxPosition, Weights, lead
from entente.players.engines.pax.level_evaluator import LevelEvaluator
from entente.players.engines.pax.moving import next_order
from entente.players.engines.pax.placing import Hope
from entente.players.evaluation.pax import RULES, desk_of, in_talks, plan_ends, plan_so_far
from entente.players.evaluation.pax.character import CHARACTERS, Character, character_of
from entente.players.evaluation.pax.evaluator import standing
from entente.players.player import PlayerMessage, PlayerView
from entente.players.search_result import Line, SearchResult

TOLD = 5  # lines that are kept


class Advice(NamedTuple):
    """What to do, and what else was thought of."""

    action: str
    hopes: tuple[Hope, ...] = ()


class PaxEngine:
    """Thinks by the weights of a level, with a character that is chosen or drawn."""

    def __init__(self, weights: Weights, seed: str, character: str = "") -> None:
        self.weights = weights
        self.seed = seed
        self.character: Character = CHARACTERS[character] if character else character_of(seed)

    def think(self, sight: PlayerView, budget: Budget = USUAL) -> SearchResult:
        """What to do, and why."""
        position = sight.determinize(Random(f"{self.seed}/advised"))
        mind = self.statesman(position, sight.seat)
        advice = advise(mind, position, sight.decisions)
        action = exact(sight, advice.action)
        ahead = lead(position, sight.seat)
        lines = tuple(
            Line(hope.order, standing(ahead + mind.points(hope.gain - hope.cost)))
            for hope in advice.hopes[:TOLD]  # the first is what it does
        )
        worth = lines[0].worth if lines else standing(ahead)
        step = sight.decision.step
        own = list[Message]()
        if sight.decision.menu.canonical(action) is not None:  # and not at the desk beside it
            own = own_reasons(mind, sight.decision, position.frame(sight.decision), action)
        told = why.reasons(mind, step, action, advice.hopes, own) or why.in_war(step, action)
        return SearchResult(action, worth, lines or (Line(action, worth),), told, positions=1)

    def weigh(self, sight: PlayerView, action: str, budget: Budget = USUAL) -> SearchResult:
        """The same, and what an action that somebody has taken brings, or is for."""
        thought = self.think(sight, budget)
        if action == thought.action:
            return thought
        position = sight.determinize(Random(f"{self.seed}/advised"))
        mind, step = self.statesman(position, sight.seat), sight.decision.step
        hopes = list[Hope]()
        if step == "open_movement":
            found = next_order(mind, most_moves(mind.world, mind.seat), None)
            hopes = [] if found is None else list(found[1])
        made = tuple(sorted(hopes, key=lambda hope: hope.order != action))
        if not made or made[0].order != action:
            made = ()
        told = why.reasons(mind, step, action, made)
        gained = mind.points(made[0].gain - made[0].cost) if made else 0.0
        worth = min(thought.worth, standing(lead(position, sight.seat) + gained))
        lines = [line for line in thought.lines if line.action != action]
        place = 1 + sum(line.worth >= worth for line in lines[1:])
        lines.insert(place, Line(action, worth, reasons=told))
        return msgspec.structs.replace(thought, lines=tuple(lines))

    def statesman(self, position: PaxPosition, seat: str) -> LevelEvaluator:
        """The seat that thinks about a position."""
        return LevelEvaluator(
            position.context, seat, self.character, weights=self.weights, seed=self.seed, _eyes={}
        )

    def explain(self, sight: PlayerView, action: str) -> PlayerMessage | None:
        """What it says of what it does at the desk, to the one whom it concerns."""
        position = sight.determinize(Random(f"{self.seed}/advised"))
        return why.letter(self.statesman(position, sight.seat), action)


def quick(weights: Mapping[str, float], seed: str) -> PaxEngine:
    """The best level with other figures. It has no search that could be left out."""
    return PaxEngine(msgspec.structs.replace(WEIGHTS[HARD], **weights), seed)


def exact(sight: PlayerView, action: str) -> str:
    """An action as the menu spells it."""
    for decision in sight.decisions:
        found = decision.menu.canonical(action)
        if found is not None:
            return found
    raise ValueError(f"{action!r} is no answer to {sight.decision.step}")


def advise(mind: LevelEvaluator, position: PaxPosition, decisions: tuple[Decision, ...]) -> Advice:
    """What a seat does, by its rule for the question; what it may do at the desk comes first."""
    awaited = decisions[0]
    if (said := in_talks(mind, position, decisions)) is not None:
        return Advice(said)
    at_desk = desk_of(decisions)
    if at_desk is not None:
        answers = tuple(TreatyDesk().answers(mind.world, mind.seat))
        action = dealing.at_desk(mind, at_desk, answers)
        if action is not None:
            return Advice(action)
    if awaited.step == "desk":  # nobody waits for anything, and there is nothing to be done
        return Advice(awaited.menu.sample(Random(mind.seed)))
    if awaited.step == "open_movement":
        return open_movement(mind)
    frame = position.frame(awaited)
    if awaited.step == "plans":
        return plans(mind, awaited, frame)
    return Advice(RULES[awaited.step](mind, awaited, frame))


def open_movement(mind: LevelEvaluator) -> Advice:
    """6.6: one order after the other, then ready."""
    most = most_moves(mind.world, mind.seat)
    found = next_order(mind, most, None)
    if found is not None:
        return Advice(found[0], tuple(found[1]))
    return Advice(duty_order(mind.world, mind.seat, most) or READY)


def plans(mind: LevelEvaluator, decision: Decision, frame: Frame) -> Advice:
    """6.7: the same on the map as one's own plan makes it."""
    planned, where = plan_so_far(mind, frame)
    thought = msgspec.structs.replace(mind, world=planned, _eyes={})
    found = next_order(thought, 1, where)
    if found is not None and found[0] in decision.menu:
        return Advice(found[0], tuple(found[1]))
    return Advice(plan_ends(mind, frame))
