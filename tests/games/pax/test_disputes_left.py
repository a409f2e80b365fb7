"""No area keeps markers that cannot stand together after the default settlement (9.3, 17)."""

from __future__ import annotations

from itertools import permutations

import pytest

from entente.games.pax.areas.causes import give_cause, live
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import POSSESSION, PROTECTORATE
from tests.games.pax.random_games import all_is_legal
from tests.games.pax.talks import sign_treaty
from tests.games.pax.worlds import army, call, clear, world


def two_in(area: str, one: str, other: str, rules: str = "3") -> PaxContext:
    """Two powers have established control in an area this turn (7.4)."""
    made = world(rules=rules)
    clear(made, area)
    for power in (one, other):
        made.put_marker(power, area, PROTECTORATE)
        army(made, power, area, 1)
    for holder, against in permutations((one, other), 2):
        give_cause(made, "double_establishment", holder, against, area)
    made.state.phase = "negotiation"
    return made


def test_both_german_empires_share_what_both_have_taken() -> None:
    """9.3: they have no cause against each other, and one seat agrees with itself."""
    made = two_in("tunis", "germany", "austria_hungary")
    assert live(made) == []
    call(made, "default_settlement")
    all_is_legal(made)
    assert set(made.holders("tunis")) == {"germany", "austria_hungary"}
    assert set(made.state.codominions["tunis"]) == {"germany", "austria_hungary"}


def test_up_to_version_2_they_coexist() -> None:
    """Games of version 2 continue by their rules."""
    made = two_in("tunis", "germany", "austria_hungary", rules="2")
    call(made, "default_settlement")
    assert "tunis" not in made.state.codominions


def test_a_power_that_receives_a_disputed_marker_takes_the_dispute_over() -> None:
    """9.2: Italy cedes its protectorate to Russia; France and Russia now have cause, and neither
    uses it."""
    made = two_in("tunis", "france", "italy")
    sign_treaty(made, "italy", "cede area=tunis; from=italy; to=russia")
    assert made.status("russia", "tunis") is PROTECTORATE
    pairs = {(cause.holder, cause.against) for cause in live(made)}
    assert pairs == {("france", "russia"), ("russia", "france")}
    call(made, "default_settlement")
    all_is_legal(made)
    assert made.holders("tunis") == []


@pytest.mark.parametrize("taker", ["france", "germany"])
def test_a_cession_that_ends_the_dispute_leaves_no_cause(taker: str) -> None:
    """9.2: to the other party, or where no other power holds anything."""
    made = two_in("tunis", "france", "italy")
    if taker != "france":
        made.put_marker("france", "tunis", Status.NONE)
    else:
        made.put_marker("france", "tunis", Status.INTEREST)
    sign_treaty(made, "italy", f"cede area=tunis; from=italy; to={taker}")
    assert made.status(taker, "tunis") is PROTECTORATE
    assert live(made) == []


def test_a_received_possession_offends_a_power_with_influence() -> None:
    """9.2: France's cause over its influence was against Italy, and is against Russia now."""
    made = world()
    clear(made, "tunis")
    made.put_marker("france", "tunis", Status.INFLUENCE)
    made.put_marker("italy", "tunis", POSSESSION)
    army(made, "italy", "tunis", 1)
    give_cause(made, "status_dispute", "france", "italy", "tunis")
    made.state.phase = "negotiation"
    sign_treaty(made, "italy", "cede area=tunis; from=italy; to=russia")
    assert [(c.holder, c.against) for c in live(made)] == [("france", "russia")]
