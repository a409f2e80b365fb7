"""What a route asks for: the services, a transaction, and who is asking."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services

COOKIE = "entente_session"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


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
RunningServices = Annotated[Services, Depends(services_given)]
