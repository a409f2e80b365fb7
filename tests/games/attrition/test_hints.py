"""What a player would work out: the odds of a battle, what a march meets, what a pouch holds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from entente.games.attrition.battle_hints import percent
from entente.games.attrition.odds import dice_outcomes, losses, odds
from entente.games.attrition.scoring import BattleSetup, score
from entente.kernel import LANGUAGES, Message, OptionValue
from entente.kernel.bag import size
from tests.games.attrition.pointing import questions
from tests.games.attrition.scene import GAME, Scene, battle_scene

TWO, ONE = {"germany-infantry": 2}, {"france-infantry": 1}


def hint(scene: Scene, action: str) -> Message:
    assert action in scene.actions
    message = scene.hint(action)
    assert message is not None
    return message


# -- odds


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        (TWO, ONE),
        ({"germany-infantry": 2, "germany-artillery": 1}, {"france-infantry": 2}),
        ({"germany-infantry": 2, "germany-stormtroopers-1": 2}, {"france-airplane": 1, **ONE}),
    ],
)
@pytest.mark.parametrize("per_tile", [False, True])
def test_the_odds_are_those_of_all_dice(
    attackers: dict[str, int], defenders: dict[str, int], per_tile: bool
) -> None:
    """Counted die by die."""
    number = size(attackers)
    odds_found = odds(GAME.board, BattleSetup(attackers, defenders, attackers, number, 0, per_tile))
    total: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=number):
        killed = min(score(GAME.board, attackers, dice, per_tile=per_tile).total, size(defenders))
        lost = min(score(GAME.board, defenders, dice, per_tile=per_tile).total, number)
        total.update(killed=killed, lost=lost)
        total["cleared"] += killed == size(defenders) and lost < number
    ways = 6**number
    assert odds_found == pytest.approx(
        (total["lost"] / ways, total["killed"] / ways, total["cleared"] / ways)
    )


@pytest.mark.parametrize("per_face", [False, True])
def test_some_way_to_fall_is_certain(per_face: bool) -> None:
    assert sum(chance for chance, _ in dice_outcomes(6, per_face=per_face)) == pytest.approx(1)
    assert all(len(dice) == 6 for _, dice in dice_outcomes(6, per_face=per_face))


def test_a_chance_is_never_called_certain_if_it_is_not() -> None:
    assert [percent(each) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


def test_trenches_tanks_and_jagdkommandos_save_tiles() -> None:
    """17.3, 9.5, 10.6.1."""
    plain = odds(GAME.board, BattleSetup(TWO, ONE, TWO, 2))
    dug_in = odds(GAME.board, BattleSetup(TWO, ONE, TWO, 2, trenches=2))
    assert (dug_in.defenders_lost, dug_in.cleared) == (0, 0)
    assert dug_in.attackers_lost == plain.attackers_lost
    armed = {"france-infantry": 1, "france-tank": 1}
    assert (
        odds(GAME.board, BattleSetup(armed, {"germany-infantry": 1}, armed, 2)).attackers_lost == 0
    )
    hunters = {"austria_hungary-jagdkommandos": 1}
    assert odds(GAME.board, BattleSetup(ONE, hunters, ONE, 1)).cleared == 0


ARMED = {"britain-artillery": 1, "britain-tank": 1, "britain-infantry": 1}
HUNTERS = {"austria_hungary-jagdkommandos": 1, "austria_hungary-artillery": 1}
PLAYED: dict[str, OptionValue] = {"tanks": True, "elites": True, "trenches": True, "events": True}


@pytest.mark.parametrize("per_tile", ["range", "per_tile"])
@pytest.mark.parametrize("in_force", [[], ["EP2"]])
@pytest.mark.parametrize("dug", [0, 1])
def test_expected_hits_match_the_rules(dug: int, in_force: list[str], per_tile: str) -> None:
    """4.8.2, 9.5, 10.6.1, 17.3, EP2: every fall of the dice, played with every shield used."""
    fight = BattleSetup(ARMED, HUNTERS, ARMED, 3, dug, per_tile == "per_tile", bool(in_force))
    for dice in combinations_with_replacement(range(1, 7), 3):
        scene = battle_scene(
            "entente",
            "hungary",
            ARMED,
            HUNTERS,
            list(dice),
            turn="fall_1917",
            options={**PLAYED, "elite_special": per_tile},
            in_force=in_force,
            trenches={"central": {"hungary": dug}} if dug else None,
        ).do("resolve hungary")
        while scene.state.battle is not None and scene.step != "advance":
            scene.do("ignore" if "ignore" in scene.actions else scene.actions[-1])
        left = [size(scene.war.tiles_in("hungary", side)) for side in ("entente", "central")]
        lost, killed = losses(GAME.board, fight, list(dice))
        assert left == [3 - lost, 2 - killed], dice


# -- hints


def test_a_battle_hint_shows_dice_and_odds() -> None:
    """Two infantry against one: cleared by 1 and not 1, or by 1 and 1, which costs one tile."""
    scene = battle_scene("central", "belgium", TWO, ONE, [6])
    message = hint(scene, "resolve belgium")
    assert message.key == "hint.attack"
    assert message.args == {
        "dice": 2,
        "attackers": 2,
        "defenders": 1,
        "percent": 31,
        "attack": 0,
        "attack_tenths": 3,
        "defence": 0,
        "defence_tenths": 3,
    }


def test_planning_a_battle_shows_the_same_hint() -> None:
    board = {"belgium": {**TWO, **ONE}}
    scene = Scene("central", "plan_battles", board=board, status={"belgium": "contested"})
    assert hint(scene, "battle belgium").args["percent"] == 31


def test_a_move_hint_shows_what_the_tile_meets() -> None:
    board = {"berlin": {"germany-infantry": 1}, "belgium": {"germany-infantry": 1, **ONE}}
    scene = Scene("central", "start_movement", board=board, status={"belgium": "contested"})
    assert hint(scene, "move germany-infantry berlin belgium").args["attackers"] == 2
    assert hint(scene, "move germany-infantry berlin poland").key == "hint.empty"
    quiet = "move germany-infantry berlin rhineland"
    assert quiet in scene.actions
    assert scene.hint(quiet) is None


def test_a_move_hint_shows_the_odds_with_all_tiles_that_may_follow() -> None:
    board = {"berlin": {"germany-infantry": 2}, "belgium": ONE}
    scene = Scene("central", "start_movement", board=board)
    message = hint(scene, "move germany-infantry berlin belgium")
    assert message.key == "hint.attack_all"
    one, both = (message.args[name] for name in ("attackers", "all_attackers"))
    assert (one, both, message.args["count"]) == (1, 2, 2)
    assert message.args["all_percent"] == 31  # as in the battle itself


def test_the_defenders_hint_shows_what_an_airplane_changes() -> None:
    scene = questions()["answer_plans"]
    message = hint(scene, "fly germany-airplane belgium")
    assert message.key == "hint.defence"
    assert message.args["defenders"] == 5


def test_dice_that_lie_on_the_table_are_counted() -> None:
    """18.4: a general turns a 6 into a 1, which hits for both."""
    scene = questions()["change_dice"]
    assert hint(scene, "done").args == {"attack": 1, "defence": 1}
    assert hint(scene, "general hindenburg 6 1").args == {"attack": 2, "defence": 2}
    assert hint(scene, "general hindenburg 1 6").args == {"attack": 0, "defence": 0}


def test_doubled_dice_are_shown_before_the_roll() -> None:
    scene = questions()["double_dice"]
    assert hint(scene, "single").args["dice"] == 4
    assert hint(scene, "double").args["dice"] == 7


def test_an_advance_hint_shows_whether_a_battle_follows() -> None:
    scene = questions()["advance"]
    assert hint(scene, "advance germany-infantry belgium paris").key == "hint.no_battle"
    home = "advance germany-infantry belgium rhineland"
    assert scene.hint(home) is None


def test_a_hint_shows_which_tiles_go_back_into_the_pouch() -> None:
    scene = questions()["return_tiles"]
    message = hint(scene, "return all").args
    assert message["count"] == 1
    assert message["pouch"] == size(scene.pile("pouch", "central")) + 1
    assert message["draw"] == scene.industry()["central"]


def test_hints_of_a_declaration_and_the_surrender_show_industry_points() -> None:
    italy = hint(Scene("entente", "declare_war", reserves={"italy-infantry": 1}), "declare italy")
    regions = GAME.board.nations["italy"].regions
    assert italy.args == {"points": sum(GAME.board.regions[each].ip for each in regions)}
    scene = Scene("entente", "surrender", board={"poland": {"russia-infantry": 3}})
    message = hint(scene, "surrender").args
    russia = sum(GAME.board.regions[each].ip for each in GAME.board.nations["russia"].regions)
    assert message["tiles"] == 3
    assert int(str(message["now"])) - int(str(message["then"])) == russia


def test_the_surrender_counts_tiles_that_are_not_on_the_board_too() -> None:
    scene = Scene(
        "entente",
        "surrender",
        reserves={"russia-infantry": 2, "france-infantry": 1},
        airfield={"russia-airplane": 1},
    )
    assert hint(scene, "surrender").args["tiles"] == 3


def test_a_surrender_that_costs_no_tile_does_not_speak_of_tiles() -> None:
    message = hint(Scene("entente", "surrender"), "surrender")
    assert message.key == "hint.surrender_without_tiles"
    assert set(message.args) == {"now", "then"}


def test_under_fog_of_war_a_hint_knows_no_more_than_its_reader() -> None:
    """12.3."""
    board = {
        "berlin": {"germany-infantry-down": 2},
        "belgium": {"germany-infantry-down": 1, "france-infantry-down": 2},
        "poland": {"russia-infantry-down": 1},
    }
    for step in ("start_movement", "plan_battles"):
        scene = Scene(
            "central",
            step,
            options={"fog_of_war": True},
            board=board,
            status={"belgium": "contested"},
        )
        twins = [GAME.determinize(scene.state, "central", Random(n)) for n in range(6)]
        for action in scene.actions:
            decision = scene.decision()
            worlds = (scene.position, *map(GAME.position, twins))
            hints = {str(position.bind(decision).hint(action)) for position in worlds}
            assert len(hints) == 1
        assert any(
            (found := scene.hint(action)) and found.key == "hint.hidden" for action in scene.actions
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_has_words(language: str) -> None:
    catalog = GAME.catalog(language)
    keys = set()
    for scene in questions().values():
        for action in scene.actions:
            message = scene.hint(action)
            if message is not None:
                keys.add(message.key)
                assert catalog.say(message)
    assert keys >= {"hint.attack", "hint.defence", "hint.dice", "hint.empty", "hint.declare"}
