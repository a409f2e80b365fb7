"""The file of a whole study: what is exported and imported again.

It is JSON: `entente_study` is the version of the format. A chapter has the header of a record, the
moves up to its start, and its nodes. Comments name their authors; who imports them is the author
of the copy.
"""

from __future__ import annotations

import msgspec

from entente.kernel import Move, Seat
from entente.kernel.decoding import prepare
from entente.kernel.record import Header
from entente.server.storage.models import StudyComment
from entente.server.studies.tree import ChapterStart, Node, Tree
from entente.version import __version__

FORMAT = 1


class FileAct(msgspec.Struct, omit_defaults=True):
    """An action; `decision` is the id of the decision it answers, if that is not the first."""

    seat: Seat
    action: str
    decision: int | None = None


class FileMark(msgspec.Struct, omit_defaults=True):
    """An arrow between two things of the board, or a circle around one."""

    colour: str
    at: str
    to: str = ""


class FileComment(msgspec.Struct, omit_defaults=True):
    """A comment in a language; `by` is empty for a deleted account."""

    language: str
    text: str
    by: str = ""
    computer: bool = False


class FileNode(msgspec.Struct, omit_defaults=True):
    """A node, after the node `parent`; siblings are in order. Node 0 is the start."""

    id: int
    parent: int
    acts: list[FileAct] = []
    series: int | None = None
    glyph: str = ""
    marks: list[FileMark] = []
    comments: list[FileComment] = []


class FileChapter(msgspec.Struct, omit_defaults=True):
    """A chapter: the header of a record, the moves before its start, and its nodes."""

    name: str
    header: Header
    moves: list[Move]
    nodes: list[FileNode]


class StudyFile(msgspec.Struct, omit_defaults=True):
    """A study in a file."""

    entente_study: int
    product: str
    title: str
    about: str
    chapters: list[FileChapter]


prepare(StudyFile)


def study_file(title: str, about: str, chapters: list[FileChapter]) -> bytes:
    """Return the text of the file."""
    file = StudyFile(FORMAT, __version__, title, about, chapters)
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def file_chapter(
    name: str,
    start: ChapterStart,
    tree: Tree,
    comments: dict[int, list[StudyComment]],
    names: dict[int, str],
) -> FileChapter:
    """Return a chapter for the file."""
    nodes = [_node(each, comments.get(each.id, []), names) for each in tree.live()]
    return FileChapter(name, start.header, start.moves, nodes)


def _node(node: Node, comments: list[StudyComment], names: dict[int, str]) -> FileNode:
    return FileNode(
        id=node.id,
        parent=node.parent,
        acts=[FileAct(each.seat, each.action, each.window) for each in node.acts],
        series=node.series,
        glyph=node.glyph,
        marks=[FileMark(each.colour, each.at, each.to) for each in node.marks],
        comments=[
            FileComment(
                each.language,
                each.text,
                "" if each.user_id is None else names.get(each.user_id, ""),
                each.computer,
            )
            for each in comments
        ],
    )
