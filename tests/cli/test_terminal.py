"""Widths, colours, tables and progress bars."""

from __future__ import annotations

import io
import sys

import pytest

from entente.cli.grid import Grid
from entente.cli.progress import ProgressBars, progress_bar
from entente.cli.terminal import Console, Styled, cell_len


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_wide_and_combining_characters_have_their_width() -> None:
    assert cell_len("Serbie") == 6
    assert cell_len("e\u0301t\u00e9") == 3
    assert cell_len("\u4e2d\u56fd") == 4


def test_a_line_breaks_between_words_and_long_words_are_cut() -> None:
    text = Styled("one two ", ("three", "bold"), " fourteenletters")
    lines = text.wrap(9)
    assert [line.plain for line in lines] == ["one two", "three", "fourteenl", "etters"]
    assert lines[1].parts == [("three", "bold")]
    assert [line.plain for line in Styled("a\n\nb").wrap(9)] == ["a", "", "b"]


def test_a_break_keeps_the_styles_on_both_sides() -> None:
    first, second = Styled(("red words here", "red")).wrap(9)
    assert first.ansi() == "\x1b[31mred words\x1b[0m"
    assert second.parts == [("here", "red")]


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_only_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    def printed(file: io.StringIO) -> str:
        Console(file).print(Styled(("now", "bold green")))
        return file.getvalue()

    assert printed(Terminal()) == "\x1b[1;32mnow\x1b[0m\n"
    assert printed(io.StringIO()) == "now\n"
    monkeypatch.setenv(name, value)
    assert printed(Terminal()) == "now\n"


def test_the_widest_column_of_a_narrow_table_wraps() -> None:
    grid = Grid("option", "meaning", indent=2)
    grid.columns[0].no_wrap = True
    grid.add_row("fog_of_war", "the enemy's tiles are hidden")
    assert [line.plain for line in grid.lines(30)] == [
        "  option      meaning",
        "  fog_of_war  the enemy's",
        "              tiles are hidden",
    ]


def test_numbers_align_to_the_right_and_no_cell_controls_the_terminal() -> None:
    grid = Grid("seat", "won")
    grid.columns[1].justify = "right"
    grid.add_row("a\x1b[2Jb", "7 %")
    grid.add_row("c", "93 %")
    assert [line.plain for line in grid.lines(60)] == ["seat    won", "a[2Jb   7 %", "c      93 %"]
    with pytest.raises(ValueError, match="1 cells for 2 columns"):
        grid.add_row("d")


def test_a_progress_bar_is_redrawn_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Terminal()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr("entente.cli.progress.PAUSE", 0.0)
    with progress_bar() as shown:
        task = shown.add_task("Playing", total=4)
        shown.advance(task, 1)
        print("from a player")
        shown.update(task, 4)
    text = file.getvalue()
    assert "Playing" in text
    assert " 1/4 " in text
    assert "\x1b[1A\x1b[2Kfrom a player\n" in text
    assert text.endswith(" 4/4 0:00:00\n\x1b[1A\x1b[2K")


def test_no_progress_bar_without_a_terminal() -> None:
    file = io.StringIO()
    shown = ProgressBars(file)
    shown.update(shown.add_task("Playing", total=2), 1)
    assert file.getvalue() == ""
