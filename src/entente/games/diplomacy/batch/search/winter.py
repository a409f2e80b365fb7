"""Winter and retreats: what a unit is worth to the whole force of a seat.

Each centre that a seat wants or must hold asks for units near it, and so do the seas around those
centres, each for one unit less than for the one before it. So a force is spread over its theatres,
with armies where fleets cannot go, and fleets at sea.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import lowest
from entente.games.diplomacy.batch.compiled import compiled, internal
from entente.games.diplomacy.batch.layout import (
    BEATEN,
    BEATEN_WHO,
    BUILD,
    CENTRE_PROVINCE,
    CENTRES,
    COUNT,
    FLEET,
    FLEET_AT,
    LOCATION,
    LOCATIONS,
    NONE,
    PLACE_BITS,
    POWER,
    POWERS,
    PROVINCE_OF,
    PROVINCES,
    REMOVE,
    SHORE,
    STANDS,
    TARGET_AT,
    UNITS,
    WHO,
)
from entente.games.diplomacy.batch.order_checks import stand_of
from entente.games.diplomacy.batch.search.charts import chart_goals
from entente.games.diplomacy.batch.search.layout import (
    CHART,
    COVERED,
    DEMAND,
    FAR_STEPS,
    GOALS,
    POSITION,
    SEAT_OF,
    TARGETS,
    TRIAL,
    WANTED,
)
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.seasons import (
    lay_out,
    list_adjustments,
    list_retreats,
    orders_due,
)

NEAREST = 64  # how much a unit in a target covers it; half as much one step away
BALANCED = 2  # fleets that a force may have more than armies
CROWDED = 15  # in a hundred: how much less useful each one beyond them makes all fleets
AT_SEA = 18  # in a hundred: what a centre adds to the value of each sea beside it
FARTHEST = 6


@internal
def cover(m: Memory, stand: int, sign: int) -> None:
    """Add a unit to what covers each target, or take it away."""
    for target in range(TARGETS):
        far = m.near[FAR_STEPS + stand * TARGETS + target]
        if far <= FARTHEST:
            m.words[COVERED + target] += sign * (NEAREST >> far)


@compiled
def begin_force(m: Memory, seat: int) -> None:
    """Begin with no units: only what the targets are worth to a seat, even one that has none. The
    board must be surveyed."""
    words, goals = m.words, GOALS + seat * PROVINCES
    chart_goals(m, seat)
    for target in range(TARGETS):
        words[COVERED + target] = 0
        words[DEMAND + target] = 0
    for centre in range(CENTRES):
        place = m.near[CENTRE_PROVINCE + centre]
        words[DEMAND + centre] = words[goals + place]
        seas = m.masks[SHORE + place]
        while seas:
            words[DEMAND + CENTRES + lowest(seas)] += words[goals + place] * AT_SEA // 100
            seas &= seas - 1


@compiled
def use_of(m: Memory, stand: int) -> int:
    """Return what one more unit on a stand adds to a force."""
    words, use = m.words, 0
    for target in range(TARGETS):
        far = m.near[FAR_STEPS + stand * TARGETS + target]
        if far <= FARTHEST:
            covered = NEAREST + words[COVERED + target]
            use += words[DEMAND + target] * (NEAREST >> far) // covered
    return use


@compiled
def add_unit(m: Memory, stand: int) -> int:
    """Add a unit to a force and return its use."""
    use = use_of(m, stand)
    cover(m, stand, 1)
    return use


@compiled
def fleets_worth(use: int, fleets: int, armies: int) -> int:
    """Return the use of fleets, which is less if there are many more of them than armies."""
    return use * 100 // (100 + CROWDED * max(0, fleets - armies - BALANCED))


@compiled
def plan_adjustments(m: Memory) -> None:
    """Write winter orders for every power into `WANTED`: the builds of most use, the removals of
    least. The board must be in winter and surveyed."""
    words, order = m.words, 0
    lay_out(m.near, m.bytes, POSITION, m.bytes)
    for power in range(POWERS):
        due = orders_due(m.near, m.bytes, POSITION, m.bytes, power)
        seat = words[SEAT_OF + power]
        if due == 0 or seat == NONE:
            for _ in range(due):
                words[WANTED + order] = 0
                order += 1
            continue
        begin_force(m, seat)
        fleets, armies = 0, 0
        for unit in range(0 + m.bytes[POSITION + COUNT]):
            if words[SEAT_OF + (m.bytes[POSITION + WHO + unit] & POWER)] == seat:
                stand = stand_of(m.bytes, POSITION, unit)
                cover(m, stand, 1)
                if stand >= LOCATIONS:
                    fleets += 1
                else:
                    armies += 1
        first = TRIAL * UNITS
        end = list_adjustments(m.near, m.bytes, POSITION, m.bytes, power, m.sets, first)
        for _ in range(due):
            best, most = -1, 0
            for number in range(first, end):
                code = m.sets[number]
                kind, location = code & 3, code >> TARGET_AT & PLACE_BITS
                if code < 0 or kind not in (BUILD, REMOVE):
                    continue
                if kind == BUILD:
                    stand = LOCATIONS + location if code >> FLEET_AT & 1 else location
                    value = use_of(m, stand)
                    if stand >= LOCATIONS:
                        value = fleets_worth(value, 2 * fleets + 1, 2 * armies)
                else:
                    stand = stand_at(m, location)
                    cover(m, stand, -1)
                    value = (1 << 40) - use_of(m, stand)
                    cover(m, stand, 1)
                if value > most:
                    best, most = number, value
            words[WANTED + order] = 0
            if best >= 0:
                code = m.sets[best]
                words[WANTED + order] = code
                location = code >> TARGET_AT & PLACE_BITS
                place = m.near[PROVINCE_OF + location]
                if code & 3 == BUILD:
                    stand = LOCATIONS + location if code >> FLEET_AT & 1 else location
                    cover(m, stand, 1)
                    if stand >= LOCATIONS:
                        fleets += 1
                    else:
                        armies += 1
                else:
                    cover(m, stand_at(m, location), -1)
                for number in range(first, end):  # no province twice
                    there = m.sets[number] >> TARGET_AT & PLACE_BITS
                    if m.sets[number] >= 0 and m.near[PROVINCE_OF + there] == place:
                        m.sets[number] = -1
            order += 1


@internal
def stand_at(m: Memory, location: int) -> int:
    """Return the stand of the unit at a location."""
    stand = location
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        if m.bytes[POSITION + LOCATION + unit] == location:
            stand = LOCATIONS + location if m.bytes[POSITION + WHO + unit] & FLEET else location
    return stand


@compiled
def plan_retreats(m: Memory) -> None:
    """Write a retreat for each dislodged unit into `WANTED`: the best place that is free."""
    words, first = m.words, TRIAL * UNITS
    lay_out(m.near, m.bytes, POSITION, m.bytes)
    for unit in range(0 + m.bytes[POSITION + BEATEN]):
        who = m.bytes[POSITION + BEATEN_WHO + unit]
        seat = words[SEAT_OF + (who & POWER)]
        end = list_retreats(m.near, m.bytes, POSITION, m.bytes, unit, m.sets, first)
        best, most = 0 + NONE, -1
        for number in range(first, end):
            location = m.sets[number]
            if location == NONE or seat == NONE:
                continue
            stand = LOCATIONS + location if who & FLEET else location
            value = words[CHART + seat * STANDS + stand]
            for before in range(unit):  # another unit goes there
                if words[WANTED + before] == location:
                    value = -1
            if value > most:
                best, most = 0 + location, value
        words[WANTED + unit] = best
