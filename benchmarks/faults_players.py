"""People who play on while a server falls and rises, and who remember what it has acknowledged."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, select
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.server.storage.models import Move

AGAIN = 0.2  # seconds until somebody who was cut off comes back
SILENCE = 30.0  # seconds without an answer after which he does not wait for it any more


class Asked(msgspec.Struct):
    menu: Menu
    window: int
    must: bool = True


class Sight(msgspec.Struct):
    decisions: list[Asked]


class Part(msgspec.Struct):
    view: Sight


class Frame(msgspec.Struct):
    """What a player needs of a frame."""

    type: str
    version: int = 0
    status: str = ""
    seats: dict[str, Part] = {}


class Sent(NamedTuple):
    """An action as it was sent."""

    seat: str
    action: str


_read = msgspec.json.Decoder(Frame).decode


async def _next(socket: ClientConnection) -> Frame:
    """The next frame; TimeoutError when none comes."""
    async with asyncio.timeout(SILENCE):
        return _read(await socket.recv())


class Player:
    """Somebody who plays both sides of a game, one game after the other."""

    def __init__(self, server: RunningServer, game: str, rng: Random) -> None:
        self.guest = Guest(server, "player")
        self.game = game
        self.rng = rng
        self.table = ""
        self.stopping = False
        self.acknowledged: dict[tuple[str, int], Sent] = {}  # by table and version
        self.unanswered: Counter[tuple[str, Sent]] = Counter()  # of which he does not know

    def sit_down(self) -> None:
        seats = registry.load(self.game).seats({})
        wanted = {"game": self.game, "seats": dict.fromkeys(seats, "me"), "private": True}
        self.table = str(self.guest.post("/api/tables", wanted)["id"])

    async def play(self) -> None:
        """Until he is told to stop; whatever happens to the server, he comes back."""
        while not self.stopping:
            try:
                if not self.table:
                    await asyncio.to_thread(self.sit_down)
                async with AsyncExitStack() as stack:
                    await self._act(await self.guest.look(stack, self.table))
                self.table = ""  # the game is over
            except (OSError, TimeoutError, WebSocketException, SystemExit):
                await asyncio.sleep(AGAIN)

    async def _act(self, socket: ClientConnection) -> None:
        """Until the game is over, or the connection lost."""
        state = Frame("")
        while state.type != "state":
            state = await _next(socket)
        while state.status != "over" and not self.stopping:
            sent, text = self._chosen(state)
            self.unanswered[self.table, sent] += 1
            await socket.send(text)
            answer = ""
            while not answer:
                frame = await _next(socket)
                if frame.type == "state":
                    state = frame
                elif frame.type in ("done", "refused"):
                    answer = frame.type
                    if answer == "done":
                        self.acknowledged[self.table, frame.version] = sent
                        self._answered(sent)
            if answer == "refused":
                # The server says that nothing was stored; how the table stands is read anew.
                self._answered(sent)
                raise TimeoutError

    def _answered(self, sent: Sent) -> None:
        self.unanswered[self.table, sent] -= 1

    def _chosen(self, state: Frame) -> tuple[Sent, str]:
        """An action at random."""
        asked = [
            (seat, decision)
            for seat, part in state.seats.items()
            for decision in part.view.decisions
            if decision.must
        ]
        seat, decision = self.rng.choice(asked)
        action = decision.menu.sample(self.rng)
        frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
        text = msgspec.json.encode({**frame, "window": decision.window}).decode()
        return Sent(seat, action), text


def lost_or_doubled(engine: Engine, players: list[Player]) -> list[str]:
    """What the database has otherwise than it was acknowledged."""
    wrong: list[str] = []
    for player in players:
        tables = {table for table, _ in player.acknowledged}
        rows = select(Move.table_id, Move.version, Move.seat, Move.action)
        with engine.connect() as connection:
            stored = connection.execute(rows.where(Move.table_id.in_(tables))).all()
        there = {(table, version): Sent(seat, action) for table, version, seat, action in stored}
        if len(there) != len(stored):
            wrong.append("two moves have one version")
        for place, sent in player.acknowledged.items():
            if there.get(place) != sent:
                wrong.append(f"acknowledged and lost: {place} {sent}, there is {there.get(place)}")
        unknown = Counter(player.unanswered)
        for place, sent in there.items():
            if place not in player.acknowledged:
                unknown[place[0], sent] -= 1
                if unknown[place[0], sent] < 0:
                    wrong.append(f"stored, and never sent or sent once: {place} {sent}")
    return wrong
