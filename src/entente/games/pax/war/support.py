"""Lines of support, surrender without them, and conquest (12.8, 12.9)."""

from __future__ import annotations

from entente.games.pax.belligerents import (
    Camp,
    all_units,
    begin_phase_of,
    blockaded,
    camp_of,
    camps_acting,
    change,
    conqueror,
    enemies_of,
    has_units,
    home_of,
    hostile_camps,
    is_at_sea,
    need,
    passage_closed,
    serves,
    surrender,
    war_of,
)
from entente.games.pax.board import (
    ARMY,
    AUSTRIA_HUNGARY,
    NAVY,
    OTTOMAN_EMPIRE,
    Area,
    Node,
    Place,
    Power,
    Status,
    place_of,
)
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.treaties.coaling_rights import record_coaling_rights
from entente.games.pax.war.field import camp_reach, coaling, land_near
from entente.kernel import Frame

# -- conquest


def conquer(world: PaxContext, number: int, camp: Camp) -> list[Area]:
    """12.8: at the end of a camp's attack phase: the areas that an enemy controls or has conquered,
    with armies of the camp and none of an enemy, are conquered."""
    war = need(world, number)
    foes = [foe for other in hostile_camps(war, camp) for foe in other]
    areas = []
    for area in world.board.areas:
        mine = [power for power in camp if world.armies(power, area)]
        if not mine or has_units(world, foes, ARMY, area):
            continue
        theirs = any(world.holds(foe, area) for foe in foes) or (
            OTTOMAN_EMPIRE in foes and area in world.state.ottoman_areas  # 11.4
        )
        if conqueror(war, area) in hostile_camps(war, camp) or (
            area not in war.conquered and theirs
        ):
            take_area(world, number, area, mine[0])
            areas.append(area)
    return areas


def take_area(world: PaxContext, number: int, area: Area, power: Power) -> None:
    """Conquer an area for a power's side; its own is only freed."""
    war = need(world, number)
    camp = camp_of(war, power)
    rest = {each: holder for each, holder in war.conquered.items() if each != area}
    foes = enemies_of(war, power)
    own = any(world.holds(each, area) for each in camp)
    if own and not any(world.holds(foe, area) for foe in foes):
        change(world, number, conquered=rest)
        world.log("log.freed", power=power, area=area)
        return
    change(world, number, conquered={**rest, area: power})
    world.log("log.conquered", power=power, area=area)


# -- lines of support


def is_source(world: PaxContext, war: War, power: Power, node: Node, start: Node) -> bool:
    """12.9: home, or a dominion or state of one's own that is not lost; a blockaded one only for
    units in it."""
    if node == home_of(world, power):
        return True
    if node not in world.board.areas or world.established(power, node) is not Status.TOP:
        return False
    camp = camp_of(war, power)
    if not serves(world, war, camp, node):
        return False
    return node == start or not blockaded(world, war, camp, node)


def supported(world: PaxContext, war: War, power: Power, start: Node) -> bool:
    """12.9: whether a power can trace a line of support from a place or sea."""
    seen, edge = {start}, [start]
    while edge:
        node = edge.pop()
        if is_source(world, war, power, node, start):
            return True
        for near in _line_near(world, war, power, node):
            if near not in seen and _carries_support(world, war, power, near):
                seen.add(near)
                edge.append(near)
    return False


def _carries_support(world: PaxContext, war: War, power: Power, node: Node) -> bool:
    """12.9: areas of the camp, and seas with a merchant fleet of one's own power."""
    if node in world.board.seas:
        return node in world.fleets(power)
    if world.board.is_home(node):
        host = world.board.homes[node].power
        return host == power or (host == AUSTRIA_HUNGARY and host in camp_of(war, power))
    return serves(world, war, camp_of(war, power), node)


def _line_near(world: PaxContext, war: War, power: Power, node: Node) -> list[Node]:
    """Return what a line may run to from here: not between a blockaded area and the sea, not
    through a closed passage. A line passes a cape with fleets on both sides of it."""
    links, camp = world.links, camp_of(war, power)
    if node in world.board.capes:
        return list(world.board.capes[node])
    if node in world.board.seas:
        seas = [s for s in links.seas[node] if not passage_closed(world, war, power, node, s)]
        ashore = [p for p in links.shores[node] if not blockaded(world, war, camp, p)]
        return [*seas, *ashore]
    near = list(land_near(world, war, power, node))
    if not blockaded(world, war, camp, node):
        near += links.coasts[node]
    return near


# -- the phase


@steps.auto
def support_phase(world: PaxContext, frame: Frame) -> None:
    """12.9: armies without a line surrender, navies at sea without coal too; areas without a line
    fall to the enemy in whose reach they are."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None or world.state.outcome is not None:
        return
    record_coaling_rights(world)
    powers = begin_phase_of(world, war, frame.text("camp"))
    surrender_unsupported(world, number, powers)
    for camp in camps_acting(world, war, frame.text("camp")):
        lose_unsupported(world, number, camp, powers)


def surrender_unsupported(world: PaxContext, number: int, camp: Camp) -> list[WarUnit]:
    """12.9: the units of a camp that surrender for want of support or coal."""
    war = need(world, number)
    lost = [unit for unit in all_units(world, camp) if not is_sustained(world, war, unit)]
    for unit in lost:
        surrender(world, number, unit)
    return lost


def is_sustained(world: PaxContext, war: War, unit: WarUnit) -> bool:
    """12.9: whether a unit has what it needs to stay in a war where it is."""
    if home_of(world, unit.power) is None:
        return True  # 11.2: China is not tested, nor is the Ottoman Empire
    if unit.kind == NAVY:
        at_sea = is_at_sea(world, unit.where)
        return not at_sea or coaling(world, war, unit.power, unit.where)
    return supported(world, war, unit.power, place_of(unit.where))


def lose_unsupported(
    world: PaxContext, number: int, camp: Camp, acting: tuple[Power, ...] | None = None
) -> list[Area]:
    """12.9, P30: the areas of a camp without a line for any of its members that an enemy army can
    reach; if only some of its members are `acting`, what these hold or have conquered."""
    war = need(world, number)
    tested = camp if acting is None else tuple(power for power in camp if power in acting)
    cut_off = [
        area
        for area in areas_of_camp(world, war, camp)
        if (tested == camp or _is_of(world, war, tested, area))
        and _is_cut_off(world, war, camp, area)
    ]
    if not cut_off:
        return []
    within = 1 if world.state.options["area_surrender"] == "this_round" else None
    fallen = []
    for foes in hostile_camps(war, camp):
        reached = camp_reach(world, war, foes, within)
        for area in cut_off:
            if area in reached and area not in fallen:
                take_area(world, number, area, foes[0])
                fallen.append(area)
    return fallen


def areas_of_camp(world: PaxContext, war: War, camp: Camp) -> list[Area]:
    """Return what a camp controls or has conquered, in the order of the map."""
    held = {
        area
        for area, there in world.state.markers.items()
        if any(m in camp and there[m].holds for m in there)
    }
    mine = held | set(war.conquered)
    return [area for area in world.board.areas if area in mine and serves(world, war, camp, area)]


def _is_of(world: PaxContext, war: War, powers: tuple[Power, ...], area: Area) -> bool:
    """Return whether one of these powers controls an area or has conquered it."""
    return war.conquered.get(area) in powers or any(world.holds(p, area) for p in powers)


def _is_cut_off(world: PaxContext, war: War, camp: Camp, area: Place) -> bool:
    return not any(
        supported(world, war, power, area) for power in camp if home_of(world, power) is not None
    )
