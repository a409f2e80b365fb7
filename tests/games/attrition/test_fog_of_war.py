"""Section 12: fog of war, as it is played. What is hidden from whom: test_secrets."""

from __future__ import annotations

import pytest

from entente.kernel import OptionValue
from tests.games.attrition.scene import GAME, Scene, Tiles

FOG: dict[str, OptionValue] = {"fog_of_war": True}
DECOY = "central-decoy"


def scene_with(
    active: str,
    step: str,
    *,
    board: Tiles | None = None,
    status: dict[str, str] | None = None,
    reserves: dict[str, int] | None = None,
) -> Scene:
    return Scene(active, step, options=FOG, board=board, status=status, reserves=reserves)


# -- set-up and reserves


def test_each_side_starts_with_three_decoys_in_the_reserves() -> None:
    """12.1."""
    state = GAME.start(FOG, "1")
    assert state.reserves["central"][DECOY] == 3
    assert state.reserves["entente"]["entente-decoy"] == 3


def test_without_fog_there_are_no_decoys() -> None:
    state = GAME.start({}, "1")
    assert DECOY not in state.reserves["central"]


def test_tiles_set_up_on_the_board_lie_face_down() -> None:
    """E19: the Serbians, and the armies of 1914."""
    state = GAME.start(FOG, "1")
    assert all(GAME.board.tiles[name].is_down for name in state.board["belgrade"])
    state = GAME.start(FOG | {"historical_setup": True}, "1")
    lying = [name for there in state.board.values() for name in there]
    assert len(lying) == 9
    assert all(GAME.board.tiles[name].is_down for name in lying)


def test_decoys_stay_in_the_reserves_at_the_end_of_the_turn() -> None:
    """7.4 of the sequence, 12.4 note."""
    scene = scene_with("central", "manage_reserves", reserves={"germany-infantry": 1})
    assert scene.pile("reserves", "central") == {DECOY: 3}


def test_elites_and_decoys_are_never_drawn() -> None:
    state = GAME.start(FOG | {"elites": True}, "1")
    assert not any(GAME.board.tiles[n].type in ("elite", "decoy") for n in state.pouch["central"])


# -- mobilisation and movement


def test_tiles_are_mobilised_face_down() -> None:
    """12.3."""
    scene = scene_with("central", "mobilise", reserves={"germany-infantry": 1})
    scene.do("mobilise germany-infantry berlin")
    assert scene.tiles("berlin") == {"germany-infantry-down": 1}


def test_a_decoy_goes_to_any_open_allied_capital() -> None:
    """12.3: no nation, but all other rules of mobilisation."""
    scene = scene_with("central", "mobilise", status={"istanbul": "central", "vienna": "contested"})
    assert scene.actions == (
        f"mobilise {DECOY} berlin",
        f"mobilise {DECOY} vienna",
        f"mobilise {DECOY} istanbul",
        "done",
    )
    assert scene.refused(f"mobilise {DECOY} sofia") == ("4.5", "neutral_closed")
    assert scene.refused(f"mobilise {DECOY} paris") == ("4.5", "not_entry")
    assert scene.refused(f"mobilise {DECOY} rhineland") == ("4.5", "no_capital")


def test_a_decoy_does_not_go_to_a_capital_in_enemy_hands() -> None:
    """12.3, 4.5."""
    scene = scene_with("central", "mobilise", status={"berlin": "entente"})
    assert scene.refused(f"mobilise {DECOY} berlin") == ("4.5", "enemy_holds")


def test_decoys_move_like_tiles() -> None:
    """12.3."""
    scene = scene_with("central", "start_movement", board={"berlin": {f"{DECOY}-down": 1}})
    assert f"move {DECOY}-down berlin poland" in scene.actions
    scene.do(f"move {DECOY}-down berlin poland")
    assert scene.tiles("poland") == {f"{DECOY}-down": 1}


def test_a_moving_tile_stays_face_up_or_face_down() -> None:
    """12.3, 12.4."""
    tiles = {"germany-infantry": 1, "germany-infantry-down": 1}
    scene = scene_with("central", "start_movement", board={"berlin": tiles})
    scene.do("move germany-infantry berlin poland", "move germany-infantry-down berlin poland")
    assert scene.tiles("poland") == tiles


def test_the_expeditionary_force_does_not_send_decoys() -> None:
    """12.3: they need no such card."""
    scene = scene_with("central", "mobilise")
    scene.state.expedition = 2
    assert scene.refused(f"expedition {DECOY} berlin") == ("12.3", "decoy_needs_none")


# -- rail


def test_a_railed_tile_is_hidden_in_the_reserves_and_face_down_again() -> None:
    """12.4: face up "until destroyed or railed"."""
    scene = scene_with("central", "rail", board={"berlin": {"germany-infantry": 1}})
    scene.do("rail germany-infantry berlin", "mobilise germany-infantry berlin")
    assert scene.tiles("berlin") == {"germany-infantry-down": 1}


def test_a_decoy_takes_the_train_to_any_open_allied_capital() -> None:
    """E31."""
    board = {"hungary": {f"{DECOY}-down": 1}}
    scene = scene_with("central", "rail", board=board, status={"vienna": "contested"})
    scene.do(f"rail {DECOY}-down hungary")
    assert scene.pile("reserves", "central") == {DECOY: 3}


def test_a_decoy_without_a_way_to_a_capital_stays() -> None:
    """E31, 4.4."""
    board = {
        "poland": {f"{DECOY}-down": 1},
        "vienna": {"austria_hungary-infantry-down": 1},
    }
    status = {"poland": "contested", "berlin": "entente"}
    scene = scene_with("central", "rail", board=board, status=status)
    assert scene.refused(f"rail {DECOY}-down poland") == ("4.4", "no_way_home")


# -- regions


def test_face_down_decoys_hold_and_contest_regions() -> None:
    """E17."""
    scene = scene_with(
        "central",
        "update_status",
        board={
            "poland": {f"{DECOY}-down": 1},
            "belgium": {f"{DECOY}-down": 1, "france-infantry-down": 1},
        },
    )
    assert scene.status("poland") == "central"
    assert scene.status("belgium") == "contested"


def test_a_decoy_in_an_enemy_region_needs_a_battle() -> None:
    """E17, 4.7.1."""
    scene = scene_with("central", "required_battles", board={"poland": {f"{DECOY}-down": 1}})
    assert scene.state.battles == ["poland"]


# -- battles


def battle(active: str, tiles: dict[str, int], dice: list[int]) -> Scene:
    return Scene(
        active,
        "choose_battle",
        options=FOG,
        status={"belgium": "contested"},
        board={"belgium": tiles},
        battles=["belgium"],
        dice=dice,
    ).do("resolve belgium")


def test_all_tiles_are_turned_up_and_decoys_go_home() -> None:
    """12.4: before the dice."""
    tiles = {
        "germany-infantry-down": 2,
        f"{DECOY}-down": 1,
        "france-infantry-down": 2,
        "entente-decoy-down": 2,
    }
    scene = battle("central", tiles, [5, 6])
    assert scene.state.chance.script == []
    assert scene.tiles("belgium") == {"germany-infantry": 2, "france-infantry": 2}
    assert scene.pile("reserves", "central")[DECOY] == 3
    assert scene.pile("reserves", "entente")["entente-decoy"] == 3


def test_survivors_stay_face_up() -> None:
    """12.4."""
    scene = battle("central", {"germany-infantry-down": 2, "france-infantry-down": 2}, [1, 6])
    assert scene.tiles("belgium") == {"germany-infantry": 1, "france-infantry": 1}


def test_decoys_alone_attack_nothing() -> None:
    """E18: they go home, and the enemy's tiles have been turned up."""
    scene = battle("central", {f"{DECOY}-down": 2, "france-infantry-down": 1}, [1])
    assert scene.state.battle is None
    assert scene.tiles("belgium") == {"france-infantry": 1}
    assert scene.state.chance.script == [1]
    assert scene.status("belgium") == "entente"


def test_decoys_on_both_sides_leave_an_empty_region() -> None:
    """E18, 4.9: a contested region without tiles goes to its allegiance."""
    scene = battle("central", {f"{DECOY}-down": 2, "entente-decoy-down": 1}, [])
    assert scene.tiles("belgium") == {}
    assert scene.status("belgium") == "entente"


def test_against_decoys_alone_no_dice_are_rolled_and_the_attacker_advances() -> None:
    """12.4, 4.8.4."""
    scene = battle("central", {"germany-infantry-down": 1, "entente-decoy-down": 2}, [1])
    assert scene.step == "advance"
    assert scene.state.chance.script == [1]
    assert scene.status("belgium") == "central"
    scene.do("advance germany-infantry belgium paris")
    assert scene.tiles("paris") == {"germany-infantry": 1}


def test_decoys_roll_no_dice_and_take_no_hits() -> None:
    """7.4 of the sequence: decoys have gone before the dice."""
    tiles = {f"{DECOY}-down": 3, "germany-infantry-down": 1, "france-infantry-down": 3}
    scene = battle("central", tiles, [1, 1])
    assert scene.state.chance.script == [1]
    assert scene.tiles("belgium") == {"france-infantry": 2}


def test_a_tile_that_enters_a_pending_battle_is_turned_up_with_it() -> None:
    """12.4."""
    scene = Scene(
        "central",
        "choose_battle",
        options=FOG,
        status={"belgium": "contested", "paris": "contested"},
        board={
            "belgium": {"germany-infantry-down": 1},
            "paris": {"germany-artillery-down": 1, "france-infantry-down": 3},
        },
        battles=["belgium", "paris"],
        dice=[6, 6],
    )
    scene.do("resolve belgium", "advance germany-infantry belgium paris", "resolve paris")
    assert scene.tiles("paris") == {
        "germany-infantry": 1,
        "germany-artillery": 1,
        "france-infantry": 3,
    }


# -- declarations and surrender


def test_declared_and_redeployed_tiles_lie_face_down() -> None:
    """E19."""
    scene = scene_with("central", "declare_war", reserves={"ottoman-infantry": 2})
    scene.do("declare ottoman")
    assert scene.tiles("istanbul") == {"ottoman-infantry-down": 2}
    scene.do("redeploy ottoman-infantry-down istanbul armenia")
    assert scene.tiles("armenia") == {"ottoman-infantry-down": 1}


def test_tiles_placed_in_salonica_lie_face_down() -> None:
    """E19."""
    scene = scene_with("entente", "declare_war", reserves={"britain-infantry": 1})
    scene.do("declare greece", "place britain-infantry salonica")
    assert scene.tiles("salonica") == {"britain-infantry-down": 1}


def test_a_decoy_opens_no_war() -> None:
    """12.3: it has no nation. The decision still comes, and so reveals nothing."""
    scene = scene_with("entente", "declare_war")
    assert (scene.step, scene.actions) == ("declare_war", ("done",))
    assert scene.refused("declare italy") == ("4.10.1", "tiles_needed")
    assert scene.refused("declare greece") == ("4.10.1.1", "tiles_needed")


def test_the_surrender_takes_face_down_russians_off_the_board() -> None:
    """4.3 under fog; a decoy among them stays and holds its region (E17)."""
    scene = scene_with(
        "entente",
        "surrender",
        board={
            "poland": {"russia-infantry-down": 2, f"{DECOY}-down": 1},
            "baltics": {"entente-decoy-down": 1, "germany-infantry-down": 1},
        },
        status={"poland": "contested", "baltics": "contested"},
    ).do("surrender")
    assert scene.pile("destroyed", "entente")["russia-infantry"] >= 2
    assert scene.status("poland") == "neutral"
    assert scene.status("baltics") == "contested"


# -- cards and airplanes under fog


EVENTS = FOG | {"events": True}


@pytest.mark.parametrize(
    ("active", "card", "tile", "region"),
    [
        ("entente", "EP4", "ottoman-infantry", "armenia"),
        ("central", "CP4", "britain-infantry", "belgium"),
    ],
)
def test_the_owner_chooses_and_shows_the_tile_of_lawrence_and_lion(
    active: str, card: str, tile: str, region: str
) -> None:
    """E20."""
    scene = Scene(
        active,
        turn="spring_1916",
        options=EVENTS,
        hand=[card],
        board={region: {f"{tile}-down": 1}},
        status={region: GAME.board.tiles[tile].side},
    ).do(f"play {card}")
    assert scene.deciding == (GAME.board.tiles[tile].side,)
    assert scene.actions == (f"recall {tile}-down {region}",)
    before = scene.state.reveals
    scene.do(f"recall {tile}-down {region}")
    assert scene.state.reveals > before
    assert scene.tiles(region) == {}
    shown = [entry.seen_by(active) for entry in scene.state.news]
    assert any(line is not None and line.args.get("tile") == tile for line in shown)


def flying_circus(entente: str, german: str = "germany-airplane") -> Scene:
    return Scene(
        "central",
        turn="spring_1917",
        options=EVENTS,
        hand=["CP8"],
        status={"belgium": "contested"},
        board={"belgium": {entente: 1, german: 1}},
    ).do("play CP8")


def test_the_flying_circus_names_only_a_face_up_airplane() -> None:
    """E20."""
    assert flying_circus("france-airplane").actions == ("shoot france-airplane belgium",)
    assert flying_circus("france-airplane-down").step != "shoot_down"


def test_the_flying_circus_shows_its_own_airplane() -> None:
    """E20: the opponent need not believe a face-down tile."""
    scene = flying_circus("france-airplane", "germany-airplane-down")
    scene.do("shoot france-airplane belgium")
    assert scene.tiles("belgium") == {"germany-airplane": 1}


def test_hindenburg_line_needs_a_face_up_french_tile() -> None:
    """E32; the tiles it places are face up."""

    def play(french: str) -> Scene:
        return Scene(
            "central",
            turn="spring_1917",
            options=EVENTS,
            hand=["CP7"],
            status={"belgium": "contested"},
            board={"belgium": {french: 1, "germany-infantry-down": 1}},
            destroyed={"germany-artillery": 1},
        ).do("play CP7")

    assert play("france-infantry-down").step != "bring_back"
    scene = play("france-infantry").do("reinforce germany-artillery belgium")
    assert scene.tiles("belgium")["germany-artillery"] == 1


def test_they_shall_not_pass_needs_a_face_up_german_tile() -> None:
    """E32."""
    scene = Scene(
        "entente",
        turn="spring_1916",
        options=EVENTS,
        hand=["EP7"],
        status={"belgium": "contested", "poland": "contested"},
        board={
            "belgium": {"germany-infantry": 1, "france-infantry-down": 1},
            "poland": {"germany-infantry-down": 1, "russia-infantry-down": 1},
        },
        destroyed={"france-infantry": 1},
    ).do("play EP7")
    assert scene.actions == ("reinforce france-infantry belgium", "done")
    assert scene.refused("reinforce france-infantry poland") == ("15", "no_nation")
    scene.do("reinforce france-infantry belgium")
    assert scene.tiles("belgium")["france-infantry"] == 1


def test_airplanes_in_the_airfield_lie_face_up_and_are_mobilised_face_down() -> None:
    """E33."""
    options = FOG | {"air_reserves": True}
    scene = Scene(
        "central", "start_movement", options=options, board={"berlin": {"germany-airplane-down": 1}}
    )
    before = scene.state.reveals
    scene.do("airfield germany-airplane-down berlin")
    assert scene.pile("airfield", "central") == {"germany-airplane": 1}
    assert scene.state.reveals > before
    again = Scene("central", "mobilise", options=options, airfield={"germany-airplane": 1})
    again.do("scramble germany-airplane berlin")
    assert again.tiles("berlin") == {"germany-airplane-down": 1}


def test_an_airplane_sent_as_reinforcement_stays_face_up() -> None:
    """E33."""
    scene = Scene(
        "entente",
        "answer_plans",
        options=FOG | {"air_reserves": True},
        status={"belgium": "contested"},
        board={"belgium": {"germany-infantry-down": 1, "france-infantry-down": 1}},
        airfield={"germany-airplane": 1},
        battles=["belgium"],
    ).do("fly germany-airplane belgium")
    assert scene.tiles("belgium")["germany-airplane"] == 1


def test_a_decoy_gives_an_airplane_no_nation_to_fly_to() -> None:
    """11.4, 12.3. The decision still comes: skipping it would reveal the decoy."""
    scene = Scene(
        "entente",
        "answer_plans",
        options=FOG | {"air_reserves": True},
        status={"belgium": "contested"},
        board={"belgium": {f"{DECOY}-down": 1, "france-infantry-down": 1}},
        airfield={"germany-airplane": 1},
        battles=["belgium"],
    )
    assert (scene.step, scene.actions) == ("answer_plans", ("done",))
    assert scene.refused("fly germany-airplane belgium") == ("11.4", "no_nation")


def test_jagdkommandos_that_lie_face_down_are_replaced_face_down() -> None:
    """10.6 under fog."""
    scene = Scene(
        "central",
        "arrivals",
        "spring_1916",
        options=FOG | {"elites": True},
        board={"vienna": {"austria_hungary-jagdkommandos-down": 1}},
    )
    assert scene.tiles("vienna") == {"austria_hungary-infantry-down": 1}


def test_a_destroyed_elite_is_hidden_in_the_reserves_again() -> None:
    """10.2 under fog."""
    scene = Scene(
        "entente",
        "choose_battle",
        "fall_1916",
        options=FOG | {"elites": True},
        status={"belgium": "contested"},
        board={"belgium": {"france-infantry-down": 2, "germany-stormtroopers-1-down": 1}},
        battles=["belgium"],
        dice=[1, 2],
    ).do("resolve belgium")
    assert scene.pile("reserves", "central")["germany-stormtroopers-1"] == 1
