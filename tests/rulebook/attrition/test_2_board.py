"""Section 2: the examples on the board and the tiles."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import GAME, Scene, battle_scene


def test_2_1_3_three_regions() -> None:
    """2.1.3, AOS-2.1.3: London, Paris and Belgium."""
    values = GAME.view(GAME.start(None, "0"), None).value
    assert {name: values[name] for name in ("london", "paris", "belgium")} == {
        "london": 2,
        "paris": 2,
        "belgium": 1,
    }
    tiles = {
        "london": {"britain-infantry": 1},
        "paris": {"france-infantry": 1},
        "belgium": {"france-artillery": 1},
    }
    scene = Scene("entente", "start_movement", board=tiles)
    assert "sail britain-infantry london paris" in scene.actions
    assert "move france-infantry paris belgium" in scene.actions
    assert "sail france-infantry paris london" in scene.actions
    assert "move britain-infantry london paris" not in scene.actions
    assert scene.why_not("move france-artillery belgium paris").section == "4.6.1"


def test_2_1_3_the_three_regions_are_allied_to_the_entente_under_either_side() -> None:
    """2.1.3, AOS-2.1.3: emptied of tiles after a contest, they go back to the Entente."""
    three = ("london", "paris", "belgium")
    lost = Scene("entente", "update_status", status=dict.fromkeys(three, "central"))
    assert lost.industry() == {"central": 7 + 5, "entente": 12 - 5}
    back = Scene("central", "update_status", status=dict.fromkeys(three, "contested"))
    assert [back.status(region) for region in three] == ["entente"] * 3
    assert back.industry()["entente"] == 12


@pytest.mark.parametrize(
    ("tile", "face"),
    [("germany-airplane", 3), ("austria_hungary-infantry", 1), ("russia-artillery", 2)],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_2_9_a_tile_hits_on_its_own_number_only(tile: str, face: int, die: int) -> None:
    """2.9, AOS-2.9: a German airplane, an Austro-Hungarian infantry, a Russian artillery tile."""
    active = GAME.board.tiles[tile].side
    enemy = {"central": {"britain-infantry": 2}, "entente": {"germany-infantry": 2}}[active]
    scene = battle_scene(active, "kiev", {tile: 1}, enemy, [die]).do("resolve kiev")
    assert scene.hits()[active] == (1 if die == face else 0)
