"""Rate limits by account and by network.

An IPv4 address counts as one network, since many people may share one but no one has many. For IPv6
the network is the prefix of a household.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.storage.limit_uses import Uses, UsesInMemory

HOUSEHOLD = 64  # bits of an IPv6 network
OF_VISITORS = "of_visitors"  # marks a check that needs the visitor

Check = Callable[[Request], Awaitable[None]]


class Limit:
    """A limit of `most` uses in `seconds`; used capacity is restored gradually."""

    def __init__(
        self,
        most: int,
        seconds: float,
        clock: Callable[[], float] | None = None,
        name: str = "",
        uses: Uses | None = None,
    ) -> None:
        self.most = most
        self.seconds = seconds
        self.name = name
        self.uses = uses or UsesInMemory()
        self.clock = clock or self.uses.clock

    def take(self, who: str) -> None:
        """Use the limit once. Raise Problem 429 with the time to wait."""
        name = f"{self.name} of {who}"
        wait = self.uses.take(name, self.most, self.seconds, self.clock())
        if wait:
            raise Problem(429, "limit", seconds=max(1, round(wait)))


class Limits:
    """The limits of a server, by name."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._limits: dict[str, Limit] = {}

    def get(self, most: int, seconds: float, name: str) -> Limit:
        if name not in self._limits:
            self._limits[name] = Limit(most, seconds, name=name, uses=self._uses)
        return self._limits[name]

    def clear(self) -> None:
        """Reset all limits."""
        self._uses.clear()


def limit_of(app: FastAPI, most: int, seconds: float, name: str) -> Limit:
    """Return the limit of this name; every server has its own."""
    limits: Limits = app.state.limits
    return limits.get(most, seconds, name)


def network_of(host: str) -> str:
    """Return the network of an address, as limits count it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, HOUSEHOLD), strict=False))


def network(request: Request) -> str:
    """Return the network of a request."""
    return network_of(request.client.host) if request.client else ""


def limited(most: int, seconds: float, name: str) -> Check:
    """Return a route dependency that limits requests per network.

    It runs before the request body is read.
    """

    async def check(request: Request) -> None:
        await _take(limit_of(request.app, most, seconds, name), network(request))

    return check


def limited_account(most: int, seconds: float, name: str) -> Check:
    """Return a route dependency that limits requests per account.

    It runs once the visitor is known.
    """

    async def check(request: Request) -> None:
        visitor: Visitor | None = request.state.visitor
        if visitor is not None:
            limit = limit_of(request.app, most, seconds, f"{name} of an account")
            await _take(limit, str(visitor.user.id))

    setattr(check, OF_VISITORS, True)
    return check


async def _take(limit: Limit, who: str) -> None:
    if limit.uses.shared:  # queries the database
        await run_in_threadpool(limit.take, who)
    else:
        limit.take(who)
