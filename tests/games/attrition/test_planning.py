"""Section 4.7: planning battles."""

from __future__ import annotations

import pytest

from entente.games.attrition import create
from tests.games.attrition.scene import Scene


def test_4_7_1_every_enemy_held_foreign_region_with_own_tiles() -> None:
    """With or without enemy tiles in it."""
    board = {
        "poland": {"germany-infantry": 1},
        "kiev": {"austria_hungary-infantry": 1, "russia-infantry": 1},
        "belgium": {"france-infantry": 1},
    }
    scene = Scene("central", "required_battles", board=board)
    assert set(scene.state.battles) == {"poland", "kiev"}
    assert set(scene.actions) == {"resolve poland", "resolve kiev"}


def test_4_7_1_not_without_a_tile_or_control() -> None:
    board = {"belgium": {"germany-infantry": 1}, "poland": {"russia-infantry": 1}}
    scene = Scene("central", "required_battles", status={"belgium": "central"}, board=board)
    assert scene.log_lines("log.battle_required") == []
    assert scene.step not in ("plan_battles", "choose_battle")


def test_4_7_2_optional_battles_anywhere_else_with_enemies() -> None:
    """Contested regions, and an allied region in enemy hands reached by land."""
    scene = Scene(
        "central",
        "required_battles",
        status={"rhineland": "entente", "belgium": "contested", "hungary": "contested"},
        board={
            "rhineland": {"germany-infantry": 1},
            "belgium": {"germany-infantry": 1, "france-infantry": 1},
            "hungary": {"austria_hungary-infantry": 1, "russia-infantry": 1},
            "vienna": {"austria_hungary-infantry": 1},
        },
    )
    assert set(scene.actions) == {"battle rhineland", "battle belgium", "battle hungary", "done"}


def test_4_7_2_also_against_enemies_that_landed_in_a_friendly_region() -> None:
    scene = Scene(
        "central",
        "required_battles",
        status=dict.fromkeys(("istanbul", "armenia", "levant"), "central"),
        board={"istanbul": {"ottoman-infantry": 1, "britain-infantry": 1}},
    )
    assert scene.actions == ("battle istanbul", "done")


def test_4_7_2_as_many_battles_as_one_likes_one_a_region() -> None:
    regions = ("belgium", "hungary")
    scene = Scene(
        "central",
        "required_battles",
        status=dict.fromkeys((*regions, "kiev"), "contested"),
        board={
            **{r: {"germany-infantry": 1, "russia-infantry": 1} for r in regions},
            "kiev": {"austria_hungary-infantry": 1, "russia-infantry": 1},
        },
    )
    scene.do("battle belgium")
    why = scene.why_not("battle belgium")
    assert (why.section, why.message.key) == ("4.7.2", "refusal.one_battle")
    scene.do("battle hungary", "done")
    assert scene.state.battles == ["belgium", "hungary"]
    assert scene.actions == ("resolve belgium", "resolve hungary")


def test_4_7_2_a_battle_that_is_not_planned_is_not_fought() -> None:
    scene = Scene(
        "central",
        "required_battles",
        status={"belgium": "contested"},
        board={"belgium": {"germany-infantry": 1, "france-infantry": 1}},
    )
    scene.do("done")
    assert scene.log_lines("log.dice") == []
    assert scene.status("belgium") == "contested"


@pytest.mark.parametrize(
    ("action", "section", "key"),
    [
        ("battle poland", "4.7.2", "refusal.no_own_tiles"),
        ("battle berlin", "4.7.2", "refusal.no_enemy"),
        ("battle rome", "2.6", "refusal.neutral_battle"),
        ("battle kiev", "4.7.2", "refusal.one_battle"),
        ("battle moon", "4.7.2", "kernel.unknown_word"),
        ("attack belgium", "4.7.2", "kernel.verb"),
    ],
)
def test_4_7_2_refusals(action: str, section: str, key: str) -> None:
    scene = Scene(
        "central",
        "required_battles",
        status={"belgium": "contested"},
        board={
            "belgium": {"germany-infantry": 1, "france-infantry": 1},
            "berlin": {"germany-infantry": 1},
            "kiev": {"austria_hungary-infantry": 1},
        },
    )
    why = scene.why_not(action)
    assert (why.section, why.message.key) == (section, key)


# -- 4.7.1 by sea


def test_4_7_1_one_tile_by_land_makes_the_battle_optional() -> None:
    """Enemy Salonica is reached by sea from Alexandria and by land from Belgrade."""
    board = {
        "alexandria": {"britain-infantry": 1},
        "belgrade": {"serbia-infantry": 1},
        "salonica": {"bulgaria-infantry": 1},
    }
    status = {"salonica": "central", "sofia": "central"}
    sea = "sail britain-infantry alexandria salonica"
    land = "move serbia-infantry belgrade salonica"
    only_sea = Scene("entente", "start_movement", status=status, board=board).do(sea, "done")
    assert list(only_sea.actions) == ["resolve salonica"]
    for order in ([sea, land], [land, sea]):
        both = Scene("entente", "start_movement", status=status, board=board).do(*order)
        assert list(both.actions) == ["battle salonica", "done"]


def test_4_7_1_tiles_by_sea_into_a_contested_region_need_not_fight() -> None:
    scene = Scene(
        "entente",
        "start_movement",
        status={"paris": "contested"},
        board={
            "london": {"britain-infantry": 1},
            "paris": {"germany-infantry": 1, "france-infantry": 1},
        },
    )
    scene.do("sail britain-infantry london paris", "done")
    assert list(scene.actions) == ["battle paris", "done"]


@pytest.mark.parametrize(
    ("ruling", "verb", "after"),
    [
        ("last_step", "move", ["battle belgium", "done"]),
        ("any_step", "sail", ["resolve belgium"]),
    ],
)
def test_a5_a_tile_that_sailed_and_walked_on(ruling: str, verb: str, after: list[str]) -> None:
    """Its last step counts, or any step by sea: London, friendly Paris, enemy Belgium."""
    scene = Scene(
        "entente",
        "start_movement",
        status={"belgium": "central"},
        board={"london": {"britain-infantry": 1}, "belgium": {"germany-infantry": 1}},
        options={"amphibious": ruling},
    )
    assert f"{verb} britain-infantry london belgium" in scene.actions
    scene.do(f"{verb} britain-infantry london belgium")
    assert list(scene.actions) == after


@pytest.mark.parametrize("ruling", ["last_step", "any_step"])
def test_a5_where_both_ways_lead_the_player_says_how_the_tile_came(ruling: str) -> None:
    """With a land path from Alexandria to enemy Salonica the same tile may sail or march."""
    game = create({"map.toml": {"path": [{"kind": "land", "a": "levant", "b": "salonica"}]}})

    def scene() -> Scene:
        return Scene(
            "entente",
            "start_movement",
            status={"salonica": "central", "levant": "entente"},
            board={"alexandria": {"britain-infantry": 1}, "salonica": {"bulgaria-infantry": 1}},
            options={"amphibious": ruling},
            game=game,
        )

    by_land = scene().do("move britain-infantry alexandria salonica")
    assert list(by_land.actions) == ["battle salonica", "done"]
    by_sea = scene().do("sail britain-infantry alexandria salonica")
    assert list(by_sea.actions) == ["resolve salonica"]
