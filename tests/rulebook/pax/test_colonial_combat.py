"""«Combat colonial», «Phase d'ajustement des marqueurs» (7, 8): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import live
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.colonies.combat import area_holds_out
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
    leave_all,
    movement,
    new,
)
from tests.games.pax.worlds import armies, army, clear, world


def fought(power: Power, area: Area, stack: tuple[int, ...], die: int) -> PaxContext:
    """A power fights for a new protectorate with these armies, and this die."""
    made = world()
    new(made, power, area, PROTECTORATE, *stack)
    combat(made, die)
    leave_all(made)
    assert made.state.chance.script == []
    return made


@pytest.mark.parametrize(
    ("power", "area", "stack", "die", "won", "left"),
    [
        # case 65: two to one, table 2
        ("great_britain", "afghanistan", (10, 10), 1, True, (10,)),
        ("great_britain", "afghanistan", (10, 10), 2, True, (10,)),
        ("great_britain", "afghanistan", (10, 10), 3, True, (10,)),
        ("great_britain", "afghanistan", (10, 10), 4, True, (10, 10)),
        ("great_britain", "afghanistan", (10, 10), 5, True, (10, 10)),
        ("great_britain", "afghanistan", (10, 10), 6, True, (10, 10)),
        # case 66: one to one, table 2, a single piece (ruling P43)
        ("great_britain", "afghanistan", (10,), 1, False, ()),
        ("great_britain", "afghanistan", (10,), 2, False, ()),
        ("great_britain", "afghanistan", (10,), 3, False, ()),
        ("great_britain", "afghanistan", (10,), 4, False, ()),
        ("great_britain", "afghanistan", (10,), 5, False, ()),
        ("great_britain", "afghanistan", (10,), 6, True, (10,)),
        # case 67: two to three, table 2
        *[("great_britain", "transvaal", (10, 3), die, False, ()) for die in range(1, 7)],
        # case 68: losses without change, two to one, table 1
        ("great_britain", "kenya", (3, 1), 1, True, (1,)),
        ("great_britain", "kenya", (3, 1), 2, True, (1,)),
        ("great_britain", "kenya", (3, 1), 3, True, (3, 1)),
        ("great_britain", "kenya", (3, 1), 4, True, (3, 1)),
        ("great_britain", "kenya", (3, 1), 5, True, (3, 1)),
        ("great_britain", "kenya", (3, 1), 6, True, (3, 1)),
        ("great_britain", "kenya", (1, 1, 1, 1), 1, True, (1, 1)),
        # case 69: the column below one to three
        *[("great_britain", "transvaal", (3,), die, False, ()) for die in range(1, 7)],
    ],
)
def test_results(
    power: Power, area: Area, stack: tuple[int, ...], die: int, won: bool, left: tuple[int, ...]
) -> None:
    """Cases 65 to 69: the dice, the losses, whether the marker stays."""
    made = fought(power, area, stack, die)
    assert made.established(power, area) is (PROTECTORATE if won else Status.NONE)
    assert made.armies(power, area) == left


@pytest.mark.parametrize(("die", "back"), [(1, 10), (2, 0), (4, 0)])
def test_afghanistan_retreat_and_loss(die: int, back: int) -> None:
    """Case 66: on a 1 the army gets away, on the others it is lost."""
    made = fought("great_britain", "afghanistan", (10,), die)
    assert made.counters("great_britain", "strength_10") == (3 if back else 4)


@pytest.mark.parametrize(("die", "saved"), [(1, True), (2, True), (3, False), (5, False)])
def test_transvaal_costs_thirteen(die: int, saved: bool) -> None:
    """Case 67: a retreat, or everything."""
    made = fought("great_britain", "transvaal", (10, 3), die)
    assert made.counters("great_britain", "strength_10") == (3 if saved else 4)


@pytest.mark.parametrize(("die", "saved"), [(5, False), (6, True)])
def test_three_against_fifteen(die: int, saved: bool) -> None:
    """Case 69: only a 6 lets the army get away, to the Cape."""
    made = fought("great_britain", "transvaal", (3,), die)
    before = world().counters("great_britain", "strength_3")
    assert made.counters("great_britain", "strength_3") == before - saved


def test_strength_zero_needs_no_die() -> None:
    """Case 70."""
    made = world()
    new(made, "germany", "new_hebrides", PROTECTORATE, 1)
    combat(made)
    assert made.established("germany", "new_hebrides") is PROTECTORATE
    assert made.state.chance.count == 0


def italian_aden(fleet_goes: bool) -> PaxContext:
    made = movement(world(), italy=20)
    do(made, "italy", "place aden protectorate", "march 1 home_italy aden")
    if fleet_goes:
        do(made, "italy", "ship indian_ocean south_atlantic")
    end_movement(made)
    combat(made, 2)
    leave_all(made)
    return made


def test_retreat_that_is_impossible() -> None:
    """Case 71: the fleet that brought the army is gone."""
    made = italian_aden(fleet_goes=True)
    assert armies(made, "aden") == {}
    assert made.armies("italy", "home_italy") == (3, 1)


def test_retreat_over_several_seas() -> None:
    """Case 71 (ruling P16)."""
    made = italian_aden(fleet_goes=False)
    assert made.armies("italy", "home_italy") == (3, 1, 1)


def test_failed_raise_from_influence() -> None:
    """Case 72 (ruling P15): nothing comes back, and what others drew from it is void."""
    made = world()
    made.put_marker("france", "nigeria", INFLUENCE)
    made.put_marker("germany", "nigeria", INFLUENCE)
    movement(made, france=20)
    do(made, "france", "raise nigeria protectorate", "march 3 home_france nigeria")
    assert [(c.holder, c.against) for c in live(made)] == [("germany", "france")]
    end_movement(made)
    combat(made, 3)
    assert made.status("france", "nigeria") is Status.NONE
    assert armies(made, "nigeria") == {}
    adjust(made)
    assert live(made) == []
    assert made.state.tension == 0


@pytest.mark.parametrize(("dice", "both"), [((4, 2), False), ((4, 5), True)])
@pytest.mark.parametrize("first", ["great_britain", "france"])
def test_two_powers_fight_one_after_the_other(
    dice: tuple[int, int], both: bool, first: str
) -> None:
    """Case 73: each for itself; the order does not matter."""
    made = world()
    other = "france" if first == "great_britain" else "great_britain"
    made.state.order = (first, other, *(s for s in made.seats if s not in (first, other)))
    made.state.unrest = ("egypt",)
    movement(made, great_britain=20, france=20)
    for seat in ("great_britain", "france"):
        do(made, seat, "place egypt protectorate")
        army(made, seat, "egypt", 10)
    end_movement(made)
    thrown = dict(zip(("great_britain", "france"), dice, strict=True))
    combat(made, thrown[first], thrown[other])
    assert made.established("great_britain", "egypt") is PROTECTORATE
    assert not made.in_unrest("egypt")
    assert (made.established("france", "egypt") is PROTECTORATE) is both
    assert made.armies("france", "egypt") == ((10,) if both else ())
    adjust(made)
    kinds = {(c.holder, c.against) for c in live(made) if c.kind == "double_establishment"}
    pair = {("great_britain", "france"), ("france", "great_britain")}
    assert kinds == (pair if both else set())
    assert both or live(made) == []


def test_only_the_holder_fights() -> None:
    """Case 74: others can neither place nor enter; a holder that declines loses control."""
    made = world()
    made.state.unrest = ("algiers",)
    movement(made, great_britain=50)
    assert explained(made, "great_britain", "place algiers protectorate") == "why.controlled"
    order = "march 3 home_great_britain algiers"
    assert explained(made, "great_britain", order) == "why.needs_control"
    end_movement(made)
    combat(made, france="decline algiers")
    adjust(made)
    assert made.status("france", "algiers") is Status.NONE
    assert armies(made, "algiers") == {}
    assert made.navies_at("france", "algiers") == ()
    assert made.counters("france", "strength_10") == world().counters("france", "strength_10")


@pytest.mark.parametrize(("more", "kept"), [((), False), ((3,), True)])
def test_exchange_may_cost_the_colony(more: tuple[int, ...], kept: bool) -> None:
    """Case 74: a single army of 10 is lost for 3; with a smaller one beside it that one goes."""
    made = world()
    made.state.unrest = ("algiers",)
    army(made, "france", "algiers", *more)
    combat(made, 1)
    leave_all(made)
    adjust(made)
    assert made.status("france", "algiers") is (POSSESSION if kept else Status.NONE)
    assert made.armies("france", "algiers") == ((10,) if kept else ())


def test_declined_establishment() -> None:
    """Case 75: no influence is left, and the army goes."""
    made = world()
    movement(made, germany=20)
    do(made, "germany", "place kamerun protectorate", "march 1 home_germany kamerun")
    end_movement(made)
    combat(made, germany="decline kamerun")
    adjust(made)
    assert made.status("germany", "kamerun") is Status.NONE
    assert armies(made, "kamerun") == {}


# -- adjustment


def test_unrest_sweeps_influence_areas() -> None:
    """Case 76."""
    made = world()
    made.state.unrest = ("persia",)
    made.put_marker("great_britain", "persia", INFLUENCE)
    made.put_marker("russia", "persia", INTEREST)
    made.put_marker("italy", "persia", INTEREST, Status.NONE)
    adjust(made)
    assert made.markers("persia") == {}
    assert not made.in_unrest("persia")
    assert made.state.tension == 0
    assert live(made) == []


def test_unrest_takes_control_and_leaves_others() -> None:
    """Case 77."""
    made = world()
    made.state.unrest = ("egypt",)
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    army(made, "great_britain", "egypt", 3)
    made.put_marker("france", "egypt", INTEREST)
    adjust(made)
    assert set(made.markers("egypt")) == {"france"}
    assert armies(made, "egypt") == {}
    assert made.status("france", "egypt") is INTEREST


def test_unrest_takes_all_shares_of_a_codominion() -> None:
    """Case 78."""
    made = world()
    made.state.unrest = ("hawaii",)
    for power in ("united_states", "japan"):
        made.put_marker(power, "hawaii", PROTECTORATE)
        army(made, power, "hawaii", 1)
    made.set_fleets("japan", ("north_china_sea", "north_pacific"))
    made.share("hawaii", ("united_states", "japan"))
    made.put_marker("france", "hawaii", INTEREST)
    combat(made, united_states="decline hawaii", japan="decline hawaii")
    adjust(made)
    assert set(made.markers("hawaii")) == {"france"}
    assert armies(made, "hawaii") == {}
    assert made.state.codominions.get("hawaii") is None
    assert made.state.tension == 0


def test_dispute_that_arises_in_phase_six() -> None:
    """Case 79: both markers stand, and the casus belli is live."""
    made = movement(world(), germany=20, france=20)
    clear(made, "kamerun")
    do(made, "germany", "place kamerun protectorate", "march 10 home_germany kamerun")
    do(made, "france", "place kamerun influence")
    end_movement(made)
    combat(made, 6)
    adjust(made)
    assert made.established("germany", "kamerun") is PROTECTORATE
    assert made.established("france", "kamerun") is INFLUENCE
    assert [(c.holder, c.against) for c in live(made)] == [("france", "germany")]


def test_a_failed_raise_without_a_counter_to_fall_back_on_leaves_nothing() -> None:
    """Option `failed_raise`: the interest returns only if there is still a counter for it."""
    made = world(failed_raise="revert")
    made.put_marker("italy", "tunis", PROTECTORATE, INTEREST)
    for area in made.board.areas:
        if area != "tunis" and made.counters("italy", "interest_or_influence"):
            made.put_marker("italy", area, INTEREST)
    area_holds_out(made, "tunis", ["italy"])
    assert made.status("italy", "tunis") is Status.NONE


# -- option: influence lets armies in


def unrest_in_afghanistan(rules: str = "3", on: bool = True) -> PaxContext:
    """Britain has an established influence there and an army next to it, Russia an interest."""
    made = world(rules=rules, influence_may_police=on)
    clear(made, "afghanistan", "punjab")
    made.put_marker("great_britain", "punjab", POSSESSION)
    made.put_marker("great_britain", "afghanistan", INFLUENCE)
    made.put_marker("russia", "afghanistan", INTEREST)
    made.state.unrest = ("afghanistan",)
    army(made, "great_britain", "punjab", 10, 1)
    return made


def policing(*dice: int, rules: str = "3", **answers: str) -> PaxContext:
    """By the option a British army marches in, and attacks at even odds."""
    made = movement(unrest_in_afghanistan(rules))
    do(made, "great_britain", "march 10 punjab afghanistan")
    end_movement(made)
    combat(made, *dice, **answers)
    leave_all(made)
    assert made.state.chance.script == []
    return made


def test_influence_polices() -> None:
    """P14: a victory ends the unrest and changes no marker; the army may not stay (8)."""
    made = policing(6)
    assert made.state.unrest == ()
    assert armies(made, "afghanistan") == {"great_britain": (10,)}
    adjust(made)
    assert made.status("great_britain", "afghanistan") is INFLUENCE
    assert made.status("russia", "afghanistan") is INTEREST
    assert armies(made, "afghanistan") == {}
    assert made.state.ottoman_offenders == ()


def test_influence_polices_and_is_beaten() -> None:
    """P14, 7.5, 8: the army retreats at once, and the unrest takes all markers."""
    made = policing(1)
    assert made.state.unrest == ("afghanistan",)
    assert armies(made, "afghanistan") == {}
    assert made.status("great_britain", "afghanistan") is INFLUENCE
    adjust(made)
    assert made.markers("afghanistan") == {}


def test_influence_declines_to_police() -> None:
    """P14, 8: the area is still in unrest: all markers go, and the army retreats."""
    made = policing(great_britain="decline afghanistan")
    assert armies(made, "afghanistan") == {"great_britain": (10,)}
    adjust(made)
    assert made.markers("afghanistan") == {}
    assert armies(made, "afghanistan") == {}


def test_influence_polices_beside_a_new_protectorate() -> None:
    """7.4: each fights alone; Russia fights to establish its marker, the unrest gone or not."""
    made = movement(unrest_in_afghanistan())
    do(made, "great_britain", "march 10 punjab afghanistan")
    end_movement(made)
    new(made, "russia", "afghanistan", PROTECTORATE, 10)
    combat(made, 6, 6)
    leave_all(made)
    assert made.state.chance.script == []
    assert made.established("russia", "afghanistan") is PROTECTORATE
    assert made.status("great_britain", "afghanistan") is INFLUENCE


@pytest.mark.parametrize("case", ["off", "quiet", "new", "interest", "controlled"])
def test_influence_does_not_let_armies_in(case: str) -> None:
    """P14: without the option, without unrest, with a marker that is not established or no
    influence, or where another has control (7.4)."""
    made = unrest_in_afghanistan(on=case != "off")
    if case == "quiet":
        made.state.unrest = ()
    elif case == "new":
        made.put_marker("great_britain", "afghanistan", INFLUENCE, Status.NONE)
    elif case == "interest":
        made.put_marker("great_britain", "afghanistan", INTEREST)
    elif case == "controlled":
        made.put_marker("russia", "afghanistan", PROTECTORATE)
    movement(made)
    assert explained(made, "great_britain", "march 10 punjab afghanistan") == "why.needs_control"


def test_influence_entered_and_did_not_fight_by_the_second_rules() -> None:
    made = policing(rules="2")
    assert armies(made, "afghanistan") == {"great_britain": (10,)}
    assert made.state.unrest == ("afghanistan",)
