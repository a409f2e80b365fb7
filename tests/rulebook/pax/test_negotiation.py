"""«Négociations», «Traités», «Casus belli» (9): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import live
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import effective_value
from entente.kernel import step
from tests.games.pax.peace import (
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    adjust,
    combat,
    do,
    end_movement,
    leave_all,
    movement,
)
from tests.games.pax.talks import allowed_at_desk, asked, at_desk, dispute, offer_text, sign_treaty
from tests.games.pax.worlds import answer, armies, army, call, leave, question, world


def yields(made: PaxContext, seat: str, order: str) -> None:
    call(made, "negotiation")
    answer(made, {seat: order})


@pytest.mark.parametrize(
    ("seat", "order", "left", "tension"),
    [
        ("france", "yield tunis interest", INTEREST, 21),
        ("france", "yield tunis none", Status.NONE, 22),
        ("italy", "yield tunis none", Status.NONE, 23),
    ],
)
def test_yielding(seat: str, order: str, left: Status, tension: int) -> None:
    """Case 80: each step counts, and the one who placed control is to blame; money is lost."""
    made = dispute()
    yields(made, seat, order)
    assert made.status(seat, "tunis") is left
    assert made.state.tension == tension
    assert made.state.rises[-1].seat == "italy"
    assert live(made) == []
    if seat == "italy":
        assert made.money("italy") == 0
        assert armies(made, "tunis") == {}


def test_possession_leaves_no_room_for_an_interest() -> None:
    """Case 81."""
    made = dispute(POSSESSION)
    call(made, "negotiation")
    ask, frame = question(made)
    assert "yield tunis interest" not in ask.menu(made, frame, "france")
    answer(made, {"france": "yield tunis none"})
    assert made.state.tension == 22


def test_codominion_by_agreement() -> None:
    """Case 82: a raised influence is paid for; the value falls; an army must follow."""
    made = dispute()
    made.state.treasury["france"] = 15
    call(made, "negotiation")
    share = "codominion area=tunis; members=[italy | france]; level=protectorate"
    sign_treaty(made, "italy", share)
    assert made.money("france") == 5
    assert made.established("france", "tunis") is PROTECTORATE
    assert made.state.tension == 20
    assert live(made) == []
    assert effective_value(made, "tunis") == 4
    made.state.stack.clear()
    movement(made)
    end_movement(made)
    combat(made)
    call(made, "adjustment")
    assert asked(made) == "keep_interest"
    answer(made, {"france": "keep none"})
    assert made.status("france", "tunis") is Status.NONE
    assert made.status("italy", "tunis") is PROTECTORATE


def test_codominion_at_the_level_of_a_possession_costs_more() -> None:
    """9.2: an influence is raised by two steps; the second has its usual price."""
    made = dispute()
    made.state.treasury["france"] = 30
    call(made, "negotiation")
    share = "codominion area=tunis; members=[italy | france]; level=possession"
    sign_treaty(made, "italy", share)
    assert made.established("france", "tunis") is POSSESSION
    assert made.money("france") == 0


def test_exchange_without_a_dispute() -> None:
    """Case 83 (ruling P17): no tension, no cost; units without right go."""
    made = world()
    made.put_marker("germany", "kamerun", PROTECTORATE)
    army(made, "germany", "kamerun", 1)
    call(made, "negotiation")
    sign_treaty(
        made,
        "great_britain",
        "exchange area=gold_coast; from=great_britain; other=kamerun; to=germany",
    )
    assert made.established("germany", "gold_coast") is POSSESSION
    assert made.established("great_britain", "kamerun") is PROTECTORATE
    assert made.status("great_britain", "gold_coast") is Status.NONE
    leave_all_retreats(made)
    assert armies(made, "gold_coast") == {}
    assert armies(made, "kamerun") == {}
    assert made.state.tension == 0


def leave_all_retreats(made: PaxContext) -> None:
    while asked(made) == "choose_retreat":
        leave(made)


def test_nothing_is_ceded_above_its_level() -> None:
    """Case 83: a protectorate cannot be ceded as a possession; such a clause comes to nothing."""
    made = world()
    made.put_marker("germany", "kamerun", PROTECTORATE)
    call(made, "negotiation")
    sign_treaty(
        made, "germany", "cede area=kamerun; from=germany; to=great_britain; level=possession"
    )
    assert made.status("germany", "kamerun") is PROTECTORATE
    assert made.status("great_britain", "kamerun") is Status.NONE


def test_default_settlement() -> None:
    """Case 84: a power with an unused casus belli yields; of an influence beside a
    protectorate an interest is left, the least that the book allows."""
    made = dispute()
    call(made, "default_settlement")
    assert made.status("france", "tunis") is INTEREST
    assert made.status("italy", "tunis") is PROTECTORATE
    assert made.state.tension == 21
    assert made.state.rises[-1].seat == "italy"


def egypt_of_two() -> PaxContext:
    """Britain and France have both established a protectorate in Egypt this turn."""
    made = world()
    made.state.unrest = ("egypt",)
    movement(made, great_britain=20, france=20)
    for seat in ("great_britain", "france"):
        do(made, seat, "place egypt protectorate")
        army(made, seat, "egypt", 10)
    end_movement(made)
    combat(made, 5, 5)
    adjust(made)
    return made


def test_unused_mutual_causes() -> None:
    """Case 85 (ruling P18): both protectorates go, three steps each."""
    made = egypt_of_two()
    call(made, "default_settlement")
    leave_all(made)
    assert made.markers("egypt") == {}
    assert made.state.tension == 6
    assert armies(made, "egypt") == {}


def marocco_treaty(secret: bool = False) -> PaxContext:
    made = world()
    movement(made, great_britain=50)
    sign_treaty(
        made,
        "france",
        "no_placement power=great_britain; areas=[marocco]",
        "no_war power=france; towards=[great_britain]",
        secret=secret,
    )
    return made


def test_breach_of_a_public_treaty() -> None:
    """Case 86: legal after a warning; once a treaty, breaker and turn."""
    made = marocco_treaty()
    ask, frame = question(made)
    warned = [
        m.key
        for m in ask.cautions(made, frame, "great_britain", ask.parse("place marocco interest"))
    ]
    assert warned == ["caution.breach"]
    do(made, "great_britain", "place marocco interest")
    assert made.state.tension == 5
    assert made.state.rises[-1].seat == "great_britain"
    ((kind, holder, against),) = [(c.kind, c.holder, c.against) for c in live(made)]
    assert (kind, holder, against) == ("treaty_broken", "france", "great_britain")
    do(made, "great_britain", "raise marocco influence")
    assert made.state.tension == 5
    (name,) = made.state.treaties
    at_desk(made, "france", f"release {name}")
    assert made.state.treaties[name].released == ("france",)


def test_breach_of_a_secret_treaty() -> None:
    """Case 87 (ruling P19): counts if it is published in the same turn."""
    made = marocco_treaty(secret=True)
    do(made, "great_britain", "place marocco interest")
    assert made.state.tension == 0
    assert live(made) == []
    (name,) = made.state.treaties
    at_desk(made, "france", f"publish {name}")
    assert made.state.tension == 5
    assert [c.kind for c in live(made)] == ["treaty_broken"]


def test_breach_that_was_not_published_in_time() -> None:
    """Case 87: in the next turn it is too late."""
    made = marocco_treaty(secret=True)
    do(made, "great_britain", "place marocco interest")
    made.state.turn += 1
    (name,) = made.state.treaties
    at_desk(made, "france", f"publish {name}")
    assert made.state.tension == 0
    assert live(made) == []


def german_debt() -> PaxContext:
    """Germany owes Italy 12 and may spend 10."""
    made = movement(world(), "2-4", germany=30)
    sign_treaty(made, "germany", "pay from=germany; to=italy; amount=pounds 12; due=now")
    assert made.money("germany") == 20
    assert made.money("italy") == 10
    return made


def test_shortfall_is_a_breach() -> None:
    """Case 88: unless the creditor waives it."""
    made = german_debt()
    assert asked(made) == "shortfall"
    answer(made, {"italy": "insist"})
    assert made.state.tension == 5
    assert [(c.holder, c.against) for c in live(made)] == [("italy", "germany")]


def test_shortfall_that_is_waived() -> None:
    """Case 88."""
    made = german_debt()
    answer(made, {"italy": "forgive"})
    assert made.state.tension == 0
    assert live(made) == []
    assert asked(made) == "open_movement"


def test_no_power_pays_austria_hungary() -> None:
    """Case 88 (ruling P1): nor does it pay."""
    made = world()
    for giver, taker in (("italy", "austria_hungary"), ("austria_hungary", "italy")):
        clause = f"pay from={giver}; to={taker}; amount=pounds 5; due=now"
        assert not allowed_at_desk(made, "italy", offer_text(made, "italy", clause))
    clause = "pay from=italy; to=germany; amount=pounds 5; due=now"
    assert allowed_at_desk(made, "italy", offer_text(made, "italy", clause))


def test_no_clause_opens_foreign_land() -> None:
    """Case 89: passages are canals and straits."""
    made = world()
    clause = "passage power=france; user=germany; passage={}; stance=open"
    assert allowed_at_desk(made, "france", offer_text(made, "france", clause.format("suez")))
    assert not allowed_at_desk(made, "france", offer_text(made, "france", clause.format("algiers")))


def test_cause_for_war_lives_one_turn() -> None:
    """Case 90, «Casus belli»."""
    made = world()
    made.state.chance.script = [1, 2, 2]
    call(made, "events")
    assert [(c.holder, c.against) for c in live(made)] == [("united_states", "spain")]
    made.state.chance.script = [1, 1, 6]
    call(made, "next_turn")
    assert made.state.turn == 2
    assert live(made) == []


def test_signing_a_secret_treaty_shows_in_no_ready_mark() -> None:
    """14, 17: France has offered and is ready; Italy signs, and no other seat sees any change."""
    made = world()
    made.state.push_standing(step("desk"))
    call(made, "negotiation")
    promise = offer_text(made, "france", "no_placement power=italy; areas=[siam]", secret=True)
    at_desk(made, "france", promise)
    answer(made, {"france": "ready"})
    before = made.state.ready
    at_desk(made, "italy", f"sign {list(made.state.treaties)[-1]}")
    assert made.state.ready == before
