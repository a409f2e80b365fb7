"""Sections 4.6 and 6.1: movement."""

from __future__ import annotations

import pytest

from entente.games.attrition import create
from tests.games.attrition.scene import GAME, Scene

ITALY = {"rome": "entente", "northern_italy": "entente"}


def movement(side: str, board: dict[str, dict[str, int]], **more: object) -> Scene:
    return Scene(side, "start_movement", board=board, **more)  # type: ignore[arg-type]


# -- 4.6.1 which tiles may move


def test_4_6_1_only_out_of_allied_capitals() -> None:
    board = {
        "berlin": {"germany-infantry": 1},
        "rhineland": {"germany-airplane": 1},
        "paris": {"germany-artillery": 1},
    }
    scene = movement("central", board, status={"paris": "central"})
    starts = {action.split()[2] for action in scene.actions if action != "done"}
    assert starts == {"berlin"}
    for action in (
        "move germany-airplane rhineland berlin",
        "move germany-artillery paris belgium",
    ):
        why = scene.why_not(action)
        assert (why.section, why.message.key) == ("4.6.1", "refusal.not_allied_capital")


def test_4_6_1_from_any_nations_capital() -> None:
    scene = movement("central", {"vienna": {"germany-infantry": 1, "ottoman-infantry": 1}})
    assert "kiev" in scene.ends("germany-infantry", "vienna")
    assert "kiev" in scene.ends("ottoman-infantry", "vienna")


def test_4_6_1_the_start_of_the_phase_counts() -> None:
    """A tile that moves into a capital does not move on from there."""
    scene = movement(
        "central", {"berlin": {"germany-infantry": 1}, "vienna": {"ottoman-infantry": 1}}
    )
    scene.do("move germany-infantry berlin vienna")
    why = scene.why_not("move germany-infantry vienna hungary")
    assert (why.section, why.message.key) == ("4.6.2", "refusal.moved_already")


def test_4_6_1_tiles_mobilised_this_turn_may_move() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 1})
    scene.do("mobilise germany-infantry berlin", "move germany-infantry berlin belgium")
    assert scene.tiles("belgium")["germany-infantry"] == 1


def test_a13_tiles_landed_in_a_foreign_capital_cannot_move_from_it() -> None:
    """British tiles in Istanbul, under either side's marker."""
    for marker in ("central", "contested", "entente"):
        scene = movement(
            "entente",
            {"istanbul": {"britain-infantry": 1}, "paris": {"france-infantry": 1}},
            status={"istanbul": marker, "levant": "central", "armenia": "central"},
        )
        why = scene.why_not("move britain-infantry istanbul levant")
        assert (why.section, why.message.key) == ("4.6.1", "refusal.not_allied_capital")


# -- 4.6.2 one action each, as far as friendly regions go


def test_4_6_2_one_action_a_tile() -> None:
    scene = movement("central", {"berlin": {"germany-infantry": 2}})
    scene.do("move germany-infantry berlin rhineland")
    assert "move germany-infantry berlin rhineland" in scene.actions
    scene.do("move germany-infantry berlin vienna")
    assert scene.tiles("vienna") == scene.tiles("rhineland") == {"germany-infantry": 1}
    assert scene.step != "move"


def test_4_6_2_a_moved_tile_is_distinguished_from_one_that_may_still_move() -> None:
    board = {"berlin": {"germany-infantry": 1}, "vienna": {"germany-infantry": 1}}
    scene = movement("central", board).do("move germany-infantry berlin vienna")
    assert scene.tiles("vienna") == {"germany-infantry": 2}
    scene.do("move germany-infantry vienna hungary")
    assert scene.tiles("vienna") == {"germany-infantry": 1}
    assert scene.step != "move"


def test_4_6_2_movement_is_optional() -> None:
    scene = movement("central", {"berlin": {"germany-infantry": 1}}).do("done")
    assert scene.tiles("berlin") == {"germany-infantry": 1}


def test_4_6_2_a_tile_may_stop_in_any_friendly_region() -> None:
    scene = movement("central", {"berlin": {"germany-infantry": 1}})
    friendly = {"rhineland", "vienna", "hungary"}
    assert scene.ends("germany-infantry", "berlin") >= friendly


def test_4_6_2_a_tile_stops_on_entering_an_enemy_or_contested_region() -> None:
    board = {"berlin": {"germany-infantry": 1}}
    for marker in ("entente", "contested"):
        scene = movement("central", board, status={"poland": marker})
        reached = scene.ends("germany-infantry", "berlin")
        assert "poland" in reached
        assert "baltics" not in reached
        why = scene.why_not("move germany-infantry berlin baltics")
        assert (why.section, why.message.key) == ("4.6.2", "refusal.no_route")


def test_4_6_2_markers_decide_not_tiles() -> None:
    """A friendly region in which an enemy tile has landed is still friendly (A17)."""
    scene = movement(
        "central", {"berlin": {"germany-infantry": 1}, "rhineland": {"britain-infantry": 1}}
    )
    assert {"vienna", "belgium"} <= scene.ends("germany-infantry", "berlin")


def test_2_6_neutral_regions_are_closed() -> None:
    scene = movement("central", {"vienna": {"austria_hungary-infantry": 1}})
    assert "northern_italy" not in scene.ends("austria_hungary-infantry", "vienna")
    for end in ("northern_italy", "bucharest", "sofia"):
        why = scene.why_not(f"move austria_hungary-infantry vienna {end}")
        assert (why.section, why.message.key) == ("2.6", "refusal.neutral_closed")


# -- 4.6.3 out of contested capitals


def contested_berlin(**status: str) -> Scene:
    return movement(
        "central",
        {"berlin": {"germany-infantry": 2, "russia-infantry": 1}},
        status={"berlin": "contested", **status},
    )


def test_4_6_3_not_straight_into_an_enemy_region() -> None:
    scene = contested_berlin()
    assert "poland" not in scene.ends("germany-infantry", "berlin")
    why = scene.why_not("move germany-infantry berlin poland")
    assert (why.section, why.message.key) == ("4.6.3", "refusal.from_contested")


def test_4_6_3_but_through_a_friendly_region() -> None:
    assert "belgium" in contested_berlin().ends("germany-infantry", "berlin")


def test_4_6_3_and_straight_into_a_contested_one() -> None:
    assert "poland" in contested_berlin(poland="contested").ends("germany-infantry", "berlin")


def test_4_6_3_into_the_neighbour_by_a_detour_through_friends() -> None:
    """Enemy Sofia is beside contested Istanbul; a move through friendly Bucharest reaches it."""
    status = {
        "istanbul": "contested",
        "sofia": "entente",
        "armenia": "central",
        "caucasus": "central",
        "ukraine": "central",
        "bucharest": "central",
        "levant": "central",
    }
    scene = movement(
        "central", {"istanbul": {"ottoman-infantry": 1, "britain-infantry": 1}}, status=status
    )
    assert "sofia" in scene.ends("ottoman-infantry", "istanbul")
    closed = movement(
        "central",
        {"istanbul": {"ottoman-infantry": 1, "britain-infantry": 1}},
        status={**status, "caucasus": "entente"},
    )
    why = closed.why_not("move ottoman-infantry istanbul sofia")
    assert why.section == "4.6.3"


def test_4_6_3_holds_for_the_first_step_by_sea_too() -> None:
    scene = movement(
        "entente",
        {"rome": {"italy-infantry": 1, "germany-infantry": 1}},
        status={**ITALY, "rome": "contested", "paris": "central", "salonica": "entente"},
    )
    assert scene.ends("italy-infantry", "rome") >= {"northern_italy", "salonica"}
    why = scene.why_not("sail italy-infantry rome paris")
    assert (why.section, why.message.key) == ("4.6.3", "refusal.from_contested")


# -- 4.6.4 the sea


def test_4_6_4_only_the_entente_sails() -> None:
    """A British tile goes from Alexandria to Salonica; a German one does not from Istanbul."""
    status = {"salonica": "entente"}
    scene = movement("entente", {"alexandria": {"britain-infantry": 1}}, status=status)
    assert "sail britain-infantry alexandria salonica" in scene.actions
    german = movement(
        "central",
        {"vienna": {"germany-infantry": 1}},
        status={"northern_italy": "central", "rome": "central", "paris": "central"},
    )
    reached = german.ends("germany-infantry", "vienna")
    assert "rome" in reached
    assert "paris" not in reached


def test_4_6_4_a_central_tile_in_a_port_gets_its_own_refusal() -> None:
    """No Central capital has a sea path on the map; one added by its owner is closed to it."""
    path = {"kind": "sea", "a": "istanbul", "b": "alexandria"}
    game = create({"map.toml": {"path": [path]}})
    scene = Scene(
        "central",
        "start_movement",
        board={"istanbul": {"ottoman-infantry": 1}},
        status=dict.fromkeys(("istanbul", "armenia"), "central"),
        game=game,
    )
    why = scene.why_not("sail ottoman-infantry istanbul alexandria")
    assert (why.section, why.message.key) == ("4.6.4", "refusal.sea_is_ententes")


def test_4_6_4_one_sea_path_and_it_comes_first() -> None:
    """From Washington to London and no further; from Paris not over Belgium to the sea."""
    status = {"washington": "entente", "southern_states": "entente"}
    scene = movement("entente", {"washington": {"usa-infantry": 1}}, status=status)
    assert scene.ends("usa-infantry", "washington") == {"southern_states", "london"}
    assert scene.why_not("sail usa-infantry washington paris").section == "4.6.4"
    walker = movement("entente", {"rome": {"italy-infantry": 1}}, status=ITALY)
    assert walker.ends("italy-infantry", "rome") == {
        *("northern_italy", "paris", "belgium", "vienna", "rhineland")
    }
    assert "london" not in walker.ends("italy-infantry", "rome")


def test_4_6_4_after_a_friendly_port_the_tile_marches_on() -> None:
    scene = movement("entente", {"london": {"britain-infantry": 2}})
    assert scene.ends("britain-infantry", "london") == {"paris", "belgium", "rhineland"}
    scene.do("move britain-infantry london rhineland")
    assert scene.tiles("rhineland")["britain-infantry"] == 1


@pytest.mark.parametrize("marker", ["central", "contested"])
def test_4_6_4_a_port_that_is_not_friendly_ends_the_voyage(marker: str) -> None:
    board = {"london": {"britain-infantry": 1}}
    scene = movement("entente", board, status={"paris": marker})
    assert scene.ends("britain-infantry", "london") == {"paris"}


def test_4_6_4_neutral_ports_are_closed() -> None:
    scene = movement(
        "entente", {"alexandria": {"britain-infantry": 1}, "paris": {"france-infantry": 1}}
    )
    assert scene.ends("britain-infantry", "alexandria") == set()
    assert scene.why_not("sail britain-infantry alexandria salonica").section == "2.6"


def test_4_6_4_moves_by_sea_and_by_land_are_distinguished() -> None:
    scene = movement("entente", {"london": {"britain-infantry": 1}})
    by_land = scene.why_not("move britain-infantry london paris")
    assert (by_land.section, by_land.message.key) == ("4.6.4", "refusal.only_by_sea")
    by_sea = scene.why_not("sail britain-infantry london belgium")
    assert (by_sea.section, by_sea.message.key) == ("4.6.4", "refusal.not_by_sea")


# -- 6.1 peacetime


def test_6_1_no_enemy_marker_may_be_entered_in_spring_1914() -> None:
    board = {"berlin": {"germany-infantry": 1}, "vienna": {"austria_hungary-infantry": 1}}
    scene = movement("central", board, turn="spring_1914")
    assert scene.ends("germany-infantry", "berlin") == {"rhineland", "vienna", "hungary"}
    why = scene.why_not("move germany-infantry berlin poland")
    assert (why.section, why.message.key) == ("6.1", "refusal.peacetime")


def test_6_1_holds_for_the_entente_and_for_the_sea() -> None:
    board = {"london": {"britain-infantry": 1}, "belgrade": {"serbia-infantry": 1}}
    scene = movement("entente", board, turn="spring_1914")
    assert scene.ends("britain-infantry", "london") == {"paris", "belgium"}
    assert scene.ends("serbia-infantry", "belgrade") == set()
    for action in (
        "move britain-infantry london rhineland",
        "move serbia-infantry belgrade hungary",
    ):
        assert scene.why_not(action).section == "6.1"


def allies_at_war() -> dict[str, str]:
    """Italy, Greece and America have entered the war: the sea is open from end to end."""
    regions = ("rome", "northern_italy", "salonica", "washington", "southern_states")
    return dict.fromkeys(regions, "entente")


def test_4_6_4_a_second_sea_path_is_refused_by_its_own_rule() -> None:
    board = {"washington": {"usa-infantry": 1}, "alexandria": {"britain-infantry": 1}}
    scene = movement("entente", board, status=allies_at_war())
    assert scene.ends("usa-infantry", "washington") == {"london", "southern_states"}
    for end in ("paris", "belgium", "rome", "salonica", "alexandria"):
        assert scene.refused(f"move usa-infantry washington {end}") == ("4.6.4", "one_sea_path")
        assert scene.refused(f"sail usa-infantry washington {end}") == ("4.6.4", "one_sea_path")
    assert scene.refused("move britain-infantry alexandria rome") == ("4.6.4", "one_sea_path")
    assert scene.refused("move usa-infantry washington petrograd") == ("4.6.2", "no_route")


def test_4_6_4_a_sea_path_after_the_first_step_is_refused_by_its_own_rule() -> None:
    """Vienna, won by the Entente, leads through Northern Italy to Rome and there to the sea."""
    regions = ("belgrade", "bucharest", "sofia", "hungary", "vienna")
    status = allies_at_war() | dict.fromkeys(regions, "entente")
    board = {"bucharest": {"romania-infantry": 1}, "petrograd": {"russia-infantry": 1}}
    scene = movement("entente", board, status=status)
    assert "salonica" in scene.ends("romania-infantry", "bucharest")
    assert scene.refused("sail romania-infantry bucharest alexandria") == ("4.6.4", "sea_first")
    assert scene.refused("move russia-infantry petrograd alexandria") == ("4.6.4", "sea_first")


def test_4_6_4_the_sea_is_closed_to_the_central_powers_from_every_port() -> None:
    status = dict.fromkeys(("belgium", "paris"), "central")
    scene = movement("central", {"berlin": {"germany-infantry": 1}}, status=status)
    assert scene.refused("move germany-infantry berlin london") == ("4.6.4", "sea_is_ententes")


def test_2_6_a_neutral_region_is_refused_as_such_however_far() -> None:
    scene = movement("entente", {"london": {"britain-infantry": 1}})
    assert scene.refused("sail britain-infantry london rome") == ("2.6", "neutral_closed")


# -- forms


@pytest.mark.parametrize(
    ("language", "typed", "action"),
    [
        ("en", "sail britain-infantry london belgium", "move britain-infantry london belgium"),
        ("en", "sail brit-inf lon bel", "move britain-infantry london belgium"),
        ("en", "move brit-inf lon paris", "sail britain-infantry london paris"),
        ("fr", "naviguer inf-brit londres belgique", "move britain-infantry london belgium"),
        ("fr", "déplacer inf-brit londres paris", "sail britain-infantry london paris"),
    ],
)
def test_4_6_4_both_words_are_understood(language: str, typed: str, action: str) -> None:
    scene = movement("entente", {"london": {"britain-infantry": 1}})
    assert action in scene.actions
    found = scene.position.bind(scene.decision()).read(typed, GAME.catalog(language))
    assert found == [action]


def test_4_6_4_no_word_opens_a_way_that_is_closed() -> None:
    scene = movement("entente", {"london": {"britain-infantry": 1}})
    catalog = GAME.catalog("en")
    bound = scene.position.bind(scene.decision())
    assert bound.read("sail brit-inf london berlin", catalog) == []
    assert bound.read("mobilise brit-inf london", catalog) == []
    assert bound.read("sail", catalog) == []


@pytest.mark.parametrize(
    ("action", "section", "key"),
    [
        ("move germany-artillery berlin vienna", "4.6", "refusal.not_there"),
        ("move france-infantry paris belgium", "4.6", "refusal.enemy_tile"),
        ("move germany-infantry berlin berlin", "4.6.2", "refusal.no_route"),
        ("move germany-infantry berlin mars", "4.6", "kernel.unknown_word"),
        ("move germany-infantry berlin", "4.6", "kernel.words"),
        ("march germany-infantry berlin vienna", "4.6", "kernel.verb"),
        ("airfield germany-infantry berlin", "11", "refusal.no_air_reserves"),
    ],
)
def test_4_6_refusals(action: str, section: str, key: str) -> None:
    scene = movement(
        "central", {"berlin": {"germany-infantry": 1}, "paris": {"france-infantry": 1}}
    )
    why = scene.why_not(action)
    assert (why.section, why.message.key) == (section, key)


def test_4_6_when_movement_is_over_nothing_is_left_to_move() -> None:
    """Neither after `done` nor when a tile has nowhere to go."""
    board = {
        "berlin": {"germany-infantry": 1},
        "belgium": {"germany-infantry": 1, "france-infantry": 1},
    }
    scene = movement("central", board, status={"belgium": "contested"}).do("done")
    assert (scene.step, scene.state.movable) == ("plan_battles", {})
    stuck = movement(
        "entente",
        {"alexandria": {"britain-infantry": 1}, "belgium": board["belgium"]},
        status={"belgium": "contested"},
    )
    assert (stuck.step, stuck.state.movable) == ("plan_battles", {})
