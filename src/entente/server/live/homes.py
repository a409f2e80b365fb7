"""The homes of tables: of several processes, one serves a table, and the others forward to it.

The first process with a request for a table becomes its home, until it drops the table, drains or
ends (decision 32). A home saves work; versions and the database guard every change without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from random import choice
from typing import NamedTuple

from sqlalchemy import ColumnElement, exists, extract, func, true
from sqlalchemy.orm import InstrumentedAttribute

from entente.server.background import BackgroundTask
from entente.server.live.control_connection import FAILURES, ControlConnection
from entente.server.live.members import SILENT, WEB, Member, Members
from entente.server.storage.models import ServerProcess, TableHome

KNOWN = 5.0  # seconds for which another process' home is remembered
AVOIDED = 10.0  # seconds for which an unreachable process is avoided
BLIND = 2.0  # seconds for which the database is not asked after it did not respond
TIDY = 60.0  # seconds between two returns of unused tables
MOST = 100_000  # remembered homes of other processes

log = logging.getLogger("entente.homes")

_FREE = f"""
    NOT EXISTS (SELECT FROM processes WHERE name = table_homes.process AND NOT draining
        AND heartbeat > extract(epoch FROM clock_timestamp()) - {SILENT})
"""
# The outer query does not see what the inner one has stored.
_TAKE = f"""
    WITH taken AS (
        INSERT INTO table_homes (table_id, process)
        SELECT tables.id, processes.name FROM tables, processes
        WHERE tables.id = %s AND processes.name = %s AND NOT draining
        ON CONFLICT (table_id) DO UPDATE SET process = excluded.process
        WHERE table_homes.process <> excluded.process AND {_FREE}
        RETURNING process
    )
    SELECT name, role, address FROM taken JOIN processes ON name = process
    UNION ALL
    SELECT name, role, address FROM table_homes JOIN processes ON name = process
    WHERE table_id = %s AND NOT {_FREE}
"""
_GIVE_ALL = "DELETE FROM table_homes WHERE process = %s"
_GIVE = "DELETE FROM table_homes WHERE process = %s AND table_id = ANY(%s)"


class Home(NamedTuple):
    """A process that serves tables, and where it is reached."""

    process: str
    address: str


class Homes(BackgroundTask):
    """Which process serves which table, as far as this process knows."""

    def __init__(
        self,
        control: ControlConnection,
        members: Members,
        in_memory: Callable[[], Collection[str]],
        viewed: Callable[[], Collection[str]],
        send_away: Callable[[str], None],
    ) -> None:
        self._control = control
        self._members = members
        self._in_memory = in_memory  # tables in memory
        self._viewed = viewed  # tables with viewers here
        self._send_away = send_away  # closes the connections of a table, to be opened elsewhere
        self._here: dict[str, float] = {}  # tables of this process, and when they were taken
        self._elsewhere: dict[str, tuple[Home, float]] = {}  # with the end of their validity
        self.is_quiet: Callable[[str], bool] = lambda table_id: False  # whether it may move now
        self._avoided: dict[str, float] = {}  # unreachable processes, until when
        self._blind = 0.0  # until when the database is not asked, because it does not respond
        members.on_rejoin.append(self._forget)
        members.on_drain.append(self._forget)

    def start(self) -> None:
        if self._members.is_joined:
            super().start()

    @property
    def tables(self) -> Collection[str]:
        """The tables with their home here."""
        return self._here.keys()

    async def find(self, table_id: str) -> Home | None:
        """Return the other process that serves a table; None if it is served here.

        A free table is taken. If the database or the home do not respond, it is served here too.
        """
        now = asyncio.get_running_loop().time()
        if not self._members.is_joined or table_id in self._here or now < self._blind:
            return None
        home, until = self._elsewhere.get(table_id, (None, 0.0))
        if home is None or until < now or not self.is_reachable(home):
            try:
                home = await self._take(table_id)
            except FAILURES:
                self._blind = asyncio.get_running_loop().time() + BLIND
                log.warning("the homes of tables are unknown for a while", exc_info=True)
                return None
        return home if home is not None and self.is_reachable(home) else None

    def is_reachable(self, home: Home) -> bool:
        """Return whether a process has not failed to respond recently."""
        return self._avoided.get(home.process, 0.0) < asyncio.get_running_loop().time()

    def is_alive(self, home: Home) -> bool:
        """Return whether a process has a recent heartbeat."""
        return home.process in self._members.alive

    async def find_again(self, table_id: str, home: Home) -> Home | None:
        """Return where a table is served after its home did not respond; None: here.

        If it is still the same process, it is avoided for a while.
        """
        self._elsewhere.pop(table_id, None)
        other = await self.find(table_id)
        if other == home:
            self._avoided[home.process] = asyncio.get_running_loop().time() + AVOIDED
            log.warning("process %s cannot be reached at %s", *home)
            return None
        return other

    async def _take(self, table_id: str) -> Home | None:
        """Take a table, or return its home. None: it is here, or has none."""
        me = self._members.name
        # During an upgrade, free tables go to the new version, which may know newer rules.
        newer = [each for each in self._members.newer() if each.address]
        taker = choice(newer).name if newer else me
        for _ in range(2):  # again if another process takes it at the same moment
            rows = await self._control.ask(_TAKE, table_id, taker, table_id)
            if rows:
                break
        else:
            return None  # there is no such table, or this process takes none
        now = asyncio.get_running_loop().time()
        name, role, address = rows[0]
        if name == me:
            self._here[table_id] = now
            self._elsewhere.pop(table_id, None)
            return None
        if role != WEB or not address:
            return None
        if len(self._elsewhere) >= MOST:
            self._elsewhere.clear()
        if name not in self._members.alive:  # it has joined since the last heartbeat
            self._members.alive[name] = Member(name, role, address, "", draining=False)
        home = Home(name, address)
        self._elsewhere[table_id] = (home, now + KNOWN)
        return home

    async def give_all(self) -> None:
        """Give all tables back, when this process has drained."""
        if self._members.is_joined:
            await self._control.ask(_GIVE_ALL, self._members.name)

    def _forget(self) -> None:
        """Forget all homes: others may have taken them."""
        self._here.clear()
        self._elsewhere.clear()

    def is_not_elsewhere(self, table_id: InstrumentedAttribute[str]) -> ColumnElement[bool]:
        """Return the condition that no other live process serves a table."""
        if not self._members.is_joined:
            return true()
        now = extract("epoch", func.clock_timestamp())
        return ~exists().where(
            TableHome.table_id == table_id,
            TableHome.process == ServerProcess.name,
            ServerProcess.name != self._members.name,
            ServerProcess.heartbeat > now - SILENT,
            ~ServerProcess.draining,
        )

    # -- upkeep

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            try:
                await self.tidy()
            except Exception:  # the next attempt may succeed
                log.warning("unused tables could not be given back", exc_info=True)

    async def tidy(self) -> None:
        """Give unused tables back, and send viewers to the homes of their tables."""
        now = asyncio.get_running_loop().time()
        in_memory = self._in_memory()
        unused = {t for t, at in self._here.items() if at <= now - TIDY and t not in in_memory}
        if self._members.newer():  # tables move to the new version at a quiet moment
            unused |= {t for t in self._here if self.is_quiet(t)}
        for table_id in unused:
            del self._here[table_id]
        if unused:
            await self._control.ask(_GIVE, self._members.name, list(unused))
        self._elsewhere = {t: known for t, known in self._elsewhere.items() if known[1] >= now}
        self._avoided = {name: until for name, until in self._avoided.items() if until >= now}
        for table_id in self._viewed():
            if await self.find(table_id) is not None:
                self._send_away(table_id)
