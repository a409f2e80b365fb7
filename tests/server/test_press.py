"""Press: letters reach only their readers, and silence is kept where it is due."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from entente.server.http.limits import limit_of
from entente.wire.press import LONGEST
from tests.server.people import House, Json, Live, Person
from tests.server.test_limits import standing

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

POWERS = ["austria", "england", "france", "germany", "italy", "russia", "turkey"]


class Congress(NamedTuple):
    """Three people at a table of Diplomacy: France, Germany, and Bert with all the others."""

    house: House
    france: Person
    germany: Person
    others: Person
    table: Json

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table['id']}/chat"

    def write(self, person: Person, seat: str, text: str, *to: str, status: int = 201) -> Json:
        body = {"seat": seat, "to": list(to), "text": text}
        answer: Json = person.request("POST", self.path, body, status)
        return answer

    def texts(self, person: Person) -> list[str]:
        return [letter["text"] for letter in person.get(self.path)["messages"]]


def congress(house: House, *, anonymous: bool = False, **table: object) -> Congress:
    """France, Germany, and one person in all other seats; if no one has two seats, one person in
    each of them."""
    france, germany = house.person("Fanny"), house.person("Gustav")
    others = house.person("Bert")
    rest = [power for power in POWERS if power not in ("france", "germany")]
    own = rest[:1] if anonymous else rest
    table |= {"seats": dict.fromkeys(own, "me"), "anonymous": anonymous, "private": True}
    made = others.table("diplomacy", **table)
    for power in rest[len(own) :]:
        house.person(power).sit(made, power)
    france.sit(made, "france")
    germany.sit(made, "germany")
    return Congress(house, france, germany, others, made)


def frames(live: Live) -> list[Json]:
    """All letters received so far: a reply comes after what was sent before."""
    return [frame["message"] for frame in live.sync(10_000) if frame["type"] == "message"]


# -- who reads what


@pytest.mark.on_postgres
def test_a_letter_is_read_by_its_writer_and_its_addressees_only(house: House) -> None:
    at = congress(house)
    stranger, spectator = house.person(None), house.person("Sophie")
    at.write(at.france, "france", "Burgundy?", "germany")
    at.write(at.germany, "germany", "All three of us", "france", "italy")
    at.write(at.others, "russia", "Peace!")
    assert at.texts(at.france) == ["Burgundy?", "All three of us", "Peace!"]
    assert at.texts(at.germany) == ["Burgundy?", "All three of us", "Peace!"]
    assert at.texts(at.others) == ["All three of us", "Peace!"]
    assert at.texts(spectator) == at.texts(stranger) == ["Peace!"]
    answer = spectator.get(at.path)
    assert [each["seats"] for each in answer["conversations"]] == [[]]


def test_letters_go_live_to_exactly_their_readers(house: House) -> None:
    at = congress(house)
    spectator = house.person("Sophie")
    with (
        at.france.live(at.table) as france,
        at.germany.live(at.table) as germany,
        at.others.live(at.table) as others,
        spectator.live(at.table) as watching,
    ):
        secret = at.write(at.france, "france", "Burgundy?", "germany")
        public = at.write(at.others, "turkey", "Peace!")
        first = {**public, "number": 2}  # for a reader who has read another one
        assert frames(france) == frames(germany) == [secret, first]
        assert frames(others) == frames(watching) == [public]


def test_after_the_end_private_letters_stay_private(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    path = f"/api/tables/{table['id']}/chat"
    anna.post(path, 201, seat="central", to=["entente"], text="just us")
    anna.post(path, 201, seat="central", to=[], text="everybody")
    anna.post(f"/api/tables/{table['id']}/concede", seat="central")
    assert anna.get(f"/api/tables/{table['id']}")["status"] == "over"
    spectator = house.person("Sophie")
    assert [each["text"] for each in spectator.get(path)["messages"]] == ["everybody"]
    assert len(bert.get(path)["messages"]) == 2
    bert.post(path, 201, seat="entente", to=["central"], text="well played")


def test_a_closed_table_s_letters_are_closed_too(house: House) -> None:
    at = congress(house, spectators=False)
    at.write(at.others, "russia", "Peace!")
    answer = house.person("Sophie").get(at.path, 403)
    assert answer["key"] == "problem.table.closed"


def test_no_one_writes_for_another_seat(house: House) -> None:
    at = congress(house)
    assert at.write(at.france, "germany", "x", status=403)["key"] == "problem.table.not_yours"
    sophie = house.person("Sophie")
    assert at.write(sophie, "france", "x", status=403)["key"] == "problem.table.not_yours"
    assert at.write(house.person(None), "france", "x", status=401)
    assert at.texts(at.others) == []


# -- modes


def test_public_press_has_no_private_letters(house: House) -> None:
    at = congress(house, chat="public")
    refused = at.write(at.france, "france", "psst", "germany", status=409)
    assert refused["key"] == "problem.press.public"
    at.write(at.france, "france", "hear, hear")
    assert at.texts(at.germany) == ["hear, hear"]


def test_no_press_is_none(house: House) -> None:
    at = congress(house, chat="none")
    assert at.write(at.france, "france", "hello", status=409)["key"] == "problem.press.none"
    assert at.france.get(at.path)["mode"] == "none"


def test_an_anonymous_table_shows_seats_and_no_names(house: House) -> None:
    at = congress(house, anonymous=True)
    with at.germany.live(at.table) as live:
        at.write(at.france, "france", "who am I?", "germany")
        assert "Fanny" not in str(live.hear("message"))
    answer = at.germany.get(at.path)
    assert answer["messages"][0]["sender"] == "france"
    assert not {"Fanny", "Bert"} & set(str(answer).replace("'", " ").split())
    (notice,) = [
        n for n in at.germany.get("/api/me/notifications") if n["key"] == "notice.letter"
    ] or [{"text": ""}]
    assert "Fanny" not in notice["text"]


def test_before_the_game_everything_is_public(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    path = f"/api/tables/{table['id']}/chat"
    anna.post(path, 201, seat="central", to=[], text="who will come?")
    answer = anna.post(path, 409, seat="central", to=["entente"], text="psst")
    assert answer["key"] == "problem.press.open"


def test_silence_is_kept_where_the_game_demands_it(house: House) -> None:
    """Diplomacy, X.1: no talk during retreats and adjustments."""
    at = congress(house)
    at.write(at.france, "france", "before the orders", "germany")
    give_orders(at, "A MAR - SPA")
    at.write(at.france, "france", "before the orders of autumn", "germany")
    give_orders(at)
    refused = at.write(at.france, "france", "psst", "germany", status=409)
    assert refused["key"] == "problem.press.silence"
    assert refused["args"]["section"] == "X.1"
    french = at.france.client.get(at.path, headers={"accept-language": "fr"}).json()
    assert french["restriction"]["section"] == "X.1"
    assert french["restriction"]["text"].startswith("Les messages sont fermés")


def test_a_table_may_allow_chat_where_the_rules_forbid_it(house: House) -> None:
    at = congress(house, chat_phases=["adjustments"])
    give_orders(at, "A MAR - SPA")
    give_orders(at)
    assert at.germany.get(at.path)["restriction"] is None
    at.write(at.france, "france", "what do you build?", "germany")


def give_orders(at: Congress, *wanted: str) -> None:
    """A season: the orders that are wanted, and the first of each list for all other units."""
    for person in (at.france, at.germany, at.others):
        with person.live(at.table) as live:
            for seat in live.state["seats"]:
                decision = live.decision(seat)
                if decision is not None:
                    slots: dict[str, list[str]] = decision["menu"]["slots"]
                    lines = [next((w for w in wanted if w in c), c[0]) for c in slots.values()]
                    assert live.act(seat, "; ".join(lines))["type"] == "done"


# -- what a letter is


def test_a_letter_is_plain_text_of_some_length(house: House) -> None:
    at = congress(house)
    assert at.write(at.france, "france", " \n\u200b ", status=422)["key"] == "problem.press.empty"
    long = at.write(at.france, "france", "x" * (LONGEST + 1), status=422)
    assert long["args"] == {"most": LONGEST}
    answer = at.write(at.france, "france", "  <b>two</b>\r\nlines \x07 ")
    assert answer["text"] == "<b>two</b>\nlines"
    at.write(at.france, "france", "é" * LONGEST)


def test_a_letter_needs_a_reader_at_the_table(house: House) -> None:
    at = congress(house)
    assert at.write(at.france, "france", "me", "france", status=422)["key"] == "problem.press.alone"
    nowhere = at.write(at.france, "france", "you", "spain", status=422)
    assert nowhere["key"] == "problem.table.no_seat"


@pytest.mark.on_postgres
def test_letters_are_numbered_and_remember_the_move(house: House) -> None:
    at = congress(house)
    first, second = at.write(at.france, "france", "a"), at.write(at.germany, "germany", "b")
    assert (first["number"], second["number"], first["move"]) == (1, 2, 0)
    assert [each["text"] for each in at.france.get(at.path + "?since=1")["messages"]] == ["b"]
    assert [each["text"] for each in at.france.get(at.path + "?before=2")["messages"]] == ["a"]


def test_no_one_counts_the_letters_of_others(house: House) -> None:
    """The numbers are those of a table at which the others are silent."""
    at = congress(house)
    with at.germany.live(at.table) as germany, at.others.live(at.table) as others:
        for secret in range(3):
            at.write(at.france, "france", f"{secret}", "germany")
        assert at.write(at.others, "russia", "Peace!")["number"] == 1
        at.write(at.france, "france", "3", "germany")
        assert at.write(at.others, "italy", "Peace!", "france")["number"] == 2
        assert [each["number"] for each in frames(germany)] == [1, 2, 3, 4, 5]
        assert [each["number"] for each in frames(others)] == [1, 2]
    answer = at.others.get(at.path)
    assert [each["number"] for each in answer["messages"]] == [1, 2]
    assert [each["last"] for each in answer["conversations"]] == [1, 2]
    assert [each["number"] for each in at.others.get(at.path + "?since=1")["messages"]] == [2]
    assert [each["number"] for each in at.others.get(at.path + "?before=2")["messages"]] == [1]
    own = at.others.get("/api/me/export")["tables"]
    sent = {each["seat"]: [letter["number"] for letter in each["messages"]] for each in own}
    assert (sent["russia"], sent["italy"]) == ([1], [2])
    # Germany does not read the letter to France: its mark is that of the letters it knows.
    mark = {"seat": "germany", "conversation": ["france", "germany"], "number": 3}
    at.germany.request("POST", at.path + "/read", mark, 204)
    unread = [each["unread"] for each in at.germany.get(at.path)["conversations"]]
    assert unread == [1, 1]


def test_no_one_writes_too_fast(house: House) -> None:
    at = congress(house)
    limit_of(house.app, 30, 60, "letters").clock = standing()
    for number in range(30):
        at.write(at.france, "france", f"letter {number}")
    assert at.write(at.france, "france", "too much", status=429)["key"] == "problem.limit"
    at.write(at.germany, "germany", "I have been patient")


# -- reading


def test_read_marks_count_what_is_new(house: House) -> None:
    at = congress(house)
    pair = ["france", "germany"]
    at.write(at.france, "france", "one", "germany")
    at.write(at.france, "france", "two", "germany")

    def unread(person: Person) -> dict[str, int]:
        answer = person.get(at.path)["conversations"]
        return {"+".join(each["seats"]): each["unread"] for each in answer}

    assert unread(at.germany) == {"": 0, "france+germany": 2}
    assert unread(at.france) == {"": 0, "france+germany": 0}
    mark = {"seat": "germany", "conversation": pair, "number": 1}
    at.germany.request("POST", at.path + "/read", mark, 204)
    assert unread(at.germany)["france+germany"] == 1
    at.germany.request("POST", at.path + "/read", {**mark, "number": 99}, 204)
    assert unread(at.germany)["france+germany"] == 0
    at.germany.request("POST", at.path + "/read", mark, 204)  # marks do not go back
    assert unread(at.germany)["france+germany"] == 0
    at.write(at.france, "france", "three", "germany")
    assert unread(at.germany)["france+germany"] == 1


def test_a_mark_is_set_only_in_one_s_own_conversation(house: House) -> None:
    at = congress(house)
    mark = {"seat": "france", "conversation": ["germany", "italy"], "number": 1}
    answer = at.france.request("POST", at.path + "/read", mark, 403)
    assert answer["key"] == "problem.press.not_yours"
    answer = at.germany.request("POST", at.path + "/read", mark, 403)
    assert answer["key"] == "problem.table.not_yours"


def read_by(at: Congress, person: Person, *seats: str) -> dict[str, int] | None:
    """The seats that have read a conversation, and how far, as shown to a person."""
    answer: list[Json] = person.get(at.path)["conversations"]
    (read,) = (each["read_up_to"] for each in answer if each["seats"] == sorted(seats))
    marks: dict[str, int] | None = read
    return marks


def mark_as_read(at: Congress, person: Person, seat: str, number: int, *conversation: str) -> None:
    body = {"seat": seat, "conversation": list(conversation), "number": number}
    person.request("POST", at.path + "/read", body, 204)


def test_a_writer_sees_who_has_read_a_letter(house: House) -> None:
    at = congress(house)
    pair = ("france", "germany")
    at.write(at.france, "france", "one", "germany")
    at.write(at.france, "france", "two", "germany")
    assert read_by(at, at.france, *pair) == {"germany": 0}
    mark_as_read(at, at.germany, "germany", 1, *pair)
    assert read_by(at, at.france, *pair) == {"germany": 1}
    mark_as_read(at, at.germany, "germany", 2, *pair)
    assert read_by(at, at.france, *pair) == {"germany": 2}
    assert read_by(at, at.germany, *pair) == {"france": 0}
    at.write(at.others, "italy", "Peace!")
    mark_as_read(at, at.france, "france", 3)
    assert read_by(at, at.others) == {
        "france": 1,
        "germany": 0,
    }  # the first readable one


def test_an_outsider_does_not_see_who_reads(house: House) -> None:
    at = congress(house)
    at.write(at.france, "france", "Burgundy?", "germany")
    at.write(at.others, "italy", "Peace!")
    mark_as_read(at, at.germany, "germany", 1, "france", "germany")
    mark_as_read(at, at.germany, "germany", 2)
    assert [each["seats"] for each in at.others.get(at.path)["conversations"]] == [[]]
    assert read_by(at, at.others) == {"france": 0, "germany": 1}
    for stranger in (house.person("Sophie"), house.person(None)):
        assert read_by(at, stranger) is None


def test_a_mark_reveals_nothing_of_letters_to_others(house: House) -> None:
    """Germany's mark in its conversation with France is at a letter that France may not read."""
    at = congress(house)
    pair = ("france", "germany")
    at.write(at.france, "france", "one", "germany")
    answer = read_by(at, at.france, *pair)
    at.write(at.others, "italy", "secret", "germany")
    at.write(at.others, "italy", "Peace!")
    mark_as_read(at, at.germany, "germany", 2, *pair)  # the secret one
    assert answer == {"germany": 0}
    assert read_by(at, at.france, *pair) == {"germany": 1}
    mark_as_read(at, at.germany, "germany", 99, *pair)
    assert read_by(at, at.france, *pair) == {"germany": 1}


def test_at_an_anonymous_table_no_one_learns_who_reads(house: House) -> None:
    """It would reveal that a player was there, and when, also of those who are not viewing now."""
    at = congress(house, anonymous=True)
    pair = ("france", "germany")
    at.write(at.france, "france", "who am I?", "germany")
    at.write(at.france, "france", "and who are you all?")
    mark_as_read(at, at.germany, "germany", 1, *pair)
    mark_as_read(at, at.germany, "germany", 2)
    assert read_by(at, at.france, *pair) is None
    assert read_by(at, at.france) is None
    assert read_by(at, at.germany) is None


def test_seats_without_a_reader_are_marked(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me", "entente": "greedy"})
    path = f"/api/tables/{table['id']}/chat"
    anna.post(path, 201, seat="central", to=["entente"], text="anybody there?")
    answer = anna.get(path)
    assert answer["readers"] == ["central"]
    assert [each["has_readers"] for each in answer["conversations"]] == [False, False]
    assert [each["read_up_to"] for each in answer["conversations"]] == [{}, {}]  # computers do not


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800"])
def test_unstorable_text_is_refused(house: House, text: str) -> None:
    at = congress(house)
    body = f'{{"seat": "france", "to": [], "text": "a{text}"}}'
    headers = {"x-csrf-token": at.france.csrf, "content-type": "application/json"}
    answer = at.france.client.post(at.path, content=body, headers=headers)
    assert answer.status_code == 422
