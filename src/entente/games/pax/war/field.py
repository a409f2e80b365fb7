"""Where units may go in a war: one step, coaling, capes, reach (12.5)."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.belligerents import (
    Camp,
    camp_of,
    conqueror,
    enemies_of,
    has_units,
    home_of,
    is_at_sea,
    is_open,
    passage_closed,
)
from entente.games.pax.board import (
    ARMY,
    AUSTRIA_HUNGARY,
    GERMANY,
    NAVY,
    Area,
    Node,
    Port,
    Power,
    Sea,
    Status,
    coast_of,
    place_of,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.coaling_rights import kept_coaling_areas
from entente.kernel import Refusal, refuse

# -- the sea


def seas_near(world: PaxContext, war: War, power: Power, sea: Sea) -> list[Sea]:
    """Return the seas and capes next to a sea for a power: capes are between their two seas, and a
    closed passage does not connect."""
    capes = world.board.capes
    if sea in capes:
        return list(capes[sea])
    apart = {(two if one == sea else one) for one, two in capes.values() if sea in (one, two)}
    seas = [
        near
        for near in world.links.seas[sea]
        if near not in apart and not passage_closed(world, war, power, sea, near)
    ]
    return [*seas, *(cape for cape, ends in capes.items() if sea in ends)]


def coaling(world: PaxContext, war: War, power: Power, sea: Sea) -> bool:
    """12.5: whether navies of a power find coal in a sea; off a cape, if in one of its seas."""
    if sea in world.board.capes:
        return any(coaling(world, war, power, near) for near in world.board.capes[sea])
    shores = world.links.shores[sea]
    if home_of(world, power) in shores:
        return True
    camp = camp_of(war, power)
    granted = obligations.coaling_areas(world, power) | kept_coaling_areas(world, war, power)
    return any(
        area in granted or coals(world, war, camp, area)
        for area in shores
        if area in world.board.areas
    )


def coals(world: PaxContext, war: War, camp: Camp, area: Area) -> bool:
    """Return whether an area serves a camp's navies: by an influence or control, or as
    conquered."""
    if area in war.conquered:
        return conqueror(war, area) == camp
    return any(world.established(power, area) >= Status.INFLUENCE for power in camp)


def navy_steps(world: PaxContext, war: War, power: Power, here: Port | Sea) -> list[Port | Sea]:
    """12.5: where a navy may be after one step."""
    if is_at_sea(world, here):
        steps = [s for s in seas_near(world, war, power, here) if coaling(world, war, power, s)]
        return [*steps, *_landfalls(world, war, power, here)]
    outs = [
        sea for sea in world.links.coasts[place_of(here)] if _leaves(world, war, power, here, sea)
    ]
    return [sea for sea in outs if coaling(world, war, power, sea)]


def _landfalls(world: PaxContext, war: War, power: Power, sea: Sea) -> Iterator[Port]:
    if sea in world.board.capes:
        return
    for place in world.links.shores[sea]:
        if place == home_of(world, power) or (
            place in world.board.areas and is_open(world, war, power, place)
        ):
            yield world.board.berth(place, sea)


def _leaves(world: PaxContext, war: War, power: Power, here: Port, sea: Sea) -> bool:
    """6.2: to the sea of its coast, or to an adjacent coast."""
    coast, place = coast_of(here), place_of(here)
    if sea == coast or world.board.berth(place, sea) == here:
        return True
    return sea in seas_near(world, war, power, coast)


# -- the land


def lands(world: PaxContext, war: War, power: Power, place: Node) -> bool:
    """12.5: whether a power's armies may be in a place on land, leaving enemies aside."""
    if place == home_of(world, power):
        return True
    if world.board.is_home(place):
        return _is_transit(war, power, world.board.homes[place].power)
    return is_open(world, war, power, place)


def _is_transit(war: War, power: Power, host: Power) -> bool:
    """P28: German armies cross Austria-Hungary while both are in the war."""
    both = power == GERMANY and host == AUSTRIA_HUNGARY
    return both and host in camp_of(war, power)


def land_near(world: PaxContext, war: War, power: Power, place: Node) -> list[Node]:
    """Return what is next to a place by land; for German armies the two empires are neighbours
    (P28)."""
    near = list(world.links.routes[place])
    homes = world.board.home
    empires = (homes[GERMANY], homes[AUSTRIA_HUNGARY])
    if place in empires and _is_transit(war, power, AUSTRIA_HUNGARY):
        near.append(empires[1] if place == empires[0] else empires[0])
    return near


def carries_armies(world: PaxContext, power: Power, sea: Sea) -> bool:
    """12.5: a sea with a merchant fleet of the army's own power; off a cape, with both."""
    fleets = world.fleets(power)
    ends = world.board.capes.get(sea)
    return sea in fleets if ends is None else all(end in fleets for end in ends)


def army_steps(world: PaxContext, war: War, power: Power, here: Node) -> list[Node]:
    """12.5: where an army may be after one step."""
    if is_at_sea(world, here):
        near: list[Node] = [*seas_near(world, war, power, here)]
        near += [] if here in world.board.capes else world.links.shores[here]
    else:
        near = [*land_near(world, war, power, here), *world.links.coasts[here]]
    foes = enemies_of(war, power)
    return [there for there in near if not _obstacle(world, war, power, foes, here, there)]


def army_refusal(
    world: PaxContext, war: War, power: Power, here: Node, there: Node
) -> Refusal | None:
    """12.5: why an army may not go from one place to a neighbouring one; None: it may."""
    why = _obstacle(world, war, power, enemies_of(war, power), here, there)
    match why:
        case "":
            return None
        case "why.no_transport":
            return refuse("12.5", why, power=power, sea=there)
        case "why.enemy_at_sea":
            return refuse("12.5", why, sea=there)
        case "why.closed_area":
            return refuse("12.5", why, power=power, area=there)
        case "why.held_shore":
            return refuse("12.5", why, area=there if is_at_sea(world, here) else here)
    return refuse("12.5", why, here=here, there=there)


def _obstacle(
    world: PaxContext, war: War, power: Power, foes: tuple[Power, ...], here: Node, there: Node
) -> str:
    """12.5: what keeps an army from a neighbouring place, as the key of a refusal; empty:
    nothing."""
    from_sea, to_sea = is_at_sea(world, here), is_at_sea(world, there)
    if to_sea:
        if not carries_armies(world, power, there):
            return "why.no_transport"
        if has_units(world, foes, NAVY, there):
            camp = camp_of(war, power)
            if not has_units(world, camp, NAVY, there):
                return "why.enemy_at_sea"
    elif not lands(world, war, power, there):
        return "why.closed_area"
    if from_sea != to_sea:
        area = there if from_sea else here
        if has_units(world, foes, ARMY, area) or has_units(world, foes, NAVY, area):
            return "why.held_shore"
    elif not to_sea and has_units(world, foes, ARMY, here) and has_units(world, foes, ARMY, there):
        return "why.past_enemies"
    return ""


def steps_for(
    world: PaxContext, war: War, power: Power, kind: str, here: Node | Port
) -> list[Node | Port]:
    """12.5: where a unit may be after one step: places and seas for armies, ports and seas for
    navies."""
    if kind == ARMY:
        return army_steps(world, war, power, here)
    return navy_steps(world, war, power, here)


def why_no_step(world: PaxContext, war: War, unit: WarUnit, there: Node | Port) -> Refusal | None:
    """12.5: why a unit may not make a step; None leaves it to the kernel."""
    here, place = unit.where, place_of(there)
    if unit.kind == ARMY:
        near = world.links.near.get(here, ())
        if there not in near and there not in army_steps(world, war, unit.power, here):
            return refuse("12.5", "why.not_adjacent", here=place_of(here), there=place)
        return army_refusal(world, war, unit.power, here, there)
    if there in navy_steps(world, war, unit.power, here):
        return None
    both = is_at_sea(world, there) and is_at_sea(world, here)
    next_to = not both or there in seas_near(world, war, unit.power, here)
    if next_to and is_at_sea(world, there) and not coaling(world, war, unit.power, there):
        return refuse("12.5", "why.no_coal", power=unit.power, sea=there)
    if place in world.board.areas and not is_open(world, war, unit.power, place):
        return refuse("12.5", "why.closed_area", power=unit.power, area=place)
    return refuse("12.5", "why.not_adjacent", here=place_of(here), there=place)


# -- reach


def reach(world: PaxContext, war: War, power: Power, start: Node) -> set[Node]:
    """12.5: all that an army could reach in any number of steps if nothing else moves."""
    seen, edge = {start}, [start]
    while edge:
        for there in army_steps(world, war, power, edge.pop()):
            if there not in seen:
                seen.add(there)
                edge.append(there)
    return seen


def camp_reach(world: PaxContext, war: War, camp: Camp, within: int | None = None) -> set[Node]:
    """All that the armies of a camp can reach, at home or abroad, within the given number of
    steps."""
    nodes: set[Node] = set()
    for power in camp:
        for start in world.army_places(power):
            if within is None:
                if start not in nodes:
                    nodes |= reach(world, war, power, start)
                continue
            near = {start}
            for _ in range(within):
                near |= {there for here in near for there in army_steps(world, war, power, here)}
            nodes |= near
    return nodes
