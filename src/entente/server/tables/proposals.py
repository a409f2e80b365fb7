"""Orders that a player proposes in a message, for anyone's units.

They are choices of the current position, at most one per unit. They are not binding, and nothing is
carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.kernel.chat_rules import proposals
from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.wire.press import PressProblem, checked_items
from entente.wire.tables import PLAYING


def possible(room: Room) -> Mapping[str, tuple[str, ...]]:
    """Return what may be proposed now, by unit; empty if nothing."""
    return proposals(room.position) if room.table.status == PLAYING else {}


def checked(room: Room, orders: Sequence[str]) -> list[str]:
    """Return the orders if all may be proposed. Raise Problem otherwise."""
    if not orders:
        return []
    try:
        return checked_items(possible(room), orders)
    except PressProblem as error:
        status = 409 if error.key == "nothing_to_propose" else 422
        raise Problem(status, f"press.{error.key}", **error.args_of_text) from None
