"""Why units that must leave a place may not go to another (7.5, 12.10), with the rule."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.kernel import step
from tests.games.pax.peace import PROTECTORATE
from tests.games.pax.worlds import army, call, clear, question, world

NAVY_HERE = "marocco@north_atlantic"


def leaving(name: str) -> PaxContext:
    """French units must leave Morocco: an army of 3 and a navy of 1."""
    made = world()
    clear(made, "marocco", "formosa")
    army(made, "france", "marocco", 3)
    made.add_unit("france", "navy", NAVY_HERE, 1)
    made.put_marker("france", "formosa", PROTECTORATE)
    made.set_fleets("france", ())
    call(made, step(name, power="france", area="marocco"))
    return made


def why(made: PaxContext, action: str) -> tuple[str, str]:
    ask, frame = question(made)
    assert action not in ask.menu(made, frame, "france")
    refusal = ask.why_not(made, frame, "france", ask.parse(action))
    assert refusal is not None
    return refusal.section, refusal.message.key.removeprefix("why.")


@pytest.mark.parametrize(
    ("action", "section", "reason"),
    [
        ("retreat army 3 marocco cuba", "7.5", "no_shelter"),
        ("retreat army 3 marocco formosa", "7.5", "no_way"),
        ("retreat army 1 marocco home_france", "7.5", "must_leave"),
        ("retreat army 3 algiers home_france", "7.5", "must_leave"),
        (f"retreat navy 1 {NAVY_HERE} cuba@north_atlantic", "7.5", "no_port"),
        (f"retreat navy 3 {NAVY_HERE} home_france@north_atlantic", "7.5", "must_leave"),
    ],
)
def test_a_retreat_in_peace(action: str, section: str, reason: str) -> None:
    assert why(leaving("choose_retreat"), action) == (section, reason)


@pytest.mark.parametrize(
    ("action", "section", "reason"),
    [
        ("retreat army 3 marocco cuba", "6.3", "needs_control"),
        ("retreat army 3 marocco formosa", "6.3", "no_way"),
        ("retreat army 3 marocco home_spain", "6.3", "foreign_home"),
        (f"retreat navy 1 {NAVY_HERE} cuba@north_atlantic", "12.10", "no_port"),
    ],
)
def test_units_without_right_after_a_war(action: str, section: str, reason: str) -> None:
    assert why(leaving("to_legal_place"), action) == (section, reason)
