"""Section 15: each of the twenty event cards. Their years are in test_events."""

from __future__ import annotations

import pytest

from entente.games.attrition.rail import no_rail
from entente.kernel import OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene, Tiles

EVENTS: dict[str, OptionValue] = {"events": True}
ALL_ARMS: dict[str, OptionValue] = EVENTS | {
    "tanks": True,
    "elites": True,
    "air_reserves": True,
    "generals": True,
}
FIRST_YEAR = {card.id: f"spring_{max(card.year, 1915)}" for card in GAME.board.cards.values()}


def side_of(card: str) -> str:
    return GAME.board.cards[card].side


def play(
    card: str,
    *,
    turn: str | None = None,
    options: dict[str, OptionValue] = EVENTS,
    board: Tiles | None = None,
    status: dict[str, str] | None = None,
    reserves: dict[str, int] | None = None,
    destroyed: dict[str, int] | None = None,
    airfield: dict[str, int] | None = None,
    dice: list[int] | None = None,
) -> Scene:
    """A card is played at the start of its owner's turn, in its first year."""
    return Scene(
        side_of(card),
        turn=turn or FIRST_YEAR[card],
        options=options,
        hand=[card],
        board=board,
        status=status,
        reserves=reserves,
        destroyed=destroyed,
        airfield=airfield,
        dice=dice,
    ).do(f"play {card}")


def battle(
    active: str,
    tiles: dict[str, int],
    dice: list[int],
    in_force: list[str],
    *,
    turn: str = "spring_1918",
    options: dict[str, OptionValue] = EVENTS,
    region: str = "belgium",
    others: Tiles | None = None,
) -> Scene:
    """A battle in a contested region with cards in force, up to its first question."""
    board: Tiles = {region: tiles, **(others or {})}
    return Scene(
        active,
        "choose_battle",
        turn,
        options=options,
        status=dict.fromkeys(board, "contested"),
        board=board,
        battles=list(board),
        in_force=in_force,
        dice=dice,
    ).do(f"resolve {region}")


def dice_of(scene: Scene) -> list[int]:
    assert scene.state.battle is not None
    return scene.state.battle.dice


def hits(scene: Scene) -> dict[str, int]:
    assert scene.state.battle is not None
    return scene.state.battle.hits


# -- EP1 and CP1 Poison Gas

GAS = [("entente", "EP1", "france", "germany"), ("central", "CP1", "germany", "france")]


@pytest.mark.parametrize(("side", "card", "own", "foe"), GAS)
def test_poison_gas_rolls_all_dice_again(side: str, card: str, own: str, foe: str) -> None:
    """EP1, CP1: right after the roll; the second roll counts."""
    tiles = {f"{own}-infantry": 2, f"{foe}-artillery": 2}
    scene = battle(side, tiles, [5, 6, 1, 4], [card])
    assert (scene.step, scene.deciding, scene.actions) == ("change_dice", (side,), ("gas", "done"))
    scene.do("gas")
    assert scene.tiles("belgium") == {f"{own}-infantry": 2, f"{foe}-artillery": 1}
    assert scene.state.chance.script == []


@pytest.mark.parametrize(("side", "card", "own", "foe"), GAS)
def test_poison_gas_serves_one_battle(side: str, card: str, own: str, foe: str) -> None:
    """EP1, CP1."""
    tiles = {f"{own}-infantry": 1, f"{foe}-artillery": 2}
    others: Tiles = {"poland": {f"{own}-artillery": 1, f"{foe}-airplane": 1}}
    scene = battle(side, tiles, [5, 6, 6], [card], others=others).do("gas", "resolve poland")
    assert scene.step != "change_dice"
    assert scene.state.battle is None


@pytest.mark.parametrize(("side", "card", "own", "foe"), GAS)
def test_poison_gas_may_be_kept_for_a_later_battle(
    side: str, card: str, own: str, foe: str
) -> None:
    """EP1, CP1: "one battle of this turn"; each decision is made before the next battle."""
    tiles = {f"{own}-infantry": 1, f"{foe}-artillery": 2}
    others: Tiles = {"poland": {f"{own}-artillery": 1, f"{foe}-infantry": 1}}
    scene = battle(side, tiles, [5, 6, 2], [card], others=others).do("done", "resolve poland")
    assert "gas" in scene.actions
    scene.do("gas")
    assert scene.tiles("poland") == {f"{own}-artillery": 1}


def test_poison_gas_of_one_side_does_not_serve_the_other() -> None:
    scene = battle("central", {"germany-infantry": 1, "france-artillery": 2}, [6], ["EP1"])
    assert scene.step != "change_dice"


def test_poison_gas_after_a_general_undoes_the_generals_die_and_the_general_stays_spent() -> None:
    """E6."""
    tiles = {"germany-infantry": 2, "france-artillery": 2}
    scene = battle("central", tiles, [5, 6, 4, 4], ["CP1"], options=ALL_ARMS)
    scene.do("general hindenburg 5 1")
    assert dice_of(scene) == [1, 6]
    scene.do("gas")
    assert scene.state.generals["central"] == ["conrad", "kemal"]
    assert scene.tiles("belgium") == tiles
    assert scene.state.battle is None


def test_poison_gas_after_a_stormtrooper_reroll_leaves_the_reroll_spent() -> None:
    """E6."""
    tiles = {"germany-stormtroopers-1": 1, "germany-artillery": 1, "france-airplane": 1}
    tiles |= {"france-infantry": 4}
    scene = battle("central", tiles, [3, 3, 2, 4, 5], ["CP1"], options=ALL_ARMS)
    scene.do("reroll 3")
    assert dice_of(scene) == [2, 3]
    scene.do("gas")
    assert dice_of(scene) == [4, 5]
    assert scene.refused("reroll 4") == ("10.7.1", "reroll_used")
    assert scene.refused("gas") == ("15", "card_not_in_force")
    assert "general hindenburg 4 1" in scene.actions


def test_a_general_may_turn_a_die_after_the_gas() -> None:
    """E6: the order is the active player's choice."""
    tiles = {"germany-infantry": 2, "france-artillery": 2}
    scene = battle("central", tiles, [5, 6, 4, 4], ["CP1"], options=ALL_ARMS)
    scene.do("gas", "general hindenburg 4 1")
    assert scene.tiles("belgium")["france-artillery"] == 1


def test_poison_gas_without_a_battle_is_lost() -> None:
    """14.4: the card is out of the game."""
    scene = play("CP1").finish_turn()
    assert scene.state.in_force == []
    assert scene.state.hand["central"] == []


# -- EP2 Creeping Barrage


def test_creeping_barrage_hits_with_every_two() -> None:
    """EP2, the book's example: four twos, four hits."""
    tiles = {"britain-infantry": 3, "britain-artillery": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [2, 2, 2, 2], ["EP2"])
    assert scene.tiles("belgium")["germany-infantry"] == 1


def test_without_the_card_the_artillery_hits_once() -> None:
    tiles = {"britain-infantry": 3, "britain-artillery": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [2, 2, 2, 2], [])
    assert scene.tiles("belgium")["germany-infantry"] == 4


def test_creeping_barrage_needs_the_british_artillery_tile() -> None:
    """EP2: not French artillery; E10: not the British tank."""
    tiles = {"britain-infantry": 2, "france-artillery": 1, "britain-tank": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [2, 2, 2], ["EP2"], options=EVENTS | {"tanks": True})
    assert scene.tiles("belgium")["germany-infantry"] == 3


def test_creeping_barrage_works_for_any_rolling_nation() -> None:
    """E10: it concerns scoring."""
    tiles = {"france-infantry": 3, "britain-artillery": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [2, 2, 2], ["EP2"])
    assert scene.tiles("belgium")["germany-infantry"] == 2


def test_creeping_barrage_with_the_tank_beside_the_gun() -> None:
    """E10: every two is one hit, no more."""
    tiles = {"britain-artillery": 1, "britain-tank": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [2, 2], ["EP2"], options=EVENTS | {"tanks": True})
    assert scene.tiles("belgium")["germany-infantry"] == 3


def test_creeping_barrage_is_over_in_the_central_turn() -> None:
    """E10: the defending gun hits once."""
    scene = play("EP2").finish_turn()
    assert not scene.war.in_force("EP2")
    tiles = {"germany-infantry": 3, "britain-artillery": 1}
    scene = battle("central", tiles, [2, 2, 2], [])
    assert scene.tiles("belgium")["germany-infantry"] == 2


# -- EP3 Gallipoli Landing and CP3 Operation Albion

LANDINGS = [
    ("EP3", "britain", "istanbul", "central", "ottoman"),
    ("CP3", "germany", "petrograd", "entente", "russia"),
]


def landing(card: str, nation: str, shore: str, owner: str, **more: int) -> Scene:
    """The step of declarations with the card in force and tiles in the reserves."""
    return Scene(
        side_of(card),
        "declare_war",
        "spring_1917",
        options=ALL_ARMS,
        status={shore: owner},
        reserves={f"{nation}-infantry": 2, f"{nation}-airplane": 1, **more},
        in_force=[card],
    )


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_a_landing_puts_any_number_of_tiles_ashore(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """EP3, CP3: in the step of declarations; A17: the marker stays."""
    scene = landing(card, nation, shore, owner)
    assert f"land {nation}-infantry {shore}" in scene.actions
    before = scene.war.industry(owner)
    scene.do(f"land {nation}-infantry {shore}", f"land {nation}-airplane {shore}")
    assert scene.tiles(shore) == {f"{nation}-infantry": 1, f"{nation}-airplane": 1}
    assert scene.status(shore) == owner
    assert scene.war.industry(owner) == before
    scene.do("done")
    assert scene.pile("destroyed", side_of(card)) == {f"{nation}-infantry": 1}


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_the_opponent_may_mobilise_where_the_enemy_has_landed(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """A18; the region becomes contested at the opponent's next 4.9."""
    scene = Scene(
        owner,
        "mobilise",
        "fall_1917",
        status={shore: owner},
        board={shore: {f"{nation}-infantry": 1}},
        reserves={f"{native}-infantry": 1},
    ).do(f"mobilise {native}-infantry {shore}")
    assert scene.status(shore) == owner
    scene.finish_turn()
    assert scene.status(shore) == "contested"


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_an_empty_shore_is_lost_at_the_next_update(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """A17: until the next 4.9 it is the opponent's, who still draws for it."""
    scene = landing(card, nation, shore, owner)
    scene.do(f"land {nation}-infantry {shore}", "done")
    scene.skip_to("mobilise").do("done").finish_turn()
    assert scene.status(shore) == side_of(card)


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_landed_tiles_cannot_move_on(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """A13: a foreign capital."""
    home = {"EP3": "london", "CP3": "berlin"}[card]
    scene = Scene(
        side_of(card),
        "start_movement",
        "spring_1917",
        status={shore: "contested"},
        board={
            shore: {f"{nation}-infantry": 1, f"{native}-infantry": 1},
            home: {f"{nation}-infantry": 1},
        },
    )
    start = next(end for end in GAME.board.land[shore])
    assert scene.refused(f"move {nation}-infantry {shore} {start}") == (
        "4.6.1",
        "not_allied_capital",
    )


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_other_landings_are_refused(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """EP3, CP3: only that nation, there, out of the reserves."""
    own = {"EP3": "france-infantry", "CP3": "austria_hungary-infantry"}[card]
    scene = landing(card, nation, shore, owner, **{own: 1})
    assert scene.refused(f"land {own} {shore}") == ("15", "landing_nation")
    assert scene.refused(f"land {nation}-infantry kiev") == ("15", "landing_region")
    assert scene.refused(f"land {nation}-artillery {shore}") == ("15", "not_in_reserves")


def test_stormtroopers_do_not_land() -> None:
    """E4 in spirit: an elite is mobilised and paid for."""
    scene = landing("CP3", "germany", "petrograd", "entente", **{"germany-stormtroopers-1": 1})
    assert scene.refused("land germany-stormtroopers-1 petrograd") == ("15", "landing_nation")


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_a_neutral_shore_is_closed(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """A17."""
    extra = {"EP3": "italy-infantry", "CP3": "mexico-infantry"}[card]
    scene = landing(card, nation, shore, "neutral", **{extra: 1})
    assert scene.refused(f"land {nation}-infantry {shore}") == ("2.6", "neutral_closed")
    assert not any(action.startswith("land") for action in scene.actions)


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_a_contested_or_own_shore_may_be_landed_on(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    for status in ("contested", side_of(card)):
        assert f"land {nation}-infantry {shore}" in landing(card, nation, shore, status).actions


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_no_landing_without_the_card_or_without_tiles(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    extra = {"EP3": "italy-infantry", "CP3": "mexico-infantry"}[card]
    scene = Scene(
        side_of(card),
        "declare_war",
        status={shore: owner},
        reserves={extra: 1, f"{nation}-infantry": 1},
    )
    assert scene.refused(f"land {nation}-infantry {shore}") == ("15", "no_landing")
    empty = Scene(side_of(card), "declare_war", status={shore: owner}, in_force=[card])
    assert empty.step != "declare_war"


@pytest.mark.parametrize(("card", "nation", "shore", "owner", "native"), LANDINGS)
def test_there_is_no_rail_transfer_in_the_turn_of_a_landing(
    card: str, nation: str, shore: str, owner: str, native: str
) -> None:
    """EP3, CP3."""
    home = {"EP3": "london", "CP3": "berlin"}[card]
    board: Tiles = {home: {f"{nation}-infantry": 1}}
    scene = Scene(side_of(card), "rail", board=board, in_force=[card])
    assert scene.step != "rail"
    assert Scene(side_of(card), "rail", board=board).step == "rail"


def test_why_rail_is_refused_after_a_landing_card() -> None:
    scene = Scene("central", "rail", board={"berlin": {"germany-infantry": 1}}, in_force=["CP3"])
    why = no_rail(scene.war, GAME.board.tiles["germany-infantry"], "berlin")
    assert why is not None
    assert (why.section, why.message.key) == ("15", "refusal.no_rail_this_turn")


# -- EP4 Lawrence of Arabia and CP4 Lion of Africa

RECALLS = [
    ("EP4", "ottoman", "central", "armenia", "levant"),
    ("CP4", "britain", "entente", "alexandria", "belgium"),
]


@pytest.mark.parametrize(("card", "nation", "owner", "one", "other"), RECALLS)
def test_the_owner_chooses_the_tile_to_take_back(
    card: str, nation: str, owner: str, one: str, other: str
) -> None:
    """EP4, CP4: off the board, into the owner's reserves."""
    foreign = {"EP4": "germany-infantry", "CP4": "france-infantry"}[card]
    scene = play(
        card,
        board={
            one: {f"{nation}-infantry": 1, foreign: 1},
            other: {f"{nation}-infantry": 1, f"{nation}-artillery": 1},
        },
        status={one: owner, other: owner},
    )
    assert scene.deciding == (owner,)
    assert set(scene.actions) == {
        f"recall {nation}-infantry {one}",
        f"recall {nation}-infantry {other}",
        f"recall {nation}-artillery {other}",
    }
    assert scene.refused(f"recall {foreign} {one}") == ("15", "recall")
    scene.do(f"recall {nation}-artillery {other}")
    assert scene.tiles(other) == {f"{nation}-infantry": 1}
    assert scene.pile("reserves", owner)[f"{nation}-artillery"] == 1


@pytest.mark.parametrize(("card", "nation", "owner", "one", "other"), RECALLS)
def test_the_recalled_tile_may_be_mobilised_in_its_owners_next_turn(
    card: str, nation: str, owner: str, one: str, other: str
) -> None:
    """EP4, CP4."""
    capital = GAME.board.nations[nation].capital
    scene = play(
        card,
        board={one: {f"{nation}-infantry": 1}},
        status={one: owner, capital: owner},
    ).do(f"recall {nation}-infantry {one}")
    scene.finish_turn().skip_to("mobilise")
    assert f"mobilise {nation}-infantry {capital}" in scene.actions


@pytest.mark.parametrize(("card", "nation", "owner", "one", "other"), RECALLS)
def test_with_no_such_tile_on_the_board_the_card_does_nothing(
    card: str, nation: str, owner: str, one: str, other: str
) -> None:
    scene = play(card, reserves={f"{nation}-infantry": 1})
    assert scene.deciding == (side_of(card),)
    assert scene.state.played[side_of(card)] == [card]


def test_lion_of_africa_does_not_reach_the_airfield() -> None:
    """CP4: "on the board"."""
    scene = play("CP4", options=ALL_ARMS, airfield={"britain-airplane": 1})
    assert scene.step != "recall_tile"


# -- EP5 Sinking of the Lusitania


def test_lusitania_returns_all_destroyed_tiles() -> None:
    """EP5: "must"."""
    scene = play("EP5", destroyed={"france-infantry": 3, "russia-artillery": 1})
    assert scene.pile("destroyed", "entente") == {}
    assert scene.step == "surrender"


def test_lusitania_adds_one_american_infantry_at_the_end_of_the_turn() -> None:
    """EP5, E22: after 4.11, so not in this turn's draw."""
    scene = play("EP5")
    assert scene.pile("to_come", "entente")["usa-infantry"] == 3
    scene.finish_turn()
    assert scene.pile("pouch", "entente")["usa-infantry"] == 1
    assert scene.pile("to_come", "entente")["usa-infantry"] == 2
    assert "usa-artillery" not in scene.pile("pouch", "entente")


def test_the_other_americans_still_wait_for_fall_1916() -> None:
    """E21: even with America at war."""
    scene = play("EP5", status={"washington": "entente", "southern_states": "entente"})
    scene.finish_turn()
    assert size({n: c for n, c in scene.pile("to_come", "entente").items() if "usa" in n}) == 7
    arriving = Scene("entente", "arrivals", "fall_1916", board={"paris": {"usa-infantry": 1}})
    assert not any("usa" in name for name in arriving.pile("to_come", "entente"))


def test_the_american_volunteer_may_bring_america_in_early() -> None:
    """E21."""
    scene = Scene("entente", "declare_war", "fall_1915", reserves={"usa-infantry": 1})
    scene.do("declare usa")
    assert scene.tiles("washington") == {"usa-infantry": 1}


def test_lusitania_after_the_americans_have_come_adds_nothing() -> None:
    """EP5 with no tile waiting."""
    scene = play("EP5", turn="fall_1916")
    assert not any("usa" in name for name in scene.pile("to_come", "entente"))
    scene.finish_turn()
    assert not [line for line in scene.said() if line.key == "log.arrive"]


def test_without_destroyed_tiles_lusitania_returns_none() -> None:
    scene = play("EP5")
    assert not [line for line in scene.said() if line.key == "log.return"]


# -- EP6 German Revolution


def revolution(board: Tiles | None = None, status: dict[str, str] | None = None) -> Scene:
    return Scene(
        "entente",
        "update_status",
        "spring_1918",
        options=EVENTS,
        board=board,
        status=status,
        in_force=["EP6"],
    )


def test_the_revolution_makes_berlin_contested() -> None:
    """EP6, E23: no points from it for the next Central draw."""
    scene = revolution()
    assert scene.status("berlin") == "contested"
    assert scene.state.active == "central"
    assert scene.war.industry("central") == 4
    assert size(scene.pile("reserves", "central")) == 4


def test_berlin_with_german_tiles_becomes_contested_too() -> None:
    """EP6: any control marker is replaced."""
    scene = revolution({"berlin": {"germany-infantry": 2}})
    assert scene.status("berlin") == "contested"


def test_berlin_in_entente_hands_becomes_contested_too() -> None:
    """EP6: "any control marker"."""
    scene = revolution({"berlin": {"france-infantry": 2}})
    assert scene.status("berlin") == "contested"


def test_berlin_that_is_contested_stays_so() -> None:
    scene = revolution({"berlin": {"france-infantry": 1, "germany-infantry": 1}})
    assert scene.status("berlin") == "contested"


def test_in_contested_berlin_tiles_may_be_mobilised_but_not_attack_from_it() -> None:
    """E23: 4.6 rule 4."""
    scene = Scene(
        "central",
        "mobilise",
        "fall_1918",
        status={"berlin": "contested"},
        reserves={"germany-infantry": 1},
    ).do("mobilise germany-infantry berlin")
    assert scene.refused("move germany-infantry berlin poland") == ("4.6.3", "from_contested")
    assert "move germany-infantry berlin rhineland" in scene.actions
    assert "move germany-infantry berlin belgium" in scene.actions


@pytest.mark.parametrize("tiles", [{}, {"germany-infantry": 1}])
def test_the_next_update_restores_berlin(tiles: dict[str, int]) -> None:
    """E23."""
    scene = Scene(
        "central",
        "update_status",
        "fall_1918",
        status={"berlin": "contested"},
        board={"berlin": tiles},
    )
    assert scene.status("berlin") == "central"


def test_entente_tiles_in_berlin_keep_it() -> None:
    """E23: "unless Entente tiles are there"."""
    scene = Scene(
        "central",
        "update_status",
        "fall_1918",
        status={"berlin": "contested"},
        board={"berlin": {"france-infantry": 1}},
    )
    assert scene.status("berlin") == "entente"


def test_in_fall_1918_the_revolution_counts_in_the_end() -> None:
    """EP6, 5.2: Berlin scores for neither side."""
    scene = Scene("entente", "update_status", "fall_1918", options=EVENTS, in_force=["EP6"])
    assert scene.state.outcome is not None
    assert scene.state.outcome.reason.args["central"] == 4


def test_the_revolution_waits_for_the_status_step() -> None:
    """EP6: Berlin is Central until then."""
    scene = play("EP6")
    assert scene.status("berlin") == "central"
    scene.finish_turn()
    assert scene.status("berlin") == "contested"


# -- EP7 They Shall Not Pass and CP7 Hindenburg Line

FRONT: Tiles = {
    "belgium": {"germany-infantry": 1, "france-infantry": 1},
    "rhineland": {"germany-infantry": 1, "france-infantry": 1},
    "poland": {"germany-infantry": 1, "russia-infantry": 1},
    "kiev": {"austria_hungary-infantry": 1, "russia-infantry": 1},
}
CONTESTED = dict.fromkeys(FRONT, "contested")


def test_they_shall_not_pass_brings_two_french_infantry_back() -> None:
    """EP7, E12: into one contested region with German tiles."""
    scene = play("EP7", board=FRONT, status=CONTESTED, destroyed={"france-infantry": 3})
    assert set(scene.actions) == {
        "reinforce france-infantry belgium",
        "reinforce france-infantry rhineland",
        "reinforce france-infantry poland",
        "done",
    }
    assert scene.refused("reinforce france-infantry kiev") == ("15", "no_nation")
    assert scene.refused("reinforce france-infantry paris") == ("15", "not_contested")
    scene.do("reinforce france-infantry poland")
    assert scene.refused("reinforce france-infantry belgium") == ("E12", "same_region")
    scene.do("reinforce france-infantry poland")
    assert scene.tiles("poland")["france-infantry"] == 2
    assert scene.pile("destroyed", "entente") == {"france-infantry": 1}
    assert scene.step == "return_tiles"


def test_they_shall_not_pass_brings_french_infantry_only() -> None:
    """EP7."""
    destroyed = {"france-infantry": 1, "france-artillery": 1, "britain-infantry": 1}
    scene = play("EP7", board=FRONT, status=CONTESTED, destroyed=destroyed)
    assert scene.refused("reinforce france-artillery belgium") == ("15", "not_this_tile")
    assert scene.refused("reinforce britain-infantry belgium") == ("15", "not_this_tile")
    assert scene.refused("reinforce italy-infantry belgium") == ("15", "none_destroyed")


def test_they_shall_not_pass_brings_fewer_if_fewer_are_there_or_wanted() -> None:
    """EP7: "up to two"."""
    one = play("EP7", board=FRONT, status=CONTESTED, destroyed={"france-infantry": 1})
    one.do("reinforce france-infantry belgium")
    assert one.step != "bring_back"
    two = play("EP7", board=FRONT, status=CONTESTED, destroyed={"france-infantry": 2})
    two.do("reinforce france-infantry belgium", "done")
    assert two.tiles("belgium")["france-infantry"] == 2


@pytest.mark.parametrize(
    ("card", "destroyed"),
    [
        ("EP7", {"france-artillery": 1}),
        ("CP7", {"austria_hungary-infantry": 1}),
    ],
)
def test_no_decision_with_nothing_to_bring_back(card: str, destroyed: dict[str, int]) -> None:
    scene = play(card, board=FRONT, status=CONTESTED, destroyed=destroyed)
    assert scene.step == "return_tiles"


@pytest.mark.parametrize(
    ("card", "destroyed"),
    [
        ("EP7", {"france-infantry": 1}),
        ("CP7", {"germany-infantry": 1}),
    ],
)
def test_no_decision_without_a_contested_region(card: str, destroyed: dict[str, int]) -> None:
    scene = play(card, board={"poland": FRONT["poland"]}, destroyed=destroyed)
    assert scene.step == "return_tiles"


def test_hindenburg_line_brings_two_german_tiles_of_any_kind_back() -> None:
    """CP7, E12: into one contested region with French tiles."""
    destroyed = {"germany-infantry": 2, "germany-artillery": 1, "austria_hungary-infantry": 1}
    scene = play("CP7", board=FRONT, status=CONTESTED, destroyed=destroyed)
    assert scene.refused("reinforce germany-artillery poland") == ("15", "no_nation")
    assert scene.refused("reinforce austria_hungary-infantry belgium") == ("15", "not_this_tile")
    scene.do("reinforce germany-artillery belgium")
    assert scene.refused("reinforce germany-infantry rhineland") == ("E12", "same_region")
    scene.do("reinforce germany-infantry belgium")
    assert scene.tiles("belgium") == {
        "germany-infantry": 2,
        "germany-artillery": 1,
        "france-infantry": 1,
    }
    assert scene.step == "return_tiles"


def test_hindenburg_line_may_bring_one_or_none() -> None:
    """CP7."""
    scene = play("CP7", board=FRONT, status=CONTESTED, destroyed={"germany-infantry": 2})
    scene.do("done")
    assert scene.pile("destroyed", "central") == {"germany-infantry": 2}


# -- EP8 Fresh Troops and CP2 Hutier Tactics


def test_fresh_troops_let_americans_roll_two_dice() -> None:
    """EP8."""
    tiles = {"usa-infantry": 1, "usa-artillery": 1, "germany-airplane": 4}
    scene = battle("entente", tiles, [1, 2, 4, 4], ["EP8"])
    assert (scene.step, scene.actions) == ("double_dice", ("double", "single"))
    scene.do("double")
    assert scene.state.chance.script == []
    assert scene.tiles("belgium")["germany-airplane"] == 2


def test_fresh_troops_are_a_choice_in_each_battle() -> None:
    """EP8: any number of battles."""
    tiles = {"usa-infantry": 1, "germany-airplane": 3}
    others: Tiles = {"rhineland": {"usa-artillery": 1, "germany-airplane": 1}}
    scene = battle("entente", tiles, [4, 2, 4], ["EP8"], others=others)
    scene.do("single")
    assert scene.state.chance.script == [2, 4]
    scene.do("resolve rhineland", "double")
    assert scene.state.chance.script == []


def test_fresh_troops_include_marines_and_the_tank() -> None:
    """E9."""
    tiles = {"usa-marines": 1, "usa-tank": 1, "germany-infantry": 5}
    scene = battle("entente", tiles, [1, 2, 4, 6], ["EP8"], options=ALL_ARMS)
    scene.do("double")
    assert scene.state.chance.script == []
    assert hits(scene) == {"central": 3, "entente": 1}
    assert scene.step == "tank"


def test_fresh_troops_need_americans_that_roll() -> None:
    """EP8."""
    tiles = {"usa-infantry": 1, "france-infantry": 2, "germany-airplane": 4}
    assert battle("entente", tiles, [4, 4], ["EP8"]).step != "double_dice"
    tie = battle(
        "entente",
        {"usa-infantry": 1, "france-infantry": 1, "germany-airplane": 4},
        [4] * 2,
        ["EP8"],
    )
    tie.do("roll usa")
    assert tie.step == "double_dice"


def test_hutier_tactics_let_german_infantry_roll_two_dice() -> None:
    """CP2: infantry alone."""
    tiles = {"germany-infantry": 2, "germany-artillery": 1, "france-airplane": 1}
    tiles |= {"france-artillery": 2, "britain-airplane": 2}
    scene = battle("central", tiles, [4, 4, 5, 5, 6, 6], ["CP2"])
    scene.do("double")
    assert scene.state.chance.script == [6]


def test_hutier_tactics_include_stormtroopers() -> None:
    """E9."""
    tiles = {"germany-stormtroopers-1": 1, "germany-infantry": 1, "france-artillery": 2}
    scene = battle("central", tiles, [4, 4, 4, 4, 4], ["CP2"], options=EVENTS | {"elites": True})
    scene.do("double")
    assert scene.state.chance.script == [4]


def test_hutier_tactics_need_german_infantry_that_rolls() -> None:
    """CP2: not Austrians, not artillery alone."""
    tiles = {"germany-artillery": 2, "france-infantry": 2}
    assert battle("central", tiles, [4, 4], ["CP2"]).step != "double_dice"
    tiles = {"germany-infantry": 1, "austria_hungary-infantry": 2, "france-artillery": 2}
    assert battle("central", tiles, [4, 4], ["CP2"]).step != "double_dice"


def test_hutier_tactics_may_be_left_aside() -> None:
    scene = battle("central", {"germany-infantry": 2, "france-artillery": 2}, [4, 4, 4, 4], ["CP2"])
    scene.do("single")
    assert scene.state.chance.script == [4, 4]


def test_gas_rolls_doubled_dice_again() -> None:
    """CP1 and CP2 do not meet in one turn, but a roll is a roll: all dice."""
    tiles = {"germany-infantry": 1, "france-artillery": 2}
    scene = battle("central", tiles, [4, 4, 5, 5], ["CP1", "CP2"]).do("double", "gas")
    assert scene.state.chance.script == []


# -- EP9 and CP9 Expeditionary Force


def expedition(
    card: str,
    reserves: dict[str, int],
    status: dict[str, str] | None = None,
    in_force: list[str] | None = None,
) -> Scene:
    """Mobilisation with two expeditionary tiles to send."""
    return Scene(
        side_of(card),
        "mobilise",
        "fall_1917",
        options=ALL_ARMS,
        reserves=reserves,
        status=status,
        in_force=in_force,
        expedition=2,
    )


@pytest.mark.parametrize("card", ["EP9", "CP9"])
def test_the_expeditionary_force_is_two_tiles_in_this_turn(card: str) -> None:
    scene = play(card)
    assert scene.state.expedition == 2
    scene.finish_turn()
    assert scene.state.expedition == 0


def test_two_tiles_of_any_flag_go_to_any_open_allied_capital() -> None:
    """EP9."""
    scene = expedition("EP9", {"russia-infantry": 3, "france-infantry": 1})
    scene.do("expedition russia-infantry paris", "expedition russia-infantry london")
    assert scene.tiles("paris") == {"russia-infantry": 1}
    assert scene.refused("expedition russia-infantry paris") == ("15", "no_expedition")
    assert "mobilise russia-infantry petrograd" in scene.actions


def test_the_other_rules_of_mobilisation_hold() -> None:
    """EP9, CP9: neutral, enemy-held and foreign regions, territories, the reserves."""
    scene = expedition("CP9", {"germany-infantry": 1}, status={"vienna": "entente"})
    assert scene.refused("expedition germany-infantry istanbul") == ("4.5", "neutral_closed")
    assert scene.refused("expedition germany-infantry vienna") == ("4.5", "enemy_holds")
    assert scene.refused("expedition germany-infantry paris") == ("4.5", "not_entry")
    assert scene.refused("expedition germany-infantry rhineland") == ("4.5", "no_capital")
    assert scene.refused("expedition germany-artillery berlin") == ("4.5", "not_in_reserves")


def test_an_expeditionary_elite_is_paid_for() -> None:
    """EP9, CP9 with 10.3: "all other limits hold"."""
    poor = expedition("CP9", {"germany-stormtroopers-1": 1, "germany-infantry": 1})
    assert poor.refused("expedition germany-stormtroopers-1 vienna") == ("10.3", "elite_cost")
    rich = expedition("CP9", {"germany-stormtroopers-1": 1, "germany-infantry": 2})
    rich.do("expedition germany-stormtroopers-1 vienna")
    assert rich.tiles("vienna") == {"germany-stormtroopers-1": 1}
    assert "germany-infantry" not in rich.pile("reserves", "central")


def test_tiles_of_a_neutral_nation_may_be_sent() -> None:
    """A20: the nation stays neutral; its tiles act normally."""
    scene = expedition("EP9", {"usa-infantry": 1, "usa-artillery": 1})
    scene.do("expedition usa-infantry paris", "expedition usa-artillery paris")
    assert scene.war.is_neutral("usa")
    assert "move usa-infantry paris belgium" in scene.actions


def test_tiles_of_a_neutral_nation_cannot_be_railed() -> None:
    """A20: their entry region is neutral."""
    scene = Scene(
        "entente", "rail", "fall_1917", board={"paris": {"usa-infantry": 1, "france-infantry": 1}}
    )
    assert scene.refused("rail usa-infantry paris") == ("4.4", "no_way_home")


def test_tiles_of_a_neutral_nation_are_lost_like_others() -> None:
    """A20: to the destroyed pile."""
    scene = battle("central", {"germany-infantry": 2, "usa-infantry": 1}, [1, 5], [])
    assert scene.pile("destroyed", "entente") == {"usa-infantry": 1}


def test_the_expeditionary_force_does_not_enter_london_under_submarine_warfare() -> None:
    """E15."""
    scene = expedition("EP9", {"france-infantry": 1}, in_force=["CP5"])
    assert scene.refused("expedition france-infantry london") == ("15.2", "submarines")
    assert "expedition france-infantry alexandria" in scene.actions


def test_without_the_card_flags_are_respected() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 1})
    assert scene.refused("expedition germany-infantry vienna") == ("15", "no_expedition")


# -- EP10 Blockade


def test_the_blockade_takes_german_artillery_and_airplanes_out_of_the_game() -> None:
    """EP10."""
    tiles = {"france-infantry": 3, "germany-artillery": 1, "germany-airplane": 1}
    tiles |= {"germany-infantry": 1}
    scene = battle("entente", tiles, [1, 1, 1], ["EP10"])
    assert scene.state.removed == {"germany-artillery": 1, "germany-airplane": 1}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 1}


def test_the_blockade_leaves_other_nations_alone() -> None:
    """EP10: only German tiles, and not the Entente's own."""
    tiles = {"france-infantry": 1, "france-artillery": 1, "austria_hungary-artillery": 1}
    scene = battle("entente", tiles, [1, 2], ["EP10"]).do("lose france-artillery")
    assert scene.state.removed == {}
    assert scene.pile("destroyed", "central") == {"austria_hungary-artillery": 1}
    assert scene.pile("destroyed", "entente") == {"france-artillery": 1}


def test_the_blockade_is_over_in_the_central_turn() -> None:
    """E11."""
    scene = play("EP10").finish_turn()
    assert scene.state.active == "central"
    assert not scene.war.in_force("EP10")
    lost = battle("central", {"germany-artillery": 1, "france-artillery": 1}, [2], [])
    assert lost.pile("destroyed", "central") == {"germany-artillery": 1}


# -- CP5 Unrestricted Submarine Warfare


def test_submarines_close_london_in_the_next_entente_turn() -> None:
    """CP5: other British entry regions stay open."""
    scene = play("CP5").finish_turn()
    assert scene.war.in_force("CP5")
    scene = Scene("entente", "mobilise", reserves={"britain-infantry": 1}, in_force=["CP5"])
    assert scene.actions == ("mobilise britain-infantry alexandria", "done")
    assert scene.refused("mobilise britain-infantry london") == ("15.2", "submarines")


def test_submarines_leave_salonica_open() -> None:
    """CP5."""
    scene = Scene(
        "entente",
        "mobilise",
        status={"salonica": "entente"},
        reserves={"britain-infantry": 1},
        in_force=["CP5"],
    )
    assert "mobilise britain-infantry salonica" in scene.actions


def test_tiles_in_london_still_move_under_submarine_warfare() -> None:
    """CP5 speaks of mobilisation."""
    scene = Scene(
        "entente", "start_movement", board={"london": {"britain-infantry": 1}}, in_force=["CP5"]
    )
    assert "sail britain-infantry london paris" in scene.actions


def test_the_central_turn_knows_no_submarines() -> None:
    scene = play("CP5")
    assert not scene.war.in_force("CP5")


# -- CP6 French Army Mutinies


def test_french_tiles_do_not_move_during_mutinies_but_others_do() -> None:
    """CP6."""
    scene = Scene(
        "entente",
        "start_movement",
        "spring_1917",
        board={"paris": {"france-infantry": 1, "britain-infantry": 1}},
        in_force=["CP6"],
    )
    assert scene.refused("move france-infantry paris belgium") == ("15.2", "mutinies")
    assert "move britain-infantry paris belgium" in scene.actions
    assert not any("france" in action for action in scene.actions)


def test_french_tiles_do_not_advance_during_mutinies_but_others_do() -> None:
    """CP6: the region is still taken."""
    tiles = {"france-infantry": 1, "britain-infantry": 1}
    scene = battle("entente", tiles, [], ["CP6"], turn="spring_1917")
    assert scene.status("belgium") == "entente"
    assert scene.refused("advance france-infantry belgium rhineland") == ("15.2", "mutinies")
    assert "advance britain-infantry belgium rhineland" in scene.actions


def test_rail_and_mobilisation_stay_allowed_during_mutinies() -> None:
    """E16."""
    scene = Scene(
        "entente",
        "rail",
        "spring_1917",
        board={"belgium": {"france-infantry": 1}},
        in_force=["CP6"],
    ).do("rail france-infantry belgium")
    assert "mobilise france-infantry paris" in scene.actions


def test_a_french_army_alone_is_not_asked_to_move_or_advance() -> None:
    """CP6 with nothing to choose."""
    scene = Scene(
        "entente",
        "start_movement",
        "spring_1917",
        board={"paris": {"france-infantry": 2}},
        in_force=["CP6"],
    )
    assert scene.step != "move"
    assert battle("entente", {"france-infantry": 1}, [], ["CP6"]).step != "advance"


def test_mutinies_are_over_after_one_entente_turn() -> None:
    scene = play("CP6").finish_turn()
    assert scene.war.in_force("CP6")
    scene.finish_turn().finish_turn()
    assert scene.state.active == "entente"
    assert not scene.war.in_force("CP6")


# -- CP8 The Flying Circus


def test_the_flying_circus_destroys_an_airplane_beside_a_german_one() -> None:
    """CP8: of the player's choice."""
    scene = play(
        "CP8",
        board={
            "belgium": {"germany-airplane": 1, "france-airplane": 1, "britain-airplane": 1},
            "poland": {"germany-infantry": 1, "russia-airplane": 1},
        },
        status={"belgium": "contested", "poland": "contested"},
    )
    assert set(scene.actions) == {"shoot france-airplane belgium", "shoot britain-airplane belgium"}
    assert scene.refused("shoot russia-airplane poland") == ("15.2", "shoot")
    assert scene.refused("shoot germany-airplane belgium") == ("15.2", "shoot")
    scene.do("shoot britain-airplane belgium")
    assert scene.pile("destroyed", "entente") == {"britain-airplane": 1}
    assert scene.tiles("belgium") == {"germany-airplane": 1, "france-airplane": 1}


@pytest.mark.parametrize(
    "tiles",
    [
        {"germany-infantry": 1, "france-airplane": 1},
        {"austria_hungary-airplane": 1, "france-airplane": 1},
        {"germany-airplane": 1, "france-infantry": 1},
    ],
)
def test_without_a_target_the_flying_circus_does_nothing(tiles: dict[str, int]) -> None:
    """CP8: a German airplane, an enemy airplane."""
    scene = play("CP8", board={"belgium": tiles}, status={"belgium": "contested"})
    assert scene.step != "shoot_down"
    assert scene.state.played["central"] == ["CP8"]


def test_the_flying_circus_does_not_reach_the_airfield() -> None:
    scene = play(
        "CP8",
        options=ALL_ARMS,
        board={"berlin": {"germany-airplane": 1}},
        airfield={"france-airplane": 1},
    )
    assert scene.step != "shoot_down"


# -- CP10 Mata Hari


def mata_hari(board: Tiles, status: dict[str, str], battles: list[str]) -> Scene:
    return Scene(
        "entente",
        "answer_plans",
        "fall_1916",
        options=EVENTS,
        board=board,
        status=status,
        battles=battles,
        in_force=["CP10"],
    )


def test_mata_hari_stops_one_battle_beside_a_german_tile() -> None:
    """CP10."""
    scene = mata_hari(FRONT, CONTESTED, ["belgium", "poland", "kiev"])
    assert (scene.step, scene.deciding) == ("answer_plans", ("central",))
    assert scene.actions == ("cancel belgium", "cancel poland", "done")
    assert scene.refused("cancel kiev") == ("15.2", "no_nation")
    assert scene.refused("cancel rhineland") == ("15.2", "no_marker")
    scene.do("cancel belgium")
    assert scene.state.battles == ["poland", "kiev"]
    assert scene.status("belgium") == "contested"
    assert scene.step == "choose_battle"


def test_mata_hari_need_not_act() -> None:
    """CP10: "may"."""
    scene = mata_hari(FRONT, CONTESTED, ["belgium"]).do("done")
    assert scene.state.battles == ["belgium"]


def test_mata_hari_stops_a_required_battle_too() -> None:
    """CP10, E14: the region becomes contested, 4.9 says the same."""
    board: Tiles = {"rhineland": {"germany-infantry": 1, "france-infantry": 1}}
    scene = mata_hari(board, {}, ["rhineland"]).do("cancel rhineland")
    assert scene.status("rhineland") == "contested"
    assert scene.tiles("rhineland") == {"germany-infantry": 1, "france-infantry": 1}


def test_without_a_german_tile_in_a_battle_mata_hari_is_not_asked() -> None:
    scene = mata_hari(FRONT, CONTESTED, ["kiev"])
    assert scene.step == "choose_battle"


def test_mata_hari_is_at_work_in_the_entente_turn_alone() -> None:
    scene = play("CP10")
    assert not scene.war.in_force("CP10")
    scene.finish_turn()
    assert scene.war.in_force("CP10")
    scene.finish_turn()
    assert not scene.war.in_force("CP10")


def test_after_mata_hari_tiles_may_advance_there_without_a_battle() -> None:
    """CP10, A8: no battle takes place in this region this turn."""
    board: Tiles = {
        "belgium": {"france-infantry": 1},
        "rhineland": {"germany-infantry": 1, "france-infantry": 1},
    }
    scene = mata_hari(board, {"belgium": "contested"}, ["belgium", "rhineland"])
    scene.do("cancel rhineland", "resolve belgium", "advance france-infantry belgium rhineland")
    assert scene.state.battles == []
    assert scene.tiles("rhineland") == {"germany-infantry": 1, "france-infantry": 2}
