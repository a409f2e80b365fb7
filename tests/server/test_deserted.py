"""A computer stands in for a player who does not return: for how long, and what the end says."""

from __future__ import annotations

import time

import pytest

from entente.kernel import registry
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import lobby_entry, notices

pytestmark = pytest.mark.one_database

LIVE = {"kind": "live", "minutes": 1, "increment": 0}
SOON = 120.0  # seconds in which computers play two years


def duel(house: House, **body: object) -> tuple[Person, Person, Json]:
    """England and Austria at a live table; computers replace a late player."""
    austria, england = house.person("Austria"), house.person("England")
    terms = {"options": {"players": 2}, "time_control": LIVE, "on_timeout": "computer"} | body
    table = austria.table("diplomacy", seats={"austria": "me"}, **terms)
    return austria, england, england.sit(table, "england")


def wait_for_end(person: Person, table: Json) -> Json:
    until = time.monotonic() + SOON
    while (now := lobby_entry(person, table))["status"] != "over":
        assert time.monotonic() < until, now
        time.sleep(0.2)
    return now


@pytest.mark.soak
def test_two_absent_people_do_not_win_by_their_computers(house: House, clock: SetClock) -> None:
    clock.stop()
    austria, england, table = duel(house)
    assert table["stand_in_years"] == 1
    clock.go_on(minutes=2)
    house.keep_time()
    over = wait_for_end(austria, table)
    ending = over["outcome"]
    assert (ending["winners"], ending["scores"]) == ([], {})
    assert ending["reason"].startswith("The game was abandoned: a computer had played too long for")
    assert set(ending["stand_in_moves"]) == {"austria", "england"}
    # the rest of 1914 and the whole of 1915
    with austria.live(table) as live:
        assert live.state["seats"]["austria"]["view"]["year"] == 1916
        assert live.state["outcome"] == ending
    assert notices(england)[-3:] == ["missed_limited", "event", "over"]


def test_a_player_who_returns_in_time_goes_on(house: House, clock: SetClock) -> None:
    """The years are counted from zero when a computer stands in again."""
    clock.stop()
    austria, england, table = duel(house)
    with austria.live(table) as live:
        decision = live.decision("austria")
        assert decision is not None
        moves = "; ".join(choices[0] for choices in decision["menu"]["slots"].values())
        live.act("austria", moves)
        clock.go_on(minutes=2)
        house.keep_time()
        while live.state["seats"]["austria"]["view"]["season"] == "spring":
            live.hear("state")
    england.post(f"/api/tables/{table['id']}/return", seat="england")
    room = house.app.state.services.rooms.get(table["id"])
    assert room.chairs["england"].stand_in_since is None
    assert room.chairs["england"].stand_in_moves == 1
    assert lobby_entry(england, table)["status"] == "playing"


@pytest.mark.parametrize("years", [0, 21])
def test_the_limit_has_bounds(house: House, years: int) -> None:
    anna = house.person("Anna")
    wrong = anna.post("/api/tables", 422, game="diplomacy", stand_in_years=years)
    assert wrong["key"] == "problem.table.stand_in_years"
    bounds = anna.get("/api/tables/limits")["stand_in_years"]
    assert wrong["args"] == bounds


def test_a_host_may_let_computers_play_for_ever(house: House) -> None:
    _, _, table = duel(house, stand_in_years=None)
    assert table["stand_in_years"] is None


@pytest.mark.parametrize("game", registry.names())
def test_every_game_counts_its_years(game: str) -> None:
    found = registry.load(game)
    assert found.year(found.start(None, "7")) > 0
