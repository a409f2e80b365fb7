"""Section 4.9: the cases of the region marker."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene, battle_scene

TILES = {"central": {"germany-infantry": 1}, "entente": {"britain-infantry": 1}}
REGION = {"central": "rhineland", "entente": "belgium"}


@pytest.mark.parametrize(
    ("before", "tiles", "allegiance", "after"),
    [
        ("entente", ["central"], "entente", "central"),
        ("contested", ["entente"], "central", "entente"),
        ("central", ["central", "entente"], "central", "contested"),
        ("central", [], "entente", "central"),
        ("contested", [], "entente", "entente"),
        ("contested", [], "central", "central"),
    ],
)
@pytest.mark.parametrize("active", ["central", "entente"])
def test_4_9_the_marker_follows_the_tiles(
    before: str, tiles: list[str], allegiance: str, after: str, active: str
) -> None:
    """4.9, AOS-STATUS: all cases, in either side's turn."""
    region = REGION[allegiance]
    there = {name: number for side in tiles for name, number in TILES[side].items()}
    scene = Scene(active, "update_status", status={region: before}, board={region: there})
    assert scene.status(region) == after
    changes = [line.args["region"] for line in scene.log_lines("log.status")]
    assert (region in changes) == (before != after)


def test_4_9_when_both_sides_destroy_each_other_the_region_goes_back() -> None:
    """4.9, AOS-STATUS: the rare case of the book's note, through a battle."""
    for active, region in (("central", "belgium"), ("entente", "rhineland")):
        own, enemy = TILES[active], TILES["entente" if active == "central" else "central"]
        scene = battle_scene(active, region, own, enemy, [1]).do(f"resolve {region}")
        assert scene.tiles(region) == {}
        assert scene.status(region) == scene.game.board.regions[region].allegiance
