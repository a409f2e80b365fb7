"""Measures for answers: chances over all rolls, losses, industry points."""

from __future__ import annotations

from typing import Any

from entente.games.attrition.battle_hints import fight_in
from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.odds import BattleOdds, dice_outcomes, odds
from entente.games.attrition.scoring import most_of, score
from entente.kernel import Position, parse_action
from entente.kernel.bag import Bag, size, take
from entente.kernel.exercise import Measure

Spot = Position[Any, Any]
SURE = 100.0  # percent


def chances(war: AttritionContext, region: str) -> BattleOdds:
    """4.8.2: the odds of a battle between the tiles in a region now."""
    attackers, defenders = (war.tiles_in(region, side) for side in (war.active, war.passive))
    if not defenders:
        return BattleOdds(0.0, 0.0, float(bool(attackers)))
    if not attackers:
        return BattleOdds(0.0, 0.0, 0.0)
    nation = most_of(war.board, attackers)[0]
    return odds(war.board, fight_in(war, region, attackers, defenders, nation))


def cleared_there(spot: Spot, action: str) -> float | None:
    """Return the chance in percent that the planned battle leaves no defender."""
    parsed = parse_action(action)
    if parsed.verb != "battle":
        return None
    return SURE * chances(spot.context, parsed.args[0]).cleared


def victory(spot: Spot, action: str) -> float | None:
    """5.1: the chance in percent that the planned battle brings the industry points to win."""
    parsed = parse_action(action)
    war: AttritionContext = spot.context
    if parsed.verb != "battle":
        return None
    (region,) = parsed.args
    then = war.industry(war.active) + war.value(region)
    enough = then >= war.board.industry.early_victory
    return SURE * chances(war, region).cleared * enough


def cleared_after(region: str) -> Measure:
    """Return the chance in percent that a region is cleared after the action."""

    def measure(spot: Spot, action: str) -> float | None:
        return SURE * chances(_after(spot, action).context, region).cleared

    return measure


def killed_after(region: str) -> Measure:
    """Return the average number of defenders lost in a region after the action."""

    def measure(spot: Spot, action: str) -> float | None:
        return chances(_after(spot, action).context, region).defenders_lost

    return measure


def safe_from(region: str, start: str) -> Measure:
    """Return the chance in percent that a region withstands all the enemy's tiles from another one
    after the action."""

    def measure(spot: Spot, action: str) -> float | None:
        war: AttritionContext = _after(spot, action).context
        attackers = war.tiles_in(start, war.passive)
        defenders = war.tiles_in(region, war.active)
        nation = most_of(war.board, attackers)[0]
        fight = fight_in(war, region, attackers, defenders, nation)
        return SURE * (1 - odds(war.board, fight).cleared)

    return measure


def industry_then(spot: Spot, action: str) -> float | None:
    """2.1.5: the lead in industry points if the turn ends after the action."""
    then = _after(spot, action)
    side = spot.state.active
    while then.state.active == side and then.outcome is None:
        decision = then.decisions[0]
        menu = decision.menu
        then.apply(decision.seat, DONE if DONE in menu else next(iter(menu)))
    war: AttritionContext = then.context
    other = war.active if side != war.active else war.passive
    return war.industry(side) - war.industry(other)


def acting(measure: Measure) -> Measure:
    """Reject doing nothing as an answer."""
    return lambda spot, action: None if action == DONE else measure(spot, action)


def hits_left(spot: Spot, action: str) -> float | None:
    """Return the average hits of the remaining tiles when they attack again alone."""
    war: AttritionContext = spot.context
    left: Bag = dict(war.tiles_in(war.battle.region, war.active))
    for name in parse_action(action).args:
        take(left, name)
    number = size(left)
    return sum(
        chance * score(war.board, left, dice).total
        for chance, dice in dice_outcomes(number, per_face=False)
    )


def _after(spot: Spot, action: str) -> Spot:
    then = spot.copy()
    then.apply(spot.state.active, action)
    return then
