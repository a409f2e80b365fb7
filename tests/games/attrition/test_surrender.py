"""Section 4.3: Russia surrenders."""

from __future__ import annotations

import pytest

from entente.kernel.bag import Bag, size
from tests.games.attrition.scene import GAME, Scene, every_tile

RUSSIAN_REGIONS = ("baltics", "caucasus", "kiev", "moscow", "petrograd", "poland", "ukraine")


def russians(bag: Bag) -> int:
    return sum(number for name, number in bag.items() if name.startswith("russia-"))


def front() -> Scene:
    """Poland lost, the Baltics, Kiev and the Caucasus contested, in different ways."""
    return Scene(
        "entente",
        "surrender",
        status={
            "poland": "central",
            "baltics": "contested",
            "kiev": "contested",
            "caucasus": "contested",
            "armenia": "central",
            "istanbul": "central",
            "levant": "central",
        },
        board={
            "poland": {"germany-infantry": 1},
            "baltics": {"germany-infantry": 2, "russia-infantry": 2},
            "kiev": {
                "austria_hungary-infantry": 1,
                "russia-infantry": 1,
                "serbia-infantry": 1,
            },
            "caucasus": {"ottoman-infantry": 1, "russia-airplane": 1},
            "moscow": {"russia-infantry": 1},
            "petrograd": {"russia-artillery": 1, "britain-infantry": 1},
            "paris": {"france-infantry": 1, "russia-infantry": 1},
        },
        reserves={"russia-infantry": 3, "france-artillery": 1},
    )


def test_4_3_only_the_entente_decides() -> None:
    assert Scene("entente", "surrender").actions == ("done", "surrender")
    central = Scene("central", "surrender", reserves={"germany-infantry": 1})
    assert central.step == "mobilise"


def test_4_3_it_cannot_be_taken_back_and_going_on_comes_first() -> None:
    scene = Scene("entente", "surrender")
    assert scene.decision().irreversible == ("surrender",)
    assert scene.actions[0] == "done"


def test_4_3_it_is_optional_and_asked_again_next_turn() -> None:
    scene = front().do("done")
    assert not scene.state.surrendered
    assert scene.tiles("baltics")["russia-infantry"] == 2
    scene.finish_turn().finish_turn()
    assert scene.state.active == "entente"
    assert scene.skip_to("surrender").actions == ("done", "surrender")


def test_4_3_only_once() -> None:
    scene = front().do("surrender").finish_turn().finish_turn()
    seen, turn = {scene.step}, scene.state.turn
    while scene.state.turn == turn:
        scene.do("done" if "done" in scene.decision().menu else scene.actions[0])
        seen.add(scene.step)
    assert "surrender" not in seen


@pytest.mark.parametrize("turn", ["spring_1914", "fall_1918"])
def test_a16_it_may_come_in_any_turn_and_without_a_loss(turn: str) -> None:
    scene = Scene("entente", "surrender", turn).do("surrender")
    assert scene.state.surrendered
    assert {scene.status(region) for region in RUSSIAN_REGIONS} == {"neutral"}


def test_4_3_1_and_2_the_russian_reserves_are_replaced() -> None:
    scene = front()
    before = every_tile(scene.state)
    scene.do("surrender")
    reserves = scene.pile("reserves", "entente")
    assert russians(reserves) == 0
    assert size(reserves) == 3 + 1
    assert reserves["france-artillery"] >= 1
    assert every_tile(scene.state) == before


def test_4_3_2_russian_tiles_drawn_are_replaced_in_turn() -> None:
    """With ten Russian tiles in the pouch some are drawn; the pile takes them all."""
    scene = front()
    pouch, pile = russians(scene.pile("pouch", "entente")), scene.pile("destroyed", "entente")
    assert (pouch, russians(pile)) == (10, 0)
    scene.do("surrender")
    drawn = [line.args["count"] for line in scene.log_lines("log.russians_discarded")]
    assert len(drawn) == 1, "this seed draws Russian tiles"
    left = russians(scene.pile("pouch", "entente"))
    assert 10 - left == drawn[0]
    assert russians(scene.pile("destroyed", "entente")) == 20 - left


def test_4_3_2_the_pouch_may_run_dry() -> None:
    kept = {"britain-infantry": 9, "britain-artillery": 1, "britain-airplane": 2}
    others = {"france-infantry": 9, "france-artillery": 2, "france-airplane": 1}
    serbia = {"serbia-infantry": 3, "serbia-artillery": 1}
    destroyed = {**kept, "britain-infantry": 8, **others, **serbia}
    scene = Scene("entente", "surrender", destroyed=destroyed, reserves={"russia-infantry": 3})
    scene.do("surrender")
    assert scene.pile("reserves", "entente") == {"britain-infantry": 1}
    assert scene.pile("pouch", "entente") == {}
    assert russians(scene.pile("destroyed", "entente")) == 20


def test_4_3_2_nothing_is_drawn_without_russian_reserves() -> None:
    scene = Scene("entente", "surrender", reserves={"france-artillery": 1}).do("surrender")
    assert scene.pile("reserves", "entente") == {"france-artillery": 1}
    assert scene.log_lines("log.draw") == []


def test_4_3_3_russian_tiles_leave_the_whole_board() -> None:
    scene = front().do("surrender")
    assert all(russians(there) == 0 for there in scene.state.board.values())
    assert scene.tiles("paris") == {"france-infantry": 1}
    assert scene.tiles("petrograd") == {"britain-infantry": 1}


def test_4_3_4_the_new_status_of_each_region() -> None:
    """Also A15: a region with tiles of both sides stays contested."""
    scene = front().do("surrender")
    assert {region: scene.status(region) for region in RUSSIAN_REGIONS} == {
        "poland": "central",
        "baltics": "neutral",
        "kiev": "contested",
        "caucasus": "neutral",
        "moscow": "neutral",
        "petrograd": "neutral",
        "ukraine": "neutral",
    }


def test_4_3_4_enemy_held_regions_stay_so_even_when_empty() -> None:
    scene = Scene("entente", "surrender", status={"kiev": "central"}).do("surrender")
    assert scene.status("kiev") == "central"


def test_4_3_5_industry_is_updated_at_once() -> None:
    scene = front()
    assert scene.industry() == {"central": 7 + 2 + 2, "entente": 2 + 2 + 1 + 1 + 1 + 1 + 1}
    scene.do("surrender")
    assert scene.industry() == {"central": 7 + 2 + 2, "entente": 2 + 2 + 1 + 1}


def test_a4_central_tiles_left_in_a_neutral_region_stay_until_a_train_takes_them() -> None:
    scene = front().do("surrender")
    assert scene.tiles("baltics") == {"germany-infantry": 2}
    scene.finish_turn()
    assert scene.skip_to("rail").state.active == "central"
    assert "rail germany-infantry baltics" in scene.actions
    scene.do("rail germany-infantry baltics")
    assert scene.tiles("baltics") == {"germany-infantry": 1}
    assert scene.status("baltics") == "neutral"


def test_a4_entente_tiles_left_in_neutral_petrograd_do_not_march() -> None:
    scene = Scene(
        "entente",
        "start_movement",
        status=dict.fromkeys(RUSSIAN_REGIONS, "neutral"),
        board={"petrograd": {"britain-infantry": 1}, "paris": {"france-infantry": 1}},
        surrendered=True,
    )
    assert not any("petrograd" in action for action in scene.actions)
    why = scene.why_not("move britain-infantry petrograd moscow")
    assert (why.section, why.message.key) == ("4.3", "refusal.stranded")
    closed = scene.why_not("move france-infantry paris petrograd")
    assert closed.section in ("2.6", "4.6.2")


def test_4_3_7_later_russian_draws_are_replaced_at_once() -> None:
    """The whole pouch is Russian but for four tiles: they are found."""
    everything = Scene("entente", "end_player_turn", "fall_1914").pile("pouch", "entente")
    destroyed = {name: n for name, n in everything.items() if not name.startswith("russia-")}
    destroyed["britain-infantry"] -= 4
    scene = Scene(
        "entente",
        "draw_tiles",
        status=dict.fromkeys(RUSSIAN_REGIONS, "neutral"),
        destroyed=destroyed,
        surrendered=True,
    )
    assert scene.industry()["entente"] == 6
    assert scene.pile("reserves", "entente") == {"britain-infantry": 4}
    assert scene.pile("pouch", "entente") == {}
    assert russians(scene.pile("destroyed", "entente")) == 20


@pytest.mark.parametrize("seed", range(10))
def test_4_3_7_after_the_surrender_a_draw_is_as_large_as_industry(seed: int) -> None:
    scene = Scene(
        "entente",
        "draw_tiles",
        status=dict.fromkeys(RUSSIAN_REGIONS, "neutral"),
        surrendered=True,
        seed=str(seed),
    )
    reserves = scene.pile("reserves", "entente")
    assert (size(reserves), russians(reserves)) == (6, 0)
    pouch, pile = scene.pile("pouch", "entente"), scene.pile("destroyed", "entente")
    assert russians(pouch) + russians(pile) == 20


def test_4_3_7_russian_tiles_may_still_return_to_the_pouch() -> None:
    """4.1.2 makes no exception for them; they never come further."""
    scene = Scene(
        "entente",
        "return_tiles",
        destroyed={"russia-infantry": 5},
        status=dict.fromkeys(RUSSIAN_REGIONS, "neutral"),
        surrendered=True,
    )
    scene.do("return russia")
    assert russians(scene.pile("reserves", "entente")) == 0


def test_a14_there_are_no_battles_in_neutral_russian_regions() -> None:
    """Nor may a tile enter one."""
    scene = Scene(
        "central",
        "start_movement",
        status={**dict.fromkeys(RUSSIAN_REGIONS, "neutral"), "belgium": "contested"},
        board={
            "baltics": {"germany-infantry": 1},
            "berlin": {"germany-infantry": 1},
            "belgium": {"germany-infantry": 1, "france-infantry": 1},
        },
        surrendered=True,
    )
    assert not {"poland", "baltics", "kiev"} & scene.ends("germany-infantry", "berlin")
    assert scene.why_not("move germany-infantry berlin poland").section == "2.6"
    scene.do("done")
    assert list(scene.actions) == ["battle belgium", "done"]
    assert scene.why_not("battle baltics").section == "2.6"
    scene.finish_turn()
    assert scene.status("baltics") == "neutral"
    assert scene.tiles("baltics") == {"germany-infantry": 1}


def test_after_the_surrender_the_entente_may_still_take_russian_regions_from_the_enemy() -> None:
    """Its allegiance never changes (2.1.2), so the battle is optional."""
    status = {**dict.fromkeys(RUSSIAN_REGIONS, "neutral"), "kiev": "central", "hungary": "entente"}
    board = {"belgrade": {"serbia-infantry": 1}}
    scene = Scene("entente", "start_movement", status=status, board=board, surrendered=True)
    scene.do("move serbia-infantry belgrade kiev")
    assert scene.actions == ("battle kiev", "done")
    scene.do("battle kiev", "resolve kiev").finish_turn()
    assert scene.status("kiev") == "entente"
    assert scene.industry()["entente"] == 6 + 1 + 1


def test_the_log_of_the_surrender() -> None:
    scene = Scene("entente", "surrender").do("surrender")
    assert len(scene.log_lines("log.surrender")) == 1
    assert GAME.view(scene.state, "central").surrendered


def test_4_3_a_contested_region_with_entente_tiles_alone_stays_contested() -> None:
    """4.3: only regions with Central tiles alone, or under Entente control, turn neutral."""
    scene = Scene(
        "entente",
        "surrender",
        status={"poland": "contested", "baltics": "contested", "kiev": "contested"},
        board={
            "poland": {"britain-infantry": 1, "russia-infantry": 1},
            "baltics": {"germany-infantry": 1, "russia-infantry": 1},
            "kiev": {"germany-infantry": 1, "france-infantry": 1, "russia-infantry": 1},
        },
    )
    scene.do("surrender")
    assert scene.status("poland") == "contested"
    assert scene.status("baltics") == "neutral"
    assert scene.status("kiev") == "contested"
    assert scene.status("ukraine") == "neutral"
