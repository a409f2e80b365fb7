"""Hints before a battle: the dice, the expected losses, the odds.

The hints use only what the player knows: of the opponent's tiles, only those face up.
"""

from __future__ import annotations

from entente.games.attrition.board import DECOY
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.odds import odds
from entente.games.attrition.scoring import BattleSetup, most_of
from entente.kernel import Message, Seat, say
from entente.kernel.bag import Bag, put, size


def fight_in(
    war: AttritionContext, region: str, attackers: Bag, defenders: Bag, nation: str, dice: int = 0
) -> BattleSetup:
    """Set up a battle between these tiles with one nation rolling, by default one die per tile."""
    rolling = {name: n for name, n in attackers.items() if war.tile(name).nation == nation}
    return BattleSetup(
        attackers,
        defenders,
        rolling,
        dice or size(rolling),
        dug_in(war, region),
        war.state.options["elite_special"] == "per_tile",
        war.in_force("EP2"),
    )


def dug_in(war: AttritionContext, region: str) -> int:
    """17.3: how many trenches the defender has in a region."""
    return war.state.trenches.get(war.passive, {}).get(region, 0)


def in_sight(war: AttritionContext, seat: Seat, region: str, side: str) -> tuple[Bag, int]:
    """Return a side's face-up tiles that will fight in a region, and how many are hidden from the
    seat."""
    seen: Bag = {}
    hidden = 0
    for name, number in war.tiles_in(region, side).items():
        tile = war.tile(name)
        if tile.is_down and side != seat:
            hidden += number
        elif tile.type != DECOY:  # 12.4: decoys leave before the dice are rolled
            put(seen, tile.up, number)
    return seen, hidden


def battle_hint(
    war: AttritionContext,
    seat: Seat,
    region: str,
    *,
    nation: str = "",
    dice: int = 0,
    plus: str = "",
    most: int = 1,
) -> Message | None:
    """4.8.2: the dice, the expected losses, and the chance that the region is cleared.

    `plus` is a tile that would join; if up to `most` of them may, also the odds with all of these.
    """
    sides: dict[str, tuple[Bag, int]] = {
        side: in_sight(war, seat, region, side) for side in (war.active, war.passive)
    }
    if plus and war.tile(plus).type != DECOY:
        put(sides[seat][0], war.tile(plus).up)
    attackers, defenders = sides[war.active][0], sides[war.passive][0]
    hidden = sum(number for _, number in sides.values())
    if not attackers and not sides[war.active][1]:
        return None
    if not defenders and not hidden:
        return say("hint.empty")
    if hidden:
        return say("hint.hidden", count=hidden)
    whole = expected_figures(war, region, attackers, defenders, nation, dice)
    if seat != war.active:
        return say("hint.defence", **whole)
    if plus and most > 1 and war.tile(plus).type != DECOY:
        together = dict(attackers)
        put(together, war.tile(plus).up, most - 1)
        figures = expected_figures(war, region, together, defenders, nation, dice)
        joined = {f"all_{name}": figure for name, figure in figures.items()}
        return say("hint.attack_all", **whole, **joined, count=most)
    return say("hint.attack", **whole)


def expected_figures(
    war: AttritionContext, region: str, attackers: Bag, defenders: Bag, nation: str, dice: int
) -> dict[str, int]:
    """Return the figures of a hint about a battle between these tiles."""
    nation = nation or most_of(war.board, attackers)[0]
    fight = fight_in(war, region, attackers, defenders, nation, dice)
    expected = odds(war.board, fight)
    return {
        "dice": fight.dice,
        "attackers": size(attackers),
        "defenders": size(defenders),
        "percent": percent(expected.cleared),
        **tenths("attack", expected.attackers_lost),
        **tenths("defence", expected.defenders_lost),
    }


def percent(chance: float) -> int:
    """Return a chance in percent; 0 and 100 are reserved for the impossible and the certain."""
    if chance <= 0.0 or chance >= 1.0 - 1e-12:
        return round(chance * 100)
    return min(99, max(1, round(chance * 100)))


def tenths(name: str, number: float) -> dict[str, int]:
    """Return a number with one decimal place, in the format of each language."""
    whole, rest = divmod(round(number * 10), 10)
    return {name: whole, f"{name}_tenths": rest}
