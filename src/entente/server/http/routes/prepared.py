"""Prepared answers over HTTP: what a player answers to decisions that may come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from sqlalchemy.orm import Session

from entente.server.http.dependencies import MaybeVisitor, OneSession, RunningServices, SomeVisitor
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable
from entente.server.services import Services
from entente.server.storage.grouped_commits import Transaction
from entente.server.tables import prepared_answers
from entente.server.tables.prepared_answers import LONGEST_CHOICE, MOST, PreparedInfo
from entente.server.tables.room import Room, Stale

router = APIRouter(
    prefix="/api/tables/{table_id}/prepared", tags=["tables"], route_class=TypedRoute
)

Choice = Annotated[str, Field(max_length=LONGEST_CHOICE), Storable]
Change = Callable[[Session, Room], Callable[[Transaction], None]]


class PreparedFor(RequestBody):
    """The decision that an answer is prepared for."""

    seat: Id
    step: Id
    occasion: Id


class Preparing(PreparedFor):
    """Prepared choices: preferences, best first, or at most one for each thing.

    With `submit` they are given when the occasion comes, if they make a complete answer.
    """

    prepared: Annotated[list[Choice], Field(min_length=1, max_length=MOST)]
    submit: bool = True


@router.get("")
def list_prepared_answers(
    table_id: Id,
    seat: Annotated[Id, Query()],
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> PreparedInfo:
    """Return what the seat may prepare and has prepared, and how its current draft came about."""
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(seat, who.user.id if who else None, who.seat if who else None)
        catalog = room.match.game.catalog(language)
        return prepared_answers.prepared_info(session, room, seat, catalog)


@router.put("")
def prepare_answer(
    table_id: Id,
    body: Preparing,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> PreparedInfo:
    """Prepare an answer.

    When its occasion comes, it is given, or what fits of it becomes the draft; if it is not enough,
    the player is asked as usual.
    """

    def change(session: Session, room: Room) -> Callable[[Transaction], None]:
        place = (body.seat, body.step, body.occasion)
        return prepared_answers.prepare(session, room, *place, body.prepared, submit=body.submit)

    return _changed(services, table_id, body.seat, who.user.id, language, change)


@router.delete("")
def clear_prepared_answers(
    table_id: Id,
    body: PreparedFor,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> PreparedInfo:
    """Remove a prepared answer: the player is asked as usual."""

    def change(session: Session, room: Room) -> Callable[[Transaction], None]:
        return prepared_answers.clear(room, body.seat, body.step, body.occasion)

    return _changed(services, table_id, body.seat, who.user.id, language, change)


def _changed(
    services: Services, table_id: str, seat: str, user_id: int, language: str, change: Change
) -> PreparedInfo:
    """Store a change and return the result; try again if the table has moved on meanwhile."""
    try:
        return _change(services, table_id, seat, user_id, language, change)
    except Stale:
        return _change(services, table_id, seat, user_id, language, change)


def _change(
    services: Services, table_id: str, seat: str, user_id: int, language: str, change: Change
) -> PreparedInfo:
    room = services.rooms.get(table_id)
    with room.lock:
        room.own_chair(seat, user_id)
        with services.sessions() as session:
            job = change(session, room)
        services.rooms.commits.store(job)
        with services.sessions() as session:
            catalog = room.match.game.catalog(language)
            return prepared_answers.prepared_info(session, room, seat, catalog)
