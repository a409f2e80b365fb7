"""Section 9: tanks."""

from __future__ import annotations

from entente.games.attrition.scoring import score
from tests.games.attrition.scene import GAME, Scene

TANKS = {"tanks": True}


def attack(board: dict[str, int], dice: list[int]) -> Scene:
    """The Entente attacks in Belgium."""
    scene = Scene(
        "entente",
        "choose_battle",
        "spring_1917",
        options=TANKS,
        status={"belgium": "contested"},
        board={"belgium": board},
        battles=["belgium"],
        dice=dice,
    )
    return scene.do("resolve belgium")


def test_tanks_wait_beside_the_turn_track() -> None:
    """9.1."""
    waiting = GAME.start(TANKS, "1").to_come["entente"]
    assert {name: waiting[name] for name in waiting if "tank" in name} == {
        "britain-tank": 1,
        "france-tank": 1,
        "usa-tank": 1,
    }


def test_without_the_option_there_are_no_tanks() -> None:
    assert not any("tank" in name for name in GAME.start({}, "1").to_come["entente"])


def test_the_british_tank_comes_in_fall_1916_alone() -> None:
    """9.2: into the pouch, in the step of the neutral tiles."""
    scene = Scene("entente", "arrivals", "fall_1916", options=TANKS)
    waiting = scene.pile("to_come", "entente")
    assert [name for name in waiting if "tank" in name] == ["france-tank", "usa-tank"]
    drawn = scene.pile("pouch", "entente") | scene.pile("reserves", "entente")
    assert drawn["britain-tank"] == 1


def test_the_french_and_american_tanks_come_in_spring_1917() -> None:
    """9.2."""
    scene = Scene("entente", "arrivals", "spring_1917", options=TANKS)
    assert not {"france-tank", "usa-tank"} & set(scene.pile("to_come", "entente"))
    drawn = scene.pile("pouch", "entente") | scene.pile("reserves", "entente")
    assert {"france-tank", "usa-tank"} <= set(drawn)


def test_tanks_keep_their_dates_under_the_alternative_entry() -> None:
    """13.1 speaks of infantry, artillery and airplanes."""
    waiting = GAME.start({"tanks": True, "alternative_entry": True}, "1").to_come["entente"]
    assert waiting == {"britain-tank": 1, "france-tank": 1, "usa-tank": 1}


def test_a_tank_is_mobilised_like_any_tile_of_its_nation() -> None:
    """9.3."""
    scene = Scene("entente", "mobilise", options=TANKS, reserves={"britain-tank": 1})
    assert scene.actions == (
        "mobilise britain-tank london",
        "mobilise britain-tank alexandria",
        "done",
    )
    assert scene.refused("mobilise britain-tank paris") == ("4.5", "wrong_flag")


def test_a_tank_hits_on_a_two_once() -> None:
    """9.4."""
    board = GAME.board
    assert score(board, {"france-tank": 1}, [2, 2]).total == 1
    assert score(board, {"france-tank": 1, "france-artillery": 1}, [2, 2]).total == 2
    assert score(board, {"france-tank": 1}, [1, 3, 4, 5, 6]).total == 0
    assert score(board, {"france-tank": 1}, [2]).infantry == 0


def test_a_tank_rolls_a_die_with_its_nation() -> None:
    """9.4."""
    scene = attack({"france-tank": 1, "france-infantry": 1, "germany-infantry": 3}, [1, 2])
    assert scene.state.chance.script == []
    assert scene.state.battle is not None
    assert scene.state.battle.hits == {"central": 2, "entente": 1}


def test_a_rolling_tank_may_ignore_one_hit() -> None:
    """9.5."""
    scene = attack({"britain-tank": 1, "britain-infantry": 1, "germany-infantry": 2}, [1, 4])
    assert (scene.step, scene.deciding, scene.actions) == ("tank", ("entente",), ("ignore", "done"))
    scene.do("ignore")
    assert scene.tiles("belgium") == {
        "britain-tank": 1,
        "britain-infantry": 1,
        "germany-infantry": 1,
    }
    assert scene.pile("destroyed", "entente") == {}


def test_the_tank_need_not_be_used() -> None:
    """9.5: "may"."""
    scene = attack({"britain-tank": 1, "britain-infantry": 1, "germany-infantry": 3}, [1, 4])
    scene.do("done", "lose britain-infantry")
    assert scene.tiles("belgium")["britain-tank"] == 1
    assert scene.pile("destroyed", "entente") == {"britain-infantry": 1}


def test_only_one_hit_is_ignored_by_any_number_of_tanks() -> None:
    """9.5: one tile fewer."""
    scene = attack({"britain-tank": 1, "britain-infantry": 2, "germany-infantry": 4}, [1, 1, 6])
    scene.do("ignore")
    assert scene.state.battle is not None
    assert scene.state.battle.hits == {"central": 2, "entente": 1}


def test_a_tank_that_does_not_roll_ignores_nothing() -> None:
    """9.5: another nation has the most tiles."""
    scene = attack({"britain-tank": 1, "france-infantry": 2, "germany-infantry": 4}, [1, 6])
    assert scene.step == "losses"


def test_two_tanks_of_two_nations_still_ignore_one_hit() -> None:
    """9.5: only one nation rolls, and it has one tank."""
    tiles = {"britain-tank": 1, "france-tank": 1, "germany-infantry": 3, "germany-artillery": 1}
    scene = attack(tiles, [2])
    assert scene.step == "rolling_nation"
    scene.do("roll france")
    assert scene.step == "tank"
    scene.do("ignore")
    assert scene.tiles("belgium")["france-tank"] == 1
    assert scene.tiles("belgium")["britain-tank"] == 1


def test_without_a_hit_the_tank_is_not_asked() -> None:
    scene = attack({"britain-tank": 1, "britain-infantry": 1, "germany-infantry": 3}, [5, 6])
    assert scene.step != "tank"
    assert scene.state.battle is None


def test_a_defending_tank_ignores_nothing_and_hits_like_artillery() -> None:
    """9.5: "as the attacker"."""
    scene = Scene(
        "central",
        "choose_battle",
        "spring_1917",
        options=TANKS,
        status={"belgium": "contested"},
        board={"belgium": {"britain-tank": 1, "germany-infantry": 2}},
        battles=["belgium"],
        dice=[1, 2],
    ).do("resolve belgium")
    assert scene.tiles("belgium") == {"germany-infantry": 1}
    assert scene.pile("destroyed", "entente") == {"britain-tank": 1}


def test_a_lost_tank_goes_back_into_the_pouch_with_its_nation() -> None:
    """9.4: destroyed like any other tile."""
    scene = Scene("entente", "return_tiles", options=TANKS, destroyed={"britain-tank": 1})
    scene.do("return britain")
    drawn = scene.pile("pouch", "entente") | scene.pile("reserves", "entente")
    assert "britain-tank" in drawn
    assert scene.pile("destroyed", "entente") == {}


def test_the_american_tank_waits_in_the_reserves_while_its_nation_is_neutral() -> None:
    """E1."""
    scene = Scene(
        "entente", "manage_reserves", "spring_1917", options=TANKS, reserves={"usa-tank": 1}
    )
    assert scene.pile("reserves", "entente") == {"usa-tank": 1}


def test_the_american_tank_counts_for_a_declaration_and_is_placed_by_it() -> None:
    """E1, 4.10.1."""
    scene = Scene(
        "entente", "declare_war", "spring_1917", options=TANKS, reserves={"usa-tank": 1}
    ).do("declare usa")
    assert scene.tiles("washington") == {"usa-tank": 1}


def test_the_american_tank_counts_for_the_alternative_entry() -> None:
    """E1, 13.2: four tiles."""
    options = {"tanks": True, "alternative_entry": True}
    reserves = {"usa-infantry": 2, "usa-airplane": 1}
    short = Scene(
        "entente",
        "declare_war",
        "spring_1917",
        options=options,
        reserves=reserves | {"italy-infantry": 1},
    )
    assert short.refused("declare usa") == ("13.2", "tiles_needed")
    scene = Scene(
        "entente",
        "declare_war",
        "spring_1917",
        options=options,
        reserves=reserves | {"usa-tank": 1},
    )
    assert "declare usa" in scene.actions
