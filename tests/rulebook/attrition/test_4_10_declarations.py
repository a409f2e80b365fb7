"""Section 4.10: the examples on entering the war (4.9.1 and 4.9.2 of the French text)."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import GAME, Scene


def test_4_10_2_the_ottoman_empire_enters_the_war_and_redeploys() -> None:
    """4.10.2, AOS-REDEPLOY: two tiles to Armenia, one to the Levant."""
    scene = Scene("central", "declare_war", "fall_1914", reserves={"ottoman-infantry": 3})
    assert scene.actions == ("declare ottoman", "done")
    scene.do("declare ottoman")
    assert scene.tiles("istanbul") == {"ottoman-infantry": 3}
    for region in ("istanbul", "armenia", "levant"):
        assert scene.status(region) == "central"
    scene.do(
        "redeploy ottoman-infantry istanbul armenia",
        "redeploy ottoman-infantry istanbul armenia",
        "redeploy ottoman-infantry istanbul levant",
    )
    assert scene.tiles("istanbul") == {}
    assert scene.tiles("armenia") == {"ottoman-infantry": 2}
    assert scene.tiles("levant") == {"ottoman-infantry": 1}


def test_4_10_1_1_a_british_tile_opens_salonica_in_spring_1914() -> None:
    """4.10.1.1, AOS-SALONICA."""
    scene = Scene("entente", "declare_war", "spring_1914", reserves={"britain-infantry": 1})
    scene.do("declare greece")
    assert scene.actions == ("place britain-infantry salonica",)
    scene.do("place britain-infantry salonica")
    assert scene.tiles("salonica") == {"britain-infantry": 1}
    assert scene.status("salonica") == "entente"


@pytest.mark.parametrize("turn", GAME.board.turns)
def test_4_10_1_1_the_greek_tiles_still_come_in_spring_1916(turn: str) -> None:
    """4.10.1.1, AOS-SALONICA: however early Salonica is at war."""
    scene = Scene("entente", "arrivals", turn, status={"salonica": "entente"})
    arrived = [name for line in scene.log_lines("log.arrive") for name in list(line.args["tiles"])]  # type: ignore[arg-type]
    assert ("greece-infantry" in arrived) == (turn == "spring_1916")
