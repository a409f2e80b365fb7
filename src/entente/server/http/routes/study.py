"""Analysis over HTTP: thoughts about a moment or move, evaluations, what-if lines.

Each request runs while the client waits. Disconnecting cancels it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from entente.players.search_result import Step
from entente.server.http.cancellation import cancel_on_disconnect
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.routes.library import Language
from entente.server.http.routes.past_positions import MOST, MoveNumber
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody
from entente.server.live import refereeing
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import analysis_requests, explanations, playouts
from entente.server.study.analysis_process import Playout
from entente.server.study.analysis_requests import (
    AnalysisJob,
    AnalysisRequest,
    Continuation,
    MoveAnalysis,
)
from entente.server.study.evaluation_graph import Evaluation
from entente.server.study.explanations import MoveExplanation
from entente.server.study.playouts import PlayoutResult
from entente.server.tables.access import check_playing
from entente.server.tables.room import Room

router = APIRouter(tags=["study"], route_class=TypedRoute)

HOUR = 3600
MOST_ANSWERS = 24

Level = Annotated[Literal["easy", "normal", "hard"], Query()]
Judge = Annotated[Literal["quick", "easy", "normal", "hard"], Query()]
Answers = Annotated[int, Query(ge=1, le=MOST_ANSWERS)]
MoveCount = Annotated[int | None, Query(ge=0, le=MOST)]
SeatName = Annotated[str | None, Query(max_length=40)]

Rendered = TypeVar("Rendered")


class PlayoutRequest(RequestBody):
    """Let computers of a level make this many answers at a table with `move` moves."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]
    level: Literal["easy", "normal", "hard"] = "normal"
    answers: Annotated[int, Field(ge=1, le=MOST_ANSWERS)] = 6


class LineStep(RequestBody):
    """An action of a seat."""

    seat: Annotated[str, Field(max_length=40)]
    action: Annotated[str, Field(max_length=4000)]


class LineRequest(RequestBody):
    """A line to play at a table with `move` moves."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]
    steps: Annotated[list[LineStep], Field(min_length=1, max_length=MOST_ANSWERS)]


class RewindRequest(RequestBody):
    """The number of moves to go back to."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]


class StudyRequest:
    """A user's analysis request about a table."""

    def __init__(
        self,
        request: Request,
        table_id: Id,
        who: SomeVisitor,
        services: RunningServices,
        language: Language,
    ) -> None:
        self.request = request
        self.table_id = table_id
        self.user: User = who.user
        self.services: Services = services
        self.language = language

    def analysis_request(self, number: int, level: str) -> AnalysisRequest:
        """Return the request; runs in a thread, since the table may have to be loaded."""
        room = visible_room(self.services, self.table_id, self.user)
        return AnalysisRequest(room, self.services.moments, self.user, number, level, self.language)

    async def run(self, prepare: Callable[[], AnalysisJob[Rendered]]) -> Rendered:
        """Run the analysis while the client waits. It counts against the hourly limit."""
        hourly = self.services.settings.study_hourly
        limit = limit_of(self.request.app, hourly, HOUR, "study of an account")
        await run_in_threadpool(limit.take, str(self.user.id))
        work = analysis_requests.answer(
            self.services.analysis_queue, self.user.id, self.table_id, prepare
        )
        return await cancel_on_disconnect(self.request, work)


CurrentStudy = Annotated[StudyRequest, Depends(StudyRequest)]
LIMITS = [Depends(limited(1200, HOUR, "study"))]


@router.get("/api/tables/{table_id}/positions/{number}/analysis", dependencies=LIMITS)
async def analyse_position(
    number: MoveNumber, study: CurrentStudy, level: Level = "normal", seat: SeatName = None
) -> MoveAnalysis:
    """Return what a level would do at a moment, and why.

    The game is over, or it is the user's own analysis.
    """

    def prepare() -> AnalysisJob[MoveAnalysis]:
        return analysis_requests.analysis_at(study.analysis_request(number, level), seat or None)

    return await study.run(prepare)


@router.get("/api/tables/{table_id}/positions/{number}/explanation", dependencies=LIMITS)
async def explain_move(
    number: MoveNumber, study: CurrentStudy, level: Level = "normal", since: MoveCount = None
) -> MoveExplanation:
    """Return why the move that led to a moment was made.

    Available after the end, at the user's own analysis, and against computers alone, from what the
    user knows. With `since`, why the seat's moves after that number were made: a turn, its main
    moves first.
    """
    return await study.run(
        lambda: explanations.explain_move(study.analysis_request(number, level), since)
    )


@router.get("/api/tables/{table_id}/positions/{number}/continuation", dependencies=LIMITS)
async def get_continuation(
    number: MoveNumber, study: CurrentStudy, level: Level = "normal", answers: Answers = 6
) -> Continuation:
    """Return how computers would continue from a moment; nothing is changed."""
    return await study.run(
        lambda: analysis_requests.line_from(study.analysis_request(number, level), answers)
    )


@router.get(
    "/api/tables/{table_id}/evaluation",
    dependencies=[
        Depends(limited(6000, HOUR, "evaluation")),
        Depends(limited_account(3000, HOUR, "evaluation")),
    ],
)
async def get_evaluation(study: CurrentStudy, level: Judge = "quick") -> Evaluation:
    """Return the evaluation graph as far as it is computed; ask again until it is done."""
    request = await run_in_threadpool(study.analysis_request, 0, level)
    return await cancel_on_disconnect(
        study.request, study.services.evaluation_graphs.evaluation(request)
    )


@router.post("/api/tables/{table_id}/playout", dependencies=LIMITS)
async def play_out(study: CurrentStudy, body: PlayoutRequest) -> PlayoutResult:
    """Let computers continue for all seats of the user's analysis board."""
    services, user = study.services, study.user
    request = await run_in_threadpool(study.analysis_request, body.move, body.level)
    await run_in_threadpool(playouts.check_own, request.room, user, body.move)
    playout: Playout = await study.run(lambda: analysis_requests.played_on(request, body.answers))

    def play(room: Room) -> None:
        playouts.make_moves(services.rooms, room, user, body.move, playout)

    room = await services.hub.change(study.table_id, play)
    game = room.match.game
    steps = await run_in_threadpool(analysis_requests.step_texts, game, study.language, playout)
    return PlayoutResult(body.move, len(room.match.moves), steps)


@router.post(
    "/api/tables/{table_id}/line",
    dependencies=[
        Depends(limited(1200, HOUR, "tryout")),
        Depends(limited_account(1200, HOUR, "tryout")),
    ],
)
async def try_line(study: CurrentStudy, body: LineRequest) -> PlayoutResult:
    """Play a line at the user's analysis board as far as it is legal."""
    services = study.services
    steps = [Step(step.seat, step.action) for step in body.steps]

    def play(room: Room) -> None:
        playouts.try_out(services.rooms, room, study.user, body.move, steps)

    room = await services.hub.change(study.table_id, play)
    return PlayoutResult(body.move, len(room.match.moves), [])


@router.post(
    "/api/tables/{table_id}/rewind",
    dependencies=[
        Depends(limited(1200, HOUR, "rewind")),
        Depends(limited_account(1200, HOUR, "rewind")),
    ],
)
async def rewind_table(study: CurrentStudy, body: RewindRequest) -> PlayoutResult:
    """Undo moves of the user's analysis board or refereed table in one step."""
    services = study.services
    request = await run_in_threadpool(study.analysis_request, 0, "")
    before = len(request.room.match.moves)

    def back(room: Room) -> None:
        if room.table.refereed:
            refereeing.check_referee(room, study.user)
            check_playing(room)
        else:
            playouts.check_own(room, study.user)
        services.rooms.change(room, partial(_rewound, number=body.move))

    room = await services.hub.change(study.table_id, back)
    return PlayoutResult(before, len(room.match.moves), [])


def _rewound(room: Room, now: float, number: int) -> None:
    playouts.rewind(room, number, now)
