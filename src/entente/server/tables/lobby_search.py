"""Search the lobby: filters, pages, and what a player wants to know before sitting down.

A table with hidden names never shows its players' ratings, and no search by rating finds it:
otherwise a few searches would tell who sits there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, exists, func, or_, select, tuple_
from sqlalchemy.orm import Session

from entente.kernel import Seat, registry
from entente.players.skill import MEAN
from entente.server.problem import Problem
from entente.server.ratings.model import START, ShownRating, points_of_one, shown
from entente.server.ratings.pace import pace_class
from entente.server.ratings.reliability import reliability_of
from entente.server.ratings.stored import ALL_TIME, seats_of_game, strength_of
from entente.server.storage.blocks import not_to_meet
from entente.server.storage.models import Rating, Table, TableSeat, User
from entente.server.tables.access import hides_names
from entente.server.tables.lobby import (
    MINE,
    OPEN_TABLES,
    TAKEOVER,
    WATCH,
    open_for_takeover,
    seats_of_tables,
    table_infos,
)
from entente.server.tables.table_info import TableInfo
from entente.server.tables.time_control import read_pace
from entente.wire.tables import OPEN, OVER, PLAYING

PAGE = 25  # tables
BOARD = "b"  # begins the place of an analysis board: only others come after it


class Search(NamedTuple):
    """What a player looks for; None: anything.

    `least_rating` and `most_rating` bound the ratings of all people at the table, in points;
    `standard` means the game's default rules; `after` is the last page's `next`. `unfinished`
    leaves out finished games, `games` analysis boards; `most` is the number of tables on a page.
    """

    scope: str = OPEN_TABLES
    game: str | None = None
    pace: str | None = None
    chat: str | None = None
    free: int = 1
    least_rating: int | None = None
    most_rating: int | None = None
    language: str | None = None
    standard: bool = False
    rated: bool | None = None
    after: str | None = None
    unfinished: bool = False
    games: bool = False
    most: int = PAGE
    tables: Collection[str] | None = None  # only these


class LobbyPlayer(msgspec.Struct):
    """What the lobby says of a person at a table: rating, and deadlines kept in per cent.

    None: no rated game in this game and pace yet, or too few deadlines.
    """

    rating: ShownRating | None
    reliability: int | None


class LobbyTable(msgspec.Struct):
    """A table in the lobby, its people by seat, and how far the game is, in words."""

    table: TableInfo
    players: dict[Seat, LobbyPlayer]
    stage: str | None


class LobbyPage(msgspec.Struct):
    """A page of the lobby, last changed first; `next` finds the following page."""

    tables: list[LobbyTable]
    next: str | None


def search(
    session: Session, user: User | None, wanted: Search, language: str, now: float
) -> LobbyPage:
    """Return a page of tables. Runs a fixed number of queries."""
    tables = select_tables(session, user, wanted, wanted.most + 1)
    more, tables = len(tables) > wanted.most, tables[: wanted.most]
    return LobbyPage(
        describe(session, tables, user, language, now),
        _place(tables[-1]) if more else None,
    )


def select_tables(session: Session, user: User | None, wanted: Search, most: int) -> list[Table]:
    """Return the first tables that match, last changed first."""
    query = select(Table).where(*_conditions(session, user, wanted))
    if wanted.scope == MINE:  # games before analysis boards
        query = query.order_by(Table.analysis)
    query = _after(query, wanted).order_by(Table.touched.desc(), Table.id.desc())
    return list(session.scalars(query.limit(most)))


def describe(
    session: Session, tables: Sequence[Table], user: User | None, language: str, now: float
) -> list[LobbyTable]:
    """Return tables as the lobby shows them to a user, with their players."""
    if not tables:
        return []
    seats = seats_of_tables(session, tables)
    infos = table_infos(session, tables, seats, user, language)
    people = _people(session, tables, seats, now)
    return [LobbyTable(info, people.get(info.id, {}), info.stage) for info in infos]


# -- conditions


def _conditions(
    session: Session, user: User | None, wanted: Search
) -> Iterable[ColumnElement[bool]]:
    yield from _of_scope(session, user, wanted)
    if wanted.tables is not None:
        yield Table.id.in_(wanted.tables)
    if wanted.games:
        yield Table.analysis.is_(False)
    if wanted.game is not None:
        yield Table.game == wanted.game
    if wanted.pace is not None:
        yield Table.pace_class == wanted.pace
    if wanted.chat is not None:
        yield Table.press == wanted.chat
    if wanted.language is not None:
        yield Table.language == wanted.language
    if wanted.standard:
        yield Table.standard.is_(True)
    if wanted.rated is not None:
        yield Table.rated.is_(wanted.rated)
    if wanted.least_rating is not None or wanted.most_rating is not None:
        yield Table.anonymous.is_(False)
        yield ~_outside(wanted.least_rating, wanted.most_rating)


def _of_scope(session: Session, user: User | None, wanted: Search) -> Iterable[ColumnElement[bool]]:
    mine = select(TableSeat.table_id).where(TableSeat.user_id == (user.id if user else -1))
    if wanted.scope == MINE:
        yield Table.id.in_(mine)
        yield Table.exercise.is_(None)
        if wanted.unfinished:
            yield Table.status != OVER
        return
    yield Table.private.is_(False)
    if wanted.scope == WATCH:
        yield Table.status == PLAYING
        yield Table.spectators.is_(True)
        yield Table.analysis.is_(False)
        return
    if wanted.scope == TAKEOVER:
        yield open_for_takeover(user)
    else:
        yield Table.status == OPEN
        yield Table.free_seats >= max(1, wanted.free)
    if user is not None and (apart := not_to_meet(session, user.id)):
        # Blocks hide no anonymous table: that would tell who plays there.
        yield or_(Table.anonymous.is_(True), _without(apart))


def _without(user_ids: Collection[int]) -> ColumnElement[bool]:
    """Return whether none of these users is at the table."""
    seated = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id.in_(user_ids))
    return ~seated & or_(Table.host_id.is_(None), Table.host_id.not_in(user_ids))


def _outside(least: int | None, most: int | None) -> ColumnElement[bool]:
    """Return whether a person at the table has a rating outside the bounds."""
    mean = func.coalesce(Rating.mean, MEAN)
    bounds = []
    if least is not None:
        bounds.append(mean < _means(least))
    if most is not None:
        bounds.append(mean > _means(most))
    of_table = and_(
        Rating.user_id == TableSeat.user_id,
        Rating.game == Table.game,
        Rating.pace == Table.pace_class,
        Rating.season == ALL_TIME,
    )
    people = select(TableSeat.seat).outerjoin(Rating, of_table)
    people = people.where(TableSeat.table_id == Table.id, TableSeat.user_id.is_not(None))
    return people.where(or_(*bounds)).correlate(Table).exists()


def _means(points: int) -> ColumnElement[float]:
    """Return the mean that a game shows as these points."""
    by_game = {
        game: MEAN + (points - START) / points_of_one(seats_of_game(game))
        for game in registry.available()
    }
    return case(by_game, value=Table.game, else_=MEAN)


def _place(table: Table) -> str:
    return f"{BOARD if table.analysis else ''}{table.touched}.{table.id}"


def _after(query: Select[Table], wanted: Search) -> Select[Table]:
    """Continue after the last table of a page."""
    if (last := wanted.after) is None:
        return query
    touched, _, table_id = last.removeprefix(BOARD).partition(".")
    if not (touched.isdecimal() and len(touched) < 16 and table_id):
        raise Problem(422, "lobby.page")
    later = tuple_(Table.touched, Table.id) < (int(touched), table_id)
    if wanted.scope != MINE:
        return query.where(later)
    boards = Table.analysis.is_(True)
    return query.where(boards, later) if last.startswith(BOARD) else query.where(boards | later)


# -- the players


def _people(
    session: Session, tables: Iterable[Table], chairs: Mapping[str, list[TableSeat]], now: float
) -> dict[str, dict[Seat, LobbyPlayer]]:
    """Return rating and reliability of the people at each table whose names are visible."""
    visible = [table for table in tables if not hides_names(table)]
    ids = {chair.user_id for table in visible for chair in chairs[table.id]} - {None}
    users = {user_id for user_id in ids if user_id is not None}
    ratings = {
        (row.user_id, row.game, row.pace): shown(
            strength_of(row), row.games, seats_of_game(row.game)
        )
        for row in session.scalars(
            select(Rating).where(Rating.user_id.in_(users), Rating.season == ALL_TIME)
        )
    }
    reliability = reliability_of(session, users, now)

    def players_of(table: Table) -> dict[Seat, LobbyPlayer]:
        pace = pace_class(read_pace(table.pace))
        return {
            chair.seat: LobbyPlayer(
                ratings.get((chair.user_id, table.game, pace)),
                reliability[chair.user_id].percent,
            )
            for chair in chairs[table.id]
            if chair.user_id is not None
        }

    return {table.id: players_of(table) for table in visible}
