"""Seats: filled, freed, handed on, and exchanged for a rematch."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text

from entente.kernel.chance import seed_hash
from entente.server.tables.seat_draw import draw
from tests.server.people import House, Json, Person
from tests.server.tables import follow, lobby_entry, notices, powers_at, two_at, vote

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


# -- before the game


def test_the_host_seats_a_computer_and_sends_it_away(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    filled = anna.post(path(table, "fill"), seat="turkey", computer="greedy")
    assert filled["seats"]["turkey"]["computer"] == "greedy"
    assert bert.post(path(table, "join"), seat="turkey", status=409)["key"] == "problem.table.taken"
    freed = anna.post(path(table, "fill"), seat="turkey", computer=None)
    assert freed["seats"]["turkey"]["computer"] is None
    bert.sit(table, "turkey")
    taken = anna.post(path(table, "fill"), seat="turkey", computer="greedy", status=409)
    assert taken["key"] == "problem.table.taken"
    unknown = anna.post(path(table, "fill"), seat="italy", computer="deep", status=422)
    assert unknown["key"] == "problem.table.computer"


def test_only_the_host_fills_and_frees_seats(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    bert.sit(table, "turkey")
    for verb in ("fill", "kick"):
        refused = bert.post(path(table, verb), seat="austria", status=403)
        assert refused["key"] == "problem.seat.host"
    freed = anna.post(path(table, "kick"), seat="turkey")
    assert freed["seats"]["turkey"]["name"] is None
    assert anna.post(path(table, "kick"), seat="turkey", status=409)["key"] == "problem.seat.nobody"


def test_the_last_seat_filled_begins_the_game(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    begun = anna.post(path(table, "fill"), seat="liberal", computer="random")
    assert (begun["status"], begun["my_turn"]) == ("playing", True)
    late = anna.post(path(table, "fill"), seat="liberal", computer=None, status=409)
    assert late["key"] == "problem.table.started"


def test_when_the_host_leaves_another_player_is_the_host(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats={"austria": "me"})
    bert.sit(table, "turkey")
    anna.post(path(table, "leave"), seat="austria")
    assert lobby_entry(bert, table)["host"]
    assert bert.post(path(table, "leave"), seat="turkey")["status"] == "over"
    assert house.person("Carl").get("/api/tables?scope=open") == []


def test_a_host_closes_a_table_that_has_not_begun(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    assert bert.post(path(table, "abandon"), status=403)["key"] == "problem.seat.host"
    closed = anna.post(path(table, "abandon"))
    assert (closed["status"], closed["outcome"]) == ("over", None)
    assert bert.post(path(table, "join"), seat="liberal", status=409)["key"] == "problem.table.over"


@pytest.mark.one_database
def test_no_hand_is_shown_before_the_game(house: House) -> None:
    """Otherwise one could look at both hands and then choose a seat."""
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    with anna.live(table) as live:
        assert set(live.state["seats"]) == {""}
        assert live.state["seats"][""]["view"]["hand"] == []
        assert live.state["players"]["authoritarian"]["me"]
        live.say(type="check", seat="authoritarian", action="hide", id="w")
        assert live.answer()["key"] == "problem.table.not_started"


# -- in the game


def test_in_the_game_a_computer_replaces_a_player_who_leaves(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        bert.post(path(table, "leave"), seat="liberal")
        while live.state["moves"] < 1:
            live.hear("state")
    assert lobby_entry(bert, table)["seats"]["liberal"]["computer"] == "normal"
    assert "left" in notices(anna)


@pytest.mark.own_house
def test_a_seat_is_given_to_another_person_by_link(house: House, database: str) -> None:
    anna, bert, table = two_at(house)
    carl = house.person("Carl")
    bert.request("PUT", path(table, "notes"), {"seat": "liberal", "text": "my plans"}, 204)
    token = bert.post(path(table, "offer"), seat="liberal")["token"]
    engine = create_engine(database)
    with engine.connect() as connection:
        stored = connection.execute(text("SELECT offer FROM chairs")).scalars().all()
    engine.dispose()
    assert token not in stored
    refused = anna.post(path(table, "take"), token=token, status=409)
    assert refused["key"] == "problem.seat.already"
    wrong = carl.post(path(table, "take"), token="x" + token, status=404)
    assert wrong["key"] == "problem.seat.no_offer"
    with bert.live(table) as old:
        assert carl.post(path(table, "take"), token=token)["seats"]["liberal"]["me"]
        follow(old, old.state["version"] + 1)
        assert set(old.state["seats"]) == {""}
        assert old.act("liberal", "hide")["key"] == "problem.table.not_yours"
    with carl.live(table) as live:
        assert live.state["seats"]["liberal"]["notes"] == ""
        assert live.act("liberal", "hide")["type"] == "done"
    assert carl.post(path(table, "take"), token=token, status=404)
    assert "taken" in notices(anna)


def test_only_its_player_offers_a_seat_and_may_think_better_of_it(house: House) -> None:
    anna, bert, table = two_at(house)
    assert bert.post(path(table, "offer"), seat="authoritarian", status=403)
    token = anna.post(path(table, "offer"), seat="authoritarian")["token"]
    withdrawn = anna.post(path(table, "offer"), seat="authoritarian", withdraw=True)
    assert withdrawn == {"token": None}
    assert house.person("Carl").post(path(table, "take"), token=token, status=404)


def test_a_computer_s_seat_can_be_offered_by_the_host(house: House) -> None:
    (austria, england), table = powers_at(house)
    assert england.post(path(table, "offer"), seat="turkey", status=403)
    token = austria.post(path(table, "offer"), seat="turkey")["token"]
    response = house.person("Carl").post(path(table, "take"), token=token)
    assert (response["seats"]["turkey"]["me"], response["seats"]["turkey"]["computer"]) == (
        True,
        None,
    )


def test_a_seat_whose_player_deleted_their_account_does_not_stop_the_game(house: House) -> None:
    anna, bert, table = two_at(house)
    bert.request("DELETE", "/api/me", status=204)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        while live.state["moves"] < 2:
            live.hear("state")


# -- drawn by lot


def test_seats_are_drawn_by_lot_when_the_game_begins(house: House) -> None:
    """From the table's seed, which is sealed before and revealed at the end; computers stay."""
    people = {name: house.person(name) for name in ("Anna", "Bert", "Carl", "Dora")}
    anna, *others = people.values()
    taken = dict(zip(("austria", "england", "france", "germany"), people, strict=True))
    computers = dict.fromkeys(("italy", "russia", "turkey"), "random")
    seats = {"austria": "me", **computers}
    table = anna.table("diplomacy", seats=seats, random_seats=True, time_control={"kind": "free"})
    assert table["random_seats"]
    anna.request("PUT", path(table, "notes"), {"seat": "austria", "text": "my plans"}, 204)
    with anna.live(table) as live:
        sealed = live.state["seed_hash"]
    for seat, person in zip(list(taken)[1:], others, strict=True):
        told_so_far = anna.get(f"/api/tables/{table['id']}")["seats"]
        assert told_so_far["austria"]["me"]
        table = person.sit(table, seat)
    assert table["status"] == "playing"
    named = {seat: chair["name"] for seat, chair in table["seats"].items() if chair["name"]}
    assert set(named) == set(taken)
    assert sorted(named.values()) == sorted(people)
    for seat, computer in computers.items():
        assert table["seats"][seat]["computer"] == computer
    for seat, name in named.items():  # the view, the seat's papers and the right to act go along
        with people[name].live(table) as live:
            assert set(live.state["seats"]) == {seat}
            assert live.state["seats"][seat]["notes"] == ""
            assert (live.state["seat_draw"], live.state["seed"]) == (None, None)
        other = next(each for each in named if each != seat)
        people[name].request("PUT", path(table, "notes"), {"seat": other, "text": "x"}, status=403)
    for seat, name in named.items():
        vote(people[name], table, seat, "cancel")
    with anna.live(table) as live:
        assert live.state["status"] == "over"
        seed, drawn = live.state["seed"], live.state["seat_draw"]
    assert seed_hash(seed) == sealed
    assert draw(seed, taken) == drawn
    assert {drawn[seat]: name for seat, name in taken.items()} == named


def test_a_lot_gives_each_seat_alike() -> None:
    """Of two players, the first keeps their seat half of the times; of many, all play."""
    kept = sum(
        draw(f"seed {n}", ["central", "entente"])["central"] == "central" for n in range(400)
    )
    assert 150 < kept < 250
    seats = [f"seat {n}" for n in range(7)]
    assert sorted(draw("seed", seats).values()) == seats
    assert draw("seed", seats) == draw("seed", seats)


def test_where_seats_are_chosen_nothing_is_drawn(house: House) -> None:
    anna, bert, table = two_at(house)
    assert not table["random_seats"]
    over(anna, bert, table)
    with anna.live(table) as live:
        assert live.state["seed"] is not None
        assert live.state["seat_draw"] is None


# -- again


def over(anna: Person, bert: Person, table: Json) -> None:
    vote(anna, table, "authoritarian", "cancel")
    vote(bert, table, "liberal", "cancel")


def test_a_rematch_exchanges_the_seats(house: House) -> None:
    anna, bert, table = two_at(
        house,
        options={"war_mobilization": True},
        time_control={"kind": "live", "minutes": 7},
        title="Us",
    )
    early = anna.post(path(table, "rematch"), status=409)
    assert early["key"] == "problem.table.not_over"
    over(anna, bert, table)
    stranger = house.person("Carl")
    assert stranger.post(path(table, "rematch"), status=403)["key"] == "problem.table.not_yours"
    with bert.live(table) as live:
        new = anna.post(path(table, "rematch"))
        follow(live, live.state["version"] + 1)
        assert live.state["rematch"] == new["id"]
    assert (new["origin"], new["status"], new["title"]) == (table["id"], "open", "Us")
    assert (new["options"], new["time_control"]) == (table["options"], table["time_control"])
    assert new["seats"]["liberal"]["me"]
    assert notices(bert)[-1] == "rematch"
    assert stranger.get("/api/tables?scope=open") == []
    joined = bert.post(path(table, "rematch"))
    assert (joined["id"], joined["status"]) == (new["id"], "playing")
    assert joined["seats"]["authoritarian"]["me"]
    assert anna.post(path(table, "rematch"))["id"] == new["id"]
    assert lobby_entry(anna, table)["rematch"] == new["id"]


def test_a_rematch_against_a_computer_begins_at_once(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me", "liberal": "random"})
    anna.post(path(table, "concede"), seat="authoritarian")
    new = anna.post(path(table, "rematch"))
    assert (new["status"], new["seats"]["authoritarian"]["computer"]) == ("playing", "random")
    assert new["seats"]["liberal"]["me"]


def test_a_guest_who_logs_in_keeps_the_seats(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    bert.post("/api/register", name="Bert", password="correct horse")
    table = anna.table("turmoil", seats={"liberal": "me"})
    guest = house.person("Kevin")
    guest.sit(table, "authoritarian")
    body = {"seat": "authoritarian", "text": "mine"}
    guest.request("PUT", path(table, "notes"), body, 204)
    other = guest.table("attrition", seats={"central": "me"})  # a table of one's own
    both = bert.table("turmoil", seats={"liberal": "me"})
    guest.sit(both, "authoritarian")
    guest.welcome(guest.post("/api/login", name="Bert", password="correct horse"))
    assert guest.id == bert.id
    seat = guest.get(f"/api/tables/{table['id']}")["seats"]["authoritarian"]
    assert (seat["name"], seat["me"]) == ("Bert", True)
    with guest.live(table) as live:
        assert live.state["seats"]["authoritarian"]["notes"] == "mine"
    guest.post(path(table, "concede"), seat="authoritarian")
    assert guest.get(f"/api/tables/{other['id']}")["host"]
    # No one plays both sides.
    assert [each["name"] for each in guest.get(f"/api/tables/{both['id']}")["seats"].values()] in (
        ["Kevin", "Bert"],
        ["Bert", "Kevin"],
    )


def test_a_seat_does_not_move_to_someone_who_may_not_sit_there(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    for person, name in ((anna, "Anna"), (bert, "Bert")):
        person.post("/api/register", name=name, password="correct horse")
    anna.request("PUT", f"/api/me/people/{bert.id}", {"block": True})
    table = anna.table("diplomacy", seats={"england": "me"}, starts_when_full=False)
    guest = house.person("Kevin")
    guest.sit(table, "france")
    guest.welcome(guest.post("/api/login", name="Bert", password="correct horse"))
    assert anna.get(f"/api/tables/{table['id']}")["seats"]["france"]["name"] == "Kevin"
