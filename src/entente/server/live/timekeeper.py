"""Send reminders, and act on missed deadlines.

The state is in the database, so a restart loses nothing. Several processes may run: a deadline
handled by one is gone when the next checks it under the lock.

Tables do not block each other: a few run at a time, slow ones move to a lane of their own, and
failing ones are retried with backoff.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from sqlalchemy import ColumnElement, func, select, true, update
from sqlalchemy.orm import InstrumentedAttribute

from entente.kernel import Decision, Seat
from entente.server.live.backoff import Backoff
from entente.server.live.computers import ComputerScheduler
from entente.server.live.game_clock import GameClock
from entente.server.live.hub import Hub
from entente.server.live.outages import GAP, Outages
from entente.server.notices.kinds import DEADLINE, LAST_CALL
from entente.server.notices.notices import notify, supersede
from entente.server.notices.schedule import is_last_call, next_reminder, remind_before_quiet
from entente.server.problem import Problem
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import (
    ABANDON,
    COMPUTER,
    FORFEIT,
    RULE,
    Move,
    Table,
    TableSeat,
    User,
    Vote,
)
from entente.server.tables import absent_players, seats, votes
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.table_events import announce
from entente.server.tables.time_control import put_off
from entente.wire.tables import PLAYING

log = logging.getLogger("entente.timekeeper")
TICK = 1.0  # seconds between two checks
AT_ONCE = 4  # tables processed at the same time
SLOW = 8  # slow tables beside them
PATIENCE = 2.0  # seconds after which a table is slow
WHOLE = 60.0  # maximum seconds of a check that is awaited
STOP = 5.0  # seconds for running tables at shutdown


Condition = Callable[[InstrumentedAttribute[str]], ColumnElement[bool]]


class Timekeeper:
    """Watches the deadlines of all tables."""

    def __init__(
        self,
        rooms: Rooms,
        hub: Hub,
        computers: ComputerScheduler,
        clock: GameClock,
        patience: float = PATIENCE,
        is_ours: Condition = lambda table_id: true(),
    ) -> None:
        self.rooms = rooms
        self.hub = hub
        self.computers = computers
        self.patience = patience
        self.is_ours = is_ours  # which tables this process watches; by their id
        self.outages = Outages(rooms.commits, clock)
        self._task: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()
        self._looking = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}  # tasks by table
        self._backoff = Backoff()  # of tables whose deadlines failed
        self._slow_tables: set[str] = set()  # slow tables, logged once
        self._turns, self._slow = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(SLOW)
        # A pool of its own: a table that loads slowly must not block other threads.
        self._threads = ThreadPoolExecutor(AT_ONCE + SLOW, "clocks")

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the current check; its changes are stored."""
        self._stopped.set()
        if self._task is not None:
            await self._task
        if self._running:
            await asyncio.wait([*self._running.values()], timeout=STOP)
        for task in self._running.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        try:
            await asyncio.to_thread(self.outages.leave)
        except Exception:
            log.exception("the end of the watch could not be recorded")

    async def _run(self) -> None:
        while not self._stopped.is_set():
            began = time.monotonic()
            try:
                await self.check(TICK)
            except Exception:  # the next check may succeed, and must run
                self.outages.suspect()
                if self._backoff.failed(""):
                    log.exception("the timekeeper could not check the deadlines")
            else:
                self._backoff.recovered("")
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._stopped.wait()
            if time.monotonic() - began > GAP:  # this process was suspended or starved
                self.outages.suspect()

    def tidy(self) -> None:
        """Forget tables whose deadlines have not failed for long."""
        self._backoff.tidy()
        self._slow_tables = {
            each for each in self._slow_tables if each in self._running or self._backoff.times(each)
        }

    async def check(self, wait: float = WHOLE) -> None:
        """Handle everything that is due.

        Work longer than `wait` seconds continues in the background.
        """
        async with self._looking:
            for table_id in await asyncio.to_thread(self.outages.check):
                if table_id in self.hub.audience.tables():
                    await self.hub.resend(table_id)
            for table_id in await asyncio.to_thread(self._overdue):
                if table_id not in self._running and self._backoff.is_over(table_id):
                    self._running[table_id] = asyncio.create_task(self._run_table(table_id))
            await asyncio.to_thread(self._remind)
            if self._running:
                await asyncio.wait([*self._running.values()], timeout=wait)
            for table_id in [each for each, task in self._running.items() if task.done()]:
                del self._running[table_id]

    async def _run_table(self, table_id: str) -> None:
        """Process one table in its turn; its problems do not delay others."""
        await self._turns.acquire()
        work = asyncio.create_task(self._process(table_id))
        try:
            await asyncio.wait({work}, timeout=self.patience)
            if not work.done():
                await self._move_to_slow_lane(table_id, work)
        except asyncio.CancelledError:
            work.cancel()
            raise
        finally:
            self._turns.release()
        await work

    async def _move_to_slow_lane(self, table_id: str, work: asyncio.Task[None]) -> None:
        """Free the slot of a slow table, unless too many are slow."""
        if table_id not in self._slow_tables:
            self._slow_tables.add(table_id)
            log.warning("the deadlines of table %s take long", table_id)
        await self._slow.acquire()
        work.add_done_callback(lambda _: self._slow.release())

    async def _process(self, table_id: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, self.rooms.get, table_id)
            room = await self.hub.change(table_id, self.handle_deadlines)
            self.computers.wake(room)
        except Problem:
            self._backoff.failed(table_id)  # usually another process was faster
        except Exception:
            if self._backoff.failed(table_id):  # retried, but logged once
                log.exception("the deadlines of table %s could not be handled", table_id)
        else:
            self._backoff.recovered(table_id)
            self._slow_tables.discard(table_id)

    def _overdue(self) -> list[str]:
        """Return tables with an expired deadline, the longest overdue first; then those with an
        expired proposal or pause. Tables with a home elsewhere are left to it."""
        now = self.rooms.clock()
        late = (
            select(TableSeat.table_id)
            .join(Table)
            .where(TableSeat.due <= now, Table.aside.is_(None))
            .order_by(TableSeat.due)
        )
        lapsed = select(Vote.table_id).join(Table).where(Vote.expires <= now, Table.aside.is_(None))
        paused = select(Table.id).where(Table.pause_ends <= now, Table.aside.is_(None))
        queries = [query.where(self.is_ours(Table.id)) for query in (late, lapsed, paused)]
        with self.rooms.sessions() as session:
            due_tables = [session.scalars(query).all() for query in queries]
        return list(dict.fromkeys(table_id for each in due_tables for table_id in each))

    # -- deadlines

    def handle_deadlines(self, room: Room) -> None:
        """Handle the expired deadlines of a table's seats, its expired proposals and its pause."""
        self.rooms.refresh(room)  # another process may have stored a draft
        if votes.has_lapsed(room, self.rooms.clock()):
            self.rooms.change(room, votes.lapse)
        if votes.is_pause_over(room, self.rooms.clock()):
            self.rooms.change(room, votes.end_pause)
        # Who ran out of time first loses, where that ends the game.
        for seat in sorted(room.match.seats, key=lambda each: room.chairs[each].due or 0.0):
            due = room.chairs[seat].due
            if due is not None and due <= self.rooms.clock() and room.table.status == PLAYING:
                self._missed(room, seat)

    def _missed(self, room: Room, seat: Seat) -> None:
        """Submit the draft, or do what the table chose for missed deadlines."""
        later = put_off(room.clocks(), room.chairs[seat], self.rooms.clock())
        if later is not None:
            self.rooms.change(room, lambda room, now: room.set_chair(seat, due=later))
            return
        decision = overdue(room, seat)
        action = planned(room, decision) if decision is not None else None
        if action is not None and decision is not None:
            self.rooms.act(room, seat, room.version, action, decision.window, present=False)
        elif (excuse := absent_players.excuse_for(room, seat, self.rooms.clock())) is not None:
            self.rooms.change(room, lambda room, now: excuse(room, seat, now))
        else:
            self._stayed_away(room, seat, decision)

    def _stayed_away(self, room: Room, seat: Seat, decision: Decision | None) -> None:
        """Do what the table chose for a missed phase.

        Before the last phase that a player may miss, and always if the table chose so, the rules
        say what it amounts to. If they do not, the first missed phase is the last.
        """
        table, window = room.table, decision.window if decision is not None else None
        is_new = absent_players.note_missed(room, seat, window)
        if is_new:
            room.note_missed(seat)
        run, now = room.chairs[seat].missed_run, self.rooms.clock()
        is_last = run >= (table.missed_phases or 1)
        by_rule = table.absence == RULE or (table.absence in (COMPUTER, ABANDON) and not is_last)
        action = room.position.bind(decision).default_answer() if decision and by_rule else None
        if action is not None and decision is not None:
            # once, even if the rules need several answers to close the question
            user_id, which = room.chairs[seat].user_id, str(window)
            room.notify([user_id], "notice.by_rule", once=True, seat=seat, kind=which)
            if is_new:
                announce(room, now, "by_rule", without=[seat], seat=seat, count=run)
            if is_last:
                absent_players.open_seat(room, seat, now)
            self.rooms.act(room, seat, room.version, action, window, present=False)
        elif table.absence in (RULE, COMPUTER):
            self.rooms.change(room, lambda room, now: replace(room, seat, now))
        elif table.absence == FORFEIT:
            self._lose_on_time(room, seat)
        elif table.absence == ABANDON:
            self.rooms.change(room, lambda room, now: absent_players.abandon(room, seat))
        else:
            self.rooms.change(room, lambda room, now: wait(room, seat, now))

    def _lose_on_time(self, room: Room, seat: Seat) -> None:
        """End a game of two: the other wins, unless their time ran out at the same moment."""
        (other,) = (each for each in room.match.seats if each != seat)
        if room.chairs[other].due != room.chairs[seat].due or self._has_more_time(room, other):
            self.rooms.change(room, lambda room, now: absent_players.lose_on_time(room, seat))
            return
        decision = overdue(room, other)
        if absent_players.note_missed(room, other, decision.window if decision else None):
            room.note_missed(other)
        self.rooms.change(room, lambda room, now: absent_players.both_late(room))

    def _has_more_time(self, room: Room, seat: Seat) -> bool:
        """Return whether a deadline is put off, or a draft answers in time."""
        now, decision = self.rooms.clock(), overdue(room, seat)
        return (
            put_off(room.clocks(), room.chairs[seat], now) is not None
            or absent_players.excuse_for(room, seat, now) is not None
            or (decision is not None and planned(room, decision) is not None)
        )

    # -- reminders

    def _remind(self) -> None:
        now = self.rooms.clock()
        due = (TableSeat.remind <= now) & (TableSeat.due > now) & Table.aside.is_(None)
        soon = select(TableSeat, Table).join(Table).where(due)
        with self.rooms.sessions() as session:
            rows = session.execute(soon).all()
        for chair, table in rows:
            try:
                self.rooms.commits.store(partial(self._remind_one, chair, table))
            except Exception:  # the others are still reminded
                log.exception("no reminder could be sent at table %s", table.id)

    def _remind_one(self, chair: TableSeat, table: Table, transaction: Transaction) -> None:
        """Send a reminder once, and set the time of the next."""
        now, due = self.rooms.clock(), chair.due
        if due is None or chair.remind is None:
            return
        session, next_one = transaction.session, next_reminder(due, chair.remind, now)
        user = session.get(User, chair.user_id) if chair.user_id is not None else None
        if user is not None:
            next_one = remind_before_quiet(user.preferences, due, next_one, now)
        mine = transaction.connection.execute(
            update(TableSeat)
            .where(TableSeat.table_id == chair.table_id, TableSeat.seat == chair.seat)
            .where(TableSeat.remind == chair.remind, TableSeat.due == due)
            .values(remind=next_one)
        )
        if mine.rowcount != 1 or user is None:  # another process was faster
            return
        supersede(session, user.id, table.id, chair.seat)
        made = session.scalar(
            select(func.count()).where(Move.table_id == table.id, Move.seat == chair.seat)
        )
        key = LAST_CALL if is_last_call(due - now) else DEADLINE
        tell = partial(notify, seat=chair.seat, made=made or 0)
        if chair.window is not None:
            tell = partial(tell, window=chair.window)
        tell(session, [user.id], key, table)


def overdue(room: Room, seat: Seat) -> Decision | None:
    """Return the question whose time is up for a seat."""
    window = room.chairs[seat].window
    decision = room.position.decision(seat, window) if window is not None else None
    return decision or room.decisions().get(seat)


def planned(room: Room, decision: Decision) -> str | None:
    """Return the legal draft of a sealed answer.

    A private plan has no draft: its steps count as they are made.
    """
    chair = room.chairs[decision.seat]
    if not decision.sealed or decision.private:
        return None
    if chair.draft_window not in (None, decision.window):
        return None
    return decision.menu.canonical(chair.draft)


def replace(room: Room, seat: Seat, now: float) -> None:
    """Let a computer play until the player returns."""
    user_id, years = room.chairs[seat].user_id, room.table.stand_in_years
    if years is None:
        room.notify([user_id], "notice.missed", seat=seat)
    else:
        room.notify([user_id], "notice.missed_limited", seat=seat, years=years)
    announce(room, now, "stand_in", without=[seat], seat=seat)
    seats.stand_in(room, seat, now)


def wait(room: Room, seat: Seat, now: float) -> None:
    """Let the table wait, and show for whom."""
    room.notify([room.chairs[seat].user_id], "notice.late", seat=seat)
    room.set_chair(seat, due=None, remind=None, missed=int(now))
    announce(room, now, "late", without=[seat], seat=seat)
    absent_players.open_seat(room, seat, now)
    votes.withdraw_end_votes(room, now)
