"""The log since each player last looked at a shared screen."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run, Terminal

pytestmark = pytest.mark.usefixtures("toys")

CLEAR = "\x1b[2J"
RED, BLUE = "A VIE - SEA; F TRI H", "A PAR - SEA; F BRE H"
# A hand-over: what was done is read, the screen is cleared, the next one has sat down.
NEXT = ["", ""]


def screens(run: Run, terminal: Terminal, game: str, typed: list[str]) -> list[str]:
    """Return what was on the screen between one clearing and the next."""
    terminal(typed)
    return run("play", game, "--seed", "3").out.split(CLEAR)


def test_under_seal_each_player_reads_what_came_of_the_orders(run: Run, terminal: Terminal) -> None:
    """Blue reads it when the orders are opened, Red on returning to the screen."""
    typed = ["", RED, *NEXT, BLUE, *NEXT, RED, *NEXT]
    shown = screens(run, terminal, "orders", typed)
    turns = [screen for screen in shown if "Your orders?" in screen]
    assert [screen.count("They stand: A VIE") for screen in turns] == [0, 1, 1, 0]
    assert "Red: Your orders?" in turns[2]


def test_at_the_end_every_unread_entry_is_shown(run: Run, terminal: Terminal) -> None:
    """Blue submits the last orders; Red has not seen the screen since submitting."""
    typed = ["", *[RED, *NEXT, BLUE, *NEXT] * 2, RED, *NEXT, BLUE]
    last = screens(run, terminal, "orders", typed)[-1]
    assert last.count("They stand") == 1
    assert "The furthest went 3." in last


def test_an_entry_on_the_screen_is_not_shown_twice(run: Run, terminal: Terminal) -> None:
    """Without secrets all players look at the same screen."""
    (shown,) = screens(run, terminal, "walk", ["1"] * 4)
    lines = [line.strip() for line in shown.splitlines() if line.strip().startswith("·")]
    assert lines
    assert len(lines) == len(set(lines))


def test_each_player_reads_only_what_they_may_know(run: Run, terminal: Terminal) -> None:
    """A drawn card is named only to its player, however often the screen is passed on."""
    typed = ["", *(["1", *NEXT] * 12)]
    shown = screens(run, terminal, "conference", typed)
    named = [screen for screen in shown if "draws the" in screen]
    assert named
    for screen in named:
        drawer = screen[: screen.index(" draws the")].rsplit(" ", 1)[-1]
        asked = [line for line in screen.splitlines() if "] " in line and "?" in line]
        assert all(drawer in line for line in asked), screen
