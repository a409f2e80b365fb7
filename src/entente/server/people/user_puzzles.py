"""Export what is stored about a user's puzzles; it is deleted with the account."""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.storage.models import PuzzleAttempt, PuzzleRating, User


class OwnPuzzleAttempt(msgspec.Struct):
    """The user's first answer to a puzzle, and the rating after it."""

    puzzle: str
    game: str
    correct: bool
    points: int
    time: int


class OwnPuzzleRating(msgspec.Struct):
    """The user's rating at the puzzles of a game."""

    game: str
    mean: float
    deviation: float
    attempts: int
    solved: int
    streak: int
    best_streak: int
    changed: int


def attempts(session: Session, user: User) -> list[OwnPuzzleAttempt]:
    """Return the puzzles that a user has answered."""
    mine = select(
        PuzzleAttempt.puzzle_id,
        PuzzleAttempt.game,
        PuzzleAttempt.correct,
        PuzzleAttempt.points,
        PuzzleAttempt.time,
    ).where(PuzzleAttempt.user_id == user.id)
    rows = session.execute(mine.order_by(PuzzleAttempt.time, PuzzleAttempt.puzzle_id))
    return [OwnPuzzleAttempt(*row) for row in rows]


def ratings(session: Session, user: User) -> list[OwnPuzzleRating]:
    """Return a user's ratings at puzzles."""
    mine = select(PuzzleRating).where(PuzzleRating.user_id == user.id).order_by(PuzzleRating.game)
    return [
        OwnPuzzleRating(
            row.game,
            row.mean,
            row.deviation,
            row.attempts,
            row.solved,
            row.streak,
            row.best_streak,
            row.changed,
        )
        for row in session.scalars(mine)
    ]
