"""Plain text: what somebody wrote, without what commands a terminal or turns a line around."""

from __future__ import annotations

import unicodedata

# Marks that change the direction of what follows: a name could be read backwards.
DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LINES = "\n\t"


def plain_text(text: str, kept: str = LINES) -> str:
    """A text without control characters, halves of characters and marks of direction; line ends and
    tabs stay, unless told otherwise."""
    return "".join(
        character
        for character in text
        if character in kept
        or (character not in DIRECTIONS and unicodedata.category(character) not in ("Cc", "Cs"))
    )
