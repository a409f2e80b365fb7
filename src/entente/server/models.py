"""What is stored. A table is its options, its seats and its moves; positions follow from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

OPEN, PLAYING, OVER = "open", "playing", "over"


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON}


class User(Base):
    """Somebody who plays. A guest has a name and nothing else."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str | None] = mapped_column(String(40), unique=True)  # of registered names
    email: Mapped[str | None] = mapped_column(String(200), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))  # argon2
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[int]

    @property
    def guest(self) -> bool:
        return self.password is None


class Login(Base):
    """A session: the browser holds a secret of which only the digest is stored."""

    __tablename__ = "logins"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[int]


class Table(Base):
    """A table. `version` counts every change; a change names the version it was made on."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    seed: Mapped[str] = mapped_column(String(64))
    host_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    private: Mapped[bool] = mapped_column(default=False)
    spectators: Mapped[bool] = mapped_column(default=True)
    status: Mapped[str] = mapped_column(String(10), default=OPEN, index=True)
    version: Mapped[int] = mapped_column(default=0)
    created: Mapped[int]
    touched: Mapped[int]


class Chair(Base):
    """A seat of a table, and who sits in it: a user, a computer player, or nobody yet."""

    __tablename__ = "chairs"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(40))

    __table_args__ = (Index("chairs_of_user", "user_id"),)


class Move(Base):
    """An accepted action. The key makes it impossible to store two with one number."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str] = mapped_column(String(40))
    action: Mapped[str]
    time: Mapped[int]
