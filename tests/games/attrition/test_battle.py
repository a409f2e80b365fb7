"""Section 4.8: battles, losses and advances."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.kernel import IllegalAction, Match
from tests.games.attrition.scene import GAME, Scene, battle_scene, every_tile

# -- 4.8.1 the order


def test_4_8_1_the_active_player_chooses_the_order() -> None:
    scene = Scene(
        "central",
        "choose_battle",
        status={"belgium": "contested", "hungary": "contested"},
        board={
            "belgium": {"germany-infantry": 1, "france-infantry": 1},
            "hungary": {"austria_hungary-infantry": 1, "russia-infantry": 1},
        },
        battles=["belgium", "hungary"],
        dice=[6, 6],
    )
    assert scene.deciding == ("central",)
    assert scene.actions == ("resolve belgium", "resolve hungary")
    why = scene.why_not("resolve kiev")
    assert (why.section, why.message.key) == ("4.8.1", "refusal.no_marker")
    scene.do("resolve hungary")
    assert list(scene.actions) == ["resolve belgium"]
    assert scene.why_not("resolve hungary").message.key == "refusal.no_marker"
    assert scene.why_not("done").section == "4.8.1"
    scene.do("resolve belgium")
    assert scene.state.battles == []


# -- 4.8.2 dice


def test_4_8_2_one_die_for_each_tile_of_the_largest_nation() -> None:
    scene = battle_scene(
        "entente",
        "belgium",
        {"france-infantry": 3, "britain-infantry": 2, "britain-airplane": 2, "usa-artillery": 1},
        {"germany-infantry": 5},
        [4, 4, 4, 4],
    ).do("resolve belgium")
    line = scene.log_lines("log.dice")[0]
    assert line.args == {"nation": "britain", "dice": ["4", "4", "4", "4"]}
    assert scene.state.chance.script == []


def test_4_8_2_the_defender_rolls_nothing() -> None:
    scene = battle_scene(
        "central", "belgium", {"germany-infantry": 1}, {"france-infantry": 9}, [6, 1, 1]
    ).do("resolve belgium")
    assert scene.log_lines("log.dice")[0].args["dice"] == ["6"]
    assert scene.hits() == {"central": 0, "entente": 0}


def test_4_8_2_on_a_tie_the_active_player_chooses_the_rolling_nation() -> None:
    scene = battle_scene(
        "entente",
        "belgium",
        {"france-infantry": 2, "britain-infantry": 2, "usa-infantry": 1},
        {"germany-infantry": 1},
        [5, 6],
    ).do("resolve belgium")
    assert (scene.step, scene.actions) == ("rolling_nation", ("roll britain", "roll france"))
    why = scene.why_not("roll usa")
    assert (why.section, why.message.key) == ("4.8.2", "refusal.not_most_tiles")
    scene.do("roll france")
    assert scene.log_lines("log.dice")[0].args == {"nation": "france", "dice": ["5", "6"]}


def test_a6_there_is_no_upper_limit_of_dice() -> None:
    scene = battle_scene(
        "entente", "kiev", {"russia-infantry": 13}, {"germany-airplane": 1}, [6] * 13
    ).do("resolve kiev")
    assert scene.log_lines("log.dice")[0].args["dice"] == ["6"] * 13


# -- 4.8.2 hits


def test_4_8_2_a_tile_scores_once() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 1, "germany-artillery": 1, "germany-airplane": 1},
        {"france-infantry": 5},
        [1, 1, 1],
    ).do("resolve belgium")
    assert scene.hits() == {"central": 1, "entente": 3}


def test_4_8_2_a_die_serves_each_side_once() -> None:
    scene = battle_scene(
        "central", "belgium", {"germany-infantry": 2}, {"france-infantry": 5}, [1, 4]
    ).do("resolve belgium")
    assert scene.hits() == {"central": 1, "entente": 1}


def test_4_8_2_every_nation_scores_on_any_nations_roll() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 2, "ottoman-artillery": 1},
        {"france-infantry": 3},
        [2, 2],
    ).do("resolve belgium")
    assert scene.hits() == {"central": 1, "entente": 0}


def test_a7_the_maximum_is_scored_without_a_decision() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 1, "germany-artillery": 1, "germany-airplane": 1},
        {"france-infantry": 1, "britain-artillery": 1, "france-airplane": 1},
        [1, 2, 3],
    )
    scene.do("resolve belgium")
    assert scene.hits() == {"central": 3, "entente": 3}
    assert scene.tiles("belgium") == {}


# -- 4.8.2 losses


def both_lose() -> Scene:
    return battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 2, "germany-artillery": 2},
        {"france-infantry": 1, "france-artillery": 1, "britain-airplane": 2},
        [1, 1, 2, 3],
    ).do("resolve belgium")


def test_4_8_2_both_players_choose_their_losses_at_the_same_time() -> None:
    scene = both_lose()
    assert scene.hits() == {"central": 3, "entente": 3}
    assert set(scene.deciding) == {"central", "entente"}
    assert all(decision.sealed for decision in scene.position.required_by_seat().values())
    scene.by("central", "lose germany-infantry germany-infantry germany-artillery")
    assert scene.deciding == ("entente",)
    assert scene.tiles("belgium")["germany-infantry"] == 2, "nothing leaves before both have chosen"
    assert scene.log_lines("log.losses") == []
    scene.by("entente", "lose france-artillery britain-airplane britain-airplane")
    assert scene.tiles("belgium") == {"germany-artillery": 1, "france-infantry": 1}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 2, "germany-artillery": 1}
    assert scene.pile("destroyed", "entente") == {"france-artillery": 1, "britain-airplane": 2}


def test_4_8_2_the_order_of_the_answers_does_not_matter() -> None:
    answers = {
        "central": "lose germany-infantry germany-artillery germany-artillery",
        "entente": "lose france-infantry france-artillery britain-airplane",
    }
    first, second = both_lose(), both_lose()
    for seat in ("central", "entente"):
        first.by(seat, answers[seat])
    for seat in ("entente", "central"):
        second.by(seat, answers[seat])
    assert first.state.board == second.state.board
    assert first.state.destroyed == second.state.destroyed


def test_4_8_2_a_sealed_choice_is_not_seen_before_the_other_is_made() -> None:
    scene = both_lose()
    action = "lose germany-infantry germany-infantry germany-artillery"
    assert scene.shown("central", action, "entente") is None
    scene.by("central", action)
    seen = scene.game.view(scene.state, "entente")
    assert seen.board["belgium"]["germany-infantry"] == 2
    assert seen.to_move == ("entente",)


@pytest.mark.parametrize(
    "action",
    [
        "lose germany-infantry",
        "lose germany-infantry germany-infantry germany-infantry",
        "lose germany-infantry germany-infantry france-infantry",
        "lose germany-infantry germany-infantry germany-artillery germany-artillery",
        "done",
    ],
)
def test_4_8_2_losses_match_the_hits_and_the_players_own_tiles(action: str) -> None:
    scene = both_lose()
    why = scene.why_not(action, "central")
    assert (why.section, why.message.key) == ("4.8.2", "refusal.losses")
    with pytest.raises(IllegalAction):
        scene.by("central", action)


def test_4_8_2_hits_beyond_the_tiles_are_lost() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 4},
        {"france-artillery": 1},
        [1, 1, 1, 6],
    ).do("resolve belgium")
    assert scene.hits()["central"] == 3
    assert scene.pile("destroyed", "entente") == {"france-artillery": 1}
    assert scene.step == "advance"


def test_4_8_2_losses_without_a_choice_need_no_decision() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 3},
        {"france-infantry": 1, "france-artillery": 1},
        [1, 1, 5],
    )
    scene.do("resolve belgium")
    assert scene.step == "advance"
    assert scene.tiles("belgium") == {"germany-infantry": 2}


def test_4_8_3_one_roll_and_the_survivors_stay() -> None:
    scene = battle_scene(
        "central", "belgium", {"germany-infantry": 2}, {"france-infantry": 2}, [1, 6, 1, 1]
    ).do("resolve belgium")
    assert scene.tiles("belgium") == {"germany-infantry": 1, "france-infantry": 1}
    assert scene.status("belgium") == "contested"
    assert scene.state.battles == []
    assert scene.state.battle is None


def test_4_8_3_without_own_survivors_there_is_no_advance() -> None:
    scene = battle_scene(
        "central", "belgium", {"germany-infantry": 1}, {"france-infantry": 1}, [1]
    ).do("resolve belgium")
    assert scene.log_lines("log.taken") == []
    assert scene.status("belgium") == "entente"


# -- 4.8.4 advance


def won(**more: Any) -> Scene:
    """Three German tiles win in Belgium."""
    return battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 2, "germany-artillery": 1},
        {"france-infantry": 1},
        [2, 6, 6],
        **more,
    ).do("resolve belgium")


def test_4_8_4_the_winners_marker_comes_at_once() -> None:
    scene = won()
    assert scene.step == "advance"
    assert scene.status("belgium") == "central"
    assert scene.industry() == {"central": 8, "entente": 11}


def test_4_8_4_each_tile_may_take_one_step_by_land_and_they_may_split() -> None:
    scene = won()
    assert set(scene.actions) == {
        *(
            f"advance {tile} belgium {end}"
            for tile in ("germany-infantry", "germany-artillery")
            for end in ("paris", "rhineland")
        ),
        "done",
    }
    scene.do(
        "advance germany-infantry belgium paris", "advance germany-artillery belgium rhineland"
    )
    assert scene.tiles("paris") == {"germany-infantry": 1}
    scene.do("done")
    assert scene.tiles("belgium") == {"germany-infantry": 1}
    assert scene.tiles("rhineland") == {"germany-artillery": 1}


def test_4_8_4_it_is_optional() -> None:
    scene = won().do("done")
    assert scene.tiles("belgium") == {"germany-infantry": 2, "germany-artillery": 1}
    assert scene.status("belgium") == "central"


def test_4_8_4_a_region_all_have_left_keeps_the_marker() -> None:
    scene = won().do(
        "advance germany-infantry belgium rhineland",
        "advance germany-infantry belgium rhineland",
        "advance germany-artillery belgium rhineland",
    )
    assert scene.tiles("belgium") == {}
    assert scene.status("belgium") == "central"


def test_4_8_4_only_own_tiles_that_are_there_one_step_each() -> None:
    scene = won(board={"rhineland": {"germany-airplane": 1}})
    scene.do("advance germany-artillery belgium paris")
    cases = {
        "advance germany-artillery paris belgium": "refusal.advance_from",
        "advance germany-airplane rhineland berlin": "refusal.advance_from",
        "advance germany-artillery belgium rhineland": "refusal.cannot_advance",
        "advance france-infantry belgium paris": "refusal.enemy_tile",
        "advance germany-infantry belgium berlin": "refusal.not_adjacent",
    }
    for action, key in cases.items():
        why = scene.why_not(action)
        assert (why.section, why.message.key) == ("4.8.4", key)


def test_4_8_4_not_by_sea_and_not_into_neutral_regions() -> None:
    by_sea = battle_scene(
        "entente", "paris", {"britain-infantry": 2}, {"germany-airplane": 1}, [1, 6]
    ).do("resolve paris")
    assert {action.split()[-1] for action in by_sea.actions} == {"belgium", "done"}
    why = by_sea.why_not("advance britain-infantry paris london")
    assert (why.section, why.message.key) == ("4.8.4", "refusal.not_adjacent")
    neutral = battle_scene(
        "central", "hungary", {"germany-infantry": 2}, {"russia-airplane": 1}, [1, 6]
    ).do("resolve hungary")
    ends = {action.split()[-1] for action in neutral.actions}
    assert ends == {"belgrade", "kiev", "vienna", "done"}
    why = neutral.why_not("advance germany-infantry hungary bucharest")
    assert (why.section, why.message.key) == ("2.6", "refusal.neutral_closed")


def test_4_8_4_an_empty_enemy_region_is_taken_without_dice() -> None:
    scene = battle_scene(
        "central", "poland", {"germany-infantry": 1}, {}, [1], status="entente"
    ).do("resolve poland")
    assert scene.log_lines("log.dice") == []
    assert scene.state.chance.script == [1]
    assert scene.status("poland") == "central"
    scene.do("advance germany-infantry poland baltics")
    assert scene.tiles("baltics") == {"germany-infantry": 1}


def test_4_8_4_a_tile_advancing_to_a_region_with_a_battle_marker_fights_there() -> None:
    scene = won(
        board={"paris": {"germany-airplane": 1, "britain-infantry": 4}},
        battles=["paris"],
        elsewhere={"paris": "contested"},
    )
    scene.state.chance.script = [1, 1, 3]
    scene.do("advance germany-infantry belgium paris", "advance germany-infantry belgium paris")
    scene.do("done", "resolve paris")
    assert scene.log_lines("log.dice")[0].args["dice"] == ["1", "1", "3"]
    assert scene.hits() == {"central": 3, "entente": 2}


def test_a8_advancing_elsewhere_causes_no_battle() -> None:
    """Into enemy Paris: contested if enemy tiles are there, taken if not."""
    for defenders, after in (({"france-infantry": 1}, "contested"), ({}, "central")):
        scene = won(board={"paris": defenders})
        scene.do("advance germany-infantry belgium paris", "done")
        assert scene.log_lines("log.dice") == []
        assert scene.status("paris") == after


@pytest.mark.parametrize("chain", [True, False])
def test_a9_a_second_advance_after_another_battle(chain: bool) -> None:
    """Poland, then the Baltics, then on; without the ruling only fresh tiles go on."""
    scene = Scene(
        "central",
        "choose_battle",
        board={"poland": {"germany-infantry": 1}, "baltics": {"germany-airplane": 1}},
        battles=["poland", "baltics"],
        options={"chain_advance": chain},
    )
    scene.do("resolve poland", "advance germany-infantry poland baltics", "resolve baltics")
    movers = {action.split()[1] for action in scene.actions if action != "done"}
    assert movers == ({"germany-infantry", "germany-airplane"} if chain else {"germany-airplane"})
    if not chain:
        why = scene.why_not("advance germany-infantry baltics petrograd")
        assert (why.section, why.message.key) == ("4.8.4", "refusal.cannot_advance")


def test_a9_a_chain_of_three_battles() -> None:
    scene = Scene(
        "central",
        "choose_battle",
        board={
            "poland": {"germany-infantry": 1},
            "baltics": {"germany-airplane": 1},
            "moscow": {"germany-artillery": 1},
        },
        battles=["moscow", "baltics", "poland"],
    )
    scene.do(
        "resolve poland",
        "advance germany-infantry poland baltics",
        "resolve baltics",
        "advance germany-infantry baltics moscow",
        "done",
        "resolve moscow",
        "advance germany-infantry moscow petrograd",
    )
    assert scene.tiles("petrograd") == {"germany-infantry": 1}


def test_a9_off_of_like_tiles_the_tired_one_is_lost_first() -> None:
    """Two infantry lose one. One has advanced: the other may still advance."""
    scene = Scene(
        "central",
        "choose_battle",
        status={"baltics": "contested"},
        board={
            "poland": {"germany-infantry": 1},
            "baltics": {"germany-infantry": 1, "russia-infantry": 1},
        },
        battles=["poland", "baltics"],
        options={"chain_advance": False},
        dice=[1, 6],
    )
    scene.do("resolve poland", "advance germany-infantry poland baltics", "resolve baltics")
    assert scene.tiles("baltics") == {"germany-infantry": 1}
    assert "advance germany-infantry baltics moscow" in scene.actions


def test_a_battle_neither_makes_nor_loses_tiles() -> None:
    scene = both_lose()
    before = every_tile(scene.state)
    scene.by("central", "lose germany-infantry germany-infantry germany-artillery")
    scene.by("entente", "lose france-artillery britain-airplane britain-airplane")
    assert every_tile(scene.state) == before


def test_4_8_battles_come_up_in_a_game_played_from_the_start() -> None:
    """The dice of a real game are those of its seed."""
    rng = Random(1)
    match = Match(GAME, seed="battles")
    while not match.over:
        seat = next(iter(match.position.required_by_seat()))
        match.act(seat, match.position.required_by_seat()[seat].menu.sample(rng))
    keys = [line.key for line in match.log_for(None)]
    assert keys.count("log.dice") > 3
    assert keys.count("log.hits") == 2 * keys.count("log.dice")
