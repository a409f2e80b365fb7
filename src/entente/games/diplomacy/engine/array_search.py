"""The search for a seat's orders of one season.

First every seat gets a pool of sets, and replies to the pools of the others; regret matching finds
how often each set is worth playing. Then the seat's own sets are tried and improved in worlds drawn
from those pools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.compiled import Numbers
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.assembly import assemble
from entente.games.diplomacy.batch.search.changes import list_changes
from entente.games.diplomacy.batch.search.charts import survey_board
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.pools import (
    add_to_pool,
    compose,
    cost_of_round,
    match_regrets,
    start_search,
)
from entente.games.diplomacy.batch.search.trials import copy_orders, is_same, measure, try_changes
from entente.games.diplomacy.engine.failed_moves import NO_MOVE, FailedMove

GUESS_LUCK, REPLY_LUCK = 512, 256  # in assembling sets, of 1024
START_LUCK = 360  # in assembling own sets, of 1024
DOUBTED = 3  # one world in this many is doubtful
SLICE = 2_000  # positions between two looks at the clock
GUESSES = 6  # sets of a seat that look good at a glance
STARTS = 6  # sets from which the best is improved, in a reply
CLIMBS = 5  # own sets that share the positions equally
COMPARED = 8  # of the best sets
MANY = 50_000  # positions of a large search
SALTS = (1 << 24) - 1
UNEXPECTED = 30  # in a hundred: how often a seat does not play what regret matching finds
SEEDS = (1 << 62) - 1


class Shares(NamedTuple):
    """How the positions of a search are spent, in hundredths; the rest goes to climbing."""

    replies: int = 35
    matching: int = 20


USUAL_SHARES = Shares()


class Found(NamedTuple):
    """A set of orders by unit, and its value in each world."""

    orders: dict[int, int]
    worths: list[int]

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths)


def never() -> bool:
    """Whether the time is over, of a search without a limit."""
    return False


class ArraySearch:
    """A search on the position in a memory, whose `SEAT_OF` is set."""

    def __init__(
        self,
        memory: Memory,
        seat: int,
        seed: int,
        positions: int,
        *,
        time_is_over: Callable[[], bool] = never,
        shares: Shares = USUAL_SHARES,
    ) -> None:
        self.memory, self.seat, self.positions = memory, seat, positions
        self.time_is_over = time_is_over
        self.shares = shares
        start_search(memory, seed & SEEDS)
        survey_board(memory)
        words = memory.words
        self.others = [
            each for each in range(at.POWERS) if each != seat and words[of.MINE_COUNT + each]
        ]
        self.worlds = max(4, min(24, positions // 1_500), min(40, positions // 15_000))
        self.batches = 1 if positions < MANY else 5
        self._luck: list[int] = []

    @property
    def spent(self) -> int:
        """The positions searched so far."""
        return int(self.memory.words[of.SPENT])

    def run(self) -> list[Found]:
        """Return sets of orders, best first."""
        self._forecast()
        self._match()
        self._compose()
        return self._ranked(self._starts())

    def world(self, number: int) -> dict[int, int]:
        """Return the orders of the others in a world."""
        first = number * at.UNITS
        mine = set(self.mine)
        count = int(self.memory.bytes[of.POSITION + at.COUNT])
        return {
            unit: int(self.memory.sets[first + unit]) for unit in range(count) if unit not in mine
        }

    @property
    def mine(self) -> list[int]:
        """The units of the seat."""
        words, first = self.memory.words, of.MINE + self.seat * at.UNITS
        return [int(words[first + n]) for n in range(int(words[of.MINE_COUNT + self.seat]))]

    def worths(self, orders: dict[int, int]) -> list[int]:
        """Value a set in all worlds. A large search draws the worlds again and again, the same ones
        for each set, and returns the means: the worlds in which a set was found flatter it."""
        memory = self.memory
        for unit in self.mine:
            memory.sets[of.START * at.UNITS + unit] = orders.get(unit, at.HOLD)
        if self.batches == 1:
            measure(memory, self.seat, of.START, 0, self.worlds)
            return self._worths(of.START)
        for number, word in enumerate(self._luck):
            memory.words[of.RANDOM + number] = word
        totals = [0] * self.worlds
        for _ in range(self.batches):
            self._compose()
            measure(memory, self.seat, of.START, 0, self.worlds)
            totals = [a + b for a, b in zip(totals, self._worths(of.START), strict=True)]
        return [total // self.batches for total in totals]

    def _compose(self) -> None:
        for world in range(self.worlds):
            compose(self.memory, self.seat, world, world % DOUBTED == 1)

    # -- what the others may order

    def _forecast(self) -> None:
        """Fill the pools: guesses, then replies in turn, for a part of the positions."""
        memory, positions = self.memory, self.positions
        for seat in (*self.others, self.seat):
            for guess in range(GUESSES):
                assemble(memory, seat, GUESS_LUCK if guess else 0, of.START)
                add_to_pool(memory, seat, of.START)
        if not self.others:
            return
        each = positions * self.shares.replies // 100 // len(self.others)
        rounds = max(1, min(of.POOL - GUESSES, each // 250))
        worlds = 4 if each // rounds < 1_000 else 6
        if each // rounds < 12 * worlds:
            return
        for turn in range(rounds):
            if turn == rounds // 2:
                self._reply(self.seat, worlds, each // rounds)
            for seat in self.others:
                if self.time_is_over():
                    return
                self._reply(seat, worlds, each // rounds)

    def _reply(self, seat: int, worlds: int, positions: int) -> None:
        """Search a set for a seat against draws from the pools of the others, and add it to its
        pool."""
        memory, until = self.memory, self.spent + positions
        for world in range(worlds):
            compose(memory, seat, of.VERSUS + world, world % 2 == 1)
        most = -(1 << 60)
        for start in range(STARTS):
            assemble(memory, seat, REPLY_LUCK if start else 0, of.TRY)
            value = int(measure(memory, seat, of.TRY, of.VERSUS, worlds))
            if value > most:
                most = value
                copy_orders(memory, seat, of.TRY, of.START)
        measure(memory, seat, of.START, of.VERSUS, worlds)
        self._climb(seat, of.START, of.VERSUS, worlds, until)
        add_to_pool(memory, seat, of.START)

    def _climb(self, seat: int, own: int, first: int, worlds: int, until: int) -> None:
        """Change a set whose values in some worlds are known, as long as that improves it and
        positions are left."""
        words, better = self.memory.words, True
        words[of.SALT] = (words[of.SALT] + 1) & SALTS
        while better and self.spent < until and not self.time_is_over():
            words[of.LIMIT] = min(until, self.spent + SLICE)
            list_changes(self.memory, seat, own)
            before = self.spent
            better = try_changes(self.memory, seat, own, first, worlds)
            better = bool(better) or self.spent >= before + SLICE

    def _match(self) -> None:
        """Match regrets, for a part of the positions."""
        memory, cost = self.memory, int(cost_of_round(self.memory))
        rounds = min(1_500, self.positions * self.shares.matching // 100 // cost)
        done = 0
        while done < rounds and not self.time_is_over():
            step = min(rounds - done, max(1, SLICE // cost))
            match_regrets(memory, step, done)
            done += step
        for seat in self.others:
            self._smooth(seat)

    def _smooth(self, seat: int) -> None:
        """Give every set of a seat a chance: not all players think alike."""
        words, first = self.memory.words, of.SHARE + seat * of.POOL
        size = int(words[of.POOL_SIZE + seat])
        total = sum(int(share) for share in words[first : first + size])
        for slot in range(size):
            words[first + slot] += total * UNEXPECTED // (100 - UNEXPECTED) // size

    # -- own sets

    def _starts(self) -> list[int]:
        """Assemble and value own sets; return their slots, best first."""
        memory, seat = self.memory, self.seat
        known = int(memory.words[of.POOL_SIZE + seat])
        wanted = max(4, min(of.MOST_CANDIDATES, self.positions // 100 // self.worlds))
        slots, totals = list[int](), dict[int, int]()
        for number in range(wanted):
            slot = of.CANDIDATES + len(slots)
            if number < known:
                copy_orders(memory, seat, of.POOLS + seat * of.POOL + known - 1 - number, slot)
            else:
                assemble(memory, seat, START_LUCK, slot)
            if any(is_same(memory, seat, slot, each) for each in slots):
                continue
            if slots and (self.time_is_over() or self.spent >= self.positions):
                break
            totals[slot] = int(measure(memory, seat, slot, 0, self.worlds))
            slots.append(slot)
        return sorted(slots, key=lambda slot: (-totals[slot], slot))

    def _ranked(self, slots: list[int]) -> list[Found]:
        """Improve the best sets with what is left, and rank all."""
        climbs = max(1, min(CLIMBS, self.positions // 8_000))
        for number, slot in enumerate(slots):  # beyond those, only with what they leave
            left = self.positions - self.spent
            if left <= 0 or self.time_is_over():
                break
            until = self.spent + left // max(1, climbs - number)
            self._climb(self.seat, slot, 0, self.worlds, until)
        found = [Found(self._orders(slot), self._worths(slot)) for slot in slots]
        found = best_first([*found, *self._restarts()])[:COMPARED]
        if self.batches == 1:
            return found
        luck = slice(of.RANDOM, of.RANDOM + at.LUCK)
        self._luck = [int(number) for number in self.memory.words[luck]]
        return best_first([Found(each.orders, self.worths(each.orders)) for each in found])

    def _restarts(self) -> Iterator[Found]:
        """Climb from other sets, assembled with more luck, as long as positions are left."""
        memory, seat = self.memory, self.seat
        kept = COMPARED * self.batches * self.worlds  # for comparing the best
        while self.positions - self.spent > kept + SLICE and not self.time_is_over():
            assemble(memory, seat, GUESS_LUCK, of.START)
            measure(memory, seat, of.START, 0, self.worlds)
            self._climb(seat, of.START, 0, self.worlds, self.positions - kept)
            yield Found(self._orders(of.START), self._worths(of.START))

    def _orders(self, slot: int) -> dict[int, int]:
        return {unit: int(self.memory.sets[slot * at.UNITS + unit]) for unit in self.mine}

    def _worths(self, slot: int) -> list[int]:
        first = of.WORTHS + slot * of.MOST_WORLDS
        return [int(worth) for worth in self.memory.words[first : first + self.worlds]]


def best_first(found: Iterable[Found]) -> list[Found]:
    """Rank different sets."""
    distinct = list[Found]()
    for each in sorted(found, key=lambda each: -sum(each.worths)):
        if all(each.orders != other.orders for other in distinct):
            distinct.append(each)
    return distinct


def set_position(
    memory: Memory,
    board: Numbers,
    seat_of: Sequence[int],
    failed: Mapping[int, FailedMove] | None = None,
) -> None:
    """Set the position, and which seat orders the units of each power; NONE for a power that only
    holds. `failed` has the moves of units that failed in the last season."""
    for number in range(at.BOARD):
        memory.bytes[of.POSITION + number] = board[number]
    for power, seat in enumerate(seat_of):
        memory.words[of.SEAT_OF + power] = seat
    for unit in range(at.UNITS):
        move = (failed or {}).get(unit, NO_MOVE)
        memory.words[of.FAILED + unit] = move.province
        memory.words[of.REPEATS + unit] = min(move.times, of.MOST_REPEATS)
