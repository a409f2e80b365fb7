"""Public profiles: what the players of a registered account have played, and how well.

docs/privacy.md lists what is public. Nothing here depends on a running game at an anonymous or
private table.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.schema_hints import one_of
from entente.server.people import accounts, history
from entente.server.people.history import FinishedGame, GameFilter
from entente.server.people.profile_preferences import profile_preferences
from entente.server.problem import Problem
from entente.server.ratings.model import ShownRating, points, shown
from entente.server.ratings.pace import PaceClass, pace_class
from entente.server.ratings.reliability import Reliability, reliability_of
from entente.server.ratings.results import BOTH, COMPUTERS, DRAW, NO_OPPONENTS, PEOPLE, WIN
from entente.server.ratings.stored import ALL_TIME, seats_of_game, strength_of
from entente.server.storage.models import Rating, Result, Table, TableSeat, User
from entente.server.tables.spectator_delay import is_delayed_for
from entente.server.tables.time_control import read_pace
from entente.wire.tables import OPEN, PLAYING

RECENT = 10
OpponentKind = Annotated[str, one_of(PEOPLE, COMPUTERS, BOTH)]
MOST_TABLES = 30
MOST_POINTS = 1_000  # of all curves of a profile


class SideRecord(msgspec.Struct):
    """Games finished in a seat of a game, against one kind of opponents."""

    game: str
    seat: Seat
    opponents: OpponentKind
    games: int
    wins: int
    draws: int


class CurvePoint(msgspec.Struct):
    """The rating after a game."""

    finished: int
    points: int


class ProfileRating(msgspec.Struct):
    """A rating in a game and pace class, and how it got there, the first point first."""

    game: str
    pace_class: PaceClass
    rating: ShownRating
    wins: int
    curve: list[CurvePoint]


class CurrentTable(msgspec.Struct):
    """A public table where the user plays or waits for players."""

    id: str
    game: str
    title: str
    status: str
    seat: Seat
    pace_class: PaceClass
    started: int | None
    moves: int


class PublicProfile(msgspec.Struct):
    """A user's public profile. What the user hides is null, except for the user.

    `hidden` names what other people do not see.
    """

    id: int
    name: str
    me: bool
    created: int
    country: str
    about: str
    ratings: list[ProfileRating]
    reliability: Reliability
    tallies: list[SideRecord] | None
    recent: list[FinishedGame] | None
    tables: list[CurrentTable] | None
    hidden: list[str]


def find(session: Session, name: str) -> User:
    """Return a registered user. Raise Problem if there is none."""
    user = accounts.named(session, name)
    if user is None or user.guest:
        raise Problem(404, "people.unknown")
    return user


def find_history(session: Session, name: str, viewer: User | None) -> User:
    """Return a user whose history the viewer may read."""
    user = find(session, name)
    if not profile_preferences(user).games and (viewer is None or viewer.id != user.id):
        raise Problem(403, "people.history")
    return user


def profile(session: Session, user: User, viewer: User | None, now: float) -> PublicProfile:
    """Return a user's profile as a viewer sees it."""
    me = viewer is not None and viewer.id == user.id
    chosen = profile_preferences(user)
    games, tables = chosen.games or me, chosen.tables or me
    switches = {"games": chosen.games, "tables": chosen.tables}
    return PublicProfile(
        id=user.id,
        name=user.name,
        me=me,
        created=user.created,
        country=chosen.country,
        about=chosen.about,
        ratings=_ratings(session, user, with_curves=games),
        reliability=reliability_of(session, [user.id], now)[user.id],
        tallies=_tallies(session, user) if games else None,
        recent=history.games(session, user, viewer, GameFilter(), None, RECENT).games
        if games
        else None,
        tables=_tables(session, user) if tables else None,
        hidden=[name for name, is_shown in switches.items() if not is_shown],
    )


def _ratings(session: Session, user: User, *, with_curves: bool) -> list[ProfileRating]:
    rows = session.scalars(
        select(Rating)
        .where(Rating.user_id == user.id, Rating.season == ALL_TIME)
        .order_by(Rating.games.desc(), Rating.game, Rating.pace)
    )
    curves = _curves(session, user) if with_curves else {}
    return [
        ProfileRating(
            game=row.game,
            pace_class=row.pace,
            rating=shown(strength_of(row), row.games, seats_of_game(row.game)),
            wins=row.wins,
            curve=curves.get((row.game, row.pace), []),
        )
        for row in rows
    ]


def _curves(session: Session, user: User) -> dict[tuple[str, str], list[CurvePoint]]:
    rated = session.execute(
        select(Result.game, Result.pace, Result.finished, Result.mean)
        .where(Result.user_id == user.id, Result.rated)
        .order_by(Result.finished.desc())
        .limit(MOST_POINTS)
    )
    curves: dict[tuple[str, str], list[CurvePoint]] = {}
    for game, pace, finished, mean in reversed(rated.all()):
        point = CurvePoint(finished, points(mean or 0.0, seats_of_game(game)))
        curves.setdefault((game, pace), []).append(point)
    return curves


def _tallies(session: Session, user: User) -> list[SideRecord]:
    counted = session.execute(
        select(Result.game, Result.seat, Result.opponents, Result.result, func.count())
        .where(Result.user_id == user.id, Result.opponents != NO_OPPONENTS)
        .group_by(Result.game, Result.seat, Result.opponents, Result.result)
    )
    records: dict[tuple[str, str, str], SideRecord] = {}
    for game, seat, opponents, result, count in counted:
        new = SideRecord(game, seat, opponents, 0, 0, 0)
        tally = records.setdefault((game, seat, opponents), new)
        tally.games += count
        tally.wins += count * (result == WIN)
        tally.draws += count * (result == DRAW)
    return sorted(records.values(), key=lambda each: (each.game, -each.games, each.seat))


def _tables(session: Session, user: User) -> list[CurrentTable]:
    """Return the public tables of a user; the user's own page lists the others elsewhere."""
    rows = session.execute(
        select(Table, TableSeat.seat)
        .join(TableSeat, TableSeat.table_id == Table.id)
        .where(TableSeat.user_id == user.id, Table.status.in_((OPEN, PLAYING)))
        .where(Table.private.is_(False), Table.spectators.is_(True))
        .where(Table.anonymous.is_(False), Table.analysis.is_(False))
        .order_by(Table.touched.desc())
        .limit(MOST_TABLES)
    )
    return [
        CurrentTable(
            id=table.id,
            game=table.game,
            title=table.title,
            status=table.status,
            seat=seat,
            pace_class=pace_class(read_pace(table.pace)),
            started=table.begun,
            moves=0 if is_delayed_for(table, ()) else table.moves,
        )
        for table, seat in rows
    ]
