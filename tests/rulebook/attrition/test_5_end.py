"""Section 5: how the game ends."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene

CENTRAL_9 = dict.fromkeys(("istanbul", "armenia", "levant", "sofia"), "central")
CENTRAL_16 = {
    **CENTRAL_9,
    **dict.fromkeys(("paris", "belgium", "london", "petrograd"), "central"),
}
ENTENTE_16 = dict.fromkeys(
    ("rome", "northern_italy", "bucharest", "salonica", "washington", "southern_states"), "entente"
)


@pytest.mark.parametrize(("more", "points"), [({}, 16), ({"kiev": "central"}, 17)])
def test_5_1_seventeen_points_win_in_the_draw_phase(more: dict[str, str], points: int) -> None:
    """5.1, AOS-END: 16 are not enough."""
    scene = Scene("central", "draw_tiles", status={**CENTRAL_16, **more})
    assert scene.industry()["central"] == points
    outcome = scene.state.outcome
    assert (outcome is not None) == (points == 17)
    assert outcome is None or outcome.winners == ("central",)


def test_5_1_seventeen_points_at_the_status_step_win_nothing_yet() -> None:
    """5.1, AOS-END: the Entente has to hold them until its own next draw."""
    status = {**ENTENTE_16, "rhineland": "entente"}
    scene = Scene("entente", "update_status", "fall_1915", status=status)
    assert scene.industry()["entente"] == 17
    assert scene.step
    assert scene.state.active == "central"
    scene.finish_turn()
    outcome = scene.state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason.key) == (("entente",), "outcome.early")


def test_5_2_the_game_ends_after_the_entente_turn_of_fall_1918() -> None:
    """5.2, AOS-END."""
    scene = Scene("central", "draw_tiles", "fall_1918").finish_turn()
    assert scene.step
    assert scene.state.active == "entente"
    scene.finish_turn()
    outcome = scene.state.outcome
    assert outcome is not None
    assert outcome.winners == ("entente",)
    assert outcome.reason.args == {"winner": "entente", "central": 7, "entente": 12}
