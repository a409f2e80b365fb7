"""Nothing that a player has written commands the terminal of whoever reads it."""

from __future__ import annotations

import pytest

from entente.cli.screen import Screen


def test_what_is_printed_has_no_commands_for_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = Screen()
    hostile = "before\x1b[2J\x1b]0;title\x07\u202eafter"
    screen.line(hostile, "bold")
    screen.parts((hostile, "cyan"), hostile)
    screen.prose(hostile)
    screen.item(hostile)
    told = capsys.readouterr().out
    assert told.count("after") == 5
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
