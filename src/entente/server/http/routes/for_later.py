"""Conditional answers over HTTP: prepared for questions that may come."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from entente.server.http.dependencies import MaybeVisitor, OneSession, RunningServices, SomeVisitor
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Storable
from entente.server.tables import answers_for_later
from entente.server.tables.answers_for_later import LONGEST_WISH, MOST, Preparable

router = APIRouter(prefix="/api/tables/{table_id}/later", tags=["tables"], route_class=TypedRoute)

Wish = Annotated[str, Field(max_length=LONGEST_WISH), Storable]


class Preparing(BaseModel):
    """Preferences for a coming question of `step`, best first; none: the player is asked."""

    seat: Id
    step: Id
    wishes: Annotated[list[Wish], Field(max_length=MOST)]


@router.get("")
def preparable(
    table_id: Id,
    seat: Annotated[Id, Query()],
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
) -> list[Preparable]:
    """Return the conditional answers the seat may prepare, and those it has prepared."""
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(seat, who.user.id if who else None, who.seat if who else None)
        return answers_for_later.preparable(session, room, seat)


@router.put("")
def prepare(
    table_id: Id,
    body: Preparing,
    who: SomeVisitor,
    services: RunningServices,
) -> list[Preparable]:
    """Prepare a conditional answer, or cancel it.

    When the question is asked, the answer that follows is given at once; if none does, the player
    is asked as usual.
    """
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(body.seat, who.user.id)
        services.rooms.commits.store(
            answers_for_later.prepared(room, body.seat, body.step, body.wishes)
        )
        with services.sessions() as session:
            return answers_for_later.preparable(session, room, body.seat)
