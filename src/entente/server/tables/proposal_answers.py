"""Answers to proposals: accept, decline, or another proposal instead.

An answer is stored with the letter. Each seat answers a proposal once, while its season lasts. An
answer binds no one by the rules; computers remember who kept it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Message, Seat
from entente.kernel.text import LANGUAGES
from entente.players import PlayerMessage, message_text
from entente.players.letters import ACCEPT, DECLINE, Grounds
from entente.server.notices.kinds import ACCEPTED, DECLINED
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.letters import readable
from entente.server.storage.models import Letter
from entente.server.tables import proposals
from entente.server.tables.chat import Posted, numbers, posted, seats_in
from entente.server.tables.mutes import deaf_users, muted_users
from entente.server.tables.room import Room
from entente.wire.chat import ProposalAnswer
from entente.wire.tables import OVER

# A counter-proposal has a notice of its own.
NOTICES: dict[ProposalAnswer, str] = {ACCEPT: ACCEPTED, DECLINE: DECLINED}


class AnsweredBefore(Problem):
    """The seat has answered the proposal already."""

    def __init__(self) -> None:
        super().__init__(409, "press.answered")


def season_start(room: Room) -> int:
    """Return the number of moves at which the current question was asked."""
    opened = [room.match.opened.get(window, 0) for _, window in room.questions()]
    return min(opened, default=len(room.match.moves))


def is_current(room: Room, letter: Letter) -> bool:
    """Return whether the season of a proposal lasts."""
    return bool(proposals.possible(room)) and letter.move >= season_start(room)


def answer(
    session: Session,
    room: Room,
    number: int,
    seat: Seat,
    given: ProposalAnswer,
    viewing: Collection[int],
    grounds: Grounds | None = None,
) -> Posted:
    """Store a seat's answer to the proposal with a stored number. The room is locked.

    The proposer gets a notice unless among the users who are `viewing` the table. Raise Problem if
    there is nothing to answer.
    """
    letter = session.scalar(
        select(Letter)
        .where(readable(room.table.id, [seat]), Letter.number == number)
        .with_for_update()
    )
    if letter is None or not letter.proposal:
        raise Problem(404, "press.no_proposal")
    if letter.sender == seat or seat not in (seats_in(letter.conversation) or room.match.seats):
        raise Problem(409, "press.own_letter")
    if not is_current(room, letter):
        raise Problem(409, "press.answer_late")
    if seat in letter.answers:
        raise AnsweredBefore
    letter.answers = {**letter.answers, seat: given}
    if grounds is not None:
        letter.reasons = [*letter.reasons, reason(seat, grounds)]
    session.flush()
    sent = posted(session, letter)
    if given in NOTICES and sent.read_by([letter.sender]) is not None:
        _notify_proposer(session, room, letter, seat, NOTICES[given], viewing)
    session.expunge(letter)
    return sent


def _notify_proposer(
    session: Session, room: Room, letter: Letter, seat: Seat, key: str, viewing: Collection[int]
) -> None:
    """Notify the proposer of an answer, unless the conversation or the seat is muted."""
    proposer = room.chairs[letter.sender].user_id
    if proposer is None or proposer in viewing or proposer == room.chairs[seat].user_id:
        return
    if muted_users(session, room.table.id, letter.conversation, [proposer]):
        return
    if deaf_users(session, room, seat, [proposer]):
        return
    notify(session, [proposer], key, room.table, sender=seat, kind=letter.conversation)


def stored_number(session: Session, room: Room, seats: tuple[Seat, ...], number: int) -> int:
    """Return the stored number of a reader's message. Raise Problem if there is none."""
    known = numbers(session, room.table.id, seats)
    if not 0 < number <= len(known):
        raise Problem(404, "press.no_proposal")
    return known[number - 1]


# -- reasons of computers


def reason(seat: Seat, grounds: Grounds) -> dict[str, Any]:
    """Return a reason as stored."""
    message: dict[str, Any] = msgspec.to_builtins(grounds.message)
    return {"seat": seat, "message": message, "kinds": grounds.kinds, "time": int(time.time())}


def add_reasons(session: Session, room: Room, seat: Seat, by_number: Mapping[int, Grounds]) -> None:
    """Store why a seat breaks its word, with the proposals that it accepted or made."""
    if not by_number:
        return
    found = session.scalars(
        select(Letter)
        .where(Letter.table_id == room.table.id, Letter.number.in_(by_number))
        .with_for_update()
    )
    for letter in found:
        letter.reasons = [*letter.reasons, reason(seat, by_number[letter.number])]


def reasons_in(room: Room, letter: Letter, language: str) -> dict[Seat, str]:
    """Return the reasons of computers in words; nothing before the end of the game."""
    if room.table.status != OVER:
        return {}
    words: dict[Seat, str] = {}
    for each in letter.reasons:
        message = msgspec.convert(each["message"], Message)
        saying = PlayerMessage(each["seat"], message, each["kinds"])
        text = message_text(room.match.game, saying, language if language in LANGUAGES else "en")
        words[each["seat"]] = " ".join(filter(None, (words.get(each["seat"]), text)))
    return words
