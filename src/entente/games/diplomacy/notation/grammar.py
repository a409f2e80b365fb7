"""The shapes an order may have: every way a typed line can be taken apart.

Which provinces its words mean, and whether the order makes sense, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.notation import vocabulary
from entente.games.diplomacy.notation.map_names import Candidate, Lexicon
from entente.games.diplomacy.notation.vocabulary import (
    COASTS,
    COMPASS,
    FILLERS,
    KEYWORDS,
    PHRASES,
    Phrases,
)
from entente.games.diplomacy.notation.words import ARROW, words_of

BARE, HALF = "bare", "half"  # a unit and nothing else; a convoy that says not where to
_MOST_WORDS = 5  # of a name
_MOST_FILLERS = 3  # in a row
_MOST_SEAS = 6  # of a written route
LONGEST = 40  # words of an order
_BEFORE_A_UNIT = (vocabulary.BUILD, vocabulary.REMOVE, vocabulary.DISBAND, vocabulary.HOLD)
_BEHIND_A_UNIT = (vocabulary.HOLD, vocabulary.DISBAND, vocabulary.BUILD, vocabulary.REMOVE)


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
    route: tuple[Spot, ...] = ()

    def spots(self) -> list[Spot]:
        """The places in it: of its units, its end, and the seas of a route that is written out."""
        units = (named.spot for named in (self.unit, self.other) if named is not None)
        return [*units, *([self.end] if self.end is not None else []), *self.route]


class Way(NamedTuple):
    """The end of a move, whether it goes by sea, and the seas if they are named."""

    end: Spot
    via: bool
    route: tuple[Spot, ...]


@lru_cache(maxsize=4096)
def sentences(names: Lexicon, line: str, *, blind: bool = False) -> tuple[Sentence, ...]:
    """All ways to take a tidy line apart. A `blind` reader takes unknown words for names too."""
    return tuple(dict.fromkeys(_Parser(names, line, blind).whole()))


def stumbling_block(names: Lexicon, line: str) -> str | None:
    """Of a line that cannot be taken apart, the word behind all that could be; empty at its end.

    None: nothing of it is understood.
    """
    parser = _Parser(names, line, blind=False)
    for _ in parser.whole():
        pass
    if not parser.furthest:
        return None
    if parser.furthest >= len(parser.marks):
        return ""
    last = parser.furthest + (parser.words[parser.furthest] == ARROW)
    end = parser.marks[min(last, len(parser.marks) - 1)].end
    return line[parser.marks[parser.furthest].start : end]


class _Parser:
    """Each method yields what it could read from word number `at`, and where it stopped."""

    def __init__(self, names: Lexicon, line: str, blind: bool) -> None:
        self.names = names
        self.line = line
        self.blind = blind
        self.marks = words_of(line)
        self.words = [mark.text for mark in self.marks]
        self.furthest = 0  # the first word that no reading came past

    def whole(self) -> Iterator[Sentence]:
        """The readings that leave nothing over; what goes on too long is no order."""
        if len(self.words) > LONGEST:
            return
        for sentence, at in (*self._verb_first(), *self._unit_first()):
            self.furthest = max(self.furthest, at)
            if at == len(self.words):
                yield sentence

    # -- orders

    def _verb_first(self) -> Iterator[tuple[Sentence, int]]:
        """`BUILD A VIE`, `retire A Gal`, `l'Angleterre construit F Edi`, `WAIVE`."""
        for at in self._phrase(vocabulary.WAIVE, 0):
            yield Sentence(vocabulary.WAIVE), at
        for power, first in self._power(0):
            for kind in _BEFORE_A_UNIT:
                for start in self._phrase(kind, first):
                    for unit, at in self._unit(start):
                        named = unit if power < 0 else unit._replace(power=power)
                        yield Sentence(kind, named), at
            for start in self._phrase(vocabulary.RETREAT, first):
                for unit, at in self._unit(start):
                    named = unit if power < 0 else unit._replace(power=power)
                    yield from self._retreating(named, at)
                    for sign in self._signs(at):
                        for spot, end in self._spot(sign):
                            yield Sentence(vocabulary.RETREAT, named, end=spot), end

    def _unit_first(self) -> Iterator[tuple[Sentence, int]]:
        for unit, at in self._unit(0):
            yield Sentence(BARE, unit), at
            for kind in _BEHIND_A_UNIT:
                for end in self._phrase(kind, at):
                    yield Sentence(kind, unit), end
            for way, end in self._way(at):
                yield (
                    Sentence(vocabulary.MOVE, unit, end=way.end, via=way.via, route=way.route),
                    end,
                )
            yield from self._retreating(unit, at)
            yield from self._supporting(unit, at)
            yield from self._convoying(unit, at)

    def _retreating(self, unit: Named, at: int) -> Iterator[tuple[Sentence, int]]:
        """`R TYR`, `retreats - TYR`, `- OTB`."""
        for start in self._phrase(vocabulary.RETREAT, at):
            for sign in (start, *self._signs(start)):
                for spot, end in self._spot(sign):
                    yield Sentence(vocabulary.RETREAT, unit, end=spot), end
                for end in self._phrase(vocabulary.DISBAND, sign):
                    yield Sentence(vocabulary.DISBAND, unit), end
        for sign in self._signs(at):
            for end in self._phrase(vocabulary.DISBAND, sign):
                yield Sentence(vocabulary.DISBAND, unit), end

    def _supporting(self, unit: Named, at: int) -> Iterator[tuple[Sentence, int]]:
        """`S A VIE`, `S A VIE H`, `S A VIE - TRI`, `support hold to VIE`, `S move to X from Y`."""
        for start in self._phrase(vocabulary.SUPPORT, at):
            for other, after in self._unit(start):
                yield Sentence(vocabulary.SUPPORT, unit, other), after
                for end in self._phrase(vocabulary.HOLD, after):
                    yield Sentence(vocabulary.SUPPORT, unit, other), end
            for hold in self._phrase(vocabulary.HOLD, start):
                for sign in (hold, *self._signs(hold)):
                    for other, after in self._unit(sign):
                        yield Sentence(vocabulary.SUPPORT, unit, other), after
            for other, way, end in self._other_s_move(start):
                yield Sentence(vocabulary.SUPPORT, unit, other, way.end, route=way.route), end

    def _convoying(self, unit: Named, at: int) -> Iterator[tuple[Sentence, int]]:
        """`C A LON - BEL`, `convoy to BEL from LON`."""
        for start in self._phrase(vocabulary.CONVOY, at):
            for other, after in self._unit(start):
                yield Sentence(HALF, unit, other), after
            for other, way, end in self._other_s_move(start):
                yield Sentence(vocabulary.CONVOY, unit, other, way.end, route=way.route), end

    def _other_s_move(self, at: int) -> Iterator[tuple[Named, Way, int]]:
        """`A VIE - TRI`, `the attack of A VIE on TRI`, `move to TRI from VIE`."""
        for start in (at, *self._phrase(vocabulary.MOTION, at)):
            for other, after in self._unit(start):
                for way, end in self._way(after):
                    yield other, way, end
            for way, after in self._way(start):
                for origin in self._phrase(vocabulary.FROM, after):
                    for other, last in self._unit(origin):
                        for via, end in self._via(last):
                            yield other, way._replace(via=way.via or via), end

    # -- parts of orders

    def _way(self, at: int) -> Iterator[tuple[Way, int]]:
        """`- TRI`, `to Trieste`, `- BEL via convoy`, `par convoi - Bel`, `- NTH - NWY`."""
        for early, start in self._via(at):
            for sign in self._signs(start):
                for spot, after in self._spot(sign):
                    yield Way(spot, early, ()), after
                    for end in self._by_sea(after):
                        yield Way(spot, True, ()), end
                    for seas, end in self._through(after):
                        for last in (end, *(e for said, e in self._via(end) if said)):
                            yield Way(spot, True, seas), last
                for seas, after in self._seas(sign):
                    for onward in self._signs(after):
                        for spot, last in self._spot(onward):
                            yield Way(spot, True, seas), last
                            for end in self._by_sea(last):
                                yield Way(spot, True, seas), end

    def _signs(self, at: int) -> Iterator[int]:
        """`-`, `moves to`, `moves ->`, and the `à` that is no army."""
        if self._is_arrow(at) or (at < len(self.words) and self._written(at) == "à"):
            yield at + 1
        for end in self._phrase(vocabulary.MOVE, at):
            yield end
            if self._is_arrow(end):
                yield end + 1

    def _is_arrow(self, at: int) -> bool:
        return at < len(self.words) and self.words[at] == ARROW

    def _written(self, at: int) -> str:
        """A word with its accents."""
        mark = self.marks[at]
        return self.line[mark.start : mark.end].lower()

    def _via(self, at: int) -> Iterator[tuple[bool, int]]:
        yield False, at
        for end in self._phrase(vocabulary.VIA, at):
            yield True, end

    def _by_sea(self, at: int) -> Iterator[int]:
        """That the move goes by sea, said behind its end."""
        for kind in (vocabulary.VIA, vocabulary.CONVOYED):
            yield from self._phrase(kind, at)

    def _through(self, at: int) -> Iterator[tuple[tuple[Spot, ...], int]]:
        """`via Ion`, `through F Nth and Nwg`."""
        for start in self._phrase(vocabulary.THROUGH, at):
            yield from self._seas(start)

    def _seas(self, at: int, deep: int = 0) -> Iterator[tuple[tuple[Spot, ...], int]]:
        """One sea after the other. What is not a sea is no part of a convoy's route."""
        before = self.furthest
        for _, start in self._type(at):
            for spot, after in self._spot(start):
                wet = tuple(c for c in spot.candidates if self.names.is_sea(c.province))
                if not wet:
                    self.furthest = before  # land is where such a route ends in nothing
                    continue
                sea = spot._replace(candidates=wet)
                yield (sea,), after
                if deep < _MOST_SEAS:
                    joints = {*self._signs(after), *self._phrase(vocabulary.AND, after)}
                    for joint in sorted(joints):
                        for others, end in self._seas(joint, deep + 1):
                            yield (sea, *others), end

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
            for fleet, kind in ((False, vocabulary.ARMY), (True, vocabulary.FLEET)):
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
                text = self.line[self.marks[start].start : self.marks[after - 1].end]
                if not found and len(words) == 1 and words[0][-2:] in COASTS:  # `SPANC`
                    found = self.names.places((words[0][:-2],)) if len(words[0]) > 4 else ()
                    if found:
                        yield Spot(text, found, words[0][-2:]), after
                        continue
                if not found and not (self.blind and self._strange(words, after - start)):
                    continue
                if found:
                    self.furthest = max(self.furthest, after)
                yield Spot(text, found), after
                for coast, end in self._coast(after, COASTS):
                    yield Spot(text, found, coast), end
                split = tuple(c for c in found if self.names.has_coasts(c.province))
                for coast, end in self._coast(after, COMPASS) if split else ():
                    yield Spot(text, split, coast), end

    def _strange(self, words: tuple[str, ...], length: int) -> bool:
        """Whether these words, with no dash between them, may be a name that nobody knows."""
        if len(words) != length:
            return False
        if len(words) > 1 and self.names.near(words):
            return True
        known = any(self.names.places((word,)) for word in words)
        return not known and KEYWORDS.isdisjoint(words)

    def _coast(self, at: int, table: Mapping[str, Phrases]) -> Iterator[tuple[str, int]]:
        """`/NC`, `(côte nord)`, `-nc`."""
        dash = self._is_arrow(at)
        for coast, phrases in table.items():
            for start in (*self._fillers(at), *([at + 1] if dash else [])):
                for length in phrases.lengths(self.words, start):
                    yield coast, start + length

    # -- words

    def _phrase(self, kind: str, at: int) -> Iterator[int]:
        for length in PHRASES[kind].lengths(self.words, at):
            self.furthest = max(self.furthest, at + length)
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
