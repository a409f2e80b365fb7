"""Germany gives Austria-Hungary money at any time (1); no other power does, and it pays none."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import PHASES
from entente.kernel import Frame
from tests.games.pax.peace import do, movement
from tests.games.pax.talks import allowed_at_desk, at_desk
from tests.games.pax.worlds import world


def with_money(phase: str, rules: str = "3") -> PaxContext:
    made = world(rules=rules)
    made.state.phase = phase
    made.state.treasury = {"germany": 12, "austria_hungary": 5, "france": 9}
    return made


@pytest.mark.parametrize("phase", [each for each in PHASES if each != "movement"])
def test_germany_funds_austria_hungary_in_every_phase(phase: str) -> None:
    """1: a gift, which is public; never the other way."""
    made = with_money(phase)
    at_desk(made, "germany", "fund 4")
    assert (made.money("germany"), made.money("austria_hungary")) == (8, 9)
    assert [e.to for e in made.state.news if e.message.key == "log.funded"] == [None]
    assert not allowed_at_desk(made, "germany", "austria fund 4")
    assert not allowed_at_desk(made, "france", "fund 4")


def test_a_gift_is_no_more_than_what_is_free() -> None:
    """4.5: what an event earmarks for navies stays."""
    made = with_money("minors")
    made.state.earmarks = {"germany": 10}
    assert allowed_at_desk(made, "germany", "fund 2")
    assert not allowed_at_desk(made, "germany", "fund 3")
    desk = steps.question("desk")
    refusal = desk.why_not(made, Frame("desk"), "germany", desk.parse("fund 3"))
    assert refusal is not None
    assert refusal.message.key == "why.no_money"
    made.state.treasury["germany"] = 0
    assert not allowed_at_desk(made, "germany", "fund 1")


def test_in_phase_4_the_gift_is_an_order() -> None:
    """6.1: once, in the list of orders, and not at the desk as well."""
    made = movement(world(), germany=12)
    assert not allowed_at_desk(made, "germany", "fund 4")
    do(made, "germany", "fund 4")
    assert made.money("austria_hungary") >= 4


def test_up_to_version_2_only_in_phase_4() -> None:
    """Tables of version 2 play on by theirs."""
    assert not allowed_at_desk(with_money("negotiation", "2"), "germany", "fund 4")
