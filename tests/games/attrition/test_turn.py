"""Sections 4 and 5: the order of a turn, and how the game ends."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.attrition.board import SIDES
from entente.kernel import Match
from entente.kernel.typography import typeset
from tests.games.attrition.scene import GAME, Scene

EVEN = {"moscow": "central", "kiev": "central", "ukraine": "neutral"}


def test_3_ten_turns_the_central_powers_first_in_each() -> None:
    match, rng = Match(GAME, seed="turns"), Random(0)
    while not match.over:
        (seat, decision), *_ = match.position.required_by_seat().items()
        match.act(seat, "done" if "done" in decision.menu else decision.menu.sample(rng))
    headings = [line for line in match.log_for(None) if line.key == "log.player_turn"]
    track = [f"{season}_{year}" for year in range(1914, 1919) for season in ("spring", "fall")]
    assert [(line.args["turn"], line.args["seat"]) for line in headings] == [
        (turn, side) for turn in track for side in SIDES
    ]


def test_4_the_steps_come_in_the_order_of_the_book() -> None:
    """One player-turn in which every step of the base game asks."""
    scene = Scene(
        "entente",
        "play_card",
        "fall_1915",
        status={"belgium": "contested"},
        board={
            "belgium": {"france-infantry": 1, "germany-infantry": 1},
            "paris": {"france-infantry": 2},
        },
        reserves={"italy-infantry": 1},
        destroyed={"russia-infantry": 1},
        dice=[1] * 9,
    )
    asked = [scene.step]
    answers = {"plan_battles": "battle belgium", "move": "move france-infantry paris belgium"}
    while scene.state.active == "entente":
        wanted = answers.pop(scene.step, "done")
        scene.do(wanted if wanted in scene.decision().menu else scene.actions[0])
        if scene.step != asked[-1]:
            asked.append(scene.step)
    assert asked[:-1] == [
        *("return_tiles", "surrender", "rail", "mobilise", "move", "plan_battles"),
        *("choose_battle", "advance", "declare_war"),
    ]


@pytest.mark.parametrize(
    ("action", "section"),
    [
        ("return all", "4.1.2"),
        ("surrender", "4.3"),
        ("rail germany-infantry berlin", "4.4"),
        ("move germany-infantry berlin vienna", "4.6"),
        ("battle belgium", "4.7.2"),
        ("resolve belgium", "4.8.1"),
        ("advance germany-infantry berlin belgium", "4.8.4"),
        ("declare ottoman", "4.10.1"),
    ],
)
def test_4_the_refusal_of_an_action_names_its_step(action: str, section: str) -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 1})
    why = scene.why_not(action)
    assert (why.section, why.message.key) == (section, "refusal.other_step")
    assert why.message.args["section"] == section
    assert why.message.args["verbs"] == ["mobilise", "done"]


def test_4_refusals_are_complete_in_both_languages() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 1})
    move, march = (scene.why_not(f"{verb} x y z").message for verb in ("move", "march"))
    english, french = GAME.catalog("en"), GAME.catalog("fr")
    assert english.say(move) == "“move” belongs to step 4.6. Now you can: mobilise, done."
    assert french.say(move) == (
        typeset(
            "« déplacer » se fait à l'étape 4.6, pas maintenant ; ce qui est possible : "
            "mobiliser, fini."
        )
    )
    assert english.say(march) == "“march” is not possible here. Possible: mobilise, done."
    assert french.say(march) == (
        typeset("« march » n'est pas possible ici. Possible : mobiliser, fini.")
    )


def test_4_only_what_can_be_done_now_is_named() -> None:
    """The verbs of optional rules only where they are played with and there is something to do."""
    plain = Scene("central", "mobilise", reserves={"germany-infantry": 1})
    assert plain.why_not("march").message.args["verbs"] == ["mobilise", "done"]
    flying = Scene(
        "central",
        "mobilise",
        options={"air_reserves": True},
        reserves={"germany-infantry": 1},
        airfield={"germany-airplane": 1},
    )
    assert flying.why_not("march").message.args["verbs"] == ["mobilise", "scramble", "done"]
    assert plain.why_not("fly germany-airplane berlin").message.key == "kernel.verb"


def test_5_1_destroyed_tiles_return_before_the_victory_is_counted() -> None:
    """4.1 comes before 4.2: the game is not over while the pouch is being filled."""
    status = dict.fromkeys(("paris", "london", "belgium", "petrograd", "moscow"), "central")
    more = dict.fromkeys(("kiev", "ukraine", "alexandria"), "central")
    scene = Scene(
        "central", "arrivals", status={**status, **more}, destroyed={"germany-infantry": 1}
    )
    assert scene.industry()["central"] == 17
    assert scene.step == "return_tiles"
    scene.do("done")
    assert scene.state.outcome is not None
    assert scene.state.outcome.scores == {"central": 1.0, "entente": 0.0}
    assert scene.position.required_by_seat() == {}
    assert scene.position.explain("central", "done") is not None


@pytest.mark.parametrize(("points", "more"), [(16, {}), (17, {"rhineland": "entente"})])
def test_5_1_the_entente_needs_17_as_well(points: int, more: dict[str, str]) -> None:
    joined = ("rome", "northern_italy", "bucharest", "salonica", "washington", "southern_states")
    scene = Scene("entente", "draw_tiles", status={**dict.fromkeys(joined, "entente"), **more})
    assert scene.industry()["entente"] == points
    assert (scene.state.outcome is not None) == (points >= 17)


def test_5_1_seventeen_in_the_enemys_draw_phase_is_no_victory() -> None:
    joined = ("rome", "northern_italy", "bucharest", "salonica", "washington", "southern_states")
    status = {**dict.fromkeys(joined, "entente"), "rhineland": "entente"}
    scene = Scene("central", "draw_tiles", status=status)
    assert scene.industry()["entente"] == 17
    assert scene.state.outcome is None


@pytest.mark.parametrize(
    ("status", "winner"),
    [({}, "entente"), (dict.fromkeys(("paris", "belgium", "london"), "central"), "central")],
)
def test_5_2_the_higher_industry_wins_in_the_end(status: dict[str, str], winner: str) -> None:
    scene = Scene("entente", "manage_reserves", "fall_1918", status=status)
    outcome = scene.state.outcome
    assert outcome is not None
    assert outcome.winners == (winner,)
    assert outcome.reason.key == "outcome.final"
    assert outcome.scores == {side: float(side == winner) for side in SIDES}


def test_5_2_the_end_counts_the_board_after_declarations() -> None:
    """The final count follows the whole Entente turn: Rome and the north still count."""
    status = {**EVEN, "rhineland": "central"}
    scene = Scene(
        "entente", "declare_war", "fall_1918", status=status, reserves={"italy-infantry": 1}
    )
    assert scene.industry() == {"central": 9, "entente": 9}
    scene.do("declare italy").finish_turn()
    outcome = scene.state.outcome
    assert outcome is not None
    assert outcome.reason.args == {"winner": "entente", "central": 9, "entente": 11}


@pytest.mark.parametrize(
    ("tie", "winners", "key"),
    [
        ("draw", ("central", "entente"), "outcome.draw"),
        ("central", ("central",), "outcome.tie_for"),
        ("entente", ("entente",), "outcome.tie_for"),
    ],
)
def test_a11_a_tie(tie: str, winners: tuple[str, ...], key: str) -> None:
    scene = Scene("entente", "manage_reserves", "fall_1918", status=EVEN, options={"tie": tie})
    assert scene.industry() == {"central": 9, "entente": 9}
    outcome = scene.state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason.key) == (winners, key)
    assert sum(outcome.scores.values()) == 1
    assert set(outcome.scores) == set(SIDES)


def test_the_turn_goes_on_after_any_earlier_fall() -> None:
    scene = Scene("entente", "manage_reserves", "spring_1918")
    assert scene.state.outcome is None
    assert (scene.state.active, scene.game.board.turns[scene.state.turn]) == (
        "central",
        "fall_1918",
    )
