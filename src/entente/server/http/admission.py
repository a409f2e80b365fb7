"""Admission: checks before the body of a request is read.

Checks capacity first, then rate limits, then who is asking and whether they may. Only then is the
body received, limited in size and time. No database connection is held: it is returned after the
visitor lookup.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import isawaitable
from ipaddress import ip_address
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, HTTPConnection

from entente.server.gate import check_request
from entente.server.http.dependencies import CSRF_HEADER, SAFE, cookie_of, services_of
from entente.server.http.limits import network_of
from entente.server.input_types import is_storable
from entente.server.live.queries import Requester
from entente.server.people import tokens
from entente.server.people.accounts import Visitor
from entente.server.people.class_data import check_class_guest
from entente.server.problem import Problem
from entente.server.settings import Bounds
from entente.server.tables.club_tables import check_seen, table_of_path

USUAL = 128 * 1024  # bytes of a body: the longest letter with every character escaped
AGAIN = 2  # seconds for Retry-After
OLD = 1.0  # seconds after which the visitor is looked up again: the session may have been revoked
LONGEST = "longest_body"

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Check = Callable[[Request], Any]


class BodyLimit(NamedTuple):
    """The maximum length of a body, and the error for a longer one."""

    length: int = USUAL
    key: str = "body.long"
    unit: int = 1024  # of the length in the error message

    def refusal(self) -> Problem:
        return Problem(413, self.key, most=self.length // self.unit)


def body_limit(length: int, key: str, unit: int) -> Callable[[Endpoint], Endpoint]:
    """Mark a route that takes a larger body and reads it itself with `request.body()`."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, LONGEST, BodyLimit(length, key, unit))
        return endpoint

    return mark


class RoutePolicy(NamedTuple):
    """The admission rules of a route."""

    checks: Sequence[Check]  # rate limits that run first
    visitor_checks: Sequence[Check]  # rate limits of the visitor
    visitors: bool  # the route uses the visitor
    known: bool  # the route requires a visitor
    body: bool
    longest: BodyLimit = BodyLimit()


class Admission:
    """The requests and uploads in progress in this process."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.under_way = 0
        self.receiving: Counter[str] = Counter()  # bodies being received, by network
        self.uploads = 0
        self.uploading: set[int] = set()  # users; one upload at a time each
        self.sockets: Counter[tuple[str, object]] = Counter()  # websockets, by user and by address

    @contextmanager
    def request_slot(self) -> Iterator[None]:
        """Reserve a slot for one request. Raise Problem 503 if there is none."""
        if self.under_way >= self.bounds.requests:
            raise Problem(503, "busy", seconds=AGAIN)
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1

    async def admit(self, request: Request, terms: RoutePolicy) -> None:
        """Run all checks of a request. Raise Problem if one fails."""
        request.state.visitor = None
        with self.request_slot():
            for check in terms.checks:
                if isawaitable(result := check(request)):
                    await result
            if terms.visitors:
                await find_visitor(request, terms)
            for check in terms.visitor_checks:
                await check(request)
        if not terms.body:
            self._check_seat(request, b"")
            return
        began = monotonic()
        request._body = await self._receive(request, terms.longest)
        if terms.visitors and monotonic() - began > OLD:
            with self.request_slot():
                await find_visitor(request, terms)
        self._check_seat(request, request._body)

    def _check_seat(self, request: Request, body: bytes) -> None:
        """Check that a token bound to a seat names that seat."""
        who: Visitor | None = request.state.visitor
        if who is not None and who.table is not None and request.method not in SAFE:
            tokens.check_seat(body, who)

    # -- websockets

    @contextmanager
    def socket_from(self, address: str) -> Iterator[None]:
        """Reserve a websocket for an address. Raise Problem 429 if there is none."""
        most = None if is_loopback(address) else self.bounds.sockets_per_address
        with self._one_more(("network", network_of(address)), most):
            yield

    @contextmanager
    def socket_of(self, user_id: int | None) -> Iterator[None]:
        """Reserve a websocket for a user; anonymous visitors are counted by address only."""
        most = None if user_id is None else self.bounds.sockets_per_user
        with self._one_more(("user", user_id), most):
            yield

    @contextmanager
    def _one_more(self, whose: tuple[str, object], most: int | None) -> Iterator[None]:
        if most is not None and self.sockets[whose] >= most:
            raise Problem(429, "socket.many", most=most)
        self.sockets[whose] += 1
        try:
            yield
        finally:
            self.sockets[whose] -= 1
            if not self.sockets[whose]:
                del self.sockets[whose]

    # -- bodies

    async def _receive(self, request: Request, longest: BodyLimit) -> bytes:
        announced = request.headers.get("content-length", "")
        if announced.isdecimal() and int(announced[:20]) > longest.length:
            raise longest.refusal()
        if announced == "0" or (not announced and "transfer-encoding" not in request.headers):
            return b""
        with self._room_for_body(request, large=longest.length > USUAL):
            try:
                async with asyncio.timeout(self.bounds.body_seconds):
                    return await _read(request, longest)
            except TimeoutError:
                raise Problem(408, "body.slow", seconds=self.bounds.body_seconds) from None
            except ClientDisconnect:
                raise Problem(400, "body.cut") from None

    @contextmanager
    def _room_for_body(self, request: Request, *, large: bool) -> Iterator[None]:
        own, address = is_loopback(address_of(request)), network_of(address_of(request))
        if self.receiving[address] >= self.bounds.bodies_per_address and not own:
            raise Problem(429, "body.many")
        who = getattr(request.state, "user", None)
        if large and who in self.uploading:
            raise Problem(429, "body.own")
        if large and self.uploads >= self.bounds.uploads:
            raise Problem(503, "body.uploads", seconds=AGAIN)
        self.receiving[address] += 1
        self.uploads += large
        mine = {who} if large and who is not None else set()
        self.uploading |= mine
        try:
            yield
        finally:
            self.uploading -= mine
            self.uploads -= large
            self.receiving[address] -= 1
            if not self.receiving[address]:
                del self.receiving[address]


async def _read(request: Request, longest: BodyLimit) -> bytes:
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > longest.length:
            raise longest.refusal()
    return bytes(data)


async def find_visitor(request: Request, terms: RoutePolicy) -> None:
    """Identify the visitor by token or session, if known.

    Unsafe requests must repeat the session's CSRF token; tokens need none, but are limited to their
    bounds.
    """
    visitor = await _known(request)
    request.state.visitor = visitor
    request.state.user = visitor.user.id if visitor is not None else None  # for the access log
    if visitor is None:
        if terms.known:
            raise Problem(401, "account.needed")
        return
    check_request(visitor.user, request.method, request.url.path)
    if visitor.token is not None:
        tokens.check_bounds(request.method, request.url.path, visitor)
    elif request.method not in SAFE and request.headers.get(CSRF_HEADER) != visitor.csrf:
        raise Problem(403, "account.csrf")
    else:  # a program is no person who is here
        services_of(request).last_seen.note(visitor.user.id)


async def _known(request: Request) -> Visitor | None:
    secret, token = cookie_of(request), request.headers.get("authorization")
    table_id = _club_table(request)
    if not secret and token is None and table_id is None:
        return None

    def look() -> Visitor | None:
        with services_of(request).sessions.begin() as session:
            visitor = tokens.known(session, secret, token)
            if visitor is not None:
                method, path = request.method, request.url.path
                check_class_guest(session, visitor.user, method, path)
            if table_id is not None:
                check_seen(session, table_id, visitor.user.id if visitor is not None else None)
            return visitor

    return await run_in_threadpool(look)


def _club_table(request: Request) -> str | None:
    """Return the table a request is about, unless it is known to belong to no club."""
    table_id = table_of_path(request.url.path)
    if table_id is None or not is_storable(table_id):
        return None
    room = services_of(request).rooms.in_memory(table_id)
    return table_id if room is None or room.table.club_id is not None else None


def address_of(request: HTTPConnection) -> str:
    """Return the client address of a request or websocket."""
    return request.client.host if request.client else ""


def requester_of(request: HTTPConnection, user_id: int | None) -> Requester:
    """Return who asks at a table: a user, or an address."""
    address = address_of(request)
    network = network_of(address)
    own = is_loopback(address)  # possibly a proxy for many users
    stranger = "" if own else f"network {network}"
    return Requester(stranger if user_id is None else f"user {user_id}", None if own else network)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's, and so possibly a proxy's."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
