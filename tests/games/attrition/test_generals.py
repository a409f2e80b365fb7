"""Section 18: generals."""

from __future__ import annotations

import pytest

from entente.kernel import OptionValue
from tests.games.attrition.scene import GAME, Scene, Tiles

GENERALS: dict[str, OptionValue] = {"generals": True}
NATIONS = {
    "foch": "france",
    "haig": "britain",
    "brusilov": "russia",
    "hindenburg": "germany",
    "conrad": "austria_hungary",
    "kemal": "ottoman",
}
BELGIUM: Tiles = {"belgium": {"germany-infantry": 2, "france-artillery": 2}}


def battle(
    board: Tiles = BELGIUM,
    active: str = "central",
    dice: list[int] | None = None,
    options: dict[str, OptionValue] = GENERALS,
) -> Scene:
    regions = list(board)
    return Scene(
        active,
        "choose_battle",
        options=options,
        status=dict.fromkeys(regions, "contested"),
        board=board,
        battles=regions,
        dice=dice or [5, 6],
    ).do(f"resolve {regions[0]}")


def test_each_side_has_three_generals() -> None:
    """18.1, 18.2."""
    assert GAME.start(GENERALS, "1").generals == {
        "central": ["hindenburg", "conrad", "kemal"],
        "entente": ["foch", "haig", "brusilov"],
    }
    assert GAME.board.generals == NATIONS


def test_without_the_option_there_are_none() -> None:
    assert GAME.start({}, "1").generals == {"central": [], "entente": []}
    assert battle(options={}).step != "change_dice"


def test_after_the_roll_a_general_turns_one_die_to_any_face() -> None:
    """18.4."""
    scene = battle()
    assert (scene.step, scene.deciding) == ("change_dice", ("central",))
    assert scene.actions == (
        *(f"general hindenburg 5 {face}" for face in (1, 2, 3, 4, 6)),
        *(f"general hindenburg 6 {face}" for face in (1, 2, 3, 4, 5)),
        "done",
    )
    scene.do("general hindenburg 6 1")
    assert scene.pile("destroyed", "entente") == {"france-artillery": 1}
    assert scene.state.chance.script == []


def test_a_general_need_not_be_used() -> None:
    scene = battle().do("done")
    assert scene.state.generals["central"] == ["hindenburg", "conrad", "kemal"]
    assert scene.pile("destroyed", "entente") == {}


def test_a_used_general_leaves_the_game() -> None:
    """18.5."""
    scene = battle().do("general hindenburg 6 1")
    assert scene.state.generals["central"] == ["conrad", "kemal"]


def test_a_used_general_is_refused_in_a_later_battle() -> None:
    """18.5."""
    board: Tiles = {
        "belgium": {"germany-infantry": 2, "france-infantry": 2},
        "poland": {"germany-infantry": 2, "austria_hungary-infantry": 1, "russia-infantry": 2},
    }
    scene = battle(board, dice=[5, 6, 5, 6]).do("general hindenburg 5 4", "resolve poland")
    assert scene.refused("general hindenburg 5 1") == ("18.5", "general_gone")
    assert "general conrad 5 1" in scene.actions


def test_several_generals_may_act_in_one_turn_in_different_battles() -> None:
    """18.3."""
    board: Tiles = {
        "belgium": {"germany-infantry": 2, "france-infantry": 2},
        "kiev": {"austria_hungary-infantry": 2, "russia-infantry": 2},
    }
    scene = battle(board, dice=[5, 6, 5, 6])
    scene.do("general hindenburg 5 4", "resolve kiev", "general conrad 5 4")
    assert scene.state.generals["central"] == ["kemal"]


def test_one_general_a_battle() -> None:
    """18.3."""
    options: dict[str, OptionValue] = {"generals": True, "elites": True}
    board: Tiles = {
        "belgium": {
            "germany-stormtroopers-1": 1,
            "germany-artillery": 1,
            "austria_hungary-infantry": 1,
            "france-infantry": 4,
        }
    }
    scene = battle(board, options=options).do("general hindenburg 5 4")
    assert scene.refused("general conrad 6 1") == ("18.3", "one_general")
    assert scene.actions == ("reroll 4", "reroll 6", "done")


@pytest.mark.parametrize(("general", "nation"), NATIONS.items())
def test_a_general_needs_a_tile_of_the_same_nation(general: str, nation: str) -> None:
    """18.3: it need not be the nation that rolls."""
    side = GAME.board.nations[nation].side
    others = {"central": "bulgaria-infantry", "entente": "italy-infantry"}
    foe = {"central": "italy-infantry", "entente": "bulgaria-infantry"}[side]
    scene = battle({"belgium": {others[side]: 2, f"{nation}-infantry": 1, foe: 1}}, side)
    assert f"general {general} 5 1" in scene.actions
    without = battle({"belgium": {others[side]: 2, foe: 1}}, side)
    assert without.step != "change_dice"


def test_the_refusal_of_a_general_without_a_tile_of_the_same_nation() -> None:
    """18.3."""
    scene = battle()
    assert scene.refused("general conrad 5 1") == ("18.3", "no_nation")
    assert scene.refused("general foch 5 1") == ("18.5", "general_gone")
    assert scene.refused("general napoleon 5 1") == ("4.8.2", "kernel.unknown_word")


def test_a_general_changes_a_rolled_die_to_another_face() -> None:
    """18.4."""
    scene = battle()
    assert scene.refused("general hindenburg 4 1") == ("4.8.2", "no_such_die")
    assert scene.refused("general hindenburg 5 5") == ("4.8.2", "no_such_die")
    assert scene.refused("general hindenburg 5 7") == ("4.8.2", "no_face")


def test_the_defenders_generals_do_nothing() -> None:
    """18.3: "in your turn"."""
    scene = battle()
    assert scene.refused("general foch 5 1", "entente") == ("0", "kernel.not_your_decision")


def test_no_general_where_no_dice_are_rolled() -> None:
    """18.4: "after you have rolled"."""
    scene = battle({"belgium": {"germany-infantry": 2}})
    assert scene.step == "advance"


def test_a_general_before_and_after_a_reroll() -> None:
    """E6: the order is the active player's; both stay spent."""
    options: dict[str, OptionValue] = {"generals": True, "elites": True}
    board: Tiles = {
        "belgium": {"germany-stormtroopers-1": 1, "germany-artillery": 1, "france-infantry": 5}
    }
    first = battle(board, options=options, dice=[3, 3, 6])
    first.do("reroll 3", "general hindenburg 3 2")
    assert first.pile("destroyed", "entente") == {"france-infantry": 2}
    second = battle(board, options=options, dice=[3, 3, 6])
    second.do("general hindenburg 3 2", "reroll 3")
    assert second.pile("destroyed", "entente") == {"france-infantry": 2}
