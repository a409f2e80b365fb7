"""The shipped puzzles open and their solutions are right; Diplomacy's withstand any orders."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from entente.kernel import Slots, registry
from entente.players.puzzles import Puzzle, puzzles_of, read_puzzles, write_puzzles
from entente.players.puzzles.mining import mine_game
from entente.players.puzzles.puzzle import LISTED, PROVED
from tests.amount import THOROUGH

GAMES = ("attrition", "diplomacy", "turmoil")
SAMPLED = 1 if THOROUGH else 12  # the distance between the puzzles tried
TRIALS = 200 if THOROUGH else 25


def sample(game: str) -> tuple[Puzzle, ...]:
    return puzzles_of(game)[::SAMPLED]


@pytest.mark.amount
@pytest.mark.parametrize("game_id", GAMES)
def test_shipped_puzzles_open_and_their_solutions_are_right(game_id: str) -> None:
    game, puzzles = registry.load(game_id), puzzles_of(game_id)
    assert len({each.id for each in puzzles}) == len(puzzles) > 0
    for puzzle in sample(game_id):
        position = puzzle.place(game)
        assert puzzle.seat in position.to_move
        assert not position.state.news
        assert not position.state.answers
        [decision, *_] = position.decisions_for(puzzle.seat)
        assert decision.step == puzzle.step
        for solution in puzzle.solution:
            assert solution in decision.menu
            assert puzzle.judge(game, solution).right
        others = [decision.menu.sample(Random(number)) for number in range(8)]
        assert not all(puzzle.judge(game, each).right for each in others)
        assert puzzle.how == (PROVED if game_id == "diplomacy" else LISTED)
        with pytest.raises(ValueError, match="is no answer"):
            puzzle.judge(game, "fly to the moon")


@pytest.mark.amount
def test_no_orders_of_the_others_refute_a_proved_solution() -> None:
    """The whole game carries the orders out, with any legal orders of all other powers."""
    game = registry.load("diplomacy")
    for puzzle in sample("diplomacy"):
        rng = Random(puzzle.id)
        power = game.context(puzzle.place(game).state).powers_of(puzzle.seat)[0]
        for _ in range(TRIALS):
            position = puzzle.place(game)
            for decision in position.decisions:
                *orders, _ = decision.menu.sample(rng).split("; ")
                mine = decision.seat == puzzle.seat
                position.apply(
                    decision.seat, puzzle.solution[0] if mine else "; ".join([*orders, "orders"])
                )
            state = position.state
            holders = [
                owner
                for owner, units in state.units.items()
                for unit in units
                if unit.split()[1].partition("/")[0] == puzzle.target
            ]
            mine = puzzle.target in state.centres[power] and puzzle.theme == "keep"
            assert holders == [power] or (not holders and mine), puzzle.id


def test_orders_that_are_not_certain_are_refuted() -> None:
    """To hold everywhere is never enough, and the refutation is legal for the others."""
    game = registry.load("diplomacy")
    for puzzle in sample("diplomacy"):
        position = puzzle.place(game)
        units = [order.split()[:2] for order in puzzle.solution[0].split("; ")[:-1]]
        holding = "; ".join([f"{kind} {place} H" for kind, place in units])
        verdict = puzzle.judge(game, f"{holding}; orders")
        assert not verdict.right
        legal = {
            order
            for decision in position.decisions
            if decision.seat != puzzle.seat and isinstance(decision.menu, Slots)
            for orders in decision.menu.slots.values()
            for order in orders
        }
        assert set(verdict.refutation) <= legal


@pytest.mark.soak
@pytest.mark.parametrize("game_id", ["diplomacy", "turmoil"])
def test_the_miner_finds_the_same_again(game_id: str) -> None:
    game = registry.load(game_id)
    found = [list(mine_game(game, "again/1", ("greedy", "easy"), 1)) for _ in range(2)]
    assert found[0] == found[1]
    for puzzle in found[0]:
        assert all(puzzle.judge(game, each).right for each in puzzle.solution)


def test_a_file_of_puzzles_gives_back_what_was_written(tmp_path: Path) -> None:
    some = puzzles_of("turmoil")[:3]
    for name in ("puzzles.jsonl", "puzzles.jsonl.gz"):
        write_puzzles(tmp_path / name, some)
        written = (tmp_path / name).read_bytes()
        assert read_puzzles(written) == some
        write_puzzles(tmp_path / name, some)
        assert (tmp_path / name).read_bytes() == written
