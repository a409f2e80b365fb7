"""What a player would work out before acting: the odds of a battle, what a declaration brings.

A hint knows no more than its reader: of the opponent's tiles only those that lie face up.
"""

from __future__ import annotations

from entente.games.attrition.board import DECOY, ENTENTE, RUSSIA
from entente.games.attrition.dice import changed, doubling, most_of
from entente.games.attrition.odds import Fight, losses, odds
from entente.games.attrition.pouch import ALL, drawn_next
from entente.games.attrition.war import DONE, War
from entente.kernel import Message, Seat, say
from entente.kernel.bag import Bag, put, size

ROLLS = ("double", "single", "gas", "reroll", "general", DONE)


def hint(war: War, seat: Seat, action: str) -> Message | None:
    """A hint for an allowed action; None where there is nothing to work out."""
    verb, *words = action.split()
    if verb in ("battle", "resolve"):
        return battle_hint(war, seat, words[0])
    if verb == "roll":
        return battle_hint(war, seat, war.battle.region, nation=words[0])
    if verb in ROLLS and war.state.battle is not None and war.battle.nation:
        return dice_hint(war, seat, verb, words)
    if verb in ("move", "sail"):
        return march_hint(war, seat, words[0], words[2])
    if verb == "advance":
        return advance_hint(war, seat, words[0], words[2])
    if verb == "fly":
        return battle_hint(war, seat, words[1], plus=words[0])
    if verb == "return":
        return return_hint(war, words[0])
    if verb == "declare":
        regions = war.board.nations[words[0]].regions
        return say("hint.declare", points=sum(war.value(region) for region in regions))
    if verb == "surrender":
        return surrender_hint(war)
    return None


# -- battles


def in_sight(war: War, seat: Seat, region: str, side: str) -> tuple[Bag, int]:
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
    war: War, seat: Seat, region: str, *, nation: str = "", dice: int = 0, plus: str = ""
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
    nation = nation or most_of(war, attackers)[0]
    rolling = {name: n for name, n in attackers.items() if war.tile(name).nation == nation}
    fight = Fight(
        attackers,
        defenders,
        rolling,
        dice or size(rolling),
        war.state.trenches.get(war.passive, {}).get(region, 0),
        war.state.options["elite_special"] == "per_tile",
        war.in_force("EP2"),
    )
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


def dice_hint(war: War, seat: Seat, verb: str, words: list[str]) -> Message | None:
    """What the dice of a battle under way will bring, or bring as they would lie."""
    battle = war.battle
    if verb in ("double", "single"):
        more = doubling(war) if verb == "double" else 0
        own = war.tiles_in(battle.region, war.active)
        number = sum(n for name, n in own.items() if war.tile(name).nation == battle.nation)
        return battle_hint(war, seat, battle.region, nation=battle.nation, dice=number + more)
    if not battle.dice or battle.hits:
        return None
    if verb == "gas":
        count = len(battle.dice)
        return battle_hint(war, seat, battle.region, nation=battle.nation, dice=count)
    if verb == "reroll":
        return None
    dice = battle.dice
    if verb == "general":
        dice = changed(dice, int(words[1]), int(words[2]))
    attackers, defenders = (war.tiles_in(battle.region, side) for side in (war.active, war.passive))
    fight = Fight(
        attackers,
        defenders,
        {name: n for name, n in attackers.items() if war.tile(name).nation == battle.nation},
        len(dice),
        war.state.trenches.get(war.passive, {}).get(battle.region, 0),
        war.state.options["elite_special"] == "per_tile",
        war.in_force("EP2"),
    )
    lost, killed = losses(war.board, fight, dice)
    return say("hint.dice", attack=lost, defence=killed)


# -- movement


def march_hint(war: War, seat: Seat, tile: str, end: str) -> Message | None:
    """4.7: what waits at the end of a march."""
    if war.status(end) == war.active:
        return None
    return battle_hint(war, seat, end, plus=tile)


def advance_hint(war: War, seat: Seat, tile: str, end: str) -> Message | None:
    """4.8.4: into a battle that is still to be fought, or into a region without one."""
    if end in war.state.battles:
        return battle_hint(war, seat, end, plus=tile)
    calm = war.status(end) == war.active and not war.has_tiles(end, war.passive)
    return None if calm else say("hint.no_battle")


# -- the pouch, declarations, the surrender


def return_hint(war: War, what: str) -> Message:
    """4.1.2: how large the pouch becomes, and how much of it is drawn."""
    destroyed = war.state.destroyed[war.active]
    if what in destroyed:
        count = 1
    else:
        nations = {name: war.tile(name).nation for name in destroyed}
        count = sum(n for name, n in destroyed.items() if what in (ALL, nations[name]))
    pouch = size(war.state.pouch[war.active]) + count
    return say("hint.return", count=count, pouch=pouch, draw=min(pouch, drawn_next(war)))


def surrender_hint(war: War) -> Message:
    """4.3: what leaves the game."""
    regions = war.board.nations[RUSSIA].regions
    points = sum(war.value(region) for region in regions if war.status(region) == ENTENTE)
    state = war.state
    tiles = sum(
        number
        for there in (*state.board.values(), state.reserves[ENTENTE], state.airfield[ENTENTE])
        for name, number in there.items()
        if war.tile(name).nation == RUSSIA
    )
    now = war.industry(ENTENTE)
    then = now - points
    if not tiles:
        return say("hint.surrender_without_tiles", now=now, then=then)
    return say("hint.surrender", tiles=tiles, now=now, then=then)
