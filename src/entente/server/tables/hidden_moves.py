"""What others do not see of a table: the steps of private plans, and that there were any.

The moves and versions of a table count everything. Whoever looks at it is told other numbers, in
which only what he may know of is counted; they go up by one whenever something changes for him, and
tell nothing of how often somebody else has thought again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from entente.kernel import Seat


class Answered(NamedTuple):
    """A move, the question it answered, and whether only its seat knows of it: by these it is
    known again after an undo."""

    seat: Seat
    action: str
    window: int
    unseen: bool


class VisibleCounts:
    """How a viewer counts the moves and versions of a table.

    He knows nothing of some of its `moves`, which are steps of plans, nor of the changes that made
    some of its `versions`: those steps, also such as were taken back, and the taking back. Both go
    up.
    """

    def __init__(self, moves: Sequence[int], versions: Sequence[int]) -> None:
        self._moves = moves
        self._versions = versions

    # -- as the viewer counts

    def moves(self, number: int) -> int:
        """How many of so many moves he knows of."""
        return number - bisect_right(self._moves, number)

    def version(self, version: int) -> int:
        """A version of the table."""
        return version - bisect_right(self._versions, version)

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
        for hidden in self._versions:
            if hidden > version + 1:
                break
            version += 1
        return version


ALL_VISIBLE = VisibleCounts((), ())


def places_before(moves: Iterable[Answered], before: Sequence[Answered]) -> list[int]:
    """Where each of the moves that are left after an undo was before, counted from 0. They are in
    the order in which they were."""
    places = iter(range(len(before)))
    return [next(place for place in places if before[place] == move) for move in moves]
