"""Analysis boards: tables where one user plays all seats.

One is made from a record (imports.py), or from a moment of another table: with the real moves if
everything may be known, otherwise with what the user may know of that moment, the rest being
sampled.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from random import SystemRandom
from typing import Any

import msgspec
from sqlalchemy import insert
from sqlalchemy.orm import Session

from entente.kernel import Match, Move, Seat
from entente.server.problem import Problem
from entente.server.storage.ids import new_id
from entente.server.storage.models import Move as StoredMove
from entente.server.storage.models import Snapshot as StoredSnapshot
from entente.server.storage.models import Table, TableSeat, User
from entente.server.study.past_positions import PastPositions, up_to
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch, AnyPosition
from entente.server.tables.snapshots import row_of
from entente.wire.tables import OVER, PLAYING, SILENT

# -- forks


def fork(
    session: Session, moments: PastPositions, room: Room, user: User, number: int, seat: Seat | None
) -> Table:
    """Create a table that starts where another was after `number` moves."""
    moves, true_number = up_to(room, room.seats_of(user.id), number)
    if all_known(room, user):
        match = replayed(room.match, moves, true_number)
    else:
        known = seat_to_know(room, user, seat)
        match = imagined(moments.track(room).at(moves, true_number), known)
    return keep(session, user, match, room.table.id)


def replayed(match: AnyMatch, moves: Sequence[Move], number: int) -> AnyMatch:
    """Return a match after `number` moves; if not all can be replayed, it starts there."""
    if number < match.first:
        raise Problem(409, "moment.pinned", first=match.first)
    again = match.from_start()
    again.replay(moves[again.first : number])
    if again.past is None:
        return again
    return Match(again.game, start=again.game.save(again.state).decode(), rules=again.rules)


def all_known(room: Room, user: User) -> bool:
    """Return whether a user may know everything.

    The game is over, or it is their analysis board.
    """
    table = room.table
    mine = table.analysis and room.seats_of(user.id) == room.match.seats
    return table.status == OVER or mine


def seat_to_know(room: Room, user: User, seat: Seat | None) -> Seat:
    """Return the seat whose knowledge counts: the given one, otherwise the user's first."""
    mine = room.seats_of(user.id)
    if not mine:
        raise Problem(409, "analysis.spectator")
    if seat is None:
        return mine[0]
    if seat not in mine:
        raise Problem(403, "table.not_yours")
    return seat


def imagined(position: AnyPosition, seat: Seat) -> AnyMatch:
    """Return a match from a sampled state that is consistent with a seat's view."""
    game = position.game
    state = game.determinize(position.state, seat, SystemRandom())
    state.news = []  # the other seats' log would reveal what is hidden
    return Match(game, start=game.save(state).decode())


# -- storing


def keep(
    session: Session,
    user: User,
    match: AnyMatch,
    origin: str | None = None,
    *,
    seats: Collection[Seat] | None = None,
    exercise: str | None = None,
) -> Table:
    """Store a match as a user's own table, with all or some of its seats."""
    now, outcome = int(time.time()), match.state.outcome
    table = Table(
        id=new_id(),
        game=match.game.info.id,
        options=dict(match.options),
        overrides=dict(match.game.overrides()),
        rules=match.rules,
        data=match.game.data_digest,
        seed=match.seed,
        start=match.start,
        host_id=user.id,
        private=True,
        spectators=False,
        analysis=True,
        rated=False,
        origin=origin,
        exercise=exercise,
        press=SILENT,
        language=user.language,
        pace={"kind": "free"},
        status=OVER if match.over else PLAYING,
        outcome=msgspec.to_builtins(outcome),
        version=1,
        created=now,
        touched=now,
        begun=now,
        moves=len(match.moves),
        series=match.series,
        waiting=list(match.position.to_move),
        starts_when_full=False,
        barred=[],
    )
    session.add(table)
    session.flush()
    mine = match.seats if seats is None else seats
    session.add_all(
        TableSeat(table_id=table.id, seat=seat, user_id=user.id if seat in mine else None)
        for seat in match.seats
    )
    session.flush()
    if match.moves:  # in bulk: other writers of SQLite must wait
        session.connection().execute(insert(StoredMove), _rows(table.id, match.moves, now))
        session.add(StoredSnapshot(**row_of(table.id, match, 0, now)))
        session.flush()
    return table


def _rows(table_id: str, moves: Sequence[Move], now: int) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table_id,
            "number": number,
            "seat": move.seat,
            "action": move.action,
            "time": move.time or now,
            "version": 1,
            "window": move.window,
            "private": False,
            "series": move.series,
        }
        for number, move in enumerate(moves, start=1)
    ]
