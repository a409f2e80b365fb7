"""Tokens of a written line: capitals, accents and punctuation are ignored, dashes and arrows
count."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

ARROW = "-"
_LETTERS = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ß": "ss"}
_DASHES = "-‐‑‒–—―−"
_POINTS = ">→⇒⟶⟹➔➙➜➝➞➡⮕⇾↦►▶"
_ARROWS = frozenset(_DASHES + _POINTS + "=")
# One run of signs is one token: no text makes the pattern backtrack.
_TOKEN = re.compile(rf"[a-z0-9]+|[{_DASHES}{_POINTS}=]+|\+")
_EQUALS = re.compile("=+")
# Every sign is a token of its own, unless listed as harmless.
_EACH = re.compile(rf"[a-z0-9]+|[{_DASHES}{_POINTS}=]+|[^\sa-z0-9]")
OPEN, CLOSE = "(", ")"
# The bar of a table separates a unit from its order like a colon.
_SAME_SIGN = {"[": OPEN, "{": OPEN, "]": CLOSE, "}": CLOSE, "|": ":"}
# Full stops of short forms, quotes, emphasis, signs of assent and smiles.
HARMLESS_SIGNS = frozenset(".!'’‘ʼ´`\"“”„«»‹›*_…·✓✔✅☑👍👌🙂😀😃😄😉😊🙏🎉")
_LETTER_OF_COAST = re.compile(
    r"([/(]\s*)([nsew])(?!\s*\.\s*c)(?=\s*(?:\)|[^\w\s]|$|\s))", re.IGNORECASE
)
_DASHED_COAST = re.compile(
    r"\b(north|south|east|west|c[oô]te)-(coast|nord|sud|est|ouest)\b", re.IGNORECASE
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_STRANGE = re.compile(r"[^\w\s/().'’\-]")  # not part of any name
_CROSSED = "\u0338"  # a stroke through the sign before it
_KEPT = 500  # characters of a text whose words are cached
SHORT = 200  # characters of a text quoted to its author

_UNIT = re.compile(r"\W*(?:[AF]|army|fleet|arm[ée]e|flotte)\s+[^\W\d]", re.IGNORECASE)


class Token(NamedTuple):
    """A word or an arrow, without capitals and accents, and its position in the line."""

    text: str
    start: int
    end: int


def tidy(text: str) -> str:
    """Normalise a line: every letter is one character, and a coast in brackets is named in full."""
    return _tidy_once(text) if len(text) <= _KEPT else _tidy(text)


def _tidy(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
        for letter, plain in _LETTERS.items():
            text = text.replace(letter, plain)
    text = _DASHED_COAST.sub(r"\1 \2", " ".join(text.split()))
    return _LETTER_OF_COAST.sub(r"\1\2c", text)


_tidy_once = lru_cache(maxsize=4096)(_tidy)


def words_of(line: str) -> tuple[Token, ...]:
    """Return the words of a tidy line; every dash and arrow is a word of its own."""
    return _words_once(line) if len(line) <= _KEPT else _words(line)


def _words(line: str) -> tuple[Token, ...]:
    plain = line.lower() if line.isascii() else "".join(map(_plain_letter, line))
    tokens = []
    for match in _TOKEN.finditer(plain):
        sign = match[0]
        if not sign.isalnum() and sign != "+":
            if _EQUALS.fullmatch(sign):
                continue
            sign = ARROW
        tokens.append(Token(sign, match.start(), match.end()))
    return tuple(tokens)


_words_once = lru_cache(maxsize=4096)(_words)


def tokens_of(line: str) -> list[Token]:
    """Return the words of a tidy line, and every sign not listed as harmless.

    Readers of orders use these, since an ignored sign may have negated the order.
    """
    plain = line.lower() if line.isascii() else "".join(map(_plain_letter, line))
    tokens = []
    for match in _EACH.finditer(plain):
        sign = match[0]
        if not sign.isalnum():
            if sign in HARMLESS_SIGNS:
                continue
            runs = sign[0] in _ARROWS and not _EQUALS.fullmatch(sign)
            sign = ARROW if runs else _SAME_SIGN.get(sign, sign)
        tokens.append(Token(sign, match.start(), match.end()))
    return tokens


def is_word(token: str) -> bool:
    """Return whether a token consists of letters or digits."""
    return token.isalnum()


def _plain_letter(letter: str) -> str:
    """Return a letter without accents. A crossed sign such as `↛` differs from the sign under the
    stroke."""
    plain = unicodedata.normalize("NFKD", letter.lower())
    return letter if _CROSSED in plain else plain[0]


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a name or phrase, without arrows."""
    return _plain_once(text) if len(text) <= _KEPT else _plain_words(text)


def _plain_words(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words_of(tidy(text)) if word.text != ARROW)


_plain_once = lru_cache(maxsize=4096)(_plain_words)


def begins_with_a_unit(text: str) -> bool:
    """Return whether a text begins like an order: `A Par`, `Fleet Brest`."""
    return _UNIT.match(text) is not None


def strange_word(text: str) -> str:
    """Return the first word with a sign or letter that no name contains; empty if there is none."""
    for word in tidy(text).split():
        if _STRANGE.search(word) or strange_letter(word):
            return word
    return ""


def strange_letter(word: str) -> str:
    """Return the first letter that is not Latin, even if it looks Latin; empty if there is none."""
    for letter in tidy(word):
        if letter.isalpha() and not "a" <= unicodedata.normalize("NFKD", letter.lower())[0] <= "z":
            return letter
    return ""


def shortened(text: str, most: int = SHORT) -> str:
    """Abbreviate a long text."""
    return text if len(text) <= most else text[:most] + "…"
