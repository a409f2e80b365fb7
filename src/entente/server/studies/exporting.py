"""Export studies: a whole study as a file, a line as a record, a chapter as text."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from entente.kernel import Catalog, say
from entente.kernel.record import Footer, Record, digest, dump
from entente.server.problem import Problem
from entente.server.studies.access import StudyAccess, chapters_for
from entente.server.studies.chapters import OpenChapter
from entente.server.studies.info import (
    ActText,
    ChapterText,
    CommentText,
    NodeText,
    comments_of,
    names_of,
)
from entente.server.studies.steps import line_moves
from entente.server.studies.study_file import FileChapter, file_chapter, study_file
from entente.server.studies.tree import ROOT, unpack_start, unpack_tree

INDENT = "  "


def export_study(session: Session, access: StudyAccess) -> bytes:
    """Return the file of a study, with the chapters that its reader sees and may share."""
    chapters: list[FileChapter] = []
    for row in chapters_for(session, access):
        if row.start is None or row.secret:
            continue
        comments = comments_of(session, row.id)
        names = names_of(session, (each for all_ in comments.values() for each in all_))
        tree, start = unpack_tree(row.tree), unpack_start(row.start)
        chapters.append(file_chapter(row.name, start, tree, comments, names))
    if not chapters:
        raise Problem(409, "studies.nothing_to_copy")
    return study_file(access.study.title, access.study.about, chapters)


def export_line(chapter: OpenChapter, node_id: int | None) -> bytes:
    """Return the record of the line to a node, by default of the main line."""
    tree = chapter.tree
    path = list(tree.main_line()) if node_id is None else chapter.path(node_id)
    position = chapter.positions.at(path).position
    start = chapter.positions.start
    footer = None
    if position.outcome is not None:
        state = digest(position.game, position.state)
        footer = Footer(position.outcome, state, start.header.seed or "")
    return dump(Record(start.header, [*start.moves, *line_moves(path)], footer))


def as_text(chapter: ChapterText, catalog: Catalog, words: Catalog) -> str:
    """Return a chapter as text: its lines with variations and comments.

    Comments in the reader's language come first; those in others follow.
    """
    return _TextWriter(chapter, catalog, words).text()


def step_words(node: NodeText, catalog: Catalog, words: Catalog) -> str:
    """Return the actions of a step in one line."""
    return " · ".join(_act_words(act, catalog, words) for act in node.acts)


def _act_words(act: ActText, catalog: Catalog, words: Catalog) -> str:
    seat = catalog.name("seat", act.seat)
    return words.say(say("chapter.move", seat=seat, text=act.text))


class _TextWriter:
    """Writes the tree of a chapter, each alternative indented below the move it replaces."""

    def __init__(self, chapter: ChapterText, catalog: Catalog, words: Catalog) -> None:
        self.chapter = chapter
        self.catalog = catalog
        self.words = words
        self.lines: list[str] = []
        self.children: dict[int, list[NodeText]] = {}
        for node in chapter.nodes:
            self.children.setdefault(node.parent, []).append(node)

    def text(self) -> str:
        chapter = self.chapter
        self.lines += [chapter.name, "=" * len(chapter.name), ""]
        root = next(node for node in chapter.nodes if node.id == ROOT)
        self._comments(root.comments, 0)
        self._write(chapter.first_stage)
        return "\n".join(self.lines).rstrip() + "\n"

    def _write(self, first_stage: str) -> None:
        """Write all lines: after each move its alternatives, then what follows it."""
        stack: list[tuple[NodeText | None, int, str, int]] = [(None, ROOT, first_stage, 0)]
        while stack:
            alternative, after, stage, depth = stack.pop()
            if alternative is not None:
                self._line(self.words.get("chapter.or"), depth)
                self._move(alternative, depth)
                stack.append((None, alternative.id, alternative.stage, depth))
                continue
            following = self.children.get(after, [])
            if stage and following:
                self._line(f"[{stage}]", depth)
            if following:
                main, *others = following
                self._move(main, depth)
                stack.append((None, main.id, main.stage, depth))
                stack += [(each, 0, "", depth + 1) for each in reversed(others)]

    def _move(self, node: NodeText, depth: int) -> None:
        mark = f" {node.glyph}" if node.glyph else ""
        again = f" ({self.words.get('chapter.rerolled')})" if node.rerolled else ""
        for place, act in enumerate(node.acts):
            last = place == len(node.acts) - 1
            said = _act_words(act, self.catalog, self.words)
            self._line(f"{said}{mark + again if last else ''}", depth)
        self._comments(node.comments, depth)

    def _comments(self, comments: Sequence[CommentText], depth: int) -> None:
        mine = self.catalog.language
        for each in sorted(comments, key=lambda one: one.language != mine):
            by = self.words.get("chapter.computer") if each.computer else each.by
            for number, line in enumerate(each.text.splitlines()):
                said = line
                if by and not number:
                    said = self.words.say(say("chapter.move", seat=by, text=line))
                self._line(f"{INDENT}({said})", depth)

    def _line(self, text: str, depth: int) -> None:
        self.lines.append(f"{INDENT * depth}{text}")
