"""Cautions about legal orders that a player is likely to regret.

They use only the player's own orders and the board, since the other orders are not yet known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import DISBAND
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.adjustments import WAIVE
from entente.games.diplomacy.rules.orders import CONVOY, MOVE, SUPPORT, Order, write_unit
from entente.kernel import Action, Message, say

Orders = Mapping[int, Order]  # by unit number


class OwnOrders(NamedTuple):
    """The orders of one player and the board."""

    europe: DiplomacyContext
    orders: Orders

    def name(self, number: int) -> str:
        return write_unit(self.europe.board, self.europe.position.units[number])

    def province(self, number: int) -> int:
        """Return the province of a unit."""
        return self.europe.board.province_of[self.europe.position.units[number].location]

    def goal(self, number: int) -> int:
        """Return the destination province of a unit; -1 if it stays."""
        order = self.orders[number]
        return self.europe.board.province_of[order.target] if order.kind == MOVE else -1

    def helped(self, order: Order) -> int | None:
        """Return the number of the player's own unit that a support or convoy helps."""
        number = self.europe.position.at.get(self.europe.board.province_of[order.target])
        return number if number in self.orders else None

    def staying(self, province: int) -> int | None:
        """Return the number of the player's own unit that stays in a province."""
        number = self.europe.position.at.get(province)
        if number is None or number not in self.orders or self.goal(number) >= 0:
            return None
        return number


def of_orders(europe: DiplomacyContext, orders: Orders) -> Iterator[Message]:
    """III to V, VIII: the player's own orders that conflict with each other or have no effect."""
    own = OwnOrders(europe, orders)
    yield from _to_the_same_place(own)
    for number, order in orders.items():
        if order.kind == MOVE:
            yield from _move(own, number, order)
        elif order.kind == SUPPORT:
            yield from _support(own, number, order)
        elif order.kind == CONVOY:
            yield from _convoy(own, number, order)


def _to_the_same_place(own: OwnOrders) -> Iterator[Message]:
    """IV.3: units of equal strength bounce."""
    coming = defaultdict(list)
    for number in own.orders:
        if (goal := own.goal(number)) >= 0:
            coming[goal].append(own.name(number))
    for goal, units in coming.items():
        if len(units) > 1:
            province = own.europe.board.provinces[goal]
            yield say("caution.same_place", units=units, province=province)


def _move(own: OwnOrders, number: int, order: Order) -> Iterator[Message]:
    europe, goal = own.europe, own.goal(number)
    board, unit = europe.board, europe.position.units[number]
    name, province = own.name(number), board.provinces[goal]
    if (there := own.staying(goal)) is not None:
        yield say("caution.own_unit", unit=name, other=own.name(there), province=province)
    met = europe.position.at.get(goal)
    convoyed = order.via or not board.reach(unit) >> goal & 1
    if met is not None and _change_places(own, number, met) and not convoyed:
        yield say("caution.change_places", unit=name, other=own.name(met))
    if convoyed and not any(_takes(own, each, number, goal) for each in own.orders.values()):
        yield say("caution.no_fleet", unit=name, province=province)


def _change_places(own: OwnOrders, number: int, other: int) -> bool:
    """IV: whether two units swap places by land; reported for only one of them."""
    if other not in own.orders or other < number or own.orders[other].via:
        return False
    return own.goal(other) == own.province(number)


def _takes(own: OwnOrders, order: Order, army: int, goal: int) -> bool:
    """Whether an order convoys an army to a province."""
    return order.kind == CONVOY and own.helped(order) == army and order.end == goal


def _support(own: OwnOrders, number: int, order: Order) -> Iterator[Message]:
    helped, name = own.helped(order), own.name(number)
    if helped is None:
        if order.end >= 0 and (there := own.staying(order.end)) is not None:
            yield say("caution.against_own", unit=name, other=own.name(there))
    elif order.end < 0:
        if own.goal(helped) >= 0:
            yield say("caution.supports_a_leaver", unit=name, other=own.name(helped))
    elif own.goal(helped) != order.end:
        province = own.europe.board.provinces[order.end]
        key = "caution.supports_no_move"
        yield say(key, unit=name, other=own.name(helped), province=province)


def _convoy(own: OwnOrders, number: int, order: Order) -> Iterator[Message]:
    helped = own.helped(order)
    if helped is not None and own.goal(helped) != order.end:
        province = own.europe.board.provinces[order.end]
        key, other = "caution.convoys_nobody", own.name(helped)
        yield say(key, unit=own.name(number), other=other, province=province)


def of_retreats(europe: DiplomacyContext, answer: Action) -> Iterator[Message]:
    """VII.1, VII.2: units retreating to the same place are lost, and so are units without a
    retreat."""
    board, coming = europe.board, defaultdict(list)
    for choice in answer.choices:
        kind, place, sign, *end = choice.words
        if sign == DISBAND:
            yield say("caution.disbands", unit=f"{kind} {place}")
        else:
            coming[board.province_of[board.location[end[0]]]].append(f"{kind} {place}")
    for goal, units in coming.items():
        if len(units) > 1:
            yield say("caution.same_retreat", units=units, province=board.provinces[goal])


def of_winter(answer: Action) -> Iterator[Message]:
    """IX.2: fewer builds than allowed."""
    if count := answer.choice_texts.count(WAIVE):
        yield say("caution.builds_left", count=count)
