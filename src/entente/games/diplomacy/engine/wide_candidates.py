"""More candidates for the search: all moves and supports of a unit, concerted attacks, convoys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from entente.games.diplomacy.board import bits
from entente.games.diplomacy.engine.candidates import Campaign, Orders
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order

MOST_HELPERS = 3
MOST_CREWS = 6  # groups of helpers for one attack


class WideCampaign(Campaign):
    """What the units of a seat can do, with changes of several orders at once."""

    def single(self, number: int, orders: Orders) -> Iterator[Orders]:
        """Other orders of one unit: hold, each move, each support of another unit as ordered."""
        yield {number: HOLDS}
        for end in self._ends(number)[1:]:
            yield {number: Order(MOVE, end)}
        for other in self.mine:
            order = orders.get(other, HOLDS)
            if other == number:
                continue
            if order.kind == MOVE:
                end = self.board.province_of[order.target]
            else:
                end = self.place[other]
            if self._may_help(number, other, end):
                yield {number: self.helping(other, order, end)}

    def helping(self, other: int, order: Order, end: int) -> Order:
        """Return a support of a unit as it is ordered."""
        where = self.units[other].location
        return Order(SUPPORT, where, end) if order.kind == MOVE else Order(SUPPORT, where)

    def concerted(self, orders: Orders) -> Iterator[Orders]:
        """One unit moves, others support it; best goals first."""
        goals, reach = self.chart.goals, self.menus.reach
        ends = sorted(
            {end for n in self.mine for end in bits(reach[n])},
            key=lambda end: (-goals[end], end),
        )
        for end in ends:
            if not self.rivals[end] and not goals[end]:
                continue
            able = [n for n in self.mine if reach[n] >> end & 1]
            if len(able) < 2:
                continue
            yield from self._attacks(end, able)

    def _attacks(self, end: int, able: list[int]) -> Iterator[Orders]:
        most = min(MOST_HELPERS, len(able) - 1, max(1, self.rivals[end]))
        for mover in able:
            others = [n for n in able if n != mover]
            support = Order(SUPPORT, self.units[mover].location, end)
            for entry in self._entries(mover, end):
                for number in range(1, most + 1):
                    crews = list(combinations(others, number))[:MOST_CREWS]
                    for crew in crews:
                        yield {mover: Order(MOVE, entry), **dict.fromkeys(crew, support)}

    def guarded(self, orders: Orders) -> Iterator[Orders]:
        """One unit holds where an enemy may come, others support it."""
        reach = self.menus.reach
        for number in self.mine:
            place = self.place[number]
            if not self.rivals[place]:
                continue
            helpers = [n for n in self.mine if n != number and reach[n] >> place & 1]
            support = Order(SUPPORT, self.units[number].location)
            for helper in helpers:
                stays = orders.get(number, HOLDS)
                own = HOLDS if stays.kind == MOVE else stays
                yield {number: own, helper: support}

    def following(self, orders: Orders) -> Iterator[Orders]:
        """One unit moves on, another takes its place."""
        reach, province_of = self.menus.reach, self.board.province_of
        for first in self.mine:
            place = self.place[first]
            for end in self._ends(first)[1:]:
                for second in self.mine:
                    if second == first or not reach[second] >> place & 1:
                        continue
                    if self.place[second] == province_of[end]:
                        continue
                    for entry in self._entries(second, place):
                        yield {first: Order(MOVE, end), second: Order(MOVE, entry)}

    def ferries(self) -> Iterator[Orders]:
        """VIII: one or two fleets in a row convoy an army."""
        board, sailing = self.board, self.menus.sailing
        fleets = {
            self.place[n]: n
            for n in self.mine
            if self.units[n].fleet and board.seas >> self.place[n] & 1
        }
        if not fleets:
            return
        chart = self.chart
        for army in self.mine:
            ends = sailing[army] & ~self.menus.reach[army]
            if self.units[army].fleet or not ends:
                continue
            start = self.place[army]
            for end in bits(ends):
                if chart.armies[end] < 0.5 * chart.highest:
                    continue
                for chain in self._chains(start, end, fleets):
                    convoy = Order(CONVOY, start, end)
                    yield {army: Order(MOVE, end), **dict.fromkeys(chain, convoy)}

    def _chains(self, start: int, end: int, fleets: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """Own fleets that connect two coasts: one, two or three."""
        board = self.board
        from_, to = board.shore[start], board.shore[end]
        for sea, number in fleets.items():
            if not from_ >> sea & 1:
                continue
            if to >> sea & 1:
                yield (number,)
                continue
            for second in bits(board.sea_next[sea]):
                if second not in fleets:
                    continue
                if to >> second & 1:
                    yield (number, fleets[second])
                    continue
                for third in bits(board.sea_next[second]):
                    if third in fleets and third != sea and to >> third & 1:
                        yield (number, fleets[second], fleets[third])

    def repaired(self, orders: Orders) -> Orders:
        """Without void supports: their units support what the other does now, or hold."""
        fixed = dict(orders)
        for number in self.mine:
            order = orders.get(number, HOLDS)
            if order.kind != SUPPORT:
                continue
            other = self._at(self.board.province_of[order.target])
            if other is None or other not in orders:
                continue
            now = orders[other]
            end = self.board.province_of[now.target] if now.kind == MOVE else -1
            if end == order.end:
                continue
            aim = self.place[other] if end < 0 else end
            if self._may_help(number, other, aim):
                fixed[number] = self.helping(other, now, aim)
            else:
                fixed[number] = HOLDS
        return fixed

    def settled(self, orders: Orders) -> Orders:
        """Without moves that cannot work: units hold that would enter a province in which an own
        unit stays, or change places with one without a convoy."""
        fixed, again = dict(orders), True
        at = {self.place[number]: number for number in orders}
        while again:
            again = False
            for number, order in fixed.items():
                if not self._walks(number, order):
                    continue
                other = at.get(self.board.province_of[order.target])
                if other is None:
                    continue
                there, start = fixed[other], self.place[number]
                swaps = self._walks(other, there) and self._end(other, there) == start
                if there.kind != MOVE or swaps:
                    fixed[number] = HOLDS
                    again = True
        return fixed if fixed == orders else self.repaired(fixed)

    def tidied(self, orders: Orders) -> Orders:
        """Without moves and supports that cannot work, and with something to do for units that
        hold: each supports the own unit beside it that stays and is in most danger. That costs
        nothing, as a unit that supports defends itself as one that holds."""
        sound = self.settled(self.repaired(orders))
        tidy = dict(sound)
        for number, order in sound.items():
            if order.kind != HOLDS.kind:
                continue
            able = [
                other
                for other, there in sound.items()
                if there.kind != MOVE and other != number and self._is_exposed(number, other)
            ]
            if able:
                other = max(able, key=self._danger)
                tidy[number] = Order(SUPPORT, self.units[other].location)
        return tidy

    def _is_exposed(self, number: int, other: int) -> bool:
        """Whether an enemy may come where another unit is, and a unit may help it there."""
        place = self.place[other]
        return self.rivals[place] > 0 and self._may_help(number, other, place)

    def _danger(self, number: int) -> tuple[float, int]:
        """Return what is at stake where a unit is, and how many may come."""
        place = self.place[number]
        return self.chart.goals[place], self.rivals[place]

    def _walks(self, number: int, order: Order) -> bool:
        """Whether a unit moves without a convoy."""
        if order.kind != MOVE or order.via:
            return False
        return bool(self.menus.reach[number] >> self.board.province_of[order.target] & 1)

    def _at(self, province: int) -> int | None:
        return self.europe.position.at.get(province)
