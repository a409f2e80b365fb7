"""Bags: multisets of things, such as tiles in a pouch. A count is never zero."""

from __future__ import annotations

from collections.abc import Iterable

Bag = dict[str, int]


def put(bag: Bag, item: str, number: int = 1) -> None:
    """Put things into a bag."""
    if number:
        bag[item] = bag.get(item, 0) + number


def take(bag: Bag, item: str, number: int = 1) -> None:
    """Take things out of a bag; a count of zero is deleted."""
    left = bag.get(item, 0) - number
    if left < 0:
        raise ValueError(f"the bag holds fewer than {number} of {item}")
    if left:
        bag[item] = left
    elif number:
        del bag[item]


def take_at(bag: Bag, place: int, order: Iterable[str]) -> str:
    """Take out the thing at an index, counting the things in the given order."""
    for item in order:
        place -= bag.get(item, 0)
        if place < 0:
            take(bag, item)
            return item
    raise ValueError("the bag holds things that are not in the given order")


def size(bag: Bag) -> int:
    """Count the things in a bag."""
    return sum(bag.values())


# Bags by place. A bag is replaced, never changed in place, so copies of a state share it.

Bags = dict[str, Bag]


def put_in(bags: Bags, place: str, item: str, number: int = 1) -> None:
    """Put things into the bag of a place."""
    bag = bags.get(place, {})
    if number:
        bags[place] = {**bag, item: bag.get(item, 0) + number}


def take_from(bags: Bags, place: str, item: str, number: int = 1) -> None:
    """Take things out of the bag of a place."""
    bag = bags[place].copy()
    take(bag, item, number)
    bags[place] = bag
