"""A decision one choice at a time: every action of a menu is reached, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from entente.kernel.action_builder import ActionBuilder
from entente.kernel.menu import Amount, Choose, Field, Form, ListOf, Menu, OneOf, Pick, Slots, Text
from tests.kernel.menus import menus

MOST = 400


def reached(deciding: ActionBuilder) -> Iterator[str]:
    if deciding.done:
        yield deciding.action
        return
    for choice in deciding.choices():
        yield from reached(deciding.choose(choice))


@given(menus(free=False).filter(lambda menu: menu.size() <= MOST))
def test_every_action_is_reached_in_one_way_and_nothing_else(menu: Menu) -> None:
    actions = list(reached(ActionBuilder(menu)))
    assert len(actions) == menu.size()
    assert set(actions) == set(menu)


@given(menus(), st.booleans(), st.data())
def test_every_choice_leads_to_an_action(menu: Menu, whole: bool, data: st.DataObject) -> None:
    deciding = ActionBuilder(menu, whole=whole)
    while not deciding.done:
        blank = deciding.blank
        assert blank is not None
        if isinstance(blank.menu, Choose):
            deciding = deciding.choose(data.draw(st.sampled_from(deciding.choices())))
            continue
        choices = [*deciding.choices(), *sampled(blank.menu, data)]
        try:
            deciding = deciding.choose(data.draw(st.sampled_from(choices)))
        except ValueError:  # only what is not chosen from a list may come twice
            event("twice")
            return
    assert menu.canonical(deciding.action) == deciding.action


def sampled(menu: Menu, data: st.DataObject) -> list[str]:
    return [menu.sample(data.draw(st.randoms(use_true_random=False)))]


def test_a_treaty_is_made_clause_by_clause() -> None:
    clause = OneOf((Form("cede", {"area": Choose(("egypt", "tunis"))}), Amount("pay", 1, 2)))
    menu = Form(
        "treaty",
        {
            "with": Choose(("rome", "paris")),
            "clauses": ListOf("", clause, 1, 2),
            "note": Text("", 1, 9),
        },
        optional=("note",),
    )
    start = deciding = ActionBuilder(menu)
    asked = []
    for choice in ("paris", "pay", "pay 2", "cede", "egypt", '"a b"'):
        asked.append((deciding.slot, deciding.choices()))
        deciding = deciding.choose(choice)
    assert asked[:-1] == [
        ("with", ("rome", "paris")),
        ("clauses › 1", ("cede", "pay")),
        ("clauses › 1", ("pay 1", "pay 2")),
        ("clauses › 2", ("end clauses", "cede", "pay")),
        ("clauses › 2 › area", ("egypt", "tunis")),
    ]
    assert asked[-1][1][0] == "without note"
    assert deciding.action == 'treaty with=paris; clauses=[pay 2 | cede area=egypt]; note="a b"'
    assert start.choices() == ("rome", "paris")
    assert deciding.back().back() == start.choose("paris").choose("pay").choose("pay 2").choose(
        "cede"
    )
    shorter = start.choose("rome").choose("pay").choose("pay 1").choose("end clauses")
    assert shorter.choose("without note").action == "treaty with=rome; clauses=[pay 1]"


def test_a_number_out_of_very_many_is_found_in_a_few_choices() -> None:
    menu, wanted = Amount("pay", -7, 10**12), 123_456_789
    deciding, steps = ActionBuilder(menu), 0
    while not deciding.done:
        assert len(deciding.choices()) <= 100
        ranges = [choice for choice in deciding.choices() if ".." in choice]
        between = (c for c in ranges if int(c.split("..")[0]) <= wanted <= int(c.split("..")[1]))
        deciding = deciding.choose(next(between, f"pay {wanted}"))
        steps += 1
    assert (deciding.action, steps) == (f"pay {wanted}", 7)


def test_slots_that_exclude_each_other_offer_only_what_can_be_completed() -> None:
    menu = Slots({"1": ("a", "b", "c"), "2": ("a", "b"), "3": ("a",)}, once=(("a",), ("b",)))
    assert list(reached(ActionBuilder(menu))) == ["c; b; a"]


def test_an_item_that_may_come_once_is_not_offered_again() -> None:
    fields: dict[str, Field] = {"to": Choose(("rome", "paris")), "gold": Choose(("1", "2"))}
    for optional in ("to", "gold"):
        item = Form("pay", fields, (optional,))
        deciding, rng = ActionBuilder(ListOf("", item, 6, 6, distinct=True)), Random(3)
        while not deciding.done:
            deciding = deciding.choose(rng.choice(deciding.choices()))
        assert sorted(deciding.action.strip("[]").split(" | ")) == sorted(item)


def test_a_choice_that_was_not_offered_is_refused() -> None:
    deciding = ActionBuilder(Pick("lose", {"gun": 1, "horse": 2}, 2))
    with pytest.raises(ValueError, match="'tank' is not a legal choice"):
        deciding.choose("tank")
    with pytest.raises(ValueError, match="the action is incomplete"):
        _ = deciding.action
    whole = deciding.choose("gun").choose("horse")
    with pytest.raises(ValueError, match="is not a legal choice"):
        whole.choose("horse")
    texts = ActionBuilder(ListOf("", Text("", 1, 3), 2, 2, distinct=True)).choose('"a"')
    with pytest.raises(ValueError, match="already"):
        texts.choose('"a"')
