"""No seat is revealed before the game; a person who has seen one takes no other of that table."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from entente.server.storage.models import SeenSeat
from tests.server.people import House
from tests.server.tables import POWERS, powers_at, two_at

pytestmark = [
    pytest.mark.parametrize("database", ["sqlite"], indirect=True),
    pytest.mark.shared_house,
]


def test_typed_orders_are_not_read_before_the_game(house: House) -> None:
    """Otherwise one would sit, have a hand read out, leave, and take the other seat."""
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    for text in ("play", "play 1 event", "1", "x"):
        answer = anna.post(
            f"/api/tables/{table['id']}/parse", seat="authoritarian", text=text, status=409
        )
        assert answer["key"] == "problem.table.not_started"


def test_no_position_is_imagined_from_a_seat_before_the_game(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    answer = anna.post(f"/api/tables/{table['id']}/fork", move=0, status=409)
    assert answer["key"] == "problem.table.not_started"


def test_the_record_before_the_game_is_the_spectators_one(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    path = f"/api/tables/{table['id']}/record"
    assert anna.client.get(path).text == eve.client.get(path).text


def test_a_player_who_has_left_a_seat_takes_no_other(house: House) -> None:
    anna, bert, table = two_at(house)
    path = f"/api/tables/{table['id']}"
    anna.post(f"{path}/leave", seat="authoritarian")
    link = bert.post(f"{path}/offer", seat="liberal")["token"]
    answer = anna.post(f"{path}/take", token=link, status=409)
    assert answer["key"] == "problem.seat.seen"
    own = bert.post(f"{path}/offer", seat="authoritarian")["token"]  # a computer's by now
    back = anna.post(f"{path}/take", token=own)
    assert back["seats"]["authoritarian"]["name"] == "Anna"


def test_seen_seats_are_stored_in_the_database(house: House) -> None:
    """Also those seen by a link, and when the room is read again."""
    anna, bert, table = two_at(house)
    path, rooms = f"/api/tables/{table['id']}", house.app.state.services.rooms
    carl = house.person("Carl")
    link = anna.post(f"{path}/offer", seat="authoritarian")["token"]
    carl.post(f"{path}/take", token=link)
    carl.post(f"{path}/leave", seat="authoritarian")
    rooms.forget(table["id"])
    for person in (anna, carl):
        link = bert.post(f"{path}/offer", seat="liberal")["token"]
        answer = person.post(f"{path}/take", token=link, status=409)
        assert answer["key"] == "problem.seat.seen"
    with rooms.sessions() as session:
        rows = {(row.user_id, row.seat) for row in session.scalars(select(SeenSeat))}
    assert rows == {
        (anna.id, "authoritarian"),
        (carl.id, "authoritarian"),
        (bert.id, "liberal"),
    }


def test_before_the_game_one_changes_seats_freely(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("diplomacy", seats={"austria": "me"})
    anna.post(f"/api/tables/{table['id']}/leave", seat="austria")
    bert = house.person("Bert")
    table = bert.table("diplomacy", seats={"austria": "me"})
    anna.sit(table, "england")
    anna.post(f"/api/tables/{table['id']}/leave", seat="england")
    assert anna.sit(table, "france")["seats"]["france"]["name"] == "Anna"


def test_a_seat_seen_at_the_start_counts_when_everything_is_made_at_once(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me", "entente": "greedy"})
    with house.app.state.services.sessions() as session:
        rows = [(row.user_id, row.seat) for row in session.scalars(select(SeenSeat))]
    assert rows == [(anna.id, "central")]
    assert table["status"] == "playing"


# -- anonymous tables


def test_no_one_has_two_seats_of_an_anonymous_table(house: House) -> None:
    (anna, bert), table = powers_at(house, 2, anonymous=True)
    assert table["status"] == "playing"
    table = anna.table("diplomacy", anonymous=True, seats={"austria": "me"})
    answer = anna.post(f"/api/tables/{table['id']}/join", seat="england", status=409)
    assert answer["key"] == "problem.seat.one"
    bert.sit(table, "england")
    answer = bert.post(f"/api/tables/{table['id']}/join", seat="france", status=409)
    assert answer["key"] == "problem.seat.one"
    seats = dict.fromkeys(POWERS[:2], "me")
    anna.request(
        "POST", "/api/tables", {"game": "diplomacy", "anonymous": True, "seats": seats}, 409
    )
