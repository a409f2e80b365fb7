"""«La Belgique comme 8ème joueur» (1, 4.4, 6.1): its fleets, its office, what event 4-2 allows."""

from __future__ import annotations

import pytest

from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import rolls_for_office
from entente.games.pax.game import INFO
from entente.games.pax.scoring import final_lines
from entente.kernel.state_migrations import fingerprint
from tests.games.pax.peace import (
    do,
    end_movement,
    explained,
    legal,
    line,
    movement,
    office,
    turn_of,
)
from tests.games.pax.worlds import army, call, clear, world

FOUR = ("kongo", "uganda", "kamerun", "gabon")


def belgium_with(*areas: str, rules: str = "3") -> PaxContext:
    """Eight seats; Belgium has established protectorates with an army in these areas."""
    made = world(players=8, rules=rules)
    clear(made, *areas)
    for area in areas:
        made.put_marker("belgium", area, Status.PROTECTORATE)
        army(made, "belgium", area, 1)
    return made


# -- merchant fleets


@pytest.mark.parametrize(("year", "fleets"), [(1896, 3), (1900, 4), (1916, 5)])
def test_belgian_merchant_fleets_arrive(year: int, fleets: int) -> None:
    """1, 6.1: the fleets that arrive do not count against the limit of two; each is placed."""
    made = turn_of(world(players=8), year)
    seas = ("north_atlantic", "south_atlantic", "indian_ocean", "mediterranean")
    made.set_fleets("belgium", seas[: fleets - 1])
    movement(made)
    assert explained(made, "belgium", "ready") == "why.duty_fleet"
    do(made, "belgium", "launch caribbean")
    assert len(made.fleets("belgium")) == fleets
    assert not legal(made, "belgium", "launch oceania")
    assert legal(made, "belgium", "ready")
    assert made.counters("belgium", "merchant_fleet") == 0


def test_belgium_has_no_more_fleets_than_have_arrived() -> None:
    """6.1: only in the years of arrival, and one in each of them."""
    made = turn_of(world(players=8), 1904)
    movement(made)
    assert not legal(made, "belgium", "launch caribbean")


def test_belgian_fleets_count_under_earlier_rules() -> None:
    """Tables of version 2 play on by theirs: two counters, and no third fleet."""
    made = turn_of(world(players=8, rules="2"), 1896)
    movement(made)
    assert not legal(made, "belgium", "launch caribbean")
    assert legal(made, "belgium", "ready")


# -- event 4-2


def test_leopold_has_a_colony_beyond_the_counters() -> None:
    """1, 3: with four control markers out, event 4-2 still demands one more, and allows one."""
    made = belgium_with(*FOUR)
    clear(made, "tanganyika", "angola")
    movement(made, "4-2", belgium=60)
    assert explained(made, "belgium", "ready") == "why.duty_belgium"
    do(made, "belgium", "place tanganyika protectorate")
    assert made.counters("belgium", "protectorate_or_possession") == 0
    assert explained(made, "belgium", "place angola protectorate") == "why.no_counter"
    assert legal(made, "belgium", "ready")


def test_leopold_may_raise_an_influence_beyond_the_counters() -> None:
    """6.1: raising an influence to control takes a control counter as well."""
    made = belgium_with(*FOUR)
    clear(made, "tanganyika")
    made.put_marker("belgium", "tanganyika", Status.INFLUENCE)
    movement(made, "4-2", belgium=60)
    do(made, "belgium", "raise tanganyika protectorate")
    assert made.status("belgium", "tanganyika") is Status.PROTECTORATE


def test_marker_beyond_the_counters_stays() -> None:
    """It is established like any other, and the next turn allows none without the event."""
    made = belgium_with(*FOUR)
    clear(made, "tanganyika", "angola")
    movement(made, "4-2", belgium=60)
    do(made, "belgium", "place tanganyika protectorate")
    end_movement(made)
    made.put_marker("belgium", "tanganyika", Status.PROTECTORATE)
    assert made.holds("belgium", "tanganyika")
    movement(made, belgium=60)
    assert explained(made, "belgium", "place angola protectorate") == "why.no_counter"
    assert made.counters("belgium", "protectorate_or_possession") == 0


def test_only_the_movement_phase_knows_no_limit() -> None:
    """1: what the event demands is placed in phase 4; a cession needs a counter as ever."""
    made = belgium_with(*FOUR)
    made.state.events, made.state.phase = ("4-2",), "negotiation"
    assert not made.can_have("belgium", "tanganyika", Status.PROTECTORATE)


def test_four_counters_are_all_without_the_event_and_under_earlier_rules() -> None:
    made = belgium_with(*FOUR)
    clear(made, "tanganyika")
    movement(made, belgium=60)
    assert explained(made, "belgium", "place tanganyika protectorate") == "why.no_counter"
    before = belgium_with(*FOUR, rules="2")
    clear(before, "tanganyika")
    movement(before, "4-2", belgium=60)
    assert not legal(before, "belgium", "place tanganyika protectorate")


# -- the office


def test_belgian_office_is_flat_until_the_first_control_marker() -> None:
    """4.4: before it, the figure of a 6 without a roll: half of the Italian 30."""
    made = world(players=8)
    assert not rolls_for_office(made, "belgium")
    office(made)
    assert line(made, "belgium", 10) == 15


def test_belgian_office_rolls_for_good_after_the_first_control_marker() -> None:
    """4.4: the flat figure ends with the first control marker ever established: losing it does not
    bring the figure back."""
    made = belgium_with("kongo")
    made.put_marker("belgium", "kongo", Status.NONE)
    assert rolls_for_office(made, "belgium")
    office(made, belgium=1)
    assert line(made, "belgium", 10) == 3


def test_new_control_marker_does_not_end_the_flat_figure() -> None:
    """1, 4.4: a marker that fails before it is established counts for nothing."""
    made = world(players=8)
    made.put_marker("belgium", "kongo", Status.PROTECTORATE, Status.INFLUENCE)
    made.put_marker("belgium", "kongo", Status.NONE)
    assert not rolls_for_office(made, "belgium")


def test_other_powers_have_the_flat_figure_whenever_they_hold_nothing() -> None:
    """4.4: the sentence about the first marker is Belgium's alone."""
    made = world(players=8)
    made.put_marker("italy", "tunis", Status.PROTECTORATE)
    made.put_marker("italy", "tunis", Status.NONE)
    assert not rolls_for_office(made, "italy")


def test_belgian_office_under_earlier_rules() -> None:
    """Tables of version 2 go back to the flat figure; nothing new stands in their state."""
    made = belgium_with("kongo", rules="2")
    assert rolls_for_office(made, "belgium")
    made.put_marker("belgium", "kongo", Status.NONE)
    assert not rolls_for_office(made, "belgium")
    assert not made.state.belgian_colony


def test_minor_belgium_remembers_nothing() -> None:
    made = world()
    made.put_marker("belgium", "kongo", Status.PROTECTORATE)
    assert not made.state.belgian_colony


# -- the divisor


@pytest.mark.parametrize(("divisor", "points"), [("1", 45), ("2", 22), ("2.5", 18)])
def test_belgian_divisor(divisor: str, points: int) -> None:
    """13.4: pounds for a point by the option, in whole numbers: 45 halves are 22, 45 · 2/5 = 18."""
    made = world(players=8, belgian_divisor=divisor)
    made.state.treasury = {**made.state.treasury, "belgium": 45, "italy": 45}
    call(made, "victory_points")
    assert made.state.points["belgium"] == points
    assert made.state.points["italy"] == 18


@pytest.mark.parametrize(("divisor", "points"), [("2.5", 18), ("3", 15), ("3.5", 12)])
def test_italian_divisor(divisor: str, points: int) -> None:
    """13.4: the same option for Italy, in a game of seven too."""
    made = world(italian_divisor=divisor)
    made.state.treasury = {**made.state.treasury, "italy": 45}
    call(made, "victory_points")
    assert made.state.points["italy"] == points


@pytest.mark.parametrize(("divisor", "points"), [("1", 60), ("2", 30), ("2.5", 24)])
def test_belgian_divisor_in_the_final_record(divisor: str, points: int) -> None:
    """13.5: line 29 is divided by the same figure."""
    made = world(players=8, belgian_divisor=divisor)
    made.put_marker("belgium", "kongo", Status.POSSESSION)
    income = 2 * 5 * made.board.value("kongo")
    assert final_lines(made, "belgium", 0)["l29"] == income * points // 60


def test_option_is_recommended_for_eight_players() -> None:
    """The rulebook stays the default; the form for a new table recommends 2 with eight players."""
    option = INFO.option("belgian_divisor")
    assert option.default == "1"
    assert option.advised(INFO.complete({"players": 8})) == "2"
    assert option.advised(INFO.complete({"players": 7})) is None
    assert INFO.option("players").advised(INFO.complete()) is None


def test_the_default_divisor_leaves_the_fingerprint_of_a_state_alone() -> None:
    """Records of earlier releases, which know nothing of the option, still verify."""
    made, other = world(players=8), world(players=8, belgian_divisor="2")
    options = {n: v for n, v in made.state.options.items() if n != "belgian_divisor"}
    before = made.state.copy()
    before.options = options
    assert fingerprint(made.state) == fingerprint(before)
    assert fingerprint(other.state) != fingerprint(made.state)
