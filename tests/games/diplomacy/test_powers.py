"""X.2: two to seven players."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD
from entente.games.diplomacy.rules.powers import POWERS, assignment, rules_of
from entente.kernel import Slots
from tests.games.diplomacy.scene import (
    BOARD,
    GAME,
    asked,
    keys,
    order,
    pass_season,
    seen,
    slots,
    start,
)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_every_power_is_played_by_one_seat_or_by_none(players: int) -> None:
    for split in ("A", "B"):
        options = GAME.info.complete({"players": players, "split": split})
        given = assignment(options)
        played = [power for powers in given.seats.values() for power in powers]
        assert sorted([*played, *given.idle]) == sorted(POWERS)
        assert len(given.seats) == players
        assert GAME.seats(options) == tuple(given.seats)
        assert set(given.seats) <= set(GAME.info.seats)


def test_the_powers_are_those_of_the_board() -> None:
    assert tuple(BOARD.power) == POWERS


def test_three_players_share_in_two_ways() -> None:
    one = assignment(GAME.info.complete({"players": 3}))
    other = assignment(GAME.info.complete({"players": 3, "split": "B"}))
    assert one.seats["england"] == ("ENGLAND", "FRANCE", "GERMANY")
    assert one.seats["russia"] == ("RUSSIA",)
    assert other.seats["russia"] == ("RUSSIA", "ITALY")


def test_with_six_players_italy_holds_and_may_be_supported() -> None:
    state = start(players=6)
    assert "italy" not in asked(state)
    assert "F TRI S A VEN" in slots(state, "austria")["F TRI"]
    assert "F TRI S A ROM - VEN" not in slots(state, "austria")["F TRI"]
    messages = order(state)
    venice = [m for m in messages if m.args.get("order") == "A VEN H"]
    assert keys(venice) == ["log.result.holds"]


def test_units_without_a_player_are_lost_when_dislodged() -> None:
    state = start(
        {"AUSTRIA": "A TYR, F TRI", "ITALY": "A VEN"},
        {"AUSTRIA": "VIE, TRI", "ITALY": "VEN", "FRANCE": "PAR"},
        players=6,
    )
    messages = order(state, austria="A TYR - VEN; F TRI S A TYR - VEN")
    assert "log.lost_in_disorder" in keys(messages)
    assert state.units["ITALY"] == []
    assert state.dislodged == {}


def test_a_seat_gives_orders_to_all_its_powers() -> None:
    state = start(players=3)
    assert {"F EDI", "A PAR", "A MUN"} <= set(slots(state, "england"))


def test_centres_are_kept_by_power_even_for_one_player() -> None:
    state = start(
        {"ENGLAND": "F NTH", "FRANCE": "A PIC"},
        {"ENGLAND": "LON", "FRANCE": "PAR", "RUSSIA": "MOS"},
        players=3,
    )
    pass_season(state)
    order(state, england="F NTH - NWY; A PIC - BEL")
    assert state.centres["ENGLAND"] == ["LON", "NWY"]
    assert state.centres["FRANCE"] == ["BEL", "PAR"]
    assert set(slots(state, "england")) == {"ENGLAND 1", "FRANCE 1"}


# -- the game of two


def test_two_players_begin_in_1914_and_italy_is_closed() -> None:
    state = start(players=2)
    assert state.year == 1914
    assert list(asked(state)) == ["england", "austria"]
    view = seen(state, None)
    assert view.closed == ["APU", "NAP", "PIE", "ROM", "TUS", "VEN"]
    assert view.idle == ["ITALY"]
    for seat, decision in asked(state).items():
        assert isinstance(decision.menu, Slots)
        orders = [text for choices in decision.menu.slots.values() for text in choices]
        entering = [text for text in orders if text.endswith(("VEN", "PIE", "ROM", "TUS"))]
        assert not entering, seat


def test_no_unit_retreats_into_closed_italy() -> None:
    state = start(
        {"FRANCE": "A TYR", "AUSTRIA": "A VIE, F TRI", "GERMANY": "A MUN, A BOH"},
        {"FRANCE": "PAR", "AUSTRIA": "VIE", "GERMANY": "MUN"},
        players=2,
    )
    messages = order(state, austria="A MUN - TYR; A BOH S A MUN - TYR")
    assert "log.nowhere_to_go" in keys(messages)
    assert state.units["FRANCE"] == []


def test_the_toss_of_1915_gives_italy_to_one_side() -> None:
    given = set()
    for seed in range(8):
        state = start(players=2, seed=str(seed))
        while state.year < 1915:
            order(state)
        assert state.italy in ("england", "austria")
        assert "A VEN" in slots(state, state.italy)
        assert seen(state, None).closed == []
        assert state.chance.count == 1
        given.add(state.italy)
    assert given == {"england", "austria"}


def test_twenty_four_units_of_a_side_win() -> None:
    """Counted by side, after the adjustments."""
    places = BOARD.centres
    names = [name for p, name in enumerate(BOARD.provinces) if places >> p & 1]
    mine, rest = names[:24], names[24:]
    for side, other in (("GERMANY", "FRANCE"), ("FRANCE", "GERMANY")):
        state = start(
            {side: ", ".join(f"A {name}" for name in mine), other: f"A {rest[0]}"},
            {side: ", ".join(mine), other: ", ".join(rest)},
            players=2,
        )
        order(state)
        order(state)
        while state.outcome is None:
            order(state)
        seat = "austria" if side == "GERMANY" else "england"
        assert state.outcome.winners == (seat,)
        assert state.outcome.reason.key == "outcome.units"


# -- rules


def test_the_ready_sets_and_single_readings() -> None:
    assert rules_of(GAME.info.complete()) == STANDARD
    assert rules_of(GAME.info.complete({"rules": "classic"})) == CLASSIC
    mixed = rules_of(GAME.info.complete({"rules": "classic", "retreat_to_convoy_origin": "yes"}))
    assert mixed.retreat_to_convoy_origin
    assert mixed.removal_distance == CLASSIC.removal_distance
