"""Try sets of orders in worlds: complete orders of all others."""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import compiled, inlined, internal
from entente.games.diplomacy.batch.layout import (
    COUNT,
    UNITS,
)
from entente.games.diplomacy.batch.search.assembly import settle
from entente.games.diplomacy.batch.search.evaluation import adjudicate, worth
from entente.games.diplomacy.batch.search.layout import (
    CHANGE,
    CHANGED,
    CHANGES,
    LIMIT,
    MINE,
    MINE_COUNT,
    MOST_TRIED,
    MOST_WORLDS,
    POSITION,
    SALT,
    SPENT,
    TRIAL,
    TRIED,
    TRY,
    WORTHS,
)
from entente.games.diplomacy.batch.search.memory import Memory

GIVEN_UP = 350  # how far a set may be behind after some worlds before it is dropped
LANE = (1 << 31) - 1


@inlined
def copy_set(m: Memory, seat: int, source: int, target: int) -> None:
    """Copy the orders of a seat from one set to another."""
    for number in range(m.words[MINE_COUNT + seat]):
        unit = m.words[MINE + seat * UNITS + number]
        m.sets[target * UNITS + unit] = m.sets[source * UNITS + unit]


@compiled
def copy_orders(m: Memory, seat: int, source: int, target: int) -> None:
    """Copy the orders of a seat from one set to another."""
    copy_set(m, seat, source, target)


@compiled
def is_same(m: Memory, seat: int, one: int, other: int) -> bool:
    """Whether a seat has the same orders in two sets."""
    same = True
    for number in range(m.words[MINE_COUNT + seat]):
        unit = m.words[MINE + seat * UNITS + number]
        same = same and m.sets[one * UNITS + unit] == m.sets[other * UNITS + unit]
    return same


@internal
def worth_in(m: Memory, seat: int, own: int, world: int) -> int:
    """Return the value of a seat's set in a world."""
    words = m.words
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        m.sets[TRIAL * UNITS + unit] = m.sets[world * UNITS + unit]
    for number in range(words[MINE_COUNT + seat]):
        unit = words[MINE + seat * UNITS + number]
        m.sets[TRIAL * UNITS + unit] = m.sets[own * UNITS + unit]
    adjudicate(m)
    return worth(m, seat)


@compiled
def measure(m: Memory, seat: int, own: int, first: int, worlds: int) -> int:
    """Value a set in some worlds and return the total."""
    total = 0
    for world in range(worlds):
        value = worth_in(m, seat, own, first + world)
        m.words[WORTHS + own * MOST_WORLDS + world] = value
        total += value
    return total


@compiled
def try_changes(m: Memory, seat: int, best: int, first: int, worlds: int) -> bool:
    """Try the listed changes of a set in some worlds, until the positions are used up; keep each
    that is better. Return whether any was."""
    words, better = m.words, False
    for number in range(words[CHANGED]):
        if words[SPENT] >= words[LIMIT]:
            break
        change = CHANGES + number * CHANGE
        copy_set(m, seat, best, TRY)
        for each in range(words[change]):
            m.sets[TRY * UNITS + words[change + 1 + 2 * each]] = words[change + 2 + 2 * each]
        settle(m, seat, TRY * UNITS)
        key = key_of(m, seat, TRY)
        slot = TRIED + (key & (MOST_TRIED - 1))
        if words[slot] == key or key == key_of(m, seat, best):
            continue
        ahead, gone = 0, False
        for world in range(worlds):
            value = worth_in(m, seat, TRY, first + world)
            words[WORTHS + TRY * MOST_WORLDS + world] = value
            ahead += value - words[WORTHS + best * MOST_WORLDS + world]
            if world >= 1 and ahead < -GIVEN_UP:
                gone = True
                break
        if gone or ahead <= 0:
            words[slot] = key
            continue
        better = True
        copy_set(m, seat, TRY, best)
        for world in range(worlds):
            words[WORTHS + best * MOST_WORLDS + world] = words[WORTHS + TRY * MOST_WORLDS + world]
    return better


@internal
def key_of(m: Memory, seat: int, own: int) -> int:
    """Hash a set; the salt makes earlier searches forgotten."""
    one, two = m.words[SALT] & LANE, m.words[SALT] * 31 + 7 & LANE
    for number in range(m.words[MINE_COUNT + seat]):
        order = m.sets[own * UNITS + m.words[MINE + seat * UNITS + number]]
        one = (one ^ order) * 0x5BD1E995 & LANE
        one ^= one >> 13
        two = (two ^ order) * 0x2C9277B5 & LANE
        two ^= two >> 15
    return (one << 31 | two) + 1
