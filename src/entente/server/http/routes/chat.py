"""Chat over HTTP; new messages also go to the viewers of the table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.forbidden_words import check_words
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.gates import PUBLISH_IF_TEXT, check_text
from entente.server.http.limits import limit_of
from entente.server.http.new_accounts import MESSAGES, check_new_account, limited_if_new
from entente.server.http.new_accounts import REPORTS as NEW_REPORTS
from entente.server.http.public_pages import check_watching
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable
from entente.server.live.chat_messages import send_message
from entente.server.live.hub import Connection
from entente.server.moderation.new_accounts import is_to_strangers
from entente.server.notices.notices import read_letters
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.tables import (
    chat,
    message_drafts,
    mutes,
    proposal_answers,
    proposals,
    read_receipts,
    reports,
)
from entente.server.tables.access import SeatAccess, check_view
from entente.server.tables.chat import ConversationInfo, Posted
from entente.server.tables.message_drafts import MessageDraft
from entente.server.tables.negotiation_record import (
    PromiseCount,
    negotiating_seats,
    outcomes_for,
)
from entente.server.tables.read_receipts import Receipt, receipt
from entente.server.tables.reports import Reported
from entente.server.tables.room import Room
from entente.server.tables.spectator_room import SpectatorRoom, seen_from
from entente.wire.chat import ChatMessage, Conversation
from entente.wire.frames import write_frame
from entente.wire.press import LONGEST, LONGEST_ORDER, MOST
from entente.wire.tables import ChatMode

router = APIRouter(prefix="/api/tables/{table_id}/chat", tags=["chat"], route_class=TypedRoute)

REPORTS = (5, 3600)  # reports per account: how many in how many seconds
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Seats = Annotated[list[Id], Field(max_length=20)]
Order = Annotated[str, Field(max_length=LONGEST_ORDER), Storable]
Text = Annotated[str, Field(max_length=10 * LONGEST), Storable]


class NewMessage(RequestBody):
    """A message.

    `to` are the seats that read it; none for everyone. With proposed orders (`proposal`) it needs
    no text.
    """

    seat: Id
    to: Seats = []
    text: Text
    draft: Text | None = None  # the draft this message was, as its writer knows it; it is deleted
    proposal: Annotated[list[Order], Field(max_length=MOST)] = []


class NewDraft(RequestBody):
    """An unfinished message. `previous` is the draft as its writer knows it; empty if new."""

    seat: Id
    to: Seats = []
    text: Text
    previous: Text = ""


class NewAnswer(RequestBody):
    """An answer to a proposal, by the answering reader's number of the message."""

    seat: Id
    number: Number
    answer: Literal["accept", "decline"]


class ReadRequest(RequestBody):
    """A seat has read a conversation up to a message."""

    seat: Id
    conversation: Seats = []
    number: Number


class MuteRequest(RequestBody):
    """Whether to mute a conversation."""

    seat: Id
    conversation: Seats = []
    muted: bool


class MutePlayerRequest(RequestBody):
    """Whether to hide the messages of the person in the seat `player`."""

    seat: Id
    player: Id
    muted: bool


class NewReport(RequestBody):
    """A message, by the reporter's number, and why it is reported."""

    seat: Id
    number: Number
    reason: Annotated[str, Field(max_length=reports.LONGEST_REASON), Storable]


class ChatRestriction(msgspec.Struct):
    """Why the rules forbid talking now."""

    section: str
    text: str


class Chat(msgspec.Struct):
    """The messages between players, as far as the user may read them.

    `readers` are the seats with human players. `answering` are those of computers that answer
    proposals and read nothing else, with the promises they kept in finished games. `drafts` are the
    user's own; `can_propose`: a message may propose orders now; `reported` are the numbers of
    messages the user has reported. Clients hide the messages of the seats in `muted` and `blocked`,
    until the user wants to see them.
    """

    mode: ChatMode
    restriction: ChatRestriction | None
    readers: list[Seat]
    answering: dict[Seat, PromiseCount]
    conversations: list[ConversationInfo]
    messages: list[ChatMessage]
    drafts: list[MessageDraft]
    can_propose: bool
    reported: list[int]
    muted: list[Seat]
    blocked: list[Seat]


class Proposals(msgspec.Struct):
    """The orders that a message may propose now, by unit of any player."""

    parts: dict[str, list[str]]


def _access(room: Room, who: Visitor | None) -> SeatAccess:
    if who is None:
        return SeatAccess(room, ())
    return SeatAccess.of(room, who.user.id, who.seat)


def _answering(services: Services, session: Session, room: Room) -> dict[Seat, PromiseCount]:
    """Return the computers that answer proposals, and how they kept their promises in finished
    games; anything about this game would tell of the letters of others."""
    seats = negotiating_seats(room)
    counts = services.promise_counts.of(session, room.table.game) if seats else {}
    return {
        seat: counts.get(room.chairs[seat].computer or "", PromiseCount(0, 0)) for seat in seats
    }


@router.get("")
def list_messages(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
    since: Annotated[Number, Query()] = 0,
    before: Annotated[Number | None, Query()] = None,
) -> Chat:
    """Return the conversations and messages the user may read.

    `since` and `before` are message numbers.
    """
    room = services.rooms.get(table_id)
    check_view(room.table, room.chairs.values(), who.user if who else None)
    seats = _access(room, who).seats
    check_watching(services.settings, room.table, who.user if who else None, seats)
    room = seen_from(room, seats)
    until = room.horizon if isinstance(room, SpectatorRoom) else None
    with room.lock:
        refusal = chat.restriction(room)
        proposes = bool(proposals.possible(room))
        histories = services.computers.negotiations.histories
        outcomes = outcomes_for(session, room, seats, histories, language) if until is None else {}
    muted = mutes.muted_by(session, table_id, who.user.id) if who else ()
    hidden = mutes.hidden_seats(session, room, who.user.id) if who else mutes.HiddenSeats()
    discreet = read_receipts.discreet_seats(session, room)
    words = room.match.game.catalog(language)
    return Chat(
        mode=room.table.press,
        restriction=ChatRestriction(refusal.section, words.line(refusal.message))
        if refusal
        else None,
        readers=chat.readers(room),
        answering=_answering(services, session, room),
        conversations=chat.conversations(session, room, seats, muted, discreet, hidden.all, until),
        messages=chat.messages(
            session,
            table_id,
            seats,
            since,
            before,
            lambda letter: proposal_answers.reasons_in(room, letter, language),
            outcomes,
            until,
        ),
        drafts=message_drafts.drafts(session, table_id, who.user.id, seats) if who else [],
        can_propose=proposes,
        reported=reports.reported_by(session, table_id, who.user.id, seats) if who else [],
        muted=sorted(hidden.muted),
        blocked=sorted(hidden.blocked),
    )


@router.get("/proposals")
def list_proposals(table_id: Id, who: MaybeVisitor, services: RunningServices) -> Proposals:
    """Return the orders that a message may propose now."""
    room = services.rooms.get(table_id)
    check_view(room.table, room.chairs.values(), who.user if who else None)
    seats = _access(room, who).seats
    check_watching(services.settings, room.table, who.user if who else None, seats)
    room = seen_from(room, seats)
    with room.lock:
        orders_by_unit = proposals.possible(room)
        return Proposals({thing: list(orders) for thing, orders in orders_by_unit.items()})


@router.post("", status_code=201, dependencies=[PUBLISH_IF_TEXT])
async def post_message(
    table_id: Id,
    body: NewMessage,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    language: Language,
) -> ChatMessage:
    """Send a message."""
    limit_of(request.app, 30, 60, "letters").take(str(who.user.id))
    text = chat.clean(body.text, alone=not body.proposal)
    check_text(who.user, text)
    viewing = services.audience.users_at(table_id)

    def store() -> tuple[Room, Posted]:
        room = services.rooms.get(table_id)
        _access(room, who).check_seat(body.seat)
        with room.lock:
            conversation = chat.check(room, body.seat, body.to, language)
            if not conversation or services.words.in_letters:
                check_words(text)
            orders = proposals.checked(room, body.proposal)
            with services.sessions() as session:
                to_strangers = is_to_strangers(session, room, body.seat, conversation)
        if to_strangers:
            check_new_account(request, who.user, MESSAGES)
        users = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
        away = users - viewing - {who.user.id}

        def message(session: Session) -> Posted:
            if body.draft is not None:
                place = message_drafts.DraftPlace(table_id, who.user.id, body.seat, conversation)
                message_drafts.finish(session, place, body.text, body.draft)
            return chat.write(session, room, body.seat, conversation, text, away, orders)

        return room, chat.post(services.sessions, room, message)

    room, message = await run_in_threadpool(store)
    send_message(services.hub, room, message)
    if body.proposal:
        services.computers.wake(room)  # those it concerns answer
    written = message.read_by(_access(room, who).seats)
    assert written is not None  # the writer may read it
    return written


@router.post("/answer")
async def answer_proposal(
    table_id: Id, body: NewAnswer, who: SomeVisitor, services: RunningServices, request: Request
) -> ChatMessage:
    """Accept or decline a proposal, once and while its season lasts."""
    limit_of(request.app, 30, 60, "letters").take(str(who.user.id))
    viewing = services.audience.users_at(table_id)

    def store() -> tuple[Room, Posted]:
        room = services.rooms.get(table_id)
        access = _access(room, who)
        access.check_seat(body.seat)
        with room.lock, services.sessions.begin() as session:
            number = proposal_answers.stored_number(session, room, access.seats, body.number)
            answered = proposal_answers.answer(
                session, room, number, body.seat, body.answer, viewing
            )
            return room, answered

    room, message = await run_in_threadpool(store)
    send_message(services.hub, room, message)
    services.computers.wake(room)
    written = message.read_by(_access(room, who).seats)
    assert written is not None  # a seat answers what it reads
    return written


@router.put("/draft", status_code=204)
def save_message_draft(
    table_id: Id, body: NewDraft, who: SomeVisitor, services: RunningServices, session: OneSession
) -> None:
    """Store an unfinished message; an empty text deletes it. No one else learns of it."""
    room = services.rooms.get(table_id)
    _access(room, who).check_seat(body.seat)
    may = chat.permitted if body.text else chat.addressed  # an old one can always be deleted
    conversation = may(room, body.seat, body.to)
    place = message_drafts.DraftPlace(table_id, who.user.id, body.seat, conversation)
    message_drafts.keep(session, place, body.text, body.previous)


@router.post("/read", status_code=204)
async def mark_messages_read(
    table_id: Id, body: ReadRequest, who: SomeVisitor, services: RunningServices
) -> None:
    """Set a read mark, and notify members of the conversation who are viewing the table."""

    def store() -> tuple[Room, int, Receipt] | None:
        room = services.rooms.get(table_id)
        conversation = _own_conversation(room, who, body.seat, body.conversation)
        seats = _access(room, who).seats
        with services.sessions.begin() as session:
            number = chat.mark_read(session, table_id, body.seat, conversation, body.number, seats)
            read_letters(session, who.user, table_id, chat.stored(conversation))
            if number is None:
                return None
            read_receipt = receipt(session, room, body.seat, conversation, number)
            return None if read_receipt is None else (room, number, read_receipt)

    stored = await run_in_threadpool(store)
    if stored is not None:
        room, number, read_receipt = stored
        send_receipt(services, room, read_receipt)
        services.announcements.announce_read(table_id, body.seat, read_receipt.conversation, number)


def send_receipt(services: Services, room: Room, read_receipt: Receipt) -> None:
    """Send a read receipt to the viewers who may know of it."""

    def frame_for(connection: Connection) -> str | None:
        frame = read_receipt.frame_for(connection.seats(room))
        return None if frame is None else write_frame(frame)

    services.hub.send(room.table.id, frame_for)


@router.put("/mute", status_code=204)
def mute_conversation(
    table_id: Id,
    body: MuteRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> None:
    """Mute or unmute a conversation."""
    room = services.rooms.get(table_id)
    conversation = _own_conversation(room, who, body.seat, body.conversation)
    if conversation and body.seat not in conversation:
        raise Problem(403, "press.not_yours")
    name = chat.stored(conversation)
    mutes.mute(session, table_id, who.user.id, name, muted=body.muted)
    if body.muted:  # what waits to be sent is not
        read_letters(session, who.user, table_id, name)


@router.put("/mute-player", status_code=204)
def mute_player(
    table_id: Id,
    body: MutePlayerRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> None:
    """Hide the messages of a player from the user, or show them again."""
    room = services.rooms.get(table_id)
    _access(room, who).check_seat(body.seat)
    mutes.mute_player(session, room, who.user.id, body.player, muted=body.muted)


@router.post("/report", status_code=201, dependencies=[Depends(limited_if_new(NEW_REPORTS))])
def report_message(
    table_id: Id,
    body: NewReport,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> Reported:
    """Report a message to the server operator."""
    room = services.rooms.get(table_id)
    access = _access(room, who)
    access.check_seat(body.seat)
    limit_of(request.app, *REPORTS, "reports").take(str(who.user.id))
    return reports.report(session, room, who.user.id, access.seats, body.number, body.reason)


def _own_conversation(
    room: Room, who: Visitor, seat: Seat, conversation: list[str]
) -> Conversation:
    """Return a conversation of this table, for a seat the visitor speaks for."""
    _access(room, who).check_seat(seat)
    for each in conversation:
        room.chair(each)
    return chat.conversation_of(conversation)
