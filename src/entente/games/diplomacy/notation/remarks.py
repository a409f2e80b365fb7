"""Remarks in brackets after an order: harmless ones, reported ones, and conditions."""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.games.diplomacy.notation.chat_words import is_harmless, takes_back
from entente.games.diplomacy.notation.map_names import Lexicon
from entente.games.diplomacy.notation.tokens import HARMLESS_SIGNS, plain_words, tidy
from entente.games.diplomacy.notation.vocabulary import (
    COASTS,
    COMPASS,
    CONDITIONS,
    DOUBTS,
    FILLERS,
    HARMLESS,
    JUDGED,
    KEYWORDS,
    ORDER_WORDS,
    Phrases,
)
from entente.kernel import Refusal, refuse

REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_DEEPEST = 3  # nesting of remarks
_LONGEST_NAME = 4  # words of a place or a power
_DIGITS = 4  # of a year
_EMPTY = HARMLESS_SIGNS | frozenset("()[]{} -–—:;,")  # signs of an empty remark
_STARS = re.compile(r"[(\[{]\s*\*[^*]*\*\s*[)\]}]")
# `A Par-Bur (not Pic!)` only confirms the order.
_NOT = Phrases(
    "not, and not, instead of, rather than, pas, et pas, non pas, plutot que, au lieu de, not to"
)


class Plain(NamedTuple):
    """A line without its remarks, and the remarks that are not clearly harmless."""

    text: str
    passed_over: tuple[str, ...] = ()


def without_remarks(names: Lexicon, line: str) -> Plain | Refusal:
    """Remove the harmless remarks in brackets from a line.

    A remark that could affect the order is not ignored: one that retracts, corrects or qualifies
    it, names another place, a unit or an order, or has a word not listed as harmless, is refused.
    Brackets that hold only words of orders stay.
    """
    remarks: list[str] = []
    for _ in range(_DEEPEST if REMARK.search(line) else 0):
        own = places_named(names, plain_words(REMARK.sub(" ", line)))
        kept: list[str] = []
        last = 0
        for remark in REMARK.finditer(line):
            words = plain_words(remark[0])
            kept.append(line[last : remark.start()])
            last = remark.end()
            if _is_coast(words):
                kept.append(remark[0])
                continue
            if _is_harmless(names, remark[0], words):
                continue
            if _confirms(names, words, own):
                remarks.append(remark[0])
                continue
            if not (CONDITIONS | DOUBTS).isdisjoint(words) or takes_back(names, remark[0]):
                return refuse("III.4", "reading.conditional", text=line, remark=remark[0])
            if all(_means(names, word) for word in words):
                kept.append(remark[0])
            elif not ORDER_WORDS.isdisjoint(words) or places_named(names, words) - own:
                return refuse("III.4", "reading.remark", text=line, remark=remark[0])
            elif is_harmless(names, remark[0]):
                remarks.append(remark[0])
            else:
                return refuse("III.4", "reading.remark_unknown", text=line, remark=remark[0])
        shorter = tidy(" ".join([*kept, line[last:]]))
        if shorter == line:
            break
        line = shorter
    return Plain(line, tuple(dict.fromkeys(remarks)))


def _is_coast(words: tuple[str, ...]) -> bool:
    """`(nc)`, `(côte nord)`: part of the order, even before other remarks."""
    return any(phrases.take(words) for table in (COASTS, COMPASS) for phrases in table.values())


def _is_harmless(names: Lexicon, remark: str, words: tuple[str, ...]) -> bool:
    """Return whether a remark is thanks, a result, or names an ally."""
    if _STARS.fullmatch(remark):
        return JUDGED.issuperset(words)
    if not words:
        return _EMPTY.issuperset(remark)
    if names.powers(words) and not names.places(words):
        return True
    return all(
        word in HARMLESS or (word.isdecimal() and len(word) < _DIGITS) or names.is_power((word,))
        for word in words
    )


def _confirms(names: Lexicon, words: tuple[str, ...], own: set[int]) -> bool:
    """Return whether a remark rules out a place that the order does not name."""
    for length in _NOT.lengths(words, 0):
        rest = words[length:]
        while rest and rest[0] in FILLERS:
            rest = rest[1:]
        provinces = {candidate.province for candidate in names.places(rest)} if rest else set()
        if provinces and provinces.isdisjoint(own):
            return True
    return False


def places_named(names: Lexicon, words: tuple[str, ...]) -> set[int]:
    """All provinces any of the words may mean."""
    provinces: set[int] = set()
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST_NAME, len(words)) + 1):
            span = words[start:end]
            if not FILLERS.isdisjoint(span):
                continue
            if span == ("par",) and end < len(words) and words[start - 1 : start] != ("a",):
                continue  # the French word, not Paris
            provinces |= {candidate.province for candidate in names.places(span)}
    return provinces


def _means(names: Lexicon, word: str) -> bool:
    return word in KEYWORDS or word in FILLERS or word in COASTS or bool(names.places((word,)))
