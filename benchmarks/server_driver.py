"""A server to be measured, and the programs that play on it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from entente.kernel import registry
from entente.kernel.menu import Menu


class Asked(msgspec.Struct):
    menu: Menu
    must: bool = True


class Sight(msgspec.Struct):
    decisions: list[Asked]


class Part(msgspec.Struct):
    view: Sight


class State(msgspec.Struct):
    """What choosing needs of a frame; msgspec passes over the rest."""

    type: str
    version: int = 0
    status: str = ""
    seats: dict[str, Part] = {}
    key: str = ""


_decoder = msgspec.json.Decoder(State)
_sources = count(1)


class RunningServer:
    """The server in a process of its own, on an empty SQLite database."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.environment = {**os.environ, "ENTENTE_HOME": str(home), **environment}

    def __enter__(self) -> RunningServer:
        self._said = (self.home / "stderr").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "entente.server", "0"],
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            env=self.environment,
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        if not address:
            raise SystemExit(f"the server does not start:\n{self.errors()}")
        self.port = int(address.rpartition(":")[2])
        return self

    def __exit__(self, *why: object) -> None:
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._said.close()

    def processor_time(self) -> float:
        """Seconds of processor time that the server has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def errors(self) -> str:
        """What the server complained of."""
        self._said.seek(0)
        return self._said.read()


class Guest:
    """Somebody with a name, from an address of his own on this machine, as limits count those."""

    def __init__(self, server: RunningServer, name: str) -> None:
        self.server = server
        number = next(_sources)
        self.source = (f"127.0.{number // 250 + 1}.{number % 250 + 1}", 0)
        self.cookie = self.csrf = ""
        self.csrf = self.post("/api/guest", {"name": name})["csrf"]

    def post(self, path: str, body: object) -> Any:
        """A request; its answer."""
        headers = {"content-type": "application/json", "cookie": self.cookie}
        headers["x-csrf-token"] = self.csrf
        connection = HTTPConnection("127.0.0.1", self.server.port, source_address=self.source)
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{path}: {answer.status} {text.decode()}")
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        connection.close()
        return json.loads(text)

    async def look(self, stack: AsyncExitStack, table: str) -> ClientConnection:
        """A socket at a table."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}"
        socket = connect(
            address,
            additional_headers={"cookie": self.cookie},
            compression=None,
            max_size=None,
            local_addr=self.source,
        )
        return await stack.enter_async_context(socket)


class Window:
    """The time in which it counts: from the moment at which everybody sits, so many seconds."""

    def __init__(self, tables: int, seconds: float) -> None:
        self.seconds = seconds
        self.until = float("inf")
        self._seated = asyncio.Barrier(tables)

    async def seated(self) -> None:
        """Wait until all tables have their players."""
        if self.until == float("inf"):
            await self._seated.wait()
            self.until = min(self.until, perf_counter() + self.seconds)


async def play(
    game: str, people: Sequence[Guest], window: Window, times: list[float], pause: float = 0.0
) -> None:
    """Two players and a spectator at one table after the other, until the time has come."""
    seats = registry.load(game).seats({})
    one, two, spectator = people
    while perf_counter() < window.until:
        async with AsyncExitStack() as stack:
            wanted = {"game": game, "seats": {seats[0]: "me"}}
            made = await asyncio.to_thread(one.post, "/api/tables", wanted)
            await asyncio.to_thread(two.post, f"/api/tables/{made['id']}/join", {"seat": seats[1]})
            players = [await guest.look(stack, made["id"]) for guest in (one, two)]
            watching = asyncio.create_task(_watch(await spectator.look(stack, made["id"])))
            await window.seated()
            with suppress(TimeoutError):
                async with asyncio.timeout(window.until - perf_counter()):
                    await asyncio.gather(*(_decide(socket, times, pause) for socket in players))
            watching.cancel()


async def _decide(socket: ClientConnection, times: list[float], pause: float) -> None:
    """A player who takes any action as soon as he is asked, or after a while, until the end."""
    rng, state, sent, seen = Random(), State("state"), 0.0, 0.0
    while True:
        frame = _decoder.decode(await socket.recv())
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
