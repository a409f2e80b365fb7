"""The lobby and the tables over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server import lobby
from entente.server.desk import Desk, Json, MaybeVisitor, OneDesk, OneSession, SomeVisitor
from entente.server.hub import nothing
from entente.server.limits import limited
from entente.server.models import OPEN, Chair, Table, User
from entente.server.problem import Problem

router = APIRouter(tags=["tables"])


class NewTable(BaseModel):
    """A table to be made. `seats`: `me`, the name of a computer player, or null for a free seat."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[str, StrictBool | StrictInt | StrictStr] = {}
    seats: dict[str, str | None] = {}
    private: bool = False
    spectators: bool = True


class Place(BaseModel):
    seat: Annotated[str, Field(max_length=40)]


def told(session: Session, table: Table, chairs: list[Chair], user: User | None) -> Json:
    """A table as the lobby shows it."""
    ids = {chair.user_id for chair in chairs if chair.user_id is not None}
    names = dict(session.execute(select(User.id, User.name).where(User.id.in_(ids))).all())
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "private": table.private,
        "spectators": table.spectators,
        "created": table.created,
        "touched": table.touched,
        "seats": {
            chair.seat: {
                "name": names.get(chair.user_id) if chair.user_id else None,
                "computer": chair.computer,
                "me": user is not None and chair.user_id == user.id,
            }
            for chair in chairs
        },
    }


def chairs_of(session: Session, table: Table) -> list[Chair]:
    return list(session.scalars(select(Chair).where(Chair.table_id == table.id)))


def may_look(table: Table, chairs: list[Chair], user: User | None) -> bool:
    """Whoever sits there; others if the table is open, or lets spectators in."""
    if user is not None and any(chair.user_id == user.id for chair in chairs):
        return True
    return table.status == OPEN or table.spectators


@router.get("/api/tables")
def tables(who: MaybeVisitor, session: OneSession) -> list[Json]:
    """Open tables, and all one's own."""
    user = who.user if who else None
    return [told(session, table, chairs, user) for table, chairs in lobby.listed(session, user)]


@router.post("/api/tables", status_code=201, dependencies=[Depends(limited(120, 3600, "tables"))])
async def create(body: NewTable, who: SomeVisitor, desk: OneDesk) -> Json:
    """Make a table."""

    def make() -> Json:
        with desk.sessions.begin() as session:
            table = lobby.create(
                session,
                who.user,
                body.game,
                body.options,
                body.seats,
                private=body.private,
                spectators=body.spectators,
            )
            return told(session, table, chairs_of(session, table), who.user)

    made = await asyncio.to_thread(make)
    await _changed(desk, str(made["id"]))
    return made


@router.get("/api/tables/{table_id}")
def table(table_id: str, who: MaybeVisitor, session: OneSession) -> Json:
    """One table."""
    user = who.user if who else None
    found = lobby.find(session, table_id)
    chairs = chairs_of(session, found)
    if not may_look(found, chairs, user):
        raise Problem(403, "table.closed")
    return told(session, found, chairs, user)


@router.post("/api/tables/{table_id}/join")
async def join(table_id: str, body: Place, who: SomeVisitor, desk: OneDesk) -> Json:
    """Take a free seat; the last one begins the game."""

    def take() -> Json:
        with desk.sessions.begin() as session:
            found = lobby.find(session, table_id)
            lobby.join(session, found, who.user, body.seat)
            return told(session, found, chairs_of(session, found), who.user)

    joined = await asyncio.to_thread(take)
    await _changed(desk, table_id)
    return joined


@router.post("/api/tables/{table_id}/leave")
async def leave(table_id: str, body: Place, who: SomeVisitor, desk: OneDesk) -> Json:
    """Give a seat back before the game has begun."""

    def give_back() -> Json:
        with desk.sessions.begin() as session:
            found = lobby.find(session, table_id)
            lobby.leave(session, found, who.user, body.seat)
            return told(session, found, chairs_of(session, found), who.user)

    left = await asyncio.to_thread(give_back)
    await _changed(desk, table_id)
    return left


async def _changed(desk: Desk, table_id: str) -> None:
    """Everybody at a table hears of a change, and the computer players take their turn."""
    room = await desk.hub.change(table_id, nothing)
    desk.computers.wake(room)
