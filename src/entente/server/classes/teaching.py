"""What a teacher does with a class: freeze, rewind, comment, show a board, end it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from entente.server.classes.opening import (
    DAY,
    DAYS_AFTER_THE_END,
    check_open,
    check_teacher,
    fill_seat,
    locked,
    tables_of,
)
from entente.server.people.class_data import delete_class
from entente.server.problem import Problem
from entente.server.storage.models import ClassComment, ClassStudent, SchoolClass, User
from entente.server.study import playouts
from entente.server.tables.access import waits_for_students
from entente.server.tables.room import Room
from entente.server.tables.rooms import Work
from entente.wire.tables import PLAYING

MOST_COMMENTS, LONGEST_COMMENT = 300, 1000


def taught(session: Session, class_id: str, user: User) -> SchoolClass:
    """Return a teacher's own class, locked. Raise Problem if it is over."""
    found = locked(session, class_id)
    check_teacher(found, user)
    check_open(found)
    return found


def freeze(session: Session, class_id: str, user: User, frozen: bool) -> list[str]:
    """Stop all boards of a class or let them go on; return the boards to change."""
    found = taught(session, class_id, user)
    found.frozen = frozen
    return tables_of(session, found)


def frozen_work(frozen: bool) -> Work:
    """Return what stops a board, or lets it go on unless it waits for students."""

    def work(room: Room, now: float) -> None:
        stops = frozen or waits_for_students(room)
        room.table.paused = int(now) if stops and room.table.status == PLAYING else None
        room.table.pause_ends = None

    return work


def rewound_boards(
    session: Session, class_id: str, user: User, move: int | None, table: str | None
) -> tuple[list[str], int]:
    """Return the boards to take back, and to which move: the start, or a later one."""
    found = taught(session, class_id, user)
    number = found.move if move is None else move
    if number < found.move:
        raise Problem(422, "class.before_start", first=found.move)
    tables = tables_of(session, found)
    if table is not None and table not in tables:
        raise Problem(404, "class.no_board")
    return tables if table is None else [table], number


def rewind_work(number: int) -> Work:
    """Return what takes back a board; one that has fewer moves, or has ended, stays as it is."""

    def work(room: Room, now: float) -> None:
        if room.table.status != PLAYING:
            return
        for seat, chair in room.chairs.items():
            if chair.draft:
                room.set_chair(seat, draft="", draft_window=None)
        if number < len(room.match.moves):
            playouts.rewind(room, number, now)

    return work


def fill(session: Session, class_id: str, user: User) -> tuple[list[str], bool]:
    """Return the boards whose open seats computers are to play, and whether they are frozen."""
    found = taught(session, class_id, user)
    return tables_of(session, found), found.frozen


def fill_work(frozen: bool) -> Work:
    """Return what lets computers play the seats of a board that no student has."""

    def work(room: Room, now: float) -> None:
        for seat in room.match.seats:
            fill_seat(room, seat)
        frozen_work(frozen)(room, now)

    return work


def comment(
    session: Session, class_id: str, user: User, text: str, student: int | None, now: int
) -> None:
    """Write a comment to one student, or to all."""
    found = taught(session, class_id, user)
    text = text.strip()
    if not text or len(text) > LONGEST_COMMENT:
        raise Problem(422, "class.comment", most=LONGEST_COMMENT)
    if student is not None and session.get(ClassStudent, (found.id, student)) is None:
        raise Problem(404, "class.no_student")
    last = session.scalar(
        select(func.max(ClassComment.number)).where(ClassComment.class_id == found.id)
    )
    written = select(func.count()).where(ClassComment.class_id == found.id)
    if (session.scalar(written) or 0) >= MOST_COMMENTS:
        raise Problem(409, "class.comments", most=MOST_COMMENTS)
    number = (last or 0) + 1
    session.add(
        ClassComment(class_id=found.id, number=number, user_id=student, text=text, time=now)
    )


def delete_comment(session: Session, class_id: str, user: User, number: int) -> None:
    found = taught(session, class_id, user)
    mine = delete(ClassComment).where(ClassComment.class_id == found.id)
    session.execute(mine.where(ClassComment.number == number))


def spotlight(session: Session, class_id: str, user: User, table: str | None) -> None:
    """Show a board to everyone, or none."""
    found = taught(session, class_id, user)
    if table is not None and table not in tables_of(session, found):
        raise Problem(404, "class.no_board")
    found.spotlight = table


def end(session: Session, class_id: str, user: User, now: int) -> list[str]:
    """End a class: its boards stop, and it is deleted a day later."""
    found = taught(session, class_id, user)
    found.frozen, found.ended = True, now
    found.expires = min(found.expires, now + DAYS_AFTER_THE_END * DAY)
    return tables_of(session, found)


def delete_expired(session: Session, now: float, forget: Callable[[str], None]) -> int:
    """Delete the classes whose time is over, with their students; return how many."""
    expired = session.scalars(select(SchoolClass).where(SchoolClass.expires <= now)).all()
    for found in expired:
        for table_id in [*tables_of(session, found), found.template_id]:
            forget(table_id)
        delete_class(session, found)
    return len(expired)
