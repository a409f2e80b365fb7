"""Section 6: the rules of 1914."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene


@pytest.mark.parametrize(
    ("tile", "start", "border", "end"),
    [
        ("austria_hungary-infantry", "vienna", "hungary", "belgrade"),
        ("germany-infantry", "berlin", "rhineland", "belgium"),
    ],
)
def test_6_1_in_spring_1914_no_tile_crosses_a_border(
    tile: str, start: str, border: str, end: str
) -> None:
    """6.1, AOS-6.1: Hungary to Belgrade, the Rhineland to Belgium."""
    board = {start: {tile: 1}}
    spring = Scene("central", "start_movement", "spring_1914", board=board)
    assert border in spring.ends(tile, start)
    assert end not in spring.ends(tile, start)
    why = spring.why_not(f"move {tile} {start} {end}")
    assert (why.section, why.message.key) == ("6.1", "refusal.peacetime")
    fall = Scene("central", "start_movement", "fall_1914", board=board)
    assert end in fall.ends(tile, start)


@pytest.mark.parametrize("seed", range(5))
def test_6_1_in_spring_1914_there_are_no_battles(seed: int) -> None:
    """6.1, AOS-6.1: with any play."""
    rng, state = Random(seed), GAME.start(None, str(seed))
    while state.turn == 0:
        assert state.step not in ("plan_battles", "choose_battle")
        assert not state.battles
        (seat, decision), *_ = GAME.position(state).required_by_seat().items()
        GAME.position(state).apply(seat, decision.menu.sample(rng))


@pytest.mark.parametrize(("status", "drawn"), [({}, 10), ({"istanbul": "central"}, 9)])
def test_6_2_the_central_powers_draw_ten_if_the_ottomans_are_neutral(
    status: dict[str, str], drawn: int
) -> None:
    """6.2, AOS-6.2: otherwise as many as their industry, 7 and 2 for Istanbul."""
    scene = Scene("central", "draw_tiles", "fall_1914", status=status)
    assert size(scene.pile("reserves", "central")) == drawn
    assert scene.industry()["central"] == 7 + 2 * len(status)
