"""Limits on how often one may try what costs something or guesses something.

They count by account and by network: an IPv4 address is a network, since many people may stand
behind one but nobody has many; of IPv6 everybody has a whole prefix.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool

from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.storage.limit_uses import Uses, UsesInMemory

HOUSEHOLD = 64  # bits of an IPv6 address that are one network's
OF_VISITORS = "of_visitors"  # the mark of a check that needs to know who is asking

Check = Callable[[Request], Awaitable[None]]


class Limit:
    """`most` times in `seconds`; what was used comes back little by little."""

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
        """Use it once; Problem 429 says when it is worth trying again."""
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
        """Everybody may begin anew."""
        self._uses.clear()


def limit_of(app: FastAPI, most: int, seconds: float, name: str) -> Limit:
    """The limit under this name; every server has its own."""
    limits: Limits = app.state.limits
    return limits.get(most, seconds, name)


def network_of(host: str) -> str:
    """The network that an address belongs to, as limits count it."""
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
    """The network a request comes from."""
    return network_of(request.client.host) if request.client else ""


def limited(most: int, seconds: float, name: str) -> Check:
    """A dependency of a route: so often may one network ask for it. It is looked at before the
    body of a request is read."""

    async def check(request: Request) -> None:
        await _take(limit_of(request.app, most, seconds, name), network(request))

    return check


def limited_account(most: int, seconds: float, name: str) -> Check:
    """The same for one account, wherever from; looked at once it is known who is asking."""

    async def check(request: Request) -> None:
        found: Visitor | None = request.state.visitor
        if found is not None:
            limit = limit_of(request.app, most, seconds, f"{name} of an account")
            await _take(limit, str(found.user.id))

    setattr(check, OF_VISITORS, True)
    return check


async def _take(limit: Limit, who: str) -> None:
    if limit.uses.shared:  # the database is asked
        await run_in_threadpool(limit.take, who)
    else:
        limit.take(who)
