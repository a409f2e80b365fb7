"""Puzzles of An Attrition of Souls: one answer is clearly better, with any luck of the dice.

The search compares whole turns, and one turn can be played in many orders. Here every answer to a
question is tried: the seat's usual policy plays the rest of the turn, the enemy's the next one, in
the same imagined positions and with the same dice. The best answer has to lead in new positions by
more than luck explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from entente.games.attrition.engine.attack_puzzles import find_battle
from entente.games.attrition.engine.evaluation import redeal_hidden
from entente.games.attrition.engine.features import AttritionPosition
from entente.games.attrition.engine.search import Candidate, Rollouts
from entente.kernel import Seat, parse_action
from entente.players.calibration import scale_at
from entente.players.engines import Budget, SearchBudget
from entente.players.player import PlayerView
from entente.players.puzzles.mining import (
    EQUAL,
    HIGHEST,
    KEPT_VALUES,
    LOWEST,
    MOST_RIGHT,
    WEAK,
    MinedPosition,
    MiningPace,
    failures,
    rating_of,
)
from entente.players.trials import fingerprint
from entente.players.win_chances import chance_of, evaluations

STEPS = (
    "mobilise",
    "move",
    "rail",
    "redeploy",
    "declare_war",
    "surrender",
    "advance",
    "losses",
    "plan_battles",
    "choose_battle",
    "rolling_nation",
    "return_tiles",
)
PACE = MiningPace(
    a_game=6,
    apart=8,
    variants=(
        {},
        {"historical_setup": True},
        {"tanks": True, "elites": True},
        {"historical_setup": True, "trenches": True},
    ),
)
BATTLES = 0.25  # of the movement phases that are looked at for one battle
FEWEST, MOST = 2, 16  # answers
SHARE = 0.4  # of the questions that are looked at
TURNS = 1  # of the enemy, which are played on
GLANCE, CHECKED, DEEP = 6, 36, 60  # worlds
COMPARED = 4  # answers that are checked
DEEP_MARGIN = 4.0  # in the last positions
MARGIN = 4.0  # win chance by which the best answer leads, in per cent
CERTAINTY = 3.0  # standard errors by which it leads
ENOUGH = 10**6


def find_puzzle(position: AttritionPosition, seat: Seat, rng: Random) -> MinedPosition | None:
    """Return the puzzle of a seat's question, if one answer is clearly better than the others."""
    decision = position.decisions_for(seat)[0]
    if decision.step == "move" and rng.random() < BATTLES:
        battle = find_battle(position, seat, rng)
        if battle is not None:
            return battle
    if decision.step not in STEPS or not FEWEST <= decision.menu.size() <= MOST:
        return None
    if rng.random() >= SHARE:
        return None
    view = PlayerView(position, seat, afresh=True)
    first = _tried(view, list(decision.menu), GLANCE, "glance")
    if _chance(position, seat, first[0]) - _chance(position, seat, first[1]) < MARGIN / 2:
        return None
    answers = [each.actions[0] for each in first[:COMPARED]]
    tried = _tried(view, answers, CHECKED, "checked")
    chances = {each.actions[0]: _chance(position, seat, each) for each in tried}
    best = chances[tried[0].actions[0]]
    right = [each for each in tried if chances[each.actions[0]] > best - EQUAL]
    wrong = tried[len(right) :]
    if not LOWEST <= best <= HIGHEST or len(right) > MOST_RIGHT or not wrong:
        return None
    margin = best - chances[wrong[0].actions[0]]
    if margin < MARGIN or _errors(right[-1], wrong[0]) < CERTAINTY:
        return None
    if answers[0] not in [each.actions[0] for each in right]:
        return None
    solution = tuple(each.actions[0] for each in right)
    chances = {
        each.actions[0]: _chance(position, seat, each)
        for each in _tried(view, answers, DEEP, "deep")
    }
    ranked = sorted(chances.items(), key=lambda pair: -pair[1])
    others = [chance for answer, chance in ranked if answer not in solution]
    if ranked[0][0] not in solution or ranked[0][1] - others[0] < DEEP_MARGIN:
        return None
    failed = failures(position, seat, set(solution))
    if not failed:
        return None
    return MinedPosition(
        step=decision.step,
        solution=solution,
        theme=parse_action(solution[0]).verb,
        rating=rating_of(failed, len(WEAK), decision.menu.size()),
        margin=round(margin, 1),
        values=tuple((action, float(chance)) for action, chance in ranked[:KEPT_VALUES]),
    )


def _tried(view: PlayerView, answers: Sequence[str], number: int, seed: str) -> list[Candidate]:
    """Try answers in some imagined positions; return them, best first."""
    seen = f"puzzle/{seed}/{fingerprint(view)}"
    rng = Random(seen)
    worlds = [view.determinize(rng) for _ in range(number)]
    redeal_hidden(worlds, view.seat, rng)
    question = worlds[0].decision(view.seat, view.decision.window)
    assert question is not None
    rollouts = Rollouts(
        worlds, question, seen, turns=TURNS, search_budget=SearchBudget(Budget(ENOUGH), ENOUGH)
    )
    candidates = [Candidate((answer,)) for answer in answers]
    for world in range(number):
        for candidate in candidates:
            rollouts.try_out(candidate, world)
    return sorted(candidates, key=lambda each: -each.mean)


def _chance(position: AttritionPosition, seat: Seat, candidate: Candidate) -> int:
    """Return the win chance that an answer leaves, in per cent."""
    worth = scale_at(position).worth(seat, candidate.mean)
    return chance_of(seat, worth, evaluations(position))


def _errors(better: Candidate, worse: Candidate) -> float:
    """Return by how many standard errors an answer is better than another in the same worlds."""
    gains = [one - other for one, other in zip(better.worths, worse.worths, strict=True)]
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean / max(1e-9, sqrt(variance / len(gains)))
