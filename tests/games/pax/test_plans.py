"""Plans under seal, when a treaty changes what they began with (6.7, 9.4)."""

from __future__ import annotations

from entente.games.pax.movement.orders import orders_of
from entente.games.pax.movement.sealed_plans import Plans
from entente.kernel import Frame, parse_action
from tests.games.pax.worlds import answer, call, question, world


def test_an_order_that_can_no_longer_be_paid_lapses_and_the_rest_is_performed() -> None:
    made = world(phase_mode="sealed")
    made.state.phase = "movement"
    made.receive("france", 20)
    first = orders_of(made, "france", 1)["place"][0]
    assert first.endswith("interest")
    march = orders_of(made, "france", 1)["march"][0]
    frame = Frame("plans", {"round": 0}, 7)
    made.state.plans = {7: {"france": (first, march)}}
    planned = Plans()._planned(made, frame, "france")
    assert planned.money("france") == 15
    made.pay("france", 20)  # by a treaty that was signed meanwhile
    assert Plans()._planned(made, frame, "france").money("france") == 0
    Plans().resolve_sealed(made, frame, {"france": parse_action("seal")})
    assert made.marker("france", first.split()[1]) is None
    keys = [entry.message.key for entry in made.state.news]
    assert "log.plan_lapses" in keys
    assert "log.moved" in keys


def test_a_readers_copy_of_a_plan_stays_when_the_plan_grows() -> None:
    """Several threads may read a position."""
    made = world(phase_mode="sealed")
    made.state.phase = "movement"
    made.receive("france", 20)
    first, second = orders_of(made, "france", 1)["place"][:2]
    frame = Frame("plans", {"round": 0}, 7)
    made.state.plans = {7: {"france": (first,)}}
    held = Plans()._planned(made, frame, "france")
    money = held.money("france")
    made.state.plans = {7: {"france": (first, second)}}
    assert Plans()._planned(made, frame, "france").money("france") < money
    assert held.money("france") == money


def test_reactions_are_limited_to_areas_that_others_touched() -> None:
    """6.7, P35: after the first plans are opened, markers are placed only where another acted: who
    plans last gains nothing elsewhere."""
    made = world(phase_mode="sealed", reaction_rounds=1)
    made.state.treasury = dict.fromkeys(made.majors, 100)
    call(made, "movement")
    ask, frame = question(made)
    assert frame.number("round") == 0
    for area in ("siam", "burma"):
        assert f"place {area} interest" in ask.menu(made, frame, "great_britain")
    made.state.plans = {frame.window: {"france": ("place siam interest",)}}
    answer(made, dict.fromkeys(made.seats, "seal"))
    ask, frame = question(made)
    assert frame.number("round") == 1
    assert "place siam interest" in ask.menu(made, frame, "great_britain")
    assert "place burma interest" not in ask.menu(made, frame, "great_britain")
    assert "raise siam influence" not in ask.menu(made, frame, "france")
