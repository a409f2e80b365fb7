"""Puzzles: what users have answered, and the ratings of users and puzzles."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class PuzzleAttempt(Base):
    """A user's first answer to a puzzle. `points` and `change` are of the rating after it."""

    __tablename__ = "puzzle_attempts"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    puzzle_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    correct: Mapped[bool]
    points: Mapped[int]
    change: Mapped[int]
    time: Mapped[Seconds]

    __table_args__ = (Index("puzzle_attempts_of_user", "user_id", "time"),)


class PuzzleRating(Base):
    """A user's rating at the puzzles of a game, and the run of right answers."""

    __tablename__ = "puzzle_ratings"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mean: Mapped[float]
    deviation: Mapped[float]
    attempts: Mapped[int]
    solved: Mapped[int]
    streak: Mapped[int]
    best_streak: Mapped[int]
    changed: Mapped[Seconds]


class PuzzleStrength(Base):
    """The rating of a puzzle, once someone has answered it."""

    __tablename__ = "puzzle_strengths"

    puzzle_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), index=True)
    mean: Mapped[float]
    deviation: Mapped[float]
    attempts: Mapped[int]
