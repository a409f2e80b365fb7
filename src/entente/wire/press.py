"""The limits of a letter and of what it proposes, the same at a server's table and without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.kernel.message import Argument
from entente.kernel.plain_text import plain_text

LONGEST = 4000  # characters of a letter
MOST = 60  # proposed items in a letter; a Diplomacy map has at most 34 units
LONGEST_ORDER = 60  # characters of an item


class PressProblem(Exception):
    """Why a letter cannot be sent: the key of a text, and its arguments."""

    def __init__(self, key: str, /, **args: Argument) -> None:
        super().__init__(key)
        self.key = key
        self.args_of_text: dict[str, Argument] = args


def clean_text(text: str, *, alone: bool = True) -> str:
    """Return a letter's text as plain text within the limit.

    It may be empty unless it is the only part.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = plain_text(text).strip()
    if not any(character.isprintable() for character in text):
        if not alone:
            return ""
        raise PressProblem("empty")
    if len(text) > LONGEST:
        raise PressProblem("long", most=LONGEST)
    return text


def checked_items(slots: Mapping[str, tuple[str, ...]], items: Sequence[str]) -> list[str]:
    """Return proposed items if all are among `slots`, at most one for each."""
    if not items:
        return []
    if not slots:
        raise PressProblem("nothing_to_propose")
    slot_of = {order: slot for slot, choices in slots.items() for order in choices}
    order_of: dict[str, str] = {}
    for order in items:
        if order not in slot_of:
            raise PressProblem("no_such_order", order=order[:LONGEST_ORDER])
        if order_of.setdefault(slot_of[order], order) != order:
            raise PressProblem("two_orders", thing=slot_of[order])
    return list(order_of.values())
