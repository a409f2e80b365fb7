"""Choose between the readings of a line (III.4).

A line is parsed in every possible way. The reading that the board allows counts; if several are
left, the order is ambiguous and refused. A refusal names the word at which parsing failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import prod
from typing import Generic, NamedTuple, TypeVar

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation import grammar
from entente.games.diplomacy.notation.grammar import ParsedOrder, ParsedPlace
from entente.games.diplomacy.notation.map_names import Lexicon, Slips
from entente.games.diplomacy.notation.remarks import REMARK, without_remarks
from entente.games.diplomacy.notation.tokens import plain_words, strange_letter, tidy
from entente.games.diplomacy.notation.vocabulary import KEYWORDS
from entente.games.diplomacy.rules.orders import Order, Position
from entente.kernel import Refusal, refuse

M = TypeVar("M")

LONGEST = 200  # characters of an order
MOST_MEANINGS = 1_000  # of one line; with more, nothing is clear
_KEYWORD_SLIPS = Slips(word for word in KEYWORDS if len(word) > 3)


class ReadOrder(NamedTuple):
    """A movement order: the number of the unit in the position, and its order."""

    number: int
    order: Order


class Unread(NamedTuple):
    """A line that cannot be followed, and the number of the intended unit, or -1."""

    refusal: Refusal
    number: int = -1


class LineReading(NamedTuple, Generic[M]):
    """One reading of a line: the lower the cost, the better. `provinces` are its places."""

    cost: tuple[int, int, int]
    meaning: M | Unread
    provinces: tuple[int, ...]
    spots: tuple[ParsedPlace, ...]


class LineReader:
    """Reads lines of one kind of phase."""

    def __init__(
        self,
        board: Board,
        names: Lexicon,
        kinds: frozenset[str],
        misplaced: str,
        phase: str = "",
    ) -> None:
        self.board = board
        self.names = names
        self.kinds = kinds
        self.misplaced = misplaced
        self.malformed = f"reading.malformed_{phase}" if phase else "reading.malformed"

    def read(
        self,
        text: str,
        judge: Callable[[ParsedOrder, tuple[int, ...]], tuple[int, M | Unread]],
        slips: Callable[[ParsedOrder, tuple[int, ...]], int],
    ) -> M | Unread:
        """Return the best reading of a line. `judge` returns its meaning and plausibility, `slips`
        counts its errors."""
        line = tidy(text)
        if len(line) > LONGEST:
            return Unread(refuse("III.7", self.malformed, text=line[:LONGEST] + "…"))
        if "~" in line:
            return Unread(refuse("III.4", "reading.struck_out", text=line))
        if "?" in REMARK.sub("", line):
            return Unread(refuse("III.4", "reading.question", text=line))
        shapes = grammar.parse_orders(self.names, line)
        fitting = [shape for shape in shapes if shape.kind in self.kinds]
        if not fitting:
            plain = without_remarks(self.names, line)
            if isinstance(plain, Refusal):
                return Unread(plain)
            shapes = shapes or grammar.parse_orders(self.names, plain.text)
            fitting = [shape for shape in shapes if shape.kind in self.kinds]
            if not fitting:
                return Unread(self._unreadable(plain.text, shapes))
        readings: list[LineReading[M]] = []
        if sum(map(meanings, fitting)) > MOST_MEANINGS:
            return Unread(refuse("III.4", self.malformed, text=line))
        for shape in fitting:
            for candidates in product(*(spot.candidates for spot in shape.spots())):
                places = tuple(candidate.province for candidate in candidates)
                sense, meaning = judge(shape, places)
                rank = max((candidate.rank for candidate in candidates), default=0)
                cost = (sense, slips(shape, places), rank)
                readings.append(LineReading(cost, meaning, places, tuple(shape.spots())))
        return self._best(line, readings)

    def passed_over(self, text: str) -> tuple[str, ...]:
        """Return the remarks in an order that were ignored, though they may mean something."""
        line = tidy(text)
        if any(shape.kind in self.kinds for shape in grammar.parse_orders(self.names, line)):
            return ()
        plain = without_remarks(self.names, line)
        return () if isinstance(plain, Refusal) else plain.passed_over

    def _best(self, line: str, readings: list[LineReading[M]]) -> M | Unread:
        """III.4: the only reading left, or a refusal that lists the candidates."""
        least = min(reading.cost for reading in readings)
        best = [reading for reading in readings if reading.cost == least]
        first = best[0]
        if all(other.meaning == first.meaning for other in best):
            return first.meaning
        for number, spot in enumerate(first.spots):
            alike = [r for r in best if len(r.spots) > number and r.spots[number].text == spot.text]
            meant = sorted({reading.provinces[number] for reading in alike})
            if len(meant) > 1:
                provinces = [self.board.provinces[province] for province in meant]
                why = refuse("III.4", "reading.ambiguous", word=spot.text, provinces=provinces)
                return Unread(why, _common_number(best))
        return Unread(refuse("III.4", self.malformed, text=line))

    def _unreadable(self, line: str, shapes: tuple[ParsedOrder, ...]) -> Refusal:
        """Explain why no reading fits the phase."""
        for word in line.split():
            if letter := strange_letter(word):
                return refuse("III.7", "reading.strange_letter", word=word, letter=letter)
        if any(shape.kind == grammar.HALF for shape in shapes):
            return refuse("VIII.1", "reading.convoy_goal", text=line)
        if any(shape.kind == grammar.BARE for shape in shapes):
            return refuse("III.7", "reading.no_action", text=line)
        if shapes:
            return refuse("III.1", self.misplaced, text=line)
        guess = grammar.fewest_unknown(grammar.parse_orders(self.names, line, blind=True))
        for spot in guess.spots() if guess is not None and guess.kind in self.kinds else ():
            if not spot.candidates:
                near = [self.board.provinces[p] for p in self.names.near(plain_words(spot.text))]
                if near:
                    return refuse("III.7", "reading.unknown_near", word=spot.text, provinces=near)
                return refuse("III.7", "reading.unknown_province", word=spot.text)
        return self._lost_at(line)

    def _lost_at(self, line: str) -> Refusal:
        """Return the word at which every reading fails."""
        word = grammar.first_unparsed_word(self.names, line)
        if word is None:
            return refuse("III.7", self.malformed, text=line)
        if not word:
            return refuse("III.7", "reading.breaks_off", text=line)
        meant = sorted(_KEYWORD_SLIPS.near("".join(plain_words(word))))
        if meant:
            return refuse("III.7", "reading.stray_word_near", text=line, word=word, words=meant)
        return refuse("III.7", "reading.stray_word", text=line, word=word)

    def unit_meant(self, text: str, position: Position, power: int | None) -> int:
        """Return the number of the unit an unreadable order was for, or -1."""
        plain = without_remarks(self.names, tidy(text)[:LONGEST])
        line = REMARK.sub("", tidy(text)[:LONGEST]) if isinstance(plain, Refusal) else plain.text
        guess = grammar.fewest_unknown(grammar.parse_orders(self.names, line, blind=True))
        if guess is None or guess.unit is None:
            return -1
        numbers = {
            position.at[candidate.province]
            for candidate in guess.unit.spot.candidates
            if candidate.province in position.at
        }
        mine = [n for n in numbers if power is None or position.units[n].power == power]
        return mine[0] if len(mine) == 1 else -1


def meanings(shape: ParsedOrder) -> int:
    """Return the number of interpretations of the names in a reading."""
    return prod(len(spot.candidates) for spot in shape.spots())


def _common_number(readings: Iterable[LineReading[M]]) -> int:
    """Return the unit common to all readings, or -1."""
    numbers = {
        reading.meaning.number
        for reading in readings
        if isinstance(reading.meaning, (ReadOrder, Unread))
    }
    return numbers.pop() if len(numbers) == 1 else -1
