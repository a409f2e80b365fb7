"""Requests of every route side by side, clients that are slow, and bodies that are large."""

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

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry

TOGETHER = 16
LONGEST = 1.0  # seconds that an answer may take at rest
GAME = "turmoil"
SLOW = 100  # clients that are slow
LARGE, LARGE_BODIES = 50 * 2**20, 6
MORE_MEMORY = 100.0  # MiB that large bodies may cost
PASSWORD = "a long enough password"
_numbers = count(1)
# After these the caller is nobody any more, or sits nowhere: they come last, with new people.
LAST = ("/api/logout", "/api/me", "/api/me/sessions", "/api/reset", "/api/login", "/api/register")


class Answer(NamedTuple):
    status: int
    seconds: float


class Route(NamedTuple):
    method: str
    path: str


def routes(server: RunningServer) -> list[Route]:
    """Every route that the server describes."""
    document = json.loads(Guest(server, "reader").ask("GET", "/openapi.json")[1])
    routes = [
        Route(method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    ]
    return sorted(routes, key=lambda route: route.path.startswith(LAST))


class Caller:
    """Somebody with a table of his own at which a game is being played."""

    def __init__(self, server: RunningServer) -> None:
        self.guest = Guest(server, f"caller {next(_numbers)}")
        other = Guest(server, f"other {next(_numbers)}")
        seats = registry.load(GAME).seats({})
        self.seat = seats[0]
        wanted = {"game": GAME, "seats": {self.seat: "me"}, "starts_when_full": True}
        made = self.guest.post("/api/tables", wanted)
        self.table = made["id"]
        other.post(f"/api/tables/{self.table}/join", {"seat": seats[1]})
        self.record = self.guest.ask("GET", f"/api/tables/{self.table}/record")[1]

    def call(self, route: Route) -> Answer:
        """A request of a route, as somebody might make it."""
        path = route.path.replace("{table_id}", self.table).replace("{game_id}", GAME)
        path = path.replace("{number}", "0").replace("{name}", "none").replace("{token_id}", "none")
        if route.path.endswith("/describe"):
            path += "?element=none"
        kind, body = "application/json", b""
        if route.path == "/api/records":
            kind, body = "text/plain", self.record
        elif route.method != "GET":
            body = json.dumps(self._body(route)).encode()
        began = perf_counter()
        status, _ = self.guest.ask(route.method, path, body, kind)
        return Answer(status, perf_counter() - began)

    def _body(self, route: Route) -> dict[str, Any]:
        """What each route reads of this, it gets; where more is wanted it refuses."""
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


def every_route(server: RunningServer, rounds: int) -> bool:
    """Sixteen requests of each route side by side, again and again; then one by itself, which is
    answered within a second: nobody waits any longer once the others have gone."""
    callers = [Caller(server) for _ in range(TOGETHER)]
    statuses: Counter[int] = Counter()
    slowest: list[tuple[float, str]] = []
    at_rest: list[tuple[float, str]] = []
    failed: Counter[str] = Counter()
    with ThreadPoolExecutor(TOGETHER) as threads:
        for route in routes(server):
            if route.path.startswith(LAST):
                callers = [Caller(server) for _ in range(TOGETHER)]
            answers: list[Answer] = []
            for _ in range(rounds):
                answers += threads.map(lambda caller, route=route: caller.call(route), callers)
            answers.append(callers[0].call(route))
            at_rest.append((answers[-1].seconds, " ".join(route)))
            statuses.update(answer.status // 100 for answer in answers)
            failed[" ".join(route)] += sum(answer.status >= 500 for answer in answers)
            slowest.append((max(answer.seconds for answer in answers), " ".join(route)))
    slowest.sort(reverse=True)
    wrong = {name: number for name, number in failed.items() if number}
    late = [f"{name} {seconds:.2f} s" for seconds, name in at_rest if seconds > LONGEST]
    summary = ", ".join(f"{number:,} × {status}xx" for status, number in sorted(statuses.items()))
    print(f"{len(slowest):5} routes, {TOGETHER} × {rounds} requests of each: {summary}")
    summary = ", ".join(f"{name} {seconds:.2f} s" for seconds, name in slowest[:3])
    print(f"      slowest side by side: {summary}")
    seconds, name = max(at_rest)
    print(f"      slowest at rest: {name} {seconds:.2f} s", flush=True)
    for name, number in wrong.items():
        print(f"      {number} × 5xx: {name}   NOT HELD")
    for name in late:
        print(f"      above {LONGEST:.0f} s at rest: {name}   NOT HELD")
    return not wrong and not late


def slow_clients(server: RunningServer) -> bool:
    """Clients that begin a request and do not end it; others are answered all the while."""
    caller = Caller(server)
    begun = list(_begin(server))
    answers = [caller.call(Route("GET", path)) for path in ("/health", "/api/tables") * 20]
    answers += [caller.call(Route("POST", "/api/tables/{table_id}/vote")) for _ in range(20)]
    for each in begun:
        each.close()
    slowest = max(answer.seconds for answer in answers)
    held = slowest <= LONGEST and all(answer.status < 500 for answer in answers)
    print(
        f"{len(begun):5} slow clients: others are answered within {slowest:.2f} s"
        f"{'' if held else '   NOT HELD'}",
        flush=True,
    )
    return held


def _begin(server: RunningServer) -> Iterator[socket.socket]:
    """Half of a head, and a head with the beginning of a body."""
    head = b"POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    for number in range(SLOW):
        source = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        client = socket.create_connection(("127.0.0.1", server.port), source_address=source)
        client.sendall(head + (b"content-length: 200\r\n\r\n{" if number % 2 else b"x-slow: "))
        yield client


def big_bodies(server: RunningServer) -> bool:
    """Bodies that nobody has asked for: refused, and not kept in memory."""
    before, statuses = server.memory(), Counter[str]()
    most, done = [before], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            most[0] = max(most[0], server.memory())

    def send(number: int) -> str:
        guest = Guest(server, f"large {number}")
        try:
            return str(guest.ask("POST", "/api/login", b"x" * LARGE)[0])
        except OSError:  # turned away while it was still sending
            return "turned away"

    watching = threading.Thread(target=watch)
    watching.start()
    with ThreadPoolExecutor(LARGE_BODIES) as threads:
        statuses.update(threads.map(send, range(LARGE_BODIES)))
    done.set()
    watching.join()
    more = most[0] - before
    held = more <= MORE_MEMORY and not any(status.startswith("5") for status in statuses)
    summary = ", ".join(f"{number} × {status}" for status, number in statuses.items())
    print(
        f"{LARGE_BODIES:5} bodies of {LARGE // 2**20} MiB: {summary}; {more:.0f} MiB more in memory"
        f"{'' if held else '   NOT HELD'}",
        flush=True,
    )
    return held
