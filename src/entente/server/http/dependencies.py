"""Route dependencies: the services, a transaction, and the visitor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services

COOKIE = "entente_session"
# With the __Host- prefix, browsers accept it over https from our host only.
HOST_COOKIE = f"__Host-{COOKIE}"
DEVICE = "entente_device"
HOST_DEVICE = f"__Host-{DEVICE}"
DEVICE_SECONDS = 400 * 86_400  # the maximum browsers keep
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


OneSession = Annotated[Session, Depends(a_session)]
MaybeVisitor = Annotated[Visitor | None, Depends(maybe_visitor)]
SomeVisitor = Annotated[Visitor, Depends(some_visitor)]
OwnCookie = Annotated[str, Depends(session_secret)]
RunningServices = Annotated[Services, Depends(running_services)]
