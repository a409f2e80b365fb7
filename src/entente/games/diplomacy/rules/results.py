"""The results of a movement phase: each order's outcome and reason, and the retreats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.adjudicator import BY_SEA, NO, YES, Adjudicator
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    impossible,
    write_unit,
)
from entente.kernel import Refusal, refuse

MOVES, FAILS, HOLDS_FAST, STANDS, CUT, CONVOYS, BROKEN, VOID = (
    "moves",
    "fails",
    "holds",
    "supports",
    "cut",
    "convoys",
    "broken",
    "void",
)


# Reasons without arguments.
ENTERED = refuse("V.2", "why.moves")
SAILED = refuse("VIII.1", "why.sails")
STAYED = refuse("V.6", "why.holds")
GIVEN = refuse("V.2", "why.supports")
UNMATCHED_SUPPORT = refuse("V.6", "why.support_unmatched")
CARRIED = refuse("VIII.1", "why.convoys")
UNMATCHED_CONVOY = refuse("VIII.1", "why.convoy_unmatched")


class Result(NamedTuple):
    """The result of one order. `reason` explains it, with the section of the rule.

    `by_convoy`: the unit moved by sea. `dislodged_by`: number of the unit that dislodged it, or -1;
    then `retreats` are its possible retreats.
    """

    order: Order
    outcome: str
    reason: Refusal
    by_convoy: bool = False
    dislodged_by: int = -1
    retreats: tuple[int, ...] = ()


class Results:
    """An adjudicated phase. The result of each order is computed when first read."""

    def __init__(self, position: Position, report: ResultBuilder) -> None:
        self.position = position
        self._report = report

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """One result per unit."""
        return self._report.results()

    @property
    def standoffs(self) -> int:
        """The provinces left empty by a standoff."""
        return self._report.standoffs

    def after(self) -> Position:
        """Return the units on the board after the moves, without the dislodged ones."""
        return Position(self.position.board, self.units_after())

    def units_after(self) -> list[Unit]:
        """Return the same as a list."""
        return self._report.after()

    def bounced(self) -> list[int]:
        """Return the numbers of the units that failed to move and were not dislodged."""
        return self._report.bounced()

    def dislodged(self) -> dict[int, tuple[int, ...]]:
        """Return the numbers of the dislodged units, with their possible retreats."""
        return self._report.dislodged()

    def outcomes(self) -> list[tuple[Order, str, bool]]:
        """Return each order with its outcome, and whether the unit is dislodged; much quicker than
        `results`, which have reasons."""
        return self._report.outcomes()


def resolve_possible(
    board: Board, rules: Rules, position: Position, orders: Mapping[int, Order]
) -> Results:
    """Adjudicate a movement phase with orders from the menus, which are possible and not checked
    again. Units without an order hold."""
    all_orders = [orders.get(number, HOLDS) for number in range(len(position.units))]
    judged = Adjudicator(board, rules, position.units, all_orders).run()
    return Results(position, ResultBuilder(board, rules, position, all_orders, {}, judged))


def resolve(
    board: Board,
    rules: Rules,
    position: Position,
    orders: Mapping[int, Order],
    refusals: Mapping[int, Refusal] | None = None,
) -> Results:
    """Adjudicate a movement phase. Units without an order hold; impossible orders are void.

    `refusals` are orders that could not be read: they are void with that reason.
    """
    orders = {number: ashore(board, position, number, o) for number, o in orders.items()}
    all_orders = [orders.get(number, HOLDS) for number in range(len(position.units))]
    void = dict(refusals or {})
    for number, order in orders.items():
        if number not in void:
            why = impossible(board, position, number, order)
            if why is not None:
                void[number] = why
    carried = [HOLDS if number in void else order for number, order in enumerate(all_orders)]
    judged = Adjudicator(board, rules, position.units, carried).run()
    return Results(position, ResultBuilder(board, rules, position, all_orders, void, judged))


def ashore(board: Board, position: Position, number: int, order: Order) -> Order:
    """III.3: an army occupies the whole province; a coast named for it is ignored."""
    if order.kind != MOVE or position.units[number].fleet:
        return order
    return order._replace(target=board.province_of[order.target])


class ResultBuilder:
    """Turns the adjudicator's answers into results with reasons."""

    def __init__(
        self,
        board: Board,
        rules: Rules,
        position: Position,
        orders: Sequence[Order],
        void: Mapping[int, Refusal],
        judged: Adjudicator,
    ) -> None:
        self.board = board
        self.rules = rules
        self.position = position
        self.orders = orders
        self.void = void
        self.judged = judged
        self.winner: dict[int, int] = {}  # by province, the unit that entered it
        answer = judged.answer
        for end, attackers in judged.attackers.items():
            for number in attackers:
                if answer[number] == YES:
                    self.winner[end] = number

    def results(self) -> tuple[Result, ...]:
        return tuple([self._result(number) for number in range(len(self.orders))])

    def after(self) -> list[Unit]:
        """Return the units on the board after the moves."""
        winner, units = self.winner, []
        place, end, answer = self.judged.place, self.judged.end, self.judged.answer
        for number, unit in enumerate(self.position.units):
            if end[number] >= 0 and answer[number] == YES:
                units.append(Unit(unit[0], unit[1], self.orders[number][1]))
            elif place[number] not in winner:
                units.append(unit)
        return units

    def bounced(self) -> list[int]:
        """Return the units that failed to move and were not dislodged."""
        winner, judged = self.winner, self.judged
        return [
            number
            for number, end in enumerate(judged.end)
            if end >= 0 and judged.answer[number] != YES and judged.place[number] not in winner
        ]

    def dislodged(self) -> dict[int, tuple[int, ...]]:
        """Return the dislodged units and their possible retreats."""
        winner, place, pushed = self.winner, self.judged.place, []
        for number, here in enumerate(place):
            if here in winner and (by := self._pushed_by(number)) >= 0:
                pushed.append((number, by))
        return {number: self._retreats(number, by) for number, by in pushed}

    @cached_property
    def occupied(self) -> int:
        """The occupied provinces after the moves."""
        mask = 0
        for number, place in enumerate(self.judged.place):
            if self.judged.end[number] < 0 or self.judged.answer[number] != YES:
                mask |= 1 << place
        for province in self.winner:
            mask |= 1 << province
        return mask

    @cached_property
    def standoffs(self) -> int:
        """VII: provinces left empty because units kept each other out."""
        mask = 0
        for end, attackers in self.judged.attackers.items():
            if not self.occupied >> end & 1 and any(self.judged.bars(a) for a in attackers):
                mask |= 1 << end
        return mask

    def _pushed_by(self, number: int) -> int:
        """Return the unit that dislodges this one, or -1."""
        judged = self.judged
        if judged.end[number] >= 0 and judged.answer[number] == YES:
            return -1
        return self.winner.get(judged.place[number], -1)

    def _result(self, number: int) -> Result:
        pusher = self._pushed_by(number)
        retreats = self._retreats(number, pusher) if pusher >= 0 else ()
        outcome, reason = self._fate(number, pusher)
        by_convoy = outcome == MOVES and self.judged.by_sea(number) == YES
        return Result(self.orders[number], outcome, reason, by_convoy, pusher, retreats)

    def _retreats(self, number: int, pusher: int) -> tuple[int, ...]:
        """VII: adjacent, empty, not the attacker's origin, not emptied by a standoff."""
        board, unit = self.board, self.position.units[number]
        closed = self.occupied | self.standoffs
        sailed = self.judged.by_sea(pusher) == YES
        if not (sailed and self.rules.retreat_to_convoy_origin):
            closed |= 1 << self.judged.place[pusher]
        ends = board.fleet[unit.location] if unit.fleet else bits(board.army[unit.location])
        return tuple(end for end in ends if not closed >> board.province_of[end] & 1)

    def outcomes(self) -> list[tuple[Order, str, bool]]:
        return [
            (order, self._outcome(number, order.kind), self._pushed_by(number) >= 0)
            for number, order in enumerate(self.orders)
        ]

    def _outcome(self, number: int, kind: int) -> str:
        """Return the outcome as `_fate` does, without its reason."""
        if number in self.void:
            return VOID
        answer, idle = self.judged.answer, self.judged.idle
        if kind == MOVE:
            return MOVES if answer[number] == YES else FAILS
        if kind == SUPPORT:
            return CUT if answer[number] == NO else BROKEN if number in idle else STANDS
        if kind == CONVOY:
            return BROKEN if number in idle or answer[number] == NO else CONVOYS
        return HOLDS_FAST

    # -- reasons

    def _fate(self, number: int, pusher: int) -> tuple[str, Refusal]:
        if number in self.void:
            return VOID, self.void[number]
        kind, judged = self.orders[number].kind, self.judged
        if kind == MOVE:
            return self._move_fate(number)
        if kind == SUPPORT:
            return self._support_fate(number, pusher)
        if kind == CONVOY:
            if number in judged.idle:
                return BROKEN, UNMATCHED_CONVOY
            if judged.answer[number] == NO:
                return BROKEN, refuse("VIII.3", "why.dislodged", unit=self._name(pusher))
            return CONVOYS, CARRIED
        if pusher >= 0:
            return HOLDS_FAST, refuse("V.2", "why.dislodged", unit=self._name(pusher))
        return HOLDS_FAST, STAYED

    def _support_fate(self, number: int, pusher: int) -> tuple[str, Refusal]:
        judged = self.judged
        if judged.answer[number] == NO:
            if pusher >= 0:
                return CUT, refuse("VI", "why.cut_dislodged", unit=self._name(pusher))
            cutters = [self._name(a) for a in judged.cutters(number)]
            return CUT, refuse("VI", "why.cut", units=cutters)
        if number in judged.idle:
            return BROKEN, UNMATCHED_SUPPORT
        return STANDS, GIVEN

    def _move_fate(self, number: int) -> tuple[str, Refusal]:
        judged = self.judged
        if judged.answer[number] == YES:
            return MOVES, SAILED if judged.by_sea(number) == YES else ENTERED
        if judged.way[number] == BY_SEA and judged.path(number) == NO:
            return FAILS, self._no_convoy(number)
        end = judged.end[number]
        rivals = [r for r in judged.attackers[end] if r != number and judged.bars_out(r, number)]
        other = judged.at.get(end, -1)
        stays = other >= 0 and not (judged.end[other] >= 0 and judged.answer[other] == YES)
        if rivals:
            return FAILS, refuse("IV", "why.bounced", units=[self._name(r) for r in rivals])
        if stays and judged.power[other] == judged.power[number]:
            return FAILS, refuse("V.3", "why.own_unit", unit=self._name(other))
        if other >= 0 and judged.meets(number, other):
            return FAILS, refuse("IV", "why.head_to_head", unit=self._name(other))
        if stays and judged.held_by_own_support(number, other):
            return FAILS, refuse("V.3", "why.support_of_the_attacked", unit=self._name(other))
        return FAILS, refuse("IV", "why.held", unit=self._name(other))

    def _no_convoy(self, number: int) -> Refusal:
        judged, board = self.judged, self.board
        if number in judged.lost:
            return refuse("VIII.5", "why.paradox")
        fleets = judged.carriers[number]
        if not board.sails(judged.place[number], judged.end[number], fleets):
            return refuse("VIII.1", "why.no_convoy")
        broken = [board.provinces[s] for s in bits(fleets) if judged.answer[judged.at[s]] == NO]
        return refuse("VIII.3", "why.convoy_broken", provinces=broken)

    def _name(self, number: int) -> str:
        return write_unit(self.board, self.position.units[number])
