"""Why not? What a player clicks, and the reason shown."""

from __future__ import annotations

import json

import pytest

from entente.kernel import registry
from entente.kernel.whynot import why_not
from tests.games.attrition.pointing import THINGS, questions
from tests.games.attrition.scene import GAME, Scene
from tests.server.people import House, Json, Live, Person
from tests.server.tables import two_at


def asked(scene: Scene, *things: str) -> str:
    """The key of the reason; empty if the action is possible."""
    answer = why_not(GAME.position(scene.state), scene.deciding[0], list(things))
    return answer.message.key if answer else ""


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_most_natural_wrong_things_have_their_own_reasons(house: House) -> None:
    anna, _, table = two_at(house, "attrition")
    wanted = {
        "serbia-infantry belgrade": "enemy_tile",
        "hungary": "no_capital",
        "poland": "not_entry",
        "pouch germany-infantry": "in_pouch",
    }
    with anna.live(table) as live:
        decision = live.decision("central")
        assert decision is not None
        assert decision["step"] == "mobilise"
        for thing, key in wanted.items():
            live.say(type="check", seat="central", things=[thing])
            answer = live.answer()
            assert (answer["type"], answer["key"]) == ("refused", f"refusal.{key}")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_careful_action_is_not_taken_where_it_is_likely_to_be_regretted(house: House) -> None:
    anna, bertrand, table = two_at(house, "attrition")
    said = "that could still be mobilised"
    with anna.live(table) as live:
        version = live.state["version"]
        act = {"type": "act", "seat": "central", "version": version, "action": "done"}
        live.say(**act, careful=True)
        answer = live.answer()
        assert answer["type"] == "cautioned"
        assert said in answer["cautions"][0]
        live.say(type="check", seat="central", action="done", careful=True)
        assert said in live.answer()["cautions"][0]
        live.say(type="check", seat="central", action="done")
        assert live.answer()["cautions"] == []
        with bertrand.live(table) as other:  # no one learns of it by asking for another seat
            other.say(**act, careful=True)
            assert other.answer()["key"] == "problem.table.not_yours"
        live.say(**act)
        assert live.answer()["type"] == "done"


def pax_table(house: House, mode: str) -> tuple[Person, Person, Json]:
    """Anna has Great Britain and Bert the six others, in the movement phase of the first turn."""
    anna, bert = house.person("Anna"), house.person("Bert")
    seats = registry.load("pax").info.seats
    terms = {"options": {"phase_mode": mode}, "private": True}
    table = bert.table("pax", seats=dict.fromkeys(seats[1:], "me"), **terms)
    return anna, bert, anna.sit(table, seats[0])


def movement(live: Live) -> int:
    """The window of Great Britain's question."""
    decisions = live.state["seats"]["great_britain"]["view"]["decisions"]
    return next(int(e["id"]) for e in decisions if e["step"] in ("open_movement", "plans"))


@pytest.mark.one_database
def test_only_its_own_player_can_ask_about_a_place(house: House) -> None:
    anna, bert, table = pax_table(house, "open")
    with anna.live(table) as live, bert.live(table) as other:
        window = movement(live)
        about: Json = {
            "type": "action_options",
            "seat": "great_britain",
            "thing": "egypt",
            "decision": window,
        }
        live.say(**about, id="7")
        answer = live.answer()
        assert (answer["type"], answer["id"]) == ("action_options", "7")
        placed = next(
            each for each in answer["allowed"] if each["action"].startswith("place egypt")
        )
        assert placed["label"].startswith("Place ")
        assert "Costs" in placed["hint"]
        assert all(each["text"] and each["section"] for each in answer["blocked"])
        other.say(**about)
        assert other.answer()["key"] == "problem.table.not_yours"
        live.say(**{**about, "decision": 99})
        assert live.answer()["key"] == "kernel.other_question"
        live.say(**{**about, "thing": "atlantis"})
        nothing = live.answer()
        assert (nothing["allowed"], nothing["blocked"]) == ([], [])
        live.say(type="check", seat="great_britain", action=placed["action"])
        assert "; " in live.answer()["text"]  # its cost, and what follows from it


@pytest.mark.one_database
def test_a_decision_by_thing_is_sent_in_small_frames(house: House) -> None:
    anna, bert, table = pax_table(house, "open")
    with anna.live(table, deltas="true") as live, bert.live(table, deltas="true") as other:
        prompts = live.state["seats"]["great_britain"]["prompts"]
        answer = next(each for each in prompts if each["by_thing"])
        assert all(" " not in each["action"] for each in answer["choices"])
        window = movement(live)
        decisions = live.state["seats"]["great_britain"]["view"]["decisions"]
        menu = next(each for each in decisions if each["id"] == window)["menu"]
        order = next(a for f in menu["forms"] for a in f.get("actions", ()) if "march" in a)
        live.say(
            type="act", seat="great_britain", version=live.state["version"], action=order,
            decision=window,
        )  # fmt: skip
        for each in (live, other):
            assert len(json.dumps(each.hear("delta"))) < 20_000


@pytest.mark.one_database
def test_a_plan_is_seen_step_by_step_by_its_own_player_alone(house: House) -> None:
    anna, bert, table = pax_table(house, "sealed")
    with anna.live(table) as live:
        window = movement(live)
        live.say(
            type="action_options", seat="great_britain", thing="home_great_britain", decision=window
        )
        buys = [e["action"] for e in live.answer()["allowed"] if e["action"].startswith("buy army")]
        for _ in range(2):
            assert live.act("great_britain", buys[-1], window=window)["type"] == "done"
        planned = live.state["seats"]["great_britain"]["submitted"]
        assert [each["action"] for each in planned] == [buys[-1]] * 2
        assert planned[0]["label"].startswith("Buy")
        with bert.live(table) as other:
            assert buys[-1] not in json.dumps(other.state)


def test_a_tile_in_a_region_is_one_thing() -> None:
    """A tile that moves to another of its kind is not that one."""
    scene = questions()["move"]
    assert asked(scene, "germany-infantry berlin") == ""
    assert asked(scene, "germany-infantry berlin", "belgium") == ""
    assert asked(scene, "germany-infantry belgium") == "refusal.not_allied_capital"
    assert asked(scene, "germany-infantry berlin", "london") == "refusal.no_route"


def test_every_question_answers_a_click_on_anything() -> None:
    for scene in questions().values():
        for thing in THINGS[scene.deciding[0]].values():
            assert asked(scene, thing) not in ("kernel.not_on_the_menu", "kernel.verb")


def test_a_question_about_nothing() -> None:
    assert asked(questions()["move"], " ") == "kernel.verb"
    assert asked(questions()["move"], "atlantis")
