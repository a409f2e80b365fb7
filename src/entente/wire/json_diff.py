"""Differences: what is new in a tree of JSON values, in place of the whole tree.

An object is described by what changes in it: fields that are set, fields that are gone, and fields
that stay and are changed within. A list of the same length is changed within as well, by place;
anything else is set anew, and so is whatever would not be shorter told as a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw

from entente.kernel.schema_hints import Data

Encoded = bytes | Raw
Tree: TypeAlias = Mapping[str, "Raw | Tree"]  # an object in parts that are already written
OBJECT, LIST = b"{"[0], b"["[0]

_encode = msgspec.json.Encoder().encode
_encode_in_order = msgspec.json.Encoder(order="sorted").encode
_read_object = msgspec.json.Decoder(dict[str, Raw]).decode
_read_list = msgspec.json.Decoder(list[Raw]).decode


class Difference(msgspec.Struct, omit_defaults=True):
    """How an object or a list becomes another one. Places in a list are written as numbers."""

    set: dict[str, Data] = {}
    gone: list[str] = []
    within: dict[str, Difference] = {}


class _Written(msgspec.Struct, omit_defaults=True):
    """The same, of parts that are already written."""

    set: dict[str, Raw | Tree] = {}
    gone: list[str] = []
    within: dict[str, Raw] = {}


_NONE = _encode(_Written())
_SHORTEST = len(_encode(_Written(gone=[""])))  # whatever is no longer than this is told itself
_SHORT = 300  # bytes, up to which it is worth finding out that only an order has changed


def difference(old: Encoded, new: Encoded) -> bytes | None:
    """How one JSON text becomes another, as the text of a Difference; None where it has to be told
    anew. Only what has changed is read: what is written alike is alike."""
    kind = memoryview(old)[0]
    if kind != memoryview(new)[0]:
        return None
    if kind == OBJECT:
        return object_difference(_read_object(old), _read_object(new))
    if kind == LIST:
        before, after = _read_list(old), _read_list(new)
        if len(before) == len(after) and not _mostly_new(before, after):
            return _encode(_changed(_by_place(before), _by_place(after)))
    return None


def _mostly_new(before: list[Raw], after: list[Raw]) -> bool:
    """Whether most of a list has changed, as another question has other choices: looking for what
    its parts have in common takes longer than it saves."""
    new = sum(len(other) for one, other in zip(before, after, strict=True) if one != other)
    return 3 * new > 2 * sum(map(len, after))


class DiffCache:
    """Differences between parts, each found once: those who look at the same table were told the
    same of most of it. The parts are known by their identity, and kept for that."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Raw, Raw, bytes | None]] = {}

    def between(self, one: Raw, other: Raw) -> bytes | None:
        known = self._known.get((id(one), id(other)))
        if known is None:
            known = self._known[id(one), id(other)] = (one, other, _shorter_difference(one, other))
        return known[2]


def object_difference(old: Tree, new: Tree, known: DiffCache | None = None) -> bytes:
    """The same for two objects, by their fields."""
    found = _changed(old, new, known)
    if old.keys() != new.keys():
        found.set |= {key: value for key, value in new.items() if key not in old}
        found.gone = [key for key in old if key not in new]
    return _encode(found)


def _by_place(values: list[Raw]) -> dict[str, Raw]:
    return {str(place): value for place, value in enumerate(values)}


def _changed(old: Tree, new: Tree, known: DiffCache | None = None) -> _Written:
    """What becomes of fields that both have."""
    found = _Written()
    between = _shorter_difference if known is None else known.between
    for key, other in new.items():
        one = old.get(key)
        if one is None or one is other:
            continue
        if type(one) is not Raw or type(other) is not Raw:  # a tree is gone through only once
            _change_tree(found, key, one, other, known)
        elif one != other:
            inside = between(one, other)
            if inside is None:
                found.set[key] = other
            elif inside != _NONE:
                found.within[key] = Raw(inside)
    return found


def _shorter_difference(one: Raw, other: Raw) -> bytes | None:
    """The difference between two texts that are not alike; `_NONE` where only the order of fields
    somewhere inside has changed, None where the new text is told itself."""
    if _mean_the_same(one, other):
        return _NONE
    inside = difference(one, other) if len(other) > _SHORTEST else None
    return None if inside is None or len(inside) >= len(other) else inside


def _change_tree(
    found: _Written, key: str, one: Raw | Tree, other: Raw | Tree, known: DiffCache | None
) -> None:
    """A field that is a tree has changed, or has become one or ceased to be one."""
    if isinstance(one, Raw) or isinstance(other, Raw):
        found.set[key] = other
    elif (inside := object_difference(one, other, known)) != _NONE:
        found.within[key] = Raw(inside)


def _mean_the_same(one: Raw, other: Raw) -> bool:
    """Whether two short texts that are not alike differ in the order of their fields only."""
    if len(one) != len(other) or len(one) > _SHORT or b"{" not in bytes(one):
        return False
    return _in_order(one) == _in_order(other)


def _in_order(text: Raw) -> bytes:
    return _encode_in_order(msgspec.json.decode(text))


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
