"""What is played: moves, answers prepared for later, snapshots and the games' data."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class Move(Base):
    """An accepted action. The key prevents two with one number."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str] = mapped_column(String(40))
    action: Mapped[str]
    time: Mapped[Seconds]
    version: Mapped[int] = mapped_column(default=0)  # table version with this move
    window: Mapped[int | None]  # the question it answers, if the action alone does not tell
    private: Mapped[bool] = mapped_column(default=False)  # hidden from other seats
    series: Mapped[int | None]  # random series from here on, if a new one begins


class PreparedAnswer(Base):
    """What a player answers to a decision that may come.

    Only the player can read it.
    """

    __tablename__ = "prepared_answers"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    step: Mapped[str] = mapped_column(String(40), primary_key=True)  # that asks
    occasion: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    choices: Mapped[list[str]] = mapped_column(JSON)
    submit: Mapped[bool]  # give a complete answer; otherwise it becomes the draft
    used: Mapped[bool]  # the occasion has come, and the draft was filled


class Snapshot(Base):
    """A table's match after `number` moves (entente.kernel.snapshots)."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(64))  # digest of the state
    rules: Mapped[str] = mapped_column(String(40))
    data: Mapped[str] = mapped_column(String(64))
    created: Mapped[Seconds]


class GameData(Base):
    """The data of a game in a release, for tables that began with them."""

    __tablename__ = "game_data"

    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    tables: Mapped[bytes] = mapped_column(LargeBinary)  # JSON, compressed
    created: Mapped[Seconds]
