"""Section 4.7.1: the four examples on planning battles."""

from __future__ import annotations

from tests.games.attrition.scene import Scene


def required(scene: Scene) -> list[object]:
    return [line.args["region"] for line in scene.log_lines("log.battle_required")]


def test_4_7_1_example_1_poland_must_be_fought_for() -> None:
    """4.7.1, AOS-PLAN-1: a foreign region under enemy control."""
    board = {"berlin": {"germany-infantry": 1}, "poland": {"russia-infantry": 1}}
    scene = Scene("central", "start_movement", board=board)
    scene.do("move germany-infantry berlin poland")
    assert required(scene) == ["poland"]
    assert (scene.step, scene.actions) == ("choose_battle", ("resolve poland",))


def test_4_7_1_example_2_the_rhineland_may_be_fought_for() -> None:
    """4.7.1, AOS-PLAN-2: an allied region under enemy control."""
    board = {"berlin": {"germany-infantry": 1}, "rhineland": {"france-infantry": 1}}
    scene = Scene("central", "start_movement", status={"rhineland": "entente"}, board=board)
    scene.do("move germany-infantry berlin rhineland")
    assert required(scene) == []
    assert (scene.step, scene.actions) == ("plan_battles", ("battle rhineland", "done"))


def test_4_7_1_example_3_contested_vienna_may_be_fought_for() -> None:
    """4.7.1, AOS-PLAN-3: a foreign region, but contested."""
    board = {
        "rome": {"italy-infantry": 1},
        "vienna": {"austria_hungary-infantry": 1, "italy-artillery": 1},
    }
    status = {"rome": "entente", "northern_italy": "entente", "vienna": "contested"}
    scene = Scene("entente", "start_movement", status=status, board=board)
    scene.do("move italy-infantry rome vienna")
    assert required(scene) == []
    assert (scene.step, scene.actions) == ("plan_battles", ("battle vienna", "done"))


def test_4_7_1_example_4_paris_from_the_sea_must_be_fought_for() -> None:
    """4.7.1, AOS-PLAN-4: an allied region, but every tile came from London by sea."""
    board = {"london": {"britain-infantry": 2}, "paris": {"germany-infantry": 1}}
    scene = Scene("entente", "start_movement", status={"paris": "central"}, board=board)
    scene.do("sail britain-infantry london paris", "sail britain-infantry london paris")
    assert required(scene) == ["paris"]
    assert (scene.step, scene.actions) == ("choose_battle", ("resolve paris",))
