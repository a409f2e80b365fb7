"""Rounds and standings of whole events without a server: withdrawals in every format."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.server.events.next_rounds import histories, next_round
from entente.server.events.planning import (
    EventPlan,
    PlannedBoard,
    PlannedEntry,
    points_of,
    rounds_of,
    table,
)
from entente.server.events.scoring.systems import DRAW, LOSS, WIN, SeatFacts
from entente.server.events.settings import KNOCKOUT, ROUND_ROBIN, SWISS, EventSettings
from entente.server.storage.models.events import BOARD_OVER, BYE, GAME, THIRD_PLACE

SIDES = ("central", "entente")
Result = Callable[[int, int], float]  # of the first of two entries


def better_seed(a: int, b: int) -> float:
    return float(a < b)


def plan_of(kind: str, count: int, **settings: object) -> EventPlan:
    made = EventSettings(scoring="result", **settings)  # type: ignore[arg-type]
    entries = tuple(PlannedEntry(number, number) for number in range(1, count + 1))
    return EventPlan(1, kind, SIDES, made, entries, ())


def finished(board: PlannedBoard, result: Result) -> PlannedBoard:
    if board.kind not in (GAME, THIRD_PLACE):
        return board._replace(status=BOARD_OVER)
    first, second = board.seats.values()
    points = result(first, second)
    words = {1.0: (WIN, LOSS), 0.5: (DRAW, DRAW), 0.0: (LOSS, WIN)}[points]
    facts = {seat: SeatFacts(word) for seat, word in zip(board.seats, words, strict=True)}
    return board._replace(status=BOARD_OVER, facts=facts)


def play(plan: EventPlan, number: int, result: Result = better_seed) -> EventPlan:
    boards = [finished(board, result) for board in next_round(plan, number).boards]
    return plan._replace(boards=(*plan.boards, *boards))


def without(plan: EventPlan, number: int) -> EventPlan:
    """An entry withdraws."""
    entries = [e._replace(active=e.active and e.number != number) for e in plan.entries]
    return plan._replace(entries=tuple(entries))


def points(plan: EventPlan) -> dict[int, float]:
    return {line.entry: line.points for line in table(plan)}


def meetings(plan: EventPlan, number: int) -> list[tuple[str, set[int]]]:
    return [(board.kind, set(board.seats.values())) for board in next_round(plan, number).boards]


# -- round robin


def test_games_of_an_early_withdrawal_count_for_no_one() -> None:
    """Entry 1 beats 6 in the first of five rounds and withdraws."""
    plan = play(plan_of(ROUND_ROBIN, 6), 1)
    assert points(plan)[1] == 1
    plan = without(plan, 1)
    assert points(plan)[1] == 0
    for number in range(2, 6):
        plan = play(plan, number)
    assert points(plan) == {1: 0, 2: 4, 3: 3, 4: 2, 5: 1, 6: 0}


def test_a_late_withdrawal_loses_the_games_that_are_left() -> None:
    """After three of five rounds the results of entry 1 stand, and the others win."""
    plan = plan_of(ROUND_ROBIN, 6)
    for number in range(1, 4):
        plan = play(plan, number)
    before = points(plan)[1]
    assert before == 3
    plan = without(plan, 1)
    for number in range(4, 6):
        plan = play(plan, number)
    assert points(plan)[1] == before
    games = [set(board.seats.values()) for board in plan.boards if board.kind == GAME]
    met = {entry for pair in games if 1 in pair for entry in pair}
    for entry in range(2, 7):  # each beats all worse seeds
        assert points(plan)[entry] == 6 - entry + (entry not in met)


# -- knock-out


def test_the_opponent_of_one_who_withdrew_goes_on() -> None:
    plan = without(play(plan_of(KNOCKOUT, 8), 1), 1)
    assert meetings(plan, 2) == [(BYE, {4}), (GAME, {2, 3})]


def test_a_withdrawal_does_not_change_what_was_won_before() -> None:
    plan = play(play(plan_of(KNOCKOUT, 4), 1), 2)
    places = {line.entry: line.place for line in table(plan)}
    assert places == {1: 1, 2: 2, 3: 3, 4: 3}
    after = {line.entry: line.place for line in table(without(plan, 1))}
    assert after == places


def test_a_drawn_game_goes_to_who_has_not_withdrawn_and_to_the_better_seed() -> None:
    plan = play(plan_of(KNOCKOUT, 4), 1, lambda a, b: 0.5)
    assert meetings(plan, 2) == [(GAME, {1, 2})]
    assert meetings(without(plan, 1), 2) == [(GAME, {4, 2})]


def test_a_pair_that_withdrew_is_followed_by_a_bye() -> None:
    plan = play(plan_of(KNOCKOUT, 8), 1)
    plan = without(without(plan, 1), 4)
    plan = play(plan, 2)
    assert meetings(plan, 3) == [(BYE, {2})]


@given(
    st.sampled_from([SWISS, ROUND_ROBIN, KNOCKOUT]),
    st.integers(2, 9),
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 9)), max_size=4),
    st.randoms(use_true_random=False),
)
def test_withdrawals_never_stop_an_event(
    kind: str, count: int, gone: list[tuple[int, int]], chance: Random
) -> None:
    """Each active entry has one board a round, or none where the schedule has none for it."""
    plan = plan_of(kind, count, rounds=4, third_place=True)
    for number in range(1, rounds_of(plan) + 1):
        boards = next_round(plan, number).boards
        seen = [entry for board in boards for entry in board.seats.values()]
        assert len(seen) == len(set(seen))
        active = {each.number for each in plan.entries if each.active}
        games = [b for b in boards if b.kind in (GAME, THIRD_PLACE)]
        assert {n for board in games for n in board.seats.values()} <= active
        if kind == SWISS:
            assert set(seen) == active
        plan = play(plan, number, lambda a, b: chance.choice((0.0, 0.5, 1.0)))
        for at, entry in gone:
            if at == number and sum(each.active for each in plan.entries) > 2:
                plan = without(plan, entry)
    lines = table(plan)
    assert sorted(line.entry for line in lines) == [each.number for each in plan.entries]
    assert [line.place for line in lines] == sorted(line.place for line in lines)


# -- byes


@pytest.mark.parametrize(("half", "down"), [(0.5, True), (0.0, False)])
def test_a_bye_with_points_is_a_downfloat(half: float, down: bool) -> None:
    """C.04.3, 1.4.3, of 2026: who scores without playing has floated down."""
    plan = plan_of(SWISS, 4, rounds=3, half_bye_points=half)
    away = plan.entries[0]._replace(byes=(1,))
    plan = plan._replace(entries=(away, *plan.entries[1:]))
    plan = play(plan, 1)
    board = next(b for b in plan.boards if 1 in b.seats.values())
    assert points_of(plan, board) == {"": half}
    mine = next(each for each in histories(plan, 2) if each.number == 1)
    assert (mine.floats == ("down",)) == down
