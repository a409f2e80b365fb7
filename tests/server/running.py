"""A server as its operator runs it, in processes of its own, and people who visit it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from entente.server.storage.database import connect as connect_to_database
from entente.server.storage.database import migrate

Json = dict[str, Any]
WAIT = 120  # seconds; machines are busy, and nothing waits longer than it must


class Server:
    """The server, on SQLite in a folder or on a database with an address. Started again after its
    end it has the same port."""

    def __init__(self, home: Path, database: str = "", workers: int = 1, **settings: str) -> None:
        self.home = home
        self.workers = workers
        self.environment = {**os.environ, "ENTENTE_HOME": str(home), **settings}
        self.environment["ENTENTE_COMPUTER_PAUSE"] = "0"
        if database:
            self.environment["ENTENTE_DATABASE_URL"] = database
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.clients: list[httpx2.Client] = []

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        for client in self.clients:
            client.close()

    def start(self) -> None:
        self.home.mkdir(exist_ok=True)
        stored = self.home / "entente.sqlite3"
        if "ENTENTE_DATABASE_URL" not in self.environment and not stored.exists():
            stored.write_bytes(empty_database())
        port = self.address.rpartition(":")[2] or "0"
        with (self.home / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "entente.server", port, str(self.workers)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), f"the server does not start: {self.log()}"

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it; its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(WAIT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def log(self) -> str:
        """Return what it wrote on its standard error stream."""
        return (self.home / "log").read_text()


@cache
def empty_database() -> bytes:
    """Return a database on SQLite that is up to date: its upgrades take a second of every start."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "entente.sqlite3"
        engine = connect_to_database(f"sqlite:///{path}")
        migrate(engine)
        engine.dispose()
        return path.read_bytes()


class Visitor:
    """A person with a name, by real requests."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.client = httpx2.Client(base_url=server.address, timeout=WAIT)
        server.clients.append(self.client)
        self.csrf = self.post("/api/guest", {"name": name})["csrf"]
        self.client.headers["x-csrf-token"] = self.csrf
        self.cookie = f"entente_session={self.client.cookies['entente_session']}"

    def post(self, path: str, body: object) -> Json:
        answer = self.client.post(path, json=body)
        assert answer.status_code < 300, answer.text
        result: Json = answer.json()
        return result

    def live(self, table: str) -> ClientConnection:
        """A socket at a table."""
        return socket_at(self.server, table, self.cookie)


def socket_at(server: Server, table: str, cookie: str) -> ClientConnection:
    """A socket at a table with this cookie."""
    path = f"{server.address.replace('http', 'ws')}/ws/tables/{table}"
    return connect(path, additional_headers={"cookie": cookie}, max_size=None, open_timeout=WAIT)


def hear(socket: ClientConnection, kind: str) -> Json:
    """The next frame of a kind."""
    while True:
        frame: Json = json.loads(socket.recv(WAIT))
        if frame["type"] == kind:
            return frame


def any_action(state: Json) -> Json | None:
    """A frame with the first legal action in this state, if there is a required decision."""
    for seat, part in state["seats"].items():
        for decision in part["view"]["decisions"]:
            action = decision["menu"]["actions"][0]
            return {"type": "act", "seat": seat, "version": state["version"], "action": action}
    return None


def table_of(visitor: Visitor) -> str:
    """A table of theirs, at which a game begins when another sits down."""
    wanted = {"game": "turmoil", "seats": {"authoritarian": "me"}, "starts_when_full": True}
    made: str = visitor.post("/api/tables", wanted)["id"]
    return made


def play(sockets: list[ClientConnection], actions: int) -> list[list[int]]:
    """Act for the seats to move; return the versions each player saw, from the first action on."""
    states: list[Any] = [_newest(socket, 0) for socket in sockets]
    version = max(state["version"] for state in states)
    states = [_until(socket, state, version) for socket, state in zip(sockets, states, strict=True)]
    seen: list[list[int]] = [[] for _ in sockets]
    for _ in range(actions):
        frames = [any_action(state) for state in states]
        actor = next(number for number, frame in enumerate(frames) if frame is not None)
        sockets[actor].send(json.dumps(frames[actor]))
        version += 1
        for number, socket in enumerate(sockets):
            # A process may repeat a frame; but it leaves nothing out.
            while states[number]["version"] < version:
                states[number] = hear(socket, "state")
                seen[number].append(states[number]["version"])
    return [list(dict.fromkeys(versions)) for versions in seen]


def _newest(socket: ClientConnection, version: int) -> Json:
    return _until(socket, hear(socket, "state"), version)


def _until(socket: ClientConnection, state: Json, version: int) -> Json:
    while state["version"] < version:
        state = hear(socket, "state")
    return state


def forwarded(server: Server) -> dict[str, float]:
    """How many requests and websockets it has forwarded."""
    text = httpx2.get(f"{server.address}/metrics", timeout=WAIT).text
    counts = re.findall(r'^entente_forwarded_total{.*kind="(\w+)".*} (\S+)', text, re.MULTILINE)
    return {kind: float(count) for kind, count in counts}
