"""Variations of sealed steps and of luck: change one seat's orders, fill in the others, reroll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.kernel import Decision, Seat
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.studies.access import study_access
from entente.server.studies.chapters import Chapters, OpenChapter, add_step
from entente.server.studies.editing import EditDone
from entente.server.studies.steps import PlayedStep, Reached, answer, played, waits_for_others
from entente.server.studies.store import LockedChapter
from entente.server.studies.tree import ROOT, Node, StepAction

MOST_ANSWERS = 400  # of all seats in a sealed step, the steps of plans included
AS_THERE, BY_RULE = "line", "default"  # how missing answers are filled in


class Made(NamedTuple):
    """A step to be stored: after `parent`, or at a node whose step it continues."""

    at: Node
    step: PlayedStep
    before: Reached
    joins: bool
    series: int | None = None


class Variations:
    """Makes variations in the chapters of a server."""

    def __init__(self, chapters: Chapters) -> None:
        self.chapters = chapters

    def complete(
        self, study_id: str, chapter_id: str, user: User, node_id: int, how: str
    ) -> EditDone:
        """Fill in the missing sealed answers of a step.

        `line`: those of the first alternative that has them, otherwise what the rules prescribe.
        """
        chapter = self.chapters.open(study_id, chapter_id, user, write=True)
        path = chapter.path(node_id)
        node = path[-1]
        if not node.open or chapter.tree.children(node_id):
            raise Problem(409, "studies.complete")
        others = _answers_beside(chapter, node) if how == AS_THERE else {}
        before = chapter.reached(node_id)
        step = _filled(before.copy(), others)
        return self._store(chapter, Made(node, step, before, joins=True))

    def vary(
        self, study_id: str, chapter_id: str, user: User, node_id: int, seat: Seat
    ) -> EditDone:
        """Make an alternative of a sealed step without the answer of one seat."""
        chapter = self.chapters.open(study_id, chapter_id, user, write=True)
        path = chapter.path(node_id)
        node = path[-1]
        before = chapter.positions.at(path[:-1]) if node_id != ROOT else None
        if before is None or all(each.seat != seat for each in node.acts):
            raise Problem(409, "studies.not_answered")
        step = _without(before.copy(), node.acts, seat, chapter.positions.seed, node.series)
        parent = path[-2]
        if step is None:  # the only answer: the alternative begins with the next one
            return EditDone(chapter.row.version, parent.id)
        return self._store(chapter, Made(parent, step, before, joins=False, series=node.series))

    def withdraw(
        self, study_id: str, chapter_id: str, user: User, node_id: int, seat: Seat
    ) -> EditDone:
        """Take back a seat's answer of a step that waits for others."""
        chapter = self.chapters.open(study_id, chapter_id, user, write=True)
        path = chapter.path(node_id)
        node = path[-1]
        if not node.open or all(each.seat != seat for each in node.acts):
            raise Problem(409, "studies.not_answered")
        with self.chapters.sessions.begin() as session:
            locked = LockedChapter(session, chapter.row.id)
            study_access(session, study_id, user).check_write()
            now = locked.tree.node(node_id)
            if now is None or now.acts != node.acts or locked.tree.children(node_id):
                raise Problem(409, "studies.changed")
            left = tuple(each for each in now.acts if each.seat != seat)
            if left:
                now.acts, now.changed = left, locked.version
            else:
                locked.tree.delete(node_id, locked.version)
            locked.store()
        return EditDone(locked.version, node_id if left else node.parent)

    def reroll(self, study_id: str, chapter_id: str, user: User, node_id: int) -> EditDone:
        """Play a step again with other dice and draws, as an alternative."""
        chapter = self.chapters.open(study_id, chapter_id, user, write=True)
        path = chapter.path(node_id)
        node = path[-1]
        if node_id == ROOT or node.open:
            raise Problem(409, "studies.no_luck")
        before, after = chapter.positions.at(path[:-1]), chapter.positions.at(path)
        if before.position.state.chance.count == after.position.state.chance.count:
            raise Problem(409, "studies.no_luck")
        series = chapter.tree.series + 1
        again = before.copy()
        again.position.reseed(chapter.positions.seed, series)
        step = _replayed(again, node.acts)
        return self._store(chapter, Made(path[-2], step, before, joins=False, series=series))

    def _store(self, chapter: OpenChapter, made: Made) -> EditDone:
        """Store a step, unless the node it belongs to has been changed meanwhile."""
        with self.chapters.sessions.begin() as session:
            locked = LockedChapter(session, chapter.row.id)
            study_access(session, chapter.row.study_id, chapter.access.user).check_write()
            now = locked.tree.node(made.at.id)
            if now is None:
                raise Problem(409, "studies.no_node")
            changed = now.acts != made.at.acts
            if changed or (made.joins and locked.tree.children(now.id)):
                raise Problem(409, "studies.changed")
            if made.series is not None and made.series > locked.tree.series:
                locked.tree.series = made.series
            same = [
                each
                for each in locked.tree.children(now.id)
                if not made.joins and each.series == made.series and each.same_acts(made.step.acts)
            ]
            if same:
                session.rollback()
                return EditDone(chapter.row.version, same[0].id)
            node = add_step(
                locked, now, made.step, made.before, joins=made.joins, series=made.series
            )
            locked.store()
        chapter.positions.keep(node, made.step.reached)
        return EditDone(locked.version, node.id)


def _answers_beside(chapter: OpenChapter, node: Node) -> dict[Seat, list[str]]:
    """Return the answers of the first complete alternative, by seat."""
    for each in chapter.tree.children(node.parent):
        if each.id != node.id and not each.open and each.acts:
            found: dict[Seat, list[str]] = {}
            for act in each.acts:
                found.setdefault(act.seat, []).append(act.action)
            return found
    return {}


def _filled(reached: Reached, others: dict[Seat, list[str]]) -> PlayedStep:
    """Answer for every seat that is asked under seal, in place."""
    acts: list[StepAction] = []
    step = None
    for _ in range(MOST_ANSWERS):
        decision = _sealed(reached)
        if decision is None:
            break
        action = _answer_for(reached, decision, others)
        step = answer(reached, decision, action)
        acts += step.acts
        reached = step.reached
        if not step.open:
            break
    if step is None:
        raise Problem(409, "studies.complete")
    return PlayedStep(tuple(acts), step.open, reached)


def _sealed(reached: Reached) -> Decision | None:
    """Return the next decision of a sealed step under way."""
    for each in reached.position.decisions:
        if each.must and each.sealed and waits_for_others(reached.position, each.window):
            return each
    return None


def _answer_for(reached: Reached, decision: Decision, others: dict[Seat, list[str]]) -> str:
    """Return the answer given elsewhere if it is legal here, otherwise what the rules prescribe."""
    position = reached.position
    given = others.get(decision.seat, [])
    while given:
        legal = position.find(decision.seat, given.pop(0), decision.window)
        if legal is not None:
            return legal[1]
    usual = position.bind(decision).default_answer()
    if usual is None:
        name = position.game.catalog("en").name("seat", decision.seat)
        raise Problem(409, "studies.no_answer", seat=name)
    return usual


def _without(
    reached: Reached, acts: Sequence[StepAction], seat: Seat, seed: str, series: int | None
) -> PlayedStep | None:
    """Play the sealed answers of a step without those of a seat; None if nothing is left."""
    if series is not None:
        reached.position.reseed(seed, series)
    kept: list[StepAction] = []
    window: int | None = None
    for act in acts:
        legal = reached.position.find(act.seat, act.action, act.window)
        if legal is None or not legal[0].sealed or legal[0].window != (window or legal[0].window):
            if not kept and window is None:
                raise Problem(409, "studies.not_sealed")
            break
        window = legal[0].window
        if act.seat != seat:
            reached = played(reached, [act], seed, None)
            kept.append(act)
    if not kept:
        return None
    return PlayedStep(tuple(kept), True, reached)


def _replayed(reached: Reached, acts: Sequence[StepAction]) -> PlayedStep:
    """Play the beginning of a step again, in place: its first action, or all sealed ones."""
    done: list[StepAction] = []
    step: PlayedStep | None = None
    for act in acts:
        legal = reached.position.find(act.seat, act.action, act.window)
        if legal is None:
            break
        step = answer(reached, *legal)
        done += step.acts
        reached = step.reached
        if not step.open:
            break
    if step is None:
        raise Problem(409, "studies.not_legal")
    return PlayedStep(tuple(done), step.open, reached)
