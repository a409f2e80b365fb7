"""Counting the actions of menus, up to a cap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

LISTABLE = 1000  # the largest menu that is listed
COUNTLESS = 10**18  # the cap on sizes


def total(sizes: Iterable[int]) -> int:
    """Return the sum of sizes, capped."""
    count = 0
    for size in sizes:
        count += size
        if count >= COUNTLESS:
            return COUNTLESS
    return count


def product(sizes: Iterable[int]) -> int:
    """Return the product of sizes, capped."""
    count = 1
    for size in sizes:
        count = min(count * size, COUNTLESS)
    return count


def weighted_index(sizes: Sequence[int], rng: Random) -> int:
    """Draw an index with these weights; never one with weight 0."""
    left = rng.randrange(sum(sizes))
    for place, size in enumerate(sizes):
        left -= size
        if left < 0:
            return place
    raise AssertionError("weights must not be negative")


def sampling_weights(sizes: Sequence[int]) -> Sequence[int]:
    """Return the weights to sample by: the sizes if all can be listed, otherwise equal ones."""
    return sizes if sum(sizes) <= LISTABLE else [min(size, 1) for size in sizes]
