"""The guided first turn of a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool

from entente.kernel import Seat
from entente.players import PlayerView
from entente.server.http.cancellation import cancel_on_disconnect
from entente.server.http.dependencies import MaybeVisitor, RunningServices
from entente.server.http.limits import limited
from entente.server.http.routes.library import Language
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import guide
from entente.server.study.analysis_process import ThinkingTask, think
from entente.server.study.guide import Advice, Guidance
from entente.server.tables.access import SeatAccess
from entente.server.tables.room import Room

router = APIRouter(tags=["tables"], route_class=TypedRoute)


AskedSeat = Annotated[str | None, Query(max_length=40)]


def _own_room(
    services: Services, table_id: str, seat: str | None, user: User | None
) -> tuple[Room, Seat]:
    """Return a room and the user's seat in it: the given one, or the first."""
    room = visible_room(services, table_id, user)
    return room, SeatAccess.of(room, user.id if user else None).own_seat(seat)


@router.get("/api/tables/{table_id}/guide", dependencies=[Depends(limited(1200, 3600, "guide"))])
def get_guide(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
    seat: AskedSeat = None,
) -> Guidance:
    """Return what the user's seat is asked, and what the others did."""
    room, own = _own_room(services, table_id, seat, who.user if who else None)
    with room.lock:
        return guide.guidance(room, services.moments, own, language)


@router.get(
    "/api/tables/{table_id}/guide/advice", dependencies=[Depends(limited(240, 3600, "advice"))]
)
async def get_advice(
    request: Request,
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
    seat: AskedSeat = None,
) -> Advice:
    """Return what a computer player would do, seeing what the user sees."""

    def prepare() -> tuple[PlayerView, ThinkingTask]:
        room, own = _own_room(services, table_id, seat, who.user if who else None)
        with room.lock:
            seen = guide.view_of(room, own)
            return seen, guide.question(room, seen)

    seen, task = await run_in_threadpool(prepare)
    work = services.analysis_queue.ask(who.user.id if who else 0, table_id, think, task)
    result = await cancel_on_disconnect(request, work)
    search = result.search
    return await run_in_threadpool(guide.advice, seen, search.action, language, search)
