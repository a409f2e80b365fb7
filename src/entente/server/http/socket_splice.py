"""Forward a websocket to the home of its table, as a stream of bytes (decision 32).

The handshake goes to the home with a signed header, and its response comes back; from then on both
sides are joined, so that a frame is neither parsed nor built twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from entente.server.http.forwarding_signature import HEADER, forwarded_from, sign, table_of
from entente.server.http.table_routing import CONNECT, MISDIRECTED, TRIES, TableRouting
from entente.server.live.homes import Home
from entente.server.live.members import BEAT

SERVICE_RESTART = b"\x88\x02\x03\xf4"  # a close frame with code 1012
LINGER = 5.0  # seconds for a client to read its last bytes
REFUSAL = f"HTTP/1.1 {MISDIRECTED} ".encode()

Headers = list[tuple[bytes, bytes]]


class FrameBoundaries:
    """Finds where a server's websocket frames end, so that one can be added after them."""

    def __init__(self) -> None:
        self._left = 0  # bytes of the current frame still to come
        self._head = b""  # an incomplete frame head
        self._handshake = b""  # the end of what came so far
        self._is_open = False

    @property
    def is_between(self) -> bool:
        return self._is_open and not self._left and not self._head

    def feed(self, data: bytes) -> None:
        if not self._is_open:
            whole = self._handshake + data
            _, end, data = whole.partition(b"\r\n\r\n")
            if not end:
                self._handshake = whole
                return
            self._is_open = True
        data = self._head + data
        self._head = b""
        while data:
            if self._left:
                taken = min(self._left, len(data))
                self._left -= taken
                data = data[taken:]
                continue
            if len(data) < 2:
                break
            length = data[1] & 0x7F
            size = {126: 4, 127: 10}.get(length, 2)
            if len(data) < size:
                break
            self._left = length if size == 2 else int.from_bytes(data[2:size])
            data = data[size:]
        self._head = data


class _Side(asyncio.Protocol):
    """One of the two connections; what arrives is written to the other."""

    def __init__(self, splice: Splice, other: Callable[[], asyncio.Transport | None]) -> None:
        self._splice = splice
        self._other = other

    def data_received(self, data: bytes) -> None:
        transport = self._other()
        if transport is not None:
            transport.write(data)

    def eof_received(self) -> bool:
        return False  # close

    def connection_lost(self, exc: Exception | None) -> None:
        self._splice.close()

    def pause_writing(self) -> None:
        """Stop reading from the other side while this one does not read."""
        transport = self._other()
        if transport is not None and not transport.is_closing():
            transport.pause_reading()

    def resume_writing(self) -> None:
        transport = self._other()
        if transport is not None and not transport.is_closing():
            transport.resume_reading()


class _FromHome(_Side):
    """The connection to the home. The first bytes tell whether it accepts the websocket."""

    def __init__(self, splice: Splice, other: Callable[[], asyncio.Transport | None]) -> None:
        super().__init__(splice, other)
        self.first: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if not self.first.done():
            self.first.set_result(data)
            return
        self._splice.to_client(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.first.done():
            self.first.set_result(b"")
        super().connection_lost(exc)


class Splice:
    """A client's websocket joined with the home of its table."""

    def __init__(self, client: asyncio.Transport, home: Home) -> None:
        self.home = home
        self.on_close: list[Callable[[], None]] = []
        self._client = client
        self._upstream: asyncio.Transport | None = None
        self._boundaries = FrameBoundaries()
        self._early: list[bytes] = []  # arrived between the first bytes and `join`
        self._is_ending = False
        self._is_joined = False

    async def open(self, head: bytes, is_alive: Callable[[Home], bool]) -> bytes:
        """Send the handshake; return the first bytes of the response. Raise OSError.

        The home answers when it has looked up the visitor, which takes longer under load.
        """
        host, _, port = self.home.address.rpartition(":")
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(CONNECT):
            transport, protocol = await loop.create_connection(
                lambda: _FromHome(self, lambda: self._client), host, int(port)
            )
        self._upstream = transport
        transport.write(head)
        while not (protocol.first.done() or self._client.is_closing()) and is_alive(self.home):
            await asyncio.wait({protocol.first}, timeout=BEAT)
        return protocol.first.result() if protocol.first.done() else b""

    def join(self, first: bytes) -> None:
        """Pass everything on, from the response of the home on."""
        self._is_joined = True
        self._client.set_protocol(_Side(self, lambda: self._upstream))
        early, self._early = self._early, []
        for data in (first, *early):
            self.to_client(data)
        self._client.resume_reading()

    def to_client(self, data: bytes) -> None:
        if not self._is_joined:
            self._early.append(data)
            return
        if self._is_ending:  # only the rest of a frame is missing
            data = self._rest_of_frame(data)
        else:
            self._boundaries.feed(data)
        self._client.write(data)
        if self._is_ending and self._boundaries.is_between:
            self._end()

    def _rest_of_frame(self, data: bytes) -> bytes:
        for length in range(1, len(data) + 1):
            self._boundaries.feed(data[length - 1 : length])
            if self._boundaries.is_between:
                return data[:length]
        return data

    def shutdown(self) -> None:
        """End because this process ends: the client is to come back, elsewhere."""
        self._is_ending = True
        if self._boundaries.is_between:
            self._end()

    def _end(self) -> None:
        self._client.write(SERVICE_RESTART)
        self.close()

    def close(self) -> None:
        if self._upstream is not None:
            self._upstream.close()
        if self._is_joined:
            self._client.close()
            # A client that does not read would keep the connection open, uncounted.
            asyncio.get_running_loop().call_later(LINGER, self._client.abort)
        callbacks, self.on_close = self.on_close, []
        for callback in callbacks:
            callback()


class SocketRouter:
    """Decides where the websockets of this process are served, and forwards them."""

    def __init__(self, routing: TableRouting) -> None:
        self._routing = routing
        self._splices: set[Splice] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def may_forward(self, url: bytes, headers: Headers) -> bool:
        """Return whether a websocket belongs to a table, and was not forwarded to here."""
        return table_of(url) is not None and all(name != HEADER for name, _ in headers)

    def route(
        self,
        url: bytes,
        headers: Headers,
        client: asyncio.Transport,
        peer: tuple[str, int] | None,
        serve_here: Callable[[], None],
        joined: Callable[[Splice], None],
    ) -> None:
        """Forward a websocket, or let it be served here. Until then nothing is read from it."""
        client.pause_reading()

        async def work() -> None:
            splice = await self._forward(url, headers, client, peer)
            if splice is not None:
                joined(splice)
            elif not client.is_closing():
                client.resume_reading()
                serve_here()

        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close_silent(self) -> None:
        """Close the websockets at processes that have fallen silent; the clients come back."""
        for splice in list(self._splices):
            if not self._routing.homes.is_alive(splice.home):
                splice.close()

    def shut_down(self) -> None:
        """Close all websockets; the clients come back, elsewhere."""
        for splice in list(self._splices):
            splice.shutdown()

    async def _forward(
        self,
        url: bytes,
        headers: Headers,
        client: asyncio.Transport,
        peer: tuple[str, int] | None,
    ) -> Splice | None:
        """Return the open splice; None if the websocket is served here."""
        table_id, homes = table_of(url), self._routing.homes
        if table_id is None:
            return None
        home = await homes.find(table_id)
        for _ in range(TRIES):
            if home is None or client.is_closing():
                break
            splice = Splice(client, home)
            first = b""
            with suppress(OSError):  # TimeoutError among them
                first = await splice.open(self._head(home, url, headers, peer), homes.is_alive)
            if first and not first.startswith(REFUSAL) and not client.is_closing():
                self._splices.add(splice)
                splice.on_close.append(partial(self._splices.discard, splice))
                splice.join(first)
                self._routing.metrics.add("forwarded", 1, "socket")
                return splice
            splice.close()
            if client.is_closing():
                break  # the home is not to blame
            home = await homes.find_again(table_id, home)
        return None

    def _head(
        self, home: Home, url: bytes, headers: Headers, peer: tuple[str, int] | None
    ) -> bytes:
        path, _, query = url.partition(b"?")
        original = forwarded_from(home.process, peer, "http")
        signed = sign(self._routing.key, original, "GET", path + b"?" + query if query else path)
        lines = [b"GET " + url + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in (*headers, (HEADER, signed))]
        return b"\r\n".join(lines) + b"\r\n\r\n"
