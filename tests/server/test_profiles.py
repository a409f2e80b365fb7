"""Profiles, histories and leaderboards: what is public, and what never is."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from sqlalchemy import insert

from entente.server.storage.models import Rating, User
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import POWERS
from tests.server.test_ratings import DAY, ended_by_concession, registered, turmoil

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("short_games_count")]


def profile(person: Person, name: str) -> Json:
    response: Json = person.get(f"/api/people/{name}")
    return response


def games(person: Person, name: str, query: str = "") -> list[Json]:
    response: list[Json] = person.get(f"/api/people/{name}/games{query}")["games"]
    return response


def choose(person: Person, **choices: object) -> None:
    person.request("PATCH", "/api/me", {"preferences": {"profile": choices}})


@pytest.mark.on_postgres
def test_a_profile_and_its_history(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, carl = registered(house, "Anna", "Bert", "Carl O'Hara")
    visitor = house.person(None)
    for winner, loser in ((anna, bert), (anna, bert), (bert, anna), (anna, carl)):
        clock.go_on(hours=24)
        ended_by_concession(winner, loser)
    seen = profile(visitor, "aNNa")
    assert (seen["name"], seen["me"], seen["hidden"]) == ("Anna", False, [])
    (rating,) = seen["ratings"]
    assert (rating["game"], rating["pace_class"], rating["wins"]) == (
        "turmoil", "correspondence", 3
    )  # fmt: skip
    assert (rating["rating"]["games"], rating["rating"]["provisional"]) == (4, True)
    assert rating["curve"][0]["points"] == 1578
    assert len(rating["curve"]) == 4
    assert {(t["seat"], t["opponents"], t["games"], t["wins"]) for t in seen["tallies"]} == {
        ("authoritarian", "people", 3, 3), ("liberal", "people", 1, 0)
    }  # fmt: skip
    assert [each["result"] for each in seen["recent"]] == ["win", "loss", "win", "win"]
    assert seen["recent"][0]["others"] == [
        {"seat": "liberal", "name": "Carl O'Hara", "computer": None, "guest": False,
         "result": "loss"}
    ]  # fmt: skip

    # searched by opponent, result and day, page by page
    assert len(games(visitor, "Anna", "?opponent=bert")) == 3
    assert len(games(visitor, "Anna", "?opponent=nobody")) == 0
    assert len(games(visitor, "Anna", "?result=loss&game=turmoil")) == 1
    assert len(games(visitor, "Anna", "?since=2026-03-04&until=2026-03-05")) == 2
    assert len(games(visitor, "Carl%20O'Hara")) == 1
    assert visitor.get("/api/people/Anna/games?after=x", 422)["key"] == "problem.history.cursor"
    lines = visitor.client.get("/api/people/Anna/games.jsonl").text.splitlines()
    assert [json.loads(line)["result"] for line in lines] == ["win", "loss", "win", "win"]

    # a deleted account leaves no name
    carl.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    visitor.get("/api/people/Carl%20O'Hara", 404)
    (last,) = profile(visitor, "Anna")["recent"][0]["others"]
    assert (last["name"], last["computer"]) == (None, None)
    own = anna.get("/api/me/export")
    assert (len(own["results"]), len(own["ratings"])) == (4, 2)


def test_pages_of_a_history(house: House, clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.stop()
    monkeypatch.setattr("entente.server.people.history.PAGE", 2)
    anna, bert = registered(house, "Anna", "Bert")
    tables = [ended_by_concession(anna, bert)["id"] for _ in range(5)]  # at the same second
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = anna.get(f"/api/people/Bert/games?{f'after={after}' if after else ''}")
        found += [each["table_id"] for each in page["games"]]
        after = page["next"]
    assert sorted(found) == sorted(tables)


def test_a_user_chooses_what_others_see(house: House) -> None:
    anna, bert = registered(house, "Anna", "Bert")
    ended_by_concession(anna, bert)
    turmoil(anna, bert)
    assert [each["status"] for each in profile(bert, "Anna")["tables"]] == ["playing"]
    choose(anna, games=False, tables=False, country="fr", about="  Bonjour \n\n à tous  ")
    seen = profile(bert, "Anna")
    assert (seen["recent"], seen["tallies"], seen["tables"]) == (None, None, None)
    assert seen["ratings"][0]["curve"] == []
    assert (seen["country"], seen["about"], seen["hidden"]) == (
        "FR", "Bonjour\nà tous", ["games", "tables"]
    )  # fmt: skip
    assert bert.get("/api/people/Anna/games", 403)["key"] == "problem.people.history"
    bert.get("/api/people/Anna/games.jsonl", 403)
    own = profile(anna, "Anna")
    assert (len(own["recent"]), len(own["tables"]), own["me"]) == (1, 1, True)
    for wrong, key in (
        ({"country": "XX"}, "country"),
        ({"about": "x" * 401}, "about"),
        ({"about": "a\nb\n" * 8}, "about"),
        ({"about": "a\u202eb"}, "about_characters"),
    ):
        body = {"preferences": {"profile": wrong}}
        assert anna.request("PATCH", "/api/me", body, 422)["key"] == f"problem.people.{key}"
    house.person("Gast").get("/api/people/Gast", 404)


def test_a_running_anonymous_game_is_nowhere(house: House, clock: SetClock) -> None:
    """Nothing public changes while it runs."""
    clock.stop()
    anna, bert, carl = registered(house, "Anna", "Bert", "Carl")
    visitor = house.person(None)
    paths = [f"/api/people/{name}{part}" for name in ("Anna", "Bert", "Carl")
             for part in ("", "/games", "/games.jsonl")]  # fmt: skip
    paths.append("/api/leaderboards/diplomacy?pace=correspondence")

    def everything() -> list[str]:
        house.app.state.limits.clear()
        return [visitor.client.get(path).text for path in paths]

    before = everything()
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = anna.table("diplomacy", seats=seats, time_control=DAY, anonymous=True, rated=True)
    for person, power in zip((anna, bert, carl), POWERS, strict=False):
        table = person.sit(table, power)
    assert everything() == before
    clock.go_on(hours=25)
    house.keep_time()  # deadlines are missed
    assert everything() == before
    bert.post(f"/api/tables/{table['id']}/leave", seat="england")
    assert everything() == before
    assert visitor.get(f"/api/tables/{table['id']}/results") == []
    for person, seat in ((anna, "austria"), (carl, "france")):
        person.post(f"/api/tables/{table['id']}/vote", seat=seat, kind="cancel", yes=True)
    assert everything() != before  # it is over, and the names are public
    assert profile(visitor, "Bert")["recent"][0]["departure"] == "left"
    assert profile(visitor, "Bert")["reliability"]["left"] == 1


def test_private_and_closed_tables_are_for_their_players(house: House) -> None:
    anna, bert, carl = registered(house, "Anna", "Bert", "Carl")
    ended_by_concession(anna, bert, private=True)
    ended_by_concession(anna, bert, spectators=False)
    turmoil(anna, bert, private=True)
    turmoil(anna, bert, spectators=False)
    assert (len(games(bert, "Anna")), len(games(carl, "Anna"))) == (2, 0)
    seen = profile(carl, "Anna")
    assert (seen["recent"], seen["tables"]) == ([], [])
    assert sum(each["games"] for each in seen["tallies"]) == 2  # a number, and no table


@pytest.mark.on_postgres
def test_leaderboards(house: House, clock: SetClock) -> None:
    clock.stop()
    (anna,) = registered(house, "Anna")
    services = house.app.state.services
    now = int(clock())
    with services.sessions.begin() as session:
        people = [
            User(name=f"P{n}", folded=f"p{n}", password="x", created=1, preferences={})
            for n in range(120)
        ]
        session.add_all(people)
        session.flush()
        rows: list[Json] = [
            {"user_id": user.id, "game": "turmoil", "pace": "live", "season": season,
             "mean": 20 + n / 10, "deviation": 3.0, "listed": n % 10 != 0, "games": 20,
             "wins": 5, "changed": now}
            for n, user in enumerate(people)
            for season in ("", "2025-3")
        ]  # fmt: skip
        own: Json = {"user_id": anna.id, "mean": 31.0}
        session.execute(insert(Rating), [*rows, rows[2] | own])
    board = anna.get("/api/leaderboards/turmoil")
    assert (board["players"], board["pages"], board["page"]) == (109, 3, 1)
    assert [each["name"] for each in board["entries"][:2]] == ["P119", "P118"]
    assert board["me"]["rank"] == sum(each > 31.0 for each in (20 + n / 10 for n in range(120)
                                                               if n % 10)) + 1  # fmt: skip
    assert board["seasons"] == ["2026-1", "2025-4", "2025-3"]
    last = anna.get("/api/leaderboards/turmoil?page=3")
    assert [each["rank"] for each in last["entries"]] == [*range(101, 110)]
    assert anna.get("/api/leaderboards/turmoil?season=2025-3")["players"] == 108
    assert anna.get("/api/leaderboards/turmoil?season=2025-2")["entries"] == []
    choose(anna, leaderboards=False)
    assert anna.get("/api/leaderboards/turmoil")["me"] is None
    choose(anna, leaderboards=True)
    assert anna.get("/api/leaderboards/turmoil")["me"] is not None
    anna.get("/api/leaderboards/chess", 404)
    assert datetime.fromtimestamp(now, UTC).year == 2026
