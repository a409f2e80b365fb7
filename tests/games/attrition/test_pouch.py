"""Sections 4.1, 4.2 and 6.2: tiles into the pouch and out of it."""

from __future__ import annotations

import pytest

from entente.kernel.bag import Bag, size
from tests.games.attrition.scene import GAME, Scene

ARRIVALS = {
    ("spring_1914", "central"): {"ottoman-infantry": 6, "ottoman-artillery": 2},
    ("fall_1914", "entente"): {"italy-infantry": 7, "italy-artillery": 1},
    ("spring_1915", "central"): {"bulgaria-infantry": 2, "bulgaria-artillery": 2},
    ("spring_1916", "entente"): {"romania-infantry": 4, "greece-infantry": 2},
    ("fall_1916", "central"): {"mexico-infantry": 3, "mexico-artillery": 1},
    ("fall_1916", "entente"): {"usa-infantry": 3, "usa-artillery": 3, "usa-airplane": 2},
}


@pytest.mark.parametrize("side", ["central", "entente"])
@pytest.mark.parametrize("turn", GAME.board.turns[1:])
def test_4_1_1_tiles_arrive_in_their_turn_and_on_their_own_side(turn: str, side: str) -> None:
    scene = Scene(side, "arrivals", turn)
    due = ARRIVALS.get((turn, side), {})
    arrived = [line.args["tiles"] for line in scene.log_lines("log.arrive")]
    assert arrived == ([due] if due else [])
    own = [scene.pile(place, side) for place in ("pouch", "reserves")]
    for name, number in due.items():
        assert sum(bag.get(name, 0) for bag in own) == number
        assert name not in scene.pile("to_come", side)


def test_4_1_1_the_ottoman_tiles_arrive_at_the_start_of_the_game() -> None:
    news = GAME.start(None, "0").news
    arrived = [e.message.args["tiles"] for e in news if e.message.key == "log.arrive"]
    assert arrived == [ARRIVALS["spring_1914", "central"]]


# -- 4.1.2 returns


PILE = {"germany-infantry": 2, "germany-airplane": 1, "austria_hungary-infantry": 3}


def test_4_1_2_an_empty_pile_needs_no_decision() -> None:
    scene = Scene("central", "return_tiles")
    assert scene.step != "return_tiles"


def test_a1_each_nation_returns_as_a_whole_or_not_at_all() -> None:
    scene = Scene("central", "return_tiles", destroyed=PILE)
    assert scene.actions == ("return all", "return germany", "return austria_hungary", "done")
    before = dict(scene.pile("pouch", "central"))
    scene.do("return germany")
    assert scene.pile("destroyed", "central") == {"austria_hungary-infantry": 3}
    assert scene.pile("pouch", "central")["germany-infantry"] == before["germany-infantry"] + 2
    assert scene.pile("pouch", "central")["germany-airplane"] == before["germany-airplane"] + 1
    assert list(scene.actions) == ["return all", "return austria_hungary", "done"]
    scene.do("done")
    assert scene.pile("destroyed", "central") == {"austria_hungary-infantry": 3}


def test_a1_one_nation_after_the_other_or_all_at_once() -> None:
    one = Scene("central", "return_tiles", destroyed=PILE)
    one.do("return austria_hungary", "return germany")
    everything = Scene("central", "return_tiles", destroyed=PILE).do("return all")
    for scene in (one, everything):
        assert scene.pile("destroyed", "central") == {}
        assert scene.step != "return_tiles"
        assert size(scene.pile("pouch", "central")) + 7 == 28 + 8


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("return germany-infantry", "refusal.whole_nation"),
        ("return germany 2", "kernel.words"),
        ("return ottoman", "refusal.none_destroyed"),
        ("return france", "refusal.none_destroyed"),
        ("keep germany", "kernel.verb"),
    ],
)
def test_a1_refused_returns_by_nation(action: str, key: str) -> None:
    scene = Scene("central", "return_tiles", destroyed=PILE)
    why = scene.why_not(action)
    assert (why.section, why.message.key) == ("4.1.2", key)


def test_a1_by_tile_any_number_may_return() -> None:
    scene = Scene("central", "return_tiles", destroyed=PILE, options={"returns": "by_tile"})
    assert scene.actions == (
        "return all",
        "return germany-infantry",
        "return germany-airplane",
        "return austria_hungary-infantry",
        "done",
    )
    scene.do("return germany-infantry", "return austria_hungary-infantry")
    assert scene.pile("destroyed", "central") == {
        "germany-infantry": 1,
        "germany-airplane": 1,
        "austria_hungary-infantry": 2,
    }
    assert scene.why_not("return germany").message.key == "refusal.none_destroyed"
    scene.do("return all")
    assert scene.pile("destroyed", "central") == {}


def test_4_1_2_only_the_active_players_pile_returns() -> None:
    scene = Scene(
        "central", "return_tiles", destroyed={"germany-infantry": 1, "france-infantry": 1}
    )
    assert scene.actions == ("return all", "return germany", "done")
    scene.do("return all")
    assert scene.pile("destroyed", "entente") == {"france-infantry": 1}


# -- 4.2 the draw


def drawn(scene: Scene, side: str) -> Bag:
    return scene.pile("reserves", side)


@pytest.mark.parametrize(
    ("side", "status", "number"),
    [
        ("central", {}, 7),
        ("entente", {}, 12),
        ("central", {"berlin": "contested"}, 4),
        ("entente", {"belgium": "central", "paris": "contested"}, 9),
        ("central", {"belgium": "central"}, 8),
        ("entente", {"rome": "entente", "northern_italy": "entente"}, 14),
    ],
)
def test_4_2_as_many_tiles_as_industry_points(
    side: str, status: dict[str, str], number: int
) -> None:
    """Contested and neutral regions count for neither side."""
    scene = Scene(side, "draw_tiles", status=status)
    before = 28 + 8 if side == "central" else 12 + 20 + 12 + 4
    assert scene.industry()[side] == number
    assert size(drawn(scene, side)) == number
    assert size(scene.pile("pouch", side)) == before - number


def test_a2_a_short_pouch_gives_what_it_has() -> None:
    scene = Scene("central", "draw_tiles", destroyed=all_but("central", "germany-infantry", 3))
    assert drawn(scene, "central") == {"germany-infantry": 3}
    assert scene.pile("pouch", "central") == {}


def test_a2_an_empty_pouch_gives_nothing() -> None:
    scene = Scene("central", "draw_tiles", destroyed=all_but("central", "germany-infantry", 0))
    assert drawn(scene, "central") == {}
    assert scene.state.outcome is None


def all_but(side: str, kept: str, number: int) -> Bag:
    """Return what must be destroyed to leave only this number of one tile in the pouch."""
    left = dict(Scene(side, "update_status").pile("pouch", side))
    left[kept] -= number
    return {name: count for name, count in left.items() if count}


def test_4_2_tiles_of_neutral_nations_wait_beside_the_new_draw() -> None:
    scene = Scene("central", "draw_tiles", reserves={"ottoman-infantry": 2})
    assert size(drawn(scene, "central")) == 7 + 2


def test_4_2_draws_are_random() -> None:
    draws = {
        tuple(sorted(drawn(Scene("central", "draw_tiles", seed=str(seed)), "central").items()))
        for seed in range(10)
    }
    assert len(draws) > 5


# -- 6.2 and A3 the bonus


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ({}, 10),
        ({"bonus": "ten"}, 10),
        ({"ruhr": True}, 11),
        ({"ruhr": True, "bonus": "ten"}, 10),
    ],
)
def test_a3_three_more_or_ten_in_all(options: dict[str, str | bool], number: int) -> None:
    scene = Scene("central", "draw_tiles", "fall_1914", options=options)
    assert size(drawn(scene, "central")) == number


@pytest.mark.parametrize(
    ("side", "turn", "status", "number"),
    [
        ("entente", "fall_1914", {}, 12),
        ("central", "spring_1914", {}, 7),
        ("central", "spring_1915", {}, 7),
        (
            "central",
            "fall_1914",
            dict.fromkeys(("istanbul", "armenia", "levant"), "central"),
            9,
        ),
    ],
)
def test_6_2_no_bonus_otherwise(side: str, turn: str, status: dict[str, str], number: int) -> None:
    scene = Scene(side, "draw_tiles", turn, status=status)
    assert size(drawn(scene, side)) == number
