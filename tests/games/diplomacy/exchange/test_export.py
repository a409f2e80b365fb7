"""Our games in the saved-game format of the Python package `diplomacy`, and back."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from entente.games.diplomacy.exchange import (
    DiplomacyMatch,
    export_game,
    import_game,
    phase_name,
    read_game,
)
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Match
from entente.kernel.user_error import UserError
from tests.games.diplomacy.exchange.games import START, phase, saved

GAME = Diplomacy({})


def played(seed: int, moves: int) -> DiplomacyMatch:
    """A match of random orders without votes or concessions."""
    match: DiplomacyMatch = Match(GAME, {}, str(seed))
    rng = Random(seed)
    while len(match.moves) < moves and not match.over:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        action = decision.menu.sample(rng)
        for vote in ("draw", "concede", "absent"):
            action = action.replace(f"; {vote}", "; orders")
        match.act(seat, action)
    return match


def back_again(match: DiplomacyMatch) -> DiplomacyMatch:
    """A match written in the format and read again."""
    read = read_game(GAME.board, msgspec.json.encode(export_game(match, "ours")))
    (again,) = import_game(GAME, read).matches
    return again


@pytest.mark.parametrize("seed", range(6))
def test_our_game_comes_back_as_it_went(seed: int) -> None:
    match = played(seed, 150)
    again = back_again(match)
    state, other = match.state, again.state
    assert {p: set(u) for p, u in state.units.items()} == {
        p: set(u) for p, u in other.units.items()
    }
    assert {p: set(c) for p, c in state.centres.items()} == {
        p: set(c) for p, c in other.centres.items()
    }
    assert phase_name(state) == phase_name(other)


def test_the_format_has_what_that_package_reads() -> None:
    written = json.loads(msgspec.json.encode(export_game(played(1, 40), "ours")))
    assert written["map"] == "standard"
    first, second = written["phases"][:2]
    assert first["name"] == "S1901M"
    assert first["state"]["units"]["RUSSIA"] == ["A WAR", "A MOS", "F SEV", "F STP/SC"]
    assert len(first["orders"]["RUSSIA"]) == 4
    assert second["name"] in ("S1901R", "F1901M")
    assert set(first["state"]) >= {"units", "retreats", "centers", "homes", "builds", "name"}


def test_a_power_that_submits_nothing_has_no_orders() -> None:
    match: DiplomacyMatch = Match(GAME, {}, "0")
    for seat, decision in match.position.required_by_seat().items():
        orders = decision.menu.sample(Random(0)).rsplit("; ", 1)[0]
        match.act(seat, f"{orders}; {'absent' if seat == 'france' else 'orders'}")
    phases = export_game(match, "ours").phases
    assert phases[0].orders["FRANCE"] == []
    assert phases[0].orders["ITALY"]


def test_results_use_the_words_of_the_format() -> None:
    phases = export_game(played(3, 120), "ours").phases
    words = {word for phase in phases for rows in phase.results.values() for word in rows}
    assert {"bounce", "void"} <= words <= {"bounce", "void", "cut", "dislodged", "no convoy"}


def test_only_seven_players_have_the_format() -> None:
    match: DiplomacyMatch = Match(GAME, {"players": 3}, "0")
    with pytest.raises(UserError) as caught:
        export_game(match, "three")
    assert "seven" in str(caught.value)
    assert "sept" in caught.value.text("fr")


@pytest.mark.parametrize("vote", ["draw", "orders"])
def test_a_game_that_is_over_comes_back_up_to_its_end(vote: str) -> None:
    match: DiplomacyMatch = Match(GAME, {"end_year": 1902}, "0")
    rng = Random(0)
    while not match.over:
        for seat, decision in match.position.required_by_seat().items():
            orders = decision.menu.sample(rng)
            if match.state.step == "orders":
                orders = f"{orders.rpartition('; ')[0]}; {vote}"
            match.act(seat, orders)
    again = back_again(match)
    assert {p: set(u) for p, u in match.state.units.items()} == {
        p: set(u) for p, u in again.state.units.items()
    }
    assert not again.over


# -- records that begin from a saved position

NORTH = {"ENGLAND": ["A NWY", "F SKA"], "RUSSIA": ["A SWE"]}
NORTHERN_CENTRES = {"ENGLAND": ["NWY"], "RUSSIA": ["SWE"]}


@pytest.mark.parametrize("orders", [{"RUSSIA": ["A SWE - FIN"]}, {}])
def test_a_record_that_begins_from_a_saved_position_is_written_from_there(
    orders: dict[str, list[str]],
) -> None:
    game = saved(phase("S1905M", NORTH, orders, NORTHERN_CENTRES), phase("F1905M"))
    match = import_game(GAME, game, follow=True).matches[0]
    first, second = export_game(match, "later").phases[:2]
    assert (first.name, second.name) == ("S1905M", "F1905M")
    assert {power: units for power, units in first.state["units"].items() if units} == NORTH
    assert first.state["centers"]["RUSSIA"] == ["SWE"]
    assert second.state["units"]["RUSSIA"] == (["A FIN"] if orders else ["A SWE"])


def test_each_record_of_a_followed_game_is_written() -> None:
    """The second begins in autumn, after a difference."""
    moved = {**START.units, "FRANCE": ["F BRE", "A PAR", "A SPA"]}
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A PAR - BUR"]}),
        phase("F1901M", moved, {"FRANCE": ["A PAR - BUR"]}),
    )
    first, second = import_game(GAME, game, follow=True).matches
    assert export_game(first, "first").phases[0].name == "S1901M"
    autumn = export_game(second, "second").phases[0]
    assert autumn.name == "F1901M"
    assert autumn.state["units"]["FRANCE"] == moved["FRANCE"]
    assert "A PAR - BUR" in (autumn.orders["FRANCE"] or [])


def test_a_start_in_the_middle_of_a_phase_has_the_orders_handed_in_before() -> None:
    begun = played(0, 3)
    match: DiplomacyMatch = Match(GAME, start=GAME.save(begun.state).decode())
    while match.state.sealed:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(Random(0)))
    whole = export_game(match, "begun").phases[0].orders
    assert all(whole.values())
    for move in begun.moves:
        assert len(whole[move.seat.upper()] or []) == len(move.action.split("; ")) - 1
