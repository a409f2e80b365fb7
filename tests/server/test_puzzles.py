"""Puzzles at a table: the solution stays on the server until the answer, which is rated once."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import func, select, update

from entente.kernel import registry
from entente.players.puzzles import Puzzle, puzzles_of
from entente.players.puzzles.puzzle import one_by_one
from entente.server.storage.models import PuzzleAttempt, PuzzleRating
from tests.server.people import House, Json, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

PASSWORD = "correct horse battery"


def begin(person: Person, game: str, **body: object) -> Json:
    table: Json = person.request("POST", f"/api/games/{game}/puzzles", body, 201)
    return table


def registered(house: House, name: str) -> Person:
    person = house.person(name)
    person.welcome(person.post("/api/register", name=name, password=PASSWORD, email=None))
    return person


def puzzle_of(table: Json) -> Puzzle:
    name = table["exercise"].removeprefix("puzzle:")
    return next(each for each in puzzles_of(table["game"]) if each.id == name)


def wrong_answer(puzzle: Puzzle) -> str:
    position = puzzle.place(registry.load(puzzle.game))
    [decision, *_] = position.decisions_for(puzzle.seat)
    return next(each for each in decision.menu if each not in puzzle.solution)


def answer(person: Person, table: Json, *, correct: bool) -> Json:
    puzzle = puzzle_of(table)
    with person.live(table) as live:
        if correct:
            action = puzzle.solution[0]
        else:
            action = wrong_answer(puzzle)
        assert live.act(puzzle.seat, action)["type"] == "done"
    return judged(person, table)


def judged(person: Person, table: Json) -> Json:
    text: Json = person.get(f"/api/tables/{table['id']}/puzzle")
    return text


def test_the_solution_stays_on_the_server_until_the_answer(house: House) -> None:
    zoe, franz = house.person("Zoé"), house.person("Franz")
    puzzle = next(each for each in puzzles_of("diplomacy") if each.theme == "take")
    table = begin(zoe, "diplomacy", id=puzzle.id)
    assert (table["exercise"], table["private"]) == (f"puzzle:{puzzle.id}", True)
    asked = zoe.get(f"/api/tables/{table['id']}/puzzle")
    assert asked["answer"] is None
    with zoe.live(table) as live:
        sent = json.dumps([table, asked, live.state])
    assert not any(orders in sent for orders in puzzle.solution)
    franz.get(f"/api/tables/{table['id']}/puzzle", 403)
    zoe.request("POST", f"/api/tables/{table['id']}/puzzle", None, 409)
    answered = answer(zoe, table, correct=True)["answer"]
    assert answered["correct"]
    assert len(answered["solution"]) >= 1


def test_holding_everywhere_is_refuted_by_orders(house: House) -> None:
    zoe = house.person("Zoé")
    puzzle = next(each for each in puzzles_of("diplomacy") if each.theme == "keep")
    table = begin(zoe, "diplomacy", id=puzzle.id)
    hold = "; ".join(
        f"{' '.join(part.split()[:2])} H" for part in puzzle.solution[0].split("; ")[:-1]
    )
    with zoe.live(table) as live:
        assert live.act(puzzle.seat, f"{hold}; orders")["type"] == "done"
    answered = zoe.get(f"/api/tables/{table['id']}/puzzle?lang=fr")["answer"]
    assert not answered["correct"]
    places = [step["things"] for step in answered["refutation"]]
    assert places
    assert all(places)
    assert [step["action"] for step in answered["solving"]] == puzzle.solution[0].split("; ")[:-1]


def test_a_hint_names_a_thing_and_counts_as_a_wrong_answer(house: House) -> None:
    """It names one thing of the solution. The rating falls once; a right answer does not follow."""
    zoe = registered(house, "Zoé")
    puzzle = next(each for each in puzzles_of("diplomacy") if " H;" in each.solution[0])
    table = begin(zoe, "diplomacy", id=puzzle.id)
    assert not judged(zoe, table)["tried"]
    path = f"/api/tables/{table['id']}/puzzle"
    hint = zoe.request("POST", f"{path}/hint", None, 200)
    moving = [each for each in puzzle.solution[0].split("; ")[:-1] if not each.endswith(" H")]
    assert hint["thing"] == moving[0].split()[1].partition("/")[0]
    assert hint["outcome"]["change"] < 0
    assert judged(zoe, table)["tried"]
    assert not zoe.request("POST", f"{path}/hint", None, 200)["outcome"]["counted"]
    assert answer(zoe, table, correct=True)["answer"]["correct"]
    assert not zoe.request("POST", path, None, 200)["counted"]
    for game in ("attrition", "pax", "turmoil"):
        other = begin(zoe, game)
        found = zoe.request("POST", f"/api/tables/{other['id']}/puzzle/hint", None, 200)
        assert found["thing"] or found["about"]


def test_an_answer_of_several_orders_is_judged_when_it_is_complete(house: House) -> None:
    zoe = house.person("Zoé")
    puzzle = next(each for each in puzzles_of("pax") if each.theme == "income")
    orders = [*one_by_one(puzzle.solution[0]), "ready"][: puzzle.most]
    table = begin(zoe, "pax", id=puzzle.id)
    asked = judged(zoe, table)
    assert f"£{puzzle.target}" in asked["question"]
    assert (asked["how"], asked["most"], asked["given"]) == ("reached", puzzle.most, 0)
    with zoe.live(table) as live:
        for number, order in enumerate(orders):
            assert not judged(zoe, table)["answered"]
            assert live.act(puzzle.seat, order)["type"] == "done"
            assert judged(zoe, table)["given"] == number + 1
    answered = judged(zoe, table)["answer"]
    assert answered["correct"]
    assert answered["reached"].endswith(f"£{puzzle.target}.")
    again = begin(zoe, "pax", id=puzzle.id)
    with zoe.live(again) as live:
        assert live.act(puzzle.seat, "ready")["type"] == "done"
    missed = judged(zoe, again)["answer"]
    assert (missed["correct"], missed["text"]) == (False, "")
    assert missed["solution"][0].count(" · ") == len(one_by_one(puzzle.solution[0])) - 1


def test_the_first_answer_changes_the_rating_and_the_run(house: House) -> None:
    zoe = registered(house, "Zoé")
    assert all(each["standing"] is None for each in zoe.get("/api/puzzles")["games"])
    changes = list[int]()
    for correct in (True, True, False):
        table = begin(zoe, "turmoil")
        answer(zoe, table, correct=correct)
        noted = zoe.request("POST", f"/api/tables/{table['id']}/puzzle", None, 200)
        assert judged(zoe, table)["answer"]["correct"] is correct
        assert noted["counted"]
        changes.append(noted["change"])
        again = zoe.request("POST", f"/api/tables/{table['id']}/puzzle", None, 200)
        assert not again["counted"]
    assert changes[0] > 0 > changes[2]
    [turmoil] = [each for each in zoe.get("/api/puzzles")["games"] if each["game"] == "turmoil"]
    standing = turmoil["standing"]
    assert (standing["solved"], standing["streak"], standing["best_streak"]) == (2, 0, 2)
    history = zoe.get("/api/me/puzzles")
    assert [each["correct"] for each in history].count(True) == 2
    assert len({each["puzzle"] for each in history}) == 3  # none came twice
    assert all(each["offered"] for each in history)
    with house.app.state.services.sessions.begin() as session:  # one that is no longer shipped
        session.execute(
            update(PuzzleAttempt)
            .values(puzzle_id="gone")
            .where(PuzzleAttempt.puzzle_id == history[0]["puzzle"])
        )
    assert [each["offered"] for each in zoe.get("/api/me/puzzles")].count(False) == 1
    own = zoe.get("/api/me/export")
    assert len(own["puzzle_attempts"]) == 3
    assert [each["game"] for each in own["puzzle_ratings"]] == ["turmoil"]


def test_who_wants_to_see_the_solution_answers_for_good(house: House) -> None:
    """No one looks at the solution, begins again and answers right for the rating."""
    zoe = registered(house, "Zoé")
    puzzle = puzzles_of("diplomacy")[0]
    table = begin(zoe, "diplomacy", id=puzzle.id)
    asked = answer(zoe, table, correct=False)
    assert (asked["answered"], asked["answer"]) == (True, None)
    assert zoe.request("POST", f"/api/tables/{table['id']}/puzzle", None, 200)["change"] < 0
    assert judged(zoe, table)["answer"]["solution"]
    again = begin(zoe, "diplomacy", id=puzzle.id)
    assert not judged(zoe, again)["answered"]
    assert answer(zoe, again, correct=True)["answer"]["correct"]
    assert not zoe.request("POST", f"/api/tables/{again['id']}/puzzle", None, 200)["counted"]


def test_nothing_is_stored_about_a_guest(house: House) -> None:
    guest = house.person("Gast")
    seen = [each.id for each in puzzles_of("turmoil")][1:]
    table = begin(guest, "turmoil", rating=1200, seen=seen[:500])
    assert puzzle_of(table).id not in seen
    answer(guest, table, correct=True)
    noted = guest.request("POST", f"/api/tables/{table['id']}/puzzle", None, 200)
    assert (noted["counted"], noted["standing"]) == (False, None)
    assert guest.get("/api/me/puzzles") == []


def test_the_next_puzzle_replaces_the_table_of_the_last(house: House) -> None:
    zoe = house.person("Zoé")
    first = begin(zoe, "turmoil")
    day = zoe.get("/api/puzzles")
    today = {each["game"]: each["today"] for each in day["games"]}
    second = begin(zoe, "diplomacy", id=today["diplomacy"])
    zoe.get(f"/api/tables/{first['id']}", 404)
    assert zoe.get(f"/api/tables/{second['id']}/puzzle")["today"]
    assert zoe.get("/api/tables?scope=mine") == []
    zoe.request("POST", "/api/games/diplomacy/puzzles", {"id": "unknown"}, 404)
    exercise = zoe.request("POST", "/api/games/diplomacy/exercises/hold_vienna", {}, 201)
    zoe.get(f"/api/tables/{exercise['id']}/puzzle", 404)
    zoe.get(f"/api/tables/{second['id']}")


def test_the_hand_of_the_other_side_stays_hidden(house: House) -> None:
    zoe = house.person("Zoé")
    table = begin(zoe, "turmoil")
    puzzle = puzzle_of(table)
    record = zoe.client.get(f"/api/tables/{table['id']}/record").text
    assert '"hand"' not in record
    assert puzzle.start[:40] not in record
    zoe.get(f"/api/tables/{table['id']}/positions/0/analysis", 403)


def test_deleting_the_account_deletes_the_answers(house: House) -> None:
    zoe = registered(house, "Zoé")
    table = begin(zoe, "turmoil")
    answer(zoe, table, correct=True)
    zoe.request("POST", f"/api/tables/{table['id']}/puzzle", None, 200)
    zoe.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    with house.app.state.services.sessions() as session:
        for model in (PuzzleAttempt, PuzzleRating):
            assert session.scalar(select(func.count()).select_from(model)) == 0
