"""Section 4.10: nations enter the war."""

from __future__ import annotations

import pytest

from entente.games.attrition import create
from tests.games.attrition.scene import GAME, Scene

NATIONS = {
    "ottoman": ("central", {"istanbul", "armenia", "levant"}),
    "bulgaria": ("central", {"sofia"}),
    "mexico": ("central", {"mexico_city"}),
    "italy": ("entente", {"rome", "northern_italy"}),
    "romania": ("entente", {"bucharest"}),
    "usa": ("entente", {"washington", "southern_states"}),
    "greece": ("entente", {"salonica"}),
}


@pytest.mark.parametrize("nation", NATIONS)
def test_4_10_1_its_tiles_and_markers(nation: str) -> None:
    """All tiles from the reserves to the capital, all regions under control, industry at once."""
    side, regions = NATIONS[nation]
    scene = Scene(side, "declare_war", reserves={f"{nation}-infantry": 2})
    before = scene.industry()[side]
    scene.do(f"declare {nation}")
    capital = GAME.board.nations[nation].capital
    assert scene.tiles(capital) == {f"{nation}-infantry": 2}
    assert {region for region in regions if scene.status(region) == side} == regions
    gained = sum(GAME.board.regions[region].ip for region in regions)
    assert scene.industry()[side] == before + gained
    assert f"{nation}-infantry" not in scene.pile("reserves", side)


def test_4_10_1_it_is_optional() -> None:
    scene = Scene("central", "declare_war", reserves={"ottoman-infantry": 2}).do("done")
    assert scene.status("istanbul") == "neutral"
    assert scene.pile("reserves", "central") == {"ottoman-infantry": 2}


def test_4_10_1_several_nations_in_one_turn() -> None:
    scene = Scene(
        "central", "declare_war", reserves={"ottoman-infantry": 1, "bulgaria-infantry": 1}
    )
    assert scene.actions == ("declare ottoman", "declare bulgaria", "done")
    scene.do("declare bulgaria", "declare ottoman", "done")
    assert (scene.status("sofia"), scene.status("istanbul")) == ("central", "central")


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("declare bulgaria", "refusal.tiles_needed"),
        ("declare germany", "refusal.at_war"),
        ("declare italy", "refusal.other_side"),
        ("declare atlantis", "kernel.unknown_word"),
        ("declare", "kernel.words"),
        ("enter ottoman", "kernel.verb"),
    ],
)
def test_4_10_1_refusals(action: str, key: str) -> None:
    scene = Scene("central", "declare_war", reserves={"ottoman-infantry": 1})
    why = scene.why_not(action)
    assert (why.section, why.message.key) == ("4.10.1", key)


def test_4_10_1_only_once_for_each_nation() -> None:
    status = dict.fromkeys(("istanbul", "armenia", "levant"), "central")
    scene = Scene(
        "central",
        "declare_war",
        status=status,
        reserves={"ottoman-infantry": 1, "bulgaria-infantry": 1},
    )
    assert scene.actions == ("declare bulgaria", "done")
    assert scene.why_not("declare ottoman").message.key == "refusal.at_war"


def test_6_declarations_are_made_in_spring_1914_too() -> None:
    scene = Scene("central", "declare_war", "spring_1914", reserves={"ottoman-infantry": 1})
    assert scene.actions == ("declare ottoman", "done")


def test_4_10_1_russia_does_not_enter_the_war_again() -> None:
    russia = ("baltics", "caucasus", "kiev", "moscow", "petrograd", "poland", "ukraine")
    scene = Scene(
        "entente",
        "declare_war",
        status=dict.fromkeys(russia, "neutral"),
        reserves={"italy-infantry": 1, "russia-infantry": 1},
        surrendered=True,
    )
    assert "declare russia" not in scene.actions
    why = scene.why_not("declare russia")
    assert (why.section, why.message.key) == ("4.3", "refusal.surrendered")


# -- 4.10.1.1 Salonica


RESERVES = {
    "britain-infantry": 2,
    "france-artillery": 1,
    "greece-infantry": 2,
    "serbia-infantry": 1,
}


def test_a10_all_greek_tiles_and_as_many_british_and_french_as_one_likes() -> None:
    scene = Scene("entente", "declare_war", "fall_1916", reserves=RESERVES).do("declare greece")
    assert scene.tiles("salonica") == {"greece-infantry": 2}
    assert scene.actions == (
        "place britain-infantry salonica",
        "place france-artillery salonica",
        "done",
    )
    why = scene.why_not("place serbia-infantry salonica")
    assert (why.section, why.message.key) == ("4.10.1.1", "refusal.salonica_tiles")
    scene.do("place britain-infantry salonica", "done")
    assert scene.tiles("salonica") == {"greece-infantry": 2, "britain-infantry": 1}
    assert scene.pile("destroyed", "entente")["britain-infantry"] == 1, (
        "kept back, then lost (4.11)"
    )


@pytest.mark.parametrize("tile", ["britain-infantry", "france-infantry"])
def test_a10_without_greeks_one_tile_must_be_placed(tile: str) -> None:
    scene = Scene("entente", "declare_war", "fall_1914", reserves={tile: 2}).do("declare greece")
    assert scene.actions == (f"place {tile} salonica",)
    why = scene.why_not("done")
    assert (why.section, why.message.key) == ("4.10.1.1", "refusal.salonica_needs_one")
    scene.do(f"place {tile} salonica")
    assert list(scene.actions) == [f"place {tile} salonica", "done"]
    scene.do("done")
    assert scene.tiles("salonica") == {tile: 1}


def test_a10_a_greek_tile_alone_is_enough() -> None:
    scene = Scene("entente", "declare_war", "fall_1916", reserves={"greece-infantry": 1})
    scene.do("declare greece")
    assert scene.tiles("salonica") == {"greece-infantry": 1}
    assert scene.step != "salonica"


def test_a10_other_tiles_do_not_open_salonica() -> None:
    scene = Scene("entente", "declare_war", reserves={"serbia-infantry": 1, "italy-infantry": 1})
    why = scene.why_not("declare greece")
    assert (why.section, why.message.key) == ("4.10.1.1", "refusal.tiles_needed")


def test_4_10_1_1_salonica_at_war_serves_britain_and_france_from_the_next_turn() -> None:
    scene = Scene("entente", "declare_war", "fall_1914", reserves={"france-infantry": 1})
    scene.do("declare greece", "place france-infantry salonica").finish_turn()
    assert scene.status("salonica") == "entente"
    later = Scene(
        "entente", "mobilise", reserves={"france-infantry": 1}, status={"salonica": "entente"}
    )
    assert "mobilise france-infantry salonica" in later.actions


# -- 4.10.2 redeployment


def test_4_10_2_only_inside_the_nation() -> None:
    """At war beside the enemy: Ottoman tiles neither attack nor leave their country."""
    scene = Scene(
        "central",
        "declare_war",
        status={"sofia": "central"},
        reserves={"ottoman-infantry": 1, "ottoman-artillery": 1},
    )
    scene.do("declare ottoman")
    assert set(scene.actions) == {
        *(
            f"redeploy ottoman-{kind} istanbul {end}"
            for kind in ("infantry", "artillery")
            for end in ("armenia", "levant")
        ),
        "done",
    }
    for end in ("sofia", "caucasus", "alexandria"):
        why = scene.why_not(f"redeploy ottoman-infantry istanbul {end}")
        assert (why.section, why.message.key) == ("4.10.2", "refusal.redeploy")


def test_4_10_2_not_by_way_of_another_nation() -> None:
    """If only the Caucasus joined Armenia to the empire, no tile could go there."""
    cut = [
        {"kind": "land", "a": "istanbul", "b": "armenia", "remove": True},
        {"kind": "land", "a": "levant", "b": "armenia", "remove": True},
        {"kind": "land", "a": "istanbul", "b": "caucasus"},
    ]
    scene = Scene(
        "central",
        "declare_war",
        status={"caucasus": "central"},
        reserves={"ottoman-infantry": 1},
        game=create({"map.toml": {"path": cut}}),
    )
    scene.do("declare ottoman")
    assert scene.actions == ("redeploy ottoman-infantry istanbul levant", "done")


def test_4_10_2_one_move_each_and_it_is_optional() -> None:
    scene = Scene("entente", "declare_war", reserves={"usa-infantry": 2}).do("declare usa")
    scene.do("redeploy usa-infantry washington southern_states")
    assert scene.why_not("redeploy usa-infantry southern_states washington").section == "4.10.2"
    scene.do("done")
    assert scene.tiles("washington") == scene.tiles("southern_states") == {"usa-infantry": 1}


def test_4_10_2_only_tiles_just_placed() -> None:
    """An expeditionary tile in another region does not redeploy."""
    scene = Scene(
        "entente",
        "declare_war",
        reserves={"italy-infantry": 1},
        board={"paris": {"italy-infantry": 1}},
    )
    scene.do("declare italy")
    assert scene.actions == ("redeploy italy-infantry rome northern_italy", "done")
    scene.do("redeploy italy-infantry rome northern_italy")
    assert scene.step != "redeploy"
    assert scene.tiles("paris") == {"italy-infantry": 1}


@pytest.mark.parametrize("nation", ["bulgaria", "mexico", "romania", "greece"])
def test_4_10_2_nations_of_one_region_do_not_redeploy(nation: str) -> None:
    side, _ = NATIONS[nation]
    other = {"central": "ottoman-infantry", "entente": "italy-infantry"}[side]
    scene = Scene(side, "declare_war", reserves={f"{nation}-infantry": 1, other: 1})
    scene.do(f"declare {nation}")
    assert scene.step == "declare_war"
    assert scene.state.movable == {}


def test_4_10_2_several_declarations_redeploy_one_after_the_other() -> None:
    scene = Scene("entente", "declare_war", reserves={"usa-infantry": 1, "italy-infantry": 1})
    scene.do("declare usa", "redeploy usa-infantry washington southern_states", "declare italy")
    assert list(scene.actions) == ["redeploy italy-infantry rome northern_italy", "done"]


def test_after_a_declaration_its_regions_are_open_to_the_enemy() -> None:
    scene = Scene("entente", "declare_war", reserves={"italy-infantry": 1})
    scene.do("declare italy", "done").skip_to("mobilise")
    assert scene.state.active == "central"
    scene = Scene(
        "central",
        "start_movement",
        status={"rome": "entente", "northern_italy": "entente"},
        board={"vienna": {"austria_hungary-infantry": 1}},
    )
    assert "northern_italy" in scene.ends("austria_hungary-infantry", "vienna")
