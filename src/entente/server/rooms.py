"""Rooms: the games being played, in memory, each exactly what the database says of it.

A change is tried in memory, stored, and only then told. It is stored together with the version it
was made on; when somebody else was quicker, here or in another process, nothing is stored, the room
is read anew, and whoever tried is told how the table stands.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import RLock
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from entente.kernel import Decision, Match, Seat, registry
from entente.kernel.match import Move as PlayedMove
from entente.server.database import Sessions
from entente.server.models import OVER, PLAYING, Chair, Move, Table
from entente.server.problem import Problem

AnyMatch = Match[Any, Any]
KEPT = 500  # rooms in memory


class Stale(Problem):
    """The change was made on a version that is no longer the present one."""

    def __init__(self) -> None:
        super().__init__(409, "table.stale")


class Room:
    """A table with its match, as stored at `version`."""

    def __init__(self, table: Table, chairs: list[Chair], match: AnyMatch) -> None:
        self.table = table
        self.chairs = {chair.seat: chair for chair in chairs}
        self.match = match
        self.lock = RLock()
        # Since which version each seat has been asked what it is asked now: while others seal
        # their answers, the table's version goes on and a seat's own question stays.
        asked = table.version - len(match.state.sealed)
        self.told = self.decisions()
        self.asked: dict[Seat, int] = dict.fromkeys(self.told, asked)

    @property
    def version(self) -> int:
        return self.table.version

    def seats_of(self, user_id: int | None) -> tuple[Seat, ...]:
        """The seats a user holds, in the order of the game."""
        if user_id is None:
            return ()
        return tuple(s for s in self.match.seats if self.chairs[s].user_id == user_id)

    def decisions(self) -> dict[Seat, Decision]:
        """Who must decide now; nobody before the game has begun."""
        if self.table.status != PLAYING:
            return {}
        return dict(self.match.game.decisions(self.match.state))

    def remember(self, before: dict[Seat, Decision]) -> None:
        """After a change: whoever is still asked the same sealed question has been all along."""
        now = self.told = self.decisions()
        self.asked = {
            seat: self.asked.get(seat, self.version)
            if decision.sealed and before.get(seat) == decision
            else self.version
            for seat, decision in now.items()
        }

    def computers(self) -> dict[Seat, str]:
        """The seats of computer players that must decide now, with the player's name."""
        waiting = {seat: self.chairs[seat].computer for seat in self.decisions()}
        return {seat: name for seat, name in waiting.items() if name}


class Rooms:
    """The rooms of this process."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = RLock()

    def get(self, table_id: str) -> Room:
        """The room of a table, up to date; Problem if there is no such table."""
        with self.sessions() as session:
            version = session.scalar(select(Table.version).where(Table.id == table_id))
            if version is None:
                raise Problem(404, "table.unknown")
            with self._lock:
                room = self._rooms.get(table_id)
                if room is None or room.version != version:
                    room = self._rooms[table_id] = self._read(session, table_id)
                self._rooms.move_to_end(table_id)
                while len(self._rooms) > KEPT:
                    self._rooms.popitem(last=False)
                return room

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._rooms.pop(table_id, None)

    def _read(self, session: Session, table_id: str) -> Room:
        table = session.get_one(Table, table_id)
        chairs = session.scalars(select(Chair).where(Chair.table_id == table_id)).all()
        moves = session.scalars(
            select(Move).where(Move.table_id == table_id).order_by(Move.number)
        ).all()
        match: AnyMatch = Match(registry.load(table.game), table.options, table.seed)
        match.replay(PlayedMove(move.seat, move.action, move.time) for move in moves)
        session.expunge_all()
        return Room(table, list(chairs), match)

    # -- changes

    def act(self, room: Room, seat: Seat, version: int, action: str) -> None:
        """Take an action; IllegalAction and Stale change nothing."""
        with room.lock:
            self._check(room, seat, version)
            match, now = room.match, int(time.time())
            match.act(seat, action, now)
            number, move = len(match.moves), match.moves[-1]
            status = OVER if match.over else PLAYING
            row = {
                "table_id": room.table.id,
                "number": number,
                "seat": seat,
                "action": move.action,
                "time": now,
            }
            self._store(room, now, status, lambda session: session.execute(insert(Move), [row]))

    def undo(self, room: Room, seat: Seat, version: int) -> None:
        """Take back a seat's last action, as far as the kernel's rule allows."""
        with room.lock:
            self._check(room, seat, room.version)
            if version != room.version:
                raise Stale
            match, now = room.match, int(time.time())
            before = list(match.moves)
            match.undo(seat)
            pairs = enumerate(zip(before, match.moves, strict=False))
            kept = next((i for i, (old, new) in pairs if old != new), len(match.moves))
            rows = [
                {"table_id": room.table.id, "number": n, "seat": m.seat, "action": m.action}
                | {"time": m.time or now}
                for n, m in enumerate(match.moves[kept:], start=kept + 1)
            ]

            def rewrite(session: Session) -> None:
                session.execute(
                    delete(Move).where(Move.table_id == room.table.id, Move.number > kept)
                )
                if rows:
                    session.execute(insert(Move), rows)

            self._store(room, now, PLAYING, rewrite)

    def _check(self, room: Room, seat: Seat, version: int) -> None:
        if room.table.status == OVER:
            raise Problem(409, "table.over")
        if room.table.status != PLAYING:
            raise Problem(409, "table.not_started")
        if not room.asked.get(seat, room.version) <= version <= room.version:
            raise Stale

    def _store(self, room: Room, now: int, status: str, change: Any) -> None:
        """Commit a change made in memory; if that fails the room is read anew by whoever asks."""
        table, before = room.table, room.told
        try:
            with self.sessions.begin() as session:
                stored = session.execute(
                    update(Table)
                    .where(Table.id == table.id, Table.version == table.version)
                    .values(version=table.version + 1, touched=now, status=status)
                )
                if stored.rowcount != 1:  # type: ignore[attr-defined]
                    raise Stale
                change(session)
        except BaseException:
            self.forget(table.id)
            raise
        table.version += 1
        table.touched, table.status = now, status
        room.remember(before)
