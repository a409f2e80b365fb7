"""Several processes behind one port, with messages between them."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from pathlib import Path
from time import sleep

import httpx2
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from entente.kernel import UserError
from entente.server.http.forwarding_signature import HEADER, Forwarded, sign
from entente.server.http.serve import check_workers
from entente.server.settings import Settings
from tests.amount import amount
from tests.server.running import (
    WAIT,
    Server,
    Visitor,
    forwarded,
    hear,
    play,
    socket_at,
    table_of,
)

ACTIONS = amount(8, 200)


def test_sqlite_has_one_process() -> None:
    with pytest.raises(UserError) as refused:
        check_workers(Settings("sqlite:///x"), 2)
    assert "PostgreSQL" in refused.value.text("en")
    assert "PostgreSQL" in refused.value.text("fr")


@pytest.mark.soak
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_players_at_different_processes_see_the_same(database: str, tmp_path: Path) -> None:
    """Two servers on one database, as two workers are; each player is connected to another one.
    They do not reach each other, so that each serves its own player."""
    with Server(tmp_path / "one", database) as one, Server(tmp_path / "two", database) as two:
        with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("UPDATE processes SET address = '127.0.0.1:1'")
        anna = Visitor(one, "Anna")
        table = table_of(anna)
        bert = Visitor(two, "Bert")
        bert.post(f"/api/tables/{table}/join", {"seat": "liberal"})
        # What is done
        with anna.live(table) as here, bert.live(table) as there:
            seen = play([here, there], ACTIONS)
            assert seen[0] == seen[1]
            assert seen[0] == list(range(seen[0][0], seen[0][0] + len(seen[0])))
        record = anna.client.get(f"/api/tables/{table}/record").text
        moves = [line for line in record.splitlines() if "seat" in json.loads(line)]
        assert len(moves) >= ACTIONS  # some questions have one answer, which the server gives
        # who looks, and what is written
        with anna.live(table) as here:
            hear(here, "state")
            with bert.live(table):
                while set(hear(here, "presence")["online"]) != {"authoritarian", "liberal"}:
                    pass
                letter = {"seat": "liberal", "to": ["authoritarian"], "text": "Good evening."}
                bert.post(f"/api/tables/{table}/chat", letter)
                assert hear(here, "message")["message"]["text"] == "Good evening."
            while hear(here, "presence")["online"] != ["authoritarian"]:
                pass
        # and papers, to their owner at another process
        with socket_at(two, table, anna.cookie) as there:
            hear(there, "state")
            notes = {"seat": "authoritarian", "text": "Budapest first."}
            assert anna.client.put(f"/api/tables/{table}/notes", json=notes).status_code == 204
            assert hear(there, "state")["seats"]["authoritarian"]["notes"] == "Budapest first."
        assert forwarded(two) == {"request": 0.0, "socket": 0.0}
    log = (one.log() + two.log()).splitlines()
    assert all("cannot be reached at 127.0.0.1:1" in line for line in log)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_table_is_served_by_its_home(database: str, tmp_path: Path) -> None:
    """A client of the second server is served by the first, the home of the table."""
    with Server(tmp_path / "one", database) as one, Server(tmp_path / "two", database) as two:
        anna = Visitor(one, "Anna")
        table = table_of(anna)
        bert = Visitor(two, "Bert")
        assert anna.client.get(f"/api/tables/{table}").is_success  # from now on it is there
        bert.post(f"/api/tables/{table}/join", {"seat": "liberal"})
        with anna.live(table) as here, bert.live(table) as there:
            seen = play([here, there], 4)
            assert seen[0] == seen[1]
            letter = {"seat": "liberal", "to": ["authoritarian"], "text": "Good evening."}
            bert.post(f"/api/tables/{table}/chat", letter)
            assert hear(here, "message")["message"]["text"] == "Good evening."
            # answers, refusals and pages arrive as if there were one process
            position = f"/api/tables/{table}/positions/1"
            ways = [each.client.get(position) for each in (anna, bert)]
            assert ways[0].status_code == ways[1].status_code == 200
            assert set(ways[0].headers) == set(ways[1].headers)
            nothing = bert.client.post(f"/api/tables/{table}/chat", json={})
            long = bert.client.post(f"/api/tables/{table}/chat", content=b"x" * 200_000)
            assert (nothing.status_code, long.status_code) == (422, 413)
            counts = forwarded(two)
            assert counts["request"] >= 4
            assert counts["socket"] == 1
            assert forwarded(one) == {"request": 0.0, "socket": 0.0}
            _refuses_outsiders(database, one, bert, table)
            # the home ends: the players are served by the other at once
            one.stop()
            with pytest.raises(ConnectionClosed) as closed:
                hear(there, "never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        with bert.live(table) as there, socket_at(two, table, anna.cookie) as here:
            assert play([here, there], 2)[0]
        one.start()
    assert two.log() == ""


def _refuses_outsiders(database: str, server: Server, visitor: Visitor, table: str) -> None:
    """Only a process with the key may speak for others, and only to the process it names."""
    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        rows = connection.execute("SELECT name, address FROM processes ORDER BY started").fetchall()
        (secret,) = connection.execute(
            "SELECT value FROM secrets WHERE name = 'forwarding'"
        ).fetchone() or ("",)
    (name, internal), (other, _) = rows
    key, url = bytes.fromhex(secret), f"/api/tables/{table}".encode()

    def status(address: str, *headers: tuple[bytes, bytes], path: str = url.decode()) -> int:
        mine = [(b"cookie", visitor.cookie.encode())]
        return httpx2.get(f"{address}{path}", headers=[*mine, *headers], timeout=WAIT).status_code

    def signed(key: bytes, target: str, method: str = "GET") -> tuple[bytes, bytes]:
        original = Forwarded(target, "198.51.100.7", 4321, "http")
        return HEADER, sign(key, original, method, url)

    for address in (server.address, f"http://{internal}"):
        assert status(address, signed(key, name)) == 200
        assert status(address, signed(key, other)) == 421  # another process
        assert status(address, signed(b"guess", name)) == 403
        assert status(address, signed(key, name, "POST")) == 403  # for another request
        assert status(address, signed(key, name), path=f"/api/tables/{table}/record") == 403
        assert status(address, signed(key, name), signed(key, name)) == 403
        assert status(address, (HEADER, b"nonsense")) == 403
    assert status(f"http://{internal}") == 403
    assert status(f"http://{internal}", path="/metrics") == 403
    for headers in ({}, {HEADER.decode(): "nonsense"}):
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://{internal}/ws/tables/{table}", additional_headers=headers)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_team_behind_one_port_plays_and_ends(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, workers=2) as server:
        anna = Visitor(server, "Anna")
        table = table_of(anna)
        bert = Visitor(server, "Bert")
        bert.post(f"/api/tables/{table}/join", {"seat": "liberal"})
        with anna.live(table) as here, bert.live(table) as there:
            play([here, there], 5)
            assert server.process is not None
            server.process.terminate()
            for socket in (here, there):
                with pytest.raises(ConnectionClosed) as closed:
                    hear(socket, "never")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012  # come back soon
        assert server.process.wait(WAIT) == 0


@pytest.mark.soak
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_team_outlasts_its_members_and_ends_with_its_first_process(
    database: str, tmp_path: Path
) -> None:
    with Server(tmp_path, database, workers=2) as server:
        table = table_of(Visitor(server, "Anna"))
        _kill_members(server)
        # A client waits until a new one is there; no other answers it.
        assert httpx2.get(f"{server.address}/api/tables/{table}", timeout=WAIT).is_success
        assert "a process ended and is replaced" in server.log()
        # A first process that is killed cannot notify the others; what all of them write to is
        # closed by the last that ends.
        assert server.process is not None
        server.process.kill()
        rest, _ = server.process.communicate(timeout=WAIT)
        assert rest == ""


def _kill_members(server: Server) -> None:
    """Kill all who serve: the copies that a process made which the first one has started."""
    assert server.process is not None
    while len(members := _grandchildren(server.process.pid)) < server.workers:
        sleep(0.01)
    for each in members:
        os.kill(each, signal.SIGKILL)


def _grandchildren(process: int) -> set[int]:
    below: dict[int, set[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            below.setdefault(parent, set()).add(int(status.parent.name))
    return {each for child in below.get(process, ()) for each in below.get(child, ())}
