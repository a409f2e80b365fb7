"""Minor powers (5): what they do by the rules, without money, votes or points."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.causes import placed
from entente.games.pax.areas.communication import army_reach, carries, has_line
from entente.games.pax.areas.losses import lose, ways_to_lose
from entente.games.pax.areas.resentment import marker_placed
from entente.games.pax.areas.retreats import retreat_by_rule
from entente.games.pax.board import ARMY, Area, Node, Place, Power, Status, status_word
from entente.games.pax.colonies.combat import note_ottoman_offence, note_policed, roll
from entente.games.pax.colonies.ottoman_expansion import put_down_unrest as ottomans_put_down_unrest
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.kernel import Frame, step


@steps.auto
def minors(world: PaxContext, frame: Frame) -> None:
    """5: each in its order: surplus home, unrest, activity."""
    begin_phase(world, "minors")
    ottomans_put_down_unrest(world)
    world.state.push(*[step("minor_power", power=power) for power in world.minors])


@steps.auto
def minor_power(world: PaxContext, frame: Frame) -> None:
    power = frame.text("power")
    send_surplus_home(world, power)
    put_down_unrest(world, power)
    act(world, power)


# -- surplus and unrest


def send_surplus_home(world: PaxContext, power: Power) -> None:
    """5.1: where unrest was put down last turn, all armies but the smallest go home."""
    for area in world.state.policed.get(power, ()):
        for strength in world.armies(power, area)[:-1]:
            world.move_unit(power, ARMY, area, world.home(power), strength)
    world.state.policed = {p: a for p, a in world.state.policed.items() if p != power}


def put_down_unrest(world: PaxContext, power: Power) -> None:
    """5.2: all that can be spared goes to the most valuable area in unrest, and fights there; areas
    in unrest with armies of their own fight too."""
    areas = [area for area in world.state.unrest if world.holds(power, area)]
    if not areas:
        return
    best = max(map(world.board.value, areas))
    most = [area for area in areas if world.board.value(area) == best]
    target = most[world.state.chance.below(len(most))] if len(most) > 1 else most[0]
    for place in world.army_places(power):
        if place == target or target not in army_reach(world, power, place):
            continue
        stack = world.armies(power, place)
        for strength in stack if place == world.home(power) else stack[:-1]:
            world.move_unit(power, ARMY, place, target, strength)
            world.log("log.march", power=power, strength=strength, area=place, there=target)
    for area in areas:
        shared = any(world.is_major(other) for other in world.holders(area))
        if world.armies(power, area) and not shared:
            fight_unrest(world, power, area)


def fight_unrest(world: PaxContext, power: Power, area: Area) -> None:
    """5.2: a success ends the unrest, and a protectorate becomes a possession."""
    if fight(world, power, area):
        world.state.unrest = tuple(each for each in world.state.unrest if each != area)
        note_policed(world, power, area)
        if world.status(power, area) is Status.PROTECTORATE:
            world.put_marker(power, area, Status.POSSESSION)
            world.log("log.raised", power=power, area=area, status="possession")
    else:
        retreat_by_rule(world, power, area)


def fight(world: PaxContext, power: Power, area: Area) -> bool:
    """Fight a minor's colonial combat; return whether the area is defeated."""
    stack = world.armies(power, area)
    result = roll(world, area, [power], sum(stack))
    lost = ways_to_lose(stack, result.loss)[0] if result.loss else ()
    if world.since(3):
        lose(world, power, ARMY, area, lost)
    else:  # the log was off, and the state of an earlier game holds its last lines
        for strength in lost:
            world.remove_unit(power, ARMY, area, strength)
    return result.defeated and bool(world.armies(power, area))


# -- activity


def act(world: PaxContext, power: Power) -> None:
    """5.3: active on a die; then the first thing that is feasible where the dice send it."""
    row = world.board.powers[power]
    assert row.active_on is not None
    assert row.activity is not None
    die = world.state.chance.die()
    pools = ("interest_or_influence", "protectorate_or_possession")
    if die > row.active_on or not any(world.counters(power, pool) > 0 for pool in pools):
        world.log("log.minor_inactive", power=power, die=die)
        return
    world.log("log.minor_active", power=power, die=die)
    if not any(feasible(world, power, area) for area in row.activity):
        world.log("log.minor_nothing", power=power)
        return
    while True:
        area = row.activity[sum(world.state.chance.dice(2)) - 2]
        if (status := feasible(world, power, area)) is not None:
            place_minor(world, power, area, status)
            return


def feasible(world: PaxContext, power: Power, area: Area) -> Status | None:
    """5.3: the first of possession, protectorate, influence, interest that the power can get."""
    if not has_line(world, power, area):
        return None
    mine = world.status(power, area)
    if mine is Status.PROTECTORATE and world.armies(power, area) and may_possess(world, area):
        return Status.POSSESSION
    others = [other for other in world.controllers(area) if other != power]
    if mine < Status.PROTECTORATE and can_protect(world, power, area, others):
        return Status.PROTECTORATE
    if others:
        return None
    if mine < Status.INFLUENCE and world.can_have(power, area, Status.INFLUENCE):
        return Status.INFLUENCE
    if mine is Status.NONE and world.can_have(power, area, Status.INTEREST):
        return Status.INTEREST
    return None


def may_possess(world: PaxContext, area: Area) -> bool:
    """P66: no protectorate becomes a possession in a quiet independent or Ottoman area."""
    if not world.since(3) or world.in_unrest(area):
        return True
    return world.type_of(area) not in ("independent", "ottoman")


def can_protect(world: PaxContext, power: Power, area: Area, others: list[Power]) -> bool:
    """5.3: a protectorate needs a counter, an army, and an area that is open to it: without control
    of others, save what another minor has placed this turn."""
    if any((other, area) not in _placed_this_turn(world) for other in others):
        return False
    if not world.can_have(power, area, Status.PROTECTORATE):
        return False
    type_of_area = world.type_of(area)
    open_to_all = type_of_area in ("unorganized", "chinese_vassal") or world.in_unrest(area)
    return open_to_all and garrison_for(world, power, area) is not None


def _placed_this_turn(world: PaxContext) -> set[tuple[Power, Area]]:
    return {(power, area) for power, area in world.state.minor_control}


def garrison_for(world: PaxContext, power: Power, area: Area) -> tuple[Place | None, int] | None:
    """5.3: the army that a protectorate needs, and where it comes from (None: a new one). The
    smallest, or the strongest if there is unrest."""
    if world.armies(power, area):
        return area, world.armies(power, area)[0]
    strongest = world.in_unrest(area)
    pick = 0 if strongest else -1
    home = world.home(power)
    if world.armies(power, home):
        return home, world.armies(power, home)[pick]
    for place in nearest_first(world, power, area):
        if len(world.armies(power, place)) > 1:
            return place, world.armies(power, place)[pick]
    sizes = [s for s in (10, 3, 1) if world.counters(power, f"strength_{s}") > 0]
    return (None, sizes[pick]) if sizes else None


def place_garrison(world: PaxContext, power: Power, area: Area) -> None:
    """5.3: bring the army that a protectorate needs; there must be one."""
    garrison = garrison_for(world, power, area)
    assert garrison is not None
    place, strength = garrison
    if place is None:
        world.add_unit(power, ARMY, area, strength)
    elif place != area:
        world.move_unit(power, ARMY, place, area, strength)


def nearest_first(world: PaxContext, power: Power, area: Area) -> Iterator[Place]:
    """Areas a power holds, by the number of links from an area over what carries its lines."""
    seen: set[Node] = {area}
    queue: list[Node] = [area]
    for node in queue:
        for near in world.links.near[node]:
            if near not in seen and carries(world, power, near):
                seen.add(near)
                queue.append(near)
                if near in world.board.areas:
                    yield near


def place_minor(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """5.3: the marker is established at once; a protectorate amid unrest must be fought for."""
    before = world.status(power, area)
    if status is Status.PROTECTORATE:
        place_garrison(world, power, area)
    world.put_marker(power, area, status)
    world.log("log.placed", power=power, area=area, status=status_word(status, power))
    marker_placed(world, area, before, status)
    if status.is_control and before < Status.PROTECTORATE:
        placed(world, power, area)
        if not amid_unrest(world, power, area, before):
            return
        world.state.minor_control = (*world.state.minor_control, (power, area))
        note_ottoman_offence(world, power, area)
        partners = world.controllers(area)
        if len(partners) > 1:
            world.share(area, partners)
    elif status.is_control:
        placed(world, power, area)


def amid_unrest(world: PaxContext, power: Power, area: Area, before: Status) -> bool:
    """5.3: where there is unrest the protectorate stays only if the people are beaten at once; an
    influence that it replaced is lost with it (5.5)."""
    if not world.in_unrest(area):
        return True
    if fight(world, power, area):
        world.state.unrest = tuple(each for each in world.state.unrest if each != area)
        return True
    world.put_marker(power, area, Status.NONE)
    if before is Status.INFLUENCE:
        world.state.minor_losses = (*world.state.minor_losses, area)
    world.log("log.not_established", power=power, area=area)
    retreat_by_rule(world, power, area)
    return False
