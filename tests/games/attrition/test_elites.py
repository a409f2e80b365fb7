"""Section 10: elite infantry."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from entente.games.attrition.scoring import score
from entente.kernel import LANGUAGES, OptionValue
from tests.games.attrition.scene import GAME, Scene, Tiles, every_tile

ELITES: dict[str, OptionValue] = {"elites": True}
JAGD = "austria_hungary-jagdkommandos"
STORM = "germany-stormtroopers-1"
TIRAILLEURS = "france-tirailleurs"
MARINES = "usa-marines"


def fight(
    active: str,
    board: dict[str, int],
    dice: list[int],
    options: Mapping[str, OptionValue] = ELITES,
    trenches: dict[str, dict[str, int]] | None = None,
) -> Scene:
    """A battle in Belgium, up to its first question."""
    scene = Scene(
        active,
        "choose_battle",
        "fall_1917",
        options=options,
        status={"belgium": "contested"},
        board={"belgium": board},
        battles=["belgium"],
        trenches=trenches,
        dice=dice,
    )
    return scene.do("resolve belgium")


def hits(scene: Scene) -> dict[str, int]:
    assert scene.state.battle is not None
    return scene.state.battle.hits


# -- coming and going


def test_elites_wait_beside_the_track_and_jagdkommandos_are_there_at_once() -> None:
    """10.1, 10.2."""
    state = GAME.start(ELITES, "1")
    assert state.reserves["central"][JAGD] == 1
    waiting = [n for side in state.to_come.values() for n in side if GAME.board.tiles[n].elite]
    assert waiting == [
        "germany-stormtroopers-1",
        "germany-stormtroopers-2",
        "germany-stormtroopers-3",
        "austria_hungary-stormtroopers",
        "france-tirailleurs",
        "usa-marines",
    ]


def test_without_the_option_there_are_no_elites() -> None:
    assert not any(GAME.board.tiles[name].elite for name in every_tile(GAME.start({}, "1")))


@pytest.mark.parametrize(
    ("side", "turn", "elites"),
    [
        ("central", "fall_1915", ["germany-stormtroopers-1"]),
        ("central", "fall_1916", ["germany-stormtroopers-2", "austria_hungary-stormtroopers"]),
        ("entente", "fall_1915", ["france-tirailleurs"]),
        ("entente", "fall_1916", ["usa-marines"]),
    ],
)
def test_elites_come_to_the_reserves_at_their_date(side: str, turn: str, elites: list[str]) -> None:
    """10.2, 10.7, 10.8, 10.9: never into the pouch."""
    scene = Scene(side, "arrivals", turn, options=ELITES)
    reserves, known = scene.pile("reserves", side), GAME.board.tiles
    assert [n for n in GAME.board.in_order(reserves) if known[n].elite and n != JAGD] == elites
    assert not any(known[name].elite for name in scene.pile("pouch", side))


def test_the_third_stormtroopers_come_with_the_russian_surrender() -> None:
    """10.7: in the Entente player-turn, into the Central reserves."""
    scene = Scene("entente", "surrender", "fall_1915", options=ELITES).do("surrender")
    assert scene.pile("reserves", "central")["germany-stormtroopers-3"] == 1
    assert "germany-stormtroopers-3" not in scene.pile("to_come", "central")


def test_the_surrender_without_elites_brings_no_stormtroopers() -> None:
    scene = Scene("entente", "surrender", "fall_1915").do("surrender")
    assert not any(GAME.board.tiles[name].elite for name in scene.pile("reserves", "central"))


def test_elites_stay_in_the_reserves_at_the_end_of_the_turn() -> None:
    """10.2, note: 4.11.1 does not touch them."""
    scene = Scene(
        "central",
        "manage_reserves",
        options=ELITES,
        reserves={"austria_hungary-infantry": 1, STORM: 1},
    )
    assert scene.pile("reserves", "central") == {JAGD: 1, STORM: 1}
    assert scene.pile("destroyed", "central") == {"austria_hungary-infantry": 1}


def test_a_destroyed_elite_returns_to_the_reserves_at_once() -> None:
    """10.2."""
    scene = fight("entente", {"france-infantry": 2, STORM: 1}, [1, 6])
    assert scene.tiles("belgium") == {}
    assert scene.pile("reserves", "central")[STORM] == 1
    assert scene.pile("destroyed", "central") == {}
    assert scene.pile("destroyed", "entente") == {"france-infantry": 2}


# -- the price


def mobilising(side: str, reserves: dict[str, int]) -> Scene:
    return Scene(side, "mobilise", "fall_1917", options=ELITES, reserves=reserves)


def test_an_elite_costs_two_regular_infantry_which_return_to_the_pouch() -> None:
    """10.3."""
    scene = mobilising("central", {STORM: 1, "germany-infantry": 3})
    before = scene.pile("pouch", "central")["germany-infantry"]
    scene.do(f"mobilise {STORM} berlin")
    assert scene.tiles("berlin") == {STORM: 1}
    assert scene.pile("reserves", "central")["germany-infantry"] == 1
    assert scene.pile("pouch", "central")["germany-infantry"] == before + 2


@pytest.mark.parametrize(
    "reserves",
    [
        {STORM: 1, "germany-infantry": 1},
        {STORM: 1, "germany-infantry": 1, "austria_hungary-infantry": 3, "germany-artillery": 2},
    ],
)
def test_an_elite_that_cannot_be_paid_cannot_be_mobilised(reserves: dict[str, int]) -> None:
    """10.3, E29: regular infantry, of the same nation."""
    scene = mobilising("central", reserves)
    assert scene.refused(f"mobilise {STORM} berlin") == ("10.3", "elite_cost")
    assert not any(STORM in action for action in scene.actions)


def test_an_elite_alone_asks_for_nothing() -> None:
    """E29: nothing to mobilise, no question."""
    scene = mobilising("central", {STORM: 1})
    assert scene.step != "mobilise"


def test_an_elite_goes_only_where_its_flag_is() -> None:
    """10.4: like ordinary infantry."""
    scene = mobilising("central", {STORM: 1, "germany-infantry": 2})
    assert scene.refused(f"mobilise {STORM} vienna") == ("4.5", "wrong_flag")


def test_two_elites_are_paid_for_one_after_the_other() -> None:
    second = "germany-stormtroopers-2"
    scene = mobilising("central", {STORM: 1, second: 1, "germany-infantry": 3})
    scene.do(f"mobilise {STORM} berlin")
    assert scene.refused(f"mobilise {second} berlin") == ("10.3", "elite_cost")


@pytest.mark.parametrize(
    ("elite", "infantry", "capital"),
    [
        (TIRAILLEURS, "france-infantry", "paris"),
        (MARINES, "usa-infantry", "washington"),
    ],
)
def test_tirailleurs_and_marines_cost_one_the_first_time_and_two_later(
    elite: str, infantry: str, capital: str
) -> None:
    """10.8.1, 10.9.1."""
    scene = Scene(
        "entente",
        "mobilise",
        "fall_1917",
        options=ELITES,
        status={"washington": "entente"},
        reserves={elite: 1, infantry: 1, "britain-infantry": 1},
    ).do(f"mobilise {elite} {capital}")
    assert scene.tiles(capital) == {elite: 1}
    assert infantry not in scene.pile("reserves", "entente")
    again = Scene(
        "entente",
        "mobilise",
        "fall_1917",
        options=ELITES,
        status={"washington": "entente"},
        reserves={elite: 1, infantry: 1, "britain-infantry": 1},
    )
    again.state.hired.append(elite)
    assert again.refused(f"mobilise {elite} {capital}") == ("10.3", "elite_cost")


def test_an_elite_railed_home_costs_two_again() -> None:
    """E28."""
    scene = Scene(
        "entente",
        "rail",
        "fall_1917",
        options=ELITES,
        board={"paris": {TIRAILLEURS: 1}},
        reserves={"france-infantry": 1},
    )
    scene.state.hired.append(TIRAILLEURS)
    scene.do(f"rail {TIRAILLEURS} paris")
    assert scene.pile("reserves", "entente")[TIRAILLEURS] == 1
    assert scene.refused(f"mobilise {TIRAILLEURS} paris") == ("10.3", "elite_cost")


def test_an_elite_neither_opens_a_war_nor_is_placed_by_one() -> None:
    """E4."""
    alone = Scene("entente", "declare_war", "fall_1917", options=ELITES, reserves={MARINES: 1})
    assert alone.step != "declare_war"
    scene = Scene(
        "entente",
        "declare_war",
        "fall_1917",
        options=ELITES,
        reserves={MARINES: 1, "usa-infantry": 1},
    ).do("declare usa")
    assert scene.tiles("washington") == {"usa-infantry": 1}
    assert scene.pile("reserves", "entente") == {MARINES: 1}


def test_an_elite_does_not_count_for_the_alternative_entry() -> None:
    """E4, 13.2."""
    scene = Scene(
        "entente",
        "declare_war",
        "fall_1917",
        options={"elites": True, "alternative_entry": True},
        reserves={MARINES: 1, "usa-infantry": 3, "italy-infantry": 1},
    )
    assert scene.refused("declare usa") == ("13.2", "tiles_needed")


def test_tirailleurs_do_not_open_salonica() -> None:
    """E4, 4.10.1.1."""
    scene = Scene("entente", "declare_war", options=ELITES, reserves={TIRAILLEURS: 1})
    assert scene.step != "declare_war"


# -- hits


def test_an_elite_scores_on_a_one_and_on_a_special_face() -> None:
    """10.5: up to two hits, one of each."""
    board = GAME.board
    assert score(board, {STORM: 1}, [1, 5]).total == 2
    assert score(board, {STORM: 1}, [1, 1]).total == 1
    assert score(board, {STORM: 1}, [4, 5, 6]).total == 1
    assert score(board, {STORM: 1}, [2, 3]).total == 0
    assert score(board, {STORM: 1, "germany-infantry": 1}, [1, 1, 6, 6]).total == 3


def test_hits_of_elites_are_infantry_hits() -> None:
    """10.4, E8."""
    assert score(GAME.board, {STORM: 1, "germany-artillery": 1}, [1, 2, 6]).infantry == 2


@pytest.mark.parametrize("face", [4, 5, 6])
def test_by_range_every_special_face_will_do(face: int) -> None:
    """E2, elite_special = range."""
    assert score(GAME.board, {STORM: 1}, [face]).total == 1


@pytest.mark.parametrize(("face", "expected"), [(4, 1), (5, 0), (6, 0)])
def test_by_tile_only_its_own_face_will_do(face: int, expected: int) -> None:
    """E2, elite_special = per_tile: these Stormtroopers have a 4."""
    assert score(GAME.board, {STORM: 1}, [face], per_tile=True).total == expected


def test_by_tile_two_elites_of_one_face_need_two_dice() -> None:
    """E2."""
    two = {"germany-stormtroopers-2": 1, "austria_hungary-stormtroopers": 1}
    assert score(GAME.board, two, [5], per_tile=True).total == 1
    assert score(GAME.board, two, [5, 5], per_tile=True).total == 2


@pytest.mark.parametrize(("reading", "expected"), [("range", 2), ("per_tile", 1)])
def test_the_reading_of_special_faces_is_an_option_in_battle(reading: str, expected: int) -> None:
    """E2: the Tirailleurs' own face is 5."""
    options = ELITES | {"elite_special": reading}
    board = {TIRAILLEURS: 1, "france-infantry": 1, "germany-infantry": 4}
    scene = fight("entente", board, [1, 6], options)
    assert scene.step == "losses"
    assert hits(scene) == {"central": expected, "entente": 1}


def test_an_elite_rolls_one_die() -> None:
    """10.4."""
    scene = fight("entente", {TIRAILLEURS: 1, "france-infantry": 1, "germany-infantry": 4}, [1, 6])
    assert scene.state.chance.script == []


def test_a_defending_elite_scores_twice_too() -> None:
    """10.5."""
    scene = fight("entente", {"france-infantry": 3, STORM: 1, "germany-artillery": 3}, [1, 6, 6])
    assert hits(scene) == {"central": 1, "entente": 2}


# -- Jagdkommandos


def test_defending_jagdkommandos_may_ignore_an_infantry_hit() -> None:
    """10.6.1."""
    scene = fight("entente", {"russia-infantry": 2, JAGD: 1}, [1, 2])
    assert (scene.step, scene.deciding) == ("jagdkommandos", ("central",))
    scene.do("ignore")
    assert scene.tiles("belgium") == {"russia-infantry": 1, JAGD: 1}


def test_jagdkommandos_need_not_ignore() -> None:
    """10.6.1: "may"."""
    scene = fight("entente", {"russia-infantry": 2, JAGD: 1}, [1, 2]).do("done")
    assert scene.tiles("belgium") == {"russia-infantry": 1}


def test_without_an_infantry_hit_jagdkommandos_do_nothing() -> None:
    """10.6.1, note."""
    scene = fight("entente", {"france-artillery": 1, "france-infantry": 1, JAGD: 1}, [2, 3])
    assert scene.step != "jagdkommandos"
    assert JAGD in scene.pile("reserves", "central")


def test_attacking_jagdkommandos_ignore_nothing() -> None:
    """10.6.1: "the defender"."""
    scene = fight("central", {JAGD: 1, "russia-infantry": 2}, [1])
    assert scene.tiles("belgium") == {"russia-infantry": 1}


def test_jagdkommandos_may_ignore_the_special_hit_of_an_elite() -> None:
    """E8."""
    scene = fight("entente", {TIRAILLEURS: 1, "france-artillery": 1, JAGD: 1}, [3, 6])
    assert scene.step == "jagdkommandos"
    scene.do("ignore")
    assert scene.tiles("belgium")[JAGD] == 1


def test_jagdkommandos_come_before_trenches() -> None:
    """E7."""
    options = ELITES | {"trenches": True}
    trenches = {"central": {"belgium": 1}}
    board = {"russia-infantry": 2, JAGD: 1, "austria_hungary-infantry": 1}
    scene = fight("entente", board, [1, 2], options, trenches)
    scene.do("ignore")
    assert scene.state.trenches["central"] == {"belgium": 1}


def test_trenches_take_what_jagdkommandos_leave() -> None:
    """E7: two hits, one ignored, one trench lost, no tile."""
    options = ELITES | {"trenches": True}
    board = {"russia-infantry": 2, JAGD: 1, "austria_hungary-artillery": 1}
    scene = fight("entente", board, [1, 1], options, {"central": {"belgium": 1}})
    scene.do("ignore")
    assert scene.state.trenches["central"] == {}
    assert scene.tiles("belgium")[JAGD] == 1
    assert scene.tiles("belgium")["austria_hungary-artillery"] == 1


def disbanding(board: Tiles | None = None, destroyed: dict[str, int] | None = None) -> Scene:
    """Spring 1916: the Central player receives tiles."""
    return Scene(
        "central", "arrivals", "spring_1916", options=ELITES, board=board, destroyed=destroyed
    )


def test_jagdkommandos_leave_the_reserves_in_spring_1916() -> None:
    """10.6."""
    scene = disbanding()
    assert JAGD not in scene.pile("reserves", "central")
    assert scene.state.removed == {JAGD: 1}


def test_on_the_board_infantry_from_the_destroyed_pile_takes_their_place() -> None:
    """10.6: the destroyed pile first."""
    scene = disbanding(
        board={"vienna": {JAGD: 1}},
        destroyed={"austria_hungary-infantry": 1, "germany-infantry": 1},
    )
    assert scene.tiles("vienna") == {"austria_hungary-infantry": 1}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}
    assert scene.state.removed == {JAGD: 1}


def test_or_infantry_from_the_pouch() -> None:
    """10.6."""
    scene = disbanding(board={"vienna": {JAGD: 1}}, destroyed={"germany-infantry": 1})
    assert scene.tiles("vienna") == {"austria_hungary-infantry": 1}
    assert scene.pile("pouch", "central")["austria_hungary-infantry"] == 9


def test_or_nothing() -> None:
    """E30."""
    scene = disbanding(
        board={"vienna": {JAGD: 1}, "hungary": {"austria_hungary-infantry": 10}},
        destroyed={"germany-infantry": 1},
    )
    assert scene.tiles("vienna") == {}
    assert scene.state.removed == {JAGD: 1}


def test_jagdkommandos_stay_until_the_central_turn_of_spring_1916() -> None:
    """10.6."""
    scene = Scene("entente", "arrivals", "fall_1915", options=ELITES)
    assert JAGD in scene.pile("reserves", "central")


# -- Stormtroopers


def test_stormtroopers_with_artillery_may_roll_one_die_again() -> None:
    """10.7.1: before hits are assigned; once a battle."""
    board = {STORM: 1, "germany-artillery": 1, "france-infantry": 4}
    scene = fight("central", board, [2, 3, 6])
    assert (scene.step, scene.deciding) == ("change_dice", ("central",))
    assert scene.actions == ("reroll 2", "reroll 3", "done")
    scene.do("reroll 3")
    assert scene.pile("destroyed", "entente") == {"france-infantry": 2}


@pytest.mark.parametrize("line", ["reroll haig", "reroll", "reroll 3 3", f"reroll {STORM}"])
def test_a_reroll_that_names_no_die_is_refused(line: str) -> None:
    """A general's name, or a tile's, where a die is wanted; too few words; too many."""
    board = {STORM: 1, "germany-artillery": 1, "france-infantry": 4}
    why = fight("central", board, [2, 3, 6]).why_not(line)
    assert why.section == "4.8.2"
    for language in LANGUAGES:
        assert GAME.catalog(language).line(why.message)


def test_the_artillery_may_be_of_any_nation() -> None:
    """10.7.1."""
    board = {STORM: 1, "austria_hungary-artillery": 1, "germany-infantry": 1, "france-infantry": 4}
    assert fight("central", board, [2, 3]).step == "change_dice"


def test_the_reroll_need_not_be_used() -> None:
    board = {STORM: 1, "germany-artillery": 1, "france-infantry": 4}
    scene = fight("central", board, [3, 3, 6]).do("done")
    assert scene.state.chance.script == [6]
    assert scene.tiles("belgium")["france-infantry"] == 4


@pytest.mark.parametrize(
    "board",
    [
        {STORM: 1, "germany-infantry": 1, "france-infantry": 4},
        {STORM: 1, "germany-airplane": 1, "france-infantry": 4},
        {"germany-infantry": 1, "germany-artillery": 1, "france-infantry": 4},
    ],
)
def test_without_a_stormtrooper_or_artillery_nothing_is_rolled_again(
    board: dict[str, int],
) -> None:
    """10.7.1."""
    scene = fight("central", board, [4, 4])
    assert scene.step != "change_dice"


def test_jagdkommandos_with_artillery_roll_nothing_again() -> None:
    """E3: only Stormtroopers."""
    board = {JAGD: 1, "austria_hungary-artillery": 1, "france-infantry": 4}
    assert fight("central", board, [3, 3]).step != "change_dice"


def test_tirailleurs_with_a_gun_or_a_tank_roll_nothing_again() -> None:
    """E3."""
    options = ELITES | {"tanks": True}
    board = {TIRAILLEURS: 1, "france-artillery": 1, "france-tank": 1, "germany-infantry": 4}
    assert fight("entente", board, [3, 3, 3], options).step != "change_dice"


def test_defending_stormtroopers_roll_nothing_again() -> None:
    """10.7.1: "if you attack"."""
    board = {STORM: 1, "germany-artillery": 1, "france-infantry": 2}
    assert fight("entente", board, [3, 3]).step != "change_dice"


def test_a_second_reroll_is_refused() -> None:
    """10.7.1: one die."""
    options = ELITES | {"generals": True}
    board = {STORM: 1, "germany-stormtroopers-2": 1, "germany-artillery": 1, "france-infantry": 4}
    scene = fight("central", board, [2, 3, 3, 6], options).do("reroll 3")
    assert scene.refused("reroll 3") == ("10.7.1", "reroll_used")


def test_a_reroll_names_a_rolled_die() -> None:
    board = {STORM: 1, "germany-artillery": 1, "france-infantry": 4}
    scene = fight("central", board, [2, 3])
    assert scene.refused("reroll 6") == ("4.8.2", "no_such_die")
    assert scene.refused("reroll 7") == ("4.8.2", "no_face")
    assert scene.refused("gas") == ("15", "card_not_in_force")
    assert scene.refused("general hindenburg 2 1") == ("18.5", "general_gone")
