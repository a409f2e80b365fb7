"""Load a table into memory, or record why it cannot be opened."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Executable, bindparam, select, update
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.logs import facts
from entente.server.problem import Problem
from entente.server.storage.database import Sessions, read_at_one_moment
from entente.server.storage.grouped_commits import GroupedCommits, Transaction
from entente.server.storage.models import Move, SeenSeat, Table, TableSeat, User, Vote
from entente.server.tables.opening import (
    BROKEN,
    CannotOpen,
    NeedsNewer,
    Opened,
    Stored,
    aside_problem,
    opened,
)
from entente.server.tables.room import Person, Room, Stale, VoteTerms
from entente.server.tables.room_state import Clock
from entente.server.tables.snapshots import stored_match

MOST_WITHOUT_GAME = 1_000  # tables of uninstalled games that are remembered

log = logging.getLogger("entente.rooms")

_TABLES = Table.__table__
_BEGUN_WITH = (
    update(_TABLES)  # type: ignore[arg-type]
    .where(_TABLES.c.id == bindparam("table"))
    .values(
        rules=bindparam("new_rules"), data=bindparam("new_data"), pinned=bindparam("new_pinned")
    )
)
_ASIDE = (
    update(_TABLES)  # type: ignore[arg-type]
    .where(_TABLES.c.id == bindparam("table"), _TABLES.c.version == bindparam("seen"))
    .values(aside=bindparam("reason", type_=_TABLES.c.aside.type))
)


class RoomLoader:
    """Loads rooms from the database. `store` commits the change of a table that is pinned."""

    def __init__(
        self,
        sessions: Sessions,
        commits: GroupedCommits,
        clock: Clock,
        store: Callable[[Room, float], None],
    ) -> None:
        self.sessions = sessions
        self.commits = commits
        self.clock = clock
        self.store = store
        # While a newer version runs beside this one, it decides what cannot be continued.
        self.newer_runs: Callable[[], bool] = lambda: False
        self._without_game: set[str] = set()  # tables of uninstalled games, logged once

    def load(self, table_id: str) -> Room:
        """Return a table's room. Raise Problem if there is none or it is unavailable."""
        with self.sessions() as session:
            read_at_one_moment(session)
            stored, parts = self._read(session, table_id)
        if stored.table.aside is not None:
            raise aside_problem(stored.table.aside)
        # Without a connection, because others need those.
        return self._open(stored, parts)

    def _read(self, session: Session, table_id: str) -> tuple[Stored, Room.Parts]:
        """Load everything stored about a table in one snapshot, so that version and moves match."""
        table = session.get(Table, table_id)
        if table is None:
            raise Problem(404, "table.unknown")
        chairs = session.scalars(select(TableSeat).where(TableSeat.table_id == table_id)).all()
        moves = session.scalars(
            select(Move).where(Move.table_id == table_id).order_by(Move.number)
        ).all()
        votes: dict[str, dict[Seat, bool]] = {}
        vote_terms: dict[str, VoteTerms] = {}
        answers = select(Vote).where(Vote.table_id == table_id).order_by(Vote.number)
        for answer in session.scalars(answers):
            votes.setdefault(answer.kind, {})[answer.seat] = answer.yes
            vote_terms[answer.kind] = VoteTerms(answer.expires, answer.hours)
        seen = session.execute(
            select(SeenSeat.user_id, SeenSeat.seat).where(SeenSeat.table_id == table_id)
        )
        stored = stored_match(session, table, moves)
        parts = Room.Parts(
            chairs,
            people_at(session, table_id),
            [move.version for move in moves],
            votes,
            vote_terms,
            [(user_id, seat) for user_id, seat in seen],
        )
        session.expunge_all()
        return stored, parts

    def _open(self, stored: Stored, parts: Room.Parts) -> Room:
        """Build the room of a loaded table.

        What follows is stored: it is pinned, or marked unavailable, which raises Problem.
        """
        table = stored.table
        try:
            result = opened(stored)
        except CannotOpen as reason:
            if self.newer_runs():
                raise NeedsNewer from None
            self._set_aside(table, reason)
            raise aside_problem(reason.stored) from None
        except NeedsNewer:
            raise
        except Problem:
            if len(self._without_game) >= MOST_WITHOUT_GAME:
                self._without_game.clear()
            if table.id not in self._without_game:
                self._without_game.add(table.id)
                log.warning("the game of table %s, %s, is not installed", table.id, table.game)
            raise
        if result.how == "pinned" and self.newer_runs():
            raise NeedsNewer
        room = Room(
            table,
            parts.chairs,
            result.match,
            people=parts.people,
            versions=parts.versions[: len(result.match.moves)],
            votes=parts.votes,
            vote_terms=parts.vote_terms,
            seen=parts.seen,
            snapshots=result.snapshots,
            clock=self.clock,
        )
        if result.how == "pinned" or (table.rules, table.data) != (result.rules, result.data):
            self._begin_with(room, result)
        return room

    def _set_aside(self, table: Table, reason: CannotOpen) -> None:
        """Mark a table as unavailable. Raise Stale if it has changed since it was read."""
        row = {"table": table.id, "seen": table.version, "reason": reason.stored}
        self.commits.store(partial(_execute_once, _ASIDE, row))
        details = facts(table=table.id, game=table.game, reason=reason.key, **reason.args_of_key)
        broken = reason if reason.key == BROKEN else None
        log.error(
            "a table cannot be opened and is marked unavailable", extra=details, exc_info=broken
        )

    def _begin_with(self, room: Room, result: Opened) -> None:
        """Record the rules and data a table continues with.

        Pinning is a change like any other: players are notified, and moves that cannot be replayed
        are dropped.
        """
        table = room.table
        step: dict[str, object] = {"table": table.id, "new_pinned": result.pinned}
        step |= {"new_rules": result.rules, "new_data": result.data}
        table.rules, table.data, table.pinned = result.rules, result.data, result.pinned
        if result.how != "pinned":
            self.commits.store(partial(_execute, _BEGUN_WITH, step))
            return
        now = self.clock()
        room.writes.append((_BEGUN_WITH, step))
        if result.pinned is not None:
            room.restart_from_snapshot(result.pinned, now)
            players = [chair.user_id for chair in room.chairs.values()]
            key = "notice.pinned_lost" if result.lost else "notice.pinned"
            room.notify(players, key, lost=result.lost)
        log.warning(
            "a table continues from its snapshot", extra=facts(table=table.id, lost=result.lost)
        )
        self.store(room, now)


def _execute(statement: Executable, parameters: Any, transaction: Transaction) -> None:
    transaction.connection.execute(statement, parameters)


def _execute_once(statement: Executable, parameters: Any, transaction: Transaction) -> None:
    """Change one row. Raise Stale if it has changed."""
    if transaction.connection.execute(statement, parameters).rowcount != 1:
        raise Stale


def people_at(session: Session, table_id: str) -> dict[int, Person]:
    """Return the people seated at a table."""
    rows = session.execute(
        select(User.id, User.name, User.preferences)
        .join(TableSeat)
        .where(TableSeat.table_id == table_id)
    )
    return {
        user_id: Person.from_preferences(name, preferences) for user_id, name, preferences in rows
    }
