"""Computer players: they think in processes of their own and act like anybody else.

Whoever fails or thinks too long is asked again a little later; if that does not help, the stand-in
takes its seat, or where it is the stand-in itself, the seat waits and is asked again after pauses
that grow. The people at the table are told; nothing is done at random in anybody's name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Collection, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Select, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import InstrumentedAttribute

from entente.kernel import Seat
from entente.players import PlayerMessage, can_act_unprompted
from entente.server.live.backoff import Backoff
from entente.server.live.fair_queue import FairQueue
from entente.server.live.hub import Hub
from entente.server.live.leases import Leases
from entente.server.live.letters import announce, write_for_computer
from entente.server.live.rows import Rows
from entente.server.live.thinking import Answer, Question, nature_of, seed_of
from entente.server.live.thinking_pool import ThinkingPool
from entente.server.logs import facts
from entente.server.metrics import Metrics
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import PLAYING, Table, TableSeat
from entente.server.tables.room import STAND_IN, Room, player_of
from entente.server.tables.rooms import Rooms

LONGEST = 60.0  # seconds of thought
ELSEWHERE = 1.0  # seconds after which it is asked again whether another process still thinks
BREATH = 0.02  # seconds before a table that has moved on is looked at again
AT_ONCE = 4  # tables that are looked at together
ROUND = 10.0  # seconds after which all tables are looked through for seats that nobody plays
CALLED = "called"  # the look at what lies before them, among what is tried again
TRIES = 2  # failures of a player after which the stand-in takes its seat
QUICKER = 0.9  # of the pause before one action is left before the next

log = logging.getLogger("entente.computers")


class Asked(NamedTuple):
    """What computer players of a table are asked, at which version, and on whose account. For which
    of them the table waits everybody knows, and counts `seen` as its version."""

    version: int
    user: Hashable
    questions: list[Question]
    awaited: tuple[Seat, ...]
    seen: int


class ComputerScheduler:
    """Lets computer players act wherever they must."""

    def __init__(
        self,
        rooms: Rooms,
        hub: Hub,
        leases: Leases,
        metrics: Metrics,
        *,
        processes: int = 1,
        share: int = 0,
        seconds: float = LONGEST,
        pause: float = 0.0,
    ) -> None:
        self.rooms = rooms
        self.hub = hub
        self.leases = leases
        self.metrics = metrics
        self.pause = pause  # before the first action where people look on, who want to follow
        self.turns = FairQueue(processes, share or processes - 1)
        self.thinkers = ThinkingPool(processes, seconds)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # tables woken while their task was on its way to its end
        self._later: dict[str, asyncio.TimerHandle] = {}  # tables to be woken after a pause
        self._thoughts: set[asyncio.Task[Answer]] = set()
        self._rows = Rows()
        self._pauses = Backoff()  # of tables, and of seats whose player has failed
        self._threads = ThreadPoolExecutor(AT_ONCE, "computers")
        self._round: asyncio.Task[None] | None = None
        self._first_look: asyncio.Task[None] | None = None

    # -- waking

    def start(self) -> None:
        """From now on no seat is forgotten: not after a start, nor after the database was away, nor
        after another server has fallen."""
        self._round = asyncio.create_task(self._go_round())
        self._first_look = asyncio.create_task(self._look_for_called())

    def wake(self, room: Room) -> None:
        """See to it that the computer players of a table act, if they must. Whether they must is
        looked at in a thread: another one may be playing there now."""
        if room.has_computers:
            self.thinkers.get_ready()
            self.wake_table(room.table.id)

    def wake_table(self, table_id: str) -> None:
        """The same for a table that may not be in memory."""
        if (timer := self._later.pop(table_id, None)) is not None:
            timer.cancel()
        if table_id in self._busy:
            self._again.add(table_id)
        else:
            task = asyncio.create_task(self._play(table_id))
            self._busy[table_id] = task
            task.add_done_callback(lambda done: self._over(table_id, done))

    def tidy(self, tables: Collection[str]) -> None:
        """Forget what is remembered of other tables than these, and of failures long past."""
        self._rows.keep_only(tables)
        self._pauses.tidy()

    @property
    def waiting(self) -> int:
        """Tables at which computer players are at work, or wait for their turn."""
        return len(self._busy)

    async def stop(self) -> None:
        self._again.clear()
        for timer in self._later.values():
            timer.cancel()
        started = [task for task in (self._round, self._first_look) if task is not None]
        tasks = [*self._busy.values(), *self._thoughts, *started]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _go_round(self) -> None:
        while True:
            try:
                for table_id in await asyncio.to_thread(self._waiting_tables):
                    if table_id not in self._busy and table_id not in self._later:
                        self.wake_table(table_id)
            except Exception:  # the database is away; it is tried again, and told of once
                if self._pauses.failed(""):
                    log.exception("it could not be seen where computer players must act")
            else:
                self._pauses.mended("")
            await asyncio.sleep(ROUND)

    async def _look_for_called(self) -> None:
        """Once, after a start: what was laid before computer players that no table waits for. To
        see it a room must be opened: one after the other, and only where it can be."""
        while True:
            try:
                tables = await asyncio.to_thread(self._tables_of_called)
            except Exception:  # the same
                if self._pauses.failed(CALLED):
                    log.exception("it could not be seen what lies before computer players")
                await asyncio.sleep(ROUND)
            else:
                self._pauses.mended(CALLED)
                break
        for table_id in tables:
            try:
                is_called = await self._questions(table_id) is not None
            except Exception:  # noqa: BLE001  whoever plays there meets it again, and tells of it
                is_called = True
            if is_called and table_id not in self._busy and table_id not in self._later:
                self.wake_table(table_id)

    def _tables_of_called(self) -> list[str]:
        """Tables at which computer players may want to act though nobody waits for them."""
        found = _played(
            Table.id, Table.game, TableSeat.user_id, TableSeat.computer, TableSeat.stand_in
        )
        with self.rooms.sessions() as session:
            rows = session.execute(found.where(Table.exercise.is_(None))).all()
        players = ((name, player_of(*chair), game) for name, game, *chair in rows)
        return list(
            dict.fromkeys(
                name
                for name, player, game in players
                if player and can_act_unprompted(player, game)
            )
        )

    def _waiting_tables(self) -> list[str]:
        """Tables that wait for a seat which a computer plays."""
        with self.rooms.sessions() as session:
            rows = session.execute(_played(Table.id, Table.waiting, TableSeat.seat)).all()
        # Somebody is always waited for; a table that names nobody has not been looked at.
        return list(
            dict.fromkeys(name for name, waited, seat in rows if seat in (waited or [seat]))
        )

    def _over(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            if self._pauses.failed(table_id):
                log.error("computer players stopped", extra=facts(table=table_id), exc_info=error)
            self._again.discard(table_id)
            self._wake_later(table_id, self._pauses.left(table_id))
            return
        self._pauses.mended(table_id)
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake_table(table_id)

    def _wake_later(self, table_id: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._later[table_id] = loop.call_later(max(0.0, seconds), self.wake_table, table_id)

    # -- a table

    async def _play(self, table_id: str) -> None:
        """Until no computer player of this table must decide, or all who must have failed."""
        lease = f"computers {table_id}"
        while not await self.leases.take(lease):  # another process is at it
            await asyncio.sleep(ELSEWHERE)
            if await self._questions(table_id) is None:
                return
        actions = 0
        try:
            while asked := await self._questions(table_id):
                ready = [q for q in asked.questions if self._pauses.over(_seat(table_id, q))]
                if not ready:
                    pauses = (self._pauses.left(_seat(table_id, q)) for q in asked.questions)
                    self._wake_later(table_id, min(pauses))
                    return
                pause = pause_before(actions, self.pause)
                await self._answer(table_id, asked._replace(questions=ready), pause)
                actions += 1
        finally:
            self.hub.pondering.forget(table_id)
            await self.leases.give(lease)

    async def _questions(self, table_id: str) -> Asked | None:
        """What computer players of a table are asked; None: nothing."""

        def look() -> Asked | None:
            try:
                room = self.rooms.get(table_id)
            except Problem:
                return None  # the table is gone, or set aside
            with room.lock:
                return _asked(room, self._rows)

        return await asyncio.get_running_loop().run_in_executor(self._threads, look)

    async def _answer(self, table_id: str, asked: Asked, seconds: float) -> None:
        """All who are asked think at the same time, and act as soon as they know; after so many
        seconds at least where somebody looks on."""
        watched = self.hub.audience.watched(table_id)
        pause = asyncio.sleep(seconds if watched else 0)
        thoughts = [
            asyncio.create_task(self._think(table_id, asked.user, question))
            for question in asked.questions
        ]
        for question in asked.questions:
            if question.seat in asked.awaited:
                self.hub.pondering.begin(table_id, question.seat, asked.seen)
        try:
            await pause
            for question, thought in zip(asked.questions, thoughts, strict=True):
                await self._act(table_id, asked.version, question, thought)
        except Problem:
            await asyncio.sleep(BREATH)  # the table has moved on; look again
        finally:
            for thought in thoughts:
                thought.cancel()

    async def _act(
        self, table_id: str, version: int, question: Question, thought: Awaitable[Answer]
    ) -> None:
        try:
            answer = await thought
            self.hub.pondering.end(table_id, question.seat)
            act = partial(self._act_in, question=question, version=version, answer=answer)
            room = await self.hub.change(table_id, act)
        except (Problem, SQLAlchemyError, OSError):
            raise  # which is not the player's fault
        except Exception as error:  # noqa: BLE001  it broke down, or wants what is not allowed
            await self._failed(table_id, question, error)
        else:
            self._pauses.mended(_seat(table_id, question))
            self.metrics.add("computer_moves")
            if answer.saying is not None:
                await self._say(room, question.seat, answer.saying)

    def _act_in(self, room: Room, question: Question, version: int, answer: Answer) -> None:
        """What it has thought of is done, unless it is to wait: somebody has acted meanwhile, and
        has not finished."""
        with room.lock:
            if answer.window == room.unfinished():
                raise Problem(409, "table.stale")
            self.rooms.act(room, question.seat, version, answer.action, answer.window)

    async def _say(self, room: Room, seat: Seat, saying: PlayerMessage) -> None:
        """What a player says of its move goes to the person whom it concerns, as a letter; without
        it the game goes on all the same."""
        looking = self.hub.audience.looking(room.table.id)
        work = partial(write_for_computer, self.rooms, room, seat, saying, looking)
        try:
            letter = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except Exception:
            told = facts(table=room.table.id, seat=seat)
            log.exception("a computer player's letter was lost", extra=told)
        else:
            if letter is not None:
                announce(self.hub, room, letter)

    # -- thinking

    async def _think(self, table_id: str, user: Hashable, question: Question) -> Answer:
        """An action, as soon as it is this user's turn. Whoever no longer waits for it does not
        break it off: the process would have to be ended with it."""
        await self.turns.take(user, table_id)
        work = asyncio.create_task(self._work(user, question))
        self._thoughts.add(work)
        work.add_done_callback(self._thoughts.discard)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(work)

    async def _work(self, user: Hashable, question: Question) -> Answer:
        try:
            answer, seconds = await self._ask(question)
        finally:
            self.turns.give(user)
        self.metrics.took("computer_seconds", seconds)
        return answer

    async def _ask(self, question: Question) -> tuple[Answer, float]:
        return await self.thinkers.ask(question)

    # -- players that fail

    async def _failed(self, table_id: str, question: Question, error: Exception) -> None:
        """Written down, told to the people at the table, and tried again or left to another."""
        name = _seat(table_id, question)
        self.hub.pondering.give_up(table_id, question.seat)
        self.metrics.add("computer_failures")
        told = facts(table=table_id, seat=question.seat, player=question.player)
        log.error("a computer player failed", extra=told, exc_info=error)
        first = self._pauses.failed(name)
        replaced = question.player != STAND_IN and self._pauses.times(name) >= TRIES
        if not first and not replaced:
            return

        def tell(room: Room, now: float) -> None:
            if room.player(question.seat) != question.player:
                raise Problem(409, "table.stale")  # somebody else plays there now
            if replaced:
                room.set_chair(question.seat, computer=STAND_IN)
            _tell(
                room, question, "notice.computer_replaced" if replaced else "notice.computer_waits"
            )

        await self.hub.change(table_id, lambda room: self.rooms.change(room, tell))
        if replaced:
            self._pauses.mended(name)


def pause_before(action: int, first: float) -> float:
    """Seconds before one of several actions in a row, counted from 0. Whoever looks on shall see
    how it begins, and not wait for forty tiles one by one: all pauses together are never longer
    than ten first ones."""
    return first * QUICKER**action


def _played(*columns: InstrumentedAttribute[Any]) -> Select[Any]:
    """Seats that a computer plays, at tables where the game goes on."""
    played = or_(
        TableSeat.computer.is_not(None),
        TableSeat.stand_in.is_not(None),
        TableSeat.user_id.is_(None),
    )
    return (
        select(*columns)
        .select_from(Table)
        .join(TableSeat)
        .where(Table.status == PLAYING, Table.paused.is_(None), Table.aside.is_(None), played)
    )


def _seat(table_id: str, question: Question) -> str:
    return f"{table_id} {question.seat}"


def _asked(room: Room, rows: Rows) -> Asked | None:
    """The questions to the computer players of a room, with what their seats have done in a row."""
    players, table = room.computers(), room.table
    if not players:
        return None
    windows = {seat: room.position.decisions_for(seat)[0].window for seat in players}
    begun = {seat: rows.of(room, seat) for seat in players}
    people = (chair.user_id for chair in room.chairs.values() if chair.user_id is not None)
    user = table.host_id or next(people, None) or table.id
    questions = [
        Question(
            table.game,
            table.overrides,
            begun[seat].state,
            seat,
            windows[seat],
            player,
            seed_of(table.seed, seat, room.asked_at(seat)),
            room.match.game.kept_data,
            nature_of(table.seed, seat),
            len(room.match.moves),
            begun[seat].done,
        )
        for seat, player in players.items()
    ]
    seen = room.counting(()).version(room.version)
    return Asked(room.version, user, questions, tuple(room.decisions()), seen)


def _tell(room: Room, question: Question, key: str) -> None:
    """A line to everybody at the table; whoever has not read the last one gets no other."""
    people = [chair.user_id for chair in room.chairs.values()]
    send = partial(notify, once=True, seat=question.seat, player=question.player, stand_in=STAND_IN)
    room.jobs.append(lambda session: send(session, people, key, room.table))
