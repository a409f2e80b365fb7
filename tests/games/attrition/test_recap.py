"""What came of late as data: battles, marches, the last order; and the battle in the view."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from entente.games.attrition.board_info import AttritionFacts
from entente.games.attrition.recap import AttritionRecap, Fought
from entente.games.attrition.scoring import score, scoring_dice
from entente.games.attrition.view import AttritionView
from entente.kernel import Match, Seat, SeenEntry, registry, say
from entente.kernel.message import Argument
from tests.amount import amount
from tests.games.attrition.scene import GAME, Scene, battle_scene
from tests.games.attrition.test_scoring import DICE, TILES


def entry(move: int, key: str, **args: Argument) -> SeenEntry:
    return SeenEntry(move, say(f"log.{key}", **args))


LOG = [
    entry(1, "player_turn", seat="central", turn="fall_1914"),
    entry(5, "battle", region="belgium"),
    entry(5, "dice", nation="germany", dice=["1", "2", "6"]),
    entry(6, "gas", seat="central"),
    entry(6, "dice", nation="germany", dice=["1", "1", "3"]),
    entry(6, "hits", seat="central", count=2),
    entry(6, "hits", seat="entente", count=1),
    entry(6, "trenches_lost", seat="entente", count=1, region="belgium"),
    entry(7, "losses", seat="entente", tiles={"france-infantry": 1}, region="belgium"),
    entry(7, "taken", seat="central", region="belgium"),
    entry(8, "status", region="belgium", status="central"),
    entry(8, "losses", seat="central", tiles={"germany-infantry": 9}, region="rome"),
    entry(9, "player_turn", seat="entente", turn="fall_1914"),
    entry(10, "battle", region="poland"),
]


def recap(
    log: list[SeenEntry], scene: Scene | None = None, seat: Seat | None = None
) -> AttritionRecap:
    state = (scene or Scene()).state
    return GAME.presentation.recap(GAME.view(state, seat), log, GAME.catalog("en"))


# -- battles


def test_a_game_from_a_position_knows_who_attacks() -> None:
    """Its log does not tell of the beginning of the player-turn."""
    fights = recap([entry(1, "battle", region="poland")], Scene(active="entente")).battles
    assert fights == [Fought(1, "poland", "entente")]


def test_the_battles_of_this_player_turn_and_of_the_one_before() -> None:
    events = recap(LOG)
    assert events.battles == [Fought(10, "poland", "entente")]
    assert events.earlier == [
        Fought(
            5,
            "belgium",
            "central",
            "germany",
            [1, 1, 3],
            {"central": 2, "entente": 1},
            {"entente": 1},
            {"entente": {"france-infantry": 1}},
            "central",
            ["The Central Powers use poison gas: all dice are rolled again."],
        )
    ]


def test_a_die_changed_by_a_general_shows_its_new_face() -> None:
    turned = [*LOG[:3], entry(6, "dice_now", dice=["1", "1", "6"])]
    (fought,) = recap(turned).battles
    assert (fought.nation, fought.dice) == ("germany", [1, 1, 6])


def test_the_recap_is_empty_at_the_start() -> None:
    assert recap([]) == AttritionRecap([], [], [], "")


@settings(max_examples=amount(60, 2_000), deadline=None)
@given(TILES, DICE)
def test_as_many_dice_score_as_there_are_hits(tiles: dict[str, int], dice: list[int]) -> None:
    for per_tile in (False, True):
        for barrage in (False, True):
            marked = scoring_dice(GAME.board, tiles, dice, per_tile=per_tile, barrage=barrage)
            hits = score(GAME.board, tiles, dice, per_tile=per_tile, barrage=barrage)
            assert sum(marked) == hits.total


def test_which_dice_score() -> None:
    board = GAME.board
    tiles = {"germany-infantry": 2, "germany-artillery": 1}
    assert scoring_dice(board, tiles, [1, 1, 1, 2, 3, 6]) == [True, True, False, True, False, False]
    guns = {"britain-artillery": 1}
    assert scoring_dice(board, guns, [2, 2, 3], barrage=True) == [True, True, False]


def test_the_battle_in_the_view_names_the_scoring_side_and_what_is_due() -> None:
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 3, "germany-artillery": 1},
        {"france-infantry": 2, "france-artillery": 1},
        [1, 2, 3, 6],
    ).do("resolve belgium")
    assert scene.step == "losses"
    view = GAME.view(scene.state, "entente")
    assert view.battle is not None
    assert (view.battle.region, view.battle.attacker, view.battle.nation) == (
        "belgium",
        "central",
        "germany",
    )
    assert [(die.face, die.attacker, die.defender) for die in view.battle.dice] == [
        (1, True, True),
        (2, True, True),
        (3, False, False),
        (6, False, False),
    ]
    assert view.battle.tiles["entente"] == {"france-infantry": 2, "france-artillery": 1}
    assert view.battle.due == {"central": 2, "entente": 2}
    assert (view.battle.won, view.fighting) == (False, "belgium")


def test_when_the_region_is_won_the_dice_have_done_their_work() -> None:
    scene = battle_scene(
        "central", "belgium", {"germany-infantry": 2}, {"france-infantry": 1}, [1, 6]
    ).do("resolve belgium")
    while scene.step == "losses":
        scene.do(scene.decision().menu.sample(Random(1)))
    assert scene.step == "advance"
    view = GAME.view(scene.state, None)
    assert view.battle is not None
    assert (view.battle.won, view.battle.due, view.fighting) == (True, {}, "")
    assert not any(die.attacker or die.defender for die in view.battle.dice)


# -- ways


def test_the_ways_of_all_marches_that_may_be_ordered() -> None:
    scene = Scene(
        "entente",
        "start_movement",
        status={"belgium": "entente"},
        board={"london": {"britain-infantry": 1}, "paris": {"france-infantry": 1}},
    )
    assert scene.step == "move"
    view = GAME.view(scene.state, "entente")
    for action in scene.actions:
        verb, *words = action.split()
        if verb in ("move", "sail"):
            way = (view.sea_paths if verb == "sail" else view.paths)[words[1]][words[2]]
            assert (way[0], way[-1]) == (words[1], words[2])
            follows_paths(way)
            assert all(scene.status(region) == "entente" for region in way[1:-1])
            if verb == "sail":
                assert way[1] in GAME.board.sea[way[0]]
    other = GAME.view(scene.state, "central")
    assert (other.paths, other.sea_paths) == ({}, {})


def follows_paths(way: list[str]) -> None:
    board = GAME.board
    for here, there in pairwise(way):
        assert there in (*board.land[here], *board.sea[here])


@pytest.mark.parametrize("fog", [False, True])
def test_moves_follow_paths_and_reveal_only_what_the_log_showed(fog: bool) -> None:
    """Under fog of war the other player reads of an unknown tile."""
    match: Match[Any, Any] = Match(GAME, {"fog_of_war": fog}, "7")
    rng, seen, ways = Random(7), set[str](), 0
    while not match.over and len(match.moves) < 700:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        action = decision.menu.sample(rng)
        match.act(seat, action)
        verb, *words = action.split()
        if verb not in ("move", "sail", "advance"):
            continue
        for viewer in (*match.seats, None):
            last = GAME.presentation.recap(
                GAME.view(match.state, viewer), match.entries_for(viewer), GAME.catalog("en")
            ).marches[-1]
            assert last.move == len(match.moves)
            assert (last.path[0], last.path[-1]) == (words[1], words[2])
            seen.add(last.tile.partition("-")[2] if viewer != seat else "own")
        ways += 1
    assert ways > 20
    assert ("unknown" in seen) == fog


# -- the last order once more


def given_again(scene: Scene, *lines: SeenEntry) -> str:
    return recap(list(lines), scene, scene.deciding[0]).again


def test_the_last_order_can_be_given_again() -> None:
    scene = Scene(
        "central", "start_movement", board={"berlin": {"germany-infantry": 2}}, turn="fall_1915"
    )
    action = next(each for each in scene.actions if each.startswith("move "))
    _, tile, start, end = action.split()
    line = entry(1, "move", tile=tile, start=start, end=end)
    assert given_again(scene, line) == action
    assert given_again(scene, line, entry(1, "status", region=end, status="central")) == ""
    assert given_again(scene, entry(1, "battle", region="berlin")) == ""
    assert recap([line], scene, "entente").again == ""


def test_a_face_down_tile_is_shown_by_its_back() -> None:
    scene = Scene(
        "central",
        "start_movement",
        options={"fog_of_war": True},
        board={"berlin": {"germany-infantry-down": 2}},
    )
    action = next(each for each in scene.actions if each.startswith("move "))
    _, tile, start, end = action.split()
    assert tile == "germany-infantry-down"
    assert (
        given_again(scene, entry(1, "move", tile="germany-infantry", start=start, end=end))
        == action
    )


def test_the_first_turn_is_peacetime() -> None:
    view = GAME.view(GAME.start({}, "1"), None)
    assert isinstance(view, AttritionView)
    assert view.peace
    assert not GAME.view(Scene(turn="fall_1914").state, None).peace


def test_the_facts_have_the_tiles_that_are_not_seen() -> None:
    plan = registry.load("attrition").presentation.plan(GAME.catalog("en"))
    assert plan is not None
    assert isinstance(plan.facts, AttritionFacts)
    assert plan.facts.tiles["entente-unknown"].side == "entente"
    assert plan.facts.tiles["central-unknown"].is_down
