"""Messages between the processes of a server, over PostgreSQL's LISTEN and NOTIFY.

Database triggers announce every new version of a table, every message, every notice and every
revoked session or token at commit (migrations 0003, 0007 and 0022). Viewers, read receipts and
changed drafts are announced by the processes. With SQLite there is one process, and no messages.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from math import inf

from psycopg import AsyncConnection, Error, Notify
from sqlalchemy import Engine

from entente.kernel import Seat
from entente.server.live.announcements import (
    PAIRING,
    PRIVATE_CHANGE,
    READ,
    VIEWERS,
    Announcements,
)
from entente.server.live.hub import Hub
from entente.server.live.session_revocation import SessionRevoker
from entente.server.live.user_sockets import UserSockets
from entente.server.storage.database import driver_address
from entente.server.tables.audience import Viewers

CHANNEL = "entente"
AGAIN = 1.0  # seconds before reconnecting
PRESENCE = 20.0  # seconds between a process' announcements of its viewers
SILENT = 3 * PRESENCE  # seconds of silence after which a process counts as gone

OnMessage = Callable[[str, int], Awaitable[None]]
OnRead = Callable[[str, Seat, tuple[Seat, ...], int], Awaitable[None]]
log = logging.getLogger("entente.process_messages")


class ProcessMessages:
    """Listens to other processes and updates the viewers here."""

    def __init__(
        self,
        engine: Engine,
        announcements: Announcements,
        hub: Hub,
        session_revoker: SessionRevoker,
        user_sockets: UserSockets,
        on_message: OnMessage,
        on_read: OnRead,
        on_pairing: Callable[[], None],
    ) -> None:
        self.engine = engine
        self.announcements = announcements
        self.hub = hub
        self.session_revoker = session_revoker
        self.user_sockets = user_sockets
        self.on_message = on_message
        self.on_read = on_read
        self.on_pairing = on_pairing
        self.listening = asyncio.Event()  # set once listening
        self._heard: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._at_work: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self.announcements.others:
            works = (self._listen, self._talk, self._remind)
            self._tasks = [asyncio.create_task(self._steadily(work)) for work in works]
        else:
            self.listening.set()

    async def stop(self) -> None:
        for task in (*self._tasks, *self._at_work):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._at_work, return_exceptions=True)

    async def _steadily(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work forever, restarting it when the connection is lost."""
        while True:
            try:
                await work()
            except (Error, OSError):
                log.warning("the connection for messages is lost; reconnecting", exc_info=True)
                await asyncio.sleep(AGAIN)

    # -- receiving

    async def _listen(self) -> None:
        async with await AsyncConnection.connect(
            driver_address(self.engine), autocommit=True
        ) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for table_id in self.hub.audience.tables():  # changes missed while not listening
                self._do(self.hub.resend(table_id))
            self._do(self.session_revoker.check_all())
            self.user_sockets.call(self.user_sockets.users())
            self.listening.set()
            async for notify in connection.notifies():
                self._hear(notify)

    def _hear(self, notify: Notify) -> None:
        origin, kind, table_id, rest = notify.payload.split(" ", 3)
        if origin == self.announcements.name:
            return
        if kind == "table":
            self._do(self.hub.catch_up(table_id, int(rest)))
        elif kind == "letter":
            if table_id in self.hub.audience.tables():
                self._do(self.on_message(table_id, int(rest)))
        elif kind == READ:
            if table_id in self.hub.audience.tables():
                read = json.loads(rest)
                self._do(
                    self.on_read(
                        table_id, read["seat"], tuple(read["conversation"]), read["number"]
                    )
                )
        elif kind == PRIVATE_CHANGE:
            message = json.loads(rest)
            self._do(self.hub.send_to_owner(table_id, message["user"], message["seat"]))
        elif kind == "called":  # the field holds a user id
            self.user_sockets.call([int(table_id)])
        elif kind == PAIRING:
            self.on_pairing()
        elif kind == "ended":
            self._do(self.session_revoker.revoke(int(table_id)))  # the field holds a user id
        elif kind == VIEWERS:  # unknown kinds of later versions are ignored
            message = json.loads(rest)
            self._heard[origin] = time.monotonic()
            self.hub.set_elsewhere(origin, table_id, Viewers(message["users"], message["sockets"]))

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._at_work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a message of another process could not be handled", exc_info=error)

    # -- sending

    async def _talk(self) -> None:
        async with await AsyncConnection.connect(
            driver_address(self.engine), autocommit=True
        ) as connection:
            while True:
                payload = await self.announcements.next()
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    async def _remind(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE)
            for table_id in self.hub.audience.tables():
                onlookers = self.hub.known_elsewhere(table_id)
                self.announcements.announce_viewers(table_id, onlookers)
            self._forget_silent()

    def _forget_silent(self) -> None:
        """Forget processes that have gone; each start of a process has a new name."""
        self.hub.forget_processes(self._silent)
        self._heard = {each: at for each, at in self._heard.items() if not self._silent(each)}

    def _silent(self, process: str) -> bool:
        return time.monotonic() - self._heard.get(process, -inf) > SILENT
