"""What computer players think of the position at a node."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from entente.kernel import Seat
from entente.players.win_chances import chances
from entente.server.studies.chapters import OpenChapter
from entente.server.studies.tree import unpack_start
from entente.server.study.analysis_process import QUICK, EvaluationTask, Progress, evaluate
from entente.server.study.analysis_requests import AnalysisJob, Subject


class NodeChances(msgspec.Struct):
    """The chances of all seats at a node, in per cent, by a quick estimate."""

    node: int
    chances: dict[Seat, int]


def subject_at(chapter: OpenChapter, node_id: int, level: str, language: str) -> Subject:
    """Return the position at a node for a level to think about."""
    assert chapter.row.start is not None
    overrides = unpack_start(chapter.row.start).header.overrides
    position = chapter.reached(node_id).position
    return Subject(f"study {chapter.row.id}", position, overrides, node_id, level, language)


def chances_at(subject: Subject) -> AnalysisJob[NodeChances]:
    """Prepare a quick estimate of all seats' chances."""
    task = EvaluationTask(subject.place, 0, (), "", "", frozenset(), {})
    key: Hashable = subject.key(QUICK)

    def render(progress: Progress) -> NodeChances:
        return NodeChances(subject.number, chances(progress.judged[0].worths))

    return AnalysisJob(evaluate, task, key, render)
