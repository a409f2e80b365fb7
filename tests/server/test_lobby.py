"""The lobby: which tables a person finds, and what it shows of them."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from entente.server.storage.models import User
from entente.server.tables import lobby
from entente.server.tables.lobby import MINE
from entente.server.tables.lobby_search import Search, search
from tests.server.people import House, Person, SetClock
from tests.server.played import at_random, give
from tests.server.tables import lobby_entry, two_at, vote

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def ids(person: Person, query: str) -> list[str]:
    return [table["id"] for table in person.get(f"/api/tables?{query}")]


def test_each_scope_has_its_tables(house: House) -> None:
    anna, bert, playing = two_at(house)
    carl = house.person("Carl")
    free = anna.table("attrition", seats={"central": "me"})
    hidden = anna.table("attrition", seats={"central": "me"}, private=True)
    closed = anna.table("attrition", seats={"central": "me", "entente": "random"}, spectators=False)
    assert ids(carl, "scope=open") == [free["id"]]
    assert ids(carl, "scope=watch") == [playing["id"]]
    assert ids(carl, "scope=mine") == []
    assert set(ids(anna, "scope=mine")) == {t["id"] for t in (playing, free, hidden, closed)}
    assert ids(bert, "scope=mine&game=attrition") == []
    assert ids(bert, "scope=mine&game=turmoil") == [playing["id"]]
    assert carl.request("GET", "/api/tables?scope=secret", status=422)
    assert lobby_entry(carl, hidden)["private"]  # anyone with the link finds it


@pytest.mark.own_house
def test_the_lobby_shows_the_seats_to_move(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, bert, table = two_at(house)
    clock.go_on(60)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    (mine,) = anna.get("/api/tables?scope=mine")
    (theirs,) = bert.get("/api/tables?scope=mine")
    assert (mine["to_move"], mine["my_turn"], theirs["my_turn"]) == (["liberal"], False, True)
    assert (mine["moves"], mine["last_move_at"], mine["started"]) == (1, start + 60, start)
    assert mine["due"] is None


def test_an_analysis_board_is_no_game_in_which_it_is_your_turn(house: House) -> None:
    """However recent it is, the home page shows the games and calls for moves in them alone."""
    anna, _, table = two_at(house)
    board = give(anna, at_random("attrition", 5))
    shown = {each["id"]: each for each in anna.get("/api/tables?scope=mine")}
    assert shown[board["id"]]["analysis"]
    assert shown[board["id"]]["to_move"]
    assert not shown[board["id"]]["my_turn"]
    assert shown[table["id"]]["my_turn"]
    assert [each["table"]["id"] for each in anna.get("/api/home")["mine"]] == [table["id"]]


def test_games_stand_before_analysis_boards(house: House) -> None:
    anna = house.person("Anna")
    games = {anna.table("turmoil", seats={"authoritarian": "me"})["id"] for _ in range(3)}
    boards = {give(anna, at_random("attrition", 5))["id"] for _ in range(2)}
    found, last = list[str](), None
    with house.app.state.services.sessions() as session:
        user = session.get_one(User, anna.id)
        while True:  # a page for each table
            wanted = Search(scope=MINE, after=last, most=1)
            page = search(session, user, wanted, "en", house.app.state.services.clock())
            found += [each.table.id for each in page.tables]
            if (last := page.next) is None:
                break
    assert ({*found[:3]}, {*found[3:]}, len(found)) == (games, boards, 5)


def test_a_table_has_a_title(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"liberal": "me"}, title="  The  club ")
    assert table["title"] == "The club"
    wrong = anna.post("/api/tables", game="turmoil", title="x" * 61, status=422)
    assert wrong["key"] == "problem.table.title"


def test_the_host_is_marked_as_such(house: House) -> None:
    anna, bert, table = two_at(house)
    assert (lobby_entry(anna, table)["host"], lobby_entry(bert, table)["host"]) == (True, False)


def test_an_unknown_game_is_named(house: House) -> None:
    wrong = house.person("Anna").post("/api/tables", game="chess", status=422)
    assert wrong["args"] == {"name": "chess"}


def test_anonymous_players_have_no_names_until_the_end(house: House) -> None:
    anna, bert, table = two_at(house, anonymous=True)
    assert lobby_entry(anna, table)["seats"]["liberal"]["name"] is None
    assert lobby_entry(anna, table)["seats"]["authoritarian"]["name"] == "Anna"
    with house.person("Carl").live(table) as live:
        assert [chair["name"] for chair in live.state["players"].values()] == [None, None]
    with anna.live(table) as live:
        assert [chair["name"] for chair in live.state["players"].values()] == ["Anna", None]
    vote(anna, table, "authoritarian", "cancel")
    vote(bert, table, "liberal", "cancel")
    assert lobby_entry(anna, table)["seats"]["liberal"]["name"] == "Bert"


def test_the_lobby_asks_the_database_a_few_things_however_many_tables(house: House) -> None:
    """And plays no game again: whose move it is, is stored with the move."""
    anna = house.person("Anna")

    def asked(tables: int) -> int:
        for _ in range(tables):
            anna.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
        statements: list[str] = []
        with house.app.state.services.sessions() as session:
            user = session.get_one(User, anna.id)
            connection = session.connection()
            event.listen(connection, "before_cursor_execute", lambda *a: statements.append(a[2]))
            found = lobby.listed(session, user, lobby.MINE, None, "en")
        assert all(table.to_move == ["authoritarian", "liberal"] for table in found)
        assert not any("moves.action" in statement for statement in statements)
        return len(statements)

    assert asked(2) == asked(8)
