"""The desk: what every request needs, in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Depends, Request
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from entente.server.accounts import Visitor, visitor
from entente.server.computers import Computers
from entente.server.database import connect, migrate, sessions
from entente.server.hub import Hub
from entente.server.problem import Problem
from entente.server.rooms import Rooms
from entente.server.settings import Settings

COOKIE = "entente_session"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


class Desk:
    """The parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine: Engine = connect(settings.database)
        migrate(self.engine)
        self.sessions = sessions(self.engine)
        self.rooms = Rooms(self.sessions)
        self.hub = Hub(self.rooms)
        self.computers = Computers(self.rooms, self.hub)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def a_session(request: Request) -> Iterator[Session]:
    """A transaction for a request: committed if it ends well."""
    with desk_of(request).sessions.begin() as session:
        yield session


OneSession = Annotated[Session, Depends(a_session, scope="function")]


def maybe_visitor(request: Request, session: OneSession) -> Visitor | None:
    """Who is asking, if he is known. Unsafe requests must repeat the session's token."""
    found = visitor(session, request.cookies.get(COOKIE))
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
OneDesk = Annotated[Desk, Depends(desk_of)]
Json = dict[str, Any]
