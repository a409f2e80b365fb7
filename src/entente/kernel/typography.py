"""French typography, applied once when texts are loaded.

The files keep what a keyboard has: plain spaces, straight apostrophes, hyphens for minus signs.
`web/src/lib/typography.ts` does the same for the texts of the page.
"""

from __future__ import annotations

import re

NO_BREAK, NARROW, APOSTROPHE, MINUS = "\u00a0", "\u202f", "\u2019", "\u2212"
_RULES = (
    (re.compile(r"(?<=[^\W\d_])'(?=[^\W_]|[{«])"), APOSTROPHE),
    (re.compile(r"[ \u202f](?=[:»£])"), NO_BREAK),
    (re.compile(r"(?<=«)[ \u202f]|(?<=\bn°) "), NO_BREAK),
    (re.compile(r"(?<!«)[ \u00a0](?=[;?!%])"), NARROW),
    (re.compile(r"(?:(?<=^)|(?<=[\s(=]))-(?=\d)"), MINUS),
)


def typeset(text: str) -> str:
    """A French text with its no-break spaces, curly apostrophes and minus signs."""
    for pattern, sign in _RULES:
        text = pattern.sub(sign, text)
    return text


def signed(number: float) -> str:
    """A number with a minus sign, not a hyphen, if it is negative."""
    return str(number).replace("-", MINUS)


def keyed(text: str) -> str:
    """The text as a keyboard writes it: for comparing what is typed with what is shown."""
    text = text.replace(NO_BREAK, " ").replace(NARROW, " ")
    return text.replace(APOSTROPHE, "'").replace(MINUS, "-")
