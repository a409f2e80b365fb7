"""How many tiles an action could be done with, one after the other."""

from __future__ import annotations

from tests.games.attrition.scene import Scene, battle_scene


def supply(scene: Scene, action: str) -> int:
    assert action in scene.actions
    return scene.position.bind(scene.decision()).repeat_limit(action)


def test_tiles_that_move_and_tiles_that_mobilise_are_counted() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 3})
    assert supply(scene, "mobilise germany-infantry berlin") == 3
    scene = Scene("central", "start_movement", board={"berlin": {"germany-infantry": 2}})
    assert supply(scene, "move germany-infantry berlin poland") == 2
    scene.do("move germany-infantry berlin poland")
    assert supply(scene, "move germany-infantry berlin poland") == 1


def test_tiles_that_advance_are_counted() -> None:
    """4.8.4."""
    attackers, defenders = {"germany-infantry": 3}, {"france-infantry": 1}
    scene = battle_scene("central", "belgium", attackers, defenders, [1, 5, 6])
    scene.do("resolve belgium").skip_to("advance")
    left = scene.tiles("belgium")["germany-infantry"]
    assert left > 1
    assert supply(scene, "advance germany-infantry belgium paris") == left
    scene.do("advance germany-infantry belgium paris")
    assert supply(scene, "advance germany-infantry belgium paris") == left - 1


def test_tiles_that_are_redeployed_are_counted() -> None:
    """4.10.2."""
    scene = Scene("central", "declare_war", reserves={"ottoman-infantry": 3}).do("declare ottoman")
    assert supply(scene, "redeploy ottoman-infantry istanbul armenia") == 3
    scene.do("redeploy ottoman-infantry istanbul armenia")
    assert supply(scene, "redeploy ottoman-infantry istanbul levant") == 2
