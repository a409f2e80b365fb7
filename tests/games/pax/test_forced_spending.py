"""Forced spending (4.5, 9.4): what an event demands is kept back from every other payment."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import earmark, free_money
from entente.games.pax.records.treaty import WHOLE, Treaty
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.treaties.codominions import found_codominion
from tests.games.pax.peace import INFLUENCE, PROTECTORATE, office
from tests.games.pax.talks import at_desk, offer_text, sign_treaty
from tests.games.pax.wars import without_units
from tests.games.pax.worlds import absence, army, leave, log, question, world

FLEET = "2-4"  # Germany must spend 20 on navies
OWED = "pay from=germany; to=france; amount=pounds 50; due=turn_2"


def german_fleet_year(owed: str = OWED, rules: str = "3") -> PaxContext:
    """A turn in which Germany has 60, must spend 20 on navies, and owes France 50."""
    made = world(rules=rules)
    sign_treaty(made, "germany", owed)
    without_units(made, "germany")
    made.state.turn, made.state.events = 2, (FLEET,)
    office(made)
    return made


def income(made: PaxContext) -> int:
    return made.state.sheets["germany"][-1].lines["l22"]


def test_a_treaty_payment_leaves_what_an_event_earmarks() -> None:
    """4.5: 50 are owed; only what the event leaves is paid, and the rest is missing."""
    made = german_fleet_year()
    (paid,) = log(made, "log.paid")
    assert paid["amount"] == min(50, income(made) - 20)
    assert made.money("germany") == income(made) - paid["amount"]
    assert made.money("germany") >= 20
    assert earmark(made, "germany") == 20
    ask, frame = question(made)
    assert frame.step == "shortfall"
    assert absence(made, "france") == "insist"
    assert ask.seats(made, frame) == ("france",)


def test_up_to_version_2_the_payment_came_first() -> None:
    """Tables of version 2 play on by theirs."""
    made = german_fleet_year(rules="2")
    (paid,) = log(made, "log.paid")
    assert paid["amount"] == min(50, income(made))


def test_an_earmark_holds_while_others_are_in_deficit() -> None:
    """4.5: money promised "now" in the middle of phase 2 leaves the earmark alone."""
    made = world()
    without_units(made, "germany")
    made.state.events, made.state.turn = (FLEET,), 2
    for area in ("tunis", "tripoli", "abyssinia"):
        made.put_marker("italy", area, PROTECTORATE)
        made.add_unit("italy", "army", area, 10)
    office(made)
    assert question(made)[1].step == "deficit"
    now = "pay from=germany; to=france; amount=pounds 300; due=now"
    at_desk(made, "germany", offer_text(made, "germany", now))
    name = list(made.state.treaties)[-1]
    at_desk(made, "france", f"sign {name}")
    (paid,) = log(made, "log.paid")
    assert made.money("germany") == 20
    assert paid["amount"] == income(made) - 20


def test_before_phase_4_only_the_cost_of_rebuilding_is_kept_back() -> None:
    """6.4, 9.4: one Indian army is missing: a payment leaves its price, and not the treasury."""
    made = world()
    made.state.phase = "administration"
    area = made.board.tagged("india")[0]
    without_units(made, "great_britain")
    army(made, "great_britain", area, *[10] * (made.board.constants.india_armies - 1))
    made.state.treasury["great_britain"] = 100
    assert free_money(made, "great_britain") == 100 - made.board.unit_cost("army", 10)


@pytest.mark.parametrize("phase", ["negotiation", "congress", "war"])
def test_after_phase_4_rebuilding_keeps_no_money_back(phase: str) -> None:
    """6.4: armies are bought in phase 4; later Britain pays what it has promised."""
    made = world()
    without_units(made, "great_britain")
    made.state.phase = phase
    made.state.treasury["great_britain"] = 30
    assert free_money(made, "great_britain") == 30


def test_a_codominion_is_not_paid_with_earmarked_money() -> None:
    """9.2, 4.5: who raises an influence pays for it out of free money."""
    made = world()
    made.state.phase = "minors"
    made.put_marker("germany", "morocco", INFLUENCE)
    made.put_marker("france", "morocco", INFLUENCE)
    made.state.events = (FLEET,)
    without_units(made, "germany")
    made.state.treasury = {"germany": 20, "france": 100}
    made.state.earmarks = {"germany": 20}
    treaty = Treaty("treaty-1", "france", ("france", "germany"), ())
    both = ["france", "germany"]
    assert not found_codominion(made, "morocco", both, PROTECTORATE, treaty)
    made.state.earmarks = {}
    assert found_codominion(made, "morocco", both, PROTECTORATE, treaty)


@pytest.mark.parametrize(
    ("tension", "rules", "answer"),
    [(94, "4", "insist"), (95, "4", "forgive"), (99, "4", "forgive"), (99, "3", "insist")],
)
def test_an_absent_creditor_forgives_rather_than_bring_the_great_war(
    tension: int, rules: str, answer: str
) -> None:
    """9.5: a breach raises the tension by 5. A player who insists is warned."""
    made = german_fleet_year(rules=rules)
    made.state.tension = tension
    assert absence(made, "france") == answer
    ask, frame = question(made)
    ends = tension >= 95
    cautions = ask.cautions(made, frame, "france", ask.parse("insist"))
    assert [c.key for c in cautions] == ["caution.great_war"] * ends
    assert ask.cautions(made, frame, "france", ask.parse("forgive")) == []
    leave(made)
    assert (made.state.outcome is None) == (answer == "forgive" or not ends)


def test_a_treaty_that_is_broken_already_brings_nothing_more() -> None:
    """9.5: a treaty counts once a turn: then an absent creditor insists."""
    made = german_fleet_year(rules="4")
    made.state.tension = 90
    (treaty,) = made.state.treaties.values()
    breach(made, treaty, WHOLE, "germany")
    assert made.state.tension == 95
    assert absence(made, "france") == "insist"
