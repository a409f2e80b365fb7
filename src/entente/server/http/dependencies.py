"""What a route asks for: the services, a transaction, and who is asking."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services

COOKIE = "entente_session"
# Over https: a browser takes it from our host alone, not from another page below the same domain.
HOST_COOKIE = f"__Host-{COOKIE}"
DEVICE = "entente_device"
HOST_DEVICE = f"__Host-{DEVICE}"
DEVICE_SECONDS = 400 * 86_400  # browsers keep nothing longer
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


def is_secure(request: HTTPConnection) -> bool:
    """Whether somebody has come over https."""
    secure = request.url.scheme in ("https", "wss")
    services: Services = request.app.state.services
    return secure or services.settings.secure


def cookie_of(request: HTTPConnection) -> str | None:
    """The secret of a session. Over https its cookie has the name that only our host can set; one
    from before that was so is taken where there is no other, and replaced."""
    if is_secure(request) and (secret := request.cookies.get(HOST_COOKIE)):
        return secret
    return request.cookies.get(COOKIE)


def set_cookie(request: Request, response: Response, secret: str, seconds: int) -> None:
    """Hand a session's secret to a browser."""
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
    """The mark of a device in which somebody has logged in before, if it has one."""
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
    """The secret of the session with which somebody asks; programs have none."""
    secret = cookie_of(request)
    if secret is None:
        raise Problem(401, "account.needed")
    return secret


async def services_given(request: Request) -> Services:
    return services_of(request)


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def maybe_visitor(request: Request) -> Visitor | None:
    """Who is asking, if he is known; admission has found out (admission.py)."""
    found: Visitor | None = request.state.visitor
    return found


async def some_visitor(request: Request) -> Visitor:
    """Who is asking; whoever has no account yet is told to make one."""
    found = await maybe_visitor(request)
    if found is None:
        raise Problem(401, "account.needed")
    return found


async def a_session(request: Request) -> Session:
    """A transaction for a request, which takes a connection of the database once it is used. The
    route commits and closes it in the thread it works in (answering.py). Who is asking is part of
    it, so that what is changed of him is stored."""
    session = services_of(request).sessions()
    found = await maybe_visitor(request)
    if found is not None:
        session.add(found.user)
    return session


OneSession = Annotated[Session, Depends(a_session)]
MaybeVisitor = Annotated[Visitor | None, Depends(maybe_visitor)]
SomeVisitor = Annotated[Visitor, Depends(some_visitor)]
OwnCookie = Annotated[str, Depends(session_secret)]
RunningServices = Annotated[Services, Depends(services_given)]
