"""Route dependencies: the services, a transaction, and the visitor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.replica import REPLICA

COOKIE = "entente_session"
# With the __Host- prefix, browsers accept it over https from our host only.
HOST_COOKIE = f"__Host-{COOKIE}"
DEVICE = "entente_device"
HOST_DEVICE = f"__Host-{DEVICE}"
DEVICE_SECONDS = 400 * 86_400  # the maximum browsers keep
WROTE = "entente_wrote"  # a cookie that says so for a few seconds
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


def is_secure(request: HTTPConnection) -> bool:
    """Return whether the request came over https."""
    secure = request.url.scheme in ("https", "wss")
    services: Services = request.app.state.services
    return secure or services.settings.secure


def cookie_of(request: HTTPConnection) -> str | None:
    """Return the session secret.

    Over https the cookie has a name that only our host can set; an older one is accepted if there
    is no other, and replaced.
    """
    if is_secure(request) and (secret := request.cookies.get(HOST_COOKIE)):
        return secret
    return request.cookies.get(COOKIE)


def set_cookie(request: Request, response: Response, secret: str, seconds: int) -> None:
    """Give a session secret to the browser."""
    secure = is_secure(request)
    name = HOST_COOKIE if secure else COOKIE
    response.set_cookie(
        name, secret, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE)


def forget_cookie(request: Request, response: Response) -> None:
    response.delete_cookie(COOKIE)
    if is_secure(request):
        response.delete_cookie(HOST_COOKIE, secure=True, httponly=True, samesite="lax")


def device_mark(request: HTTPConnection) -> str:
    """Return the mark of a device on which a user has logged in before, if any."""
    return request.cookies.get(HOST_DEVICE if is_secure(request) else DEVICE, "")


def mark_device(request: Request, response: Response, mark: str) -> None:
    secure = is_secure(request)
    response.set_cookie(
        HOST_DEVICE if secure else DEVICE,
        mark,
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=secure,
        path="/",
    )


async def session_secret(request: Request) -> str:
    """Return the secret of the request's session; tokens have none."""
    secret = cookie_of(request)
    if secret is None:
        raise Problem(401, "account.needed")
    return secret


async def running_services(request: Request) -> Services:
    return services_of(request)


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def maybe_visitor(request: Request) -> Visitor | None:
    """Return the visitor, if known; admission has looked them up (admission.py)."""
    visitor: Visitor | None = request.state.visitor
    return visitor


async def some_visitor(request: Request) -> Visitor:
    """Return the visitor. Raise Problem for one without an account."""
    visitor = await maybe_visitor(request)
    if visitor is None:
        raise Problem(401, "account.needed")
    return visitor


async def a_session(request: Request) -> Session:
    """Return a transaction for a request, which takes a connection on first use.

    The route commits and closes it in its own thread (typed_routes.py). The visitor is attached, so
    that changes to the user are stored.
    """
    session = services_of(request).sessions()
    visitor = await maybe_visitor(request)
    if visitor is not None:
        session.add(visitor.user)
    return session


async def a_reading_session(request: Request) -> Session:
    """Return a session for lists and pages that may be a few seconds old.

    It is on the read replica, if there is one, unless the visitor has just written something or is
    a program, which remembers no cookie.
    """
    services, visitor = services_of(request), await maybe_visitor(request)
    program = visitor is not None and visitor.token is not None
    if services.replica is None or program or WROTE in request.cookies:
        return await a_session(request)
    session = services.replica.session()
    if visitor is not None:
        session.add(visitor.user)
    if REPLICA in session.info:
        services.metrics.add("replica_reads")
    return session


def note_write(request: Request, response: Response) -> None:
    """Let a visitor who writes read from the primary until the replica has it."""
    services = services_of(request)
    if services.replica is not None and request.method not in SAFE:
        seconds = int(services.replica.most) + 2
        response.set_cookie(
            WROTE, "1", max_age=seconds, httponly=True, samesite="lax", secure=is_secure(request)
        )


OneSession = Annotated[Session, Depends(a_session)]
ReadingSession = Annotated[Session, Depends(a_reading_session)]
MaybeVisitor = Annotated[Visitor | None, Depends(maybe_visitor)]
SomeVisitor = Annotated[Visitor, Depends(some_visitor)]
OwnCookie = Annotated[str, Depends(session_secret)]
RunningServices = Annotated[Services, Depends(running_services)]
