"""What each seat may order: a pool of sets, replies to the pools of the others, regret matching.

In each round of regret matching every seat draws one of its sets and sees how its others would have
done against what the rest drew. It then draws the better ones more often. Its average over all
rounds is a plausible strategy of a seat that expects the others to think as well.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import compiled, inlined, internal
from entente.games.diplomacy.batch.layout import COUNT, HOLD, POWERS, UNITS
from entente.games.diplomacy.batch.rng import begin, number, randbelow
from entente.games.diplomacy.batch.search.evaluation import adjudicate, worth
from entente.games.diplomacy.batch.search.layout import (
    BASE,
    DRAWN,
    MINE,
    MINE_COUNT,
    POOL,
    POOL_SIZE,
    POOLS,
    POSITION,
    RANDOM,
    REGRET,
    SHARE,
    SPENT,
    TRIAL,
)
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.trials import copy_set, is_same

STAYING = 3  # in ten: how often a unit does not do the expected, in a doubtful world
SHARES = 1000


@compiled
def start_search(m: Memory, seed: int) -> None:
    """Begin the random stream and empty the pools."""
    begin(m.words, RANDOM, seed, 0)
    m.words[SPENT] = 0
    for seat in range(POWERS):
        m.words[POOL_SIZE + seat] = 0
    for slot in range(POWERS * POOL):
        m.words[REGRET + slot] = 0
        m.words[SHARE + slot] = 0


@compiled
def add_to_pool(m: Memory, seat: int, own: int) -> None:
    """Add a set to the pool of a seat, unless it is there; a full pool loses its least wanted."""
    words, first = m.words, POOLS + seat * POOL
    size = words[POOL_SIZE + seat]
    for slot in range(size):
        if is_same(m, seat, own, first + slot):
            return
    if size == POOL:
        size = 0
        for slot in range(1, POOL):
            if words[SHARE + seat * POOL + slot] < words[SHARE + seat * POOL + size]:
                size = slot
        words[REGRET + seat * POOL + size] = 0
        words[SHARE + seat * POOL + size] = 0
    else:
        words[POOL_SIZE + seat] += 1
    copy_set(m, seat, own, first + size)


@inlined
def drawn_by(m: Memory, seat: int, weights: int) -> int:
    """Draw a set of a seat by some weights; any, if all of them are zero."""
    words, size, total = m.words, m.words[POOL_SIZE + seat], 0
    for slot in range(size):
        total += words[weights + seat * POOL + slot]
    if total <= 0:
        return randbelow(m.words, RANDOM, size)
    left, chosen = randbelow(m.words, RANDOM, total), 0
    for slot in range(size):
        left -= words[weights + seat * POOL + slot]
        if left < 0:
            chosen = slot
            break
    return chosen


@compiled
def compose(m: Memory, seat: int, world: int, doubtful: bool) -> None:
    """Compose a world for a seat: a set of each other seat, drawn by its share."""
    words = m.words
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        m.sets[world * UNITS + unit] = HOLD
    for other in range(POWERS):
        if other == seat or words[MINE_COUNT + other] == 0 or words[POOL_SIZE + other] == 0:
            continue
        copy_set(m, other, POOLS + other * POOL + drawn_by(m, other, SHARE), world)
        if doubtful:
            for slot in range(words[MINE_COUNT + other]):
                if number(m.words, RANDOM) % 10 < STAYING:
                    m.sets[world * UNITS + words[MINE + other * UNITS + slot]] = HOLD


@compiled
def match_regrets(m: Memory, rounds: int, first_round: int) -> None:
    """Let every seat draw and learn, for some rounds; later rounds count for more."""
    words = m.words
    for turn in range(rounds):
        for seat in range(POWERS):
            if words[MINE_COUNT + seat] and words[POOL_SIZE + seat]:
                total = 0
                for slot in range(words[POOL_SIZE + seat]):
                    total += words[REGRET + seat * POOL + slot]
                for slot in range(words[POOL_SIZE + seat]):
                    share = SHARES // words[POOL_SIZE + seat]
                    if total > 0:
                        share = words[REGRET + seat * POOL + slot] * SHARES // total
                    words[SHARE + seat * POOL + slot] += share * (first_round + turn + 1)
                words[DRAWN + seat] = drawn_by(m, seat, REGRET)
        learn(m)


@internal
def learn(m: Memory) -> None:
    """Compare each set of each seat with the one it drew."""
    words = m.words
    for unit in range(0 + m.bytes[POSITION + COUNT]):
        m.sets[TRIAL * UNITS + unit] = HOLD
    for seat in range(POWERS):
        if words[MINE_COUNT + seat] and words[POOL_SIZE + seat]:
            order_set(m, seat, words[DRAWN + seat])
    adjudicate(m)
    for seat in range(POWERS):
        if words[MINE_COUNT + seat] and words[POOL_SIZE + seat]:
            words[BASE + seat] = worth(m, seat)
    for seat in range(POWERS):
        if words[MINE_COUNT + seat] == 0:
            continue
        for slot in range(words[POOL_SIZE + seat]):
            if slot == words[DRAWN + seat]:
                continue
            order_set(m, seat, slot)
            adjudicate(m)
            gained = worth(m, seat) - words[BASE + seat]
            regret = words[REGRET + seat * POOL + slot] + gained
            words[REGRET + seat * POOL + slot] = max(0, regret)
        if words[POOL_SIZE + seat]:
            order_set(m, seat, words[DRAWN + seat])


@inlined
def order_set(m: Memory, seat: int, slot: int) -> None:
    """Give a seat's units the orders of one of its sets."""
    first = (POOLS + seat * POOL + slot) * UNITS
    for each in range(m.words[MINE_COUNT + seat]):
        unit = m.words[MINE + seat * UNITS + each]
        m.sets[TRIAL * UNITS + unit] = m.sets[first + unit]


@compiled
def cost_of_round(m: Memory) -> int:
    """Return the positions of one round of regret matching."""
    cost = 1
    for seat in range(POWERS):
        if m.words[MINE_COUNT + seat] and m.words[POOL_SIZE + seat]:
            cost += m.words[POOL_SIZE + seat] - 1
    return cost
