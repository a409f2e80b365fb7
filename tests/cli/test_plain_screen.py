"""No text of a player controls the terminal of a reader."""

from __future__ import annotations

import pytest

from entente.cli.screen import Screen


def test_printed_text_has_no_control_sequences(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = Screen()
    hostile = "before\x1b[2J\x1b]0;title\x07\u202eafter"
    screen.line(hostile, "bold")
    screen.parts((hostile, "cyan"), hostile)
    screen.prose(hostile)
    screen.item(hostile)
    text = capsys.readouterr().out
    assert text.count("after") == 5
    assert not {"\x1b", "\x07", "\u202e"} & set(text)
