"""Simulated people of a cluster: they play three games with think times, write, leave and return,
and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, suppress
from itertools import count
from random import Random
from time import monotonic, perf_counter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Engine, func, select
from websockets.asyncio.client import ClientConnection

from benchmarks.faults_players import DISCONNECTED, NO_AUTO_ANSWER, Sent
from benchmarks.server_driver import Guest, Served
from entente.kernel import registry
from entente.kernel.menu import Menu
from entente.server.storage.models import Letter, Move
from entente.wire.json_diff import JsonDiff, apply

GAMES = ("attrition", "turmoil", "diplomacy")
ANSWER_TIMEOUT = 30.0  # seconds for the answer to an action
AGAIN = (0.2, 0.8)  # seconds before a lost connection is opened again
WRITES, LEAVES = 0.03, 0.005  # how often an action is followed by a message, or by a reconnection
_texts = count(1)


class OpenDecision(msgspec.Struct):
    menu: Menu
    id: int
    must: bool = True


class PlayerView(msgspec.Struct):
    decisions: list[OpenDecision]


class SeatPart(msgspec.Struct):
    view: PlayerView


class State(msgspec.Struct):
    """The parts of a state that choosing an action needs."""

    version: int = 0
    status: str = ""
    seats: dict[str, SeatPart] = {}


class Head(msgspec.Struct):
    """What every frame has, or may have."""

    type: str
    version: int = 0
    key: str = ""
    id: str = ""
    diff: JsonDiff | None = None


_heads = msgspec.json.Decoder(Head)


class Reader:
    """The state of one socket, from states and deltas."""

    def __init__(self) -> None:
        self._last: Any = None

    def read(self, text: str | bytes) -> Head:
        head = _heads.decode(text)
        if head.type == "state":
            self._last = msgspec.json.decode(text)
        elif head.type == "delta" and head.diff is not None:
            self._last = apply(self._last, head.diff) | {"version": head.version}
        return head

    @property
    def state(self) -> State:
        return msgspec.convert(self._last or {}, State)


class Acted(NamedTuple):
    """An acknowledged action: when, and how long its player waited."""

    at: float
    seconds: float


class Figures:
    """What the people of a run have experienced."""

    def __init__(self) -> None:
        self.acted: list[Acted] = []
        self.refused: Counter[str] = Counter()  # by the key of the reason
        self.failed: Counter[str] = Counter()  # requests with a 5xx status or none, by path
        self.lost = 0  # connections that the server or a proxy closed
        self.unanswered = 0  # actions without an answer, because the connection was lost
        self.messages = 0

    def since(self, moment: float) -> list[float]:
        """Return the times of the actions since a moment."""
        return [each.seconds for each in self.acted if each.at >= moment]


class PlayedTable:
    """A person for each seat and a spectator, who play one game after another."""

    def __init__(
        self,
        server: Served,
        game: str,
        figures: Figures,
        rng: Random,
        think: float,
        computer: str = "",
    ) -> None:
        self.server = server
        self.game = game
        self.figures = figures
        self.rng = rng
        self.think = think
        self.computer = computer  # takes all seats but the first
        self.actions = 0
        self.stopping = False
        self.tables: list[str] = []
        self.acknowledged: dict[str, Counter[Sent]] = {}
        self.unanswered: dict[str, Counter[Sent]] = {}
        self.messages: dict[str, tuple[str, bool]] = {}  # text to table and whether acknowledged
        self.people: list[Guest] = []

    async def play(self) -> None:
        """Play until `stopping` is set."""
        while not self.stopping:
            try:
                if not self.people:
                    self.people = await asyncio.to_thread(self._arrive)
                table = await asyncio.to_thread(self._create)
            except DISCONNECTED as error:
                self.figures.failed[f"a new table: {str(error)[:80]}"] += 1
                await asyncio.sleep(self.rng.uniform(*AGAIN))
                continue
            *players, last = self.people
            spectator = asyncio.create_task(self._watch(last, table))
            try:
                await asyncio.gather(*(self._attend(each, table) for each in players))
            finally:
                spectator.cancel()
                with suppress(asyncio.CancelledError):
                    await spectator

    def _arrive(self) -> list[Guest]:
        players = 1 if self.computer else len(self._seats())
        people = [Guest(self.server, f"player {number}") for number in range(players)]
        for guest in people:
            guest.request("PATCH", "/api/me", NO_AUTO_ANSWER)
        return [*people, Guest(self.server, "spectator")]

    def _seats(self) -> tuple[str, ...]:
        game = registry.load(self.game)
        return game.seats(game.info.complete({}))

    def _create(self) -> str:
        first, *others = self._seats()
        terms = {first: "me", **dict.fromkeys(others, self.computer or None)}
        body = {"game": self.game, "seats": terms, "starts_when_full": True}
        table = str(self.people[0].post("/api/tables", body)["id"])
        for guest, seat in zip(self.people[1:-1], others, strict=False):
            guest.post(f"/api/tables/{table}/join", {"seat": seat})
        self.acknowledged[table], self.unanswered[table] = Counter(), Counter()
        self.tables.append(table)
        return table

    async def _watch(self, guest: Guest, table: str) -> None:
        while True:
            with suppress(*DISCONNECTED):
                async with AsyncExitStack() as stack:
                    socket = await guest.open_socket(stack, table, deltas=True)
                    while True:
                        await socket.recv()
            await asyncio.sleep(self.rng.uniform(*AGAIN))

    async def _attend(self, guest: Guest, table: str) -> None:
        """Play one game to its end, and reconnect as often as necessary."""
        while not self.stopping:
            try:
                async with AsyncExitStack() as stack:
                    socket = await guest.open_socket(stack, table, deltas=True)
                    if await self._at(socket, guest, table):
                        return
            except DISCONNECTED:
                self.figures.lost += 1
                await asyncio.sleep(self.rng.uniform(*AGAIN))

    async def _at(self, socket: ClientConnection, guest: Guest, table: str) -> bool:
        """Play on one socket; return whether the game is over."""
        reader = Reader()
        while reader.read(await _next(socket)).type != "state":
            pass
        while not self.stopping:
            state = reader.state
            if state.status == "over":
                return True
            chosen = self._choose(state)
            if chosen is None:  # the others decide, for as long as they like
                with suppress(TimeoutError):
                    reader.read(await _next(socket, 1.0))
                continue
            await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
            sent, text = chosen
            if not await self._act(socket, reader, table, sent, text):
                return False  # read the state again on a new socket
            if self.rng.random() < WRITES:
                await asyncio.to_thread(self._write, guest, table, sent.seat)
            if self.rng.random() < LEAVES:
                return False
        return False

    def _choose(self, state: State) -> tuple[Sent, str] | None:
        decisions = [
            (seat, decision)
            for seat, part in state.seats.items()
            for decision in part.view.decisions
            if decision.must
        ]
        if not decisions:
            return None
        seat, decision = self.rng.choice(decisions)
        action = decision.menu.sample(self.rng)
        frame = {"type": "act", "seat": seat, "version": state.version, "action": action}
        frame |= {"decision": decision.id, "id": "mine"}
        return Sent(seat, action), msgspec.json.encode(frame).decode()

    async def _act(
        self, socket: ClientConnection, reader: Reader, table: str, sent: Sent, text: str
    ) -> bool:
        """Send an action and wait for its answer; return whether it was accepted."""
        self.unanswered[table][sent] += 1
        self.figures.unanswered += 1
        start = perf_counter()
        await socket.send(text)
        while True:
            head = reader.read(await _next(socket))
            if head.type in ("done", "refused"):
                break
        seconds = perf_counter() - start
        self.unanswered[table][sent] -= 1
        self.figures.unanswered -= 1
        if head.type == "refused":
            self.figures.refused[head.key] += 1
            return False
        self.acknowledged[table][sent] += 1
        self.actions += 1
        self.figures.acted.append(Acted(monotonic(), seconds))
        return True

    def _write(self, guest: Guest, table: str, seat: str) -> None:
        """Send a message: it must be stored once if acknowledged, and at most once if not."""
        text = f"{guest.source[0]} {next(_texts)}"
        self.messages[text] = (table, False)
        body = json.dumps({"seat": seat, "text": text, "to": []}).encode()
        try:
            status, _ = guest.request("POST", f"/api/tables/{table}/chat", body)
        except DISCONNECTED:
            status = 0
        if status == 201:
            self.messages[text] = (table, True)
            self.figures.messages += 1
        elif status not in (403, 409, 429):  # no press in this phase, or too much of it
            self.figures.failed[f"a message: {status}"] += 1

    # -- what is stored

    def check(self, engine: Engine) -> list[str]:
        """Compare the database with what was acknowledged, and return the failures."""
        failures: list[str] = []
        with engine.connect() as connection:
            for table in self.tables:
                query = select(Move.number, Move.version, Move.seat, Move.action)
                moves = connection.execute(query.where(Move.table_id == table)).all()
                if len({move.version for move in moves}) != len(moves):
                    failures.append(f"table {table}: two moves have the same version")
                stored = Counter(Sent(move.seat, move.action) for move in moves)
                failures += self._compare(table, stored)
            failures += self._check_messages(connection)
        return failures

    def _compare(self, table: str, stored: Counter[Sent]) -> list[str]:
        failures: list[str] = []
        acknowledged, unknown = self.acknowledged[table], self.unanswered[table]
        ours = {sent.seat for sent in (*acknowledged, *unknown)}
        for sent in {*acknowledged, *(each for each in stored if each.seat in ours)}:
            least = acknowledged[sent]
            if stored[sent] < least:
                failures.append(f"table {table}: acknowledged but lost: {sent}")
            elif stored[sent] > least + unknown[sent]:
                failures.append(f"table {table}: stored more often than it was sent: {sent}")
        return failures

    def _check_messages(self, connection: Any) -> list[str]:
        failures: list[str] = []
        query = select(Letter.text, func.count()).group_by(Letter.text)
        query = query.where(Letter.table_id.in_(self.tables))
        counts: dict[str, int] = dict(connection.execute(query).all())
        for text, (table, acknowledged) in self.messages.items():
            times = counts.get(text, 0)
            if times > 1 or (acknowledged and not times):
                failures.append(f"table {table}: message {text} is stored {times} times")
        return failures


async def _next(socket: ClientConnection, seconds: float = ANSWER_TIMEOUT) -> str | bytes:
    async with asyncio.timeout(seconds):
        return await socket.recv()
