"""Payments that wait for a war, German money in a deficit, minors that raise control, and whose the
blame is (P85 to P90)."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import give_cause, live
from entente.games.pax.board import Status
from entente.games.pax.colonies.minor_powers import place_minor
from entente.games.pax.context import PaxContext
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import INTEREST, POSSESSION, PROTECTORATE
from tests.games.pax.talks import (
    asked,
    at_desk,
    dispute,
    sign_treaty,
)
from tests.games.pax.worlds import answer, army, call, world

WAR = "if=(at_war power=italy; with=japan)"
CAUSE = "if=(cause power=italy; against=japan)"


def subsidy(due: str, condition: str, rules: str = "4") -> PaxContext:
    """France pays Italy 20 when it is at war with Japan, or has cause for it."""
    made = world(rules=rules)
    made.state.phase = "negotiation"
    made.state.treasury = {**made.state.treasury, "france": 50, "italy": 0}
    sign_treaty(
        made, "france", f"pay from=france; to=italy; amount=pounds 20; due={due}; {condition}"
    )
    assert made.money("italy") == 0
    return made


@pytest.mark.parametrize("due", ["now", "each_turn", "turn_1"])
def test_payment_for_a_war_is_made_when_the_war_begins(due: str) -> None:
    """P85: wars are over before the next administration, when payments were looked at."""
    made = subsidy(due, WAR)
    war = make.at_war(made, ("italy",), ("japan",))
    for _ in range(2):  # once a turn, no matter how many rounds
        call(made, step("war_round", war=war.id))
        made.state.stack.clear()
        assert made.money("italy") == 20


def test_yearly_payment_for_a_war_is_made_again_in_the_next_turn() -> None:
    """P85."""
    made = subsidy("each_turn", WAR)
    war = make.at_war(made, ("italy",), ("japan",))
    for turn, money in ((1, 20), (2, 40)):
        made.state.turn = turn
        call(made, step("war_round", war=war.id))
        made.state.stack.clear()
        assert made.money("italy") == money


def test_payment_for_a_cause_is_made_before_the_declarations() -> None:
    """P85: causes go when the wars begin."""
    made = subsidy("now", CAUSE)
    give_cause(made, "treaty_broken", "italy", "japan")
    call(made, "declarations")
    assert made.money("italy") == 20


def test_payment_for_a_war_under_earlier_rules() -> None:
    """Games of version 3 keep their rules: it is looked at after the administration only."""
    made = subsidy("now", WAR, rules="3")
    war = make.at_war(made, ("italy",), ("japan",))
    call(made, step("war_round", war=war.id))
    assert made.money("italy") == 0


# -- money of Germany


def test_german_money_covers_the_deficit_of_austria() -> None:
    """P90: 3 of 5 pounds, then more than the rest: the question is over, and 2 are left."""
    made = world()
    made.state.phase = "administration"
    made.state.treasury = {**made.state.treasury, "germany": 20, "austria_hungary": 0}
    made.state.deficits = {"austria_hungary": 5}
    make.possess(made, "austria_hungary", "serbia", status=PROTECTORATE)
    made.state.deficit_areas = {"austria_hungary": ("serbia",)}
    call(made, "deficit")
    at_desk(made, "germany", "fund 3")
    assert made.state.deficits == {"austria_hungary": 2}
    assert made.money("austria_hungary") == 0
    assert asked(made) == "deficit"
    at_desk(made, "germany", "fund 4")
    assert made.state.deficits == {}
    assert (made.money("germany"), made.money("austria_hungary")) == (13, 2)
    assert asked(made) == ""


@pytest.mark.parametrize(
    ("power", "rules", "deficit", "left"),
    [("france", "4", 0, 3), ("france", "3", 5, 8)],
)
def test_money_by_treaty_covers_a_deficit(power: str, rules: str, deficit: int, left: int) -> None:
    """P90: 8 pounds that Italy pays at once: 5 are owed. Under earlier rules nothing is covered."""
    made = world(rules=rules)
    made.state.phase = "administration"
    made.state.treasury = {**made.state.treasury, "italy": 20, power: 0}
    made.state.deficits = {power: 5}
    make.possess(made, power, "serbia", status=PROTECTORATE)
    made.state.deficit_areas = {power: ("serbia",)}
    call(made, "deficit")
    assert asked(made) == "deficit"
    sign_treaty(made, "italy", f"pay from=italy; to={power}; amount=pounds 8; due=now")
    assert made.state.deficits.get(power, 0) == deficit
    assert made.money(power) == left
    assert asked(made) == ("deficit" if deficit else "")


# -- minors


def test_possession_of_a_minor_over_an_interest_gives_cause() -> None:
    """P86: as a major's would."""
    made = world()
    made.put_marker("spain", "marocco", PROTECTORATE)
    army(made, "spain", "marocco", 1)
    made.put_marker("france", "marocco", INTEREST)
    place_minor(made, "spain", "marocco", POSSESSION)
    assert [(c.holder, c.against) for c in live(made)] == [("france", "spain")]


def test_control_is_lowered_by_treaty_without_a_dispute() -> None:
    """P88: a treaty may lower a possession that no power disputes, and raises no tension."""
    made = world()
    made.state.phase, made.state.tension = "negotiation", 20
    clear_marker(made, "france", "tunis", POSSESSION)
    lower = "lower power=france; area=tunis; level=protectorate"
    sign_treaty(made, "france", lower, "no_war power=italy; towards=[france]")
    assert made.status("france", "tunis") is PROTECTORATE
    assert made.state.tension == 20


def clear_marker(made: PaxContext, power: str, area: str, status: Status) -> None:
    make.possess(made, power, area, status=status)
    army(made, power, area, 1)


# -- blame


def test_the_placer_is_to_blame_for_what_is_yielded() -> None:
    """P89: France yields to Italy's new protectorate, and Italy is guilty."""
    made = dispute()
    made.state.tension = 99
    call(made, "negotiation")
    answer(made, {"france": "yield tunis none"})
    assert made.state.guilty == ("italy",)


def test_the_starter_of_a_parallel_war_has_no_part_in_the_blame() -> None:
    """P87: the round of the Japanese war brings the end, not the American one."""
    made = world()
    make.declare(made, "japan", "russia")
    make.declare(made, "united_states", "spain")
    made.state.tension = 98
    call(made, step("round_ends", war=made.state.wars[0].id))
    assert made.state.guilty == ("japan",)
