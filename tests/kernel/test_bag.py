"""Bags: counted collections in which a count is never zero."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel.bag import Bag, Bags, put, put_in, size, take, take_from

bags = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 5))


def test_put_and_take() -> None:
    bag: Bag = {}
    put(bag, "gun", 2)
    put(bag, "gun")
    put(bag, "horse")
    assert bag == {"gun": 3, "horse": 1}
    take(bag, "gun", 2)
    take(bag, "horse")
    assert bag == {"gun": 1}


def test_putting_or_taking_nothing_leaves_no_trace() -> None:
    bag: Bag = {}
    put(bag, "gun", 0)
    take(bag, "gun", 0)
    assert bag == {}


def test_taking_more_than_there_is_is_refused_and_takes_nothing() -> None:
    bag = {"gun": 1}
    with pytest.raises(ValueError, match="fewer than 2 of gun"):
        take(bag, "gun", 2)
    with pytest.raises(ValueError, match="horse"):
        take(bag, "horse")
    assert bag == {"gun": 1}


def test_size_counts_everything() -> None:
    assert size({}) == 0
    assert size({"gun": 1, "horse": 2}) == 3


@given(bags, st.sampled_from("abcd"), st.integers(0, 5))
def test_put_then_take_gives_the_same_bag_without_empty_counts(
    bag: Bag, item: str, number: int
) -> None:
    before = dict(bag)
    put(bag, item, number)
    assert size(bag) == size(before) + number
    take(bag, item, number)
    assert bag == before
    assert all(bag.values())


def test_a_bag_of_a_place_is_replaced_and_never_changed() -> None:
    piles: Bags = {"pouch": {"infantry": 2}}
    shared = dict(piles)
    put_in(piles, "pouch", "infantry")
    put_in(piles, "reserves", "artillery", 2)
    put_in(piles, "reserves", "airplane", 0)
    assert piles == {"pouch": {"infantry": 3}, "reserves": {"artillery": 2}}
    take_from(piles, "pouch", "infantry", 3)
    assert piles["pouch"] == {}
    assert shared == {"pouch": {"infantry": 2}}
    with pytest.raises(ValueError):
        take_from(piles, "pouch", "infantry")
