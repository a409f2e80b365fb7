"""Who may view a table, speak for its seats, and act on which version."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.storage.models import Table, TableSeat, User
from entente.server.tables.room import Room
from entente.wire.tables import OPEN, OVER


def may_watch(table: Table) -> bool:
    """Return whether spectators may view a table."""
    return table.status == OPEN or table.spectators


def may_view(table: Table, chairs: Iterable[TableSeat], user: User | None) -> bool:
    """Return whether a user may view a table: its players, and spectators if allowed."""
    if user is not None and any(chair.user_id == user.id for chair in chairs):
        return True
    return may_watch(table)


def check_view(table: Table, chairs: Iterable[TableSeat], user: User | None) -> None:
    """Raise Problem 403 unless a user may view a table."""
    if not may_view(table, chairs, user):
        raise Problem(403, "table.closed")


def hides_names(table: Table) -> bool:
    """Return whether names are hidden: an anonymous table before its end."""
    return table.anonymous and table.status != OVER


def check_started(room: Room) -> None:
    """Raise Problem 409 before the start: a hand could be seen, and another seat taken."""
    if room.table.status == OPEN:
        raise Problem(409, "table.not_started")


def check_playing(room: Room) -> None:
    """Raise Problem 409 before the start and after the end."""
    check_started(room)
    if room.table.status == OVER:
        raise Problem(409, "table.over")


def waits_for_students(room: Room) -> bool:
    """Return whether a table of a class has seats that no student has taken yet."""
    empty = (each.user_id is None and each.computer is None for each in room.chairs.values())
    return room.table.class_id is not None and any(empty)


def pause_key(room: Room) -> str:
    """Return the message of a paused table: one of a class waits, or its teacher has stopped it."""
    if room.table.class_id is None:
        return "table.paused"
    return "class.waiting" if waits_for_students(room) else "class.frozen"


def check_draft(room: Room) -> None:
    """Raise Problem 409 if a teacher has stopped the table."""
    if room.table.class_id is not None and room.table.paused and not waits_for_students(room):
        raise Problem(409, "class.frozen")


class SeatAccess(NamedTuple):
    """A visitor's access to a table, by the seats they speak for. The room is locked."""

    room: Room
    seats: tuple[Seat, ...]

    @classmethod
    def of(cls, room: Room, user_id: int | None, bound: Seat | None = None) -> SeatAccess:
        """Return the access of a user; a token bound to a seat speaks for at most that one."""
        seats = room.seats_of(user_id)
        return cls(room, seats if bound is None else tuple(s for s in seats if s == bound))

    @property
    def may_view(self) -> bool:
        """Whether the visitor plays here, or spectators are allowed."""
        return bool(self.seats) or may_watch(self.room.table)

    def check_view(self) -> None:
        if not self.may_view:
            raise Problem(403, "table.closed")

    def check_seat(self, seat: Seat) -> None:
        """Raise Problem 403 unless the visitor speaks for a seat."""
        if seat not in self.seats:
            raise Problem(403, "table.not_yours")

    def own_seat(self, seat: Seat | None) -> Seat:
        """Return the given seat, or the visitor's first. Raise Problem 403 if it is not theirs."""
        if seat is None and self.seats:
            return self.seats[0]
        self.check_seat(seat or "")
        return seat or ""

    def check_question(self, seat: Seat) -> None:
        """Raise Problem unless the visitor may ask what a seat can do now."""
        self.check_view()
        self.check_seat(seat)
        check_playing(self.room)

    def check_action(self, seat: Seat) -> None:
        """Raise Problem unless the visitor may act in a seat."""
        self.check_seat(seat)
        if self.room.chairs[seat].stand_in:
            raise Problem(409, "seat.stand_in")

    def stored_version(self, version: int) -> int:
        """Return the table's version for the one the visitor has seen."""
        return self.room.visible_counts(self.seats).true_version(version)

    @property
    def version(self) -> int:
        """The current version as the visitor counts it."""
        return self.room.visible_counts(self.seats).version(self.room.version)
