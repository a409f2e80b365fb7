"""Why not? What a player clicks at, and what he is told."""

from __future__ import annotations

import pytest

from entente.kernel.whynot import why_not
from tests.games.attrition.pointing import THINGS, questions
from tests.games.attrition.scene import GAME, Scene
from tests.server.people import House
from tests.server.tables import two_at


def asked(scene: Scene, *things: str) -> str:
    """The key of what is told; empty if it can be done."""
    told = why_not(GAME.position(scene.state), scene.deciding[0], list(things))
    return told.message.key if told else ""


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
            live.say(type="why", seat="central", things=[thing])
            answer = live.answer()
            assert (answer["type"], answer["key"]) == ("refused", f"refusal.{key}")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_careful_action_is_not_taken_where_it_is_likely_to_be_regretted(house: House) -> None:
    anna, bertrand, table = two_at(house, "attrition")
    said = "lost that could still be mobilised"
    with anna.live(table) as live:
        version = live.state["version"]
        act = {"type": "act", "seat": "central", "version": version, "action": "done"}
        live.say(**act, careful=True)
        answer = live.answer()
        assert answer["type"] == "cautioned"
        assert said in answer["cautions"][0]
        live.say(type="why", seat="central", action="done", careful=True)
        assert said in live.answer()["cautions"][0]
        live.say(type="why", seat="central", action="done")
        assert live.answer()["cautions"] == []
        with bertrand.live(table) as other:  # nobody learns of it by asking for somebody else
            other.say(**act, careful=True)
            assert other.answer()["key"] == "problem.table.not_yours"
        live.say(**act)
        assert live.answer()["type"] == "done"


def test_a_tile_in_a_region_is_one_thing() -> None:
    """A tile that moves to where another of its kind stands is not that one."""
    scene = questions()["move"]
    assert asked(scene, "germany-infantry berlin") == ""
    assert asked(scene, "germany-infantry berlin", "belgium") == ""
    assert asked(scene, "germany-infantry belgium") == "refusal.not_allied_capital"
    assert asked(scene, "germany-infantry berlin", "london") == "refusal.no_route"


def test_every_question_answers_a_click_on_anything() -> None:
    for scene in questions().values():
        for thing in THINGS[scene.deciding[0]].values():
            assert asked(scene, thing) not in ("kernel.not_on_the_menu", "kernel.verb")


def test_nothing_is_asked_about() -> None:
    assert asked(questions()["move"], " ") == "kernel.verb"
    assert asked(questions()["move"], "atlantis")
