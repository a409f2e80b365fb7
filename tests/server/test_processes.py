"""Several processes that share a database: who is there, and who serves which table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from entente import __version__
from entente.server.live.control_connection import ControlConnection
from entente.server.live.leases import Leases
from entente.server.live.members import SILENT, WEB, WORK, Members
from entente.server.storage.database import connect

pytestmark = pytest.mark.parametrize("database", ["postgres"], indirect=True)


@asynccontextmanager
async def controls(database: str, many: int = 2) -> AsyncIterator[list[ControlConnection]]:
    engine = connect(database)
    opened = [ControlConnection(engine) for _ in range(many)]
    try:
        yield opened
    finally:
        for each in opened:
            await each.close()
        engine.dispose()


def test_processes_know_each_other_until_they_leave_or_fall_silent(database: str) -> None:
    async def run() -> None:
        async with controls(database) as (first, second):
            one, two, alone = Members(first, "one"), Members(second, "two"), Members(first, "three")
            one.join("127.0.0.1:1")
            two.join("", WORK)
            for each in (one, two, one, alone):  # the third has not joined
                await each.beat()
            known = [(m.name, m.role, m.address, m.version) for m in one.alive.values()]
            assert known == [
                ("one", WEB, "127.0.0.1:1", __version__),
                ("two", WORK, "", __version__),
            ]
            assert alone.alive == {}
            # silence
            await first.ask(f"UPDATE processes SET heartbeat = heartbeat - {SILENT}")
            await one.beat()
            assert list(one.alive) == ["one"]
            # a process whose row is gone joins again, and hears that others may have replaced it
            missed: list[str] = []
            two.on_rejoin.append(lambda: missed.append("two"))
            await two.beat()
            assert missed == []
            await first.ask("DELETE FROM processes")
            await two.beat()
            assert missed == ["two"]
            assert list(two.alive) == ["two"]
            await two.stop()
            assert await first.ask("SELECT name FROM processes") == []

    asyncio.run(run())


def test_a_process_drains_by_itself_or_because_the_operator_asks(database: str) -> None:
    async def run() -> None:
        async with controls(database) as (first, second):
            one, two = Members(first, "one"), Members(second, "two")
            heard: list[str] = []
            for each in (one, two):
                each.join("")
                each.on_drain.append(lambda name=each.name: heard.append(name))  # type: ignore[misc]
                await each.beat()
            await one.drain()
            await first.ask("UPDATE processes SET draining = true WHERE name = 'two'")
            await two.beat()
            await two.beat()
            assert heard == ["one", "two"]
            assert all(each.draining for each in two.alive.values())

    asyncio.run(run())


def test_a_lease_has_one_holder(database: str) -> None:
    async def run() -> None:
        async with controls(database) as (first, second):
            one, two = Leases(first), Leases(second)
            assert await one.take("job")
            assert not await two.take("job")
            await first.close()  # as when a process ends
            async with asyncio.timeout(60):
                while not await two.take("job"):
                    await asyncio.sleep(0.01)

    asyncio.run(run())
