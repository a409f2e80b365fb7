"""Changes of a set of orders that are worth a try: single orders, then several at once."""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import lowest
from entente.games.diplomacy.batch.compiled import compiled, inlined, internal
from entente.games.diplomacy.batch.layout import (
    COAST_OF,
    COAST_PROVINCE,
    CONVOY,
    END_AT,
    HOLD,
    KIND_BITS,
    LISTED,
    LOCATIONS,
    MOVE,
    NONE,
    POWERS,
    PROVINCE_OF,
    PROVINCES,
    SEA_COASTS,
    SEA_NEXT,
    SEA_OF,
    SHORE,
    STANDS,
    STEPS,
    TARGET_AT,
    UNITS,
)
from entente.games.diplomacy.batch.rng import randbelow
from entente.games.diplomacy.batch.search.assembly import end_of, place_of, reaches, support_of
from entente.games.diplomacy.batch.search.layout import (
    ABLE,
    CARRIER,
    CHANGE,
    CHANGED,
    CHANGES,
    CHART,
    GOALS,
    LEADER,
    MINE,
    MINE_COUNT,
    MOST_CHANGES,
    POOL,
    POOL_SIZE,
    POOLS,
    RANDOM,
    RANKED,
    RIVALS,
    SHARE,
    STAND,
    TURN,
    UNIT_VALUE,
)
from entente.games.diplomacy.batch.search.memory import Memory

MOST_HELPERS = 3
MOST_CREWS = 6  # groups of helpers of one size for one attack


@compiled
def list_changes(m: Memory, seat: int, own: int) -> None:
    """List changes of a set: unit by unit in random order, then concerted ones."""
    words, units = m.words, m.words[MINE_COUNT + seat]
    words[CHANGED] = 0
    for number in range(units):
        words[TURN + number] = words[MINE + seat * UNITS + number]
    for number in range(units - 1, 0, -1):
        other = randbelow(words, RANDOM, number + 1)
        unit = words[TURN + number]
        words[TURN + number] = words[TURN + other]
        words[TURN + other] = unit
    for number in range(units):
        list_single(m, seat, own, words[TURN + number])
    list_attacks(m, seat)
    list_guards(m, seat, own)
    list_convoys(m, seat)
    list_following(m, seat)


@inlined
def begin_change(m: Memory, unit: int, order: int) -> None:
    """Begin a change with one order; if there is no room, the last change is replaced."""
    change = CHANGES + min(m.words[CHANGED], MOST_CHANGES - 1) * CHANGE
    m.words[change] = 1
    m.words[change + 1] = unit
    m.words[change + 2] = order


@inlined
def also_order(m: Memory, unit: int, order: int) -> None:
    """Add an order to the change that was begun."""
    change = CHANGES + min(m.words[CHANGED], MOST_CHANGES - 1) * CHANGE
    number = m.words[change]
    m.words[change] = number + 1
    m.words[change + 1 + 2 * number] = unit
    m.words[change + 2 + 2 * number] = order


@inlined
def end_change(m: Memory) -> None:
    """End a change."""
    m.words[CHANGED] = min(m.words[CHANGED] + 1, MOST_CHANGES)


@internal
def list_single(m: Memory, seat: int, own: int, unit: int) -> None:
    """Other orders of one unit: hold, each move, each support of another unit as ordered."""
    words = m.words
    begin_change(m, unit, HOLD)
    end_change(m)
    steps = STEPS + words[STAND + unit] * LISTED
    for step in range(steps + 1, steps + 1 + m.near[steps]):
        begin_change(m, unit, MOVE | (0 + m.near[step]) << TARGET_AT)
        end_change(m)
    for number in range(words[MINE_COUNT + seat]):
        other = words[MINE + seat * UNITS + number]
        order = 0 + m.sets[own * UNITS + other]
        if other != unit and reaches(m, unit, end_of(m, other, order)):
            begin_change(m, unit, support_of(m, other, order))
            end_change(m)
    if words[LEADER] != NONE:
        list_aid(m, seat, unit)


@internal
def list_aid(m: Memory, seat: int, unit: int) -> None:
    """Supports of units of other seats: that they hold, and that they move as is expected."""
    words = m.words
    for friend in range(POWERS):
        if friend == seat or words[MINE_COUNT + friend] == 0 or words[POOL_SIZE + friend] == 0:
            continue
        expected = POOLS + friend * POOL + likeliest(m, friend)
        for number in range(words[MINE_COUNT + friend]):
            other = words[MINE + friend * UNITS + number]
            if reaches(m, unit, place_of(m, other)):
                begin_change(m, unit, support_of(m, other, HOLD))
                end_change(m)
            order = 0 + m.sets[expected * UNITS + other]
            end = end_of(m, other, order)
            if order & KIND_BITS == MOVE and end != place_of(m, unit) and reaches(m, unit, end):
                begin_change(m, unit, support_of(m, other, order))
                end_change(m)


@inlined
def likeliest(m: Memory, seat: int) -> int:
    """Return the set of a seat's pool with the largest share."""
    first, best = SHARE + seat * POOL, 0
    for slot in range(m.words[POOL_SIZE + seat]):
        if m.words[first + slot] > m.words[first + best]:
            best = slot
    return best


@internal
def list_attacks(m: Memory, seat: int) -> None:
    """One unit moves, others support it; best goals first."""
    words = m.words
    for rank in range(PROVINCES):
        end = words[RANKED + seat * PROVINCES + rank]
        rivals = words[RIVALS + seat * PROVINCES + end]
        if rivals == 0 and words[GOALS + seat * PROVINCES + end] == 0:
            continue
        able = 0
        for number in range(words[MINE_COUNT + seat]):
            unit = words[MINE + seat * UNITS + number]
            if reaches(m, unit, end):
                words[ABLE + able] = unit
                able += 1
        if able < 2:
            continue
        most = min(MOST_HELPERS, able - 1, max(1, rivals))
        for mover in range(able):
            steps = STEPS + words[STAND + words[ABLE + mover]] * LISTED
            for step in range(steps + 1, steps + 1 + m.near[steps]):
                if m.near[PROVINCE_OF + m.near[step]] == end:
                    order = MOVE | (0 + m.near[step]) << TARGET_AT
                    list_crews(m, able, mover, order, most)


@internal
def list_crews(m: Memory, able: int, mover: int, order: int, most: int) -> None:
    """One move with every small group of helpers."""
    words, unit = m.words, m.words[ABLE + mover]
    support = support_of(m, unit, order)
    for size in range(1, most + 1):
        listed = 0
        for one in range(able):
            if one == mover or listed >= MOST_CREWS:
                continue
            if size == 1:
                begin_change(m, unit, order)
                also_order(m, words[ABLE + one], support)
                end_change(m)
                listed += 1
                continue
            for two in range(one + 1, able):
                if two == mover or listed >= MOST_CREWS:
                    continue
                three = two + 1
                if three == mover:
                    three += 1
                if size == 3 and three >= able:
                    continue
                begin_change(m, unit, order)
                also_order(m, words[ABLE + one], support)
                also_order(m, words[ABLE + two], support)
                if size == 3:
                    also_order(m, words[ABLE + three], support)
                end_change(m)
                listed += 1


@internal
def list_guards(m: Memory, seat: int, own: int) -> None:
    """One unit holds where an enemy may come, another supports it."""
    words = m.words
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        place = place_of(m, unit)
        if words[RIVALS + seat * PROVINCES + place] == 0:
            continue
        for again in range(words[MINE_COUNT + seat]):
            helper = words[MINE + seat * UNITS + again]
            if helper == unit or not reaches(m, helper, place):
                continue
            begin_change(m, helper, support_of(m, unit, HOLD))
            if m.sets[own * UNITS + unit] & KIND_BITS == MOVE:
                also_order(m, unit, HOLD)
            end_change(m)


@internal
def list_following(m: Memory, seat: int) -> None:
    """One unit moves on, another takes its place."""
    words = m.words
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        place = place_of(m, unit)
        steps = STEPS + words[STAND + unit] * LISTED
        for again in range(words[MINE_COUNT + seat]):
            other = words[MINE + seat * UNITS + again]
            if other == unit or not reaches(m, other, place):
                continue
            entries = STEPS + words[STAND + other] * LISTED
            for step in range(steps + 1, steps + 1 + m.near[steps]):
                if m.near[PROVINCE_OF + m.near[step]] == place_of(m, other):
                    continue
                for entry in range(entries + 1, entries + 1 + m.near[entries]):
                    if m.near[PROVINCE_OF + m.near[entry]] == place:
                        begin_change(m, unit, MOVE | (0 + m.near[step]) << TARGET_AT)
                        also_order(m, other, MOVE | (0 + m.near[entry]) << TARGET_AT)
                        end_change(m)


@internal
def list_convoys(m: Memory, seat: int) -> None:
    """VIII: up to three fleets in a row convoy an army."""
    words, fleets = m.words, 0
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        sea = 0 + m.near[SEA_OF + place_of(m, unit)]
        if sea != NONE:
            fleets |= 1 << sea
            words[CARRIER + sea] = unit
    if fleets == 0:
        return
    for number in range(words[MINE_COUNT + seat]):
        army = words[MINE + seat * UNITS + number]
        shore = m.masks[SHORE + place_of(m, army)]
        if words[STAND + army] >= LOCATIONS:
            continue
        seas = shore & fleets
        while seas:
            one = lowest(seas)
            seas &= seas - 1
            list_landings(m, seat, army, one, -1, -1)
            beyond = m.masks[SEA_NEXT + one] & fleets & ~shore
            while beyond:
                two = lowest(beyond)
                beyond &= beyond - 1
                list_landings(m, seat, army, one, two, -1)
                last = m.masks[SEA_NEXT + two] & fleets & ~shore
                last &= ~m.masks[SEA_NEXT + one] & ~(1 << one)
                while last:
                    list_landings(m, seat, army, one, two, lowest(last))
                    last &= last - 1


@internal
def list_landings(m: Memory, seat: int, army: int, one: int, two: int, three: int) -> None:
    """Convoys along a row of fleets to every good coast that the last of them touches first."""
    words, start, last, before = m.words, place_of(m, army), one, 0
    if two >= 0:
        last, before = two, m.masks[SEA_COASTS + one]
    if three >= 0:
        last, before = three, before | m.masks[SEA_COASTS + two]
    coasts = m.masks[SEA_COASTS + last] & ~before & ~(1 << (0 + m.near[COAST_OF + start]))
    while coasts:
        end = 0 + m.near[COAST_PROVINCE + lowest(coasts)]
        coasts &= coasts - 1
        if reaches(m, army, end) or words[CHART + seat * STANDS + end] < UNIT_VALUE // 2:
            continue
        convoy = CONVOY | start << TARGET_AT | (end + 1) << END_AT
        begin_change(m, army, MOVE | end << TARGET_AT)
        also_order(m, words[CARRIER + one], convoy)
        if two >= 0:
            also_order(m, words[CARRIER + two], convoy)
        if three >= 0:
            also_order(m, words[CARRIER + three], convoy)
        end_change(m)
