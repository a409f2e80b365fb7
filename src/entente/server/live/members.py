"""The processes that share a database, known from the table `processes`.

A process that serves on its own address joins at its start and renews its heartbeat; one that has
been silent for a while counts as gone. With SQLite there is one process, which does not join.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable
from typing import NamedTuple

from entente.server.background import BackgroundTask
from entente.server.live.control_connection import FAILURES, ControlConnection
from entente.version import __version__

WEB, WORK = "web", "work"  # roles
BEAT = 2.0  # seconds between two heartbeats
SILENT = 8.0  # seconds of silence after which a process counts as gone
FORGOTTEN = 600.0  # seconds of silence after which its row is deleted

log = logging.getLogger("entente.members")

_NOW = "extract(epoch FROM clock_timestamp())"
_JOIN = f"""
    WITH before AS (SELECT heartbeat FROM processes WHERE name = %s)
    INSERT INTO processes (name, role, address, version, started, heartbeat, draining, pid, port)
    VALUES (%s, %s, %s, %s, {_NOW}, {_NOW}, %s, %s, %s)
    ON CONFLICT (name) DO UPDATE SET heartbeat = excluded.heartbeat,
        draining = processes.draining OR excluded.draining
    RETURNING draining, EXISTS (SELECT FROM before WHERE heartbeat > {_NOW} - {SILENT})
"""
_ALIVE = f"""
    SELECT name, role, address, version, draining FROM processes
    WHERE heartbeat > {_NOW} - {SILENT} ORDER BY name
"""
_LEAVE = "DELETE FROM processes WHERE name = %s"
_TIDY = f"DELETE FROM processes WHERE heartbeat < {_NOW} - {FORGOTTEN}"


class Member(NamedTuple):
    """A live process."""

    name: str
    role: str
    address: str  # host:port, for other processes; empty: none
    version: str
    draining: bool


def is_newer(version: str, than: str = __version__) -> bool:
    """Return whether a version of the program is newer than another."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


class Members(BackgroundTask):
    """The live processes, this one among them once it has joined."""

    def __init__(self, control: ControlConnection, name: str) -> None:
        self.name = name
        self.draining = False
        self.alive: dict[str, Member] = {}  # by name
        self.on_drain: list[Callable[[], None]] = []  # called once, when draining begins
        self.on_beat: list[Callable[[], None]] = []  # called after each heartbeat
        self.on_rejoin: list[Callable[[], None]] = []  # called after others may have replaced it
        self._control = control
        self._me: Member | None = None
        self._port: int | None = None
        self._stored = False

    @property
    def is_joined(self) -> bool:
        return self._me is not None

    def newer(self) -> list[Member]:
        """Return the web processes of a newer version that take tables."""
        return [
            each
            for each in self.alive.values()
            if each.role == WEB and not each.draining and is_newer(each.version)
        ]

    def join(self, address: str, role: str = WEB, port: int | None = None) -> None:
        """Take part from the start of the background work on. `port` is that for visitors."""
        self._port = port
        if self._control.available:
            self._me = Member(self.name, role, address, __version__, draining=False)

    def start(self) -> None:
        if self._me is not None:
            super().start()

    async def stop(self) -> None:
        await super().stop()
        if self._stored:
            try:
                await self._control.ask(_LEAVE, self.name)
            except FAILURES:
                log.warning("the end of this process could not be stored", exc_info=True)

    async def close(self) -> None:
        """Close the connection, after the end was stored."""
        await self._control.close()

    async def drain(self) -> None:
        """Take no new tables; others may take over those of this process."""
        self._begin_draining()
        try:
            await self.beat()
        except FAILURES:
            log.warning("the others could not be informed that this process drains", exc_info=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.beat()
            except Exception:  # without a heartbeat the others take over its tables
                log.warning("the heartbeat could not be stored", exc_info=True)
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Renew the heartbeat, and read which processes are alive."""
        if self._me is None:
            return
        name, role, address, version, _ = self._me
        here = (self.draining, os.getpid(), self._port)
        joined = await self._control.ask(_JOIN, name, name, role, address, version, *here)
        draining, was_alive = joined[0]
        first, self._stored = not self._stored, True
        rows = await self._control.ask(_ALIVE)
        before, self.alive = self.alive, {row[0]: Member(*row) for row in rows}
        if not (first or was_alive):  # perhaps all were silent, because the database was
            self.alive = before | self.alive
        if first:
            await self._control.ask(_TIDY)
        if draining:  # the operator has asked for it
            self._begin_draining()
        for callback in (*(() if first or was_alive else self.on_rejoin), *self.on_beat):
            callback()

    def _begin_draining(self) -> None:
        if not self.draining:
            self.draining = True
            for callback in self.on_drain:
                callback()
