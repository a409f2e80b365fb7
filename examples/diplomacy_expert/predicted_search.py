"""A search for orders in worlds that a forecast draws.

The search of the level `hard` finds what the others may order by searching for each of them. Here
complete orders of all others come from elsewhere, such as a network that imitates them, and all
positions are left for the own orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.assembly import assemble
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.pools import add_to_pool, compose
from entente.games.diplomacy.engine.array_search import DOUBTED, GUESS_LUCK, GUESSES, ArraySearch

Orders = Mapping[int, int]  # by unit
Forecast = Sequence[Sequence[int]]  # worlds: an order for each unit; those of the seat are ignored


class PredictedSearch(ArraySearch):
    """A search in worlds from a forecast.

    `proposals` are own sets to start from, best first; `mix` of a hundred worlds are still the
    search's own.
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
        worlds: int = 0,
        mix: int = 0,
    ) -> None:
        super().__init__(memory, seat, seed, positions)
        self.forecast, self.proposals, self.mix = forecast, proposals, mix
        self.worlds = min(of.MOST_WORLDS, worlds) if worlds else self.worlds
        self._next = 0

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
            for unit in self.mine:
                self.memory.sets[of.START * at.UNITS + unit] = orders.get(unit, at.HOLD)
            add_to_pool(self.memory, self.seat, of.START)

    def _match(self) -> None:
        """Match regrets if some worlds are the search's own."""
        if self.mix:
            super()._match()

    def worths(self, orders: dict[int, int]) -> list[int]:
        """Value a set in worlds that are the same for each set, and new in a large search."""
        self._next = self.worlds
        return super().worths(orders)

    def _compose(self) -> None:
        for world in range(self.worlds):
            if world * 37 % 100 < self.mix:
                compose(self.memory, self.seat, world, world % DOUBTED == 1)
                continue
            orders = self.forecast[self._next % len(self.forecast)]
            self._next += 1
            for unit, order in enumerate(orders):
                self.memory.sets[world * at.UNITS + unit] = order
