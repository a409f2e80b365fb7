"""Attacks on a cluster: PostgreSQL, Redis, HAProxy, two web processes and a worker.

The tests of rights, secrets, tokens, seats and forged frames run here over the network, each
request at another process than the last. The tests below attack what only a cluster has: the
signature of forwarded requests, the headers of proxies, and two processes that serve one table.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from base64 import b64encode
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from benchmarks.cluster_parts import Web
from entente.server.http.forwarding_signature import HEADER, KEY, forwarded_from, sign
from entente.server.live.incoming_frames import LONGEST
from entente.server.storage.models import Move, ServerProcess, TableHome
from entente.server.storage.shared_secrets import shared_key
from tests.server import (
    test_fuzz,
    test_seat_theft,
    test_security,
    test_tokens,
    test_treaty_secrets,
    test_who_may,
)
from tests.server.cluster.borrowed import borrowed
from tests.server.people import Json, Live, Person
from tests.server.remote import AttackedCluster, ClusterHouse, RemoteBrowser

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


# -- what the attacker knows, and what is stored


def key_of(house: ClusterHouse) -> bytes:
    """The key of the cluster, which no attacker has."""
    return shared_key(house.app.state.services.sessions, KEY)


def processes(house: ClusterHouse) -> dict[str, tuple[str, int]]:
    """The internal addresses of the web processes, by name."""
    query = select(ServerProcess.name, ServerProcess.address).where(ServerProcess.role == "web")
    with house.app.state.services.sessions() as session:
        rows = session.execute(query).all()
    addresses = {name: address.rpartition(":") for name, address in rows}
    return {name: (host, int(port)) for name, (host, _, port) in addresses.items()}


def home_of(house: ClusterHouse, table: Json) -> str:
    with house.app.state.services.sessions() as session:
        query = select(TableHome.process).where(TableHome.table_id == table["id"])
        home: str = session.execute(query).scalar_one()
        return home


def web_at_home(house: ClusterHouse, table: Json) -> Web:
    """The web process that serves a table, found by its internal port."""
    _, internal = processes(house)[home_of(house, table)]
    listening = f":{internal:04X} "
    for web in house.cluster.webs:
        assert web.process is not None
        inodes = {os.readlink(file) for file in Path(f"/proc/{web.process.pid}/fd").iterdir()}
        for line in Path("/proc/net/tcp").read_text().splitlines():
            if (
                listening in line.split("00000000:0000")[0]
                and f"socket:[{line.split()[9]}]" in inodes
            ):
                return web
    raise AssertionError("no web process is the home")


def versions(house: ClusterHouse, table: Json) -> list[int]:
    with house.app.state.services.sessions() as session:
        query = select(Move.version).where(Move.table_id == table["id"]).order_by(Move.number)
        return list(session.execute(query).scalars())


def duel(house: ClusterHouse, ports: list[int] | None = None) -> tuple[Person, Person, Json]:
    """A game of two, who give every answer by hand."""
    anna, bert = (house.person(name, ports=ports) for name in ("Anna", "Bert"))
    for each in (anna, bert):
        each.request("PATCH", "/api/me", {"preferences": {"only_answers": False}})
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    bert.sit(table, "liberal")
    return anna, bert, table


def any_act(lives: list[Live]) -> tuple[Live, Json]:
    """A legal action of the player who must, and their socket."""
    for live, seat in zip(lives, ("authoritarian", "liberal"), strict=True):
        live.sync()
        if (decision := live.decision(seat)) is not None:
            action = decision["menu"]["actions"][0]
            version = live.state["version"]
            frame = {"type": "act", "seat": seat, "version": version, "action": action}
            return live, {**frame, "decision": decision["id"], "id": "mine"}
    raise AssertionError("no one decides")


def raw(port: int, data: bytes, host: str = "127.0.0.1") -> bytes:
    """Send bytes; return all that comes back until the other side closes or falls silent."""
    with socket.create_connection((host, port), 10) as connection:
        connection.sendall(data)
        answer = b""
        connection.settimeout(3)
        with suppress(TimeoutError, ConnectionResetError):
            while part := connection.recv(65_536):
                answer += part
        return answer


def status_of(port: int, data: bytes, host: str = "127.0.0.1") -> bytes:
    """Send bytes; return the status with which they are answered."""
    with socket.create_connection((host, port), 60) as connection:
        connection.sendall(data)
        answer = b""
        while b"\r\n" not in answer and (part := connection.recv(65_536)):
            answer += part
        return answer.partition(b"\r\n")[0].split(b" ")[1]


def get(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: 127.0.0.1", *lines, "", ""]).encode()


def handshake(path: str, *lines: str) -> bytes:
    nonce = b64encode(os.urandom(16)).decode()
    head = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", "connection: upgrade", "upgrade: websocket"]
    head += ["sec-websocket-version: 13", f"sec-websocket-key: {nonce}", *lines]
    return "\r\n".join([*head, "", ""]).encode()


def masked(text: bytes) -> bytes:
    """A short text frame of a client."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


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


def test_metrics_are_not_for_visitors(house: ClusterHouse) -> None:
    for path in ("/metrics", "/%6detrics", "//metrics", "/metrics/", "/metrics?x", "/METRICS"):
        for port in house.cluster.ports:
            answer = raw(port, f"GET {path} HTTP/1.0\r\nhost: localhost\r\n\r\n".encode())
            assert b"entente_requests" not in answer, (path, port)


# -- websockets


def test_no_one_acts_for_another_seat_at_any_process(house: ClusterHouse) -> None:
    anna, bert, table = duel(house)
    eve = house.person("Eve")
    before = versions(house, table)
    seats = ("authoritarian", "liberal")
    with anna.live(table) as one, bert.live(table) as two:
        _, act = any_act([one, two])
        for person, own in ((bert, seats[1]), (anna, seats[0]), (eve, "")):
            for _ in house.cluster.ports:  # each time at the next
                with person.live(table) as live:
                    assert set(live.state["seats"]) == ({own} if own else {""})
                    for seat in {*seats} - {own}:
                        for frame in (
                            {**act, "seat": seat},
                            {"type": "undo", "seat": seat, "version": act["version"]},
                            {"type": "check", "seat": seat, "action": act["action"]},
                        ):
                            live.say(**frame)
                            answer = live.answer()
                            assert answer["type"] == "refused"
                            assert answer["key"] == "problem.table.not_yours"
    assert versions(house, table) == before


def flood(live: Live) -> None:
    for _ in range(20):
        live.socket.send_text("x" * 4 * 2**20)
    live.hear("nothing more")


def test_too_large_and_too_many_frames_end_their_own_socket_only(house: ClusterHouse) -> None:
    anna, bert, table = duel(house)
    memory = house.cluster.memory()
    for port in house.cluster.ports:
        eve = house.person("Eve", ports=[port])
        with eve.live(table) as live:
            live.socket.send_text("x" * (LONGEST + 1))
            assert live.answer()["type"] == "refused"
        with eve.live(table) as live:
            with pytest.raises(WebSocketDisconnect) as closed:
                flood(live)
            assert closed.value.code in (1009, 1006)
        # Beyond the limit the server reads nothing for a while, and delays each answer.
        with eve.live(table) as live:
            for _ in range(60):
                live.say(type="act", seat="liberal", version=1, action="x")
            keys = Counter(live.answer()["key"] for _ in range(60))
            assert keys == {"problem.table.not_yours": 60}
    assert house.cluster.memory() - memory < 100  # MiB
    with anna.live(table) as one, bert.live(table) as two:
        live, act = any_act([one, two])
        live.say(**act)
        assert live.answer()["type"] == "done"


def test_what_follows_a_handshake_too_early_is_not_obeyed(house: ClusterHouse) -> None:
    """Frames before the handshake is answered, and requests behind one that is refused: the second
    would reach the home without a signature of its own."""
    anna, bert, table = duel(house)
    with anna.live(table) as one, bert.live(table) as two:
        _, act = any_act([one, two])
    before = versions(house, table)
    stranger = masked(json.dumps({"type": "sync"}).encode())
    smuggled = b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n" * 2
    path = f"/ws/tables/{table['id']}"
    forwarding = next(web for web in house.cluster.webs if web is not web_at_home(house, table))
    for port in house.cluster.ports:
        # a frame of a stranger in the same bytes as the handshake
        answer = raw(port, handshake(path) + stranger)
        assert b" 101 " in answer[:20]
        # no websocket at all: frames only, or a request in the middle of a frame
        answer = raw(port, masked(json.dumps(act).encode()[:100]) + smuggled)
        assert b"200 OK" not in answer
        # behind a handshake that is refused, because its page is of another site
        refused = handshake(path, "origin: https://elsewhere.example")
        answer = raw(port, refused + smuggled)
        assert answer.startswith(b"HTTP/1.1 403 ")
        if port == forwarding.port:
            assert b"200 OK" not in answer
        # a handshake without end
        assert b" 101 " not in raw(port, handshake(path)[:-2])
    assert versions(house, table) == before
    for web in house.cluster.webs:
        assert status_of(web.port, get("/health/ready")) == b"200"


# -- two processes at one table


def test_an_action_that_is_sent_everywhere_is_done_once(house: ClusterHouse) -> None:
    """The same frame at HAProxy and at both processes, at the same moment and again."""
    anna, bert, table = duel(house)
    people = {"authoritarian": anna, "liberal": bert}
    with ExitStack() as stack:
        lives = [stack.enter_context(each.live(table)) for each in (anna, bert)]
        for _ in range(5):
            _, act = any_act(lives)
            before = versions(house, table)
            actor = people[act["seat"]]
            sockets = [stack.enter_context(actor.live(table)) for _ in range(6)]

            def send(live: Live, act: Json = act) -> str:
                live.say(**act)
                return str(live.answer()["type"])

            with ThreadPoolExecutor(6) as threads:
                answers = Counter(threads.map(send, sockets))
            assert answers == {"done": 1, "refused": 5}
            assert send(sockets[0]) == "refused"  # a replay
            after = versions(house, table)
            assert len(after) == len(before) + 1
            for live in sockets:
                live.__exit__(None, None, None)
    assert len(set(versions(house, table))) == len(versions(house, table))


def test_both_processes_read_the_same(house: ClusterHouse) -> None:
    """Reading at both at once while the game goes on: every answer is one of its positions, and in
    the end all are the same."""
    anna, bert, table = duel(house)
    path = f"/api/tables/{table['id']}"
    ports = house.cluster.ports

    def record(port: int) -> str:
        return house.person(None, ports=[port]).client.get(f"{path}/record").text

    with anna.live(table) as one, bert.live(table) as two, ThreadPoolExecutor(6) as threads:
        for _ in range(6):
            live, act = any_act([one, two])
            reading = [threads.submit(record, port) for port in ports * 2]
            live.say(**act)
            assert live.answer()["type"] == "done"
            assert len({each.result() for each in reading}) <= 2
    assert len({record(port) for port in ports}) == 1


def test_a_home_that_was_frozen_has_lost_its_table(house: ClusterHouse) -> None:
    """A process is frozen for longer than the others wait for it, and then goes on with what it
    believes: nothing that was done meanwhile is lost or done twice."""
    anna, bert, table = duel(house)
    with anna.live(table) as one, bert.live(table) as two:
        live, act = any_act([one, two])
        live.say(**act)
        assert live.answer()["type"] == "done"
    home, frozen = home_of(house, table), web_at_home(house, table)
    other = next(web for web in house.cluster.webs if web is not frozen)
    assert frozen.process is not None
    people = (anna, bert)
    before: list[int] = versions(house, table)
    with ExitStack() as stack:
        # These sockets are at the frozen home, and stay open.
        stale = [stack.enter_context(_at(house, each, frozen.port).live(table)) for each in people]
        _, act = any_act(stale)
        os.kill(frozen.process.pid, signal.SIGSTOP)
        try:
            while home_of(house, table) == home:
                answer = _at(house, anna, other.port).client.get(f"/api/tables/{table['id']}")
                assert answer.status_code in (200, 503)
                sleep(0.5)
            with ExitStack() as elsewhere:
                lives = [
                    elsewhere.enter_context(_at(house, each, other.port).live(table))
                    for each in people
                ]
                for _ in range(3):
                    live, again = any_act(lives)
                    live.say(**again)
                    assert live.answer()["type"] == "done"
        finally:
            os.kill(frozen.process.pid, signal.SIGCONT)
        # The action is of a version that has passed.
        actor = stale[0 if act["seat"] == "authoritarian" else 1]
        with suppress(WebSocketDisconnect):
            actor.say(**act)
            assert actor.answer()["type"] == "refused"
    after = versions(house, table)
    assert len(after) == len(set(after)) == len(before) + 3
    with anna.live(table) as one, bert.live(table) as two:
        live, act = any_act([one, two])
        live.say(**act)
        assert live.answer()["type"] == "done"


def _at(house: ClusterHouse, person: Person, port: int) -> Person:
    """The same person at one port only."""
    there = house.person(None, ports=[port])
    there.client.cookies = person.client.cookies
    there.csrf = person.csrf
    return there


def test_an_ended_session_is_ended_everywhere(house: ClusterHouse) -> None:
    anna, _, table = duel(house)
    cookies = dict(anna.client.cookies)
    with ExitStack() as stack:
        sockets = [stack.enter_context(anna.live(table)) for _ in house.cluster.ports]
        anna.post("/api/logout", status=204)
        for live in sockets:
            with pytest.raises(WebSocketDisconnect):
                live.hear("nothing more")
    for port in house.cluster.ports:
        thief = RemoteBrowser([port], "en", "127.0.0.1")
        thief.cookies.update(cookies)
        assert thief.get("/api/me/sessions").status_code == 401


def test_the_attacks_left_no_trace(cluster: AttackedCluster) -> None:
    """Last: no process has written an error."""
    written: dict[str, Any] = {}
    for part in (*cluster.webs, *cluster.workers):
        lines = Path(part.folder / f"{part.name}.log").read_text().splitlines()
        written[part.name] = [line for line in lines if "Traceback" in line]
    assert not any(written.values()), written
