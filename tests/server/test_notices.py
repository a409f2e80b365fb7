"""Notifications: recipients, time, language, and privacy."""

from __future__ import annotations

import pytest

from entente.kernel.text import catalog_of
from entente.kernel.typography import typeset
from entente.server.notices import notices
from entente.server.notices.notices import notify
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def keys(person: Person, *, unread: bool = True) -> list[str]:
    """The kinds of a person's notices, the newest first."""
    answer = person.get("/api/me/notifications")
    return [each["key"] for each in answer if not (unread and each["read"])]


def two(house: House) -> tuple[Person, Person, Json]:
    """A table of Attrition for two; the game has begun, and no one is viewing it."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    return anna, bert, table


def mover(house: House, anna: Person, bert: Person, table: Json) -> tuple[Person, str, Person]:
    """Return whose move it is, in which seat, and who waits."""
    seat = house.person(None).get(f"/api/tables/{table['id']}")["to_move"][0]
    return (anna, seat, bert) if seat == "central" else (bert, seat, anna)


def move_on(house: House, anna: Person, bert: Person, table: Json) -> tuple[Person, Person]:
    """Play for the seat to move until it is the other's turn; return the player and the other."""
    who, seat, other = mover(house, anna, bert, table)
    with who.live(table) as live:
        while (decision := live.decision(seat)) is not None:
            assert live.act(seat, decision["menu"]["actions"][0])["type"] == "done"
            live.sync()
    return who, other


def test_absent_players_are_notified_of_the_start_and_of_their_turn(house: House) -> None:
    anna, bert, table = two(house)
    who, _, other = mover(house, anna, bert, table)
    assert keys(who) == ["notice.your_move"]
    assert keys(other) == ["notice.began"]
    who, other = move_on(house, anna, bert, table)
    assert keys(other)[0] == "notice.your_move"
    assert keys(who) == []  # that player has looked and moved


def test_a_viewer_is_not_notified(house: House) -> None:
    anna, bert, table = two(house)
    _, _, other = mover(house, anna, bert, table)
    with other.live(table):
        assert keys(other) == []  # the table shows that the game has begun
        move_on(house, anna, bert, table)
        assert keys(other, unread=False) == ["notice.began"]


@pytest.mark.on_postgres
def test_a_turn_is_notified_once_until_the_player_moves(house: House) -> None:
    """Seven people order at once; each is notified once, not again after each order."""
    fanny, bert = house.person("Fanny"), house.person("Bert")
    others = ["austria", "england", "germany", "italy", "russia", "turkey"]
    table = bert.table("diplomacy", seats=dict.fromkeys(others, "me"), private=True)
    fanny.sit(table, "france")
    with bert.live(table) as live:
        for seat in others:
            decision = live.decision(seat)
            assert decision is not None
            orders = "; ".join(choices[0] for choices in decision["menu"]["slots"].values())
            assert live.act(seat, orders)["type"] == "done"
    assert keys(fanny) == ["notice.your_move"]


def test_the_end_is_notified(house: House) -> None:
    anna, bert, table = two(house)
    anna.post(f"/api/tables/{table['id']}/concede", seat="central")
    assert keys(bert)[0] == "notice.over"


@pytest.mark.on_postgres
def test_a_letter_is_notified_once_until_letters_are_read(house: House) -> None:
    anna, bert, table = two(house)
    path = f"/api/tables/{table['id']}/chat"
    for text in ("one", "two"):
        anna.post(path, 201, seat="central", to=["entente"], text=text)
    assert keys(bert).count("notice.letter") == 1
    mark = {"seat": "entente", "conversation": ["central", "entente"], "number": 2}
    bert.request("POST", path + "/read", mark, 204)
    assert "notice.letter" not in keys(bert)
    with bert.live(table):
        anna.post(path, 201, seat="central", to=["entente"], text="three")
    assert "notice.letter" not in keys(bert)  # Bert saw it come
    anna.post(path, 201, seat="central", to=["entente"], text="four")
    assert keys(bert).count("notice.letter") == 1


def test_a_vote_and_a_rematch_are_notified(house: House) -> None:
    anna, bert, table = two(house)
    path = f"/api/tables/{table['id']}"
    anna.post(path + "/vote", seat="central", kind="draw", yes=True)
    assert "notice.vote" in keys(bert)
    bert.post(path + "/vote", seat="entente", kind="draw", yes=True)
    anna.post(path + "/rematch")
    assert "notice.rematch" in keys(bert)


def test_a_seat_s_new_player_is_notified(house: House) -> None:
    anna, bert, table = two(house)
    path = f"/api/tables/{table['id']}"
    token = anna.post(path + "/offer", seat="central")["token"]
    clara = house.person("Clara")
    clara.post(path + "/take", token=token)
    assert "notice.taken" in keys(bert)
    assert "notice.taken" in keys(anna)


def test_notifications_are_in_the_reader_s_language_with_names(house: House) -> None:
    anna, _, table = two(house)
    headers = {"accept-language": "fr"}
    answer = anna.client.get("/api/me/notifications", headers=headers).json()[0]
    assert answer["table"] == table["id"]
    mark = table["id"][:4]
    first = typeset(
        f"An Attrition of Souls (table {mark}), Printemps 1914, Puissances centrales : c'est à vous"
    )
    assert answer["text"].startswith(first)
    english = anna.client.get("/api/me/notifications?lang=en").json()[0]
    assert english["text"].startswith(f"An Attrition of Souls (table {mark}), Spring 1914, Central")


def test_all_kinds_of_notifications_have_texts(house: House) -> None:
    """Each is stored with every parameter that its text may need."""
    anna = house.person("Anna")
    catalog = catalog_of("entente.server", "fr")
    kinds = [key for key in catalog.texts if key.startswith("notice.")]
    with house.app.state.services.sessions.begin() as session:
        for key in kinds:
            notify(
                session,
                [anna.id],
                key,
                game="attrition",
                seat="central",
                sender="entente",
                hours=2,
                years=1,
                title="The club",
                club="The club",
                mark="abcd",
                stage={"key": "table.stage", "args": {"turn": "spring_1914", "side": "central"}},
                due=2**32,
                move=0,
                name="Anna 2",
                lost=3,
                minutes=5,
                player="random",
                entry=3,
                to="The cup",
                stand_in="greedy",
                orders=["attack"],
                n=4,
                fit=3,
                detail="x",
                event="stand_in",
                kind="draw",
                days=14,
                by="Bert",
                seats=["central"],
                reason="spam",
                answer="no",
                tournament="The cup",
                round=1,
                board=2,
                place=3,
                season=2,
                study="The Marne",
            )
    answer = anna.get("/api/me/notifications?lang=fr")
    assert len(answer) == len(kinds)
    assert not any("{" in each["text"] for each in answer)


def test_reading_marks_them(house: House) -> None:
    anna, _, table = two(house)
    first = anna.get("/api/me/notifications")[0]["id"]
    anna.post(f"/api/tables/{table['id']}/concede", seat="central")
    anna.request("POST", "/api/me/notifications/read", {"ids": [first]}, 204)
    assert keys(anna) == ["notice.over"]
    assert [each["key"] for each in anna.get(f"/api/me/notifications?since={first}")] == [
        "notice.over"
    ]
    anna.request("POST", "/api/me/notifications/read", {}, 204)
    assert keys(anna) == []


def test_no_one_reads_or_marks_another_s_notifications(house: House) -> None:
    anna, bert, _ = two(house)
    notice = anna.get("/api/me/notifications")[0]
    bert.request("POST", "/api/me/notifications/read", {"ids": [notice["id"]]}, 204)
    assert anna.get("/api/me/notifications")[0]["read"] is False
    assert all(each["id"] != notice["id"] for each in bert.get("/api/me/notifications"))
    assert house.person(None).get("/api/me/notifications", 401)["key"] == "problem.account.needed"


def test_old_notices_are_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "KEPT", 3)
    anna = house.person("Anna")
    with house.app.state.services.sessions.begin() as session:
        for number in range(1, 6):
            notify(session, [anna.id], "notice.renamed", name=f"Anna{number}")
    answer = [each["text"] for each in anna.get("/api/me/notifications")]
    assert [text[text.index("Anna") :][:5] for text in answer] == ["Anna5", "Anna4", "Anna3"]


def test_an_anonymous_table_s_notifications_have_no_names(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"}, anonymous=True)
    bert.sit(table, "entente")
    path = f"/api/tables/{table['id']}"
    anna.post(path + "/chat", 201, seat="central", to=[], text="hello")
    anna.post(path + "/vote", seat="central", kind="draw", yes=True)
    answer = bert.get("/api/me/notifications")
    assert {"notice.public_letter", "notice.vote"} <= {each["key"] for each in answer}
    assert "Anna" not in str(answer)
