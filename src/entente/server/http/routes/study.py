"""Studying a game: what a level thinks of a moment, why a move was made, how the game went, and
what would have been.

Each of these is thought over while its answer is waited for. Whoever goes before it is there has
cancelled it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from entente.players.search_result import Step
from entente.server.http.answering import TypedRoute
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.routes.library import Language
from entente.server.http.routes.moments import MOST, MoveNumber
from entente.server.http.routes.records import room_to_look_at
from entente.server.http.waiting import while_waiting
from entente.server.input_texts import Id
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import explanations, playouts, thoughts
from entente.server.study.evaluation_graph import Evaluation
from entente.server.study.explanations import ToldWhy
from entente.server.study.playouts import PlayedOut
from entente.server.study.thinking import Played
from entente.server.study.thoughts import AnalysisRequest, PlayedLine, Thought, Wanted
from entente.server.tables.room import Room

router = APIRouter(tags=["study"], route_class=TypedRoute)

HOUR = 3600
MOST_ANSWERS = 24

Level = Annotated[Literal["easy", "normal", "hard"], Query()]
Judge = Annotated[Literal["quick", "easy", "normal", "hard"], Query()]
Answers = Annotated[int, Query(ge=1, le=MOST_ANSWERS)]
MoveCount = Annotated[int | None, Query(ge=0, le=MOST)]
SingleSeatEnv = Annotated[str | None, Query(max_length=40)]

Told = TypeVar("Told")


class PlayOut(BaseModel):
    """So many answers of computers at a level, at a table that has so many moves."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]
    level: Literal["easy", "normal", "hard"] = "normal"
    answers: Annotated[int, Field(ge=1, le=MOST_ANSWERS)] = 6


class TriedStep(BaseModel):
    """An action of a seat."""

    seat: Annotated[str, Field(max_length=40)]
    action: Annotated[str, Field(max_length=4000)]


class TryOut(BaseModel):
    """A line that is to be played at a table that has so many moves."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]
    steps: Annotated[list[TriedStep], Field(min_length=1, max_length=MOST_ANSWERS)]


class Rewind(BaseModel):
    """After how many of its moves a table is to stand again."""

    move: Annotated[int, Field(ge=0, le=1_000_000)]


class Asking:
    """Somebody who asks something about a table."""

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

    def inquiry(self, number: int, level: str) -> AnalysisRequest:
        """What is asked about; in a thread, since the table may have to be read."""
        room = room_to_look_at(self.services, self.table_id, self.user)
        return AnalysisRequest(room, self.services.moments, self.user, number, level, self.language)

    async def told(self, prepare: Callable[[], Wanted[Told]]) -> Told:
        """What is thought over, as long as somebody waits for it. It counts among what he may ask
        in an hour."""
        hourly = self.services.settings.study_hourly
        limit = limit_of(self.request.app, hourly, HOUR, "study of an account")
        await run_in_threadpool(limit.take, str(self.user.id))
        work = thoughts.answered(self.services.desk, self.user.id, self.table_id, prepare)
        return await while_waiting(self.request, work)


OneAsking = Annotated[Asking, Depends(Asking)]
LIMITS = [Depends(limited(1200, HOUR, "study"))]


@router.get("/api/tables/{table_id}/moments/{number}/thought", dependencies=LIMITS)
async def thought(
    number: MoveNumber, asking: OneAsking, level: Level = "normal", seat: SingleSeatEnv = None
) -> Thought:
    """What a level would do at a moment of a game that is over or one's own analysis, and why."""

    def prepare() -> Wanted[Thought]:
        return thoughts.thought_at(asking.inquiry(number, level), seat or None)

    return await asking.told(prepare)


@router.get("/api/tables/{table_id}/moments/{number}/why", dependencies=LIMITS)
async def why(
    number: MoveNumber, asking: OneAsking, level: Level = "normal", since: MoveCount = None
) -> ToldWhy:
    """Why the move that led to a moment was made: after the end, at one's own analysis, and by
    whoever plays against computers alone, out of what he knows. With `since`, why all moves of that
    seat after so many were made: a turn, its main moves first."""
    return await asking.told(lambda: explanations.why(asking.inquiry(number, level), since))


@router.get("/api/tables/{table_id}/moments/{number}/line", dependencies=LIMITS)
async def line(
    number: MoveNumber, asking: OneAsking, level: Level = "normal", answers: Answers = 6
) -> PlayedLine:
    """How computers would play on from a moment; nothing is changed."""
    return await asking.told(lambda: thoughts.line_from(asking.inquiry(number, level), answers))


@router.get(
    "/api/tables/{table_id}/evaluation",
    dependencies=[
        Depends(limited(6000, HOUR, "evaluation")),
        Depends(limited_account(3000, HOUR, "evaluation")),
    ],
)
async def evaluation(asking: OneAsking, level: Judge = "quick") -> Evaluation:
    """How the seats stood through a game, as far as that is worked out: ask again until it is
    done."""
    inquiry = await run_in_threadpool(asking.inquiry, 0, level)
    return await while_waiting(asking.request, asking.services.courses.evaluation(inquiry))


@router.post("/api/tables/{table_id}/playout", dependencies=LIMITS)
async def play_out(asking: OneAsking, body: PlayOut) -> PlayedOut:
    """Let computers play on for all seats of one's own analysis table."""
    services, user = asking.services, asking.user
    inquiry = await run_in_threadpool(asking.inquiry, body.move, body.level)
    await run_in_threadpool(playouts.check_own, inquiry.room, user, body.move)
    found: Played = await asking.told(lambda: thoughts.played_on(inquiry, body.answers))

    def play(room: Room) -> None:
        playouts.make_moves(services.rooms, room, user, body.move, found)

    room = await services.hub.change(asking.table_id, play)
    steps = await run_in_threadpool(thoughts.told_steps, inquiry, found)
    return PlayedOut(body.move, len(room.match.moves), steps)


@router.post(
    "/api/tables/{table_id}/tryout",
    dependencies=[
        Depends(limited(1200, HOUR, "tryout")),
        Depends(limited_account(1200, HOUR, "tryout")),
    ],
)
async def try_out(asking: OneAsking, body: TryOut) -> PlayedOut:
    """Play a line at one's own analysis table, as far as it may be played there."""
    services = asking.services
    steps = [Step(step.seat, step.action) for step in body.steps]

    def play(room: Room) -> None:
        playouts.try_out(services.rooms, room, asking.user, body.move, steps)

    room = await services.hub.change(asking.table_id, play)
    return PlayedOut(body.move, len(room.match.moves), [])


@router.post(
    "/api/tables/{table_id}/rewind",
    dependencies=[
        Depends(limited(1200, HOUR, "rewind")),
        Depends(limited_account(1200, HOUR, "rewind")),
    ],
)
async def rewind(asking: OneAsking, body: Rewind) -> PlayedOut:
    """Take moves of one's own analysis table back, all of them in one step."""
    services = asking.services
    inquiry = await run_in_threadpool(asking.inquiry, 0, "")
    before = len(inquiry.room.match.moves)

    def back(room: Room) -> None:
        playouts.check_own(room, asking.user)
        services.rooms.change(room, partial(_rewound, number=body.move))

    room = await services.hub.change(asking.table_id, back)
    return PlayedOut(before, len(room.match.moves), [])


def _rewound(room: Room, now: float, number: int) -> None:
    playouts.rewind(room, number, now)
