"""Open a class, let students join it, and remove them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from entente.kernel import Match, OptionValue, Seat, UserError, registry
from entente.server import library
from entente.server.people import accounts, user_data
from entente.server.people.names import LONGEST_NAME, clean_name
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.ids import new_id
from entente.server.storage.models import (
    ClassStudent,
    PreparedAnswer,
    SchoolClass,
    Table,
    TableSeat,
    User,
)
from entente.server.storage.models.classes import COPIES, SEATS
from entente.server.storage.skeletons import are_alike
from entente.server.study import analysis
from entente.server.tables.club_tables import check_seen
from entente.server.tables.new_tables import clean_title
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch, stored_form
from entente.server.tables.rooms import Rooms

MOST_STUDENTS = 40
MOST_CLASSES = 5  # of a teacher, that have not ended
DAYS, DAYS_AFTER_THE_END = 30, 1  # until a class is deleted
DAY = 86_400
CODE_LETTERS, CODE_LENGTH = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 8
NAME_BEFORE_ADDITION = LONGEST_NAME - CODE_LENGTH - 1
LAYOUTS = (COPIES, SEATS)
OPPONENT = "easy"  # the computer that plays seats without a student


class NewClass(NamedTuple):
    """A class to open: a new game with options, or a position of a table."""

    title: str
    layout: str
    game: str = ""
    options: Mapping[str, OptionValue] = {}
    table: str | None = None
    move: int | None = None
    seat: Seat | None = None


# -- finding


def find(session: Session, class_id: str) -> SchoolClass:
    found = session.get(SchoolClass, class_id)
    if found is None:
        raise Problem(404, "class.unknown")
    return found


def locked(session: Session, class_id: str) -> SchoolClass:
    """Return a class that no one else changes until the commit."""
    one_after_the_other(session, f"class {class_id}")
    found = session.get(SchoolClass, class_id, populate_existing=True)
    if found is None:
        raise Problem(404, "class.unknown")
    return found


def typed_code(code: str) -> str:
    """Return a code as it is stored; people type it in groups, or in small letters."""
    return "".join(each for each in code.upper() if each.isalnum())


def by_code(session: Session, code: str) -> SchoolClass:
    """Return the class that a code opens. Raise Problem if it is over."""
    found = session.scalar(select(SchoolClass).where(SchoolClass.code == typed_code(code)))
    if found is None:
        raise Problem(404, "class.code")
    check_open(found)
    return found


def check_open(found: SchoolClass) -> None:
    if found.ended is not None:
        raise Problem(409, "class.over")


def check_teacher(found: SchoolClass, user: User) -> None:
    if found.teacher_id != user.id:
        raise Problem(403, "class.teacher_only")


def students_of(session: Session, found: SchoolClass) -> list[ClassStudent]:
    query = select(ClassStudent).where(ClassStudent.class_id == found.id)
    return list(session.scalars(query.order_by(ClassStudent.joined, ClassStudent.user_id)))


def tables_of(session: Session, found: SchoolClass) -> list[str]:
    """Return the ids of the boards of a class, in the order in which they were opened."""
    query = select(Table.id).where(Table.class_id == found.id)
    return list(session.scalars(query.order_by(Table.created, Table.id)))


# -- opening


def template_match(rooms: Rooms, user: User, wanted: NewClass) -> AnyMatch:
    """Return the position from which all boards start.

    Positions come from finished games and the teacher's own boards: there everything is known.
    """
    if wanted.table is None:
        if wanted.game not in registry.available():
            raise Problem(422, "game.unknown", name=wanted.game)
        game = library.find(wanted.game)
        try:
            return Match(game, game.info.complete(wanted.options), secrets.token_hex(16))
        except UserError as mistake:
            raise Problem(422, "table.option", reason=mistake.text(user.language)) from None
    with rooms.sessions() as session:
        check_seen(session, wanted.table, user.id)
    room = rooms.get(wanted.table)
    with room.lock:
        is_player = bool(room.seats_of(user.id))
        if not analysis.all_known(room, user) or not (is_player or room.table.spectators):
            raise Problem(403, "class.position")
        moves, last = room.match.moves, len(room.match.moves)
        number = last if wanted.move is None else wanted.move
        if not 0 <= number <= last:
            raise Problem(422, "moment.later", most=last)
        match = analysis.replayed(room.match, moves, number)
    if match.over:
        raise Problem(409, "table.over")
    return match


def create(
    session: Session, user: User, wanted: NewClass, match: AnyMatch, now: int
) -> SchoolClass:
    """Open a class."""
    if user.guest:
        raise Problem(403, "class.account")
    title = clean_title(wanted.title)
    if not title:
        raise Problem(422, "class.title")
    if wanted.layout not in LAYOUTS:
        raise Problem(422, "class.layout", known=list(LAYOUTS))
    if wanted.seat is not None and (wanted.layout != COPIES or wanted.seat not in match.seats):
        raise Problem(422, "class.seat")
    one_after_the_other(session, f"classes of {user.id}")
    mine = select(func.count()).where(SchoolClass.teacher_id == user.id)
    if (session.scalar(mine.where(SchoolClass.ended.is_(None))) or 0) >= MOST_CLASSES:
        raise Problem(409, "class.most", most=MOST_CLASSES)
    template = analysis.keep(session, user, match)
    template.title = title
    found = SchoolClass(
        id=new_id(),
        teacher_id=user.id,
        title=title,
        code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
        game=match.game.info.id,
        layout=wanted.layout,
        seat=wanted.seat,
        template_id=template.id,
        move=len(match.moves),
        frozen=False,
        created=now,
        expires=now + DAYS * DAY,
    )
    session.add(found)
    session.flush()
    return found


# -- joining


def start_match(rooms: Rooms, found: SchoolClass) -> AnyMatch:
    """Return a new match in the position from which the boards of a class start."""
    room = rooms.get(found.template_id)
    with room.lock:
        if len(room.match.moves) < found.move:
            raise Problem(409, "class.template")
        return analysis.replayed(room.match, room.match.moves, found.move)


def join(
    session: Session, found: SchoolClass, user: User, name: str, match: AnyMatch, now: int
) -> ClassStudent:
    """Add a student to a locked class, with a board or a seat; someone who returns keeps theirs."""
    check_open(found)
    if found.teacher_id == user.id:
        raise Problem(409, "class.own")
    student = session.get(ClassStudent, (found.id, user.id))
    if student is not None:
        return student
    students = students_of(session, found)
    if len(students) >= MOST_STUDENTS:
        raise Problem(409, "class.full", most=MOST_STUDENTS)
    student = ClassStudent(class_id=found.id, user_id=user.id, name=clean_name(name), joined=now)
    place = _free_seat(session, found) if found.layout == SEATS else None
    if place is None:
        seats = (found.seat,) if found.seat else match.seats
        seats = match.seats[:1] if found.layout == SEATS else seats
        table = _new_board(session, found, user, match, seats)
        student.table_id, student.seat = table.id, seats[0] if len(seats) == 1 else None
    else:
        student.table_id, student.seat = place.table_id, place.seat
        _seat(session, found, place, user.id, now)
    session.add(student)
    session.flush()
    return student


def is_student(session: Session, found: SchoolClass, user: User) -> bool:
    return session.get(ClassStudent, (found.id, user.id)) is not None


def check_name(session: Session, found: SchoolClass, name: str) -> None:
    """Raise Problem 409 if a student of a locked class has this name, or one like it: the teacher
    tells students apart by their names alone.
    """
    name = clean_name(name)
    if any(are_alike(each.name, name) for each in students_of(session, found)):
        raise Problem(409, "class.name", name=name)


def new_guest(session: Session, found: SchoolClass, name: str, language: str) -> User:
    """Create a guest of a class.

    If someone has registered the name, the guest's has an addition; the teacher sees it without.
    """
    try:
        user = accounts.new_guest(session, name, language)
    except Problem as problem:
        if problem.status != 409:
            raise
        added = f"{clean_name(name)[:NAME_BEFORE_ADDITION]} {found.code}"
        user = accounts.new_guest(session, added, language)
    user.class_id = found.id
    return user


def _free_seat(session: Session, found: SchoolClass) -> TableSeat | None:
    query = (
        select(TableSeat)
        .join(Table)
        .where(Table.class_id == found.id, TableSeat.user_id.is_(None))
        .where(TableSeat.computer.is_(None))
    )
    free = list(session.scalars(query.order_by(Table.created, Table.id)))
    if not free:
        return None
    first = [chair for chair in free if chair.table_id == free[0].table_id]
    table = session.get_one(Table, free[0].table_id)
    order = library.find(found.game).seats(table.options)
    return min(first, key=lambda chair: order.index(chair.seat))


def _seat(
    session: Session, found: SchoolClass, chair: TableSeat, user_id: int | None, now: int
) -> None:
    """Give a seat to a student, or free it, with nothing of the one before.

    A board with free seats waits: computers would play them. Cached rooms see the new version.
    """
    chair.user_id, chair.draft, chair.draft_window, chair.notes = user_id, "", None, ""
    prepared = delete(PreparedAnswer).where(PreparedAnswer.table_id == chair.table_id)
    session.execute(prepared.where(PreparedAnswer.seat == chair.seat))
    session.flush()
    free = select(TableSeat.seat).where(TableSeat.table_id == chair.table_id)
    free = free.where(TableSeat.user_id.is_(None), TableSeat.computer.is_(None))
    waits = found.frozen or session.scalar(free.limit(1)) is not None
    newer = update(Table).where(Table.id == chair.table_id)
    paused = now if waits else None
    session.execute(newer.values(version=Table.version + 1, paused=paused))


def _new_board(
    session: Session,
    found: SchoolClass,
    user: User,
    match: AnyMatch,
    seats: tuple[Seat, ...],
) -> Table:
    """Store a copy of the position; computers play the seats that no student can have."""
    table = analysis.keep(session, user, match, found.template_id, seats=seats)
    table.analysis, table.host_id, table.class_id = False, None, found.id
    table.title = found.title
    stage = match.game.presentation.stage(match.state)
    table.stage = None if stage is None else stored_form(stage)
    waits = found.frozen or (found.layout == SEATS and len(seats) < len(match.seats))
    table.paused = table.created if waits else None
    if found.layout == COPIES:
        chairs = select(TableSeat).where(TableSeat.table_id == table.id)
        for chair in session.scalars(chairs.where(TableSeat.user_id.is_(None))):
            chair.computer = OPPONENT
    session.flush()
    return table


def remove(session: Session, found: SchoolClass, user_id: int, now: int) -> list[str]:
    """Remove a student; return the tables that have changed."""
    student = session.get(ClassStudent, (found.id, user_id))
    if student is None:
        raise Problem(404, "class.no_student")
    user = session.get_one(User, user_id)
    chairs = select(TableSeat).join(Table).where(Table.class_id == found.id)
    held = list(session.scalars(chairs.where(TableSeat.user_id == user_id)))
    session.delete(student)
    for chair in held:
        _seat(session, found, chair, None, now)
    session.flush()
    if found.layout == COPIES:
        for chair in held:
            table = session.get(Table, chair.table_id)
            if table is not None:
                session.delete(table)
                session.flush()
            if found.spotlight == chair.table_id:
                found.spotlight = None
    if user.class_id == found.id:
        user_data.erase(session, user)
    return sorted({chair.table_id for chair in held})


def fill_seat(room: Room, seat: Seat) -> None:
    """Let a computer play a seat without a student."""
    chair = room.chairs[seat]
    if chair.user_id is None and chair.computer is None:
        room.set_chair(seat, computer=OPPONENT)
