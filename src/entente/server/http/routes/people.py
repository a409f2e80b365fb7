"""Other people over HTTP: follow, block and avoid them, invite and challenge them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StrictBool, StrictInt, StrictStr
from sqlalchemy.orm import Session

from entente.server.events import consent
from entente.server.gate import may_play, may_reach
from entente.server.http.account_marks import noting_marks
from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.gates import PLAY, PLAY_IF_SEATED, REACH, limit_pair
from entente.server.http.limits import limited, limited_account, network
from entente.server.http.new_accounts import INVITATIONS as NEW_INVITATIONS
from entente.server.http.new_accounts import limited_if_new
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable, Word
from entente.server.live.challenges import end_invitation
from entente.server.people import accounts, member_invitations, relations
from entente.server.people.member_invitations import MemberInvitationInfo
from entente.server.people.relations import PersonInfo
from entente.server.problem import Problem
from entente.server.ratings.pair_cap import MOST, capped_pairs
from entente.server.services import Services
from entente.server.storage.blocks import AVOID, BLOCK, FOLLOW
from entente.server.storage.models import Invitation, Table, User
from entente.server.studies import members
from entente.server.tables import invitations, lobby, new_tables, seats, table_info
from entente.server.tables.admission import check_pair
from entente.server.tables.invitations import Guest, InvitationInfo
from entente.server.tables.meeting import check_meeting
from entente.server.tables.room import Room
from entente.server.tables.table_info import TableInfo
from entente.wire.tables import OPEN

router = APIRouter(prefix="/api", tags=["people"], route_class=TypedRoute)

CHANGES = (120, 3600)  # changes of lists per account: how many in how many seconds
INVITATIONS = (60, 3600)  # per account
READS = (300, 300)  # profiles and people a network may read: no one copies the list of accounts
UserId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Relations(RequestBody):
    """What to change about a person; what is left out stays."""

    follow: bool | None = None
    block: bool | None = None
    avoid: bool | None = None

    def wanted(self) -> dict[str, bool]:
        named = {FOLLOW: self.follow, BLOCK: self.block, AVOID: self.avoid}
        return {kind: value for kind, value in named.items() if value is not None}


class NamedRelations(Relations):
    """The same for a person with a registered name."""

    name: Word


class People(msgspec.Struct):
    """The people a user follows, blocks or avoids, and public tables of those followed.

    `tables` are by the id of the person.
    """

    people: list[PersonInfo]
    tables: dict[int, list[str]]
    table_infos: list[TableInfo]


class InviteRequest(RequestBody):
    """The person to invite."""

    user: Annotated[int, Field(ge=1, le=2**31 - 1)]


class ChallengeRequest(InviteRequest):
    """A game to play with a person.

    `seat` is the challenger's; without it, seats are drawn. In a game of more than two, the other
    seats stay open, and the host fills them.
    """

    game: Id
    seat: Id | None = None
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}
    time_control: dict[Id, Any] = {}
    rated: bool = False


# -- lists


@router.get("/me/people")
def list_people(
    who: SomeVisitor, session: OneSession, services: RunningServices, language: Language
) -> People:
    """Return the people the user follows, blocks or avoids."""
    related = relations.listed(session, who.user, services.clock())
    followed = {each.id for each in related if each.followed}
    tables = lobby.public_tables(session, followed, who.user, language) if followed else []
    of: dict[int, list[str]] = {}
    for table in tables:
        seated = {chair.user for chair in table.seats.values() if chair.user is not None}
        for user_id in seated & followed:
            of.setdefault(user_id, []).append(table.id)
    return People(related, of, tables)


@router.post("/me/people", dependencies=[Depends(limited_account(*CHANGES, "people"))])
def add_person(
    body: NamedRelations, who: SomeVisitor, session: OneSession, services: RunningServices
) -> PersonInfo:
    """Follow, block or avoid a person by registered name."""
    other = accounts.named(session, body.name)
    if other is None:
        raise Problem(404, "person.unknown")
    return _changed(services, session, who.user, other, body)


@router.get("/me/people/{user_id}", dependencies=[Depends(limited(*READS, "profiles"))])
def get_person(
    user_id: UserId, who: SomeVisitor, session: OneSession, services: RunningServices
) -> PersonInfo:
    """Return a person, and what the user has decided about them."""
    other = relations.person(session, user_id)
    return relations.info(session, who.user, other, services.clock())


@router.put("/me/people/{user_id}", dependencies=[Depends(limited_account(*CHANGES, "people"))])
def change_person(
    user_id: UserId,
    body: Relations,
    who: SomeVisitor,
    session: OneSession,
    services: RunningServices,
) -> PersonInfo:
    """Follow, block or avoid a person, or stop it."""
    return _changed(services, session, who.user, relations.person(session, user_id), body)


def _changed(
    services: Services, session: Session, user: User, other: User, body: Relations
) -> PersonInfo:
    relations.set_relations(session, user, other, body.wanted())
    return relations.info(session, user, other, services.clock())


# -- invitations


@router.post(
    "/tables/{table_id}/invite",
    status_code=204,
    dependencies=[
        Depends(limited_account(*INVITATIONS, "invitations")),
        PLAY,
        Depends(noting_marks),
        Depends(limited_if_new(NEW_INVITATIONS)),
        REACH,
    ],
)
def invite_person(
    table_id: Id,
    body: InviteRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> None:
    """Invite a person to a table that waits for players."""
    room = services.rooms.get(table_id)
    guest = Guest(who.user, relations.person(session, body.user))
    with room.lock:
        limit_pair(request, *guest)
        invitations.invite(session, room, guest, services.clock())


@router.post(
    "/challenges",
    status_code=201,
    dependencies=[
        Depends(limited(120, 3600, "challenges")),
        Depends(limited_account(*INVITATIONS, "invitations")),
        PLAY,
        Depends(noting_marks),
        Depends(limited_if_new(NEW_INVITATIONS)),
        REACH,
    ],
)
async def challenge_person(
    body: ChallengeRequest,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    language: Language,
) -> TableInfo:
    """Challenge a person: create a table for both, which closes if they do not come in time."""

    def create() -> Room:
        with services.sessions() as session:
            guest = Guest(who.user, relations.person(session, body.user))
            may_reach(session, *guest)
            both = (guest.by.id, guest.user.id)
            if body.rated and capped_pairs(session, both, services.clock()):
                raise Problem(409, "rating.often", most=MOST)
        limit_pair(request, *guest)

        def invited(session: Session, table: Table) -> None:
            now = services.clock()
            expires = invitations.challenge_expires(table, now)
            invitations.add(session, table, guest, now, expires, challenge=True)

        plan = new_tables.NewTable(
            game=body.game,
            options=body.options,
            seats={body.seat: new_tables.ME} if body.seat else {},
            private=True,
            language=language,
            time_control=body.time_control,
            random_seats=body.seat is None,
            starts_when_full=True,
            rated=body.rated,
            network=network(request),
        )
        if body.seat is None:
            plan = plan._replace(seats={new_tables.first_seat(plan, language): new_tables.ME})
        return new_tables.create(services.rooms, who.user, plan, invited)

    room = await run_in_threadpool(create)
    return table_info.room_info(room, who.user, language)


@router.get("/me/invitations")
def list_invitations(
    who: SomeVisitor, session: OneSession, services: RunningServices, language: Language
) -> list[InvitationInfo]:
    """Return the user's unanswered invitations, newest first."""
    return invitations.received(session, who.user, language, services.clock())


@router.post(
    "/me/invitations/{invitation_id}/accept",
    dependencies=[PLAY, Depends(noting_marks)],
)
async def accept_invitation(
    invitation_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> TableInfo:
    """Accept an invitation: take the first free seat."""
    made = await run_in_threadpool(_find, services, who.user, invitation_id)

    def work(room: Room, now: float) -> None:
        check_meeting(services.rooms, room, who.user)
        check_pair(services.rooms, room, who.user)
        if made.by_id == room.table.host_id:  # no other player lets a removed one return
            room.table.barred = [each for each in room.table.barred if each != who.user.id]
        seats.join(room, who.user, invitations.free_seat(room), now)
        table = room.table

        def ended(session: Session) -> None:
            invitations.end(session, made)
            # The start of the game says it too; an anonymous table names no one.
            if table.status == OPEN and not table.anonymous:
                told = [made.by_id]
                invitations.tell(session, told, invitations.ACCEPTED, table, who.user.name)

        room.jobs.append(ended)

    room = await services.hub.change(made.table_id, lambda r: services.rooms.change(r, work))
    services.computers.wake(room)
    return table_info.room_info(room, who.user, language)


@router.post("/me/invitations/{invitation_id}/decline", status_code=204)
async def decline_invitation(
    invitation_id: Id, who: SomeVisitor, services: RunningServices
) -> None:
    """Decline an invitation; a challenge ends with it."""
    made = await run_in_threadpool(_find, services, who.user, invitation_id)
    declined = invitations.DECLINED
    await end_invitation(services.rooms, services.hub, made, declined, who.user.name)


def _find(services: Services, user: User, invitation_id: str) -> Invitation:
    with services.sessions() as session:
        return invitations.find(session, user, invitation_id, services.clock())


# -- invitations to take part in an event or a study


@router.get("/me/member-invitations")
def list_member_invitations(who: SomeVisitor, session: OneSession) -> list[MemberInvitationInfo]:
    """Return the unanswered invitations to events and studies, newest first."""
    return member_invitations.received(session, who.user)


@router.post(
    "/me/member-invitations/{invitation_id}/accept",
    status_code=204,
    dependencies=[PLAY_IF_SEATED],
)
def accept_member_invitation(
    invitation_id: Id, who: SomeVisitor, services: RunningServices
) -> None:
    """Accept: enter the event, agree to a substitution, or become a member of the study."""
    now = services.clock()
    with services.sessions.begin() as session:
        made = member_invitations.find(session, who.user, invitation_id, now)
        if made.study_id is None:
            may_play(who.user)
            consent.accept(session, made, who.user, now)
        else:
            members.accept(session, made, who.user, now)
    if made.study_id is not None:
        services.study_sockets.study_changed(made.study_id)


@router.post("/me/member-invitations/{invitation_id}/decline", status_code=204)
def decline_member_invitation(
    invitation_id: Id, who: SomeVisitor, services: RunningServices, session: OneSession
) -> None:
    """Decline an invitation to an event or a study."""
    now = services.clock()
    made = member_invitations.find(session, who.user, invitation_id, now)
    if made.study_id is None:
        consent.decline(session, made, who.user, now)
    else:
        members.decline(session, made, who.user)
