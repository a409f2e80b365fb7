"""Let computer players act; they think in their own processes.

A player that fails or exceeds its time is asked again a little later. If that does not help, the
stand-in takes its seat; if it is the stand-in, the seat waits and is retried with backoff. The
people at the table are notified; nothing is done at random in a player's name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, or_, select, true
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import InstrumentedAttribute

from entente.kernel import Seat
from entente.players import PlayerMessage, can_act_unprompted
from entente.players.letters import Reply, SeasonPlan
from entente.server.live.backoff import Backoff
from entente.server.live.chat_messages import send_message, write_for_computer
from entente.server.live.fair_queue import FairQueue
from entente.server.live.hub import Hub
from entente.server.live.leases import Leases
from entente.server.live.negotiations import Negotiations
from entente.server.live.player_process import (
    Consultation,
    PlayerAnswer,
    PlayerQuestion,
    character_seed,
    consult,
    thinking_seed,
)
from entente.server.live.queue_users import queue_user
from entente.server.live.seat_runs import SeatRuns
from entente.server.live.thinking_pool import Pool, Requester, ThinkingPool
from entente.server.logs import facts, origin
from entente.server.metrics import Metrics
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import Table, TableSeat
from entente.server.tables.room import Room
from entente.server.tables.room_state import STAND_IN, player_of
from entente.server.tables.rooms import Rooms
from entente.wire.tables import PLAYING

LONGEST = 60.0  # seconds of thinking
ELSEWHERE = 1.0  # seconds between checks whether another process still thinks
BREATH = 0.02  # seconds before a table that has moved on is checked again
AT_ONCE = 4  # tables checked together
POLL = 10.0  # seconds between searches for seats that no process plays
OPTIONAL = "called"  # name of the search for optional decisions, for the backoff
TRIES = 2  # failures before the stand-in takes the seat
QUICKER = 0.9  # factor from one pause to the next

log = logging.getLogger("entente.computers")


class PendingQuestions(NamedTuple):
    """The decisions of computer players at a table version, and the user they count for.

    `seen` is the version as everyone counts it.
    """

    version: int
    user: Hashable
    questions: list[PlayerQuestion]
    awaited: tuple[Seat, ...]
    seen: int


class ComputerScheduler:
    """Lets computer players act when they must."""

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
        pool: Pool | None = None,
        is_ours: Callable[[InstrumentedAttribute[str]], ColumnElement[bool]] | None = None,
    ) -> None:
        self._is_ours = is_ours or (lambda table_id: true())  # which tables to look for
        self.rooms = rooms
        self.hub = hub
        self.leases = leases
        self.metrics = metrics
        self.pause = pause  # seconds before the first action while people watch
        self.turns = FairQueue(processes, share or processes - 1)
        self.pool: Pool = pool or ThinkingPool(processes, seconds)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # tables woken while their task was ending
        self._delayed: dict[str, asyncio.TimerHandle] = {}  # tables to wake after a pause
        self._searches: set[asyncio.Task[PlayerAnswer]] = set()
        self._runs = SeatRuns()
        self._backoff = Backoff()  # of tables and seats whose player has failed
        self._threads = ThreadPoolExecutor(AT_ONCE, "computers")
        self.negotiations = Negotiations(rooms, hub, self._threads, self._consult)
        self._round: asyncio.Task[None] | None = None
        self._first_look: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._looked: dict[str, int] = {}  # table versions at which no seat was forgotten

    # -- waking

    def start(self) -> None:
        """Start polling, so that no seat is forgotten.

        That is, after a restart, a database outage or another server's crash.
        """
        self._round = asyncio.create_task(self._poll_tables())
        self._first_look = asyncio.create_task(self._poll_optional())

    def wake(self, room: Room) -> None:
        """Let the computer players of a table act if they must.

        That is checked in a thread, since another may be changing the table.
        """
        if room.has_computers:
            self.pool.get_ready()
            self.wake_table(room.table.id)

    def wake_table(self, table_id: str) -> None:
        """Let the computer players of a table act; it may not be in memory."""
        if self._is_stopped:
            return  # another process finds the table
        if (timer := self._delayed.pop(table_id, None)) is not None:
            timer.cancel()
        if table_id in self._busy:
            self._again.add(table_id)
        else:
            task = asyncio.create_task(self._play(table_id))
            self._busy[table_id] = task
            task.add_done_callback(lambda done: self._over(table_id, done))

    def tidy(self, tables: Collection[str]) -> None:
        """Forget other tables, and failures long past."""
        self._runs.keep_only(tables)
        self.negotiations.keep_only(tables)
        self._backoff.tidy()

    @property
    def waiting(self) -> int:
        """Return the tables at which computer players think or wait."""
        return len(self._busy)

    async def stop(self) -> None:
        """Stop all work; other processes continue at the tables."""
        self._is_stopped = True
        self._again.clear()
        for timer in self._delayed.values():
            timer.cancel()
        started = [task for task in (self._round, self._first_look) if task is not None]
        tasks = [*self._busy.values(), *self._searches, *started]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _poll_tables(self) -> None:
        while True:
            try:
                for table_id in await asyncio.to_thread(self._waiting_tables):
                    if table_id not in self._busy and table_id not in self._delayed:
                        self.wake_table(table_id)
            except Exception:  # the database is down; retried, but logged once
                if self._backoff.failed(""):
                    log.exception("the tables that wait for computer players could not be found")
            else:
                self._backoff.recovered("")
            await asyncio.sleep(POLL)

    async def _poll_optional(self) -> None:
        """Find optional decisions of computer players once after a start.

        The rooms must be opened for it, one after the other, skipping those that fail.
        """
        while True:
            try:
                tables = await asyncio.to_thread(self._tables_with_optional)
            except Exception:  # as above
                if self._backoff.failed(OPTIONAL):
                    log.exception("the optional decisions of computer players could not be found")
                await asyncio.sleep(POLL)
            else:
                self._backoff.recovered(OPTIONAL)
                break
        for table_id in tables:
            try:
                is_called = await self._questions(table_id) is not None
            except Exception:  # noqa: BLE001  reported when the table is next used
                is_called = True
            if is_called and table_id not in self._busy and table_id not in self._delayed:
                self.wake_table(table_id)

    def _tables_with_optional(self) -> list[str]:
        """Return tables at which computer players may want to act though not required."""
        tables = _played(
            Table.id, Table.game, TableSeat.user_id, TableSeat.computer, TableSeat.stand_in
        )
        with self.rooms.sessions() as session:
            rows = session.execute(tables.where(Table.exercise.is_(None))).all()
        players = ((name, player_of(*chair), game) for name, game, *chair in rows)
        return list(
            dict.fromkeys(
                name
                for name, player, game in players
                if player and can_act_unprompted(player, game)
            )
        )

    def _waiting_tables(self) -> list[str]:
        """Return tables that wait for a seat played by a computer, and have no home elsewhere."""
        columns = (Table.id, Table.waiting, TableSeat.seat, Table.version)
        with self.rooms.sessions() as session:
            rows = session.execute(_played(*columns).where(self._is_ours(Table.id))).all()
        computers: dict[str, set[Seat]] = {}
        for name, _, seat, _ in rows:
            computers.setdefault(name, set()).add(seat)
        waiting = dict[str, int]()
        for name, waited, seat, version in rows:
            # A running table always waits for a seat; one that names none has not been checked.
            if seat not in (waited or [seat]):
                continue
            # Where people must answer too, computers may hold their orders back: it is enough to
            # look once at each version, and when a letter comes.
            if set(waited or ()) <= computers[name] or self._looked.get(name) != version:
                waiting[name] = version
        self._looked = {name: version for name, _, _, version in rows}
        return list(waiting)

    def _over(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            if self._backoff.failed(table_id):
                log.error("computer players stopped", extra=facts(table=table_id), exc_info=error)
            self._again.discard(table_id)
            self._wake_later(table_id, self._backoff.left(table_id))
            return
        self._backoff.recovered(table_id)
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake_table(table_id)

    def _wake_later(self, table_id: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._delayed[table_id] = loop.call_later(max(0.0, seconds), self.wake_table, table_id)

    # -- a table

    async def _play(self, table_id: str) -> None:
        """Play until no computer player must decide, or all that must have failed."""
        lease = f"computers {table_id}"
        while not await self.leases.take(lease):  # another process plays this table
            await asyncio.sleep(ELSEWHERE)
            waits = await self._questions(table_id) is None
            if waits and not await self.negotiations.is_pending(table_id):
                return
        actions = 0
        try:
            while True:
                if await self.negotiations.negotiate(table_id):
                    continue
                pending = await self._questions(table_id)
                if pending is None:
                    break
                ready = [q for q in pending.questions if self._backoff.is_over(_seat(table_id, q))]
                if not ready:
                    pauses = (self._backoff.left(_seat(table_id, q)) for q in pending.questions)
                    self._wake_later(table_id, min(pauses))
                    return
                pause = pause_before(actions, self.pause)
                await self._answer(table_id, pending._replace(questions=ready), pause)
                actions += 1
        finally:
            self.hub.thinking_status.forget(table_id)
            await self.leases.give(lease)

    async def _questions(self, table_id: str) -> PendingQuestions | None:
        """Return the decisions of a table's computer players, or None."""

        def look() -> PendingQuestions | None:
            try:
                room = self.rooms.get(table_id)
            except Problem:
                return None  # the table was deleted or is unavailable
            with room.lock:
                return _pending_questions(self.rooms, room, self._runs, self.negotiations)

        return await asyncio.get_running_loop().run_in_executor(self._threads, look)

    async def _answer(self, table_id: str, pending: PendingQuestions, seconds: float) -> None:
        """Let all players think at once and act when ready.

        While people watch, they act after at least `seconds`.
        """
        watched = self.hub.audience.is_viewed(table_id)
        pause = asyncio.sleep(seconds if watched else 0)
        thoughts = [
            asyncio.create_task(self._think(table_id, pending.user, question))
            for question in pending.questions
        ]
        for question in pending.questions:
            plan = self.negotiations.plan_for(table_id, question.seat, question.window)
            if question.seat in pending.awaited and plan is None:
                self.hub.thinking_status.begin(table_id, question.seat, pending.seen)
        try:
            await pause
            for question, search in zip(pending.questions, thoughts, strict=True):
                await self._act(table_id, pending.version, question, search)
        except Problem:
            await asyncio.sleep(BREATH)  # the table has moved on; check again
        finally:
            for search in thoughts:
                search.cancel()

    async def _act(
        self,
        table_id: str,
        version: int,
        question: PlayerQuestion,
        search: Awaitable[PlayerAnswer],
    ) -> None:
        try:
            answer = await search
            self.hub.thinking_status.end(table_id, question.seat)
            act = partial(self._act_in, question=question, version=version, answer=answer)
            room = await self.hub.change(table_id, act)
        except (Problem, SQLAlchemyError, OSError):
            raise  # not the player's fault
        except Exception as error:  # noqa: BLE001  it broke down, or wants what is not allowed
            await self._failed(table_id, question, error)
        else:
            self._backoff.recovered(_seat(table_id, question))
            await self._note_broken(room, question)
            self.metrics.add("computer_moves")
            if answer.message is not None:
                await self._say(room, question.seat, answer.message)

    def _act_in(
        self, room: Room, question: PlayerQuestion, version: int, answer: PlayerAnswer
    ) -> None:
        """Take the action, unless it must wait because a person is in the middle of an answer."""
        with room.lock:
            if answer.window == room.unfinished():
                raise Problem(409, "table.stale")
            self.negotiations.check_plan(room, question.seat, question.window)
            self.rooms.act(room, question.seat, version, answer.action, answer.window)

    async def _say(self, room: Room, seat: Seat, message: PlayerMessage) -> None:
        """Send a player's message to the person it concerns; the game goes on if that fails."""
        viewing = self.hub.audience.users_at(room.table.id)
        work = partial(write_for_computer, self.rooms, room, seat, message, viewing)
        try:
            letter = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except Exception:
            details = facts(table=room.table.id, seat=seat)
            log.exception("a computer player's letter could not be stored", extra=details)
        else:
            if letter is not None:
                send_message(self.hub, room, letter)

    # -- thinking

    async def _think(self, table_id: str, user: Hashable, question: PlayerQuestion) -> PlayerAnswer:
        """Think when it is this user's turn.

        Cancelling the caller does not stop it: the process would have to be killed.
        """
        window = question.window
        if (plan := self.negotiations.plan_for(table_id, question.seat, window)) is not None:
            return PlayerAnswer(plan.action, window)
        await self.turns.take(user, table_id)
        work = asyncio.create_task(self._work(Requester(user, table_id), question))
        self._searches.add(work)
        work.add_done_callback(self._searches.discard)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(work)

    async def _consult(
        self, user: Hashable, table_id: str, task: Consultation
    ) -> SeasonPlan | Reply:
        """Let a player think about letters when it is this user's turn."""
        await self.turns.take(user, table_id)
        try:
            result, seconds = await self.pool.do(
                consult, task, task.seed, Requester(user, table_id)
            )
        finally:
            self.turns.give(user)
        self.metrics.took("computer_seconds", seconds)
        return result

    async def _note_broken(self, room: Room, question: PlayerQuestion) -> None:
        """Store why a player has broken its word; the game goes on if that fails."""
        work = partial(self.negotiations.note_broken, room, question.seat, question.window)
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except Exception:
            details = facts(table=room.table.id, seat=question.seat)
            log.exception("the reason of a computer player could not be stored", extra=details)

    async def _work(self, requester: Requester, question: PlayerQuestion) -> PlayerAnswer:
        try:
            answer, seconds = await self._ask(question, requester)
        finally:
            self.turns.give(requester.user)
        self.metrics.took("computer_seconds", seconds)
        return answer

    async def _ask(
        self, question: PlayerQuestion, requester: Requester
    ) -> tuple[PlayerAnswer, float]:
        return await self.pool.ask(question, requester)

    # -- players that fail

    async def _failed(self, table_id: str, question: PlayerQuestion, error: Exception) -> None:
        """Log a failure, notify the people at the table, and retry or replace the player."""
        name = _seat(table_id, question)
        self.hub.thinking_status.give_up(table_id, question.seat)
        self.metrics.add("computer_failures")
        details = facts(table=table_id, seat=question.seat, player=question.player)
        # Without the message, which may name its secret orders.
        log.error("a computer player failed: %s", origin(error), extra=details)
        first = self._backoff.failed(name)
        replaced = question.player != STAND_IN and self._backoff.times(name) >= TRIES
        if not first and not replaced:
            return

        def replace(room: Room, now: float) -> None:
            if room.player(question.seat) != question.player:
                raise Problem(409, "table.stale")  # another player has the seat now
            if replaced:
                room.set_chair(question.seat, computer=STAND_IN)
            _notify_table(
                room, question, "notice.computer_replaced" if replaced else "notice.computer_waits"
            )

        await self.hub.change(table_id, lambda room: self.rooms.change(room, replace))
        if replaced:
            self._backoff.recovered(name)


def pause_before(action: int, first: float) -> float:
    """Return the seconds before an action of a run, counted from 0.

    Viewers should see how it begins without waiting for forty tiles one by one: all pauses together
    are at most ten first ones.
    """
    return first * QUICKER**action


def _played(*columns: InstrumentedAttribute[Any]) -> Select[Any]:
    """Select seats played by a computer at running tables."""
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


def _seat(table_id: str, question: PlayerQuestion) -> str:
    return f"{table_id} {question.seat}"


def _pending_questions(
    rooms: Rooms, room: Room, rows: SeatRuns, negotiations: Negotiations
) -> PendingQuestions | None:
    """Return the decisions of a room's computer players, with their runs."""
    table = room.table
    players = {
        seat: player
        for seat, player in room.computers().items()
        if not negotiations.holds_back(room, seat)
    }
    if not players:
        return None
    windows = {seat: room.position.decisions_for(seat)[0].window for seat in players}
    begun = {seat: rows.of(room, seat) for seat in players}
    questions = [
        PlayerQuestion(
            table.game,
            table.overrides,
            begun[seat].state,
            seat,
            windows[seat],
            player,
            thinking_seed(table.seed, seat, room.decision_version(seat)),
            room.match.game.kept_data,
            character_seed(table.seed, seat),
            len(room.match.moves),
            begun[seat].done,
        )
        for seat, player in players.items()
    ]
    seen = room.visible_counts(()).version(room.version)
    user = queue_user(rooms, room)
    return PendingQuestions(room.version, user, questions, tuple(room.decisions()), seen)


def _notify_table(room: Room, question: PlayerQuestion, key: str) -> None:
    """Notify everyone at the table, unless they have an unread notice of this kind."""
    people = [chair.user_id for chair in room.chairs.values()]
    send = partial(notify, once=True, seat=question.seat, player=question.player, stand_in=STAND_IN)
    room.jobs.append(lambda session: send(session, people, key, room.table))
