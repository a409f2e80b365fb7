"""Wars and their camps: who fights whom, who leads whom, and how a war's record is changed (12.1).

A rule asks for a war by its number, since its record is replaced with every change: `war_of(world,
number)`; `change(world, number, round=2)`. A war that has become part of an older one is found by
its own number too: steps pushed for it still have to run.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from entente.games.pax.board import ARMY, NAVY, Area, Node, Place, Port, Power, Sea, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import WAR, War, WarUnit
from entente.kernel import Frame, Seat, step

Camp = tuple[Power, ...]
TALKS = "peace_talks"  # the standing question of a war


# -- the record


def wars(world: PaxContext, kind: str | None = None) -> list[War]:
    """Return the wars under way, the oldest first."""
    return [war for war in world.state.wars if kind in (None, war.kind)]


def war_of(world: PaxContext, number: int) -> War | None:
    """Return a war by its number, or the one it has become part of; None: it is over."""
    wars = world.state.wars
    return next((war for war in wars if war.id == number or number in war.absorbed), None)


def need(world: PaxContext, number: int) -> War:
    """Return a war that is under way."""
    war = war_of(world, number)
    assert war is not None, number
    return war


def change(world: PaxContext, number: int, **changes: Any) -> War:
    """Replace what is remembered of a war."""
    changed = msgspec.structs.replace(need(world, number), **changes)
    world.state.wars = tuple(changed if war.id == changed.id else war for war in world.state.wars)
    return changed


def open_war(
    world: PaxContext, kind: str, camps: Iterable[Camp], theatre: Iterable[Area] = ()
) -> War:
    """Open an undeclared war of these camps, each hostile to the others (11.2, 11.3)."""
    sides = tuple(tuple(camp) for camp in camps)
    hostile = tuple(
        (one, other)
        for place, camp in enumerate(sides)
        for enemies in sides[place + 1 :]
        for one in camp
        for other in enemies
    )
    entered = tuple(power for camp in sides for power in camp)
    world.state.wars_made += 1
    war = War(world.state.wars_made, kind, hostile, entered, sides, theatre=tuple(theatre))
    world.state.wars = (*world.state.wars, war)
    return war


def close_war(world: PaxContext, number: int) -> None:
    """Close a war whose units have been dealt with."""
    over = war_of(world, number)
    gone = (number,) if over is None else (number, over.id)
    world.state.wars = tuple(war for war in world.state.wars if war is not over)
    world.state.coal = tuple(right for right in world.state.coal if right.war not in gone)
    close_talks(world, gone)


def open_talks(world: PaxContext, number: int) -> None:
    """P62: open peace talks, which last as long as the war."""
    known = any(_is_talk(frame, (number,)) for frame in world.state.standing)
    if world.since(3) and not known:
        world.state.push_standing(step(TALKS, war=number))


def close_talks(world: PaxContext, numbers: Container[int]) -> None:
    """Close the talks of wars that are over or part of another one."""
    state = world.state
    state.talks = tuple(talks for talks in state.talks if talks.war not in numbers)
    if any(_is_talk(frame, numbers) for frame in state.standing):
        state.standing = [frame for frame in state.standing if not _is_talk(frame, numbers)]


def _is_talk(frame: Frame, numbers: Container[int]) -> bool:
    return frame.step == TALKS and frame.number("war") in numbers


# -- camps


def camps_of(entered: Iterable[Power], hostile: Iterable[tuple[Power, Power]]) -> tuple[Camp, ...]:
    """12.1: two sides if hostility divides all into two; otherwise each power, in order of entry,
    joins the first camp in which it has no enemy."""
    powers, enmity = list(entered), {frozenset(pair) for pair in hostile}

    def enemies(one: Power, other: Power) -> bool:
        return frozenset((one, other)) in enmity

    side: dict[Power, int] = {}
    edge = powers[:1]
    if edge:
        side[edge[0]] = 0
    divided = True
    while edge:
        one = edge.pop(0)
        for other in powers:
            if not enemies(one, other):
                continue
            if other not in side:
                side[other] = 1 - side[one]
                edge.append(other)
            divided = divided and side[other] != side[one]
    if divided and len(side) == len(powers):
        return tuple(tuple(p for p in powers if side[p] == number) for number in (0, 1))
    camps: list[list[Power]] = []
    for power in powers:
        for camp in camps:
            if not any(enemies(power, member) for member in camp):
                camp.append(power)
                break
        else:
            camps.append([power])
    return tuple(map(tuple, camps))


def camp_of(war: War, power: Power) -> Camp:
    """Return the camp of a power; empty: it is neutral."""
    for camp in war.camps:
        if power in camp:
            return camp
    return ()


def hostile_camps(war: War, camp: Camp) -> tuple[Camp, ...]:
    """Return the camps in which some member has an enemy in this one; others are neutral to it."""
    return _hostile_camps(war.camps, war.hostile, camp)


@lru_cache(maxsize=1 << 10)
def _hostile_camps(
    camps: tuple[Camp, ...], hostile: tuple[tuple[Power, Power], ...], camp: Camp
) -> tuple[Camp, ...]:
    enmity = {frozenset(pair) for pair in hostile}
    return tuple(
        other
        for other in camps
        if other != camp and any(frozenset((a, b)) in enmity for a in camp for b in other)
    )


def enemies_of(war: War, power: Power) -> tuple[Power, ...]:
    """All powers of the camps that are hostile to a power's."""
    return tuple([p for camp in hostile_camps(war, camp_of(war, power)) for p in camp])


def are_hostile(war: War, one: Power, other: Power) -> bool:
    return other in enemies_of(war, one)


def war_between(world: PaxContext, one: Power, other: Power) -> War | None:
    """Return the war in which two powers are enemies."""
    return next((war for war in world.state.wars if are_hostile(war, one, other)), None)


def wars_of(world: PaxContext, power: Power, kind: str | None = WAR) -> list[War]:
    """Return the wars of a kind that a power is in; by 12.1 it is in one common war at most."""
    return [war for war in wars(world, kind) if power in war.entered]


def at_war(world: PaxContext, power: Power, other: Power | None = None) -> bool:
    """Return whether a power is at war, with a certain other one if that is given."""
    if other is None:
        return any(power in war.entered for war in world.state.wars)
    return war_between(world, power, other) is not None


def starter(world: PaxContext, war: War) -> Seat | None:
    """Return the seat that declared war first in this war; None: undeclared (13.3)."""
    return world.seat_of(war.declarers[0]) if war.declarers else None


# -- who leads


def leader(world: PaxContext, war: War, power: Power) -> Seat | None:
    """12.4: the seat that moves a power's units; None: the rules do."""
    return world.seat_of(power) or war.leaders.get(power) or None


def waiting(war: War) -> tuple[Power, ...]:
    """Powers of younger wars, now part of this one, whose round is still to come."""
    powers_waiting = (power for powers in war.absorbed.values() for power in powers)
    return tuple(
        power for power in powers_waiting if power in war.entered and power not in war.turns
    )


def due(war: War, number: int) -> tuple[Power, ...]:
    """12.3: the powers whose round begins with the initiative of this number: all that have not
    acted yet; of a war that has become part of another, those that came from it."""
    own = war.entered if number == war.id else war.absorbed.get(number, ())
    return tuple(power for power in own if power in war.entered and power not in war.turns)


def acting(world: PaxContext, war: War, camp: Power) -> tuple[Power, ...]:
    """12.3: who acts in the phases of the camp in which this power was at initiative: those who
    were in it then, and allies who have come since and have not acted in this round."""
    if not world.since(3):
        return camp_of(war, camp)
    late = {p for p in camp_of(war, camp) if p not in war.turns} - set(waiting(war))
    return tuple(p for p in war.entered if war.turns.get(p) == camp or p in late)


def camps_acting(world: PaxContext, war: War, camp: Power) -> list[Camp]:
    """Return the camps of those who act in a phase: one, unless allies have become enemies
    since."""
    return list(dict.fromkeys(camp_of(war, power) for power in acting(world, war, camp)))


def begin_phase_of(world: PaxContext, war: War, camp: Power) -> tuple[Power, ...]:
    """Begin the phase of a camp; its members act here and nowhere else in this round."""
    powers = acting(world, war, camp)
    if world.since(3) and any(war.turns.get(power) != camp for power in powers):
        change(world, war.id, acts_with={**war.turns, **dict.fromkeys(powers, camp)})
    return powers


def camp_seats(world: PaxContext, war: War, camp: Camp) -> list[Seat]:
    """Return the seats that lead powers of a camp, in precedence."""
    seats = {seat for power in camp if (seat := leader(world, war, power)) is not None}
    return world.by_precedence(seats)


def belligerent_seats(world: PaxContext, war: War) -> list[Seat]:
    """Return the seats whose own powers are in a war, in precedence."""
    return world.by_precedence({s for p in war.entered if (s := world.seat_of(p)) is not None})


def led_by(world: PaxContext, war: War, camp: Camp, seat: Seat) -> list[Power]:
    """Return the powers of a camp that a seat leads."""
    return [power for power in camp if leader(world, war, power) == seat]


# -- units


def units_at(world: PaxContext, powers: Iterable[Power], kind: str, place: Node) -> list[WarUnit]:
    """Return the units of some powers in a place or at sea; a navy with its port."""
    return [
        WarUnit(power, kind, where, strength)
        for power in powers
        for where, strength in world.units_in(power, kind, place)
    ]


def strength_at(world: PaxContext, powers: Iterable[Power], kind: str, place: Node) -> int:
    return sum(world.strength_in(power, kind, place) for power in powers)


def has_units(world: PaxContext, powers: Iterable[Power], kind: str, place: Node) -> bool:
    """Return whether any of these powers has a unit of a kind in a place or at sea."""
    if kind == ARMY:
        forces = world.state.armies.get(place)
        return forces is not None and not forces.keys().isdisjoint(powers)
    return any(place_of(where) == place for power in powers for where in world.navy_ports(power))


def all_units(world: PaxContext, powers: Iterable[Power]) -> Iterator[WarUnit]:
    for power in powers:
        for kind, where, strength in world.units(power):
            yield WarUnit(power, kind, where, strength)


def is_at_sea(world: PaxContext, where: Node | Port) -> bool:
    """Return whether a unit that is there is at sea or off a cape."""
    return where in world.board.seas or where in world.board.capes


def is_home(world: PaxContext, where: Node | Port) -> bool:
    return world.board.is_home(place_of(where))


def home_of(world: PaxContext, power: Power) -> Place | None:
    """Return a power's home nation; None for China and the Ottoman Empire."""
    return world.board.home.get(power)


def surrender(world: PaxContext, number: int, unit: WarUnit) -> None:
    """12.9: put a unit aside until its war is over."""
    world.remove_unit(unit.power, unit.kind, unit.where, unit.strength)
    war = need(world, number)
    gone = msgspec.structs.replace(unit, where="")
    change(
        world,
        number,
        surrendered=(*war.surrendered, gone),
        moved=without(war.moved, unit),
        late=without(war.late, unit),
    )
    world.log(
        "log.surrendered",
        power=unit.power,
        kind=unit.kind,
        place=place_of(unit.where),
        strength=unit.strength,
    )


def without(units: tuple[WarUnit, ...], unit: WarUnit) -> tuple[WarUnit, ...]:
    """Return these units without the given one."""
    if unit not in units:
        return units
    place = units.index(unit)
    return units[:place] + units[place + 1 :]


# -- areas


def conqueror(war: War, area: Area) -> Camp:
    """Return the camp that has conquered an area; empty: none."""
    power = war.conquered.get(area)
    return camp_of(war, power) if power is not None else ()


def serves(world: PaxContext, war: War, camp: Camp, area: Area) -> bool:
    """Return whether a camp controls an area, or has conquered it, and no enemy has done so since
    (12.8).

    In the theatre of a rebellion it is enough that no enemy army is there (11.2).
    """
    if area in war.conquered:
        return conqueror(war, area) == camp
    if any(world.holds(power, area) for power in camp):
        return True
    if area not in war.theatre:
        return False
    return not any(has_units(world, foes, ARMY, area) for foes in hostile_camps(war, camp))


def is_open(world: PaxContext, war: War, power: Power, area: Area) -> bool:
    """12.5: whether a power's units may be in an area: its camp or an enemy controls it, it has
    been conquered, or the war is about it. The armies of an empire stay there (11.3)."""
    if home_of(world, power) is None:
        return area in war.theatre
    if area in war.conquered or area in war.theatre:
        return True
    sides = (*camp_of(war, power), *enemies_of(war, power))
    return any(world.holds(each, area) for each in sides)


def blockaded(world: PaxContext, war: War, camp: Camp, place: Place) -> bool:
    """12.9: whether enemy navies are in an area; home nations are never blockaded."""
    if is_home(world, place):
        return False
    return any(has_units(world, foes, NAVY, place) for foes in hostile_camps(war, camp))


# -- passages


def passage_closed(world: PaxContext, war: War, power: Power, one: Sea, other: Sea) -> bool:
    """12.9: whether two seas are not joined for a power, since every passage between them is
    closed to it."""
    between = [
        row
        for row in world.board.passages.values()
        if set(row.joins) == {one, other} and (row.built_at_start or row.area in world.state.canals)
    ]
    if not between:
        return False
    return all(power in war.closed.get(row.id, ()) for row in between)
