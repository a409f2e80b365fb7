"""Section 17: trenches."""

from __future__ import annotations

import pytest

from entente.games.attrition.reserves import no_trench
from entente.kernel import OptionValue
from tests.games.attrition.scene import GAME, Scene, Tiles

TRENCHES: dict[str, OptionValue] = {"trenches": True}
BELGIUM: Tiles = {"belgium": {"germany-infantry": 2, "france-infantry": 2}}


def digging(
    active: str = "central",
    board: Tiles = BELGIUM,
    trenches: dict[str, dict[str, int]] | None = None,
    step: str = "dig_trench",
    in_force: list[str] | None = None,
) -> Scene:
    return Scene(
        active,
        step,
        "spring_1918",
        options=TRENCHES,
        status=dict.fromkeys(board, "contested"),
        board=board,
        trenches=trenches,
        in_force=in_force,
    )


# -- 17.2 digging


def test_one_trench_may_be_dug_in_a_contested_region() -> None:
    """17.2: at the end of one's turn."""
    scene = digging()
    assert (scene.step, scene.actions) == ("dig_trench", ("trench belgium", "done"))
    scene.do("trench belgium")
    assert scene.state.trenches["central"] == {"belgium": 1}
    assert scene.state.active == "entente"


def test_no_trench_need_be_dug() -> None:
    scene = digging().do("done")
    assert scene.state.trenches["central"] == {}


def test_a_trench_is_dug_after_the_reserves_are_managed() -> None:
    """17.2, 4.11.1."""
    scene = Scene(
        "central",
        "manage_reserves",
        options=TRENCHES,
        status={"belgium": "contested"},
        board=BELGIUM,
        reserves={"germany-infantry": 1},
    )
    assert scene.step == "dig_trench"
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}


def test_only_contested_regions_take_trenches() -> None:
    """17.2."""
    scene = digging()
    assert scene.refused("trench berlin") == ("17.2", "not_contested")
    assert scene.refused("trench paris") == ("17.2", "not_contested")


def test_a_region_may_hold_any_number_of_both_sides() -> None:
    """17.2, note."""
    scene = digging(trenches={"central": {"belgium": 2}, "entente": {"belgium": 3}})
    scene.do("trench belgium")
    assert scene.state.trenches == {"central": {"belgium": 3}, "entente": {"belgium": 3}}


def test_four_trenches_a_side_at_most() -> None:
    """17.2."""
    board: Tiles = {**BELGIUM, "poland": {"germany-infantry": 1, "russia-infantry": 1}}
    full = {"belgium": 3, "poland": 1}
    scene = digging(board=board, trenches={"central": full})
    assert scene.step != "dig_trench"
    three = digging(board=board, trenches={"central": {"belgium": 3}, "entente": {"belgium": 4}})
    assert three.step == "dig_trench"


def test_why_a_fifth_trench_is_refused() -> None:
    """17.2."""
    scene = digging(trenches={"central": {"belgium": 3}})
    scene.state.trenches["central"]["belgium"] = 4
    why = no_trench(scene.war, "belgium")
    assert why is not None
    assert (why.section, why.message.key) == ("17.2", "refusal.trenches_used")


def test_no_decision_without_a_contested_region() -> None:
    assert digging(board={}).step != "dig_trench"


def test_no_decision_without_the_option() -> None:
    scene = Scene("central", "dig_trench", status={"belgium": "contested"}, board=BELGIUM)
    assert scene.state.active == "entente"


def test_a_trench_needs_an_own_tile() -> None:
    """E5."""
    board: Tiles = {**BELGIUM, "poland": {"russia-infantry": 1}}
    scene = digging(board=board)
    assert scene.refused("trench poland") == ("E5", "no_own_tiles")


def test_the_german_revolution_opens_berlin_to_no_trench() -> None:
    """E5: Berlin is contested, but no Entente tile is there."""
    scene = digging(
        "entente",
        {"berlin": {"germany-infantry": 1}, **BELGIUM},
        step="update_status",
        in_force=["EP6"],
    )
    assert scene.status("berlin") == "contested"
    assert scene.actions == ("trench belgium", "done")
    assert scene.refused("trench berlin") == ("E5", "no_own_tiles")


# -- 17.3 battles


def battle(
    active: str, dice: list[int], trenches: dict[str, dict[str, int]], board: Tiles = BELGIUM
) -> Scene:
    return Scene(
        active,
        "choose_battle",
        "spring_1918",
        options=TRENCHES,
        status={"belgium": "contested"},
        board=board,
        battles=["belgium"],
        trenches=trenches,
        dice=dice,
    ).do("resolve belgium")


@pytest.mark.parametrize(
    ("dug", "left", "lost"),
    [(1, {}, {"germany-infantry": 1}), (2, {}, {}), (3, {"belgium": 1}, {})],
)
def test_each_hit_removes_a_trench_of_the_defender_before_any_tile(
    dug: int, left: dict[str, int], lost: dict[str, int]
) -> None:
    """17.3."""
    scene = battle("entente", [1, 1], {"central": {"belgium": dug}})
    assert scene.state.trenches["central"] == left
    assert scene.pile("destroyed", "central") == lost


def test_trenches_never_help_the_active_player() -> None:
    """17.3, note."""
    scene = battle("central", [1, 6], {"central": {"belgium": 2}})
    assert scene.state.trenches["central"] == {"belgium": 2}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}


def test_trenches_elsewhere_do_not_help() -> None:
    """17.3: in the region of the battle."""
    scene = battle("entente", [1, 6], {"central": {"poland": 2}})
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}


def test_without_hits_the_trenches_stay() -> None:
    scene = battle("entente", [5, 6], {"central": {"belgium": 2}})
    assert scene.state.trenches["central"] == {"belgium": 2}


def test_removed_trenches_may_be_dug_again() -> None:
    """17.3, note: they go back to their owner."""
    board: Tiles = {"belgium": {"germany-artillery": 2, "france-infantry": 2}}
    scene = battle("entente", [1, 1], {"central": {"belgium": 4}}, board)
    assert scene.state.trenches["central"] == {"belgium": 2}
    scene.finish_turn().skip_to("dig_trench")
    assert scene.state.active == "central"
    assert "trench belgium" in scene.actions


# -- E5: when the front moves on


def test_trenches_stay_while_their_owner_has_a_tile_there() -> None:
    """E5: though the region is no longer contested."""
    scene = digging(
        board={"belgium": {"germany-infantry": 1}},
        trenches={"central": {"belgium": 2}},
        step="update_status",
    )
    assert scene.status("belgium") == "central"
    assert scene.state.trenches["central"] == {"belgium": 2}


def test_trenches_without_a_tile_return_to_their_owner() -> None:
    """E5."""
    scene = digging(
        board={"belgium": {"france-infantry": 1}},
        trenches={"central": {"belgium": 2}, "entente": {"belgium": 1}},
        step="update_status",
    )
    assert scene.state.trenches == {"central": {}, "entente": {"belgium": 1}}


def test_a_face_down_tile_keeps_its_trenches() -> None:
    """E5, E17."""
    scene = Scene(
        "central",
        "update_status",
        options=TRENCHES | {"fog_of_war": True},
        board={"belgium": {"central-decoy-down": 1}},
        trenches={"central": {"belgium": 1}},
    )
    assert scene.state.trenches["central"] == {"belgium": 1}


def test_the_game_starts_without_trenches() -> None:
    """17.1."""
    assert GAME.start(TRENCHES, "1").trenches == {"central": {}, "entente": {}}
