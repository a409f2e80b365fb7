"""Several processes that share a database: who is there, and who serves which table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from entente import __version__
from entente.server.http import socket_splice
from entente.server.http.forwarding_signature import (
    forwarded_from,
    sign,
    table_of,
    verify,
)
from entente.server.http.socket_splice import FrameBoundaries, Splice
from entente.server.live import control_connection, homes, members
from entente.server.live.control_connection import ControlConnection
from entente.server.live.homes import Home, Homes
from entente.server.live.leases import Leases
from entente.server.live.members import SILENT, WEB, WORK, Members
from entente.server.storage.database import connect
from entente.server.storage.models import Table

on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)


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


@on_postgres
def test_processes_know_each_other_until_they_leave_or_fall_silent(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            silence = f"UPDATE processes SET heartbeat = heartbeat - {SILENT}"
            await first.ask(silence)  # of both, as after an outage of the database
            await one.beat()
            assert list(one.alive) == ["one", "two"]
            await one.beat()
            assert list(one.alive) == ["one"]
            # a process that was silent, or is unknown, hears that others may have replaced it
            missed: list[str] = []
            two.on_rejoin.append(lambda: missed.append("two"))
            await two.beat()
            assert missed == ["two"]
            await two.beat()
            assert missed == ["two"]
            await first.ask("DELETE FROM processes")
            await two.beat()
            assert missed == ["two", "two"]
            assert list(two.alive) == ["one", "two"]  # until the next heartbeat
            await two.beat()
            assert list(two.alive) == ["two"]
            await two.stop()
            assert await first.ask("SELECT name FROM processes") == []
            # a failure after a heartbeat does not end the heartbeats
            monkeypatch.setattr(members, "BEAT", 0.0)
            again = asyncio.Event()

            def fail() -> None:
                if missed[-1] == "failure":
                    again.set()
                missed.append("failure")
                raise RuntimeError

            one.on_beat.append(fail)
            one.start()
            await again.wait()
            await one.stop()

    asyncio.run(run())


@on_postgres
def test_the_time_in_the_queue_counts(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that hangs does not let one query after the other wait its whole time."""

    async def run() -> None:
        async with controls(database, 1) as (control,):
            with monkeypatch.context() as patch:
                patch.setattr(control_connection, "PATIENCE", 0.1)
                with pytest.raises(TimeoutError):
                    await control.ask("SELECT pg_sleep(60)")
                async with control._lock, asyncio.timeout(60):  # a query that never ends
                    late = [control.ask("SELECT 1") for _ in range(20)]
                    done = await asyncio.gather(*late, return_exceptions=True)
                assert {type(each) for each in done} == {TimeoutError}
            assert await control.ask("SELECT 1") == [(1,)]

    asyncio.run(run())


@on_postgres
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


@on_postgres
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


class Tables:
    """What a process has in memory and shows, and whose viewers it has sent away."""

    def __init__(self) -> None:
        self.in_memory: set[str] = set()
        self.viewed: set[str] = set()
        self.sent_away: list[str] = []

    def homes(self, control: ControlConnection, members: Members) -> Homes:
        return Homes(
            control, members, lambda: self.in_memory, lambda: self.viewed, self.sent_away.append
        )


@on_postgres
def test_the_first_process_that_comes_is_the_home_until_it_ends(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "TIDY", 0.0)

    async def run() -> None:
        async with controls(database) as (first, second):
            one, two = Members(first, "one"), Members(second, "two")
            one.join("127.0.0.1:1")
            two.join("127.0.0.1:2")
            await one.beat()
            await two.beat()
            await _make_tables(first, "table-a", "table-b", "table-c", "table-d")
            at_one, at_two = Tables(), Tables()
            here, there = at_one.homes(first, one), at_two.homes(second, two)
            assert await here.find("table-a") is None
            assert await there.find("table-a") == Home("one", "127.0.0.1:1")
            assert await there.find("table-b") is None
            assert await here.find("table-b") == Home("two", "127.0.0.1:2")
            assert await here.find("no-such-table") is None
            # at the same moment, one of them gets it
            both = await asyncio.gather(here.find("table-c"), there.find("table-c"))
            assert both.count(None) == 1
            # each handles what is its own, or no one's
            for homes_of, others in ((here, "table-b"), (there, "table-a")):
                ids = {"table-a", "table-b", "table-d"}
                query = select(Table.id).where(
                    Table.id.in_(ids), homes_of.is_not_elsewhere(Table.id)
                )
                engine = connect(database)
                with engine.connect() as connection:
                    assert set(connection.scalars(query)) == ids - {others}
                engine.dispose()
            # what is no longer in memory is free; viewers are sent where the table is
            at_one.in_memory = at_one.viewed = {"table-a", "table-b"}
            await here.tidy()
            await there.tidy()
            assert set(here.tables) == {"table-a"}
            assert await there.find("table-a") == Home("one", "127.0.0.1:1")
            assert at_one.sent_away == ["table-b"]
            assert set(there.tables) == set()
            assert await there.find("table-b") is None
            # a home that does not respond is avoided; one that drains or is silent, replaced
            assert await there.find_again("table-a", Home("one", "127.0.0.1:1")) is None
            assert await there.find("table-a") is None
            assert "table-a" not in there.tables
            await one.drain()
            assert await there.find("table-a") is None
            assert "table-a" in there.tables
            assert await here.find("table-d") is None
            assert set(here.tables) == set()  # which draining processes do not take
            await first.ask(f"UPDATE processes SET heartbeat = heartbeat - {SILENT}")
            three = Members(first, "three")
            three.join("127.0.0.1:3")
            await three.beat()
            third = Tables().homes(first, three)
            assert await third.find("table-b") is None
            assert "table-b" in third.tables
            await two.beat()  # back from its silence, it looks again
            assert set(there.tables) == set()
            assert await there.find("table-b") == Home("three", "127.0.0.1:3")
            # one that ends leaves nothing
            await three.stop()
            assert await there.find_again("table-b", Home("three", "127.0.0.1:3")) is None
            assert "table-b" in there.tables
            # and without the database, all is served where it arrives
            monkeypatch.setattr(second, "ask", refuse)
            assert await there.find("table-d") is None

    async def refuse(*question: object) -> None:
        raise OSError

    asyncio.run(run())


async def _make_tables(control: ControlConnection, *names: str) -> None:
    """Store tables without a game: only their ids matter."""
    rows = await control.ask(
        "SELECT column_name, data_type FROM information_schema.columns "
        "WHERE table_name = 'tables' AND is_nullable = 'NO' AND column_default IS NULL"
    )
    empty = {"json": "{}", "boolean": "false", "bigint": "0", "integer": "0"}
    values = {column: empty.get(kind, "") for column, kind in rows}
    for name in names:
        columns = ", ".join(values)
        places = ", ".join("%s" for _ in values)
        row = [name if column == "id" else value for column, value in values.items()]
        await control.ask(f"INSERT INTO tables ({columns}) VALUES ({places})", *row)


def test_a_signature_holds_for_one_request_of_one_peer() -> None:
    for peer in (("198.51.100.7", 4321), ("2001:db8::1", 1), None):
        original = forwarded_from("entente-1", peer, "https")
        header = sign(b"key", original, "GET", b"/api/tables/abc?x=1")
        read = verify(b"key", header, "GET", b"/api/tables/abc?x=1")
        assert read == original
        assert read.peer == peer
        assert verify(b"kez", header, "GET", b"/api/tables/abc?x=1") is None
        assert verify(b"key", header, "GET", b"/api/tables/abd?x=1") is None
        assert verify(b"key", header.replace(b"-1", b"-2"), "GET", b"/api/tables/abc?x=1") is None
    for nonsense in (b"", b" ", b"\xff", b"a b c d e"):
        assert verify(b"key", nonsense, "GET", b"/") is None


def test_only_paths_of_a_table_are_routed() -> None:
    for url in (b"/api/tables/TedAQi45dATp", b"/ws/tables/TedAQi45dATp?since=3"):
        assert table_of(url) == "TedAQi45dATp"
    assert table_of(b"/api/tables/TedAQi45dATp/chat/read?x=/api/tables/other") == "TedAQi45dATp"
    for url in (
        b"/api/tables",
        b"/api/tables/limits",
        b"/tables/TedAQi45dATp",
        b"/api/people/TedAQi45dATp",
        b"/api/tables/TedAQi45dATp\n",
        b"/api/tables/%00%00%00%00%00%00",
    ):
        assert table_of(url) is None


def test_the_end_of_a_frame_is_found_wherever_the_stream_is_cut() -> None:
    frames = [
        b"\x81\x02hi",
        b"\x81\x7e" + (300).to_bytes(2) + b"x" * 300,
        b"\x82\x7f" + (70_000).to_bytes(8) + b"y" * 70_000,
        b"\x89\x00",
    ]
    head = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"
    stream = head + b"".join(frames)
    ends = {len(head) + sum(map(len, frames[:n])) for n in range(5)}
    for size in (1, 2, 7, 4096, len(stream)):
        boundaries, fed = FrameBoundaries(), 0
        while fed < len(stream):
            boundaries.feed(stream[fed : fed + size])
            fed = min(len(stream), fed + size)
            assert boundaries.is_between == (fed in ends), (size, fed)


class Client(asyncio.Transport):
    """A client's connection that records what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.ended = ""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def test_a_splice_keeps_the_order_and_ends_with_its_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The home may send frames before the splice has passed its first bytes on."""
    monkeypatch.setattr(socket_splice, "BEAT", 0.01)
    monkeypatch.setattr(socket_splice, "LINGER", 0.0)
    handshake, frame = b"HTTP/1.1 101 Switching Protocols\r\n\r\n", b"\x81\x02hi"

    async def home(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.readline() == b"answered\r\n":
            writer.write(handshake)
        await reader.read()  # until the other side closes
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(home, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        place = Home("one", f"127.0.0.1:{port}")
        client = Client()
        splice = Splice(client, place)
        first = await splice.open(b"answered\r\n", lambda _: True)
        splice.to_client(frame)
        splice.join(first)
        assert client.written == [handshake, frame]
        splice.close()
        assert client.ended == "closed"
        while client.ended != "aborted":  # it may never read what was written
            await asyncio.sleep(0)

        gone = Client()
        splice = Splice(gone, place)
        opening = asyncio.create_task(splice.open(b"silent\r\n", lambda _: True))
        await asyncio.sleep(0.02)
        assert not opening.done()
        gone.close()
        assert await opening == b""
        splice.close()
        while len(asyncio.all_tasks()) > 1:  # the home's side ends
            await asyncio.sleep(0)
        server.close()

    asyncio.run(run())
