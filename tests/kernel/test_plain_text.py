"""Plain text commands no terminal and turns no line around."""

from __future__ import annotations

import pytest

from entente.kernel.plain_text import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("By spring.\n\tYes.", "By spring.\n\tYes."),
        ("\x1b[2J\x1b]0;mine\x07gone", "[2J]0;minegone"),
        ("a\x9bb", "ab"),
        ("evil\u202etxt.exe\u2066", "eviltxt.exe"),
        ("\ud800half", "half"),
        ("família 👩\u200d👩\u200d👧 עברית", "família 👩\u200d👩\u200d👧 עברית"),
    ],
)
def test_kept_and_removed_characters(text: str, plain: str) -> None:
    assert plain_text(text) == plain
