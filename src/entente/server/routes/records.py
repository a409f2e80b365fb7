"""Records: what was played, as far as one may know it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from entente.kernel.record import dump_rows, seen_by
from entente.server import lobby
from entente.server.desk import MaybeVisitor, OneDesk, OneSession
from entente.server.problem import Problem
from entente.server.routes.tables import chairs_of, may_look

router = APIRouter(tags=["records"])


@router.get("/api/tables/{table_id}/record")
def record(table_id: str, who: MaybeVisitor, desk: OneDesk, session: OneSession) -> Response:
    """The record: what one may know while the game goes on, everything after its end."""
    user = who.user if who else None
    found = lobby.find(session, table_id)
    if not may_look(found, chairs_of(session, found), user):
        raise Problem(403, "table.closed")
    room = desk.rooms.get(table_id)
    with room.lock:
        seats = room.seats_of(user.id if user else None)
        rows = seen_by(room.match, seats[0] if len(seats) == 1 else None)
        text = dump_rows(rows)
    name = f"attachment; filename={table_id}.jsonl"
    return Response(text, media_type="application/x-ndjson", headers={"content-disposition": name})
