"""What others do not see of a table: the steps of private plans, and that there were any.

The moves and versions of a table count everything. Whoever looks at it is told other numbers, in
which only what he may know of is counted; they go up by one whenever something changes for him, and
tell nothing of how often somebody else has thought again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from typing import NamedTuple

from entente.kernel import Seat


class PrivateStep(NamedTuple):
    """A step of a plan: whose, which of the moves (from 1), and the table's version with it."""

    seat: Seat
    move: int
    version: int


class Counting:
    """How a viewer counts the moves and versions of a table.

    `undone` are changes of plans that were taken back, or took something back: it is not kept when
    they were, and they count as if they had been made first.
    """

    def __init__(self, steps: Sequence[PrivateStep], undone: int = 0) -> None:
        self._moves = [step.move for step in steps]
        self._versions = [step.version for step in steps]
        self._undone = undone

    # -- as the viewer counts

    def moves(self, number: int) -> int:
        """How many of so many moves he knows of."""
        return number - bisect_right(self._moves, number)

    def version(self, version: int) -> int:
        """A version of the table."""
        return version - bisect_right(self._versions, version) - self._undone

    def sees(self, number: int) -> bool:
        """Whether he knows of a move, counted from 1."""
        place = bisect_left(self._moves, number)
        return place == len(self._moves) or self._moves[place] != number

    # -- as the table counts

    def true_moves(self, number: int) -> int:
        """After how many moves he knew of so many; the least."""
        if not number:
            return 0
        for hidden in self._moves:
            if hidden > number:
                break
            number += 1
        return number

    def last(self, number: int) -> int:
        """The same; the most."""
        return self.true_moves(number + 1) - 1

    def true_version(self, version: int) -> int:
        """The last version of the table that was this one for him."""
        version += self._undone
        for hidden in self._versions:
            if hidden > version + 1:
                break
            version += 1
        return version


EVERYTHING = Counting(())


def counting(
    steps: Sequence[PrivateStep], changes: dict[Seat, int], seats: Collection[Seat]
) -> Counting:
    """How whoever holds these seats counts. `changes` counts for each seat all changes of its
    plans, those that were taken back among them."""
    hidden = [step for step in steps if step.seat not in seats]
    total = sum(count for seat, count in changes.items() if seat not in seats)
    return Counting(hidden, total - len(hidden))
