"""The desk: what every request needs, in one place."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from entente.server import tokens
from entente.server.accounts import Visitor
from entente.server.computers import Computers
from entente.server.database import connect, migrate, sessions
from entente.server.hub import Hub
from entente.server.leases import Leases
from entente.server.library import open_library
from entente.server.metrics import Metrics
from entente.server.moments import Moments
from entente.server.outbox import Outbox
from entente.server.problem import Problem
from entente.server.rooms import Rooms
from entente.server.settings import Settings
from entente.server.timekeeper import Timekeeper

COOKIE = "entente_session"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


class Desk:
    """The parts of a running server."""

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        open_library()
        self.name = f"entente-{secrets.token_hex(6)}"  # of this process
        self.engine: Engine = connect(settings.database, self.name)
        migrate(self.engine)
        self.sessions = sessions(self.engine)
        self.rooms = Rooms(self.sessions, settings.clock)
        self.metrics = metrics or Metrics()
        self.hub = Hub(self.rooms, self.metrics)
        self.rooms.looking = self.hub.looking
        self.leases = Leases(self.engine)
        self.computers = Computers(
            self.rooms,
            self.hub,
            self.leases,
            self.metrics,
            processes=settings.computer_processes,
            pause=settings.computer_pause,
        )
        self.timekeeper = Timekeeper(self.rooms, self.hub, self.computers)
        self.outbox = Outbox(self.sessions, settings)
        self.moments = Moments()

    def close(self) -> None:
        """After everything has stopped."""
        self.hub.close()
        self.rooms.ledger.close()
        self.engine.dispose()


async def turn_out(desk: Desk, user_id: int) -> None:
    """After a session or token has ended, so does what was opened with it."""

    def keys() -> set[str]:
        with desk.sessions() as session:
            return tokens.keys_of(session, user_id)

    desk.hub.turn_out(user_id, await asyncio.to_thread(keys))


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def a_session(request: Request) -> Iterator[Session]:
    """A transaction for a request: committed if it ends well."""
    with desk_of(request).sessions.begin() as session:
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
OneDesk = Annotated[Desk, Depends(desk_of)]
