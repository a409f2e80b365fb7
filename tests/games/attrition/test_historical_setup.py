"""Section 20: the historical set-up of 1914."""

from __future__ import annotations

from entente.kernel import OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, Scene, every_tile

HISTORY: dict[str, OptionValue] = {"historical_setup": True}
ARMIES = {
    "berlin": {"germany-infantry": 2, "germany-artillery": 3},
    "vienna": {"austria_hungary-infantry": 2},
    "belgium": {"france-infantry": 4, "britain-artillery": 1},
    "poland": {"russia-infantry": 3},
    "kiev": {"russia-infantry": 3, "russia-artillery": 1},
    "belgrade": {"serbia-infantry": 2},
}


def test_the_armies_start_in_their_historical_regions() -> None:
    """20.1, 20.3: two Serbian infantry instead of two tiles at random."""
    for seed in ("1", "2", "3"):
        state = GAME.start(HISTORY, seed)
        assert {region: there for region, there in state.board.items() if there} == ARMIES


def test_no_tile_is_made_or_lost() -> None:
    assert every_tile(GAME.start(HISTORY, "1")) == every_tile(GAME.start({}, "1"))


def test_the_game_starts_with_the_central_turn_of_fall_1914() -> None:
    """20.2."""
    view = GAME.view(GAME.start(HISTORY, "1"), None)
    assert (view.turn, view.number, view.active) == ("fall_1914", 2, "central")
    assert view.industry == {"central": 7, "entente": 12}


def test_the_central_player_draws_ten() -> None:
    """20.3, note."""
    state = GAME.start(HISTORY, "1")
    assert size(state.reserves["central"]) == 10


def test_the_ottoman_tiles_are_in_the_pouch_from_the_start() -> None:
    """A12."""
    state = GAME.start(HISTORY, "1")
    there = dict(state.pouch["central"])
    for name, number in state.reserves["central"].items():
        there[name] = there.get(name, 0) + number
    assert (there["ottoman-infantry"], there["ottoman-artillery"]) == (6, 2)
    assert not any("ottoman" in name for name in state.to_come["central"])


def test_the_ottoman_empire_is_neutral_still() -> None:
    assert GAME.context(GAME.start(HISTORY, "1")).is_neutral("ottoman")


def test_italy_arrives_in_fall_1914_as_always() -> None:
    """4.1.1."""
    scene = Scene("entente", "arrivals", "fall_1914", options=HISTORY)
    assert not any("italy" in name for name in scene.pile("to_come", "entente"))


def test_peacetime_is_over() -> None:
    """20.2: 6.1 belongs to spring 1914."""
    state = GAME.start(HISTORY, "1")
    while state.step != "move":
        GAME.position(state).apply("central", "done")
    menu = GAME.position(state).required_by_seat()["central"].menu
    assert "move germany-infantry berlin poland" in menu


def test_jagdkommandos_are_in_the_reserves() -> None:
    """10.6: due in spring 1914."""
    state = GAME.start(HISTORY | {"elites": True}, "1")
    assert state.reserves["central"]["austria_hungary-jagdkommandos"] == 1


def test_with_the_alternative_entry_all_others_are_in_the_pouches() -> None:
    """13.1 and 20.1 together."""
    state = GAME.start(HISTORY | {"alternative_entry": True}, "1")
    assert state.to_come == {"central": {}, "entente": {}}
    assert {region: there for region, there in state.board.items() if there} == ARMIES
    assert every_tile(state) == every_tile(GAME.start({}, "1"))


def test_cards_are_dealt_before_the_first_turn() -> None:
    state = GAME.start(HISTORY | {"events": True}, "1")
    assert state.step == "keep_cards"
    assert {region: there for region, there in state.board.items() if there} == ARMIES
