"""The lobby and the tables over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr
from sqlalchemy import update

from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.limits import limited, limited_account, network
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Secret, Storable, Window, Word
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import NO_QUESTION, WAIT, TableSeat
from entente.server.tables import lobby, seats, votes
from entente.server.tables.limits import LIMITS, TableLimits
from entente.server.tables.lobby import TableInfo
from entente.server.tables.room import Room
from entente.server.tables.rooms import Work
from entente.wire.tables import FULL, PLAYING

router = APIRouter(prefix="/api/tables", tags=["tables"], route_class=TypedRoute)
LONGEST_DRAFT, LONGEST_NOTES = 4000, 10_000
VOTES = (60, 600)  # each tells others of something: so many in so many seconds


# As long as the database keeps one.
Seed = Annotated[str, Field(max_length=64), Storable]


class NewTable(BaseModel):
    """A table to be made. `seats`: `me`, the name of a computer player, or null for a free seat.

    `pace` is {"kind": "free"}; {"kind": "live", "minutes": 1 to 600, "increment": seconds, up to
    300}; or {"kind": "correspondence", "hours": 1 to 720, "days_off": [weekdays, Monday 0]}, days
    being those of UTC. `absence` says what a missed deadline leads to: `wait`; `computer`, which
    plays until the player returns, but ends the game as abandoned once it has played through more
    whole years of the game than `stand_in_years` (null: for ever); `rule`, what the game's rules
    prescribe, and where they say nothing the computer. With `lots` people are shuffled over the
    seats they took when the game begins. The host starts the game; with `starts_when_full` the last
    seat to be taken does. Several seats can be `me` where none is left free, or at a `private`
    table. `seed`, from which all chance follows, is taken only by servers set up for measuring
    programs; everywhere else it is drawn, and nobody knows it before the end.
    """

    game: Id
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}
    seats: dict[Id, Id | None] = {}
    private: bool = False
    spectators: bool = True
    language: Id = ""
    pace: dict[Id, Any] = {}
    absence: Id = WAIT
    press: Id = FULL
    anonymous: bool = False
    lots: bool = False
    starts_when_full: bool = False
    stand_in_years: StrictInt | None = lobby.STAND_IN_YEARS
    title: Word = ""
    seed: Seed = ""


class Place(BaseModel):
    """A seat of the table."""

    seat: Id


class Joining(Place):
    """A seat to take; with `move`, in place of the one that one has."""

    move: bool = False


class Filling(Place):
    """A computer player for a seat; null sends the one away that sits there."""

    computer: Id | None = None


class Offering(Place):
    """A seat to be given to somebody else; `withdraw` takes the offer back."""

    withdraw: bool = False


class Offer(msgspec.Struct):
    """The secret by which somebody may take a seat; None: it is no longer offered."""

    token: str | None


class Taking(BaseModel):
    """The secret of an offer."""

    token: Secret


class Voting(Place):
    """A proposal, or an answer to one."""

    kind: Literal["draw", "pause", "resume", "undo", "cancel"]
    yes: bool = True


class Draft(Place):
    """What one plans, for the question `window`; without it, for the first that one is asked."""

    text: Annotated[str, Field(max_length=LONGEST_DRAFT), Storable]
    window: Window | None = None


class Notes(Place):
    text: Annotated[str, Field(max_length=LONGEST_NOTES), Storable]


async def _change(
    services: Services, table_id: str, who: Visitor, language: str, work: Work
) -> TableInfo:
    """Change a table; everybody at it hears, and the computer players take their turn."""
    room = await services.hub.change(table_id, lambda room: services.rooms.change(room, work))
    services.computers.wake(room)
    return lobby.room_info(room, who.user, language)


# -- the lobby


@router.get("")
def tables(
    who: MaybeVisitor,
    session: OneSession,
    language: Language,
    scope: Literal["open", "mine", "watch"] | None = None,
    game: Annotated[Id | None, Query()] = None,
) -> list[TableInfo]:
    """Open tables, one's own, or those one may watch; without a scope the first two."""
    return lobby.listed(session, who.user if who else None, scope, game, language)


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(120, 3600, "tables")),
        Depends(limited_account(120, 3600, "tables")),
    ],
)
async def create(
    body: NewTable,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    language: Language,
) -> TableInfo:
    """Make a table. Those that wait for players are limited for an account, and for all guests of
    a network together."""
    if body.seed and not services.settings.given_seeds:
        raise Problem(403, "table.seed")
    plan = lobby.NewTable(**body.model_dump(), network=network(request))
    room = await run_in_threadpool(lobby.create, services.rooms, who.user, plan)
    services.computers.wake(room)
    return lobby.room_info(room, who.user, language)


@router.get("/limits")
def limits() -> TableLimits:
    """The bounds of what a new table may ask for; those of a game's options are told with it."""
    return LIMITS


@router.get("/{table_id}")
def table(table_id: Id, who: MaybeVisitor, session: OneSession, language: Language) -> TableInfo:
    """One table."""
    user = who.user if who else None
    return lobby.one(session, lobby.find(session, table_id), user, language)


# -- seats


@router.post("/{table_id}/join")
async def join(
    table_id: Id, body: Joining, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take a free seat, one for each person; where the host chose so, the last one starts the
    game."""

    def work(room: Room, now: float) -> None:
        lobby.check_reserved(services.rooms, room, who.user, body.seat)
        seats.join(room, who.user, body.seat, now, move=body.move)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/leave")
async def leave(
    table_id: Id, body: Place, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Give a seat back; once the game has begun, to a computer."""

    def work(room: Room, now: float) -> None:
        seats.leave(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/fill")
async def fill(
    table_id: Id, body: Filling, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """The host seats a computer player before the game, or sends it away."""

    def work(room: Room, now: float) -> None:
        seats.fill(room, who.user, body.seat, body.computer, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/kick")
async def kick(
    table_id: Id, body: Place, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """The host removes somebody from a seat before the game; they need an invitation to return."""

    def work(room: Room, now: float) -> None:
        seats.kick(room, who.user, body.seat)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/start")
async def start(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """The host starts the game once every seat is taken."""

    def work(room: Room, now: float) -> None:
        seats.start(room, who.user, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/offer")
async def offer(
    table_id: Id, body: Offering, who: SomeVisitor, services: RunningServices, language: Language
) -> Offer:
    """A secret by which somebody else may take one's seat."""
    tokens: list[str] = []

    def work(room: Room, now: float) -> None:
        tokens.append(seats.offer(room, who.user, body.seat, body.withdraw))

    await _change(services, table_id, who, language, work)
    return Offer(tokens[-1] or None)


@router.post("/{table_id}/take", dependencies=[Depends(limited(60, 600, "take"))])
async def take(
    table_id: Id, body: Taking, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take a seat that was offered."""

    def work(room: Room, now: float) -> None:
        seats.take(room, who.user, body.token, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/return")
async def come_home(
    table_id: Id, body: Place, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Take one's seat back from the computer that stands in."""

    def work(room: Room, now: float) -> None:
        seats.return_to_seat(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


# -- what players settle among themselves


@router.post("/{table_id}/vote", dependencies=[Depends(limited_account(*VOTES, "votes"))])
async def vote(
    table_id: Id, body: Voting, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Propose something, agree, refuse, or withdraw one's own proposal."""

    def work(room: Room, now: float) -> None:
        room.own_chair(body.seat, who.user.id)
        votes.vote(room, body.seat, body.kind, body.yes, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/concede")
async def concede(
    table_id: Id, body: Place, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Give up, where the game has no action for it: of two the other wins, of more a computer
    goes on."""

    def work(room: Room, now: float) -> None:
        seats.concede(room, who.user, body.seat, now)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/abandon")
async def abandon(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """The host closes a table at which no game has begun."""

    def work(room: Room, now: float) -> None:
        seats.abandon(room, who.user)

    return await _change(services, table_id, who, language, work)


@router.post("/{table_id}/rematch")
async def rematch(
    table_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Play again with seats exchanged: the first to ask makes the table, the others join it."""

    def set_up(room: Room) -> None:
        if lobby.may_play_again(room, who.user):
            services.rooms.change(
                room, lambda r, now: lobby.rematch(services.rooms, r, who.user, now)
            )

    def join(room: Room, now: float) -> None:
        seats.join_again(room, who.user, lobby.reserved_seats(old, room, who.user), now)

    def sit(room: Room) -> None:
        if lobby.reserved_seats(old, room, who.user):
            services.rooms.change(room, join)

    old = await services.hub.change(table_id, set_up)
    new = await services.hub.change(str(old.table.rematch), sit)
    services.computers.wake(new)
    return lobby.room_info(new, who.user, language)


# -- papers of one's own


@router.put("/{table_id}/draft", status_code=204)
async def draft(table_id: Id, body: Draft, who: SomeVisitor, services: RunningServices) -> None:
    """Keep what one plans; of a sealed decision it is handed in when the time is up, if it is an
    action that may be taken."""

    def store() -> None:
        room = services.rooms.get(table_id)
        with room.lock:
            first = room.position.decision(body.seat) if room.table.status == PLAYING else None
        window = body.window if body.window is not None else first.window if first else NO_QUESTION
        _keep(services, table_id, who, body.seat, draft=body.text, draft_window=window)

    await run_in_threadpool(store)
    await _tell_owner(services, table_id, who, body.seat)


@router.put("/{table_id}/notes", status_code=204)
async def notes(table_id: Id, body: Notes, who: SomeVisitor, services: RunningServices) -> None:
    """Keep one's own notes."""
    await run_in_threadpool(_keep, services, table_id, who, body.seat, notes=body.text)
    await _tell_owner(services, table_id, who, body.seat)


async def _tell_owner(services: Services, table_id: str, who: Visitor, seat: str) -> None:
    """Whoever keeps papers sees them wherever he has the table open."""
    await services.hub.send_to_owner(table_id, who.user.id, seat)
    services.announcements.announce_private_change(table_id, who.user.id, seat)


def _keep(services: Services, table_id: str, who: Visitor, seat: str, **papers: str | int) -> None:
    """Store papers; nobody else hears of it, so the table's version stays."""
    room = services.rooms.get(table_id)

    def job(transaction: Transaction) -> None:
        mine = update(TableSeat).where(TableSeat.table_id == table_id, TableSeat.seat == seat)
        transaction.connection.execute(mine.where(TableSeat.user_id == who.user.id).values(papers))

    with room.lock:
        chair = room.own_chair(seat, who.user.id)
        services.rooms.commits.store(job)
        for name, value in papers.items():
            setattr(chair, name, value)
