"""Hints for the leader of units in a war before moving, stopping or ending it (12.5, 12.9).

All of them follow from the public map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from entente.games.pax.belligerents import Camp, all_units, enemies_of, need, serves, strength_at
from entente.games.pax.board import Area, Node, Port, Power, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.war.support import is_sustained
from entente.kernel import Message, say


def unsupported(world: PaxContext, war: War, powers: Iterable[Power]) -> list[WarUnit]:
    """12.9: the units that would now surrender for lack of support or coal."""
    return [unit for unit in all_units(world, powers) if not is_sustained(world, war, unit)]


def stop_hint(world: PaxContext, war: War, powers: Iterable[Power]) -> Message | None:
    """Return what is lost without further moves."""
    return join_messages(_lacks(unit) for unit in unsupported(world, war, powers))


def _lacks(unit: WarUnit) -> Message:
    return say(
        "hint.unsupported",
        power=unit.power,
        kind=unit.kind,
        strength=unit.strength,
        place=place_of(unit.where),
    )


def step_hint(
    world: PaxContext, war: War, unit: WarUnit, there: Node | Port, offended: list[Power]
) -> Message | None:
    """Return what a step leads to: enemies of its kind, lack of support, offended neutrals."""
    return join_messages(_of_step(world, war, unit, there, offended))


def _of_step(
    world: PaxContext, war: War, unit: WarUnit, there: Node | Port, offended: list[Power]
) -> Iterator[Message]:
    place = place_of(there)
    foes = [p for p in enemies_of(war, unit.power) if world.units_in(p, unit.kind, place)]
    if foes:
        against = strength_at(world, foes, unit.kind, place)
        yield say("hint.enemies_there", powers=foes, kind=unit.kind, strength=against)
    if place in world.board.areas and not foes and takes_area(world, war, unit, place):
        yield say("hint.conquers", area=place)
    twin = world.for_copy(world.state.copy())
    twin.move_unit(unit.power, unit.kind, unit.where, there, unit.strength)
    moved = WarUnit(unit.power, unit.kind, there, unit.strength)
    if not is_sustained(twin, need(twin, war.id), moved):
        yield _lacks(moved)
    if offended:
        yield say("hint.offends", powers=offended)


def takes_area(world: PaxContext, war: War, unit: WarUnit, area: Area) -> bool:
    """12.8: whether an army alone in this area conquers it: an enemy's, or lost to one."""
    foes = enemies_of(war, unit.power)
    if unit.kind != "army" or strength_at(world, foes, "army", area):
        return False
    camps = [camp for camp in war.camps if any(foe in camp for foe in foes)]
    return any(serves(world, war, camp, area) for camp in camps)


def conquests_hint(
    world: PaxContext, war: War, camp: Camp, fallen: Iterable[Area]
) -> Message | None:
    """Return what a camp leaves to its enemies by ending the war."""
    areas = list(fallen)
    return say("hint.left_to_enemy", areas=areas, powers=list(camp)) if areas else None


def _by_conqueror(war: War) -> dict[Power, list[str]]:
    conquests: dict[Power, list[str]] = {}
    for area, power in war.conquered.items():
        conquests.setdefault(power, []).append(area)
    return conquests


def returned_hint(war: War) -> Message:
    """12.10: the conquests that each power gives back in a peace as before the war."""
    back = _by_conqueror(war).items()
    message = join_messages(say("hint.given_back", power=p, areas=a) for p, a in back)
    return message or say("hint.nothing_given_back")


def war_goes_on(world: PaxContext) -> Message:
    """12.3, 12.10: without a peace every round of the war raises the tension."""
    amount = world.board.tension["war_round"].amount
    return say("hint.war_goes_on", amount=amount, now=world.state.tension)


def kept_hint(war: War) -> Message:
    """12.10: the conquests that each power keeps in a peace along present lines."""
    kept = _by_conqueror(war).items()
    message = join_messages(say("hint.conquered", power=p, areas=a) for p, a in kept)
    return message or say("hint.nothing_conquered")
