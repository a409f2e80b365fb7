"""Split a line of a sheet into its orders and headings.

Orders are separated by semicolons, commas, full stops, tabs, bars, `and`. All but the semicolon may
also be inside an order (`F N. Sea - Nwy`, `A Lon - Bel, via Nth`), so a line is split where both
sides make sense, and not inside what can be read only as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.grammar import BARE, HALF, parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.remarks import without_remarks
from entente.games.diplomacy.notation.tokens import (
    HARMLESS_SIGNS,
    begins_with_a_unit,
    plain_words,
    tidy,
)
from entente.games.diplomacy.notation.vocabulary import CONDITIONS, DOUBTS, PHRASES, WHOLE_LINES
from entente.games.diplomacy.sheets.headings import read_heading
from entente.kernel import Refusal

_QUOTED = re.compile(r"\s*(?:>\s*)+")
_BULLET = re.compile(
    r"\s*(?:[-–—*•·▪◦‣]\s+|-(?=[AF]\s)|\d{1,3}(?:\.\d{1,3})+[.):]?\s+|\(?\d{1,3}[.):/]\s*"
    r"|\d{1,3}\s+(?=[AF]\s)|[a-z]\)\s+|\([a-z]\)\s+(?=[AF]\s)|[a-z]\.\s+(?=[AF]\s)"
    r"|#\d{1,3}[.):]?\s+|\[[ x]?\]\s*|(?:order|ordre)\s+\d{1,3}\s*[.:)]\s*)",
    re.IGNORECASE,
)
# `1. F Lon-Nth 2. A Lvp-Yor`: the numbers of a list that was written in one line.
_NUMBERED = re.compile(r"\s*(?:\(?1[.)]|\(?a\)|#1[.):]?(?!\d))\s*(?=\S)", re.IGNORECASE)
_NEXT_NUMBER = re.compile(
    r"\s+(?:\(?\d{1,2}[.)]|\(?[b-z]\)|#\d{1,2}[.):]?)"
    r"\s*(?=(?:[AF]|army|fleet|arm[ée]e|flotte)\s+[^\W\d])",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s*[(\[{]([^()\[\]{}]*(?:\([^()]*\)[^()\[\]{}]*)*)[)\]}][.;,]?\s*")
_MOST_BULLETS = 3  # nested
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Text in brackets is not split. Each bracket ends at the next of its kind, which bounds
# backtracking.
_CUT = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}"
    r"|(?P<cut>[;,:|\t]|[.!](?=\s|$)|(?<!\S)(?:and|et|&)(?!\S)"
    r"|(?<=[\w).]\s)[/+](?=\s+(?:[AF]|army|fleet|arm[ée]e|flotte)\s+\w))",
    re.IGNORECASE,
)
_NEXT_UNIT = re.compile(r"\s+(?=[AF]\s+[^\W\d])")
_EMPTY = HARMLESS_SIGNS | frozenset(" \t\u00a0\u202f–—―−‐‑‒•▪◦‣→⇒═─│┃━")
MOST_UNREAD = 700  # meaningless pieces of a sheet
UNREAD_FOR_AN_ORDER = 20  # additional pieces for every order in it
_HARD = ";"
_COLON = ":"
_LETTER = re.compile(r"[^\W_]")
_MOST_JOINED = 8  # parts of one order
_UNKNOWN, _BARE = 10, 1  # costs of a piece


class TooMuchUnread(Exception):
    """Raised for a sheet that is mostly meaningless."""


class ParseBudget:
    """What may be spent on meaningless text, to give up on such a sheet early."""

    def __init__(self) -> None:
        self.spent = 0
        self.most = MOST_UNREAD

    def earn(self) -> None:
        """Allow more meaningless text, as an order was found."""
        self.most += UNREAD_FOR_AN_ORDER

    def spend(self, bits: int = 1) -> None:
        """Count meaningless pieces; raise TooMuchUnread beyond the limit."""
        self.spent += bits
        if self.spent > self.most:
            raise TooMuchUnread


class Piece(NamedTuple):
    """A piece of a line: whether a colon follows, whether it is the first or only piece, and
    whether the next piece is readable."""

    text: str
    colon: bool
    first: bool
    whole: bool
    leads: bool


class _Part(NamedTuple):
    """The text between two possible split points."""

    start: int
    end: int
    sign: str


def has_meaning(signs: str) -> bool:
    """Return whether signs are more than lines, bullets and smileys."""
    return any(sign == "?" or not (sign.isascii() or sign in _EMPTY) for sign in signs)


def unquoted(line: str) -> str:
    """Return a line without quotation marks of mails and invisible characters."""
    line = _INVISIBLE.sub("", line)
    return line[_end(_QUOTED, line) :]


def unbulleted(line: str) -> str:
    """Return a line without its bullet or number, and without brackets around the whole order."""
    if _NUMBERED.match(line):
        line = _NEXT_NUMBER.sub("; ", line)
    for _ in range(_MOST_BULLETS):
        line = line[_end(_BULLET, line) :]
        bracketed = _IN_BRACKETS.fullmatch(line)
        if bracketed is not None and begins_with_a_unit(bracketed[1]):
            line = bracketed[1]
    return line


def _end(pattern: re.Pattern[str], text: str) -> int:
    """Return the end of a match at the beginning."""
    match = pattern.match(text)
    return match.end() if match is not None else 0


def pieces(board: Board, line: str, budget: ParseBudget | None = None) -> Iterator[Piece]:
    """Yield the pieces of a line, in order, without those that have neither letter nor digit."""
    parts = list(_parts(line))
    budget = budget or ParseBudget()
    waiting: tuple[str, bool] | None = None
    first = True
    for text, colon in _texts(board, line, parts, budget):
        if not _LETTER.search(text) and not has_meaning(text):
            waiting = (waiting[0], waiting[1] or colon) if waiting is not None else None  # `Fr. :`
            continue
        if waiting is not None:
            readable = begins_with_a_unit(text) or _cost(board, text[:LONGEST]) < _UNKNOWN
            yield Piece(*waiting, first, False, readable)
            first = False
        waiting = text, colon
    if waiting is not None:
        yield Piece(*waiting, first, len(parts) == 1, True)


def _texts(
    board: Board, line: str, parts: list[_Part], budget: ParseBudget
) -> Iterator[tuple[str, bool]]:
    """Yield the pieces as written, and whether a colon follows each."""
    run = 0
    for number, part in enumerate(parts, 1):
        if part.sign == _HARD or number == len(parts):
            for begin, end in _LineSplitter(board, line, parts[run:number], budget).cuts():
                *others, last = _run_together(board, line[begin.start : end.end].strip())
                yield from ((other, False) for other in others)
                yield last, end.sign == _COLON
            run = number


def _run_together(board: Board, text: str) -> list[str]:
    """Orders without separators, `A War-Gal A Mos-Ukr`, if all of it is readable."""
    if len(text) > LONGEST or "~" in text or not begins_with_a_unit(text):
        return [text]
    if _cost(board, text) < _UNKNOWN:
        return [text]
    parts = _NEXT_UNIT.split(text)
    whole = all(begins_with_a_unit(each) and not _cost(board, each) for each in parts)
    return parts if whole else [text]


def _parts(line: str) -> Iterator[_Part]:
    start = 0
    for match in _CUT.finditer(line):
        if match["cut"] is not None:
            yield _Part(start, match.start(), match["cut"])
            start = match.end()
    yield _Part(start, len(line), _HARD)


class _LineSplitter:
    """Finds the cheapest split of a run of parts into pieces."""

    def __init__(
        self, board: Board, line: str, parts: Sequence[_Part], budget: ParseBudget
    ) -> None:
        self.board = board
        self.budget = budget
        self.line = line
        self.parts = parts

    def cuts(self) -> Iterator[tuple[_Part, _Part]]:
        """Yield the first and the last part of each piece."""
        begin = 0
        for number in range(1, len(self.parts) + 1):
            if number == len(self.parts) or self._plain_cut(number):
                for first, last in self._cheapest(begin, number):
                    yield self.parts[first], self.parts[last]
                begin = number

    def _plain_cut(self, number: int) -> bool:
        """Return whether one whole order ends here and another begins, so no costs need be
        compared."""
        before, after = self.parts[number - 1], self.parts[number]
        return begins_with_a_unit(self.line[after.start : after.end]) and not self._cost(
            before.start, before.end
        )

    def _cheapest(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the cheapest pieces from one part to another, on a tie the split with the most
        pieces."""
        if end - begin == 1:
            return [(begin, begin)]
        best: list[tuple[int, int, int]] = [
            (0, 0, begin)
        ]  # cost, fewer pieces, where the last began
        for last in range(begin, end):
            ways = []
            for first in range(max(begin, last - _MOST_JOINED + 1), last + 1):
                length = self.parts[last].end - self.parts[first].start
                if first == last or length <= LONGEST:
                    cost, few, _ = best[first - begin]
                    ways.append((cost + self._joined(first, last), few - 1, first))
            best.append(min(ways))
        spans: list[tuple[int, int]] = []
        while end > begin:
            first = best[end - begin][2]
            spans.append((first, end - 1))
            end = first
        return spans[::-1]

    def _joined(self, first: int, last: int) -> int:
        """Return the cost of one piece; unknown text is not joined with an order."""
        cost = self._cost(self.parts[first].start, self.parts[last].end)
        if self._condition(first):
            cost += 2 * _UNKNOWN  # `A Par-Bur, if Germany agrees` belongs to the order before
        if cost >= _UNKNOWN:
            inside = self.parts[first + 1 : last + 1]
            texts = (self.line[part.start : part.end] for part in inside)
            cost += _UNKNOWN * sum(begins_with_a_unit(text) for text in texts)
        return cost

    def _condition(self, number: int) -> bool:
        """Return whether a part begins with a word that may qualify the one before."""
        part = self.parts[number]
        if number == 0 or self.parts[number - 1].sign == _COLON:
            return False
        return not (CONDITIONS | DOUBTS).isdisjoint(
            plain_words(self.line[part.start : part.end][:LONGEST])[:1]
        )

    def _cost(self, start: int, end: int) -> int:
        """Zero for an order or a heading, little for a bare unit, much for anything else."""
        if end - start > LONGEST:
            return _UNKNOWN
        cost = _cost(self.board, self.line[start:end])
        if cost >= _UNKNOWN:
            self.budget.spend()
        return cost


@lru_cache(maxsize=4096)
def _cost(board: Board, text: str) -> int:
    if not _LETTER.search(text) or read_heading(board, text) is not None:
        return 0
    words = plain_words(text)
    if any(PHRASES[kind].take(words) for kind in WHOLE_LINES):
        return 0
    names = lexicon(board, "en")
    plain = without_remarks(names, tidy(text))
    if isinstance(plain, Refusal):
        return 0
    shapes = parse_orders(names, tidy(text)) or parse_orders(names, plain.text)
    if not shapes:
        return _UNKNOWN
    return _BARE if all(shape.kind in (BARE, HALF) for shape in shapes) else 0
