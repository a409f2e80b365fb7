"""Section 3: set-up."""

from __future__ import annotations

from entente.games.attrition.board import SIDES
from entente.kernel.bag import Bag, size
from tests.games.attrition.scene import GAME, every_tile

TILES = {
    "germany": (7, 5, 4),
    "austria_hungary": (10, 1, 1),
    "ottoman": (6, 2, 0),
    "bulgaria": (2, 2, 0),
    "mexico": (3, 1, 0),
    "russia": (18, 1, 1),
    "britain": (9, 1, 2),
    "france": (9, 2, 1),
    "serbia": (3, 1, 0),
    "italy": (7, 1, 0),
    "usa": (3, 3, 2),
    "romania": (4, 0, 0),
    "greece": (2, 0, 0),
}


def nations(bag: Bag) -> set[str]:
    return {GAME.board.tiles[name].nation for name in bag}


def test_the_tiles_are_those_of_section_2() -> None:
    expected = {
        f"{nation}-{kind}": number
        for nation, numbers in TILES.items()
        for kind, number in zip(("infantry", "artillery", "airplane"), numbers, strict=True)
        if number
    }
    tiles = every_tile(GAME.start(None, "0"))
    assert tiles == expected
    by_side = dict.fromkeys(SIDES, 0)
    for name, number in tiles.items():
        by_side[GAME.board.tiles[name].side] += number
    assert by_side == {"central": 44, "entente": 70}


def test_the_map_has_27_regions_of_which_14_are_capitals() -> None:
    regions = GAME.board.regions.values()
    assert len(regions) == 27
    assert sum(region.capital for region in regions) == 14


def test_3_5_and_3_6_the_neutrals_wait_beside_the_turn_track() -> None:
    state = GAME.start(None, "0")
    assert nations(state.to_come["central"]) == {"bulgaria", "mexico"}  # the Ottomans have come
    assert nations(state.to_come["entente"]) == {"italy", "greece", "romania", "usa"}
    assert nations(state.pouch["entente"]) == {"britain", "russia", "france", "serbia"}


def test_3_1_4_two_serbian_tiles_at_random_stand_in_belgrade() -> None:
    drawn = set()
    for seed in range(40):
        state = GAME.start(None, str(seed))
        belgrade = state.board["belgrade"]
        assert size(belgrade) == 2
        assert nations(belgrade) == {"serbia"}
        left = {name: n for name, n in state.pouch["entente"].items() if name.startswith("serbia")}
        assert size(left) == 2
        drawn.add(belgrade.get("serbia-artillery", 0))
        assert all(not there for region, there in state.board.items() if region != "belgrade")
    assert drawn == {0, 1}


def test_3_7_the_central_powers_begin_in_spring_1914() -> None:
    state = GAME.start(None, "0")
    view = GAME.view(state, "central")
    assert (view.turn, view.number, view.active) == ("spring_1914", 1, "central")
    assert view.to_move == ("central",)
    assert not any(state.destroyed.values())
    assert not any(state.airfield.values())


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again, other = (GAME.save(GAME.start(None, seed)) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other
