"""The guided first turn: the decision, advice, and the others' moves, from the player's view."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from fastapi import Request

from entente.games.attrition.engine.reasons import because
from entente.kernel import Match, registry
from entente.players.figures import public_figures_of, reasons
from entente.players.player import PlayerView
from entente.players.player_texts import catalog_for
from entente.players.registry import USUAL, make
from entente.players.search_result import SearchLine, SearchResult
from entente.server.problem import Problem
from entente.server.study.guide import LUCK, advice
from tests.server.people import House, Json, Person
from tests.server.played import sample

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def guide(person: Person, table: Json, seat: str, status: int = 200, part: str = "") -> Any:
    return person.get(f"/api/tables/{table['id']}/guide{part}?lang=en&seat={seat}", status)


def test_a_first_turn_is_accompanied_until_it_is_over(house: House) -> None:
    zoe = house.person("Zoé")
    table = zoe.table("attrition", seats={"central": "me", "entente": "greedy"})
    answer = guide(zoe, table, "central")
    assert answer["explanation"].startswith("Tiles come from your reserves")
    assert (answer["others"], answer["first_turn_over"]) == ([], False)
    advised = guide(zoe, table, "central", part="/advice")
    assert advised["text"]
    assert any("tiles on the board" in each for each in advised["reasons"])
    with zoe.live(table) as live:
        rng = Random(1)
        while not guide(zoe, table, "central")["first_turn_over"]:
            if live.decision("central") is None:
                live.hear("state")
            else:
                live.act("central", sample(live, "central", rng))
    answer = guide(zoe, table, "central")
    assert answer["first_turn_over"]
    assert [deed["seat"] for deed in answer["others"]] == ["entente"]
    assert answer["others"][0]["moves"]
    assert answer["others"][0]["reasons"]


def test_a_players_own_moves_are_not_listed_among_the_others(house: House) -> None:
    zoe = house.person("Zoé")
    table = zoe.table("turmoil", seats={"authoritarian": "me", "liberal": "greedy"})

    def listed() -> Json:
        (deed,) = guide(zoe, table, "authoritarian")["others"]
        return dict(deed)

    with zoe.live(table) as live:
        while not guide(zoe, table, "authoritarian")["others"] or "place" not in str(
            live.decision("authoritarian")
        ):
            if live.decision("authoritarian") is None:
                live.hear("state")
            else:
                live.act("authoritarian", sample(live, "authoritarian", Random(1)))
        before = listed()
        live.act("authoritarian", sample(live, "authoritarian", Random(1)))
        assert listed() == before


def test_sealed_moves_are_listed_once_they_are_carried_out(house: House) -> None:
    zoe = house.person("Zoé")
    others = ("england", "france", "germany", "italy", "russia", "turkey")
    table = zoe.table("diplomacy", seats={"austria": "me", **dict.fromkeys(others, "greedy")})
    assert guide(zoe, table, "austria")["others"] == []
    advised = guide(zoe, table, "austria", part="/advice")
    assert "A VIE" in advised["text"]
    assert "A VIE" in advised["action"]
    with zoe.live(table) as live:
        live.act("austria", sample(live, "austria", Random(1)))
        while not (answer := guide(zoe, table, "austria"))["first_turn_over"]:
            live.hear("state")
    assert [deed["seat"] for deed in answer["others"]] == list(others)
    assert all(deed["moves"] for deed in answer["others"])
    assert any(deed["reasons"] for deed in answer["others"])


def test_advice_includes_the_consequences() -> None:
    """Great Britain begins by bringing ships home, which saves their upkeep each turn."""
    position = registry.load("pax").begin({"players": 4}, "advice")
    while position.state.step != "open_movement":
        decision = position.decisions[0]
        position.apply(
            decision.seat, position.bind(decision).default_answer() or next(iter(decision.menu))
        )
    seen = PlayerView(position, "great_britain")
    action = make(USUAL, "pax", LUCK).choose(seen)
    (meant,) = (each for each in position.decisions_for("great_britain") if action in each.menu)
    foretold = [position.bind(meant).hint(action), *position.bind(meant).consequences(action)]
    catalog = position.game.catalog("en")
    assert any(foretold)
    answer = [catalog.line(each) for each in foretold if each]
    assert advice(seen, action, "en").reasons[: len(answer)] == answer


def test_advice_names_a_choice_as_it_is_offered() -> None:
    position = registry.load("attrition").begin({}, "advice")
    while position.state.step != "mobilise":
        position.apply("central", "done")
    assert advice(PlayerView(position, "central"), "done", "en").text == "End mobilisation"


def test_advice_gives_its_reasons_and_nothing_the_rules_warn_against() -> None:
    """Ending the movement before any tile moved is questioned by the rules."""
    position = registry.load("attrition").begin({}, "advice")
    while position.state.step != "move":
        menu = position.decisions[0].menu
        position.apply("central", next((each for each in menu if each != "done"), "done"))
    march = next(each for each in position.decisions[0].menu if each.startswith("move "))
    seen = PlayerView(position, "central")
    idle = SearchLine("done", 0.5, reasons=(because("stay"),))
    both = SearchResult("done", 0.5, (idle, SearchLine(march, 0.4)), positions=2)
    assert advice(seen, "done", "en", both).text != "End movement"
    alone = SearchResult("done", 0.5, (idle,), positions=1)
    answer = advice(seen, "done", "en", alone)
    assert answer.text == "End movement"
    assert "My tiles are where they are needed, so they stay." in answer.reasons


def test_only_for_the_players_own_seat(house: House) -> None:
    zoe, franz = house.person("Zoé"), house.person("Franz")
    table = zoe.table("turmoil", seats={"liberal": "me", "authoritarian": "greedy"})
    guide(zoe, table, "authoritarian", 403)
    guide(franz, table, "liberal", 403)
    guide(franz, table, "liberal", 403, "/advice")


def test_leaving_cancels_the_advice(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    zoe = house.person("Zoé")
    table = zoe.table("attrition", seats={"central": "me", "entente": "greedy"})
    desk, cancelled = house.app.state.services.analysis_queue, list[bool]()

    async def think_on(*given: object) -> None:
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            cancelled.append(True)
        raise Problem(503, "study.busy", seconds=1)

    async def is_gone(request: Request) -> bool:
        return True

    monkeypatch.setattr(desk, "ask", think_on)
    monkeypatch.setattr(Request, "is_disconnected", is_gone)
    guide(zoe, table, "central", 503, "/advice")
    assert cancelled == [True]


def test_there_is_no_advice_against_people(house: House) -> None:
    zoe, franz = house.person("Zoé"), house.person("Franz")
    table = zoe.table("turmoil", seats={"liberal": "me"})
    franz.post(f"/api/tables/{table['id']}/join", seat="authoritarian")
    asked = guide(zoe, table, "liberal", 403, "/advice")
    assert asked["key"] == "problem.guide.alone"


@pytest.mark.parametrize(
    "name", [name for name in registry.available() if public_figures_of(name) is not None]
)
def test_the_reasons_are_the_figures_that_changed(name: str) -> None:
    game, public = registry.load(name), public_figures_of(name)
    assert public is not None
    exercise = game.exercises()[0]
    before = exercise.place(game)
    after = before.copy()
    assert reasons(before, after, exercise.seat) == []
    for action in exercise.solution:
        after.apply(exercise.seat, action)
    for seat in game.info.seats:
        figures = [public.figures(each.context, seat) for each in (before, after)]
        found = reasons(before, after, seat)
        assert bool(found) == (figures[0] != figures[1])
        for language in ("en", "fr"):
            assert all(catalog_for(game, language).strict.say(each) for each in found)
    assert {
        key.split(".")[2]
        for key in catalog_for(game, "en").texts
        if key.startswith(f"reason.{name}.")
    } == set(public.weights)


def test_a_treaty_is_advised_in_sentences() -> None:
    match: Match[Any, Any] = Match(registry.load("pax"), {"players": 4}, "empire")
    offer = (
        "offer with=[germany]; clauses=[no_war power=germany; towards=[france] |"
        " pay from=france; to=germany; amount=pounds 5; due=now]"
    )
    answer = advice(PlayerView(match.position.copy(), "france"), offer, "en").text
    said = "Germany does not declare war on France; France pays £5 to Germany on signing"
    assert answer == f"Offer a treaty: {said}"
