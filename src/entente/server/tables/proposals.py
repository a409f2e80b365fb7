"""Orders that a player proposes in a message, for anyone's units.

They are choices of the current position, at most one per unit. They are not binding, and nothing is
carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.kernel.chat_rules import proposals
from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.wire.tables import PLAYING

MOST = 60  # orders in a message; a Diplomacy map has at most 34 units
LONGEST_ORDER = 60  # characters


def possible(room: Room) -> Mapping[str, tuple[str, ...]]:
    """Return what may be proposed now, by unit; empty if nothing."""
    return proposals(room.position) if room.table.status == PLAYING else {}


def checked(room: Room, orders: Sequence[str]) -> list[str]:
    """Return the orders if all may be proposed. Raise Problem otherwise."""
    if not orders:
        return []
    slots = possible(room)
    if not slots:
        raise Problem(409, "press.nothing_to_propose")
    slot_of = {order: slot for slot, choices in slots.items() for order in choices}
    order_of: dict[str, str] = {}
    for order in orders:
        if order not in slot_of:
            raise Problem(422, "press.no_such_order", order=order)
        if order_of.setdefault(slot_of[order], order) != order:
            raise Problem(422, "press.two_orders", thing=slot_of[order])
    return list(order_of.values())
