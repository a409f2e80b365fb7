"""Menus as sequences: `len(menu)`, `menu[0]`, `menu[:10]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Protocol, SupportsIndex, overload


class _Listing(Protocol):
    def size(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...


class Indexed:
    """Gives a menu a length and indices. Its order is that of its iteration.

    An index walks the menu from its start, so take random actions with `sample`.
    """

    __slots__ = ()

    def __len__(self: _Listing) -> int:
        size = self.size()
        if size > sys.maxsize:
            raise OverflowError(f"this menu has {size} actions, too many for len(); use size()")
        return size

    def __bool__(self) -> bool:
        return True  # a menu always has an action

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self: _Listing, index: SupportsIndex | slice) -> str | list[str]:
        size = self.size()
        if isinstance(index, slice):
            start, stop, step = index.indices(size)
            if step > 0:
                return list(islice(self, start, stop, step))
            return list(self)[index]
        place = index.__index__()
        place += size if place < 0 else 0
        if 0 <= place < size:
            return next(islice(self, place, None))
        raise IndexError(f"this menu has {size} actions; there is none with the index {index}")
