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
    found: str = visitor.post("/api/tables", wanted)["id"]
    return found


def token_for(visitor: Visitor, **bound: str) -> str:
    found: str = visitor.post("/api/me/tokens", {"label": "agent", **bound})["secret"]
    return found


def test_the_official_client_plays_at_a_table(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    token = token_for(anna, table=table, seat="central")

    async def play() -> None:
        arguments = ("--server", server.address, "--table", table)
        async with over_streams(*arguments, ENTENTE_TOKEN=token) as client:
            assert "you play Central" in await use(client, "position")
            for _ in range(4):
                told = await data(client, "choices")
                while not any(each["must"] for each in told["questions"]):
                    await use(client, "wait")
                    told = await data(client, "choices")
                action = told["questions"][0]["choices"][0]["action"]
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
    door = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        tools = Tools(door)
        while door.snapshot().status != OVER:
            found = door.snapshot().question(None)
            if found is None:
                door.wait(WAIT)
                continue
            assert not tools.call("decide", {"action": next(iter(found[0].menu))}).refused
        assert model.requests
        assert "you play Austria" in model.requests[0]["messages"][0]["content"]
    finally:
        door.close()
    transcripts = (server.home.parent / "transcripts").iterdir()
    assert all(file.name.startswith("diplomacy-austria-") for file in transcripts)


def test_two_agents_write_to_each_other_and_see_only_their_own_seat(server: Server) -> None:
    anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
    table = table_of(anna, "turmoil", {"liberal": "me", "authoritarian": None})
    bert.post(f"/api/tables/{table}/join", {"seat": "authoritarian"})
    doors = [RemoteSeat(server.address, token_for(who), table, None) for who in (anna, bert)]
    try:
        one, other = (Tools(door) for door in doors)
        assert (doors[0].seat, doors[1].seat) == ("liberal", "authoritarian")
        assert one.call("write", {"to": ["authoritarian"], "text": "Peace?"}).text
        assert "Peace?" in other.call("letters", {}).text
        assert "Unknown seat" in one.call("write", {"to": ["mars"], "text": "x"}).text
        hands = [set(door.snapshot().view.hand) for door in doors]  # type: ignore[attr-defined]
        assert not hands[0] & hands[1]
        # A sealed question of both: the answer of one is not told to the other before his own.
        first = doors[0].snapshot().question(None)
        assert first is not None
        answer = one.call("decide", {"action": next(iter(first[0].menu))})
        assert "Your sealed choice" in answer.text
        assert "It is your turn" in other.call("position", {}).text
        assert not one.call("undo", {}).refused
    finally:
        for door in doors:
            door.close()


def test_whoever_waits_is_woken_by_a_letter(server: Server) -> None:
    anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
    table = table_of(anna, "attrition", {"central": "me", "entente": None})
    bert.post(f"/api/tables/{table}/join", {"seat": "entente"})
    door = RemoteSeat(server.address, token_for(bert), table, "entente")
    try:
        while door.snapshot().must_act:  # until only the other is waited for
            found = door.snapshot().question(None)
            assert found is not None
            door.act(next(iter(found[0].menu)), found[0].window)
        tools = Tools(door)
        for number, text in enumerate(("Hello", "Are you there?"), 1):
            waiting = threading.Thread(target=door.wait, args=(WAIT,))
            waiting.start()
            anna.post(f"/api/tables/{table}/press", {"seat": "central", "to": [], "text": text})
            waiting.join(WAIT)
            assert not waiting.is_alive()
            assert door._changed()
            told = tools.call("wait", {"seconds": WAIT}).text
            assert ("1 unread message", "2 unread messages")[number - 1] in told
            assert "`letters`" in told
            assert not door._changed()  # once for each letter
        told = tools.call("letters", {}).text
        assert "Hello" in told
        assert "Are you there?" in told
        assert "come that you have not read" not in tools.call("wait", {"seconds": 0}).text
    finally:
        door.close()


def test_what_cannot_be_reached_is_said_in_a_sentence(server: Server) -> None:
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
    door = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        before = door.snapshot()
        socket = door._socket
        assert socket is not None
        socket.close()
        while door._socket is socket:
            door.wait(0.01)
        assert door.snapshot().view == before.view
        assert door.snapshot().log == before.log
    finally:
        door.close()


def test_two_who_come_back_at_once_share_one_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    door = RemoteSeat(server.address, token_for(anna), table, None)
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
        looking = [threading.Thread(target=door.snapshot) for _ in range(2)]
        for each in looking:
            each.start()
        for each in looking:
            each.join(WAIT)
        assert made == [door._socket]
    finally:
        door.close()
        for socket in made:
            socket.close()


def socket_of(door: RemoteSeat) -> ClientConnection | None:
    return door._socket


def test_the_end_of_an_earlier_connection_does_not_end_the_present_one(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    door = RemoteSeat(server.address, token_for(anna), table, None)
    before = set(threading.enumerate())
    try:
        door.snapshot()
        earlier = door._socket
        readers = set(threading.enumerate()) - before
        assert earlier is not None
        door._socket = None
        door.snapshot()
        present = socket_of(door)
        assert present is not None
        earlier.close()
        for each in readers:
            each.join(WAIT)
        assert socket_of(door) is present
        assert not door._closed
    finally:
        door.close()


def test_one_who_has_left_does_not_come_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    door = RemoteSeat(server.address, token_for(anna), table, None)
    made: list[ClientConnection] = []

    def leaving(*args: Any, **settings: Any) -> ClientConnection:
        """It leaves while it is on its way to the table."""
        made.append(connect(*args, **settings))
        door.close()
        return made[-1]

    monkeypatch.setattr(remote, "connect", leaving)
    with pytest.raises(Refused, match="was lost"):
        door.snapshot()
    assert door._socket is None
    assert made[0].state is State.CLOSED


def test_answers_for_which_nobody_waits_are_not_kept(server: Server) -> None:
    anna = Visitor(server, "Anna")
    table = table_of(anna, "attrition", {"central": "me", "entente": "random"})
    door = RemoteSeat(server.address, token_for(anna), table, None)
    try:
        door.snapshot()
        assert door._socket is not None
        asked = {"type": "about", "seat": door.seat, "thing": "belgium", "window": None}
        door._socket.send(json.dumps({**asked, "id": "nobody"}))
        door.options_for("belgium", None)  # answers come in the order of the questions
        assert door._answers == {}
    finally:
        door.close()
