"""Seats open for takeover: who sees them, who may take them, and what a newcomer learns when."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import update

from entente.server import admin_tasks
from entente.server.storage.blocks import BLOCK
from entente.server.storage.models import Relation, User
from entente.server.tables.time_control import MINUTE
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import lobby_entry, notices, orders, powers_at, two_at

pytestmark = pytest.mark.one_database

LIVE = {
    "kind": "phases",
    "minutes": {"movement": 10, "retreats": 5, "adjustments": 5},
    "grace": 0,
}
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


def left_by_turkey(house: House, **body: object) -> tuple[list[Person], Json]:
    """Seven people at a table; Turkey leaves."""
    people, table = powers_at(house, 7, **{"time_control": LIVE, **body})
    return people, people[6].post(path(table, "leave"), seat="turkey")


def newcomer(house: House, name: str) -> Person:
    """A person whose account is old enough to take over a seat."""
    person = house.person(name)
    person.post("/api/register", name=name, password="correct horse battery")
    with house.app.state.services.sessions.begin() as session:
        session.execute(update(User).where(User.id == person.id).values(created=1))
    return person


def listed(person: Person) -> list[str]:
    return [table["id"] for table in person.get("/api/tables?scope=takeover")]


@pytest.mark.on_postgres
def test_a_seat_that_was_left_has_a_caretaker_and_is_taken_over(
    house: House, clock: SetClock
) -> None:
    start = clock.stop()
    people, table = left_by_turkey(house)
    seat = table["seats"]["turkey"]
    assert (seat["computer"], seat["takeover_since"], seat["open"]) == ("normal", start, False)
    assert notices(people[0])[-1] == "left"
    clock.go_on(minutes=4)
    eve = newcomer(house, "Eve")
    (row,) = eve.get("/api/tables?scope=takeover")
    assert (row["id"], row["stage"]) == (table["id"], "Spring 1901")
    known = eve.get(path(table, "takeover"))
    assert [each["seat"] for each in known["seats"]] == ["turkey"]
    assert known["seats"][0]["caretaker"] == "normal"
    assert not known["seats"][0]["may_return"]
    # The former player may return with any account.
    assert not known["seats"][0]["was_mine"]
    assert people[6].get(path(table, "takeover"))["seats"][0]["was_mine"]
    assert not people[0].get(path(table, "takeover"))["seats"][0]["was_mine"]
    assert "Constantinople" in known["position"] or "CON" in known["position"]
    assert known["events"][-1]["event"] == "left"
    taken = eve.post(path(table, "takeover"), seat="turkey")
    seat = taken["seats"]["turkey"]
    assert (seat["name"], seat["computer"], seat["takeover_since"]) == ("Eve", None, None)
    assert listed(newcomer(house, "Fay")) == []
    assert notices(people[0])[-1] == "taken"
    with eve.live(table) as live:  # the whole time of a phase, unless the caretaker has answered
        assert live.state["players"]["turkey"]["due"] in (None, start + 14 * MINUTE)
        assert live.state["events"][-1]["text"] == "Turkey has a new player."


@pytest.mark.soak
def test_the_moves_of_a_caretaker_are_counted(house: House) -> None:
    people, table = left_by_turkey(house)
    for person, power in zip(people[:6], POWERS, strict=False):
        with person.live(table) as live:
            live.act(power, orders(power))
    with people[0].live(table) as live:  # until the caretaker has answered too
        while live.state["seats"]["austria"]["view"]["season"] == "spring":
            live.hear("state")
    eve = newcomer(house, "Eve")
    assert eve.get(path(table, "takeover"))["seats"][0]["caretaker_moves"] >= 1
    eve.post(path(table, "takeover"), seat="turkey")
    assert house.app.state.services.rooms.get(table["id"]).chairs["turkey"].stand_in_moves == 0


def test_an_absent_player_is_replaced_and_told(house: House, clock: SetClock) -> None:
    clock.stop()
    people, table = powers_at(house, 7, time_control=LIVE, on_timeout="computer", missed_phases=1)
    for person, power in zip(people[:6], POWERS, strict=False):
        with person.live(table) as live:
            live.act(power, orders(power))
    clock.go_on(minutes=10)
    house.keep_time()
    eve, turkey = newcomer(house, "Eve"), people[6]
    assert eve.get(path(table, "takeover"))["seats"][0]["may_return"]
    assert turkey.post(path(table, "takeover"), 409, seat="turkey")["key"] == (
        "problem.seat.already"
    )
    eve.post(path(table, "takeover"), seat="turkey")
    assert notices(turkey)[-1] == "replaced"
    refused = turkey.post(path(table, "return"), 403, seat="turkey")
    assert refused["key"] == "problem.table.not_yours"


def texts(person: Person, table: Json) -> list[str]:
    """The messages that a person reads; their numbers have no gaps."""
    messages = person.get(path(table, "chat"))["messages"]
    assert [each["number"] for each in messages] == list(range(1, len(messages) + 1))
    return [each["text"] for each in messages]


def test_a_successor_reads_private_letters_only_from_the_takeover_on(house: House) -> None:
    """A person at the table could otherwise read the letters of others with a second account."""
    people, table = powers_at(house, 7)
    turkey, russia, italy = people[6], people[5], people[4]
    chat = path(table, "chat")
    russia.post(chat, 201, seat="russia", to=["turkey"], text="the Black Sea?")
    italy.post(chat, 201, seat="italy", text="good morning")
    turkey.post(chat, 201, seat="turkey", to=["russia"], text="it is yours")
    turkey.request("PUT", path(table, "notes"), {"seat": "turkey", "text": "trust nobody"}, 204)
    turkey.post(path(table, "leave"), seat="turkey")
    eve = newcomer(house, "Eve")
    assert "Black Sea?" not in str(eve.get(path(table, "takeover")))
    eve.post(path(table, "takeover"), seat="turkey")
    assert texts(eve, table) == ["good morning"]
    (public,) = eve.get(chat)["conversations"]
    assert (public["last"], public["unread"]) == (1, 1)
    with eve.live(table) as live:
        assert live.state["seats"]["turkey"]["notes"] == ""
        russia.post(chat, 201, seat="russia", to=["turkey"], text="are you new?")
        heard = live.hear("message")["message"]
        assert (heard["number"], heard["text"]) == (2, "are you new?")
    assert texts(eve, table) == ["good morning", "are you new?"]
    private = eve.get(chat)["conversations"][1]
    assert (private["last"], private["unread"]) == (2, 1)
    body = {"seat": "turkey", "conversation": ["russia", "turkey"], "number": 2}
    eve.request("POST", path(table, "chat/read"), body, 204)
    assert eve.get(chat)["conversations"][1]["unread"] == 0
    assert "Black Sea?" not in str(eve.get("/api/me/export"))
    assert "it is yours" not in str(eve.get("/api/me/export"))
    assert "Black Sea?" not in str(turkey.get(chat))
    # Eve leaves: her successor does not read her letters, and neither does the first player.
    eve.post(path(table, "leave"), seat="turkey")
    turkey.post(path(table, "takeover"), seat="turkey")
    assert texts(turkey, table) == ["good morning"]


def test_a_player_who_comes_back_reads_their_letters(house: House) -> None:
    people, table = powers_at(house, 7)
    turkey, russia = people[6], people[5]
    russia.post(path(table, "chat"), 201, seat="russia", to=["turkey"], text="the Black Sea?")
    turkey.post(path(table, "leave"), seat="turkey")
    turkey.post(path(table, "takeover"), seat="turkey")
    assert texts(turkey, table) == ["the Black Sea?"]


def test_letters_of_a_successor_who_was_deleted_stay_hidden(house: House) -> None:
    people, table = powers_at(house, 7)
    turkey, russia = people[6], people[5]
    turkey.post(path(table, "leave"), seat="turkey")
    eve = newcomer(house, "Eve")
    eve.post(path(table, "takeover"), seat="turkey")
    russia.post(path(table, "chat"), 201, seat="russia", to=["turkey"], text="between us, Eve")
    eve.post(path(table, "leave"), seat="turkey")
    eve.request("DELETE", "/api/me", {"password": "correct horse battery"}, 204)
    turkey.post(path(table, "takeover"), seat="turkey")
    assert texts(turkey, table) == []


def test_a_report_names_the_player_who_wrote_the_letter(house: House) -> None:
    people, table = powers_at(house, 7)
    turkey, russia = people[6], people[5]
    turkey.post(path(table, "chat"), 201, seat="turkey", to=["russia"], text="something rude")
    turkey.post(path(table, "leave"), seat="turkey")
    newcomer(house, "Eve").post(path(table, "takeover"), seat="turkey")
    body = {"seat": "russia", "number": 1, "reason": "rude"}
    russia.request("POST", path(table, "chat") + "/report", body, 201)
    (reported,) = admin_tasks.open_reports(house.app.state.services.engine)
    assert reported.writer == turkey.get("/api/me")["name"]


def test_a_seat_that_the_host_offers_comes_without_its_letters(house: House) -> None:
    """The host may offer the seat of a player who left; only its own player hands letters over."""
    people, table = powers_at(house, 7)
    austria, russia, turkey = people[0], people[5], people[6]
    russia.post(path(table, "chat"), 201, seat="russia", to=["turkey"], text="the Black Sea?")
    token = turkey.post(path(table, "offer"), seat="turkey")["token"]
    fay = house.person("Fay")
    fay.post(path(table, "take"), token=token)
    assert texts(fay, table) == ["the Black Sea?"]
    fay.post(path(table, "leave"), seat="turkey")
    token = austria.post(path(table, "offer"), seat="turkey")["token"]
    eve = house.person("Eve")
    eve.post(path(table, "take"), token=token)
    assert texts(eve, table) == []


def test_guests_and_new_accounts_take_nothing_over(house: House) -> None:
    people, table = left_by_turkey(house)
    take = path(table, "takeover")
    guest = house.person("Gil")
    assert guest.post(take, 403, seat="turkey")["key"] == "problem.seat.takeover_guest"
    assert guest.get("/api/me")["takeover_from"] is None
    registered = guest.post("/api/register", name="Gil", password="correct horse battery")
    assert registered["takeover_from"] > time.time()
    refused = guest.post(take, 403, seat="turkey")
    assert (refused["key"], refused["args"]) == ("problem.seat.takeover_new", {"hours": 24})
    people[6].post(take, seat="turkey")  # a guest who left comes back


def test_the_preview_shows_what_spectators_see_and_no_more(house: House) -> None:
    people, table = powers_at(house, 7)
    sealed = orders("austria")
    with people[0].live(table) as live:
        live.act("austria", sealed)
    people[6].post(path(table, "leave"), seat="turkey")
    eve = newcomer(house, "Eve")
    known = str(eve.get(path(table, "takeover"))) + str(eve.get("/api/tables?scope=takeover"))
    assert not any(order in known for order in sealed.split("; ")[:-1])
    closed_people, closed = left_by_turkey(house, spectators=False, anonymous=True)
    shown = eve.get(path(closed, "takeover"))
    assert shown["position"] is None
    rows = eve.get("/api/tables?scope=takeover")
    (row,) = [each for each in rows if each["id"] == closed["id"]]
    assert {chair["name"] for chair in row["seats"].values()} == {None}
    assert {chair["user"] for chair in row["seats"].values()} == {None}
    assert closed_people[0].get(path(closed, "takeover"))["position"] is None


def test_some_seats_are_not_offered(house: House) -> None:
    eve = newcomer(house, "Eve")
    for terms in ({"private": True}, {"replacements": False}):
        people, table = left_by_turkey(house, **terms)
        assert listed(eve) == []
        assert eve.get(path(table, "takeover"), 404)["key"] == "problem.seat.none_open"
        refused = eve.post(path(table, "takeover"), 409, seat="turkey")
        assert refused["key"] == "problem.seat.not_open"
        assert eve.post(path(table, "takeover"), 409, seat="france")["key"] == refused["key"]
        assert lobby_entry(people[0], table)["seats"]["turkey"]["takeover_since"] is None


def test_some_people_may_not_take_over(house: House) -> None:
    people, table = left_by_turkey(house)
    take = path(table, "takeover")
    assert people[0].post(take, 409, seat="turkey")["key"] == "problem.seat.already"
    assert table["id"] not in listed(people[0])
    people[5].post(path(table, "leave"), seat="russia")
    # who has held another seat knows its letters
    assert people[5].post(take, 409, seat="turkey")["key"] == "problem.seat.seen"
    assert people[6].post(take, 409, seat="russia")["key"] == "problem.seat.seen"
    assert table["id"] in listed(people[6])
    foe, barred = newcomer(house, "Foe"), newcomer(house, "Barred")
    with house.app.state.services.sessions.begin() as session:
        session.add(Relation(user_id=people[1].id, other_id=foe.id, kind=BLOCK, created=1))
    assert foe.post(take, 403, seat="turkey")["key"] == "problem.seat.not_for_you"
    room = house.app.state.services.rooms.get(table["id"])
    room.table.barred = [barred.id]
    assert barred.post(take, 403, seat="turkey")["key"] == "problem.seat.barred"
    people[6].post(take, seat="turkey")  # the former player comes back
    # while Eve looks, the seat of Russia is hers, and she cannot have two
    eve = newcomer(house, "Eve")
    eve.post(take, seat="russia")
    assert eve.post(take, 409, seat="turkey")["key"] == "problem.seat.not_open"
    assert house.person("Gil").post(take, 422, seat="narnia")["key"] == "problem.table.no_seat"
    assert house.person("Gil").post(take, 409, seat="russia")["key"] == "problem.seat.not_open"


def test_no_one_takes_over_many_seats_in_a_short_time(house: House) -> None:
    """Each of them has letters to read."""
    table = two_at(house)[2]
    eve = newcomer(house, "Eve")
    for status in [*[409] * 10, 429]:
        eve.post(path(table, "takeover"), status, seat="liberal")


def test_of_two_who_take_a_seat_at_once_one_gets_it(house: House) -> None:
    _, table = left_by_turkey(house)
    both, start = [newcomer(house, "Eve"), newcomer(house, "Fay")], Barrier(2)

    def take(person: Person) -> int:
        start.wait()
        headers = {"x-csrf-token": person.csrf}
        body = {"seat": "turkey"}
        return person.client.post(path(table, "takeover"), json=body, headers=headers).status_code

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(take, both)) == [200, 409]


def test_a_game_that_is_over_has_no_seats_to_take(house: House) -> None:
    """Of two players the one who leaves has a caretaker too."""
    anna, bert, table = two_at(house)
    bert.post(path(table, "leave"), seat="liberal")
    eve = newcomer(house, "Eve")
    assert listed(eve) == [table["id"]]
    anna.post(path(table, "concede"), seat="authoritarian")
    assert listed(eve) == []
    assert eve.post(path(table, "takeover"), 409, seat="liberal")["key"] == "problem.table.over"
    assert lobby_entry(anna, table)["seats"]["liberal"]["takeover_since"] is None


def test_a_newcomer_hosts_a_table_that_all_have_left(house: House) -> None:
    anna, bert, table = two_at(house)
    for person, seat in ((anna, "authoritarian"), (bert, "liberal")):
        person.post(path(table, "leave"), seat=seat)
    eve = newcomer(house, "Eve")
    assert eve.post(path(table, "takeover"), seat="liberal")["host"]
