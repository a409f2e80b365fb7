"""Section 13: alternative entry into the war."""

from __future__ import annotations

import pytest

from entente.games.attrition.cards import deck_of
from entente.kernel import OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene, every_tile

ENTRY: dict[str, OptionValue] = {"alternative_entry": True}
NEEDED = {
    "ottoman": 1,
    "italy": 1,
    "greece": 1,
    "bulgaria": 2,
    "romania": 2,
    "mexico": 2,
    "usa": 4,
}
SIDE = {nation.id: nation.side for nation in GAME.board.nations.values()}


def test_all_regular_tiles_are_in_the_pouches_from_the_start() -> None:
    """13.1; two Serbian tiles stand in Belgrade as usual."""
    state = GAME.start(ENTRY, "1")
    assert state.to_come == {"central": {}, "entente": {}}
    assert size(state.board["belgrade"]) == 2
    assert size(state.pouch["central"]) + size(state.reserves["central"]) == 44
    assert size(state.pouch["entente"]) == 68
    assert every_tile(state) == every_tile(GAME.start({}, "1"))


def test_the_turn_track_brings_nothing_more() -> None:
    """13.1: the dates no longer matter."""
    scene = Scene("entente", "arrivals", "fall_1916", options=ENTRY)
    assert not [line for line in scene.said() if line.key == "log.arrive"]


def declaring(nation: str, number: int, options: dict[str, OptionValue] = ENTRY) -> Scene:
    """Tiles of a nation in the reserves, and a nation that could enter the war anyway."""
    reserves: dict[str, int] = {}
    for tile in GAME.board.tiles.values():
        if tile.nation == nation and tile.id in GAME.board.counts:
            reserves[tile.id] = min(GAME.board.counts[tile.id], number - size(reserves))
    other = {"central": "ottoman-artillery", "entente": "italy-artillery"}[SIDE[nation]]
    reserves.setdefault(other, 1)
    return Scene(SIDE[nation], "declare_war", options=options, reserves=reserves)


@pytest.mark.parametrize(("nation", "number"), NEEDED.items())
def test_a_nation_enters_the_war_with_the_tiles_it_needs(nation: str, number: int) -> None:
    """13.2."""
    assert f"declare {nation}" in declaring(nation, number).actions


@pytest.mark.parametrize(
    ("nation", "number"), [(nation, number) for nation, number in NEEDED.items() if number > 1]
)
def test_with_one_tile_fewer_it_does_not(nation: str, number: int) -> None:
    """13.2."""
    scene = declaring(nation, number - 1)
    why = scene.why_not(f"declare {nation}")
    assert why.section == "13.2"
    assert why.message.args == {"nation": nation, "need": number, "have": number - 1}


def test_in_the_base_game_one_tile_is_enough() -> None:
    """4.10.1."""
    assert "declare usa" in declaring("usa", 1, {}).actions


def test_all_tiles_of_the_nation_in_the_reserves_are_placed() -> None:
    """13.2: as in 4.10.1."""
    scene = declaring("bulgaria", 3).do("declare bulgaria")
    assert size(scene.tiles("sofia")) == 3


@pytest.mark.parametrize("tile", ["britain-infantry", "france-artillery", "greece-infantry"])
def test_one_british_french_or_greek_tile_opens_salonica(tile: str) -> None:
    """E26."""
    scene = Scene("entente", "declare_war", options=ENTRY, reserves={tile: 1})
    assert scene.actions == ("declare greece", "done")


def test_card_ep5_is_removed_before_the_deal() -> None:
    """13.3, E27: six out of nine."""
    options = ENTRY | {"events": True}
    war = GAME.context(GAME.start(options, "1"))
    assert [card.id for card in deck_of(war, "entente")] == [
        "EP1",
        "EP2",
        "EP3",
        "EP4",
        "EP6",
        "EP7",
        "EP8",
        "EP9",
        "EP10",
    ]
    assert len(deck_of(war, "central")) == 10
    for seed in range(30):
        dealt = GAME.start(options, str(seed)).dropped
        assert len(dealt["entente"]) == len(dealt["central"]) == 6
        assert "EP5" not in dealt["entente"]


def test_ep5_is_dealt_without_the_alternative_entry() -> None:
    dealt = [GAME.start({"events": True}, str(seed)).dropped["entente"] for seed in range(30)]
    assert any("EP5" in cards for cards in dealt)
