"""Following, blocking and avoiding people; who is online; invitations and challenges."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import update

from entente.server.http.limits import limit_of
from entente.server.http.routes.people import READS
from entente.server.live.challenges import end_expired
from entente.server.problem import Problem
from entente.server.storage.models import Invitation, User
from entente.server.tables.invitations import MOST_FROM_ONE
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

PASSWORD = "correct horse"
CLASSIC = {"kind": "correspondence", "hours": 24}


@pytest.fixture
def people(house: House) -> list[Person]:
    """Ann, Ben and Cem, with registered names."""
    found = [house.person(name) for name in ("Ann", "Ben", "Cem")]
    for person, name in zip(found, ("Ann", "Ben", "Cem"), strict=True):
        person.post("/api/register", name=name, password=PASSWORD)
    return found


def change(person: Person, other: Person, status: int = 200, **wanted: bool) -> Json:
    changed: Json = person.request("PUT", f"/api/me/people/{other.id}", wanted, status)
    return changed


def notices(person: Person, key: str) -> list[str]:
    response = person.get("/api/me/notifications")
    return [each["text"] for each in response if each["key"] == f"notice.{key}"]


def duel(person: Person, **more: Any) -> Json:
    return person.table("turmoil", seats={"liberal": "me"}, **more)


def join(person: Person, table: Json, status: int = 200) -> Json:
    path = f"/api/tables/{table['id']}/join"
    answer: Json = person.request("POST", path, {"seat": "authoritarian"}, status)
    return answer


def test_follow_by_name_and_see_who_is_online(house: House, people: list[Person]) -> None:
    ann, ben, _ = people
    response = ann.post("/api/me/people", name="ben", follow=True)
    assert response["id"] == ben.id
    assert response["followed"]
    assert not response["online"]
    services = house.app.state.services
    house.call(services.last_seen.store)
    assert ann.get("/api/me/people")["people"][0]["online"] is True
    ben.request("PATCH", "/api/me", {"preferences": {"shows_online": False}})
    assert ann.get("/api/me/people")["people"][0]["online"] is None
    # The time is stored at most once a minute.
    with services.sessions.begin() as session:
        session.execute(update(User).values(seen=1))
    ben.get("/api/me")
    house.call(services.last_seen.store)
    ben.request("PATCH", "/api/me", {"preferences": {"shows_online": True}})
    assert ann.get("/api/me/people")["people"][0]["online"] is False
    assert change(ann, ben, follow=False)["followed"] is False
    assert ann.get("/api/me/people")["people"] == []


def test_public_tables_of_followed_people_are_listed_but_no_anonymous_ones(
    people: list[Person],
) -> None:
    ann, ben, _ = people
    change(ann, ben, follow=True)
    shown = duel(ben)
    duel(ben, anonymous=True)
    duel(ben, private=True)
    response = ann.get("/api/me/people")
    assert response["tables"] == {str(ben.id): [shown["id"]]}
    assert [each["id"] for each in response["table_infos"]] == [shown["id"]]


def test_no_one_copies_the_list_of_accounts(house: House, people: list[Person]) -> None:
    ann, ben, _ = people
    limit = limit_of(house.app, *READS, "profiles")
    with suppress(Problem):
        for _ in range(2 * READS[0]):
            limit.take("testclient")
    answers = {ann.client.get(f"/api/me/people/{ben.id}").status_code for _ in range(5)}
    assert 429 in answers  # a use is given back each second


def test_a_person_who_wants_no_followers_loses_them(people: list[Person]) -> None:
    ann, ben, _ = people
    change(ann, ben, follow=True)
    ben.request("PATCH", "/api/me", {"preferences": {"can_be_followed": False}})
    assert ann.get("/api/me/people")["people"] == []
    refusal = change(ann, ben, 409, follow=True)
    assert "cannot be followed" in str(refusal)
    # A block is refused in the same words.
    ben.request("PATCH", "/api/me", {"preferences": {"can_be_followed": True}})
    change(ben, ann, block=True)
    assert change(ann, ben, 409, follow=True) == refusal


def test_bad_requests_about_people_are_refused(people: list[Person]) -> None:
    ann, ben, _ = people
    change(ann, ann, 422, follow=True)
    ann.request("PUT", f"/api/me/people/{2**31 - 1}", {"follow": True}, 404)
    ann.request("PUT", "/api/me/people/0", {"follow": True}, 422)
    change(ann, ben, block=True)
    change(ann, ben, 409, follow=True)
    assert change(ann, ben)["blocked"] is True
    assert change(ann, ben, block=False, follow=True)["followed"] is True
    assert change(ann, ben, block=True) | {"followed": False} == change(ann, ben)


def test_a_block_keeps_people_from_each_others_tables(people: list[Person]) -> None:
    ann, ben, cem = people
    change(ann, ben, follow=True)
    change(ben, ann, follow=True)
    change(ann, ben, block=True)
    assert ben.get("/api/me/people")["people"] == []
    assert not notices(ben, "invited")
    refused = join(ben, duel(ann), 403)
    assert join(ann, duel(ben), 403) == refused
    assert "block" not in str(refused).lower()
    join(cem, duel(ann))
    # Also by a link that offers a seat.
    table = duel(cem)
    join(ann, table)
    offer = f"/api/tables/{table['id']}/offer"
    token = cem.post(offer, seat="liberal")["token"]
    assert ben.request("POST", f"/api/tables/{table['id']}/take", {"token": token}, 403) == refused
    change(ann, ben, block=False)
    join(ben, duel(ann))


def test_a_block_is_no_means_to_find_out_who_sits_at_an_anonymous_table(
    people: list[Person],
) -> None:
    ann, ben, _ = people
    table = duel(ben, anonymous=True)
    change(ann, ben, block=True)
    listed = [each["table"]["id"] for each in ann.get("/api/lobby")["tables"]]
    assert table["id"] in listed
    join(ann, table)
    # Neither does the blocked person learn where the blocking one sits.
    own = duel(ann, anonymous=True)
    assert own["id"] in str(ben.get("/api/lobby"))
    join(ben, own)


def test_an_invitation_is_no_means_to_find_out_who_sits_at_an_anonymous_table(
    people: list[Person],
) -> None:
    ann, ben, cem = people
    table = ann.table("diplomacy", seats={"england": "me"}, anonymous=True)
    ben.sit(table, "france")
    # The answer is the same for a person who sits there and for one who does not.
    assert invite(ann, table, ben) == invite(ann, table, cem)
    answer(ben, ben.get("/api/me/invitations")[0], "accept", 409)
    answer(cem, cem.get("/api/me/invitations")[0], "accept", 200)
    assert not notices(ann, "accepted")


def test_people_who_block_each_other_get_no_rematch(people: list[Person]) -> None:
    ann, ben, _ = people
    table = duel(ann)
    join(ben, table)
    change(ben, ann, block=True)
    path = f"/api/tables/{table['id']}"
    ann.post(f"{path}/concede", seat="liberal")
    ann.post(f"{path}/rematch")
    assert not notices(ben, "rematch")
    ben.request("POST", f"{path}/rematch", {}, 403)


def test_a_mute_hides_messages_and_notices_and_loses_none(people: list[Person]) -> None:
    ann, ben, _ = people
    table = duel(ann)
    join(ben, table)
    path = f"/api/tables/{table['id']}/chat"
    mute = {"seat": "liberal", "player": "authoritarian", "muted": True}

    def write(text: str) -> None:
        ben.request("POST", path, {"seat": "authoritarian", "text": text}, 201)

    def unread() -> int:
        return sum(each["unread"] for each in ann.get(path)["conversations"])

    write("zero")
    assert len(notices(ann, "public_letter")) == 1
    ann.post("/api/me/notifications/read", status=204)
    ann.request("POST", f"{path}/read", {"seat": "liberal", "number": 1}, 204)
    ann.request("PUT", f"{path}/mute-player", mute, 204)
    write("one")
    assert len(notices(ann, "public_letter")) == 1
    assert unread() == 0
    response = ann.get(path)
    assert response["muted"] == ["authoritarian"]
    assert [each["text"] for each in response["messages"]] == ["zero", "one"]
    assert ben.get(path)["muted"] == []  # and no word of it to the other
    ann.request("PUT", f"{path}/mute-player", mute | {"muted": False}, 204)
    assert unread() == 1
    # A block does the same in a game that is under way, and refuses nothing.
    change(ann, ben, block=True)
    write("two")
    assert len(notices(ann, "public_letter")) == 1
    response = ann.get(path)
    assert (response["muted"], response["blocked"]) == ([], ["authoritarian"])
    assert [each["text"] for each in response["messages"]] == ["zero", "one", "two"]
    ann.request("PUT", f"{path}/mute-player", mute | {"player": "liberal"}, 422)
    ann.request("PUT", f"{path}/mute-player", mute | {"player": "nobody"}, 422)


def test_a_mute_ends_with_the_person_in_the_seat(people: list[Person]) -> None:
    ann, ben, cem = people
    table = duel(ann)
    join(ben, table)
    path = f"/api/tables/{table['id']}"
    mute = {"seat": "liberal", "player": "authoritarian", "muted": True}
    ann.request("PUT", f"{path}/chat/mute-player", mute, 204)
    token = ben.post(f"{path}/offer", seat="authoritarian")["token"]
    cem.post(f"{path}/take", token=token)
    assert ann.get(f"{path}/chat")["muted"] == []
    cem.request("POST", f"{path}/chat", {"seat": "authoritarian", "text": "hello"}, 201)
    assert len(notices(ann, "public_letter")) == 1


# -- invitations


def invite(person: Person, table: Json, other: Person, status: int = 204) -> Any:
    path = f"/api/tables/{table['id']}/invite"
    return person.request("POST", path, {"user": other.id}, status)


def answer(person: Person, made: Json, word: str, status: int) -> Any:
    return person.request("POST", f"/api/me/invitations/{made['id']}/{word}", {}, status)


def test_an_invitation_is_accepted_with_one_request(people: list[Person]) -> None:
    ann, ben, cem = people
    table = ann.table("diplomacy", seats={"england": "me"})
    invite(ann, table, ben)
    invite(ann, table, ben)  # once is enough
    (made,) = ben.get("/api/me/invitations")
    assert made["by"] == "Ann"
    assert made["table"]["id"] == table["id"]
    assert not made["challenge"]
    assert notices(ben, "invited")
    assert "Ann" in notices(ben, "invited")[0]
    answer(cem, made, "accept", 404)
    seats = answer(ben, made, "accept", 200)["seats"]
    assert seats["austria"]["me"]
    assert notices(ann, "accepted")
    answer(ben, made, "accept", 404)
    invite(ann, table, ben, 409)  # has a seat
    invite(cem, table, cem, 403)  # is no host, and has no seat
    # The host's invitation lets a removed player return.
    ann.post(f"/api/tables/{table['id']}/kick", seat="austria")
    invite(ann, table, ben)
    answer(ben, ben.get("/api/me/invitations")[0], "accept", 200)


def test_an_invitation_sends_no_links_of_a_stranger(people: list[Person]) -> None:
    """Mail programs make links of addresses, and anyone may invite."""
    ann, ben, _ = people
    title = "Pay at https://evil.example/login, or ann@evil.example"
    invite(ann, duel(ann, title=title), ben)
    (text,) = notices(ben, "invited")
    assert "evil." in text
    assert "evil.example" not in text
    assert "https://evil" not in text
    assert "ann@evil" not in text


def test_only_the_host_lets_a_removed_player_return(people: list[Person]) -> None:
    ann, ben, cem = people
    table = ann.table("diplomacy", seats={"england": "me"})
    ben.sit(table, "france")
    # An invitation from before the removal is withdrawn with it.
    invite(ann, table, cem)
    cem.sit(table, "austria")
    ann.post(f"/api/tables/{table['id']}/kick", seat="austria")
    assert cem.get("/api/me/invitations") == []
    invite(ben, table, cem, 403)
    invite(ann, table, cem)
    answer(cem, cem.get("/api/me/invitations")[0], "accept", 200)


def test_invitations_are_refused_alike_for_a_block_and_for_a_preference(
    people: list[Person],
) -> None:
    ann, ben, _ = people
    table = duel(ann)
    ben.request("PATCH", "/api/me", {"preferences": {"invited_by": "no_one"}})
    refusal = invite(ann, table, ben, 409)
    ben.request("PATCH", "/api/me", {"preferences": {"invited_by": "followed"}})
    assert invite(ann, table, ben, 409) == refusal
    change(ben, ann, follow=True)
    invite(ann, table, ben)
    ben.request("PATCH", "/api/me", {"preferences": {"invited_by": "anyone"}})
    change(ben, ann, block=True)
    assert ben.get("/api/me/invitations") == []
    assert invite(ann, table, ben, 409) == refusal
    challenge = {"user": ben.id, "game": "turmoil"}
    assert ann.request("POST", "/api/challenges", challenge, 409) == refusal


def test_a_guest_invites_only_people_who_follow_them(house: House, people: list[Person]) -> None:
    """Guests are made without effort, and a person has fifty places for invitations."""
    _, ben, _ = people
    guest = house.person("Gil")
    table = duel(guest)
    assert invite(guest, table, ben, 403)["key"] == "problem.person.guest_invitation"
    challenge = {"user": ben.id, "game": "turmoil"}
    assert guest.request("POST", "/api/challenges", challenge, 403)["key"] == (
        "problem.person.guest_invitation"
    )
    change(ben, guest, follow=True)
    invite(guest, table, ben)
    assert len(ben.get("/api/me/invitations")) == 1


def test_one_person_takes_few_places_among_the_invitations(
    house: House, people: list[Person]
) -> None:
    ann, ben, cem = people
    for _ in range(MOST_FROM_ONE):
        invite(ann, duel(ann), ben)
    house.app.state.limits.clear()  # a day later
    assert invite(ann, duel(ann), ben, 409)["key"] == "problem.person.most_from_one"
    invite(cem, duel(cem), ben)


def test_a_challenge_starts_the_game_when_it_is_accepted(people: list[Person]) -> None:
    ann, ben, _ = people
    body = {"user": ben.id, "game": "turmoil", "seat": "liberal", "time_control": CLASSIC}
    body["rated"] = True
    table = ann.request("POST", "/api/challenges", body, 201)
    assert table["private"]
    assert table["rated"]
    assert table["seats"]["liberal"]["me"]
    (made,) = ben.get("/api/me/invitations")
    assert made["challenge"]
    assert notices(ben, "challenged")
    assert answer(ben, made, "accept", 200)["status"] == "playing"
    for seat in (None, "nowhere"):
        wrong = body | {"game": "whist" if seat is None else "turmoil", "seat": seat}
        ann.request("POST", "/api/challenges", wrong, 422)


def test_a_challenge_that_is_declined_or_expires_closes_its_table(
    house: House, people: list[Person]
) -> None:
    ann, ben, _ = people
    services = house.app.state.services

    def challenge() -> Json:
        body = {
            "user": ben.id,
            "game": "attrition",
            "time_control": {"kind": "live", "minutes": 30, "increment": 5},
        }
        made: Json = ann.request("POST", "/api/challenges", body, 201)
        return made

    def status(table: Json) -> str:
        return str(ann.get(f"/api/tables/{table['id']}")["status"])

    table = challenge()
    answer(ben, ben.get("/api/me/invitations")[0], "decline", 204)
    assert status(table) == "over"
    assert notices(ann, "declined")
    table = challenge()
    (made,) = ben.get("/api/me/invitations")
    with services.sessions.begin() as session:
        session.execute(update(Invitation).values(expires=int(services.clock())))
    answer(ben, made, "accept", 404)
    house.call(end_expired, services.rooms, services.hub, services.clock())
    assert status(table) == "over"
    assert len(notices(ann, "challenge_expired")) == 1


def test_one_person_cannot_flood_another_with_challenges(people: list[Person]) -> None:
    ann, ben, _ = people
    body = {"user": ben.id, "game": "turmoil"}
    for _ in range(6):
        ann.request("POST", "/api/challenges", body, 201)
    ann.request("POST", "/api/challenges", body, 429)


# -- data


def test_export_and_deletion_cover_people_and_invitations(people: list[Person]) -> None:
    ann, ben, cem = people
    change(ann, ben, block=True)
    change(ann, cem, follow=True, avoid=True)
    table = duel(ann)
    invite(ann, table, cem)
    mine = ann.get("/api/me/export")
    kinds = sorted((each["kind"], each["name"]) for each in mine["people"])
    assert kinds == [("avoid", "Cem"), ("block", "Ben"), ("follow", "Cem")]
    assert [each["received"] for each in mine["invitations"]] == [False]
    theirs = ben.get("/api/me/export")
    assert theirs["people"] == []
    assert "Ann" not in str(theirs)
    cem.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    assert [each["name"] for each in ann.get("/api/me/people")["people"]] == ["Ben"]
    assert ann.get("/api/me/export")["invitations"] == []
