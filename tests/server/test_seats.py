"""Seats: filled, freed, handed on, and exchanged for a rematch."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text

from tests.server.people import House, Json, Person
from tests.server.tables import follow, notices, powers_at, told, two_at, vote


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


# -- before the game


def test_the_host_seats_a_computer_and_sends_it_away(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    filled = anna.post(path(table, "fill"), seat="turkey", computer="greedy")
    assert filled["seats"]["turkey"]["computer"] == "greedy"
    assert bert.post(path(table, "join"), seat="turkey", status=409)["key"] == "problem.table.taken"
    freed = anna.post(path(table, "fill"), seat="turkey", computer=None)
    assert freed["seats"]["turkey"]["computer"] is None
    bert.sit(table, "turkey")
    taken = anna.post(path(table, "fill"), seat="turkey", computer="greedy", status=409)
    assert taken["key"] == "problem.table.taken"
    unknown = anna.post(path(table, "fill"), seat="italy", computer="deep", status=422)
    assert unknown["key"] == "problem.table.computer"


def test_only_the_host_fills_and_frees_seats(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    bert.sit(table, "turkey")
    for verb in ("fill", "kick"):
        refused = bert.post(path(table, verb), seat="austria", status=403)
        assert refused["key"] == "problem.seat.host"
    freed = anna.post(path(table, "kick"), seat="turkey")
    assert freed["seats"]["turkey"]["name"] is None
    assert anna.post(path(table, "kick"), seat="turkey", status=409)["key"] == "problem.seat.nobody"


def test_the_last_seat_filled_begins_the_game(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    begun = anna.post(path(table, "fill"), seat="liberal", computer="random")
    assert (begun["status"], begun["my_turn"]) == ("playing", True)
    late = anna.post(path(table, "fill"), seat="liberal", computer=None, status=409)
    assert late["key"] == "problem.table.started"


def test_when_the_host_leaves_somebody_else_is_the_host(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    bert.sit(table, "turkey")
    anna.post(path(table, "leave"), seat="austria")
    assert told(bert, table)["host"]
    assert bert.post(path(table, "leave"), seat="turkey")["status"] == "over"
    assert house.person("Carl").get("/api/tables?scope=open") == []


def test_a_host_closes_a_table_that_has_not_begun(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    assert bert.post(path(table, "abandon"), status=403)["key"] == "problem.seat.host"
    closed = anna.post(path(table, "abandon"))
    assert (closed["status"], closed["outcome"]) == ("over", None)
    assert bert.post(path(table, "join"), seat="liberal", status=409)["key"] == "problem.table.over"


@pytest.mark.one_database
def test_no_hand_is_shown_before_the_game(house: House) -> None:
    """Otherwise one could look at both hands and then choose a seat."""
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    with anna.live(table) as live:
        assert set(live.state["seats"]) == {""}
        assert live.state["seats"][""]["view"]["hand"] == []
        assert live.state["chairs"]["authoritarian"]["me"]
        live.say(type="why", seat="authoritarian", action="hide", id="w")
        assert live.answer()["key"] == "problem.table.not_started"


# -- in the game


def test_in_the_game_a_computer_goes_on_for_who_leaves(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        bert.post(path(table, "leave"), seat="liberal")
        while live.state["moves"] < 1:
            live.hear("state")
    assert told(bert, table)["seats"]["liberal"]["computer"] == "greedy"
    assert "left" in notices(anna)


def test_a_seat_is_given_to_somebody_else_by_link(house: House, database: str) -> None:
    anna, bert, table = two_at(house)
    carl = house.person("Carl")
    bert.request("PUT", path(table, "notes"), {"seat": "liberal", "text": "my plans"}, 204)
    token = bert.post(path(table, "offer"), seat="liberal")["token"]
    engine = create_engine(database)
    with engine.connect() as connection:
        stored = connection.execute(text("SELECT offer FROM chairs")).scalars().all()
    engine.dispose()
    assert token not in stored
    refused = anna.post(path(table, "take"), token=token, status=409)
    assert refused["key"] == "problem.seat.already"
    wrong = carl.post(path(table, "take"), token="x" + token, status=404)
    assert wrong["key"] == "problem.seat.no_offer"
    with bert.live(table) as old:
        assert carl.post(path(table, "take"), token=token)["seats"]["liberal"]["me"]
        follow(old, old.state["version"] + 1)
        assert set(old.state["seats"]) == {""}
        assert old.act("liberal", "hide")["key"] == "problem.table.not_yours"
    with carl.live(table) as live:
        assert live.state["seats"]["liberal"]["notes"] == ""
        assert live.act("liberal", "hide")["type"] == "done"
    assert carl.post(path(table, "take"), token=token, status=404)
    assert "taken" in notices(anna)


def test_only_its_player_offers_a_seat_and_may_think_better_of_it(house: House) -> None:
    anna, bert, table = two_at(house)
    assert bert.post(path(table, "offer"), seat="authoritarian", status=403)
    token = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    withdrawn = anna.post(path(table, "offer"), seat="authoritarian", withdraw=True)
    assert withdrawn == {"token": None}
    assert house.person("Carl").post(path(table, "take"), token=token, status=404)


def test_a_computer_s_seat_can_be_offered_by_the_host(house: House) -> None:
    (austria, england), table = powers_at(house)
    assert england.post(path(table, "offer"), seat="turkey", status=403)
    token = austria.post(path(table, "offer"), seat="turkey")["token"]
    taken = house.person("Carl").post(path(table, "take"), token=token)
    assert (taken["seats"]["turkey"]["me"], taken["seats"]["turkey"]["computer"]) == (True, None)


def test_a_seat_whose_player_deleted_his_account_does_not_stop_the_game(house: House) -> None:
    anna, bert, table = two_at(house)
    bert.request("DELETE", "/api/me", status=204)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        while live.state["moves"] < 2:
            live.hear("state")


# -- again


def over(anna: Person, bert: Person, table: Json) -> None:
    vote(anna, table, "authoritarian", "cancel")
    vote(bert, table, "liberal", "cancel")


def test_a_rematch_exchanges_the_seats(house: House) -> None:
    anna, bert, table = two_at(
        house, options={"war_mobilization": True}, pace={"kind": "live", "minutes": 7}, title="Us"
    )
    early = anna.post(path(table, "rematch"), status=409)
    assert early["key"] == "problem.table.not_over"
    over(anna, bert, table)
    stranger = house.person("Carl")
    assert stranger.post(path(table, "rematch"), status=403)["key"] == "problem.table.not_yours"
    with bert.live(table) as live:
        new = anna.post(path(table, "rematch"))
        follow(live, live.state["version"] + 1)
        assert live.state["rematch"] == new["id"]
    assert (new["origin"], new["status"], new["title"]) == (table["id"], "open", "Us")
    assert (new["options"], new["pace"]) == (table["options"], table["pace"])
    assert new["seats"]["liberal"]["me"]
    assert notices(bert)[-1] == "rematch"
    assert stranger.get("/api/tables?scope=open") == []
    joined = bert.post(path(table, "rematch"))
    assert (joined["id"], joined["status"]) == (new["id"], "playing")
    assert joined["seats"]["authoritarian"]["me"]
    assert anna.post(path(table, "rematch"))["id"] == new["id"]
    assert told(anna, table)["rematch"] == new["id"]


def test_a_rematch_against_a_computer_begins_at_once(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me", "liberal": "random"})
    anna.post(path(table, "concede"), seat="authoritarian")
    new = anna.post(path(table, "rematch"))
    assert (new["status"], new["seats"]["authoritarian"]["computer"]) == ("playing", "random")
    assert new["seats"]["liberal"]["me"]
