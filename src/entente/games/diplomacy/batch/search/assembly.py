"""Sets of orders, assembled unit by unit.

Each unit picks the most promising place that no other own unit goes to; then units with little to
do support moves that will meet resistance, or units that hold where the enemy may come. Luck in the
picking gives different sets.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import lowest
from entente.games.diplomacy.batch.compiled import compiled, inlined, internal
from entente.games.diplomacy.batch.layout import (
    COAST_PROVINCE,
    CONVOY,
    END_AT,
    HOLD,
    KIND_BITS,
    LISTED,
    LOCATIONS,
    MOVE,
    NONE,
    PLACE_BITS,
    POWER,
    PROVINCE_OF,
    PROVINCES,
    SEA_COASTS,
    SEA_OF,
    SHORE,
    STANDS,
    STEPS,
    SUPPORT,
    TARGET_AT,
    UNITS,
    WAYS,
    WHO,
)
from entente.games.diplomacy.batch.rng import number as random_number
from entente.games.diplomacy.batch.search.layout import (
    CHART,
    DONE,
    GOAL,
    GOALS,
    MINE,
    MINE_COUNT,
    PAIR_END,
    PAIR_UNIT,
    PAIR_WORTH,
    PAIRS,
    POSITION,
    RANDOM,
    RIVALS,
    SEAT_OF,
    STAND,
    TAKEN,
    UNIT_AT,
)
from entente.games.diplomacy.batch.search.memory import Memory

ONE = 1 << 10  # of luck: as much as the value of a place


@inlined
def location_of(stand: int) -> int:
    """Return the location of a stand."""
    return stand - LOCATIONS if stand >= LOCATIONS else stand


@inlined
def place_of(m: Memory, unit: int) -> int:
    """Return the province of a unit."""
    return 0 + m.near[PROVINCE_OF + location_of(m.words[STAND + unit])]


@inlined
def reaches(m: Memory, unit: int, place: int) -> bool:
    """Whether a unit could step into a province, and so support into it."""
    return m.near[WAYS + m.words[STAND + unit] * PROVINCES + place] > 0


@inlined
def end_of(m: Memory, unit: int, order: int) -> int:
    """Return the province in which a unit wants to be."""
    if order & KIND_BITS == MOVE:
        return 0 + m.near[PROVINCE_OF + (order >> TARGET_AT & PLACE_BITS)]
    return place_of(m, unit)


@inlined
def support_of(m: Memory, unit: int, order: int) -> int:
    """Return the order to support a unit as it is ordered."""
    code = SUPPORT | location_of(m.words[STAND + unit]) << TARGET_AT
    if order & KIND_BITS == MOVE:
        code |= (end_of(m, unit, order) + 1) << END_AT
    return code


@compiled
def assemble(m: Memory, seat: int, luck: int, into: int) -> None:
    """Assemble a set of orders; with more luck, it is less often what looks best."""
    words, first = m.words, into * UNITS
    pick_goals(m, seat, luck)
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        end = words[GOAL + unit]
        stays = end == location_of(words[STAND + unit])
        m.sets[first + unit] = HOLD if stays else MOVE | end << TARGET_AT
        words[DONE + unit] = 0
    ferry(m, seat, first)
    support_needs(m, seat, first)
    settle(m, seat, first)


@internal
def settle(m: Memory, seat: int, first: int) -> None:
    """Replace orders that cannot work: moves against an own unit, and supports of other orders than
    the supported unit has."""
    again = True
    while again:
        again = stay(m, seat, first)
    repair(m, seat, first)


@inlined
def stay(m: Memory, seat: int, first: int) -> bool:
    """Let units hold that would enter a province in which an own unit stays, or change places with
    one without a convoy. Return whether any does."""
    words, changed = m.words, False
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        order = 0 + m.sets[first + unit]
        if order & KIND_BITS != MOVE:
            continue
        end = end_of(m, unit, order)
        other = words[UNIT_AT + end] - 1
        if other < 0 or not reaches(m, unit, end):
            continue
        if words[SEAT_OF + (m.bytes[POSITION + WHO + other] & POWER)] != seat:
            continue
        there, start = 0 + m.sets[first + other], place_of(m, unit)
        swaps = end_of(m, other, there) == start and reaches(m, other, start)
        if there & KIND_BITS == MOVE and not swaps:
            continue  # it leaves
        m.sets[first + unit] = HOLD
        changed = True
    return changed


@inlined
def repair(m: Memory, seat: int, first: int) -> None:
    """Replace void supports: their units support what the other does now, or hold."""
    words = m.words
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        order = 0 + m.sets[first + unit]
        if order & KIND_BITS != SUPPORT:
            continue
        other = words[UNIT_AT + m.near[PROVINCE_OF + (order >> TARGET_AT & PLACE_BITS)]] - 1
        if other < 0 or words[SEAT_OF + (m.bytes[POSITION + WHO + other] & POWER)] != seat:
            continue
        now = 0 + m.sets[first + other]
        wanted = support_of(m, other, now)
        if wanted != order:
            able = reaches(m, unit, end_of(m, other, now))
            m.sets[first + unit] = wanted if able else HOLD


@internal
def pick_goals(m: Memory, seat: int, luck: int) -> None:
    """Choose where each unit goes: the best pairs of unit and place first, no place twice."""
    words, chart = m.words, CHART + seat * STANDS
    pairs, units = 0, words[MINE_COUNT + seat]
    for place in range(PROVINCES):
        words[TAKEN + place] = 0
    for number in range(units):
        unit = words[MINE + seat * UNITS + number]
        words[GOAL + unit] = -1
        stand = words[STAND + unit]
        fleet = LOCATIONS if stand >= LOCATIONS else 0
        steps = STEPS + stand * LISTED
        for step in range(steps, steps + 1 + m.near[steps]):
            end = stand - fleet if step == steps else 0 + m.near[step]
            value = words[chart + fleet + end] << 10
            if luck:
                drawn = random_number(m.words, RANDOM)
                chance = (drawn & (ONE - 1)) - (drawn >> 10 & (ONE - 1))
                value = words[chart + fleet + end] * (ONE + (luck * chance >> 10))
            if pairs < PAIRS:
                words[PAIR_WORTH + pairs] = value
                words[PAIR_UNIT + pairs] = unit
                words[PAIR_END + pairs] = end
                pairs += 1
    for _ in range(units):
        best, chosen = -1, -1
        for pair in range(pairs):
            if words[PAIR_WORTH + pair] > best:
                end = m.near[PROVINCE_OF + words[PAIR_END + pair]]
                if words[GOAL + words[PAIR_UNIT + pair]] < 0 and not words[TAKEN + end]:
                    best, chosen = words[PAIR_WORTH + pair], pair
        if chosen < 0:
            break
        words[GOAL + words[PAIR_UNIT + chosen]] = words[PAIR_END + chosen]
        words[TAKEN + m.near[PROVINCE_OF + words[PAIR_END + chosen]]] = 1
    no_swaps(m, seat)


@inlined
def no_swaps(m: Memory, seat: int) -> None:
    """Keep units in place that have nowhere to go, or that would change places."""
    words = m.words
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        if words[GOAL + unit] < 0:
            words[GOAL + unit] = location_of(words[STAND + unit])
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        end = m.near[PROVINCE_OF + words[GOAL + unit]]
        for again in range(number):
            other = words[MINE + seat * UNITS + again]
            there = m.near[PROVINCE_OF + words[GOAL + other]]
            if place_of(m, other) == end and there == place_of(m, unit):
                words[GOAL + unit] = location_of(words[STAND + unit])
                words[GOAL + other] = location_of(words[STAND + other])


@internal
def ferry(m: Memory, seat: int, first: int) -> None:
    """VIII: a fleet with little to do convoys an army to where it could not walk."""
    words, goals, chart = m.words, GOALS + seat * PROVINCES, CHART + seat * STANDS
    for number in range(words[MINE_COUNT + seat]):
        fleet = words[MINE + seat * UNITS + number]
        sea = m.near[SEA_OF + place_of(m, fleet)]
        if sea == NONE or words[goals + end_of(m, fleet, 0 + m.sets[first + fleet])] > 0:
            continue
        for other in range(words[MINE_COUNT + seat]):
            army = words[MINE + seat * UNITS + other]
            start = place_of(m, army)
            if words[STAND + army] >= LOCATIONS or not m.masks[SHORE + start] >> sea & 1:
                continue
            if words[DONE + army]:
                continue
            best, value = -1, words[chart + end_of(m, army, 0 + m.sets[first + army])]
            coasts = m.masks[SEA_COASTS + sea]
            while coasts:
                end = m.near[COAST_PROVINCE + lowest(coasts)]
                coasts &= coasts - 1
                if end == start or words[TAKEN + end] or reaches(m, army, end):
                    continue
                if words[chart + end] > value:
                    best, value = 0 + end, words[chart + end]
            if best >= 0:
                words[TAKEN + best] = 1
                m.sets[first + army] = MOVE | best << TARGET_AT
                m.sets[first + fleet] = CONVOY | start << TARGET_AT | (best + 1) << END_AT
                words[DONE + army] = 1
                words[DONE + fleet] = 1
                words[GOAL + army] = best
                words[GOAL + fleet] = place_of(m, fleet)
                break


@internal
def support_needs(m: Memory, seat: int, first: int) -> None:
    """Units that hold or have little to gain support where resistance is likely; best goals
    first. `DONE` marks units whose orders stay."""
    words, goals, rivals = m.words, GOALS + seat * PROVINCES, RIVALS + seat * PROVINCES
    units = words[MINE_COUNT + seat]
    for number in range(units):  # whose need has been looked at
        words[PAIR_UNIT + words[MINE + seat * UNITS + number]] = 0
    for _ in range(units):
        best, chosen = 0, -1
        for number in range(units):
            unit = words[MINE + seat * UNITS + number]
            if words[PAIR_UNIT + unit] or words[DONE + unit]:
                continue
            end = end_of(m, unit, 0 + m.sets[first + unit])
            if words[rivals + end] > 0 and words[goals + end] > best:
                best, chosen = words[goals + end], unit
        if chosen < 0:
            break
        words[PAIR_UNIT + chosen] = 1
        end = end_of(m, chosen, 0 + m.sets[first + chosen])
        lacking = words[rivals + end] - (1 if place_of(m, chosen) == end else 0)
        while lacking > 0:
            helper = helper_of(m, seat, first, chosen, end)
            if helper < 0:
                break
            m.sets[first + helper] = support_of(m, chosen, 0 + m.sets[first + chosen])
            words[DONE + helper] = 1
            words[DONE + chosen] = 1
            lacking -= 1


@inlined
def helper_of(m: Memory, seat: int, first: int, chosen: int, end: int) -> int:
    """Return the unit with the least to gain that can support; -1 if there is none."""
    words, goals = m.words, GOALS + seat * PROVINCES
    least, helper = 1 << 40, -1
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        if unit == chosen or words[DONE + unit] or not reaches(m, unit, end):
            continue
        gain = words[goals + m.near[PROVINCE_OF + words[GOAL + unit]]]
        if m.sets[first + unit] & KIND_BITS == MOVE and gain >= words[goals + end]:
            continue
        if gain < least:
            least, helper = gain, unit
    return helper
