"""Workers and web processes as their operator runs them: killed, replaced, stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine, TextClause, create_engine, text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.running import WAIT, Server, Visitor, any_action, hear, socket_at

pytestmark = [
    pytest.mark.soak,
    pytest.mark.parametrize("database", ["postgres"], indirect=True),
]


@contextmanager
def worker(database: str, log: Path) -> Iterator[subprocess.Popen[str]]:
    """`entente work`, killed at the end."""
    environment = {**os.environ, "ENTENTE_DATABASE_URL": database, "ENTENTE_LOG_LEVEL": "info"}
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "entente.cli", "work"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment,
        )
    assert process.stdout is not None
    try:
        assert "Working" in process.stdout.readline(), log.read_text()
        yield process
    finally:
        process.kill()
        process.wait(WAIT)
        process.stdout.close()


def test_a_game_outlasts_its_workers(database: str, tmp_path: Path) -> None:
    """A worker is killed with a job in its hands; another takes it, once."""
    engine = create_engine(database)
    taken = text("SELECT count(*) FROM jobs WHERE done IS NULL AND taken_by IS NOT NULL")
    with Server(tmp_path / "web", database, ENTENTE_WORK="queue") as server:
        anna = Visitor(server, "Anna")
        seats = {"authoritarian": "me", "liberal": "hard"}
        wanted = {"game": "turmoil", "seats": seats, "starts_when_full": True}
        table = anna.post("/api/tables", wanted)["id"]
        with anna.live(table) as live:
            with worker(database, tmp_path / "one"):
                _play_until(live, lambda: _count(engine, taken) > 0)
            # it is killed here, with a job in its hands
            assert _count(engine, taken) == 1
            with worker(database, tmp_path / "two") as two:
                _play_until(live, lambda: _count(engine, taken) == 0)
                two.send_signal(signal.SIGTERM)
                assert two.wait(WAIT) in (0, -signal.SIGTERM)
        record = anna.client.get(f"/api/tables/{table}/record").text
        assert '"liberal"' in record
    engine.dispose()
    assert "Traceback" not in (tmp_path / "two").read_text()


def _count(engine: Engine, query: TextClause) -> int:
    with engine.connect() as connection:
        return int(connection.scalar(query) or 0)


def _play_until(live: ClientConnection, is_over: Callable[[], bool]) -> None:
    """Act whenever it is one's turn."""
    live.send(json.dumps({"type": "sync"}))
    while not is_over():
        with suppress(TimeoutError):
            frame = json.loads(live.recv(0.05))
            action = any_action(frame) if frame["type"] == "state" else None
            if action is not None:
                live.send(json.dumps(action))


def test_tables_move_to_another_process_without_losing_an_action(
    database: str, tmp_path: Path
) -> None:
    """A process stops in the middle of a game; its player goes on at the other."""
    with Server(tmp_path / "one", database) as one, Server(tmp_path / "two", database) as two:
        anna = Visitor(one, "Anna")
        wanted = {"game": "turmoil", "seats": {"authoritarian": "me", "liberal": "me"}}
        table = anna.post("/api/tables", {**wanted, "starts_when_full": True})["id"]
        assert one.process is not None
        with socket_at(one, table, anna.cookie) as live:
            done, closed = _act_until_closed(live, one.process)
        assert closed == 1012
        assert one.process.wait(WAIT) in (0, -signal.SIGTERM)
        with socket_at(two, table, anna.cookie) as live:
            state = hear(live, "state")
            assert state["version"] >= done  # all that was acknowledged is there
            live.send(json.dumps(any_action(state)))
            assert hear(live, "state")["version"] == state["version"] + 1
    assert "Traceback" not in one.log() + two.log()


def _act_until_closed(live: ClientConnection, process: subprocess.Popen[str]) -> tuple[int, int]:
    """Act until the process has stopped; return the last acknowledged version and the code."""
    done, sent = 0, 0
    try:
        while True:
            frame = json.loads(live.recv(WAIT))
            if frame["type"] == "done":
                done = frame["version"]
                if done == 20:
                    process.send_signal(signal.SIGTERM)
            action = any_action(frame) if frame["type"] == "state" else None
            if action is not None and frame["version"] > sent:
                sent = frame["version"]
                live.send(json.dumps(action))
    except ConnectionClosed as closed:
        return done, closed.rcvd.code if closed.rcvd is not None else 0
