"""The websockets of users, by which every open page learns of notices at once.

A frame has numbers only; the page then loads its notices. Other processes are informed by the
database (migration 0022).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping

import msgspec
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from entente.server.live.hub import Connection
from entente.server.notices.notices import CALLED, waiting_for
from entente.server.storage.database import Sessions
from entente.wire.called import Called

log = logging.getLogger("entente.user_sockets")
_encoder = msgspec.json.Encoder()


class UserSockets:
    """The open pages of this process, by user."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._of: dict[int, set[Connection]] = defaultdict(set)
        self._changed: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        event.listen(sessions, "after_commit", self._committed)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        self._loop = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def enter(self, connection: Connection) -> None:
        assert connection.user_id is not None
        self._of[connection.user_id].add(connection)
        self.call([connection.user_id])

    def leave(self, connection: Connection) -> None:
        assert connection.user_id is not None
        self._of[connection.user_id].discard(connection)
        if not self._of[connection.user_id]:
            del self._of[connection.user_id]

    def connections(self) -> list[Connection]:
        return [connection for there in self._of.values() for connection in there]

    def users(self) -> set[int]:
        """Return the users with an open page here."""
        return set(self._of)

    def close_revoked(self, keys: Mapping[int, Collection[str]]) -> None:
        """Close connections of users with other sessions or tokens than these."""
        for user_id, valid in keys.items():
            for connection in list(self._of.get(user_id, ())):
                if connection.key not in valid:
                    connection.access_ended = True
                    connection.drop()

    # -- calling

    def _committed(self, session: Session) -> None:
        """Call users from any thread after a commit with notices for them."""
        users, loop = session.info.pop(CALLED, None), self._loop
        if users and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.call, users)

    def call(self, users: Collection[int]) -> None:
        """Send the pages of these users their current numbers; several changes make one frame."""
        self._changed.update(self._of.keys() & set(users))
        if self._changed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._changed:
            users, self._changed = self._changed, set()
            try:
                frames = await asyncio.to_thread(self._frames, users)
            except SQLAlchemyError:  # the database is down; pages also ask now and then
                log.exception("users could not be called")
                return
            for user_id, frame in frames.items():
                for connection in list(self._of.get(user_id, ())):
                    connection.put(frame)

    def _frames(self, users: Collection[int]) -> dict[int, str]:
        with self.sessions() as session:
            counts = {user_id: waiting_for(session, user_id) for user_id in users}
        return {
            user_id: _encoder.encode(Called(each.unread, each.decisions)).decode()
            for user_id, each in counts.items()
        }
