"""Studies over HTTP: lists, one study, its members, copies."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field, StrictBool

from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.gates import PUBLISH, PUBLISH_IF_TEXT, REACH, check_reach, check_text
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.new_accounts import REPORTS as NEW_REPORTS
from entente.server.http.new_accounts import limited_if_new
from entente.server.http.routes.chat import REPORTS
from entente.server.http.routes.clubs import viewer
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Name, RequestBody, Secret, Storable, Word
from entente.server.people import profiles
from entente.server.storage.models import User
from entente.server.studies import info, members, reports, store
from entente.server.studies.access import role_in, study_access
from entente.server.studies.info import StudyInfo, StudyPage, StudySearch
from entente.server.studies.members import StudyInvitation
from entente.server.studies.store import LONGEST_ABOUT, StudyPlan
from entente.server.tables.reports import LONGEST_REASON, Reported

router = APIRouter(prefix="/api/studies", tags=["studies"], route_class=TypedRoute)
READS, WRITES, NEW = (240, 60), (240, 600), (30, 3600)  # how many in how many seconds
INVITATIONS = (60, 3600)
StudyId = Annotated[str, Path(max_length=40), Storable]


class StudyRequest(RequestBody):
    """A study: `public` (listed), `unlisted` (by its address) or `private` (for its members)."""

    title: Word
    about: Annotated[str, Field(max_length=LONGEST_ABOUT), Storable] = ""
    privacy: Literal["public", "unlisted", "private"] = "private"

    def plan(self) -> StudyPlan:
        return StudyPlan(self.title, self.about, self.privacy)


class StudyRoleRequest(RequestBody):
    """A member by name, and their role; null removes them."""

    name: Name
    role: Literal["contributor", "reader"] | None


class StudyInvitationRequest(RequestBody):
    withdraw: StrictBool = False


class JoinStudyRequest(RequestBody):
    """The secret of an invitation link."""

    token: Secret


class CopyStudyRequest(RequestBody):
    title: Word


class StudyReportRequest(RequestBody):
    """Why a study is reported."""

    reason: Annotated[str, Field(max_length=LONGEST_REASON), Storable]


@router.get("", dependencies=[Depends(limited(*READS, "studies"))])
def list_studies(
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    scope: Literal["public", "mine"] = "public",
    game: Annotated[str, Query(max_length=40), Storable] = "",
    text: Annotated[str, Query(max_length=100), Storable] = "",
    after: Annotated[str, Query(max_length=60), Storable] = "",
) -> StudyPage:
    """Return public studies or one's own, last changed first, 30 at a time.

    `text` are words of the title, `after` is the `next` of the page before.
    """
    return info.search(session, viewer(services, who), StudySearch(scope, game, text, after))


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(*NEW, "studies made")),
        Depends(limited_account(*NEW, "studies made")),
        PUBLISH,
    ],
)
def create_study(body: StudyRequest, who: SomeVisitor, session: OneSession) -> StudyInfo:
    """Create an empty study, and own it."""
    study = store.create(session, who.user, body.plan())
    return info.study_info(session, study_access(session, study.id, who.user))


@router.get("/{study_id}", dependencies=[Depends(limited(*READS, "studies"))])
def get_study(
    study_id: StudyId, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> StudyInfo:
    """Return a study with its chapters and members."""
    user = viewer(services, who)
    return info.study_info(session, study_access(session, study_id, user))


@router.patch(
    "/{study_id}",
    dependencies=[Depends(limited_account(*WRITES, "studies changed")), PUBLISH],
)
def change_study(
    study_id: StudyId, body: StudyRequest, who: SomeVisitor, services: RunningServices
) -> StudyInfo:
    """Change title, description and privacy. For the owner."""
    with services.sessions.begin() as session:
        access = study_access(session, study_id, who.user)
        store.change(session, access, body.plan())
        changed = info.study_info(session, access)
    services.study_sockets.study_changed(study_id)
    return changed


@router.delete(
    "/{study_id}",
    status_code=204,
    dependencies=[Depends(limited_account(*WRITES, "studies changed"))],
)
def delete_study(study_id: StudyId, who: SomeVisitor, services: RunningServices) -> None:
    """Delete a study with everything in it. For the owner."""
    with services.sessions.begin() as session:
        store.remove(session, study_access(session, study_id, who.user))
    services.study_sockets.study_changed(study_id)


@router.post(
    "/{study_id}/copy",
    status_code=201,
    dependencies=[
        Depends(limited(*NEW, "studies made")),
        Depends(limited_account(*NEW, "studies made")),
        PUBLISH_IF_TEXT,
    ],
)
def copy_study(
    study_id: StudyId,
    body: CopyStudyRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> StudyInfo:
    """Copy a study that one may read, with all its chapters, as a private study of one's own."""
    check_text(who.user, body.title)
    access = study_access(session, study_id, viewer(services, who))
    study = store.copy(session, access, who.user, body.title)
    return info.study_info(session, study_access(session, study.id, who.user))


@router.post(
    "/{study_id}/report", status_code=201, dependencies=[Depends(limited_if_new(NEW_REPORTS))]
)
def report_study(
    study_id: StudyId,
    body: StudyReportRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> Reported:
    """Report a study to the moderators. For readers with an account who are no members."""
    access = study_access(session, study_id, viewer(services, who))
    limit_of(request.app, *REPORTS, "reports").take(str(who.user.id))
    return reports.report_study(session, access, who.user, body.reason)


# -- members


@router.post(
    "/{study_id}/members",
    dependencies=[Depends(limited_account(*INVITATIONS, "study members")), REACH],
)
def set_study_role(
    study_id: StudyId,
    body: StudyRoleRequest,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
) -> StudyInfo:
    """Add a member, change their role or remove them. For the owner."""
    with services.sessions.begin() as session:
        access = study_access(session, study_id, who.user)
        access.check_owner()
        other = profiles.find(session, body.name)
        if body.role is not None and role_in(session, study_id, other) is None:
            check_reach(request, session, who.user, other)
        members.set_role(session, access, other, body.role)
        changed = info.study_info(session, access)
    services.study_sockets.study_changed(study_id)
    return changed


@router.post(
    "/{study_id}/invitation",
    dependencies=[Depends(limited_account(*INVITATIONS, "study members"))],
)
def invite_to_study(
    study_id: StudyId, body: StudyInvitationRequest, who: SomeVisitor, session: OneSession
) -> StudyInvitation:
    """Create a link by which people join as contributors, or withdraw it. For the owner."""
    access = study_access(session, study_id, who.user)
    return members.invite(session, access, withdraw=body.withdraw)


@router.post(
    "/{study_id}/join",
    dependencies=[
        Depends(limited(*INVITATIONS, "studies joined")),
        Depends(limited_account(*INVITATIONS, "studies joined")),
    ],
)
def join_study(
    study_id: StudyId, body: JoinStudyRequest, who: SomeVisitor, services: RunningServices
) -> StudyInfo:
    """Join as a contributor, with the secret of the study's link."""
    with services.sessions.begin() as session:
        members.join(session, study_id, who.user, body.token)
        joined = info.study_info(session, study_access(session, study_id, who.user))
    services.study_sockets.study_changed(study_id)
    return joined


@router.post(
    "/{study_id}/leave",
    status_code=204,
    dependencies=[Depends(limited_account(*WRITES, "studies changed"))],
)
def leave_study(study_id: StudyId, who: SomeVisitor, services: RunningServices) -> None:
    """Leave a study. Its owner deletes it instead."""
    user: User = who.user
    with services.sessions.begin() as session:
        members.leave(session, study_access(session, study_id, user), user)
    services.study_sockets.study_changed(study_id)
