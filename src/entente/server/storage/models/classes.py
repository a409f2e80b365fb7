"""Classes: boards that a teacher opens, the students at them, and the teacher's comments."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds

# A copy of the position for each student; students share copies, with a seat each.
COPIES, SEATS = "copies", "seats"


class SchoolClass(Base):
    """A class: one position of a game on several boards.

    They are copies of the teacher's template after `move` moves.
    """

    __tablename__ = "classes"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    teacher_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(60))
    code: Mapped[str] = mapped_column(String(16), unique=True)  # by which students join
    game: Mapped[str] = mapped_column(String(40))
    layout: Mapped[str] = mapped_column(String(10))
    seat: Mapped[str | None] = mapped_column(String(40))  # of each student with a copy; None: all
    template_id: Mapped[str] = mapped_column(String(16))
    move: Mapped[int]
    frozen: Mapped[bool] = mapped_column(default=False)
    spotlight: Mapped[str | None] = mapped_column(String(16))  # the board that all are shown
    created: Mapped[Seconds]
    expires: Mapped[Seconds] = mapped_column(index=True)
    ended: Mapped[Seconds | None]


class ClassStudent(Base):
    """A student of a class, with board and seat; most are guests of this class."""

    __tablename__ = "class_students"

    class_id: Mapped[str] = mapped_column(
        ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    name: Mapped[str] = mapped_column(String(40))
    table_id: Mapped[str | None] = mapped_column(String(16))
    seat: Mapped[str | None] = mapped_column(String(40))
    joined: Mapped[Seconds]


class ClassComment(Base):
    """A comment of the teacher to one student, or to all."""

    __tablename__ = "class_comments"

    class_id: Mapped[str] = mapped_column(
        ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    text: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
