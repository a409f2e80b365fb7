"""What is stored about a teacher and the students of classes: who may do what, and its deletion."""

from __future__ import annotations

import re

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.models import ClassComment, ClassStudent, SchoolClass, Table, User

# What a guest of a class may ask for besides the class and its tables: what the page needs, and
# their own data.
_ELSEWHERE = re.compile(
    r"GET /(api/classes|openapi\.json|health.*|api/(games.*|players|conduct|channels|push/key|login"
    r"|tables/limits|me(/(export|notifications|waiting|standing|people|pairing))?))"
    r"|PATCH /api/me|DELETE /api/me|POST /api/(logout|me/notifications/read)"
)
_CLASS = re.compile(r"\w+ /api/classes/(join|of/.*|(?P<id>[^/]+)(/.*)?)")
# At a table of the class: to look and to play.
_TABLE = re.compile(
    r"(GET /api/tables/(?P<looked>[^/]+)(/(board|ratings|describe|picture|timeline|results|prepared"
    r"|chat|chat/proposals|positions/\d+|guide))?"
    r"|PUT /api/tables/(?P<put>[^/]+)/(draft|notes|prepared)"
    r"|DELETE /api/tables/(?P<deleted>[^/]+)/prepared"
    r"|POST /api/tables/(?P<posted>[^/]+)/parse)"
)


class OwnClass(msgspec.Struct):
    """A class of the user, as its teacher or as a student with a name."""

    class_id: str
    title: str
    teacher: bool
    name: str
    since: int
    expires: int


class OwnClassComment(msgspec.Struct):
    """A comment that the user has written as a teacher, or got as a student."""

    class_id: str
    text: str
    time: int


def check_class_guest(session: Session, user: User, method: str, path: str) -> None:
    """Raise Problem 403 if a guest of a class asks for something outside it."""
    if user.class_id is None:
        return
    request = f"{method} {path}"
    if _ELSEWHERE.fullmatch(request):
        return
    if (found := _CLASS.fullmatch(request)) and found["id"] in (None, user.class_id):
        return
    if found := _TABLE.fullmatch(request):
        table_id = next(each for each in found.groupdict().values() if each is not None)
        check_class_table(session.get(Table, table_id), user)
        return
    raise Problem(403, "class.only")


def check_class_table(table: Table | None, user: User) -> None:
    """Raise Problem 403 if a guest of a class wants to see a table outside it."""
    if user.class_id is not None and (table is None or table.class_id != user.class_id):
        raise Problem(403, "class.only")


def classes(session: Session, user: User) -> list[OwnClass]:
    """Return the classes of a user, for the export of their data."""
    taught = select(SchoolClass).where(SchoolClass.teacher_id == user.id)
    attended = (
        select(SchoolClass, ClassStudent)
        .join(ClassStudent, ClassStudent.class_id == SchoolClass.id)
        .where(ClassStudent.user_id == user.id)
    )
    return [
        OwnClass(each.id, each.title, True, user.name, each.created, each.expires)
        for each in session.scalars(taught.order_by(SchoolClass.created))
    ] + [
        OwnClass(each.id, each.title, False, student.name, student.joined, each.expires)
        for each, student in session.execute(attended.order_by(ClassStudent.joined)).all()
    ]


def comments(session: Session, user: User) -> list[OwnClassComment]:
    """Return the comments that a user has written or got."""
    taught = select(SchoolClass.id).where(SchoolClass.teacher_id == user.id)
    attended = select(ClassStudent.class_id).where(ClassStudent.user_id == user.id)
    to_all = ClassComment.user_id.is_(None) & ClassComment.class_id.in_(attended)
    mine = (ClassComment.user_id == user.id) | ClassComment.class_id.in_(taught) | to_all
    query = select(ClassComment).where(mine).order_by(ClassComment.time, ClassComment.number)
    return [OwnClassComment(row.class_id, row.text, row.time) for row in session.scalars(query)]


def delete_classes_of(session: Session, user: User) -> None:
    """Delete the classes of a teacher whose account is deleted."""
    query = select(SchoolClass).where(SchoolClass.teacher_id == user.id)
    for each in session.scalars(query).all():
        delete_class(session, each)


def delete_class(session: Session, found: SchoolClass) -> None:
    """Delete a class: its tables, its guests and everything written in it."""
    session.execute(delete(Table).where(Table.class_id == found.id))
    session.execute(delete(Table).where(Table.id == found.template_id))
    session.execute(delete(User).where(User.class_id == found.id))
    session.execute(delete(SchoolClass).where(SchoolClass.id == found.id))
