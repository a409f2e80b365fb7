"""Attacks on the websockets of a cluster, and on tables that two processes serve."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from entente.server.live.incoming_frames import LONGEST
from entente.server.settings import Bounds
from tests.server.cluster.attackers import (
    any_act,
    at_port,
    duel,
    get,
    handshake,
    home_of,
    masked,
    raw,
    status_of,
    versions,
    web_at_home,
)
from tests.server.events.test_events import member
from tests.server.people import Json, Live
from tests.server.remote import AttackedCluster, ClusterHouse, RemoteBrowser
from tests.server.studies import authors

pytestmark = pytest.mark.soak
SOCKETS = Bounds().sockets_per_user

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


def test_sockets_that_receive_nothing_close_at_the_first_frame(house: ClusterHouse) -> None:
    eve = member(house, "Eve")
    table = eve.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
    path = authors.study(eve).replace("/api", "/ws")
    memory = house.cluster.memory()
    for port in house.cluster.ports:
        there = at_port(house, eve, port)
        for asked in ("/ws/me", f"/ws/boards?tables={table['id']}", path, "/ws/pairing"):
            for frame in ("{}", "x" * 2**20):
                with there.client.websocket_connect(asked) as socket:
                    with suppress(WebSocketDisconnect):
                        socket.send_text(frame)
                    while (heard := socket.receive())["type"] != "websocket.close":
                        pass
                assert heard["code"] in (1006, 1009, 4400), asked
    assert house.cluster.memory() - memory < 100  # MiB


def test_one_visitor_cannot_use_up_the_websockets(house: ClusterHouse) -> None:
    eve, anna = member(house, "Eve"), member(house, "Anna")
    with ExitStack() as stack:
        refused = 0
        for _ in range(2 * SOCKETS + 10):
            try:
                stack.enter_context(eve.client.websocket_connect("/ws/me"))
            except WebSocketDisconnect:
                refused += 1
        assert refused >= 10
        for port in house.cluster.ports:
            with at_port(house, anna, port).client.websocket_connect("/ws/me") as socket:
                assert socket.receive_json()["type"] == "called"


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
        stale = [
            stack.enter_context(at_port(house, each, frozen.port).live(table)) for each in people
        ]
        _, act = any_act(stale)
        os.kill(frozen.process.pid, signal.SIGSTOP)
        try:
            while home_of(house, table) == home:
                answer = at_port(house, anna, other.port).client.get(f"/api/tables/{table['id']}")
                assert answer.status_code in (200, 503)
                sleep(0.5)
            with ExitStack() as elsewhere:
                lives = [
                    elsewhere.enter_context(at_port(house, each, other.port).live(table))
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
