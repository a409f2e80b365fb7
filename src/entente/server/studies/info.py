"""Studies as readers get them: lists, one study, the tree of a chapter, the position at a node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.orm import Session

from entente.kernel import Catalog, Options, Seat
from entente.kernel.schema_hints import one_of
from entente.kernel.wording import in_words
from entente.server.people.member_invitations import InvitedPerson, invited, of_study
from entente.server.storage.models import (
    Study,
    StudyChapter,
    StudyComment,
    StudyMember,
    User,
)
from entente.server.storage.models.studies import (
    CONTRIBUTOR,
    READER,
    STUDY_OWNER,
    STUDY_PRIVATE,
    STUDY_PUBLIC,
    STUDY_UNLISTED,
)
from entente.server.studies.access import StudyAccess, chapters_for
from entente.server.studies.positions import AnyGame
from entente.server.studies.reports import has_reported
from entente.server.studies.tree import GLYPHS, Node, Tree

PAGE = 30
LONGEST_LABEL = 300  # characters of an action in the tree; the orders of many units are longer

Privacy = Annotated[str, one_of(STUDY_PUBLIC, STUDY_UNLISTED, STUDY_PRIVATE)]
Role = Annotated[str, one_of(STUDY_OWNER, CONTRIBUTOR, READER)]
Glyph = Annotated[str, one_of(*GLYPHS)]


class StudyLine(msgspec.Struct):
    """A study in a list."""

    id: str
    title: str
    about: str
    owner: str | None
    privacy: Privacy
    games: list[str]
    chapters: int
    changed: int
    role: Role | None


class StudyPage(msgspec.Struct):
    """Studies, last changed first; `next` asks for the following ones."""

    studies: list[StudyLine]
    next: str | None


class StudyPerson(msgspec.Struct):
    """A member of a study."""

    user: int
    name: str
    role: Role


class ChapterLine(msgspec.Struct):
    """A chapter in the list of a study.

    `table` is the game it comes from. A `commentary` follows it while it goes on. Only its maker
    sees a `secret` one, until that game is over.
    """

    id: str
    name: str
    game: str
    version: int
    nodes: int
    table: str | None
    commentary: bool
    secret: bool


class StudyInfo(StudyLine):
    """A study with its chapters and members.

    `version` counts the changes of what is in here. A `removed` study is seen by its owner only.
    """

    version: int
    people: list[StudyPerson]
    chapter_list: list[ChapterLine]
    has_invitation: bool
    invited: list[InvitedPerson]  # for the owner: who has not answered yet
    removed: bool
    reported: bool  # by the reader; the report is open
    origin: str | None


class CommentText(msgspec.Struct):
    """A comment; `by` is null for a deleted account and for a computer player."""

    number: int
    by: str | None
    mine: bool
    computer: bool
    language: str
    text: str
    version: int


class MarkInfo(msgspec.Struct):
    """An arrow between two things of the board, or without `to` a circle around one."""

    colour: str
    at: str
    to: str


class ActText(msgspec.Struct):
    """An action in words."""

    seat: Seat
    action: str
    text: str


class NodeText(msgspec.Struct):
    """A node of the tree; node 0 is the start.

    `open`: sealed answers of some seats are missing. `rerolled`: dice and draws are others from
    here on. `stage` is the new stage of the game after it, empty if it is the same. `marked` is the
    version of glyph and marks.
    """

    id: int
    parent: int
    acts: list[ActText]
    open: bool
    rerolled: bool
    stage: str
    glyph: Glyph
    marks: list[MarkInfo]
    marked: int
    comments: list[CommentText]


class ChapterText(msgspec.Struct):
    """The tree of a chapter, or what has changed in it since a version.

    `nodes` are in the order of reading, and all of them if `whole`. A commentary of a game under
    way has nodes only for moves with comments: their ids count the moves that spectators see.
    """

    id: str
    study: str
    name: str
    game: str
    version: int
    commentary: bool
    secret: bool
    table: str | None
    can_write: bool
    whole: bool
    nodes: list[NodeText]
    seats: list[Seat]
    options: Options
    custom_data: bool
    first_stage: str
    moves: int


# -- lists


class StudySearch(msgspec.Struct):
    """What to list: `public` studies or `mine`, of a game, with words in the title."""

    scope: str
    game: str = ""
    text: str = ""
    after: str = ""


def search(session: Session, user: User | None, wanted: StudySearch) -> StudyPage:
    """Return studies, last changed first."""
    query = select(Study)
    if wanted.scope == "mine":
        owns = StudyMember.role == STUDY_OWNER
        mine = and_(
            StudyMember.study_id == Study.id, StudyMember.user_id == (user.id if user else 0)
        )
        query = query.where(exists().where(mine))
        query = query.where(or_(Study.removed.is_(None), exists().where(mine, owns)))
    else:
        full = exists().where(
            StudyChapter.study_id == Study.id, StudyChapter.nodes > 1, ~StudyChapter.secret
        )
        query = query.where(Study.privacy == STUDY_PUBLIC, Study.removed.is_(None), full)
    if wanted.game:
        same = (StudyChapter.study_id == Study.id) & (StudyChapter.game == wanted.game)
        query = query.where(exists().where(same))
    for word in wanted.text.split()[:5]:
        query = query.where(Study.title.icontains(word, autoescape=True))
    changed, _, last = wanted.after.partition(" ")
    if changed.isdecimal():
        before = int(changed[:15])
        query = query.where(
            or_(Study.changed < before, and_(Study.changed == before, Study.id < last))
        )
    query = query.order_by(Study.changed.desc(), Study.id.desc()).limit(PAGE + 1)
    found = list(session.scalars(query))
    shown = found[:PAGE]
    following = f"{shown[-1].changed} {shown[-1].id}" if len(found) > PAGE else None
    return StudyPage(lines(session, shown, user), following)


def lines(session: Session, studies: Sequence[Study], user: User | None) -> list[StudyLine]:
    """Return studies as lists show them."""
    ids = [each.id for each in studies]
    owners = dict(
        session.execute(
            select(StudyMember.study_id, User.name)
            .join(User, User.id == StudyMember.user_id)
            .where(StudyMember.study_id.in_(ids), StudyMember.role == STUDY_OWNER)
        ).all()
    )
    roles: dict[str, str] = {}
    if user is not None:
        own = select(StudyMember.study_id, StudyMember.role)
        mine = own.where(StudyMember.study_id.in_(ids), StudyMember.user_id == user.id)
        roles = dict(session.execute(mine).all())
    games: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    grouped = (
        select(StudyChapter.study_id, StudyChapter.game, func.count())
        .where(StudyChapter.study_id.in_(ids), ~StudyChapter.secret)
        .group_by(StudyChapter.study_id, StudyChapter.game)
        .order_by(StudyChapter.game)
    )
    for study_id, game, count in session.execute(grouped):
        games.setdefault(study_id, []).append(game)
        counts[study_id] = counts.get(study_id, 0) + count
    return [
        StudyLine(
            each.id,
            each.title,
            each.about,
            owners.get(each.id),
            each.privacy,
            games.get(each.id, []),
            counts.get(each.id, 0),
            each.changed,
            roles.get(each.id),
        )
        for each in studies
    ]


# -- one study


def study_info(session: Session, access: StudyAccess) -> StudyInfo:
    """Return a study; who reads it is for its members, who writes it for everyone."""
    study = access.study
    line = msgspec.structs.asdict(lines(session, [study], access.user)[0])
    members = session.execute(
        select(User.id, User.name, StudyMember.role)
        .join(StudyMember, StudyMember.user_id == User.id)
        .where(StudyMember.study_id == study.id)
        .order_by(StudyMember.since, User.id)
    )
    people = [
        StudyPerson(*row)
        for row in members
        if access.role is not None or row[2] in (STUDY_OWNER, CONTRIBUTOR)
    ]
    chapters = [
        ChapterLine(
            each.id,
            each.name,
            each.game,
            each.version,
            each.nodes,
            each.table_id,
            each.commentary,
            each.secret,
        )
        for each in chapters_for(session, access)
    ]
    owns = access.role == STUDY_OWNER
    return StudyInfo(
        **line,
        version=study.version,
        people=people,
        chapter_list=chapters,
        has_invitation=owns and study.invitation is not None,
        invited=invited(session, of_study(study)) if owns else [],
        removed=study.removed is not None,
        reported=has_reported(session, study.id, access.user),
        origin=study.origin,
    )


# -- a chapter


def comments_of(session: Session, chapter_id: str) -> dict[int, list[StudyComment]]:
    """Return the comments of a chapter by node."""
    mine = select(StudyComment).where(StudyComment.chapter_id == chapter_id)
    found: dict[int, list[StudyComment]] = {}
    for each in session.scalars(mine.order_by(StudyComment.number)):
        found.setdefault(each.node, []).append(each)
    return found


def names_of(session: Session, comments: Iterable[StudyComment]) -> dict[int, str]:
    """Return the names of the authors of comments."""
    ids = {each.user_id for each in comments if each.user_id is not None}
    return dict(session.execute(select(User.id, User.name).where(User.id.in_(ids))).all())


class NodeWriter:
    """Describes the nodes of a chapter in a reader's language."""

    def __init__(
        self,
        game: AnyGame,
        catalog: Catalog,
        comments: dict[int, list[StudyComment]],
        names: dict[int, str],
        user: User | None,
    ) -> None:
        self.game = game
        self.catalog = catalog
        self.comments = comments
        self.names = names
        self.user = user

    def nodes(self, tree: Tree, since: int | None) -> list[NodeText]:
        """Return the nodes that have changed since a version, or all."""
        return [
            self._node(each)
            for each in tree.live()
            if since is None
            or each.changed > since
            or any(comment.version > since for comment in self.comments.get(each.id, ()))
        ]

    def action(self, action: str) -> str:
        text = in_words(self.game, action, self.catalog)
        return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1]}…"

    def _node(self, node: Node) -> NodeText:
        return NodeText(
            id=node.id,
            parent=node.parent,
            acts=[ActText(each.seat, each.action, self.action(each.action)) for each in node.acts],
            open=node.open,
            rerolled=node.series is not None,
            stage="" if node.stage is None else self.catalog.line(node.stage),
            glyph=node.glyph,
            marks=[MarkInfo(each.colour, each.at, each.to) for each in node.marks],
            marked=node.marked,
            comments=[self._comment(each) for each in self.comments.get(node.id, ())],
        )

    def _comment(self, comment: StudyComment) -> CommentText:
        me = None if self.user is None else self.user.id
        return CommentText(
            number=comment.number,
            by=None if comment.user_id is None else self.names.get(comment.user_id),
            mine=comment.user_id is not None and comment.user_id == me,
            computer=comment.computer,
            language=comment.language,
            text=comment.text,
            version=comment.version,
        )
