"""A user's websocket: it calls every open page of the user when something waits."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from entente.server.http.socket_opening import FAREWELL, RESTART, TRY_AGAIN, account_of, open_socket
from entente.server.live.hub import END, Connection
from entente.server.services import Services

router = APIRouter(tags=["notifications"])


@router.websocket("/ws/me")
async def called(socket: WebSocket) -> None:
    """Send the numbers of unread notices and waiting decisions, at once and when they change."""
    services: Services = socket.app.state.services

    def enter() -> Connection:
        visitor = account_of(socket)
        return Connection(visitor.user.id, visitor.user.language, key=visitor.key)

    with ExitStack() as counted:
        connection = await open_socket(socket, counted, enter)
        if connection is not None:
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
                handed_over = RESTART if connection.is_handed_over else TRY_AGAIN
                await socket.close(4401 if connection.access_ended else handed_over)
            elif reader.result()["type"] == "websocket.receive":
                await socket.close(4400, "nothing is received here")
    finally:
        services.user_sockets.leave(connection)
        for task in (reader, dropped, writer):
            task.cancel()
        await asyncio.wait({reader, dropped, writer}, timeout=FAREWELL)


async def _write(socket: WebSocket, connection: Connection) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        while (text := await connection.queue.get()) != END:
            await socket.send_text(text)
