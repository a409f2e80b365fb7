"""Measure a table of seven in an open phase: how long until all have seen an action, and how long
the frames are.

    python -m benchmarks.seven --seconds 20

Seven people sit at a table of Pax Britannica, each with a socket that receives deltas as the page
does. In the movement phase, in which all may act at any time, one of them gives an order now and
then; the other decisions are answered by their seats.
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
P50_FLOOR, P99_FLOOR, FRAME_FLOOR = 15.0, 60.0, 20.0  # milliseconds, and kB of a usual frame
REST = 0.15  # seconds between two orders
TRIES = 50


class Player:
    """Somebody at the table: what he was told, and when each version came to him."""

    def __init__(self, seat: str, socket: ClientConnection) -> None:
        self.seat = seat
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.came: dict[int, float] = {}  # by version
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
            self.came[self.state["version"]] = now
            self.sizes[self.state["version"]] = len(text)
            self.changed.set()

    @property
    def questions(self) -> list[dict[str, Any]]:
        decisions: list[dict[str, Any]] = self.state["seats"][self.seat]["view"]["decisions"]
        return decisions

    async def act(self, question: dict[str, Any], action: str) -> bool:
        """Whether it was accepted."""
        frame = {
            "type": "act",
            "seat": self.seat,
            "version": self.state["version"],
            "decision": question["id"],
            "action": action,
        }
        await self.socket.send(msgspec.json.encode(frame).decode())
        return await self.answer.get() == "done"

    async def sees(self, version: int) -> float:
        """When he saw a version, or one that came after it."""
        while not any(known >= version for known in self.came):
            self.changed.clear()
            await self.changed.wait()
        return min(when for known, when in self.came.items() if known >= version)


def sampled(question: dict[str, Any], rng: Random) -> str:
    """An action at random, which is not the end of the phase if there is another."""
    menu: Menu = msgspec.convert(expand(question["menu"]), Menu)
    action = menu.sample(rng)
    for _ in range(TRIES):
        if action != END:
            break
        action = menu.sample(rng)
    return action


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.own: list[int] = []
        self.others: list[int] = []


async def seven(server: RunningServer, seconds: float) -> Figures:
    """A table at which orders are given for so many seconds."""
    game = registry.load(GAME)
    seats = game.seats(game.info.complete({"players": 7}))
    guests = [Guest(server, f"seat-{number}") for number in range(len(seats))]
    terms = {"options": {"players": 7}, "seats": {seats[0]: "me"}}
    wanted = {"game": GAME, **terms, "starts_when_full": True}
    made = guests[0].post("/api/tables", wanted)
    for seat, guest in zip(seats[1:], guests[1:], strict=True):
        guest.post(f"/api/tables/{made['id']}/join", {"seat": seat})
    rng, figures = Random(7), Figures()
    async with AsyncExitStack() as stack:
        players = [
            Player(seat, await guest.look(stack, made["id"], differences=True))
            for seat, guest in zip(seats, guests, strict=True)
        ]
        listening = [asyncio.create_task(each.listen()) for each in players]
        for each in players:
            await each.sees(0)
        until = perf_counter() + seconds
        while perf_counter() < until:
            await _step(players, rng, figures)
        for task in listening:
            task.cancel()
    return figures


async def _step(players: list[Player], rng: Random, figures: Figures) -> None:
    """An order in the open phase, timed; or an answer to whatever else is asked."""
    decisions = [(who, q) for who in players for q in who.questions]
    moving = [(who, q) for who, q in decisions if q["step"] == PHASE]
    must = [(who, q) for who, q in decisions if q["must"]]
    if not moving:
        who, question = rng.choice(must)
        await who.act(question, sampled(question, rng))
        await asyncio.sleep(REST / 5)
        return
    who, question = rng.choice(moving)
    before, start = who.state["version"], perf_counter()
    if not await who.act(question, sampled(question, rng)):
        return
    came = [await each.sees(before + 1) for each in players]
    figures.times.append(max(came) - start)
    for each in players:
        sizes = figures.own if each is who else figures.others
        sizes.extend(size for version, size in each.sizes.items() if version == before + 1)
    await asyncio.sleep(REST)


def line(figures: Figures) -> list[str]:
    """What is printed, with the floors we hold ourselves to."""

    def at(values: list[float], share: float) -> float:
        ordered = sorted(values) or [float("inf")]
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)]

    p50, p99 = at(figures.times, 0.5) * 1000, at(figures.times, 0.99) * 1000
    own, others = ([size / 1000 for size in sizes] for sizes in (figures.own, figures.others))
    slow = p50 > P50_FLOOR or p99 > P99_FLOOR
    long = at(own, 0.5) > FRAME_FLOOR or at(others, 0.5) > FRAME_FLOOR
    return [
        f"pax, seven sockets: {len(figures.times)} orders seen by all: p50 {p50:.1f} ms, "
        f"p99 {p99:.1f} ms{'   BELOW THE FLOOR' * slow}",
        f"  frames: of one's own order {at(own, 0.5):.1f} kB, at most {max(own, default=0):.1f}; "
        f"of another's {at(others, 0.5):.1f} kB, at most {max(others, default=0):.1f}"
        f"{'   BELOW THE FLOOR' * long}",
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
        for text in line(uvloop.run(seven(server, arguments.seconds))):
            print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
