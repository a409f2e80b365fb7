"""9.4: a payment due at signing has a condition, a first and a last turn like any other clause."""

from __future__ import annotations

import pytest

from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import FULFILLED, IN_FORCE
from tests.games.pax.talks import sign_treaty
from tests.games.pax.worlds import call, world

NOW = "pay from=france; to=italy; amount=pounds 20; due=now"


def rich(rules: str = "3") -> PaxContext:
    made = world(rules=rules)
    made.state.phase = "negotiation"
    made.state.treasury = {**made.state.treasury, "france": 50, "italy": 0}
    return made


def test_payment_at_signing_is_made_where_its_condition_is_met() -> None:
    made = rich()
    made.state.tension = 30
    treaty = sign_treaty(made, "france", f"{NOW}; if=(tension least=points 30)")
    assert made.money("italy") == 20
    assert treaty.state == FULFILLED


@pytest.mark.parametrize("more", ["if=(tension least=points 90)", "start=turn 4"])
def test_payment_at_signing_waits_for_its_condition_and_its_turn(more: str) -> None:
    """9.4: the engine evaluates `if`; nothing is paid before, and the clause stays."""
    made = rich()
    treaty = sign_treaty(made, "france", f"{NOW}; {more}")
    assert made.money("italy") == 0
    assert treaty.state == IN_FORCE
    made.state.turn, made.state.tension = 4, 90
    call(made, "treaty_payments")
    assert made.money("italy") == 20
    call(made, "treaty_payments")
    assert made.money("italy") == 20


def test_payment_at_signing_is_not_made_after_its_last_turn() -> None:
    made = rich()
    made.state.turn = 5
    sign_treaty(made, "france", f"{NOW}; until=turn 4")
    assert made.money("italy") == 0


def test_payment_of_a_secret_treaty_waits_as_well() -> None:
    made = rich()
    sign_treaty(
        made, "france", f"{NOW}; if=(has power=italy; area=tunis; status=influence)", secret=True
    )
    assert made.money("italy") == 0
    made.put_marker("italy", "tunis", Status.INFLUENCE)
    call(made, "treaty_payments")
    assert made.money("italy") == 20


def test_payment_at_signing_under_earlier_rules() -> None:
    """Games of version 2 keep their rules: it is paid, whether its condition holds or not."""
    made = rich("2")
    sign_treaty(made, "france", f"{NOW}; if=(tension least=points 90)")
    assert made.money("italy") == 20
