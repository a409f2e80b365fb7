"""Pairing systems: published tables and examples, and properties over random events."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.server.events.pairing.arena import ArenaPlayer, pair_arena
from entente.server.events.pairing.boards import BoardPlayer, board_sizes, pair_boards
from entente.server.events.pairing.fixed import Match, berger, bracket, next_matches, round_robin
from entente.server.events.pairing.matching import least_cost_pairs
from entente.server.events.pairing.swiss import DOWN, FIRST, SECOND, UP, SwissPlayer, pair_swiss
from tests.amount import daily_first

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def least_cost(vertices: list[int], costs: dict[tuple[int, int], int]) -> int:
    """Try all matchings."""
    if not vertices:
        return 0
    first, *rest = vertices
    return min(
        costs[first, other] + least_cost([each for each in rest if each != other], costs)
        for other in rest
    )


@given(st.integers(1, 4), st.sampled_from([1, 5, 10**30]), st.randoms(use_true_random=False))
def test_matching_costs_as_little_as_the_best_of_all(half: int, most: int, chance: Random) -> None:
    count = 2 * half
    costs = {pair: chance.randint(0, most) for pair in combinations(range(count), 2)}
    found = least_cost_pairs(count, lambda i, j: costs[min(i, j), max(i, j)])
    assert sorted(each for pair in found for each in pair) == list(range(count))
    assert sum(costs[pair] for pair in found) == least_cost(list(range(count)), costs)


def test_an_odd_number_has_no_perfect_matching() -> None:
    with pytest.raises(ValueError, match="odd"):
        least_cost_pairs(3, lambda i, j: 0)


# -- Swiss


def test_first_round_top_half_meets_bottom_half_with_sides_in_turn() -> None:
    """FIDE C.04.3: 1 against n/2 + 1; odd numbers of the top half have the first side."""
    paired = pair_swiss([SwissPlayer(number) for number in range(1, 9)])
    assert paired.pairs == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert paired.bye is None


def test_first_round_of_an_odd_number_gives_the_last_player_the_bye() -> None:
    paired = pair_swiss([SwissPlayer(number) for number in range(1, 8)])
    assert paired.bye == 7
    assert paired.pairs == [(1, 4), (5, 2), (3, 6)]


def test_the_bye_goes_to_the_player_with_fewer_unplayed_games() -> None:
    """Dutch system of 2025, C9: 5 was away in the first round, so 4 has the bye."""
    players = [
        SwissPlayer(1, 1.0, frozenset({3}), (FIRST,)),
        SwissPlayer(2, 1.0, frozenset({4}), (SECOND,)),
        SwissPlayer(3, 0.0, frozenset({1}), (SECOND,)),
        SwissPlayer(4, 0.0, frozenset({2}), (FIRST,)),
        SwissPlayer(5, 0.0, unplayed=1),
    ]
    assert pair_swiss(players) == ([(2, 1), (3, 5)], 4)


def test_the_bye_stays_in_the_lowest_group_although_leaders_float_for_it() -> None:
    """Dutch system of 2025, C5: 2 and 5 have met, so both leaders meet one of them."""
    players = [
        SwissPlayer(1, 2.0, frozenset({4, 2}), (FIRST, SECOND)),
        SwissPlayer(2, 1.0, frozenset({5, 1}), (SECOND, FIRST)),
        SwissPlayer(3, 2.0, frozenset({6, 4}), (FIRST, SECOND)),
        SwissPlayer(5, 1.0, frozenset({2, 6}), (FIRST, SECOND)),
        SwissPlayer(6, 0.0, frozenset({3, 5}), (SECOND, FIRST)),
    ]
    paired = pair_swiss(players)
    assert paired.bye == 6
    assert paired.pairs == [(1, 5), (3, 2)]


def test_winners_meet_winners_and_sides_change() -> None:
    """After 1-5, 6-2, 3-7, 8-4 with the favourites winning."""
    played = [(1, 5), (6, 2), (3, 7), (8, 4)]
    players = []
    for first, second in played:
        for mine, other, side in ((first, second, FIRST), (second, first, SECOND)):
            won = 1.0 if mine <= 4 else 0.0
            players.append(SwissPlayer(mine, won, frozenset({other}), (side,)))
    paired = pair_swiss(players)
    # 1 had the first side, 3 too; 2 and 4 the second: everyone changes.
    assert paired.pairs == [(4, 1), (2, 3), (5, 8), (7, 6)]


@given(st.integers(8, 17), st.randoms(use_true_random=False))
def test_a_swiss_event_by_its_properties(count: int, chance: Random) -> None:
    rounds = 4
    players = {number: SwissPlayer(number) for number in range(1, count + 1)}
    met: set[frozenset[int]] = set()
    byes: set[int] = set()
    for _ in range(rounds):
        paired = pair_swiss(players.values())
        people = [each for pair in paired.pairs for each in pair]
        people += [paired.bye] if paired.bye is not None else []
        assert sorted(people) == sorted(players)
        assert (paired.bye is None) == (count % 2 == 0)
        if paired.bye is not None:
            assert paired.bye not in byes
            byes.add(paired.bye)
            before = players[paired.bye]
            players[paired.bye] = before._replace(
                score=before.score + 1, bye=True, unplayed=1, floats=(*before.floats, DOWN)
            )
        for first, second in paired.pairs:
            pair = frozenset((first, second))
            assert pair not in met
            met.add(pair)
            play(players, first, second, chance.choice((0.0, 0.5, 1.0)))
    assert all(abs(each.difference) <= 2 for each in players.values())
    for each in players.values():
        assert not any(len(set(each.sides[i : i + 3])) == 1 for i in range(len(each.sides) - 2))


def test_players_who_must_not_meet_are_kept_apart() -> None:
    players = [SwissPlayer(number) for number in range(1, 5)]
    paired = pair_swiss(players, apart=[frozenset((1, 3)), frozenset((2, 4))])
    assert {frozenset(pair) for pair in paired.pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_an_impossible_round_is_paired_anyway() -> None:
    """Everyone has met everyone: as few rematches as possible, and no second bye."""
    everyone = frozenset(range(1, 6))
    players = [
        SwissPlayer(n, float(5 - n), everyone - {n}, (FIRST, SECOND), bye=n != 3)
        for n in sorted(everyone)
    ]
    paired = pair_swiss(players)
    assert paired.bye == 3
    assert len(paired.pairs) == 2


def test_two_players_meet_again_if_there_is_no_one_else() -> None:
    players = [SwissPlayer(1, 1.0, frozenset({2}), (FIRST,)), SwissPlayer(2, 0.0, frozenset({1}))]
    assert [frozenset(pair) for pair in pair_swiss(players).pairs] == [frozenset((1, 2))]


def play(players: dict[int, SwissPlayer], first: int, second: int, result: float) -> None:
    """Add a game to what both have played; `result` is that of the first side."""
    a, b = players[first], players[second]
    for mine, other, side, won in ((a, b, FIRST, result), (b, a, SECOND, 1 - result)):
        moved = DOWN if mine.score > other.score else UP if mine.score < other.score else ""
        players[mine.number] = mine._replace(
            score=mine.score + won,
            opponents=mine.opponents | {other.number},
            sides=(*mine.sides, side),
            floats=(*mine.floats, moved),
        )


# Random tournaments as py4swiss 0.3.1 pairs them, which gives the same pairings as bbpPairings, an
# engine that FIDE endorses: boards in order, with the first side, the second (0: a bye) and the
# half points of the first.
REFERENCE = json.loads((Path(__file__).parent / "data" / "swiss_rounds.json").read_text("utf-8"))


@pytest.mark.parametrize("event", daily_first(REFERENCE, 9))
def test_rounds_are_those_of_an_endorsed_engine(event: dict[str, Any]) -> None:
    players = {number: SwissPlayer(number) for number in range(1, event["players"] + 1)}
    for boards in event["rounds"]:
        paired = pair_swiss(players.values())
        assert paired.pairs == [(first, second) for first, second, _ in boards if second]
        assert paired.bye == next((first for first, second, _ in boards if not second), None)
        for first, second, half_points in boards:
            if second:
                play(players, first, second, half_points / 2)
            else:
                one = players[first]
                players[first] = one._replace(
                    score=one.score + 1, bye=True, unplayed=1, floats=(*one.floats, DOWN)
                )


# -- round robin and knock-out


def test_berger_tables_as_published() -> None:
    """FIDE C.05, annex 1."""
    assert berger(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert berger(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@given(st.integers(2, 13), st.booleans())
def test_everyone_meets_everyone(count: int, double: bool) -> None:
    rounds = round_robin(count, double=double)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    every = {frozenset(pair) for pair in combinations(range(1, count + 1), 2)}
    assert met == dict.fromkeys(every, 2 if double else 1)
    for pairs in rounds:
        people = [each for pair in pairs for each in pair]
        assert len(people) == len(set(people))
    sides = Counter(first for pairs in rounds for first, _ in pairs)
    sides.subtract(second for pairs in rounds for _, second in pairs)
    assert all(abs(difference) <= 1 for difference in sides.values())


def test_a_bracket_keeps_the_best_apart_and_gives_them_the_byes() -> None:
    assert [each[:2] for each in bracket(8)] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert [each[:2] for each in bracket(5)] == [(1, None), (4, 5), (2, None), (3, None)]


@given(st.integers(2, 40))
def test_favourites_meet_as_late_as_they_can(count: int) -> None:
    matches = bracket(count)
    rounds = 0
    while True:
        rounds += 1
        winners = [min(s for s in each[:2] if s is not None) for each in matches]
        losers = [
            max(each[:2], key=lambda s: s or 0) if None not in each[:2] else None
            for each in matches
        ]
        if len(matches) == 1:
            break
        assert set(winners) == set(range(1, len(winners) + 1))
        matches = next_matches(winners, losers, third_place=False)
    assert winners == [1]
    assert 2 ** (rounds - 1) < count <= 2**rounds


def test_a_final_plays_for_third_place_too() -> None:
    assert next_matches([1, 2], [4, 3], third_place=True) == [
        Match(1, 2),
        Match(4, 3, third_place=True),
    ]
    assert next_matches([1, 2, 3, 4], [8, 7, 6, 5], third_place=True) == [Match(1, 2), Match(3, 4)]


# -- arena


def test_an_arena_pairs_neighbours_and_not_the_same_two_again() -> None:
    waiting = [ArenaPlayer(n, n) for n in range(1, 7)]
    assert {frozenset(pair) for pair in pair_arena(waiting)} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
        frozenset((5, 6)),
    }
    two = [ArenaPlayer(1, 1, last=2, difference=1), ArenaPlayer(2, 2, last=1, difference=-1)]
    assert pair_arena(two) == []
    assert pair_arena(two, alone=True) == [(2, 1)]
    four = [*two, ArenaPlayer(3, 3), ArenaPlayer(4, 4)]
    assert frozenset((1, 2)) not in {frozenset(pair) for pair in pair_arena(four)}


# -- boards of seven


def test_sizes_of_boards_spread_the_missing_seats() -> None:
    assert board_sizes(21, 7) == [7, 7, 7]
    assert board_sizes(16, 7) == [6, 5, 5]
    assert board_sizes(3, 7) == [3]


def play_rounds(count: int, rounds: int, teams: int = 0) -> list[tuple[int, ...]]:
    met: Counter[frozenset[int]] = Counter()
    powers: Counter[tuple[int, str]] = Counter()
    players = [
        BoardPlayer(n, team=f"team {n % teams}" if teams else "") for n in range(1, count + 1)
    ]
    reports = []
    for number in range(rounds):
        paired = pair_boards(players, POWERS, met, powers, seed=number)
        assert sorted(n for board in paired.boards for n in board.values()) == [
            each.number for each in players
        ]
        for board in paired.boards:
            powers.update((n, seat) for seat, n in board.items())
            met.update(frozenset(pair) for pair in combinations(board.values(), 2))
        reports.append(tuple(paired.balance))
    return reports


def test_three_rounds_of_21_mix_opponents_and_powers() -> None:
    """The least possible: seven people from three earlier boards (3, 2, 2) bring 5 pairs who
    have met there, so that three boards repeat 15 pairs of each earlier round."""
    reports = play_rounds(21, 3)
    assert [repeated for repeated, *_ in reports] == [0, 15, 45]
    _, most_meetings, most_power, _ = reports[-1]
    assert (most_meetings, most_power) == (2, 1)


def test_49_players_meet_nobody_twice_in_two_rounds() -> None:
    first, second = play_rounds(49, 2)
    assert first[0] == second[0] == 0
    assert second[2] == 1


def test_teammates_do_not_share_a_board() -> None:
    assert [report[3] for report in play_rounds(21, 3, teams=7)] == [0, 0, 0]


def test_seven_players_have_seven_powers_in_seven_rounds() -> None:
    assert play_rounds(7, 7)[-1][2] <= 2


def test_top_board_is_the_first_seven_of_the_standings() -> None:
    players = [BoardPlayer(n, place=22 - n) for n in range(1, 22)]
    paired = pair_boards(players, POWERS, {}, {}, by_place=True)
    assert set(paired.boards[0].values()) == set(range(15, 22))


def test_a_short_board_leaves_seats_open() -> None:
    paired = pair_boards([BoardPlayer(n) for n in range(1, 6)], POWERS, {}, {})
    assert len(paired.boards) == 1
    assert set(paired.boards[0].values()) == {1, 2, 3, 4, 5}


def test_the_same_seed_gives_the_same_boards() -> None:
    players = [BoardPlayer(n) for n in range(1, 22)]
    assert pair_boards(players, POWERS, {}, {}, seed=4) == pair_boards(
        players, POWERS, {}, {}, seed=4
    )
