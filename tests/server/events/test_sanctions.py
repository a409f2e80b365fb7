"""Sanctions in events: a player who may not play is not paired, and the director is notified."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import update

from entente.server.storage.models import User
from tests.server.events.test_events import boards_of, create, entered, member, play, serve
from tests.server.events.test_ladders import answer, challenge, ladder, order
from tests.server.people import House, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def sanction(house: House, person: Person, column: str = "suspended_until") -> None:
    with house.app.state.services.sessions.begin() as session:
        until = {column: int(time.time()) + 9999}
        session.execute(update(User).where(User.id == person.id).values(until))


def keys_of(person: Person) -> list[str]:
    return [each["key"] for each in person.get("/api/me/notifications")]


@pytest.mark.parametrize("column", ["suspended_until", "banned_until"])
def test_a_sanctioned_entry_is_not_paired(house: House, column: str) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 3})
    players = entered(house, event, 5)
    sanction(house, players[4], column)
    info = anna.post(f"{event}/round")
    assert {each["number"] for each in info["people"]} == {1, 2, 3, 4}
    for board in boards_of(info, 1):
        play(players, board, None)
    serve(house)
    sanction(house, players[0], column)
    info = anna.post(f"{event}/round")
    paired = [entry for board in boards_of(info, 2) for entry in board["seats"].values()]
    assert sorted(paired) == [2, 3, 4]
    assert keys_of(anna).count("notice.tournament_sanctioned") == 2
    acts = [(each["act"], each["by"]) for each in anna.get(f"{event}/log")]
    assert acts.count(("sanctioned", None)) == 2


def test_a_sanctioned_player_gets_no_game_in_an_arena(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"automatic": True}, format="arena")
    players = entered(house, event, 3)
    anna.post(f"{event}/round")
    sanction(house, players[0])
    assert players[0].post(f"{event}/ready", 403)["key"] == "problem.moderation.suspended_until"
    players[1].post(f"{event}/ready")
    sanction(house, players[1])
    players[2].post(f"{event}/ready")
    serve(house)
    assert anna.get(event)["boards"] == []


def test_no_place_is_lost_to_a_sanctioned_challenger(house: House) -> None:
    _, event, players = ladder(house, 3, reach=2, refusals=0)
    challenge(players, event, 3, 2)
    sanction(house, players[2])
    answer(players[1], event, 1, "accept", 409)
    info = answer(players[1], event, 1, "decline")
    assert info["challenges"][0]["status"] == "withdrawn"
    assert order(players[1], event) == [1, 2, 3]
