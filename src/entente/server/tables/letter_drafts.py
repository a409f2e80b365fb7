"""Drafts of letters: what somebody has begun to write and not sent.

A draft belongs to who writes it, the seat he writes for and the conversation he writes to. Nobody
else is told that there is one, and whoever takes the seat over does not find it. Whoever changes a
draft names the text he knows, so that two windows of one writer cannot write over each other.
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
from entente.server.tables.press import seats_in, stored
from entente.wire.press import Conversation


class Drafted(msgspec.Struct):
    """A draft as its writer gets it."""

    seat: Seat
    conversation: Conversation
    text: str


class Place(NamedTuple):
    """Where somebody writes: his seat at a table, and the conversation."""

    table_id: str
    user_id: int
    seat: Seat
    conversation: Conversation

    @property
    def row(self) -> dict[str, object]:
        return {**self._asdict(), "conversation": stored(self.conversation)}

    def here(self, *texts: str) -> ColumnElement[bool]:
        """The draft of this place, if it has one of these texts."""
        found = LetterDraft.text.in_(texts)
        for name, value in self.row.items():
            found &= getattr(LetterDraft, name) == value
        return found


def drafts(session: Session, table_id: str, user_id: int, seats: Iterable[Seat]) -> list[Drafted]:
    """What somebody has drafted at a table for these seats."""
    mine = select(LetterDraft).where(
        LetterDraft.table_id == table_id,
        LetterDraft.user_id == user_id,
        LetterDraft.seat.in_(tuple(seats)),
    )
    ordered = mine.order_by(LetterDraft.seat, LetterDraft.conversation)
    return [
        Drafted(row.seat, seats_in(row.conversation), row.text) for row in session.scalars(ordered)
    ]


def keep(session: Session, place: Place, text: str, was: str) -> None:
    """Keep a draft in place of the one that its writer knows; Problem 409 where there is another
    one, from another window of his."""
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


def discard(session: Session, place: Place, *texts: str) -> bool:
    """A draft has been sent or struck out; what has another text by now stays. Whether it went."""
    gone = delete(LetterDraft).where(place.here(*texts))
    return bool(session.connection().execute(gone).rowcount)


def finish(session: Session, place: Place, text: str, known: str) -> None:
    """A draft goes out as a letter; Problem 409 where its writer does not know the latest: in
    another window of his it was written on, or sent already."""
    if discard(session, place, known, text):
        return
    if known or session.get(LetterDraft, tuple(place.row.values())) is not None:
        raise Problem(409, "press.draft")
