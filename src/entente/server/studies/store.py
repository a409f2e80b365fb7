"""Create, change, copy and delete studies, and lock their chapters for changes."""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from entente.kernel.plain_text import plain_text
from entente.server.forbidden_words import check_words
from entente.server.problem import Problem
from entente.server.storage.database import one_after_the_other
from entente.server.storage.ids import new_id
from entente.server.storage.models import (
    Study,
    StudyChapter,
    StudyComment,
    StudyMember,
    StudySnapshot,
    User,
)
from entente.server.storage.models.studies import (
    STUDY_OWNER,
    STUDY_PRIVATE,
    STUDY_PUBLIC,
    STUDY_UNLISTED,
)
from entente.server.studies.access import StudyAccess, chapters_for
from entente.server.studies.tree import LONGEST, MOST_NODES, Tree, pack_tree, unpack_tree

PRIVACY = (STUDY_PUBLIC, STUDY_UNLISTED, STUDY_PRIVATE)
MOST_STUDIES, MOST_STUDIES_OF_A_GUEST = 200, 3
MOST_CHAPTERS = 64
LONGEST_TITLE, LONGEST_NAME, LONGEST_ABOUT = 100, 80, 2000
NEW_ACCOUNT = 86_400  # seconds until an account may publish


class StudyPlan(NamedTuple):
    """A study to create, or its changed description."""

    title: str
    about: str = ""
    privacy: str = STUDY_PRIVATE


class NewComment(NamedTuple):
    """A comment that a chapter begins with, by its maker or a computer player."""

    node: int
    language: str
    text: str
    computer: bool = False


class ChapterPlan(NamedTuple):
    """A chapter to add. Without a start it follows the table."""

    name: str
    game: str
    start: bytes | None
    tree: Tree
    table_id: str | None = None
    secret: bool = False
    commentary: bool = False
    start_digest: str | None = None  # of a position to start from
    comments: tuple[NewComment, ...] = ()


def clean_line(text: str, most: int, key: str) -> str:
    """Return a line of text with normalized spaces. Raise Problem if it is empty or too long."""
    text = " ".join(text.split())
    if not text or len(text) > most or not text.isprintable():
        raise Problem(422, key, most=most)
    return check_words(text)


def _check(user: User, plan: StudyPlan) -> StudyPlan:
    if len(plan.about) > LONGEST_ABOUT:
        raise Problem(422, "studies.about", most=LONGEST_ABOUT)
    if plan.privacy not in PRIVACY:
        raise Problem(422, "studies.privacy", known=list(PRIVACY))
    if user.guest and plan.privacy != STUDY_PRIVATE:
        raise Problem(403, "studies.guest")
    if plan.privacy == STUDY_PUBLIC and user.created > time.time() - NEW_ACCOUNT:
        raise Problem(403, "studies.new_account")
    title = clean_line(plan.title, LONGEST_TITLE, "studies.title")
    return StudyPlan(title, check_words(plain_text(plan.about).strip()), plan.privacy)


def create(session: Session, user: User, plan: StudyPlan, origin: str | None = None) -> Study:
    """Create a study; its creator owns it."""
    plan, now = _check(user, plan), int(time.time())
    one_after_the_other(session, f"studies of {user.id}")
    mine = select(func.count()).where(
        StudyMember.user_id == user.id, StudyMember.role == STUDY_OWNER
    )
    most = MOST_STUDIES_OF_A_GUEST if user.guest else MOST_STUDIES
    if (session.scalar(mine) or 0) >= most:
        raise Problem(409, "studies.most", most=most)
    study = Study(id=new_id(), **plan._asdict(), origin=origin, version=1, created=now, changed=now)
    session.add(study)
    session.flush()
    session.add(StudyMember(study_id=study.id, user_id=user.id, role=STUDY_OWNER, since=now))
    session.flush()
    return study


def change(session: Session, access: StudyAccess, plan: StudyPlan) -> None:
    """Change title, description and privacy. For the owner."""
    user, study = access.check_owner(), access.study
    access.check_shown()
    if study.privacy == plan.privacy:  # a new account may correct the title of what is public
        plan = _check(user, plan._replace(privacy=STUDY_PRIVATE))._replace(privacy=study.privacy)
    else:
        plan = _check(user, plan)
    for name, value in plan._asdict().items():
        setattr(study, name, value)
    touch(session, study)


def remove(session: Session, access: StudyAccess) -> None:
    """Delete a study. For the owner."""
    access.check_owner()
    session.execute(delete(Study).where(Study.id == access.study.id))


def touch(session: Session, study: Study) -> None:
    """Count a change of a study."""
    study.version = Study.version + 1
    study.changed = int(time.time())
    session.flush()


# -- chapters


def add_chapter(session: Session, access: StudyAccess, plan: ChapterPlan) -> StudyChapter:
    """Add a chapter at the end of a study. For those who write it."""
    user, study = access.check_write(), access.study
    touch(session, study)  # locks the study
    many = select(func.count(), func.max(StudyChapter.place))
    count, last = session.execute(many.where(StudyChapter.study_id == study.id)).one()
    if count >= MOST_CHAPTERS:
        raise Problem(409, "studies.most_chapters", most=MOST_CHAPTERS)
    now = int(time.time())
    chapter = StudyChapter(
        id=new_id(),
        study_id=study.id,
        place=(last or 0) + 1,
        name=clean_line(plan.name, LONGEST_NAME, "studies.name"),
        game=plan.game,
        table_id=plan.table_id,
        maker_id=user.id,
        secret=plan.secret,
        commentary=plan.commentary,
        version=1,
        start=plan.start,
        start_digest=plan.start_digest,
        tree=packed(plan.tree),
        nodes=len(plan.tree),
        created=now,
        changed=now,
    )
    session.add(chapter)
    session.flush()
    rows = [
        {
            "chapter_id": chapter.id,
            "number": number,
            "user_id": None if each.computer else user.id,
            "version": 1,
            "changed": now,
            **each._asdict(),
        }
        for number, each in enumerate(plan.comments, start=1)
    ]
    if rows:
        session.execute(insert(StudyComment), rows)
    return chapter


def packed(tree: Tree) -> bytes:
    """Return a tree as it is stored. Raise Problem if it is too large."""
    if len(tree.nodes) > MOST_NODES:
        raise Problem(409, "studies.most_nodes", most=MOST_NODES)
    data = pack_tree(tree)
    if len(data) > LONGEST:
        raise Problem(409, "studies.large")
    return data


class LockedChapter:
    """A chapter that no one else changes until the commit; `version` is that of this change."""

    def __init__(self, session: Session, chapter_id: str) -> None:
        counted = update(StudyChapter).where(StudyChapter.id == chapter_id)
        session.execute(counted.values(version=StudyChapter.version + 1))
        row = session.get(StudyChapter, chapter_id, populate_existing=True)
        if row is None:
            raise Problem(404, "studies.no_chapter")
        self.session = session
        self.row = row
        self.version = row.version
        self.tree = unpack_tree(row.tree)

    def store(self) -> None:
        """Store the changed tree."""
        now = int(time.time())
        self.row.tree, self.row.nodes, self.row.changed = packed(self.tree), len(self.tree), now
        counted = update(Study).where(Study.id == self.row.study_id)
        self.session.execute(counted.values(changed=now))
        self.session.flush()


def rename_chapter(
    session: Session, access: StudyAccess, chapter: StudyChapter, name: str, place: int | None
) -> None:
    """Change a chapter's name and its place among the others. For those who write the study."""
    access.check_write()
    touch(session, access.study)
    chapter.name = clean_line(name, LONGEST_NAME, "studies.name")
    if place is not None:
        others = select(StudyChapter).where(
            StudyChapter.study_id == access.study.id, StudyChapter.id != chapter.id
        )
        order = list(session.scalars(others.order_by(StudyChapter.place, StudyChapter.created)))
        order.insert(max(0, place - 1), chapter)
        for number, each in enumerate(order, start=1):
            each.place = number
    session.flush()


def delete_chapter(session: Session, access: StudyAccess, chapter: StudyChapter) -> None:
    """Delete a chapter. For those who write the study."""
    access.check_write()
    touch(session, access.study)
    session.execute(delete(StudyChapter).where(StudyChapter.id == chapter.id))


def forget_nodes(session: Session, chapter_id: str, nodes: list[int]) -> None:
    """Delete what is stored about nodes that are gone for good."""
    for model in (StudyComment, StudySnapshot):
        mine = delete(model).where(model.chapter_id == chapter_id, model.node.in_(nodes))
        session.execute(mine)


# -- copies


def copy(session: Session, access: StudyAccess, user: User, title: str) -> Study:
    """Copy a study with the chapters that a user sees; chapters of games under way are left out."""
    access.check_shown()
    study = create(session, user, StudyPlan(title, access.study.about), access.study.id)
    now, place = int(time.time()), 0
    for each in chapters_for(session, access):
        if each.start is None or each.secret:
            continue
        place += 1
        values = {
            column.name: getattr(each, column.name) for column in StudyChapter.__table__.columns
        }
        values |= {"id": new_id(), "study_id": study.id, "place": place, "maker_id": user.id}
        values |= {"created": now, "changed": now}
        session.execute(insert(StudyChapter), [values])
        for model in (StudyComment, StudySnapshot):
            rows = session.scalars(select(model).where(model.chapter_id == each.id)).all()
            names = [column.name for column in model.__table__.columns]
            copies = [{name: getattr(row, name) for name in names} for row in rows]
            for row in copies:
                row["chapter_id"] = values["id"]
            if copies:
                session.execute(insert(model), copies)
    if not place:
        raise Problem(409, "studies.nothing_to_copy")
    session.flush()
    return study
