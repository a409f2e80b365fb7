"""Menus: membership, spelling, sampling, listing and size agree with each other."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from entente.kernel import Amount, Choose, Form, Menu, Pick, Slots, listed

MENUS: dict[str, Menu] = {
    "choose": Choose(("hold", "move a b", "move b a")),
    "choose one": Choose(("hold",)),
    "amount": Amount("pay", 0, 5),
    "negative amount": Amount("shift", -2, 2),
    "single amount": Amount("pay", 3, 3),
    "pick": Pick("lose", {"tank": 1, "horse": 3, "gun": 2}, 3),
    "pick none": Pick("lose", {"tank": 1}, 0),
    "pick all": Pick("lose", {"tank": 1, "gun": 2}, 3),
    "pick what is named like the verb": Pick("lose", {"lose": 2, "win": 1}, 2),
    "slots": Slots({"A": ("A H", "A - B"), "F": ("F H", "F - C", "F S A")}),
    "slots alike": Slots({"first": ("hold", "go"), "second": ("hold", "go")}),
    "form": Form(
        "treaty",
        {
            "with": Choose(("rome", "paris")),
            "pay": Amount("gold", 0, 2),
            "give": Pick("g", {"x": 2}, 1),
        },
        optional=("pay",),
    ),
    "form all optional": Form("offer", {"with": Choose(("rome",))}, optional=("with",)),
}

every_menu = pytest.mark.parametrize("menu", MENUS.values(), ids=MENUS.keys())


@every_menu
def test_size_is_the_number_of_listed_actions_and_none_is_listed_twice(menu: Menu) -> None:
    actions = list(menu)
    assert len(actions) == menu.size()
    assert len(set(actions)) == len(actions)


@every_menu
def test_every_listed_action_is_in_the_menu_and_spelled_canonically(menu: Menu) -> None:
    for action in menu:
        assert action in menu
        assert menu.canonical(action) == action


@every_menu
def test_samples_are_uniform_over_the_list(menu: Menu) -> None:
    """With 1000 draws a choice, a share off by a fifth is six standard deviations away."""
    rng, size = Random(1914), menu.size()
    counts = Counter(menu.sample(rng) for _ in range(1000 * size))
    assert counts.keys() == set(menu)
    assert all(800 < count < 1200 for count in counts.values())


@every_menu
@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        " ",
        ";",
        "=",
        "pay",
        "pay --3",
        "pay 1e3",
        "pay ³",
        "lose ;",
        "lose x",
        "treaty =",
        "hold;",
    ],
)
def test_nonsense_is_not_in_the_menu(menu: Menu, nonsense: str) -> None:
    assert nonsense not in menu
    assert menu.canonical(nonsense) is None


@every_menu
@pytest.mark.parametrize("thing", [None, 3, ("hold",), b"hold"])
def test_other_types_are_not_in_the_menu(menu: Menu, thing: object) -> None:
    assert thing not in menu


@every_menu
def test_a_number_of_many_digits_is_not_in_the_menu(menu: Menu) -> None:
    """Python refuses to read such a number; a menu must not fail over it."""
    for verb in ("pay", "shift", "treaty pay=gold"):
        assert f"{verb} {'9' * 5000}" not in menu


@every_menu
def test_a_menu_is_the_same_after_json(menu: Menu) -> None:
    assert msgspec.json.decode(msgspec.json.encode(menu), type=Menu) == menu


# -- each kind


def test_an_amount_is_read_with_other_spaces_and_zeros() -> None:
    menu = Amount("pay", -5, 20)
    assert menu.canonical("pay  007") == "pay 7"
    assert menu.canonical("pay -5") == "pay -5"
    assert menu.canonical("pay 21") is None
    assert menu.canonical("pay -6") is None
    assert menu.canonical("take 3") is None


def test_a_pick_is_read_in_any_order() -> None:
    menu = Pick("lose", {"tank": 1, "horse": 3, "gun": 2}, 3)
    assert menu.canonical("lose gun horse tank") == "lose tank horse gun"
    assert menu.canonical("lose  horse gun horse") == "lose horse horse gun"


@pytest.mark.parametrize(
    "action",
    [
        "lose tank tank gun",
        "lose gun gun",
        "lose gun gun gun",
        "lose tank gun boat",
        "win tank gun gun",
    ],
)
def test_a_pick_holds_to_number_and_stock(action: str) -> None:
    assert action not in Pick("lose", {"tank": 1, "horse": 3, "gun": 2}, 3)


def test_slots_are_read_in_any_order() -> None:
    menu = Slots({"A": ("A H", "A - B"), "F": ("F H", "F - C")})
    assert menu.canonical("F H;A - B") == "A - B; F H"


@pytest.mark.parametrize("action", ["A H", "A H; A - B", "A H; F H; F H", "A H; F - B", "A H F H"])
def test_slots_want_one_choice_for_each(action: str) -> None:
    assert action not in Slots({"A": ("A H", "A - B"), "F": ("F H", "F - C")})


def test_a_form_is_read_in_any_order_and_optional_fields_may_be_left_out() -> None:
    menu = MENUS["form"]
    assert menu.canonical("treaty give=g x; with=rome") == "treaty with=rome; give=g x"
    assert (
        menu.canonical("treaty pay = gold 02;with= paris ; give=g x;")
        == "treaty with=paris; pay=gold 2; give=g x"
    )


@pytest.mark.parametrize(
    "action",
    [
        "treaty with=rome",
        "treaty with=rome; give=g x; with=rome",
        "treaty with=rome; give=g x; size=3",
        "treaty with=berlin; give=g x",
        "treaty with=rome; give=g x; pay=gold 3",
        "treaty with=rome; give=g x; pay",
        "pact with=rome; give=g x",
    ],
)
def test_a_form_wants_every_field_once_and_rightly_filled(action: str) -> None:
    assert action not in MENUS["form"]


def test_a_short_menu_is_listed_and_a_long_one_is_not() -> None:
    assert listed(Amount("pay", 1, 3)) == ("pay 1", "pay 2", "pay 3")
    assert listed(Amount("pay", 1, 4), limit=3) is None
    assert listed(Amount("pay", 1, 10**12)) is None


# -- Pick against a plain count of all ways


bags = st.dictionaries(st.sampled_from(["a", "b", "c", "d", "lose"]), st.integers(0, 3), max_size=5)


@given(bags, st.data())
def test_a_pick_lists_exactly_the_ways_to_pick(bag: dict[str, int], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, sum(bag.values())))
    menu = Pick("lose", bag, number)
    ways = [
        many for many in product(*(range(most + 1) for most in bag.values())) if sum(many) == number
    ]
    expected = {
        " ".join(["lose", *(i for i, n in zip(bag, many, strict=True) for _ in range(n))])
        for many in ways
    }
    assert set(menu) == expected
    assert menu.size() == len(ways)
    assert menu.sample(data.draw(st.randoms(use_true_random=False))) in expected


@given(bags, st.data())
def test_a_pick_knows_every_order_of_its_words(bag: dict[str, int], data: st.DataObject) -> None:
    stock = [item for item, most in bag.items() for _ in range(most)]
    picked = data.draw(st.permutations(stock))[: data.draw(st.integers(0, len(stock)))]
    menu = Pick("lose", bag, len(picked))
    exact = menu.canonical(" ".join(["lose", *picked]))
    assert exact is not None
    assert exact in set(menu)
    assert sorted(exact.split()[1:]) == sorted(picked)


@given(bags, st.integers(1, 4), st.lists(st.sampled_from("abcdx"), max_size=5))
def test_a_pick_refuses_what_the_stock_does_not_allow(
    bag: dict[str, int], number: int, words: list[str]
) -> None:
    assume(number <= sum(bag.values()))
    allowed = len(words) == number and all(words.count(w) <= bag.get(w, 0) for w in words)
    assert (" ".join(["lose", *words]) in Pick("lose", bag, number)) == allowed


@given(st.text(max_size=30))
def test_no_text_whatsoever_makes_a_menu_fail(text: str) -> None:
    for menu in MENUS.values():
        exact = menu.canonical(text)
        assert exact is None or menu.canonical(exact) == exact


def test_a_slot_that_is_seldom_used_is_mostly_left_at_its_first_choice() -> None:
    menu = Slots({"A": ("A H", "A - B"), "vote": ("play", "draw", "resign")}, seldom=("vote",))
    rng = Random(1)
    votes = Counter(menu.sample(rng).split("; ")[1] for _ in range(2000))
    assert votes["play"] > 1900
    assert set(votes) == {"play", "draw", "resign"}
    assert menu.size() == 6
    assert msgspec.json.decode(msgspec.json.encode(menu), type=Slots) == menu
