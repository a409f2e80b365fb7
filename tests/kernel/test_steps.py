"""Steps: how a game names them, and what a waiting step does unless it says otherwise."""

from __future__ import annotations

import pytest

from entente.kernel import DecisionStep, Frame, Message, State, Steps, parse_action, step


def test_an_automatic_step_is_named_like_its_function() -> None:
    steps: Steps[State] = Steps()

    @steps.auto
    def draw(state: State, frame: Frame) -> None:
        """Draw."""

    assert steps.automatic == {"draw": draw}


def test_an_automatic_step_may_keep_a_stored_name() -> None:
    steps: Steps[State] = Steps()

    @steps.auto("draw")
    def draw_a_card(state: State, frame: Frame) -> None:
        """Draw."""

    assert steps.automatic == {"draw": draw_a_card}
    with pytest.raises(ValueError, match="two steps are called 'draw'"):
        steps.auto("draw")(draw_a_card)


def test_a_waiting_step_has_the_name_it_is_given() -> None:
    steps: Steps[State] = Steps()

    @steps.ask("move")
    class Move(DecisionStep[State]):
        """Move."""

    assert isinstance(steps.asking["move"], Move)


def test_no_two_steps_have_the_same_name() -> None:
    steps: Steps[State] = Steps()

    @steps.auto
    def draw(state: State, frame: Frame) -> None:
        """Draw."""

    with pytest.raises(ValueError, match="two steps are called 'draw'"):
        steps.auto(draw)
    with pytest.raises(ValueError, match="two steps are called 'draw'"):
        steps.ask("draw")(DecisionStep)


def test_the_prompt_and_the_rule_follow_from_name_and_section(bare_state: State) -> None:
    class Move(DecisionStep[State]):
        section = "4.6"

    frame = step("move", seat="red")
    assert Move().prompt(bare_state, frame, "red") == Message("prompt.move")
    assert Move().rule(bare_state, frame) == "4.6"
    assert Move().needed(bare_state, frame)
    assert not Move().sealed
    assert Move().why_not(bare_state, frame, "red", Move().parse("move a b")) is None


def test_a_step_that_leaves_out_its_own_part_fails(bare_state: State) -> None:
    frame = step("move")
    with pytest.raises(NotImplementedError):
        DecisionStep[State]().seats(bare_state, frame)
    with pytest.raises(NotImplementedError):
        DecisionStep[State]().menu(bare_state, frame, "red")
    with pytest.raises(NotImplementedError):
        DecisionStep[State]().apply(bare_state, frame, "red", parse_action("move a b"))
    with pytest.raises(NotImplementedError):
        DecisionStep[State]().resolve_sealed(bare_state, frame, {})
