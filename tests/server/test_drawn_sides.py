"""Sides are drawn: each player gets each side equally often, however a game is made.

Chi-square over 500 seeds for every assignment of sides, at every number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

import pytest

from entente.server.events.next_rounds import arena_boards, challenge_board, next_round
from entente.server.events.pairing.boards import BoardPlayer, pair_boards
from entente.server.events.planning import EventPlan, PlannedEntry
from entente.server.events.settings import (
    ARENA,
    BOARDS,
    KNOCKOUT,
    LADDER,
    LEAGUE,
    ROUND_ROBIN,
    SWISS,
    EventSettings,
)
from entente.server.pairing import tables
from entente.server.pairing.matching import MatchedGroup, Seeker
from entente.server.storage.models.events import GAME
from entente.server.tables.seat_draw import draw

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
SIDES = ("central", "entente")
SEEDS = 500
# Values of chi-square that chance exceeds once in 100,000 times, by degrees of freedom. The seeds
# are fixed: a test that passes once passes always.
MOST = {1: 19.51, 2: 23.03, 3: 25.90, 4: 28.47, 5: 30.86, 6: 33.11, 7: 35.26}

Board = Mapping[str, int]  # the player of each seat
Assignment = Callable[[int], Board | Sequence[Board]]  # by seed


def check_even(assign: Assignment, seats: tuple[str, ...], players: Collection[int]) -> None:
    """Each of the players has each seat equally often."""
    held: dict[int, Counter[str]] = {player: Counter() for player in players}
    for seed in range(SEEDS):
        made = assign(seed)
        for board in [made] if isinstance(made, Mapping) else made:
            for seat, player in board.items():
                if player in held:
                    held[player][seat] += 1
    for player, counts in held.items():
        games = sum(counts.values())
        assert games > SEEDS / 3, (player, counts)
        expected = games / len(seats)
        chi_square = sum((counts[seat] - expected) ** 2 / expected for seat in seats)
        assert chi_square < MOST[len(seats) - 1], (player, counts)


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("by_place", [False, True])
def test_a_board_of_seven(count: int, by_place: bool) -> None:
    players = [BoardPlayer(number, place=number) for number in range(1, count + 1)]

    def assign(seed: int) -> Mapping[str, int]:
        return pair_boards(players, POWERS, {}, {}, by_place=by_place, seed=seed).boards[0]

    check_even(assign, POWERS, range(1, count + 1))


@pytest.mark.parametrize("count", [8, 13, 14, 20, 21])
def test_several_boards_of_seven(count: int) -> None:
    players = [BoardPlayer(number) for number in range(1, count + 1)]

    def assign(seed: int) -> Sequence[Board]:
        return pair_boards(players, POWERS, {}, {}, seed=seed).boards

    check_even(assign, POWERS, range(1, count + 1))


def event(kind: str, seats: tuple[str, ...], count: int, seed: int) -> EventPlan:
    entries = tuple(PlannedEntry(number, number) for number in range(1, count + 1))
    settings = EventSettings(scoring="result", division_size=max(2, count))
    return EventPlan(seed, kind, seats, settings, entries, ())


@pytest.mark.parametrize("kind", [SWISS, ROUND_ROBIN, KNOCKOUT, LEAGUE])
@pytest.mark.parametrize("count", range(2, 10))
def test_the_first_round_of_a_tournament(kind: str, count: int) -> None:
    def assign(seed: int) -> Sequence[Board]:
        boards = next_round(event(kind, SIDES, count, seed), 1).boards
        return [board.seats for board in boards if board.kind == GAME]

    check_even(assign, SIDES, {entry for board in assign(0) for entry in board.values()})


@pytest.mark.parametrize("kind", [BOARDS, LEAGUE])
@pytest.mark.parametrize("count", [2, 5, 6, 7])
def test_the_first_round_of_an_event_of_boards(kind: str, count: int) -> None:
    def assign(seed: int) -> Mapping[str, int]:
        (board,) = next_round(event(kind, POWERS, count, seed), 1).boards
        return board.seats

    check_even(assign, POWERS, range(1, count + 1))


@pytest.mark.parametrize("count", [2, 3, 6])
def test_an_arena(count: int) -> None:
    def assign(seed: int) -> Mapping[str, int]:
        boards = arena_boards(event(ARENA, SIDES, count, seed), range(1, count + 1))
        return boards[0].seats

    check_even(assign, SIDES, range(1, 3))


def test_a_challenge_in_a_ladder() -> None:
    def assign(seed: int) -> Mapping[str, int]:
        return challenge_board(event(LADDER, SIDES, 4, seed), 4, 3).seats

    check_even(assign, SIDES, range(3, 5))


@pytest.mark.parametrize(("seats", "count"), [(SIDES, 1), (SIDES, 2), (POWERS, 3), (POWERS, 7)])
def test_quick_pairing(monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], count: int) -> None:
    people = tuple(
        Seeker(each, 0.0, None, 1500.0, None, None, 0, None) for each in range(1, count + 1)
    )

    def assign(seed: int) -> Mapping[str, int]:
        monkeypatch.setattr(tables, "_chance", Random(seed))
        sides = tables.drawn_sides(MatchedGroup(people), seats)
        return {side: user for user, side in sides.items()}

    check_even(assign, seats, range(1, count + 1))


@pytest.mark.parametrize("count", range(2, 8))
def test_seats_drawn_when_a_game_starts(count: int) -> None:
    seats = POWERS[:count]

    def assign(seed: int) -> Mapping[str, int]:
        return {after: seats.index(before) for before, after in draw(str(seed), seats).items()}

    check_even(assign, seats, range(count))
