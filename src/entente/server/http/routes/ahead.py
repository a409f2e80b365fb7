"""Premoves over HTTP: answers for the next occasions of a question."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from entente.server.http.dependencies import MaybeVisitor, OneSession, RunningServices, SomeVisitor
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Storable
from entente.server.tables import answers_ahead
from entente.server.tables.answers_ahead import AheadInfo
from entente.server.tables.answers_for_later import LONGEST_WISH, MOST

router = APIRouter(prefix="/api/tables/{table_id}/ahead", tags=["tables"], route_class=TypedRoute)

Order = Annotated[str, Field(max_length=LONGEST_WISH), Storable]


class WritingAhead(BaseModel):
    """Premoves for a coming occasion, at most one choice per unit; none to clear them.

    With `hand_in` they are submitted if they are complete and all fit.
    """

    seat: Id
    occasion: Id
    orders: Annotated[list[Order], Field(max_length=MOST)]
    hand_in: bool = False


@router.get("")
def look_ahead(
    table_id: Id,
    seat: Annotated[Id, Query()],
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> AheadInfo:
    """Return the coming occasions, the premoves, and what became of those for the current question.

    Occasions assume that the player's own answers succeed.
    """
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(seat, who.user.id if who else None, who.seat if who else None)
        return answers_ahead.ahead_info(session, room, seat, room.match.game.catalog(language))


@router.put("")
def write_ahead(
    table_id: Id,
    body: WritingAhead,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> AheadInfo:
    """Store or clear premoves. When the occasion comes, those that fit go into the draft."""
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(body.seat, who.user.id)
        with services.sessions() as session:
            job = answers_ahead.written(
                session, room, body.seat, body.occasion, body.orders, body.hand_in
            )
        services.rooms.commits.store(job)
        with services.sessions() as session:
            return answers_ahead.ahead_info(
                session, room, body.seat, room.match.game.catalog(language)
            )
