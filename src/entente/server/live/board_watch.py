"""Pages with several boards: one websocket for many tables.

Any process can serve one, no matter which processes serve the tables: it looks for new versions
once a second, for all of its pages together. The same look shows delayed tables to their spectators
when time alone lets them see more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from entente.server.background import BackgroundTask
from entente.server.live.boards import board_of, closed
from entente.server.live.hub import Connection, Hub, elsewhere
from entente.server.problem import Problem
from entente.server.storage.models import Table
from entente.server.tables.room_state import Clock
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_room import SpectatorRoom
from entente.wire.boards import write_board

EVERY = 1.0  # seconds between two looks
log = logging.getLogger("entente.boards")


class BoardWatcher:
    """A page with several boards, and what it was last sent of each."""

    def __init__(self, connection: Connection, tables: Iterable[str]) -> None:
        self.connection = connection
        self.tables = tuple(tables)
        self.sent: dict[str, str] = {}

    @property
    def user_id(self) -> int | None:
        return self.connection.user_id


class BoardWatch(BackgroundTask):
    """Sends boards to the pages of this process that show several."""

    def __init__(self, rooms: Rooms, hub: Hub, clock: Clock) -> None:
        self.rooms = rooms
        self.hub = hub
        self.clock = clock
        self._watchers: set[BoardWatcher] = set()
        self._versions: dict[str, int] = {}  # of the watched tables, as last sent
        self._wake = asyncio.Event()

    def enter(self, watcher: BoardWatcher) -> None:
        self._watchers.add(watcher)
        self._wake.set()

    def leave(self, watcher: BoardWatcher) -> None:
        self._watchers.discard(watcher)

    def connections(self) -> list[Connection]:
        return [watcher.connection for watcher in self._watchers]

    def users(self) -> set[int]:
        """Return the users with such a page here."""
        users = (watcher.user_id for watcher in self._watchers)
        return {user_id for user_id in users if user_id is not None}

    def close_revoked(self, keys: Mapping[int, Collection[str]]) -> None:
        """Close connections of users with other sessions or tokens than these."""
        for watcher in list(self._watchers):
            connection = watcher.connection
            if watcher.user_id is not None and connection.key not in keys.get(
                watcher.user_id, (connection.key,)
            ):
                connection.access_ended = True
                connection.drop()

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self.look()
            except SQLAlchemyError:  # the database is down: the next look may succeed
                log.exception("boards could not be sent")

    async def look(self) -> None:
        """Send what has changed since the last look."""
        await self._show_delayed()
        watchers = list(self._watchers)
        if not watchers:
            self._versions.clear()
            return
        for watcher, frames in await asyncio.to_thread(self._frames, watchers):
            for text in frames:
                watcher.connection.put(text)

    async def _show_delayed(self) -> None:
        """Show spectators what they may see by now."""
        now = self.clock()
        for table_id in self.hub.audience.tables():
            if is_due(self.rooms, table_id, now) and self.hub.has_spectators(table_id):
                try:
                    await self.hub.change(table_id, elsewhere)
                except Problem:  # the table was deleted
                    self.rooms.forget(table_id)

    def _frames(self, watchers: list[BoardWatcher]) -> list[tuple[BoardWatcher, list[str]]]:
        """Return the frames of boards that are new to each watcher."""
        tables = sorted({table_id for watcher in watchers for table_id in watcher.tables})
        with self.rooms.sessions() as session:
            query = select(Table.id, Table.version).where(Table.id.in_(tables))
            versions = dict(session.execute(query).all())
        now = self.clock()
        changed = {
            table_id
            for table_id in tables
            if versions.get(table_id) != self._versions.get(table_id)
            or is_due(self.rooms, table_id, now)
        }
        self._versions = {table_id: versions.get(table_id, -1) for table_id in tables}
        made: dict[tuple[str, int | None, str], str] = {}
        found = []
        for watcher in watchers:
            frames = []
            for table_id in watcher.tables:
                if table_id in watcher.sent and table_id not in changed:
                    continue
                text = self._text(table_id, watcher, made)
                if text != watcher.sent.get(table_id):
                    watcher.sent[table_id] = text
                    frames.append(text)
            found.append((watcher, frames))
        return found

    def _text(
        self,
        table_id: str,
        watcher: BoardWatcher,
        made: dict[tuple[str, int | None, str], str],
    ) -> str:
        """Return a board for a watcher; those without a seat there see the same."""
        user_id, language = watcher.user_id, watcher.connection.language
        room = self.rooms.in_memory(table_id)
        if room is not None and not room.seats_of(user_id):
            user_id = None
        key = (table_id, user_id, language)
        if key not in made:
            made[key] = self._board(table_id, user_id, language)
        return made[key]

    def _board(self, table_id: str, user_id: int | None, language: str) -> str:
        try:
            return write_board(board_of(self.rooms, table_id, user_id, language))
        except SQLAlchemyError:
            raise
        except Exception:  # an error in one game: the other boards are still shown
            log.exception("the board of table %s could not be built", table_id)
            return write_board(closed(table_id, Problem(500, "unforeseen"), language))


def is_due(rooms: Rooms, table_id: str, now: float) -> bool:
    """Return whether spectators of a delayed table may see more, if nothing has happened."""
    room = rooms.in_memory(table_id)
    late = None if room is None else room.spectated
    if not isinstance(late, SpectatorRoom) or late.next_change is None:
        return False
    return late.next_change <= now
