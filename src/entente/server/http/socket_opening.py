"""Open a websocket: origin, version of the API, visitor and limits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol, TypeVar

from fastapi import WebSocket
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from entente.server.gate import check_entry
from entente.server.http.admission import Admission, address_of
from entente.server.http.dependencies import cookie_of, is_secure
from entente.server.people import tokens
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.wire.version import API_VERSION, OLDEST_API

RESTART = 1012  # close code "service restart": the client reconnects at once
TRY_AGAIN = 1013  # close code "try again later"
OTHER_API = 4426  # like the HTTP status "upgrade required"
FAREWELL = 5.0  # seconds for a client to read why it is disconnected
log = logging.getLogger("entente.live")


class OfUser(Protocol):
    """An open websocket's own data; `user_id` is None for a visitor without an account."""

    @property
    def user_id(self) -> int | None: ...


T = TypeVar("T", bound=OfUser)


async def open_socket(
    socket: WebSocket, counted: ExitStack, enter: Callable[[], T], api: int | None = None
) -> T | None:
    """Accept a websocket and return what `enter` returns; None if it was closed instead.

    `enter` runs in a thread and raises Problem to refuse the visitor. The websocket counts against
    the limits of its network and user until `counted` is closed. A client that names another
    version of the API (`api`) than those that work is closed with 4426, or with 1013 if another
    process is of its version. A draining process closes all with 1012.
    """
    services: Services = socket.app.state.services
    admission: Admission = socket.app.state.admission
    if not is_same_origin(socket, services):
        await socket.close(4403)
        return None
    if api is not None and not OLDEST_API <= api <= API_VERSION:
        # A page of a newer version may find a newer process the next time.
        is_early = api > API_VERSION and services.members.newer()
        await socket.accept()
        await socket.close(TRY_AGAIN if is_early else OTHER_API, "api")
        return None
    if socket.app.state.drain.is_draining:
        await socket.accept()
        await socket.close(RESTART, "draining")
        return None
    try:
        counted.enter_context(admission.socket_from(address_of(socket)))
        entered = await asyncio.to_thread(enter)
        counted.enter_context(admission.socket_of(entered.user_id))
    except Problem as error:
        if error.status != 429:  # a rejected handshake makes browsers wait longer
            await socket.accept()
        await socket.close(4000 + error.status, error.message.key)
        return None
    except (OperationalError, NoConnection) as away:
        log.warning("a websocket cannot be opened now: %s", type(away).__name__)
        await socket.accept()
        await socket.close(TRY_AGAIN, "database")
        return None
    await socket.accept()
    return entered


def account_of(socket: WebSocket) -> Visitor:
    """Return the visitor of a websocket that needs an account. Raise Problem for others.

    A token for one table has no other rights.
    """
    services: Services = socket.app.state.services
    with services.sessions.begin() as session:
        visitor = tokens.known(session, cookie_of(socket), socket.headers.get("authorization"))
    if visitor is None:
        raise Problem(401, "account.needed")
    if visitor.table is not None:
        raise Problem(403, "token.bound")
    check_entry(visitor.user)
    return visitor


def is_same_origin(socket: WebSocket, services: Services) -> bool:
    """Return whether the page's origin may use our visitor's cookie.

    Where our pages use https, an origin over plain http, which anyone on the way can forge, is
    refused.
    """
    origin = socket.headers.get("origin")
    if origin is None:
        return True  # not a browser: a program with its own credentials
    scheme, _, host = origin.partition("://")
    schemes = ("https",) if is_secure(socket) else ("http", "https")
    ours = scheme in schemes and host == socket.headers.get("host")
    return ours or origin in services.settings.origins
