"""Accounts over HTTP."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session, object_session

from entente.kernel import Seat
from entente.kernel.text import LANGUAGES, LanguageCode
from entente.server.events.succession import hand_on
from entente.server.gate import is_muted, is_suspended
from entente.server.http.account_marks import note_sign_in
from entente.server.http.dependencies import (
    HOST_COOKIE,
    MaybeVisitor,
    OneSession,
    OwnCookie,
    RunningServices,
    SomeVisitor,
    cookie_of,
    device_mark,
    forget_cookie,
    is_secure,
    mark_device,
    set_cookie,
)
from entente.server.http.gates import PUBLISH_IF_TEXT, check_text
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Name, RequestBody, Secret, Word
from entente.server.moderation import moderators
from entente.server.notices import channel_states
from entente.server.notices.notices import move_reminders
from entente.server.people import (
    accounts,
    guest_seats,
    leaderboards,
    preferences,
    relations,
    user_data,
)
from entente.server.people.own_data import OwnData
from entente.server.people.preferences import Preferences, Preferred
from entente.server.problem import Problem
from entente.server.services import Services, close_revoked
from entente.server.settings import RESET_HOURS, SESSION_DAYS
from entente.server.storage.digests import digest
from entente.server.storage.models import User
from entente.server.storage.skeletons import folded
from entente.server.tables import seats as places
from entente.server.tables.adjournment import resume
from entente.server.tables.room import Room

router = APIRouter(prefix="/api", tags=["accounts"], route_class=TypedRoute)

# Limits: how often in how many seconds
GUESSES = (10, 300)  # guesses of the own password
TRIES = (50, 3600)  # logins per account
TRIED = "login of an account"
TRIES_OF_DEVICE = (20, 3600)  # logins from a known device
CODES = (5, 3600 * RESET_HOURS)  # codes per reset link
MAILS = (3, 3600)  # mails per address and per account


class Guest(RequestBody):
    name: Name
    language: Id = "en"


class Registration(RequestBody):
    """A registration.

    `email` is for password resets and notices, and counts once confirmed. `language` applies to a
    new account.
    """

    name: Name
    password: Secret
    email: Word | None = None
    language: Id = "en"


class Credentials(RequestBody):
    """A login.

    `code` is from the authenticator app or a recovery code, if the account requires one.
    """

    name: Word
    password: Secret
    code: Word = ""


class Profile(RequestBody):
    """Changes to the profile.

    An empty e-mail address removes it. A changed address needs the password, if there is one.
    """

    name: Name | None = None
    language: Id | None = None
    email: Word | None = None
    password: Secret | None = None
    preferences: Preferences | None = None


class PasswordChange(RequestBody):
    """A password change. Passkeys stay valid unless they are revoked too."""

    old: Secret
    new: Secret
    revoke_passkeys: bool = False


class OptionalPassword(RequestBody):
    """The password again, required for sensitive changes if the account has one."""

    password: Secret | None = None


class PasswordResetRequest(RequestBody):
    email: Word


class NewPassword(RequestBody):
    token: Secret
    password: Secret
    code: Word = ""
    revoke_passkeys: bool = False


class Me(msgspec.Struct):
    """What a visitor may know of their own account.

    `csrf` goes with every unsafe request; `unconfirmed` is an e-mail address not confirmed yet.
    Without a password, the user signs in another way. `takeover_from`: since when the account is
    old enough to take over seats of players who left; None for a guest, who cannot. `restricted`: a
    sanction lasts (`/api/me/standing`).
    """

    id: int
    name: str
    guest: bool
    has_password: bool
    email: str | None
    unconfirmed_email: str | None
    language: LanguageCode
    csrf: str
    takeover_from: int | None
    preferences: Preferred
    moderator: bool
    restricted: bool


class SessionInfo(msgspec.Struct):
    """A session of the user."""

    id: str
    created: int
    browser: str
    current: bool


def described(session: Session, user: User, csrf: str) -> Me:
    return Me(
        id=user.id,
        name=user.name,
        guest=user.guest,
        has_password=user.has_password,
        email=user.email,
        unconfirmed_email=accounts.awaited(session, user),
        language=user.language,
        csrf=csrf,
        takeover_from=places.takeover_from(user),
        preferences=preferences.preferences_of(user),
        moderator=moderators.is_moderator(session, user),
        restricted=is_muted(user) or is_suspended(user),
    )


def start_session(
    services: Services,
    session: Session,
    request: Request,
    response: Response,
    background: BackgroundTasks,
    user: User,
) -> Me:
    """Create a session for this browser.

    A previous session ends, so that its secret gains no rights. The seats of a guest who logs in
    move to the account.
    """
    if before := cookie_of(request):
        owner = accounts.log_out(session, before)
        if owner is not None:
            background.add_task(close_revoked, services, owner)
            guest = session.get(User, owner)
            if guest is not None and guest.guest and guest.class_id is None and not user.guest:
                for table_id in guest_seats.move_seats(session, guest, user):
                    background.add_task(services.hub.resend, table_id)
    agent = request.headers.get("user-agent", "")
    secret, login = accounts.log_in(session, user, agent)
    set_cookie(request, response, secret, SESSION_DAYS * accounts.DAY)
    mark = ""
    if not user.guest:
        mark = services.devices.mark(user, device_mark(request))
        mark_device(request, response, mark)
    note_sign_in(session, request, user.id, mark)
    return described(session, user, login.csrf)


@router.post("/guest", status_code=201, dependencies=[Depends(limited(60, 600, "guest"))])
def create_guest(
    body: Guest,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Create a guest account: a name is enough."""
    user = accounts.new_guest(session, body.name, body.language)
    return start_session(services, session, request, response, background, user)


@router.post("/register", dependencies=[Depends(limited(60, 3600, "register")), PUBLISH_IF_TEXT])
def register(
    body: Registration,
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Register a guest, or create an account.

    The session is replaced.

    If registration is refused, no account is created.
    """
    user = who.user if who else accounts.new_guest(session, body.name, body.language)
    if body.name != user.name:
        check_text(user, body.name)
    for moved in accounts.register(session, user, body.name, body.password):
        background.add_task(user_data.refresh_person, services.rooms, moved)
    if body.email:
        _ask_confirmation(services, session, request, user, body.email, background)
    return start_session(services, session, request, response, background, user)


@router.post("/login", dependencies=[Depends(limited(10, 300, "login"))])
def log_in(
    body: Credentials,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Log in with name, password and, if required, a code.

    Attempts are limited per account from all networks; known devices are counted separately, so
    that no one can lock the owner out.
    """
    mark = device_mark(request)
    owner = accounts.named(session, body.name) if mark else None
    if owner is not None and services.devices.knows(owner.id, mark):
        limit_of(request.app, *TRIES_OF_DEVICE, "login of a device").take(digest(mark))
    else:
        limit_of(request.app, *TRIES, TRIED).take(folded(body.name))
    user = accounts.authenticate(session, body.name, body.password, body.code)
    return start_session(services, session, request, response, background, user)


@router.post("/logout", status_code=204)
def log_out(
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    secret: OwnCookie,
    background: BackgroundTasks,
) -> None:
    accounts.log_out(session, secret)
    background.add_task(close_revoked, services, who.user.id)
    forget_cookie(request, response)


@router.get("/me")
def get_me(
    who: MaybeVisitor, session: OneSession, request: Request, response: Response
) -> Me | None:
    """Return the current user; null without an account."""
    secret = cookie_of(request)
    dated = is_secure(request) and HOST_COOKIE not in request.cookies
    if dated and who and who.token is None and secret:
        set_cookie(request, response, secret, SESSION_DAYS * accounts.DAY)
    return described(session, who.user, who.csrf) if who else None


@router.patch(
    "/me",
    dependencies=[
        Depends(limited(60, 600, "profile")),
        Depends(limited_account(60, 600, "profile")),
        PUBLISH_IF_TEXT,
    ],
)
def update_me(
    body: Profile,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    background: BackgroundTasks,
) -> Me:
    """Change name, language and preferences.

    A new e-mail address counts once the link sent to it is opened; then the old address is
    notified.
    """
    user = who.user
    if body.name is not None:
        if body.name != user.name:
            check_text(user, body.name)
        for moved in accounts.rename(session, user, body.name):
            background.add_task(user_data.refresh_person, services.rooms, moved)
    if body.language is not None:
        if body.language not in LANGUAGES:
            raise Problem(422, "account.language", known=list(LANGUAGES))
        user.language = body.language
    if body.email is not None and body.email.strip().casefold() != (user.email or ""):
        check_password(request, user, body.password)
        if body.email.strip():
            _ask_confirmation(services, session, request, user, body.email, background)
        elif (before := accounts.remove_address(session, user)) is not None:
            background.add_task(services.outbox.notify_moved, before, user.language)
    if body.preferences is not None:
        if body.preferences.profile is not None:
            check_text(user, body.preferences.profile.about)
        accounts.hold(session, user)  # two requests at once change different preferences
        preferences.change(user, body.preferences, services.settings, services.clock())
        _follow_preferences(session, user, body.preferences, services.clock())
        if body.preferences.profile is not None:
            leaderboards.show_in_leaderboards(session, user)
        if not user.can_be_followed:
            relations.end_followers(session, user)
    background.add_task(user_data.refresh_person, services.rooms, user.id)
    return described(session, user, who.csrf)


def _follow_preferences(session: Session, user: User, wanted: Preferences, now: float) -> None:
    """Restart channels that were set up again, and move reminders out of new quiet hours."""
    chosen = wanted.notify.model_dump(exclude_none=True) if wanted.notify is not None else {}
    for channel, on in chosen.items():
        if on:
            channel_states.reset(session, user.id, channel)
    if wanted.webhook is not None:
        channel_states.reset(session, user.id, "webhook")
    if wanted.plans is not None or wanted.time_zone is not None:
        move_reminders(session, user, now)


def check_registered(request: Request, user: User, password: str | None) -> None:
    """Check the password before a way to sign in is added. Raise Problem for a guest."""
    if user.guest:
        raise Problem(409, "account.guest")
    check_password(request, user, password)


def check_confirmed(request: Request, user: User, body: OptionalPassword | None) -> None:
    """Check the password before a way to sign in is removed; the request may have no body."""
    check_password(request, user, body.password if body is not None else None)


def check_password(request: Request, user: User, password: str | None) -> None:
    """Check the account's password again, rate limited."""
    limit_of(request.app, *GUESSES, "password of an account").take(str(user.id))
    services: Services = request.app.state.services
    secret = cookie_of(request)
    if (own := object_session(user)) is not None:  # the request's, which may hold a connection
        accounts.check_password(own, user, password, secret)
        return
    with services.sessions() as session:
        accounts.check_password(session, user, password, secret)


@router.post(
    "/me/password",
    dependencies=[
        Depends(limited(*GUESSES, "password")),
        Depends(limited_account(*GUESSES, "password")),
    ],
)
def change_password(
    body: PasswordChange,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    secret: OwnCookie,
    background: BackgroundTasks,
) -> Me:
    """Change the password; other sessions and all tokens end, and passkeys if requested."""
    ending = {"end_passkeys": body.revoke_passkeys}
    accounts.change_password(session, who.user, body.old, body.new, secret, **ending)
    background.add_task(close_revoked, services, who.user.id)
    return described(session, who.user, who.csrf)


# -- mail


def _ask_confirmation(
    services: Services,
    session: Session,
    request: Request,
    user: User,
    address: str,
    background: BackgroundTasks,
) -> None:
    """Send a confirmation link to an address."""
    if not services.outbox.writes_mail:
        raise Problem(409, "account.no_mail")
    address = accounts.clean_email(address)
    limit_of(request.app, *MAILS, "mails of an account").take(str(user.id))
    limit_of(request.app, *MAILS, "mails to an address").take(address)
    secret = accounts.offer_confirmation(session, user, address)
    link = services.outbox.link(f"/api/confirm/{secret}")
    background.add_task(services.outbox.confirm, address, user.language, link)


@router.get("/confirm/{token}", include_in_schema=False)
def confirm_address(
    token: Word, services: RunningServices, background: BackgroundTasks
) -> RedirectResponse:
    """Confirm an e-mail address by the link in a mail, and redirect to the profile."""
    try:
        with services.sessions.begin() as session:
            user, before = accounts.confirm(session, token)
            channel_states.use_address(session, user, is_first=before is None)
    except Problem as problem:
        return RedirectResponse(f"/profile?problem={problem.message.key}", 303)
    if before is not None:
        background.add_task(services.outbox.notify_moved, before, user.language)
    return RedirectResponse("/profile?confirmed=1", 303)


@router.post("/reset", status_code=202, dependencies=[Depends(limited(10, 3600, "reset"))])
def request_password_reset(
    body: PasswordResetRequest,
    services: RunningServices,
    request: Request,
    background: BackgroundTasks,
) -> None:
    """Request a password reset link.

    Neither the response nor its timing reveals whether the address is known: it is looked up after
    the response.
    """
    if not services.outbox.writes_mail:
        raise Problem(409, "account.no_mail")
    limit_of(request.app, *MAILS, "reset mails").take(body.email.strip().casefold())
    background.add_task(_send_reset, services, body.email)


def _send_reset(services: Services, address: str) -> None:
    with services.sessions.begin() as session:
        offered = accounts.offer_reset(session, address)
        if offered is None:
            return
        user, secret = offered
        assert user.email is not None
        recipient = (user.email, user.language, user.name)
    services.outbox.reset(*recipient, services.outbox.link(f"/reset/{secret}"))


@router.post("/reset/confirm", dependencies=[Depends(limited(20, 3600, "new password"))])
def reset_password(
    body: NewPassword,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Choose a new password by the link; sessions and tokens end, and a new session starts.

    A second factor is limited as at login, with a separate count, and a link allows a few attempts.
    """

    def try_code(user: User) -> None:
        limit_of(request.app, *TRIES, "codes of an account").take(user.folded or "")
        try:
            limit_of(request.app, *CODES, "codes with a link").take(digest(body.token))
        except Problem:
            session.rollback()
            accounts.end_link(session, body.token)
            session.commit()
            raise Problem(410, "account.link") from None

    ending = {"end_passkeys": body.revoke_passkeys}
    user = accounts.reset(session, body.token, body.password, body.code, try_code, **ending)
    background.add_task(close_revoked, services, user.id)
    return start_session(services, session, request, response, background, user)


# -- sessions


@router.get("/me/sessions")
def list_sessions(who: SomeVisitor, session: OneSession, secret: OwnCookie) -> list[SessionInfo]:
    """Return the user's sessions."""
    return [
        SessionInfo(
            id=accounts.name_of(login),
            created=login.created,
            browser=login.agent,
            current=login.digest == digest(secret),
        )
        for login in accounts.logins(session, who.user)
    ]


@router.delete("/me/sessions", status_code=204)
def end_other_sessions(
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    secret: OwnCookie,
    background: BackgroundTasks,
) -> None:
    """End all other sessions of the user."""
    accounts.end_others(session, who.user, secret)
    background.add_task(close_revoked, services, who.user.id)


@router.delete("/me/sessions/{name}", status_code=204)
def end_session(
    name: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    background: BackgroundTasks,
) -> None:
    """End a session."""
    accounts.end(session, who.user, name)
    background.add_task(close_revoked, services, who.user.id)


# -- user data


@router.get(
    "/me/export",
    dependencies=[
        Depends(limited(20, 600, "export")),
        Depends(limited_account(20, 600, "export")),
    ],
)
def export_me(who: SomeVisitor, session: OneSession) -> OwnData:
    """Return everything stored about the user."""
    return user_data.export(session, who.user)


@router.delete("/me", status_code=204)
async def delete_me(
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    response: Response,
    body: OptionalPassword | None = None,
) -> None:
    """Delete the account, with its password if it has one.

    Games go on with a computer in the seat.
    """
    password = body.password if body is not None else None
    await run_in_threadpool(check_password, request, who.user, password)

    def seats_held() -> dict[str, list[Seat]]:
        with services.sessions() as session:
            return user_data.seats_to_leave(session, who.user)

    def delete() -> list[str]:
        with services.sessions.begin() as session:
            user = session.get(User, who.user.id)
            if user is None:
                raise Problem(401, "account.needed")
            adjourned = hand_on(session, user)
            user_data.erase(session, user)
            return adjourned

    for table_id, seats in (await run_in_threadpool(seats_held)).items():
        for seat in seats:
            # for example, an unavailable table; the account is deleted anyway
            with suppress(Problem):
                await _leave_seat(services, table_id, who.user, seat)
    for table_id in await run_in_threadpool(delete):
        with suppress(Problem):
            await services.hub.change(table_id, lambda room: services.rooms.change(room, resume))
    await close_revoked(services, who.user.id)
    forget_cookie(request, response)


async def _leave_seat(services: Services, table_id: str, user: User, seat: Seat) -> None:
    """Leave a seat to a computer, or free it if the game has not started."""

    def leave(room: Room, now: float) -> None:
        places.leave(room, user, seat, now)

    room = await services.hub.change(table_id, lambda room: services.rooms.change(room, leave))
    services.computers.wake(room)
