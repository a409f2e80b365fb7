"""Menus as they are sent: what stands in many places of a form is written once.

In the form of a treaty the same hundred areas and the same conditions stand in dozens of fields.
Each menu that is written out within the outermost form or list has a number, from 0 on in the order
in which they begin; where one comes again, `{"type": "same", "as": number}` stands for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from entente.kernel.menu.composed import Field, Form, ListOf, OneOf
from entente.kernel.menu.simple import Amount, Choose, Pick
from entente.kernel.menu.slots import Slots
from entente.kernel.menu.text import Text

SAME = "same"
SHORT = 60  # bytes, up to which a menu is rather written twice

_encode = msgspec.json.Encoder().encode


def folded(menu: Choose | Amount | Pick | Slots | Form | Text | OneOf | ListOf) -> bytes:
    """A menu as JSON, with what comes twice written once."""
    if isinstance(menu, OneOf):
        return _with(menu, forms=b"[%b]" % b",".join(map(folded, menu.forms)))
    if not isinstance(menu, (Form, ListOf)):
        return _encode(menu)
    kept: bytes | None = menu.__dict__.get(SAME)  # forms are made once and shown again and again
    if kept is None:
        kept = menu.__dict__[SAME] = _Folding().written(menu)
    return kept


class _Folding:
    """One form or list being written."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._count = 0

    def written(self, menu: Field) -> bytes:
        whole = _encode(menu)
        number = self._numbers.get(whole)
        if number is not None and len(whole) > SHORT:
            return _encode({"type": SAME, "as": number})
        self._numbers.setdefault(whole, self._count)
        self._count += 1
        if isinstance(menu, OneOf):
            return _with(menu, forms=b"[%b]" % b",".join(map(self.written, menu.forms)))
        if isinstance(menu, ListOf):
            return _with(menu, item=self.written(menu.item))
        if isinstance(menu, Form):
            fields = {name: msgspec.Raw(self.written(each)) for name, each in menu.fields.items()}
            return _with(menu, fields=_encode(fields))
        return whole


def _with(menu: Form | ListOf | OneOf, **parts: bytes) -> bytes:
    """A menu with some of its parts as they are already written."""
    own = {
        name: msgspec.Raw(parts[name]) if name in parts else getattr(menu, name)
        for name in menu.__struct_fields__
    }
    return _encode({"type": menu.__struct_config__.tag, **own})


def unfolded(menu: Mapping[str, Any]) -> dict[str, Any]:
    """A menu as it was read from JSON, whole again; what was written once is shared."""
    if menu["type"] == "one_of":
        return {**menu, "forms": [unfolded(each) for each in menu["forms"]]}
    return _Unfolding().read(menu)


class _Unfolding:
    """One form or list being read; its menus are numbered as they begin."""

    def __init__(self) -> None:
        self._met: list[dict[str, Any]] = []

    def read(self, menu: Mapping[str, Any]) -> dict[str, Any]:
        kind = menu["type"]
        if kind == SAME:
            met: dict[str, Any] = self._met[menu["as"]]
            return met
        found = dict(menu)
        self._met.append(found)
        if kind == "form":
            found["fields"] = {name: self.read(each) for name, each in menu["fields"].items()}
        elif kind == "one_of":
            found["forms"] = [self.read(each) for each in menu["forms"]]
        elif kind == "many":
            found["item"] = self.read(menu["item"])
        return found
