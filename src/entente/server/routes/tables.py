"""The lobby and the tables over HTTP and websockets."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import IllegalAction, registry
from entente.kernel.record import dump_rows, seen_by
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server import lobby
from entente.server.accounts import visitor
from entente.server.desk import COOKIE, Desk, Json, MaybeVisitor, OneDesk, OneSession, SomeVisitor
from entente.server.frames import (
    Act,
    Allowed,
    Done,
    Incoming,
    Sync,
    Undo,
    Why,
    problem,
    read_frame,
    refusal,
    state_of,
    write_frame,
)
from entente.server.hub import Connection, nothing
from entente.server.limits import limited
from entente.server.models import OPEN, Chair, Table, User
from entente.server.problem import Problem
from entente.server.rooms import Room

router = APIRouter(tags=["tables"])
SERVER = "entente.server"


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


@router.get("/api/games")
def games(lang: Annotated[str, Query(max_length=2)] = "en") -> list[Json]:
    """The games, with their seats and options in words."""
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    return [_game(name, language) for name in registry.available()]


def _game(name: str, language: str) -> Json:
    game = registry.load(name)
    catalog = game.catalog(language)
    return {
        "id": name,
        "version": game.info.version,
        "title": catalog.get("info.title"),
        "summary": catalog.get("info.summary"),
        "seats": {seat: catalog.name("seat", seat) for seat in game.info.seats},
        "options": [
            {
                "id": option.id,
                "section": option.section,
                "default": option.default,
                "values": list(option.values),
                "kind": option.kind,
                "name": catalog.get(f"option.{option.id}.name"),
                "help": catalog.get(f"option.{option.id}.help"),
            }
            for option in game.info.options
        ],
        "reconstructed": len(game.marks()),
    }


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


# -- live


@router.websocket("/ws/tables/{table_id}")
async def live(
    socket: WebSocket, table_id: str, lang: str = "", since: Annotated[int, Query(ge=0)] = 0
) -> None:
    """A table, live: the state at once and after every change; actions come in."""
    desk: Desk = socket.app.state.desk
    if not _same_origin(socket, desk):
        await socket.close(4403)
        return

    def enter() -> Connection:
        with desk.sessions() as session:
            found = visitor(session, socket.cookies.get(COOKIE))
            user = found.user if found else None
            there = lobby.find(session, table_id)
            if not may_look(there, chairs_of(session, there), user):
                raise Problem(403, "table.closed")
        language = lang if lang in LANGUAGES else user.language if user else LANGUAGES[0]
        return Connection(user.id if user else None, language)

    await socket.accept()
    try:
        connection = await asyncio.to_thread(enter)
    except Problem as error:
        await socket.close(4000 + error.status, error.message.key)
        return
    desk.hub.enter(table_id, connection)
    await _answer(desk, table_id, connection, Sync(since))
    writer = asyncio.create_task(_write(socket, connection))
    try:
        while True:
            await _answer(desk, table_id, connection, await socket.receive_text())
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass  # he is gone, or sent something that is no text
    finally:
        desk.hub.go(table_id, connection)
        writer.cancel()


def _same_origin(socket: WebSocket, desk: Desk) -> bool:
    """A page of somebody else must not act with our visitor's cookie."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True  # no browser: a program that has the cookie itself
    host = origin.partition("://")[2]
    return host == socket.headers.get("host") or origin in desk.settings.origins


async def _write(socket: WebSocket, connection: Connection) -> None:
    while not connection.lost.is_set():
        await socket.send_text(await connection.queue.get())
    await socket.close(4408)


async def _answer(desk: Desk, table_id: str, connection: Connection, frame: str | Sync) -> None:
    """One frame that came in: carried out or refused, never without an answer."""
    catalog = catalog_of(SERVER, connection.language)
    read: Incoming | None = None
    try:
        read = read_frame(frame) if isinstance(frame, str) else frame
        if isinstance(read, (Act, Undo)):
            await _change(desk, table_id, connection, read)
        else:
            text = await asyncio.to_thread(_look, desk, table_id, connection, read)
            connection.put(text)
    except IllegalAction as error:
        game = await asyncio.to_thread(lambda: desk.rooms.get(table_id).match.game)
        words = game.catalog(connection.language)
        connection.put(write_frame(refusal(error, read.id if read else "", words)))
    except Problem as error:
        connection.put(write_frame(problem(error, read.id if read else "", catalog)))
        if error.status == 409:
            again = await asyncio.to_thread(_look, desk, table_id, connection, Sync())
            connection.put(again)


async def _change(desk: Desk, table_id: str, connection: Connection, frame: Act | Undo) -> None:
    """An action or an undo of a seat's owner."""

    def change(room: Room) -> None:
        if frame.seat not in room.seats_of(connection.user_id):
            raise Problem(403, "table.not_yours")
        if isinstance(frame, Act):
            desk.rooms.act(room, frame.seat, frame.version, frame.action)
        else:
            desk.rooms.undo(room, frame.seat, frame.version)

    room = await desk.hub.change(table_id, change)
    connection.put(write_frame(Done(frame.id, room.version)))
    desk.computers.wake(room)


def _look(desk: Desk, table_id: str, connection: Connection, frame: Why | Sync) -> str:
    """A question that changes nothing."""
    room = desk.rooms.get(table_id)
    with room.lock:
        seats, match = room.seats_of(connection.user_id), room.match
        if isinstance(frame, Sync):
            connection.moves = len(match.moves)
            return write_frame(state_of(room, seats, connection.language, frame.since))
        if frame.seat not in seats:
            raise Problem(403, "table.not_yours")
        reason = match.game.explain(match.state, frame.seat, frame.action)
        if reason is not None:
            raise IllegalAction(reason, frame.action, frame.seat)
        hint = match.game.hint(match.state, frame.seat, frame.action)
        said = match.game.catalog(connection.language).line(hint) if hint else ""
        return write_frame(Allowed(frame.id, said))
