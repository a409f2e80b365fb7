"""Chat: what players write to each other at a table.

A message belongs to a conversation: the seats that read it, including the writer's. The
conversation without seats is public, and spectators read it too. Messages go between seats, not
people, so that an anonymous table stays anonymous. Which of a seat's messages its player may read,
storage/letters.py says: a player who took the seat over reads the private ones only from then on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from entente.kernel import Refusal, Seat
from entente.kernel.chat_rules import chat_restriction
from entente.server.notices.kinds import LETTER, PROPOSAL, PUBLIC_LETTER
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.letters import first_letters, readable
from entente.server.storage.models import Letter, ReadMark
from entente.server.tables.mutes import deaf_users, muted_users
from entente.server.tables.room import Room
from entente.wire.chat import ChatMessage, Conversation, ProposalAnswer
from entente.wire.press import PressProblem, clean_text
from entente.wire.tables import FULL, OPEN, PLAYING, SILENT

SHOWN = 500  # messages per response
TRIES = 5  # attempts to get the next free number
QUOTED = 8  # proposed orders quoted in a notice

ALL: Conversation = ()


class ConversationInfo(msgspec.Struct):
    """A conversation: its last message, the number of unread ones, and whether anyone reads it.

    `read_up_to` is the last message each other seat has read, for members who share their own
    receipts; None at an anonymous table. A `muted` one sends no notifications.
    """

    seats: Conversation
    last: int
    unread: int
    has_readers: bool
    read_up_to: dict[Seat, int] | None
    muted: bool


def conversation_of(seats: Iterable[Seat]) -> Conversation:
    return tuple(sorted(set(seats)))


def stored(conversation: Conversation) -> str:
    """Return a conversation as stored: a separator at both ends makes a seat searchable."""
    return f",{','.join(conversation)}," if conversation else ""


def seats_in(conversation: str) -> Conversation:
    """Return the seats of a stored conversation."""
    return tuple(filter(None, conversation.split(",")))


def written(message: Letter, number: int) -> ChatMessage:
    """Return a message under its reader's number."""
    seats = seats_in(message.conversation)
    facts = (message.text, message.move, message.time, message.proposal)
    answers = cast("dict[Seat, ProposalAnswer]", dict(message.answers))
    removed = message.removed is not None
    return ChatMessage(number, message.sender, seats, *facts, answers, removed=removed)


def _without_answers(message: Letter, number: int) -> ChatMessage:
    return msgspec.structs.replace(written(message, number), answers={})


class Posted(NamedTuple):
    """A stored message for all readers.

    `counts` is the number of messages of each conversation up to it, and `hidden` the number of
    those that the new player of a seat does not read, by seat.
    """

    message: Letter
    counts: dict[str, int]
    first: dict[Seat, int]  # the last message before a seat was taken over
    hidden: dict[Seat, dict[str, int]]

    def read_by(self, seats: Iterable[Seat]) -> ChatMessage | None:
        """Return the message for the holder of these seats, or None if they may not read it."""
        seats = tuple(seats)
        conversation = seats_in(self.message.conversation)
        if not may_read(conversation, seats):
            return None
        mine = [seat for seat in seats if seat in conversation]
        if conversation and all(self.message.number <= self.first.get(seat, 0) for seat in mine):
            return None
        return written(self.message, sum(self._read(name, seats) for name in self.counts))

    def _read(self, name: str, seats: tuple[Seat, ...]) -> int:
        """Return how many messages of a conversation the holder of these seats reads."""
        conversation = seats_in(name)
        if not conversation:
            return self.counts[name]
        mine = [seat for seat in seats if seat in conversation]
        hidden = [self.hidden.get(seat, {}).get(name, 0) for seat in mine]
        return self.counts[name] - min(hidden) if mine else 0


def posted(session: Session, message: Letter) -> Posted:
    def counts(last: int) -> dict[str, int]:
        """Return the number of messages of each conversation, up to one."""
        by_conversation = session.execute(
            select(Letter.conversation, func.count())
            .where(Letter.table_id == message.table_id, Letter.number <= last)
            .group_by(Letter.conversation)
        )
        return {row[0]: row[1] for row in by_conversation}

    first = first_letters(session, message.table_id)
    hidden = {seat: counts(min(last, message.number)) for seat, last in first.items()}
    return Posted(message, counts(message.number), first, hidden)


# -- permissions


def restriction(room: Room) -> Refusal | None:
    """Return why the rules forbid chat now; None if they do not, or the table allows it."""
    if room.table.status != PLAYING:
        return None
    top = room.match.state.top
    allowed = room.table.chat_phases or ()
    if top is not None and allowed and room.match.game.info.phase_kind(top.step) in allowed:
        return None
    return chat_restriction(room.position)


def readers(room: Room) -> list[Seat]:
    """Return the seats of human readers; computer players do not read."""
    return [seat for seat in room.match.seats if room.chairs[seat].user_id is not None]


def addressed(room: Room, sender: Seat, to: Iterable[Seat]) -> Conversation:
    """Return the conversation of a seat with others; with none of them, the public one."""
    to = set(to)
    for seat in (sender, *to):
        if seat not in room.chairs:
            raise Problem(422, "table.no_seat", seat=seat)
    if to and to <= {sender}:
        raise Problem(422, "press.alone")
    return conversation_of([sender, *to]) if to else ALL


def permitted(room: Room, sender: Seat, to: Iterable[Seat]) -> Conversation:
    """Return the conversation of a message that this table allows, if not necessarily now."""
    conversation = addressed(room, sender, to)
    if room.table.press == SILENT:
        raise Problem(409, "press.none")
    if conversation and room.table.press != FULL:
        raise Problem(409, "press.public")
    return conversation


def check(room: Room, sender: Seat, to: Iterable[Seat], language: str) -> Conversation:
    """Return the conversation of a message that may be sent now. Raise Problem otherwise."""
    conversation = permitted(room, sender, to)
    if conversation and room.table.status == OPEN:
        raise Problem(409, "press.open")
    if (refusal := restriction(room)) is not None:
        reason = room.match.game.catalog(language).line(refusal.message)
        raise Problem(409, "press.silence", section=refusal.section, reason=reason)
    return conversation


def clean(text: str, *, alone: bool = True) -> str:
    """Return a message's text as plain text within the limit.

    It may be empty unless it is the only part.
    """
    try:
        return clean_text(text, alone=alone)
    except PressProblem as error:
        raise Problem(422, f"press.{error.key}", **error.args_of_text) from None


# -- writing


def write(
    session: Session,
    room: Room,
    sender: Seat,
    conversation: Conversation,
    text: str,
    away: set[int],
    proposal: Sequence[str] = (),
    reasons: Sequence[dict[str, Any]] = (),
) -> Posted:
    """Store a message and notify readers who are `away` and have not muted the conversation."""
    table = room.table
    last = session.scalar(select(func.max(Letter.number)).where(Letter.table_id == table.id))
    message = Letter(
        table_id=table.id,
        number=(last or 0) + 1,
        sender=sender,
        writer_id=room.chairs[sender].user_id,
        conversation=stored(conversation),
        text=text,
        move=room.public_moves(),
        time=int(time.time()),
        proposal=list(proposal),
        answers={},
        reasons=list(reasons),
    )
    session.add(message)
    session.flush()
    readers = {
        room.chairs[seat].user_id for seat in conversation or room.match.seats if seat != sender
    }
    notified = {reader for reader in readers if reader is not None and reader in away}
    notified -= muted_users(session, table.id, message.conversation, notified)
    notified -= deaf_users(session, room, sender, notified)
    # A notice for each conversation.
    send = partial(notify, once=True, sender=sender, kind=message.conversation)
    if proposal:
        orders = [*proposal[:QUOTED], *(["…"] if len(proposal) > QUOTED else [])]
        send(session, notified, PROPOSAL, table, orders=orders)
    else:
        send(session, notified, LETTER if conversation else PUBLIC_LETTER, table)
    sent = posted(session, message)
    session.expunge(message)
    return sent


def post(
    sessions: sessionmaker[Session],
    room: Room,
    message: Callable[[Session], Posted],
) -> Posted:
    """Store a message under the next number, retrying if another message took it."""
    for attempt in range(TRIES):
        try:
            with room.lock, sessions.begin() as session:
                return message(session)
        except IntegrityError:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the loop returns or raises")


def may_read(conversation: Conversation, seats: Iterable[Seat]) -> bool:
    """Return whether the holder of these seats may read a conversation."""
    return not conversation or any(seat in conversation for seat in seats)


# -- reading


def messages(
    session: Session,
    table_id: str,
    seats: Iterable[Seat],
    since: int,
    before: int | None,
    reasons: Callable[[Letter], dict[Seat, str]] = lambda letter: {},
    outcomes: Mapping[int, list[str]] = MappingProxyType({}),
    until: float | None = None,
) -> list[ChatMessage]:
    """Return the newest messages the holder of these seats may read, oldest first.

    `reasons` says why computers proposed and answered; nothing before the end of the game.
    `outcomes` says what became of proposals, by stored number. Spectators with a delay read what
    was written `until` a moment, and no answers, which have no time.
    """
    mine = readable(table_id, tuple(seats), until)
    last = session.scalar(select(func.count()).where(mine)) or 0
    if before is not None:
        last = min(last, before - 1)
    first = max(since, last - SHOWN)
    if first >= last:
        return []
    query = select(Letter).where(mine).order_by(Letter.number)
    stored = session.scalars(query.offset(first).limit(last - first))
    return [
        msgspec.structs.replace(
            written(message, number) if until is None else _without_answers(message, number),
            reasons=reasons(message),
            outcomes=outcomes.get(message.number, []),
        )
        for number, message in enumerate(stored, first + 1)
    ]


def numbers(session: Session, table_id: str, seats: Iterable[Seat]) -> list[int]:
    """Return the stored numbers of the messages the holder of these seats may read.

    The one at index 0 is message 1 for that reader.
    """
    query = select(Letter.number).where(readable(table_id, seats)).order_by(Letter.number)
    return list(session.scalars(query))


def conversations(
    session: Session,
    room: Room,
    seats: tuple[Seat, ...],
    muted: Collection[str] = (),
    discreet: frozenset[Seat] = frozenset(),
    hidden: frozenset[Seat] = frozenset(),
    until: float | None = None,
) -> list[ConversationInfo]:
    """Return the conversations of the holder of these seats, the public one first.

    `discreet` seats neither send nor get read receipts. The messages of `hidden` seats do not count
    as unread.
    """
    numbered = session.execute(
        select(Letter.conversation, Letter.number)
        .where(readable(room.table.id, seats, until))
        .order_by(Letter.number)
    )
    places: dict[str, dict[int, int]] = {"": {}}  # reader's number of each message, by conversation
    for number, (name, stored_number) in enumerate(numbered, 1):
        places.setdefault(name, {})[stored_number] = number
    human = set(readers(room))
    infos = []
    for name, messages_here in sorted(places.items()):
        members = seats_in(name)
        others = set(members or room.match.seats) - set(seats)
        takes_part = bool(seats) and may_read(members, seats)
        shows_receipts = (
            takes_part and not room.table.anonymous and not discreet.intersection(seats)
        )
        receipts = (others & human) - discreet
        infos.append(
            ConversationInfo(
                seats=members,
                last=max(messages_here.values(), default=0),
                unread=_unread(session, room.table.id, name, members, seats, hidden),
                has_readers=bool(others & human),
                read_up_to=_read(session, room, name, receipts, messages_here)
                if shows_receipts
                else None,
                muted=name in muted,
            )
        )
    return infos


def _unread(
    session: Session,
    table_id: str,
    name: str,
    members: Conversation,
    seats: tuple[Seat, ...],
    hidden: frozenset[Seat],
) -> int:
    """Return the number of unread messages of a conversation. Spectators have no read marks."""
    mine = [seat for seat in seats if not members or seat in members]
    if not mine:
        return 0
    marks = session.scalars(
        select(ReadMark.number).where(
            ReadMark.table_id == table_id, ReadMark.conversation == name, ReadMark.seat.in_(mine)
        )
    ).all()
    read = min(marks) if len(marks) == len(mine) else 0
    new = select(func.count()).where(
        readable(table_id, mine),
        Letter.conversation == name,
        Letter.number > read,
        Letter.sender.not_in((*mine, *hidden)),
    )
    return session.scalar(new) or 0


def _read(
    session: Session, room: Room, name: str, readers: set[Seat], messages_here: dict[int, int]
) -> dict[Seat, int]:
    """Return the last message each reader of a conversation has read; 0 if none.

    In the asking reader's numbers. A mark may be at a message of another conversation, which stays
    hidden.
    """
    marks = session.execute(
        select(ReadMark.seat, ReadMark.number).where(
            ReadMark.table_id == room.table.id, ReadMark.conversation == name
        )
    )
    marked = {row[0]: row[1] for row in marks}
    return {
        seat: max((n for at, n in messages_here.items() if at <= marked.get(seat, 0)), default=0)
        for seat in room.match.seats
        if seat in readers
    }


def mark_read(
    session: Session,
    table_id: str,
    seat: Seat,
    conversation: Conversation,
    number: int,
    seats: Iterable[Seat],
) -> int | None:
    """Record that a seat has read a conversation up to a message, in this reader's numbers.

    Marks never go back. Return the stored number of the message, or None if the mark stays.
    """
    if conversation and seat not in conversation:
        raise Problem(403, "press.not_yours")
    known = [0, *numbers(session, table_id, seats)]
    number = known[min(number, len(known) - 1)]
    here = {"table_id": table_id, "seat": seat, "conversation": stored(conversation)}
    mine = select(ReadMark.number).filter_by(**here)
    further = update(ReadMark).filter_by(**here).where(ReadMark.number < number)
    moved = further.values(number=number)
    # Write first: with SQLite, a transaction that reads first may fail to write.
    if session.connection().execute(moved).rowcount:
        return number
    if session.scalar(mine) is not None:
        return None
    try:
        with session.begin_nested():
            session.add(ReadMark(**here, number=number))
    except IntegrityError:  # another window of the same reader was faster
        return number if session.connection().execute(moved).rowcount else None
    return number
