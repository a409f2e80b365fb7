"""Websockets and other sockets: limits of number and time, and of a request's head."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect

from entente.server.http import connection_limits as door_module
from entente.server.http.app import create_app
from entente.server.http.connection_limits import LONGEST_HEAD, ConnectionLimiter, limited_protocol
from entente.server.settings import Bounds, Settings
from entente.wire.listening import bind
from tests.server.people import House

PATIENCE = 20.0
LONG = 30_000_000  # bytes
REQUEST = b"GET /api/me HTTP/1.1\r\nhost: x\r\n\r\n"


def narrow(database: str, **bounds: int) -> Settings:
    return Settings(database, bounds=Bounds(**bounds))


@pytest.mark.parametrize("bounds", [{"sockets_per_user": 2}, {"sockets_per_address": 2}])
def test_the_number_of_open_tables_is_limited(sqlite_database: str, bounds: dict[str, int]) -> None:
    with House(create_app(narrow(sqlite_database, **bounds))) as house, ExitStack() as opened:
        anna = house.person("Anna")
        table = anna.table("attrition")
        for _ in range(2):
            opened.enter_context(anna.live(table))
        with pytest.raises(WebSocketDisconnect) as refused, anna.live(table):
            pass
        assert refused.value.code == 4429
        opened.close()
        with anna.live(table):
            pass
        house.keep_time()
        assert not house.app.state.admission.sockets


def test_an_idle_socket_is_closed(sqlite_database: str) -> None:
    settings = narrow(sqlite_database)
    settings = settings._replace(bounds=settings.bounds._replace(socket_idle_minutes=0))
    with House(create_app(settings)) as house:
        anna = house.person("Anna")
        with pytest.raises(WebSocketDisconnect) as closed, anna.live(anna.table()) as live:
            live.hear("nothing more")
        assert closed.value.code == 4408


# -- at the door


class Doors:
    """A server on a real socket, in a thread."""

    def __init__(
        self, settings: Settings, proxies: str = "127.0.0.1", app: ASGIApp | None = None
    ) -> None:
        self.porter = ConnectionLimiter(settings.bounds, proxies)
        self.listener = bind("127.0.0.1", 0)
        config = uvicorn.Config(
            app or create_app(settings),
            http=limited_protocol(self.porter),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=0,  # the door has its own
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self.thread.start()

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.listener.close()

    def come(self) -> socket.socket:
        found = socket.create_connection(self.listener.getsockname()[:2], PATIENCE)
        found.settimeout(PATIENCE)
        return found


@pytest.fixture
def doors(sqlite_database: str) -> Iterator[Doors]:
    found = Doors(narrow(sqlite_database, connections=3, head_seconds=1))
    yield found
    found.close()


def everything(found: socket.socket) -> bytes:
    """All that comes until the socket is closed."""
    data = bytearray()
    try:
        while part := found.recv(65536):
            data += part
    except ConnectionResetError:
        pass
    return bytes(data)


def test_a_silent_connection_is_closed(doors: Doors) -> None:
    with doors.come() as silent, doors.come() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert everything(silent) == everything(slow) == b""


def test_a_connection_that_stops_in_a_second_request_is_closed(doors: Doors) -> None:
    with doors.come() as found:
        found.sendall(REQUEST)
        assert found.recv(65536).startswith(b"HTTP/1.1 200")
        found.sendall(b"GET / HT")
        everything(found)


@pytest.fixture
def patient(sqlite_database: str) -> Iterator[Doors]:
    found = Doors(narrow(sqlite_database, idle_seconds=9, proxy_idle_seconds=1))
    yield found
    found.close()


def test_a_connection_is_kept_until_no_client_would_use_it_again(patient: Doors) -> None:
    """A request sent while the server closes is lost: a client must close kept ones first."""
    porter = ConnectionLimiter(Bounds(), "192.0.2.7")
    for proxy in ("192.0.2.7", "127.0.0.1"):
        assert porter.idle_seconds(proxy) > 120  # Caddy; nginx 60
    assert 5 < porter.idle_seconds("198.51.100.3") < 60  # httpx 5; others need the place
    with patient.come() as found:
        found.sendall(REQUEST)
        began = time.monotonic()
        assert found.recv(65536).startswith(b"HTTP/1.1 200")
        everything(found)
        assert time.monotonic() - began >= 1


@pytest.fixture
def long_answers(sqlite_database: str) -> Iterator[Doors]:
    """A server with answers longer than a socket buffers without a reader."""
    parts = [bytes(LONG // 100)] * 100
    routes = [
        Route("/whole", lambda request: Response(bytes(LONG))),
        Route("/parts", lambda request: StreamingResponse(iter(parts))),
    ]
    found = Doors(narrow(sqlite_database, head_seconds=1), app=Starlette(routes=routes))
    yield found
    found.close()


def test_a_client_that_sends_on_and_reads_nothing_is_dropped(
    long_answers: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_module, "STUCK", 1.0)
    with long_answers.come() as found:
        found.sendall(b"GET /parts HTTP/1.1\r\nhost: x\r\n\r\n")
        assert _soon(lambda: long_answers.porter.there.total() == 1)
        time.sleep(0.3)
        found.sendall(b"G")
        assert _soon(lambda: long_answers.porter.there.total() == 0)


def test_a_request_before_the_answer_is_read_is_not_waited_for(
    long_answers: Doors,
) -> None:
    with long_answers.come() as found:
        found.sendall(b"GET /whole HTTP/1.1\r\nhost: x\r\n\r\n")
        time.sleep(0.3)
        found.sendall(b"G")
        time.sleep(0.3)
        assert len(everything(found)) > LONG


def test_a_head_without_end_is_refused(doors: Doors) -> None:
    with doors.come() as found:
        found.sendall(b"GET / HTTP/1.1\r\n")
        try:
            for number in range(2 * LONGEST_HEAD // 1024):
                found.sendall(b"x-%d: " % number + b"y" * 1024 + b"\r\n")
        except OSError:
            pass  # it has been refused meanwhile
        answer = everything(found)
        assert not answer or answer.startswith(b"HTTP/1.1 431")  # it may not be read in time
    assert _soon(lambda: doors.porter.there.total() == 0)


def test_the_number_of_connections_is_limited(doors: Doors) -> None:
    with ExitStack() as there:
        for _ in range(3):
            there.enter_context(doors.come())
        assert _soon(lambda: doors.porter.there.total() == 3)
        with doors.come() as refused:
            assert everything(refused).startswith(b"HTTP/1.1 503")
    assert _soon(lambda: doors.porter.there.total() == 0)
    with doors.come() as found:
        found.sendall(REQUEST)
        assert found.recv(65536).startswith(b"HTTP/1.1 200")


def test_one_address_has_its_share() -> None:
    porter = ConnectionLimiter(Bounds(connections=10, connections_per_address=2), "192.0.2.1")
    for address in ("203.0.113.5", "203.0.113.5", "192.0.2.1", "192.0.2.1", "127.0.0.1"):
        assert porter.admits(address)
        porter.enter(address)
    assert not porter.admits("203.0.113.5")
    assert porter.admits("203.0.113.6")
    assert porter.admits("192.0.2.1")  # a proxy connects for many people
    porter.leave("203.0.113.5")
    assert porter.admits("203.0.113.5")


def _soon(so: object) -> bool:
    assert callable(so)
    until = time.monotonic() + PATIENCE
    while not so() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(so())


def test_a_network_of_proxies_may_open_many_connections() -> None:
    limiter = ConnectionLimiter(Bounds(connections_per_address=1), "192.0.2.7, 10.0.0.0/8")
    for address in ("10.1.2.3", "192.0.2.7", "203.0.113.5"):
        limiter.enter(address)
    assert limiter.admits("10.1.2.3")
    assert limiter.admits("192.0.2.7")
    assert not limiter.admits("203.0.113.5")
    assert limiter.admits("")  # a socket without an address
