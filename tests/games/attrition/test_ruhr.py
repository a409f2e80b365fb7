"""Section 19: the Ruhr."""

from __future__ import annotations

import pytest

from entente.kernel import OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene

RUHR: dict[str, OptionValue] = {"ruhr": True}


def central(scene: Scene) -> int:
    return scene.war.industry("central")


def test_the_central_powers_start_with_eight_points() -> None:
    """19.1, 19.2."""
    state = GAME.start(RUHR, "1")
    assert GAME.view(state, None).industry == {"central": 8, "entente": 12}
    assert GAME.view(state, None).value["rhineland"] == 2
    assert size(state.reserves["central"]) == 8


def test_without_the_option_with_seven() -> None:
    assert GAME.view(GAME.start({}, "1"), None).industry["central"] == 7


@pytest.mark.parametrize(("bonus", "number"), [("plus3", 11), ("ten", 10)])
def test_the_draw_of_fall_1914(bonus: str, number: int) -> None:
    """A3."""
    scene = Scene("central", "draw_tiles", "fall_1914", options=RUHR | {"bonus": bonus})
    assert size(scene.pile("reserves", "central")) == number


def test_the_marker_stays_while_the_rhineland_is_central() -> None:
    """19.2."""
    scene = Scene(
        "entente", "update_status", options=RUHR, board={"rhineland": {"germany-infantry": 1}}
    )
    assert scene.state.ruhr
    assert central(scene) == 8


def test_a_contested_rhineland_loses_the_marker_for_good() -> None:
    """19.3."""
    scene = Scene(
        "entente",
        "update_status",
        options=RUHR,
        board={"rhineland": {"germany-infantry": 1, "france-infantry": 1}},
    )
    assert scene.status("rhineland") == "contested"
    assert not scene.state.ruhr
    assert central(scene) == 6
    scene.war.set_status("rhineland", "central")
    assert central(scene) == 7


def test_a_lost_rhineland_loses_the_marker_at_once() -> None:
    """19.3: "immediately", here by the advance."""
    scene = Scene(
        "entente",
        "choose_battle",
        options=RUHR,
        board={"rhineland": {"france-infantry": 1}},
        battles=["rhineland"],
    ).do("resolve rhineland")
    assert scene.step == "advance"
    assert not scene.state.ruhr
    assert GAME.view(scene.state, None).value["rhineland"] == 1
    assert "log.ruhr_lost" in [line.key for line in scene.said()]


def test_mata_hari_in_the_rhineland_costs_the_marker() -> None:
    """19.3, 15.2: the region gets a contested marker."""
    scene = Scene(
        "entente",
        "answer_plans",
        "fall_1916",
        options=RUHR,
        board={"rhineland": {"germany-infantry": 1, "france-infantry": 1}},
        battles=["rhineland"],
        in_force=["CP10"],
    ).do("cancel rhineland")
    assert not scene.state.ruhr


def test_the_entente_gains_one_point_in_the_rhineland() -> None:
    """19.3: it is worth 1 for the rest of the game."""
    scene = Scene(
        "entente", "update_status", options=RUHR, board={"rhineland": {"france-infantry": 1}}
    )
    assert scene.war.industry("entente") == 13
    assert central(scene) == 6


def test_other_regions_keep_their_value() -> None:
    scene = Scene(
        "entente", "update_status", options=RUHR, board={"vienna": {"france-infantry": 1}}
    )
    assert scene.state.ruhr
    assert central(scene) == 6
