"""Who of a queue plays together: properties over random queues."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entente.server.pairing import matching
from entente.server.pairing.matching import Pair, Seeker, fit, groups, pair
from tests.amount import amount

NOW = 1000.0
SIDES = ("north", "south", "east")

seeker = st.builds(
    Seeker,
    user_id=st.integers(1, 12),
    since=st.integers(0, 8).map(float),
    side=st.sampled_from((None, None, *SIDES)),
    rating=st.integers(0, 10).map(lambda n: 100.0 * n),
    rating_range=st.sampled_from((None, None, 100, 300)),
    reliability=st.sampled_from((None, 60, 95)),
    min_reliability=st.sampled_from((0, 0, 80)),
    computers_from=st.sampled_from((None, None, NOW - 1, NOW + 60)),
)
queues = st.lists(seeker, max_size=10, unique_by=lambda each: each.user_id)
blocks = st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda two: pair(*two)))


@settings(max_examples=amount(60, 1000), deadline=None)
@given(queues, st.sampled_from((2, 3)), blocks)
def test_everyone_is_seated_once_and_with_people_who_fit(
    waiting: list[Seeker], size: int, apart: set[Pair]
) -> None:
    matched = groups(waiting, size, apart, NOW)
    seated = [each for group in matched for each in group.people]
    assert len({each.user_id for each in seated}) == len(seated)
    for group in matched:
        assert all(fit(*two, apart) for two in combinations(group.people, 2))
        assert len(group.people) == size or (
            any((each.computers_from or NOW + 1) <= NOW for each in group.people)
            and all(each.computers_from is not None for each in group.people)
        )


@settings(max_examples=amount(60, 1000), deadline=None)
@given(queues, st.sampled_from((2, 3)), blocks)
def test_no_one_waits_while_fitting_partners_wait(
    waiting: list[Seeker], size: int, apart: set[Pair]
) -> None:
    matched = groups(waiting, size, apart, NOW)
    seated = {each for group in matched for each in group.people}
    left = [each for each in waiting if each not in seated]
    for people in combinations(left, size):
        assert not all(fit(*two, apart) for two in combinations(people, 2))
    assert all((each.computers_from or NOW + 1) > NOW for each in left)


@settings(max_examples=amount(60, 1000), deadline=None)
@given(queues, blocks)
def test_the_oldest_fitting_partner_comes_first(waiting: list[Seeker], apart: set[Pair]) -> None:
    people = [each._replace(computers_from=None) for each in waiting]
    left = sorted(people, key=lambda each: (each.since, each.user_id))
    for one, other in (group.people for group in groups(people, 2, apart, NOW)):
        earlier = left[left.index(one) + 1 : left.index(other)]
        assert not any(fit(one, each, apart) for each in earlier)
        left = [each for each in left if each not in (one, other)]


def test_a_range_holds_for_both() -> None:
    """The narrower range of the two decides."""
    strong, weak = Seeker(1, 0, rating=1900, rating_range=500), Seeker(2, 1, rating=1500)
    assert fit(strong, weak, ())
    assert not fit(strong, weak._replace(rating_range=300), ())


def test_people_who_accept_computers_later_join_the_table_that_starts() -> None:
    first, second, never = (
        Seeker(1, 0, computers_from=NOW),
        Seeker(2, 5, computers_from=NOW + 300),
        Seeker(3, 6),
    )
    (group,) = groups([first, second, never], 7, (), NOW)
    assert group.people == (first, second)


def test_a_long_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty people of whom every seven include two who block each other."""
    people = [Seeker(number, number) for number in range(40)]
    apart = {pair(a, b) for a, b in combinations(range(40), 2) if a % 6 == b % 6}
    monkeypatch.setattr(matching, "MOST_STEPS", 500)
    assert groups(people, 7, apart, NOW) == []
    # The long search keeps no one waiting who comes later and fits.
    later = [Seeker(number, number, rating=1000, rating_range=50) for number in range(40, 47)]
    people = [each._replace(rating_range=50) for each in people]
    (group,) = groups([*people, *later], 7, apart, NOW)
    assert group.people == tuple(later)
