"""Records and analysis boards: download, import and fork games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from entente.kernel import Seat
from entente.kernel.record import dump, dump_rows, record_of, seen_by
from entente.server.http.admission import body_limit
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.limits import limited, limited_account
from entente.server.http.public_pages import check_watching
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import analysis, imports
from entente.server.tables import lobby, table_info
from entente.server.tables.access import check_view
from entente.server.tables.room import Room
from entente.server.tables.spectator_room import seen_from
from entente.server.tables.table_info import TableInfo
from entente.wire.tables import OPEN

router = APIRouter(tags=["records"], route_class=TypedRoute)


class RecordFile(Response):
    """A record: a line of JSON for each move."""

    media_type = "application/x-ndjson"


class Fork(RequestBody):
    """A moment to fork from.

    `seat` is the one whose knowledge counts, if the user holds several.
    """

    move: Annotated[int, Field(ge=0, le=1_000_000)]
    seat: Id | None = None


def visible_room(services: Services, table_id: str, user: User | None) -> Room:
    """Return a table's room as the user sees it, if they may view it."""
    with services.sessions() as session:
        table = lobby.find(session, table_id)
        check_view(table, lobby.chairs_of(session, table), user)
    room = services.rooms.get(table_id)  # after the session is closed: this may take a while
    seats = room.seats_of(user.id if user else None)
    check_watching(services.settings, room.table, user, seats)
    return seen_from(room, seats)


@router.get("/api/tables/{table_id}/record", response_class=RecordFile)
def get_record(table_id: Id, who: MaybeVisitor, services: RunningServices) -> RecordFile:
    """Return the record: what the user may know during the game, everything after its end."""
    user = who.user if who else None
    room = visible_room(services, table_id, user)
    with room.lock:
        text = record_text(room, user)
    name = f"attachment; filename={room.table.game}-{table_id}.jsonl"
    return RecordFile(text, headers={"content-disposition": name})


def record_text(room: Room, user: User | None) -> bytes:
    """Return a record as a user may have it."""
    names = names_of(room, user)
    if user is not None and room.table.analysis and analysis.all_known(room, user):
        return dump(record_of(room.match, names, room.outcome))
    seats = room.seats_of(user.id if user else None)
    viewer = seats[0] if len(seats) == 1 and room.table.status != OPEN else None
    return dump_rows(seen_by(room.match, viewer, names, room.outcome))


def names_of(room: Room, user: User | None) -> dict[Seat, str]:
    """Return the players' names by seat; at an anonymous table only the user's until the end."""
    known = {user_id: person.name for user_id, person in room.people.items()}
    me = user.id if user is not None else None
    names = {}
    for seat, chair in room.chairs.items():
        name = table_info.name_at(room.table, chair, known, me) or chair.computer
        if name is not None:
            names[seat] = name
    return names


@router.post(
    "/api/records",
    status_code=201,
    dependencies=[
        Depends(limited(60, 3600, "records")),
        Depends(limited_account(60, 3600, "records")),
    ],
)
@body_limit(imports.LONGEST, "record.too_large", 1024**2)
async def import_record(
    request: Request, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Import a record as an analysis board; the body is the text of the file."""
    data = await request.body()
    with services.imports.room_for(who.user.id):
        return await run_in_threadpool(_import_record, services, who.user, data, language)


def _import_record(services: Services, user: User, data: bytes, language: str) -> TableInfo:
    """Replay a record, which takes time; then store it, which does not."""
    taken = services.imports.read(services.sessions, data, language)
    with services.sessions.begin() as session:
        table = imports.keep_record(session, user, taken)
        return lobby.one(session, table, user, language)


@router.post(
    "/api/tables/{table_id}/fork",
    status_code=201,
    dependencies=[
        Depends(limited(120, 3600, "forks")),
        Depends(limited_account(120, 3600, "forks")),
    ],
)
def fork_table(
    table_id: Id,
    body: Fork,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> TableInfo:
    """Create an analysis board that starts at a moment of this table."""
    room = visible_room(services, table_id, who.user)
    table = analysis.fork(session, services.moments, room, who.user, body.move, body.seat)
    return lobby.one(session, table, who.user, language)
