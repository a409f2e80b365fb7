"""Read the openings of finished games for the explorer, a few at a time in the background.

A game that ends is put into a queue with its last move. Games of before the queue are found by
looking through all tables once. Every process may take from the queue, and several at once: the one
that deletes the row stores what was read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from sqlalchemy import CursorResult, delete, exists, select
from sqlalchemy.orm import Session

from entente.kernel import Outcome, Seat, registry
from entente.kernel.openings import WHOLE_GAME, OpeningBook, OpeningLine, openings_in
from entente.players.explorer.game_file import openings_of
from entente.server.problem import Problem
from entente.server.ratings.eligibility import is_short
from entente.server.ratings.levels import fixed_strength
from entente.server.ratings.model import points
from entente.server.ratings.results import DRAW, LOSS, WIN
from entente.server.ratings.stored import seats_of_game
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import (
    OpeningGame,
    OpeningPlayed,
    OpeningScan,
    OpeningWaiting,
    Result,
    Table,
)
from entente.server.tables.explored import is_explored
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OVER

AT_ONCE = 20  # games read in one go
SECONDS = 3.0  # after which a go ends early
LOOKED_THROUGH = 500  # tables of before, in one go
_ONLY = 1  # id of the row that says how far
PEOPLE, COMPUTERS, BOTH = "people", "computers", "both"
log = logging.getLogger("entente.openings")


class ReadGame(NamedTuple):
    """A finished game, as the explorer needs it."""

    game: str
    match: AnyMatch
    outcome: Outcome
    book: OpeningBook
    lines: Sequence[OpeningLine]


def index_openings(rooms: Rooms) -> int:
    """Read some games of the queue; return how many were taken from it."""
    until = time.monotonic() + SECONDS
    with rooms.sessions() as session:
        waiting = session.scalars(select(OpeningWaiting.table_id).limit(AT_ONCE)).all()
        scan = session.get(OpeningScan, _ONLY)
    if not waiting and (scan is None or not scan.done):
        with rooms.sessions.begin() as session:
            _look_through(session)
    taken = 0
    for table_id in waiting:
        found = _read(rooms, table_id)
        with rooms.sessions.begin() as session:
            query = delete(OpeningWaiting).where(OpeningWaiting.table_id == table_id)
            deleted: CursorResult[tuple[()]] = session.connection().execute(query)
            if deleted.rowcount and found is not None:
                _store(session, table_id, found)
        taken += 1
        if time.monotonic() > until:
            break
    return taken


def _look_through(session: Session) -> None:
    """Put finished games of before the queue into it."""
    one_after_the_other(session, "opening scan")
    scan = session.get(OpeningScan, _ONLY)
    if scan is None:
        scan = OpeningScan(id=_ONLY, table_id="", done=False)
        session.add(scan)
    if scan.done:
        return  # by another process
    known = exists().where(OpeningGame.table_id == Table.id)
    queued = exists().where(OpeningWaiting.table_id == Table.id)
    rows = session.execute(
        select(Table, known | queued)
        .where(Table.id > scan.table_id)
        .order_by(Table.id)
        .limit(LOOKED_THROUGH)
    ).all()
    for table, is_known in rows:
        if table.status == OVER and not is_known and _is_installed(table) and is_explored(table):
            session.add(OpeningWaiting(table_id=table.id))
    if rows:
        scan.table_id = rows[-1][0].id
    scan.done = len(rows) < LOOKED_THROUGH


def _is_installed(table: Table) -> bool:
    return table.game in registry.available()


def _read(rooms: Rooms, table_id: str) -> ReadGame | None:
    """Return a finished game with its openings; None if it is not to be shown."""
    try:
        room = rooms.get(table_id)
        module = openings_of(room.table.game)
        with room.lock:
            outcome, counts = room.outcome, _counts(room)
        if module is None or outcome is None or not counts:
            return None
        lines = openings_in(module, room.match)
        return ReadGame(room.table.game, room.match, outcome, module.BOOK, lines)
    except Problem:  # deleted, or set aside
        return None
    except Exception:  # an old game that can no longer be replayed must not be tried forever
        log.exception("the opening of table %s could not be read", table_id)
        return None


def _counts(room: Room) -> bool:
    match, outcome = room.match, room.outcome
    if not is_explored(room.table) or outcome is None or not outcome.winners:
        return False
    if match.past is not None or match.start is not None:
        return False
    return not is_short(room.table.game, len(match.seats), room.table.moves)


def _store(session: Session, table_id: str, read: ReadGame) -> None:
    results = session.scalars(
        select(Result).where(Result.table_id == table_id, Result.holder == 0)
    ).all()
    if not results:
        return  # one person has played all seats
    finished = results[0].finished
    by_seat = {each.seat: each for each in results}
    for line in read.lines:
        seats = list(read.match.seats) if line.side == WHOLE_GAME else [line.side]
        seat, mine = seats[0], [by_seat[each] for each in seats if each in by_seat]
        session.add(
            OpeningGame(
                table_id=table_id,
                side=line.side,
                game=read.game,
                finished=finished,
                players=_kind(mine),
                result=_result(read.outcome, seat),
                score=read.outcome.scores.get(seat, 0.0),
                points=_points(read.game, mine),
                measure=read.book.measure(read.match.state, seat) if read.book.measure else None,
            )
        )
        session.add_all(
            OpeningPlayed(
                table_id=table_id,
                side=line.side,
                number=number,
                game=read.game,
                step=move.step,
                move=move.text,
                before=move.before,
                after=move.after,
                finished=finished,
            )
            for number, move in enumerate(line.moves)
        )


def _kind(results: Sequence[Result]) -> str:
    computers = {each.computer is not None for each in results}
    return BOTH if len(computers) > 1 else COMPUTERS if True in computers else PEOPLE


def _result(outcome: Outcome, seat: Seat) -> str:
    if seat not in outcome.winners:
        return LOSS
    return WIN if len(outcome.winners) == 1 else DRAW


def _points(game: str, results: Sequence[Result]) -> int | None:
    """Return the mean rating of the players before the game; None if one is not known."""
    known = list[int]()
    for each in results:
        mean = each.mean_before if not each.took_over else None
        if each.computer is not None:
            strength = fixed_strength(game, each.computer)
            mean = None if strength is None else strength.mean
        if mean is None:
            return None
        known.append(points(mean, seats_of_game(game)))
    return round(fmean(known)) if known else None
