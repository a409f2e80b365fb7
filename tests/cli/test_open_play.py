"""Open play at the terminal: several questions at once, taking the word, plans made in private."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.kernel import Match, Move
from entente.kernel.record import parse
from entente.kernel.typography import typeset
from tests.cli.conftest import Run, Terminal
from tests.cli.toy_games import concert

pytestmark = pytest.mark.usefixtures("toys")

CONCERT = ("play", "concert", "--seed", "3", "--option", "rounds=1")
KEPT = (*CONCERT, "--save", "g.jsonl")
ALSO = "Other open questions (type an answer, or “questions”): "
TO_THE_CAMPAIGN = [*["ready"] * 3, *["vote nay"] * 3]


def moves() -> list[Move]:
    return parse(Path("g.jsonl").read_bytes()).moves


def done() -> list[tuple[str, str]]:
    return [(move.seat, move.action) for move in moves()]


def flat(text: str) -> str:
    return " ".join(text.split())


# -- several questions


def test_required_decisions_are_open_and_the_rest_is_shown_in_a_line(run: Run) -> None:
    out = run(*CONCERT, typed=[]).out
    assert out.count("[2] Austria: Do you buy?") == 1
    assert ALSO + "A treaty, or war?" in out
    assert "[3]" not in out
    french = run("--lang", "fr", *CONCERT, typed=[]).out
    text = typeset(
        "Autres questions ouvertes (tapez une réponse, ou « questions ») : Un traité, ou la guerre"
    )
    assert text in french


def test_the_line_comes_again_with_the_choices(run: Run) -> None:
    assert run(*CONCERT, typed=["", ""]).out.count(ALSO) == 3


def test_an_answer_to_another_question_is_understood(run: Run) -> None:
    out = run(*KEPT, typed=["decl fr", "hold", "hold", "buy crete"]).out
    assert "Answer to another question: A treaty, or war?" in out
    assert "Austria declares war on France." in out
    assert done() == [
        ("austria", "declare france"),
        ("austria", "hold"),
        ("france", "hold"),
        ("france", "buy crete"),
    ]


def test_a_form_for_another_question_may_be_typed_whole(run: Run) -> None:
    offer = "offer to=britain; clauses=[pay gold=coins 2]"
    run(*KEPT, typed=[offer])
    assert done() == [("austria", offer)]


def test_while_a_form_is_filled_in_other_questions_may_be_answered(run: Run) -> None:
    """`offer` begins the form, `ready` is no part of it, and the game goes on."""
    run(*KEPT, typed=["questions 2", "offer", "ready"])
    assert done() == [("austria", "ready")]


def test_a_number_is_one_of_the_choices_that_were_shown(run: Run) -> None:
    out = run(*KEPT, typed=["7", "2"]).out
    assert "There is no choice “7”: choose a number from 1 to 6." in out
    assert done() == [("austria", "buy crete")]


def test_a_question_mark_asks_about_any_of_them(run: Run) -> None:
    out = run(*CONCERT, typed=["? declare france", "buy crete", "questions 2", "? buy crete"]).out
    assert "Legal: declare france [3]" in out
    assert "Crete belongs to Austria. [2.1 What is taken]" in out


def test_nonsense_is_refused_by_the_question_that_is_looked_at(run: Run) -> None:
    out = flat(run(*CONCERT, typed=["buy paris", "questions 2", "offer to=mars"]).out)
    assert "[2 The market]" in out
    assert "[3 The desk]" in out


def test_an_answer_to_several_decisions_must_name_one(run: Run) -> None:
    game = ("play", "twodesks", "--seed", "3", "--save", "g.jsonl")
    out = run(*game, typed=["declare france", "questions 3", "declare france", "", "attack"]).out
    text = "“declare france” answers several questions. Choose one first, for example: "
    assert text + "questions 2" in flat(out)
    assert out.count("A treaty, or war? and A treaty, or war?") >= 1
    assert [(move.action, move.window) for move in moves()] == [
        ("declare france", 3),  # the second desk; alone it would be taken for the first
        ("attack", None),
    ]
    assert run("replay", "g.jsonl", "--verify").status == 0


# -- turning to a question


def test_decisions_are_listed_and_one_is_selected(run: Run) -> None:
    out = run(*KEPT, typed=["questions", "questions 2", "2", ""]).out
    assert "   1  [2] Austria: Do you buy? (required)" in out
    assert "   2  [3] Austria: A treaty, or war?\n" in out
    assert "Also at this screen: Britain and France. To hand over: questions britain" in out
    assert ALSO + "Do you buy?" in out
    assert done() == [("austria", "declare france")]


@pytest.mark.parametrize("text", ["0", "3", "9" * 5000, "paris", "-1", "an"])
def test_an_unknown_decision_or_player_is_not_selected(run: Run, text: str) -> None:
    """`an` is in the names of two powers, and begins neither."""
    out = flat(run(*CONCERT, typed=[f"questions {text}", "ready"]).out)
    assert "There is no question or player" in out
    assert "questions are numbered 1 to 2." in out


def test_after_an_answer_the_first_question_comes_again(run: Run) -> None:
    offer = "offer to=britain; clauses=[cede place=crete]"
    out = run(*KEPT, typed=["questions 2", offer, "1"]).out
    assert out.count("[2] Austria: Do you buy?") == 2
    assert done()[-1] == ("austria", "ready")


def test_games_without_open_play_do_not_know_the_word(run: Run) -> None:
    out = run("play", "walk", "--seed", "1", typed=["questions", "qu", "help"]).out
    assert "questions [N or SEAT]" not in out
    assert "“qu” is not an action here. Did you mean this command?" in out
    assert "questions [N or SEAT]" in run(*CONCERT, typed=["help"]).out


# -- several people


def test_an_optional_seat_is_not_prompted_but_can_act(run: Run) -> None:
    out = run(*KEPT, typed=["ready", "questions austria", "buy egypt", "ready", "ready"]).out
    assert done() == [
        ("austria", "ready"),
        ("austria", "buy egypt"),
        ("austria", "ready"),
        ("britain", "ready"),
    ]
    assert "— Austria —" in out.partition("Austria is ready.")[2]


def test_the_word_goes_by_the_name_of_a_seat_or_its_beginning(run: Run) -> None:
    run("--lang", "fr", *KEPT, typed=["questions la france", "ready", "questions gran", "ready"])
    assert done() == [("france", "ready"), ("britain", "ready")]


def test_the_screen_is_handed_over_with_the_word(run: Run, terminal: Terminal) -> None:
    prompts = terminal(["", "ready", "", "", "questions austria", "", "", "buy crete"])
    run(*KEPT)
    read, sit = prompts[5:7]
    assert read == (
        "Press Enter when you have read this, or type undo. Next at this screen: Austria. "
    )
    assert sit == "Austria: press Enter when the screen is yours. "
    assert done() == [("austria", "ready"), ("austria", "buy crete")]


def test_a_seat_without_decisions_gives_the_prompt_back(run: Run) -> None:
    game = ("play", "nodesk", "--seed", "3", "--save", "g.jsonl")
    typed = [*["ready"] * 3, "vote aye", "questions france", "vote nay"]
    out = run(*game, typed=typed).out
    assert "France has nothing to decide now." in out
    assert done()[-2:] == [("france", "vote aye"), ("austria", "vote nay")]


def test_no_one_acts_for_a_computer(run: Run) -> None:
    out = run(*CONCERT, "--against", "random", typed=["questions", "questions britain"]).out
    assert "Also at this screen" not in out
    assert "no question or player “britain”" in flat(out)


def test_computers_act_when_they_must(run: Run) -> None:
    """Each of their actions answers something while the game waits for them."""
    ran = run(*KEPT, "--against", "random", typed=["1"] * 200)
    assert "The most:" in ran.out
    match = Match(concert.create({}), {"rounds": 1}, "3")
    for move in moves():
        assert move.seat == "austria" or move.seat in match.position.to_move
        match.replay([move])
    assert match.over


# -- what is taken by itself


def test_an_only_choice_is_not_taken_while_something_else_is_open(
    run: Run, terminal: Terminal
) -> None:
    """Austria has spent its purse: `ready` is all the market offers, and the desk is open."""
    terminal(["buy crete", "buy egypt", "quit", "quit"])
    out = run(*CONCERT).out
    assert "Only one choice" not in out
    terminal(["", "buy crete", "buy egypt", "quit", "quit"])
    assert "Only one choice, made for you: ready" in run("play", "nodesk", "--seed", "3").out


# -- plans


def test_a_plan_shows_its_steps_and_is_taken_back_step_by_step(run: Run) -> None:
    steps = ["march egypt", "march crete", "undo", "march egypt", "march tunis", "seal"]
    out = run(*KEPT, typed=[*TO_THE_CAMPAIGN, *steps]).out
    assert "Planned so far: march to Egypt; “undo” removes the last step." in out
    assert "Planned so far: march to Egypt and march to Crete; “undo”" in out
    assert "Undone: march to Crete" in out
    assert "That is in your plan already. [6 The campaign]" in out
    assert done()[6:] == [("britain", a) for a in ("march egypt", "march tunis", "seal")]


def test_a_plan_is_shown_again_before_the_next_screen(run: Run, terminal: Terminal) -> None:
    plan = ["march egypt", "march crete", "seal", "undo", "undo", "march tunis", "seal"]
    game = ("play", "nodesk", "--seed", "3", "--option", "rounds=1", "--save", "g.jsonl")
    to_the_campaign = ["ready", "", "", "ready", "", "", "ready"]
    to_the_campaign += ["vote nay", "", "", "vote nay", "", "", "vote nay"]
    terminal(["", *to_the_campaign, *plan])
    out = run(*game).out
    assert "Your choice: march to Egypt, march to Crete, seal the plan" in out
    assert "Your choice: march to Egypt, march to Tunis, seal the plan" in out
    assert [action for _, action in done()[6:]] == ["march egypt", "march tunis", "seal"]


def test_a_sealed_plan_is_taken_back_after_others_have_acted(run: Run) -> None:
    typed = [*TO_THE_CAMPAIGN, "march egypt", "seal", "march samoa", "questions brit", "undo"]
    out = run(*KEPT, typed=typed).out
    assert "Undone: seal the plan" in out
    assert done()[6:] == [("britain", "march egypt"), ("austria", "march samoa")]


# -- records


def test_a_record_shows_a_seat_all_its_decisions(run: Run) -> None:
    run(*KEPT, typed=["ready"])
    out = run("replay", "g.jsonl", "--at", "1", "--seat", "austria").out
    assert "[2] Austria: Do you buy?" in out
    assert "[3] Austria: A treaty, or war?" in out
    assert "Britain" in out.splitlines()[-1]
    assert "France" in out.splitlines()[-1]
