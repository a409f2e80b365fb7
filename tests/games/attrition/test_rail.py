"""Section 4.4: rail transfer."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene

NEUTRAL_RUSSIA = dict.fromkeys(
    ("baltics", "caucasus", "kiev", "moscow", "petrograd", "poland", "ukraine"), "neutral"
)


def rail(side: str, board: dict[str, dict[str, int]], **more: object) -> Scene:
    return Scene(side, "rail", board=board, **more)  # type: ignore[arg-type]


def test_4_4_a_tile_goes_home_through_friendly_regions() -> None:
    scene = rail("central", {"hungary": {"germany-infantry": 2}})
    assert scene.actions == ("rail germany-infantry hungary", "done")
    scene.do("rail germany-infantry hungary")
    assert scene.tiles("hungary") == {"germany-infantry": 1}
    assert scene.pile("reserves", "central") == {"germany-infantry": 1}
    assert scene.step == "rail"


def test_4_4_a_railed_tile_may_be_mobilised_in_the_same_turn() -> None:
    scene = rail("central", {"hungary": {"germany-infantry": 1}})
    scene.do("rail germany-infantry hungary", "mobilise germany-infantry berlin")
    assert scene.tiles("berlin") == {"germany-infantry": 1}


def test_4_4_it_is_optional() -> None:
    scene = rail("central", {"hungary": {"germany-infantry": 1}}).do("done")
    assert scene.tiles("hungary") == {"germany-infantry": 1}


def test_4_4_one_region_a_turn_any_of_its_tiles() -> None:
    board = {
        "hungary": {"germany-infantry": 1, "austria_hungary-infantry": 2, "germany-airplane": 1},
        "rhineland": {"germany-infantry": 1},
    }
    scene = rail("central", board).do("rail austria_hungary-infantry hungary")
    why = scene.why_not("rail germany-infantry rhineland")
    assert (why.section, why.message.key) == ("4.4", "refusal.one_rail_region")
    assert list(scene.actions) == [
        "rail germany-infantry hungary",
        "rail germany-airplane hungary",
        "rail austria_hungary-infantry hungary",
        "done",
    ]
    scene.do("rail germany-airplane hungary", "done")
    assert scene.tiles("hungary") == {"germany-infantry": 1, "austria_hungary-infantry": 1}
    assert scene.pile("reserves", "central") == {
        "austria_hungary-infantry": 1,
        "germany-airplane": 1,
    }


def test_4_4_the_next_turn_may_use_another_region() -> None:
    board = {"hungary": {"germany-infantry": 1}, "rhineland": {"germany-airplane": 1}}
    scene = rail("central", board).do("rail germany-infantry hungary").finish_turn().finish_turn()
    assert "rail germany-airplane rhineland" in scene.skip_to("rail").actions


def test_4_4_out_of_and_through_contested_regions() -> None:
    scene = rail(
        "central",
        {"hungary": {"germany-infantry": 1, "russia-infantry": 1}},
        status={"hungary": "contested", "vienna": "contested", "rhineland": "contested"},
    )
    assert "rail germany-infantry hungary" in scene.actions


@pytest.mark.parametrize("blocked", ["enemy", "neutral"])
def test_4_4_no_chain_through_enemy_or_neutral_regions(blocked: str) -> None:
    status = {"rhineland": "entente"} if blocked == "enemy" else {"rhineland": "neutral"}
    scene = rail(
        "central",
        {"hungary": {"germany-infantry": 1, "austria_hungary-infantry": 1}},
        status=status,
    )
    assert scene.actions == ("rail austria_hungary-infantry hungary", "done")
    why = scene.why_not("rail germany-infantry hungary")
    assert (why.section, why.message.key) == ("4.4", "refusal.no_way_home")


@pytest.mark.parametrize("status", ["entente", "neutral"])
def test_4_4_the_last_region_of_the_chain_counts_too(status: str) -> None:
    """Berlin in enemy hands receives no train; nor does a neutral capital."""
    scene = rail(
        "central",
        {"rhineland": {"germany-infantry": 1, "austria_hungary-infantry": 1}},
        status={"berlin": status},
    )
    assert scene.actions == ("rail austria_hungary-infantry rhineland", "done")
    assert scene.why_not("rail germany-infantry rhineland").section == "4.4"


def test_4_4_a_contested_entry_region_receives_trains() -> None:
    scene = rail("central", {"rhineland": {"germany-infantry": 1}}, status={"berlin": "contested"})
    assert scene.actions == ("rail germany-infantry rhineland", "done")


def test_a19_length_zero_the_tile_is_at_home_already() -> None:
    scene = rail(
        "entente",
        {"belgrade": {"serbia-infantry": 1, "britain-infantry": 1}},
        status={"hungary": "central"},
    )
    assert scene.actions == ("rail serbia-infantry belgrade", "done")
    assert scene.why_not("rail britain-infantry belgrade").message.key == "refusal.no_way_home"


def test_4_4_entente_trains_use_any_number_of_sea_paths() -> None:
    """An American tile goes from Belgium over Paris and London to Washington."""
    scene = rail(
        "entente",
        {"belgium": {"usa-infantry": 1}},
        status={"washington": "entente", "southern_states": "entente"},
    )
    assert scene.actions == ("rail usa-infantry belgium", "done")


def test_4_4_central_trains_use_land_paths_only() -> None:
    """German tiles in Rome have only the sea beside the enemy's north."""
    scene = rail(
        "central",
        {"rome": {"germany-infantry": 1}, "hungary": {"austria_hungary-infantry": 1}},
        status={
            "rome": "central",
            "paris": "central",
            "belgium": "central",
            "northern_italy": "entente",
        },
    )
    assert scene.why_not("rail germany-infantry rome").message.key == "refusal.no_way_home"
    by_land = rail(
        "central",
        {"rome": {"germany-infantry": 1}},
        status={"rome": "central", "northern_italy": "central"},
    )
    assert by_land.actions == ("rail germany-infantry rome", "done")


def test_4_4_any_of_several_entry_regions_will_do() -> None:
    """British tiles cut off from London go home to Alexandria or Salonica."""
    status = {"paris": "central", "salonica": "entente", "levant": "entente"}
    scene = rail("entente", {"levant": {"britain-infantry": 1}}, status=status)
    assert "rail britain-infantry levant" in scene.actions


def test_a20_a_tile_of_a_neutral_nation_cannot_be_railed() -> None:
    board = {"vienna": {"bulgaria-infantry": 1, "germany-infantry": 1}}
    scene = rail("central", board)
    assert scene.actions == ("rail germany-infantry vienna", "done")
    assert scene.why_not("rail bulgaria-infantry vienna").message.key == "refusal.no_way_home"


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("rail france-infantry belgium", "refusal.enemy_tile"),
        ("rail germany-infantry berlin", "refusal.not_there"),
        ("rail germany-infantry nowhere", "kernel.unknown_word"),
        ("rail germany-cavalry berlin", "kernel.unknown_word"),
        ("rail germany-infantry", "kernel.words"),
        ("train germany-infantry berlin", "kernel.verb"),
    ],
)
def test_4_4_refusals(action: str, key: str) -> None:
    scene = rail("central", {"hungary": {"germany-infantry": 1}, "belgium": {"france-infantry": 1}})
    why = scene.why_not(action)
    assert (why.section, why.message.key) == ("4.4", key)


def test_4_4_no_train_leaves_a_region_in_enemy_hands() -> None:
    """Only a landing (A17) leaves tiles in such a region at the start of a turn."""
    scene = rail(
        "entente",
        {"istanbul": {"britain-infantry": 1}, "paris": {"france-infantry": 1}},
        status={"istanbul": "central"},
    )
    why = scene.why_not("rail britain-infantry istanbul")
    assert (why.section, why.message.key) == ("4.4", "refusal.rail_start")


# -- A4: trains out of neutral Russia


def stranded(surrender_rail: bool, **status: str) -> Scene:
    return rail(
        "central",
        {
            "moscow": {"germany-infantry": 1},
            "poland": {"germany-airplane": 1},
            "rhineland": {"austria_hungary-infantry": 1},
        },
        status={**NEUTRAL_RUSSIA, **status},
        options={"surrender_rail": surrender_rail},
        surrendered=True,
    )


def test_a4_on_trains_pass_through_neutral_russian_regions() -> None:
    """Moscow, the Baltics, Poland, Berlin."""
    scene = stranded(True)
    assert "rail germany-infantry moscow" in scene.actions
    scene.do("rail germany-infantry moscow")
    assert scene.pile("reserves", "central")["germany-infantry"] == 1


def test_a4_off_the_start_is_exempt_and_nothing_else() -> None:
    """Poland is beside Berlin; from Moscow every way leads through neutral regions."""
    scene = stranded(False)
    assert "rail germany-airplane poland" in scene.actions
    why = scene.why_not("rail germany-infantry moscow")
    assert (why.section, why.message.key) == ("4.4", "refusal.no_way_home")
    freed = stranded(False, kiev="central")
    assert "rail germany-infantry moscow" in freed.actions


def test_a4_neutral_russia_is_open_only_to_tiles_stranded_there() -> None:
    """An Austro-Hungarian tile in friendly Poland gets no way through neutral Russia."""
    board = {"kiev": {"germany-infantry": 1}, "vienna": {"austria_hungary-infantry": 1}}
    status = {**NEUTRAL_RUSSIA, "kiev": "central", "hungary": "entente"}
    scene = rail("central", board, status=status, surrendered=True)
    assert scene.why_not("rail germany-infantry kiev").message.key == "refusal.no_way_home"


def test_a4_other_neutrals_stay_closed_to_the_stranded() -> None:
    """From the Caucasus no train passes through neutral Armenia or Bucharest."""
    board = {"caucasus": {"ottoman-infantry": 1}, "vienna": {"austria_hungary-infantry": 1}}
    status = {**NEUTRAL_RUSSIA, "istanbul": "central", "levant": "central", "armenia": "neutral"}
    scene = rail("central", board, status=status, surrendered=True)
    assert scene.why_not("rail ottoman-infantry caucasus").message.key == "refusal.no_way_home"
    open_ = rail("central", board, status={**status, "armenia": "central"}, surrendered=True)
    assert "rail ottoman-infantry caucasus" in open_.actions


@pytest.mark.parametrize("surrender_rail", [True, False])
def test_a4_stranded_entente_tiles_have_the_same_right(surrender_rail: bool) -> None:
    """A Serbian tile in Ukraine goes home through neutral Kiev and friendly Hungary."""
    scene = rail(
        "entente",
        {"ukraine": {"serbia-infantry": 1}, "paris": {"france-infantry": 1}},
        status={**NEUTRAL_RUSSIA, "hungary": "entente"},
        options={"surrender_rail": surrender_rail},
        surrendered=True,
    )
    assert ("rail serbia-infantry ukraine" in scene.actions) == surrender_rail


@pytest.mark.parametrize("surrender_rail", [True, False])
def test_a4_the_way_home_must_be_open_in_any_case(surrender_rail: bool) -> None:
    """Berlin lost: no train from Poland."""
    scene = stranded(surrender_rail, berlin="entente", kiev="neutral")
    assert scene.why_not("rail germany-airplane poland").message.key == "refusal.no_way_home"
