"""Section 4.9: markers and industry after the battles."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene


def test_4_9_control_follows_the_tiles_everywhere_at_once() -> None:
    scene = Scene(
        "central",
        "update_status",
        status={"hungary": "contested"},
        board={
            "belgium": {"germany-infantry": 1},
            "paris": {"germany-infantry": 1, "france-infantry": 1},
            "hungary": {"russia-infantry": 1},
            "kiev": {"russia-infantry": 1},
        },
    )
    assert {r: scene.status(r) for r in ("belgium", "paris", "hungary", "kiev", "london")} == {
        "belgium": "central",
        "paris": "contested",
        "hungary": "entente",
        "kiev": "entente",
        "london": "entente",
    }
    assert scene.industry() == {"central": 7 - 1 + 1, "entente": 12 - 1 - 2 + 1}
    assert scene.log_lines("log.industry")[0].args == scene.industry()


@pytest.mark.parametrize("tiles", [{}, {"germany-infantry": 1}])
def test_4_9_neutral_regions_are_left_alone(tiles: dict[str, int]) -> None:
    scene = Scene(
        "central",
        "update_status",
        status={"moscow": "neutral"},
        board={"moscow": tiles},
        surrendered=True,
    )
    assert scene.status("moscow") == "neutral"


def test_4_9_a_moved_tile_takes_an_empty_allied_region_back() -> None:
    """No battle is planned in the undefended enemy Rhineland."""
    scene = Scene(
        "central",
        "start_movement",
        status={"rhineland": "entente"},
        board={"berlin": {"germany-infantry": 1}},
    )
    assert scene.industry()["central"] == 6
    scene.do("move germany-infantry berlin rhineland", "done")
    assert scene.status("rhineland") == "central"
    assert scene.industry()["central"] == 7


def test_4_9_a_region_that_its_owner_leaves_keeps_the_marker() -> None:
    scene = Scene(
        "entente",
        "start_movement",
        status={"rhineland": "entente"},
        board={"paris": {"france-infantry": 1}},
    )
    scene.do("move france-infantry paris belgium")
    assert scene.status("paris") == "entente"
    assert scene.status("rhineland") == "entente"


def test_a17_landed_tiles_change_no_marker_until_the_next_status_step() -> None:
    """British tiles land in empty Istanbul: Ottoman for industry, then Entente, at 4.9."""
    scene = Scene(
        "entente",
        "declare_war",
        status=dict.fromkeys(("istanbul", "armenia", "levant"), "central"),
        reserves={"britain-infantry": 1},
        options={"events": True},
        in_force=["EP3"],
    )
    scene.do("land britain-infantry istanbul")
    assert scene.state.active == "central"
    assert scene.status("istanbul") == "central"
    assert scene.industry()["central"] == 9
    scene.finish_turn()
    assert scene.status("istanbul") == "entente"
    assert scene.industry()["central"] == 7
