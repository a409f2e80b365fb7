"""Names and identifiers that no database takes are refused with a sentence, on either database."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.people import House

pytestmark = pytest.mark.one_database

PATHS = (
    "/api/tables/x%00y",
    "/api/tables/x%00y/chat",
    "/api/tables/x%00y/record",
    "/api/tables/x%00y/timeline",
    "/api/tables/x%00y/positions/1",
    "/api/tables/x%00y/picture",
    "/api/tables/x%00y/board",
    "/api/tables/x%00y/describe?element=a",
    "/api/games/x%00y/text",
    "/api/tables?game=x%00y",
    "/api/confirm/x%00y",
)
BODIES = {
    "join": {"seat": "central"},
    "parse": {"seat": "central", "text": "x"},
    "fork": {"move": 0},
    "chat": {"seat": "central", "text": "x"},
}


def test_a_nul_in_an_address_is_refused_with_a_sentence(house: House) -> None:
    anna = house.person("Anna")
    for path in PATHS:
        answer = anna.client.get(path, follow_redirects=False)
        assert answer.status_code in (303, 404, 422), (path, answer.text)
        if answer.status_code != 303:
            assert answer.json()["text"], path
    headers = {"x-csrf-token": anna.csrf}
    for end, body in BODIES.items():
        answer = anna.client.post(f"/api/tables/x%00y/{end}", json=body, headers=headers)
        assert answer.status_code == 422, (end, answer.text)
        assert answer.json()["text"], end
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        anna.client.websocket_connect("/ws/tables/x%00y") as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_names_and_addresses_that_grow_when_they_are_compared(house: House) -> None:
    anna = house.person("Anna")
    result = anna.post("/api/register", status=422, name="ß" * 40, password="a long password")
    assert result["key"] == "problem.account.folded"
    anna.post("/api/register", name="ß" * 20, password="a long password")
    result = anna.request("PATCH", "/api/me", {"name": "ß" * 21}, 422)
    assert result["key"] == "problem.account.folded"
    for name in ("x\x00y", "x\ud800y"):
        body = f'{{"name": "{name.encode("unicode_escape").decode()}"}}'.replace("\\x00", "\\u0000")
        answer = house.person(None).client.post(
            "/api/guest", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422
        assert answer.json()["text"]
