"""Limit connections before a request is parsed.

uvicorn waits forever for the head of a request, of any length; here both are limited. The number of
connections per address is limited too, except for this machine and proxies, which may stand for
many users.

uvicorn closes idle connections after 5 seconds, just when clients and proxies that reuse
connections would send the next request, which is then lost. Here the client gives up first: nginx
after 60 seconds, Caddy after 120, libraries after 5. Browsers retry by themselves; their idle
connections take capacity from others behind the same address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from entente.server.http.admission import is_loopback
from entente.server.settings import Bounds

if TYPE_CHECKING:  # not loaded with SQLite
    from entente.server.http.socket_splice import SocketRouter, Splice

LONGEST_HEAD = 64 * 1024  # bytes
STUCK = 60.0  # seconds before a client that does not read its response is dropped
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)


class ConnectionLimiter:
    """The open connections of this process, by address."""

    def __init__(self, bounds: Bounds, proxies: str) -> None:
        self.bounds = bounds
        self.internal: int | None = None  # the port for other processes of the server
        self.proxies = {each.strip() for each in proxies.split(",")}
        self.networks = [ip_network(each) for each in self.proxies if "/" in each]
        self.there: Counter[str] = Counter()

    def admits(self, address: str, port: int = 0) -> bool:
        """Return whether there is room for a connection of an address to a port of ours."""
        if self.there.total() >= self.bounds.connections:
            return False
        few = self.there[address] < self.bounds.connections_per_address
        return few or port == self.internal or self._is_shared(address)

    def idle_seconds(self, address: str) -> int:
        """Return how many seconds an idle connection of an address is kept."""
        bounds = self.bounds
        return bounds.proxy_idle_seconds if self._is_shared(address) else bounds.idle_seconds

    def _is_shared(self, address: str) -> bool:
        if "*" in self.proxies or address in self.proxies or is_loopback(address):
            return True
        try:
            peer = ip_address(address)
        except ValueError:  # a socket without an address
            return False
        return any(peer in network for network in self.networks)

    def enter(self, address: str) -> None:
        self.there[address] += 1

    def leave(self, address: str) -> None:
        self.there[address] -= 1
        if self.there[address] <= 0:
            del self.there[address]


def limited_protocol(
    limiter: ConnectionLimiter, router: SocketRouter | None = None
) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP protocol class with limits on connections.

    With a router, websockets of tables are served by their home.
    """

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """One socket."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._address = ""
            self._counted = False
            self._head = 0  # bytes of an incomplete request head
            self._timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            if not limiter.admits(self._address, self.server[1] if self.server else 0):
                self._refuse(_FULL)
                return
            self.timeout_keep_alive = limiter.idle_seconds(self._address)
            limiter.enter(self._address)
            self._counted = True
            self._wait(limiter.bounds.head_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._gone()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            super().data_received(data)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self.cycle is not None and not self.cycle.response_complete:
                self._head = 0
                if not self.flow.write_paused:  # a client that sends must also read
                    self._no_longer_wait()
                return
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._refuse(_TOO_LARGE)
            elif self._timer is None:
                self._wait(limiter.bounds.head_seconds)

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self._no_longer_wait()
            url: bytes = event[0].target if event else self.url  # uvicorn's two parsers differ
            headers: list[tuple[bytes, bytes]] = self.scope["headers"]
            serve_here = partial(self._serve_socket, *event)
            if router is None or not router.may_forward(url, headers):
                serve_here()
            else:
                router.route(url, headers, self.transport, self.client, serve_here, self._joined)

        def _serve_socket(self, *event: Any) -> None:
            self._no_longer_wait()
            super().handle_websocket_upgrade(*event)
            if self._counted:  # the websocket protocol reports the end instead
                self._counted = False
                _when_lost(self.transport.get_protocol(), self._leave)

        def _joined(self, splice: Splice) -> None:
            """Leave the connection to a splice, which uvicorn shuts down in this one's place."""
            self._no_longer_wait()
            self.connections.discard(self)
            self.connections.add(splice)
            splice.on_close.append(lambda: self.connections.discard(splice))
            if self._counted:
                self._counted = False
                splice.on_close.append(self._leave)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._wait(STUCK)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._no_longer_wait()
            if self._head:  # the next request has begun
                self._wait(limiter.bounds.head_seconds)

        def timeout_keep_alive_handler(self) -> None:
            super().timeout_keep_alive_handler()
            self._wait(STUCK)  # the client may not read the rest

        def _refuse(self, answer: bytes) -> None:
            self._no_longer_wait()
            self.transport.write(answer)
            self.transport.close()

        def _wait(self, seconds: float) -> None:
            self._no_longer_wait()
            self._timer = self.loop.call_later(seconds, self.transport.abort)

        def _no_longer_wait(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _gone(self) -> None:
            self._no_longer_wait()
            if self._counted:
                self._counted = False
                self._leave()

        def _leave(self) -> None:
            limiter.leave(self._address)

    return LimitedProtocol


def _when_lost(protocol: Any, callback: Any) -> None:
    """Call back when a protocol's connection ends."""
    lost = protocol.connection_lost

    def and_call(exc: Exception | None) -> None:
        callback()
        lost(exc)

    protocol.connection_lost = and_call
