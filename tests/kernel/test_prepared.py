"""Prepared answers: which steps can have them, and what a pass becomes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from entente.kernel import (
    AutoPass,
    DecisionStep,
    Plans,
    Preparable,
    PrivatePlan,
    Seat,
    State,
    Steps,
)


class Pass(AutoPass[State]):
    action = "done"

    def exceptions(self, state: State, seat: Seat) -> Iterable[str] | None:
        return ("belgium", "poland") if seat == "red" else None

    def key(self, state: State) -> str:
        return "turn 1"

    def happened(self, state: State) -> Iterable[str]:
        return ("belgium",)


class Sealed(DecisionStep[State]):
    sealed = True


def test_a_sealed_decision_can_be_prepared() -> None:
    steps: Steps[State] = Steps()
    preparable = Preparable[State]()
    steps.ask("orders", prepared=preparable)(Sealed)
    steps.ask("retreat")(Sealed)
    assert steps.preparable == {"orders": preparable}


def test_an_instant_answer_must_not_reveal_anything() -> None:
    with pytest.raises(ValueError, match="could reveal something hidden"):
        Steps[State]().ask("move", prepared=Preparable[State]())(DecisionStep)


class Lasting(Preparable[State]):
    lasting = True


def test_a_plan_of_several_steps_needs_a_lasting_instruction() -> None:
    """Anything else is used up by the first step."""
    for preparable in (Preparable[State](), Pass()):
        with pytest.raises(ValueError, match="step by step"):
            Steps[State]().ask("plan", prepared=preparable)(PrivatePlan)
    steps: Steps[State] = Steps()
    steps.ask("plan", prepared=Lasting())(PrivatePlan)
    assert [*steps.preparable] == ["plan"]


def test_a_pass_can_be_prepared_for_an_open_decision() -> None:
    steps: Steps[State] = Steps()
    steps.ask("answer", prepared=Pass())(DecisionStep)
    assert [*steps.preparable] == ["answer"]


def test_a_pass_is_one_choice_with_exceptions(bare_state: State) -> None:
    (offered,) = Pass().occasions(bare_state, "red", Plans())
    assert (offered.key, offered.ranked) == ("turn 1", True)
    assert offered.choices == {"done": ("done",), "unless": ("unless belgium", "unless poland")}
    assert [*Pass().occasions(bare_state, "blue", Plans())] == []


@pytest.mark.parametrize(
    ("choices", "answer"),
    [
        (["done"], "done"),
        (["done", "unless poland"], "done"),
        (["done", "unless belgium"], None),
        (["unless poland"], None),
        ([], None),
    ],
)
def test_a_pass_is_not_given_if_an_exception_applies(
    bare_state: State, choices: list[str], answer: str | None
) -> None:
    assert Pass().due(bare_state, "red", choices).answer == answer
