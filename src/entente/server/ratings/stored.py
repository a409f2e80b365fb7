"""Stored ratings: read them for a list of users."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.kernel import registry
from entente.server.ratings.model import ShownRating, Skill, shown
from entente.server.storage.models import Rating, Result

ALL_TIME = ""
PEOPLE = ("people", "both")  # opponents of a result that counts


def seats_of_game(game: str) -> int:
    """Return the usual number of seats of a game; 2 if it is not installed."""
    return len(registry.load(game).info.seats) if game in registry.available() else 2


def season_of(time: float) -> str:
    """Return the calendar quarter of a time: `2026-4`."""
    day = datetime.fromtimestamp(time, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"


def ratings_of(
    session: Session, user_ids: Collection[int], game: str, pace: str
) -> dict[int, ShownRating]:
    """Return the ratings of users in a game and pace class; users without one are left out."""
    if not user_ids:
        return {}
    rows = session.scalars(
        select(Rating)
        .where(Rating.user_id.in_(set(user_ids)), Rating.game == game)
        .where(Rating.pace == pace, Rating.season == ALL_TIME)
    )
    seats = seats_of_game(game)
    return {row.user_id: shown(strength_of(row), row.games, seats) for row in rows}


def strength_of(row: Rating) -> Skill:
    return Skill(row.mean, row.deviation)


def finished_with_people(session: Session, user_id: int) -> int:
    """Return how many games with other people a user has finished."""
    query = select(func.count()).where(
        Result.user_id == user_id, Result.departure == "", Result.opponents.in_(PEOPLE)
    )
    return session.scalar(query) or 0
