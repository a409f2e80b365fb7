"""Studies: their members, chapters with trees of moves, comments, and reports of them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds

# Who sees a study: everyone, everyone with its address, its members. The words are those of clubs.
STUDY_PUBLIC, STUDY_UNLISTED, STUDY_PRIVATE = "public", "unlisted", "private"
STUDY_OWNER, CONTRIBUTOR, READER = "owner", "contributor", "reader"


class Study(Base):
    """A study. `version` counts the changes of everything but the trees of its chapters."""

    __tablename__ = "studies"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    title: Mapped[str] = mapped_column(String(100))
    about: Mapped[str] = mapped_column(Text, default="")
    privacy: Mapped[str] = mapped_column(String(10))
    invitation: Mapped[str | None] = mapped_column(String(64))  # digest of the link's secret
    origin: Mapped[str | None] = mapped_column(String(16))  # the study it was copied from
    version: Mapped[int] = mapped_column(default=1)
    removed: Mapped[Seconds | None]  # by a moderator: only the owner sees it
    created: Mapped[Seconds]
    changed: Mapped[Seconds]

    __table_args__ = (Index("studies_by_change", "privacy", "changed"),)


class StudyMember(Base):
    """A member of a study. It has one owner."""

    __tablename__ = "study_members"

    study_id: Mapped[str] = mapped_column(
        ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(12))
    since: Mapped[Seconds]


class StudyChapter(Base):
    """A chapter: a `ChapterStart` and a `Tree`, both packed (studies/tree.py).

    `secret`: it comes from a game that was under way, and until that is over only its maker sees
    it. `commentary`: it follows a game under way, and has no start until that is over.
    """

    __tablename__ = "study_chapters"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("studies.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    game: Mapped[str] = mapped_column(String(40), index=True)
    table_id: Mapped[str | None] = mapped_column(
        ForeignKey("tables.id", ondelete="SET NULL"), index=True
    )
    maker_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    secret: Mapped[bool] = mapped_column(default=False)
    commentary: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)
    start: Mapped[bytes | None] = mapped_column(LargeBinary)
    # digest of a position it starts from that was made here, so that its export can be imported
    start_digest: Mapped[str | None] = mapped_column(String(64), index=True)
    tree: Mapped[bytes] = mapped_column(LargeBinary)
    nodes: Mapped[int] = mapped_column(default=0)
    created: Mapped[Seconds]
    changed: Mapped[Seconds]


class StudySnapshot(Base):
    """The state at a node that takes long to replay. It may be deleted at any time."""

    __tablename__ = "study_snapshots"

    chapter_id: Mapped[str] = mapped_column(
        ForeignKey("study_chapters.id", ondelete="CASCADE"), primary_key=True
    )
    node: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    state: Mapped[bytes] = mapped_column(LargeBinary)


class StudyComment(Base):
    """A comment at a node, by a user, a deleted account or a computer player.

    `version` is that of the chapter at the last change.
    """

    __tablename__ = "study_comments"

    chapter_id: Mapped[str] = mapped_column(
        ForeignKey("study_chapters.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    node: Mapped[int]
    user_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    computer: Mapped[bool] = mapped_column(default=False)
    language: Mapped[str] = mapped_column(String(2))
    text: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    changed: Mapped[Seconds]


class StudyReport(Base):
    """A study that a reader brings to the moderators."""

    __tablename__ = "study_reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("studies.id", ondelete="CASCADE"), index=True)
    reporter_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
    closed: Mapped[Seconds | None]
