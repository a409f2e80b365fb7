"""Sections 9 to 20: the examples on optional rules."""

from __future__ import annotations

import pytest

from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene, battle_scene


def test_9_5_a_tank_ignores_one_hit() -> None:
    """9.4 and 9.5, AOS-TANK: two British infantry and a tank against two German infantry."""
    scene = battle_scene(
        "entente",
        "belgium",
        {"britain-infantry": 2, "britain-tank": 1},
        {"germany-infantry": 2},
        [1, 2, 6],
        turn="fall_1917",
        options={"tanks": True},
    ).do("resolve belgium")
    assert scene.hits() == {"entente": 2, "central": 1}
    assert (scene.step, scene.actions) == ("tank", ("ignore", "done"))
    scene.do("ignore")
    assert scene.tiles("belgium") == {"britain-infantry": 2, "britain-tank": 1}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 2}
    assert scene.pile("destroyed", "entente") == {}


def test_10_5_an_elite_scores_with_a_special_face() -> None:
    """10.5 and 10.7.1, AOS-ELITE: with a 1, a 5 and a 2 all three dice hit."""
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-stormtroopers-1": 1, "germany-infantry": 1, "germany-artillery": 1},
        {"france-airplane": 1, "britain-airplane": 2, "france-artillery": 1},
        [1, 5, 2],
        turn="fall_1915",
        options={"elites": True},
    ).do("resolve belgium")
    assert (scene.step, scene.actions) == (
        "change_dice",
        ("reroll 1", "reroll 2", "reroll 5", "done"),
    )
    scene.do("done")
    assert scene.hits()["central"] == 3


@pytest.mark.parametrize(
    ("tiles", "needed"),
    [
        ({"ottoman-infantry": 1}, 1),
        ({"italy-infantry": 1}, 1),
        ({"greece-infantry": 1}, 1),
        ({"bulgaria-infantry": 1, "bulgaria-artillery": 1}, 2),
        ({"romania-infantry": 2}, 2),
        ({"mexico-infantry": 1, "mexico-artillery": 1}, 2),
        ({"usa-infantry": 2, "usa-artillery": 1, "usa-airplane": 1}, 4),
    ],
)
def test_13_2_tiles_needed_for_the_alternative_entry(tiles: dict[str, int], needed: int) -> None:
    """13.2, AOS-ALT-ENTRY: one tile fewer is not enough."""
    last = list(tiles)[-1]
    nation = last.split("-")[0]
    side, options = GAME.board.nations[nation].side, {"alternative_entry": True}
    enough = Scene(side, "declare_war", options=options, reserves=tiles)
    assert size(tiles) == needed
    assert f"declare {nation}" in enough.actions
    # Another nation's tiles keep the step open for the question.
    other = {"italy-artillery": 1} if side == "entente" else {"ottoman-artillery": 1}
    if nation in ("italy", "ottoman"):
        other = {"romania-infantry": 2} if side == "entente" else {"bulgaria-artillery": 2}
    fewer = {**tiles, last: tiles[last] - 1, **other}
    short = Scene(side, "declare_war", options=options, reserves=fewer)
    assert f"declare {nation}" not in short.actions
    why = short.why_not(f"declare {nation}")
    assert (why.section, why.message.args["need"]) == ("13.2", needed)


@pytest.mark.parametrize(("side", "card"), [("central", "CP1"), ("entente", "EP1")])
def test_14_3_poison_gas_from_1915_on(side: str, card: str) -> None:
    """14.3, AOS-CARD-YEAR: in turns 3 to 10, on both sides."""
    playable = set()
    for number, turn in enumerate(GAME.board.turns, start=1):
        scene = Scene(side, "play_card", turn, options={"events": True}, hand=[card])
        if scene.step == "play_card" and f"play {card}" in scene.actions:
            scene.do(f"play {card}")
            assert card in scene.state.in_force
            playable.add(number)
    assert playable == {3, 4, 5, 6, 7, 8, 9, 10}


@pytest.mark.parametrize(("card", "hits"), [(["EP2"], 4), ([], 1)])
def test_15_1_creeping_barrage(card: list[str], hits: int) -> None:
    """15.1, AOS-CREEPING-BARRAGE: every 2 hits while a British gun is in the battle."""
    scene = battle_scene(
        "entente",
        "belgium",
        {"britain-infantry": 3, "britain-artillery": 1},
        {"germany-infantry": 5},
        [2, 2, 2, 2],
        turn="fall_1916",
        options={"events": True},
        in_force=card,
    ).do("resolve belgium")
    assert scene.hits()["entente"] == hits
    assert scene.tiles("belgium")["germany-infantry"] == 5 - hits


def test_17_3_trenches_are_lost_before_tiles() -> None:
    """17.3, AOS-TRENCH: three hits take two trenches and one tile."""
    scene = battle_scene(
        "central",
        "belgium",
        {"germany-infantry": 3},
        {"france-artillery": 2, "france-airplane": 1},
        [1, 1, 1],
        options={"trenches": True},
        trenches={"entente": {"belgium": 2}},
    ).do("resolve belgium")
    assert scene.hits()["central"] == 3
    assert [line.args["count"] for line in scene.log_lines("log.trenches_lost")] == [2]
    scene.by("entente", "lose france-airplane")
    assert scene.state.trenches["entente"] == {}
    assert scene.pile("destroyed", "entente") == {"france-airplane": 1}
    assert scene.tiles("belgium") == {"germany-infantry": 3, "france-artillery": 2}


def test_19_2_the_ruhr_makes_the_rhineland_worth_two() -> None:
    """19.2, AOS-RUHR: the Central Powers start with 8."""
    view = GAME.view(GAME.start({"ruhr": True}, "0"), None)
    assert view.industry["central"] == 8
    assert view.value["rhineland"] == 2
    assert GAME.view(GAME.start(None, "0"), None).value["rhineland"] == 1


@pytest.mark.parametrize("defenders", [{"germany-artillery": 1}, {}], ids=["contested", "entente"])
def test_19_3_the_ruhr_is_lost_for_good(defenders: dict[str, int]) -> None:
    """19.3, AOS-RUHR: once contested or taken, the Rhineland is worth 1 for good."""
    scene = Scene(
        "entente",
        "start_movement",
        options={"ruhr": True},
        board={
            "paris": {"france-infantry": 1},
            "rhineland": defenders,
            "berlin": {"germany-artillery": 2},
        },
        dice=[6, *([2] * 3)] if defenders else [2] * 3,
    )

    def value() -> int:
        return scene.game.view(scene.state, None).value["rhineland"]

    assert value() == 2
    scene.do("move france-infantry paris rhineland", "resolve rhineland")
    if scene.step == "advance":
        scene.do("done")
    assert scene.status("rhineland") == ("contested" if defenders else "entente")
    assert value() == 1
    scene.finish_turn().skip_to("move").do("move germany-artillery berlin rhineland", "done")
    scene.do("battle rhineland", "resolve rhineland", "done")
    assert scene.status("rhineland") == "central"
    assert value() == 1


def test_20_the_historical_set_up() -> None:
    """20.1 and 20.2, AOS-HISTORICAL: armies stand on the board, and fall 1914 begins."""
    state = GAME.start({"historical_setup": True}, "0")
    view = GAME.view(state, None)
    assert (view.turn, view.active) == ("fall_1914", "central")
    counts = {"central": 0, "entente": 0, "serbia": 0}
    for there in state.board.values():
        for name, number in there.items():
            tile = GAME.board.tiles[name]
            counts["serbia" if tile.nation == "serbia" else tile.side] += number
    assert counts == {"central": 7, "entente": 12, "serbia": 2}
    assert state.board["belgrade"] == {"serbia-infantry": 2}
    assert size(state.reserves["central"]) == 10
