"""Measure a table of seven in an open phase: the time until every player has received an action,
and the size of the frames.

    python -m benchmarks.seven --seconds 20

Seven players sit at a table of Pax Britannica, each with a socket that receives deltas, as the web
client does. In the movement phase, in which all seats may act at any time, a random player gives an
order every now and then; each player answers the other decisions of their seat.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.kernel.menu.deduplicate import expand
from entente.wire.json_diff import JsonDiff, apply

GAME, PHASE, END = "pax", "open_movement", "ready"
P50_TARGET, P99_TARGET = 15.0, 60.0  # milliseconds
FRAME_TARGET = 20.0  # kB, of the median frame
PAUSE = 0.15  # seconds between two orders
TRIES = 50


class Player:
    """A player at the table: the state it last received, and when each version arrived."""

    def __init__(self, seat: str, socket: ClientConnection) -> None:
        self.seat = seat
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.arrivals: dict[int, float] = {}  # by version
        self.sizes: dict[int, int] = {}
        self.changed = asyncio.Event()
        self.answer: asyncio.Queue[str] = asyncio.Queue()

    async def listen(self) -> None:
        async for text in self.socket:
            now = perf_counter()
            frame = msgspec.json.decode(text)
            kind = frame["type"]
            if kind == "state":
                self.state = frame
            elif kind == "delta":
                difference = msgspec.convert(frame["diff"], JsonDiff)
                self.state = apply(self.state, difference) | {"version": frame["version"]}
            elif kind in ("done", "refused"):
                await self.answer.put(kind)
                continue
            else:
                continue
            self.arrivals[self.state["version"]] = now
            self.sizes[self.state["version"]] = len(text)
            self.changed.set()

    @property
    def decisions(self) -> list[dict[str, Any]]:
        decisions: list[dict[str, Any]] = self.state["seats"][self.seat]["view"]["decisions"]
        return decisions

    async def act(self, decision: dict[str, Any], action: str) -> bool:
        """Send an action and return whether the server accepted it."""
        frame = {
            "type": "act",
            "seat": self.seat,
            "version": self.state["version"],
            "decision": decision["id"],
            "action": action,
        }
        await self.socket.send(msgspec.json.encode(frame).decode())
        return await self.answer.get() == "done"

    async def wait_for(self, version: int) -> float:
        """Wait for a version or a later one, and return when it arrived."""
        while not any(known >= version for known in self.arrivals):
            self.changed.clear()
            await self.changed.wait()
        return min(when for known, when in self.arrivals.items() if known >= version)


def random_action(decision: dict[str, Any], rng: Random) -> str:
    """Choose a random action, preferably one that does not end the phase."""
    menu: Menu = msgspec.convert(expand(decision["menu"]), Menu)
    action = menu.sample(rng)
    for _ in range(TRIES):
        if action != END:
            break
        action = menu.sample(rng)
    return action


class Figures:
    """Times in seconds, and frame sizes in bytes: for a player's own orders and for others'."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.own: list[int] = []
        self.others: list[int] = []


async def play(server: RunningServer, seconds: float) -> Figures:
    """Play at one table for a time."""
    game = registry.load(GAME)
    seats = game.seats(game.info.complete({"players": 7}))
    guests = [Guest(server, f"seat-{number}") for number in range(len(seats))]
    terms = {"options": {"players": 7}, "seats": {seats[0]: "me"}, "starts_when_full": True}
    table = guests[0].post("/api/tables", {"game": GAME, **terms})["id"]
    for seat, guest in zip(seats[1:], guests[1:], strict=True):
        guest.post(f"/api/tables/{table}/join", {"seat": seat})
    rng, figures = Random(7), Figures()
    async with AsyncExitStack() as stack:
        players = [
            Player(seat, await guest.open_socket(stack, table, deltas=True))
            for seat, guest in zip(seats, guests, strict=True)
        ]
        listening = [asyncio.create_task(each.listen()) for each in players]
        for each in players:
            await each.wait_for(0)
        until = perf_counter() + seconds
        while perf_counter() < until:
            await _step(players, rng, figures)
        for task in listening:
            task.cancel()
    return figures


async def _step(players: list[Player], rng: Random, figures: Figures) -> None:
    """Give and time an order in the open phase, or answer another decision."""
    decisions = [(player, decision) for player in players for decision in player.decisions]
    moving = [each for each in decisions if each[1]["step"] == PHASE]
    required = [each for each in decisions if each[1]["must"]]
    if not moving:
        player, decision = rng.choice(required)
        await player.act(decision, random_action(decision, rng))
        await asyncio.sleep(PAUSE / 5)
        return
    player, decision = rng.choice(moving)
    before, start = player.state["version"], perf_counter()
    if not await player.act(decision, random_action(decision, rng)):
        return
    arrivals = [await each.wait_for(before + 1) for each in players]
    figures.times.append(max(arrivals) - start)
    for each in players:
        sizes = figures.own if each is player else figures.others
        sizes.extend(size for version, size in each.sizes.items() if version == before + 1)
    await asyncio.sleep(PAUSE)


def report(figures: Figures) -> list[str]:
    """Return the lines to print; figures that miss their targets are marked."""

    def percentile(values: list[float], share: float) -> float:
        ordered = sorted(values) or [float("inf")]
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)]

    p50, p99 = (percentile(figures.times, share) * 1000 for share in (0.5, 0.99))
    own, others = ([size / 1000 for size in sizes] for sizes in (figures.own, figures.others))
    own_median, others_median = percentile(own, 0.5), percentile(others, 0.5)
    slow = p50 > P50_TARGET or p99 > P99_TARGET
    large = own_median > FRAME_TARGET or others_median > FRAME_TARGET
    return [
        f"pax, seven sockets: {len(figures.times)} orders received by all: p50 {p50:.1f} ms, "
        f"p99 {p99:.1f} ms{'   MISSES THE TARGET' * slow}",
        f"  frames: own order {own_median:.1f} kB, at most {max(own, default=0):.1f}; "
        f"another's {others_median:.1f} kB, at most {max(others, default=0):.1f}"
        f"{'   MISSES THE TARGET' * large}",
    ]


def main() -> int:
    """Measure a table of seven."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="entente-bench-") as home,
        RunningServer(Path(home)) as server,
    ):
        for text in report(uvloop.run(play(server, arguments.seconds))):
            print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
