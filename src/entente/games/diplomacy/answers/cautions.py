"""Risks of legal orders: what a player is likely to regret when submitting them.

They use only the player's own orders and the board, since the other orders are not yet known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import DISBAND
from entente.games.diplomacy.board import bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.adjustments import WAIVE
from entente.games.diplomacy.rules.orders import CONVOY, MOVE, SUPPORT, Order, write_unit
from entente.kernel import Action, Caution, Seat
from entente.kernel.caution import loss, missed_chance

Orders = Mapping[int, Order]  # by unit number
ENOUGH = 2  # units of one power beside a centre that is left
FEW = 1  # foreign units that can bounce the one that leaves it


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

    def place(self, number: int) -> str:
        """Return the name of a unit's province, to show it on the map."""
        return self.europe.board.provinces[self.province(number)]

    def staying(self, province: int) -> int | None:
        """Return the number of the player's own unit that stays in a province."""
        number = self.europe.position.at.get(province)
        if number is None or number not in self.orders or self.goal(number) >= 0:
            return None
        return number


def of_orders(europe: DiplomacyContext, orders: Orders) -> Iterator[Caution]:
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


def open_centres(europe: DiplomacyContext, seat: Seat, orders: Orders) -> Iterator[Caution]:
    """IX.1: after autumn a unit on a centre takes it. Yield the seat's centres that its own unit
    leaves for a province that few foreign units can contest, that no other of its units can
    enter, and that several units of one power can. With fewer, or where the unit may bounce and
    stay, the centre is rarely taken (see `benchmarks.alarms`)."""
    own, board = OwnOrders(europe, orders), europe.board
    mine = {board.power[power] for power in europe.powers_of(seat)}
    centres = {c for power in mine for c in bits(europe.centre_masks()[power])}
    units = europe.position.units
    reached = {number: board.reach(units[number]) for number in orders}
    for number in orders:
        province, goal = own.province(number), own.goal(number)
        if province not in centres or goal < 0 or _is_contested(own, goal, mine):
            continue
        if any(reach >> province & 1 for reach in reached.values()):
            continue
        near: dict[int, list[str]] = defaultdict(list)
        for unit in units:
            if unit.power not in mine and board.reach(unit) >> province & 1:
                near[unit.power].append(write_unit(board, unit))
        enemies = max(near.values(), key=len, default=[])
        if len(enemies) >= ENOUGH:
            name, leaver = board.provinces[province], own.name(number)
            yield loss("caution.open_centre", name, unit=leaver, province=name, units=enemies)


def _is_contested(own: OwnOrders, province: int, mine: set[int]) -> bool:
    """Return whether a unit of another player is in a province, or several can enter it."""
    board, position = own.europe.board, own.europe.position
    there = position.at.get(province)
    if there is not None and position.units[there].power not in mine:
        return True
    foreign = [unit for unit in position.units if unit.power not in mine]
    return sum(board.reach(unit) >> province & 1 for unit in foreign) > FEW


def _to_the_same_place(own: OwnOrders) -> Iterator[Caution]:
    """IV.3: units of equal strength bounce."""
    coming = defaultdict(list)
    for number in own.orders:
        if (goal := own.goal(number)) >= 0:
            coming[goal].append(own.name(number))
    for goal, units in coming.items():
        if len(units) > 1:
            province = own.europe.board.provinces[goal]
            yield loss("caution.same_place", province, units=units, province=province)


def _move(own: OwnOrders, number: int, order: Order) -> Iterator[Caution]:
    europe, goal = own.europe, own.goal(number)
    board, unit = europe.board, europe.position.units[number]
    name, province = own.name(number), board.provinces[goal]
    if (there := own.staying(goal)) is not None:
        yield loss(
            "caution.own_unit",
            own.place(number),
            unit=name,
            other=own.name(there),
            province=province,
        )
    met = europe.position.at.get(goal)
    convoyed = order.via or not board.reach(unit) >> goal & 1
    if met is not None and _change_places(own, number, met) and not convoyed:
        places = own.place(number), own.place(met)
        yield loss("caution.change_places", *places, unit=name, other=own.name(met))
    if convoyed and not any(_takes(own, each, number, goal) for each in own.orders.values()):
        yield missed_chance("caution.no_fleet", own.place(number), unit=name, province=province)


def _change_places(own: OwnOrders, number: int, other: int) -> bool:
    """IV: whether two units swap places by land; reported for only one of them."""
    if other not in own.orders or other < number or own.orders[other].via:
        return False
    return own.goal(other) == own.province(number)


def _takes(own: OwnOrders, order: Order, army: int, goal: int) -> bool:
    """Return whether an order convoys an army to a province."""
    return order.kind == CONVOY and own.helped(order) == army and order.end == goal


def _support(own: OwnOrders, number: int, order: Order) -> Iterator[Caution]:
    helped, name = own.helped(order), own.name(number)
    if helped is None:
        if order.end >= 0 and (there := own.staying(order.end)) is not None:
            yield loss("caution.against_own", own.place(number), unit=name, other=own.name(there))
    elif order.end < 0:
        if own.goal(helped) >= 0:
            places = own.place(number), own.place(helped)
            yield loss("caution.supports_a_leaver", *places, unit=name, other=own.name(helped))
    elif own.goal(helped) != order.end:
        province = own.europe.board.provinces[order.end]
        key = "caution.supports_no_move"
        places = own.place(number), own.place(helped)
        yield loss(key, *places, unit=name, other=own.name(helped), province=province)


def _convoy(own: OwnOrders, number: int, order: Order) -> Iterator[Caution]:
    helped = own.helped(order)
    if helped is not None and own.goal(helped) != order.end:
        province = own.europe.board.provinces[order.end]
        key, other = "caution.convoys_nobody", own.name(helped)
        places = own.place(number), own.place(helped)
        yield loss(key, *places, unit=own.name(number), other=other, province=province)


def of_retreats(europe: DiplomacyContext, answer: Action) -> Iterator[Caution]:
    """VII.1, VII.2: units retreating to the same place are lost, and so are units without a
    retreat."""
    board, coming = europe.board, defaultdict(list)
    for choice in answer.choices:
        kind, place, sign, *end = choice.words
        if sign == DISBAND:
            where = board.provinces[board.province_of[board.location[place]]]
            yield loss("caution.disbands", where, unit=f"{kind} {place}")
        else:
            coming[board.province_of[board.location[end[0]]]].append(f"{kind} {place}")
    for goal, units in coming.items():
        if len(units) > 1:
            province = board.provinces[goal]
            yield loss("caution.same_retreat", province, units=units, province=province)


def of_winter(answer: Action) -> Iterator[Caution]:
    """IX.2: fewer builds than allowed."""
    if count := answer.choice_texts.count(WAIVE):
        yield loss("caution.builds_left", count=count)
