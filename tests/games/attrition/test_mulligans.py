"""Section 16: mulligans."""

from __future__ import annotations

from entente.kernel import Match, OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene, every_tile

MULLIGANS: dict[str, OptionValue] = {"mulligans": True}


def drawing(turn: str = "fall_1915", active: str = "central", seed: str = "scene") -> Scene:
    return Scene(active, "draw_tiles", turn, options=MULLIGANS, seed=seed)


def test_each_player_has_two() -> None:
    """16.2."""
    assert GAME.start(MULLIGANS, "1").mulligans == {"central": 2, "entente": 2}


def test_there_are_no_mulligans_without_the_option() -> None:
    state = GAME.start({}, "1")
    assert state.mulligans == {}
    assert state.step == "mobilise"


def test_the_decision_comes_right_after_drawing() -> None:
    """16.3: before the surrender."""
    scene = drawing(active="entente")
    assert (scene.step, scene.deciding) == ("mulligan", ("entente",))
    assert scene.decision().prompt.args["tiles"] == scene.state.drawn
    scene.do("done")
    assert scene.step == "surrender"


def test_all_tiles_just_drawn_go_back_and_as_many_are_drawn() -> None:
    """16.3."""
    scene = drawing()
    before, everything = dict(scene.pile("reserves", "central")), every_tile(scene.state)
    scene.do("mulligan")
    assert size(scene.pile("reserves", "central")) == 7
    assert scene.pile("reserves", "central") != before
    assert every_tile(scene.state) == everything
    assert scene.state.mulligans == {"central": 1, "entente": 2}


def test_tiles_that_were_in_the_reserves_before_stay() -> None:
    """16.3: only those just drawn."""
    scene = Scene("central", "draw_tiles", options=MULLIGANS, reserves={"mexico-infantry": 3}).do(
        "mulligan", "mulligan"
    )
    assert scene.pile("reserves", "central")["mexico-infantry"] == 3
    assert size(scene.pile("reserves", "central")) == 10


def test_both_may_be_used_in_one_turn() -> None:
    """16.4, note; then no more."""
    scene = drawing().do("mulligan")
    assert scene.step == "mulligan"
    scene.do("mulligan")
    assert scene.step != "mulligan"
    assert scene.state.mulligans["central"] == 0


def test_a_used_mulligan_is_gone_for_the_game() -> None:
    """16.4."""
    scene = drawing()
    scene.state.mulligans["central"] = 1
    scene.do("mulligan").finish_turn().finish_turn()
    assert scene.state.active == "central"
    assert scene.step != "mulligan"


def test_in_fall_1914_ten_tiles_are_drawn_again() -> None:
    """E24."""
    scene = drawing("fall_1914")
    assert size(scene.state.drawn) == 10
    scene.do("mulligan")
    assert size(scene.state.drawn) == size(scene.pile("reserves", "central")) == 10


def test_a_small_pouch_gives_the_same_few_again() -> None:
    """16.3, A2."""
    scene = Scene(
        "central",
        "draw_tiles",
        options=MULLIGANS,
        board={
            "berlin": {"germany-infantry": 7, "germany-artillery": 5, "germany-airplane": 4},
            "vienna": {"austria_hungary-infantry": 10},
            "istanbul": {"ottoman-infantry": 6, "ottoman-artillery": 2},
        },
    )
    assert scene.state.drawn == {"austria_hungary-artillery": 1, "austria_hungary-airplane": 1}
    scene.do("mulligan")
    assert scene.state.drawn == {"austria_hungary-artillery": 1, "austria_hungary-airplane": 1}


def test_no_decision_with_nothing_drawn() -> None:
    scene = Scene(
        "central",
        "draw_tiles",
        options=MULLIGANS,
        board={
            "berlin": {"germany-infantry": 7, "germany-artillery": 5, "germany-airplane": 4},
            "vienna": {
                "austria_hungary-infantry": 10,
                "austria_hungary-artillery": 1,
                "austria_hungary-airplane": 1,
            },
            "istanbul": {"ottoman-infantry": 6, "ottoman-artillery": 2},
        },
    )
    assert scene.step == "rail"


def test_after_the_surrender_russians_are_replaced_in_a_mulligan_too() -> None:
    """4.3, 16.3."""
    scene = Scene("entente", "draw_tiles", options=MULLIGANS, surrendered=True).do("mulligan")
    assert not any("russia" in name for name in scene.pile("reserves", "entente"))
    assert size(scene.state.drawn) == 12


def test_a_mulligan_cannot_be_undone() -> None:
    """Tiles were seen."""
    match = Match(GAME, MULLIGANS, "1")
    match.act("central", "mulligan")
    assert not match.can_undo("central")


def test_it_helps_against_no_early_victory() -> None:
    """5.1 comes before the draw."""
    scene = Scene(
        "central",
        "draw_tiles",
        options=MULLIGANS,
        status=dict.fromkeys(["paris", "belgium", "london", "alexandria", "petrograd"], "central")
        | dict.fromkeys(["moscow", "kiev", "ukraine"], "central"),
    )
    assert scene.state.outcome is not None
    assert scene.state.outcome.winners == ("central",)
