"""Menus: the legal actions of a decision.

An action is a plain string: a verb and words (`move germany-infantry berlin belgium`). A menu says
which strings are actions, can be sampled, and can be listed if it is small. `canonical` returns the
one spelling of an action that records and rules use.

Menus can be nested: the fields of a form and the items of a list are menus. `size` counts the
actions; for nested menus and texts the count is capped at `COUNTLESS`. Sampling is uniform over a
menu that can be listed; in a larger nested menu each part is sampled separately, so that lists of
every length and every form occur.
"""

from __future__ import annotations

from itertools import islice

from entente.kernel.menu.composed import Field, Form, ListOf, OneOf
from entente.kernel.menu.counting import COUNTLESS, LISTABLE
from entente.kernel.menu.explaining import explain
from entente.kernel.menu.simple import Amount, Choose, Pick
from entente.kernel.menu.slots import USUAL, Slots
from entente.kernel.menu.text import Text

Menu = Choose | Amount | Pick | Slots | Form | Text | OneOf | ListOf

__all__ = [
    "COUNTLESS",
    "LISTABLE",
    "USUAL",
    "Amount",
    "Choose",
    "Field",
    "Form",
    "ListOf",
    "Menu",
    "OneOf",
    "Pick",
    "Slots",
    "Text",
    "explain",
    "listed",
    "verbs",
]


def listed(menu: Menu, limit: int = LISTABLE) -> tuple[str, ...] | None:
    """Return all actions of a menu, or None if there are more than `limit`."""
    if menu.size() > limit:
        return None
    return tuple(islice(menu, limit))


def verbs(menu: Choose | Amount | Pick) -> list[str]:
    """Return the first words of the actions of a menu, in its order."""
    actions = menu.actions if isinstance(menu, Choose) else (menu.verb,)
    return list(dict.fromkeys(action.partition(" ")[0] for action in actions))
