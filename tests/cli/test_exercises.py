"""`entente exercises`: listed, solved, missed, shown."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_they_are_listed(run: Run) -> None:
    out = run("exercises", "diplomacy").out
    assert "hold_vienna" in out
    assert "The support that holds (Austria-Hungary)" in out
    assert "Le soutien qui tient" in run("exercises", "diplomacy", "--lang", "fr").out


def test_an_exercise_is_solved_by_number_and_failed_by_name(run: Run) -> None:
    solved = run("exercises", "turmoil", "1", typed=["ops C22", "place paris", "place paris"])
    assert solved.status == 0
    assert "\nCorrect.\n" in solved.out
    assert solved.out.index("You are the Liberal.") < solved.out.index("Correct.")
    missed = run("exercises", "attrition", "where_to_attack", "--hints", typed=["battle poland"])
    assert missed.status == 1
    assert "1. Each tile of the nation that rolls gives a die" in missed.out
    assert "\nNot yet.\n" in missed.out
    assert "Yours comes to 0." in missed.out
    assert "32.0" not in missed.out  # what the best comes to: that would give it away


def test_the_solution_is_shown_and_leaving_does_not_solve_it(run: Run) -> None:
    shown = run("exercises", "diplomacy", "cut_support", "--solution")
    assert shown.status == 0
    assert "A BEL - RUH" in shown.out
    left = run("exercises", "attrition", "1", typed=["quit"])
    assert left.status == 1
    assert "Correct." not in left.out


def test_an_unknown_exercise_is_reported(run: Run) -> None:
    wrong = run("exercises", "attrition", "fly")
    assert wrong.status == 2
    assert "unknown exercise “fly”; choose one of: where_to_attack, long_march" in wrong.err
