"""Leaderboards: the settled ratings of a game and pace class, for all time or for a quarter."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from entente.server.people.profile_preferences import profile_preferences
from entente.server.ratings.model import SETTLED, ShownRating, shown
from entente.server.ratings.pace import PaceClass
from entente.server.ratings.stored import ALL_TIME, season_of, seats_of_game, strength_of
from entente.server.storage.models import Rating, User

PAGE = 50
MOST_PAGES = 2_000


class LeaderboardEntry(msgspec.Struct):
    """A player in a leaderboard; players with the same points share a rank."""

    rank: int
    name: str
    country: str
    me: bool
    rating: ShownRating
    wins: int


class Leaderboard(msgspec.Struct):
    """A page of a leaderboard.

    `season` is empty for all time, or a calendar quarter: `2026-4`. `seasons` are the quarters with
    a leaderboard, the last one first. `me` is the viewer's own entry, on any page.
    """

    game: str
    pace_class: PaceClass
    season: str
    seasons: list[str]
    page: int
    pages: int
    players: int
    entries: list[LeaderboardEntry]
    me: LeaderboardEntry | None


def leaderboard(
    session: Session, game: str, pace: str, season: str, page: int, viewer: User | None, now: float
) -> Leaderboard:
    """Return a page of a leaderboard."""
    of_board = _of_board(game, pace, season)
    players = session.scalar(select(func.count()).select_from(Rating).where(*of_board)) or 0
    pages = min(MOST_PAGES, max(1, -(-players // PAGE)))
    page = min(page, pages)
    # The index alone finds the page; only its players are read.
    on_page = session.scalars(
        select(Rating.user_id)
        .where(*of_board)
        .order_by(Rating.mean.desc(), Rating.user_id.desc())
        .offset((page - 1) * PAGE)
        .limit(PAGE)
    ).all()
    named = (Rating.game == game, Rating.pace == pace, Rating.season == season)
    rows = session.execute(
        select(Rating, User)
        .join(User, User.id == Rating.user_id)
        .where(Rating.user_id.in_(on_page), *named)
    ).all()
    by_user = {user.id: (row, user) for row, user in rows}
    first = 1 + (page - 1) * PAGE
    entries = [
        _entry(*by_user[user_id], rank, viewer)
        for rank, user_id in enumerate(on_page, start=first)
        if user_id in by_user  # not deleted meanwhile
    ]
    return Leaderboard(
        game=game,
        pace_class=pace,
        season=season,
        seasons=_seasons(session, game, pace, now),
        page=page,
        pages=pages,
        players=players,
        entries=entries,
        me=_own(session, of_board, viewer),
    )


def _of_board(game: str, pace: str, season: str) -> list[ColumnElement[bool]]:
    return [
        Rating.game == game,
        Rating.pace == pace,
        Rating.season == season,
        Rating.listed.is_(True),
    ]


def _entry(row: Rating, user: User, rank: int, viewer: User | None) -> LeaderboardEntry:
    return LeaderboardEntry(
        rank=rank,
        name=user.name,
        country=profile_preferences(user).country,
        me=viewer is not None and viewer.id == user.id,
        rating=shown(strength_of(row), row.games, seats_of_game(row.game)),
        wins=row.wins,
    )


def _own(
    session: Session, of_board: list[ColumnElement[bool]], viewer: User | None
) -> LeaderboardEntry | None:
    if viewer is None:
        return None
    mine = session.scalar(select(Rating).where(*of_board, Rating.user_id == viewer.id))
    if mine is None:
        return None
    better = select(func.count()).select_from(Rating).where(*of_board, Rating.mean > mine.mean)
    return _entry(mine, viewer, 1 + (session.scalar(better) or 0), viewer)


def _seasons(session: Session, game: str, pace: str, now: float) -> list[str]:
    """Return the quarters since the first rated game, the current one first."""
    oldest = session.scalar(
        select(func.min(Rating.season)).where(
            Rating.game == game, Rating.pace == pace, Rating.season > ALL_TIME
        )
    )
    last = season_of(now)
    if oldest is None:
        return [last]
    seasons = [last]
    year, quarter = map(int, last.split("-"))
    while seasons[-1] > oldest:
        year, quarter = (year, quarter - 1) if quarter > 1 else (year - 1, 4)
        seasons.append(f"{year}-{quarter}")
    return seasons


def show_in_leaderboards(session: Session, user: User) -> None:
    """List or hide a user's settled ratings, after the user has changed the preference."""
    wanted = user.in_leaderboards
    session.execute(
        update(Rating)
        .where(Rating.user_id == user.id)
        .values(listed=(Rating.deviation <= SETTLED) if wanted else False)
    )
