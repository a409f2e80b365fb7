"""The guided first turn of a table."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from entente.server.http.answering import AnsweringRoute
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.limits import limited
from entente.server.http.routes.library import Language
from entente.server.http.routes.records import room_to_look_at
from entente.server.input_texts import Id
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import guide
from entente.server.study.guide import Advice, Guidance
from entente.server.tables.room import Room

router = APIRouter(tags=["tables"], route_class=AnsweringRoute)


def _own_room(services: Services, table_id: str, seat: str, user: User) -> Room:
    room = room_to_look_at(services, table_id, user)
    room.own_chair(seat, user.id)
    return room


@router.get(
    "/api/tables/{table_id}/guide/{seat}", dependencies=[Depends(limited(1200, 3600, "guide"))]
)
def guidance(
    table_id: Id, seat: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> Guidance:
    """What one is asked, and what the others did: for the seat of whoever asks."""
    room = _own_room(services, table_id, seat, who.user)
    with room.lock:
        return guide.guidance(room, services.moments, seat, language)


@router.get(
    "/api/tables/{table_id}/guide/{seat}/advice",
    dependencies=[Depends(limited(240, 3600, "advice"))],
)
def advice(
    table_id: Id, seat: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> Advice:
    """What a computer player would do in one's place, seeing what one sees."""
    room = _own_room(services, table_id, seat, who.user)
    with room.lock:
        return guide.advice(room, seat, language)
