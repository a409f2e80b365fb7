"""Section 4.8: the examples on battles."""

from __future__ import annotations

from tests.games.attrition.scene import battle_scene


def test_4_8_3_battle_example_1_four_germans_roll() -> None:
    """4.8.3, AOS-BATTLE-1: the Austro-Hungarian gun scores although Germany rolls."""
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 4, "austria_hungary-infantry": 1, "austria_hungary-artillery": 1},
        {"france-infantry": 3},
        [1, 2, 2, 5],
    ).do("resolve belgium")
    assert [line.args for line in scene.log_lines("log.dice")] == [
        {"nation": "germany", "dice": ["1", "2", "2", "5"]}
    ]
    assert scene.hits() == {"central": 2, "entente": 1}
    scene.by("central", "lose austria_hungary-infantry")
    assert scene.tiles("belgium") == {
        "germany-infantry": 4,
        "austria_hungary-artillery": 1,
        "france-infantry": 1,
    }
    assert scene.pile("destroyed", "entente") == {"france-infantry": 2}
    assert scene.pile("destroyed", "central") == {"austria_hungary-infantry": 1}


def test_4_8_3_battle_example_2_six_russians_roll() -> None:
    """4.8.3, AOS-BATTLE-2: the Serbian gun takes the 2."""
    scene = battle_scene(
        "entente",
        "hungary",
        {"russia-infantry": 6, "serbia-artillery": 1},
        {"austria_hungary-infantry": 1, "austria_hungary-airplane": 1, "germany-airplane": 1},
        [1, 1, 2, 4, 5, 6],
    ).do("resolve hungary")
    assert [line.args for line in scene.log_lines("log.dice")] == [
        {"nation": "russia", "dice": ["1", "1", "2", "4", "5", "6"]}
    ]
    assert scene.hits() == {"entente": 3, "central": 1}
    assert scene.deciding == ("entente",)
    scene.do("lose russia-infantry")
    assert scene.tiles("hungary") == {"russia-infantry": 5, "serbia-artillery": 1}
    assert scene.status("hungary") == "entente"


def test_4_8_2_dice_are_shared_not_divided() -> None:
    """4.8.2, AOS-BATTLE-RULE: each side matches all five dice."""
    scene = battle_scene(
        "entente",
        "belgium",
        {"britain-infantry": 3, "britain-artillery": 1, "britain-airplane": 1},
        {"germany-infantry": 2, "germany-artillery": 2, "germany-airplane": 1},
        [1, 1, 1, 2, 3],
    ).do("resolve belgium")
    assert len(scene.log_lines("log.dice")[0].args["dice"]) == 5  # type: ignore[arg-type]
    assert scene.hits() == {"entente": 5, "central": 4}
