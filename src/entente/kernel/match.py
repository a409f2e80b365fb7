"""A match: a game being played. It keeps the moves and the log, and knows how far undo reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple

import msgspec

from entente.kernel.game import Game, S
from entente.kernel.info import Options, OptionValue, Seat
from entente.kernel.message import Entry, IllegalAction, Message, Told, refuse
from entente.kernel.steps import C


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An accepted action, who took it, and when (seconds since 1970, given by the caller)."""

    seat: Seat
    action: str
    time: int | None = None


class Line(NamedTuple):
    """A line of the log; `move` counts the moves made when it was written."""

    move: int
    entry: Entry


class Match(Generic[S, C]):
    """One game from its start to where it stands.

    `start` is a saved state to begin from instead of the rules' own beginning; options and seed are
    then those of that state. An option that did not exist when it was saved has its default.
    """

    def __init__(
        self,
        game: Game[S, C],
        options: Mapping[str, OptionValue] | None = None,
        seed: str = "0",
        start: str | None = None,
    ) -> None:
        self.game = game
        self.start = start
        if start is None:
            self.state: S = game.start(game.info.complete(options), seed)
        else:
            self.state = game.load(start.encode())
            self.state.options = game.info.complete(self.state.options)
        self.options: Options = self.state.options
        self.seed = self.state.chance.seed
        self.seats = game.seats(self.options)
        self.moves: list[Move] = []
        self.log: list[Line] = [Line(0, entry) for entry in self.state.news]
        self._back: list[tuple[Seat, S]] = []

    def again(self) -> Match[S, C]:
        """The same match before its first move."""
        return Match(self.game, self.options, self.seed, self.start)

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def act(self, seat: Seat, action: str, time: int | None = None) -> None:
        """Take an action; IllegalAction changes nothing."""
        state = self.state
        decision = self.game.decisions(state).get(seat)
        exact = (decision.menu.canonical(action) if decision else None) or action
        before = self.game.copy(state)
        self.game.apply(state, seat, exact)
        self.moves.append(Move(seat, exact, time))
        self.log += [Line(len(self.moves), entry) for entry in state.news]
        shown = (before.chance.count, before.reveals) != (state.chance.count, state.reveals)
        if shown or (self._back and self._back[-1][0] not in (seat, *state.sealed)):
            self._back.clear()
        if not shown:
            self._back.append((seat, before))

    def undoable(self, seat: Seat) -> int:
        """How many of this seat's actions may be taken back, one after the other."""
        count = 0
        for one, _ in reversed(self._back):
            if one != seat:
                break
            count += 1
        return count or int(self.can_undo(seat))

    def can_undo(self, seat: Seat) -> bool:
        """Whether this seat's last action may be taken back.

        It may while nobody else has acted and nothing hidden or random was shown since; a sealed
        answer as long as it is sealed.
        """
        return seat in self.state.sealed or bool(self._back and self._back[-1][0] == seat)

    def undo(self, seat: Seat) -> Move:
        """Take back this seat's last action. Returns it."""
        if not self.can_undo(seat):
            raise IllegalAction(refuse("0", "kernel.no_undo"), "undo", seat)
        if not self._back or self._back[-1][0] != seat:
            self.game.withdraw(self.state, seat)
            index = max(i for i, move in enumerate(self.moves) if move.seat == seat)
            self._back.clear()
            return self.moves.pop(index)
        _, self.state = self._back.pop()
        self.log = [line for line in self.log if line.move < len(self.moves)]
        return self.moves.pop()

    def replay(self, moves: Iterable[Move]) -> None:
        """Take many actions."""
        for move in moves:
            self.act(move.seat, move.action, move.time)

    def told(self, seat: Seat | None, until: int | None = None) -> list[Told]:
        """The log as a seat (None: a spectator) has read it, up to a move."""
        end = len(self.moves) if until is None else until
        seen = ((line.move, line.entry.seen_by(seat)) for line in self.log if line.move <= end)
        return [Told(move, message) for move, message in seen if message is not None]

    def log_for(self, seat: Seat | None, since: int = 0) -> list[Message]:
        """What a seat (None: a spectator) may read of the log, from a move on."""
        seen = (line.entry.seen_by(seat) for line in self.log if line.move >= since)
        return [message for message in seen if message is not None]
