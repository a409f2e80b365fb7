"""Bags: counted collections of like things, such as tiles in a pouch. A count is never zero."""

from __future__ import annotations

Bag = dict[str, int]


def put(bag: Bag, item: str, number: int = 1) -> None:
    """Put things in."""
    if number:
        bag[item] = bag.get(item, 0) + number


def take(bag: Bag, item: str, number: int = 1) -> None:
    """Take things out; an empty count leaves no trace."""
    left = bag.get(item, 0) - number
    if left < 0:
        raise ValueError(f"the bag holds fewer than {number} of {item}")
    if left:
        bag[item] = left
    elif number:
        del bag[item]


def pour(source: Bag, target: Bag) -> None:
    """Empty one bag into another."""
    for item, number in source.items():
        put(target, item, number)
    source.clear()


def size(bag: Bag) -> int:
    """How many things there are."""
    return sum(bag.values())
