"""The explorer of a server: what it counts, what it shows of it, and what it keeps to itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import delete, func, select

from entente.players.explorer import ExplorerGame, arena_games
from entente.server.http.app import create_app
from entente.server.ratings import eligibility
from entente.server.settings import Settings
from entente.server.storage.models import OpeningGame, OpeningPlayed, OpeningScan, OpeningWaiting
from entente.server.study.opening_index import index_openings
from entente.server.tables import votes
from entente.server.tables.room import Room
from tests.server.people import House, Json, Person

pytestmark = pytest.mark.one_database
PASSWORD = "correct horse battery"


@pytest.fixture
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "LEAST_DECISIONS", {})
    monkeypatch.setattr(eligibility, "_USUAL_LEAST", 1)


def of_turmoil(number: int) -> ExplorerGame:
    return arena_games("turmoil")[number]


def turmoil(first: Person, second: Person, number: int = 0, **body: object) -> Json:
    """A table with the dice of a game of the arena."""
    seed = of_turmoil(number).seed
    seats = {"authoritarian": "me"}
    return second.sit(first.table("turmoil", seats=seats, seed=seed, **body), "liberal")


def played(house: House, table: Json, number: int = 0, *, moves: int | None = None) -> Json:
    """The table after the first moves of that game, conceded by the Liberal."""
    rooms = house.app.state.services.rooms

    def work(room: Room, now: float) -> None:
        for seat, action in of_turmoil(number).moves[:moves]:
            room.match.act(seat, action, int(now))
            room.write_move(now)
        room.end(votes.conceded(room, "liberal"))

    rooms.change(rooms.get(table["id"]), work)
    return table


def asked(person: Person, game: str = "turmoil", status: int = 200, **query: Any) -> Any:
    path = urlencode(query, doseq=True)
    return person.get(f"/api/explorer/{game}?{path}", status)


def counts(house: House) -> tuple[int, ...]:
    with house.app.state.services.sessions() as session:
        models = (OpeningWaiting, OpeningGame, OpeningPlayed)
        return tuple(session.scalar(select(func.count()).select_from(each)) or 0 for each in models)


@pytest.mark.usefixtures("short_games_count")
def test_a_finished_game_is_counted_and_leads_to_its_table(database: str) -> None:
    with House(create_app(Settings(database, given_seeds=True))) as house:
        anna, bert, eve = (house.person(name) for name in ("Anna", "Bert", "Eve"))
        anna.welcome(anna.post("/api/register", name="Anna", password=PASSWORD, email=None))
        rooms = house.app.state.services.rooms
        one = played(house, turmoil(anna, bert))
        hidden = [
            turmoil(anna, bert, private=True),
            turmoil(anna, bert, spectators=False),
        ]
        for each in hidden:
            played(house, each)
        running = turmoil(anna, bert)
        assert counts(house) == (1, 0, 0)
        assert asked(eve)["total"]["games"] == 0  # not read yet
        assert index_openings(rooms) == 1
        assert index_openings(rooms) == 0
        line = of_turmoil(0).lines[0]
        assert counts(house) == (0, 1, len(line.moves))

        found = asked(eve)
        [row] = found["rows"]
        assert row["move"]["move"] == line.moves[0].text
        assert (row["tally"]["wins"], row["tally"]["losses"]) == (1, 0)
        [example] = found["examples"]
        assert example["table_id"] == one["id"] != running["id"]
        assert {each["name"] for each in example["players"]} == {"Anna", "Bert"}
        path = [each.text for each in line.moves]
        deep = asked(eve, move=path, lang="fr")
        assert (deep["step"], deep["rows"], deep["total"]["games"]) == (None, [], 1)
        assert len(deep["path"]) == len(path)
        assert deep["examples"][0]["moves"] == line.moves[-1].after
        for other in ("players=computers", "least=4000", "since=2999-01-01"):
            assert eve.get(f"/api/explorer/turmoil?{other}")["total"]["games"] == 0
        assert asked(eve, players="people", most=4000)["total"]["games"] == 0  # guests: no rating
        assert asked(eve, players="people", since="2020-01-01")["total"]["games"] == 1
        board = eve.get(f"/api/explorer/turmoil/board?{urlencode({'move': path}, doseq=True)}")
        assert board["svg"]
        forked = eve.post(f"/api/tables/{one['id']}/fork", move=line.moves[-1].after, status=201)
        assert forked["analysis"]

        with rooms.sessions.begin() as session:  # as if it had ended before there was a queue
            for model in (OpeningGame, OpeningPlayed, OpeningScan):
                session.execute(delete(model))
        assert [index_openings(rooms) for _ in range(3)] == [0, 1, 0]
        assert counts(house) == (0, 1, len(line.moves))

        games = {each["game"]: each for each in eve.get("/api/explorer")}
        assert (games["turmoil"]["server"], games["diplomacy"]["server"]) == (1, 0)
        anna.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
        [example] = asked(eve)["examples"]  # the game stays, without the name
        assert {each["name"] for each in example["players"]} == {None, "Bert"}


def test_games_of_the_arena_need_no_games_of_the_server(house: House) -> None:
    eve = house.person("Eve")
    found = asked(eve, "diplomacy", source="arena", side="england", lang="fr")
    games = arena_games("diplomacy")
    assert found["total"]["games"] == len(games)
    assert found["total"]["rating"] > 0
    row = found["rows"][0]
    path = urlencode({"source": "arena", "side": "england", "move": row["move"]["move"]})
    board = eve.get(f"/api/explorer/diplomacy/board?{path}")
    assert "opening tip" in board["svg"]
    example = found["examples"][0]
    table = eve.request(
        "POST", "/api/explorer/diplomacy/board", {"number": example["number"], "moves": 7}, 201
    )
    assert (table["analysis"], table["private"]) == (True, True)
    assert asked(eve, "diplomacy", source="arena", side="england", level="easy")["total"]["games"]


def test_requests_that_make_no_sense_are_refused(house: House) -> None:
    eve = house.person("Eve")
    for game, status, key, query in (
        ("chess", 404, "game.unknown", {}),
        ("diplomacy", 422, "explorer.side", {"side": "spain"}),
        ("turmoil", 422, "explorer.side", {"side": "liberal"}),
        ("turmoil", 422, "explorer.path", {"move": ["a"] * 5}),
    ):
        assert asked(eve, game, status, **query)["key"] == f"problem.{key}"
    eve.request("POST", "/api/explorer/turmoil/board", {"number": 99_999, "moves": 1}, 404)
    assert asked(eve, move=["no such move"])["total"]["games"] == 0
    nothing: Callable[..., Any] = eve.get
    assert nothing("/api/explorer/turmoil/board?move=none") is None


def test_where_public_pages_are_off_the_explorer_needs_an_account(database: str) -> None:
    with House(create_app(Settings(database, public_pages=False))) as house:
        eve, bert = house.person("Eve"), house.person("Bert")
        bert.welcome(bert.post("/api/register", name="Bert", password=PASSWORD, email=None))
        board = "/api/explorer/turmoil/board?source=arena"
        for path in ("/api/explorer", "/api/explorer/turmoil?source=arena", board):
            assert eve.get(path, 401)["key"] == "problem.table.account_needed"
            bert.get(path)
        eve.request("POST", "/api/explorer/turmoil/board", {"number": 0, "moves": 1}, 401)
