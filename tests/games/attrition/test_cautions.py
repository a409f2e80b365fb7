"""Cautions: the player confirms before wasting an opportunity."""

from __future__ import annotations

from entente.kernel import Caution, Severity
from tests.games.attrition.scene import GAME, Scene


def cautions(scene: Scene, action: str) -> list[str]:
    said = scene.position.bind(scene.decision()).cautions(action)
    for caution in said:
        assert GAME.catalog("fr").line(caution.message)
    return [GAME.catalog("en").line(caution.message) for caution in said]


def risks(scene: Scene) -> list[Caution]:
    return scene.position.bind(scene.decision()).risks("done")


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
    board = {"belgium": {"germany-infantry": 3, "france-infantry": 1}}
    status = {"belgium": "contested"}
    scene = Scene("central", "plan_battles", board=board, status=status)
    assert cautions(scene, "battle belgium") == []
    assert cautions(scene, "done") == [
        "You plan no battle, although you have three times as many tiles as the enemy: "
        "Kingdom of Belgium."
    ]
    board = {"belgium": {"germany-infantry": 2, "france-infantry": 1}}
    assert cautions(Scene("central", "plan_battles", board=board, status=status), "done") == []


def leaving_vienna(**others: dict[str, int]) -> Scene:
    """The only tile in Vienna goes to Berlin, while Serbians hold Hungary."""
    board = {
        "vienna": {"austria_hungary-infantry": 1},
        "berlin": {"germany-infantry": 1},
        "hungary": {"serbia-infantry": 1},
        "belgrade": {"serbia-infantry": 2},
        **others,
    }
    return Scene("central", "start_movement", board=board, status={"hungary": "entente"})


def test_a_capital_left_empty_that_the_enemy_can_reach() -> None:
    """The enemy's tiles in a capital can march there next turn (4.6.2)."""
    scene = leaving_vienna()
    assert "empty_capital" not in {risk.kind for risk in risks(scene)}
    scene.do("move austria_hungary-infantry vienna berlin")
    (risk,) = [each for each in risks(scene) if each.kind == "empty_capital"]
    assert (risk.things, risk.severity) == (("vienna",), Severity.GRAVE)
    assert risk.message.args == {"region": "vienna", "points": 2, "tiles": 2}
    assert cautions(scene, "done")[0] == (
        "Vienna is empty, and 2 enemy tiles can march there: you lose the capital, "
        "2 industry points."
    )


def test_an_empty_capital_that_is_safe_is_not_named() -> None:
    """There are enough tiles beside it, or the enemy cannot march there."""
    for tiles, is_named in ((1, True), (2, False)):
        scene = leaving_vienna(rhineland={"germany-infantry": tiles})
        scene.do("move austria_hungary-infantry vienna berlin")
        kinds = {risk.kind for risk in risks(scene)}
        assert ("empty_capital" in kinds) == is_named
    scene = Scene("central", "start_movement", board={"vienna": {"austria_hungary-infantry": 1}})
    scene.do("move austria_hungary-infantry vienna berlin")
    assert "empty_capital" not in {risk.kind for risk in risks(scene)}


def test_an_empty_region_with_industry() -> None:
    board = {"berlin": {"germany-infantry": 1}, "belgrade": {"serbia-infantry": 2}}
    kinds = {
        (risk.kind, risk.things) for risk in risks(Scene("central", "start_movement", board=board))
    }
    assert ("empty_region", ("hungary",)) in kinds
    as_many = {**board, "vienna": {"austria_hungary-infantry": 2}}
    scene = Scene("central", "start_movement", board=as_many)
    assert "empty_region" not in {risk.kind for risk in risks(scene)}
    board = {**board, "hungary": {"germany-infantry": 1}}
    kinds = {
        (risk.kind, risk.things) for risk in risks(Scene("central", "start_movement", board=board))
    }
    assert ("empty_region", ("hungary",)) not in kinds


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
