"""An invalid menu is refused when it is built, not when it is sampled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from entente.kernel import Amount, Choose, Form, ListOf, OneOf, Pick, Slots, Text

YES = Choose(("yes", "no"))

NONSENSE: list[tuple[Callable[[], Any], str]] = [
    (lambda: Choose(()), "Choose: `actions` is empty"),
    (lambda: Choose("march"), "Choose: `actions` is a string, 'march'"),  # type: ignore[arg-type]
    (lambda: Amount("pay", 4, 3), "Amount 'pay': `least` 4 is more than `most` 3"),
    (lambda: Amount("", 1, 3), "Amount: `verb` is empty"),
    (
        lambda: Pick("lose", {"gun": 1, "foot": 2}, 4),
        "Pick 'lose': `number` 4 is more than the 3 `items`",
    ),
    (lambda: Pick("lose", {"gun": 1}, -1), "Pick 'lose': `number` -1 is less than 0"),
    (lambda: Pick("lose", {"gun": -1, "foot": 3}, 1), "Pick 'lose': `items` has -1 of 'gun'"),
    (lambda: Pick("", {"gun": 1}, 1), "Pick: `verb` is empty"),
    (lambda: Text("say", 5, 4), "Text 'say': `least` 5 is more than `most` 4"),
    (lambda: Text("say", -1, 4), "Text 'say': `least` -1 is less than 0"),
    (lambda: Slots({"A VIE": ()}), "Slots: slot 'A VIE' has no choices"),
    (lambda: Slots({"A VIE": "H"}), "Slots: the choices of 'A VIE' are a string"),  # type: ignore[dict-item]
    (lambda: Slots({"A VIE": ("H",)}, ("A TRI",)), "Slots: `seldom` names 'A TRI', .* not a slot"),
    (lambda: Form("treaty", {}), "Form 'treaty': `fields` is empty"),
    (lambda: Form("", {"with": YES}), "Form: `verb` is empty"),
    (lambda: Form("treaty", {"with": YES}, ("gold",)), "Form 'treaty': `optional` names 'gold'"),
    (lambda: OneOf(()), "OneOf: `forms` is empty"),
    (lambda: ListOf("clauses", YES, 3, 2), "ListOf 'clauses': `least` 3 is more than `most` 2"),
    (lambda: ListOf("clauses", YES, -1, 2), "ListOf 'clauses': `least` -1 is less than 0"),
    (
        lambda: ListOf("clauses", YES, 3, 4, distinct=True),
        "ListOf 'clauses': `least` 3 distinct items, but there are only 2",
    ),
    (
        lambda: ListOf("clauses", Amount("pay", 1, 2), 3, 4, distinct=True),
        "ListOf 'clauses': `least` 3 distinct items, but there are only 2",
    ),
]


@pytest.mark.parametrize(("build", "reason"), NONSENSE, ids=[reason for _, reason in NONSENSE])
def test_nonsense_is_refused(build: Callable[[], Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        build()


def test_the_smallest_menus_make_sense() -> None:
    for menu in (
        Choose(("yes",)),
        Amount("pay", 0, 0),
        Pick("lose", {}, 0),
        Pick("lose", {"gun": 1}, 0),
        Text("", 0, 0),
        Slots({"A VIE": ("H",)}, ("A VIE",)),
        Form("treaty", {"with": YES}, ("with",)),
        OneOf((YES,)),
        ListOf("", YES, 0, 0),
        ListOf("", YES, 2, 9, distinct=True),
    ):
        assert menu.size() >= 1
