"""How far menus are counted."""

from __future__ import annotations

from collections.abc import Iterable

LISTABLE = 1000  # a menu of up to so many actions is listed
COUNTLESS = 10**18  # the size of whatever has so many actions or more


def total(sizes: Iterable[int]) -> int:
    """The sum of sizes, as far as it is counted."""
    count = 0
    for size in sizes:
        count += size
        if count >= COUNTLESS:
            return COUNTLESS
    return count


def product(sizes: Iterable[int]) -> int:
    """The product of sizes, as far as it is counted."""
    count = 1
    for size in sizes:
        count = min(count * size, COUNTLESS)
    return count
