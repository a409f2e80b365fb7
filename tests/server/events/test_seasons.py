"""Leagues and ladders without a server: divisions, promotion, and the order of a ladder."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.server.events.next_rounds import next_round
from entente.server.events.pairing.divisions import DOWN, UP, divided, moves, next_order
from entente.server.events.pairing.ladder import LadderStep, ladder_order, within_reach
from entente.server.events.planning import (
    EventPlan,
    PlannedBoard,
    divisions,
    ladder,
    rounds_of,
    table,
)
from entente.server.events.seasons import seeded
from entente.server.events.settings import LADDER, LEAGUE
from entente.server.storage.models.events import GAME
from tests.server.events.test_planning import finished, plan_of, play, without

sizes = st.integers(2, 8)


# -- divisions


@given(st.integers(2, 60), sizes)
def test_divisions_keep_the_order_and_hold_everyone(count: int, size: int) -> None:
    groups = divided(list(range(count)), size)
    assert [each for group in groups for each in group] == list(range(count))
    assert all(len(group) >= 2 for group in groups)
    assert all(len(group) == size for group in groups[:-1])
    assert len(groups[-1]) < 2 * size


@given(st.integers(2, 60), sizes, st.data())
def test_promotion_keeps_everyone_and_changes_as_many_places(
    count: int, size: int, data: st.DataObject
) -> None:
    promoted = data.draw(st.integers(0, size // 2))
    groups = divided(list(range(count)), size)
    order = next_order(groups, promoted)
    assert sorted(order) == list(range(count))
    after = divided(order, size)
    for division, (old, new) in enumerate(zip(groups, after, strict=True)):
        going = moves(len(old), division, len(groups), promoted)
        for entry, move in zip(old, going, strict=True):
            change = {UP: -1, DOWN: 1, "": 0}[move]
            assert entry in after[division + change]
        if division:
            down = moves(len(groups[division - 1]), division - 1, len(groups), promoted)
            assert Counter(going)[UP] == Counter(down)[DOWN]
        assert len(new) == len(old)


def test_a_division_plays_its_own_round_robin() -> None:
    plan = plan_of(LEAGUE, 9, division_size=4, promoted=1)
    assert [[each.number for each in group] for group in divisions(plan)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8, 9],
    ]
    assert rounds_of(plan) == 5  # an odd division has a bye in each round
    for number in range(1, 6):
        plan = play(plan, number)
    met = Counter(frozenset(b.seats.values()) for b in plan.boards if b.kind == GAME)
    assert set(met.values()) == {1}
    assert len(met) == 6 + 10
    rows = [(row.division, row.place, row.entry, row.move) for row in table(plan)]
    assert rows[:4] == [(1, 1, 1, ""), (1, 2, 2, ""), (1, 3, 3, ""), (1, 4, 4, DOWN)]
    assert rows[4] == (2, 1, 5, UP)
    assert seeded(plan) == [1, 2, 3, 5, 4, 6, 7, 8, 9]


def test_who_withdraws_neither_goes_down_nor_keeps_a_place() -> None:
    plan = plan_of(LEAGUE, 8, division_size=4, promoted=1)
    plan = without(plan, 4)
    for number in range(1, 4):
        plan = play(plan, number)
    moving = {row.entry: row.move for row in table(plan)}
    assert (moving[4], moving[3], moving[5]) == ("", DOWN, UP)
    assert seeded(plan) == [1, 2, 5, 3, 6, 7, 8]


def test_a_league_of_seven_seats_pairs_each_division_by_itself() -> None:
    seats = ("a", "b", "c")
    plan = plan_of(LEAGUE, 12, division_size=6, rounds=2)._replace(seats=seats)
    groups = [{each.number for each in group} for group in divisions(plan)]
    boards = next_round(plan, 1).boards
    assert rounds_of(plan) == 2
    assert [board.number for board in boards] == [1, 2, 3, 4]
    assert all(any(set(b.seats.values()) <= group for group in groups) for b in boards)


# -- ladders


@given(st.integers(2, 12), st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=30))
def test_a_ladder_is_always_an_order_of_its_entries(
    count: int, pairs: list[tuple[int, int]]
) -> None:
    entries = list(range(1, count + 1))
    steps = [LadderStep(at, at, *pair) for at, pair in enumerate(pairs)]
    assert sorted(ladder_order(entries, steps)) == entries
    assert ladder_order(entries, reversed(steps)) == ladder_order(entries, steps)


@given(st.permutations(list(range(1, 10))), st.integers(1, 5), st.sets(st.integers(1, 9)))
def test_one_challenges_up_and_within_reach(order: list[int], reach: int, busy: set[int]) -> None:
    for place, entry in enumerate(order):
        found = within_reach(order, entry, reach, busy)
        assert not set(found) & busy
        assert all(0 < place - order.index(each) <= reach for each in found)
        free = [each for each in order[:place] if each not in busy]
        if entry not in busy and free and place - order.index(free[-1]) <= reach:
            assert free[-1] in found


def game(number: int, challenger: int, other: int, time: int) -> PlannedBoard:
    seats = {"central": challenger, "entente": other}
    return PlannedBoard(1, number, GAME, seats, finished=time, challenger=challenger)


def won(board: PlannedBoard, points: float) -> PlannedBoard:
    return finished(board, lambda first, second: points)


def ladder_of(*boards: PlannedBoard) -> EventPlan:
    return plan_of(LADDER, 5)._replace(boards=boards)


@pytest.mark.parametrize(
    ("points", "order"),
    [(1.0, [1, 4, 3, 2, 5]), (0.5, [1, 2, 3, 4, 5]), (0.0, [1, 2, 3, 4, 5])],
)
def test_only_a_challenger_who_wins_takes_the_place(points: float, order: list[int]) -> None:
    assert ladder(ladder_of(won(game(1, 4, 2, 10), points))) == order


def test_games_count_in_the_order_in_which_they_end() -> None:
    early, late = won(game(2, 3, 1, 5), 1.0), won(game(1, 5, 1, 9), 1.0)
    assert ladder(ladder_of(late, early)) == [3, 2, 5, 4, 1]


def test_a_corrected_result_changes_the_order_from_there_on() -> None:
    first, second = won(game(1, 2, 1, 5), 1.0), won(game(2, 3, 2, 9), 1.0)
    assert ladder(ladder_of(first, second)) == [3, 1, 2, 4, 5]
    corrected = first._replace(corrected={"central": 0.0, "entente": 1.0})
    assert ladder(ladder_of(corrected, second)) == [1, 3, 2, 4, 5]


def test_forfeits_and_withdrawals() -> None:
    plan = ladder_of()._replace(forfeits=(LadderStep(3, 1, 4, 2),))
    assert ladder(plan) == [1, 4, 3, 2, 5]
    assert ladder(without(plan, 3)) == [1, 4, 2, 5]
    rows = [(row.place, row.entry) for row in table(without(plan, 3))]
    assert rows == [(1, 1), (2, 4), (3, 2), (4, 5), (5, 3)]
    assert seeded(without(plan, 3)) == [1, 4, 2, 5]
