"""Section 11: air reserves."""

from __future__ import annotations

import pytest

from entente.kernel import OptionValue
from tests.games.attrition.scene import Scene, Tiles

AIR: dict[str, OptionValue] = {"air_reserves": True}


# -- to the airfield


def test_an_airplane_that_could_move_may_go_to_the_airfield() -> None:
    """11.3."""
    scene = Scene(
        "central", "start_movement", options=AIR, board={"berlin": {"germany-airplane": 2}}
    )
    scene.do("airfield germany-airplane berlin", "airfield germany-airplane berlin")
    assert scene.pile("airfield", "central") == {"germany-airplane": 2}
    assert scene.tiles("berlin") == {}


def test_there_is_no_limit_to_an_airfield() -> None:
    """11.3, note."""
    scene = Scene(
        "central", "start_movement", options=AIR, board={"berlin": {"germany-airplane": 4}}
    )
    scene.do(*["airfield germany-airplane berlin"] * 4)
    assert scene.pile("airfield", "central") == {"germany-airplane": 4}


def test_only_airplanes_go_to_the_airfield() -> None:
    """11.3."""
    scene = Scene(
        "central",
        "start_movement",
        options=AIR,
        board={"berlin": {"germany-infantry": 1}, "poland": {"germany-airplane": 1}},
        status={"poland": "central"},
    )
    assert scene.refused("airfield germany-infantry berlin") == ("11.3", "airplanes_only")


def test_an_airplane_outside_an_allied_capital_cannot_go() -> None:
    """11.3: those that are eligible for movement (4.6.1)."""
    scene = Scene(
        "central",
        "start_movement",
        options=AIR,
        board={"berlin": {"germany-infantry": 1}, "poland": {"germany-airplane": 1}},
        status={"poland": "central"},
    )
    assert scene.refused("airfield germany-airplane poland") == ("4.6.1", "not_allied_capital")


def test_an_airplane_that_has_moved_cannot_go() -> None:
    """11.3, 4.6.2."""
    scene = Scene(
        "entente",
        "start_movement",
        options=AIR,
        board={"london": {"france-airplane": 1}, "paris": {"france-infantry": 1}},
    ).do("sail france-airplane london paris")
    assert scene.refused("airfield france-airplane paris") == ("4.6.2", "moved_already")


def test_an_airplane_may_go_from_the_capital_of_an_ally() -> None:
    """11.3, 4.6.1: any allied capital."""
    scene = Scene(
        "entente", "start_movement", options=AIR, board={"london": {"france-airplane": 1}}
    )
    assert "airfield france-airplane london" in scene.actions


def test_without_the_option_there_is_no_airfield() -> None:
    scene = Scene("central", "start_movement", board={"berlin": {"germany-airplane": 1}})
    assert scene.refused("airfield germany-airplane berlin") == ("11", "no_air_reserves")


# -- air reinforcements


def plans(
    board: Tiles,
    airfield: dict[str, int],
    battles: list[str],
    options: dict[str, OptionValue] = AIR,
    in_force: list[str] | None = None,
    dice: list[int] | None = None,
) -> Scene:
    """The Entente has planned battles; the Central player may answer."""
    return Scene(
        "entente",
        "answer_plans",
        "fall_1916",
        options=options,
        status=dict.fromkeys(board, "contested"),
        board=board,
        airfield=airfield,
        battles=battles,
        in_force=in_force,
        dice=dice,
    )


FRONT: Tiles = {
    "belgium": {"germany-infantry": 2, "france-infantry": 2},
    "poland": {"austria_hungary-infantry": 2, "russia-infantry": 2},
}


def test_the_opponent_may_send_an_airplane_to_a_planned_battle() -> None:
    """11.4: after the planning, before the first battle."""
    scene = plans(FRONT, {"germany-airplane": 2}, ["belgium", "poland"])
    assert (scene.step, scene.deciding) == ("answer_plans", ("central",))
    assert scene.actions == ("fly germany-airplane belgium", "done")
    scene.do("fly germany-airplane belgium")
    assert scene.tiles("belgium")["germany-airplane"] == 1
    assert scene.pile("airfield", "central") == {"germany-airplane": 1}


def test_one_airplane_a_region() -> None:
    """11.4: when nothing else can fly, the battles begin."""
    scene = plans(
        FRONT, {"germany-airplane": 2, "austria_hungary-airplane": 1}, ["belgium", "poland"]
    )
    scene.do("fly germany-airplane belgium")
    assert scene.refused("fly germany-airplane belgium") == ("11.4", "one_airplane")
    scene.do("fly austria_hungary-airplane poland")
    assert scene.step == "choose_battle"


def test_an_airplane_flies_only_beside_its_own_nation() -> None:
    """11.4."""
    scene = plans(
        FRONT, {"germany-airplane": 1, "austria_hungary-airplane": 1}, ["belgium", "poland"]
    )
    assert scene.refused("fly germany-airplane poland") == ("11.4", "no_nation")
    assert scene.refused("fly austria_hungary-airplane belgium") == ("11.4", "no_nation")


def test_an_airplane_flies_only_to_a_battle_marker() -> None:
    """11.4."""
    scene = plans(FRONT, {"germany-airplane": 1, "austria_hungary-airplane": 1}, ["belgium"])
    assert scene.refused("fly austria_hungary-airplane poland") == ("11.4", "no_marker")


def test_only_airplanes_in_the_players_own_airfield_fly() -> None:
    scene = plans(FRONT, {"germany-airplane": 1, "france-airplane": 1}, ["belgium"])
    assert scene.refused("fly france-airplane belgium") == ("11.4", "enemy_tile")
    assert scene.refused("fly austria_hungary-airplane belgium") == ("11.4", "not_in_airfield")


@pytest.mark.parametrize(
    ("airfield", "battles"),
    [
        ({}, ["belgium"]),
        ({"germany-airplane": 1}, []),
        ({"germany-airplane": 1}, ["poland"]),
        ({"france-airplane": 1}, ["belgium"]),
    ],
)
def test_no_decision_with_nothing_to_send(airfield: dict[str, int], battles: list[str]) -> None:
    assert plans(FRONT, airfield, battles).step != "answer_plans"


def test_the_active_player_sends_no_airplanes() -> None:
    """11.4: "in your opponent's turn"."""
    scene = plans(FRONT, {"germany-airplane": 1, "france-airplane": 1}, ["belgium"])
    assert scene.refused("fly france-airplane belgium", "entente") == (
        "0",
        "kernel.not_your_decision",
    )


def test_the_airplane_fights_in_the_battle() -> None:
    """11.4: a 3 hits."""
    scene = plans(FRONT, {"germany-airplane": 1}, ["belgium"], dice=[3, 6])
    scene.do("fly germany-airplane belgium", "resolve belgium")
    assert scene.pile("destroyed", "entente") == {"france-infantry": 1}


def test_after_the_battles_a_surviving_airplane_may_fly_back() -> None:
    """11.4, before the region markers change."""
    scene = plans(FRONT, {"germany-airplane": 1}, ["belgium"], dice=[5, 6])
    scene.do("fly germany-airplane belgium", "resolve belgium")
    assert (scene.step, scene.deciding) == ("recall_airplanes", ("central",))
    assert scene.refused("withdraw germany-airplane poland") == ("11.4", "not_reinforced")
    scene.do("withdraw germany-airplane belgium")
    assert scene.pile("airfield", "central") == {"germany-airplane": 1}
    assert "germany-airplane" not in scene.tiles("belgium")


def test_or_it_may_stay() -> None:
    """11.4: all or some of them."""
    scene = plans(FRONT, {"germany-airplane": 1}, ["belgium"], dice=[5, 6])
    scene.do("fly germany-airplane belgium", "resolve belgium", "done")
    assert scene.tiles("belgium")["germany-airplane"] == 1
    assert scene.pile("airfield", "central") == {}


def test_a_destroyed_airplane_does_not_come_back() -> None:
    """11.4."""
    board = {"belgium": {"germany-artillery": 1, "france-infantry": 2}}
    scene = plans(board, {"germany-airplane": 1}, ["belgium"], dice=[1, 1])
    scene.do("fly germany-airplane belgium", "resolve belgium")
    assert scene.pile("destroyed", "central") == {"germany-airplane": 1, "germany-artillery": 1}
    assert scene.step == "advance"
    scene.do("done")
    assert scene.step != "recall_airplanes"


def test_only_airplanes_sent_from_the_airfield_fly_back() -> None:
    """11.4."""
    board = {"belgium": {"germany-airplane": 1, "france-infantry": 2}}
    scene = plans(board, {}, ["belgium"], dice=[5, 6])
    scene.do("resolve belgium")
    assert scene.step != "recall_airplanes"


def test_an_airplane_that_leaves_the_last_place_gives_the_region_up() -> None:
    """11.4, 4.9: the marker follows the tiles that are left."""
    board = {"belgium": {"germany-infantry": 1, "france-infantry": 2}}
    scene = plans(board, {"germany-airplane": 1}, ["belgium"], dice=[1, 6])
    scene.do("fly germany-airplane belgium", "resolve belgium", "lose germany-infantry")
    assert scene.step == "recall_airplanes"
    scene.do("withdraw germany-airplane belgium")
    assert scene.status("belgium") == "entente"


def test_mata_hari_and_airplanes_in_the_order_the_central_player_likes() -> None:
    """E13."""
    board: Tiles = {
        "belgium": {"germany-infantry": 2, "france-infantry": 2},
        "poland": {"germany-infantry": 2, "russia-infantry": 2},
    }
    scene = plans(board, {"germany-airplane": 2}, ["belgium", "poland"], in_force=["CP10"])
    assert scene.actions == (
        "cancel belgium",
        "cancel poland",
        "fly germany-airplane belgium",
        "fly germany-airplane poland",
        "done",
    )
    scene.do("fly germany-airplane belgium", "cancel poland")
    assert scene.step == "choose_battle"
    other = plans(board, {"germany-airplane": 2}, ["belgium", "poland"], in_force=["CP10"])
    other.do("cancel poland")
    assert other.refused("fly germany-airplane poland") == ("11.4", "no_marker")


def test_an_airplane_in_a_battle_that_mata_hari_stops_may_fly_back() -> None:
    """E13, 11.4."""
    scene = plans(FRONT, {"germany-airplane": 1}, ["belgium"], in_force=["CP10"])
    scene.do("fly germany-airplane belgium", "cancel belgium")
    assert scene.step == "recall_airplanes"
    scene.do("withdraw germany-airplane belgium")
    assert scene.pile("airfield", "central") == {"germany-airplane": 1}


# -- leaving the airfield


def test_an_airplane_is_mobilised_out_of_the_airfield() -> None:
    """11.5: as if in the reserves."""
    scene = Scene("entente", "mobilise", options=AIR, airfield={"britain-airplane": 2})
    assert scene.actions == (
        "scramble britain-airplane london",
        "scramble britain-airplane alexandria",
        "done",
    )
    scene.do("scramble britain-airplane alexandria")
    assert scene.tiles("alexandria") == {"britain-airplane": 1}
    assert scene.pile("airfield", "entente") == {"britain-airplane": 1}


def test_a_mobilised_airplane_may_move_in_the_same_turn() -> None:
    """11.5, 4.6.1."""
    scene = Scene("entente", "mobilise", options=AIR, airfield={"france-airplane": 1})
    scene.do("scramble france-airplane paris")
    assert "move france-airplane paris belgium" in scene.actions


def test_the_rules_of_mobilisation_hold_for_the_airfield() -> None:
    """11.5, 4.5."""
    scene = Scene(
        "central",
        "mobilise",
        options=AIR,
        status={"berlin": "entente"},
        airfield={"germany-airplane": 1, "austria_hungary-airplane": 1},
    )
    assert scene.refused("scramble germany-airplane berlin") == ("4.5", "enemy_holds")
    assert scene.refused("scramble germany-airplane vienna") == ("4.5", "wrong_flag")
    assert scene.refused("scramble germany-infantry berlin") == ("11.5", "not_in_airfield")
    assert scene.refused("mobilise austria_hungary-airplane vienna") == ("4.5", "not_in_reserves")


def test_london_is_closed_to_the_airfield_under_submarine_warfare() -> None:
    """E15."""
    scene = Scene(
        "entente", "mobilise", options=AIR, airfield={"britain-airplane": 1}, in_force=["CP5"]
    )
    assert scene.actions == ("scramble britain-airplane alexandria", "done")
    assert scene.refused("scramble britain-airplane london") == ("15.2", "submarines")


def test_airplanes_in_the_airfield_are_safe_at_the_end_of_the_turn() -> None:
    """11.5, note."""
    scene = Scene(
        "central",
        "manage_reserves",
        options=AIR,
        airfield={"germany-airplane": 1},
        reserves={"germany-infantry": 1},
    )
    assert scene.pile("airfield", "central") == {"germany-airplane": 1}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}


def test_the_surrender_empties_the_airfield_of_russians() -> None:
    """E25."""
    scene = Scene(
        "entente",
        "surrender",
        options=AIR,
        airfield={"russia-airplane": 1, "france-airplane": 1},
    ).do("surrender")
    assert scene.pile("airfield", "entente") == {"france-airplane": 1}
    assert scene.pile("destroyed", "entente") == {"russia-airplane": 1}


def test_french_airplanes_do_not_fly_off_during_mutinies() -> None:
    """E16."""
    scene = Scene(
        "entente",
        "start_movement",
        "spring_1917",
        options=AIR,
        board={"paris": {"france-airplane": 1, "britain-airplane": 1}},
        in_force=["CP6"],
    )
    assert scene.refused("airfield france-airplane paris") == ("15.2", "mutinies")
    assert "airfield britain-airplane paris" in scene.actions
