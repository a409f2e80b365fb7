"""Import chapters from files: a study, a record, or a game saved by another program.

Everything is replayed under our rules before anything is stored. A start that is a position by
itself is accepted only if this server has made it: a forged one could be anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import select

from entente.kernel import IllegalAction, Match, UserError, registry, say
from entente.kernel.plain_text import plain_text
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server.forbidden_words import check_words
from entente.server.input_types import is_storable
from entente.server.live.incoming_frames import LONGEST_TEXT
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.models import StudyChapter, Table
from entente.server.studies.editing import LONGEST_COMMENT, LONGEST_THING
from entente.server.studies.positions import ChapterPositions, game_of
from entente.server.studies.starts import chapter_from, start_digest
from entente.server.studies.steps import Reached, played, waits_for_others
from entente.server.studies.store import (
    LONGEST_ABOUT,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_CHAPTERS,
    ChapterPlan,
    NewComment,
)
from entente.server.studies.study_file import FORMAT, FileChapter, FileNode, StudyFile
from entente.server.studies.tree import (
    COLOURS,
    GLYPHS,
    MOST_MARKS,
    MOST_NODES,
    ROOT,
    BoardMark,
    ChapterStart,
    Node,
    StepAction,
    Tree,
    pack_start,
)
from entente.server.study.imports import LONGEST_SEED, MOST_MOVES, Imports

MOST_ACTS = 400  # of a node
MARK = b'"entente_study"'
Check = Callable[[], None]


class ImportedStudy(msgspec.Struct):
    """What a file contains: title and description, if it is a study, and chapters."""

    title: str
    about: str
    chapters: list[ChapterPlan]


def read_file(
    sessions: Sessions, imports: Imports, data: bytes, name: str, language: str
) -> ImportedStudy:
    """Read a file of any known format. Raise Problem with the reason if it is not valid."""
    until = time.thread_time() + imports.seconds

    def in_time() -> None:
        if time.thread_time() > until:
            raise Problem(422, "record.slow")

    named = check_words(name) or catalog_of("entente.server", language).get("chapter.imported")
    if MARK in data[:2000]:
        return _study(sessions, data, language, in_time)
    if b'"entente"' in data[:2000]:
        verified = imports.read(sessions, data, language)
        plan = chapter_from(named[:LONGEST_NAME], verified.match, line=True)
        return ImportedStudy("", "", [plan])
    return ImportedStudy("", "", _saved_games(data, named, language, in_time))


# -- games of other programs


def _saved_games(data: bytes, name: str, language: str, in_time: Check) -> list[ChapterPlan]:
    """Read a file with every game's importer; return the chapters of the first that can."""
    refused: UserError | None = None
    for game_id in registry.available():
        module = registry.part(game_id, "exchange")
        if module is None:
            continue
        try:
            matches = list(_first_matches(module.matches(registry.load(game_id), data, in_time)))
        except UserError as error:
            refused = error
            continue
        words = catalog_of("entente.server", language)
        plans = []
        for number, match in enumerate(matches, start=1):
            title = words.say(say("chapter.stretch", name=name, number=number))
            title = name if len(matches) == 1 else title
            plans.append(chapter_from(title[:LONGEST_NAME], match, line=True))
        return plans
    if refused is None:
        raise Problem(422, "studies.no_format")
    raise Problem(422, "record.wrong", reason=refused.text(language), line=0)


def _first_matches(matches: Iterator[Match[Any, Any]]) -> Iterator[Match[Any, Any]]:
    for number, match in enumerate(matches):
        if number >= MOST_CHAPTERS:
            raise Problem(422, "studies.most_chapters", most=MOST_CHAPTERS)
        yield match


# -- studies


def _study(sessions: Sessions, data: bytes, language: str, in_time: Check) -> ImportedStudy:
    try:
        file = msgspec.json.decode(data, type=StudyFile)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(422, "record.wrong", reason=str(error), line=0) from None
    if file.entente_study > FORMAT:
        raise Problem(422, "studies.later_format", written=file.entente_study, known=FORMAT)
    if not 0 < len(file.chapters) <= MOST_CHAPTERS:
        raise Problem(422, "studies.most_chapters", most=MOST_CHAPTERS)
    if not all(is_storable(text) for text in _texts(file)):
        raise Problem(422, "unstorable")
    for text in _texts(file):
        check_words(text)
    plans = []
    for number, each in enumerate(file.chapters, start=1):
        try:
            plans.append(_ChapterReader(sessions, each, language, in_time).plan())
        except _Wrong as wrong:
            raise Problem(
                422, "studies.wrong_chapter", number=number, node=wrong.node, reason=wrong.reason
            ) from None
    return ImportedStudy(file.title[:LONGEST_TITLE], file.about[:LONGEST_ABOUT], plans)


def _texts(file: StudyFile) -> Iterator[str]:
    yield from (file.title, file.about)
    for chapter in file.chapters:
        yield chapter.name
        for node in chapter.nodes:
            yield from (mark for each in node.marks for mark in (each.at, each.to))
            yield from (text for comment in node.comments for text in (comment.by, comment.text))


class _Wrong(Exception):
    """A chapter cannot be read: the node, and why."""

    def __init__(self, node: int, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


class _ChapterReader:
    """Replays a chapter of a file, and makes a tree of it."""

    def __init__(
        self, sessions: Sessions, file: FileChapter, language: str, in_time: Check
    ) -> None:
        self.sessions = sessions
        self.file = file
        self.language = language
        self.in_time = in_time
        self.tree = Tree()
        self.ids = {ROOT: ROOT}  # our ids by those of the file

    def plan(self) -> ChapterPlan:
        """Return the chapter. Raise _Wrong or Problem if it is not valid."""
        file, start = self.file, self._start()
        if len(file.nodes) > MOST_NODES:
            raise Problem(422, "studies.most_nodes", most=MOST_NODES)
        try:
            positions = ChapterPositions(start, game_of(start.header), {})
            root = positions.at([self.tree.nodes[ROOT]])
        except (UserError, msgspec.ValidationError) as error:
            reason = error.text(self.language) if isinstance(error, UserError) else str(error)
            raise _Wrong(ROOT, reason) from None
        except (IllegalAction, Problem) as error:
            raise self._refused(ROOT, error) from None
        self.tree.nodes[ROOT].stage = root.stage()
        self._replay(root, positions.seed)
        name = " ".join(file.name.split())[:LONGEST_NAME] or file.header.game
        comments = self._comments()
        return ChapterPlan(
            name,
            file.header.game,
            pack_start(start),
            self.tree,
            start_digest=start_digest(start),
            comments=comments,
        )

    def _start(self) -> ChapterStart:
        header, moves = self.file.header, self.file.moves
        seed = header.seed or ""
        if not seed or len(seed) > LONGEST_SEED or not is_storable(seed):
            raise Problem(422, "record.start")
        if header.game not in registry.available():
            raise Problem(422, "game.unknown", name=header.game)
        if len(moves) > MOST_MOVES:
            raise Problem(422, "record.long", most=MOST_MOVES)
        if any(len(move.action) > LONGEST_TEXT for move in moves):
            raise Problem(422, "frame.text", most=LONGEST_TEXT)
        anonymous = msgspec.structs.replace(header, seats=dict.fromkeys(header.seats, ""))
        start = ChapterStart(anonymous, moves)
        made = start_digest(start)
        if made is not None and not self._is_ours(made, start):
            raise Problem(422, "record.start")
        return start

    def _is_ours(self, made: str, start: ChapterStart) -> bool:
        """Return whether a position to start from was made by this server."""
        text = msgspec.json.encode(start.header.start).decode()
        with self.sessions() as session:
            chapters = select(StudyChapter.id).where(StudyChapter.start_digest == made)
            if session.scalar(chapters.limit(1)) is not None:
                return True
            tables = select(Table.start).where(
                Table.seed == start.header.seed, Table.start.is_not(None)
            )
            return text in session.scalars(tables).all()

    def _replay(self, root: Reached, seed: str) -> None:
        """Play all lines, each node once; a position is copied where lines part."""
        below: dict[int, list[FileNode]] = {}
        for node in self.file.nodes:
            if node.id != ROOT:
                below.setdefault(node.parent, []).append(node)
        self._annotate(ROOT, next((each for each in self.file.nodes if each.id == ROOT), None))
        waiting = [(ROOT, root)]
        while waiting:
            parent, before = waiting.pop()
            following = below.pop(parent, [])
            reached = [before.copy() for _ in following]
            for node, place in zip(following, reached, strict=True):
                self.in_time()
                after = self._play(node, place, seed)
                waiting.append((node.id, after))
        if below:
            raise _Wrong(next(iter(below)), self._words("studies.no_parent"))

    def _play(self, node: FileNode, place: Reached, seed: str) -> Reached:
        if node.id in self.ids or not 0 < len(node.acts) <= MOST_ACTS:
            raise _Wrong(node.id, self._words("studies.bad_node"))
        if any(len(act.action) > LONGEST_TEXT for act in node.acts):
            raise Problem(422, "frame.text", most=LONGEST_TEXT)
        if node.series is not None and not 0 < node.series < 2**31:
            raise _Wrong(node.id, self._words("studies.bad_node"))
        acts = [StepAction(act.seat, act.action, act.decision) for act in node.acts]
        stage, windows = place.stage(), set(place.position.state.answers)
        try:
            after = played(place, acts, seed, node.series)
        except (IllegalAction, TypeError) as error:
            raise self._refused(node.id, error) from None
        made = self.tree.add(self.ids[node.parent], acts, series=node.series)
        self.ids[node.id] = made.id
        self.tree.series = max(self.tree.series, node.series or 0)
        state = after.position.state
        pending = {*state.answers, *state.plans}
        made.open = any(waits_for_others(after.position, window) for window in pending | windows)
        made.stage = after.stage() if after.stage() != stage else None
        self._annotate(made.id, node)
        return after

    def _annotate(self, node_id: int, file: FileNode | None) -> None:
        if file is None:
            return
        node: Node = self.tree.nodes[node_id]
        node.glyph = file.glyph if file.glyph in GLYPHS else ""
        node.marks = tuple(
            BoardMark(each.colour, each.at, each.to)
            for each in file.marks[:MOST_MARKS]
            if each.colour in COLOURS
            and 0 < len(each.at) <= LONGEST_THING
            and len(each.to) <= LONGEST_THING
        )

    def _comments(self) -> tuple[NewComment, ...]:
        """Return the comments, one for each language at a node; several authors are named."""
        found = list[NewComment]()
        for node in self.file.nodes:
            for language in LANGUAGES:
                here = [each for each in node.comments if each.language == language]
                names = {each.by for each in here}
                texts = [
                    f"{each.by}: {each.text}" if len(names) > 1 and each.by else each.text
                    for each in here
                ]
                text = "\n\n".join(texts).strip()
                if text and node.id in self.ids:
                    text = plain_text(text)[:LONGEST_COMMENT]
                    found.append(NewComment(self.ids[node.id], language, text))
        return tuple(found)

    def _refused(self, node: int, error: Exception) -> _Wrong:
        game = registry.load(self.file.header.game)
        if isinstance(error, IllegalAction):
            return _Wrong(node, game.catalog(self.language).line(error.refusal.message))
        if isinstance(error, Problem):
            words = catalog_of("entente.server", self.language)
            return _Wrong(node, words.line(error.message))
        return _Wrong(node, str(error))

    def _words(self, key: str) -> str:
        return catalog_of("entente.server", self.language).get(f"problem.{key}")
