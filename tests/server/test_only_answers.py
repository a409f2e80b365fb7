"""Forced moves that are public are played automatically."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import Match, registry
from entente.server.storage.models import Table, TableSeat
from entente.server.tables.automatic_answers import answer_automatically
from entente.server.tables.room import Person, Room
from entente.wire.tables import PLAYING
from tests.server.people import House

ANNA = 1
NOW = 0.0


def room_of(game: str, person: Person) -> Room:
    """A game in memory, in which one person plays all seats."""
    match = Match(registry.load(game), {}, "7")
    table = Table(
        id="t", game=game, version=0, status=PLAYING, seed="7", options={}, pace={"kind": "free"}
    )
    paper = {"draft": "", "notes": "", "set_aside": {}, "private_changes": []}
    chairs = [TableSeat(table_id="t", seat=seat, user_id=ANNA, **paper) for seat in match.seats]
    return Room(table, chairs, match, people={ANNA: person})


def play(room: Room) -> tuple[int, int]:
    """A random game: the number of actions, and of those that were forced and public."""
    rng, acted, idle, match = Random(3), 0, 0, room.match
    while not match.over:
        decision = match.position.decisions[0]
        idle += match.position.bind(decision).is_only_answer and not match.back
        actions = [decision.menu.sample(rng) for _ in range(4)]
        action = next((each for each in actions if not decision.is_irreversible(each)), "done")
        before = match.undoable(decision.seat)
        match.act(decision.seat, action, 0, decision.window)
        room.write_move(NOW)
        could = match.undoable(decision.seat)
        answer_automatically(room, NOW, list)
        assert match.undoable(decision.seat) == could, (before, action)  # nothing is lost by it
        acted += 1
    assert len(room.versions) == len(match.moves)
    return acted, idle


@pytest.mark.parametrize("game", ["attrition", "turmoil"])
def test_the_game_goes_on_by_itself(game: str) -> None:
    room = room_of(game, Person("Anna"))
    acted, idle = play(room)
    assert idle == 0
    answer = sum(line.entry.message.key == "kernel.only_possibility" for line in room.match.log)
    assert answer >= len(room.match.moves) - acted > 0


def test_against_computers_a_sealed_answer_without_a_choice_is_given() -> None:
    """Turmoil's first question: a hand with few scoring cards can only stay hidden."""
    room = room_of("turmoil", Person("Anna"))
    answer_automatically(room, NOW, list)
    assert not room.match.moves  # a person in the other seat would learn something of the hand
    room.chairs["liberal"].user_id, room.chairs["liberal"].computer = None, "greedy"
    answer_automatically(room, NOW, list)
    assert [(move.seat, move.action) for move in room.match.moves] == [("authoritarian", "hide")]


def test_a_player_may_ask_for_every_decision() -> None:
    room = room_of("attrition", Person("Anna", auto_answer=False))
    acted, idle = play(room)
    assert acted == len(room.match.moves)
    assert idle > 0


def test_computers_and_stand_ins_answer_for_themselves() -> None:
    room = room_of("attrition", Person("Anna"))
    for chair in room.chairs.values():
        chair.stand_in = "greedy"
    acted, _ = play(room)
    assert acted == len(room.match.moves)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_it_is_kept_with_the_account(house: House) -> None:
    anna = house.person("Anna")
    assert anna.get("/api/me")["preferences"]["only_answers"] is True
    anna.request("PATCH", "/api/me", {"preferences": {"only_answers": False}})
    assert anna.get("/api/me")["preferences"]["only_answers"] is False
    table = anna.table("attrition", seats={"central": "me", "entente": "me"})
    room = house.app.state.services.rooms.get(table["id"])
    assert [person.auto_answer for person in room.people.values()] == [False]
    anna.request("PATCH", "/api/me", {"preferences": {"only_answers": True}})
    assert [person.auto_answer for person in room.people.values()] == [True]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_new_game_against_computers_asks_nothing_without_a_choice(house: House) -> None:
    anna = house.person("Anna")
    anna.request("PATCH", "/api/me", {"preferences": {"only_answers": True}})
    seats = {"authoritarian": "me", "liberal": "random"}
    tables = [anna.table("turmoil", seats=seats) for _ in range(3)]
    rooms = [house.app.state.services.rooms.get(table["id"]) for table in tables]
    for room in rooms:
        own = [move.action for move in room.match.moves if move.seat == "authoritarian"]
        (asked,) = room.match.from_start().position.decisions_for("authoritarian")
        assert own == (["hide"] if asked.menu.size() == 1 else [])
