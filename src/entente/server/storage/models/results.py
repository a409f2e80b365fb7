"""Results of finished games, and the ratings that follow from them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class Result(Base):
    """What a player of a seat got from a finished game.

    `holder` 0 is the player of the seat at the end; players who left it before follow. Neither
    `user_id` nor `computer`: a player whose account is deleted. The four columns of the rating are
    empty if the game did not change it; `unrated` says why.
    """

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    holder: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(40))
    pace: Mapped[str] = mapped_column(String(16))  # the class of the time control
    rated: Mapped[bool]
    players: Mapped[int]  # seats of the game
    opponents: Mapped[str] = mapped_column(String(10))  # people, computers, both or none
    result: Mapped[str] = mapped_column(String(10))  # win, draw, loss or abandoned
    place: Mapped[int | None]  # 1 is the first; equal players share a place
    score: Mapped[float | None]
    departure: Mapped[str] = mapped_column(String(10))  # "", stand_in or left
    took_over: Mapped[bool]  # sat down after the game had begun
    begun: Mapped[Seconds]
    finished: Mapped[Seconds]
    moves: Mapped[int]  # of all seats
    phases: Mapped[int]
    phases_missed: Mapped[int]
    unrated: Mapped[str | None] = mapped_column(String(20))
    mean_before: Mapped[float | None]
    deviation_before: Mapped[float | None]
    mean: Mapped[float | None]
    deviation: Mapped[float | None]

    __table_args__ = (
        Index("results_of_user", "user_id", "finished"),
        Index("results_of_user_in_game", "user_id", "game", "finished"),
    )


class Rating(Base):
    """A user's rating in a game and pace class.

    `season` is empty, or a calendar quarter such as `2026-4`: the rating after the last rated game
    of that quarter, and the games of that quarter. `listed` ratings are in the leaderboard: they
    are settled, and the user wants to be there.
    """

    __tablename__ = "ratings"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    pace: Mapped[str] = mapped_column(String(16), primary_key=True)
    season: Mapped[str] = mapped_column(String(6), primary_key=True)
    mean: Mapped[float]
    deviation: Mapped[float]
    listed: Mapped[bool]
    games: Mapped[int]
    wins: Mapped[int]
    changed: Mapped[Seconds]

    __table_args__ = (
        Index("ratings_by_strength", "game", "pace", "season", "listed", "mean", "user_id"),
    )
