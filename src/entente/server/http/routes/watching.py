"""Watching: several boards on one page, and what spectators write to each other."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StrictBool

from entente.server.gate import check_entry
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
    cookie_of,
)
from entente.server.http.gates import PUBLISH
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.new_accounts import MESSAGES as NEW_MESSAGES
from entente.server.http.new_accounts import REPORTS as NEW_REPORTS
from entente.server.http.new_accounts import check_new_account, limited_if_new
from entente.server.http.public_pages import check_watching, is_outsider
from entente.server.http.routes.chat import REPORTS, Number
from entente.server.http.routes.library import Language
from entente.server.http.socket_opening import FAREWELL, RESTART, TRY_AGAIN, open_socket
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable, is_storable
from entente.server.live.board_watch import BoardWatcher
from entente.server.live.boards import board_of
from entente.server.live.chat_messages import send_to_spectators
from entente.server.live.hub import END, Connection
from entente.server.people import tokens
from entente.server.people.class_data import check_class_table
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.blocks import blocked_by
from entente.server.storage.models import User
from entente.server.tables import reports, seats, spectator_chat
from entente.server.tables.reports import Reported
from entente.server.tables.room import Room
from entente.server.tables.spectator_chat import SpectatorChat
from entente.wire.boards import MOST_BOARDS, LiveBoard
from entente.wire.chat import SpectatorChatMessage

router = APIRouter(tags=["watching"], route_class=TypedRoute)
READS = (120, 60)  # per network: how many in how many seconds
MESSAGES, MESSAGES_OF_A_GUEST, MESSAGES_NEAR = (20, 60), (6, 60), (60, 60)
SWITCHES = (60, 600)
LONGEST_LIST = 20 * MOST_BOARDS  # characters of the ids of several tables
Tables = Annotated[str, Query(max_length=LONGEST_LIST), Storable]


def _ids(tables: str) -> list[str]:
    """Return the ids of several tables. Raise Problem if there are too many."""
    ids = [each for each in dict.fromkeys(tables.split(",")) if each]
    if len(ids) > MOST_BOARDS:
        raise Problem(422, "boards.most", most=MOST_BOARDS)
    return ids


# -- boards


@router.get("/api/boards", dependencies=[Depends(limited(*READS, "boards"))])
def list_boards(
    tables: Tables,
    who: MaybeVisitor,
    services: RunningServices,
    request: Request,
    language: Language,
) -> list[LiveBoard]:
    """Return tables in short, as spectators see them: `tables` are their ids, with commas.

    Those that cannot be watched are left out.
    """
    user = who.user if who else None
    if is_outsider(services.settings, user):
        raise Problem(401, "table.account_needed")
    requester = requester_of(request, user.id if user else None)
    with services.queries.reading(requester):
        found = [
            board_of(services.rooms, each, user.id if user else None, language)
            for each in _ids(tables)
        ]
    return [each for each in found if isinstance(each, LiveBoard)]


@router.websocket("/ws/boards")
async def watch_boards(
    socket: WebSocket, tables: str = "", lang: str = "", api: int | None = None
) -> None:
    """Send tables in short, at once and after every change: `tables` are their ids, with commas.

    Nothing is expected from the client.
    """
    services: Services = socket.app.state.services

    def enter() -> BoardWatcher:
        if len(tables) > LONGEST_LIST or not is_storable(tables):
            raise Problem(422, "boards.most", most=MOST_BOARDS)
        ids = _ids(tables)
        with services.sessions.begin() as session:
            visitor = tokens.known(session, cookie_of(socket), socket.headers.get("authorization"))
            user = visitor.user if visitor else None
            if user is not None:
                check_entry(user)
                check_class_table(None, user)
            if visitor is not None and visitor.table is not None:
                raise Problem(403, "token.bound")
            if is_outsider(services.settings, user):
                raise Problem(401, "table.account_needed")
        language = lang or (user.language if user is not None else "")
        language = language if language in ("en", "fr") else "en"
        key = visitor.key if visitor is not None else ""
        return BoardWatcher(Connection(user.id if user else None, language, key=key), ids)

    with ExitStack() as counted:
        watcher = await open_socket(socket, counted, enter, api)
        if watcher is not None:
            await _attend(socket, services, watcher)


async def _attend(socket: WebSocket, services: Services, watcher: BoardWatcher) -> None:
    """Send frames until the client leaves, sends something, or its session ends."""
    connection = watcher.connection
    services.boards.enter(watcher)
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(socket.receive())
    dropped = asyncio.create_task(connection.dropped.wait())
    try:
        done, _ = await asyncio.wait({reader, dropped}, return_when=asyncio.FIRST_COMPLETED)
        with suppress(RuntimeError, WebSocketDisconnect):  # the client was faster
            if dropped in done:
                handed_over = RESTART if connection.is_handed_over else TRY_AGAIN
                await socket.close(4401 if connection.access_ended else handed_over)
            elif reader.result()["type"] == "websocket.receive":
                await socket.close(4400, "nothing is received here")
    finally:
        services.boards.leave(watcher)
        for task in (reader, dropped, writer):
            task.cancel()
        await asyncio.wait({reader, dropped, writer}, timeout=FAREWELL)


async def _write(socket: WebSocket, connection: Connection) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        while (text := await connection.queue.get()) != END:
            await socket.send_text(text)
            connection.unsent -= 1


# -- what spectators write


class NewSpectatorMessage(RequestBody):
    """A message to the spectators of a table."""

    text: Annotated[str, Field(max_length=10 * spectator_chat.LONGEST), Storable]


class SpectatorReport(RequestBody):
    """A message of a spectator, and why it is reported."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
    reason: Annotated[str, Field(max_length=reports.LONGEST_REASON), Storable]


class SpectatorChatSwitch(RequestBody):
    """Whether spectators may write to each other."""

    open: StrictBool


@router.get(
    "/api/tables/{table_id}/spectators/chat", dependencies=[Depends(limited(*READS, "spectators"))]
)
def list_spectator_messages(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    before: Annotated[Number | None, Query()] = None,
) -> SpectatorChat:
    """Return what spectators have written. Players read it after the game."""
    user, room = who.user if who else None, services.rooms.get(table_id)
    _check_reader(services, room, user)
    return SpectatorChat(
        open=room.table.spectator_chat,
        writable=user is not None and room.table.spectator_chat,
        messages=spectator_chat.messages(session, table_id, before),
        reported=list(spectator_chat.reported_by(session, table_id, user.id)) if user else [],
        blocked=sorted(blocked_by(session, user.id)) if user else [],
    )


def _check_reader(services: Services, room: Room, user: User | None) -> None:
    user_id = user.id if user is not None else None
    with room.lock:
        check_watching(services.settings, room.table, user, room.seats_of(user_id))
        spectator_chat.check_reader(room, user_id)


@router.post(
    "/api/tables/{table_id}/spectators/chat",
    status_code=201,
    dependencies=[Depends(limited(*MESSAGES_NEAR, "spectators' messages")), PUBLISH],
)
async def write_spectator_message(
    table_id: Id,
    body: NewSpectatorMessage,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
) -> SpectatorChatMessage:
    """Write to the other spectators. Guests may write less often."""
    most = MESSAGES_OF_A_GUEST if who.user.guest else MESSAGES
    limit_of(request.app, *most, f"spectators' messages {most[0]}").take(str(who.user.id))
    text = spectator_chat.clean(body.text)

    def store() -> tuple[Room, SpectatorChatMessage]:
        room = services.rooms.get(table_id)
        _check_reader(services, room, who.user)
        with room.lock:
            spectator_chat.check_writer(room, who.user)
        check_new_account(request, who.user, NEW_MESSAGES)
        return room, spectator_chat.write(services.sessions, table_id, who.user, text)

    room, message = await run_in_threadpool(store)
    send_to_spectators(services.hub, room, message)
    services.announcements.announce_spectator_message(table_id, message.number)
    return message


@router.post(
    "/api/tables/{table_id}/spectators/chat/report",
    status_code=201,
    dependencies=[Depends(limited_if_new(NEW_REPORTS))],
)
def report_spectator_message(
    table_id: Id,
    body: SpectatorReport,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> Reported:
    """Report a message of a spectator."""
    room = services.rooms.get(table_id)
    _check_reader(services, room, who.user)
    limit_of(request.app, *REPORTS, "reports").take(str(who.user.id))
    return spectator_chat.report(session, room, who.user.id, body.number, body.reason)


@router.put(
    "/api/tables/{table_id}/spectators/chat",
    status_code=204,
    dependencies=[Depends(limited_account(*SWITCHES, "spectators' chat"))],
)
async def switch_spectator_chat(
    table_id: Id, body: SpectatorChatSwitch, who: SomeVisitor, services: RunningServices
) -> None:
    """Let spectators write to each other, or stop it. For the host."""

    def work(room: Room, now: float) -> None:
        seats.check_host(room, who.user)
        room.table.spectator_chat = body.open

    await services.hub.change(table_id, lambda room: services.rooms.change(room, work))
