"""Differences: what is new in a tree of JSON values, in place of the whole tree.

An object is described by what changes in it: fields that are set, fields that are gone, and fields
that stay and are changed within. A list of the same length is changed within as well, by place;
anything else is set anew, and so is whatever would not be shorter told as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from entente.kernel.shapes import Data

_encode = msgspec.json.Encoder().encode


class Difference(msgspec.Struct, omit_defaults=True):
    """How an object or a list becomes another one. Places in a list are written as numbers."""

    set: dict[str, Data] = {}
    gone: list[str] = []
    within: dict[str, Difference] = {}

    def __bool__(self) -> bool:
        return bool(self.set or self.gone or self.within)


def difference(old: Any, new: Any) -> Difference | None:
    """How `old` becomes `new`; None where it has to be told anew."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = _changed(old, new, (key for key in new if key in old))
        found.set |= {key: value for key, value in new.items() if key not in old}
        found.gone = [key for key in old if key not in new]
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        by_place = {str(place): value for place, value in enumerate(old)}
        return _changed(by_place, {str(n): value for n, value in enumerate(new)}, by_place)
    return None


def _changed(old: dict[str, Any], new: dict[str, Any], keys: Iterable[str]) -> Difference:
    """What becomes of fields that both have."""
    found = Difference()
    for key in keys:
        one, other = old[key], new[key]
        if one == other and type(one) is type(other):
            continue
        inside = difference(one, other)
        if inside is None or not inside or len(_encode(inside)) >= len(_encode(other)):
            found.set[key] = other
        else:
            found.within[key] = inside
    return found


def apply(old: Any, change: Difference) -> Any:
    """The tree after a difference; what has not changed is shared with the old one."""
    if isinstance(old, list):
        places = {str(place): value for place, value in enumerate(old)}
        return list(_applied(places, change).values())
    return _applied(old, change)


def _applied(old: dict[str, Any], change: Difference) -> dict[str, Any]:
    kept = {key: value for key, value in old.items() if key not in change.gone}
    for key, inside in change.within.items():
        kept[key] = apply(kept[key], inside)
    return {**kept, **change.set}
