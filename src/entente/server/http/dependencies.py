"""What a route asks for: the services, a transaction, and who is asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from entente.server.people import tokens
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services

COOKIE = "entente_session"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def a_session(request: Request) -> Iterator[Session]:
    """A transaction for a request: committed if it ends well."""
    with services_of(request).sessions.begin() as session:
        yield session


OneSession = Annotated[Session, Depends(a_session, scope="function")]


def known_visitor(request: Request, session: OneSession) -> Visitor | None:
    """Who is asking, by his program's token or his browser's session, if he is known."""
    session_secret, token = request.cookies.get(COOKIE), request.headers.get("authorization")
    found = tokens.known(session, session_secret, token)
    request.state.user = found.user.id if found is not None else None  # for the log
    return found


async def maybe_visitor(
    request: Request, found: Annotated[Visitor | None, Depends(known_visitor)]
) -> Visitor | None:
    """Who is asking, if he is known. Unsafe requests must repeat the session's token; programs
    have none, and keep within the bounds of theirs."""
    if found is not None and found.token is not None:
        await tokens.within_bounds(request, found)
        return found
    unsafe = found is not None and request.method not in SAFE
    if unsafe and found is not None and request.headers.get(CSRF_HEADER) != found.csrf:
        raise Problem(403, "account.csrf")
    return found


def some_visitor(found: Annotated[Visitor | None, Depends(maybe_visitor)]) -> Visitor:
    """Who is asking; whoever has no account yet is told to make one."""
    if found is None:
        raise Problem(401, "account.needed")
    return found


MaybeVisitor = Annotated[Visitor | None, Depends(maybe_visitor)]
SomeVisitor = Annotated[Visitor, Depends(some_visitor)]
RunningServices = Annotated[Services, Depends(services_of)]
