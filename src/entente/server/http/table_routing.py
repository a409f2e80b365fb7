"""Forward requests of a table to its home, and accept those that others forward (decision 32).

Around the whole application and uvicorn's proxy headers, so that a forwarded request has the peer
it came from. Websockets are forwarded before they become requests: see socket_splice.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import h11
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entente.server.http.error_responses import problem_answer
from entente.server.http.forwarding_signature import (
    HEADER,
    forwarded_from,
    sign,
    table_of,
    verify,
)
from entente.server.live.homes import Home, Homes
from entente.server.live.members import BEAT, Members
from entente.server.metrics import Metrics
from entente.server.problem import Problem

CONNECT = 1.0  # seconds to reach another process
READ = 65_536  # bytes
TRIES = 2  # processes that are tried, before the request is served here
SAFE = ("GET", "HEAD")
MISDIRECTED = 421  # this process is not the one that is named, or drains
_HOP = {b"connection", b"keep-alive", b"te", b"trailer", b"upgrade", b"expect", b"proxy-connection"}
_OWN = _HOP | {b"date", b"server", b"transfer-encoding"}  # of a response; uvicorn sets them

log = logging.getLogger("entente.forwarding")


class Unreachable(Exception):
    """The home does not respond, or is another process than it was; nothing was done."""


class ConnectionLost(Exception):
    """The home has ended while it was at work; it is not known what was done."""


class TableRouting:
    """The application of one of several processes.

    `internal` is the port for other processes, which takes forwarded requests only.
    """

    def __init__(
        self,
        app: ASGIApp,
        members: Members,
        homes: Homes,
        metrics: Metrics,
        key: bytes,
        internal: int,
    ) -> None:
        self.app = app
        self.members = members
        self.homes = homes
        self.metrics = metrics
        self.key = key
        self.internal = internal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        signed = [value for name, value in scope["headers"] if name == HEADER]
        if signed or (scope.get("server") or ("", 0))[1] == self.internal:
            await self._serve_forwarded(scope, receive, send, signed)
        elif scope["type"] == "http" and (table_id := table_of(scope["raw_path"])) is not None:
            home = await self.homes.find(table_id)
            await self._route(table_id, home, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # -- forwarded to this process

    async def _serve_forwarded(
        self, scope: Scope, receive: Receive, send: Send, signed: list[bytes]
    ) -> None:
        method = scope.get("method", "GET")  # of a websocket's handshake
        original = verify(self.key, signed[0], method, url_of(scope)) if len(signed) == 1 else None
        if original is None:
            await _refuse(scope, send, 403)
        elif original.target != self.members.name or self.members.draining:
            await _refuse(scope, send, MISDIRECTED)
        else:
            headers = [(name, value) for name, value in scope["headers"] if name != HEADER]
            scheme = original.scheme
            if scope["type"] == "websocket":
                scheme = scheme.replace("http", "ws")
            changed = {"headers": headers, "client": original.peer, "scheme": scheme}
            await self.app({**scope, **changed}, receive, send)

    # -- forwarded by this process

    async def _route(
        self, table_id: str, home: Home | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve a request, here or at the home of its table."""
        replay, answer = Replay(receive), _Answer(send)
        for _ in range(TRIES):
            if home is None:
                break
            try:
                await self._exchange(home, self._head(home, scope), replay, answer)
            except h11.LocalProtocolError:  # headers that uvicorn accepts and h11 does not
                break
            except Unreachable:
                home = await self.homes.find_again(table_id, home)
            except ConnectionLost:
                if answer.has_begun:
                    raise  # uvicorn closes the connection
                if scope["method"] in SAFE:
                    break
                log.warning("process %s ended while it answered a request", home.process)
                unknown = problem_answer(Request(scope), Problem(503, "outcome_unknown"))
                await unknown(scope, receive, send)
                return
            else:
                self.metrics.add("forwarded", 1, "request")
                return
        await self.app(scope, replay.again(), send)

    async def _exchange(
        self, home: Home, head: h11.Request, replay: Replay, answer: _Answer
    ) -> None:
        """Send a request to its home, and the response to the client."""
        host, _, port = home.address.rpartition(":")
        async with _connection(host, int(port)) as (reader, writer):
            link = h11.Connection(h11.CLIENT)
            writer.write(link.send(head) or b"")
            body = asyncio.create_task(_send_body(link, writer, replay))
            response = asyncio.create_task(self._response(home, link, reader, replay, answer))
            try:
                await asyncio.wait({body, response}, return_when=asyncio.FIRST_COMPLETED)
                if response.done():
                    response.result()
                elif body.result():  # the client has gone
                    return
                else:
                    gone = asyncio.create_task(replay.disconnected())
                    await asyncio.wait({gone, response}, return_when=asyncio.FIRST_COMPLETED)
                    gone.cancel()
                    if response.done():
                        response.result()
            finally:
                body.cancel()
                response.cancel()

    def _head(self, home: Home, scope: Scope) -> h11.Request:
        original = forwarded_from(home.process, scope.get("client"), scope["scheme"])
        url = url_of(scope)
        headers = [(name, value) for name, value in scope["headers"] if name not in _HOP]
        headers.append((HEADER, sign(self.key, original, scope["method"], url)))
        headers.append((b"connection", b"close"))
        return h11.Request(method=scope["method"], target=url, headers=headers)

    async def _response(
        self,
        home: Home,
        link: h11.Connection,
        reader: asyncio.StreamReader,
        replay: Replay,
        answer: _Answer,
    ) -> None:
        while True:
            try:
                event = link.next_event()
            except h11.RemoteProtocolError:
                raise ConnectionLost from None
            if event is h11.NEED_DATA:
                link.receive_data(await self._read(home, reader))
            elif isinstance(event, h11.Response):
                if event.status_code == MISDIRECTED:
                    raise Unreachable
                await answer.start(event, complete=replay.is_complete)
            elif isinstance(event, h11.Data):
                await answer.body(bytes(event.data), more=True)
            elif isinstance(event, h11.EndOfMessage):
                await answer.body(b"", more=False)
                return

    async def _read(self, home: Home, reader: asyncio.StreamReader) -> bytes:
        """Return the next bytes of a process. Raise ConnectionLost if it ends or falls silent."""
        pending = asyncio.ensure_future(reader.read(READ))
        try:
            while not pending.done():
                await asyncio.wait({pending}, timeout=BEAT)
                if not pending.done() and not self.homes.is_alive(home):
                    raise ConnectionLost
            try:
                data = pending.result()
            except OSError:
                raise ConnectionLost from None
        finally:
            pending.cancel()
        if not data:
            raise ConnectionLost
        return data


class Replay:
    """The messages of a request, kept so that it can be served here after all.

    Bodies are short: the home refuses longer ones before they are read.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: list[Message] = []

    @property
    def is_complete(self) -> bool:
        return bool(self._kept) and not self._kept[-1].get("more_body", False)

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the messages of the body, or of its disconnection."""
        for message in self._kept:
            yield message
        while not self.is_complete:
            message = await self._receive()
            self._kept.append(message)
            yield message

    async def disconnected(self) -> None:
        """Wait until the client goes."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    def again(self) -> Receive:
        """Return the messages from the first on."""
        kept = iter(list(self._kept))

        async def receive() -> Message:
            message = next(kept, None)
            return message if message is not None else await self._receive()

        return receive


class _Answer:
    """The response to the client."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = False

    async def start(self, response: h11.Response, *, complete: bool) -> None:
        headers = [(name, value) for name, value in response.headers if name not in _OWN]
        if not complete:  # the rest of the body is not read
            headers.append((b"connection", b"close"))
        self.has_begun = True
        await self._send(
            {
                "type": "http.response.start",
                "status": response.status_code,
                "headers": headers,
            }
        )

    async def body(self, data: bytes, *, more: bool) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


@asynccontextmanager
async def _connection(
    host: str, port: int
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect to a process. Raise Unreachable if it does not respond."""
    try:
        async with asyncio.timeout(CONNECT):
            reader, writer = await asyncio.open_connection(host, port)
    except OSError:  # TimeoutError among them
        raise Unreachable from None
    try:
        yield reader, writer
    finally:
        writer.close()


async def _send_body(link: h11.Connection, writer: asyncio.StreamWriter, replay: Replay) -> bool:
    """Send the body of a request; return whether the client has gone."""
    try:
        async for message in replay.messages():
            if message["type"] == "http.disconnect":
                return True
            if body := message.get("body", b""):
                writer.write(link.send(h11.Data(data=body)) or b"")
                await writer.drain()
        writer.write(link.send(h11.EndOfMessage()) or b"")
        await writer.drain()
    except OSError:  # the home does not read on: it has answered or ended
        pass
    return False


async def _refuse(scope: Scope, send: Send, status: int) -> None:
    """Refuse a request without a word: a program asks."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.http.response.start", "status": status, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    headers = [(b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def url_of(scope: Scope) -> bytes:
    """Return the path and query of a request, as they were sent."""
    query: bytes = scope["query_string"]
    path: bytes = scope["raw_path"]
    return path + b"?" + query if query else path
