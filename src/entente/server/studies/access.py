"""Who may read and write studies and their chapters."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.models import (
    SeenSeat,
    Study,
    StudyChapter,
    StudyMember,
    Table,
    TableSeat,
    User,
)
from entente.server.storage.models.studies import CONTRIBUTOR, STUDY_OWNER, STUDY_PRIVATE
from entente.wire.tables import OVER

WRITERS = (STUDY_OWNER, CONTRIBUTOR)


class StudyAccess(NamedTuple):
    """A study as a user may see it, and their role in it."""

    study: Study
    role: str | None
    user: User | None

    @property
    def can_write(self) -> bool:
        return self.role in WRITERS

    def check_write(self) -> User:
        """Return the user if they write the study. Raise Problem otherwise."""
        if not self.can_write or self.user is None:
            raise Problem(403, "studies.reader")
        self.check_shown()
        return self.user

    def check_shown(self) -> None:
        """Raise Problem if a moderator has taken the study down."""
        if self.study.removed is not None:
            raise Problem(409, "studies.removed")

    def check_owner(self) -> User:
        """Return the user if they own the study. Raise Problem otherwise."""
        if self.role != STUDY_OWNER or self.user is None:
            raise Problem(403, "studies.owner")
        return self.user


def role_in(session: Session, study_id: str, user: User | None) -> str | None:
    """Return a user's role in a study; None if they are no member."""
    if user is None:
        return None
    member = session.get(StudyMember, (study_id, user.id))
    return None if member is None else member.role


def study_access(session: Session, study_id: str, user: User | None) -> StudyAccess:
    """Return a study that a user may see. Raise Problem 404 for any other."""
    study = session.get(Study, study_id)
    role = role_in(session, study_id, user)
    if study is None or not _may_view(study, role):
        raise Problem(404, "studies.unknown")
    return StudyAccess(study, role, user)


def _may_view(study: Study, role: str | None) -> bool:
    if study.removed is not None:
        return role == STUDY_OWNER
    return study.privacy != STUDY_PRIVATE or role is not None


# -- chapters


def chapters_for(session: Session, access: StudyAccess) -> list[StudyChapter]:
    """Return the chapters that a user may see, in their order."""
    mine = select(StudyChapter).where(StudyChapter.study_id == access.study.id)
    chapters = session.scalars(mine.order_by(StudyChapter.place, StudyChapter.created))
    return [each for each in chapters if hidden_because(session, each, access.user) is None]


def chapter_for(session: Session, access: StudyAccess, chapter_id: str) -> StudyChapter:
    """Return a chapter that a user may see. Raise Problem for any other."""
    chapter = session.get(StudyChapter, chapter_id)
    if chapter is None or chapter.study_id != access.study.id:
        raise Problem(404, "studies.no_chapter")
    if (why := hidden_because(session, chapter, access.user)) is not None:
        raise why
    return chapter


def hidden_because(session: Session, chapter: StudyChapter, user: User | None) -> Problem | None:
    """Return why a user must not see a chapter of a study they see; None if they may.

    Until a game is over, only its player sees a chapter made from it: it shows what that player
    knows. A commentary is hidden from the players.
    """
    if not (chapter.secret or chapter.commentary):
        return None
    status = session.scalar(select(Table.status).where(Table.id == chapter.table_id))
    if status == OVER:
        return None
    if chapter.secret:
        mine = user is not None and user.id == chapter.maker_id
        return None if mine else Problem(404, "studies.no_chapter")
    if user is not None and plays_at(session, chapter.table_id, user):
        return Problem(403, "studies.own_game")
    return None


def plays_at(session: Session, table_id: str | None, user: User) -> bool:
    """Return whether a user plays at a table, or has played there."""
    sits = select(TableSeat.table_id).where(
        TableSeat.table_id == table_id, TableSeat.user_id == user.id
    )
    sat = select(SeenSeat.table_id).where(
        SeenSeat.table_id == table_id, SeenSeat.user_id == user.id
    )
    return session.scalar(sits.union(sat).limit(1)) is not None
