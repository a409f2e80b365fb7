"""Why nothing can be done with what a player points at: every question, every kind of thing."""

from __future__ import annotations

import re
from random import Random

import pytest

from entente.games.attrition.context import steps
from entente.kernel import LANGUAGES, Refusal
from entente.kernel.whynot import why_not
from tests.games.attrition.pointing import KINDS, THINGS, asked, questions
from tests.games.attrition.scene import GAME, Scene

QUESTIONS = questions()
VERBS = {"reserves": ("mobilise", "place", "land"), "airfield": ("scramble", "fly")}
IDS = {*GAME.board.tiles, *GAME.board.regions, *GAME.board.nations, *GAME.board.generals}
IDS -= {"ottoman"}  # a word of both languages
RAW = re.compile(rf"[a-z]_[a-z]|[{{}}]|(?<![\w-])({'|'.join(sorted(IDS))})(?![\w-])")

# The reason is where a thing is, unless a decision uses things of its kind.
USUALLY = {
    "enemy tile": "enemy_tile",
    "enemy tile beside one's own": "enemy_tile",
    "hidden enemy tile": "enemy_tile",
    "enemy tile in the pouch": "enemy_tile",
    "tile in the reserves": "reserve_waits",
    "neutral tile in the reserves": "still_neutral",
    "tile in the pouch": "in_pouch",
    "destroyed tile": "destroyed_waits",
    "tile to come": "to_come",
    "tile in the airfield": "airfield_waits",
    "card in hand": "card_later",
    "card of the opponent": "not_in_hand",
}
TILES = ("own tile in a capital", "own tile in a territory", "own tile abroad")
ENEMIES = ("enemy tile", "enemy tile beside one's own", "hidden enemy tile")
REGIONS = tuple(kind for kind in KINDS if kind.endswith(("capital", "territory", "region")))
REGIONS = tuple(kind for kind in REGIONS if "tile" not in kind)
PILED = tuple(kind for kind in KINDS if " in the " in kind or kind.startswith(("dest", "tile to")))
PILED = tuple(kind for kind in PILED if "enemy" not in kind)

# The reasons of a question's own rule; "" for what can be chosen.
OWN: dict[str, dict[str, str]] = {
    "keep_cards": {"card in hand": "", "card of the opponent": "keep_cards"},
    "play_card": {"card in hand": "card_year"},
    "recall_tile": dict.fromkeys((*TILES, *REGIONS), "recall"),
    "bring_back": {
        **dict.fromkeys(REGIONS, "not_contested"),
        **dict.fromkeys(PILED, "none_destroyed"),
        "own tile in a territory": "none_destroyed",
        "own tile abroad": "",
        "contested region": "",
        "destroyed tile": "not_this_tile",
        "card in hand": "not_in_hand",
    },
    "shoot_down": {
        **dict.fromkeys((*TILES, *ENEMIES, *REGIONS), "shoot"),
        "contested region": "",
        "card in hand": "not_in_hand",
    },
    "return_tiles": {
        **dict.fromkeys((*TILES, *PILED), "not_destroyed"),
        "tile to come": "to_come",
        "destroyed tile": "whole_nation",
        "own capital": "none_destroyed",
        "own neutral region": "none_destroyed",
        "own nation": "",
    },
    "rail": {
        **dict.fromkeys(REGIONS, "no_own_tiles"),
        **dict.fromkeys((*TILES, "own capital", "contested region"), ""),
        "tile in the reserves": "in_reserves",
        "neutral tile in the reserves": "in_reserves",
    },
    "mobilise": {
        **dict.fromkeys(TILES, "stands_already"),
        **dict.fromkeys(REGIONS, "not_entry"),
        "own capital": "nothing_for",
        "own territory": "no_capital",
        "own neutral region": "neutral_closed",
        "tile in the reserves": "",
        "tile in the airfield": "",
    },
    "move": {
        "own tile in a territory": "not_allied_capital",
        "own tile abroad": "not_allied_capital",
        "enemy capital": "out_of_reach",
        "enemy territory": "out_of_reach",
        "neutral region": "neutral_closed",
        "own neutral region": "neutral_closed",
        **dict.fromkeys(
            ("own tile in a capital", "own capital", "own territory", "contested region"), ""
        ),
    },
    "plan_battles": {
        **dict.fromkeys(("own tile in a capital", "own tile in a territory"), "no_enemy"),
        **dict.fromkeys(("enemy tile", "hidden enemy tile"), "no_own_tiles"),
        **dict.fromkeys(("own territory", "enemy capital", "enemy territory"), "no_own_tiles"),
        **dict.fromkeys(("neutral region", "own neutral region"), "neutral_battle"),
        "own capital": "no_enemy",
        "contested region": "",
    },
    "answer_plans": {
        **dict.fromkeys((*TILES, *PILED), "not_in_airfield"),
        **dict.fromkeys(REGIONS, "no_flight_to"),
        "contested region": "",
        "tile in the pouch": "in_pouch",
        "tile in the airfield": "no_nation",
    },
    "choose_battle": {
        **dict.fromkeys((*TILES[:2], "enemy tile", "hidden enemy tile", *REGIONS), "no_marker"),
        "contested region": "",
    },
    "rolling_nation": {"own nation": "", "enemy nation": "not_most_tiles"},
    "change_dice": {"general": "no_nation", "general of the opponent": "general_gone"},
    "losses": {
        **dict.fromkeys((*TILES[:2], *PILED), "not_in_battle"),
        "own tile abroad": "losses",
        "enemy tile beside one's own": "others_losses",
    },
    "advance": {
        **dict.fromkeys(TILES[:2], "advance_from"),
        **dict.fromkeys(REGIONS, "not_adjacent"),
        "own tile abroad": "",
        "contested region": "",
    },
    "recall_airplanes": {
        **dict.fromkeys((*TILES[:2], *REGIONS), "not_reinforced"),
        "contested region": "",
    },
    "declare_war": {
        **dict.fromkeys(("own capital", "own territory", "own nation"), "at_war"),
        **dict.fromkeys(("enemy capital", "enemy territory", "enemy nation"), "other_side"),
        **dict.fromkeys(("contested region", "neutral region"), "other_side"),
        "tile in the reserves": "at_war",
    },
    "salonica": {
        **dict.fromkeys(TILES, "salonica_tiles"),
        "tile in the reserves": "",
        "neutral tile in the reserves": "salonica_tiles",
    },
    "redeploy": dict.fromkeys((*TILES, *REGIONS), "redeploy"),
    "dig_trench": {
        **dict.fromkeys((*TILES[:2], "enemy tile", "hidden enemy tile"), "not_contested"),
        **dict.fromkeys(REGIONS, "not_contested"),
        "contested region": "",
    },
}


def expected(step: str, kind: str) -> str:
    """The key of the reason; empty for what can be chosen."""
    own = OWN.get(step, {})
    if kind in own:
        return f"refusal.{own[kind]}" if own[kind] else ""
    return f"refusal.{USUALLY[kind]}" if kind in USUALLY else f"asked.{step}"


def why(scene: Scene, *things: str) -> Refusal:
    reason = scene.position.bind(scene.decision()).explain_target(things)
    assert reason is not None
    return reason


def is_offered(scene: Scene, thing: str) -> bool:
    """A pile is not part of an action: its tile is, behind the verbs that take from the pile."""
    pile, _, tile = thing.partition(" ")
    words = [f"{verb} {tile}" for verb in VERBS[pile]] if pile in VERBS else [thing]
    return any(f" {each} " in f" {action} " for action in scene.actions for each in words)


def test_every_question_is_gone_through() -> None:
    assert set(QUESTIONS) == set(steps.asking)


@pytest.mark.parametrize("step", steps.asking)
def test_the_reason_is_of_the_right_kind(step: str) -> None:
    scene = QUESTIONS[step]
    found = {
        kind: "" if is_offered(scene, thing) else why(scene, thing).message.key
        for kind, thing in THINGS[scene.deciding[0]].items()
    }
    assert found == {kind: expected(step, kind) for kind in KINDS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", steps.asking)
def test_the_reason_contains_no_internal_names(step: str, language: str) -> None:
    scene, catalog = QUESTIONS[step], GAME.catalog(language)
    for thing in THINGS[scene.deciding[0]].values():
        text = catalog.line(why(scene, thing).message)
        assert not RAW.search(text), text


@pytest.mark.parametrize("step", [step for step in steps.asking if step not in ("keep_cards",)])
def test_a_thing_typed_without_a_verb_has_the_same_reason(step: str) -> None:
    scene = QUESTIONS[step]
    seat = scene.deciding[0]
    for kind in ("enemy tile", "neutral region", "general of the opponent"):
        thing = THINGS[seat][kind]
        reason = scene.position.explain(seat, thing)
        assert reason is not None
        if scene.step != "losses":
            assert reason == why(scene, thing)


# -- with a tile that was chosen before


@pytest.mark.parametrize(
    ("step", "chosen", "clicked", "key"),
    [
        ("mobilise", "austria_hungary-infantry", "hungary", "no_capital"),
        ("mobilise", "austria_hungary-infantry", "berlin", "wrong_flag"),
        ("mobilise", "austria_hungary-infantry", "france-infantry belgium", "not_entry"),
        ("mobilise", "austria_hungary-airplane", "poland", "not_entry"),
        ("move", "germany-infantry berlin", "london", "no_route"),
        ("move", "germany-infantry berlin", "rome", "neutral_closed"),
        ("move", "austria_hungary-infantry", "berlin", "not_there"),
        ("move", "germany-infantry berlin", "britain-infantry paris", "no_route"),
        ("advance", "germany-infantry belgium", "berlin", "not_adjacent"),
        ("answer_plans", "germany-airplane", "berlin", "no_marker"),
        ("bring_back", "germany-infantry", "berlin", "not_contested"),
        ("redeploy", "ottoman-infantry istanbul", "sofia", "redeploy"),
    ],
)
def test_a_region_is_judged_for_the_tile_that_was_chosen(
    step: str, chosen: str, clicked: str, key: str
) -> None:
    assert why(QUESTIONS[step], chosen, clicked).message.key == f"refusal.{key}"


def test_a_capital_that_the_enemy_holds_is_no_reason_to_speak_of_flags() -> None:
    reserves = {"germany-infantry": 1, "austria_hungary-infantry": 1}
    scene = asked("central", "mobilise", status={"vienna": "entente"}, reserves=reserves)
    assert why(scene, "vienna").message.key == "refusal.enemy_holds"
    assert why(scene, "reserves austria_hungary-infantry").message.key == "refusal.enemy_holds"


def test_the_reason_for_a_moved_tile() -> None:
    scene = asked("central", "start_movement").do(
        *["move germany-infantry berlin rhineland"] * 2,
    )
    assert why(scene, "berlin").message.key == "refusal.out_of_reach"
    stays = asked("central", "start_movement").do("move austria_hungary-infantry vienna berlin")
    reason = why(stays, "austria_hungary-infantry berlin").message
    assert reason.key == "refusal.moved_already"


def test_a_region_in_the_rail_step_is_not_answered_with_a_tile_from_elsewhere() -> None:
    """No tile of the player is there; whether Serbians could be is irrelevant."""
    scene = asked("central", "rail", board={"rhineland": {"germany-infantry": 1}})
    assert why(scene, "berlin").message.key == "refusal.no_own_tiles"
    assert why(scene, "serbia-infantry berlin").message.key == "refusal.enemy_tile"


def test_the_reason_for_other_regions_after_one_has_used_the_railway() -> None:
    scene = asked("central", "rail").do("rail germany-infantry berlin")
    for thing in ("vienna", "austria_hungary-infantry vienna"):
        assert why(scene, thing).message.key == "refusal.one_rail_region"


# -- what no page sends


@pytest.mark.parametrize("pile", ["reserves", "airfield", "destroyed", "pouch", "to_come"])
@pytest.mark.parametrize("step", ["move", "mobilise", "return_tiles", "rail", "salonica"])
def test_a_tile_that_is_not_in_the_pile_it_is_named_with_is_taken_for_the_tile(
    step: str, pile: str
) -> None:
    scene = QUESTIONS[step]
    side = scene.deciding[0]
    tile = {"central": "germany-infantry", "entente": "france-infantry"}[side]
    held = tile in getattr(scene.state, pile)[side]
    reason = why(scene, f"{pile} {tile}")
    assert held or reason == why(scene, tile)
    for language in LANGUAGES:
        assert GAME.catalog(language).line(reason.message)


@pytest.mark.parametrize("word", ["-unknown", "germany-unknown", "germany-unknown berlin"])
@pytest.mark.parametrize("step", steps.asking)
def test_a_hidden_tile_of_no_side_is_no_tile(step: str, word: str) -> None:
    scene = QUESTIONS[step]
    reason = why_not(scene.position, scene.deciding[0], [word])
    for language in LANGUAGES:
        assert reason is None or GAME.catalog(language).line(reason.message)


# -- secrets


def test_under_fog_of_war_a_reason_reveals_nothing_about_hidden_tiles() -> None:
    """12.3: neither the face of an enemy tile nor its existence."""
    fog = {"fog_of_war": True}
    board = {
        "berlin": {"germany-infantry-down": 2},
        "belgium": {"germany-infantry-down": 1, "france-infantry-down": 1},
        "paris": {"france-artillery-down": 1},
    }
    for step in ("rail", "mobilise", "start_movement", "plan_battles"):
        scene = Scene(
            "central",
            step,
            options=fog,
            board=board,
            status={"belgium": "contested"},
            reserves={"germany-infantry": 1, "france-airplane": 1},
        )
        twins = [
            GAME.determinize(scene.state, "central", Random(f"{step} {number}"))
            for number in range(4)
        ]
        enemies = [tile for tile in GAME.board.tiles.values() if tile.side == "entente"]
        for tile in enemies:
            for thing in (f"{tile.id} belgium", f"reserves {tile.id}", f"pouch {tile.id}", tile.id):
                worlds = (scene.position, *map(GAME.position, twins))
                reasons = [
                    position.bind(scene.decision()).explain_target([thing]) for position in worlds
                ]
                assert all(each == reasons[0] for each in reasons)
