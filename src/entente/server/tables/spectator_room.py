"""A table as its spectators see it: of a delayed table, an earlier moment.

What anyone without a seat gets to know of a table is built from the room that `shown_room` returns.
Its match ends at the moment that spectators have reached, and its table and seats tell nothing of
what came after: no clock, no proposal, no one's turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from entente.kernel import Seat
from entente.server.storage.models import Table, TableSeat
from entente.server.tables.hidden_moves import VisibleCounts
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch, stored_form
from entente.server.tables.spectator_delay import (
    MINUTES,
    MOVES,
    TURNS,
    TurnStarts,
    delay_of,
    moves_until,
)
from entente.wire.tables import SpectatorDelay

_COLUMNS = [column.key for column in Table.__table__.columns]
# What tells nothing of the game: who has a seat, and how.
_OF_SEAT = ("user_id", "computer", "stand_in", "takeover_since", "leave_used", "seated", "ready")


class SpectatorRoom(Room):
    """A room as it was at an earlier moment. It is never stored.

    Its versions are moments of its own: they count what spectators are shown, not what happens.
    """

    is_delayed = True

    def __init__(self, room: Room, replayed: AnyMatch, turns: TurnStarts) -> None:
        self.horizon = 0.0  # what happened outside the game is shown up to this moment
        self.next_change: float | None = None  # when more can be shown, if nothing happens
        self._taken = list(replayed.moves)
        self._turns = turns
        self._facts: object = None
        table = Table(**{name: getattr(room.table, name) for name in _COLUMNS})
        table.version, table.events = int(room.clock()), []
        chairs = [
            TableSeat(
                table_id=table.id,
                seat=seat,
                draft="",
                notes="",
                set_aside={},
                private_changes=[],
                **{name: getattr(chair, name) for name in _OF_SEAT},
            )
            for seat, chair in room.chairs.items()
        ]
        versions = [table.version] * len(replayed.moves)
        super().__init__(
            table, chairs, replayed, people=room.people, versions=versions, clock=room.clock
        )
        self.lock = room.lock

    def follow(self, room: Room, delay: SpectatorDelay) -> None:
        """Show what spectators may see by now. Both rooms are locked."""
        now = room.clock()
        moves, known = room.match.moves, len(self._taken)
        if self._taken != moves[:known]:  # what was shown has been taken back
            self.match = room.match.from_start()
            known = len(self.match.moves)
            del self.versions[known:]
        # A move that was shown is not hidden again because later ones were undone.
        shown = max(known, moves_to_show(room, delay, self._turns, now))
        is_new = shown != len(self.versions)
        self.match.replay(moves[known:shown])
        self._taken = moves[:shown]
        self.horizon = self._horizon(room, delay, shown, now)
        self._copy_facts(room)
        facts = self._shown_facts()
        if is_new or facts != self._facts:
            self._facts = facts
            self.table.version = max(self.table.version + 1, int(now))
        self.versions += [self.table.version] * (shown - len(self.versions))
        self._note_next(room, delay, shown)
        self.remember()

    def _horizon(self, room: Room, delay: SpectatorDelay, shown: int, now: float) -> float:
        """Return the moment up to which spectators know what happened."""
        if delay.unit == MINUTES:
            return now - 60 * delay.amount
        moves = room.match.moves
        return float(moves[shown].time or 0) - 1 if shown < len(moves) else now

    def _copy_facts(self, room: Room) -> None:
        """Copy what may be known at once, and what happened up to the horizon."""
        self.people, mine = room.people, self.table
        for name in ("host_id", "paused", "pause_ends", "title", "spectators", "spectator_chat"):
            setattr(mine, name, getattr(room.table, name))
        for seat, chair in room.chairs.items():
            for name in _OF_SEAT:
                setattr(self.chairs[seat], name, getattr(chair, name))
        mine.events = [each for each in room.table.events or () if each["time"] <= self.horizon]
        last = self._taken[-1].time if self._taken else None
        mine.moved, mine.touched = last, last or room.table.begun or room.table.created
        mine.moves, mine.waiting = self.public_moves(), list(self.match.position.to_move)
        reached = self.match.game.presentation.stage(self.match.state)
        mine.stage = None if reached is None else stored_form(reached)

    def _shown_facts(self) -> object:
        table = self.table
        seats = [tuple(getattr(chair, name) for name in _OF_SEAT) for chair in self.chairs.values()]
        names = sorted((user_id, person.name) for user_id, person in self.people.items())
        return (table.paused, table.pause_ends, table.title, list(table.events), seats, names)

    def _note_next(self, room: Room, delay: SpectatorDelay, shown: int) -> None:
        """Note when time alone will show more."""
        self.next_change = None
        if delay.unit == MINUTES:
            moments = [float(move.time or 0) for move in room.match.moves[shown : shown + 1]]
            events = room.table.events or ()
            moments += [float(e["time"]) for e in events if e["time"] > self.horizon][:1]
            self.next_change = min(moments, default=None)
            if self.next_change is not None:
                self.next_change += 60 * delay.amount

    def visible_counts(self, seats: Collection[Seat]) -> VisibleCounts:
        """Return the counts of a spectator: its versions count only what is shown."""
        unseen = enumerate(self.match.unseen, start=1)
        return VisibleCounts([number for number, hidden in unseen if hidden], ())

    def settle(self, *args: Any, **options: Any) -> None:
        """Refuse: nothing happens at an earlier moment."""
        raise AssertionError("a room for spectators is not changed")


def moves_to_show(room: Room, delay: SpectatorDelay, turns: TurnStarts, now: float) -> int:
    """Return how many moves spectators may see."""
    moves = room.match.moves
    if delay.unit == MINUTES:
        return moves_until(moves, now - 60 * delay.amount)
    if delay.unit == MOVES:
        counting = room.visible_counts(())
        return counting.true_moves(max(0, counting.moves(len(moves)) - delay.amount))
    starts = turns.of(room.match.from_start(), moves)
    return starts[-delay.amount] if len(starts) >= delay.amount else 0


def shown_room(room: Room, seats: Sequence[Seat]) -> Room:
    """Return the room as the holder of these seats sees it; none for a spectator. It is locked."""
    delay = delay_of(room.table)
    if seats or delay is None:
        return room
    if room.spectated is None:
        room.spectated = SpectatorRoom(room, room.match.from_start(), TurnStarts())
    assert isinstance(room.spectated, SpectatorRoom)
    room.spectated.follow(room, delay)
    return room.spectated


def seen_from(room: Room, seats: Sequence[Seat]) -> Room:
    """Return the room as the holder of these seats sees it; it is not locked."""
    if not seats:
        prepare(room)
    with room.lock:
        return shown_room(room, seats)


def prepare(room: Room) -> None:
    """Replay the moves that spectators of a delayed table see, before its lock is needed.

    A long game takes a while.
    """
    if room.spectated is not None or (delay := delay_of(room.table)) is None:
        return
    with room.lock:
        replayed, moves, turns = room.match.from_start(), list(room.match.moves), TurnStarts()
    if delay.unit == TURNS:
        turns.of(room.match.from_start(), moves)
    with room.lock:
        shown = moves_to_show(room, delay, turns, room.clock())
    replayed.replay(moves[len(replayed.moves) : shown])
    with room.lock:
        _attach(room, SpectatorRoom(room, replayed, turns))


def _attach(room: Room, spectated: SpectatorRoom) -> None:
    """Use an earlier moment unless another thread was faster."""
    if room.spectated is None:
        room.spectated = spectated
