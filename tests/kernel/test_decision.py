"""Decisions, outcomes and views are data: they leave the house as JSON and come back the same."""

from __future__ import annotations

import msgspec
import pytest

from entente.kernel import (
    Amount,
    Choose,
    Decision,
    Form,
    Menu,
    Outcome,
    Pick,
    Slots,
    View,
    say,
)


@pytest.mark.parametrize(
    "menu",
    [
        Choose(("hold", "move a b")),
        Amount("pay", 0, 5),
        Pick("lose", {"gun": 2}, 1),
        Slots({"A": ("A H", "A - B")}),
        Form("treaty", {"with": Choose(("rome",)), "pay": Amount("gold", 0, 2)}, ("pay",)),
    ],
    ids=lambda menu: type(menu).__name__,
)
def test_a_view_with_its_decision_is_the_same_after_json(menu: Menu) -> None:
    view = View(
        seat="red",
        to_move=("red", "blue"),
        decisions=(Decision("red", say("prompt.move", count=2), "4.6", menu, sealed=True),),
        news=(say("log.moved", by="red"),),
        outcome=None,
    )
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_an_outcome_is_the_same_after_json() -> None:
    outcome = Outcome(("red", "blue"), {"red": 0.5, "blue": 0.5}, say("end.draw"))
    data = msgspec.json.encode(outcome)
    assert msgspec.json.decode(data, type=Outcome) == outcome
    assert msgspec.json.encode(msgspec.json.decode(data, type=Outcome)) == data


def test_irreversible_choices_are_marked_one_by_one() -> None:
    menu = Choose(("done", "surrender"))
    decision = Decision("red", say("prompt.move"), "4.3", menu, irreversible=("surrender",))
    assert [action for action in menu if decision.is_irreversible(action)] == ["surrender"]
    orders = Slots({"A": ("A H", "A - B"), "vote": ("orders", "concede")})
    decision = Decision("red", say("prompt.move"), "1", orders, irreversible=("concede",))
    assert [action for action in orders if decision.is_irreversible(action)] == [
        "A H; concede",
        "A - B; concede",
    ]
    assert not Decision("red", say("prompt.move"), "4.3", menu).is_irreversible("surrender")


def test_a_decision_is_open_unless_it_is_sealed() -> None:
    assert not Decision("red", say("prompt.move"), "4.6", Choose(("hold",))).sealed
