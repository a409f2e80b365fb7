"""Press: what players write to each other at a table.

A letter belongs to a conversation: the seats that read it, the writer's among them. The one
without seats is public, and spectators read it too. Letters are between seats, not between persons,
so that an anonymous table stays anonymous and a seat's new player finds its letters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from entente.kernel import Refusal, Seat
from entente.kernel.plain_text import plain_text
from entente.server.notices.notices import LETTER, PROPOSAL, notify
from entente.server.problem import Problem
from entente.server.storage.models import Letter, ReadMark
from entente.server.tables.mutes import muted_users
from entente.server.tables.room import Room
from entente.wire.press import Conversation, Written
from entente.wire.tables import FULL, OPEN, PLAYING, SILENT

LONGEST = 4000
SHOWN = 500  # letters in one answer
TRIES = 5  # for a number that somebody else took at the same moment
QUOTED = 8  # orders of a proposal in a notice

ALL: Conversation = ()


class ConversationInfo(msgspec.Struct):
    """A conversation: its last letter, how many are new, and whether somebody else reads it.
    `read` says up to which letter each of the others has read, to those who take part and tell it
    of themselves; at an anonymous table nobody is told. Of a `muted` one there are no notices."""

    seats: Conversation
    last: int
    unread: int
    heard: bool
    read: dict[Seat, int] | None
    muted: bool


def conversation_of(seats: Iterable[Seat]) -> Conversation:
    return tuple(sorted(set(seats)))


def stored(conversation: Conversation) -> str:
    """As a letter names it: with a separator at both ends, so that a seat can be looked for."""
    return f",{','.join(conversation)}," if conversation else ""


def seats_in(conversation: str) -> Conversation:
    """The seats of a stored conversation."""
    return tuple(filter(None, conversation.split(",")))


def written(letter: Letter, number: int) -> Written:
    """A letter, under the number that it has for its reader."""
    seats = seats_in(letter.conversation)
    facts = (letter.text, letter.move, letter.time, letter.proposal)
    return Written(number, letter.sender, seats, *facts)


class Posted(NamedTuple):
    """A letter for all its readers; `counts` are the letters of each conversation up to it."""

    letter: Letter
    counts: dict[str, int]

    def read_by(self, seats: Iterable[Seat]) -> Written | None:
        """As whoever holds these seats gets it; None where it is not for him."""
        seats = tuple(seats)
        if not may_read(seats_in(self.letter.conversation), seats):
            return None
        read = (n for name, n in self.counts.items() if may_read(seats_in(name), seats))
        return written(self.letter, sum(read))


def posted(session: Session, letter: Letter) -> Posted:
    counts = (
        select(Letter.conversation, func.count())
        .where(Letter.table_id == letter.table_id, Letter.number <= letter.number)
        .group_by(Letter.conversation)
    )
    return Posted(letter, {row[0]: row[1] for row in session.execute(counts)})


# -- who may write, and to whom


def silence(room: Room) -> Refusal | None:
    """Why the game's rules forbid talking now; None: they do not."""
    if room.table.status != PLAYING:
        return None
    return room.position.chat_restriction()


def listeners(room: Room) -> list[Seat]:
    """The seats in which somebody reads; computer players do not."""
    return [seat for seat in room.match.seats if room.chairs[seat].user_id is not None]


def addressed(room: Room, sender: Seat, to: Iterable[Seat]) -> Conversation:
    """The conversation that a seat has with others; with none of them, with everybody."""
    to = set(to)
    for seat in (sender, *to):
        if seat not in room.chairs:
            raise Problem(422, "table.no_seat", seat=seat)
    if to and to <= {sender}:
        raise Problem(422, "press.alone")
    return conversation_of([sender, *to]) if to else ALL


def permitted(room: Room, sender: Seat, to: Iterable[Seat]) -> Conversation:
    """The conversation of a letter that may be sent at this table, if not at once."""
    conversation = addressed(room, sender, to)
    if room.table.press == SILENT:
        raise Problem(409, "press.none")
    if conversation and room.table.press != FULL:
        raise Problem(409, "press.public")
    return conversation


def check(room: Room, sender: Seat, to: Iterable[Seat], language: str) -> Conversation:
    """The conversation of a letter that may be written; Problem says why it may not."""
    conversation = permitted(room, sender, to)
    if conversation and room.table.status == OPEN:
        raise Problem(409, "press.open")
    if (refusal := silence(room)) is not None:
        reason = room.match.game.catalog(language).line(refusal.message)
        raise Problem(409, "press.silence", section=refusal.section, reason=reason)
    return conversation


def clean(text: str, *, alone: bool = True) -> str:
    """A letter's text: plain, with its lines, within the limit; where it does not stand alone it
    may be empty."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = plain_text(text).strip()
    if not any(character.isprintable() for character in text):
        if not alone:
            return ""
        raise Problem(422, "press.empty")
    if len(text) > LONGEST:
        raise Problem(422, "press.long", most=LONGEST)
    return text


# -- writing


def write(
    session: Session,
    room: Room,
    sender: Seat,
    conversation: Conversation,
    text: str,
    away: set[int],
    proposal: Sequence[str] = (),
) -> Posted:
    """Store a letter; those who read it, are `away` and have not muted the conversation are told
    that there is one."""
    table = room.table
    last = session.scalar(select(func.max(Letter.number)).where(Letter.table_id == table.id))
    letter = Letter(
        table_id=table.id,
        number=(last or 0) + 1,
        sender=sender,
        conversation=stored(conversation),
        text=text,
        move=room.public_moves(),
        time=int(time.time()),
        proposal=list(proposal),
    )
    session.add(letter)
    session.flush()
    readers = {
        room.chairs[seat].user_id for seat in conversation or room.match.seats if seat != sender
    }
    told = {reader for reader in readers if reader is not None and reader in away}
    told -= muted_users(session, table.id, letter.conversation, told)
    if proposal:
        orders = [*proposal[:QUOTED], *(["…"] if len(proposal) > QUOTED else [])]
        notify(session, told, PROPOSAL, table, once=True, sender=sender, orders=orders)
    else:
        notify(session, told, LETTER, table, once=True, sender=sender)
    found = posted(session, letter)
    session.expunge(letter)
    return found


def post(
    sessions: sessionmaker[Session],
    room: Room,
    letter: Callable[[Session], Posted],
) -> Posted:
    """Store a letter, one after the other: each takes the number after the last one's, and tries
    again where somebody took it at the same moment."""
    for attempt in range(TRIES):
        try:
            with room.lock, sessions.begin() as session:
                return letter(session)
        except IntegrityError:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the loop returns or raises")


def may_read(conversation: Conversation, seats: Iterable[Seat]) -> bool:
    """Whether whoever holds these seats may read a conversation."""
    return not conversation or any(seat in conversation for seat in seats)


# -- reading


def _readable(table_id: str, seats: Iterable[Seat]) -> ColumnElement[bool]:
    mine = (Letter.conversation.contains(f",{seat},", autoescape=True) for seat in seats)
    return (Letter.table_id == table_id) & or_(Letter.conversation == "", *mine)


def letters(
    session: Session, table_id: str, seats: Iterable[Seat], since: int, before: int | None
) -> list[Written]:
    """The newest letters that the holder of these seats may read, oldest first."""
    readable = _readable(table_id, seats)
    last = session.scalar(select(func.count()).where(readable)) or 0
    if before is not None:
        last = min(last, before - 1)
    first = max(since, last - SHOWN)
    if first >= last:
        return []
    query = select(Letter).where(readable).order_by(Letter.number)
    found = session.scalars(query.offset(first).limit(last - first))
    return [written(letter, number) for number, letter in enumerate(found, first + 1)]


def numbers(session: Session, table_id: str, seats: Iterable[Seat]) -> list[int]:
    """The letters of a table that the holder of these seats may read, as they are stored: at place
    0 stands the one that is number 1 for him."""
    query = select(Letter.number).where(_readable(table_id, seats)).order_by(Letter.number)
    return list(session.scalars(query))


def conversations(
    session: Session,
    room: Room,
    seats: tuple[Seat, ...],
    muted: Collection[str] = (),
    discreet: frozenset[Seat] = frozenset(),
) -> list[ConversationInfo]:
    """The conversations that there are for the holder of these seats, the public one first. The
    `discreet` neither tell nor are told who has read."""
    found = session.execute(
        select(Letter.conversation, Letter.number)
        .where(_readable(room.table.id, seats))
        .order_by(Letter.number)
    )
    places: dict[str, dict[int, int]] = {"": {}}  # of each conversation: a letter's number for him
    for number, (name, stored_number) in enumerate(found, 1):
        places.setdefault(name, {})[stored_number] = number
    heard = set(listeners(room))
    told = []
    for name, letters_here in sorted(places.items()):
        members = seats_in(name)
        others = set(members or room.match.seats) - set(seats)
        takes_part = bool(seats) and may_read(members, seats)
        is_told = takes_part and not room.table.anonymous and not discreet.intersection(seats)
        readers = (others & heard) - discreet
        told.append(
            ConversationInfo(
                seats=members,
                last=max(letters_here.values(), default=0),
                unread=_unread(session, room.table.id, name, members, seats),
                heard=bool(others & heard),
                read=_read(session, room, name, readers, letters_here) if is_told else None,
                muted=name in muted,
            )
        )
    return told


def _unread(
    session: Session, table_id: str, name: str, members: Conversation, seats: tuple[Seat, ...]
) -> int:
    """How many letters of a conversation are new to a player; spectators have no marks."""
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
        Letter.table_id == table_id,
        Letter.conversation == name,
        Letter.number > read,
        Letter.sender.not_in(mine),
    )
    return session.scalar(new) or 0


def _read(
    session: Session, room: Room, name: str, readers: set[Seat], letters_here: dict[int, int]
) -> dict[Seat, int]:
    """The last letter of a conversation that each of its readers has read, as the one who asks
    numbers them; 0: none. A mark may stand at a letter of another conversation, of which nothing is
    told."""
    marks = session.execute(
        select(ReadMark.seat, ReadMark.number).where(
            ReadMark.table_id == room.table.id, ReadMark.conversation == name
        )
    )
    marked = {row[0]: row[1] for row in marks}
    return {
        seat: max((n for at, n in letters_here.items() if at <= marked.get(seat, 0)), default=0)
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
    """A seat has read a conversation up to a letter, as whoever holds these seats counts them;
    marks never go back. The letter's number, as it is stored; None where the mark stays."""
    if conversation and seat not in conversation:
        raise Problem(403, "press.not_yours")
    known = [0, *numbers(session, table_id, seats)]
    number = known[min(number, len(known) - 1)]
    here = {"table_id": table_id, "seat": seat, "conversation": stored(conversation)}
    mine = select(ReadMark.number).filter_by(**here)
    further = update(ReadMark).filter_by(**here).where(ReadMark.number < number)
    moved = further.values(number=number)
    # First of all it is written: with SQLite whoever reads first may find that he is too late.
    if session.connection().execute(moved).rowcount:
        return number
    if session.scalar(mine) is not None:
        return None
    try:
        with session.begin_nested():
            session.add(ReadMark(**here, number=number))
    except IntegrityError:  # another page of the same reader was quicker
        return number if session.connection().execute(moved).rowcount else None
    return number
