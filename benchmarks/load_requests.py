"""Concurrent requests to every route, slow clients and large bodies."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.server_driver import Guest, Served
from entente.kernel import registry

CONCURRENT = 16
IDLE_LIMIT = 1.0  # seconds that a request may take on an idle server
GAME = "turmoil"
SLOW_CLIENTS = 100
LARGE, LARGE_BODIES = 50 * 2**20, 6
MEMORY_LIMIT = 100.0  # MiB that large bodies may cost
PASSWORD = "a long enough password"
_numbers = count(1)
# These end the session or the account, so they come last and each gets new callers.
LAST = ("/api/logout", "/api/me", "/api/me/sessions", "/api/reset", "/api/login", "/api/register")


class Response(NamedTuple):
    status: int
    seconds: float
    is_busy: bool = False  # the server says that it has too much to do, and when to ask again


class Route(NamedTuple):
    method: str
    path: str

    @property
    def ends_callers(self) -> bool:
        """Whether it may end the session or the account."""
        return self.method != "GET" and self.path.startswith(LAST)


def routes(server: Served) -> list[Route]:
    """Return every route of the server's OpenAPI document."""
    document = json.loads(Guest(server, "reader").request("GET", "/openapi.json")[1])
    routes = [
        Route(method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    ]
    return sorted(routes, key=lambda route: route.ends_callers)


class Caller:
    """A guest who hosts a table with a game in progress."""

    def __init__(self, server: Served) -> None:
        self.guest = Guest(server, f"caller {next(_numbers)}")
        other = Guest(server, f"other {next(_numbers)}")
        seats = registry.load(GAME).seats({})
        self.seat = seats[0]
        terms = {"game": GAME, "seats": {self.seat: "me"}, "starts_when_full": True}
        self.table = self.guest.post("/api/tables", terms)["id"]
        other.post(f"/api/tables/{self.table}/join", {"seat": seats[1]})
        self.record = self.guest.request("GET", f"/api/tables/{self.table}/record")[1]

    def call(self, route: Route) -> Response:
        """Send a plausible request to a route."""
        path = route.path.replace("{table_id}", self.table).replace("{game_id}", GAME)
        path = path.replace("{number}", "0").replace("{name}", "none").replace("{token_id}", "none")
        if route.path.endswith("/describe"):
            path += "?element=none"
        content_type, body = "application/json", b""
        if route.path == "/api/records":
            content_type, body = "text/plain", self.record
        elif route.method != "GET":
            body = json.dumps(self._body(route)).encode()
        start = perf_counter()
        status, answer = self.guest.request(route.method, path, body, content_type)
        is_busy = status == 503 and b'"problem.busy"' in answer
        return Response(status, perf_counter() - start, is_busy)

    def _body(self, route: Route) -> dict[str, Any]:
        """Return a body for a route; a route that needs more refuses the request."""
        seat = {"seat": self.seat}
        last = route.path.rpartition("/")[2]
        number = next(_numbers)
        bodies: dict[str, dict[str, Any]] = {
            "guest": {"name": f"guest {number}"},
            "register": {"name": f"name {number}", "password": PASSWORD},
            "login": {"name": f"name {number}", "password": PASSWORD},
            "password": {"old": PASSWORD, "new": PASSWORD},
            "reset": {"email": f"{number}@example.org"},
            "confirm": {"token": "none", "password": PASSWORD},
            "me": {"language": "fr"},
            "tokens": {"label": "load"},
            "tables": {"game": GAME, "seats": {self.seat: "me"}},
            "vote": {**seat, "kind": "pause", "yes": bool(number % 2)},
            "offer": {**seat, "withdraw": False},
            "take": {"token": "none"},
            "fill": {**seat, "computer": "random"},
            "draft": {**seat, "text": "a plan"},
            "notes": {**seat, "text": "a note"},
            "chat": {**seat, "to": [], "text": "a message"},
            "fork": {"move": 0},
        }
        return bodies.get(last, seat)


def every_route(server: Served, rounds: int) -> bool:
    """Send rounds of concurrent requests to each route, then a single one, which must be answered
    within a second; return whether all routes passed."""
    callers = [Caller(server) for _ in range(CONCURRENT)]
    statuses: Counter[int] = Counter()
    slowest: list[tuple[float, str]] = []
    idle: list[tuple[float, str]] = []
    failed: Counter[str] = Counter()
    busy: Counter[str] = Counter()
    with ThreadPoolExecutor(CONCURRENT) as threads:
        for route in routes(server):
            if route.ends_callers:
                callers = [Caller(server) for _ in range(CONCURRENT)]
            responses: list[Response] = []
            for _ in range(rounds):
                responses += threads.map(lambda caller, route=route: caller.call(route), callers)
            responses.append(callers[0].call(route))
            idle.append((responses[-1].seconds, " ".join(route)))
            statuses.update(response.status // 100 for response in responses)
            failed[" ".join(route)] += sum(
                response.status >= 500 and not response.is_busy for response in responses
            )
            busy[" ".join(route)] += sum(response.is_busy for response in responses)
            slowest.append((max(response.seconds for response in responses), " ".join(route)))
    slowest.sort(reverse=True)
    errors = {name: number for name, number in failed.items() if number}
    late = [f"{name} {seconds:.2f} s" for seconds, name in idle if seconds > IDLE_LIMIT]
    summary = ", ".join(f"{number:,} × {status}xx" for status, number in sorted(statuses.items()))
    print(f"{len(slowest):5} routes, {CONCURRENT} × {rounds} requests to each: {summary}")
    summary = ", ".join(f"{name} {seconds:.2f} s" for seconds, name in slowest[:3])
    print(f"      slowest concurrent requests: {summary}")
    seconds, name = max(idle)
    print(f"      slowest single request: {name} {seconds:.2f} s", flush=True)
    for name, number in (+busy).items():
        print(f"      {number} × asked to come back later: {name}")
    for name, number in errors.items():
        print(f"      {number} × 5xx: {name}   FAILED")
    for name in late:
        print(f"      a single request over {IDLE_LIMIT:.0f} s: {name}   FAILED")
    return not errors and not late


def slow_clients(server: Served) -> bool:
    """Start requests without finishing them; return whether other requests stay fast."""
    caller = Caller(server)
    clients = list(_send_incomplete_requests(server))
    responses = [caller.call(Route("GET", path)) for path in ("/health", "/api/tables") * 20]
    responses += [caller.call(Route("POST", "/api/tables/{table_id}/vote")) for _ in range(20)]
    for each in clients:
        each.close()
    slowest = max(response.seconds for response in responses)
    passed = slowest <= IDLE_LIMIT and all(response.status < 500 for response in responses)
    print(
        f"{len(clients):5} slow clients: other requests are answered within {slowest:.2f} s"
        f"{'' if passed else '   FAILED'}",
        flush=True,
    )
    return passed


def _send_incomplete_requests(server: Served) -> Iterator[socket.socket]:
    """Yield clients that have sent half a header, or a header and the beginning of a body."""
    head = b"POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    for number in range(SLOW_CLIENTS):
        source = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        client = socket.create_connection(("127.0.0.1", server.port), source_address=source)
        client.sendall(head + (b"content-length: 200\r\n\r\n{" if number % 2 else b"x-slow: "))
        yield client


def big_bodies(server: Served) -> bool:
    """Send oversized bodies; return whether the server refuses them without buffering them."""
    before, statuses = server.memory(), Counter[str]()
    peak, done = [before], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            peak[0] = max(peak[0], server.memory())

    def send(number: int) -> str:
        guest = Guest(server, f"large {number}")
        try:
            return str(guest.request("POST", "/api/login", b"x" * LARGE)[0])
        except OSError:  # disconnected while still sending
            return "disconnected"

    watching = threading.Thread(target=watch)
    watching.start()
    with ThreadPoolExecutor(LARGE_BODIES) as threads:
        statuses.update(threads.map(send, range(LARGE_BODIES)))
    done.set()
    watching.join()
    growth = peak[0] - before
    passed = growth <= MEMORY_LIMIT and not any(status.startswith("5") for status in statuses)
    summary = ", ".join(f"{number} × {status}" for status, number in statuses.items())
    print(
        f"{LARGE_BODIES:5} bodies of {LARGE // 2**20} MiB: {summary}; "
        f"memory grew by {growth:.0f} MiB{'' if passed else '   FAILED'}",
        flush=True,
    )
    return passed
