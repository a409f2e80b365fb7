"""Refereed tables over HTTP: adjudication, the referee's clock, order sheets."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Depends
from pydantic import StrictInt

from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody
from entente.server.live import refereeing
from entente.server.live.refereeing import OrderSheets
from entente.server.tables import table_info
from entente.server.tables.room import Room
from entente.server.tables.table_info import TableInfo

router = APIRouter(prefix="/api/tables", tags=["refereeing"], route_class=TypedRoute)
ACTS = [
    Depends(limited(600, 3600, "refereeing")),
    Depends(limited_account(600, 3600, "refereeing")),
]


class TimerRequest(RequestBody):
    """What to do with the referee's clock; `start` needs `seconds`."""

    action: Literal["start", "pause", "resume", "clear"]
    seconds: StrictInt | None = None


@router.post("/{table_id}/adjudicate", dependencies=ACTS)
async def adjudicate_orders(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Submit the drafts of all seats of the host's refereed table; without one, the default."""

    def change(room: Room) -> None:
        refereeing.adjudicate(services.rooms, room, who.user, language)

    room = await services.hub.change(table_id, change)
    return table_info.room_info(room, who.user, language)


@router.post("/{table_id}/timer", dependencies=ACTS)
async def set_timer(
    table_id: Id,
    body: TimerRequest,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> TableInfo:
    """Start, pause, resume or clear the clock that everyone at a refereed table sees."""

    def work(room: Room, now: float) -> None:
        refereeing.set_timer(room, who.user, body.action, body.seconds, now)

    room = await services.hub.change(table_id, lambda room: services.rooms.change(room, work))
    return table_info.room_info(room, who.user, language)


@router.get("/{table_id}/sheets", dependencies=ACTS)
def get_order_sheets(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> OrderSheets:
    """Return the order sheets of the host's refereed table, to print."""
    room = services.rooms.get(table_id)
    with room.lock:
        return refereeing.order_sheets(room, who.user, language)
