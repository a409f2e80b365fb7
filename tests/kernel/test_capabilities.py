"""Capabilities: what few steps have, and what a bound decision says of steps without them."""

from __future__ import annotations

import pytest

from entente.kernel import Choose, DecisionStep, Frame, Menu, Seat, State, Steps
from entente.kernel.capabilities import CAPABILITIES, ReadyMarks, Repeatable
from entente.kernel.chat_rules import chat_restriction, proposals
from tests.open_play import Concert
from tests.toys import Conference

CONFERENCE, CONCERT = Conference(), Concert()


def test_a_step_must_declare_the_capability_of_its_members() -> None:
    steps: Steps[State] = Steps()

    class Move(DecisionStep[State]):
        def repeat_limit(self, context: State, frame: Frame, seat: Seat, action: str) -> int:
            return 2

    with pytest.raises(TypeError, match="Move has `repeat_limit` and must inherit Repeatable"):
        steps.ask("move")(Move)


def test_a_step_with_the_capability_is_accepted() -> None:
    steps: Steps[State] = Steps()

    class Move(DecisionStep[State], Repeatable[State]):
        def menu(self, context: State, frame: Frame, seat: Seat) -> Menu:
            return Choose(("move", "done"))

        def stop(self) -> str:
            return "done"

    steps.ask("move")(Move)
    assert isinstance(steps.asking["move"], Repeatable)


def test_ready_marks_are_a_tuple() -> None:
    class Market(DecisionStep[State], ReadyMarks[State]):
        marks = "ready"  # type: ignore[assignment]

    with pytest.raises(TypeError, match="`marks` is a text"):
        Steps[State]().ask("market")(Market)


def test_no_capability_repeats_a_member_of_the_contract() -> None:
    """A step class comes before its capabilities, so its members would hide theirs."""
    for capability in CAPABILITIES:
        members = {name for name in vars(capability) if not name.startswith("_")}
        assert members
        assert not members & set(vars(DecisionStep)), capability


def test_a_decision_without_capabilities_has_nothing_special() -> None:
    position = CONFERENCE.begin(None, "7")
    bound = position.bind(position.decisions[0])
    assert not bound.is_by_thing
    assert list(bound.candidates("vote")) == []
    assert bound.consequences("vote aye") == []
    assert bound.read("vote aye", CONFERENCE.catalog("en")) == []
    assert bound.read_choices("vote aye", CONFERENCE.catalog("en")) == []
    assert bound.explain_target(["vote"]) is None
    assert bound.part_hint("vote aye") is None
    assert list(bound.action_parts("vote aye")) == []
    assert bound.repeat_limit("vote aye") == 0
    assert bound.is_seen("vote aye", None)
    assert chat_restriction(position) is None
    assert proposals(position) == {}


def test_a_bound_decision_explains_answers_to_itself_only() -> None:
    position = CONCERT.begin(None, "7")
    first, *others = position.decisions_for(position.decisions[0].seat)
    bound = position.bind(first)
    assert bound.explain(next(iter(first.menu))) is None
    for other in others:
        assert bound.explain(next(iter(other.menu))) is not None


def test_only_an_open_decision_can_be_bound() -> None:
    position = CONFERENCE.begin(None, "7")
    decision = position.decisions[0]
    while any(each.window == decision.window for each in position.decisions):
        now = position.decisions[0]
        position.apply(now.seat, next(iter(now.menu)))
    with pytest.raises(LookupError):
        position.bind(decision)
