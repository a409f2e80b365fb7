"""What is another player's cannot be had: by no route of the API, by no frame."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import House, Json, Person
from tests.server.shapes import document
from tests.server.tables import POWERS

pytestmark = pytest.mark.one_database

NOTE, DRAFT, LETTER = "marker-of-a-note", "marker-of-a-draft", "marker-of-a-letter"
BEGUN = "marker-of-a-letter-not-sent"
VALUES = {"game_id": "diplomacy", "game": "diplomacy", "number": "0", "move": "0", "n": "0"}


def secretive(house: House) -> tuple[Person, Person, Json, str]:
    """Austria has sealed its orders, noted something, and written to England; who else plays sits
    in all the other seats."""
    anna, bert = house.person("Anna"), house.person("Bert")
    others = [seat for seat in POWERS if seat != "austria"]
    table = bert.table("diplomacy", seats=dict.fromkeys(others, "me"), private=True)
    anna.sit(table, "austria")
    path = f"/api/tables/{table['id']}"
    anna.request("PUT", f"{path}/notes", {"seat": "austria", "text": NOTE}, 204)
    anna.request("PUT", f"{path}/draft", {"seat": "austria", "text": DRAFT}, 204)
    begun = {"seat": "austria", "to": ["england"], "text": BEGUN}
    anna.request("PUT", f"{path}/chat/draft", begun, 204)
    letter = {"seat": "austria", "to": ["england"], "text": LETTER}
    anna.request("POST", f"{path}/chat", letter, 201)
    with anna.live(table) as live:
        decision = live.decision("austria")
        assert decision is not None
        orders = [choices[-1] for choices in decision["menu"]["slots"].values()]
        assert live.act("austria", "; ".join(orders))["type"] == "done"
    return anna, bert, table, "; ".join(orders)


def everything(house: House, person: Person, table: Json) -> dict[str, str]:
    """Return what every readable address tells a person about a table."""
    found = {}
    for path, methods in document()["paths"].items():
        if "get" not in methods or "{table_id}" not in path:
            continue
        address = path.replace("{table_id}", table["id"])
        for name, value in VALUES.items():
            address = address.replace(f"{{{name}}}", value)
        for query in ("", "?seat=austria", "?seat=&lang=fr", "?since=0"):
            found[address + query] = person.client.get(address + query).text
    assert len(found) > 12
    return found


def frames(person: Person, table: Json) -> list[Any]:
    """Return what the websocket answers to everything one can ask it about another's seat."""
    with person.live(table) as live:
        heard: list[Any] = [live.state]
        version = live.state["version"]
        about = {"seat": "austria", "version": version}
        for asked in (
            {"type": "undo", **about},
            {"type": "act", **about, "action": "x"},
            {"type": "check", "seat": "austria", "action": "x"},
            {"type": "check", "seat": "austria", "things": ["vienna"]},
        ):
            live.say(**asked)
            answer = live.answer()
            assert answer["type"] == "refused"
            heard.append(answer)
        heard += live.sync()
    return heard


@pytest.mark.one_database
def test_orders_notes_drafts_and_letters_stay_with_their_seat(house: House) -> None:
    anna, bert, table, orders = secretive(house)
    strangers = {"Eve": house.person("Eve"), "nobody": house.person(None), "Bert": bert}
    for name, person in strangers.items():
        answer = [*everything(house, person, table).items(), ("socket", str(frames(person, table)))]
        for where, text in answer:
            for secret in (NOTE, DRAFT, BEGUN, orders):
                assert secret not in text, f"{name} reads {secret} at {where}"
            if name != "Bert":  # Bert is England
                assert LETTER not in text, f"{name} reads {LETTER} at {where}"
    mine = "".join(everything(house, anna, table).values())
    assert LETTER in mine
    assert BEGUN in mine
    assert any(LETTER in text for text in everything(house, bert, table).values())


def test_no_one_changes_anothers_data(house: House) -> None:
    anna, _, table, _ = secretive(house)
    eve, path = house.person("Eve"), f"/api/tables/{table['id']}"
    before = anna.get(path)
    for method, end, body in (
        ("PUT", "notes", {"seat": "austria", "text": "x"}),
        ("PUT", "draft", {"seat": "austria", "text": "x"}),
        ("POST", "chat", {"seat": "austria", "to": [], "text": "x"}),
        ("PUT", "chat/draft", {"seat": "austria", "to": [], "text": "x"}),
        ("POST", "chat/read", {"seat": "austria", "conversation": [], "number": 1}),
        ("POST", "join", {"seat": "austria"}),
        ("POST", "leave", {"seat": "austria"}),
        ("POST", "offer", {"seat": "austria"}),
        ("POST", "vote", {"seat": "austria", "kind": "draw", "yes": True}),
    ):
        answer = eve.client.request(
            method, f"{path}/{end}", json=body, headers={"x-csrf-token": eve.csrf}
        )
        assert answer.status_code in (403, 409, 422), f"{end}: {answer.text}"
    assert anna.get(path) == before
