"""Tables of a club: members sit down, others do not, and a private club's table is hidden."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import delete
from starlette.websockets import WebSocketDisconnect

from entente.server.storage.models import Club, ClubMember
from tests.server.people import House, Json, Live, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
PASSWORD = "correct horse battery"
TITLE = "Hidden Title"


def member(house: House, name: str) -> Person:
    person = house.person(name)
    person.post("/api/register", name=name, password=PASSWORD)
    return person


def club_of(owner: Person, *others: Person, privacy: str = "public") -> str:
    body = {"name": "Chess Café", "privacy": privacy}
    club = str(owner.request("POST", "/api/clubs", body, 201)["id"])
    token = owner.post(f"/api/clubs/{club}/invitation")["token"]
    for each in others:
        each.post(f"/api/clubs/{club}/join", token=token)
    return club


def table_of(host: Person, club: str) -> Json:
    wanted: Json = {"title": TITLE, "seats": {"central": "me"}, "club": club}
    return host.table("attrition", **wanted, starts_when_full=False)


def test_members_sit_down_and_others_do_not(house: House) -> None:
    anna, ben, eve = (member(house, name) for name in ("Anna", "Ben", "Eve"))
    club = club_of(anna, ben)
    table = table_of(anna, club)
    path = f"/api/tables/{table['id']}"
    assert (table["club_id"], table["private"], table["rated"]) == (club, True, False)
    # one sees it by its address, as any private table, but does not sit down
    assert eve.get(path)["club_id"] == club
    eve.post(f"{path}/join", 403, seat="entente")
    link = anna.post(f"{path}/offer", seat="central")["token"]
    eve.post(f"{path}/take", 403, token=link)
    assert [chair["user"] for chair in eve.get(path)["seats"].values()].count(None) == 1
    # it is on the page of the club, and in no public list
    assert [each["id"] for each in ben.get(f"/api/clubs/{club}/tables")] == [table["id"]]
    eve.get(f"/api/clubs/{club}/tables", 403)
    assert eve.get("/api/tables") == []
    ben.sit(table, "entente")
    # strangers create no tables of the club
    eve.request("POST", "/api/tables", {"game": "attrition", "club": club}, 403)
    eve.request("POST", "/api/tables", {"game": "attrition", "club": "nonsense"}, 404)


def test_who_leaves_the_club_plays_on(house: House) -> None:
    anna, ben, carl = (member(house, name) for name in ("Anna", "Ben", "Carl"))
    club = club_of(anna, ben, carl, privacy="private")
    running, waiting = table_of(anna, club), table_of(anna, club)
    ben.sit(running, "entente")
    anna.post(f"/api/tables/{running['id']}/start")
    anna.post(f"/api/clubs/{club}/role", name="Ben", role=None)
    carl.request("POST", f"/api/clubs/{club}/leave", {}, 204)
    assert ben.get(f"/api/tables/{running['id']}")["seats"]["entente"]["me"]
    with ben.live(running) as live:
        assert live.state["status"] == "playing"
    carl.get(f"/api/tables/{running['id']}", 404)
    ben.post(f"/api/tables/{waiting['id']}/join", 404, seat="entente")
    # a rematch stays with the club: it is for members
    ben.post(f"/api/tables/{running['id']}/concede", seat="entente")
    ben.post(f"/api/tables/{running['id']}/rematch", 403)
    again = anna.post(f"/api/tables/{running['id']}/rematch")
    assert again["club_id"] == club
    ben.post(f"/api/tables/{running['id']}/rematch", 403)
    assert {each["id"] for each in anna.get(f"/api/clubs/{club}/tables")} == {
        waiting["id"],
        again["id"],
    }


def test_a_spectator_who_leaves_a_private_club_sees_no_more(house: House) -> None:
    anna, ben = member(house, "Anna"), member(house, "Ben")
    club = club_of(anna, ben, privacy="private")
    table = table_of(anna, club)
    with ben.live(table) as live:
        assert live.state["status"] == "open"
        ben.request("POST", f"/api/clubs/{club}/leave", {}, 204)
        anna.post(f"/api/tables/{table['id']}/fill", seat="entente", computer="random")
        with pytest.raises(WebSocketDisconnect):
            hear_nothing_of("random", live)


def hear_nothing_of(secret: str, live: Live) -> None:
    while True:
        assert secret not in live.socket.receive_text()


def routes(house: House) -> Iterator[tuple[str, str]]:
    for route in house.app.routes:
        if isinstance(route, APIRoute) and "{table_id}" in route.path:
            yield from ((method, route.path) for method in route.methods or ())


def test_a_private_clubs_table_is_invisible_on_every_route(house: House) -> None:
    anna, ben, eve = (member(house, name) for name in ("Anna", "Ben", "Eve"))
    club = club_of(anna, ben, privacy="private")
    table = table_of(anna, club)
    offer = anna.post(f"/api/tables/{table['id']}/offer", seat="central")["token"]
    values = {"table_id": table["id"], "number": 0, "message_id": 1, "proposal_id": 1}
    asked = 0
    for who in (eve, house.person(None)):
        for method, path in routes(house):
            house.app.state.limits.clear()
            address = path.format_map({**dict.fromkeys(_names(path), 1), **values})
            headers = {"x-csrf-token": who.csrf} if who.csrf else {}
            body = {"token": offer, "seat": "central"}
            answer = who.client.request(
                method, address, headers=headers, json=None if method == "GET" else body
            )
            assert answer.status_code in (404, 401), (method, path, answer.text)
            assert TITLE not in answer.text
            assert "Anna" not in answer.text
            asked += 1
        with pytest.raises(WebSocketDisconnect), who.live(table) as live:
            assert TITLE not in str(live.state)
        found = [f"/api/boards?tables={table['id']}", "/api/tables", "/api/lobby"]
        found += ["/api/people/Anna", f"/tables/{table['id']}"]
        for address in found:
            assert TITLE not in who.client.get(address).text, address
    assert asked > 60
    eve.get(f"/api/clubs/{club}/tables", 404)
    # an invitation shows the table, and so goes to members only
    assert TITLE in ben.client.get(f"/api/tables/{table['id']}").text
    invite = f"/api/tables/{table['id']}/invite"
    anna.post(invite, 403, user=eve.id)
    anna.post(invite, 204, user=ben.id)
    assert TITLE in ben.client.get("/api/me/invitations").text
    ben.request("POST", f"/api/clubs/{club}/leave", {}, 204)
    assert TITLE not in ben.client.get("/api/me/invitations").text


def _names(path: str) -> list[str]:
    return [part[1:].split("}")[0] for part in path.split("/") if part.startswith("{")]


def test_without_its_club_a_table_is_private_like_others(house: House) -> None:
    anna, ben = member(house, "Anna"), member(house, "Ben")
    club = club_of(anna, privacy="private")
    table = table_of(anna, club)
    ben.get(f"/api/tables/{table['id']}", 404)
    with house.app.state.services.sessions.begin() as session:
        session.execute(delete(ClubMember).where(ClubMember.club_id == club))
        session.execute(delete(Club).where(Club.id == club))
    assert ben.get("/api/tables") == []
    assert ben.sit(table, "entente")["seats"]["entente"]["me"]
