"""Bags: counted collections in which a count is never zero."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel.bag import Bag, pour, put, size, take

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


def test_pour_empties_one_bag_into_another() -> None:
    source, target = {"gun": 1, "horse": 2}, {"gun": 3}
    pour(source, target)
    assert source == {}
    assert target == {"gun": 4, "horse": 2}


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


@given(bags, bags)
def test_pouring_loses_nothing(source: Bag, target: Bag) -> None:
    total = {item: source.get(item, 0) + target.get(item, 0) for item in {*source, *target}}
    pour(source, target)
    assert target == total
