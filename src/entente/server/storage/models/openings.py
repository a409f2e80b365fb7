"""The explorer of openings: how finished public games began, and how they ended."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from entente.kernel.openings import LONGEST
from entente.server.storage.models.base import Base, Seconds


class OpeningWaiting(Base):
    """A finished game whose opening has not been read yet."""

    __tablename__ = "opening_queue"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


class OpeningScan(Base):
    """How far the tables of before have been looked through for the queue: one row."""

    __tablename__ = "opening_scan"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(String(16))  # the last one; none: empty
    done: Mapped[bool]


class OpeningGame(Base):
    """How a finished game ended for a side.

    `players` says who had the seats of the side: people, computers, or both. `points` is their
    mean rating before the game. No user is named.
    """

    __tablename__ = "opening_games"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    side: Mapped[str] = mapped_column(String(40), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    finished: Mapped[Seconds]
    players: Mapped[str] = mapped_column(String(10))
    result: Mapped[str] = mapped_column(String(10))
    score: Mapped[float]
    points: Mapped[int | None]
    measure: Mapped[float | None]

    __table_args__ = (Index("opening_games_latest", "game", "side", "finished"),)


class OpeningPlayed(Base):
    """A move of the opening of a side in a finished game.

    It was decided after `before` moves of the record, and carried out after `after`.
    """

    __tablename__ = "opening_moves"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    side: Mapped[str] = mapped_column(String(40), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(String(40))
    step: Mapped[int]
    move: Mapped[str] = mapped_column(String(LONGEST))
    before: Mapped[int]
    after: Mapped[int]
    finished: Mapped[Seconds]

    __table_args__ = (Index("opening_moves_latest", "game", "side", "step", "move", "finished"),)
