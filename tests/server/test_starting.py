"""Starting a game: one seat for each person, the host starts, the host removes a player."""

from __future__ import annotations

import pytest

from tests.server.people import House, Json, Person
from tests.server.tables import POWERS, lobby_entry, notices

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

HOSTED = {"starts_when_full": False}


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


def hosted(house: House, **body: object) -> tuple[Person, Person, Json]:
    """A full table of two people that waits for its host."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"}, **(HOSTED | body))
    return anna, bert, bert.sit(table, "liberal")


# -- one seat for each person


@pytest.mark.parametrize("private", [False, True])
def test_a_stranger_takes_one_seat_and_no_more(house: House, private: bool) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = anna.table("diplomacy", seats={"austria": "me"}, private=private)
    eve.sit(table, "england")
    for power in POWERS[2:]:
        refused = eve.post(path(table, "join"), seat=power, status=409)
        assert refused["key"] == "problem.seat.one"
    now = lobby_entry(anna, table)
    assert now["status"] == "open"
    assert [seat for seat in POWERS if now["seats"][seat]["open"]] == list(POWERS[2:])


def test_a_player_may_move_to_another_open_seat(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    moved = anna.post(path(table, "join"), seat="italy", move=True)
    assert (moved["status"], moved["host"]) == ("open", True)
    assert [seat for seat in POWERS if moved["seats"][seat]["me"]] == ["italy"]
    assert moved["seats"]["austria"]["open"]
    taken = bert.post(path(table, "join"), seat="italy", move=True, status=409)
    assert taken["key"] == "problem.table.taken"


def test_at_a_public_table_the_host_has_one_seat_too(house: House) -> None:
    anna = house.person("Anna")
    seats = dict.fromkeys(POWERS[:2], "me")
    refused = anna.post("/api/tables", 409, game="diplomacy", seats=seats)
    assert refused["key"] == "problem.seat.several"
    table = anna.table("diplomacy", seats={"austria": "me"})
    assert anna.post(path(table, "join"), seat="italy", status=409)["key"] == "problem.seat.one"


def test_the_host_of_a_private_table_may_play_several_sides(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    seats = dict.fromkeys(POWERS[:2], "me")
    table = anna.table("diplomacy", seats=seats, private=True)
    assert anna.sit(table, "france")["seats"]["france"]["me"]
    bert.sit(table, "germany")
    assert bert.post(path(table, "join"), seat="italy", status=409)["key"] == "problem.seat.one"


def test_a_single_player_takes_all_seats(house: House) -> None:
    anna = house.person("Anna")
    alone = anna.table("diplomacy", seats=dict.fromkeys(POWERS, "me"), **HOSTED)
    assert alone["status"] == "playing"


# -- who starts


def test_the_host_starts_the_game(house: House) -> None:
    anna, bert, table = hosted(house)
    assert (table["status"], table["starts_when_full"]) == ("open", False)
    assert notices(anna) == ["full"]
    assert bert.post(path(table, "start"), status=403)["key"] == "problem.seat.host"
    begun = anna.post(path(table, "start"))
    assert (begun["status"], begun["my_turn"]) == ("playing", True)
    assert notices(bert) == ["your_move"]  # both hide a card at first
    again = anna.post(path(table, "start"), status=409)
    assert again["key"] == "problem.table.started"


def test_no_game_starts_with_a_free_seat(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("diplomacy", seats={"austria": "me"}, **HOSTED)
    assert anna.post(path(table, "start"), status=409)["key"] == "problem.table.not_full"
    anna.post(path(table, "abandon"))
    assert anna.post(path(table, "start"), status=409)["key"] == "problem.table.over"


def test_it_starts_by_itself_where_the_host_chose_that(house: House) -> None:
    _, _, table = hosted(house, starts_when_full=True)
    assert (table["status"], table["starts_when_full"]) == ("playing", True)


def test_without_a_choice_a_table_waits_for_its_host(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.post("/api/tables", game="turmoil", seats={"authoritarian": "me"})
    assert bert.sit(table, "liberal")["status"] == "open"


def test_the_host_alone_with_computers_need_not_start(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"}, **HOSTED)
    begun = anna.post(path(table, "fill"), seat="liberal", computer="random")
    assert begun["status"] == "playing"


def test_with_other_people_a_computer_in_the_last_seat_starts_nothing(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    seats = {"austria": "me", **dict.fromkeys(POWERS[2:], "random")} | {"turkey": None}
    table = anna.table("diplomacy", seats=seats, **HOSTED)
    bert.sit(table, "england")
    full = anna.post(path(table, "fill"), seat="turkey", computer="random")
    assert full["status"] == "open"
    assert anna.post(path(table, "start"))["status"] == "playing"


def test_a_seat_taken_by_link_waits_for_the_host_as_well(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"}, **HOSTED)
    token = anna.post(path(table, "offer"), seat="liberal")["token"]
    assert bert.post(path(table, "take"), token=token)["status"] == "open"


def test_a_full_table_without_a_host_is_started_by_a_player(house: House) -> None:
    """The host does not play, fills the table with guests, and deletes the account."""
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    table = anna.table("turmoil", **HOSTED)
    bert.sit(table, "authoritarian")
    carl.sit(table, "liberal")
    eve = house.person("Eve")
    anna.request("DELETE", "/api/me", status=204)
    assert eve.post(path(table, "start"), status=403)["key"] == "problem.seat.host"
    assert bert.post(path(table, "start"))["status"] == "playing"


# -- removed by the host


def test_the_host_removes_a_player_who_is_notified_and_stays_away(house: House) -> None:
    anna, bert, table = hosted(house)
    freed = anna.post(path(table, "kick"), seat="liberal")
    assert freed["seats"]["liberal"]["open"]
    assert notices(bert) == ["removed"]
    assert (
        bert.post(path(table, "join"), seat="liberal", status=403)["key"] == "problem.seat.barred"
    )
    token = anna.post(path(table, "offer"), seat="liberal")["token"]
    assert bert.post(path(table, "take"), token=token)["seats"]["liberal"]["me"]


def test_no_player_is_removed_once_the_game_has_started(house: House) -> None:
    anna, _, table = hosted(house)
    anna.post(path(table, "start"))
    refused = anna.post(path(table, "kick"), seat="liberal", status=409)
    assert refused["key"] == "problem.table.started"
