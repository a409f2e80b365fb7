"""Kill -9 in a stream of actions: what was acknowledged is there, and nothing is there twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.amount import amount
from tests.server.running import WAIT, Json, any_action, hear

KILLS = amount(1, 200)
MOST = 10  # acknowledged actions before a kill


class Server:
    """The server in a process of its own, which is killed and started again."""

    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "ENTENTE_HOME": str(home)}
        environment.pop("ENTENTE_DATABASE_URL", None)
        self.nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=Path(__file__).parents[2],
        )
        self.process = 0
        self.address = ""

    def start(self) -> None:
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write("start\n")
        self.nursery.stdin.flush()
        process, _, self.address = self.nursery.stdout.readline().strip().partition(" ")
        assert self.address.startswith("http://"), "the server does not start"
        self.process = int(process)

    def stop(self, how: signal.Signals) -> None:
        os.kill(self.process, how)

    def close(self) -> None:
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.close()
        self.nursery.wait(WAIT)
        self.nursery.stdout.close()


@pytest.fixture
def server(sqlite_database: str, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop(signal.SIGTERM)
    running.close()


@pytest.mark.amount
def test_no_acknowledged_action_is_lost_and_none_is_stored_twice(server: Server) -> None:
    """One person plays both sides, the server is killed again and again in the middle."""
    rng = Random(7)
    with httpx2.Client(timeout=WAIT) as client:
        guest = client.post(f"{server.address}/api/guest", json={"name": "Anna"}).json()
        client.headers["x-csrf-token"] = guest["csrf"]
        every_answer = {"preferences": {"only_answers": False}}  # is given by hand, and counted
        client.patch(f"{server.address}/api/me", json=every_answer).raise_for_status()
        headers = {"cookie": f"entente_session={client.cookies['entente_session']}"}
        table, acknowledged = "", list[str]()
        for _ in range(KILLS):
            if not table:
                wanted = {"game": "turmoil", "seats": {"authoritarian": "me", "liberal": "me"}}
                made = client.post(f"{server.address}/api/tables", json=wanted)
                table, acknowledged = made.json()["id"], []
            path = f"{server.address.replace('http', 'ws')}/ws/tables/{table}"
            with connect(path, additional_headers=headers, open_timeout=WAIT) as socket:
                state = hear(socket, "state")
                address = f"{server.address}/api/tables/{table}"
                check(address, client, acknowledged, state["moves"])
                over = play(socket, state, acknowledged, rng.randint(0, MOST))
                server.stop(signal.SIGKILL)
                with pytest.raises(ConnectionClosed):
                    hear(socket, "never")
            if over:
                table = ""
            server.start()


def play(socket: ClientConnection, state: Json, acknowledged: list[str], actions: int) -> bool:
    """Some actions that are acknowledged, and one more that may be or not; whether it is over."""
    for _ in range(actions):
        frame = any_action(state)
        if frame is None:
            return True
        socket.send(json.dumps(frame))
        state = hear(socket, "state")
        hear(socket, "done")
        acknowledged.append(str(frame["action"]))
    frame = any_action(state)
    if frame is not None:
        socket.send(json.dumps(frame))
    return frame is None


def check(address: str, client: httpx2.Client, acknowledged: list[str], moves: int) -> None:
    """The stored moves are those acknowledged, and at most the one under way."""
    text = client.get(f"{address}/record").text
    rows = [json.loads(line) for line in text.splitlines()]
    actions = [row.get("action") for row in rows if "seat" in row]
    assert len(actions) == moves
    assert moves - len(acknowledged) in (0, 1)
    known = [(a, b) for a, b in zip(actions, acknowledged, strict=False) if a is not None]
    assert all(a == b for a, b in known)
    if moves > len(acknowledged):
        acknowledged.append(actions[-1] or "")
