"""Encode menus with repeated parts written once.

In the form of a treaty the same hundred areas and the same conditions occur in dozens of fields.
Menus within the outermost form or list are numbered from 0 in the order in which they begin; a
repeated menu is replaced by `{"type": "same", "as": number}`.
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
SHORT = 60  # bytes; a smaller menu is written twice

_encode = msgspec.json.Encoder().encode


def deduplicate(menu: Choose | Amount | Pick | Slots | Form | Text | OneOf | ListOf) -> bytes:
    """Encode a menu as JSON, with repeated parts written once."""
    if isinstance(menu, OneOf):
        return _with(menu, forms=b"[%b]" % b",".join(map(deduplicate, menu.forms)))
    if not isinstance(menu, (Form, ListOf)):
        return _encode(menu)
    kept: bytes | None = menu.__dict__.get(SAME)  # a form is created once and sent many times
    if kept is None:
        kept = menu.__dict__[SAME] = _Encoder().written(menu)
    return kept


class _Encoder:
    """Encodes one form or list."""

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
    """Return a menu with some of its parts already encoded."""
    own = {
        name: msgspec.Raw(parts[name]) if name in parts else getattr(menu, name)
        for name in menu.__struct_fields__
    }
    return _encode({"type": menu.__struct_config__.tag, **own})


def expand(menu: Mapping[str, Any]) -> dict[str, Any]:
    """Restore a menu that was read from JSON; repeated parts are shared."""
    if menu["type"] == "one_of":
        return {**menu, "forms": [expand(each) for each in menu["forms"]]}
    return _Decoder().read(menu)


class _Decoder:
    """Decodes one form or list; its menus are numbered as they begin."""

    def __init__(self) -> None:
        self._met: list[dict[str, Any]] = []

    def read(self, menu: Mapping[str, Any]) -> dict[str, Any]:
        kind = menu["type"]
        if kind == SAME:
            met: dict[str, Any] = self._met[menu["as"]]
            return met
        expanded = dict(menu)
        self._met.append(expanded)
        if kind == "form":
            expanded["fields"] = {name: self.read(each) for name, each in menu["fields"].items()}
        elif kind == "one_of":
            expanded["forms"] = [self.read(each) for each in menu["forms"]]
        elif kind == "many":
            expanded["item"] = self.read(menu["item"])
        return expanded
