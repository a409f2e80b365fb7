"""Accounts over HTTP."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse
from pydantic import BaseModel
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.text import LANGUAGES, LanguageCode
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
from entente.server.http.limits import limit_of, limited, limited_account
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Name, Secret, Word
from entente.server.people import accounts, preferences, user_data
from entente.server.people.preferences import Preferences, Preferred
from entente.server.people.user_data import OwnData
from entente.server.problem import Problem
from entente.server.services import Services, close_revoked
from entente.server.settings import RESET_HOURS, SESSION_DAYS
from entente.server.storage.digests import digest
from entente.server.storage.models import User
from entente.server.storage.skeletons import folded
from entente.server.tables import seats as places
from entente.server.tables.room import Room

router = APIRouter(prefix="/api", tags=["accounts"], route_class=TypedRoute)

# How often, and in how many seconds
GUESSES = (10, 300)  # of one's own password
TRIES = (50, 3600)  # to get into an account
TRIED = "login of an account"
TRIES_OF_DEVICE = (20, 3600)  # in which its owner has logged in before
CODES = (5, 3600 * RESET_HOURS)  # with one link
MAILS = (3, 3600)  # to one address, and from one account


class Guest(BaseModel):
    name: Name
    language: Id = "en"


class Registration(BaseModel):
    """`email` is for a forgotten password and for notices; it counts once it is confirmed.
    `language` is for somebody who is not known yet."""

    name: Name
    password: Secret
    email: Word | None = None
    language: Id = "en"


class Credentials(BaseModel):
    """`code` is what one's device shows, or one of the codes on paper, where that is asked for."""

    name: Word
    password: Secret
    code: Word = ""


class Profile(BaseModel):
    """What of oneself is to be changed. An empty e-mail address takes it away; whoever has a
    password gives it with any change of the address."""

    name: Name | None = None
    language: Id | None = None
    email: Word | None = None
    password: Secret | None = None
    preferences: Preferences | None = None


class Passwords(BaseModel):
    """Passkeys stay good with a new password, unless they shall end with the old one."""

    old: Secret
    new: Secret
    end_passkeys: bool = False


class OwnPassword(BaseModel):
    """Whoever has a password gives it for what touches the account itself."""

    password: Secret | None = None


class Forgotten(BaseModel):
    email: Word


class NewPassword(BaseModel):
    token: Secret
    password: Secret
    code: Word = ""
    end_passkeys: bool = False


class Me(msgspec.Struct):
    """What a visitor may know of himself; `csrf` goes with every unsafe request. `unconfirmed` is
    an address whose owner has not yet followed the link in our mail."""

    id: int
    name: str
    guest: bool
    email: str | None
    unconfirmed: str | None
    language: LanguageCode
    csrf: str
    preferences: Preferred


class LoginInfo(msgspec.Struct):
    """A session: where one is logged in."""

    id: str
    created: int
    browser: str
    current: bool


def described(session: Session, user: User, csrf: str) -> Me:
    return Me(
        id=user.id,
        name=user.name,
        guest=user.guest,
        email=user.email,
        unconfirmed=accounts.awaited(session, user),
        language=user.language,
        csrf=csrf,
        preferences=preferences.preferences_of(user),
    )


def start_session(
    services: Services,
    session: Session,
    request: Request,
    response: Response,
    background: BackgroundTasks,
    user: User,
) -> Me:
    """A new session for this browser; the one it had, if any, ends: whoever knew its secret is not
    let in with what the new one may do."""
    if before := cookie_of(request):
        owner = accounts.log_out(session, before)
        if owner is not None:
            background.add_task(close_revoked, services, owner)
    agent = request.headers.get("user-agent", "")
    secret, login = accounts.log_in(session, user, agent)
    set_cookie(request, response, secret, SESSION_DAYS * accounts.DAY)
    if not user.guest:
        mark_device(request, response, services.devices.mark(user))
    return described(session, user, login.csrf)


@router.post("/guest", status_code=201, dependencies=[Depends(limited(60, 600, "guest"))])
def guest(
    body: Guest,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Begin at once: a name is enough."""
    user = accounts.new_guest(session, body.name, body.language)
    return start_session(services, session, request, response, background, user)


@router.post("/register", dependencies=[Depends(limited(60, 3600, "register"))])
def register(
    body: Registration,
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Keep one's games under a name and a password; the session is a new one. Somebody who is not
    known yet gets an account at once, or, where it is refused, nothing at all."""
    user = who.user if who else accounts.new_guest(session, body.name, body.language)
    for moved in accounts.register(session, user, body.name, body.password):
        background.add_task(user_data.refresh_person, services.rooms, moved)
    if body.email:
        _ask_confirmation(services, session, request, user, body.email, background)
    return start_session(services, session, request, response, background, user)


@router.post("/login", dependencies=[Depends(limited(10, 300, "login"))])
def login(
    body: Credentials,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Come in with name and password, and with a code where the account asks for one. So often may
    anybody try to get into an account, from however many networks; a device in which its owner has
    logged in before is counted by itself, so that nobody keeps him out."""
    mark = device_mark(request)
    owner = accounts.named(session, body.name) if mark else None
    if owner is not None and services.devices.knows(owner.id, mark):
        limit_of(request.app, *TRIES_OF_DEVICE, "login of a device").take(digest(mark))
    else:
        limit_of(request.app, *TRIES, TRIED).take(folded(body.name))
    user = accounts.authenticate(session, body.name, body.password, body.code)
    return start_session(services, session, request, response, background, user)


@router.post("/logout", status_code=204)
def logout(
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
def me(who: MaybeVisitor, session: OneSession, request: Request, response: Response) -> Me | None:
    """Who one is; null for somebody who has not given a name."""
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
    ],
)
def change(
    body: Profile,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    background: BackgroundTasks,
) -> Me:
    """Change what one is called, reads, and wants to be told. A new e-mail address counts once the
    link in the mail that goes to it has been followed; then the old one is told."""
    user = who.user
    if body.name is not None:
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
            background.add_task(services.outbox.tell_moved, before, user.language)
    if body.preferences is not None:
        preferences.change(user, body.preferences, services.settings)
    background.add_task(user_data.refresh_person, services.rooms, user.id)
    return described(session, user, who.csrf)


def check_password(request: Request, user: User, password: str | None) -> None:
    """The account's password once more; it cannot be guessed here either."""
    limit_of(request.app, *GUESSES, "password of an account").take(str(user.id))
    accounts.check_password(user, password)


@router.post(
    "/me/password",
    dependencies=[
        Depends(limited(*GUESSES, "password")),
        Depends(limited_account(*GUESSES, "password")),
    ],
)
def password(
    body: Passwords,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    secret: OwnCookie,
    background: BackgroundTasks,
) -> Me:
    """Choose another password; one's sessions elsewhere and one's tokens end, and one's passkeys
    where that is wanted."""
    ending = {"end_passkeys": body.end_passkeys}
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
    """Write to an address, to learn whether its owner wants that."""
    if not services.outbox.writes_mail:
        raise Problem(409, "account.no_mail")
    address = accounts.clean_email(address)
    limit_of(request.app, *MAILS, "mails of an account").take(str(user.id))
    limit_of(request.app, *MAILS, "mails to an address").take(address)
    secret = accounts.offer_confirmation(session, user, address)
    link = services.outbox.link(f"/api/confirm/{secret}")
    background.add_task(services.outbox.confirm, address, user.language, link)


@router.get("/confirm/{token}", include_in_schema=False)
def confirm(
    token: Word, services: RunningServices, background: BackgroundTasks
) -> RedirectResponse:
    """The link in a mail: the address is confirmed, and the profile shows it."""
    try:
        with services.sessions.begin() as session:
            user, before = accounts.confirm(session, token)
    except Problem as problem:
        return RedirectResponse(f"/profile?problem={problem.message.key}", 303)
    if before is not None:
        background.add_task(services.outbox.tell_moved, before, user.language)
    return RedirectResponse("/profile?confirmed=1", 303)


@router.post("/reset", status_code=202, dependencies=[Depends(limited(10, 3600, "reset"))])
def forgotten(
    body: Forgotten, services: RunningServices, request: Request, background: BackgroundTasks
) -> None:
    """Ask for a link to choose a new password. Whether the address is known is not told, neither
    by the answer nor by how long it takes: it is looked up after the answer."""
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
        told = (user.email, user.language, user.name)
    services.outbox.reset(*told, services.outbox.link(f"/reset/{secret}"))


@router.post("/reset/confirm", dependencies=[Depends(limited(20, 3600, "new password"))])
def reset(
    body: NewPassword,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Choose a new password by the link; one's sessions and tokens end, a new session begins. A
    second factor is guessed here no more often than at the login, whoever tries there meanwhile,
    and a link serves for a few tries."""

    def try_code(user: User) -> None:
        limit_of(request.app, *TRIES, "codes of an account").take(user.folded or "")
        try:
            limit_of(request.app, *CODES, "codes with a link").take(digest(body.token))
        except Problem:
            session.rollback()
            accounts.end_link(session, body.token)
            session.commit()
            raise Problem(410, "account.link") from None

    ending = {"end_passkeys": body.end_passkeys}
    user = accounts.reset(session, body.token, body.password, body.code, try_code, **ending)
    background.add_task(close_revoked, services, user.id)
    return start_session(services, session, request, response, background, user)


# -- sessions


@router.get("/me/sessions")
def sessions(who: SomeVisitor, session: OneSession, secret: OwnCookie) -> list[LoginInfo]:
    """Where one is logged in."""
    return [
        LoginInfo(
            id=accounts.name_of(login),
            created=login.created,
            browser=login.agent,
            current=login.digest == digest(secret),
        )
        for login in accounts.logins(session, who.user)
    ]


@router.delete("/me/sessions", status_code=204)
def end_others(
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    secret: OwnCookie,
    background: BackgroundTasks,
) -> None:
    """End all one's sessions but this one."""
    accounts.end_others(session, who.user, secret)
    background.add_task(close_revoked, services, who.user.id)


@router.delete("/me/sessions/{name}", status_code=204)
def end(
    name: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    background: BackgroundTasks,
) -> None:
    """End a session."""
    accounts.end(session, who.user, name)
    background.add_task(close_revoked, services, who.user.id)


# -- one's data


@router.get(
    "/me/export",
    dependencies=[
        Depends(limited(20, 600, "export")),
        Depends(limited_account(20, 600, "export")),
    ],
)
def export(who: SomeVisitor, session: OneSession) -> OwnData:
    """Everything stored of oneself."""
    return user_data.export(session, who.user)


@router.delete("/me", status_code=204)
async def erase(
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    response: Response,
    body: OwnPassword | None = None,
) -> None:
    """Delete one's account, with its password where it has one. Games go on for the others, with a
    computer in the seat."""
    given = body.password if body is not None else None
    await run_in_threadpool(check_password, request, who.user, given)

    def seats_held() -> dict[str, list[Seat]]:
        with services.sessions() as session:
            return user_data.seats_to_leave(session, who.user)

    def delete() -> None:
        with services.sessions.begin() as session:
            user = session.get(User, who.user.id)
            if user is None:
                raise Problem(401, "account.needed")
            user_data.erase(session, user)

    for table_id, seats in (await run_in_threadpool(seats_held)).items():
        for seat in seats:
            with suppress(Problem):  # it cannot be opened, say: his account goes all the same
                await _leave_seat(services, table_id, who.user, seat)
    await run_in_threadpool(delete)
    await close_revoked(services, who.user.id)
    forget_cookie(request, response)


async def _leave_seat(services: Services, table_id: str, user: User, seat: Seat) -> None:
    """Leave a seat to a computer, or to whoever comes where the game has not begun."""

    def leave(room: Room, now: float) -> None:
        places.leave(room, user, seat, now)

    room = await services.hub.change(table_id, lambda room: services.rooms.change(room, leave))
    services.computers.wake(room)
