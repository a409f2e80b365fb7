"""Ladders: the order of the entries, and whom each of them may challenge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple


class LadderStep(NamedTuple):
    """A won challenge: the challenger takes the place of the challenged, who takes the other."""

    time: int
    number: int  # orders those of one moment
    challenger: int
    challenged: int


def ladder_order(entries: Sequence[int], steps: Iterable[LadderStep]) -> list[int]:
    """Return the entries, the first place first. Later ones begin at the bottom.

    A challenger who has come above the other meanwhile stays there.
    """
    order = list(entries)
    for step in sorted(steps):
        if step.challenger not in order or step.challenged not in order:
            continue
        low, high = order.index(step.challenger), order.index(step.challenged)
        if high < low:
            order[low], order[high] = order[high], order[low]
    return order


def within_reach(order: Sequence[int], entry: int, reach: int, busy: Collection[int]) -> list[int]:
    """Return whom an entry may challenge: up to `reach` places above, and free."""
    if entry not in order or entry in busy:
        return []
    place = order.index(entry)
    return [each for each in order[max(0, place - reach) : place] if each not in busy]
