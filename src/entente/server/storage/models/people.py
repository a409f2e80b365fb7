"""Users: who they are, and what they have decided about each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, validates

from entente.server.storage.models.base import Base, Seconds
from entente.server.storage.skeletons import LONGEST_SKELETON, skeleton

ANYONE, FOLLOWED, NO_ONE = "anyone", "followed", "no_one"  # who may invite a user
STORED_READ_RECEIPTS = "tells_reading"  # the key of `read_receipts` in stored preferences
UNUSABLE = "!"  # instead of the hash of a password: no password fits


class User(Base):
    """A user. A guest has a name and nothing else."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    # folded name, if registered
    folded: Mapped[str | None] = mapped_column(String(40), unique=True)
    called: Mapped[str] = mapped_column(String(120), default="", index=True)  # folded name
    # what the name looks like
    skeleton: Mapped[str] = mapped_column(String(LONGEST_SKELETON), default="", index=True)
    email: Mapped[str | None] = mapped_column(String(200), unique=True)
    # argon2; UNUSABLE: registered without a password
    password: Mapped[str | None] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[Seconds]
    preferences: Mapped[dict[str, Any]] = mapped_column(default=dict)
    # when the user last used the server, to the minute
    seen: Mapped[Seconds | None] = mapped_column(index=True)
    # the ends of sanctions (moderation/sanctions.py)
    muted_until: Mapped[Seconds | None]
    suspended_until: Mapped[Seconds | None]
    banned_until: Mapped[Seconds | None]
    class_id: Mapped[str | None] = mapped_column(String(16), index=True)  # a guest of a class only

    @validates("name")
    def _fold(self, key: str, name: str) -> str:
        self.called = name.casefold()[:120]
        self.skeleton = skeleton(name)
        return name

    @property
    def guest(self) -> bool:
        return self.password is None

    @property
    def has_password(self) -> bool:
        """Whether the user can log in with a password."""
        return self.password not in (None, UNUSABLE)

    @property
    def in_leaderboards(self) -> bool:
        """Whether the user wants to be listed there."""
        return bool(self.preferences.get("profile", {}).get("leaderboards", True))

    @property
    def read_receipts(self) -> bool:
        """Whether the user sends and gets read receipts."""
        return bool(self.preferences.get(STORED_READ_RECEIPTS, True))

    @property
    def shows_online(self) -> bool:
        """Whether others see when the user is online."""
        return bool(self.preferences.get("shows_online", True))

    @property
    def can_be_followed(self) -> bool:
        return bool(self.preferences.get("can_be_followed", True))

    @property
    def invited_by(self) -> str:
        """Who may invite the user to tables, and challenge them."""
        return str(self.preferences.get("invited_by", ANYONE))


class Relation(Base):
    """What a user has decided about another one: to follow, to block or not to be matched with."""

    __tablename__ = "relations"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    created: Mapped[Seconds]


class MemberInvitation(Base):
    """A person asked to take part in an event or a study. Deleted once answered, or after a while.

    `kind`: `entry` and `season` ask for an entry of one's own, `substitute` to play for `entry`,
    `give_up` to let `other_id` play for one's own `entry`, `study` to be a member. `detail` is the
    team or the role. A substitution waits until everyone asked has `agreed`.
    """

    __tablename__ = "member_invitations"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    event_id: Mapped[str | None] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), index=True
    )
    study_id: Mapped[str | None] = mapped_column(
        ForeignKey("studies.id", ondelete="CASCADE"), index=True
    )
    entry: Mapped[int | None]
    other_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    detail: Mapped[str] = mapped_column(String(40), default="")
    agreed: Mapped[bool] = mapped_column(default=False)
    created: Mapped[Seconds]
    expires: Mapped[Seconds] = mapped_column(index=True)


class Report(Base):
    """A letter or a spectator's message reported to the operator, and why.

    The reporter and the writer may have deleted their accounts since.
    """

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("table_id", "number", "reporter_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    number: Mapped[int]  # of the letter; negative: of the spectator's message
    reporter_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    writer_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
    closed: Mapped[Seconds | None]  # when the operator or a moderator closed it
    # What the letter said, if removed; for a spectator's message always.
    removed_text: Mapped[str | None] = mapped_column(Text)
