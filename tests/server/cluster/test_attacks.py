"""Attacks on a cluster: PostgreSQL, Redis, HAProxy, two web processes and a worker.

The tests of rights, secrets, tokens, seats and forged frames run here over the network, each
request at another process than the last. The tests below attack what only a cluster has: the
signature of forwarded requests, the headers of proxies, and addresses that a proxy and a server may
read differently.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from entente.server.http.forwarding_signature import HEADER, forwarded_from, sign
from tests.server import (
    test_fuzz,
    test_seat_theft,
    test_security,
    test_tokens,
    test_treaty_secrets,
    test_who_may,
)
from tests.server.cluster.attackers import (
    duel,
    get,
    handshake,
    key_of,
    processes,
    raw,
    status_of,
)
from tests.server.cluster.borrowed import borrowed
from tests.server.events.test_events import member
from tests.server.remote import ClusterHouse, RemoteBrowser
from tests.server.studies import authors

pytestmark = pytest.mark.soak

# -- tests of one server that run against many processes

LEFT_OUT = {
    "test_every_route_and_every_frame_has_a_row",  # needs the inside of a process
    "test_a_token_that_is_none_is_not_taken_for_a_stranger",  # the client refuses such a header
}
globals().update(
    borrowed(
        test_fuzz,
        test_seat_theft,
        test_security,
        test_tokens,
        test_treaty_secrets,
        test_who_may,
        left_out=LEFT_OUT,
    )
)


# -- the signature of forwarded requests


def test_a_forged_signature_opens_no_door(house: ClusterHouse) -> None:
    """Neither at HAProxy, nor at a process, nor at its internal port."""
    _, _, table = duel(house)
    path, peer = f"/api/tables/{table['id']}/record", ("203.0.113.9", 4321)
    doors = [("127.0.0.1", port) for port in house.cluster.ports]
    doors += processes(house).values()
    for name in processes(house):
        original = forwarded_from(name, peer, "https")
        valid = sign(key_of(house), original, "GET", path.encode()).decode()
        forged = [
            sign(b"guess", original, "GET", path.encode()).decode(),
            sign(b"", original, "GET", path.encode()).decode(),
            sign(key_of(house), original, "POST", path.encode()).decode(),  # for another request
            sign(key_of(house), original, "GET", f"{path}?x=1".encode()).decode(),
            valid.replace("203.0.113.9", "203.0.113.8"),
            valid.replace("https", "http"),
            f"{valid} x",
            valid.upper(),
            valid.rpartition(" ")[0],
            "",
            "x" * 5_000,
            "\t".join(valid.split(" ")),
        ]
        for host, port in doors:
            for value in forged:
                line = f"{HEADER.decode()}: {value}"
                for asked in (get(path, line), handshake(f"/ws/tables/{table['id']}", line)):
                    assert status_of(port, asked, host) == b"403", value
            line = f"{HEADER.decode()}: {valid}"
            assert status_of(port, get(path, line, line), host) == b"403"


def test_a_signed_request_is_of_no_use_at_another_process(house: ClusterHouse) -> None:
    """One who has read a forwarded request on the wire replays it elsewhere."""
    anna, _, table = duel(house)
    path = f"/api/tables/{table['id']}/record"
    names = processes(house)
    for name, own in names.items():
        original = forwarded_from(name, ("203.0.113.9", 4321), "http")
        signed = sign(key_of(house), original, "GET", path.encode()).decode()
        asked = get(path, f"{HEADER.decode()}: {signed}")
        for other, (host, port) in names.items():
            status = b"200" if other == name else b"421"
            assert status_of(port, asked, host) == status, (name, own)
    assert anna.get(f"/api/tables/{table['id']}")["id"] == table["id"]


def test_the_internal_port_serves_nothing_without_a_signature(house: ClusterHouse) -> None:
    for host, port in processes(house).values():
        for path in ("/", "/health", "/health/ready", "/metrics", "/api/me", "/openapi.json"):
            assert status_of(port, get(path), host) == b"403"
        assert status_of(port, handshake("/ws/me"), host) == b"403"


# -- the headers of proxies


def guess(browser: RemoteBrowser, **headers: str) -> int:
    body = {"name": "nobody at all", "password": "correct horse"}
    return browser.post("/api/login", json=body, headers=headers).status_code


def test_no_visitor_has_another_address_by_saying_so(house: ClusterHouse) -> None:
    """Ten guesses, each from another address by its headers, are ten of one visitor; and they use
    up nothing of the address that they name."""
    port = house.cluster.port
    attacker = RemoteBrowser([port], "en", "127.0.40.1")
    named = "127.0.40.2"
    answers = Counter(
        guess(
            attacker,
            **{
                "x-forwarded-for": named if number % 2 else f"203.0.113.{number}, {named}",
                "forwarded": f"for={named};proto=https",
                "x-real-ip": named,
                "x-client-ip": named,
            },
        )
        for number in range(14)
    )
    assert answers == {401: 10, 429: 4}
    assert guess(RemoteBrowser([port], "en", named)) == 401


def test_no_visitor_of_a_process_is_its_proxy(house: ClusterHouse) -> None:
    """Only the proxy may name another address; a machine beside it may not."""
    attacker = RemoteBrowser([web.port for web in house.cluster.webs], "en", "127.0.41.1")
    answers = Counter(guess(attacker, **{"x-forwarded-for": f"203.0.113.{n}"}) for n in range(14))
    assert answers == {401: 10, 429: 4}


def test_limits_are_summed_over_processes(house: ClusterHouse) -> None:
    """By requests one after the other, and by many at once."""
    ports = house.cluster.ports
    assert Counter(guess(RemoteBrowser(ports, "en", "127.0.42.1")) for _ in range(12)) == {
        401: 10,
        429: 2,
    }
    browsers = [RemoteBrowser([ports[n % 3]], "en", "127.0.42.2") for n in range(24)]
    with ThreadPoolExecutor(24) as threads:
        answers = Counter(threads.map(guess, browsers))
    assert answers == {401: 10, 429: 14}


def spellings(path: str) -> list[str]:
    """A path as it may be written by one who hopes that proxy and server read it differently."""
    head, _, tail = path.rpartition("/")
    return [
        path,
        f"/{path}",
        f"{head}//{tail}",
        f"{path}/",
        f"{path}?x",
        f"{path};x",
        f"{path}%00",
        f"{path}%20",
        f"{path}%2f",
        f"{path}%3fx",
        f"{path}/..",
        f"{path}/%2e",
        f"{head}/%{ord(tail[0]):x}{tail[1:]}",
        f"{head}/%25{ord(tail[0]):x}{tail[1:]}",
        f"{head}/./{tail}",
        f"{head}/%2e/{tail}",
        f"{head}/x/../{tail}",
        f"{head}/x%2f..%2f{tail}",
        f"{head}%2f{tail}",
        f"{head}\\{tail}",
        f"http://elsewhere{path}",
        path.upper(),
    ]


def test_metrics_are_not_for_visitors(house: ClusterHouse) -> None:
    for path in spellings("/metrics"):
        for port in house.cluster.ports:
            answer = raw(port, f"GET {path} HTTP/1.0\r\nhost: localhost\r\n\r\n".encode())
            assert b"entente_requests" not in answer, (path, port)


def test_no_spelling_of_an_address_shows_what_is_private(house: ClusterHouse) -> None:
    """Tables, studies, events, clubs and classes of others, whose addresses are known."""
    secret = "Xyzzy plan"
    anna = member(house, "Anna")
    seats = {"authoritarian": "me", "liberal": "me"}
    table = anna.table("turmoil", seats=seats, private=True, spectators=False, title=secret)
    path = f"/api/tables/{table['id']}"
    anna.request("PUT", f"{path}/notes", {"seat": "liberal", "text": secret}, 204)
    writing = authors.study(anna, "private", secret)
    line = authors.chapter(anna, writing)
    club = anna.post("/api/clubs", 201, name=secret, privacy="private")["id"]
    cup = {"name": secret, "game": "attrition", "format": "swiss", "privacy": "private"}
    event = anna.post("/api/events", 201, **cup)["id"]
    lesson = {"title": secret, "layout": "copies", "game": "attrition"}
    school = anna.post("/api/classes", 201, **lesson)["id"]
    paths = [
        path,
        *(f"{path}/{part}" for part in ("record", "chat", "timeline", "positions/0", "embed")),
        writing,
        f"{writing}/export",
        line,
        f"{line}/embed",
        f"/api/clubs/{club}",
        f"/api/clubs/{club}/tables",
        f"/api/events/{event}",
        f"/api/events/{event}/embed",
        f"/api/classes/{school}",
        f"/api/boards?tables={table['id']}",
    ]
    shown = anna.client.get(path).text + anna.client.get(writing).text
    assert shown.count(secret) >= 2
    for number, asked in enumerate(paths):
        for place, spelled in enumerate(spellings(asked)):
            port = house.cluster.ports[(number + place) % len(house.cluster.ports)]
            answer = raw(port, f"GET {spelled} HTTP/1.0\r\nhost: localhost\r\n\r\n".encode())
            assert secret.encode() not in answer, (spelled, port)
            assert b" 500 " not in answer[:14], (spelled, port)
    for asked in (f"/ws/tables/{table['id']}", writing.replace("/api", "/ws")):
        for place, spelled in enumerate(spellings(asked)):
            port = house.cluster.ports[place % len(house.cluster.ports)]
            answer = raw(port, handshake(spelled), patience=0.7)
            assert secret.encode() not in answer, (spelled, port)
