"""Menus: what may be done at a decision.

An action is its written form, a plain string: a verb and words (`move germany-infantry berlin
belgium`). A menu says which strings are actions, can be sampled, and can be listed when it is
small. `canonical` gives the one spelling of an action that records and rules use.

Menus stand in one another: the fields of a form and the items of a list are menus themselves.
`size` counts the actions; of menus made of others, and of texts, up to `COUNTLESS`, which stands
for that many or more. A sample is uniform over a menu that can be listed; of a larger one made of
others, each part is drawn by itself, so that lists of every length and every form come up.
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
    """All actions of a menu, or None where there are more than `limit`."""
    if menu.size() > limit:
        return None
    return tuple(islice(menu, limit))


def verbs(menu: Choose | Amount | Pick) -> list[str]:
    """The words with which the actions of a menu begin, in its order."""
    actions = menu.actions if isinstance(menu, Choose) else (menu.verb,)
    return list(dict.fromkeys(action.partition(" ")[0] for action in actions))
