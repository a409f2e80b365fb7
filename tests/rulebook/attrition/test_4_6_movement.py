"""Section 4.6: the examples on movement, and what the 1914 advice says can be attacked."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene

GERMANS = {"germany-infantry": 4}


def hostile(scene: Scene, tile: str, start: str) -> set[str]:
    """The regions a tile may enter that are not friendly."""
    friendly = scene.state.active
    return {end for end in scene.ends(tile, start) if scene.status(end) != friendly}


def example_1(**status: str) -> Scene:
    return Scene(
        "central",
        "start_movement",
        "fall_1914",
        status={"poland": "central", **status},
        board={"berlin": GERMANS},
    )


def test_4_6_1_an_american_tile_may_move_out_of_london() -> None:
    """4.6.1, AOS-4.6.1: any allied capital will do."""
    scene = Scene(
        "entente",
        "start_movement",
        status={"washington": "entente", "southern_states": "entente"},
        board={"london": {"usa-infantry": 1}},
    )
    scene.do("sail usa-infantry london paris")
    assert scene.tiles("paris") == {"usa-infantry": 1}


def test_4_6_movement_example_1_out_of_berlin() -> None:
    """4.6.1, AOS-MOVE-1."""
    scene = example_1()
    reached = hostile(scene, "germany-infantry", "berlin")
    assert reached == {"belgium", "baltics", "kiev", "belgrade"}


def test_4_6_movement_example_1_tiles_may_split() -> None:
    """4.6.1, AOS-MOVE-1: any combination of the routes."""
    scene = example_1()
    for end in ("belgium", "baltics", "kiev", "belgrade"):
        scene.do(f"move germany-infantry berlin {end}")
    for end in ("belgium", "baltics", "kiev", "belgrade"):
        assert scene.tiles(end) == {"germany-infantry": 1}
    assert scene.tiles("berlin") == {}


@pytest.mark.parametrize(
    "route",
    [
        ["berlin", "rhineland", "belgium"],
        ["berlin", "poland", "baltics"],
        ["berlin", "rhineland", "vienna", "hungary", "kiev"],
        ["berlin", "rhineland", "vienna", "hungary", "belgrade"],
    ],
)
def test_4_6_movement_example_1_the_routes_go_where_the_book_says(route: list[str]) -> None:
    """4.6.1, AOS-MOVE-1: a contested region on the way ends the march there."""
    for stop in route[1:-1]:
        reached = example_1(**{stop: "contested"}).ends("germany-infantry", "berlin")
        assert stop in reached
        assert route[-1] not in reached


ROME = {
    "rome": "contested",
    "northern_italy": "central",
    "salonica": "contested",
    "paris": "entente",
    "belgium": "contested",
}


@pytest.mark.parametrize("tile", ["italy-infantry", "france-infantry"])
def test_4_6_movement_example_2_out_of_contested_rome(tile: str) -> None:
    """4.6.4, AOS-MOVE-2: by sea to Paris and on to Belgium, or to Salonica; not to the north."""
    armies = {"italy-infantry": 1, "france-infantry": 1, "austria_hungary-infantry": 1}
    scene = Scene("entente", "start_movement", status=ROME, board={"rome": armies})
    assert scene.ends(tile, "rome") == {"paris", "belgium", "salonica"}
    assert f"sail {tile} rome paris" in scene.actions
    assert f"sail {tile} rome salonica" in scene.actions
    assert f"move {tile} rome belgium" in scene.actions
    why = scene.why_not(f"move {tile} rome northern_italy")
    assert (why.section, why.message.key) == ("4.6.3", "refusal.from_contested")


def test_4_6_movement_example_2_any_combination() -> None:
    """4.6.4, AOS-MOVE-2: the tiles of Rome may part."""
    armies = {"italy-infantry": 2, "france-infantry": 1, "austria_hungary-infantry": 1}
    scene = Scene("entente", "start_movement", status=ROME, board={"rome": armies})
    scene.do(
        "move italy-infantry rome belgium",
        "sail italy-infantry rome salonica",
        "sail france-infantry rome paris",
    )
    assert scene.tiles("belgium") == scene.tiles("salonica") == {"italy-infantry": 1}
    assert scene.tiles("paris") == {"france-infantry": 1}
    assert scene.tiles("rome") == {"austria_hungary-infantry": 1}


OTTOMANS = dict.fromkeys(("istanbul", "armenia", "levant"), "central")
ARMIES = {"berlin": {"germany-infantry": 1}, "vienna": {"austria_hungary-infantry": 1}}


@pytest.mark.parametrize(
    ("status", "board", "targets"),
    [
        ({}, ARMIES, {"belgium", "belgrade", "poland", "kiev"}),
        (
            OTTOMANS,
            {**ARMIES, "istanbul": {"ottoman-infantry": 1}},
            {"belgium", "belgrade", "poland", "kiev", "caucasus", "alexandria"},
        ),
    ],
    ids=["Ottomans neutral", "Ottomans at war"],
)
def test_6_targets_of_the_central_powers_in_fall_1914(
    status: dict[str, str], board: dict[str, dict[str, int]], targets: set[str]
) -> None:
    """6, the advice for 1914, AOS-1914-TARGETS."""
    scene = Scene("central", "start_movement", "fall_1914", status=status, board=board)
    moves = [action.split() for action in scene.actions if action != "done"]
    assert {end for *_, end in moves if scene.status(end) == "entente"} == targets
