"""Consent in events: no one is entered, replaced or held to changed terms without a yes."""

from __future__ import annotations

import re

import pytest

from tests.server.events.test_events import CUP, boards_of, create, entered, member, play, serve
from tests.server.people import House, Json, Person, SetClock

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def asked(person: Person) -> list[Json]:
    found: list[Json] = person.get("/api/me/member-invitations")
    return found


def answer(person: Person, what: str, status: int = 204) -> None:
    (one,) = asked(person)
    person.post(f"/api/me/member-invitations/{one['id']}/{what}", status)


def keys_of(person: Person) -> list[str]:
    return [each["key"] for each in person.get("/api/me/notifications")]


def acts(person: Person, event: str) -> list[tuple[str, str | None]]:
    return [(each["act"], each["by"]) for each in person.get(f"{event}/log")]


def test_who_is_entered_by_name_is_asked(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    event = create(anna, {"rated": True})
    entered(house, event, 2)
    info = anna.post(f"{event}/add", name="Bert")
    assert len(info["people"]) == 2
    assert [(each["name"], each["kind"]) for each in info["invited"]] == [("Bert", "entry")]
    anna.post(f"{event}/add", 409, name="Bert")  # once is enough
    assert bert.get(event)["invited"] == []  # for directors
    (mine,) = bert.get(event)["my_invitations"]
    assert mine | {"id": "", "created": 0, "expires": 0, "by_id": 0} == {
        "id": "",
        "kind": "entry",
        "by": "Anna",
        "by_id": 0,
        "name": "Spring Cup",
        "event": event.removeprefix("/api/events/"),
        "study": None,
        "entry": None,
        "other": None,
        "detail": "",
        "created": 0,
        "expires": 0,
    }
    anna.post(f"{event}/round")
    assert len(anna.get(event)["people"]) == 2  # who has not answered is not paired
    answer(bert, "accept")
    assert bert.get(event)["my_entry"] == 3
    assert "notice.member_accepted" in keys_of(anna)
    assert asked(bert) == []
    assert all(each["read"] for each in bert.get("/api/me/notifications"))


def test_who_declines_is_not_entered_and_may_be_asked_no_more_than_a_few_times(
    house: House,
) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    event = create(anna)
    for _ in range(6):
        anna.post(f"{event}/add", name="Bert")
        answer(bert, "decline")
    anna.post(f"{event}/add", 429, name="Bert")
    assert anna.get(event)["people"] == []
    assert keys_of(bert).count("notice.tournament_invited") == 6


def test_an_invitation_is_taken_back_and_ends_with_a_block(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    event = create(anna, privacy="private")
    bert.get(event, 404)
    (one,) = anna.post(f"{event}/add", name="Bert")["invited"]
    assert bert.get(event)["name"] == "Spring Cup"
    anna.request("DELETE", f"{event}/invitations/{one['invitation']}", None, 200)
    bert.get(event, 404)
    anna.post(f"{event}/add", name="Bert")
    bert.request("PUT", f"/api/me/people/{anna.id}", {"block": True})
    assert asked(bert) == []
    bert.get(event, 404)


def test_names_of_events_and_studies_are_no_links(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    event = create(anna, name="www.evil.example https://evil.example")
    anna.post(f"{event}/add", name="Bert")
    study = anna.post("/api/studies", 201, title="a@evil.example", privacy="private")["id"]
    anna.post(f"/api/studies/{study}/members", name="Bert", role="reader")
    texts = [each["text"] for each in bert.get("/api/me/notifications")]
    assert len(texts) == 2
    for text in texts:
        assert "evil." in text
        assert not re.search(r"evil\.e|://\S|@\S|www\.\S", text)


def test_a_blocked_director_does_not_write_by_the_name_of_an_event(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1})
    players = entered(house, event, 2)
    players[0].request("PUT", f"/api/me/people/{anna.id}", {"block": True})
    change(anna, event, name="You wretch", counted=1)
    for _ in range(3):  # and it does not ring all day
        anna.post(f"{event}/adjust", entry=1, points=1)
    anna.post(f"{event}/round")
    told = players[0].get("/api/me/notifications")
    told = [each for each in told if each["key"].startswith("notice.tournament")]
    assert sorted(each["key"] for each in told) == [
        "notice.tournament_corrected",
        "notice.tournament_round",
        "notice.tournament_terms",
    ]
    assert not any("wretch" in each["text"] for each in told)
    assert any("wretch" in each["text"] for each in players[1].get("/api/me/notifications"))


def test_directors_do_not_take_over_an_entry(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    players = entered(house, event, 4)
    info = anna.post(f"{event}/substitute", entry=1, name="Anna")
    assert info["people"][0]["name"] == "Player 1"
    answer(players[0], "decline")
    anna.post(f"{event}/round")
    anna.post(f"{event}/withdraw", entry=1)  # not even of one who was withdrawn
    info = anna.post(f"{event}/substitute", entry=1, name="Anna")
    assert info["people"][0]["name"] == "Player 1"
    answer(players[0], "accept")
    assert anna.get(event)["people"][0]["name"] == "Anna"
    assert ("substituted_gone", "Anna") in acts(anna, event)


def test_a_substitute_needs_both_to_agree(house: House) -> None:
    anna, late = member(house, "Anna"), member(house, "Late")
    event = create(anna)
    players = entered(house, event, 4)
    anna.post(f"{event}/round")
    anna.post(f"{event}/substitute", entry=2, name="Late")
    (giving,) = asked(players[1])
    assert (giving["kind"], giving["other"]) == ("give_up", "Late")
    answer(late, "accept")
    assert asked(late) == []
    assert anna.get(event)["people"][1]["name"] == "Player 2"
    answer(players[1], "accept")
    assert anna.get(event)["people"][1]["name"] == "Late"
    assert ("substituted", "Anna") in acts(anna, event)


def test_one_no_ends_a_substitution(house: House) -> None:
    anna, late = member(house, "Anna"), member(house, "Late")
    event = create(anna)
    players = entered(house, event, 2)
    anna.post(f"{event}/substitute", entry=2, name="Late")
    answer(late, "accept")
    answer(players[1], "decline")
    assert anna.get(event)["invited"] == []
    assert anna.get(event)["people"][1]["name"] == "Player 2"
    assert "notice.member_stays" in keys_of(anna)


def test_a_vanished_player_is_replaced_by_a_willing_one(house: House) -> None:
    anna, late = member(house, "Anna"), member(house, "Late")
    event = create(anna)
    players = entered(house, event, 4)
    for board in boards_of(anna.post(f"{event}/round"), 1):
        play(players, board, None)
    serve(house)
    anna.post(f"{event}/withdraw", entry=3)
    assert "notice.tournament_withdrawn" in keys_of(players[2])
    anna.post(f"{event}/substitute", entry=3, name="Late")
    assert asked(players[2]) == []
    answer(late, "accept")
    line = anna.get(event)["people"][2]
    assert (line["name"], line["active"]) == ("Late", True)
    assert ("substituted_gone", "Anna") in acts(anna, event)


def change(
    director: Person, event: str, status: int = 200, name: str = "Spring Cup", **settings: object
) -> Json:
    info = director.get(event)
    body = {
        **{key: info[key] for key in ("game", "format", "about", "privacy", "starts")},
        "name": name,
        "settings": {**info["settings"], **settings},
    }
    changed: Json = director.request("PATCH", event, body, status)
    return changed


def test_changed_terms_are_told_and_wait_for_the_end_of_the_round(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 2})
    change(anna, event, rated=True)  # no one has entered
    players = entered(house, event, 2)
    change(anna, event, automatic=True)  # no term
    change(anna, event, automatic=False)
    assert "notice.tournament_terms" not in keys_of(players[0])
    change(anna, event, counted=1)
    change(anna, event, counted=2)
    assert keys_of(players[0]).count("notice.tournament_terms") == 1  # until it is read
    info = anna.post(f"{event}/round")
    for terms in ({"rated": False}, {"bye_points": 0.0}, {"counted": 1}, {"chat": "none"}):
        assert change(anna, event, 409, **terms)["key"] == "problem.tournament.terms"
    for board in boards_of(info, 1):
        play(players, board, None)
    serve(house)
    players[0].post("/api/me/notifications/read", 204, ids=None)
    change(anna, event, counted=1)
    assert keys_of(players[0]).count("notice.tournament_terms") == 2
    players[0].post(f"{event}/withdraw")


@pytest.mark.own_house
def test_players_have_an_hour_to_leave_before_they_are_held_to_harsher_terms(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, guest = member(house, "Anna"), member(house, "Gerda")
    event = create(anna, format="round_robin")
    entered(house, event, 3)
    anna.post(f"{event}/add", name="Gerda")
    pace = {"kind": "live", "minutes": 1, "increment": 0}
    change(anna, event, rated=True, time_control=pace)
    assert "notice.tournament_terms" in keys_of(guest)  # who is invited should know, too
    refused = anna.post(f"{event}/round", 409)
    assert (refused["key"], refused["args"]) == ("problem.tournament.terms_new", {"minutes": 60})
    clock.go_on(minutes=59)
    assert anna.post(f"{event}/round", 409)["args"] == {"minutes": 1}
    clock.go_on(minutes=1)
    anna.post(f"{event}/round")


@pytest.mark.own_house
def test_no_event_starts_before_its_time(house: House, clock: SetClock) -> None:
    start = int(clock.stop())
    anna = member(house, "Anna")
    event = create(anna, starts=start + 86_400)
    entered(house, event, 2)
    assert anna.post(f"{event}/round", 409)["key"] == "problem.tournament.early"
    info = anna.get(event)
    described = {key: info[key] for key in ("name", "game", "format", "settings")}
    anna.request("PATCH", event, {**described, "starts": None})
    anna.request("PATCH", event, {**described, "starts": start + 1})
    clock.go_on(seconds=2)
    assert anna.post(f"{event}/round", 409)["key"] == "problem.tournament.terms_new"
    clock.go_on(hours=1)
    anna.post(f"{event}/round")


def test_a_rated_live_event_of_two_is_lost_on_time(house: House) -> None:
    anna = member(house, "Anna")
    pace = {"kind": "live", "minutes": 5, "increment": 0}
    settings = {"rated": True, "time_control": pace, "on_timeout": "wait"}
    refused = anna.request("POST", "/api/events", {**CUP, "settings": settings}, 422)
    assert refused["key"] == "problem.rating.wait"


def test_no_one_is_bound_to_changed_terms_of_a_round_robin(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, format="round_robin")
    players = entered(house, event, 4)
    for board in boards_of(anna.post(f"{event}/round"), 1):
        play(players, board, None)
    serve(house)
    assert change(anna, event, 409, rated=True)["key"] == "problem.tournament.terms"
