"""«Enregistrement administratif», «Ligne de communication» (4): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.communication import areas_with_line, has_line
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import counted, effective_value, income_lines
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    PROTECTORATE,
    do,
    explained,
    leave_all,
    legal,
    line,
    movement,
    office,
    turn_of,
)
from tests.games.pax.wars import navy
from tests.games.pax.worlds import answer, armies, army, call, question, world


def test_british_sheet_of_the_opening() -> None:
    """Case 11 (ruling P5): the first sheet is reckoned like every other."""
    made = world()
    office(made, great_britain=3)
    expected = {1: 1, 2: 15, 3: 86, 10: 25, 11: 430, 15: 455, 16: 58, 17: 30, 18: 300, 21: 388}
    assert {number: line(made, "great_britain", number) for number in expected} == expected
    assert line(made, "great_britain", 22) == made.money("great_britain") == 67


def test_fleet_moved_away_cuts_two_colonies() -> None:
    """Case 12: they earn and cost nothing, but their armies still cost; they stay."""
    made = world()
    seas = set(made.fleets("great_britain")) - {"oceania"} | {"caribbean"}
    made.set_fleets("great_britain", seas)
    kept = {area for area, _ in counted(made, "great_britain")}
    held = {area for area, _ in made.areas_of("great_britain")}
    assert held - kept == {"new_zealand", "fiji"}
    office(made, great_britain=1)
    expected = {2: 13, 11: 380, 16: 58, 10: 15, 22: 47}
    assert {number: line(made, "great_britain", number) for number in expected} == expected
    assert line(made, "great_britain", 17) + line(made, "great_britain", 18) == 290
    assert made.armies("great_britain", "fiji") == (1,)


def test_marker_that_is_cut_off_prevents_the_flat_figure() -> None:
    """Case 13 (ruling P8)."""
    made = turn_of(world(), 1884)
    made.set_fleets("united_states", ("caribbean", "south_pacific"))
    assert not has_line(made, "united_states", "alaska")
    office(made, united_states=1)
    expected = {10: 10, 11: 0, 12: 0, 13: 0, 14: 0, 16: 1, 17: 0, 18: 0, 22: 9}
    assert {number: line(made, "united_states", number) for number in expected} == expected


def test_flat_figure_times_two_events() -> None:
    """Case 14: Austria-Hungary rolls in any case, and is not multiplied."""
    made = world()
    made.state.events = ("2-4", "2-5")
    office(made, austria_hungary=3)
    assert line(made, "germany", 10) == line(made, "germany", 22) == 120
    assert line(made, "austria_hungary", 10) == 10


def test_half_of_an_odd_figure() -> None:
    """Case 15 (ruling P9): and what the cap leaves for units."""
    made = world()
    made.state.events = ("1-3",)
    office(made, great_britain=4)
    assert line(made, "great_britain", 10) == 17
    assert line(made, "great_britain", 22) == 59
    movement(made, "1-3")
    assert not legal(made, "great_britain", "buy army 10 home_great_britain")
    for _ in range(3):
        do(made, "great_britain", "buy army 1 home_great_britain")
    assert made.money("great_britain") == 50
    assert not legal(made, "great_britain", "buy army 1 home_great_britain")


def test_cap_leaves_one_unit_of_three() -> None:
    """Case 15: one unit of strength 3, and then nothing."""
    made = movement(world(), "1-3", great_britain=59)
    do(made, "great_britain", "buy army 3 home_great_britain")
    assert not legal(made, "great_britain", "buy army 1 home_great_britain")


def french_boulanger() -> PaxContext:
    """France after event 2-3, with 64 in its treasury."""
    made = world()
    made.state.events = ("2-3",)
    office(made, france=3)
    return movement(made, "2-3")


def test_forced_spending_earmarks_the_rest() -> None:
    """Case 16: upkeep of units abroad counts."""
    made = french_boulanger()
    assert line(made, "france", 10) == 50
    assert line(made, "france", 22) == 64
    assert made.state.earmarks == {"france": 9}
    assert explained(made, "france", "ready") == "why.duty_spend"
    do(made, "france", "place egypt possession")  # 40 of 55
    assert explained(made, "france", "place kamerun protectorate") == "why.too_dear"
    do(made, "france", "place kamerun influence")
    do(made, "france", "buy army 1 home_france")
    assert explained(made, "france", "place siam influence") == "why.too_dear"
    assert explained(made, "france", "ready") == "why.duty_spend"
    do(made, "france", "buy army 1 home_france", "buy army 1 home_france")
    assert legal(made, "france", "ready")
    do(made, "france", "place siam interest")


def test_a_unit_of_three_lifts_the_earmark() -> None:
    """Case 16: as a navy it also alarms Europe, and France is to blame."""
    made = french_boulanger()
    home = next(p for p in made.navy_ports("france") if p.startswith("home_france"))
    do(made, "france", f"buy navy 3 {home}")
    assert legal(made, "france", "ready")
    assert made.state.tension == 1
    assert made.state.rises[-1].seat == "france"


def test_navy_league_wants_navies() -> None:
    """Case 17: armies neither count nor touch the earmark."""
    made = world()
    made.state.events = ("2-4",)
    office(made)
    assert made.money("germany") == 60
    movement(made, "2-4")
    assert made.state.earmarks == {"germany": 20}
    do(made, "germany", "buy army 10 home_germany")
    assert not legal(made, "germany", "buy army 10 home_germany")
    home = next(p for p in made.navy_ports("germany"))
    do(made, "germany", f"buy navy 3 {home}")
    assert explained(made, "germany", "ready") == "why.duty_spend"
    do(made, "germany", f"buy navy 3 {home}")
    assert legal(made, "germany", "ready")
    assert made.state.tension == 2


def test_navy_league_by_one_big_navy() -> None:
    """Case 17: a navy of strength 10 costs more tension."""
    made = movement(world(), "2-4", germany=60)
    do(made, "germany", f"buy navy 10 {made.navy_ports('germany')[0]}")
    assert legal(made, "germany", "ready")
    assert made.state.tension == 3


def test_indian_army_does_not_count_for_the_conservatives() -> None:
    """Case 18 (ruling P58)."""
    made = movement(world(), "1-2", great_britain=100)
    assert made.state.earmarks == {"great_britain": 2}
    assert explained(made, "great_britain", "ready") == "why.duty_spend"
    do(made, "great_britain", "buy army 1 home_great_britain")
    assert legal(made, "great_britain", "ready")


def test_upheaval_leaves_nothing_to_spend() -> None:
    """Case 19: what cannot be spent is forgiven."""
    made = world()
    made.state.events = ("1-5", "2-6")
    office(made)
    assert line(made, "russia", 10) == line(made, "russia", 22) == 0
    movement(made, "1-5", "2-6")
    assert made.state.earmarks == {"russia": 30}
    assert legal(made, "russia", "ready")


def italian_tunis(threes: int) -> PaxContext:
    """Italy with a protectorate in Tunis and more units than it can pay."""
    made = world()
    made.put_marker("italy", "tunis", PROTECTORATE)
    made.put_marker("italy", "tripoli", INTEREST)
    army(made, "italy", "tunis", 10, *[3] * threes)
    navy(made, "italy", "tunis@mediterranean", 10)
    office(made, italy=1)
    return made


def deficit_menu(made: PaxContext) -> set[str]:
    ask, frame = question(made)
    assert frame.step == "deficit"
    menu = ask.menu(made, frame, "italy")
    return set(menu)


def test_deficit_that_cannot_be_met_exactly() -> None:
    """Case 20: 8 is the least sum that reaches 7; only one set of things comes to it."""
    made = italian_tunis(2)
    assert line(made, "italy", 15) == 29
    assert line(made, "italy", 21) == 36
    assert line(made, "italy", 22) == -7
    assert deficit_menu(made) == {"disband army 3 tunis", "reduce tunis influence"}
    answer(made, {"italy": "disband army 3 tunis"})
    assert deficit_menu(made) == {"reduce tunis influence"}
    answer(made, {"italy": "reduce tunis influence"})
    leave_all(made)
    assert made.money("italy") == 0
    assert made.state.tension == 0
    assert made.status("italy", "tunis") is INFLUENCE
    assert not armies(made, "tunis")
    assert made.armies("italy", "home_italy") == (10, 3, 3, 1, 1)
    assert made.navies_at("italy", "home_italy") == (10, 10)


def test_deficit_met_by_one_step() -> None:
    """Case 21."""
    made = italian_tunis(1)
    assert line(made, "italy", 22) == -4
    assert deficit_menu(made) == {"reduce tunis influence"}
    answer(made, {"italy": "reduce tunis influence"})
    leave_all(made)
    assert made.armies("italy", "home_italy") == (10, 3, 3, 1, 1)


def test_navies_where_control_is_given_up_go_to_a_port_of_choice() -> None:
    """4.6 (ruling P56): any port of their power, or home, as in the adjustment of markers."""
    made = world()
    made.put_marker("italy", "eritrea", PROTECTORATE)
    army(made, "italy", "eritrea", 1)
    made.put_marker("italy", "tunis", PROTECTORATE)
    army(made, "italy", "tunis", 10, 3, 3, 3)
    navy(made, "italy", "tunis@mediterranean", 10)
    office(made, italy=1)
    answer(made, {"italy": "reduce tunis influence"})
    ask, frame = question(made)
    assert frame.step == "choose_retreat"
    ways = [way for way in ask.menu(made, frame, "italy") if way.startswith("retreat navy")]
    assert [way.split()[-1] for way in ways] == ["home_italy@mediterranean", "eritrea@indian_ocean"]
    answer(made, {"italy": ways[1]})
    leave_all(made)
    assert made.navies_at("italy", "eritrea") == (10,)


def test_value_of_a_codominion_never_falls_below_zero() -> None:
    """Case 22: an interest earns the full value beside it."""
    made = world()
    for power in ("great_britain", "france", "germany"):
        made.put_marker(power, "bechuanaland", PROTECTORATE)
    made.put_marker("japan", "bechuanaland", INTEREST)
    made.put_marker("france", "sudwest_afrika", PROTECTORATE)
    made.put_marker("germany", "sudwest_afrika", PROTECTORATE)
    made.set_fleets("japan", ("north_china_sea", "south_china_sea", "indian_ocean"))
    made.put_marker("japan", "mozambique", PROTECTORATE)
    made.put_marker("japan", "rhodesia", PROTECTORATE)
    assert effective_value(made, "bechuanaland") == 0
    assert has_line(made, "japan", "bechuanaland")
    assert income_lines(made, "japan")["l14"] == 2
    made.put_marker("italy", "bechuanaland", PROTECTORATE)
    assert effective_value(made, "bechuanaland") == 0


@pytest.mark.parametrize(("players", "value"), [(7, 8), (8, 7)])
def test_only_majors_lower_the_value(players: int, value: int) -> None:
    """Case 22 (ruling P7)."""
    made = world(players)
    for power in ("belgium", "germany"):
        made.put_marker(power, "kongo", PROTECTORATE)
    assert effective_value(made, "kongo") == value
    assert income_lines(made, "germany")["l12"] == 4 * value


def test_sheet_of_austria_hungary() -> None:
    """Case 23: only Germany may give it money; it never pays (ruling P1)."""
    made = world()
    made.put_marker("austria_hungary", "serbia", PROTECTORATE)
    made.move_unit("austria_hungary", "army", "home_austria_hungary", "serbia", 10)
    office(made, austria_hungary=2)
    assert line(made, "austria_hungary", 22) == 7
    movement(made)
    do(made, "germany", "fund 12")
    assert made.money("austria_hungary") == 19
    assert made.money("germany") == 18
    call(made, "victory_points")
    assert line(made, "germany", 24) == 37 // 5
    assert made.money("germany") == made.money("austria_hungary") == 0


def test_new_marker_carries_no_line() -> None:
    """Case 24 (ruling P3)."""
    made = world()
    near = {"greece", "rumania", "serbia"}
    assert set(areas_with_line(made, "austria_hungary")) == near
    movement(made, "1-4", austria_hungary=100)
    do(made, "germany", "austria place serbia protectorate")
    assert explained(made, "germany", "austria place bulgaria influence").startswith("why.no_line")
    made.put_marker("austria_hungary", "serbia", INFLUENCE)
    assert set(areas_with_line(made, "austria_hungary")) == near
    made.put_marker("austria_hungary", "serbia", PROTECTORATE)
    assert set(areas_with_line(made, "austria_hungary")) == {*near, "anatolia", "bulgaria"}


def test_unrest_does_not_cut_a_line() -> None:
    """Case 25."""
    made = world()
    made.put_marker("great_britain", "bechuanaland", Status.PROTECTORATE)
    made.put_marker("great_britain", "rhodesia", INTEREST)
    made.state.unrest = ("bechuanaland",)
    assert has_line(made, "great_britain", "rhodesia")
    assert income_lines(made, "great_britain")["l14"] == 5
