"""Letters at tables with drafts, read marks and mutes; messages of spectators."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class Letter(Base):
    """A letter at a table. A conversation is its sorted seats; empty: public."""

    __tablename__ = "letters"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    sender: Mapped[str] = mapped_column(String(40))  # a seat
    writer_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", name="fk_letters_writer", ondelete="SET NULL"), index=True
    )  # its player then; None for a computer, a deleted account, and letters before version 26
    conversation: Mapped[str] = mapped_column(String(400), default="")
    text: Mapped[str] = mapped_column(Text)
    move: Mapped[int]  # number of moves made before
    time: Mapped[Seconds]
    proposal: Mapped[list[str]] = mapped_column(JSON, default=list)  # proposed orders and terms
    answers: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)  # to it, by seat
    # Why computers proposed, answered or broke their word, for after the game.
    reasons: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    removed: Mapped[Seconds | None]  # when a moderator removed its text and proposal


class LetterDraft(Base):
    """An unsent letter; only its writer can read it."""

    __tablename__ = "letter_drafts"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class ReadMark(Base):
    """The last letter of a conversation that a seat has read."""

    __tablename__ = "read_marks"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)
    number: Mapped[int]


class MutedConversation(Base):
    """A conversation whose notices a user has muted."""

    __tablename__ = "muted_conversations"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)


class MutedPlayer(Base):
    """A player whose letters at a table a user has hidden.

    The mute belongs to the person in the seat: a player who takes over the seat is heard.
    """

    __tablename__ = "muted_players"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    muted_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class SpectatorMessage(Base):
    """A message that spectators of a table write to each other; players read it after the game."""

    __tablename__ = "spectator_messages"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    text: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
    removed: Mapped[Seconds | None]  # when a moderator removed its text
