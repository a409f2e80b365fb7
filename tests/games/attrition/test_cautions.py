"""Cautions: the player confirms before wasting an opportunity."""

from __future__ import annotations

from tests.games.attrition.scene import GAME, Scene


def cautions(scene: Scene, action: str) -> list[str]:
    said = scene.position.bind(scene.decision()).cautions(action)
    for caution in said:
        assert GAME.catalog("fr").line(caution.message)
    return [GAME.catalog("en").line(caution.message) for caution in said]


def test_tiles_that_are_lost_if_they_are_not_mobilised() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 2})
    assert cautions(scene, "mobilise germany-infantry berlin") == []
    assert cautions(scene, "done") == [
        "2 tiles that could still be mobilised are lost: 2 × German infantry."
    ]


def test_a_movement_in_which_nothing_moved() -> None:
    scene = Scene("central", "start_movement", board={"berlin": {"germany-infantry": 2}})
    assert cautions(scene, "move germany-infantry berlin poland") == []
    assert cautions(scene, "done") == [
        "You have moved nothing in this phase, and some of your tiles could move."
    ]
    assert cautions(scene.do("move germany-infantry berlin poland"), "done") == []


def test_no_battle_at_all() -> None:
    board = {"belgium": {"germany-infantry": 1, "france-infantry": 1}}
    status = {"belgium": "contested"}
    scene = Scene("central", "plan_battles", board=board, status=status)
    assert cautions(scene, "battle belgium") == []
    assert cautions(scene, "done") == ["You plan no battle, although you could."]


def test_no_trench() -> None:
    board = {"belgium": {"germany-infantry": 1, "france-infantry": 1}}
    scene = Scene(
        "central",
        "dig_trench",
        board=board,
        status={"belgium": "contested"},
        options={"trenches": True},
    )
    assert cautions(scene, "done") == ["You dig no trench this turn, although you could."]
    assert cautions(scene, "trench belgium") == []
