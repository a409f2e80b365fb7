"""Move and version numbers as each viewer may see them.

A table counts all moves and versions. A viewer gets other numbers, which count only what that
viewer may know of. They grow by one whenever something changes for the viewer, and do not reveal
how often another player has reconsidered a private plan.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from entente.kernel import Seat


class Answered(NamedTuple):
    """A move, the question it answered, and whether only its seat knows of it.

    Identifies a move after an undo.
    """

    seat: Seat
    action: str
    window: int
    unseen: bool


class VisibleCounts:
    """The moves and versions of a table as one viewer counts them.

    Hidden `moves` are steps of other seats' plans. Hidden `versions` are the changes that made
    those steps, including undone ones, and the undos. Both lists are ascending.
    """

    def __init__(self, moves: Sequence[int], versions: Sequence[int]) -> None:
        self._moves = moves
        self._versions = versions

    # -- as the viewer counts

    def moves(self, number: int) -> int:
        """Return how many of the first `number` moves the viewer knows of."""
        return number - bisect_right(self._moves, number)

    def version(self, version: int) -> int:
        """Return the viewer's number of a table version."""
        return version - bisect_right(self._versions, version)

    def sees(self, number: int) -> bool:
        """Return whether the viewer knows of a move, counted from 1."""
        place = bisect_left(self._moves, number)
        return place == len(self._moves) or self._moves[place] != number

    # -- as the table counts

    def true_moves(self, number: int) -> int:
        """Return the smallest number of moves after which the viewer knew of `number`."""
        if not number:
            return 0
        for hidden in self._moves:
            if hidden > number:
                break
            number += 1
        return number

    def last(self, number: int) -> int:
        """Return the largest number of moves after which the viewer knew of `number`."""
        return self.true_moves(number + 1) - 1

    def true_version(self, version: int) -> int:
        """Return the last table version that has this number for the viewer."""
        for hidden in self._versions:
            if hidden > version + 1:
                break
            version += 1
        return version


ALL_VISIBLE = VisibleCounts((), ())


def places_before(moves: Iterable[Answered], before: Sequence[Answered]) -> list[int]:
    """Return the index each remaining move had before an undo. The order is unchanged."""
    places = iter(range(len(before)))
    return [next(place for place in places if before[place] == move) for move in moves]
