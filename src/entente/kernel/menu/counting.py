"""How far menus are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

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


def drawn(sizes: Sequence[int], rng: Random) -> int:
    """The place of one of some sizes, drawn as often as each says; never of one that is 0."""
    left = rng.randrange(sum(sizes))
    for place, size in enumerate(sizes):
        left -= size
        if left < 0:
            return place
    raise AssertionError("sizes are not negative")


def evened(sizes: Sequence[int]) -> Sequence[int]:
    """Sizes by which to draw: their own where all can be listed, otherwise all alike."""
    return sizes if sum(sizes) <= LISTABLE else [min(size, 1) for size in sizes]
