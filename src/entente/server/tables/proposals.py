"""Proposals: orders that a player sends with a letter, for units of whoever reads it or anybody.

They are choices of the game as it stands, at most one for each thing that can be told what to do;
nothing of them is binding, and nothing is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.wire.tables import PLAYING

MOST = 60  # orders in a letter; a map of Diplomacy has at most 34 units
LONGEST_ORDER = 60  # characters


def possible(room: Room) -> Mapping[str, tuple[str, ...]]:
    """What may be proposed now, thing by thing; empty: nothing."""
    return room.position.proposals() if room.table.status == PLAYING else {}


def checked(room: Room, orders: Sequence[str]) -> list[str]:
    """Orders that may go with a letter; Problem says which of them may not."""
    if not orders:
        return []
    slots = possible(room)
    if not slots:
        raise Problem(409, "press.nothing_to_propose")
    slot_of = {order: slot for slot, choices in slots.items() for order in choices}
    given: dict[str, str] = {}
    for order in orders:
        if order not in slot_of:
            raise Problem(422, "press.no_such_order", order=order)
        if given.setdefault(slot_of[order], order) != order:
            raise Problem(422, "press.two_orders", thing=slot_of[order])
    return list(given.values())
