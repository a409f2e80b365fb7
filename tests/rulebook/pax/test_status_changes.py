"""«Mouvement et changement de statut», «Garnisons», «Construction des canaux» (6): cases from the
rulebook about markers, garrisons, movement and canals."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.communication import areas_with_line, has_line
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    adjust,
    combat,
    do,
    end_movement,
    explained,
    legal,
    movement,
    turn_of,
)
from tests.games.pax.talks import allowed_at_desk
from tests.games.pax.worlds import answer, armies, army, call, clear, question, world


def causes(made: PaxContext) -> set[tuple[str, str]]:
    """Every casus belli, by holder and offender."""
    return {(cause.holder, cause.against) for cause in made.state.causes}


# -- markers


@pytest.mark.parametrize(
    ("order", "allowed"),
    [
        ("place egypt protectorate", True),
        ("place siam protectorate", False),
        ("place siam influence", True),
        ("place burma protectorate", True),
        ("place shan_tung protectorate", False),
        ("place shan_tung influence", True),
        ("place aden possession", True),
        ("place chile interest", False),
        ("place hong_kong interest", False),
        ("place algiers influence", False),
        ("place algiers interest", False),
    ],
)
def test_the_markers_that_may_be_placed_depend_on_the_area(order: str, allowed: bool) -> None:
    """Case 42."""
    made = movement(world(), great_britain=200)
    assert legal(made, "great_britain", order) is allowed
    if order == "place aden possession":
        do(made, "great_britain", order)
        assert made.money("great_britain") == 160


def test_raises_add_up_to_the_price_and_the_resentment_of_the_whole() -> None:
    """Case 43 (ruling P12)."""
    made = world()
    made.state.unrest = ("shan_tung",)
    movement(made, great_britain=100)
    steps_ = [("place", "influence", 90, 4), ("raise", "protectorate", 80, 10)]
    for verb, level, money, resentment in [*steps_, ("raise", "possession", 60, 15)]:
        do(made, "great_britain", f"{verb} shan_tung {level}")
        assert made.money("great_britain") == money
        assert made.state.resentment == resentment
    do(made, "great_britain", "place korea protectorate")
    assert (made.money("great_britain"), made.state.resentment) == (40, 18)
    do(made, "great_britain", "raise korea possession")
    assert (made.money("great_britain"), made.state.resentment) == (20, 21)


def test_resentment_stays_when_the_armies_fail() -> None:
    """Case 43: the end."""
    made = world()
    made.state.unrest = ("shan_tung",)
    movement(made, great_britain=100)
    do(made, "great_britain", "place shan_tung possession")
    do(made, "great_britain", "march 1 home_great_britain shan_tung")
    end_movement(made)
    combat(made, 1)
    assert made.status("great_britain", "shan_tung") is Status.NONE
    assert made.state.resentment == 15


def test_two_powers_that_place_control_have_cause_against_each_other() -> None:
    """Case 44."""
    made = world()
    made.state.unrest = ("shang_hai",)
    movement(made, great_britain=50, japan=50)
    do(made, "great_britain", "place shang_hai protectorate")
    do(made, "japan", "place shang_hai protectorate")
    assert made.state.resentment == 20
    assert causes(made) == {("great_britain", "japan"), ("japan", "great_britain")}


def test_causes_by_level() -> None:
    """Case 45: a protectorate offends influence, a possession an interest too; each has one."""
    made = world()
    made.put_marker("france", "tunis", INTEREST)
    made.put_marker("italy", "tunis", INFLUENCE)
    movement(made, germany=100)
    do(made, "germany", "place tunis protectorate")
    assert causes(made) == {("italy", "germany")}
    do(made, "germany", "raise tunis possession")
    assert causes(made) == {("italy", "germany"), ("france", "germany")}
    assert len(made.state.causes) == 2


def test_lower_marker_that_comes_second() -> None:
    """Case 46 (ruling P55): its owner has the cause."""
    made = movement(world(), germany=100, france=100)
    do(made, "germany", "place kamerun protectorate")
    do(made, "france", "place kamerun influence")
    assert causes(made) == {("france", "germany")}


def test_raising_a_powers_own_protectorate() -> None:
    """Case 47 (ruling P46): what was established stays so."""
    made = world()
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    army(made, "great_britain", "egypt", 1)
    made.put_marker("italy", "egypt", INTEREST)
    movement(made, great_britain=100, france=100)
    do(made, "great_britain", "raise egypt possession")
    assert made.money("great_britain") == 80
    assert causes(made) == {("italy", "great_britain")}
    assert has_line(made, "great_britain", "soudan")
    assert legal(made, "great_britain", "march 1 home_great_britain egypt")
    assert explained(made, "france", "place egypt influence") == "why.controlled"
    assert explained(made, "france", "place egypt protectorate") == "why.controlled"
    do(made, "france", "place egypt interest")
    assert causes(made) == {("italy", "great_britain"), ("france", "great_britain")}
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.established("great_britain", "egypt") is POSSESSION


def test_raising_control_of_an_independent_area() -> None:
    """Case 48: needs unrest or an event again."""
    made = world()
    made.put_marker("austria_hungary", "serbia", PROTECTORATE)
    movement(made, austria_hungary=100)
    assert not legal(made, "germany", "austria raise serbia possession")
    made = world()
    made.put_marker("austria_hungary", "serbia", PROTECTORATE)
    made.state.unrest = ("serbia",)
    movement(made, austria_hungary=100)
    do(made, "germany", "austria raise serbia possession")
    assert made.money("austria_hungary") == 80


def test_dominions_are_made_of_listed_possessions() -> None:
    """Case 49: which must be established."""
    made = movement(world(), great_britain=200)
    for area in ("newfoundland", "gold_coast", "hong_kong"):
        assert explained(made, "great_britain", f"raise {area} dominion") == "why.no_top"
    do(made, "great_britain", "raise australia dominion")
    assert made.money("great_britain") == 180
    made = world()
    clear(made, "cape_colony")
    made.state.unrest = ("cape_colony",)
    movement(made, great_britain=200)
    do(made, "great_britain", "place cape_colony possession")
    assert explained(made, "great_britain", "raise cape_colony dominion") == "why.needs_possession"


def test_lowering() -> None:
    """Case 50: never control, never what is new; nothing is refunded."""
    made = world()
    made.put_marker("france", "siam", INFLUENCE)
    movement(made, france=50)
    assert legal(made, "france", "lower siam none")
    assert explained(made, "france", "lower algiers protectorate") == "why.control_stays"
    assert explained(made, "france", "lower algiers none") == "why.control_stays"
    do(made, "france", "lower siam interest")
    assert made.money("france") == 50
    do(made, "france", "place egypt influence")
    assert explained(made, "france", "lower egypt interest") == "why.new_stays"


def test_monroe_doctrine() -> None:
    """Case 51: control of what was free at the start; not of what had a master, not influence."""
    made = world()
    clear(made, "cuba")
    made.set_fleets("france", ("north_atlantic", "caribbean"))
    made.state.unrest = ("venezuela", "cuba")
    movement(made, france=100)
    do(made, "france", "place venezuela influence")
    assert causes(made) == set()
    do(made, "france", "place cuba protectorate")
    assert causes(made) == set()
    do(made, "france", "raise venezuela protectorate")
    assert causes(made) == {("united_states", "france")}


# -- garrisons


def test_new_marker_without_an_army_becomes_influence() -> None:
    """Case 52."""
    made = movement(world(), germany=20)
    do(made, "germany", "place togoland protectorate")
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.established("germany", "togoland") is INFLUENCE
    assert made.state.tension == 0


def test_garrisons_are_judged_at_the_end_of_phase_four() -> None:
    """Case 53 (ruling P36): what an army won and did not survive is kept until the next time."""
    made = world()
    made.state.unrest = ("guiana",)
    movement(made)
    end_movement(made)
    combat(made, 1)
    assert question(made)[1].step == "choose_losses"
    answer(made, {"great_britain": "great_britain 1", "france": "france none"})
    assert armies(made, "guiana") == {"france": (1,), "netherlands": (1,)}
    assert not made.in_unrest("guiana")
    adjust(made)
    assert made.status("great_britain", "guiana") is POSSESSION
    made.state.turn = 3  # a year in which no fleets arrive
    movement(made)
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.status("great_britain", "guiana") is Status.NONE
    assert made.status("france", "guiana") is POSSESSION


def test_share_without_an_army_is_lost() -> None:
    """Case 54: beside possessions not even an interest is left."""
    made = movement(world())
    do(made, "great_britain", "march 1 guiana home_great_britain")
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.status("great_britain", "guiana") is Status.NONE


@pytest.mark.parametrize("choice", ["interest", "none"])
def test_lost_share_may_leave_an_interest(choice: str) -> None:
    """Case 54: beside protectorates."""
    made = world()
    for power in ("united_states", "japan", "great_britain"):
        made.put_marker(power, "hawaii", PROTECTORATE)
    made.share("hawaii", ("united_states", "japan", "great_britain"))
    army(made, "united_states", "hawaii", 1)
    army(made, "japan", "hawaii", 1)
    movement(made)
    end_movement(made)
    combat(made)
    call(made, "adjustment")
    assert question(made)[1].step == "keep_interest"
    answer(made, {"great_britain": f"keep {choice}"})
    kept = INTEREST if choice == "interest" else Status.NONE
    assert made.status("great_britain", "hawaii") is kept
    assert made.state.codominions["hawaii"] == ("united_states", "japan")


def test_indian_army_stays_within_two_routes() -> None:
    """Case 55: unless there are more than three."""
    made = movement(world())
    assert legal(made, "great_britain", "march 10 punjab federated_malay_states")
    for goal in ("cape_colony", "hong_kong"):
        order = f"march 10 punjab {goal}"
        assert explained(made, "great_britain", order) == "why.indian_army"
    do(made, "great_britain", "march 10 australia bengal")
    do(made, "great_britain", "march 10 punjab cape_colony")
    assert not legal(made, "great_britain", "march 10 bengal cape_colony")


def weakened_india() -> PaxContext:
    """Britain has two armies of strength 10, both in India."""
    made = world()
    for place in ("australia", "canada", "punjab"):
        made.remove_unit("great_britain", "army", place, 10)
    return made


def test_indian_army_is_rebuilt_first() -> None:
    """Case 56."""
    made = movement(weakened_india(), great_britain=80)
    for order in ("buy army 1 home_great_britain", "place egypt interest", "ready"):
        assert not legal(made, "great_britain", order)
    assert not legal(made, "great_britain", "march 10 bengal cape_colony")
    do(made, "great_britain", "buy army 10 home_great_britain")
    assert explained(made, "great_britain", "ready") == "why.duty_guard"
    do(made, "great_britain", "march 10 home_great_britain punjab")
    assert legal(made, "great_britain", "ready")
    assert legal(made, "great_britain", "place egypt interest")


def test_liberal_cap_suspends_the_rebuilding() -> None:
    """Case 56 (ruling P42)."""
    made = movement(weakened_india(), "1-3", great_britain=80)
    assert legal(made, "great_britain", "ready")
    assert legal(made, "great_britain", "buy army 3 home_great_britain")
    assert not legal(made, "great_britain", "march 10 bengal cape_colony")


def test_russian_west_spares_one_army_of_four() -> None:
    """Case 57."""
    made = world()
    made.state.unrest = ("rumania",)
    movement(made, russia=100)
    do(made, "russia", "place rumania protectorate", "place turcomania protectorate")
    do(made, "russia", "march 10 home_russia turcomania")
    assert explained(made, "russia", "march 10 home_russia turcomania") == "why.western_garrison"
    for _ in range(3):
        do(made, "russia", "march 10 home_russia rumania")


def test_russian_west_with_three_armies_spares_none() -> None:
    """Case 57: but smaller ones may go, and three are enough."""
    made = world()
    made.remove_unit("russia", "army", "home_russia", 10)
    army(made, "russia", "home_russia", 3, 1)
    movement(made, russia=20)
    do(made, "russia", "place turcomania protectorate")
    assert not legal(made, "russia", "march 10 home_russia turcomania")
    assert legal(made, "russia", "ready")
    do(made, "russia", "march 3 home_russia turcomania", "march 1 home_russia turcomania")


def test_russian_west_is_rebuilt_below_three() -> None:
    """Case 57."""
    made = world()
    for _ in range(2):
        made.remove_unit("russia", "army", "home_russia", 10)
    movement(made, russia=40)
    assert explained(made, "russia", "ready") == "why.duty_rebuild"
    do(made, "russia", "buy army 10 home_russia")
    assert legal(made, "russia", "ready")


@pytest.mark.parametrize("option", [False, True])
def test_where_units_are_bought(option: bool) -> None:
    """Ruling P13: at home; by the option in the power's dominions too, but in no other area."""
    made = movement(world(build_in_dominions=option), great_britain=100)
    for order in ("buy army 1 canada", "buy navy 1 canada@north_atlantic"):
        assert legal(made, "great_britain", order) is option
    assert not legal(made, "great_britain", "buy army 1 bengal")
    assert legal(made, "great_britain", "buy army 1 home_great_britain")


def test_units_are_not_disbanded_at_will() -> None:
    """Ruling P34: neither in the movement phase nor at the desk, though upkeep would be saved."""
    made = movement(world(), great_britain=100)
    ask, frame = question(made)
    orders = {order.split()[0] for order in ask.menu(made, frame, "great_britain")}
    assert "march" in orders
    assert "disband" not in orders
    assert not allowed_at_desk(made, "great_britain", "disband army 1 fiji")
    assert made.armies("great_britain", "fiji") == (1,)


# -- movement


def test_influence_lets_no_army_in() -> None:
    """Case 58 (ruling P14): a new control marker does, and the army stays."""
    made = world()
    made.put_marker("france", "siam", INFLUENCE)
    made.state.unrest = ("siam",)
    movement(made, france=50)
    assert explained(made, "france", "march 3 cochinchina siam") == "why.needs_control"
    do(made, "france", "raise siam protectorate", "march 3 cochinchina siam")
    assert made.money("france") == 40
    assert not legal(made, "france", "march 3 siam cochinchina")


def test_armies_stop_at_unrest_and_leave_it() -> None:
    """Case 59."""
    made = world()
    made.put_marker("great_britain", "bechuanaland", PROTECTORATE)
    army(made, "great_britain", "bechuanaland", 1)
    made.state.unrest = ("bechuanaland",)
    movement(made, great_britain=50)
    do(made, "great_britain", "place rhodesia protectorate")
    assert legal(made, "great_britain", "march 3 cape_colony bechuanaland")
    assert explained(made, "great_britain", "march 3 cape_colony rhodesia") == "why.no_way"
    do(made, "great_britain", "march 1 bechuanaland rhodesia")


def test_armies_go_over_seas_with_own_fleets() -> None:
    """Case 60: and lines too."""
    made = movement(world(), italy=100)
    assert legal(made, "great_britain", "march 3 home_great_britain hong_kong")
    assert not legal(made, "italy", "place kongo interest")
    do(made, "italy", "ship indian_ocean south_atlantic")
    assert not legal(made, "italy", "place kongo interest")
    do(made, "italy", "ship mediterranean north_atlantic")
    assert not legal(made, "italy", "place kongo interest")
    assert areas_with_line(made, "italy") == []


def test_navies_jump_to_ports() -> None:
    """Case 61: home or established control; never a sea; and they are no garrison (ruling P4)."""
    made = world()
    made.put_marker("united_states", "panama", INFLUENCE)
    movement(made, united_states=50)
    do(made, "united_states", "place hawaii protectorate")
    here = next(iter(made.navy_ports("united_states")))
    boxes = made.board.ports("home_united_states", made.links.coasts["home_united_states"])
    pacific = next(box for box in boxes if box != here)
    assert legal(made, "united_states", f"sail 3 {here} {pacific}")
    assert legal(made, "united_states", f"sail 3 {here} {made.board.berth('alaska')}")
    for goal in ("panama", "hawaii"):
        order = f"sail 3 {here} {made.board.berth(goal)}"
        assert explained(made, "united_states", order) == "why.no_port"
    assert explained(made, "united_states", f"sail 3 {here} north_pacific") == "why.no_port"


def test_navy_is_no_garrison() -> None:
    """Case 61 (ruling P4)."""
    made = world()
    made.remove_unit("united_states", "army", "alaska", 1)
    made.add_unit("united_states", "navy", made.board.berth("alaska"), 3)
    movement(made)
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.status("united_states", "alaska") is INFLUENCE


def test_one_merchant_fleet_a_sea() -> None:
    """Case 62: those of others do not matter, nor does the distance; new ones must be placed."""
    made = movement(turn_of(world(), 1884))
    assert explained(made, "great_britain", "ship oceania indian_ocean") == "why.fleet_there"
    assert legal(made, "russia", "ship black_sea oceania")
    for seat in ("united_states", "japan"):
        assert explained(made, seat, "ready") == "why.duty_fleet"
    assert explained(made, "japan", "launch north_china_sea") == "why.fleet_there"
    do(made, "japan", "launch south_china_sea")
    assert legal(made, "japan", "ready")


def test_canal_needs_established_influence() -> None:
    """Case 63 (ruling P49): the first scores at once, the second nothing; one in an area."""
    made = movement(world(), united_states=100)
    do(made, "united_states", "place panama influence")
    assert explained(made, "united_states", "canal panama") == "why.canal_needs_influence"
    made.put_marker("united_states", "panama", INFLUENCE)
    made.put_marker("france", "central_america", PROTECTORATE)
    made.state.treasury["france"] = 30
    do(made, "united_states", "canal panama")
    assert made.money("united_states") == 60
    assert made.state.turn_bonuses == {"united_states": 15}
    assert explained(made, "united_states", "canal panama") == "why.canal_there"
    do(made, "france", "canal central_america")
    assert made.money("france") == 0
    assert made.state.turn_bonuses == {"united_states": 15}
    made.state.tension = 99
    made.state.chance.script = [1, 1, 1]
    made.state.stack.clear()
    call(made, "events")
    assert made.state.outcome is not None
    assert made.state.sheets["united_states"][-1].lines["l27"] == 15


def test_canal_opens_the_pacific_to_all() -> None:
    """Case 64: in the same phase."""
    made = world()
    made.set_fleets("united_states", ("caribbean", "south_pacific"))
    made.put_marker("france", "central_america", INFLUENCE)
    movement(made, united_states=100, france=30)
    far = ("chile", "peru", "ecuador")
    assert not any(legal(made, "united_states", f"place {area} interest") for area in far)
    assert not has_line(made, "united_states", "alaska")
    do(made, "france", "canal central_america")
    assert all(legal(made, "united_states", f"place {area} interest") for area in far)
    assert not has_line(made, "united_states", "alaska")


@pytest.mark.parametrize("area", ["siam", "tripoli"])
def test_protectorate_stays_one_in_a_quiet_independent_or_ottoman_area(area: str) -> None:
    """P66: refused as a new marker is, with that reason; in unrest it may be raised."""
    made = world()
    clear(made, area)
    made.put_marker("france", area, PROTECTORATE)
    army(made, "france", area, 1)
    made.set_fleets("france", made.board.seas)
    movement(made, france=100)
    assert explained(made, "france", f"raise {area} possession") == "why.raise_not_open"
    made.state.unrest = (area,)
    made.forget()
    assert legal(made, "france", f"raise {area} possession")
