"""Section 4.1: the examples on what goes into the pouch."""

from __future__ import annotations

import pytest

from entente.kernel.bag import size
from tests.games.attrition.scene import Scene


def of_nation(nation: str, *bags: dict[str, int]) -> int:
    return sum(n for bag in bags for tile, n in bag.items() if tile.startswith(f"{nation}-"))


def test_4_1_1_four_bulgarian_tiles_join_the_pouch_in_spring_1915() -> None:
    """4.1.1, AOS-4.1.1: without a decision."""
    before = Scene("central", "arrivals", "fall_1914")
    assert of_nation("bulgaria", before.pile("to_come", "central")) == 4
    scene = Scene("central", "arrivals", "spring_1915")
    assert [line.args["tiles"] for line in scene.log_lines("log.arrive")] == [
        {"bulgaria-infantry": 2, "bulgaria-artillery": 2}
    ]
    assert of_nation("bulgaria", scene.pile("to_come", "central")) == 0
    pouch, reserves = scene.pile("pouch", "central"), scene.pile("reserves", "central")
    assert of_nation("bulgaria", pouch, reserves) == 4
    assert scene.step not in ("arrivals", "return_tiles")


def test_4_1_2_six_russian_tiles_return_all_together_or_not_at_all() -> None:
    """4.1.2, AOS-4.1.2: every way through the step brings back none or six."""
    destroyed = {"russia-infantry": 4, "russia-artillery": 1, "russia-airplane": 1}
    scene = Scene("entente", "return_tiles", destroyed=destroyed)
    assert size(scene.pile("destroyed", "entente")) == 6
    counts, open_states = set(), [scene.state]
    while open_states:
        state = open_states.pop()
        for action in scene.game.position(state).required_by_seat()["entente"].menu:
            twin = scene.game.copy(state)
            scene.game.position(twin).apply("entente", action)
            if twin.step == "return_tiles":
                open_states.append(twin)
            else:
                counts.add(6 - size(twin.destroyed["entente"]))
    assert counts == {0, 6}


@pytest.mark.parametrize("tile", ["russia-infantry", "russia-artillery", "russia-airplane"])
def test_4_1_2_a_single_russian_tile_does_not_return(tile: str) -> None:
    """4.1.2, AOS-4.1.2: one to five tiles are refused."""
    destroyed = {"russia-infantry": 4, "russia-artillery": 1, "russia-airplane": 1}
    scene = Scene("entente", "return_tiles", destroyed=destroyed)
    why = scene.why_not(f"return {tile}")
    assert (why.section, why.message.key) == ("4.1.2", "refusal.whole_nation")
