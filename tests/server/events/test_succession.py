"""What deleted accounts leave behind, and who was removed from a club."""

from __future__ import annotations

import pytest

from tests.server.events.test_events import PASSWORD, create, entered, member
from tests.server.people import House, Person
from tests.server.test_moderation import moderator

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def keys_of(person: Person) -> list[str]:
    return [each["key"] for each in person.get("/api/me/notifications")]


def delete(person: Person) -> None:
    person.request("DELETE", "/api/me", {"password": PASSWORD}, 204)


def test_a_club_without_its_owner_gets_another(house: House) -> None:
    anna, bert, carl = (member(house, name) for name in ("Anna", "Bert", "Carl"))
    path = f"/api/clubs/{anna.request('POST', '/api/clubs', {'name': 'Concert'}, 201)['id']}"
    bert.post(f"{path}/join")
    carl.post(f"{path}/join")
    anna.post(f"{path}/role", name="Carl", role="director")
    event = create(anna, club=path.rpartition("/")[2])
    delete(anna)
    assert {each["name"]: each["role"] for each in bert.get(path)["people"]} == {
        "Carl": "owner",
        "Bert": "member",
    }
    assert carl.get(event)["is_director"]
    assert carl.get(event)["owner"] == "Carl"
    assert {"notice.club_owner", "notice.tournament_directs"} <= set(keys_of(carl))
    delete(carl)
    assert bert.get(path)["role"] == "owner"
    assert bert.get(event)["is_director"]
    delete(bert)
    house.person("Dora").get(path, 404)


def test_an_event_without_a_director_is_called_off(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    anna.post(f"{event}/adjourn", round=1, board=1)
    table = f"/api/tables/{board['table']}"
    assert players[0].get(table)["paused"]
    delete(anna)
    assert players[0].get(event)["status"] == "cancelled"
    assert "notice.tournament_cancelled" in keys_of(players[0])
    assert not players[0].get(table)["paused"]  # no one else could let it continue


def test_who_is_banned_for_ever_leaves_events_and_clubs_to_others(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    mona = moderator(house)
    path = f"/api/clubs/{anna.request('POST', '/api/clubs', {'name': 'Concert'}, 201)['id']}"
    bert.post(f"{path}/join")
    event = create(anna, club=path.rpartition("/")[2])
    sanctions = f"/api/moderation/people/{anna.id}/sanctions"
    for days, owner in ((7, "Anna"), (None, "Bert")):
        mona.post(sanctions, 201, kind="ban", reason="spam", days=days)
        assert bert.get(event)["owner"] == owner
    carl = member(house, "Carl")
    carl.post(f"{path}/join")
    roles = {each["name"]: each["role"] for each in carl.get(path)["people"]}
    assert roles == {"Anna": "member", "Bert": "owner", "Carl": "member"}
    bert.post(f"{path}/leave", 204)
    assert carl.get(path)["role"] == "owner"


def test_no_one_is_bound_to_own_a_club(house: House) -> None:
    anna, bert, carl = (member(house, name) for name in ("Anna", "Bert", "Carl"))
    path = f"/api/clubs/{anna.request('POST', '/api/clubs', {'name': 'Concert'}, 201)['id']}"
    for each in (bert, carl):
        each.post(f"{path}/join")
    carl.request("PUT", f"/api/me/people/{anna.id}", {"block": True})
    for role in ("owner", "director"):
        anna.post(f"{path}/role", 409, name="Carl", role=role)
    anna.post(f"{path}/role", name="Bert", role="owner")
    assert "notice.club_role_owner" in keys_of(bert)
    anna.post(f"{path}/leave", 204)
    bert.post(f"{path}/leave", 204)
    assert carl.get(path)["role"] == "owner"


def test_who_was_removed_from_a_club_does_not_come_back_unasked(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    path = f"/api/clubs/{anna.request('POST', '/api/clubs', {'name': 'Concert'}, 201)['id']}"
    link = anna.post(f"{path}/invitation")["token"]
    bert.post(f"{path}/join", token=link)
    anna.post(f"{path}/role", name="Bert", role=None)
    assert anna.get(path)["barred"] == ["Bert"]
    assert bert.get(path)["barred"] == []
    for body in ({}, {"token": link}):
        assert bert.post(f"{path}/join", 403, **body)["key"] == "problem.club.barred"
    bert.post(f"{path}/let-back", 403, name="Bert")
    assert bert.get("/api/me/export")["barred_from"] == [path.rpartition("/")[2]]
    assert anna.post(f"{path}/let-back", name="Bert")["barred"] == []
    assert bert.post(f"{path}/join", token=link)["role"] == "member"
    bert.post(f"{path}/leave", 204)  # who leaves may return
    assert bert.post(f"{path}/join")["role"] == "member"
