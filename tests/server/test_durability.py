"""Kill -9 in a stream of actions: what was acknowledged is there, and nothing is there twice."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.running import Server

KILLS = int(os.environ.get("ENTENTE_TEST_KILLS", "6"))
ACTIONS = 12  # before each kill
Json = dict[str, Any]


def hear(socket: ClientConnection, kind: str) -> Json:
    while True:
        frame: Json = json.loads(socket.recv(20))
        if frame["type"] == kind:
            return frame


@pytest.fixture
def server(tmp_path: Path) -> Any:
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop(signal.SIGTERM)


def test_no_acknowledged_action_is_lost_and_none_is_stored_twice(server: Server) -> None:
    """One person plays both sides, the server is killed again and again in the middle."""
    with httpx2.Client() as client:
        guest = client.post(f"{server.address}/api/guest", json={"name": "Anna"}).json()
        made = client.post(
            f"{server.address}/api/tables",
            json={"game": "turmoil", "seats": {"authoritarian": "me", "liberal": "me"}},
            headers={"x-csrf-token": guest["csrf"]},
        ).json()
        cookie = f"entente_session={client.cookies['entente_session']}"
    acknowledged: list[str] = []
    for _ in range(KILLS):
        path = f"{server.address.replace('http', 'ws')}/ws/tables/{made['id']}"
        with connect(path, additional_headers={"cookie": cookie}) as socket:
            state = hear(socket, "state")
            check(server, made["id"], cookie, acknowledged, state["moves"])
            play(socket, state, acknowledged)
            server.stop(signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                hear(socket, "never")
        server.start()


def play(socket: ClientConnection, state: Json, acknowledged: list[str]) -> None:
    """Some actions that are acknowledged, and one more that may be or not."""
    for _ in range(ACTIONS):
        action, frame = next_action(state)
        socket.send(json.dumps(frame))
        state = hear(socket, "state")
        hear(socket, "done")
        acknowledged.append(action)
    socket.send(json.dumps(next_action(state)[1]))


def next_action(state: Json) -> tuple[str, Json]:
    for seat, part in state["seats"].items():
        decision = part["view"]["decision"]
        if decision is not None:
            action = decision["menu"]["actions"][0]
            frame = {"type": "act", "seat": seat, "version": state["version"], "action": action}
            return action, frame
    raise AssertionError("nobody must decide")


def check(server: Server, table: str, cookie: str, acknowledged: list[str], moves: int) -> None:
    """The stored moves are those acknowledged, and at most the one under way."""
    text = httpx2.get(
        f"{server.address}/api/tables/{table}/record", headers={"cookie": cookie}
    ).text
    rows = [json.loads(line) for line in text.splitlines()]
    actions = [row.get("action") for row in rows if "seat" in row]
    assert len(actions) == moves
    assert moves - len(acknowledged) in (0, 1)
    known = [(a, b) for a, b in zip(actions, acknowledged, strict=False) if a is not None]
    assert all(a == b for a, b in known)
    if moves > len(acknowledged):
        acknowledged.append(actions[-1] or "")
