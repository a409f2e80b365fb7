"""The terminal: where lines are broken, and how they go on."""

from __future__ import annotations

import pytest

from entente.cli.screen import Screen, table
from entente.kernel.typography import typeset

Lines = list[str]


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of thirty columns."""
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("entente.cli.screen.at_terminal", lambda: True)


def printed(capsys: pytest.CaptureFixture[str]) -> Lines:
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("narrow")
def test_a_line_is_broken_between_words_without_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.line("Placez votre soutien libre, deux PS dans un espace.")
    assert printed(capsys) == ["Placez votre soutien libre,", "deux PS dans un espace."]


@pytest.mark.parametrize("sign", "?!;:»")
@pytest.mark.usefixtures("narrow")
def test_a_sign_that_french_sets_off_stays_with_its_word(
    capsys: pytest.CaptureFixture[str], sign: str
) -> None:
    screen = Screen()
    screen.line(f"Placez votre soutien libree d {sign} puis le reste")
    assert printed(capsys) == ["Placez votre soutien libree", f"d {sign} puis le reste"]
    screen.item(f"Placez votre soutien li d {sign} puis le reste")
    assert printed(capsys) == ["  · Placez votre soutien li", f"    d {sign} puis le reste"]


@pytest.mark.usefixtures("narrow")
def test_a_quotation_mark_stays_with_what_it_opens(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.prose(typeset("Placez votre soutien libre « puis » le reste"))
    assert printed(capsys) == ["Placez votre soutien libre", typeset("« puis » le reste")]


@pytest.mark.usefixtures("narrow")
def test_an_indented_paragraph_wraps_indented(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.line(typeset("    un nombre de 1 à 9, ou « payer 1 »"))
    assert printed(capsys) == ["    un nombre de 1 à 9, ou", typeset("    « payer 1 »")]


@pytest.mark.usefixtures("narrow")
def test_a_prompt_wraps_and_the_input_follows_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    asked: list[str] = []

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return "oui"

    monkeypatch.setattr("builtins.input", typed)
    assert screen.ask(typeset("Appuyez sur Entrée quand l'écran est à vous. ")) == "oui"
    assert printed(capsys) == ["Appuyez sur Entrée quand"]
    assert asked == [typeset("l'écran est à vous. ")]
    screen.ask()
    assert asked[1:] == ["> "]


@pytest.mark.usefixtures("narrow")
def test_a_table_has_no_blanks_at_its_right(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    grid = table("one", "two")
    grid.add_row("a", "b")
    grid.add_row("c", "long word")
    screen.show(grid)
    assert printed(capsys) == ["one  two", "a    b", "c    long word"]


def test_piped_output_does_not_wrap(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().line("word " * 100)
    assert printed(capsys) == [" ".join(["word"] * 100)]
