"""Moderation over HTTP: the moderators' queue, one's own sanctions, and figures for everyone."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from sqlalchemy import select

from entente.server.events import succession
from entente.server.gate import FOREVER
from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor, services_of
from entente.server.http.limits import limited, limited_account
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import RequestBody, Storable
from entente.server.moderation import (
    cases,
    hints,
    moderators,
    sanctions,
    study_cases,
    transparency,
)
from entente.server.moderation.cases import Case, Decision, PersonRecord, ReportSummary
from entente.server.moderation.hints import Hints
from entente.server.moderation.sanctions import LONGEST, MOST_DAYS, Appeal, SanctionInfo
from entente.server.moderation.study_cases import StudyCase, StudyReportSummary
from entente.server.moderation.transparency import ModerationFigures
from entente.server.people import accounts
from entente.server.problem import Problem
from entente.server.services import Services, close_revoked
from entente.server.settings import SESSION_DAYS
from entente.server.storage.models import BAN, SUSPEND, Table, TableSeat, User
from entente.server.tables.adjournment import resume
from entente.server.tables.room import Room
from entente.server.tables.seats import leave_open
from entente.wire.tables import OPEN

ACTS = (300, 3600)  # requests of a moderator
APPEALS = (10, 3600)
READS = (120, 300)


async def moderated(request: Request) -> None:
    """Refuse requests where the operator has turned moderation off."""
    if not services_of(request).settings.moderation:
        raise Problem(404, "moderation.off")


router = APIRouter(prefix="/api", tags=["moderation"], route_class=TypedRoute)
OF_MODERATORS = [Depends(moderated), Depends(limited_account(*ACTS, "moderation"))]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Text = Annotated[str, Field(max_length=LONGEST), Storable]
Days = Annotated[int, Field(ge=1, le=MOST_DAYS)]


class SanctionRequest(RequestBody):
    """A sanction; without `days` it has no end. The user reads the reason."""

    kind: Literal["warn", "mute", "suspend", "ban"]
    reason: Text
    days: Days | None = None

    def decision(self) -> Decision:
        return Decision(self.kind, self.reason, self.days, remove=False)


class DecisionRequest(RequestBody):
    """A decision on a report; `remove` also removes the message, or takes the study down."""

    kind: Literal["dismiss", "warn", "mute", "suspend", "ban"]
    reason: Text = ""
    days: Days | None = None
    remove: bool = False

    def decision(self) -> Decision:
        return Decision(self.kind, self.reason, self.days, self.remove)


class AnswerRequest(RequestBody):
    """An answer to an appeal; `lift` ends the sanction."""

    answer: Text
    lift: bool


class AppealRequest(RequestBody):
    text: Text


class ModerationQueue(msgspec.Struct):
    """What waits for a moderator."""

    reports: list[ReportSummary]
    studies: list[StudyReportSummary]
    appeals: list[Appeal]


class PrivacyInfo(msgspec.Struct):
    """What this server keeps and shows. `days` by kind of data; 0: until its account or table goes.

    `marks`: 0: no devices and networks are stored. `letters_filtered`: the word filter applies to
    private letters, too.
    """

    moderation: bool
    public_pages: bool
    words_filtered: bool
    letters_filtered: bool
    days: dict[str, int]
    session_days: int


class OwnStanding(msgspec.Struct):
    """The user's own sanctions, newest first, and which restrictions last now.

    `until` are seconds since 1970.
    """

    muted_until: int | None
    suspended_until: int | None
    banned_until: int | None
    sanctions: list[SanctionInfo]


# -- moderators


@router.get("/moderation", dependencies=OF_MODERATORS)
def get_moderation_queue(who: SomeVisitor, session: OneSession) -> ModerationQueue:
    """Return the open reports and appeals. For moderators, as everything below."""
    moderators.check_moderator(session, who.user)
    return ModerationQueue(
        cases.queue(session, who.user),
        study_cases.study_queue(session, who.user),
        sanctions.open_appeals(session, who.user),
    )


@router.get("/moderation/reports/{report_id}", dependencies=OF_MODERATORS)
def get_reported_case(report_id: Number, who: SomeVisitor, session: OneSession) -> Case:
    """Return a report with its messages and the writer's record. The access is logged."""
    moderators.check_moderator(session, who.user)
    return cases.read(session, who.user, report_id)


async def _enforce(services: Services, user_id: int, kind: str) -> None:
    """Close the connections of the banned, and free the seats of games that have not begun. Who is
    banned for ever owns no club and directs no event."""
    if kind == BAN:
        await close_revoked(services, user_id)
        await _hand_on(services, user_id)
    if kind not in (SUSPEND, BAN):
        return

    def waiting() -> list[str]:
        held = select(TableSeat.table_id).join(Table, Table.id == TableSeat.table_id)
        with services.sessions() as session:
            mine = held.where(TableSeat.user_id == user_id, Table.status == OPEN)
            return list(session.scalars(mine.distinct()))

    def leave(room: Room, now: float) -> None:
        for seat in room.seats_of(user_id):
            if room.table.status == OPEN:
                leave_open(room, user_id, seat)

    for table_id in await run_in_threadpool(waiting):
        with suppress(Problem):  # the table is gone
            await services.hub.change(table_id, lambda room: services.rooms.change(room, leave))


async def _hand_on(services: Services, user_id: int) -> None:
    def hand_on() -> list[str]:
        with services.sessions.begin() as session:
            user = session.get(User, user_id)
            for_ever = user is not None and (user.banned_until or 0) >= FOREVER
            return succession.hand_on(session, user) if user and for_ever else []

    for table_id in await run_in_threadpool(hand_on):
        with suppress(Problem):  # the table is gone
            await services.hub.change(table_id, lambda room: services.rooms.change(room, resume))


@router.get("/moderation/hints", dependencies=OF_MODERATORS)
def get_hints(who: SomeVisitor, session: OneSession, services: RunningServices) -> Hints:
    """Return figures that make it worth looking; they prove nothing. The access is logged."""
    moderators.check_moderator(session, who.user)
    return hints.hints(session, who.user, services.settings.retention.marks)


@router.post("/moderation/reports/{report_id}", status_code=204, dependencies=OF_MODERATORS)
def decide_report(
    report_id: Number,
    body: DecisionRequest,
    who: SomeVisitor,
    session: OneSession,
    services: RunningServices,
    background: BackgroundTasks,
) -> None:
    """Decide a report: dismiss it, or sanction the writer."""
    moderators.check_moderator(session, who.user)
    writer = cases.decide(session, who.user, report_id, body.decision())
    if writer is not None:
        background.add_task(_enforce, services, writer, body.kind)


@router.get("/moderation/study-reports/{report_id}", dependencies=OF_MODERATORS)
def get_study_case(report_id: Number, who: SomeVisitor, session: OneSession) -> StudyCase:
    """Return a report of a study with the study's texts. The access is logged."""
    moderators.check_moderator(session, who.user)
    return study_cases.read_study_case(session, who.user, report_id)


@router.post("/moderation/study-reports/{report_id}", status_code=204, dependencies=OF_MODERATORS)
def decide_study_report(
    report_id: Number,
    body: DecisionRequest,
    who: SomeVisitor,
    services: RunningServices,
    background: BackgroundTasks,
) -> None:
    """Decide a report of a study: dismiss it, take the study down, sanction the owner."""
    with services.sessions.begin() as session:
        moderators.check_moderator(session, who.user)
        decided = study_cases.decide_study(session, who.user, report_id, body.decision())
    study_id, owner = decided
    services.study_sockets.study_changed(study_id)
    if owner is not None:
        background.add_task(_enforce, services, owner, body.kind)


@router.post("/moderation/studies/{study_id}/put-back", status_code=204, dependencies=OF_MODERATORS)
def put_study_back(
    study_id: Annotated[str, Path(max_length=40), Storable],
    who: SomeVisitor,
    services: RunningServices,
) -> None:
    """Put a study back that was taken down."""
    with services.sessions.begin() as session:
        moderators.check_moderator(session, who.user)
        study_cases.put_back(session, who.user, study_id)
    services.study_sockets.study_changed(study_id)


@router.get("/moderation/people/{name}", dependencies=OF_MODERATORS)
def get_person_record(
    name: Annotated[str, Path(max_length=120), Storable], who: SomeVisitor, session: OneSession
) -> PersonRecord:
    """Return what moderators know of a registered user. The access is logged."""
    moderators.check_moderator(session, who.user)
    user = accounts.named(session, name)
    if user is None:
        raise Problem(404, "person.unknown")
    moderators.note(session, "read", who.user, user_id=user.id)
    return cases.record(session, user)


@router.post("/moderation/people/{user_id}/sanctions", status_code=201, dependencies=OF_MODERATORS)
def impose_sanction(
    user_id: Number,
    body: SanctionRequest,
    who: SomeVisitor,
    session: OneSession,
    services: RunningServices,
    background: BackgroundTasks,
) -> SanctionInfo:
    """Sanction a user without a report."""
    moderators.check_moderator(session, who.user)
    imposed = cases.sanction_person(session, who.user, user_id, body.decision())
    background.add_task(_enforce, services, user_id, body.kind)
    return imposed


@router.post(
    "/moderation/sanctions/{sanction_id}/lift", status_code=204, dependencies=OF_MODERATORS
)
def lift_sanction(sanction_id: Number, who: SomeVisitor, session: OneSession) -> None:
    """End a sanction early."""
    moderators.check_moderator(session, who.user)
    sanctions.lift(session, who.user, sanction_id)


@router.post("/moderation/sanctions/{sanction_id}/answer", dependencies=OF_MODERATORS)
def answer_appeal(
    sanction_id: Number, body: AnswerRequest, who: SomeVisitor, session: OneSession
) -> SanctionInfo:
    """Answer an appeal. Not for the moderator who imposed the sanction, if there is another."""
    moderators.check_moderator(session, who.user)
    return sanctions.answer(session, who.user, sanction_id, body.answer, lifts=body.lift)


# -- everyone


@router.get("/me/standing")
def get_standing(who: SomeVisitor, session: OneSession) -> OwnStanding:
    """Return the user's own sanctions. A banned user may ask, too."""
    user = who.user
    return OwnStanding(
        user.muted_until,
        user.suspended_until,
        user.banned_until,
        sanctions.of_user(session, user.id),
    )


@router.post(
    "/me/sanctions/{sanction_id}/appeal",
    dependencies=[Depends(moderated), Depends(limited_account(*APPEALS, "appeals"))],
)
def appeal_sanction(
    sanction_id: Number, body: AppealRequest, who: SomeVisitor, session: OneSession
) -> SanctionInfo:
    """Appeal against an own sanction, once."""
    return sanctions.appeal(session, who.user, sanction_id, body.text)


@router.get("/conduct", dependencies=[Depends(moderated), Depends(limited(*READS, "conduct"))])
def get_moderation_figures(session: OneSession) -> ModerationFigures:
    """Return what moderators did, by month and without names."""
    return transparency.figures(session)


@router.get("/privacy", dependencies=[Depends(limited(*READS, "privacy"))])
def get_privacy(services: RunningServices) -> PrivacyInfo:
    """Return how long this server keeps personal data, as its operator has set it."""
    settings = services.settings
    days = settings.retention._asdict()
    if not settings.moderation:
        days["marks"] = 0
    return PrivacyInfo(
        settings.moderation,
        settings.public_pages,
        bool(services.words),
        bool(services.words) and services.words.in_letters,
        days,
        SESSION_DAYS,
    )
