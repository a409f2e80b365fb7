"""A user's finished games, for the profile and its history.

A game at a private or closed table is shown only to those who played it. A running game is never
here: results are stored when a game ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, exists, or_, select, tuple_
from sqlalchemy.orm import Session, aliased

from entente.kernel import Seat
from entente.kernel.schema_hints import one_of
from entente.server.people import accounts
from entente.server.problem import Problem
from entente.server.ratings.model import SETTLED, points
from entente.server.ratings.pace import PaceClass
from entente.server.ratings.results import (
    ABANDONED,
    DRAW,
    LEFT,
    LOSS,
    STAND_IN,
    WIN,
)
from entente.server.ratings.stored import seats_of_game
from entente.server.storage.models import Result, Table, User

PAGE = 25
MOST_EXPORTED = 20_000
GameResultKind = Annotated[str, one_of(WIN, DRAW, LOSS, ABANDONED)]
Departure = Annotated[str, one_of("", STAND_IN, LEFT)]


class PlayedSeat(msgspec.Struct):
    """A seat of a finished game and its player at the end.

    Without `name` and `computer`, the player's account is deleted.
    """

    seat: Seat
    name: str | None
    computer: str | None
    guest: bool
    result: GameResultKind


class FinishedGame(msgspec.Struct):
    """A finished game of a user.

    `departure` says how the user left it, if they did not finish: `stand_in`, a computer finished;
    `left`, the seat was no longer theirs at the end, and they have no score. `took_over`: the user
    sat down after the start. Without `points` the game did not change the rating, and `unrated`
    says why.
    """

    table_id: str
    game: str
    pace_class: PaceClass
    seat: Seat
    result: GameResultKind
    place: int | None
    players: int
    score: float | None
    departure: Departure
    took_over: bool
    started: int
    finished: int
    moves: int
    rated: bool
    unrated: str | None
    points_before: int | None
    points: int | None
    others: list[PlayedSeat]


class GamePage(msgspec.Struct):
    """A page of a history, the last game first; `next` begins the page after it."""

    games: list[FinishedGame]
    next: str | None


class GameFilter(NamedTuple):
    """What to look for in a history. Days are in UTC, both included."""

    game: str | None = None
    opponent: str | None = None
    result: str | None = None
    since: date | None = None
    until: date | None = None


def games(
    session: Session,
    user: User,
    viewer: User | None,
    wanted: GameFilter,
    after: str | None = None,
    most: int = PAGE,
) -> GamePage:
    """Return a page of a user's finished games that a viewer may see."""
    query = _visible(user, viewer).where(*_conditions(session, wanted))
    if after is not None:
        finished, table_id = _read_cursor(after)
        query = query.where(tuple_(Result.finished, Result.table_id) < (finished, table_id))
    query = query.order_by(Result.finished.desc(), Result.table_id.desc()).limit(most + 1)
    rows = session.scalars(query).all()
    shown = rows[:most]
    last = shown[-1] if len(rows) > most else None
    cursor = None if last is None else f"{last.finished}-{last.table_id}"
    return GamePage(_described(session, shown), cursor)


def export_lines(session: Session, user: User, viewer: User | None) -> Iterator[bytes]:
    """Yield a user's finished games as lines of JSON, the last game first."""
    after: str | None = None
    for _ in range(MOST_EXPORTED // 500):
        page = games(session, user, viewer, GameFilter(), after, 500)
        for each in page.games:
            yield msgspec.json.encode(each) + b"\n"
        after = page.next
        if after is None:
            return


def _visible(user: User, viewer: User | None) -> Select[Result]:
    query = select(Result).where(Result.user_id == user.id)
    if viewer is not None and viewer.id == user.id:
        return query
    return query.join(Table, Table.id == Result.table_id).where(may_list(viewer))


def may_list(viewer: User | None) -> ColumnElement[bool]:
    """Return the condition that a finished table is shown to a viewer."""
    public = and_(Table.private.is_(False), Table.spectators.is_(True))
    if viewer is None:
        return public
    own = aliased(Result)
    return or_(public, exists().where(own.table_id == Table.id, own.user_id == viewer.id))


def _conditions(session: Session, wanted: GameFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.game is not None:
        conditions.append(Result.game == wanted.game)
    if wanted.result is not None:
        conditions.append(Result.result == wanted.result)
    if wanted.since is not None:
        conditions.append(Result.finished >= _midnight(wanted.since))
    if wanted.until is not None:
        conditions.append(Result.finished < _midnight(wanted.until) + 86400)
    if wanted.opponent is not None:
        opponent = accounts.named(session, wanted.opponent)
        other = aliased(Result)
        number = -1 if opponent is None else opponent.id
        conditions.append(
            exists().where(other.table_id == Result.table_id, other.user_id == number)
        )
    return conditions


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


def _read_cursor(text: str) -> tuple[int, str]:
    finished, _, table_id = text.partition("-")
    if not finished.isdecimal() or len(finished) > 12 or not table_id:
        raise Problem(422, "history.cursor")
    return int(finished), table_id


def _described(session: Session, rows: Sequence[Result]) -> list[FinishedGame]:
    others = players_at(session, {row.table_id for row in rows})
    return [_game(row, others.get(row.table_id, [])) for row in rows]


def players_at(session: Session, table_ids: Collection[str]) -> dict[str, list[PlayedSeat]]:
    """Return the players of finished games, by table."""
    players_by_table: dict[str, list[PlayedSeat]] = {}
    players = session.execute(
        select(Result, User.name, User.folded)
        .outerjoin(User, User.id == Result.user_id)
        .where(Result.table_id.in_(table_ids), Result.holder == 0)
        .order_by(Result.table_id, Result.seat)
    )
    for row, name, registered in players:
        guest = row.user_id is not None and registered is None
        player = PlayedSeat(row.seat, name, row.computer, guest, row.result)
        players_by_table.setdefault(row.table_id, []).append(player)
    return players_by_table


def _game(row: Result, players: list[PlayedSeat]) -> FinishedGame:
    seats = seats_of_game(row.game)
    return FinishedGame(
        table_id=row.table_id,
        game=row.game,
        pace_class=row.pace,
        seat=row.seat,
        result=row.result,
        place=row.place,
        players=row.players,
        score=row.score,
        departure=row.departure,
        took_over=row.took_over,
        started=row.begun,
        finished=row.finished,
        moves=row.moves,
        rated=row.rated,
        unrated=row.unrated,
        points_before=None if row.mean_before is None else points(row.mean_before, seats),
        points=None if row.mean is None else points(row.mean, seats),
        others=[each for each in players if each.seat != row.seat],
    )


# -- the results of one table


class SeatResult(msgspec.Struct):
    """What a player got from a finished game, and what it did to the rating.

    `seat` occurs again for each player who left it before the end, with a `departure`.
    """

    seat: Seat
    name: str | None
    computer: str | None
    me: bool
    guest: bool
    result: GameResultKind
    place: int | None
    score: float | None
    departure: Departure
    took_over: bool
    phases: int
    phases_missed: int
    unrated: str | None
    points_before: int | None
    points: int | None
    provisional: bool


def table_results(session: Session, table: Table, viewer: User | None) -> list[SeatResult]:
    """Return the results of a finished table, by place."""
    rows = session.execute(
        select(Result, User.name, User.folded)
        .outerjoin(User, User.id == Result.user_id)
        .where(Result.table_id == table.id)
        .order_by(Result.place, Result.seat, Result.holder)
    )
    seats = seats_of_game(table.game)
    return [_seat_result(row, name, registered, viewer, seats) for row, name, registered in rows]


def _seat_result(
    row: Result, name: str | None, registered: str | None, viewer: User | None, seats: int
) -> SeatResult:
    return SeatResult(
        seat=row.seat,
        name=name,
        computer=row.computer,
        me=viewer is not None and row.user_id == viewer.id,
        guest=row.user_id is not None and registered is None,
        result=row.result,
        place=row.place,
        score=row.score,
        departure=row.departure,
        took_over=row.took_over,
        phases=row.phases,
        phases_missed=row.phases_missed,
        unrated=row.unrated,
        points_before=None if row.mean_before is None else points(row.mean_before, seats),
        points=None if row.mean is None else points(row.mean, seats),
        provisional=row.deviation is not None and row.deviation > SETTLED,
    )
