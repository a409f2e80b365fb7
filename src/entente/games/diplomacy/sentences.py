"""The shapes an order may have: every way a typed line can be taken apart.

Which provinces its words mean, and whether the order makes sense, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy import spelling
from entente.games.diplomacy.spelling import (
    ARROW,
    COASTS,
    FILLERS,
    KEYWORDS,
    PHRASES,
    Candidate,
    Lexicon,
    phrase_lengths,
)

BARE, HALF = "bare", "half"  # a unit and nothing else; a convoy that says not where to
_MOST_WORDS = 5  # of a name
_MOST_FILLERS = 3  # in a row
LONGEST = 40  # words of an order


class Spot(NamedTuple):
    """A place as written, the provinces that may be meant, and the coast named with it."""

    text: str
    candidates: tuple[Candidate, ...]
    coast: str = ""


class Named(NamedTuple):
    """A unit as written. `fleet` is None and `power` is -1 where nothing was said of it."""

    spot: Spot
    fleet: bool | None = None
    power: int = -1


class Sentence(NamedTuple):
    """An order taken apart. `unit` is None only where a build is waived."""

    kind: str
    unit: Named | None = None
    other: Named | None = None
    end: Spot | None = None
    via: bool = False

    def spots(self) -> list[Spot]:
        """The places in it, in the order in which they were written."""
        units = (named.spot for named in (self.unit, self.other) if named is not None)
        return [*units, *([self.end] if self.end is not None else [])]


@lru_cache(maxsize=4096)
def sentences(names: Lexicon, line: str, *, blind: bool = False) -> tuple[Sentence, ...]:
    """All ways to take a tidy line apart. A `blind` reader takes unknown words for names too."""
    return tuple(dict.fromkeys(_Parser(names, line, blind).whole()))


class _Parser:
    """Each method yields what it could read from word number `at`, and where it stopped."""

    def __init__(self, names: Lexicon, line: str, blind: bool) -> None:
        self.names = names
        self.line = line
        self.blind = blind
        self.marks = spelling.words_of(line)
        self.words = [mark.text for mark in self.marks]

    def whole(self) -> Iterator[Sentence]:
        """The readings that leave nothing over; what goes on too long is no order."""
        if len(self.words) > LONGEST:
            return
        for sentence, at in (*self._verb_first(), *self._unit_first()):
            if at == len(self.words):
                yield sentence

    # -- orders

    def _verb_first(self) -> Iterator[tuple[Sentence, int]]:
        """`BUILD A VIE`, `retire A Gal`, `l'Angleterre construit F Edi`, `WAIVE`."""
        for at in self._phrase(spelling.WAIVE, 0):
            yield Sentence(spelling.WAIVE), at
        for power, first in self._power(0):
            for kind in (spelling.BUILD, spelling.REMOVE, spelling.DISBAND, spelling.HOLD):
                for start in self._phrase(kind, first):
                    for unit, at in self._unit(start):
                        named = unit if power < 0 else unit._replace(power=power)
                        yield Sentence(kind, named), at

    def _unit_first(self) -> Iterator[tuple[Sentence, int]]:
        for unit, at in self._unit(0):
            yield Sentence(BARE, unit), at
            for kind in (spelling.HOLD, spelling.DISBAND, spelling.BUILD, spelling.REMOVE):
                for end in self._phrase(kind, at):
                    yield Sentence(kind, unit), end
            for spot, via, end in self._way(at):
                yield Sentence(spelling.MOVE, unit, end=spot, via=via), end
            for start in self._phrase(spelling.RETREAT, at):
                for spot, end in self._spot(start):
                    yield Sentence(spelling.RETREAT, unit, end=spot), end
            yield from self._helping(unit, at)

    def _helping(self, unit: Named, at: int) -> Iterator[tuple[Sentence, int]]:
        """`S A VIE`, `S A VIE H`, `S A VIE - TRI`, `C A LON - BEL`."""
        for start in self._phrase(spelling.SUPPORT, at):
            for other, after in self._unit(start):
                yield Sentence(spelling.SUPPORT, unit, other), after
                for end in self._phrase(spelling.HOLD, after):
                    yield Sentence(spelling.SUPPORT, unit, other), end
                for spot, _, end in self._way(after):
                    yield Sentence(spelling.SUPPORT, unit, other, spot), end
        for start in self._phrase(spelling.CONVOY, at):
            for other, after in self._unit(start):
                yield Sentence(HALF, unit, other), after
                for spot, _, end in self._way(after):
                    yield Sentence(spelling.CONVOY, unit, other, spot), end

    # -- parts of orders

    def _way(self, at: int) -> Iterator[tuple[Spot, bool, int]]:
        """`- TRI`, `to Trieste`, `- BEL via convoy`, `par convoi - Bel`."""
        for early, start in self._via(at):
            for sign in self._signs(start):
                for spot, after in self._spot(sign):
                    for late, end in self._via(after):
                        yield spot, early or late, end

    def _signs(self, at: int) -> Iterator[int]:
        if at < len(self.words) and self.words[at] == ARROW:
            yield at + 1
        yield from self._phrase(spelling.MOVE, at)

    def _via(self, at: int) -> Iterator[tuple[bool, int]]:
        yield False, at
        for end in self._phrase(spelling.VIA, at):
            yield True, end

    def _unit(self, at: int) -> Iterator[tuple[Named, int]]:
        """`A VIE`, `Vienna`, `Russian army in Warsaw`, `l'armee russe de Varsovie`."""
        for before, first in self._power(at):
            for fleet, second in self._type(first):
                for behind, third in self._power(second) if before < 0 else ((before, second),):
                    for spot, end in self._spot(third):
                        yield Named(spot, fleet, behind), end

    def _power(self, at: int) -> Iterator[tuple[int, int]]:
        yield -1, at
        for start in self._fillers(at):
            for words, end in self._spans(start):
                for power in self.names.powers(words):
                    yield power, end

    def _type(self, at: int) -> Iterator[tuple[bool | None, int]]:
        """Whether it is a fleet; not said only where no word for it stands there."""
        said = False
        for start in self._fillers(at):
            for fleet, kind in ((False, spelling.ARMY), (True, spelling.FLEET)):
                for end in self._phrase(kind, start):
                    said = True
                    yield fleet, end
        if not said:
            yield None, at

    def _spot(self, at: int) -> Iterator[tuple[Spot, int]]:
        """A province, perhaps with a coast."""
        for start in self._fillers(at):
            for words, after in self._spans(start):
                found = self.names.places(words, dashed=len(words) < after - start)
                if not found and not (self.blind and self._strange(words, after - start)):
                    continue
                text = self.line[self.marks[start].start : self.marks[after - 1].end]
                yield Spot(text, found), after
                for coast, end in self._coast(after):
                    yield Spot(text, found, coast), end

    def _strange(self, words: tuple[str, ...], length: int) -> bool:
        """Whether these words, with no dash between them, may be a name that nobody knows."""
        known = any(self.names.places((word,)) for word in words)
        return len(words) == length and not known and KEYWORDS.isdisjoint(words)

    def _coast(self, at: int) -> Iterator[tuple[str, int]]:
        for coast, phrases in COASTS.items():
            for start in self._fillers(at):
                for length in phrase_lengths(phrases, self.words[start:]):
                    yield coast, start + length

    # -- words

    def _phrase(self, kind: str, at: int) -> Iterator[int]:
        for length in phrase_lengths(PHRASES[kind], self.words[at:]):
            yield at + length

    def _fillers(self, at: int) -> Iterator[int]:
        """Here, or behind any of the next words that say nothing."""
        yield at
        for _ in range(_MOST_FILLERS):
            if at == len(self.words) or self.words[at] not in FILLERS:
                return
            at += 1
            yield at

    def _spans(self, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The next words as one name, of one word or more; names may have dashes in them."""
        words: tuple[str, ...] = ()
        for end in range(at, len(self.words)):
            if self.words[end] != ARROW:
                words += (self.words[end],)
                yield words, end + 1
                if len(words) == _MOST_WORDS:
                    return
            elif not words or self.words[end - 1] == ARROW:
                return


def fewest_unknown(found: Iterable[Sentence]) -> Sentence | None:
    """Of blind readings, the one with the fewest words that mean nothing."""

    def unknown(sentence: Sentence) -> tuple[int, int, int]:
        wrong = [spot.text for spot in sentence.spots() if not spot.candidates]
        bare = sentence.kind in (BARE, HALF)
        return len(wrong), bare, sum(len(text.split()) for text in wrong)

    return min(found, key=unknown, default=None)
