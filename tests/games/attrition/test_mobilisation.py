"""Section 4.5: mobilisation."""

from __future__ import annotations

import pytest

from tests.games.attrition.scene import Scene


def test_4_5_tiles_go_to_the_capital_with_their_flag() -> None:
    reserves = {"germany-infantry": 2, "austria_hungary-artillery": 1}
    scene = Scene("central", "mobilise", reserves=reserves)
    assert scene.actions == (
        "mobilise germany-infantry berlin",
        "mobilise austria_hungary-artillery vienna",
        "done",
    )
    scene.do("mobilise germany-infantry berlin", "mobilise austria_hungary-artillery vienna")
    assert scene.tiles("berlin") == {"germany-infantry": 1}
    assert scene.tiles("vienna") == {"austria_hungary-artillery": 1}
    assert scene.pile("reserves", "central") == {"germany-infantry": 1}


def test_4_5_it_is_optional_tile_by_tile() -> None:
    scene = Scene("central", "mobilise", reserves={"germany-infantry": 2})
    scene.do("mobilise germany-infantry berlin", "done")
    assert scene.tiles("berlin") == {"germany-infantry": 1}


def test_4_5_no_decision_when_nothing_can_be_mobilised() -> None:
    scene = Scene("central", "mobilise", reserves={"ottoman-infantry": 1})
    assert scene.step != "mobilise"


@pytest.mark.parametrize("status", ["entente", "contested"])
def test_4_5_contested_capitals_are_open(status: str) -> None:
    scene = Scene("entente", "mobilise", reserves={"france-infantry": 1}, status={"paris": status})
    scene.do("mobilise france-infantry paris")
    assert scene.tiles("paris") == {"france-infantry": 1}


def test_4_5_british_tiles_may_be_split() -> None:
    scene = Scene(
        "entente", "mobilise", reserves={"britain-infantry": 3}, status={"salonica": "entente"}
    )
    for region in ("london", "alexandria", "salonica"):
        scene.do(f"mobilise britain-infantry {region}")
        assert scene.tiles(region) == {"britain-infantry": 1}


def test_4_5_salonica_takes_british_french_and_greek_tiles_only() -> None:
    reserves = {
        "britain-infantry": 1,
        "france-infantry": 1,
        "greece-infantry": 1,
        "serbia-infantry": 1,
        "italy-infantry": 1,
        "russia-infantry": 1,
    }
    status = {"salonica": "entente", "rome": "entente", "northern_italy": "entente"}
    scene = Scene("entente", "mobilise", reserves=reserves, status=status)
    welcome = {action.split()[1] for action in scene.actions if action.endswith(" salonica")}
    assert welcome == {"britain-infantry", "france-infantry", "greece-infantry"}


HELD = {"berlin": "entente", "salonica": "neutral", "istanbul": "neutral"}
RESERVES = {"germany-infantry": 1, "austria_hungary-infantry": 1, "ottoman-infantry": 1}


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("mobilise germany-infantry berlin", "refusal.enemy_holds"),
        ("mobilise ottoman-infantry istanbul", "refusal.neutral_closed"),
        ("mobilise germany-infantry vienna", "refusal.wrong_flag"),
        ("mobilise germany-infantry rhineland", "refusal.no_capital"),
        ("mobilise austria_hungary-infantry hungary", "refusal.no_capital"),
        ("mobilise germany-airplane berlin", "refusal.not_in_reserves"),
        ("mobilise france-infantry paris", "refusal.enemy_tile"),
        ("mobilise germany-infantry atlantis", "kernel.unknown_word"),
        ("mobilise infantry berlin", "kernel.unknown_word"),
        ("mobilise germany-infantry", "kernel.words"),
    ],
)
def test_4_5_refusals(action: str, key: str) -> None:
    scene = Scene("central", "mobilise", reserves=RESERVES, status=HELD)
    why = scene.why_not(action)
    assert (why.section, why.message.key) == ("4.5", key)
    assert scene.actions == ("mobilise austria_hungary-infantry vienna", "done")


def test_a18_a_capital_with_landed_enemies_is_still_open_to_its_owner() -> None:
    """British tiles landed in Istanbul; its marker is still Central (A17)."""
    ottomans = dict.fromkeys(("istanbul", "armenia", "levant"), "central")
    scene = Scene(
        "central",
        "mobilise",
        status=ottomans,
        board={"istanbul": {"britain-infantry": 1}},
        reserves={"ottoman-infantry": 1},
    )
    scene.do("mobilise ottoman-infantry istanbul")
    assert scene.tiles("istanbul") == {"britain-infantry": 1, "ottoman-infantry": 1}


def test_a21_tiles_mobilised_in_a_contested_capital_cause_no_battle() -> None:
    scene = Scene(
        "entente",
        "mobilise",
        status={"paris": "contested"},
        board={"paris": {"germany-infantry": 1, "france-infantry": 1}},
        reserves={"france-infantry": 1},
    )
    scene.do("mobilise france-infantry paris").skip_to("plan_battles")
    assert scene.state.battles == []
    assert list(scene.actions) == ["battle paris", "done"]
