"""The shipped puzzles open and their solutions are right; Diplomacy's withstand any orders."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from entente.kernel import Slots, registry, say
from entente.players.puzzles import Puzzle, puzzles_of, read_puzzles, write_puzzles
from entente.players.puzzles.choosing import are_alike, choose, kind_of
from entente.players.puzzles.mining import Look, average, mine_game
from entente.players.puzzles.puzzle import LISTED, PROVED, REACHED, in_one, one_by_one
from tests.amount import THOROUGH

GAMES = ("attrition", "diplomacy", "pax", "turmoil")
HOW = {
    "attrition": (LISTED, REACHED),
    "diplomacy": (PROVED,),
    "pax": (REACHED,),
    "turmoil": (LISTED,),
}
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
            assert puzzle.how == REACHED or solution in decision.menu
            assert puzzle.judge(game, solution).right
        if puzzle.how == REACHED:
            assert not puzzle.judge(game, "").right
            assert puzzle.answer([*one_by_one(puzzle.solution[0]), "done"]) == puzzle.solution[0]
            assert game.catalog("fr").line(puzzle.question(game) or say(""))
        else:
            others = [decision.menu.sample(Random(number)) for number in range(8)]
            assert not all(puzzle.judge(game, each).right for each in others)
        assert puzzle.how in HOW[game_id]
        with pytest.raises(ValueError, match=r"is no answer|is not legal"):
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


@pytest.mark.amount
def test_the_game_itself_brings_what_orders_of_pax_promise() -> None:
    """With all other seats idle, the sheet of the next turn or the final record says so."""
    game = registry.load("pax")
    for puzzle in sample("pax"):
        position = puzzle.place(game)
        for order in one_by_one(puzzle.solution[0]):
            position.apply(puzzle.seat, order)
        turn = position.state.turn
        while position.to_move and position.state.turn == turn:
            decision = next(each for each in position.decisions if each.must)
            answer = (
                "ready" if "ready" in decision.menu else position.bind(decision).default_answer()
            )
            position.apply(decision.seat, answer or "", decision.window)
        state = position.state
        if puzzle.theme == "points":
            assert state.totals[puzzle.seat] >= int(puzzle.target), puzzle.id
        else:
            lines = state.sheets[puzzle.seat][-1].lines
            assert lines["l22"] - lines["l10"] >= int(puzzle.target), puzzle.id


def test_an_answer_of_several_actions_is_complete_at_its_end() -> None:
    puzzle = next(each for each in puzzles_of("pax") if each.most == 3)
    orders = ["place egypt interest", "launch caribbean", "canal panama", "place siam interest"]
    assert puzzle.answer(orders[:2]) is None
    assert puzzle.answer([*orders[:2], "ready"]) == in_one(orders[:2])
    assert puzzle.answer(orders) == in_one(orders[:3])
    with pytest.raises(ValueError, match="takes 3 actions"):
        puzzle.judge(registry.load("pax"), in_one(orders))


def test_a_wrong_answer_says_what_it_reaches() -> None:
    game = registry.load("pax")
    verdict = next(each for each in puzzles_of("pax") if each.theme == "income").judge(game, "")
    assert not verdict.right
    assert verdict.reached is not None
    assert "£" in game.catalog("en").line(verdict.reached)


def test_an_answer_that_comes_near_the_best_makes_no_clear_lead() -> None:
    looks = [Look("a", {"a": 60.0, "b": 52.0, "c": 50.0}, ()) for _ in range(4)]
    clear = average(looks)
    assert (clear.right, round(clear.lead)) == (("a",), 8)
    looks += [Look("b", {"a": 50.0, "b": 60.0, "c": 50.0}, ()) for _ in range(4)]
    assert average(looks).right == ("b",)  # 56 to 55
    assert average(looks).lead == pytest.approx(1.0)
    dropped = [*looks, Look("a", {"a": 60.0, "b": 59.0}, ())]  # it dropped c, which counts as b
    assert dict(average(dropped).values)["c"] == pytest.approx((8 * 50 + 59) / 9, abs=0.1)


def test_puzzles_are_chosen_of_all_kinds_and_not_alike() -> None:
    some = puzzles_of("attrition")
    chosen = choose(some, 12, alike=1)
    assert len(chosen) == 12
    kinds = [kind_of(each) for each in chosen]
    assert max(map(kinds.count, kinds)) <= 5
    assert not any(are_alike(one, other) for one, other in combinations(chosen, 2))
    kept = choose(some, 12, kept=chosen[:3], alike=1)
    assert {each.id for each in chosen[:3]} <= {each.id for each in kept}


@pytest.mark.soak
@pytest.mark.parametrize("game_id", ["attrition", "diplomacy", "pax", "turmoil"])
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
