"""Spectators of a delayed table see an earlier moment of it, by every route and frame."""

from __future__ import annotations

import json
from random import Random

import pytest

from entente.kernel import registry
from entente.kernel.match import ONLY_POSSIBILITY
from tests.amount import THOROUGH
from tests.server.people import House, Json, Person, SetClock
from tests.server.shapes import document, fields_of

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def delayed(person: Person, unit: str, amount: int, game: str = "attrition") -> Json:
    """A game of one person on both sides, which others see late."""
    seats = dict.fromkeys(registry.load(game).info.seats, "me")
    delay = {"unit": unit, "amount": amount}
    return person.table(game, seats=seats, spectator_delay=delay)


def play(house: House, table: Json, person: Person, moves: int, seed: int = 1) -> list[str]:
    """Make some moves at random; the actions."""
    rng, made = Random(seed), []
    with person.live(table) as live:
        for _ in range(moves):
            room = house.app.state.services.rooms.get(table["id"])
            seat, decision = next(iter(room.position.required_by_seat().items()))
            action = decision.menu.sample(rng)
            assert live.act(seat, action, window=decision.window)["type"] == "done"
            made.append(action)
    return made


ANY_BODY = {
    "move": 0, "text": "x", "to": [], "token": "x" * 32, "kind": "draw", "yes": True,
    "seat": "entente", "computer": None, "conversation": [], "number": 1, "withdraw": False,
}  # fmt: skip
LISTS = (
    "/api/tables?scope=watch", "/api/lobby?scope=watch", "/api/home", "/api/people/Anna",
)  # fmt: skip


def everything(house: House, person: Person, table: Json, number: int) -> dict[str, str]:
    """The answers to every request about a table, as a person without a seat gets them."""
    house.app.state.limits.clear()
    found = {}
    for path, methods in document()["paths"].items():
        if "{table_id}" not in path or "/spectators/" in path or "preview.png" in path:
            continue
        address = path.replace("{table_id}", table["id"]).replace("{number}", str(number))
        for method in methods if THOROUGH else {"get"} & set(methods):
            query = "?element=berlin" if path.endswith("/describe") else ""
            body = None
            if method != "get":
                body = {
                    name: ANY_BODY[name] for name in fields_of(method, address) if name in ANY_BODY
                }
            answer = person.client.request(
                method, address + query, json=body, headers={"x-csrf-token": person.csrf}
            )
            found[f"{method} {path}"] = f"{answer.status_code} {answer.text}"
    for address in LISTS:
        found[address] = person.client.get(address).text
    return found


@pytest.mark.amount
@pytest.mark.own_house
def test_nothing_tells_spectators_of_moves_that_are_too_new(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, eve = house.person("Anna"), house.person("Eve")
    anna.welcome(anna.post("/api/register", name="Anna", password="correct horse"))
    table = delayed(anna, "minutes", 15)
    assert table["moves"] == 0
    play(house, table, anna, 6)
    clock.go_on(minutes=20)
    with eve.live(table) as live, eve.live(table, deltas="true") as other:
        assert live.state["moves"] == other.state["moves"] == 6
        first = dict(live.state)
        before = everything(house, eve, table, 6)
        made = play(house, table, anna, 6, seed=2)
        after = everything(house, eve, table, 6)
        for where, text in before.items():
            assert after[where] == text, where
        news = [frame["type"] for frame in live.sync() if frame["type"] != "presence"]
        assert news == ["state"]  # and no other was on its way
        assert live.state == first
        assert anna.get(f"/api/tables/{table['id']}")["moves"] == 12
        assert all(table["id"] in before[each] for each in LISTS)
        told = json.dumps([after, live.state])
        assert not any(f'"{action}"' in told for action in made if action not in json.dumps(before))
        clock.go_on(minutes=15)
        house.call(house.app.state.services.boards.look)
        live.hear("state")
        assert live.state["moves"] == 12
        other.hear("delta")


@pytest.mark.parametrize(("unit", "amount"), [("moves", 2), ("turns", 1)])
def test_a_delay_of_moves_or_turns(house: House, unit: str, amount: int) -> None:
    """Spectators see what those of a table without a delay saw some moves before."""
    anna, eve = house.person("Anna"), house.person("Eve")
    late = delayed(anna, unit, amount, "turmoil")
    room = house.app.state.services.rooms.get(late["id"])
    shown = list[int]()
    with eve.live(late) as live:
        stages = [room.match.game.presentation.stage(room.match.state)]
        for number in range(24):
            play(house, late, anna, 1, seed=number)
            stages.append(room.match.game.presentation.stage(room.match.state))
            live.sync()
            shown.append(live.state["moves"])
        past = anna.get(f"/api/tables/{late['id']}/positions/{shown[-1]}?seat=")
        assert live.state["seats"][""]["view"] == past["seats"][""]["view"]
    if unit == "moves":
        assert shown == [max(0, number - amount) for number in range(1, 25)]
    else:
        begun = [n for n in range(1, 25) if stages[n] != stages[n - 1]]
        assert begun
        assert shown == [max((b for b in begun if b <= n), default=0) for n in range(1, 25)]


def test_a_delayed_view_has_the_news_of_its_move(house: House) -> None:
    """That an answer was the only possibility is said by the log, but is no news of the game."""
    anna, eve = house.person("Anna"), house.person("Eve")
    late = delayed(anna, "moves", 2)
    log = house.app.state.services.rooms.get(late["id"]).match.log
    forced = set[int]()
    with eve.live(late) as live:
        for number in range(200):
            play(house, late, anna, 1, seed=number)
            live.sync()
            shown = live.state["moves"]
            forced = {each.move for each in log if each.entry.message.key == ONLY_POSSIBILITY}
            if shown in forced:
                break
        assert shown in forced
        past = anna.get(f"/api/tables/{late['id']}/positions/{shown}?seat=")
        assert live.state["seats"][""]["view"]["news"] == past["seats"][""]["view"]["news"]


def test_a_move_that_was_shown_stays_when_a_later_one_is_taken_back(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = delayed(anna, "moves", 1, "turmoil")
    room = house.app.state.services.rooms.get(table["id"])
    rng = Random(3)
    with eve.live(table) as live, anna.live(table) as player:
        undoable: list[str] = []
        while not undoable or len(room.match.moves) < 3:
            seat, decision = next(iter(room.position.required_by_seat().items()))
            assert player.act(seat, decision.menu.sample(rng))["type"] == "done"
            player.sync()
            undoable = [each for each, part in player.state["seats"].items() if part["undoable"]]
        live.sync()
        shown = live.state["moves"]
        assert shown == player.state["moves"] - 1 > 0
        player.say(type="undo", seat=undoable[0], version=player.state["version"], id="u")
        assert player.answer()["type"] == "done"
        live.sync()
        assert live.state["moves"] == shown


def test_after_the_end_everything_is_shown(house: House) -> None:
    anna, eve = house.person("Anna"), house.person("Eve")
    table = delayed(anna, "minutes", 600)
    play(house, table, anna, 3)
    with eve.live(table) as live:
        assert live.state["moves"] == 0
        anna.post(f"/api/tables/{table['id']}/concede", seat="central")
        live.sync()
        assert live.state["status"] == "over"
        assert live.state["moves"] == 3
        assert eve.get(f"/api/tables/{table['id']}")["moves"] == 3


def test_a_delay_has_limits(house: House) -> None:
    anna = house.person("Anna")
    for delay in ({"unit": "minutes", "amount": 0}, {"unit": "moves", "amount": 1000}):
        body = {"game": "attrition", "seats": {}, "spectator_delay": delay}
        refused = anna.post("/api/tables", status=422, **body)
        assert refused["key"] == "problem.delay.amount"
