"""Several boards on one page, and what spectators write to each other."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from entente.kernel import registry
from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.models import Moderator, Report, SpectatorMessage
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def game_of(person: Person, game: str = "attrition", **body: object) -> Json:
    """A game of one person on all sides."""
    seats = dict.fromkeys(registry.load(game).info.seats, "me")
    return person.table(game, **{"seats": seats, **body})


def chat(table: Json) -> str:
    return f"/api/tables/{table['id']}/spectators/chat"


def boards(person: Person, *tables: Json) -> str:
    return "/ws/boards?tables=" + ",".join(table["id"] for table in tables)


# -- boards


def test_one_socket_shows_several_boards(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    tables = [game_of(anna), game_of(anna, "diplomacy"), game_of(anna, spectators=False)]
    with eve.client.websocket_connect(boards(eve, *tables)) as socket:
        frames = {frame["table"]: frame for frame in (socket.receive_json() for _ in tables)}
        assert [frames[table["id"]]["type"] for table in tables] == ["board", "board", "closed"]
        assert frames[tables[1]["id"]]["picture"]["svg"]
        assert frames[tables[0]["id"]]["moves"] == 0
        with anna.live(tables[0]) as live:
            seat = next(s for s, part in live.state["seats"].items() if part["view"]["decisions"])
            room = house.app.state.services.rooms.get(tables[0]["id"])
            action = room.position.decision(seat).menu.sample(Random(1))
            assert live.act(seat, action)["type"] == "done"
        changed = socket.receive_json()
        assert (changed["table"], changed["moves"]) == (tables[0]["id"], 1)
        assert action not in json.dumps(frames)


def test_the_boards_of_a_request_are_those_that_may_be_watched(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    one, other = game_of(anna), game_of(anna, spectators=False)
    asked = f"/api/boards?tables={one['id']},{other['id']},nothing"
    assert [board["table"] for board in eve.get(asked)] == [one["id"]]
    assert [board["table"] for board in anna.get(asked)] == [one["id"], other["id"]]
    many = ",".join(f"table{number}" for number in range(13))
    assert eve.get(f"/api/boards?tables={many}", 422)["key"] == "problem.boards.most"
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        eve.client.websocket_connect(f"/ws/boards?tables={many}") as socket,
    ):
        socket.receive_json()
    assert refused.value.code == 4422


def test_where_public_pages_are_off_only_accounts_watch(database: str) -> None:
    with House(create_app(Settings(database, public_pages=False))) as house:
        anna, eve, nobody = house.person("Anna"), house.person("Eve"), house.person(None)
        bert = house.person("Bert")
        bert.welcome(bert.post("/api/register", name="Bert", password="correct horse"))
        table = game_of(anna)
        path = f"/api/tables/{table['id']}"
        for visitor in (eve, nobody):
            for asked in ("", "/record", "/timeline", "/chat", "/spectators/chat", "/results"):
                assert visitor.get(path + asked, 401)["key"] == "problem.table.account_needed"
            visitor.get(f"/api/boards?tables={table['id']}", 401)
            assert visitor.get("/api/home")["live"] == []
            assert visitor.get("/api/lobby?scope=watch")["tables"] == []
            assert visitor.get("/api/tables?scope=watch") == []
            with pytest.raises(WebSocketDisconnect) as refused, visitor.live(table):
                pass
            assert refused.value.code == 4401
            assert visitor.client.get(f"{path}/preview.png").status_code == 404
        assert bert.get(path)["id"] == table["id"]
        assert bert.get("/api/home")["live"][0]["table"]["id"] == table["id"]


def test_the_home_page_shows_what_most_people_watch_first(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    watched, *others = (game_of(anna) for _ in range(3))
    with ExitStack() as open_sockets:
        for _ in range(2):
            open_sockets.enter_context(eve.live(watched))
        home = eve.get("/api/home")
    assert home["live"][0]["table"]["id"] == watched["id"]
    assert home["watching"] == {watched["id"]: 2}
    assert len(home["live"]) == 1 + len(others)


# -- the chat of spectators


def test_spectators_write_to_each_other_and_players_read_it_after_the_game(house: House) -> None:
    anna, eve, fay = (house.person(name) for name in ("Anna", "Eve", "Fay"))
    table = game_of(anna)
    with anna.live(table) as player, eve.live(table) as one, fay.live(table) as other:
        sent = eve.post(chat(table), text="Vienna is open!", status=201)
        assert (sent["number"], sent["name"], sent["guest"]) == (1, "Eve", True)
        for live in (one, other):
            assert live.hear("spectator_message")["message"] == sent
        refused = anna.get(chat(table), 403)
        assert refused["key"] == "problem.spectators.player"
        anna.post(chat(table), text="thanks", status=403)
        assert not any(frame["type"] == "spectator_message" for frame in player.sync())
    assert "Vienna is open" not in anna.client.get(f"/api/tables/{table['id']}/chat").text
    shown = fay.get(chat(table))
    assert shown["messages"] == [sent]
    assert shown["writable"]
    assert not house.person(None).get(chat(table))["writable"]
    anna.post(f"/api/tables/{table['id']}/concede", seat="central")
    assert anna.get(chat(table))["messages"] == [sent]


def test_who_left_a_game_does_not_read_what_spectators_write(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me", "entente": None})
    bert.sit(table, "entente")
    bert.post(f"/api/tables/{table['id']}/leave", seat="entente")
    assert bert.get(chat(table), 403)["key"] == "problem.spectators.player"


def test_the_host_turns_the_chat_of_spectators_off(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = game_of(anna)
    eve.post(chat(table), text="hello", status=201)
    eve.request("PUT", chat(table), {"open": False}, 403)
    anna.request("PUT", chat(table), {"open": False}, 204)
    assert eve.post(chat(table), text="hello?", status=409)["key"] == "problem.spectators.off"
    assert not eve.get(chat(table))["writable"]
    assert not eve.get(f"/api/tables/{table['id']}")["spectator_chat"]
    anna.request("PUT", chat(table), {"open": True}, 204)
    eve.post(chat(table), text="hello!", status=201)
    closed = game_of(anna, spectators=False)
    eve.get(chat(closed), 403)


def test_messages_of_spectators_have_limits(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = game_of(anna)
    assert eve.post(chat(table), text=" \u202e ", status=422)["key"] == "problem.press.empty"
    assert eve.post(chat(table), text="x" * 501, status=422)["key"] == "problem.press.long"
    for _ in range(4):
        eve.post(chat(table), text="again", status=201)
    assert eve.post(chat(table), text="again", status=429)["key"] == "problem.limit"


def test_a_reported_message_of_a_spectator_is_read_and_removed_by_a_moderator(
    house: House,
) -> None:
    anna, eve, fay, mod = (house.person(name) for name in ("Anna", "Eve", "Fay", "Mod"))
    with house.app.state.services.sessions.begin() as session:
        session.add(Moderator(user_id=mod.id, since=1))
    table = game_of(anna)
    fay.post(chat(table), text="an innocent word", status=201)
    eve.post(chat(table), text="something rude", status=201)
    report = f"{chat(table)}/report"
    eve.post(report, number=2, reason="mine", status=409)
    fay.post(report, number=3, reason="there is none", status=404)
    number = fay.post(report, number=2, reason="rude", status=201)["report"]
    fay.post(report, number=2, reason="twice", status=409)
    assert fay.get(chat(table))["reported"] == [2]
    case = mod.get(f"/api/moderation/reports/{number}")
    assert [(m["by"], m["text"], m["reported"]) for m in case["messages"]] == [
        ("Fay", "an innocent word", False),
        ("Eve", "something rude", True),
    ]
    assert case["writer"]["name"] == "Eve"
    decision = {"kind": "mute", "reason": "be kind", "days": 1, "remove": True}
    mod.request("POST", f"/api/moderation/reports/{number}", decision, 204)
    assert [m["removed"] for m in fay.get(chat(table))["messages"]] == [False, True]
    assert "rude" not in fay.client.get(chat(table)).text
    assert eve.post(chat(table), text="why?", status=403)["key"].startswith("problem.moderation")


def test_what_a_spectator_wrote_is_exported_and_goes_with_the_account(house: House) -> None:
    anna, eve, fay = (house.person(name) for name in ("Anna", "Eve", "Fay"))
    table = game_of(anna)
    eve.post(chat(table), text="remember me", status=201)
    fay.post(f"{chat(table)}/report", number=1, reason="why not", status=201)
    exported = eve.get("/api/me/export")["spectator_messages"]
    assert [(each["table_id"], each["text"]) for each in exported] == [(table["id"], "remember me")]
    eve.request("DELETE", "/api/me", {}, 204)
    assert fay.get(chat(table))["messages"] == []
    with house.app.state.services.sessions() as session:
        assert session.scalars(select(SpectatorMessage)).all() == []
        assert session.scalars(select(Report.removed_text)).all() == ["remember me"]
