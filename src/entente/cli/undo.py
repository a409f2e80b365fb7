"""Taking back at the table: one's own last action, with all that was done together with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.cli.hiding import is_closed
from entente.kernel import IllegalAction, Seat, refuse
from entente.kernel.record import AnyMatch


class TakenBack(NamedTuple):
    """Whose action was taken back, which one, how many times it had been taken, and the question
    that it answered."""

    seat: Seat
    action: str
    times: int
    window: int


class TakingBack:
    """Which moves of a match go together when one of them is taken back."""

    def __init__(self, match: AnyMatch, people: Sequence[Seat]) -> None:
        self.match = match
        self.people = people
        self._joined: set[int] = set()  # moves that were made together with the one before
        self._by_itself: set[int] = set()  # moves that were the only ones there were

    def join(self) -> None:
        """The last move goes with the one before it."""
        self._joined.add(len(self.match.moves))

    def went_by_itself(self) -> None:
        """The last move was no choice of anybody's."""
        self._by_itself.add(len(self.match.moves))

    def is_empty(self) -> bool:
        """Whether no person has acted yet."""
        return not any(move.seat in self.people for move in self.match.moves)

    def take_back(self, seat: Seat) -> TakenBack:
        """Take back one's own action, or at an open table that of whoever acted last.

        IllegalAction says why nothing can be taken back.
        """
        last = self.match.moves[-1].seat
        open_table = last in self.people and not is_closed(self.match, self.people)
        who = last if open_table and not self.match.can_undo(seat) else seat
        own = [number + 1 for number in self.match.takes_back(who)]
        if own and all(number in self._by_itself for number in own):
            raise IllegalAction(refuse("0", "kernel.no_undo"), "undo", who)
        return self._take_together(who)

    def _take_together(self, who: Seat) -> TakenBack:
        count = 0
        while True:
            place = self.match.undoes(who)
            number = len(self.match.moves) if place is None else place + 1
            window = self.match.windows[number - 1]
            action = self.match.undo(who).action
            count += number not in self._by_itself
            more = number in self._joined or number in self._by_itself
            self._joined = _without(self._joined, number)
            left = len(self.match.moves)  # what was the only possibility may have gone with it
            self._by_itself = {n for n in _without(self._by_itself, number) if n <= left}
            if not more or not self.match.can_undo(who):
                return TakenBack(who, action, count, window)


def _without(moves: set[int], gone: int) -> set[int]:
    """Numbers of moves, after one move is gone: later ones are one less."""
    return {number - (number > gone) for number in moves if number != gone}
