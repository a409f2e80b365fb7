"""A class as its teacher and its students see it.

The teacher sees the boards, drafts and sealed answers of all students, here and nowhere else;
the page says so before they join. A student sees the own board at its table, the board that the
teacher shows to everyone as a spectator would see it, and the comments to them.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.text import Catalog
from entente.kernel.wording import in_words
from entente.server.classes.opening import students_of, tables_of
from entente.server.live.boards import seen_board
from entente.server.problem import Problem
from entente.server.storage.models import ClassComment, ClassStudent, SchoolClass, User
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.boards import LiveBoard
from entente.wire.prompts import submitted_answer


class StudentInfo(msgspec.Struct):
    """A student as the teacher sees them: `seat` is null with all seats of their board."""

    user: int
    name: str
    table: str | None
    seat: Seat | None
    joined: int


class SeatWork(msgspec.Struct):
    """What a student has written in a seat: the draft, and the sealed answer if it is submitted."""

    seat: Seat
    title: str
    draft: str
    submitted: list[str]
    to_move: bool


class ClassBoard(msgspec.Struct):
    """A board of a class, with the work of its students."""

    students: list[int]
    moves: int  # including hidden ones, by which a board is taken back
    board: LiveBoard
    work: list[SeatWork]


class CommentInfo(msgspec.Struct):
    """A comment to a student, or to all."""

    number: int
    student: int | None
    text: str
    time: int


class ClassLine(msgspec.Struct):
    """A class in a list."""

    id: str
    title: str
    game: str
    teacher: bool
    teacher_name: str
    ended: int | None
    expires: int


class ClassInfo(msgspec.Struct):
    """A class for its teacher, or for one of its students: then only what concerns them.

    `table` is the student's board, or the teacher's template; `start` is the number of moves at
    which boards start.
    """

    id: str
    title: str
    code: str
    game: str
    layout: str
    seat: Seat | None
    teacher: bool
    teacher_name: str
    frozen: bool
    ended: int | None
    expires: int
    start: int
    table: str
    students: list[StudentInfo]
    boards: list[ClassBoard]
    spotlight: LiveBoard | None
    spotlight_table: str | None
    comments: list[CommentInfo]


def lines(session: Session, user: User) -> list[ClassLine]:
    """Return the classes that a user teaches or attends."""
    attended = select(ClassStudent.class_id).where(ClassStudent.user_id == user.id)
    mine = (SchoolClass.teacher_id == user.id) | SchoolClass.id.in_(attended)
    query = (
        select(SchoolClass, User.name)
        .join(User, User.id == SchoolClass.teacher_id)
        .where(mine)
        .order_by(SchoolClass.created.desc(), SchoolClass.id)
    )
    return [line(found, name, user) for found, name in session.execute(query).all()]


def line(found: SchoolClass, teacher: str, user: User | None) -> ClassLine:
    is_teacher = user is not None and user.id == found.teacher_id
    return ClassLine(
        found.id, found.title, found.game, is_teacher, teacher, found.ended, found.expires
    )


class ClassPage(msgspec.Struct):
    """What the database says about a class for a viewer; boards are added without a session."""

    info: ClassInfo
    tables: list[str]


def comments(session: Session, found: SchoolClass, user: User) -> list[CommentInfo]:
    """Return the comments of a class: for its teacher all, for a student those to them or to all.

    Raise Problem 403 for people who do not belong to it.
    """
    query = select(ClassComment).where(ClassComment.class_id == found.id)
    if found.teacher_id != user.id:
        if session.get(ClassStudent, (found.id, user.id)) is None:
            raise Problem(403, "class.not_yours")
        query = query.where(ClassComment.user_id.is_(None) | (ClassComment.user_id == user.id))
    return [
        CommentInfo(each.number, each.user_id, each.text, each.time)
        for each in session.scalars(query.order_by(ClassComment.number))
    ]


def page(session: Session, found: SchoolClass, user: User) -> ClassPage:
    """Return a class without its boards. Raise Problem 403 for people who do not belong to it."""
    teacher = session.get_one(User, found.teacher_id)
    is_teacher, me = teacher.id == user.id, session.get(ClassStudent, (found.id, user.id))
    if not is_teacher and me is None:
        raise Problem(403, "class.not_yours")
    students = students_of(session, found) if is_teacher else [me] if me is not None else []
    info = ClassInfo(
        id=found.id,
        title=found.title,
        code=found.code,
        game=found.game,
        layout=found.layout,
        seat=found.seat,
        teacher=is_teacher,
        teacher_name=teacher.name,
        frozen=found.frozen,
        ended=found.ended,
        expires=found.expires,
        start=found.move,
        table=found.template_id if me is None else me.table_id or "",
        students=[
            StudentInfo(each.user_id, each.name, each.table_id, each.seat, each.joined)
            for each in students
        ],
        boards=[],
        spotlight=None,
        spotlight_table=found.spotlight,
        comments=comments(session, found, user),
    )
    if not is_teacher:
        return ClassPage(info, [])
    places = [each.table_id for each in students]  # boards in the order of their students
    order = {table: places.index(table) for table in places}
    boards = tables_of(session, found)
    return ClassPage(info, sorted(boards, key=lambda table: order.get(table, len(places))))


def with_boards(rooms: Rooms, page: ClassPage, language: str) -> ClassInfo:
    """Return a class with its boards: for the teacher all, with the work of the students.

    A board that has gone with its student, or is unavailable, is left out.
    """
    info = page.info
    for table_id in page.tables:
        with suppress(Problem):
            room = rooms.get(table_id)
            rooms.refresh(room)  # another process may have stored a draft
            with room.lock:
                here = [each.user for each in info.students if each.table == table_id]
                moves, board = len(room.match.moves), seen_board(room, language)
                info.boards.append(ClassBoard(here, moves, board, _work(room, language)))
    shown, info.spotlight_table = info.spotlight_table, None
    if shown is not None:
        with suppress(Problem):
            room = rooms.get(shown)
            with room.lock:
                info.spotlight, info.spotlight_table = seen_board(room, language), shown
    return info


def _in_reading(draft: str, room: Room, catalog: Catalog) -> str:
    """Return a draft with its bare verbs in words; orders are notation that everyone reads."""
    parts = draft.split("; ") if draft else []
    game = room.match.game
    return "; ".join(in_words(game, each, catalog) if each.islower() else each for each in parts)


def _work(room: Room, language: str) -> list[SeatWork]:
    catalog = room.match.game.catalog(language)
    title = room.match.game.presentation.seat_title
    return [
        SeatWork(
            seat=seat,
            title=title(seat, room.table.options, catalog),
            draft=_in_reading(chair.draft, room, catalog),
            submitted=[each.label for each in submitted_answer(room.position, seat, catalog)],
            to_move=seat in (room.table.waiting or ()),
        )
        for seat, chair in room.chairs.items()
        if chair.user_id is not None
    ]
