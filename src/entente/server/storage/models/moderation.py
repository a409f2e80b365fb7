"""Moderation: who moderates, sanctions with their appeals, the log of everything done, and what
hints are made from."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds

WARN, MUTE, SUSPEND, BAN = "warn", "mute", "suspend", "ban"  # kinds of sanctions, mildest first


class Moderator(Base):
    """A user whom the operator has made a moderator."""

    __tablename__ = "moderators"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    since: Mapped[Seconds]


class Sanction(Base):
    """A sanction of a user, with their appeal and its answer.

    `until` is None for a warning, and for a sanction without an end.
    """

    __tablename__ = "sanctions"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(Text)  # what the user reads
    moderator_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    report_id: Mapped[int | None] = mapped_column(ForeignKey("reports.id", ondelete="SET NULL"))
    created: Mapped[Seconds]
    until: Mapped[Seconds | None]
    lifted: Mapped[Seconds | None]
    appeal: Mapped[str] = mapped_column(Text, default="")
    appealed: Mapped[Seconds | None]
    answer: Mapped[str] = mapped_column(Text, default="")
    answered: Mapped[Seconds | None]


class ModerationAct(Base):
    """Something a moderator has done or read. It outlives the accounts and tables concerned."""

    __tablename__ = "moderation_log"

    id: Mapped[int] = mapped_column(primary_key=True)
    time: Mapped[Seconds] = mapped_column(index=True)
    act: Mapped[str] = mapped_column(String(20))
    moderator_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    report_id: Mapped[int | None] = mapped_column(ForeignKey("reports.id", ondelete="SET NULL"))
    study_id: Mapped[str | None] = mapped_column(String(16))  # it may have been deleted since


class AccountMark(Base):
    """A device or network from which a user has signed in or begun a game lately.

    Only a keyed digest is stored, and deleted after some days.
    """

    __tablename__ = "account_marks"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    mark: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    first: Mapped[Seconds]
    last: Mapped[Seconds] = mapped_column(index=True)


class TableHelp(Base):
    """How often each seat has helped another in a finished game without chat.

    `counts` maps a giver and a receiver, with a space between them, to a number.
    """

    __tablename__ = "table_help"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    counts: Mapped[dict[str, Any]]
    counted: Mapped[Seconds]
