"""Studying a game: what a level thinks, why a move was made, how the game went, what could be."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from entente.kernel.typography import typeset
from entente.players.registry import drawn
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.study import explanations
from entente.server.study.analysis_process import think
from entente.server.study.analysis_requests import AnalysisRequest
from entente.server.study.playouts import rewind
from tests.server.people import House, Json, Person
from tests.server.played import at_random, given_up, sample

pytestmark = pytest.mark.one_database


def study(person: Person, table: Json, path: str, status: int = 200) -> Any:
    return person.get(f"/api/tables/{table['id']}/{path}", status)


def fork(person: Person, table: Json, move: int) -> Json:
    made: Json = person.post(f"/api/tables/{table['id']}/fork", move=move, status=201)
    return made


def test_a_level_shows_what_it_would_do_at_any_moment(house: House) -> None:
    franz, stranger = house.person("Franz"), house.person("Ange", "fr")
    table = given_up(franz)
    answer = study(franz, table, "positions/0/analysis?level=easy&lang=en")
    assert (answer["move"], answer["seat"], answer["level"]) == (0, "central", "easy")
    assert 0 < answer["chance"] < 100
    first = answer["lines"][0]
    assert (first["action"], first["text"], first["chance"]) == (
        answer["action"],
        answer["text"],
        answer["chance"],
    )
    assert answer["sentences"][0].startswith(f"Easy plays: {answer['text']}.")
    assert answer["assessment"] in answer["sentences"][0]
    assert all(thing in line["action"] for line in answer["lines"] for thing in line["things"])
    again = study(stranger, table, "positions/0/analysis?level=easy&lang=fr")
    assert again["action"] == answer["action"]
    assert again["sentences"][0].startswith(typeset("Facile joue :"))


def test_only_a_seat_with_a_decision_thinks(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    refused = study(franz, table, "positions/0/analysis?level=easy&seat=entente", 409)
    assert refused["key"] == "problem.study.not_asked"
    assert refused["args"] == {"seat": "Entente", "seats": ["Central Powers"]}
    french = "positions/0/analysis?level=easy&seat=entente&lang=fr"
    assert study(franz, table, french, 409)["args"]["seats"] == ["Puissances centrales"]
    assert study(franz, table, "positions/0/analysis?seat=x", 422)["key"] == "problem.table.no_seat"
    assert study(franz, table, "positions/999/analysis", 422)["key"] == "problem.moment.later"
    study(franz, table, "positions/0/analysis?level=greedy", 422)
    assert study(franz, table, "positions/0/explanation", 422)["key"] == "problem.study.no_move"


def test_analysis_needs_complete_information(house: House) -> None:
    franz, zoe, eve = (house.person(name) for name in ("Franz", "Zoé", "Eve"))
    table = franz.table("turmoil", seats={"liberal": "me"})
    zoe.sit(table, "authoritarian")
    for person in (franz, zoe, eve):
        for path in ("positions/0/analysis", "positions/0/continuation", "evaluation"):
            assert study(person, table, path, 403)["key"] == "problem.study.not_yet"
        for path in ("playout", "rewind"):
            answer = person.post(f"/api/tables/{table['id']}/{path}", move=0, status=403)
            assert answer["key"] == "problem.study.not_own"
    assert study(franz, table, "positions/0/explanation", 403)["key"] == "problem.guide.alone"
    assert study(eve, table, "positions/0/explanation", 403)["key"] == "problem.study.not_yet"
    made = fork(franz, table, 0)
    for path in (
        "positions/0/analysis",
        "positions/0/explanation",
        "positions/0/continuation",
        "evaluation",
    ):
        study(eve, made, path, 403)
    visitor = house.person(None)
    assert study(visitor, given_up(franz), "evaluation", 401)["key"] == "problem.account.needed"


def when_the_entente_decides(person: Person, table: Json) -> int:
    """The number of moves by then."""
    with person.live(table) as live:
        while live.decision("entente") is None:
            live.hear("state")
        moves: int = live.state["moves"]
    return moves


def test_why_a_level_did_something_comes_again_with_its_seed(house: House) -> None:
    franz = house.person("Franz")
    table = franz.table("attrition", seats={"central": "easy", "entente": "me"})
    when_the_entente_decides(franz, table)
    franz.post(f"/api/tables/{table['id']}/concede", seat="entente")
    answer = study(franz, table, "positions/1/explanation?level=easy&lang=en")
    assert (answer["player"], answer["source"]) == ("easy", "repeated")
    assert answer["rank"] == 1
    assert answer["action"] == answer["analysis"]["action"]
    assert answer["sentences"][1] == "This is the analysis made when the move was chosen."


def test_a_power_thinks_again_with_the_character_it_has(house: House) -> None:
    """That of the whole game, not a new one for each move."""
    franz = house.person("Franz")
    seats = dict.fromkeys(("great_britain", "germany", "united_states"), "easy")
    table = franz.table("pax", options={"players": 4}, seats={"france": "me", **seats})
    services = house.app.state.services
    with franz.live(table) as live:
        while not live.state["moves"]:
            live.hear("state")
    room = services.rooms.get(table["id"])
    move = room.match.moves[0]
    asked = explanations._original_task(
        AnalysisRequest(room, services.moments, User(id=franz.id), 1, "easy", "en"), move, "easy"
    )
    assert asked.player == drawn("easy", "pax", f"{room.table.seed}/{move.seat}")
    assert think(asked).chosen


def test_a_step_of_a_plan_comes_again_with_the_plan(house: House) -> None:
    """A player with several actions in a row thinks once, and keeps to the plan."""
    franz = house.person("Franz")
    table = franz.table("attrition", seats={"central": "normal", "entente": "me"})
    moves = when_the_entente_decides(franz, table)
    franz.post(f"/api/tables/{table['id']}/concede", seat="entente")
    for move in range(2, moves + 1):
        answer = study(franz, table, f"positions/{move}/explanation?level=easy&lang=en")
        assert (move, answer["source"]) == (move, "repeated")


def test_of_a_persons_move_a_level_says_what_it_thinks_of_it(house: House) -> None:
    franz = house.person("Franz")
    answer = study(franz, given_up(franz), "positions/1/explanation?level=easy&lang=en")
    assert (answer["player"], answer["source"]) == (None, "now")
    assert answer["sentences"][1].startswith("A person made this move")
    assert answer["analysis"]["move"] == 0


def test_the_course_of_a_game_comes_in_slices(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    while not (answer := study(franz, table, "evaluation"))["done"]:
        assert answer["completed"] < answer["total"]
    assert [point["move"] for point in answer["points"]] == list(range(answer["total"] + 1))
    assert all(sum(point["chances"].values()) == 100 for point in answer["points"])
    assert all(turn["after"] > turn["before"] for turn in answer["turning_points"])
    assert study(franz, table, "evaluation") == answer  # it is kept
    assert study(franz, table, "evaluation?level=easy")["level"] == "easy"


def turning_points(person: Person, record: bytes) -> tuple[list[Json], int]:
    """Of a game that is handed in, and how many moves it has."""
    headers = {"x-csrf-token": person.csrf, "content-type": "text/plain"}
    table = person.client.post("/api/records", content=record, headers=headers).json()
    while not (answer := study(person, table, "evaluation"))["done"]:
        pass
    return answer["turning_points"], answer["total"]


def test_that_a_game_ends_is_no_turning_point(house: House) -> None:
    """In a game that all share at its end, some gain by that alone."""
    turns, total = turning_points(house.person("Franz"), at_random("diplomacy", end_year=1902))
    assert turns
    assert all(turn["move"] < total for turn in turns)


def test_a_turning_point_is_named_by_what_was_played(house: House) -> None:
    """What a card was spent on has its name from the card, and what names nothing from its turn."""
    turns, _ = turning_points(house.person("Franz"), at_random("turmoil", 240))
    texts = [turn["text"] for turn in turns]
    cards = [text for text in texts if "(C" in text]  # the number of a card
    assert len(cards) > len(texts) // 2
    assert not any(text.endswith(": Done") for text in texts)


def test_a_line_is_shown_played_and_undone(house: House) -> None:
    franz = house.person("Franz")
    made = fork(franz, given_up(franz), 5)
    line = study(franz, made, "positions/5/continuation?level=easy&answers=3")
    assert len(line["steps"]) == 3
    address = f"/api/tables/{made['id']}"
    played = franz.post(f"{address}/playout", move=5, level="easy", answers=3)
    assert (played["before"], played["moves"]) == (5, 8)
    assert played["steps"] == line["steps"]
    stale = franz.post(f"{address}/playout", move=5, level="easy", answers=3, status=409)
    assert stale["key"] == "problem.table.stale"
    while not (course := study(franz, made, "evaluation"))["done"]:
        pass
    assert course["total"] == 8
    back = franz.post(f"{address}/rewind", move=5)
    assert (back["before"], back["moves"]) == (8, 5)
    with franz.live(made) as live:
        assert live.state["moves"] == 5
        seat = live.state["seats"]
        acting = next(each for each in seat if live.decision(each))
        assert live.act(acting, sample(live, acting, Random(1)))["type"] == "done"
    franz.post(f"{address}/rewind", move=9, status=422)


def test_a_table_may_be_taken_back_while_its_course_is_judged(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is about the moves that there were when it was asked for."""
    franz = house.person("Franz")
    made = fork(franz, given_up(franz), 5)
    services = house.app.state.services
    judge = services.analysis_queue.ask

    async def judge_meanwhile(*given: Any) -> Any:
        found = await judge(*given)
        with suppress(Problem):  # it is back already
            rewind(services.rooms.get(made["id"]), 1, time.time())
        return found

    monkeypatch.setattr(services.analysis_queue, "ask", judge_meanwhile)
    answer = study(franz, made, "evaluation")
    assert (answer["done"], answer["total"]) == (True, 5)


def test_a_player_against_computers_alone_sees_their_explanations(house: House) -> None:
    franz, eve = house.person("Franz"), house.person("Eve")
    table = franz.table("attrition", seats={"central": "easy", "entente": "me"})
    when_the_entente_decides(franz, table)
    answer = study(franz, table, "positions/1/explanation?level=easy&lang=en")
    assert (answer["source"], answer["seat"], answer["analysis"]) == ("imagined", "central", None)
    assert answer["sentences"][0] == f"Central Powers: {answer['text']}."
    assert study(eve, table, "positions/1/explanation", 403)["key"] == "problem.study.not_yet"
    assert study(franz, table, "positions/0/analysis", 403)["key"] == "problem.study.not_yet"


def opened_orders(person: Person) -> tuple[Json, dict[str, int]]:
    """A table of Diplomacy at which all have handed in orders once, and the number of each move."""
    others = ("austria", "england", "germany", "italy", "russia", "turkey")
    table = person.table("diplomacy", seats={"france": "me", **dict.fromkeys(others, "easy")})
    with person.live(table) as live:
        assert live.act("france", sample(live, "france", Random(1)))["type"] == "done"
        while live.state["moves"] < 7:
            live.hear("state")
    steps = study(person, table, "timeline")["moves"]
    return table, {step["seat"]: step["move"] for step in steps[:7]}


@pytest.mark.parametrize(("language", "wants"), [("en", "from "), ("fr", "vers")])
def test_opened_orders_are_explained_by_their_aims(house: House, language: str, wants: str) -> None:
    franz = house.person("Franz")
    table, moves = opened_orders(franz)
    answer = study(
        franz, table, f"positions/{moves['england']}/explanation?level=easy&lang={language}"
    )
    name = "England" if language == "en" else "Angleterre"
    made = answer["sentences"][0]
    assert made.count(name) == 1
    assert made.startswith(name)
    assert (answer["source"], answer["analysis"]) == ("imagined", None)
    assert answer["rank"] is not None
    assert any(wants in sentence.lower() for sentence in answer["reasons"])
    assert made not in answer["reasons"]


def test_a_turn_is_explained_by_its_main_moves(house: House) -> None:
    """Of a computer's turn of many moves, the important ones first, and nothing twice."""
    franz = house.person("Franz")
    table = franz.table("turmoil", seats={"liberal": "me", "authoritarian": "easy"})
    with franz.live(table) as live:
        rng = Random(5)
        while live.state["moves"] < 40:
            if live.decision("liberal") is None:
                live.hear("state")
            else:
                live.act("liberal", sample(live, "liberal", rng))
    steps = study(franz, table, "timeline")["moves"]
    seats = [step["seat"] for step in steps]
    runs = [
        (first, last)
        for first in range(len(seats))
        for last in range(first + 2, len(seats))
        if set(seats[first : last + 1]) == {"authoritarian"} and steps[last]["label"] is not None
    ]
    first, last = max(runs, key=lambda run: run[1] - run[0])
    since = steps[first]["move"] - 1
    path = f"positions/{steps[last]['move']}/explanation?level=easy&lang=en&since={since}"
    answer = study(franz, table, path)
    assert (answer["seat"], answer["source"]) == ("authoritarian", "imagined")
    assert 0 < len(answer["main_moves"]) <= 5
    assert answer["others"] == last - first + 1 - len(answer["main_moves"])
    reasons = [each for deed in answer["main_moves"] for each in deed["reasons"]]
    assert len(set(reasons)) == len(reasons)
    assert all(deed["text"] in " ".join(answer["sentences"]) for deed in answer["main_moves"])
    one = study(franz, table, f"positions/{steps[last]['move']}/explanation?level=easy&lang=en")
    assert (one["main_moves"], one["others"]) == ([], 0)
    franz.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    again = study(franz, table, path)
    assert again["source"] in ("repeated", "now")
    assert 0 < len(again["main_moves"]) <= 5


# -- the desk


def at_desk(house: House, work: Any, given: object, user: int = 1) -> Any:
    return house.call(house.app.state.services.analysis_queue.ask, user, "t", work, given)


def refusal(house: House, work: Any, given: object) -> tuple[int, str]:
    with pytest.raises(Problem) as caught:
        at_desk(house, work, given)
    return caught.value.status, caught.value.message.key


def test_a_slow_cancelled_or_failed_analysis_is_reported(house: House) -> None:
    desk = house.app.state.services.analysis_queue
    at_desk(house, abs, -1)  # the process is there
    desk.pool.seconds = 0.05
    assert refusal(house, time.sleep, 60) == (503, "problem.study.slow")
    desk.pool.seconds = 60
    assert refusal(house, os._exit, 1) == (503, "problem.study.broken")
    assert refusal(house, int, "x") == (503, "problem.study.failed")
    assert at_desk(house, abs, -3) == 3


def test_a_user_has_a_few_questions_and_tables_go_first(house: House) -> None:
    desk = house.app.state.services.analysis_queue

    async def many() -> list[Any]:
        asked = [desk.ask(1, "t", abs, -n) for n in range(desk.waiting + 3)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    results = house.call(many)
    refused = [each for each in results if isinstance(each, Problem)]
    assert [each.message.key for each in refused] == ["problem.study.waiting"] * 2
    desk.patience = 0.1

    async def while_tables_wait() -> None:
        turns = desk.computers.turns
        for number in range(2):
            await turns.take(f"user {number}", "x")
        waiting = asyncio.create_task(turns.take("third", "y"))
        await asyncio.sleep(0)
        try:
            await desk.ask(1, "t", abs, -1)
        finally:
            waiting.cancel()
            for number in range(2):
                turns.give(f"user {number}")

    assert desk.computers.turns._free == 2
    with pytest.raises(Problem) as caught:
        house.call(while_tables_wait)
    assert caught.value.message.key == "problem.study.busy"


@pytest.mark.soak
def test_leaving_cancels_the_analysis(house: House, caplog: pytest.LogCaptureFixture) -> None:
    desk = house.app.state.services.analysis_queue
    at_desk(house, abs, -1)  # the process is there

    async def go_away() -> None:
        task = asyncio.create_task(desk.ask(1, "t", time.sleep, 600))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()

    house.call(go_away)
    assert at_desk(house, abs, -2) == 2
    gc.collect()
    assert "never retrieved" not in caplog.text  # its process was ended, and that is no error


def test_a_waiting_request_does_not_start_when_the_server_stops(house: House) -> None:
    desk = house.app.state.services.analysis_queue

    async def stop() -> list[Any]:
        tasks = [asyncio.create_task(desk.ask(user, "t", time.sleep, 600)) for user in (1, 2)]
        await asyncio.sleep(0.5)
        await desk.stop()
        done, waiting = await asyncio.wait(tasks, timeout=1)
        for task in waiting:
            task.cancel()
        return [task.exception() for task in tasks if task in done]

    results = house.call(stop)
    assert [each.message.key for each in results] == ["problem.study.busy"] * 2
    assert desk.pool.processes() == []


@pytest.mark.soak
def test_a_level_thinks_again_with_the_character_that_it_had(house: House) -> None:
    """At Pax Britannica a seat has one for the whole game, with any seed of a move."""
    franz = house.person("Franz")
    seats = dict.fromkeys(("france", "germany", "united_states"), "easy")
    own = {"great_britain": "me"}
    table = franz.table("pax", seats=seats | own, options={"players": 4})
    services = house.app.state.services
    room = services.rooms.get(table["id"])
    with franz.live(table) as live:
        while len(room.match.moves) < 12:
            live.hear("state")
    with services.sessions() as session:
        user = session.get_one(User, franz.id)
    asked = [
        explanations._original_task(
            AnalysisRequest(room, services.moments, user, n, "normal", "en"), move, "easy"
        )
        for n, move in enumerate(room.match.moves[:12], start=1)
    ]
    assert all(each.player.startswith("easy:") for each in asked)
    assert all(think(each).chosen for each in asked)
