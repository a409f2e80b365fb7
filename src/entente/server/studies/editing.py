"""What authors do to a chapter besides playing on: comments, glyphs, marks, order, deletion.

Every change is made on the latest tree, under the lock of its chapter. A change is refused if
someone else has changed the same thing meanwhile: `seen` is the version that its author has seen.
Nothing is overwritten unseen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from entente.kernel.plain_text import plain_text
from entente.kernel.text import LANGUAGES
from entente.server.forbidden_words import check_words
from entente.server.problem import Problem
from entente.server.storage.models import StudyComment, User
from entente.server.storage.models.studies import STUDY_OWNER
from entente.server.studies.store import LockedChapter, forget_nodes
from entente.server.studies.tree import (
    COLOURS,
    GLYPHS,
    MOST_MARKS,
    ROOT,
    BoardMark,
    Node,
)

LONGEST_COMMENT = 4_000
MOST_COMMENTS = 12  # at one node
MOST_COMMENTS_OF_CHAPTER = 3_000
LONGEST_THING = 60


class EditDone(msgspec.Struct):
    """A change was stored as this version; `node` is where it leads, and what undoes it.

    `comment` is the number of the comment it wrote, `before` the sibling after which a promoted
    line was; null if it was first.
    """

    version: int
    node: int
    comment: int | None = None
    before: int | None = None


class Author(NamedTuple):
    """Who changes a chapter, and their role in the study."""

    user: User
    role: str


def set_glyph(chapter: LockedChapter, node_id: int, glyph: str, seen: int) -> EditDone:
    """Set the glyph of a node; empty for none."""
    if glyph not in GLYPHS:
        raise Problem(422, "studies.glyph", known=list(GLYPHS[1:]))
    node = _unchanged(chapter, node_id, seen)
    node.glyph = glyph
    return _marked(chapter, node)


def set_marks(
    chapter: LockedChapter, node_id: int, marks: Sequence[BoardMark], seen: int
) -> EditDone:
    """Set the arrows and circles on the board at a node."""
    if len(marks) > MOST_MARKS:
        raise Problem(422, "studies.most_marks", most=MOST_MARKS)
    for each in marks:
        if each.colour not in COLOURS:
            raise Problem(422, "studies.colour", known=list(COLOURS))
        if not each.at or max(len(each.at), len(each.to)) > LONGEST_THING:
            raise Problem(422, "studies.mark", most=LONGEST_THING)
    node = _unchanged(chapter, node_id, seen)
    node.marks = tuple(dict.fromkeys(marks))
    return _marked(chapter, node)


def _unchanged(chapter: LockedChapter, node_id: int, seen: int) -> Node:
    """Return a node whose glyph and marks are as the author has seen them."""
    node = _node(chapter, node_id)
    if node.marked > seen:
        raise Problem(409, "studies.changed")
    return node


def _marked(chapter: LockedChapter, node: Node) -> EditDone:
    node.marked = node.changed = chapter.version
    chapter.store()
    return EditDone(chapter.version, node.id)


def _node(chapter: LockedChapter, node_id: int) -> Node:
    """Return a node. Raise Problem if it is gone."""
    node = chapter.tree.node(node_id)
    if node is None:
        raise Problem(409, "studies.no_node")
    return node


# -- comments


def set_comment(
    chapter: LockedChapter, author: Author, node_id: int, language: str, text: str, seen: int
) -> EditDone:
    """Write one's own comment at a node, in a language; without a text it is deleted.

    Everyone has one comment for each language at a node. `seen` is its version, 0 for none.
    """
    if language not in LANGUAGES:
        raise Problem(422, "account.language", known=list(LANGUAGES))
    text = _clean(text)
    node, session = _node(chapter, node_id), chapter.session
    mine = select(StudyComment).where(
        StudyComment.chapter_id == chapter.row.id, StudyComment.node == node_id
    )
    found = session.scalar(
        mine.where(
            StudyComment.user_id == author.user.id,
            StudyComment.language == language,
            ~StudyComment.computer,
        )
    )
    if (0 if found is None else found.version) > seen:
        raise Problem(409, "studies.changed")
    if not text and found is not None:
        session.delete(found)
        session.flush()
        return _commented(chapter, node, None)
    if not text:
        raise Problem(422, "studies.no_comment")
    if found is None:
        found = add_comment(chapter, node_id, author.user.id, language, text)
    else:
        found.text, found.version, found.changed = text, chapter.version, int(time.time())
    return _commented(chapter, node, found.number)


def add_comment(
    chapter: LockedChapter,
    node_id: int,
    user_id: int | None,
    language: str,
    text: str,
    *,
    computer: bool = False,
) -> StudyComment:
    """Add a comment to a node. Raise Problem if there is no room for it."""
    session, chapter_id = chapter.session, chapter.row.id
    mine = StudyComment.chapter_id == chapter_id
    counted = select(func.count(), func.max(StudyComment.number)).where(mine)
    count, last = session.execute(counted).one()
    if count >= MOST_COMMENTS_OF_CHAPTER:
        raise Problem(409, "studies.most_comments", most=MOST_COMMENTS_OF_CHAPTER)
    here = select(func.count()).where(mine, StudyComment.node == node_id)
    if (session.scalar(here) or 0) >= MOST_COMMENTS:
        raise Problem(409, "studies.most_comments_here", most=MOST_COMMENTS)
    comment = StudyComment(
        chapter_id=chapter_id,
        number=(last or 0) + 1,
        node=node_id,
        user_id=user_id,
        computer=computer,
        language=language,
        text=text,
        version=chapter.version,
        changed=int(time.time()),
    )
    session.add(comment)
    session.flush()
    return comment


def delete_comment(chapter: LockedChapter, author: Author, number: int, seen: int) -> EditDone:
    """Delete a comment: one's own, one without an author, or any for the owner of the study."""
    comment = chapter.session.get(StudyComment, (chapter.row.id, number))
    node = None if comment is None else chapter.tree.node(comment.node)
    if comment is None or node is None:
        raise Problem(409, "studies.comment_gone")
    if comment.user_id not in (None, author.user.id) and author.role != STUDY_OWNER:
        raise Problem(403, "studies.not_your_comment")
    if comment.version > seen:
        raise Problem(409, "studies.changed")
    chapter.session.delete(comment)
    chapter.session.flush()
    return _commented(chapter, node, None)


def _clean(text: str) -> str:
    if len(text) > LONGEST_COMMENT:
        raise Problem(422, "studies.comment", most=LONGEST_COMMENT)
    return check_words(plain_text(text).strip())


def _commented(chapter: LockedChapter, node: Node, number: int | None) -> EditDone:
    node.changed = chapter.version
    chapter.store()
    return EditDone(chapter.version, node.id, comment=number)


# -- the tree


def delete_node(chapter: LockedChapter, author: Author, node_id: int, seen: int) -> EditDone:
    """Delete a node with everything after it, unless someone has written there meanwhile."""
    if node_id == ROOT:
        raise Problem(422, "studies.root")
    node = _node(chapter, node_id)
    below = chapter.tree.subtree(node_id)
    if any(each.changed > seen for each in below):
        raise Problem(409, "studies.changed_below")
    gone = chapter.tree.delete(node_id, chapter.version)
    if gone:
        forget_nodes(chapter.session, chapter.row.id, gone)
    chapter.store()
    return EditDone(chapter.version, node.parent)


def restore_node(chapter: LockedChapter, node_id: int) -> EditDone:
    """Restore a deleted node with what was deleted together with it."""
    if not chapter.tree.restore(node_id, chapter.version):
        raise Problem(409, "studies.not_kept")
    chapter.store()
    return EditDone(chapter.version, node_id)


def promote_node(chapter: LockedChapter, node_id: int) -> EditDone:
    """Put a line before its alternatives, where it last branches off."""
    _node(chapter, node_id)
    order = [each.id for each in chapter.tree.nodes.values() if not each.deleted]
    branch = chapter.tree.promote(node_id, chapter.version)
    if branch is None:
        raise Problem(409, "studies.main_line")
    parent = chapter.tree.nodes[branch].parent
    siblings = [each for each in order if chapter.tree.nodes[each].parent == parent]
    place = siblings.index(branch)
    chapter.store()
    return EditDone(chapter.version, branch, before=siblings[place - 1] if place else None)


def put_node(chapter: LockedChapter, node_id: int, before: int | None) -> EditDone:
    """Put a node after one of its siblings, or first."""
    if not chapter.tree.put_after(node_id, before, chapter.version):
        raise Problem(409, "studies.no_node")
    chapter.store()
    return EditDone(chapter.version, node_id)
