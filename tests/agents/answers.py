"""Actions as an agent may write them: from the line to the object of the question's schema."""

from __future__ import annotations

from typing import Any

from entente.agents.schema import verb_of
from entente.kernel import Menu
from entente.kernel.menu import Amount, Choose, Form, ListOf, OneOf, Pick, Slots, Text
from entente.kernel.menu.composed import opened


def as_value(menu: Menu, action: str) -> Any:
    """An action of a menu as data; `schema.written` makes the line of it again."""
    if isinstance(menu, Choose):
        return action
    if isinstance(menu, Amount):
        return int(action.split()[-1])
    if isinstance(menu, Text):
        return menu.read(action)
    if isinstance(menu, Pick):
        return action.split()[1:]
    if isinstance(menu, Slots):
        return dict(zip(menu.slots, action.split("; "), strict=True))
    if isinstance(menu, ListOf):
        return [as_value(menu.item, item) for item in menu.read(action) or ()]
    if isinstance(menu, OneOf):
        form = menu.form_of(action)
        assert form is not None
        verb = verb_of(form)
        return {verb: as_value(form, action)} if verb else as_value(form, action)
    assert isinstance(menu, Form)
    return {
        name: as_value(menu.fields[name], opened(menu.fields[name], value) or value)
        for name, value in (menu.read(action) or {}).items()
    }
