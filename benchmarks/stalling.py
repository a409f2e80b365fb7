"""Two attempts of one guest to stall a server, and what strangers feel of them.

A guest sends nonsense to Diplomacy tables of his own, over a socket at each: as actions (`act`),
whose refusal the order reader has to explain, or as questions (`why`). Meanwhile two strangers play
at a table of their own. What counts is the p50 of their actions beside the attack against the p50
without it; it must stay under three times. An action that strangers would have made in the time,
and were kept from, counts as one that took all of it.

The server is one of our own on this machine, and so much is sent and no more.

    python -m benchmarks.stalling
    python -m benchmarks.stalling --attack why --sockets 8 --seconds 20
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

from benchmarks.server import measured
from benchmarks.server_driver import Guest, RunningServer, Window, play

ATTACKS = ("act", "check")
BORNE = 3.0  # times as long
MOST_FRAMES = 400  # of one socket
PAUSE = 0.05  # seconds that strangers think
GAME, SEAT = "attrition", "france"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
SHEET = "F Eng, A Pic - Bur by F Bal "
# As long as it was once possible, as long as it is now, and what a real sheet looks like.
TEXTS = tuple((SHEET * 3000)[:length] for length in (60_000, 4_000, 3_999, 1_000))


class Beside(NamedTuple):
    """The p50 of strangers in milliseconds, without an attack and beside it."""

    attack: str
    without: float
    beside: float
    frames: int

    @property
    def ratio(self) -> float:
        return self.beside / self.without

    @property
    def line(self) -> str:
        text = f"p50 {self.without:6.2f} ms, beside {self.attack} {self.beside:8.2f} ms"
        slow = "   STALLED" if self.ratio >= BORNE else ""
        return f"{text}   {self.ratio:5.2f} ×   {self.frames} frames answered{slow}"


class Strangers:
    """Two players who know nothing of anybody else, and a spectator."""

    def __init__(self, server: RunningServer, seconds: float) -> None:
        people = [Guest(server, f"stranger {number}") for number in range(3)]
        self.times: list[float] = []
        self.window = Window(server, 1, seconds)
        self.playing = asyncio.create_task(play(GAME, people, self.window, self.times, PAUSE))

    async def seated(self) -> float:
        """Wait until they play; until when they do."""
        while self.window.until == float("inf"):
            await asyncio.sleep(0.01)
        return self.window.until

    async def played(self) -> list[float]:
        """How long their actions took, once the time is over."""
        await self.playing
        return self.times


async def send(socket: ClientConnection, attack: str, until: float) -> int:
    """Nonsense, as fast as it is answered; how many answers there were."""
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


async def stalled(server: RunningServer, attack: str, sockets: int, seconds: float) -> Beside:
    """What one attack does to strangers."""
    await Strangers(server, 1.0).played()  # to warm up
    without = await Strangers(server, seconds).played()
    eve = Guest(server, "eve")
    wanted = {"game": "diplomacy", "seats": dict.fromkeys(POWERS, "me")}
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(sockets):
            made = await asyncio.to_thread(eve.post, "/api/tables", wanted)
            opened.append(await eve.look(stack, made["id"]))
        others = Strangers(server, seconds)
        until = await others.seated()
        attacking = [asyncio.create_task(send(each, attack, until)) for each in opened]
        beside = await others.played()
        frames = sum(await asyncio.gather(*attacking))
    kept_from = [seconds] * (len(without) - len(beside))
    return Beside(attack, p50(without), p50(beside + kept_from), frames)


def p50(times: list[float]) -> float:
    return measured("", "", times, 1.0, 0.0).p50


def main() -> int:
    """Measure; status 1 where strangers are stalled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attack", choices=ATTACKS, help="one of them; otherwise both")
    parser.add_argument("--sockets", type=int, default=4, help="of the guest, 10 at most")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    arguments = parser.parse_args()
    sockets = max(1, min(arguments.sockets, 10))
    seconds = max(1.0, min(arguments.seconds, 60.0))
    results = []
    for attack in ATTACKS if arguments.attack is None else (arguments.attack,):
        with (
            tempfile.TemporaryDirectory(prefix="entente-bench-") as home,
            RunningServer(Path(home)) as server,
        ):
            results.append(uvloop.run(stalled(server, attack, sockets, seconds)))
        print(results[-1].line, flush=True)
    return int(any(each.ratio >= BORNE for each in results))


if __name__ == "__main__":
    sys.exit(main())
