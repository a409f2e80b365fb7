"""Chapters as people work on them: read the tree and positions, play on, ask about actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Decision, IllegalAction, Seat, SeenEntry, registry
from entente.server.live.incoming_frames import LONGEST_TEXT
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.models import StudyChapter, StudySnapshot, User
from entente.server.studies import commentary
from entente.server.studies.access import StudyAccess, chapter_for, study_access
from entente.server.studies.info import ChapterText, NodeWriter, comments_of, names_of
from entente.server.studies.positions import AnyGame, ChapterPositions, StudyPositions, game_of
from entente.server.studies.steps import PlayedStep, Reached, answer, waits_for_others
from entente.server.studies.store import LockedChapter
from entente.server.studies.tree import ROOT, ChapterStart, Node, Tree, unpack_start, unpack_tree
from entente.server.study.past_positions import seen
from entente.server.tables.opening import LATER, is_later
from entente.server.tables.room import Room
from entente.server.tables.snapshots import kept_data
from entente.wire.action_previews import cautions, describe_options, preview_action
from entente.wire.frames import (
    Act,
    ActionOptions,
    ActionOptionsRequest,
    Allowed,
    CautionText,
    Check,
    LogEntry,
    Refused,
    SeatState,
    refusal,
)
from entente.wire.prompts import submitted_answer
from entente.wire.tables import Ending

TRIES = 20  # each lost one means that someone else has played at the same node
LOG = 40  # moves before a position whose log it comes with


class NodePosition(msgspec.Struct):
    """The position at a node, as one seat (or empty: a spectator) sees it.

    `moves` counts the actions since the start of the game, `asked` are the seats with decisions,
    `to_move` those the game waits for, `answered` those with a sealed answer in this step. The log
    has the lines of the last moves.
    """

    node: int
    moves: int
    seat: str
    view: SeatState
    asked: list[Seat]
    to_move: list[Seat]
    answered: list[Seat]
    log: list[LogEntry]
    outcome: Ending | None


class PlayedNode(msgspec.Struct, tag_field="type", tag="played"):
    """The action was played: the node it led to, and the version of the chapter."""

    node: int
    version: int
    new: bool


class PlayCautions(msgspec.Struct, tag_field="type", tag="cautions"):
    """Nothing was played yet: the cautions about a careful action, the worst first."""

    details: list[CautionText]


PlayAnswer = PlayedNode | PlayCautions | Refused
AskAnswer = Allowed | ActionOptions | Refused


class OpenChapter(NamedTuple):
    """A chapter that a user may see, as it was when it was read."""

    access: StudyAccess
    row: StudyChapter
    tree: Tree
    positions: ChapterPositions

    def path(self, node_id: int) -> list[Node]:
        """Return the path to a node. Raise Problem if it is gone."""
        if self.tree.node(node_id) is None:
            raise Problem(409, "studies.no_node")
        return self.tree.path(node_id)

    def reached(self, node_id: int) -> Reached:
        return self.positions.at(self.path(node_id))


class Chapters:
    """The chapters of this server, with the positions cached in this process."""

    def __init__(self, sessions: Sessions, room: Callable[[str], Room]) -> None:
        self.sessions = sessions
        self.room = room
        self.positions = StudyPositions()

    # -- reading

    def open(
        self, study_id: str, chapter_id: str, user: User | None, *, write: bool = False
    ) -> OpenChapter:
        """Return a chapter with its positions. Raise Problem if the user may not see or write it,
        or if it follows a game under way, whose positions are those of its table."""
        with self.sessions() as session:
            access = study_access(session, study_id, user)
            row = chapter_for(session, access, chapter_id)
            if write:
                access.check_write()
            if row.start is None:
                raise Problem(409, "studies.under_way")
            positions = self.positions.of(chapter_id, lambda: _load(session, row))
            session.expunge_all()
        return OpenChapter(access, row, unpack_tree(row.tree), positions)

    def text(
        self,
        study_id: str,
        chapter_id: str,
        user: User | None,
        language: str,
        since: int | None = None,
    ) -> ChapterText:
        """Return the tree of a chapter, or what has changed since a version."""
        with self.sessions() as session:
            access = study_access(session, study_id, user)
            row = chapter_for(session, access, chapter_id)
            table_id = row.table_id if commentary.is_over(session, row) else None
            if table_id is None:
                return chapter_text(session, access, row, language, since)
        commentary.settle(self.sessions, self.room(table_id), chapter_id)
        return self.text(study_id, chapter_id, user, language)

    def position(
        self, chapter: OpenChapter, node_id: int, seat: str | None, language: str
    ) -> NodePosition:
        """Return the position at a node, as a seat sees it; by default the first to move."""
        reached = chapter.reached(node_id)
        self._store_snapshots(chapter)
        position = reached.position
        seats = chapter.positions.seats
        if seat and seat not in seats:
            raise Problem(422, "table.no_seat", seat=seat)
        asked = list(dict.fromkeys(each.seat for each in position.decisions))
        viewer = (asked or list(seats))[0] if seat is None else seat or None
        catalog = position.game.catalog(language)
        entries = [(line.move, line.entry.seen_by(viewer)) for line in reached.log]
        read = [SeenEntry(move, message) for move, message in entries if message is not None]
        state = seen(position, viewer, read, catalog)
        if viewer is not None:
            state.submitted = submitted_answer(position, viewer, catalog)
        outcome = position.outcome
        return NodePosition(
            node=node_id,
            moves=reached.moves,
            seat=viewer or "",
            view=state,
            asked=asked,
            to_move=list(position.to_move),
            answered=_answered(chapter.tree.nodes[node_id]),
            log=_log_lines(reached, read, language),
            outcome=None
            if outcome is None
            else Ending(outcome.winners, outcome.scores, catalog.line(outcome.reason), {}),
        )

    def ask(
        self, chapter: OpenChapter, node_id: int, frame: Check | ActionOptionsRequest, language: str
    ) -> AskAnswer:
        """Answer what an action would do, why it is not allowed, what can be done with a thing."""
        position = chapter.reached(node_id).position.copy()
        try:
            if isinstance(frame, ActionOptionsRequest):
                return describe_options(position, language, frame)
            return preview_action(position, language, frame)
        except IllegalAction as error:
            return refusal(error, "", position.game.catalog(language))

    def _store_snapshots(self, chapter: OpenChapter) -> None:
        """Store states that took long to replay, for other processes and later readers."""
        new = chapter.positions.take_new()
        if not new:
            return
        rows = [{"chapter_id": chapter.row.id, "node": n, "state": s} for n, s in new.items()]
        with self.sessions() as session:
            for row in rows:
                try:
                    with session.begin_nested():
                        session.execute(insert(StudySnapshot), [row])
                except IntegrityError:  # another process was faster, or the chapter is gone
                    continue
            session.commit()

    # -- playing on

    def play(
        self, study_id: str, chapter_id: str, user: User, node_id: int, act: Act, language: str
    ) -> PlayAnswer:
        """Play an action at a node: go to the node where it was played before, or add one.

        Sealed answers of several seats make one node. Raise Problem if the node is gone.
        """
        if len(act.action) > LONGEST_TEXT:
            raise Problem(413, "frame.text", most=LONGEST_TEXT)
        for _ in range(TRIES):
            chapter = self.open(study_id, chapter_id, user, write=True)
            done = self._play(chapter, node_id, act, language)
            if done is not None:
                return done
        raise Problem(409, "at_once")

    def _play(
        self, chapter: OpenChapter, node_id: int, act: Act, language: str
    ) -> PlayAnswer | None:
        """Play once; None if someone else has changed the node meanwhile."""
        before = chapter.reached(node_id)
        self._store_snapshots(chapter)
        position = before.position
        legal = position.find(act.seat, act.action, act.decision)
        if legal is None:
            why = position.explain(act.seat, act.action, act.decision)
            assert why is not None
            error = IllegalAction(why, act.action, act.seat, position.game.info.package)
            return refusal(error, "", position.game.catalog(language))
        if act.careful and (warned := cautions(position.copy(), language, act)):
            return PlayCautions(warned)
        node = chapter.tree.nodes[node_id]
        joins = joins_step(chapter.tree, node, before, legal[0])
        step = answer(before.copy(), *legal)
        if not joins:
            for each in chapter.tree.children(node_id):
                if each.series is None and each.same_acts(step.acts):
                    return PlayedNode(each.id, chapter.row.version, False)
        with self.sessions.begin() as session:
            locked = LockedChapter(session, chapter.row.id)
            study_access(session, chapter.row.study_id, chapter.access.user).check_write()
            now = locked.tree.node(node_id)
            if now is None:
                raise Problem(409, "studies.no_node")
            if now.acts != node.acts or (joins and locked.tree.children(node_id)):
                session.rollback()
                return None
            made = add_step(locked, now, step, before, joins=joins)
            locked.store()
        chapter.positions.keep(made, step.reached)
        return PlayedNode(made.id, locked.version, True)


def joins_step(tree: Tree, node: Node, reached: Reached, decision: Decision) -> bool:
    """Return whether an answer belongs to a node: sealed, like those that are already there."""
    same = decision.sealed and waits_for_others(reached.position, decision.window)
    return node.open and same and not tree.children(node.id)


def add_step(
    locked: LockedChapter,
    node: Node,
    step: PlayedStep,
    before: Reached,
    *,
    joins: bool,
    series: int | None = None,
) -> Node:
    """Store a step: at a node whose step it continues, or as a new node after it."""
    tree, stage = locked.tree, step.reached.stage()
    if joins:
        made = node
        made.acts = (*node.acts, *step.acts)
    else:
        made = tree.add(node.id, step.acts, series=series)
    made.open, made.changed = step.open, locked.version
    made.stage = stage if stage != before.stage() else None
    return made


def chapter_text(
    session: Session,
    access: StudyAccess,
    row: StudyChapter,
    language: str,
    since: int | None = None,
) -> ChapterText:
    """Return the tree of a chapter, or what has changed since a version."""
    tree, start = unpack_tree(row.tree), None if row.start is None else unpack_start(row.start)
    game = registry.load(row.game) if start is None else _game(session, row, start)
    comments = comments_of(session, row.id)
    names = names_of(session, (each for all_ in comments.values() for each in all_))
    catalog = game.catalog(language)
    whole = since is None or since < tree.whole or since > row.version
    header = None if start is None else start.header
    stage = tree.nodes[ROOT].stage
    return ChapterText(
        id=row.id,
        study=row.study_id,
        name=row.name,
        game=row.game,
        version=row.version,
        commentary=row.commentary,
        secret=row.secret,
        table=row.table_id,
        can_write=access.can_write and access.study.removed is None,
        whole=whole,
        nodes=NodeWriter(game, catalog, comments, names, access.user).nodes(
            tree, None if whole else since
        ),
        seats=[] if header is None else list(header.seats),
        options={} if header is None else header.options,
        custom_data=header is not None and (bool(header.overrides) or game.kept_data is not None),
        first_stage="" if stage is None else catalog.line(stage),
        moves=0 if start is None else start.header.pinned + len(start.moves),
    )


def _answered(node: Node) -> list[Seat]:
    return list(dict.fromkeys(each.seat for each in node.acts)) if node.open else []


def _log_lines(reached: Reached, read: Sequence[SeenEntry], language: str) -> list[LogEntry]:
    """Return the last lines of the log in words."""
    game, first = reached.position.game, reached.moves - LOG
    catalog = game.catalog(language)
    lines = []
    for move, message in read:
        if move > first:
            text, links = catalog.linked(message)
            dice = game.presentation.dice(message)
            lines.append(LogEntry(move, message.key, dict(message.args), text, links, dice))
    return lines


def _game(session: Session, row: StudyChapter, start: ChapterStart) -> AnyGame:
    header = start.header
    if header.game in registry.available():
        here = registry.load(header.game).info.version
        if is_later(header.rules, here):  # begun by a newer process, during an upgrade
            raise Problem(503, "studies.newer", seconds=LATER)
    return game_of(header, kept_data(session, row.game, header.data))


def _load(session: Session, row: StudyChapter) -> ChapterPositions:
    assert row.start is not None
    start = unpack_start(row.start)
    game = _game(session, row, start)
    rows = select(StudySnapshot.node, StudySnapshot.state).where(StudySnapshot.chapter_id == row.id)
    return ChapterPositions(start, game, dict(session.execute(rows).all()))
