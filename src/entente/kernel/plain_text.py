"""Strip control characters and direction marks from text that users write."""

from __future__ import annotations

import unicodedata

# Marks that change the text direction: a name could be read backwards.
DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LINES = "\n\t"


def plain_text(text: str, kept: str = LINES) -> str:
    """Return a text without control characters, surrogates and direction marks; line ends and tabs
    are kept by default."""
    return "".join(
        character
        for character in text
        if character in kept
        or (character not in DIRECTIONS and unicodedata.category(character) not in ("Cc", "Cs"))
    )
