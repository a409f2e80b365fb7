"""A user's websocket: it calls every open page of the user when something waits."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from entente.server.http.admission import Admission, address_of
from entente.server.http.dependencies import cookie_of
from entente.server.http.routes.live import FAREWELL, TRY_AGAIN, is_same_origin
from entente.server.live.hub import Connection
from entente.server.people import tokens
from entente.server.problem import Problem
from entente.server.services import Services

router = APIRouter(tags=["notifications"])


@router.websocket("/ws/me")
async def called(socket: WebSocket) -> None:
    """Send the numbers of unread notices and waiting decisions, at once and when they change."""
    services: Services = socket.app.state.services
    admission: Admission = socket.app.state.admission
    if not is_same_origin(socket, services):
        await socket.close(4403)
        return

    def enter() -> Connection:
        with services.sessions.begin() as session:
            visitor = tokens.known(session, cookie_of(socket), socket.headers.get("authorization"))
            if visitor is None:
                raise Problem(401, "account.needed")
            if visitor.table is not None:
                raise Problem(403, "token.bound")
            return Connection(visitor.user.id, visitor.user.language, key=visitor.key)

    with ExitStack() as counted:
        try:
            counted.enter_context(admission.socket_from(address_of(socket)))
            connection = await asyncio.to_thread(enter)
            counted.enter_context(admission.socket_of(connection.user_id))
        except Problem as error:
            if error.status != 429:  # a rejected handshake makes browsers wait longer
                await socket.accept()
            await socket.close(4000 + error.status, error.message.key)
            return
        except (OperationalError, NoConnection):
            await socket.accept()
            await socket.close(TRY_AGAIN, "database")
            return
        await socket.accept()
        await _attend(socket, services, connection)


async def _attend(socket: WebSocket, services: Services, connection: Connection) -> None:
    """Send frames until the client leaves, sends something, or its session ends."""
    services.user_sockets.enter(connection)
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(socket.receive())
    dropped = asyncio.create_task(connection.dropped.wait())
    try:
        done, _ = await asyncio.wait({reader, dropped}, return_when=asyncio.FIRST_COMPLETED)
        with suppress(RuntimeError, WebSocketDisconnect):  # the client was faster
            if dropped in done:
                await socket.close(4401 if connection.access_ended else TRY_AGAIN)
            elif reader.result()["type"] == "websocket.receive":
                await socket.close(4400, "nothing is received here")
    finally:
        services.user_sockets.leave(connection)
        for task in (reader, dropped, writer):
            task.cancel()
        await asyncio.wait({reader, dropped, writer}, timeout=FAREWELL)


async def _write(socket: WebSocket, connection: Connection) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        while True:
            await socket.send_text(await connection.queue.get())
