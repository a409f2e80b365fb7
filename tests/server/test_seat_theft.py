"""Seats cannot be stolen: not by the wrong people, not by old links, not by being quick."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Json, Person
from tests.server.tables import lobby_entry, two_at, vote

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

SEATS = ("authoritarian", "liberal")


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


def status_of(person: Person, address: str, **body: object) -> int:
    headers = {"x-csrf-token": person.csrf}
    return person.client.post(address, json=body, headers=headers).status_code


def sitting(table: Json) -> dict[str, str | None]:
    return {seat: chair["name"] for seat, chair in table["seats"].items()}


# -- before the game


@pytest.mark.one_database
def test_no_hand_is_described_or_drawn_before_the_game(house: House) -> None:
    """Otherwise one could look at both hands and then choose a seat."""
    anna, eve = house.person("Anna"), house.person("Eve")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    match = house.app.state.services.rooms.get(table["id"]).match
    hand = match.state.hand["authoritarian"]
    for end in ("picture", "picture?seat=authoritarian", *(f"describe?element={c}" for c in hand)):
        mine, hers = (each.client.get(path(table, end)).text for each in (anna, eve))
        assert mine == hers or "problem.table.not_yours" in hers
        if end.startswith("picture"):
            assert mine == anna.client.get(path(table, "picture?seat=")).text


# -- the wrong people


def test_the_wrong_people_get_no_seat(house: House) -> None:
    anna, bert, table = two_at(house)
    eve, before = house.person("Eve"), lobby_entry(anna, table)
    for verb, body in (
        ("join", {}), ("leave", {}), ("fill", {"computer": "greedy"}), ("fill", {}), ("kick", {}),
        ("offer", {}), ("offer", {"withdraw": True}), ("return", {}), ("concede", {}),
        ("rematch", {}), ("abandon", {}), ("vote", {"kind": "draw"}),
    ):  # fmt: skip
        for seat in SEATS:
            assert status_of(eve, path(table, verb), seat=seat, **body) in (403, 409), verb
        assert status_of(bert, path(table, verb), seat="authoritarian", **body) in (403, 409), verb
        assert status_of(house.person(None), path(table, verb), seat="liberal", **body) == 401
    after = lobby_entry(anna, table)
    assert {**after, "touched": 0} == {**before, "touched": 0}


def test_an_offer_is_good_once_and_at_its_table_only(house: House) -> None:
    anna, bert, table = two_at(house)
    carl, dora, eve = (house.person(name) for name in ("Carl", "Dora", "Eve"))
    other = anna.table("turmoil", seats={"authoritarian": "me"})
    replaced = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    token = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    withdrawn = bert.post(path(table, "offer"), seat="liberal")["token"]
    bert.post(path(table, "offer"), seat="liberal", withdraw=True)
    for useless in (replaced, withdrawn, "", "x", "\u0000"):
        assert status_of(eve, path(table, "take"), token=useless) in (404, 422)
    assert status_of(eve, path(other, "take"), token=token) == 404
    assert status_of(bert, path(table, "take"), token=token) == 409  # Bert has a seat
    assert sitting(carl.post(path(table, "take"), token=token))["authoritarian"] == "Carl"
    for late in (dora, anna, carl):
        assert status_of(late, path(table, "take"), token=token) in (404, 409)
    assert status_of(anna, path(table, "leave"), seat="authoritarian") == 403
    assert sitting(lobby_entry(carl, table)) == {"authoritarian": "Carl", "liberal": "Bert"}


def test_an_offer_ends_with_its_maker(house: House) -> None:
    """A player who has left cannot come back by a link they kept."""
    anna, _, table = two_at(house)
    kept = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    anna.post(path(table, "leave"), seat="authoritarian")
    assert status_of(house.person("Eve"), path(table, "take"), token=kept) == 404


def test_a_host_who_has_left_the_game_is_no_host(house: House) -> None:
    """A former host knows a seat, and must not give away those of the computers."""
    anna, bert = house.person("Anna"), house.person("Bert")
    computers = dict.fromkeys(("france", "germany", "italy", "russia", "turkey"), "random")
    table = anna.table("diplomacy", seats={"austria": "me", **computers})
    bert.sit(table, "england")
    anna.post(path(table, "leave"), seat="austria")
    assert lobby_entry(bert, table)["host"]
    assert status_of(anna, path(table, "offer"), seat="france") == 403
    assert status_of(anna, path(table, "offer"), seat="austria") == 403
    assert status_of(bert, path(table, "offer"), seat="austria") == 200


def test_the_seats_of_a_rematch_are_for_the_players(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    new = anna.post(path(table, "rematch"))
    eve = house.person("Eve")
    assert lobby_entry(eve, table)["rematch"] == new["id"]  # she may look on
    stolen = eve.post(path(new, "join"), seat="authoritarian", status=403)
    assert stolen["key"] == "problem.seat.rematch"
    assert status_of(eve, path(table, "rematch")) == 403
    assert sitting(bert.sit(new, "authoritarian"))["authoritarian"] == "Bert"  # or by rematch


def test_a_free_seat_of_a_rematch_is_given_by_its_host(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    new, eve = anna.post(path(table, "rematch")), house.person("Eve")
    token = anna.post(path(new, "offer"), seat="authoritarian")["token"]
    assert sitting(eve.post(path(new, "take"), token=token))["authoritarian"] == "Eve"
    assert sitting(bert.post(path(table, "rematch")))["authoritarian"] == "Eve"


# -- at once


def at_once(people: list[Person], address: str, **body: object) -> list[int]:
    """Return what becomes of it when several ask for the same thing at the same moment."""
    ready = Barrier(len(people))

    def ask(person: Person) -> int:
        ready.wait(60)
        return status_of(person, address, **body)

    with ThreadPoolExecutor(len(people)) as threads:
        return sorted(threads.map(ask, people))


def test_one_of_many_who_take_a_seat_at_once_gets_it(house: House) -> None:
    people = [house.person(f"P{number}") for number in range(6)]
    table = house.person("Host").table("diplomacy")
    for seat in ("austria", "england"):
        assert at_once(people, path(table, "join"), seat=seat) == [200, *[409] * 5]
    names = sitting(lobby_entry(people[0], table))
    assert {names["austria"], names["england"]} <= {f"P{number}" for number in range(6)}


def test_one_of_many_who_follow_a_link_at_once_gets_the_seat(house: House) -> None:
    anna, _, table = two_at(house)
    people = [house.person(f"P{number}") for number in range(5)]
    token = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    assert at_once(people, path(table, "take"), token=token) == [200, *[404] * 4]


def test_of_two_at_different_servers_one_gets_the_seat(database: str) -> None:
    """Two processes on one database."""
    one, other = (House(create_app(Settings(database))) for _ in range(2))
    with one, other:
        host = one.person("Host")
        here, there = one.person("Here"), other.person("There")
        for _ in range(3):
            table = host.table("diplomacy")
            for person in (here, there):
                lobby_entry(person, table)  # both have it in memory
            for seat in ("austria", "england", "france"):
                assert at_once([here, there], path(table, "join"), seat=seat) == [200, 409]
                for person in (here, there):  # no one has two seats
                    if lobby_entry(person, table)["seats"][seat]["me"]:
                        person.post(path(table, "leave"), seat=seat)
            at_once([here, there], path(table, "join"), seat="italy")
            assert sitting(lobby_entry(here, table)) == sitting(lobby_entry(there, table))


# -- tokens


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_token_bound_to_a_seat_moves_no_one(house: House) -> None:
    anna, bert, table = two_at(house)
    other = anna.table("turmoil", seats={"authoritarian": "me"})
    made = anna.request(
        "POST", "/api/me/tokens",
        {"label": "bot", "table": table["id"], "seat": "authoritarian"}, 201,
    )  # fmt: skip
    robot = house.person(None)
    robot.client.headers["authorization"] = f"Bearer {made['secret']}"
    body = {"seat": "authoritarian", "token": "x" * 32, "move": 0, "computer": None}
    for verb in ("join", "leave", "fill", "kick", "offer", "take", "rematch", "abandon", "fork"):
        assert status_of(robot, path(table, verb), **body) == 403, verb
        assert status_of(robot, path(other, verb), **body) == 403, verb
    for verb in ("vote", "concede", "return", "chat"):
        wrong = {"seat": "liberal", "kind": "draw", "yes": True, "to": [], "text": "x"}
        assert status_of(robot, path(table, verb), **wrong) == 403, verb
        assert status_of(robot, path(other, verb), **{**wrong, **body}) == 403, verb
    for end in ("record", "positions/0", "timeline", "picture"):
        assert robot.client.get(path(table, end)).status_code == 403
    assert sitting(lobby_entry(bert, table)) == {"authoritarian": "Anna", "liberal": "Bert"}
