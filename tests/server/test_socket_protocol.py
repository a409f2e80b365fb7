"""Frames that are written at once: in order, of any length, and none after the end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from entente.kernel import registry
from entente.server.http.socket_protocol import _head
from entente.server.live.hub import END, QUEUE, Connection
from tests.server.running import WAIT, Server, Visitor, any_action, hear


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_written_as_the_standard_says(length: int) -> None:
    text = b"x" * length
    frame = Frame(Opcode.TEXT, text)
    assert _head(length) + text == frame.serialize(mask=False)


def test_queued_frames_go_before_later_ones() -> None:
    async def go() -> None:
        written: list[str] = []
        waits = False

        def write(text: str) -> bool:
            if not waits:
                written.append(text)
            return not waits

        connection = Connection(1, "en")
        connection.write = write
        connection.put("first")
        waits = True
        connection.put("second")
        waits = False  # the client reads again, but the second is still queued
        connection.put("third")
        assert written == ["first"]
        assert [connection.queue.get_nowait() for _ in range(2)] == ["second", "third"]
        connection.unsent -= 2  # as the writer does once they are sent
        connection.put("fourth")
        assert written == ["first", "fourth"]

    asyncio.run(go())


def test_a_dropped_client_gets_nothing_more_and_its_writer_ends() -> None:
    async def go() -> None:
        written: list[str] = []
        connection = Connection(1, "en")
        connection.write = lambda text: not written.append(text)  # type: ignore[func-returns-value]
        connection.put("why it ends")
        connection.drop()
        connection.put("later")
        assert written == ["why it ends"]
        assert connection.queue.get_nowait() == END
        slow = Connection(2, "en")
        slow.write = lambda text: False
        for number in range(QUEUE + 1):
            slow.put(str(number))
        assert slow.dropped.is_set()
        moved = Connection(3, "en")
        moved.write = lambda text: not written.append(text)  # type: ignore[func-returns-value]
        moved.hand_over()
        moved.put("the last frame")
        assert written[-1] == "the last frame"
        moved.end()
        assert moved.queue.get_nowait() == END

    asyncio.run(go())


def test_a_real_server_answers_in_order_and_says_why_it_closes(tmp_path: Path) -> None:
    with Server(tmp_path / "home") as server:
        anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
        seats = registry.load("attrition").seats({})
        terms = {"game": "attrition", "seats": {seats[0]: "me"}, "starts_when_full": True}
        table = anna.post("/api/tables", terms)["id"]
        bert.post(f"/api/tables/{table}/join", {"seat": seats[1]})
        with anna.live(table) as one, bert.live(table) as other:
            states = [hear(socket, "state") for socket in (one, other)]
            for _ in range(5):
                mover = next(place for place in (0, 1) if any_action(states[place]))
                socket = (one, other)[mover]
                socket.send(json.dumps({**(any_action(states[mover]) or {}), "id": "x"}))
                kinds = list[str]()
                while not kinds or kinds[-1] != "done":
                    frame = json.loads(socket.recv(WAIT))
                    if frame["type"] in ("state", "done"):
                        kinds.append(frame["type"])
                        states[mover] = frame if frame["type"] == "state" else states[mover]
                assert kinds == ["state", "done"]
                states[1 - mover] = hear((one, other)[1 - mover], "state")
                assert states[0]["version"] == states[1]["version"]
            assert anna.client.post("/api/logout").status_code == 204
            assert hear(one, "refused")["key"] == "problem.account.ended"
            with pytest.raises(ConnectionClosed) as closed:
                one.recv(WAIT)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
        for strange in ("content-length: 5", "transfer-encoding: chunked", f"x: {'x' * 9000}"):
            assert 400 <= _status_of_handshake(server, strange) < 500, strange


def _status_of_handshake(server: Server, header: str) -> int:
    """Return the status of the response to a handshake with this header."""
    address = urlsplit(server.address)
    assert address.hostname is not None
    assert address.port is not None
    with create_connection((address.hostname, address.port), timeout=WAIT) as client:
        client.sendall(
            "GET /ws/tables/abcdefgh HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{header}\r\n\r\n".encode()
        )
        answer = b""
        while data := client.recv(4096):  # until the server closes
            answer += data
    return int(answer.split(b" ", 2)[1])
