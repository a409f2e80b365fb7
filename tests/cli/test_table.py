"""At the table: lists that are not repeated, drawings that fit, words that may mean a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.kernel.record import parse
from entente.kernel.typography import typeset
from tests.cli.conftest import Run, Terminal

pytestmark = pytest.mark.usefixtures("toys")

GARDEN = ("play", "garden", "--seed", "1")
KEPT = (*GARDEN, "--save", "g.jsonl")
REMINDER = "The numbers above are still valid; “list” shows the choices."
SKETCH, PICTURE = "A SKETCH OF THE GARDEN", "THE WHOLE GARDEN"


def actions() -> list[str]:
    return [move.action for move in parse(Path("g.jsonl").read_bytes()).moves]


# -- a series of questions


def test_a_long_list_is_shown_once_in_a_series(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "3", "4"])
    out = run(*GARDEN).out
    assert out.count("Plant Bed number 20") == 1
    assert out.count(REMINDER) == 2
    assert "[1] Red: Plant on, 2 left." in out


def test_numbers_keep_their_meaning_while_the_list_is_not_shown(
    run: Run, terminal: Terminal
) -> None:
    terminal(["reveal", "3", "3", "4", "list", "4"])
    out = run(*KEPT).out
    assert actions()[:4] == ["reveal", "plant bed3", "plant bed4", "plant bed6"]
    assert "“plant bed-number-3” is not a legal action now." in " ".join(out.split())


def test_a_number_of_what_is_gone_may_be_asked_about(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "3", "? 3", "? 4", "99"])
    out = " ".join(run(*KEPT).out.split())
    assert "“plant bed-number-3” is not a legal action now." in out
    assert "Legal: Plant Bed number 4 [1]" in out
    assert "There is no choice “99”: choose a number from 1 to 20." in out


def test_new_choices_are_listed_with_numbers_of_their_own(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "7", "21"])
    out = run(*KEPT).out
    assert "  21  Plant Old orchard" in out
    assert actions() == ["reveal", "plant bed7", "plant orchard"]


def test_choices_with_a_word_have_the_numbers_that_hold(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "3", "list number-9"])
    assert "   9  Plant Bed number 9" in run(*GARDEN).out.split("list", 1)[1]
    terminal(["reveal", "3", "plant number"])
    assert "   4  Plant Bed number 4" in run(*GARDEN).out.split("is ambiguous", 1)[1]


def test_nothing_shows_the_choices_again(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "3", "", "3"])
    out = run(*KEPT).out
    assert out.count("Plant Bed number 20") == 2
    assert actions() == ["reveal", "plant bed3", "plant bed4"]


def test_another_seat_is_shown_the_whole_list(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "1", "2", "3", "1"])
    out = run(*KEPT).out
    assert out.count("Plant Bed number 20") == 2
    assert actions()[-1] == "plant bed4"


@pytest.mark.parametrize(("long", "times"), [(40, 2), (12, 1)])
def test_when_others_have_acted_only_a_very_long_list_is_not_shown_again(
    run: Run, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, long: int, times: int
) -> None:
    monkeypatch.setattr("entente.cli.questions.LONG", long)
    terminal(["reveal", "1", "2", "3"])
    out = run(*GARDEN, "--against", "random").out
    assert out.count("[1] Red: Plant on, 1 left.") == 2
    assert out.count("Plant Bed number 20") == times


def test_through_a_pipe_every_question_comes_with_its_choices(run: Run) -> None:
    out = run(*KEPT, typed=["reveal", "3", "3"]).out
    assert out.count("Plant Bed number 20") == 3
    assert REMINDER not in out
    assert actions() == ["reveal", "plant bed3", "plant bed4"]


def test_a_series_is_not_drawn_again(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "3", "4"])
    assert run(*GARDEN).out.count(SKETCH) == 1  # the drawing has not changed


# -- drawings


def test_a_drawing_that_does_not_fit_is_a_sketch_everywhere(
    run: Run, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    terminal(["map"])
    out = run(*KEPT).out
    assert (out.count(SKETCH), out.count(PICTURE)) == (2, 0)
    assert "The whole drawing needs a terminal 106 columns wide." in out
    out = run("replay", "g.jsonl", "--at", "0").out
    assert (out.count(SKETCH), out.count(PICTURE)) == (1, 0)


def test_a_drawing_that_fits_is_drawn_as_a_whole(
    run: Run, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    terminal(["map"])
    out = run(*KEPT).out
    assert (out.count(SKETCH), out.count(PICTURE)) == (0, 2)
    assert "would fit" not in out
    out = run("replay", "g.jsonl", "--at", "0").out
    assert (out.count(SKETCH), out.count(PICTURE)) == (0, 1)


def test_piped_output_is_drawn_whole(run: Run) -> None:
    assert PICTURE in run(*GARDEN).out


def test_the_only_choice_is_taken_without_a_drawing(run: Run, terminal: Terminal) -> None:
    terminal(["reveal", "1", "2", "3"])
    before, after = run(*GARDEN).out.split("Only one choice, made for you: Rest")
    assert before.count(SKETCH) == 1
    assert after.count(SKETCH) <= 1


# -- looking at one thing


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("map bed7", "Bed number 7: * * *"),
        ("map Bed number 7", "Bed number 7: * * *"),
        ("map old", "Old orchard: * * *"),
        ("map orch", "Old orchard: * * *"),
        ("carte number 7", "Bed number 7: * * *"),
        ("map moon", "Nothing called “moon” can be described."),
        ("map red", "Nothing called “red” can be described."),
    ],
)
def test_a_thing_on_the_board_is_described(run: Run, line: str, said: str) -> None:
    out = run(*GARDEN, typed=[line]).out
    assert said in out
    assert out.count(PICTURE) == 1


def test_a_thing_is_described_in_french(run: Run) -> None:
    out = run(*GARDEN, "--lang", "fr", typed=["carte verger", "carte lune"]).out
    assert "Vieux verger: * * *" in out
    assert typeset("Rien de ce qui s'appelle « lune » ne peut être décrit.") in out


def test_several_things_with_the_word_are_listed(run: Run) -> None:
    out = run(*GARDEN, typed=["map number"]).out
    assert "“number” is ambiguous:" in out
    assert "  · Bed number 20" in out


def test_a_game_that_describes_nothing(run: Run) -> None:
    assert "Nothing called “red”" in run("play", "walk", typed=["map red"]).out


def test_an_allowed_action_comes_with_a_hint(run: Run) -> None:
    out = run(*GARDEN, typed=["? hide", "reveal", "? 3"]).out
    assert "Legal: Hide [1]\n> " in out
    assert "Legal: Plant Bed number 3 [1]\n  In Bed number 3 everything grows\n" in out


def test_help_mentions_both(run: Run) -> None:
    out = run(*GARDEN, "--lang", "fr", typed=["aide"]).out
    assert "carte [MOT]" in out
    said = "? et une action ou un numéro, pour savoir ce que vous pouvez en attendre"
    assert typeset(said) in out


# -- words that may mean a command


@pytest.mark.parametrize("text", ["c", "ca"])
def test_a_prefix_of_an_action_and_a_command_needs_a_confirmation(run: Run, text: str) -> None:
    out = run(*KEPT, "--lang", "fr", typed=[text]).out
    assert typeset(f"« {text} » est ambigu :") in out
    assert "   1  Hide" in out.split("est ambigu")[1]
    assert "carte [MOT]" in out
    assert actions() == []


def test_a_prefix_of_no_command_is_the_action(run: Run) -> None:
    run(*KEPT, "--lang", "fr", typed=["cac"])
    assert actions() == ["hide"]


def test_a_beginning_of_two_actions_and_of_a_command(run: Run) -> None:
    out = run(*KEPT, typed=["r"]).out
    assert "   2  Show yourself" in out.split("is ambiguous")[1]
    assert "rules [SECTION]" in out
    assert actions() == []


def test_a_beginning_of_a_command_and_of_actions_that_go_on(run: Run) -> None:
    out = run("play", "attrition", "--seed", "7", typed=["m"]).out
    assert "   1  Mobilise the German artillery in Berlin" in out.split("is ambiguous")[1]
    assert "map [WORD]" in out


def test_a_beginning_of_a_command_alone(run: Run) -> None:
    out = run(*KEPT, typed=["lo", "u"]).out
    assert "“lo” is not an action here. Did you mean this command?" in out
    assert "log [N]" in out
    assert "undo" in out
    assert actions() == []


# -- what is said


def test_an_empty_log_says_so(run: Run) -> None:
    assert "Nothing has happened yet." in run(*GARDEN, typed=["log"]).out
    assert (
        typeset("Il ne s'est encore rien passé.")
        in run(*GARDEN, "--lang", "fr", typed=["journal"]).out
    )


def test_the_outcome_begins_with_a_capital(run: Run) -> None:
    typed = ["reveal", *["1"] * 3, "rest", *["1"] * 4]
    assert "\nEverything is planted.\n" in run(*KEPT, typed=typed).out
    assert "\nTout est planté.\n" in run("replay", "g.jsonl", "--lang", "fr").out


def test_a_seat_is_named_with_its_article(run: Run) -> None:
    run(*KEPT)
    out = run("replay", "g.jsonl", "--at", "0", "--seat", "red", "--lang", "fr").out
    assert "Vu par le Rouge\n" in out


@pytest.mark.parametrize(
    ("before", "after", "command"),
    [
        (["--lang", "fr"], [], "entente --lang fr play --save g.jsonl"),
        ([], ["--lang=fr"], "entente --lang fr play --save g.jsonl"),
        ([], [], "entente play --save g.jsonl"),
    ],
)
def test_the_line_to_go_on_with_keeps_the_language_that_was_asked_for(
    run: Run, before: list[str], after: list[str], command: str
) -> None:
    assert run(*before, *KEPT, *after).out.rstrip().endswith(command)
    assert run(*command.split()[1:]).status == 0


def test_a_language_from_elsewhere_is_not_written_out(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_LANG", "fr")
    assert typeset("Pour la reprendre : entente play --save g.jsonl") in run(*KEPT).out


# -- layout


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["attrition", "turmoil", "garden"])
def test_no_line_is_too_long_or_ends_in_blanks(
    run: Run, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    terminal(["help", "map", "list", "?", "rules", "1", "1", "quit", "save x", "log"])
    out = run("play", game, "--seed", "3", "--lang", language, "--against", "random").out
    for line in out.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()
        assert not line.strip() or line.strip()[0] not in "?!;:»"
        assert not line.endswith("«")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", ["", "play", "simulate", "replay", "rules", "data", "games"])
def test_help_fits_80_columns(run: Run, language: str, command: str) -> None:
    out = run(*filter(None, [command]), "--help", "--lang", language).out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_help_in_french(run: Run) -> None:
    out = run("play", "--help", "--lang", "fr").out
    assert "arguments :\n" in out
    assert "options :\n" in out
    assert "--option NOM=VALEUR" in out
    assert typeset("argument manquant : JEU") in run("rules", "--lang", "fr").err
    assert typeset("commande inconnue « danser »") in run("danser", "--lang", "fr").err


@pytest.mark.parametrize("arguments", [["games"], ["data", "attrition"], ["rules", "attrition"]])
def test_tables_have_no_blanks_at_the_end_of_lines(run: Run, arguments: list[str]) -> None:
    out = run(*arguments).out
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
