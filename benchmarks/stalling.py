"""Two attempts of one guest to stall a server, and what strangers feel of them.

A guest sends nonsense to his Diplomacy table over several sockets: as actions (`act`), whose
refusal the order reader has to explain, or as questions (`why`). Meanwhile two strangers play at a
table of their own. What counts is the p50 of their actions beside the attack against the p50
without it; it must stay under three times.

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
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import uvloop
from websockets.asyncio.client import ClientConnection

from benchmarks.server import measured
from benchmarks.server_driver import Guest, RunningServer, Window, play

ATTACKS = ("act", "why")
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
        told = f"p50 {self.without:6.2f} ms, beside {self.attack} {self.beside:8.2f} ms"
        slow = "   STALLED" if self.ratio >= BORNE else ""
        return f"{told}   {self.ratio:5.2f} ×   {self.frames} frames answered{slow}"


async def strangers(server: RunningServer, seconds: float) -> float:
    """The p50 of two players who know nothing of anybody else."""
    people = [Guest(server, f"stranger {number}") for number in range(3)]
    times: list[float] = []
    window = Window(server, 1, seconds)
    await play(GAME, people, window, times, PAUSE)
    return measured("", "", times, seconds, 0.0).p50


async def send(socket: ClientConnection, attack: str, until: float) -> int:
    """Nonsense, as fast as it is answered; how many answers there were."""
    version = json.loads(await socket.recv())["version"]
    texts, answered = cycle(TEXTS), 0
    while perf_counter() < until and answered < MOST_FRAMES:
        frame = {"type": attack, "seat": SEAT, "action": next(texts)}
        await socket.send(json.dumps(frame | ({"version": version} if attack == "act" else {})))
        try:
            async with asyncio.timeout(max(0.0, until - perf_counter())):
                while json.loads(await socket.recv())["type"] not in ("refused", "allowed"):
                    pass
        except TimeoutError:
            break
        answered += 1
    return answered


async def stalled(server: RunningServer, attack: str, sockets: int, seconds: float) -> Beside:
    """What one attack does to strangers."""
    await strangers(server, 1.0)  # to warm up
    without = await strangers(server, seconds)
    eve = Guest(server, "eve")
    wanted = {"game": "diplomacy", "seats": {**dict.fromkeys(POWERS, "random"), SEAT: "me"}}
    made = await asyncio.to_thread(eve.post, "/api/tables", wanted)
    async with AsyncExitStack() as stack:
        opened = [await eve.look(stack, made["id"]) for _ in range(sockets)]
        until = perf_counter() + seconds
        attacking = [asyncio.create_task(send(each, attack, until)) for each in opened]
        beside = await strangers(server, seconds)
        frames = sum(await asyncio.gather(*attacking))
    return Beside(attack, without, beside, frames)


def main() -> int:
    """Measure; status 1 where strangers are stalled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attack", choices=ATTACKS, help="one of them; otherwise both")
    parser.add_argument("--sockets", type=int, default=4, help="of the guest, 40 at most")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    arguments = parser.parse_args()
    sockets = max(1, min(arguments.sockets, 40))
    seconds = max(1.0, min(arguments.seconds, 60.0))
    found = []
    for attack in ATTACKS if arguments.attack is None else (arguments.attack,):
        with (
            tempfile.TemporaryDirectory(prefix="entente-bench-") as home,
            RunningServer(Path(home)) as server,
        ):
            found.append(uvloop.run(stalled(server, attack, sockets, seconds)))
        print(found[-1].line, flush=True)
    return int(any(each.ratio >= BORNE for each in found))


if __name__ == "__main__":
    sys.exit(main())
