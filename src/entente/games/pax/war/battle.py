"""Battles: odds, results, losses, and who must retreat (12.6, 12.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.games.pax.areas.losses import half, lose_all
from entente.games.pax.belligerents import camp_of, change, enemies_of, is_at_sea, need, units_at
from entente.games.pax.board import ARMY, NAVY, Node, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War
from entente.kernel import Frame, step


class Side(NamedTuple):
    """One side of a battle: its powers, and what it counts; `extra` is the strength of an area
    whose people fight with it (11.2)."""

    powers: tuple[Power, ...]
    extra: int = 0


class Battle(NamedTuple):
    """The result of a battle. `attack` and `defence` are the strengths counted. `loser` is
    "attacker" or "defender": the side that is destroyed or must retreat; empty: both are
    destroyed."""

    result: str
    attack: int
    defence: int
    loser: str


def defenders_at(
    world: PaxContext, war: War, attackers: Iterable[Power], kind: str, place: Node
) -> tuple[Power, ...]:
    """12.6: all enemies of the attackers with units of the kind there defend together."""
    foes = dict.fromkeys(foe for power in attackers for foe in enemies_of(war, power))
    return tuple(foe for foe in foes if world.units_in(foe, kind, place))


def counted(world: PaxContext, war: War, side: Side, kind: str, place: Node) -> int:
    """Return what a side puts in: all its units of the kind, but not the navies that have retreated
    there before the battle (12.7)."""
    here = units_at(world, side.powers, kind, place)
    absent = sum(unit.strength for unit in war.late if unit in here)
    return sum(unit.strength for unit in here) - absent + side.extra


def fight_battle(
    world: PaxContext,
    number: int,
    kind: str,
    place: Node,
    attackers: Side,
    defenders: Side | None = None,
) -> Battle:
    """12.6, 12.7: fight one battle. Certain losses are taken off the map here; choices of losses
    and retreats are pushed as steps, which run when the caller returns.

    Without `defenders` these are all enemies of the attackers there. With an `extra` on a side the
    people of the area count with it: as the smaller side they are beaten with its armies.
    """
    war = need(world, number)
    if defenders is None:
        defenders = Side(defenders_at(world, war, attackers.powers, kind, place))
    attack = counted(world, war, attackers, kind, place)
    defence = counted(world, war, defenders, kind, place)
    die = world.state.chance.die()
    mirrored = world.state.options["table_2"] == "mirrored"
    code = world.board.result(attack, defence, die, mirrored)
    world.log(
        "log.battle",
        powers=list(attackers.powers),
        enemies=list(defenders.powers),
        kind=kind,
        place=place,
        attack=attack,
        defence=defence,
        die=die,
        result=code,
    )
    change(world, number, attacked=True, refuges=())
    battle = Battle(code, attack, defence, loser_of(code, attack, defence))
    _carry_out(world, number, kind, place, attackers.powers, defenders.powers, battle)
    return battle


def loser_of(code: str, attack: int, defence: int) -> str:
    """12.7: which side a result removes or drives away."""
    if code in ("AE", "AR"):
        return "attacker"
    if code in ("DE", "DR"):
        return "defender"
    if attack == defence:
        return "" if code == "EX" else "attacker"
    return "attacker" if attack < defence else "defender"


def _carry_out(
    world: PaxContext,
    number: int,
    kind: str,
    place: Node,
    attackers: tuple[Power, ...],
    defenders: tuple[Power, ...],
    battle: Battle,
) -> None:
    sides = {"attacker": (attackers, defenders), "defender": (defenders, attackers)}
    called: list[Frame] = []
    if not battle.loser:
        lose_all(world, (*attackers, *defenders), kind, place)
    elif battle.result in ("AR", "DR"):
        beaten, _ = sides[battle.loser]
        called += retreat_steps(world, number, kind, place, beaten)
    else:
        beaten, others = sides[battle.loser]
        smaller = battle.attack if battle.loser == "attacker" else battle.defence
        lose_all(world, beaten, kind, place)
        loss = {"EX": smaller, "HX": half(smaller)}.get(battle.result, 0)
        if loss:
            names = " ".join(others)
            called.append(step("take_losses", place=place, kind=kind, powers=names, loss=loss))
    if kind == NAVY and is_at_sea(world, place):
        called.append(step("sea_surrenders", war=number, place=place))
    world.state.push(*called)


def retreat_steps(
    world: PaxContext, number: int, kind: str, place: Node, powers: tuple[Power, ...]
) -> list[Frame]:
    """12.7: the retreat of all units of a kind of these powers, each power by itself; at sea armies
    go with their navies."""
    called = [
        step("war_retreat", war=number, kind=kind, place=place, power=power)
        for power in powers
        if world.units_in(power, kind, place)
    ]
    if kind == NAVY and is_at_sea(world, place):
        called += [
            step("war_retreat", war=number, kind=ARMY, place=place, power=power)
            for power in _armies_without_escort(world, need(world, number), place, powers)
        ]
    return called


def _armies_without_escort(
    world: PaxContext, war: War, sea: Node, fleeing: tuple[Power, ...]
) -> list[Power]:
    """Return whose armies must leave a sea with the navies that flee from it: their own, and those
    of allies if no navy of the camp stays."""
    camp = camp_of(war, fleeing[0]) if fleeing else ()
    stays = any(world.units_in(p, NAVY, sea) for p in camp if p not in fleeing)
    return [power for power in camp if world.armies(power, sea) and (power in fleeing or not stays)]
