"""People who play on while servers fall and rise, and who remember what was acknowledged."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from hashlib import blake2b
from http.client import HTTPException
from random import Random
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, func, select
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.server.storage.models import Letter, Move

AGAIN = 0.2  # seconds until somebody who was cut off comes back
SILENCE = 30.0  # seconds without an answer after which he does not wait for it any more
LETTERS = 40  # actions between two letters
CUT_OFF = (OSError, TimeoutError, HTTPException, WebSocketException, SystemExit)


class OpenDecision(msgspec.Struct):
    menu: Menu
    window: int
    must: bool = True


class PlayerView(msgspec.Struct):
    decisions: list[OpenDecision]


class Part(msgspec.Struct):
    view: PlayerView


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


# Each answer is given by hand, so that what is stored can be held against what was sent.
EVERY_ANSWER = b'{"preferences": {"only_answers": false}}'


class Finished(NamedTuple):
    """A game that is over and was found as it should be: it must stay so."""

    table: str
    digest: bytes


_read = msgspec.json.Decoder(Frame).decode


async def _next(socket: ClientConnection) -> Frame:
    """The next frame; TimeoutError when none comes."""
    async with asyncio.timeout(SILENCE):
        return _read(await socket.recv())


class Player:
    """Somebody who plays both sides of a game, one game after the other. Where one server does not
    answer he goes to the next."""

    def __init__(
        self, servers: Sequence[RunningServer], game: str, rng: Random, pause: float
    ) -> None:
        self.servers = servers
        self.pause = pause  # seconds before each action
        self.guest = Guest(rng.choice(servers), "player")
        self.guest.ask("PATCH", "/api/me", EVERY_ANSWER)
        self.game = game
        self.rng = rng
        self.table = ""
        self.stopping = False
        self.actions = 0  # acknowledged
        # By table, and what was acknowledged by version. A table that is over does not change: it
        # may be looked at while he plays at the next.
        self.acknowledged: dict[str, dict[int, Sent]] = {}
        self.unanswered: dict[str, Counter[Sent]] = {}  # of which he does not know
        self.unknown = 0  # of those, at tables that have been looked at
        self.letters: dict[str, tuple[str, bool]] = {}  # their tables, and whether acknowledged
        self.over: list[str] = []  # tables that are not looked at any more
        self.finished: list[Finished] = []

    def sit_down(self) -> None:
        seats = registry.load(self.game).seats({})
        wanted = {"game": self.game, "seats": dict.fromkeys(seats, "me"), "private": True}
        table = str(self.guest.post("/api/tables", wanted)["id"])
        self.acknowledged[table], self.unanswered[table] = {}, Counter()
        self.table = table

    async def play(self) -> None:
        """Until he is told to stop; whatever happens to the servers, he comes back."""
        while not self.stopping:
            try:
                if not self.table:
                    await asyncio.to_thread(self.sit_down)
                async with AsyncExitStack() as stack:
                    await self._act(await self.guest.look(stack, self.table))
                self.over.append(self.table)
                self.table = ""
            except CUT_OFF:
                await asyncio.sleep(AGAIN)
                place = self.servers.index(self.guest.server) + 1
                self.guest.server = self.servers[place % len(self.servers)]

    async def _act(self, socket: ClientConnection) -> None:
        """Until the game is over, or the connection lost."""
        state = Frame("")
        while state.type != "state":
            state = await _next(socket)
        while state.status != "over" and not self.stopping:
            await asyncio.sleep(self.pause)
            sent, text = self._chosen(state)
            self.unanswered[self.table][sent] += 1
            await socket.send(text)
            answer = ""
            while not answer:
                frame = await _next(socket)
                if frame.type == "state":
                    state = frame
                elif frame.type in ("done", "refused"):
                    answer = frame.type
                    if answer == "done":
                        self.acknowledged[self.table][frame.version] = sent
                        self.actions += 1
                        self._answered(sent)
            if answer == "refused":
                # The server says that nothing was stored; how the table stands is read anew.
                self._answered(sent)
                raise TimeoutError
            if self.actions % LETTERS == 0:
                await asyncio.to_thread(self._write, sent.seat)

    def _answered(self, sent: Sent) -> None:
        self.unanswered[self.table][sent] -= 1

    def _write(self, seat: str) -> None:
        """A letter, which must be there once if it was acknowledged, and at most once if not."""
        text = f"{self.guest.source[0]} {len(self.letters)}"
        self.letters[text] = (self.table, False)
        body = json.dumps({"seat": seat, "text": text}).encode()
        status, _ = self.guest.ask("POST", f"/api/tables/{self.table}/chat", body)
        if status == 201:
            self.letters[text] = (self.table, True)

    def _chosen(self, state: Frame) -> tuple[Sent, str]:
        """An action at random."""
        decisions = [
            (seat, decision)
            for seat, part in state.seats.items()
            for decision in part.view.decisions
            if decision.must
        ]
        seat, decision = self.rng.choice(decisions)
        action = decision.menu.sample(self.rng)
        frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
        text = msgspec.json.encode({**frame, "decision": decision.window}).decode()
        return Sent(seat, action), text


# -- what the database has


def _stored(engine: Engine, table: str) -> list[tuple[int, Sent]]:
    rows = select(Move.version, Move.seat, Move.action).where(Move.table_id == table)
    with engine.connect() as connection:
        moves = connection.execute(rows.order_by(Move.number)).all()
    return [(version, Sent(seat, action)) for version, seat, action in moves]


def _digest(stored: list[tuple[int, Sent]]) -> bytes:
    return blake2b(repr(stored).encode(), digest_size=16).digest()


def check_finished(engine: Engine, player: Player) -> list[str]:
    """Games that are over are compared with what was acknowledged of them, and then kept in mind
    as a digest only: an hour has many."""
    wrong: list[str] = []
    while player.over:
        table = player.over[0]
        wrong += _otherwise(engine, player, table)
        player.finished.append(Finished(table, _digest(_stored(engine, table))))
        del player.over[0]
        del player.acknowledged[table]
        player.unknown += (+player.unanswered.pop(table)).total()
    return wrong


def lost_or_doubled(engine: Engine, player: Player) -> list[str]:
    """What the database has, in the end, otherwise than it was acknowledged."""
    wrong = check_finished(engine, player)
    for table, digest in player.finished:
        if _digest(_stored(engine, table)) != digest:
            wrong.append(f"table {table} is over, and its moves have changed since")
    if player.table:
        wrong += _otherwise(engine, player, player.table)
    return wrong + _letters_otherwise(engine, player)


def _otherwise(engine: Engine, player: Player, table: str) -> list[str]:
    """What is wrong with one table."""
    wrong: list[str] = []
    stored = _stored(engine, table)
    there = dict(stored)
    if len(there) != len(stored):
        wrong.append(f"table {table}: two moves have one version")
    acknowledged, unknown = player.acknowledged[table], Counter(player.unanswered[table])
    for version, sent in acknowledged.items():
        if there.get(version) != sent:
            move = there.get(version)
            wrong.append(f"table {table}: acknowledged and lost: {version} {sent}, there: {move}")
    for version, sent in stored:
        if version not in acknowledged:
            unknown[sent] -= 1
            if unknown[sent] < 0:
                wrong.append(f"table {table}: stored, and never sent or once: {version} {sent}")
    return wrong


def _letters_otherwise(engine: Engine, player: Player) -> list[str]:
    wrong: list[str] = []
    tables = sorted({table for table, _ in player.letters.values()})
    counted = select(Letter.text, func.count()).group_by(Letter.text)
    with engine.connect() as connection:
        there: dict[str, int] = {}
        for table in tables:
            for text, times in connection.execute(counted.where(Letter.table_id == table)):
                there[text] = times
    for text, (table, acknowledged) in player.letters.items():
        times = there.pop(text, 0)
        if times > 1 or (acknowledged and not times):
            wrong.append(f"table {table}: letter {text} is there {times} times")
    return wrong
