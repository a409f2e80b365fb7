"""Differences between JSON values.

An object's difference lists the fields that are set, removed, and changed within. A list of the
same length is compared by index. Everything else is replaced, and so is what would not be shorter
as a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress, count
from operator import ne
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw

from entente.kernel.schema_hints import Data

Encoded = bytes | Raw
Tree: TypeAlias = Mapping[str, "Raw | Tree"]  # an object of encoded parts
OBJECT, LIST = b"{"[0], b"["[0]

_encode = msgspec.json.Encoder().encode
_encode_in_order = msgspec.json.Encoder(order="sorted").encode
_read_object = msgspec.json.Decoder(dict[str, Raw]).decode
_read_list = msgspec.json.Decoder(list[Raw]).decode


class JsonDiff(msgspec.Struct, omit_defaults=True):
    """How an object or list becomes another one. List indices are written as strings."""

    set: dict[str, Data] = {}
    removed: list[str] = []
    changed: dict[str, JsonDiff] = {}


class _Written(msgspec.Struct, omit_defaults=True):
    """A difference of encoded parts."""

    set: dict[str, Raw | Tree] = {}
    removed: list[str] = []
    changed: dict[str, Raw] = {}


_NONE = _encode(_Written())
_WHOLE = 48  # bytes up to which a value is sent whole: comparing takes longer than sending
_SHORT = 300  # bytes up to which a changed field order is worth detecting


def difference(old: Encoded, new: Encoded) -> bytes | None:
    """Return an encoded Difference between two JSON texts; None if the value must be replaced.

    Only changed parts are decoded: equal text means equal values.
    """
    kind = memoryview(old)[0]
    if kind != memoryview(new)[0]:
        return None
    if kind == OBJECT:
        return object_difference(_read_object(old), _read_object(new))
    if kind == LIST:
        return _list_difference(_read_list(old), _read_list(new), len(new))
    return None


def _list_difference(before: list[Raw], after: list[Raw], length: int) -> bytes | None:
    """Return the difference between two lists of the same length, by index.

    None if most of the list has changed, as when a new question has new choices: a comparison
    would then take longer than it saves.
    """
    if len(before) != len(after):
        return None
    places = [*compress(count(), map(ne, before, after))]
    if 3 * sum([len(after[place]) for place in places]) > 2 * length:
        return None
    difference = _Written()
    for place in places:
        _change_text(difference, str(place), before[place], after[place], _shorter_difference)
    return _encode(difference)


class DiffCache:
    """Differences between parts, each computed once.

    Viewers of one table were sent mostly the same. Parts are identified by object identity, and
    kept alive for that.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Raw, Raw, bytes | None]] = {}

    def between(self, one: Raw, other: Raw) -> bytes | None:
        known = self._known.get((id(one), id(other)))
        if known is None:
            known = self._known[id(one), id(other)] = (one, other, _shorter_difference(one, other))
        return known[2]


def object_difference(old: Tree, new: Tree, known: DiffCache | None = None) -> bytes:
    """Return an encoded Difference between two objects, by field."""
    difference = _changed(old, new, known)
    if old.keys() != new.keys():
        difference.set |= {key: value for key, value in new.items() if key not in old}
        difference.removed = [key for key in old if key not in new]
    return _encode(difference)


def _changed(old: Tree, new: Tree, known: DiffCache | None = None) -> _Written:
    """Return the changes of fields that both objects have."""
    difference = _Written()
    between = _shorter_difference if known is None else known.between
    # Without a loop in Python, because most fields are equal.
    unequal = map(ne, map(old.get, new), new.values())
    for key, other in compress(new.items(), unequal):
        one = old.get(key)
        if one is None:
            continue
        if type(one) is Raw and type(other) is Raw:
            _change_text(difference, key, one, other, between)
        else:
            _change_tree(difference, key, one, other, known)
    return difference


def _change_text(
    difference: _Written,
    key: str,
    one: Raw,
    other: Raw,
    between: Callable[[Raw, Raw], bytes | None],
) -> None:
    """Record a changed value."""
    inside = between(one, other)
    if inside is None:
        difference.set[key] = other
    elif inside != _NONE:
        difference.changed[key] = Raw(inside)


def _shorter_difference(one: Raw, other: Raw) -> bytes | None:
    """Return the difference between two texts.

    `_NONE` if only the order of fields has changed, None if the new text is short or shorter.
    """
    length = len(other)
    if length == len(one) and length <= _SHORT and _mean_the_same(one, other):
        return _NONE
    inside = difference(one, other) if length > _WHOLE else None
    return None if inside is None or len(inside) >= length else inside


def _change_tree(
    difference: _Written, key: str, one: Raw | Tree, other: Raw | Tree, known: DiffCache | None
) -> None:
    """Record a changed field that is, was or becomes a tree."""
    if isinstance(one, Raw) or isinstance(other, Raw):
        difference.set[key] = other
    elif (inside := object_difference(one, other, known)) != _NONE:
        difference.changed[key] = Raw(inside)


def _mean_the_same(one: Raw, other: Raw) -> bool:
    """Return whether two texts differ only in the order of fields."""
    return b"{" in bytes(one) and _in_order(one) == _in_order(other)


def _in_order(text: Raw) -> bytes:
    return _encode_in_order(msgspec.json.decode(text))


def apply(old: Any, change: JsonDiff) -> Any:
    """Return the tree after a difference; unchanged parts are shared with the old one."""
    if isinstance(old, list):
        places = {str(place): value for place, value in enumerate(old)}
        return list(_applied(places, change).values())
    return _applied(old, change)


def _applied(old: dict[str, Any], change: JsonDiff) -> dict[str, Any]:
    kept = {key: value for key, value in old.items() if key not in change.removed}
    for key, inside in change.changed.items():
        kept[key] = apply(kept[key], inside)
    return {**kept, **change.set}
