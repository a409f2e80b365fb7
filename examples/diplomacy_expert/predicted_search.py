"""A search for orders in which a forecast says what the others may order.

The search of the levels finds what the others may order by searching for each of them. Here their
pools come from elsewhere, such as a network that imitates them, and all positions are left for the
own orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.assembly import assemble
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.pools import add_to_pool, compose
from entente.games.diplomacy.engine.array_search import GUESS_LUCK, GUESSES, ArraySearch

Orders = Mapping[int, int]  # by unit
Forecast = Mapping[int, Sequence[tuple[Orders, int]]]  # of each seat: sets of orders, weighted

SHARE_UNIT = 1_000


class PredictedSearch(ArraySearch):
    """A search in worlds drawn from a forecast.

    `proposals` are own sets to start from, best first. In `doubtful` of a hundred worlds some units
    of the others hold; `mix` hundredths of what they order are the search's own forecast.
    """

    def __init__(
        self,
        memory: Memory,
        seat: int,
        seed: int,
        positions: int,
        *,
        forecast: Forecast,
        proposals: Sequence[Orders] = (),
        doubtful: int = 0,
        worlds: int = 0,
        mix: int = 0,
    ) -> None:
        super().__init__(memory, seat, seed, positions)
        self.forecast, self.proposals = forecast, proposals
        self.doubtful, self.mix = doubtful, mix
        self.worlds = min(of.MOST_WORLDS, worlds) if worlds else self.worlds

    def _forecast(self) -> None:
        """Fill the own pool from the proposals and from what looks good at a glance; with `mix`,
        let the search forecast too."""
        if self.mix:
            super()._forecast()
        else:
            for guess in range(GUESSES):
                assemble(self.memory, self.seat, GUESS_LUCK if guess else 0, of.START)
                add_to_pool(self.memory, self.seat, of.START)
        # own sets are tried from the last to the first
        for orders in reversed(self.proposals[: of.POOL - GUESSES]):
            self._add(self.seat, orders)

    def _match(self) -> None:
        """Fill the pools of the others; with `mix`, match regrets before."""
        if self.mix:
            super()._match()
        for seat in self.others:
            searched = self._most_played(seat) if self.mix else []
            self._fill(seat, [(self.mix, searched), (100 - self.mix, self.forecast.get(seat, ()))])

    def _most_played(self, seat: int) -> list[tuple[Orders, int]]:
        """Return the sets of a seat that regret matching plays most, as many as `mix` says."""
        words, first = self.memory.words, of.SHARE + seat * of.POOL
        slots = range(int(words[of.POOL_SIZE + seat]))
        best = sorted(slots, key=lambda slot: (-int(words[first + slot]), slot))
        number = max(1, of.POOL * self.mix // 100)
        return [
            (self._set(seat, of.POOLS + seat * of.POOL + slot), int(words[first + slot]))
            for slot in best[:number]
        ]

    def _fill(self, seat: int, parts: list[tuple[int, Sequence[tuple[Orders, int]]]]) -> None:
        """Replace the pool of a seat by sets from several parts, each with its part of a
        hundred."""
        words, first = self.memory.words, of.SHARE + seat * of.POOL
        words[of.POOL_SIZE + seat] = 0
        for part, sets in parts:
            size = int(words[of.POOL_SIZE + seat])
            chosen = sets[: of.POOL - size]
            total = max(1, sum(weight for _, weight in chosen))
            for orders, weight in chosen:
                size = int(words[of.POOL_SIZE + seat])
                self._add(seat, orders)
                if int(words[of.POOL_SIZE + seat]) > size:
                    words[first + size] = weight * part * SHARE_UNIT // total

    def _set(self, seat: int, slot: int) -> Orders:
        words, first = self.memory.words, of.MINE + seat * at.UNITS
        units = [int(words[first + n]) for n in range(int(words[of.MINE_COUNT + seat]))]
        return {unit: int(self.memory.sets[slot * at.UNITS + unit]) for unit in units}

    def _add(self, seat: int, orders: Orders) -> None:
        words, first = self.memory.words, of.MINE + seat * at.UNITS
        for number in range(int(words[of.MINE_COUNT + seat])):
            unit = int(words[first + number])
            self.memory.sets[of.START * at.UNITS + unit] = orders.get(unit, at.HOLD)
        add_to_pool(self.memory, seat, of.START)

    def _compose(self) -> None:
        for world in range(self.worlds):
            compose(self.memory, self.seat, world, world * 37 % 100 < self.doubtful)
