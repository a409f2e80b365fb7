"""Ottoman expansion (11.4, an option): neighbouring areas whose unrest no power ends become
Ottoman."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.areas.causes import drop, give_cause
from entente.games.pax.areas.losses import ways_to_lose
from entente.games.pax.board import ARMY, OTTOMAN_EMPIRE, Area, Power
from entente.games.pax.colonies.combat import roll
from entente.games.pax.context import PaxContext

REINFORCEMENTS = 2


def ottoman_lands(world: PaxContext) -> frozenset[Area]:
    """Return the areas of the Empire: the three, and what became Ottoman (11.4)."""
    return world.board.ottoman | frozenset(world.state.ottoman_areas)


def garrison_strength(world: PaxContext) -> int:
    """Ottoman armies are as strong as Chinese ones; those of 11.4 are not among the six."""
    return world.board.constants.chinese_army


# -- how an area becomes Ottoman


def expand(world: PaxContext, area: Area, losers: Iterable[Power]) -> None:
    """11.4: in this area unrest was not put down (8, step 1), and these have lost their markers."""
    if not world.on("ottoman_expansion") or area in world.board.ottoman:
        return
    if area in world.state.ottoman_areas:
        if area not in world.state.ottoman_for_good:
            cut_off(world, area)
        return
    if not joined_to_empire(world, area):
        return
    world.state.ottoman_areas = (*world.state.ottoman_areas, area)
    world.add_unit(OTTOMAN_EMPIRE, ARMY, area, garrison_strength(world))
    world.log("log.became_ottoman", area=area)
    for power in losers:
        if world.is_major(power):
            give_cause(world, "ottoman_expansion", power, OTTOMAN_EMPIRE, area)


def joined_to_empire(world: PaxContext, area: Area) -> bool:
    """Return whether a route leads from an area to Anatolia, at once or through what is the
    Empire's."""
    heart = world.board.constants.ottoman_place
    own = {land for land in ottoman_lands(world) if not world.controllers(land)} | {heart}
    seen, edge = {heart}, [heart]
    while edge:
        for near in world.links.routes[edge.pop()]:
            if near == area:
                return True
            if near in own and near not in seen:
                seen.add(near)
                edge.append(near)
    return False


def cut_off(world: PaxContext, area: Area) -> None:
    """Note that an area is no longer Ottoman: by a revolt, by a congress, or because it was
    conquered."""
    state = world.state
    state.ottoman_areas = tuple(each for each in state.ottoman_areas if each != area)
    state.ottoman_for_good = tuple(each for each in state.ottoman_for_good if each != area)
    for strength in world.armies(OTTOMAN_EMPIRE, area):
        world.remove_unit(OTTOMAN_EMPIRE, ARMY, area, strength)
    drop(world, lambda cause: cause.kind == "ottoman_expansion" and cause.area == area)
    world.log("log.no_longer_ottoman", area=area)


def give_free(world: PaxContext, area: Area) -> bool:
    """11.4: a congress takes an area away that the Empire took; False: it is not its to lose."""
    disputed = any(c.kind == "ottoman_expansion" and c.area == area for c in world.state.causes)
    if not disputed or area not in world.state.ottoman_areas:
        return False
    cut_off(world, area)
    return True


def declared_on_ottomans(world: PaxContext, power: Power, area: Area) -> None:
    """11.4: a power has declared war on the Empire over an area that it took."""
    known = world.state.ottoman_declarers
    if (power, area) not in known:
        world.state.ottoman_declarers = (*known, (power, area))


# -- unrest in what became Ottoman


def put_down_unrest(world: PaxContext) -> None:
    """11.4: the garrisons fight; two more armies join them where the value is highest (a die among
    equals). As the minors' armies do, they fight in phase 3."""
    areas = [
        area
        for area in world.state.unrest
        if area in world.state.ottoman_areas and area not in world.state.ottoman_for_good
    ]
    if not areas:
        return
    best = max(map(world.board.value, areas))
    most = [area for area in areas if world.board.value(area) == best]
    target = most[world.state.chance.below(len(most))] if len(most) > 1 else most[0]
    for _ in range(REINFORCEMENTS):
        world.add_unit(OTTOMAN_EMPIRE, ARMY, target, garrison_strength(world))
    for area in areas:
        fight_unrest(world, area)


def fight_unrest(world: PaxContext, area: Area) -> None:
    """Apply the result. A success makes the area part of the Empire for good: it needs no garrison.
    A failure leaves the unrest; the armies go, and the revolt succeeds in its time (8)."""
    stack = world.armies(OTTOMAN_EMPIRE, area)
    if not stack:
        return
    fought = roll(world, area, [OTTOMAN_EMPIRE], sum(stack))
    lost = ways_to_lose(stack, fought.loss)[0] if fought.loss else ()
    won = fought.defeated and len(lost) < len(stack)
    for strength in stack:
        world.remove_unit(OTTOMAN_EMPIRE, ARMY, area, strength)
    if won:
        world.state.unrest = tuple(each for each in world.state.unrest if each != area)
        world.state.ottoman_for_good = (*world.state.ottoman_for_good, area)
        world.log("log.ottoman_for_good", area=area)
    else:
        world.log("log.ottoman_unrest_stays", area=area)
