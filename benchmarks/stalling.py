"""Measure how far one guest can slow a server down for other players.

The guest sends nonsense to Diplomacy tables that it hosts, over a socket to each: as actions
(`act`), whose refusal the order reader has to explain, or as checks of an action (`check`).
Meanwhile two other players play at a table of their own. The p50 of their actions during the attack
must stay below three times the p50 without it. Actions that the attack prevented count as if each
had taken the whole time.

The server runs on this machine, and the number of frames is limited.

    python -m benchmarks.stalling
    python -m benchmarks.stalling --attack check --sockets 8 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import uvloop
from websockets.asyncio.client import ClientConnection

from benchmarks.server import summarise
from benchmarks.server_driver import Guest, RunningServer, Window, play

ATTACKS = ("act", "check")
RATIO_LIMIT = 3.0
MOST_FRAMES = 400  # for each socket
PAUSE = 0.05  # seconds that the other players think
GAME, SEAT = "attrition", "france"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
SHEET = "F Eng, A Pic - Bur by F Bal "
# An earlier limit, the present limit and one less, and the length of a real order sheet.
TEXTS = tuple((SHEET * 3000)[:length] for length in (60_000, 4_000, 3_999, 1_000))


class Slowdown(NamedTuple):
    """The p50 of the other players in milliseconds, without and during an attack."""

    attack: str
    without: float
    during: float
    frames: int

    @property
    def ratio(self) -> float:
        return self.during / self.without

    @property
    def line(self) -> str:
        text = f"p50 {self.without:6.2f} ms, during {self.attack} {self.during:8.2f} ms"
        mark = "   STALLED" if self.ratio >= RATIO_LIMIT else ""
        return f"{text}   {self.ratio:5.2f} ×   {self.frames} frames answered{mark}"


class OtherPlayers:
    """Two players and a spectator who do not take part in the attack."""

    def __init__(self, server: RunningServer, seconds: float) -> None:
        guests = [Guest(server, f"stranger {number}") for number in range(3)]
        self.times: list[float] = []
        self.window = Window(server, 1, seconds)
        self.playing = asyncio.create_task(play(GAME, guests, self.window, self.times, PAUSE))

    async def started(self) -> float:
        """Wait until they play, and return when they will stop."""
        while self.window.until == float("inf"):
            await asyncio.sleep(0.01)
        return self.window.until

    async def finished(self) -> list[float]:
        """Wait until they stop, and return the times of their actions."""
        await self.playing
        return self.times


async def send_nonsense(socket: ClientConnection, attack: str, until: float) -> int:
    """Send nonsense as fast as the server answers, and return the number of answers."""
    texts, answered, version = cycle(TEXTS), 0, 0
    with suppress(TimeoutError):
        async with asyncio.timeout(until - perf_counter()):
            while answered < MOST_FRAMES:
                frame: dict[str, object] = {"type": attack, "seat": SEAT, "action": next(texts)}
                if attack == "act":
                    frame["version"] = version
                await socket.send(json.dumps(frame))
                kind = ""
                while kind not in ("refused", "allowed"):
                    received = json.loads(await socket.recv())
                    kind, version = received["type"], received.get("version", version)
                answered += 1
    return answered


async def attack_server(
    server: RunningServer, attack: str, sockets: int, seconds: float
) -> Slowdown:
    """Measure what one attack does to other players."""
    await OtherPlayers(server, 1.0).finished()  # to warm up
    without = await OtherPlayers(server, seconds).finished()
    attacker = Guest(server, "eve")
    terms = {"game": "diplomacy", "seats": dict.fromkeys(POWERS, "me")}
    async with AsyncExitStack() as stack:
        connections = []
        for _ in range(sockets):
            table = (await asyncio.to_thread(attacker.post, "/api/tables", terms))["id"]
            connections.append(await attacker.open_socket(stack, table))
        others = OtherPlayers(server, seconds)
        until = await others.started()
        attacking = [
            asyncio.create_task(send_nonsense(each, attack, until)) for each in connections
        ]
        during = await others.finished()
        frames = sum(await asyncio.gather(*attacking))
    prevented = [seconds] * (len(without) - len(during))
    return Slowdown(attack, p50(without), p50(during + prevented), frames)


def p50(times: list[float]) -> float:
    return summarise("", "", times, 1.0, 0.0).p50


def main() -> int:
    """Measure the attacks; return exit status 1 if one stalls other players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attack", choices=ATTACKS, help="run only this attack")
    parser.add_argument(
        "--sockets", type=int, default=4, help="sockets of the attacker, at most 10"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each measurement")
    arguments = parser.parse_args()
    sockets = max(1, min(arguments.sockets, 10))
    seconds = max(1.0, min(arguments.seconds, 60.0))
    results = []
    for attack in ATTACKS if arguments.attack is None else (arguments.attack,):
        with (
            tempfile.TemporaryDirectory(prefix="entente-bench-") as home,
            RunningServer(Path(home)) as server,
        ):
            results.append(uvloop.run(attack_server(server, attack, sockets, seconds)))
        print(results[-1].line, flush=True)
    return int(any(each.ratio >= RATIO_LIMIT for each in results))


if __name__ == "__main__":
    sys.exit(main())
