"""The armies of China and of the Ottoman Empire (11.2, 11.3): their moves by rule, their retreats,
and what the people of an area add to them."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.belligerents import change, enemies_of, need
from entente.games.pax.board import ARMY, CHINA, OTTOMAN_EMPIRE, Area, Node, Power
from entente.games.pax.colonies.ottoman_expansion import ottoman_lands
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import REBELLION, WAR, War
from entente.games.pax.war.battle import Battle

EGYPT = "egypt"


def empire_of(war: War) -> Power:
    """Return the empire that a rebellion or an Ottoman war is about."""
    return CHINA if war.kind == REBELLION else OTTOMAN_EMPIRE


# -- where


def territory(world: PaxContext, war: War) -> frozenset[Area]:
    """Return the areas of an empire: of China with its vassals; of the Ottomans with what they
    took."""
    return world.board.chinese if war.kind == REBELLION else ottoman_lands(world)


def theatre(world: PaxContext, empire: Power, belligerents: tuple[Power, ...]) -> list[Area]:
    """Return where a war about an empire is fought, and its armies may go: its areas; for the
    Ottomans Egypt too, unless a neutral power controls it (11.3)."""
    if empire == CHINA:
        return [area for area in world.board.areas if area in world.board.chinese]
    holders = world.controllers(EGYPT)
    egypt = not holders or any(power in belligerents for power in holders)
    own = ottoman_lands(world)
    return [area for area in world.board.areas if area in own or (egypt and area == EGYPT)]


def enemies_in(world: PaxContext, war: War, area: Area) -> list[Power]:
    """Return the empire's enemies with armies in an area."""
    return [power for power in enemies_of(war, empire_of(war)) if world.armies(power, area)]


def has_enemies(world: PaxContext, war: War, area: Area) -> bool:
    """Return whether any unit of the empire's enemies is in an area."""
    foes = enemies_of(war, empire_of(war))
    return any(world.armies(foe, area) or world.navies_at(foe, area) for foe in foes)


def native_strength(world: PaxContext, war: War, area: Area) -> int:
    """11.2.6: what an area adds to the empire's armies in it: its strength, while no power controls
    it and it is not defeated."""
    if area not in territory(world, war) or area in war.defeated or world.controllers(area):
        return 0
    return world.board.strength(area)


def defeat(world: PaxContext, war: War, area: Area) -> None:
    """11.2.6: mark an area without control as defeated; it adds nothing from now on."""
    if area in territory(world, war) and area not in war.defeated and not world.controllers(area):
        change(world, war.id, defeated=(*war.defeated, area))
        world.log("log.area_defeated", area=area)


def people_with(world: PaxContext, war: War, powers: Iterable[Power], place: Node) -> int:
    """11.2.6, 11.3: the strength of an area that counts with a side in a battle of armies: with the
    empire's armies there."""
    if war.kind == WAR or empire_of(war) not in powers:
        return 0
    return native_strength(world, war, place)


def people_alone(world: PaxContext, war: War, power: Power, place: Node) -> bool:
    """P23: whether a power may attack an area without a Chinese army, by the option."""
    if war.kind != REBELLION or not world.on("attack_empty_china"):
        return False
    alone = not world.armies(CHINA, place)
    return alone and power in enemies_of(war, CHINA) and native_strength(world, war, place) > 0


def people_beaten(world: PaxContext, number: int, area: Area, battle: Battle) -> None:
    """11.2.6: what an attack on the empire means for the area: it is defeated unless the attackers
    were; an exchange of equals leaves it as it is."""
    war = need(world, number)
    if war.kind != WAR and battle.loser == "defender":
        defeat(world, war, area)


# -- ways


def distances(world: PaxContext, war: War, start: Area) -> dict[Area, int]:
    """Return how many steps by route the empire's armies need from an area to every other one."""
    distances, edge = {start: 0}, [start]
    for area in edge:
        for near in world.links.routes[area]:
            if near in war.theatre and near not in distances:
                distances[near] = distances[area] + 1
                edge.append(near)
    return distances


def in_reach(world: PaxContext, war: War) -> frozenset[Area]:
    """Return where any army of the empire could ever come."""
    places = world.army_places(empire_of(war))
    return frozenset(area for place in places for area in distances(world, war, place))


def nearest_enemy(world: PaxContext, war: War) -> int:
    """Return the number of steps between the empire's armies and the next enemy army; -1: none in
    reach."""
    far = [
        steps
        for place in world.army_places(empire_of(war))
        for area, steps in distances(world, war, place).items()
        if enemies_in(world, war, area)
    ]
    return min(far, default=-1)


def by_lot(world: PaxContext, areas: list[Area]) -> Area:
    """Draw one of several equals."""
    return areas[world.state.chance.below(len(areas))] if len(areas) > 1 else areas[0]


def next_step(world: PaxContext, war: War, here: Area) -> Area | None:
    """11.2.4: where an army goes from here: a step towards the nearest enemy army; None: it stays,
    because one is here or none can be reached."""
    if enemies_in(world, war, here):
        return None
    far = distances(world, war, here)
    goals = [area for area in war.theatre if area in far and enemies_in(world, war, area)]
    if not goals:
        return None
    least = min(far[area] for area in goals)
    goal = by_lot(world, [area for area in goals if far[area] == least])
    back = distances(world, war, goal)
    ways = [near for near in world.links.routes[here] if back.get(near, least) < least]
    return by_lot(world, ways)


def advance(world: PaxContext, war: War) -> None:
    """11.2.4: every army of the empire takes its step."""
    empire = empire_of(war)
    marches: list[tuple[Area, Area, int]] = []
    for area in war.theatre:
        for strength in world.armies(empire, area):
            if (there := next_step(world, war, area)) is not None:
                marches.append((area, there, strength))
    for here, there, strength in marches:
        world.move_unit(empire, ARMY, here, there, strength)
        world.log("log.march", power=empire, strength=strength, area=here, there=there)


def fall_back(world: PaxContext, war: War, area: Area) -> None:
    """11.2.7: each army goes to a neighbouring area without enemies and control markers, else to
    one with a marker and no enemies; what can go nowhere is lost."""
    empire = empire_of(war)
    for strength in world.armies(empire, area):
        ways = empire_retreats(world, war, area)
        if not ways:
            world.remove_unit(empire, ARMY, area, strength)
            world.log("log.retreat_lost", power=empire, area=area, strength=strength)
            continue
        there = by_lot(world, ways)
        world.move_unit(empire, ARMY, area, there, strength)
        world.log("log.retreat", power=empire, area=area, there=there, strength=strength)


def empire_retreats(world: PaxContext, war: War, area: Area) -> list[Area]:
    """11.2.7: where the empire's armies may retreat to from an area."""
    free = [
        near
        for near in world.links.routes[area]
        if near in war.theatre and not has_enemies(world, war, near)
    ]
    return [near for near in free if not world.controllers(near)] or free
