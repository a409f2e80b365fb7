"""What happened since a person last sat at the screen: told to each, and to each his own."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run, Terminal

pytestmark = pytest.mark.usefixtures("toys")

CLEAR = "\x1b[2J"
RED, BLUE = "A VIE - SEA; F TRI H", "A PAR - SEA; F BRE H"
# A hand-over: what was done is read, the screen is cleared, the next one has sat down.
NEXT = ["", ""]


def screens(run: Run, terminal: Terminal, game: str, typed: list[str]) -> list[str]:
    """What was on the screen between one clearing and the next."""
    terminal(typed)
    return run("play", game, "--seed", "3").out.split(CLEAR)


def test_under_seal_each_is_told_what_came_of_the_orders(run: Run, terminal: Terminal) -> None:
    """Blue reads it when the orders are opened, Red when he sits down at the screen again."""
    typed = ["", RED, *NEXT, BLUE, *NEXT, RED, *NEXT]
    shown = screens(run, terminal, "orders", typed)
    turns = [screen for screen in shown if "Your orders?" in screen]
    assert [screen.count("They stand: A VIE") for screen in turns] == [0, 1, 1, 0]
    assert "Red: Your orders?" in turns[2]


def test_at_the_end_all_that_anybody_has_not_read_is_told(run: Run, terminal: Terminal) -> None:
    """Blue hands in the last orders; Red has not seen the screen since he gave his."""
    typed = ["", *[RED, *NEXT, BLUE, *NEXT] * 2, RED, *NEXT, BLUE]
    last = screens(run, terminal, "orders", typed)[-1]
    assert last.count("They stand") == 1
    assert "The furthest went 3." in last


def test_what_stands_on_the_screen_is_not_told_twice(run: Run, terminal: Terminal) -> None:
    """Where nothing is secret all look at the same screen."""
    (shown,) = screens(run, terminal, "walk", ["1"] * 4)
    lines = [line.strip() for line in shown.splitlines() if line.strip().startswith("·")]
    assert lines
    assert len(lines) == len(set(lines))


def test_each_is_told_only_what_he_may_read(run: Run, terminal: Terminal) -> None:
    """A card that one draws is named to that one alone, however often the screen is passed on."""
    typed = ["", *(["1", *NEXT] * 12)]
    shown = screens(run, terminal, "conference", typed)
    named = [screen for screen in shown if "draws the" in screen]
    assert named
    for screen in named:
        drawer = screen[: screen.index(" draws the")].rsplit(" ", 1)[-1]
        asked = [line for line in screen.splitlines() if "] " in line and "?" in line]
        assert all(drawer in line for line in asked), screen
