"""Clubs over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field, StrictBool, StrictInt

from entente.server.events import clubs
from entente.server.events.clubs import ClubInfo, ClubInvitation, ClubLine, NewClub
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.gates import DIRECT, PLAY, PUBLISH
from entente.server.http.limits import limited, limited_account
from entente.server.http.public_pages import is_outsider
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Name, RequestBody, Secret, Storable, Word
from entente.server.people import profiles
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.tables import club_tables
from entente.server.tables.table_info import TableInfo

router = APIRouter(prefix="/api/clubs", tags=["clubs"], route_class=TypedRoute)
READS, WRITES, NEW = (240, 60), (120, 600), (10, 3600)  # how many in how many seconds
# A private club is found by a secret only; this limits guessing.
JOINS = (30, 600)
About = Annotated[str, Field(max_length=4000), Storable]


class ClubRequest(RequestBody):
    """A club. `privacy`: `public`, `unlisted` or `private`. With `open`, anyone may join who has
    finished `least_games` with other people.
    """

    name: Word
    about: About = ""
    privacy: Id = "public"
    open: StrictBool = True
    colour: Id = ""
    least_games: Annotated[StrictInt, Field(ge=0, le=1000)] = 0


class JoinClubRequest(RequestBody):
    """The secret of an invitation link; empty for an open club."""

    token: Secret = ""


class RoleRequest(RequestBody):
    """A member's role: `owner`, `director`, `member`; null removes them."""

    name: Name
    role: Id | None = None


class LetBackRequest(RequestBody):
    """A person who was removed."""

    name: Name


class ClubInvitationRequest(RequestBody):
    """`withdraw` ends the current link."""

    withdraw: StrictBool = False


def viewer(services: Services, who: Visitor | None) -> User | None:
    """Return the user who reads. Raise Problem where public pages are off."""
    user = who.user if who else None
    if is_outsider(services.settings, user):
        raise Problem(401, "account.needed")
    return user


@router.get("", dependencies=[Depends(limited(*READS, "clubs"))])
def list_clubs(
    who: MaybeVisitor, services: RunningServices, session: ReadingSession
) -> list[ClubLine]:
    """Return public clubs and one's own, by name."""
    return clubs.listed(session, viewer(services, who))


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(*NEW, "clubs made")),
        Depends(limited_account(*NEW, "clubs")),
        DIRECT,
        PUBLISH,
    ],
)
def create_club(
    body: ClubRequest, who: SomeVisitor, services: RunningServices, session: OneSession
) -> ClubInfo:
    """Create a club, and own it."""
    wanted = NewClub(**body.model_dump())
    club = clubs.create(session, who.user, wanted, services.clock())
    return clubs.info(session, club, who.user)


@router.get("/{club_id}", dependencies=[Depends(limited(*READS, "clubs"))])
def get_club(
    club_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> ClubInfo:
    """Return a club. The members of an unlisted club are for its members."""
    user = viewer(services, who)
    return clubs.info(session, clubs.find(session, club_id, user), user)


@router.get("/{club_id}/tables", dependencies=[Depends(limited(*READS, "clubs"))])
def list_club_tables(
    club_id: Id, who: SomeVisitor, session: OneSession, language: Language
) -> list[TableInfo]:
    """Return the open and running tables of a club. For members."""
    return club_tables.current(session, club_id, who.user, language)


@router.patch(
    "/{club_id}", dependencies=[Depends(limited_account(*WRITES, "clubs changed")), DIRECT, PUBLISH]
)
def change_club(club_id: Id, body: ClubRequest, who: SomeVisitor, session: OneSession) -> ClubInfo:
    """Change the description of a club. For owners."""
    club = clubs.change(session, club_id, who.user, NewClub(**body.model_dump()))
    return clubs.info(session, club, who.user)


@router.post(
    "/{club_id}/join",
    dependencies=[
        Depends(limited(*JOINS, "clubs joined")),
        Depends(limited_account(*JOINS, "clubs joined")),
        PLAY,
    ],
)
def join_club(
    club_id: Id,
    body: JoinClubRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> ClubInfo:
    """Join an open club, or any with the secret of its link."""
    club = clubs.join(session, club_id, who.user, body.token, services.clock())
    return clubs.info(session, club, who.user)


@router.post(
    "/{club_id}/leave",
    status_code=204,
    dependencies=[Depends(limited_account(*WRITES, "clubs changed"))],
)
def leave_club(club_id: Id, who: SomeVisitor, session: OneSession) -> None:
    """Leave a club. Its last owner names another one first."""
    clubs.leave(session, club_id, who.user)


@router.post(
    "/{club_id}/role", dependencies=[Depends(limited_account(*WRITES, "clubs changed")), DIRECT]
)
def set_club_role(
    club_id: Id,
    body: RoleRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> ClubInfo:
    """Give a member a role, or remove them: they cannot join again until let back. For owners."""
    clubs.check_owner(session, club_id, who.user)
    other = profiles.find(session, body.name)
    club = clubs.set_role(session, club_id, who.user, other, body.role, services.clock())
    return clubs.info(session, club, who.user)


@router.post(
    "/{club_id}/let-back",
    dependencies=[Depends(limited_account(*WRITES, "clubs changed")), DIRECT],
)
def let_back_to_club(
    club_id: Id, body: LetBackRequest, who: SomeVisitor, session: OneSession
) -> ClubInfo:
    """Let a person who was removed join again. For owners."""
    clubs.check_owner(session, club_id, who.user)
    other = profiles.find(session, body.name)
    return clubs.info(session, clubs.let_back(session, club_id, who.user, other), who.user)


@router.post(
    "/{club_id}/invitation",
    dependencies=[Depends(limited_account(*WRITES, "clubs changed")), DIRECT],
)
def invite_to_club(
    club_id: Id, body: ClubInvitationRequest, who: SomeVisitor, session: OneSession
) -> ClubInvitation:
    """Create an invitation link instead of an earlier one, or withdraw it. For owners."""
    return clubs.invite(session, club_id, who.user, withdraw=body.withdraw)
