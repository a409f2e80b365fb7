"""Undo at the terminal: the last own action, with all that was done together with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.cli.shared_screen import has_hidden_decisions
from entente.kernel import IllegalAction, Seat, refuse
from entente.kernel.record import AnyMatch


class UndoneMove(NamedTuple):
    """Whose action was taken back, which one, how many times it had been taken, and the question
    that it answered."""

    seat: Seat
    action: str
    times: int
    window: int


class UndoHistory:
    """Tracks which moves of a match are undone together."""

    def __init__(self, match: AnyMatch, people: Sequence[Seat]) -> None:
        self.match = match
        self.people = people
        self._joined: set[int] = set()  # made together with the previous move
        self._automatic: set[int] = set()  # made without a choice

    def join(self) -> None:
        """Join the last move to the previous one."""
        self._joined.add(len(self.match.moves))

    def mark_automatic(self) -> None:
        """Mark the last move as made without a choice."""
        self._automatic.add(len(self.match.moves))

    def is_empty(self) -> bool:
        """Return whether no player at the screen has acted yet."""
        return not any(move.seat in self.people for move in self.match.moves)

    def undo(self, seat: Seat) -> UndoneMove:
        """Undo the seat's last action, or without secrets that of the last seat to act.

        IllegalAction says why nothing can be undone.
        """
        last = self.match.moves[-1].seat
        open_table = last in self.people and not has_hidden_decisions(self.match, self.people)
        who = last if open_table and not self.match.can_undo(seat) else seat
        own = [number + 1 for number in self.match.takes_back(who)]
        if own and all(number in self._automatic for number in own):
            raise IllegalAction(refuse("0", "kernel.no_undo"), "undo", who)
        return self._undo_group(who)

    def _undo_group(self, who: Seat) -> UndoneMove:
        count = 0
        while True:
            place = self.match.undoes(who)
            number = len(self.match.moves) if place is None else place + 1
            window = self.match.windows[number - 1]
            action = self.match.undo(who).action
            count += number not in self._automatic
            more = number in self._joined or number in self._automatic
            self._joined = _without(self._joined, number)
            left = len(self.match.moves)  # what was the only possibility may have gone with it
            self._automatic = {n for n in _without(self._automatic, number) if n <= left}
            if not more or not self.match.can_undo(who):
                return UndoneMove(who, action, count, window)


def _without(moves: set[int], gone: int) -> set[int]:
    """Renumber moves after one is removed."""
    return {number - (number > gone) for number in moves if number != gone}
