"""An agent at a table of a running server, by a token: it plays, asks, writes and reads letters."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from entente.agents import remote
from entente.agents.remote import RemoteSeat
from entente.agents.seat_client import OVER, Refused
from entente.agents.tools import Tools
from entente.kernel import UserError
from tests.agents.clients import data, over_streams, refused, use
from tests.agents.stand_in import StandIn, running
from tests.agents.test_llm import first_choice
from tests.server.running import WAIT, Server, Visitor


@pytest.fixture(scope="module")
def model() -> Iterator[StandIn]:
    with running(first_choice) as stand_in:
        yield stand_in


@pytest.fixture(scope="module")
def server(model: StandIn, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose operator offers a language model."""
    folder: Path = tmp_path_factory.mktemp("agents")
    offered = {
        "ENTENTE_LLM_URL": model.url,
        "ENTENTE_LLM_MODEL": "stand-in",
        "ENTENTE_LLM_AT_TABLES": "1",
        "ENTENTE_LLM_LEDGER": str(folder / "ledger"),
        "ENTENTE_LLM_TRANSCRIPTS": str(folder / "transcripts"),
    }
    with Server(folder / "home", "", 1, **offered) as process:
        yield process


def table_of(visitor: Visitor, game: str, seats: dict[str, str | None]) -> str:
    wanted = {"game": game, "seats": seats, "starts_when_full": True}
    response: str = visitor.post("/api/tables", wanted)["id"]
    return response


def token_for(visitor: Visitor, **bound: str) -> str:
    response: str = visitor.post("/api/me/tokens", {"label": "agent", **bound})["secret"]
    return response


def test_the_official_client_plays_at_a_table(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    token = token_for(anna, table=table, seat="central")

    async def play() -> None:
        arguments = ("--server", server.address, "--table", table)
        async with over_streams(*arguments, ENTENTE_TOKEN=token) as client:
            assert "you play Central" in await use(client, "position")
            for _ in range(4):
                text = await data(client, "choices")
                while not any(each["must"] for each in text["decisions"]):
                    await use(client, "wait")
                    text = await data(client, "choices")
                action = text["decisions"][0]["choices"][0]["action"]
                assert "This is legal." in await use(client, "why", action=action)
                assert "Done." in await use(client, "decide", action=action)
            assert "“conquer” is not possible" in await refused(client, "decide", action="conquer")

    asyncio.run(play())
    state = anna.client.get(f"/api/tables/{table}").json()
    assert state["moves"] >= 4


def test_an_agent_plays_a_language_model_at_a_table(server: Server, model: StandIn) -> None:
    anna = Visitor(server, "Anna")
    listed = [each["id"] for each in anna.client.get("/api/players").json()]
    assert "llm" in listed
    body = {"game": "diplomacy", "options": {"players": 2, "end_year": 1915}}
    seats = {"england": "me", "austria": "llm"}
    table = anna.post("/api/tables", {**body, "seats": seats})["id"]
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        tools = Tools(seat_client)
        while seat_client.snapshot().status != OVER:
            decision = seat_client.snapshot().question(None)
            if decision is None:
                seat_client.wait(WAIT)
                continue
            assert not tools.call("decide", {"action": next(iter(decision[0].menu))}).refused
        assert model.requests
        assert "you play Austria" in model.requests[0]["messages"][0]["content"]
    finally:
        seat_client.close()
    transcripts = (server.home.parent / "transcripts").iterdir()
    assert all(file.name.startswith("diplomacy-austria-") for file in transcripts)


def test_two_agents_write_to_each_other_and_see_only_their_own_seat(server: Server) -> None:
    anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
    table = table_of(anna, "turmoil", {"liberal": "me", "authoritarian": None})
    bert.post(f"/api/tables/{table}/join", {"seat": "authoritarian"})
    doors = [RemoteSeat(server.address, token_for(who), table, None) for who in (anna, bert)]
    try:
        one, other = (Tools(seat_client) for seat_client in doors)
        assert (doors[0].seat, doors[1].seat) == ("liberal", "authoritarian")
        assert one.call("write", {"to": ["authoritarian"], "text": "Peace?"}).text
        assert "Peace?" in other.call("letters", {}).text
        assert "Unknown seat" in one.call("write", {"to": ["mars"], "text": "x"}).text
        hands = [set(seat_client.snapshot().view.hand) for seat_client in doors]  # type: ignore[attr-defined]
        assert not hands[0] & hands[1]
        # A sealed decision of both: each sees the other's answer only after their own.
        first = doors[0].snapshot().question(None)
        assert first is not None
        answer = one.call("decide", {"action": next(iter(first[0].menu))})
        assert "Your sealed choice" in answer.text
        assert "It is your turn" in other.call("position", {}).text
        assert not one.call("undo", {}).refused
    finally:
        for seat_client in doors:
            seat_client.close()


def test_a_letter_wakes_a_waiting_agent(server: Server) -> None:
    anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
    table = table_of(anna, "attrition", {"central": "me", "entente": None})
    bert.post(f"/api/tables/{table}/join", {"seat": "entente"})
    seat_client = RemoteSeat(server.address, token_for(bert), table, "entente")
    try:
        while seat_client.snapshot().must_act:  # until only the other is waited for
            decision = seat_client.snapshot().question(None)
            assert decision is not None
            seat_client.act(next(iter(decision[0].menu)), decision[0].window)
        tools = Tools(seat_client)
        for number, text in enumerate(("Hello", "Are you there?"), 1):
            waiting = threading.Thread(target=seat_client.wait, args=(WAIT,))
            waiting.start()
            anna.post(f"/api/tables/{table}/chat", {"seat": "central", "to": [], "text": text})
            waiting.join(WAIT)
            assert not waiting.is_alive()
            assert seat_client._changed()
            result = tools.call("wait", {"seconds": WAIT}).text
            assert ("1 unread message", "2 unread messages")[number - 1] in result
            assert "`letters`" in result
            assert not seat_client._changed()  # once for each letter
        result = tools.call("letters", {}).text
        assert "Hello" in result
        assert "Are you there?" in result
        assert "come that you have not read" not in tools.call("wait", {"seconds": 0}).text
    finally:
        seat_client.close()


def test_an_unreachable_server_is_reported_in_a_sentence(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "me"})
    token = token_for(anna)
    with pytest.raises(Refused, match="does not answer"):
        RemoteSeat("http://127.0.0.1:1", token, table, None)
    with pytest.raises(Refused, match="table"):
        RemoteSeat(server.address, token, "nowhere", None)
    with pytest.raises(Refused):
        RemoteSeat(server.address, "entente_wrong", table, None)
    with pytest.raises(UserError, match="several seats"):
        RemoteSeat(server.address, token, table, None)
    with pytest.raises(UserError, match="unknown seat “mars”"):
        RemoteSeat(server.address, token, table, "mars")
    other = Visitor(server, "Bert")
    with pytest.raises((UserError, Refused)):
        RemoteSeat(server.address, token_for(other), table, "central")


def test_after_a_lost_connection_it_comes_back(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        before = seat_client.snapshot()
        socket = seat_client._socket
        assert socket is not None
        socket.close()
        while seat_client._socket is socket:
            seat_client.wait(0.01)
        assert seat_client.snapshot().view == before.view
        assert seat_client.snapshot().log == before.log
    finally:
        seat_client.close()


def test_two_agents_that_reconnect_at_once_share_one_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    both = threading.Barrier(2)
    made: list[ClientConnection] = []

    def connecting(*args: Any, **settings: Any) -> ClientConnection:
        """As ever, only that two who get here at once do so together."""
        with suppress(threading.BrokenBarrierError):
            both.wait(0.3)
        made.append(connect(*args, **settings))
        return made[-1]

    monkeypatch.setattr(remote, "connect", connecting)
    try:
        looking = [threading.Thread(target=seat_client.snapshot) for _ in range(2)]
        for each in looking:
            each.start()
        for each in looking:
            each.join(WAIT)
        assert made == [seat_client._socket]
    finally:
        seat_client.close()
        for socket in made:
            socket.close()


def socket_of(seat_client: RemoteSeat) -> ClientConnection | None:
    return seat_client._socket


def test_the_end_of_an_earlier_connection_does_not_end_the_present_one(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    before = set(threading.enumerate())
    try:
        seat_client.snapshot()
        earlier = seat_client._socket
        readers = set(threading.enumerate()) - before
        assert earlier is not None
        seat_client._socket = None
        seat_client.snapshot()
        present = socket_of(seat_client)
        assert present is not None
        earlier.close()
        for each in readers:
            each.join(WAIT)
        assert socket_of(seat_client) is present
        assert not seat_client._closed
    finally:
        seat_client.close()


def test_an_agent_that_has_left_does_not_reconnect(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    made: list[ClientConnection] = []

    def leaving(*args: Any, **settings: Any) -> ClientConnection:
        """It leaves while it is on its way to the table."""
        made.append(connect(*args, **settings))
        seat_client.close()
        return made[-1]

    monkeypatch.setattr(remote, "connect", leaving)
    with pytest.raises(Refused, match="was lost"):
        seat_client.snapshot()
    assert seat_client._socket is None
    assert made[0].state is State.CLOSED


def test_answers_without_a_waiting_caller_are_dropped(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    seat_client = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        seat_client.snapshot()
        assert seat_client._socket is not None
        asked = {
            "type": "action_options",
            "seat": seat_client.seat,
            "thing": "belgium",
            "decision": None,
        }
        seat_client._socket.send(json.dumps({**asked, "id": "nobody"}))
        seat_client.options_for("belgium", None)  # answers come in the order of the questions
        assert seat_client._answers == {}
    finally:
        seat_client.close()
