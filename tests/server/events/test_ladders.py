"""Leagues and ladders over the API: challenges, their rules, and the season after."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import update

from entente.server.http.routes.events import CHALLENGES
from entente.server.storage.models import Event
from tests.server.events.test_events import (
    PASSWORD,
    boards_of,
    create,
    entered,
    member,
    play,
    serve,
)
from tests.server.people import House, Json, Person, SetClock

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

DAY = 86_400


def ladder(house: House, count: int, **settings: object) -> tuple[Person, str, list[Person]]:
    director = member(house, "Anna")
    event = create(director, settings, format="ladder")
    players = entered(house, event, count)
    director.post(f"{event}/round")
    return director, event, players


def order(person: Person, event: str) -> list[int]:
    return [line["entry"] for line in person.get(event)["standings"]]


def challenge(players: list[Person], event: str, by: int, of: int, status: int = 200) -> Json:
    info: Json = players[by - 1].request("POST", f"{event}/challenge", {"entry": of}, status)
    return info


def answer(person: Person, event: str, number: int, what: str, status: int = 200) -> Json:
    body = {"challenge": number, "answer": what}
    info: Json = person.request("POST", f"{event}/challenge/answer", body, status)
    return info


def test_a_won_challenge_swaps_the_places(house: House) -> None:
    anna, event, players = ladder(house, 5, reach=2)
    assert players[3].get(event)["open_to_me"] == [2, 3]
    challenge(players, event, 4, 1, 409)  # too far
    challenge(players, event, 4, 5, 409)  # below
    challenge(players, event, 4, 2)
    challenge(players, event, 4, 3, 409)  # one at a time
    challenge(players, event, 3, 2, 409)  # the other is busy
    answer(players[0], event, 1, "accept", 403)
    info = answer(players[1], event, 1, "accept")
    (board,) = boards_of(info, 1)
    assert set(board["seats"].values()) == {2, 4}
    assert info["challenges"][0] | {"created": 0, "expires": 0} == {
        "number": 1,
        "challenger": 4,
        "challenged": 2,
        "status": "accepted",
        "created": 0,
        "expires": 0,
        "board": 1,
        "forfeit": False,
    }
    play(players, board, next(seat for seat, entry in board["seats"].items() if entry == 2))
    serve(house)
    assert order(anna, event) == [1, 4, 3, 2, 5]
    points = {seat: float(entry == 2) for seat, entry in board["seats"].items()}
    anna.post(f"{event}/correct", round=1, board=1, points=points)
    assert order(anna, event) == [1, 2, 3, 4, 5]


def test_one_refusal_too_many_costs_the_place(house: House) -> None:
    anna, event, players = ladder(house, 3, refusals=1)
    challenge(players, event, 3, 1)
    answer(players[0], event, 1, "decline")
    assert (order(anna, event), players[0].get(event)["my_refusals"]) == ([1, 2, 3], 1)
    challenge(players, event, 3, 1)
    answer(players[2], event, 2, "take_back")
    challenge(players, event, 3, 1)
    info = answer(players[0], event, 3, "decline")
    assert info["challenges"][-1]["forfeit"] is True
    assert order(anna, event) == [3, 2, 1]
    answer(players[0], event, 3, "accept", 409)
    stored = players[0].get("/api/me/export")["event_challenges"]
    assert [(each["sent"], each["status"]) for each in stored] == [
        (False, "declined"),
        (False, "withdrawn"),
        (False, "declined"),
    ]


@pytest.mark.own_house
def test_a_challenge_expires(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, event, players = ladder(house, 2, refusals=0, challenge_days=2)
    challenge(players, event, 2, 1)
    clock.go_on(hours=47)
    serve(house)
    assert order(anna, event) == [1, 2]
    clock.go_on(hours=2)
    serve(house)
    assert order(anna, event) == [2, 1]
    assert anna.get(event)["challenges"][0]["status"] == "expired"
    assert anna.get(f"{event}/log")[0]["act"] == "forfeited"


def test_no_one_has_to_play_a_person_they_have_blocked(house: House) -> None:
    anna, event, players = ladder(house, 2, refusals=0)
    players[0].request("PUT", f"/api/me/people/{players[1].id}", {"block": True})
    challenge(players, event, 2, 1)
    info = answer(players[0], event, 1, "decline")
    assert (info["challenges"][0]["status"], order(anna, event)) == ("withdrawn", [1, 2])
    line = anna.get(f"{event}/log")[0]  # as if the challenger had taken it back
    assert (line["act"], line["args"]) == ("taken_back", {"entry": 2, "other": 1})


def test_no_one_challenges_without_end(house: House) -> None:
    _, event, players = ladder(house, 6, reach=5)
    most, _ = CHALLENGES
    for number in range(1, most + 1):
        challenge(players, event, 6, 1 + number % 5)
        answer(players[5], event, number, "take_back")
    challenge(players, event, 6, 1, 429)


def test_who_deletes_the_account_leaves_no_challenge_behind(house: House) -> None:
    _, event, players = ladder(house, 5)
    challenge(players, event, 4, 3)
    challenge(players, event, 2, 1)
    password = {"password": PASSWORD}
    players[3].request("DELETE", "/api/me", password, 204)
    answer(players[2], event, 1, "accept", 409)
    players[0].request("DELETE", "/api/me", password, 204)
    info = challenge(players, event, 3, 2)  # both are free again
    assert [each["status"] for each in info["challenges"]] == ["withdrawn", "withdrawn", "open"]


def test_who_withdraws_leaves_no_challenge_behind(house: House) -> None:
    anna, event, players = ladder(house, 3)
    challenge(players, event, 3, 2)
    players[1].post(f"{event}/withdraw")
    info = anna.get(event)
    assert info["challenges"][0]["status"] == "withdrawn"
    assert players[2].get(event)["open_to_me"] == [1]
    late = member(house, "Late")
    late.post(f"{event}/enter")
    assert late.get(event)["open_to_me"] == [1, 3]
    anna.post(f"{event}/add", 409, computer="easy")


@pytest.mark.own_house
def test_a_season_ends_in_time_and_the_next_one_begins_as_it_ended(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, event, players = ladder(house, 3, season_days=10, refusals=0)
    challenge(players, event, 3, 1)
    answer(players[0], event, 1, "decline")
    challenge(players, event, 2, 3)
    info = answer(players[2], event, 2, "accept")
    clock.go_on(hours=10 * 24)
    serve(house)
    challenge(players, event, 1, 2, 409)
    assert anna.get(event)["status"] == "playing"  # a game goes on
    anna.post(f"{event}/next-season", 409)
    (board,) = boards_of(info, 1)
    play(players, board, next(seat for seat, entry in board["seats"].items() if entry == 2))
    serve(house)
    assert anna.get(event)["status"] == "over"
    players[0].post(f"{event}/next-season", 403)
    season = anna.post(f"{event}/next-season", 201)
    assert season["people"] == []  # each is asked
    assert [each["name"] for each in season["invited"]] == ["Player 1", "Player 2", "Player 3"]
    assert (season["season"], season["previous"]) == (2, event.rpartition("/")[2])
    assert anna.get(event)["next"] == season["id"]
    anna.post(f"{event}/next-season", 409)
    anna.post(f"/api/events/{season['id']}/cancel")  # then there may be another
    assert anna.get(event)["next"] is None
    season = anna.post(f"{event}/next-season", 201)
    assert anna.get(event)["next"] == season["id"]
    later = f"/api/events/{season['id']}"
    for each in players:
        each.accept_all()
    names = [each["name"] for each in anna.get(later)["people"]]
    assert names == ["Player 3", "Player 2", "Player 1"]
    anna.post(f"{later}/round")
    assert order(anna, later) == [1, 2, 3]  # its entries have new numbers
    notices = players[0].get("/api/me/notifications")
    assert any("season 2" in each["text"] for each in notices)


@pytest.mark.on_postgres
def test_a_league_with_promotion(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"division_size": 2, "promoted": 1}, format="league")
    players = entered(house, event, 4)
    info = anna.post(f"{event}/round")
    assert [set(board["seats"].values()) for board in info["boards"]] == [{1, 2}, {3, 4}]
    for board in info["boards"]:  # the better seed has the lower number
        loser = max(board["seats"], key=lambda seat: board["seats"][seat])
        play(players, board, loser)
    serve(house)
    info = anna.get(event)
    assert info["status"] == "over"
    assert [(row["division"], row["entry"], row["move"]) for row in info["standings"]] == [
        (1, 1, ""),
        (1, 2, "down"),
        (2, 3, "up"),
        (2, 4, ""),
    ]
    assert "division" in anna.client.get(f"{event}/standings.csv").text.splitlines()[0]
    season = anna.post(f"{event}/next-season", 201, starts=2**33)
    for each in players:
        each.accept_all()
    names = [each["name"] for each in anna.get(f"/api/events/{season['id']}")["people"]]
    assert names == ["Player 1", "Player 3", "Player 2", "Player 4"]
    assert season["starts"] == 2**33
    with house.app.state.services.sessions.begin() as session:  # that day has come
        session.execute(update(Event).where(Event.id == season["id"]).values(starts=1))
    players[0].post(f"/api/events/{season['id']}/withdraw")
    member(house, "New").post(f"/api/events/{season['id']}/enter")
    anna.post(f"/api/events/{season['id']}/round")
    pairs = [
        set(board["seats"].values()) for board in anna.get(f"/api/events/{season['id']}")["boards"]
    ]
    assert pairs == [{2, 3}, {4, 5}]  # the vacancy is filled from below


def test_one_does_not_challenge_the_same_person_all_day(house: House) -> None:
    _, event, players = ladder(house, 3, reach=2)
    for number in range(1, 7):
        challenge(players, event, 3, 2)
        answer(players[2], event, number, "take_back")
    challenge(players, event, 3, 2, 429)
    challenge(players, event, 3, 1)


def test_a_place_nobody_takes_goes_when_the_season_starts(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"division_size": 2, "promoted": 1}, format="league")
    players = entered(house, event, 4)
    for board in anna.post(f"{event}/round")["boards"]:
        play(players, board, "central")
    serve(house)
    season = f"/api/events/{anna.post(f'{event}/next-season', 201)['id']}"
    (asked,) = players[1].get("/api/me/member-invitations")
    assert asked["kind"] == "season"
    players[1].post(f"/api/me/member-invitations/{asked['id']}/decline", 204)
    for player in (players[0], players[2]):
        player.post(f"{season}/enter")  # entering is a yes too
    assert players[0].get(season)["my_entry"] is not None
    assert players[3].get(season)["my_entry"] is None
    (board,) = anna.post(f"{season}/round")["boards"]
    people = {each["number"]: each["name"] for each in anna.get(season)["people"]}
    assert {people[each] for each in board["seats"].values()} == {"Player 1", "Player 3"}
    assert players[3].get("/api/me/member-invitations") == []
    players[3].post(f"{season}/enter", 409)  # too late


def test_seasons_are_checked(house: House) -> None:
    anna = member(house, "Anna")
    for kind, settings in (
        ("league", {"division_size": 1}),
        ("league", {"division_size": 4, "promoted": 3}),
        ("ladder", {"reach": 0}),
        ("ladder", {"challenge_days": 31}),
        ("ladder", {"refusals": 21}),
        ("league", {"season_days": 0}),
    ):
        body = {"name": "Cup", "game": "attrition", "format": kind, "settings": settings}
        anna.request("POST", "/api/events", body, 422)
    event = create(anna)
    anna.post(f"{event}/next-season", 409)


def test_a_challenge_gets_one_answer(house: House) -> None:
    """What one request has read, no other changes before it writes, on SQLite too."""
    _, event, players = ladder(house, 3)
    challenge(players, event, 3, 2)
    accept, decline = ({"challenge": 1, "answer": each} for each in ("accept", "decline"))
    codes = at_once(players[1], f"{event}/challenge/answer", [accept, decline] * 3)
    assert codes == [200] + [409] * 5
    info = players[1].get(event)
    assert len(boards_of(info, 1)) == (info["challenges"][0]["status"] == "accepted")


def test_a_season_has_one_successor(house: House) -> None:
    anna, event, _ = ladder(house, 3)
    anna.post(f"{event}/end")
    codes = at_once(anna, f"{event}/next-season", [{}] * 6)
    assert codes == [201] + [409] * 5


def at_once(person: Person, path: str, bodies: list[Json]) -> list[int]:
    """The statuses, in order, of requests that a person makes at the same moment."""
    start = Barrier(len(bodies))

    def ask(body: Json) -> int:
        start.wait(20)
        headers = {"x-csrf-token": person.csrf}
        return person.client.post(path, json=body, headers=headers).status_code

    with ThreadPoolExecutor(len(bodies)) as pool:
        return sorted(pool.map(ask, bodies))
