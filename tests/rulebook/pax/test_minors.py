"""«Puissances mineures» (5): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import live
from entente.games.pax.board import Status
from entente.games.pax.colonies.minor_powers import feasible
from entente.games.pax.context import PaxContext
from entente.kernel import step
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    adjust,
    combat,
    explained,
    legal,
    movement,
)
from tests.games.pax.talks import add_dispute
from tests.games.pax.worlds import armies, army, call, clear, log, world


def acts(made: PaxContext, power: str, *dice: int) -> PaxContext:
    """Phase 3 of one minor power with these dice; all of them must be rolled."""
    made.state.chance.script = list(dice)
    call(made, step("minor_power", power=power))
    assert made.state.chance.script == []
    return made


def without_armies(made: PaxContext, power: str, *places: str) -> None:
    for place in places:
        for strength in made.armies(power, place):
            made.remove_unit(power, "army", place, strength)


def test_influence_becomes_a_protectorate() -> None:
    """Case 26: established at once, with the smallest army from home and without a combat."""
    made = acts(world(), "belgium", 3, 6, 2)
    assert made.established("belgium", "kongo") is PROTECTORATE
    assert armies(made, "kongo") == {"belgium": (1,)}
    assert made.armies("belgium", "home_belgium") == (3, 1)
    assert made.counters("belgium", "interest_or_influence") == 4
    movement(made, germany=100)
    assert not legal(made, "germany", "place kongo influence")
    assert not legal(made, "germany", "place kongo protectorate")
    assert legal(made, "germany", "place kongo interest")


def test_protectorate_becomes_a_possession_and_then_the_target_is_rolled_again() -> None:
    """Case 27 (ruling P47)."""
    made = acts(world(), "belgium", 3, 6, 2)
    acts(made, "belgium", 1, 3, 4)
    assert made.status("belgium", "kongo") is POSSESSION
    acts(made, "belgium", 2, 3, 3, 1, 2)
    assert made.status("belgium", "kongo") is POSSESSION
    assert made.status("belgium", "uganda") is PROTECTORATE
    assert armies(made, "uganda") == {"belgium": (1,)}


def test_target_without_a_line_is_rolled_again() -> None:
    """Case 28."""
    made = acts(world(), "belgium", 1, 2, 2, 4, 5)
    assert made.status("belgium", "uganda") is Status.NONE
    assert made.status("belgium", "kamerun") is PROTECTORATE
    assert armies(made, "kamerun") == {"belgium": (1,)}


def test_independent_area_gets_influence_only() -> None:
    """Case 29: which does not offend the Monroe Doctrine; a second time there is nothing to do."""
    made = acts(world(), "portugal", 1, 1, 1)
    assert made.status("portugal", "brasil") is INFLUENCE
    assert made.state.causes == ()
    acts(made, "portugal", 1, 1, 1, 1, 5)
    assert made.status("portugal", "brasil") is INFLUENCE
    assert made.status("portugal", "sudwest_afrika") is PROTECTORATE


@pytest.mark.parametrize("die", [1, 6])
def test_independent_area_amid_unrest_is_fought_for(die: int) -> None:
    """Case 29: with unrest a protectorate is tried; if it lasts, it offends the United States."""
    made = world()
    made.state.unrest = ("brasil",)
    acts(made, "portugal", 1, 1, 1, die)
    won = made.board.result(1, made.board.strength("brasil"), die) in ("DR", "DE")
    assert (made.status("portugal", "brasil") is PROTECTORATE) is won


def test_control_of_another_bars_everything() -> None:
    """Case 30: even an interest, which a player might have."""
    made = world()
    made.put_marker("great_britain", "sarawak", PROTECTORATE)
    acts(made, "netherlands", 2, 2, 2, 3, 4)
    assert made.status("netherlands", "sarawak") is Status.NONE
    assert made.status("netherlands", "new_guinea") is PROTECTORATE


def test_without_a_control_counter_influence_is_placed() -> None:
    """Case 31."""
    made = world()
    for area in ("sarawak", "new_guinea", "kaiser_wilhelms_land"):
        made.put_marker("netherlands", area, PROTECTORATE)
    acts(made, "netherlands", 1, 1, 1)
    assert made.status("netherlands", "papua") is INFLUENCE


def test_without_any_counter_a_minor_is_inactive() -> None:
    """Case 31: no target is rolled."""
    made = world()
    for area in ("sarawak", "new_guinea", "kaiser_wilhelms_land"):
        made.put_marker("netherlands", area, PROTECTORATE)
    for area in ("egypt", "siam", "persia", "tunis"):
        made.put_marker("netherlands", area, INFLUENCE)
    acts(made, "netherlands", 1)


def test_army_comes_from_the_nearest_area_with_two() -> None:
    """Case 32 (ruling P10): the smallest."""
    made = world()
    without_armies(made, "netherlands", "home_netherlands")
    army(made, "netherlands", "dutch_east_indies", 1)
    acts(made, "netherlands", 2, 2, 2)
    assert armies(made, "sarawak") == {"netherlands": (1,)}
    assert made.armies("netherlands", "dutch_east_indies") == (3,)


def test_a_lone_colonial_army_stays_and_a_new_one_is_raised() -> None:
    """Case 32: a new army of strength 1."""
    made = world()
    without_armies(made, "netherlands", "home_netherlands")
    acts(made, "netherlands", 2, 2, 2)
    assert armies(made, "sarawak") == {"netherlands": (1,)}
    assert made.armies("netherlands", "dutch_east_indies") == (3,)
    assert made.armies("netherlands", "guiana") == (1,)


def test_without_any_army_influence_is_placed() -> None:
    """Case 32: no counter for an army is left."""
    made = world()
    without_armies(made, "netherlands", "home_netherlands", "dutch_east_indies")
    for _ in range(made.counters("netherlands", "strength_1")):
        made.add_unit("netherlands", "navy", "home_netherlands@north_atlantic", 1)
    for _ in range(made.counters("netherlands", "strength_3")):
        made.add_unit("netherlands", "navy", "home_netherlands@north_atlantic", 3)
    acts(made, "netherlands", 2, 2, 2)
    assert made.status("netherlands", "sarawak") is INFLUENCE


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_protectorate_amid_unrest_must_be_won(die: int) -> None:
    """Case 33: the strongest army fights at once; an exchange takes the only army there is."""
    made = world()
    made.state.unrest = ("sarawak",)
    acts(made, "netherlands", 1, 2, 3, die)
    won = die > 1
    assert (made.status("netherlands", "sarawak") is PROTECTORATE) is won
    assert made.in_unrest("sarawak") is not won
    assert armies(made, "sarawak") == ({"netherlands": (3,)} if won else {})


@pytest.mark.parametrize(("rules", "lost"), [("3", [("portugal", 1)]), ("2", [])])
def test_the_losses_of_a_minor_in_combat_are_logged(
    rules: str, lost: list[tuple[str, int]]
) -> None:
    """5.2, 7.3: four to one is EX on a 1 and costs an army of 1; earlier the log left it out."""
    made = world(rules=rules)
    without_armies(made, "portugal", *made.army_places("portugal"))
    army(made, "portugal", "angola", 3, 1)
    made.state.unrest = ("angola",)
    acts(made, "portugal", 1, 6)
    assert armies(made, "angola") == {"portugal": (3,)}
    assert [(line["power"], line["strength"]) for line in log(made, "log.lost")] == lost


def test_unrest_is_put_down_and_the_surplus_goes_home() -> None:
    """Case 34: an exchange costs one army; in the next turn one of the two that are left stays."""
    made = world()
    made.state.unrest = ("angola",)
    acts(made, "portugal", 1, 6)
    assert not made.in_unrest("angola")
    assert armies(made, "angola") == {"portugal": (1, 1)}
    assert made.armies("portugal", "mozambique") == (1,)
    assert made.status("portugal", "angola") is POSSESSION
    acts(made, "portugal", 6)
    assert armies(made, "angola") == {"portugal": (1,)}
    assert made.armies("portugal", "home_portugal") == (1,)


def test_protectorate_that_was_defended_is_a_possession() -> None:
    """Case 35."""
    made = world()
    made.put_marker("belgium", "kongo", PROTECTORATE)
    made.move_unit("belgium", "army", "home_belgium", "kongo", 1)
    made.state.unrest = ("kongo",)
    acts(made, "belgium", 4, 6)
    assert armies(made, "kongo") == {"belgium": (3, 1, 1)}
    assert made.status("belgium", "kongo") is POSSESSION
    assert not made.in_unrest("kongo")


def test_philippines_are_lost() -> None:
    """Case 36: a retreat goes home; in phase 6 the possession is lost, and the navy goes."""
    made = world()
    made.state.unrest = ("philippines",)
    acts(made, "spain", 1, 6)
    assert armies(made, "philippines") == {}
    assert made.armies("spain", "home_spain") == (3, 1, 1, 1)
    assert made.in_unrest("philippines")
    adjust(made)
    assert made.status("spain", "philippines") is Status.NONE
    assert made.navies_at("spain", "philippines") == ()
    assert made.counters("spain", "strength_3") == 0  # the navy is not lost


@pytest.mark.parametrize("die", [2, 3])
def test_philippines_are_held_at_a_price(die: int) -> None:
    """Case 36: an exchange costs exactly five, and one army is left."""
    made = world()
    made.state.unrest = ("philippines",)
    acts(made, "spain", die, 6)
    assert armies(made, "philippines") == {"spain": (1,)}
    assert not made.in_unrest("philippines")
    assert made.status("spain", "philippines") is POSSESSION


@pytest.mark.parametrize(
    ("die", "held"), [(1, False), (2, False), (3, False), (4, False), (5, True), (6, True)]
)
def test_of_two_areas_in_unrest_one_gets_all(die: int, held: bool) -> None:
    """Case 37: equal values, so that chance decides; the other fights alone, one against one."""
    made = world()
    made.state.unrest = ("angola", "mozambique")
    twin = made.for_copy(made.state.copy())
    acts(twin, "portugal", 6, 6, 6)
    first = "angola" if len(twin.armies("portugal", "angola")) == 3 else "mozambique"
    other = "mozambique" if first == "angola" else "angola"
    assert (len(twin.armies("portugal", first)), len(twin.armies("portugal", other))) == (3, 1)
    dice = {first: 6, other: die}
    acts(made, "portugal", dice["angola"], dice["mozambique"], 6)
    assert not made.in_unrest(first)
    assert made.in_unrest(other) is not held
    assert (made.armies("portugal", other) == (1,)) is held


@pytest.mark.parametrize("die", [1, 6])
def test_minor_fights_alone_where_its_partners_do_not(die: int) -> None:
    """5.2, 7.4: in a codominion it waits for the majors; if none of them attacks it does."""
    made = world()
    without_armies(made, "netherlands", "home_netherlands")
    made.state.unrest = ("guiana",)
    acts(made, "netherlands", 6)
    assert made.in_unrest("guiana")
    combat(made, die, great_britain="decline guiana", france="decline guiana")
    assert made.in_unrest("guiana") is (die == 1)
    assert (made.armies("netherlands", "guiana") != ()) is (die == 6)


def test_surplus_of_a_common_victory_goes_home() -> None:
    """5.1, 5.2: also where the minor fought beside majors."""
    made = world()
    made.state.unrest = ("guiana",)
    acts(made, "netherlands", 6)
    assert made.armies("netherlands", "guiana") == (3, 1, 1, 1)
    combat(made, 6)
    assert not made.in_unrest("guiana")
    acts(made, "netherlands", 6)
    assert made.armies("netherlands", "guiana") == (1,)


def test_interest_and_influence_are_not_defended() -> None:
    """Case 38: unrest in a mere influence area sends no army; it goes in phase 6."""
    made = world()
    made.state.unrest = ("kongo",)
    acts(made, "belgium", 6)
    assert armies(made, "kongo") == {}
    adjust(made)
    assert made.status("belgium", "kongo") is Status.NONE


def test_two_minors_share_what_is_new() -> None:
    """Case 39: a protectorate of this turn may be joined."""
    made = acts(world(), "belgium", 1, 6, 2)
    acts(made, "portugal", 1, 6, 2)
    assert made.state.codominions["kongo"] == ("belgium", "portugal")
    assert armies(made, "kongo") == {"belgium": (1,), "portugal": (1,)}


def test_older_control_of_a_minor_is_not_joined() -> None:
    """Case 39: of an earlier turn."""
    made = world()
    made.put_marker("belgium", "kongo", PROTECTORATE)
    acts(made, "portugal", 1, 6, 2, 2, 4)
    assert made.status("portugal", "kongo") is Status.NONE
    assert made.status("portugal", "sudwest_afrika") is PROTECTORATE


def test_minors_protectorate_on_influence_is_cause_for_war() -> None:
    """Case 40."""
    made = world()
    made.put_marker("france", "marocco", INFLUENCE)
    acts(made, "spain", 1, 3, 4)
    assert made.status("spain", "marocco") is PROTECTORATE
    ((kind, holder, against),) = [(c.kind, c.holder, c.against) for c in made.state.causes]
    assert (kind, holder, against) == ("minor_protectorate_on_influence", "france", "spain")


def test_lock_after_a_minor_has_taken_control() -> None:
    """Case 41 a (rulings P11, P48): also amid unrest."""
    made = acts(world(), "belgium", 1, 6, 2)
    made.state.unrest = ("kongo",)
    movement(made, germany=100)
    assert legal(made, "germany", "place kongo interest")
    assert explained(made, "germany", "place kongo influence") == "why.locked"
    assert explained(made, "germany", "place kongo protectorate") == "why.locked"


def test_lock_after_a_minor_has_lost_influence() -> None:
    """Case 41 b: what was raised and failed is lost, and this turn no power may follow."""
    made = world()
    made.state.unrest = ("kongo",)
    acts(made, "belgium", 1, 6, 2, 1)
    assert made.status("belgium", "kongo") is Status.NONE
    assert armies(made, "kongo") == {}
    movement(made, germany=100)
    assert explained(made, "germany", "place kongo interest") == "why.locked"
    assert explained(made, "germany", "place kongo protectorate") == "why.locked"


def test_lock_ends_with_the_turn() -> None:
    """Case 41 b: in the next turn the area is open."""
    made = world()
    made.state.unrest = ("kongo",)
    acts(made, "belgium", 1, 6, 2, 1)
    call(made, "adjustment")
    made.state.chance.script = [1, 1, 2]
    call(made, "next_turn")
    clear(made, "kongo")
    assert made.state.turn == 2
    assert made.state.minor_losses == ()


def test_minor_has_no_cause_against_a_major() -> None:
    """5.4: control placed on a minor's influence gives the minor nothing; another major that has
    influence there has cause, and so has a major against a minor."""
    made = world()
    made.put_marker("spain", "marocco", INFLUENCE)
    made.put_marker("france", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "marocco")
    assert [(c.holder, c.against) for c in live(made)] == [("france", "germany")]
    made.put_marker("italy", "tunis", INFLUENCE)
    add_dispute(made, PROTECTORATE, "spain", "tunis")
    assert ("italy", "spain") in [(c.holder, c.against) for c in live(made)]


def test_minor_without_a_cause_still_yields_by_default() -> None:
    """9.3: a minor's influence facing new control is lowered; the major that placed is to blame."""
    made = world()
    made.put_marker("spain", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "marocco")
    call(made, "default_settlement")
    assert made.status("spain", "marocco") is INTEREST
    assert [(r.kind, r.seat) for r in made.state.rises] == [("status_lowered", "germany")]


def test_minor_has_a_cause_by_the_second_rules() -> None:
    made = world(rules="2")
    made.put_marker("spain", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "marocco")
    assert [c.holder for c in live(made)] == ["spain"]


@pytest.mark.parametrize(
    ("area", "unrest", "raised"),
    [("brasil", False, False), ("brasil", True, True), ("madagascar", False, True)],
)
def test_minor_makes_no_possession_of_a_quiet_independent_area(
    area: str, unrest: bool, raised: bool
) -> None:
    """5.3, P66: as for a new marker there."""
    made = world()
    clear(made, area)
    made.put_marker("portugal", area, PROTECTORATE)
    army(made, "portugal", area, 1)
    made.state.unrest = (area,) if unrest else ()
    assert (feasible(made, "portugal", area) is POSSESSION) is raised
    made.state.rules = "2"
    assert feasible(made, "portugal", area) is POSSESSION
