"""Commentary: a chapter that follows a game under way.

While the game goes on, the chapter holds comments and marks only, by the number of moves that
spectators see. Its moves and positions are those that the table shows to spectators: nothing of the
game is stored here. When the game is over, the chapter becomes one of the whole game, and each
comment finds its move.
"""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.models import Study, StudyChapter, StudyComment, Table, User
from entente.server.storage.models.studies import STUDY_PUBLIC
from entente.server.studies.access import plays_at
from entente.server.studies.info import StudyLine, lines
from entente.server.studies.starts import chapter_of_match
from entente.server.studies.store import ChapterPlan, LockedChapter, packed
from entente.server.studies.tree import ROOT, Node, Tree
from entente.server.study.analysis import replayed
from entente.server.tables.access import may_watch
from entente.server.tables.hidden_moves import VisibleCounts
from entente.server.tables.room import Room
from entente.wire.tables import OVER, PLAYING

MOST_MOVES = 20_000
SHOWN = 10  # studies of a table


def commentary_on(session: Session, table: Table, user: User, name: str) -> ChapterPlan:
    """Return a chapter that follows a game. Raise Problem if spectators may not watch it, or if
    the user plays in it."""
    if user.guest:
        raise Problem(403, "studies.guest")
    if table.status == OVER:
        raise Problem(409, "table.over")
    if table.status != PLAYING:
        raise Problem(409, "table.not_started")
    if table.private or table.analysis or not may_watch(table):
        raise Problem(403, "studies.not_watched")
    if plays_at(session, table.id, user):
        raise Problem(403, "studies.own_commentary")
    return ChapterPlan(name, table.game, None, Tree(), table_id=table.id, commentary=True)


def node_of_move(chapter: LockedChapter, number: int) -> None:
    """Make the node of a move, counted as spectators count, on which something is written."""
    if number > MOST_MOVES:
        raise Problem(409, "studies.no_node")
    if number not in chapter.tree.nodes:
        chapter.tree.nodes[number] = Node(number, ROOT)


def settle(sessions: Sessions, room: Room, chapter_id: str) -> None:
    """Make a chapter of the whole game of a commentary whose game is over."""
    if room.table.status != OVER:
        return
    with room.lock:
        match, number = room.match, len(room.match.moves)
        hidden = [n for n, unseen in enumerate(match.unseen, start=1) if unseen]
    plan, places = chapter_of_match("", replayed(match, match.moves, number), line=True)
    counting = VisibleCounts(hidden, ())
    nodes = {match.first + place: node for place, node in places.items()}
    with sessions.begin() as session:
        locked = LockedChapter(session, chapter_id)
        row = locked.row
        if row.start is not None:  # another request was faster
            session.rollback()
            return
        moved: dict[int, int] = {}
        for each in sorted(locked.tree.nodes):
            move = min(counting.true_moves(each), number)
            moved[each] = nodes.get(move, ROOT)
            _annotate(plan.tree.nodes[moved[each]], locked.tree.nodes[each])
        comments = session.scalars(
            select(StudyComment).where(StudyComment.chapter_id == chapter_id)
        )
        for comment in comments.all():
            comment.node = moved.get(comment.node, ROOT)
        plan.tree.whole = locked.version
        row.start, row.tree, row.nodes = plan.start, packed(plan.tree), len(plan.tree)
        row.start_digest, row.commentary = plan.start_digest, False
        counted = update(Study).where(Study.id == row.study_id)
        session.execute(counted.values(version=Study.version + 1))


def _annotate(node: Node, noted: Node) -> None:
    node.glyph = noted.glyph or node.glyph
    node.marks = (*node.marks, *noted.marks)
    node.marked = max(node.marked, noted.marked)


def is_over(session: Session, row: StudyChapter) -> bool:
    """Return whether the game of a commentary is over, and the chapter has yet to follow it."""
    if row.start is not None:
        return False
    status = session.scalar(select(Table.status).where(Table.id == row.table_id))
    return status == OVER


def studies_of_table(session: Session, table: Table, user: User | None) -> list[StudyLine]:
    """Return the public studies of a game; to its players not before it is over."""
    if table.status != OVER and user is not None and plays_at(session, table.id, user):
        return []
    mine = (
        select(Study)
        .join(StudyChapter, StudyChapter.study_id == Study.id)
        .where(
            StudyChapter.table_id == table.id,
            ~StudyChapter.secret,
            Study.privacy == STUDY_PUBLIC,
            Study.removed.is_(None),
        )
        .order_by(Study.changed.desc())
        .distinct()
        .limit(SHOWN)
    )
    return lines(session, list(session.scalars(mine)), user)
