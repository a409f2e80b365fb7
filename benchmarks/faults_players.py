"""Simulated players that survive server faults and remember what was acknowledged."""

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

from benchmarks.server_driver import Guest, Served
from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.server.storage.models import Letter, Move

RECONNECT = 0.2  # seconds until a disconnected player reconnects
FRAME_TIMEOUT = 30.0  # seconds
BETWEEN_MESSAGES = 40  # actions
DISCONNECTED = (OSError, TimeoutError, HTTPException, WebSocketException, SystemExit)


class OpenDecision(msgspec.Struct):
    menu: Menu
    id: int
    must: bool = True


class PlayerView(msgspec.Struct):
    decisions: list[OpenDecision]


class Part(msgspec.Struct):
    view: PlayerView


class Frame(msgspec.Struct):
    """The parts of a frame that a player needs."""

    type: str
    version: int = 0
    status: str = ""
    seats: dict[str, Part] = {}


class Sent(NamedTuple):
    """An action that was sent."""

    seat: str
    action: str


# No automatic answers, so that every stored move was sent by a player.
NO_AUTO_ANSWER = b'{"preferences": {"only_answers": false}}'


class Finished(NamedTuple):
    """A finished game that was checked; its moves must not change."""

    table: str
    digest: bytes


_read = msgspec.json.Decoder(Frame).decode


async def _next(socket: ClientConnection) -> Frame:
    """Return the next frame; raise TimeoutError if none comes."""
    async with asyncio.timeout(FRAME_TIMEOUT):
        return _read(await socket.recv())


class Player:
    """A player that plays both sides of one game after another, and changes servers when one does
    not answer."""

    def __init__(self, servers: Sequence[Served], game: str, rng: Random, pause: float) -> None:
        self.servers = servers
        self.pause = pause  # seconds before each action
        self.guest = Guest(rng.choice(servers), "player")
        self.guest.request("PATCH", "/api/me", NO_AUTO_ANSWER)
        self.game = game
        self.rng = rng
        self.table = ""
        self.stopping = False
        self.actions = 0  # acknowledged
        # By table and version. A finished table does not change, so another thread may check it
        # while this player is at the next one.
        self.acknowledged: dict[str, dict[int, Sent]] = {}
        self.unanswered: dict[str, Counter[Sent]] = {}  # actions that may or may not be stored
        self.unknown = 0  # the number of those at checked tables
        self.messages: dict[str, tuple[str, bool]] = {}  # text to table and whether acknowledged
        self.over: list[str] = []  # finished tables, not checked yet
        self.finished: list[Finished] = []

    def create_table(self) -> None:
        seats = registry.load(self.game).seats({})
        terms = {"game": self.game, "seats": dict.fromkeys(seats, "me"), "private": True}
        table = str(self.guest.post("/api/tables", terms)["id"])
        self.acknowledged[table], self.unanswered[table] = {}, Counter()
        self.table = table

    async def play(self) -> None:
        """Play until `stopping` is set, and reconnect after every fault."""
        while not self.stopping:
            try:
                if not self.table:
                    await asyncio.to_thread(self.create_table)
                async with AsyncExitStack() as stack:
                    await self._play_game(await self.guest.open_socket(stack, self.table))
                self.over.append(self.table)
                self.table = ""
            except DISCONNECTED:
                await asyncio.sleep(RECONNECT)
                place = self.servers.index(self.guest.server) + 1
                self.guest.server = self.servers[place % len(self.servers)]

    async def _play_game(self, socket: ClientConnection) -> None:
        """Play until the game is over or the connection is lost."""
        state = Frame("")
        while state.type != "state":
            state = await _next(socket)
        while state.status != "over" and not self.stopping:
            await asyncio.sleep(self.pause)
            sent, text = self._random_action(state)
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
                # Nothing was stored. Reconnect to get the present state.
                self._answered(sent)
                raise TimeoutError
            if self.actions % BETWEEN_MESSAGES == 0:
                await asyncio.to_thread(self._write, sent.seat)

    def _answered(self, sent: Sent) -> None:
        self.unanswered[self.table][sent] -= 1

    def _write(self, seat: str) -> None:
        """Send a message: it must be stored once if acknowledged, and at most once if not."""
        text = f"{self.guest.source[0]} {len(self.messages)}"
        self.messages[text] = (self.table, False)
        body = json.dumps({"seat": seat, "text": text}).encode()
        status, _ = self.guest.request("POST", f"/api/tables/{self.table}/chat", body)
        if status == 201:
            self.messages[text] = (self.table, True)

    def _random_action(self, state: Frame) -> tuple[Sent, str]:
        """Choose a random action and return it with its frame."""
        decisions = [
            (seat, decision)
            for seat, part in state.seats.items()
            for decision in part.view.decisions
            if decision.must
        ]
        seat, decision = self.rng.choice(decisions)
        action = decision.menu.sample(self.rng)
        frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
        text = msgspec.json.encode({**frame, "decision": decision.id}).decode()
        return Sent(seat, action), text


# -- comparison with the database


def _stored(engine: Engine, table: str) -> list[tuple[int, Sent]]:
    query = select(Move.version, Move.seat, Move.action).where(Move.table_id == table)
    with engine.connect() as connection:
        moves = connection.execute(query.order_by(Move.number)).all()
    return [(version, Sent(seat, action)) for version, seat, action in moves]


def _digest(stored: list[tuple[int, Sent]]) -> bytes:
    return blake2b(repr(stored).encode(), digest_size=16).digest()


def check_finished(engine: Engine, player: Player) -> list[str]:
    """Compare finished games with what was acknowledged, and return the failures.

    Only a digest of each game is kept: an hour has many games.
    """
    failures: list[str] = []
    while player.over:
        table = player.over[0]
        failures += _check_moves(engine, player, table)
        player.finished.append(Finished(table, _digest(_stored(engine, table))))
        del player.over[0]
        del player.acknowledged[table]
        player.unknown += (+player.unanswered.pop(table)).total()
    return failures


def check_stored(engine: Engine, player: Player) -> list[str]:
    """Compare all games and messages with what was acknowledged, and return the failures."""
    failures = check_finished(engine, player)
    for table, digest in player.finished:
        if _digest(_stored(engine, table)) != digest:
            failures.append(f"table {table}: the moves changed after the end of the game")
    if player.table:
        failures += _check_moves(engine, player, player.table)
    return failures + _check_messages(engine, player)


def _check_moves(engine: Engine, player: Player, table: str) -> list[str]:
    failures: list[str] = []
    stored = _stored(engine, table)
    by_version = dict(stored)
    if len(by_version) != len(stored):
        failures.append(f"table {table}: two moves have the same version")
    acknowledged, unknown = player.acknowledged[table], Counter(player.unanswered[table])
    for version, sent in acknowledged.items():
        move = by_version.get(version)
        if move != sent:
            failures.append(
                f"table {table}: acknowledged but lost: {version} {sent}, stored: {move}"
            )
    for version, sent in stored:
        if version not in acknowledged:
            unknown[sent] -= 1
            if unknown[sent] < 0:
                failures.append(
                    f"table {table}: stored more often than it was sent: {version} {sent}"
                )
    return failures


def _check_messages(engine: Engine, player: Player) -> list[str]:
    failures: list[str] = []
    tables = sorted({table for table, _ in player.messages.values()})
    query = select(Letter.text, func.count()).group_by(Letter.text)
    with engine.connect() as connection:
        counts: dict[str, int] = {}
        for table in tables:
            for text, times in connection.execute(query.where(Letter.table_id == table)):
                counts[text] = times
    for text, (table, acknowledged) in player.messages.items():
        times = counts.pop(text, 0)
        if times > 1 or (acknowledged and not times):
            failures.append(f"table {table}: message {text} is stored {times} times")
    return failures
