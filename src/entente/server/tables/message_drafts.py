"""Drafts of messages: begun and not sent.

A draft belongs to its writer, the seat and the conversation. No one else knows of it, and a player
who takes over the seat does not see it. A change names the text it replaces, so that two windows of
one writer cannot overwrite each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.storage.models import LetterDraft
from entente.server.tables.chat import seats_in, stored
from entente.wire.chat import Conversation


class MessageDraft(msgspec.Struct):
    """A draft as its writer gets it."""

    seat: Seat
    conversation: Conversation
    text: str


class DraftPlace(NamedTuple):
    """Where a draft belongs: a user's seat at a table, and the conversation."""

    table_id: str
    user_id: int
    seat: Seat
    conversation: Conversation

    @property
    def row(self) -> dict[str, object]:
        return {**self._asdict(), "conversation": stored(self.conversation)}

    def here(self, *texts: str) -> ColumnElement[bool]:
        """Select the draft of this place if it has one of these texts."""
        condition = LetterDraft.text.in_(texts)
        for name, value in self.row.items():
            condition &= getattr(LetterDraft, name) == value
        return condition


def drafts(
    session: Session, table_id: str, user_id: int, seats: Iterable[Seat]
) -> list[MessageDraft]:
    """Return a user's drafts at a table for these seats."""
    mine = select(LetterDraft).where(
        LetterDraft.table_id == table_id,
        LetterDraft.user_id == user_id,
        LetterDraft.seat.in_(tuple(seats)),
    )
    ordered = mine.order_by(LetterDraft.seat, LetterDraft.conversation)
    return [
        MessageDraft(row.seat, seats_in(row.conversation), row.text)
        for row in session.scalars(ordered)
    ]


def keep(session: Session, place: DraftPlace, text: str, was: str) -> None:
    """Replace the draft the writer knows. Raise Problem 409 if another window has changed it."""
    if not text:
        discard(session, place, was)
        if session.get(LetterDraft, tuple(place.row.values())) is not None:
            raise Problem(409, "press.draft")
        return
    changed = update(LetterDraft).where(place.here(was, text)).values(text=text)
    if session.connection().execute(changed).rowcount:
        return
    try:
        with session.begin_nested():
            session.add(LetterDraft(**place.row, text=text))
    except IntegrityError:
        raise Problem(409, "press.draft") from None


def discard(session: Session, place: DraftPlace, *texts: str) -> bool:
    """Delete a sent or discarded draft unless its text has changed; return whether it was."""
    gone = delete(LetterDraft).where(place.here(*texts))
    return bool(session.connection().execute(gone).rowcount)


def finish(session: Session, place: DraftPlace, text: str, known: str) -> None:
    """Delete the draft of a message being sent.

    Raise Problem 409 if another window has changed or sent it.
    """
    if discard(session, place, known, text):
        return
    if known or session.get(LetterDraft, tuple(place.row.values())) is not None:
        raise Problem(409, "press.draft")
