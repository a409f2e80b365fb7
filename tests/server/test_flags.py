"""A clock that runs out ends something, and so does a player who leaves a live game."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from entente.kernel import registry
from entente.server.storage.models import TableSeat
from tests.server.people import House, Json, Live, Person, SetClock
from tests.server.tables import POWERS, two_at
from tests.server.test_pairing import answer, ask, member

LIVE = {"kind": "live", "minutes": 5, "increment": 0}
WAITING = 60  # seconds until a claim

pytestmark = pytest.mark.one_database


def has_ended(person: Person, table: Json) -> Json:
    """The outcome of a game that is over."""
    assert person.get(f"/api/tables/{table['id']}")["status"] == "over"
    with person.live(table) as live:
        return dict(live.state["outcome"])


@pytest.fixture
def house(clock: SetClock, house: House) -> House:
    clock.stop()
    house.keep_time()
    return house


def paired(house: House) -> tuple[Person, Person, Json]:
    """Two members at a rated table of quick pairing; the first has the side to move."""
    anna, bert = member(house, "Anna"), member(house, "Bert")
    ask(anna, "attrition", pace="30+15", rated=True, side="central")
    table_id = ask(bert, "attrition", pace="30+15", rated=True)["table"]
    answer(anna, table_id)
    return anna, bert, answer(bert, table_id)


def path(table: Json) -> str:
    return f"/api/tables/{table['id']}"


def result(person: Person, name: str) -> Json:
    """The only game of a player."""
    (found,) = person.get(f"/api/people/{name}/games")["games"]
    return dict(found)


def presence(live: Live, seat: str) -> Json:
    """The next presence in which a seat is gone."""
    while True:
        frame = live.hear("presence")
        if seat in frame.get("gone", {}):
            return frame


# -- the clock runs out


def test_who_runs_out_of_time_has_lost_a_rated_game(house: House, clock: SetClock) -> None:
    _, bert, table = paired(house)
    shown = bert.get(path(table))
    assert (shown["on_timeout"], shown["rated"], shown["status"]) == ("forfeit", True, "playing")
    clock.go_on(seconds=1801)
    house.keep_time()
    shown = bert.get(path(table))
    assert shown["status"] == "over"
    with bert.live(table) as live:
        assert live.state["outcome"]["winners"] == ["entente"]
        assert live.state["outcome"]["reason"] == "The Central Powers ran out of time."
    lost, won = result(bert, "Anna"), result(bert, "Bert")
    assert (lost["result"], won["result"]) == ("loss", "win")
    # So early that the other gains nothing; the player who runs out of time still loses.
    assert lost["points"] < lost["points_before"]


def test_every_live_table_of_two_is_lost_on_time(house: House, clock: SetClock) -> None:
    _, bert, table = two_at(house, "attrition", time_control=LIVE)
    clock.go_on(seconds=301)
    house.keep_time()
    assert bert.get(path(table))["status"] == "over"


def test_at_a_live_table_of_more_a_computer_goes_on(house: House, clock: SetClock) -> None:
    people = [house.person(name.title()) for name in POWERS[:2]]
    seats = {power: None if power in POWERS[:2] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, time_control=LIVE)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    assert people[0].get(path(table))["on_timeout"] == "computer"
    clock.go_on(seconds=301)
    house.keep_time()
    shown = people[0].get(path(table))
    assert shown["status"] == "playing"
    with people[0].live(table) as live:
        assert live.state["players"]["austria"]["stand_in"]
    refused = people[0].post(
        "/api/tables", 422, game="diplomacy", time_control=LIVE, on_timeout="forfeit"
    )
    assert refused["key"] == "problem.table.forfeit"


def test_a_rated_game_of_two_over_days_is_lost_too(house: House, clock: SetClock) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    ask(anna, "attrition", pace="24h", rated=True, side="central")
    table_id = ask(bert, "attrition", pace="24h", rated=True)["table"]
    answer(anna, table_id)
    table = answer(bert, table_id)
    clock.go_on(hours=49)
    house.keep_time()
    assert has_ended(bert, table)["winners"] == ["entente"]


def test_no_one_has_won_if_both_clocks_run_out_at_once(house: House, clock: SetClock) -> None:
    anna, _, table = two_at(house, "turmoil", time_control=LIVE)
    clock.go_on(seconds=301)
    house.keep_time()
    outcome = has_ended(anna, table)
    assert outcome["winners"] == []
    assert "Authoritarian" in outcome["reason"]
    assert "Liberal" in outcome["reason"]


def test_a_player_on_leave_is_not_late(house: House, clock: SetClock) -> None:
    days = {"kind": "correspondence", "hours": 24}
    terms = {"time_control": days, "on_timeout": "forfeit", "leave_days": 2}
    anna, _, table = two_at(house, "turmoil", **terms)
    with house.app.state.services.sessions.begin() as session:
        seats = (TableSeat.table_id == table["id"], TableSeat.seat == "authoritarian")
        session.execute(update(TableSeat).where(*seats).values(leave_used=2))
    house.app.state.services.rooms.forget(table["id"])
    clock.go_on(hours=25)
    house.keep_time()
    assert has_ended(anna, table)["winners"] == ["liberal"]


def test_a_player_who_can_no_longer_win_does_not_win_on_time(
    house: House, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in chess, time then gives a draw."""
    _, bert, table = two_at(house, "attrition", time_control=LIVE)
    game = registry.load("attrition")
    monkeypatch.setattr(game, "playing", lambda state: ("central",))
    clock.go_on(seconds=301)
    house.keep_time()
    assert sorted(has_ended(bert, table)["winners"]) == ["central", "entente"]


def test_a_rated_live_game_of_two_cannot_wait(house: House) -> None:
    anna = member(house, "Anna")
    terms = {"seats": {"central": "me"}, "time_control": LIVE}
    for absence in ("wait", "computer", "rule", "abandon"):
        made = anna.post(
            "/api/tables", 422, game="attrition", on_timeout=absence, rated=True, **terms
        )
        assert made["key"] == "problem.rating.wait"
        assert not anna.table("attrition", on_timeout=absence, **terms)["rated"]
    assert anna.table("attrition", **terms)["rated"]
    days = {**terms, "time_control": {"kind": "correspondence", "hours": 24}}
    made = anna.table("attrition", **days)  # rated by itself
    assert (made["rated"], made["on_timeout"]) == (True, "forfeit")


def test_no_stranger_plays_on_for_the_rating_of_another(house: House, clock: SetClock) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    days = {"kind": "correspondence", "hours": 24}
    table = anna.table(
        "attrition", seats={"central": "me"}, time_control=days, rated=True, on_timeout="computer"
    )
    link = anna.post(f"{path(table)}/offer", seat="central")["token"]
    bert.sit(table, "entente")
    refused = anna.post(f"{path(table)}/offer", 409, seat="central")
    assert refused["key"] == "problem.seat.rated_offer"
    taken = member(house, "Carl").post(f"{path(table)}/take", 409, token=link)
    assert taken["key"] == "problem.seat.rated_offer"
    clock.go_on(hours=25)
    house.keep_time()
    with bert.live(table) as live:
        player = live.state["players"]["central"]
        assert (bool(player["stand_in"]), player["takeover_since"]) == (True, None)


# -- a player leaves


def test_the_other_of_two_claims_the_win(house: House, clock: SetClock) -> None:
    anna, bert, table = paired(house)
    with bert.live(table) as live:
        with anna.live(table):
            refused = bert.post(f"{path(table)}/claim", 409, seat="central", claim="win")
            assert refused["key"] == "problem.claim.here"
        gone = presence(live, "central")
        assert gone["claim_after"] == WAITING
        assert gone["gone"]["central"] == pytest.approx(clock())
        clock.go_on(WAITING - 1)
        refused = bert.post(f"{path(table)}/claim", 409, seat="central", claim="win")
        assert refused["key"] == "problem.claim.early"
        clock.go_on(1)
        anna.post(f"{path(table)}/claim", 403, seat="central", claim="win")
        house.person("Clara").post(f"{path(table)}/claim", 403, seat="central", claim="win")
        refused = bert.post(f"{path(table)}/claim", 422, seat="central", claim="computer")
        assert refused["key"] == "problem.claim.unknown"
        shown = bert.post(f"{path(table)}/claim", seat="central", claim="win")
        assert shown["status"] == "over"
    assert result(bert, "Bert")["result"] == "win"
    lost = result(bert, "Anna")
    assert lost["result"] == "loss"
    assert lost["points"] < lost["points_before"]


def test_who_has_left_cannot_claim(house: House, clock: SetClock) -> None:
    anna, bert, table = paired(house)
    with house.person(None).live(table) as spectator:
        with anna.live(table), bert.live(table):
            pass
        while len(presence(spectator, "central")["gone"]) < 2:
            pass
        clock.go_on(WAITING)
        refused = bert.post(f"{path(table)}/claim", 409, seat="central", claim="win")
        assert refused["key"] == "problem.claim.away"


def test_who_leaves_the_table_has_lost(house: House) -> None:
    anna, bert, table = paired(house)
    anna.post(f"{path(table)}/leave", seat="central")
    assert has_ended(bert, table)["winners"] == ["entente"]


def test_who_comes_back_in_time_loses_nothing(house: House, clock: SetClock) -> None:
    anna, bert, table = paired(house)
    with bert.live(table) as live:
        with anna.live(table):
            pass
        presence(live, "central")
        clock.go_on(WAITING)
        with anna.live(table):
            refused = bert.post(f"{path(table)}/claim", 409, seat="central", claim="win")
            assert refused["key"] == "problem.claim.here"


def test_the_game_is_called_off_without_a_rating(house: House, clock: SetClock) -> None:
    anna, bert, table = paired(house)
    with bert.live(table) as live:
        with anna.live(table):
            pass
        presence(live, "central")
        clock.go_on(WAITING)
        assert bert.post(f"{path(table)}/claim", seat="central", claim="call_off")
    assert result(bert, "Anna")["result"] == result(bert, "Bert")["result"] == "abandoned"


def test_of_more_players_a_computer_takes_the_seat(house: House, clock: SetClock) -> None:
    people = [house.person(name.title()) for name in POWERS[:3]]
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, time_control=LIVE)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    with people[0].live(table) as live:
        with people[1].live(table):
            pass
        presence(live, "england")
        clock.go_on(WAITING)
        people[0].post(f"{path(table)}/claim", 422, seat="england", claim="win")
        people[0].post(f"{path(table)}/claim", seat="england", claim="computer")
        while not live.hear("state")["players"]["england"]["stand_in"]:
            pass


def test_no_claim_where_there_is_no_clock_or_it_stands_still(house: House, clock: SetClock) -> None:
    anna, bert, table = two_at(house, "attrition")  # without a clock
    clock.go_on(WAITING)
    with anna.live(table) as live:
        assert not live.hear("presence").get("gone")
        anna.post(f"{path(table)}/claim", 409, seat="entente", claim="win")
    anna, bert, table = two_at(house, "attrition", time_control=LIVE)
    for person, seat in ((anna, "central"), (bert, "entente")):
        person.post(f"{path(table)}/vote", seat=seat, kind="pause", yes=True)
    with anna.live(table):
        clock.go_on(WAITING)
        refused = anna.post(f"{path(table)}/claim", 409, seat="entente", claim="win")
        assert refused["key"] == "problem.table.paused"
