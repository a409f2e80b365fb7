"""Encode units, orders and boards as numbers, and decode them."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.compiled import Numbers
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.orders import Order


def order_code(order: Order) -> int:
    """Encode an order as one word."""
    if order.kind == at.HOLD:
        return at.HOLD
    return (
        order.kind
        | order.target << at.TARGET_AT
        | order.end + 1 << at.END_AT
        | order.via << at.VIA_AT
        | order.coast + 1 << at.COAST_AT
    )


def order_of(code: int) -> Order:
    """Decode an order."""
    kind = code & at.KIND_BITS
    if kind == at.HOLD:
        return Order(kind)
    return Order(
        kind,
        code >> at.TARGET_AT & at.PLACE_BITS,
        (code >> at.END_AT & at.PLACE_BITS) - 1,
        bool(code >> at.VIA_AT & 1),
        (code >> at.COAST_AT & at.PLACE_BITS) - 1,
    )


def write_units(boards: Numbers, board: int, units: Sequence[Unit]) -> None:
    """Replace the units on a board."""
    if len(units) > at.UNITS:
        raise ValueError(
            f"{len(units)} units on one board; there is room for {at.UNITS}, as many as there"
            " are centres. Judge such a position with entente.games.diplomacy.rules."
        )
    boards[board + at.COUNT] = len(units)
    for number in range(at.UNITS):
        there = number < len(units)
        boards[board + at.LOCATION + number] = units[number].location if there else at.NONE
        boards[board + at.WHO + number] = who(units[number]) if there else at.NONE


def who(unit: Unit) -> int:
    """Encode a unit's power and whether it is a fleet."""
    return unit.power | (at.FLEET if unit.fleet else 0)


def read_units(boards: Numbers, board: int) -> list[Unit]:
    """Return the units on a board."""
    return [
        unit_of(boards[board + at.WHO + number], boards[board + at.LOCATION + number])
        for number in range(boards[board + at.COUNT])
    ]


def unit_of(who: int, location: int) -> Unit:
    """Decode a unit from its two numbers."""
    return Unit(int(who) & at.POWER, bool(who & at.FLEET), int(location))
