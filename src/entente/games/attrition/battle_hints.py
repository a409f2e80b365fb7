"""What a player would work out before a battle: the dice, the losses to expect, the odds.

It knows no more than its reader: of the opponent's tiles only those that lie face up.
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
    """A battle between these tiles, for which a nation rolls; by itself one die for each tile."""
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
    """A side's tiles in a region that will fight, face up, and how many the seat cannot see."""
    seen: Bag = {}
    hidden = 0
    for name, number in war.tiles_in(region, side).items():
        tile = war.tile(name)
        if tile.is_down and side != seat:
            hidden += number
        elif tile.type != DECOY:  # 12.4: decoys go home before the dice are rolled
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
) -> Message | None:
    """4.8.2: the dice, the losses to expect, and how likely the region is cleared.

    `plus` is a tile that would join.
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
    nation = nation or most_of(war.board, attackers)[0]
    fight = fight_in(war, region, attackers, defenders, nation, dice)
    found = odds(war.board, fight)
    whole = {
        "dice": fight.dice,
        "attackers": size(attackers),
        "defenders": size(defenders),
        "percent": percent(found.cleared),
        **tenths("attack", found.attackers_lost),
        **tenths("defence", found.defenders_lost),
    }
    return say("hint.attack" if seat == war.active else "hint.defence", **whole)


def percent(chance: float) -> int:
    """A chance in a hundred; what is possible or uncertain is never called 0 or 100."""
    if chance <= 0.0 or chance >= 1.0 - 1e-12:
        return round(chance * 100)
    return min(99, max(1, round(chance * 100)))


def tenths(name: str, number: float) -> dict[str, int]:
    """A number with one decimal place, which each language writes in its own way."""
    whole, rest = divmod(round(number * 10), 10)
    return {name: whole, f"{name}_tenths": rest}
