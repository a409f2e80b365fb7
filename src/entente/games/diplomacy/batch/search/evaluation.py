"""The evaluation: features of a position, in whole numbers, and a weight for each.

Most features count centres. Whether a centre can be won or lost depends on how many units each side
can bring to it in one move.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.adjudication import judge
from entente.games.diplomacy.batch.bits import count
from entente.games.diplomacy.batch.compiled import internal
from entente.games.diplomacy.batch.layout import (
    AUTUMN,
    COUNT,
    FLEET,
    KIND_BITS,
    LAST,
    LOCATIONS,
    MOVE,
    MOVED,
    NEEDED,
    NONE,
    OUTCOME,
    PLACE_BITS,
    POWER,
    POWERS,
    PROVINCE_OF,
    PUSHER,
    SAILED,
    SEASON,
    STANDS,
    TARGET_AT,
    UNITS,
    WHO,
    YEAR,
)
from entente.games.diplomacy.batch.search.charts import SAFE, leader_for
from entente.games.diplomacy.batch.search.layout import (
    AFTER,
    ALIVE,
    BEYOND,
    CHART,
    FAILED,
    FATES,
    FEATURES,
    HERE,
    HOMES,
    LEAD,
    MOST_FEATURES,
    ONE,
    OWNED,
    POSITION,
    REACH,
    REPEATS,
    SEAT_OF,
    SPENT,
    STAND,
    STANDING,
    THREE,
    TRIAL,
    TWO,
    UNIT_VALUE,
    WEIGHTS,
)
from entente.games.diplomacy.batch.search.memory import Memory

NAMES = (
    "centres",  # owned
    "standing",  # foreign centres under own units
    "lodged",  # own centres under foreign units
    "units",
    "free",  # empty foreign centres that no one else can reach
    "won_free",  # empty ones to which the seat brings more units than any other power
    "even_free",  # the same with equal numbers
    "won_held",  # foreign units on centres against which the seat brings more units
    "even_held",
    "bare",  # own empty centres to which another power brings more units
    "even_bare",
    "beset",  # held ones to which another power brings more units
    "even_beset",
    "near",  # nearness of the units to goals, in thousandths
    "builds",  # units that can be built
    "rivals",  # centres of others
    "threat",  # how near others are to winning alone: squares beyond SAFE, with gains
    "strongest",  # centres of the strongest power of a camp
    "decided",  # won, or lost
    "squares",  # of the centres of each other power
    "size",  # the square of the own centres
    "gone",  # in the last years: other powers that are out of the draw
    "exposed",  # centres to which the leader brings more units than all others, times its lead
    "robbed",  # centres won from others than the leader, times its lead
    "crossed",  # centres of the leader beyond the main stalemate line, times its lead
    "repeated",  # moves that fail again, each times the seasons in a row in which it failed before
)
SPRING_WEIGHTS = (
    1000, 600, -600, 300, 300, 200, 80, 250, 50, -300, -100, -350, -30,
    350, 0, -80, -400, 100, 0, 0, 0, 0, -200, -250, 0, -100,
)  # fmt: skip
AUTUMN_WEIGHTS = (
    1000, 0, 0, 300, 300, 200, 80, 250, 50, -300, -100, -350, -30,
    350, 400, -80, -400, 100, 25_000, 0, 0, 1500, -200, -250, 0, -100,
)  # fmt: skip
NEAR = 13  # the feature in thousandths
NUMBER = len(NAMES)
LAST_YEARS = 1  # before the last year, in which it counts how many share


@internal
def adjudicate(m: Memory) -> None:
    """Find where each unit is after the orders of `TRIAL`; dislodged units count as lost."""
    words, first = m.words, TRIAL * UNITS
    judge(m.near, m.masks, m.bytes, POSITION, m.sets, first, m.bytes, FATES, m.bytes, words, True)
    words[SPENT] += 1
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        stand = words[STAND + unit]
        outcome = m.bytes[FATES + OUTCOME + unit]
        if m.bytes[FATES + PUSHER + unit] != NONE:
            stand = -1
        elif outcome in (MOVED, SAILED):
            target = m.sets[first + unit] >> TARGET_AT & PLACE_BITS
            if m.bytes[POSITION + WHO + unit] & FLEET:
                stand = LOCATIONS + target
            else:
                stand = 0 + m.near[PROVINCE_OF + target]
        words[AFTER + unit] = stand


@internal
def worth(m: Memory, seat: int) -> int:
    """Return the value of the position after the moves for a seat."""
    autumn = m.bytes[POSITION + SEASON] == AUTUMN
    features(m, seat, autumn)
    weights, total = WEIGHTS + (MOST_FEATURES if autumn else 0), 0
    for number in range(NUMBER):
        value = m.words[weights + number] * m.words[FEATURES + number]
        total += value // UNIT_VALUE if number == NEAR else value
    return total


@internal
def features(m: Memory, seat: int, autumn: bool) -> None:
    """Compute the features of the position after the moves; in autumn, centres change hands."""
    words = m.words
    for power in range(POWERS):
        words[STANDING + power] = 0
        words[ALIVE + power] = 0
        words[ONE + power] = 0
        words[TWO + power] = 0
        words[THREE + power] = 0
    near, number, repeated, chart = 0, 0, 0, CHART + seat * STANDS
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        stand = words[AFTER + unit]
        if stand < 0:
            continue
        power = m.bytes[POSITION + WHO + unit] & POWER
        reach = m.masks[REACH + stand]
        words[ALIVE + power] += 1
        words[STANDING + power] |= m.masks[HERE + stand]
        words[THREE + power] |= words[TWO + power] & reach
        words[TWO + power] |= words[ONE + power] & reach
        words[ONE + power] |= reach
        if words[SEAT_OF + power] == seat:
            number += 1
            near += words[chart + stand]
            if words[REPEATS + unit] and stand == words[STAND + unit]:
                order = 0 + m.sets[TRIAL * UNITS + unit]
                end = m.near[PROVINCE_OF + (order >> TARGET_AT & PLACE_BITS)]
                if order & KIND_BITS == MOVE and end == words[FAILED + unit]:
                    repeated += words[REPEATS + unit]
    taken = 0
    for power in range(POWERS):
        taken |= words[STANDING + power]
    own, one, two, three, have, places = 0, 0, 0, 0, 0, 0
    their, one_, two_, three_ = 0, 0, 0, 0
    rivals, threat, strongest, most, camp, squares, gone = 0, 0, 0, 0, 0, 0, 0
    for power in range(POWERS):
        standing = words[STANDING + power]
        coming = (words[OWNED + power] & ~taken) | standing
        centres = coming if autumn else words[OWNED + power]
        held = count(centres)
        if words[SEAT_OF + power] == seat:
            camp += 1
            have |= centres
            strongest = max(strongest, held)
            own |= standing
            three |= words[THREE + power] | (two & words[ONE + power]) | (one & words[TWO + power])
            two |= words[TWO + power] | (one & words[ONE + power])
            one |= words[ONE + power]
            places |= m.masks[HOMES + power] & centres
        else:
            rivals += held
            if held == 0 and words[ALIVE + power] == 0:
                gone += 1
            squares += held * held
            most = max(most, held)
            beyond = max(0, count(coming) - SAFE)
            threat += beyond * beyond
            their |= standing
            one_ |= words[ONE + power]
            two_ |= words[TWO + power]
            three_ |= words[THREE + power]
    more = (one & ~one_) | (two & ~two_) | (three & ~three_)
    less = (one_ & ~one) | (two_ & ~two) | (three_ & ~three)
    even = one & one_ & ~more & ~less
    foreign = ((1 << 34) - 1) & ~have & ~own
    empty, closed, kept = foreign & ~their, foreign & their, have & ~their
    bare, held_own = kept & ~own, kept & own
    centres = count(have)
    words[FEATURES + 0] = centres
    words[FEATURES + 1] = count(own & ~have)
    words[FEATURES + 2] = count(have & their)
    words[FEATURES + 3] = number
    words[FEATURES + 4] = count(empty & one & ~one_)
    words[FEATURES + 5] = count(empty & more & one_)
    words[FEATURES + 6] = count(empty & even)
    words[FEATURES + 7] = count(closed & more)
    words[FEATURES + 8] = count(closed & even)
    words[FEATURES + 9] = count(bare & less)
    words[FEATURES + 10] = count(bare & even)
    words[FEATURES + 11] = count(held_own & less)
    words[FEATURES + 12] = count(held_own & even)
    words[FEATURES + 13] = near
    words[FEATURES + 14] = min(max(0, centres - number), count(places & ~own & ~their))
    words[FEATURES + 15] = rivals
    words[FEATURES + 16] = threat
    words[FEATURES + 17] = strongest if camp > 1 else 0
    words[FEATURES + 18] = 0
    words[FEATURES + 21] = 0
    words[FEATURES + 19] = squares
    words[FEATURES + 20] = centres * centres
    words[FEATURES + 25] = repeated
    oppose_leader(m, seat, have | own, taken)
    if autumn:
        if m.bytes[POSITION + YEAR] + LAST_YEARS >= m.bytes[POSITION + LAST]:
            words[FEATURES + 21] = gone
        needed = 0 + m.bytes[POSITION + NEEDED]
        if max(strongest, most) >= needed and strongest != most:
            words[FEATURES + 18] = 1 if strongest > most else -1


@internal
def oppose_leader(m: Memory, seat: int, gained: int, taken: int) -> None:
    """Compute what helps a leader: centres that all others together cannot defend, centres that
    they take from each other, and centres of its own beyond the main line."""
    words, leader = m.words, leader_for(m, seat)
    words[FEATURES + 22] = 0
    words[FEATURES + 23] = 0
    words[FEATURES + 24] = 0
    if leader == NONE:
        return
    one, two, three, others = 0, 0, 0, 0
    for power in range(POWERS):
        if power != leader:
            three |= words[THREE + power] | (two & words[ONE + power]) | (one & words[TWO + power])
            two |= words[TWO + power] | (one & words[ONE + power])
            one |= words[ONE + power]
            if words[SEAT_OF + power] != seat:
                others |= words[OWNED + power]
    exposed = words[ONE + leader] & ~one
    exposed |= words[TWO + leader] & ~two
    exposed |= words[THREE + leader] & ~three
    words[FEATURES + 22] = count(exposed & ~words[OWNED + leader]) * words[LEAD]
    words[FEATURES + 23] = count(gained & others) * words[LEAD]
    coming = (words[OWNED + leader] & ~taken) | words[STANDING + leader]
    words[FEATURES + 24] = count(coming & m.masks[BEYOND + leader]) * words[LEAD]
