"""The lobby and tables over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StrictBool, StrictInt, StrictStr
from sqlalchemy import update

from entente.server.http.account_marks import noting_marks
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.gates import PLAY, PUBLISH_IF_TEXT, check_text
from entente.server.http.limits import limited, limited_account, network
from entente.server.http.new_accounts import TABLES, check_new_account
from entente.server.http.public_pages import check_watching, is_outsider
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import DecisionId, Id, RequestBody, Secret, Storable, Word
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import NO_QUESTION, TableSeat
from entente.server.tables import (
    claims,
    invitations,
    lobby,
    new_tables,
    rematches,
    seats,
    starting,
    table_info,
    votes,
)
from entente.server.tables.access import check_draft
from entente.server.tables.admission import check_pair, check_reliability
from entente.server.tables.limits import LIMITS, TableLimits
from entente.server.tables.lobby_search import LobbyPlayer, describe
from entente.server.tables.meeting import check_meeting
from entente.server.tables.room import Room
from entente.server.tables.rooms import Work
from entente.server.tables.table_info import TableInfo
from entente.server.tables.takeover import Takeover, takeover_info
from entente.wire.tables import FULL, PLAYING

router = APIRouter(prefix="/api/tables", tags=["tables"], route_class=TypedRoute)
LONGEST_DRAFT, LONGEST_NOTES = 4000, 10_000
# Seats taken over per account and per network: how many in how many seconds. Each has letters to
# read, and a guest can come back as another one.
TAKEOVERS, TAKEOVERS_NEAR = (10, 3600), (30, 3600)
VOTES = (60, 600)  # votes per account: how many in how many seconds


# Limited by the column.
Seed = Annotated[str, Field(max_length=64), Storable]


class SpectatorDelayRequest(RequestBody):
    """How far spectators are behind; the units have limits of their own."""

    unit: Literal["minutes", "moves", "turns"]
    amount: StrictInt


class NewTable(RequestBody):
    """A table to create.

    `seats`: `me`, the name of a computer player, or null for an open seat.

    `time_control` is {"kind": "free"}; {"kind": "live", "minutes": 1 to 600, "increment": seconds,
    up to 300}; or {"kind": "correspondence", "hours": 1 to 720, "days_off": [weekdays, Monday is
    0]}, with days in UTC; or {"kind": "phases", "minutes": {kind: 5 to 10080}, "days_off": [...],
    "hour": 0 to 23 or null, "zone": a time zone such as Europe/Paris, "grace": minutes, up to
    1440}, with the kinds of phases that the game declares and days in that zone. `on_timeout` is
    what happens after a missed deadline: `wait`; `computer`, a computer plays until the player
    returns, and the game is abandoned once it has played more than `stand_in_years` whole game
    years (null: no limit); `rule`, what the game's rules prescribe, otherwise the computer;
    `abandon`, the game ends without a result. `computer` and `abandon` follow `missed_phases` in a
    row; the rules' default is applied to those before. Null: what fits the pace. With
    `replacements`, other people can take over the seats of players who left or stay away, unless
    the table is private. Each player has `leave_days` (null: no limit), which are also taken
    automatically when a deadline is missed. Players who sit down without an invitation need
    `min_reliability`, in percent. `chat_phases` are kinds of phases in which players may
    chat although the rules forbid it. With `random_seats`, people are shuffled among the seats they
    took when the game starts. The host starts the game; with `starts_when_full`, filling the last
    seat does. With `roll_call`, more than two people first confirm that they are there. Several
    seats can be `me` if none is left open, or at a `private` table. `seed`
    determines all random numbers. Only servers set up for measuring programs accept one; elsewhere
    it is drawn and stays secret until the end. A `rated` table needs a clock, the standard rules
    and registered players; null: rated if it can be, is public and has an open seat. Spectators can
    be behind by a `spectator_delay`; with turns, they see nothing of the last ones, the current one
    included. With `spectator_chat` they may write to each other. A `refereed` table is for people
    around a real one: the host holds every seat and enters all orders; it is private and silent,
    and takes no computers, clock, drawn seats, rating or delay. A table of a `club` of the creator
    is private, and only members take its seats.
    """

    game: Id
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}
    seats: dict[Id, Id | None] = {}
    private: bool = False
    spectators: bool = True
    language: Id = ""
    time_control: dict[Id, Any] = {}
    on_timeout: Id | None = None
    missed_phases: StrictInt | None = None
    replacements: bool = True
    leave_days: StrictInt | None = None
    min_reliability: StrictInt | None = None
    chat_phases: Annotated[list[Id], Field(max_length=20)] = []
    chat: Id = FULL
    anonymous: bool = False
    random_seats: bool = False
    starts_when_full: bool = False
    stand_in_years: StrictInt | None = new_tables.STAND_IN_YEARS
    roll_call: bool = False
    title: Word = ""
    seed: Seed = ""
    rated: StrictBool | None = None
    spectator_delay: SpectatorDelayRequest | None = None
    spectator_chat: bool = True
    refereed: StrictBool = False
    club: Id | None = None


class ClaimRequest(RequestBody):
    """A claim against the player of a seat who has left."""

    seat: Id
    claim: Literal["win", "call_off", "computer"]


class SeatRequest(RequestBody):
    """A seat of the table."""

    seat: Id


class JoinRequest(SeatRequest):
    """A seat to take; with `move`, instead of the current one."""

    move: bool = False


class FillRequest(SeatRequest):
    """A computer player for a seat; null removes it."""

    computer: Id | None = None


class OfferRequest(SeatRequest):
    """A seat to offer to another person; `withdraw` cancels the offer."""

    withdraw: bool = False


class Offer(msgspec.Struct):
    """The secret for taking the offered seat; None if it is no longer offered."""

    token: str | None


class OfferInfo(msgspec.Struct):
    """An offered seat: the player who offers it, if that is no secret, and the table."""

    seat: str
    by: str | None
    table: TableInfo


class TakeRequest(RequestBody):
    """The secret of an offer."""

    token: Secret


class VoteRequest(SeatRequest):
    """A proposal, or an answer to one; `hours` is by how much to `extend` all deadlines."""

    kind: Literal["draw", "pause", "resume", "undo", "cancel", "extend"]
    yes: bool = True
    hours: StrictInt | None = None


class DraftRequest(SeatRequest):
    """A draft for the question `window`; without it, for the seat's first question."""

    text: Annotated[str, Field(max_length=LONGEST_DRAFT), Storable]
    decision: DecisionId | None = None


class NotesRequest(SeatRequest):
    text: Annotated[str, Field(max_length=LONGEST_NOTES), Storable]


async def _change(
    services: Services, table_id: str, who: Visitor, language: str, work: Work
) -> TableInfo:
    """Change a table, send the new state to its viewers, and wake the computer players."""
    room = await services.hub.change(table_id, lambda room: services.rooms.change(room, work))
    services.computers.wake(room)
    return table_info.room_info(room, who.user, language)


# -- the lobby


@router.get("")
def list_tables(
    who: MaybeVisitor,
    session: OneSession,
    services: RunningServices,
    language: Language,
    scope: Literal["open", "mine", "watch", "takeover"] | None = None,
    game: Annotated[Id | None, Query()] = None,
) -> list[TableInfo]:
    """Return open tables, the user's own, those to watch, or those with a seat to take over.

    Without a scope, the first two.
    """
    user = who.user if who else None
    if scope in lobby.IN_PROGRESS and is_outsider(services.settings, user):
        return []
    return lobby.listed(session, user, scope, game, language)


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(120, 3600, "tables")),
        Depends(limited_account(120, 3600, "tables")),
        PLAY,
        Depends(noting_marks),
        PUBLISH_IF_TEXT,
    ],
)
async def create_table(
    body: NewTable,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    language: Language,
) -> TableInfo:
    """Create a table. Open tables are limited per account, and for guests per network."""
    check_text(who.user, body.title)
    if body.seed and not services.settings.given_seeds:
        raise Problem(403, "table.seed")
    if not body.private and body.club is None:
        await run_in_threadpool(check_new_account, request, who.user, TABLES)
    plan = new_tables.NewTable(**body.model_dump(), network=network(request))
    room = await run_in_threadpool(new_tables.create, services.rooms, who.user, plan)
    services.computers.wake(room)
    return table_info.room_info(room, who.user, language)


@router.get("/limits")
def get_table_limits() -> TableLimits:
    """Return the limits of a new table; those of a game's options come with the game."""
    return LIMITS


@router.get("/{table_id}")
def get_table(
    table_id: Id,
    who: MaybeVisitor,
    session: OneSession,
    services: RunningServices,
    language: Language,
) -> TableInfo:
    """Return one table."""
    user, table = who.user if who else None, lobby.find(session, table_id)
    info = lobby.one(session, table, user, language)
    mine = tuple(seat for seat, each in info.seats.items() if each.me)
    check_watching(services.settings, table, user, mine)
    return info


@router.get("/{table_id}/ratings")
def get_ratings_at_table(
    table_id: Id,
    who: MaybeVisitor,
    session: OneSession,
    services: RunningServices,
    language: Language,
) -> dict[str, LobbyPlayer]:
    """Return rating and reliability of the people at a table; where names are hidden, of none."""
    user, table = who.user if who else None, lobby.find(session, table_id)
    info = lobby.one(session, table, user, language)
    mine = tuple(seat for seat, each in info.seats.items() if each.me)
    check_watching(services.settings, table, user, mine)
    [shown] = describe(session, [table], user, language, services.clock())
    return shown.players


# -- seats


@router.post("/{table_id}/join", dependencies=[PLAY, Depends(noting_marks)])
async def join_table(
    table_id: Id, body: JoinRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take an open seat, one per person. Filling the last seat may start the game."""

    def work(room: Room, now: float) -> None:
        rematches.check_reserved(services.rooms, room, who.user, body.seat)
        check_meeting(services.rooms, room, who.user)
        check_reliability(services.rooms, room, who.user)
        check_pair(services.rooms, room, who.user)
        seats.join(room, who.user, body.seat, now, move=body.move)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/leave")
async def leave_table(
    table_id: Id, body: SeatRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Leave a seat; during the game a computer takes it."""

    def work(room: Room, now: float) -> None:
        seats.leave(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/fill", dependencies=[PLAY])
async def fill_seats(
    table_id: Id, body: FillRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Seat a computer player before the game, or remove it. For the host."""

    def work(room: Room, now: float) -> None:
        seats.fill(room, who.user, body.seat, body.computer, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/kick")
async def kick_player(
    table_id: Id, body: SeatRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Remove a player before the game; they need an invitation to return. For the host."""

    def work(room: Room, now: float) -> None:
        removed = room.chair(body.seat).user_id
        seats.kick(room, who.user, body.seat)
        assert removed is not None
        # An earlier invitation would let the player return.
        room.jobs.append(lambda session: invitations.withdraw(session, table_id, removed))

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/start", dependencies=[PLAY])
async def start_table(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Start the game once every seat is taken. For the host."""

    def work(room: Room, now: float) -> None:
        seats.start(room, who.user, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/ready", dependencies=[PLAY])
async def answer_roll_call(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Answer the roll call. The last answer starts the game."""

    def work(room: Room, now: float) -> None:
        starting.answer_roll_call(room, who.user, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/offer")
async def offer_seat(
    table_id: Id,
    body: OfferRequest,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> Offer:
    """Create a secret by which another person may take the seat."""
    tokens: list[str] = []

    def work(room: Room, now: float) -> None:
        tokens.append(seats.offer(room, who.user, body.seat, body.withdraw))

    await _change(services, table_id, who, language, work)
    return Offer(tokens[-1] or None)


@router.post("/{table_id}/offered", dependencies=[Depends(limited(60, 600, "take"))])
def get_offer(
    table_id: Id,
    body: TakeRequest,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
) -> OfferInfo:
    """Return what a link offers, also at a table without spectators."""
    room = services.rooms.get(table_id)
    with room.lock:
        seat = seats.offered_seat(room, body.token)
        info = table_info.room_info(room, who.user if who else None, language)
    return OfferInfo(seat, info.seats[seat].name or info.host_name, info)


@router.post(
    "/{table_id}/take",
    dependencies=[Depends(limited(60, 600, "take")), PLAY, Depends(noting_marks)],
)
async def take_over_seat(
    table_id: Id, body: TakeRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take an offered seat."""

    def work(room: Room, now: float) -> None:
        check_meeting(services.rooms, room, who.user)
        seats.take(room, who.user, body.token, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/return")
async def return_to_seat(
    table_id: Id, body: SeatRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take the seat back from the stand-in computer."""

    def work(room: Room, now: float) -> None:
        seats.return_to_seat(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


@router.get("/{table_id}/takeover", dependencies=[Depends(limited(60, 60, "takeover"))])
def seats_to_take_over(
    table_id: Id, who: MaybeVisitor, services: RunningServices, language: Language
) -> Takeover:
    """Return the seats of a running game that can be taken over, and the public position."""
    room = services.rooms.get(table_id)
    with room.lock:
        user = who.user if who else None
        mine = room.seats_of(user.id if user else None)
        check_watching(services.settings, room.table, user, mine)
        return takeover_info(room, user.id if user else None, language)


@router.post(
    "/{table_id}/takeover",
    dependencies=[
        Depends(limited(*TAKEOVERS_NEAR, "takeovers")),
        Depends(limited_account(*TAKEOVERS, "takeovers")),
        PLAY,
        Depends(noting_marks),
    ],
)
async def take_over(
    table_id: Id, body: SeatRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take over the seat of a player who left or stays away; one seat per person."""

    def work(room: Room, now: float) -> None:
        check_meeting(services.rooms, room, who.user)
        check_reliability(services.rooms, room, who.user)
        seats.take_over(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


# -- votes


@router.post("/{table_id}/vote", dependencies=[Depends(limited_account(*VOTES, "votes"))])
async def cast_vote(
    table_id: Id, body: VoteRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Make, accept, refuse or withdraw a proposal."""

    def work(room: Room, now: float) -> None:
        room.own_chair(body.seat, who.user.id)
        votes.vote(room, body.seat, body.kind, body.yes, now, body.hours)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/concede")
async def concede_game(
    table_id: Id, body: SeatRequest, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Concede, if the game has no action for it.

    Of two players the other wins; of more, a computer takes over.
    """

    def work(room: Room, now: float) -> None:
        seats.concede(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/claim")
async def claim_game(
    table_id: Id,
    body: ClaimRequest,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> TableInfo:
    """Claim against a player who has left a live game for a minute (see the `presence` frame).

    Of two players, the other claims the `win` or may `call_off` the game, which then has no
    result; of more, any of the others lets a `computer` play.
    """

    def work(room: Room, now: float) -> None:
        gone = services.hub.absences.gone(room)
        patience = float(services.settings.claim_seconds)
        claims.claim(room, who.user, body.seat, body.claim, gone, patience, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/abandon")
async def abandon_game(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Close a table at which no game has started. For the host."""

    def work(room: Room, now: float) -> None:
        seats.abandon(room, who.user)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/rematch", dependencies=[PLAY, Depends(noting_marks)])
async def create_rematch(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Play again with seats exchanged.

    The first player to ask creates the table; the others join it.
    """

    def set_up(room: Room) -> None:
        if rematches.may_play_again(room, who.user):
            services.rooms.change(
                room, lambda r, now: rematches.rematch(services.rooms, r, who.user, now)
            )

    def join(room: Room, now: float) -> None:
        check_meeting(services.rooms, room, who.user)
        seats.join_again(room, who.user, rematches.reserved_seats(old, room, who.user), now)

    def sit(room: Room) -> None:
        if rematches.reserved_seats(old, room, who.user):
            services.rooms.change(room, join)

    old = await services.hub.change(table_id, set_up)
    new = await services.hub.change(str(old.table.rematch), sit)
    services.computers.wake(new)
    return table_info.room_info(new, who.user, language)


# -- drafts and notes


@router.put("/{table_id}/draft", status_code=204)
async def save_draft(
    table_id: Id, body: DraftRequest, who: SomeVisitor, services: RunningServices
) -> None:
    """Store a draft. For a sealed decision it is submitted when time runs out, if it is legal."""

    def store() -> None:
        room = services.rooms.get(table_id)
        with room.lock:
            first = room.position.decision(body.seat) if room.table.status == PLAYING else None
        window = (
            body.decision if body.decision is not None else first.window if first else NO_QUESTION
        )
        _keep(services, table_id, who, body.seat, draft=body.text, draft_window=window)

    await run_in_threadpool(store)
    await _notify_owner(services, table_id, who, body.seat)


@router.put("/{table_id}/notes", status_code=204)
async def save_notes(
    table_id: Id, body: NotesRequest, who: SomeVisitor, services: RunningServices
) -> None:
    """Store private notes."""
    await run_in_threadpool(_keep, services, table_id, who, body.seat, notes=body.text)
    await _notify_owner(services, table_id, who, body.seat)


async def _notify_owner(services: Services, table_id: str, who: Visitor, seat: str) -> None:
    """Send drafts and notes to the player's other windows."""
    await services.hub.send_to_owner(table_id, who.user.id, seat)
    services.announcements.announce_private_change(table_id, who.user.id, seat)


def _keep(services: Services, table_id: str, who: Visitor, seat: str, **values: str | int) -> None:
    """Store drafts or notes. No one else sees them, so the table's version stays."""
    room = services.rooms.get(table_id)

    def job(transaction: Transaction) -> None:
        mine = update(TableSeat).where(TableSeat.table_id == table_id, TableSeat.seat == seat)
        transaction.connection.execute(mine.where(TableSeat.user_id == who.user.id).values(values))

    with room.lock:
        chair = room.own_chair(seat, who.user.id)
        if "draft" in values:
            check_draft(room)
        services.rooms.commits.store(job)
        for name, value in values.items():
            setattr(chair, name, value)
