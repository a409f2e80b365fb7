"""Messages between the processes of a server, over PostgreSQL or Redis.

Database triggers announce every new version of a table, every message, every notice and every
revoked session or token at commit (migrations 0003, 0007, 0022 and 0028): to all processes with
NOTIFY, or, where Redis is configured, to the process that commits, which publishes them. Viewers,
read receipts and changed drafts are announced by the processes. With SQLite there is one process,
and no messages.

All processes always LISTEN: what Redis does not take is sent with NOTIFY, and so are the changes of
admin commands.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from math import inf
from typing import TYPE_CHECKING

from psycopg import AsyncConnection
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from entente.kernel import Seat
from entente.server.live.announcements import (
    CALLED,
    ENDED,
    LETTER,
    PAIRING,
    PRIVATE_CHANGE,
    READ,
    SPECTATOR,
    STUDY,
    TABLE,
    VIEWERS,
    Announcements,
    ProcessMessage,
    read_viewers,
)
from entente.server.live.hub import Hub
from entente.server.live.session_revocation import SessionRevoker
from entente.server.live.user_sockets import UserSockets
from entente.server.storage.database import driver_address
from entente.server.storage.models import Letter, Table

if TYPE_CHECKING:  # an extra
    from entente.server.live.redis_messages import RedisMessages

CHANNEL, REDIS = "entente", "redis"
AGAIN = 1.0  # seconds before reconnecting
PRESENCE = 20.0  # seconds between a process' announcements of its viewers
SILENT = 3 * PRESENCE  # seconds of silence after which a process counts as gone
WARNED_AGAIN = 60.0  # seconds between two warnings of the same failure
LONGEST = 7_999  # bytes of a message with NOTIFY
POLL = 10.0  # seconds between two checks for changes that were not published

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
        on_spectator: OnMessage,
        on_pairing: Callable[[], None],
        on_study: Callable[[str, str, str], None],
        on_silence: Callable[[], None],
        redis: RedisMessages | None = None,
    ) -> None:
        self.engine = engine
        self.announcements = announcements
        self.hub = hub
        self.session_revoker = session_revoker
        self.user_sockets = user_sockets
        self.on_message = on_message
        self.on_read = on_read
        self.on_spectator = on_spectator
        self.on_pairing = on_pairing
        self.on_study = on_study
        self.on_silence = on_silence  # others were not heard for a while
        self.redis = redis
        self.listening = asyncio.Event()  # set once listening, or after Redis did not respond
        self._awaited = {CHANNEL} if redis is None else {CHANNEL, REDIS}  # where to listen first
        self._heard: dict[str, float] = {}
        self._letters: dict[str, int] = {}  # the last message known of each viewed table
        self._unsent: list[ProcessMessage] = []
        self._warned: dict[str, float] = {}  # when a failure was last logged
        self._tasks: list[asyncio.Task[None]] = []
        self._at_work: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if not self.announcements.others:
            self.listening.set()
            return
        self.announcements.start()
        works = [self._listen, self._talk]
        if self.redis is None:
            works.append(self._remind)
        else:
            works += [self._listen_to_redis, self.redis.keep_presence, self._poll]
        self._tasks = [asyncio.create_task(self._steadily(work)) for work in works]

    async def stop(self) -> None:
        self.announcements.stop()
        for task in (*self._tasks, *self._at_work):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._at_work, return_exceptions=True)
        if self.redis is not None:
            await self.redis.close()

    async def _steadily(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work forever, restarting it when the connection is lost."""
        while True:
            try:
                await work()
            except Exception:  # noqa: BLE001  a process that does not listen goes unnoticed
                self._warn("the connection for messages is lost; reconnecting")
                await asyncio.sleep(AGAIN)

    def _warn(self, text: str) -> None:
        """Log a failure, at most once a minute."""
        now = time.monotonic()
        if now - self._warned.get(text, -inf) >= WARNED_AGAIN:
            self._warned[text] = now
            log.warning(text, exc_info=True)

    # -- receiving

    async def _listen(self) -> None:
        async with await AsyncConnection.connect(
            driver_address(self.engine), autocommit=True
        ) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._began()
            self._ready(CHANNEL)
            async for notify in connection.notifies():
                self._hear(notify.payload)

    async def _listen_to_redis(self) -> None:
        assert self.redis is not None
        try:
            await self.redis.listen(self._hear, self._began_with_redis, self._check)
        finally:
            self._ready(REDIS)

    def _began_with_redis(self) -> None:
        self._began()
        self._ready(REDIS)

    def _ready(self, where: str) -> None:
        self._awaited.discard(where)
        if not self._awaited:
            self.listening.set()

    def _began(self) -> None:
        """Make up for what was missed while not listening."""
        for table_id in self.hub.audience.tables():
            self._do(self.hub.resend(table_id))
        self._do(self.session_revoker.check_all())
        self.user_sockets.call(self.user_sockets.users())
        self.on_silence()

    def _hear(self, line: str) -> None:
        """Handle a message; one that cannot be read, as of a later version, is ignored."""
        try:
            self._handle(ProcessMessage.parse(line))
        except (ValueError, TypeError, KeyError):
            log.warning("a message of another process could not be read", exc_info=True)

    def _handle(self, message: ProcessMessage) -> None:
        origin, kind, subject, rest = message
        if origin == self.announcements.name:
            return
        if kind == TABLE:
            self._do(self.hub.catch_up(subject, int(rest)))
        elif kind == LETTER:
            self._note_letter(message)
            if subject in self.hub.audience.tables():
                self._do(self.on_message(subject, int(rest)))
        elif kind == READ:
            if subject in self.hub.audience.tables():
                read = json.loads(rest)
                self._do(
                    self.on_read(subject, read["seat"], tuple(read["conversation"]), read["number"])
                )
        elif kind == SPECTATOR:
            if subject in self.hub.audience.tables():
                self._do(self.on_spectator(subject, int(rest)))
        elif kind == PRIVATE_CHANGE:
            change = json.loads(rest)
            self._do(self.hub.send_to_owner(subject, change["user"], change["seat"]))
        elif kind == CALLED:  # the subject is a user
            self.user_sockets.call([int(subject)])
        elif kind == PAIRING:
            self.on_pairing()
        elif kind == STUDY:
            self.on_study(origin, subject, rest)
        elif kind == ENDED:
            self._do(self.session_revoker.revoke(int(subject)))  # a user, too
        elif kind == VIEWERS:  # unknown kinds of later versions are ignored
            self._heard[origin] = time.monotonic()
            self.hub.set_elsewhere(origin, subject, read_viewers(rest))

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
        """Send announcements; what a lost connection has not taken is sent by the next."""
        while True:
            self._unsent = self._unsent or await self.announcements.next()
            for message in self._unsent:
                self._note_letter(message)
            if self.redis is None or not await self._publish(self.redis):
                await self._notify()
            self._unsent = []

    async def _publish(self, redis: RedisMessages) -> bool:
        """Return whether Redis has taken the announcements; NOTIFY is slower, and always there."""
        try:
            await redis.publish(self._unsent)
        except redis.failures:
            self._warn("Redis does not respond; messages are sent with NOTIFY")
            return False
        return True

    async def _notify(self) -> None:
        """Send announcements with NOTIFY, as long as there are some."""
        async with await AsyncConnection.connect(
            driver_address(self.engine), autocommit=True
        ) as connection:
            while True:
                for message in self._unsent:
                    text = str(message)
                    if len(text.encode()) > LONGEST:  # the next ones must not wait for it forever
                        log.error("a message (%s) is too long for NOTIFY", message.kind)
                        continue
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
                if self.redis is not None:
                    return
                self._unsent = []
                self._unsent = await self.announcements.next()

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

    # -- changes that were not published, because their process was killed after the commit

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            viewed = self.hub.audience.tables()
            self._letters = {each: self._letters[each] for each in viewed if each in self._letters}
            await self._catch_up(viewed)

    def _check(self, table_id: str) -> None:
        """Check a table whose channel was joined after its first viewer had come."""
        self._do(self._catch_up([table_id]))

    async def _catch_up(self, tables: Collection[str]) -> None:
        """Send viewers the versions and messages that they lack."""
        try:
            stored = await asyncio.to_thread(self._stored, tables) if tables else []
        except SQLAlchemyError:  # the next check may succeed
            log.warning("viewed tables could not be checked", exc_info=True)
            return
        for table_id, version, last in stored:
            self._do(self.hub.catch_up(table_id, version))
            for number in range(self._letters.get(table_id, last) + 1, last + 1):
                self._do(self.on_message(table_id, number))
            self._letters[table_id] = max(last, self._letters.get(table_id, last))

    def _stored(self, tables: Collection[str]) -> list[tuple[str, int, int]]:
        """Return the version and the last message of each table."""
        last = select(func.max(Letter.number)).where(Letter.table_id == Table.id).scalar_subquery()
        query = select(Table.id, Table.version, last).where(Table.id.in_(tables))
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [(table_id, version, number or 0) for table_id, version, number in rows]

    def _note_letter(self, message: ProcessMessage) -> None:
        """Remember the last message of a viewed table."""
        if message.kind == LETTER and message.subject in self._letters:
            number = int(message.rest)
            self._letters[message.subject] = max(number, self._letters[message.subject])
