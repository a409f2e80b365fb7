"""Section 4.11: what is left in the reserves."""

from __future__ import annotations

from tests.games.attrition.scene import Scene


def test_4_11_1_tiles_of_nations_at_war_are_lost() -> None:
    scene = Scene("central", "manage_reserves", reserves={"germany-infantry": 2})
    assert scene.pile("reserves", "central") == {}
    assert scene.pile("destroyed", "central") == {"germany-infantry": 2}
    assert scene.log_lines("log.reserves_lost")[0].args["tiles"] == {"germany-infantry": 2}


def test_4_11_2_tiles_of_neutral_nations_wait_without_limit() -> None:
    waiting = {"ottoman-infantry": 6, "ottoman-artillery": 2, "bulgaria-infantry": 2}
    scene = Scene("central", "manage_reserves", reserves={**waiting, "germany-infantry": 1})
    assert scene.pile("reserves", "central") == waiting
    scene.finish_turn().finish_turn()
    assert scene.pile("reserves", "central").get("ottoman-infantry", 0) >= 6


def test_4_11_1_a_nation_at_war_whose_capital_is_lost_loses_its_reserves() -> None:
    status = dict.fromkeys(("istanbul", "armenia", "levant"), "entente")
    scene = Scene("central", "manage_reserves", status=status, reserves={"ottoman-infantry": 1})
    assert scene.pile("destroyed", "central") == {"ottoman-infantry": 1}


def test_4_11_1_tiles_drawn_after_their_nation_declared_are_lost_like_others() -> None:
    """Greek tiles once Salonica is at war."""
    scene = Scene(
        "entente",
        "manage_reserves",
        "fall_1916",
        status={"salonica": "entente"},
        reserves={"greece-infantry": 1, "usa-infantry": 1},
    )
    assert scene.pile("destroyed", "entente") == {"greece-infantry": 1}
    assert scene.pile("reserves", "entente") == {"usa-infantry": 1}


def test_4_11_only_the_active_players_reserves() -> None:
    scene = Scene(
        "entente", "manage_reserves", reserves={"ottoman-infantry": 1, "france-infantry": 1}
    )
    assert scene.pile("destroyed", "entente") == {"france-infantry": 1}
    assert scene.pile("reserves", "central")["ottoman-infantry"] >= 1


def test_a20_a_lost_tile_of_a_neutral_nation_goes_to_the_destroyed_pile() -> None:
    """An Ottoman tile sent to Vienna by the Expeditionary Force fights and falls like any other."""
    scene = Scene(
        "central",
        "start_movement",
        board={"vienna": {"ottoman-infantry": 1}, "kiev": {"russia-infantry": 2}},
        dice=[1],
    )
    assert "kiev" in scene.ends("ottoman-infantry", "vienna")
    scene.do("move ottoman-infantry vienna kiev", "resolve kiev")
    assert scene.pile("destroyed", "central") == {"ottoman-infantry": 1}
    assert scene.status("istanbul") == "neutral"
    assert scene.pile("destroyed", "entente") == {"russia-infantry": 1}
