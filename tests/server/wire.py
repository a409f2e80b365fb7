"""The wire between people in tests and a server that runs in the same process.

Starlette's test client goes to the server's thread and back sixteen times for a request, and four
times for a frame. Here a request goes there once, and frames wait in a queue until they are wanted.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import MutableMapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any
from urllib.parse import unquote, urljoin

import httpx2
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

PATIENCE = 120  # seconds; a longer wait is for something that never comes

Message = MutableMapping[str, Any]
Address = tuple[str, int]


class Browser(TestClient):
    """A person's browser, which asks a server that is running."""

    def __init__(
        self, app: FastAPI, loop: AbstractEventLoop, headers: dict[str, str], client: Address
    ) -> None:
        super().__init__(app, headers=headers, client=client)
        self._loop = loop
        self._address = client
        self._transport = Wire(app, loop, client)

    def websocket_connect(
        self, url: str, subprotocols: Any = None, **more: Any
    ) -> WebSocketTestSession:
        assert subprotocols is None, "the server has none"
        request = self.build_request("GET", urljoin("ws://testserver", url), **more)
        scope = {"type": "websocket", "subprotocols": [], **_scope(request, self._address)}
        return Socket(self.app, scope, self._loop)


class Wire(httpx2.BaseTransport):
    """Hands each request to the server, and waits until it is answered and all is done."""

    def __init__(self, app: Any, loop: AbstractEventLoop, client: Address) -> None:
        self._app = app
        self._loop = loop
        self._client = client

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        answering = self._answer(request, request.read())
        said = asyncio.run_coroutine_threadsafe(answering, self._loop).result(PATIENCE)
        assert said, "the server did not answer"
        headers = [(name.decode(), value.decode()) for name, value in said[0].get("headers", [])]
        body = b"".join(part.get("body", b"") for part in said[1:])
        shown = httpx2.ByteStream(b"" if request.method == "HEAD" else body)
        return httpx2.Response(said[0]["status"], headers=headers, stream=shown, request=request)

    async def _answer(self, request: httpx2.Request, body: bytes) -> list[Message]:
        asked = [{"type": "http.request", "body": body}]
        said: list[Message] = []
        answered = asyncio.Event()

        async def hear() -> Message:
            if asked:
                return asked.pop()
            await answered.wait()  # no one leaves before the answer
            return {"type": "http.disconnect"}

        async def say(message: Message) -> None:
            said.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answered.set()

        scope = {"type": "http", "http_version": "1.1", "method": request.method}
        await self._app({**scope, **_scope(request, self._client)}, hear, say)
        return said


class Socket(WebSocketTestSession):
    """A socket, open from the beginning of a `with` to its end."""

    def __init__(self, app: Any, scope: Any, loop: AbstractEventLoop) -> None:
        self.app, self.scope = app, scope
        self._loop = loop
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._from_server: SimpleQueue[Message | None] = SimpleQueue()
        self._served: Future[None] | None = None

    def __enter__(self) -> Socket:
        self._served = asyncio.run_coroutine_threadsafe(self._serve(), self._loop)
        self.send({"type": "websocket.connect"})
        try:
            message = self.receive()
            self._raise_on_close(message)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        """What goes wrong at the server in the meantime is raised here."""
        self.close(1000)
        assert self._served is not None
        self._served.result(PATIENCE)

    def send(self, message: Message) -> None:
        self._loop.call_soon_threadsafe(self._to_server.put_nowait, message)

    def receive(self) -> Message:
        try:
            message = self._from_server.get(timeout=PATIENCE)
        except Empty:
            raise TimeoutError(f"nothing was heard for {PATIENCE} seconds") from None
        assert message is not None, "the server has no more to say"
        return message

    async def _serve(self) -> None:
        async def say(message: Message) -> None:
            self._from_server.put(message)

        try:
            await self.app(self.scope, self._to_server.get, say)
        finally:
            self._from_server.put(None)


def _scope(request: httpx2.Request, client: Address) -> dict[str, Any]:
    """Return what ASGI says of a request and of a socket alike."""
    url = request.url
    return {
        "path": unquote(url.path),
        "raw_path": url.raw_path.split(b"?", 1)[0],
        "root_path": "",
        "scheme": url.scheme,
        "query_string": url.query,
        "headers": [(k.lower().encode(), v.encode()) for k, v in request.headers.multi_items()],
        "client": client,
        "server": (url.host, url.port or 80),
        "extensions": {"websocket.http.response": {}} if url.scheme == "ws" else {},
        "state": {},
    }
