"""A war that falls apart when some of its belligerents leave: its parts are wars of their own."""

from __future__ import annotations

import msgspec

from entente.games.pax.belligerents import camps_of, need, open_talks
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War
from entente.games.pax.treaties.coaling_rights import split_coaling_rights
from entente.kernel import Frame


def parts_of(war: War) -> list[tuple[Power, ...]]:
    """Return the belligerents that are joined by hostility, directly or through others, in the
    order of their entry."""
    groups: list[set[Power]] = []
    for pair in war.hostile:
        touched = [part for part in groups if part & set(pair)]
        groups = [part for part in groups if part not in touched]
        groups.append(set(pair).union(*touched))
    parts = [tuple(power for power in war.entered if power in part) for part in groups]
    return sorted(parts, key=lambda part: war.entered.index(part[0]))


def fall_apart(world: PaxContext, number: int) -> None:
    """12.1: if a war is no longer one, its oldest part goes on under its number and each other part
    as a new war, with what belongs to it."""
    war = need(world, number)
    first, *others = parts_of(war)
    if not others or not world.since(3):
        return
    made = [_part(war, first, war.id)]
    for powers in others:
        world.state.wars_made += 1
        made.append(_part(war, powers, world.state.wars_made))
        _call_instead(world, war, made[-1])
    rest = [each for each in world.state.wars if each.id != war.id]
    world.state.wars = tuple(sorted([*rest, *made], key=lambda each: each.id))
    for part in made[1:]:
        open_talks(world, part.id)
        split_coaling_rights(world, war.id, part)


def _part(war: War, powers: tuple[Power, ...], number: int) -> War:
    """Return the part of a war that some of its belligerents fight."""

    def own(pairs: dict[Power, str]) -> dict[Power, str]:
        return {power: value for power, value in pairs.items() if power in powers}

    hostile = tuple(pair for pair in war.hostile if pair[0] in powers)
    closed = {
        passage: users
        for passage, shut in war.closed.items()
        if (users := tuple(power for power in shut if power in powers))
    }
    return msgspec.structs.replace(
        war,
        id=number,
        hostile=hostile,
        entered=powers,
        camps=camps_of(powers, hostile),
        declarers=tuple(power for power in war.declarers if power in powers),
        automatic=tuple(power for power in war.automatic if power in powers),
        leaders=own(war.leaders),
        conquered={area: power for area, power in war.conquered.items() if power in powers},
        surrendered=tuple(unit for unit in war.surrendered if unit.power in powers),
        closed=closed,
        trespassed=tuple(entry for entry in war.trespassed if entry[0] in powers),
        moved=tuple(unit for unit in war.moved if unit.power in powers),
        late=tuple(unit for unit in war.late if unit.power in powers),
        fought=tuple(battle for battle in war.fought if battle[0] in powers),
        merged=_still_to_come(war, powers, number) or msgspec.UNSET,
        acts_with=own(war.turns) or msgspec.UNSET,
    )


def _still_to_come(
    war: War, powers: tuple[Power, ...], number: int
) -> dict[int, tuple[Power, ...]]:
    """Return the rounds of wars that had become part of this one and are still to come, for some of
    its belligerents; numbers no longer in use stay with the oldest part."""
    by_war = {
        each: tuple(power for power in waiting if power in powers)
        for each, waiting in war.absorbed.items()
    }
    return {
        each: those
        for each, those in by_war.items()
        if those or (number == war.id and not war.absorbed[each])
    }


def _call_instead(world: PaxContext, war: War, part: War) -> None:
    """Phases that are still to come for a camp of the new war are phases of that war."""
    numbers = (war.id, *war.absorbed)
    stack = world.state.stack
    for place, frame in enumerate(stack):
        if frame.args.get("war") in numbers and frame.args.get("camp") in part.entered:
            stack[place] = Frame(frame.step, {**frame.args, "war": part.id}, frame.window)
