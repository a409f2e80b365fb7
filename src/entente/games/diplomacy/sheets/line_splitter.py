"""A line of a sheet, cut into its orders and headings.

Orders are separated by semicolons, commas, full stops, tabs, bars, `and`. All but the semicolon may
also stand inside an order (`F N. Sea - Nwy`, `A Lon - Bel, via Nth`), so a line is cut where both
sides of the cut mean something, and not inside what can be read only as a whole.
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
    r"|\d{1,3}\s+(?=[AF]\s)|[a-z]\)\s+|[a-z]\.\s+(?=[AF]\s)|#\d{1,3}[.):]?\s+|\[[ x]?\]\s*"
    r"|(?:order|ordre)\s+\d{1,3}\s*[.:)]\s*)",
    re.IGNORECASE,
)
_MOST_BULLETS = 3  # one inside the other
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# What stands in brackets is not cut. Each kind of bracket ends at the next of its kind, so that no
# line makes this look at anything more than a few times.
_CUT = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}"
    r"|(?P<cut>[;,:|\t]|[.!](?=\s|$)|(?<!\S)(?:and|et|&)(?!\S)"
    r"|(?<=[\w).]\s)[/+](?=\s+(?:[AF]|army|fleet|arm[ée]e|flotte)\s+\w))",
    re.IGNORECASE,
)
_NEXT_UNIT = re.compile(r"\s+(?=[AF]\s+[^\W\d])")
_EMPTY = HARMLESS_SIGNS | frozenset(" \t\u00a0\u202f–—―−‐‑‒•▪◦‣→⇒═─│┃━")
MOST_UNREAD = 700  # bits of a sheet that were tried and mean nothing
UNREAD_FOR_AN_ORDER = 20  # and so many more for every order in it
_HARD = ";"
_COLON = ":"
_LETTER = re.compile(r"[^\W_]")
_MOST_JOINED = 8  # parts of one order
_UNKNOWN, _BARE = 10, 1  # what it costs to take something for a piece


class TooMuchUnread(Exception):
    """A sheet of which so much makes no sense that it is none."""


class Effort:
    """What was spent on text that makes no sense: a sheet of it is given up early."""

    def __init__(self) -> None:
        self.spent = 0
        self.most = MOST_UNREAD

    def earn(self) -> None:
        """An order was found: there may be more talk around it."""
        self.most += UNREAD_FOR_AN_ORDER

    def spend(self, bits: int = 1) -> None:
        """So many more bits of text were tried and mean nothing."""
        self.spent += bits
        if self.spent > self.most:
            raise TooMuchUnread


class Piece(NamedTuple):
    """A part of a line: whether a colon stands behind it, whether it is the first or all of the
    line, and whether nothing comes next that cannot be read."""

    text: str
    colon: bool
    first: bool
    whole: bool
    leads: bool


class _Part(NamedTuple):
    """What lies between two places where the line may be cut."""

    start: int
    end: int
    sign: str


def says_something(signs: str) -> bool:
    """Whether signs alone are more than lines, bullets and smiles."""
    return any(sign == "?" or not (sign.isascii() or sign in _EMPTY) for sign in signs)


def unquoted(line: str) -> str:
    """A line without the signs of a quoted mail and what cannot be seen."""
    line = _INVISIBLE.sub("", line)
    return line[_end(_QUOTED, line) :]


def unbulleted(line: str) -> str:
    """A line without the number or the dot before it."""
    for _ in range(_MOST_BULLETS):
        line = line[_end(_BULLET, line) :]
    return line


def _end(pattern: re.Pattern[str], text: str) -> int:
    """Where what stands at the beginning ends."""
    found = pattern.match(text)
    return found.end() if found is not None else 0


def pieces(board: Board, line: str, effort: Effort | None = None) -> Iterator[Piece]:
    """The pieces of a line, in order. What has neither letter nor digit is none."""
    parts = list(_parts(line))
    effort = effort or Effort()
    waiting: tuple[str, bool] | None = None
    first = True
    for text, colon in _texts(board, line, parts, effort):
        if not _LETTER.search(text) and not says_something(text):
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
    board: Board, line: str, parts: list[_Part], effort: Effort
) -> Iterator[tuple[str, bool]]:
    """The pieces as written, and whether a colon stands behind each."""
    run = 0
    for number, part in enumerate(parts, 1):
        if part.sign == _HARD or number == len(parts):
            for begin, end in _LineSplitter(board, line, parts[run:number], effort).cuts():
                *others, last = _run_together(board, line[begin.start : end.end].strip())
                yield from ((other, False) for other in others)
                yield last, end.sign == _COLON
            run = number


def _run_together(board: Board, text: str) -> list[str]:
    """Orders that nothing separates, `A War-Gal A Mos-Ukr`, if all of it reads."""
    if len(text) > LONGEST or "~" in text or not begins_with_a_unit(text):
        return [text]
    if _cost(board, text) < _UNKNOWN:
        return [text]
    found = _NEXT_UNIT.split(text)
    whole = all(begins_with_a_unit(each) and not _cost(board, each) for each in found)
    return found if whole else [text]


def _parts(line: str) -> Iterator[_Part]:
    start = 0
    for found in _CUT.finditer(line):
        if found["cut"] is not None:
            yield _Part(start, found.start(), found["cut"])
            start = found.end()
    yield _Part(start, len(line), _HARD)


class _LineSplitter:
    """Finds the cheapest way to cut one run of parts into pieces."""

    def __init__(self, board: Board, line: str, parts: Sequence[_Part], effort: Effort) -> None:
        self.board = board
        self.effort = effort
        self.line = line
        self.parts = parts

    def cuts(self) -> Iterator[tuple[_Part, _Part]]:
        """The first and the last part of each piece."""
        begin = 0
        for number in range(1, len(self.parts) + 1):
            if number == len(self.parts) or self._plain_cut(number):
                for first, last in self._cheapest(begin, number):
                    yield self.parts[first], self.parts[last]
                begin = number

    def _plain_cut(self, number: int) -> bool:
        """Whether a whole order ends here and another begins, so that nothing need be weighed."""
        before, after = self.parts[number - 1], self.parts[number]
        return begins_with_a_unit(self.line[after.start : after.end]) and not self._cost(
            before.start, before.end
        )

    def _cheapest(self, begin: int, end: int) -> list[tuple[int, int]]:
        """The pieces from one part to another; of equally cheap ways the one with most of them."""
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
        found: list[tuple[int, int]] = []
        while end > begin:
            first = best[end - begin][2]
            found.append((first, end - 1))
            end = first
        return found[::-1]

    def _joined(self, first: int, last: int) -> int:
        """The cost of one piece; what nobody understands is not run together with an order."""
        cost = self._cost(self.parts[first].start, self.parts[last].end)
        if self._condition(first):
            cost += 2 * _UNKNOWN  # `A Par-Bur, if Germany agrees`: it belongs to the order before
        if cost >= _UNKNOWN:
            inside = self.parts[first + 1 : last + 1]
            texts = (self.line[part.start : part.end] for part in inside)
            cost += _UNKNOWN * sum(begins_with_a_unit(text) for text in texts)
        return cost

    def _condition(self, number: int) -> bool:
        """Whether a part begins with a word on which the one before may hang."""
        part = self.parts[number]
        if number == 0 or self.parts[number - 1].sign == _COLON:
            return False
        return not (CONDITIONS | DOUBTS).isdisjoint(
            plain_words(self.line[part.start : part.end][:LONGEST])[:1]
        )

    def _cost(self, start: int, end: int) -> int:
        """Nothing for an order or a heading, little for a unit alone, much for anything else."""
        if end - start > LONGEST:
            return _UNKNOWN
        cost = _cost(self.board, self.line[start:end])
        if cost >= _UNKNOWN:
            self.effort.spend()
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
