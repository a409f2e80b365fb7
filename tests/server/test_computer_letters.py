"""Computer powers at a table of Pax Britannica: they answer offers at once, and say why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from entente.kernel import say
from entente.players import PlayerMessage
from entente.server.http.app import create_app
from entente.server.live.chat_messages import write_for_computer
from entente.server.live.computers import ComputerScheduler
from entente.server.settings import Settings
from entente.server.tables.room import Room
from tests.server.people import House, Json, Live

pytestmark = pytest.mark.one_database

SEATS = ("great_britain", "france", "germany", "united_states")
# no power signs free text, with any other clauses
TEXT = 'offer with=[france]; clauses=[text power=france; words="be our friend"]'


def with_three(house: House, language: str, **terms: object) -> tuple[Any, Json]:
    """A person is Great Britain, with three computer powers of different characters."""
    anna = house.person("Anna", language)
    seats = {
        "great_britain": "me",
        "france": "greedy:trader",
        "germany": "greedy:cautious",
        "united_states": "greedy",
    }
    options = {"players": "4", "turns": "1"}
    return anna, anna.table("pax", seats=seats, options=options, **terms)


def letters(person: Any, table: Json) -> list[Json]:
    answer: list[Json] = person.get(f"/api/tables/{table['id']}/chat")["messages"]
    return answer


def refused_letter(live: Live) -> Json:
    """France is offered what it never signs; its answer by letter. What the computers lay before
    Great Britain meanwhile makes its desk another question."""
    for _ in range(20):
        seen = live.state["seats"]["great_britain"]["view"]["decisions"]
        desk = next(each["id"] for each in seen if each["step"] == "desk")
        if live.act("great_britain", TEXT, window=desk)["type"] == "done":
            break
        live.sync()
    else:
        pytest.fail("the offer is refused every time")
    while True:
        letter: Json = live.hear("message")["message"]
        if letter["sender"] == "france":
            return letter


def test_a_refusal_comes_at_once_with_its_reason_in_the_readers_language(house: House) -> None:
    """To the author of the offer alone; the game does not wait for it."""
    anna, table = with_three(house, "fr", chat="full")
    watcher = house.person("Ben")
    with anna.live(table) as live:
        letter = refused_letter(live)
        assert letter["conversation"] == ["france", "great_britain"]
        assert letter["text"].startswith("La clause 1 nous engage à plus")
    mine = letters(anna, table)
    assert letter["text"] in [each["text"] for each in mine]
    assert {each["sender"] for each in mine} <= set(SEATS) - {"great_britain"}
    assert letters(watcher, table) == []


@pytest.mark.parametrize("press", ["full", "public", "none"])
def test_no_computer_writes_where_letters_are_not_allowed(house: House, press: str) -> None:
    """Then a computer power says nothing at all."""
    anna, table = with_three(house, "en", chat=press)
    rooms = house.app.state.services.rooms
    saying = PlayerMessage("great_britain", say("letter.refused.never", clause=1))
    letter = write_for_computer(rooms, rooms.get(table["id"]), "france", saying, set())
    if press == "full":
        assert letter is not None
        assert letter.message.text in [each["text"] for each in letters(anna, table)]
    else:
        assert letter is None
        assert letters(anna, table) == []


def test_an_offer_is_answered_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game waits only for the person who made it; tables without pending offers
    are not opened."""
    with House(create_app(Settings(database))) as house:
        computers: ComputerScheduler = house.app.state.services.computers
        anna, table = with_three(house, "en")
        other = anna.table("attrition", seats={"central": "me", "entente": "greedy"})
        room = room_of(house, table)
        until(house, lambda: room.table.waiting == ["great_britain"] and not computers.waiting)
        with monkeypatch.context() as falling:
            falling.setattr(ComputerScheduler, "wake_table", lambda self, table_id: None)
            with anna.live(table) as live:
                assert live.act("great_britain", TEXT)["type"] == "done"
            assert asked(house, table) == ["france"]
            assert computers._waiting_tables() == []
            assert computers._tables_with_optional() == [table["id"]]
    with House(create_app(Settings(database))) as house:
        until(house, lambda: not asked(house, table))
        offers = room_of(house, table).match.state.treaties.values()
        assert "great_britain" not in [treaty.by for treaty in offers]
        assert house.app.state.services.rooms.in_memory(other["id"]) is None


def room_of(house: House, table: Json) -> Room:
    room: Room = house.app.state.services.rooms.get(table["id"])
    return room


def asked(house: House, table: Json) -> list[str]:
    """The seats of computer powers that are to decide; looked at while none of them plays."""
    room = room_of(house, table)
    with room.lock:
        return list(room.computers())


def until(house: House, is_so: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not is_so():
            await asyncio.sleep(0.02)

    house.call(asyncio.wait_for, wait(), 60)


def test_a_character_is_chosen_at_its_game_only(house: House) -> None:
    anna = house.person("Anna")
    listed = {each["id"]: each["game"] for each in anna.get("/api/players")}
    assert listed["greedy"] is None
    assert listed["greedy:imperial"] == "pax"
    seats = {"central": "me", "entente": "greedy:imperial"}
    body = {"game": "attrition", "seats": seats}
    problem = anna.request("POST", "/api/tables", body, 422)
    assert "greedy:imperial" in str(problem)
