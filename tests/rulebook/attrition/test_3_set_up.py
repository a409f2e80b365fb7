"""Section 3: the table before the first turn."""

from __future__ import annotations

from entente.kernel.bag import size
from tests.games.attrition.scene import GAME

NEUTRAL = {
    *("washington", "southern_states", "mexico_city", "northern_italy", "rome", "salonica"),
    *("sofia", "bucharest", "istanbul", "armenia", "levant"),
}
CENTRAL = {"berlin", "rhineland", "vienna", "hungary"}
ENTENTE = {
    *("london", "paris", "belgium", "alexandria", "belgrade", "petrograd", "moscow", "baltics"),
    *("poland", "kiev", "ukraine", "caucasus"),
}


def test_3_set_up_markers_pouches_and_industry() -> None:
    """3.1 to 3.8, AOS-3."""
    state = GAME.start(None, "set-up")
    view = GAME.view(state, None)

    def carrying(marker: str) -> set[str]:
        return {region for region, status in view.status.items() if status == marker}

    assert (carrying("neutral"), carrying("central"), carrying("entente")) == (
        NEUTRAL,
        CENTRAL,
        ENTENTE,
    )
    assert view.industry == {"central": 7, "entente": 12}
    assert size(state.board["belgrade"]) == 2
    assert size(state.pouch["entente"]) == 46
    # The first draw has been made, and the Ottoman tiles arrived before it (4.1.1).
    assert size(state.reserves["central"]) == 7
    ours = [state.pouch["central"], state.reserves["central"]]
    nations = dict.fromkeys(GAME.board.nations, 0)
    for bag in ours:
        for tile, number in bag.items():
            nations[GAME.board.tiles[tile].nation] += number
    assert nations["germany"] + nations["austria_hungary"] == 28
    assert nations["ottoman"] == 8
    assert sum(nations.values()) == 36
