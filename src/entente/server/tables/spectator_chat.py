"""What spectators of a table write to each other, apart from its players.

A person who has a seat, or had one since the game began, reads and writes nothing here until the
game is over. This holds for the account, in all of its sessions; a person with a second account, or
without one, cannot be recognized.
"""

from __future__ import annotations

import time
from collections.abc import Collection

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel.plain_text import plain_text
from entente.server.forbidden_words import check_words
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.models import Report, SpectatorMessage, User
from entente.server.tables.access import may_watch
from entente.server.tables.reports import Reported, clean_reason, store_report
from entente.server.tables.room import Room
from entente.wire.chat import SpectatorChatMessage
from entente.wire.tables import OPEN, OVER

LONGEST = 500
SHOWN = 200  # messages per response
TRIES = 5  # attempts to get the next free number


class SpectatorChat(msgspec.Struct):
    """What spectators have written, oldest first.

    `writable`: the visitor may write now. `reported` are the numbers of messages the visitor has
    reported. Clients hide those of the users in `blocked`.
    """

    open: bool
    writable: bool
    messages: list[SpectatorChatMessage]
    reported: list[int]
    blocked: list[int]


def is_player(room: Room, user_id: int | None) -> bool:
    """Return whether a user has or had a seat in the game. The room is locked."""
    return user_id is not None and bool(room.seats_of(user_id) or room.seen_by(user_id))


def may_read(room: Room, user_id: int | None) -> bool:
    """Return whether a user may read what spectators write. The room is locked."""
    if room.table.status == OPEN or not may_watch(room.table):
        return False
    return room.table.status == OVER or not is_player(room, user_id)


def check_reader(room: Room, user_id: int | None) -> None:
    """Raise Problem unless a user may read what spectators write. The room is locked."""
    if may_read(room, user_id):
        return
    if may_watch(room.table) and is_player(room, user_id):
        raise Problem(403, "spectators.player")
    raise Problem(403 if not may_watch(room.table) else 409, "spectators.none")


def check_writer(room: Room, user: User) -> None:
    """Raise Problem unless a user may write to the spectators now. The room is locked."""
    check_reader(room, user.id)
    if not room.table.spectator_chat:
        raise Problem(409, "spectators.off")


def clean(text: str) -> str:
    """Return a message's text as plain text within the limit."""
    text = plain_text(text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if not any(character.isprintable() for character in text):
        raise Problem(422, "press.empty")
    if len(text) > LONGEST:
        raise Problem(422, "press.long", most=LONGEST)
    return check_words(text)


def written(message: SpectatorMessage, writer: User) -> SpectatorChatMessage:
    return SpectatorChatMessage(
        number=message.number,
        user=writer.id,
        name=writer.name,
        guest=writer.guest,
        text=message.text,
        time=message.time,
        removed=message.removed is not None,
    )


def write(sessions: Sessions, table_id: str, user: User, text: str) -> SpectatorChatMessage:
    """Store a message under the next number, retrying if another one took it."""
    for attempt in range(TRIES):
        try:
            with sessions.begin() as session:
                here = SpectatorMessage.table_id == table_id
                last = session.scalar(select(func.max(SpectatorMessage.number)).where(here))
                message = SpectatorMessage(
                    table_id=table_id,
                    number=(last or 0) + 1,
                    user_id=user.id,
                    text=text,
                    time=int(time.time()),
                )
                session.add(message)
                session.flush()
                return written(message, user)
        except IntegrityError:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the loop returns or raises")


def find(session: Session, table_id: str, number: int) -> SpectatorChatMessage | None:
    """Return a message, if there is one of this number."""
    found = session.get(SpectatorMessage, (table_id, number))
    return None if found is None else written(found, session.get_one(User, found.user_id))


def messages(
    session: Session, table_id: str, before: int | None = None
) -> list[SpectatorChatMessage]:
    """Return the last messages of a table, oldest first."""
    query = (
        select(SpectatorMessage, User)
        .join(User, User.id == SpectatorMessage.user_id)
        .where(SpectatorMessage.table_id == table_id)
        .order_by(SpectatorMessage.number.desc())
        .limit(SHOWN)
    )
    if before is not None:
        query = query.where(SpectatorMessage.number < before)
    rows = session.execute(query).all()
    return [written(message, writer) for message, writer in reversed(rows)]


def report(session: Session, room: Room, user_id: int, number: int, reason: str) -> Reported:
    """Report a message. Its text is kept with the report: the message goes with its writer."""
    reason = clean_reason(reason)
    message = session.get(SpectatorMessage, (room.table.id, number))
    if message is None:
        raise Problem(404, "press.no_letter")
    if message.user_id == user_id:
        raise Problem(409, "press.own_letter")
    stored = Report(
        table_id=room.table.id,
        number=-number,
        reporter_id=user_id,
        writer_id=message.user_id,
        reason=reason,
        time=int(time.time()),
        removed_text=message.text,
    )
    return store_report(session, stored)


def reported_by(session: Session, table_id: str, user_id: int) -> Collection[int]:
    """Return the numbers of the messages a user has reported."""
    mine = (Report.table_id == table_id, Report.reporter_id == user_id, Report.number < 0)
    return sorted(-number for number in session.scalars(select(Report.number).where(*mine)))
