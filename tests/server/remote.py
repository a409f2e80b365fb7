"""People who use a cluster over the network: real requests and websockets, through HAProxy and at
the web processes themselves, in turn.

`ClusterHouse` takes the place of a `House`, so that tests of one server run against many
processes.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from types import TracebackType
from typing import Any

import httpx2
from fastapi import FastAPI
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from benchmarks.cluster_parts import Cluster
from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Person

PATIENCE = 120  # seconds; a longer wait is for something that never comes
METRICS_TOKEN = "secret of the operator"


class AttackedCluster(Cluster):
    """A cluster that shows its metrics only to holders of a token."""

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "ENTENTE_METRICS_TOKEN": METRICS_TOKEN}

    @property
    def ports(self) -> list[int]:
        """HAProxy, then the web processes."""
        return [self.port, *(web.port for web in self.webs)]


class RemoteBrowser(httpx2.Client):
    """A person's browser; each request goes to the next of several ports."""

    def __init__(self, ports: list[int], language: str, address: str) -> None:
        super().__init__(
            base_url=f"http://127.0.0.1:{ports[0]}",
            headers={"accept-language": language},
            transport=httpx2.HTTPTransport(
                verify=False,  # reading certificates takes longer than most requests
                local_address=address,
                limits=httpx2.Limits(max_keepalive_connections=0),  # nothing is left to close
            ),
            timeout=PATIENCE,
            follow_redirects=True,
        )
        self.address = address
        self._ports: Iterator[int] = cycle(ports)

    def build_request(self, *given: Any, **named: Any) -> httpx2.Request:
        self.base_url = f"http://127.0.0.1:{next(self._ports)}"
        return super().build_request(*given, **named)

    def websocket_connect(self, url: str) -> RemoteSocket:
        request = self.build_request("GET", url)
        names = ("cookie", "authorization", "origin")
        headers = {name: request.headers[name] for name in names if name in request.headers}
        return RemoteSocket(str(request.url).replace("http", "ws", 1), headers, self.address)


class RemoteSocket:
    """A websocket, open from the beginning of a `with` to its end, as `WebSocketTestSession` is."""

    def __init__(self, url: str, headers: dict[str, str], address: str) -> None:
        self._url = url
        self._headers = headers
        self._address = address
        self._open = ExitStack()
        self._socket: ClientConnection | None = None

    def __enter__(self) -> RemoteSocket:
        try:
            self._socket = self._open.enter_context(
                connect(
                    self._url,
                    additional_headers=self._headers,
                    source_address=(self._address, 0),
                    max_size=None,
                    open_timeout=PATIENCE,
                    compression=None,
                )
            )
        except InvalidStatus as refused:
            raise WebSocketDisconnect(4000 + refused.response.status_code) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self._open.close()

    @property
    def connection(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    def receive(self) -> dict[str, Any]:
        try:
            return {"type": "websocket.send", "text": self.receive_text()}
        except WebSocketDisconnect as closed:
            return {"type": "websocket.close", "code": closed.code}

    def receive_text(self) -> str:
        try:
            return str(self.connection.recv(PATIENCE))
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            raise WebSocketDisconnect(code) from None

    def receive_json(self) -> Any:
        return json.loads(self.receive_text())

    def send_text(self, text: str) -> None:
        self._send(text)

    def send_bytes(self, data: bytes) -> None:
        self._send(data)

    def send_json(self, frame: object) -> None:
        self._send(json.dumps(frame))

    def _send(self, data: str | bytes) -> None:
        try:
            self.connection.send(data)
        except ConnectionClosed as closed:
            raise WebSocketDisconnect(closed.rcvd.code if closed.rcvd else 1006) from None


class ClusterHouse(House):
    """A cluster and its visitors. `app` is a process of ours beside it, which serves no one."""

    def __init__(self, cluster: AttackedCluster) -> None:
        self.cluster = cluster
        redis = f"redis://127.0.0.1:{cluster.redis_port}/0"
        address = cluster.database_url.replace("postgresql://", "postgresql+psycopg://")
        self.app: FastAPI = create_app(Settings(address, redis=redis))

    def call(self, work: Callable[..., Any], *given: object) -> Any:
        """Work of a server's own, done in the process beside the cluster."""

        async def done() -> Any:
            result = work(*given)
            return await result if inspect.isawaitable(result) else result

        return asyncio.run(done())

    def person(
        self,
        name: str | None,
        language: str = "en",
        host: str = "127.0.0.1",
        ports: list[int] | None = None,
    ) -> Person:
        """A person who comes from an address, through HAProxy and around it in turn."""
        browser = RemoteBrowser(ports or self.cluster.ports, language, host)
        return RemotePerson(browser, name, language)


class RemotePerson(Person):
    """A person with a browser that reaches a cluster."""

    def __init__(self, browser: RemoteBrowser, name: str | None, language: str) -> None:
        self.client = browser  # type: ignore[assignment]
        self.csrf = ""
        self.id = 0
        if name is not None:
            self.welcome(self.post("/api/guest", name=name, language=language))
