"""Computer analysis at the nodes of studies. Each request runs while the client waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool

from entente.server.http.cancellation import cancel_on_disconnect
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.limits import limit_of, limited
from entente.server.http.routes.library import Language
from entente.server.http.routes.studies import StudyId
from entente.server.http.routes.study import HOUR, Answers, Level, SeatName
from entente.server.http.routes.study_chapters import NODE, ChapterId, NodeId
from entente.server.http.typed_routes import TypedRoute
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.studies.thinking import NodeChances, chances_at, subject_at
from entente.server.study import analysis_requests
from entente.server.study.analysis_process import QUICK
from entente.server.study.analysis_requests import (
    AnalysisJob,
    Continuation,
    MoveAnalysis,
    Subject,
)

router = APIRouter(prefix="/api/studies/{study_id}", tags=["studies"], route_class=TypedRoute)
LIMITS = [Depends(limited(1200, HOUR, "study"))]
MOST_ESTIMATES = 3000  # an hour

Rendered = TypeVar("Rendered")


class NodeRequest:
    """A user's request about a node."""

    def __init__(
        self,
        request: Request,
        study_id: StudyId,
        chapter_id: ChapterId,
        node_id: NodeId,
        who: SomeVisitor,
        services: RunningServices,
        language: Language,
    ) -> None:
        self.request = request
        self.study_id = study_id
        self.chapter_id = chapter_id
        self.node_id = node_id
        self.user: User = who.user
        self.services: Services = services
        self.language = language

    def subject(self, level: str) -> Subject:
        """Return the position at the node; it may have to be replayed."""
        chapter = self.services.chapters.open(self.study_id, self.chapter_id, self.user)
        return subject_at(chapter, self.node_id, level, self.language)

    async def run(
        self, prepare: Callable[[], AnalysisJob[Rendered]], most: int, name: str
    ) -> Rendered:
        """Run the analysis while the client waits. It counts against the user's limit."""
        limit = limit_of(self.request.app, most, HOUR, name)
        await run_in_threadpool(limit.take, str(self.user.id))
        queue = self.services.analysis_queue
        work = analysis_requests.answer(queue, self.user.id, self.chapter_id, prepare)
        return await cancel_on_disconnect(self.request, work)

    async def think(self, prepare: Callable[[], AnalysisJob[Rendered]]) -> Rendered:
        """Run an analysis by a level; it counts like one at a table."""
        return await self.run(prepare, self.services.settings.study_hourly, "study of an account")


CurrentNode = Annotated[NodeRequest, Depends(NodeRequest)]


@router.get(f"{NODE}/analysis", dependencies=LIMITS)
async def analyse_node(
    at: CurrentNode, level: Level = "normal", seat: SeatName = None
) -> MoveAnalysis:
    """Return what a level would do at a node, and why. `move` of the answer is the node."""
    return await at.think(
        lambda: analysis_requests.position_analysis(at.subject(level), seat or None)
    )


@router.get(f"{NODE}/continuation", dependencies=LIMITS)
async def continue_node(
    at: CurrentNode, level: Level = "normal", answers: Answers = 6
) -> Continuation:
    """Return how computers would continue from a node. `move` of the answer is the node."""
    return await at.think(lambda: analysis_requests.position_line(at.subject(level), answers))


@router.get(f"{NODE}/chances", dependencies=LIMITS)
async def estimate_node(at: CurrentNode) -> NodeChances:
    """Return the chances of all seats at a node, by a quick estimate."""
    return await at.run(lambda: chances_at(at.subject(QUICK)), MOST_ESTIMATES, "study estimates")
