"""The grammar of orders: every way to parse a typed line.

A parse covers the whole line: every word, and every sign not listed as harmless. Which provinces
the words mean, and whether the order makes sense, is decided elsewhere.

Partial parses from each word are memoised, so the work grows with the length of the line, not with
the number of parses; a line with too many parses is not an order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from entente.games.diplomacy.notation import vocabulary
from entente.games.diplomacy.notation.map_names import Candidate, Lexicon
from entente.games.diplomacy.notation.tokens import ARROW, CLOSE, OPEN, is_word, tokens_of
from entente.games.diplomacy.notation.vocabulary import (
    COASTS,
    COMPASS,
    FILLERS,
    KEYWORDS,
    PHRASES,
    SMALL,
    Phrases,
)

T = TypeVar("T", bound=Hashable)

BARE, HALF = "bare", "half"  # a unit and nothing else; a convoy without a destination
_MOST_WORDS = 5  # of a name
_MOST_FILLERS = 3  # in a row
_MOST_SEAS = 6  # of a written route
LONGEST = 40  # words of an order
MOST_READINGS = 600  # per line, blind or not
_COMMA, _COLON, _SLASH = ",", ":", "/"
_OF_ORDERS = (
    KEYWORDS
    | FILLERS
    | SMALL
    | {ARROW, OPEN, CLOSE, _COMMA, _COLON, _SLASH, "+"}
    | {
        word
        for table in (COASTS, COMPASS)
        for each in table.values()
        for phrase in each.all
        for word in phrase
    }
)
_BEFORE_A_UNIT = (vocabulary.BUILD, vocabulary.REMOVE, vocabulary.DISBAND, vocabulary.HOLD)
_BEHIND_A_UNIT = (vocabulary.HOLD, vocabulary.DISBAND, vocabulary.BUILD, vocabulary.REMOVE)


class ParsedPlace(NamedTuple):
    """A place as written, its candidate provinces, and its coast if named."""

    text: str
    candidates: tuple[Candidate, ...]
    coast: str = ""


class ParsedUnit(NamedTuple):
    """A unit as written. `fleet` is None and `power` is -1 if not given."""

    spot: ParsedPlace
    fleet: bool | None = None
    power: int = -1


class ParsedOrder(NamedTuple):
    """A parsed order. `unit` is None only for a waived build."""

    kind: str
    unit: ParsedUnit | None = None
    other: ParsedUnit | None = None
    end: ParsedPlace | None = None
    via: bool = False
    route: tuple[ParsedPlace, ...] = ()
    by: bool = False  # the route names a fleet that may also support: `by F Bal`

    def spots(self) -> list[ParsedPlace]:
        """Return the places in it: of its units, its destination, and the seas of a written
        route."""
        units = (named.spot for named in (self.unit, self.other) if named is not None)
        return [*units, *([self.end] if self.end is not None else []), *self.route]


class ParsedMove(NamedTuple):
    """The destination of a move, whether it goes by sea, and the seas if named.

    `by` is as in `ParsedOrder`.
    """

    end: ParsedPlace
    via: bool
    route: tuple[ParsedPlace, ...]
    by: bool = False


@lru_cache(maxsize=4096)
def parse_orders(names: Lexicon, line: str, *, blind: bool = False) -> tuple[ParsedOrder, ...]:
    """All parses of a tidy line. A `blind` reader accepts unknown words as names."""
    if not blind and not all(_has_a_place(names, mark.text) for mark in tokens_of(line)):
        return ()
    return tuple(dict.fromkeys(_Parser(names, line, blind).whole()))


def _has_a_place(names: Lexicon, token: str) -> bool:
    """Return whether an order may contain this word or sign."""
    return token in _OF_ORDERS or (is_word(token) and names.may_be_part(token))


def steps_to_read(names: Lexicon, line: str, *, blind: bool = False) -> int:
    """Return the cost of parsing a line: the parts found and the readings tried."""
    parser = _Parser(names, line, blind)
    for _ in parser.whole():
        pass
    return parser.steps


def first_unparsed_word(names: Lexicon, line: str) -> str | None:
    """Return the first word of a line that no partial parse reaches; empty at its end.

    None if nothing is understood.
    """
    parser = _Parser(names, line, blind=False)
    for _ in parser.whole():
        pass
    if not parser.furthest:
        return None
    if parser.furthest >= len(parser.marks):
        return ""
    last = parser.furthest + (not is_word(parser.words[parser.furthest]))
    end = parser.marks[min(last, len(parser.marks) - 1)].end
    return line[parser.marks[parser.furthest].start : end]


class _Parser:
    """Each method yields what it could parse from word number `at`, and where it stopped."""

    def __init__(self, names: Lexicon, line: str, blind: bool) -> None:
        self.names = names
        self.line = line
        self.blind = blind
        self.marks = tokens_of(line)
        self.words = [mark.text for mark in self.marks]
        self.furthest = 0  # the first word that no parse got past
        self.steps = 0
        self._known: dict[tuple[str, int], tuple[list[Any], int]] = {}

    def whole(self) -> Iterator[ParsedOrder]:
        """Yield the parses of the whole line; too long a line is not an order."""
        if sum(map(is_word, self.words)) > LONGEST or len(self.words) > 2 * LONGEST:
            return
        tried = 0
        for readings in (self._verb_first(), self._unit_first()):
            for sentence, at in readings:
                tried += 1
                self.steps += 1
                if tried > MOST_READINGS:
                    return
                self.furthest = max(self.furthest, at)
                if at == len(self.words):
                    yield sentence

    def _once(self, what: str, at: int, find: Callable[[int], Iterator[T]]) -> list[T]:
        """Return the memoised parses from a word on."""
        known = self._known.get((what, at))
        if known is None:
            before, self.furthest = self.furthest, 0
            results = list(dict.fromkeys(find(at)))
            self.steps += 1 + len(results)
            known = self._known[what, at] = results, self.furthest
            self.furthest = before
        self.furthest = max(self.furthest, known[1])
        return known[0]

    # -- orders

    def _verb_first(self) -> Iterator[tuple[ParsedOrder, int]]:
        """`BUILD A VIE`, `retire A Gal`, `l'Angleterre construit F Edi`, `WAIVE`."""
        for at in self._phrase(vocabulary.WAIVE, 0):
            yield ParsedOrder(vocabulary.WAIVE), at
        for power, first in self._power(0):
            for kind in _BEFORE_A_UNIT:
                for verb in self._phrase(kind, first):
                    for start in self._skip(_COLON, verb):
                        for unit, at in self._unit(start):
                            named = unit if power < 0 else unit._replace(power=power)
                            yield ParsedOrder(kind, named), at
            for start in self._phrase(vocabulary.RETREAT, first):
                for unit, at in self._unit(start):
                    named = unit if power < 0 else unit._replace(power=power)
                    yield from self._retreating(named, at)
                    for sign in self._signs(at):
                        for spot, end in self._spot(sign):
                            yield ParsedOrder(vocabulary.RETREAT, named, end=spot), end

    def _unit_first(self) -> Iterator[tuple[ParsedOrder, int]]:
        for unit, behind in self._unit(0):
            yield ParsedOrder(BARE, unit), behind
            for at in self._skip(_COLON, behind):
                for kind in _BEHIND_A_UNIT:
                    for end in self._enclosed(partial(self._phrase, kind), at):
                        yield ParsedOrder(kind, unit), end
                for way, end in self._way(at):
                    yield _moving(vocabulary.MOVE, unit, None, way), end
                yield from self._retreating(unit, at)
                yield from self._supporting(unit, at)
                yield from self._convoying(unit, at)

    def _retreating(self, unit: ParsedUnit, at: int) -> Iterator[tuple[ParsedOrder, int]]:
        """`R TYR`, `retreats - TYR`, `- OTB`."""
        for start in self._phrase(vocabulary.RETREAT, at):
            for sign in (start, *self._signs(start)):
                for spot, end in self._spot(sign):
                    yield ParsedOrder(vocabulary.RETREAT, unit, end=spot), end
                for end in self._phrase(vocabulary.DISBAND, sign):
                    yield ParsedOrder(vocabulary.DISBAND, unit), end
        for sign in self._signs(at):
            for end in self._phrase(vocabulary.DISBAND, sign):
                yield ParsedOrder(vocabulary.DISBAND, unit), end

    def _supporting(self, unit: ParsedUnit, at: int) -> Iterator[tuple[ParsedOrder, int]]:
        """`S A VIE`, `S A VIE H`, `S A VIE - TRI`, `support hold to VIE`, `S move to X from Y`."""
        for start in self._phrase(vocabulary.SUPPORT, at):
            for other, after in self._unit(start):
                yield ParsedOrder(vocabulary.SUPPORT, unit, other), after
                for end in self._phrase(vocabulary.HOLD, after):
                    yield ParsedOrder(vocabulary.SUPPORT, unit, other), end
            for hold in self._phrase(vocabulary.HOLD, start):
                for sign in (hold, *self._signs(hold)):
                    for other, after in self._unit(sign):
                        yield ParsedOrder(vocabulary.SUPPORT, unit, other), after
            for other, way, end in self._other_s_move(start):
                yield _moving(vocabulary.SUPPORT, unit, other, way._replace(via=False)), end

    def _convoying(self, unit: ParsedUnit, at: int) -> Iterator[tuple[ParsedOrder, int]]:
        """`C A LON - BEL`, `convoy to BEL from LON`."""
        for start in self._phrase(vocabulary.CONVOY, at):
            for other, after in self._unit(start):
                yield ParsedOrder(HALF, unit, other), after
            for other, way, end in self._other_s_move(start):
                yield _moving(vocabulary.CONVOY, unit, other, way._replace(via=False)), end

    def _other_s_move(self, at: int) -> list[tuple[ParsedUnit, ParsedMove, int]]:
        """Parse `A VIE - TRI`, `the attack of A VIE on TRI`, `move to TRI from VIE`."""
        return self._once("other's move", at, self._find_other_s_move)

    def _find_other_s_move(self, at: int) -> Iterator[tuple[ParsedUnit, ParsedMove, int]]:
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

    def _way(self, at: int) -> list[tuple[ParsedMove, int]]:
        """`- TRI`, `to Trieste`, `- BEL via convoy`, `par convoi - Bel`, `- NTH - NWY`."""
        return self._once("way", at, self._find_way)

    def _find_way(self, at: int) -> Iterator[tuple[ParsedMove, int]]:
        for early, start in self._via(at):
            for sign in self._signs(start):
                for spot, after in self._spot(sign):
                    yield ParsedMove(spot, early, ()), after
                    for end in self._aside(self._by_sea, after):
                        yield ParsedMove(spot, True, ()), end
                    for by, seas, end in self._through(after):
                        for last in (end, *(e for via, e in self._via(end) if via)):
                            yield ParsedMove(spot, True, seas, by), last
                for seas, after in self._seas(sign):
                    for onward in self._signs(after):
                        for spot, last in self._spot(onward):
                            yield ParsedMove(spot, True, seas), last
                            for end in self._aside(self._by_sea, last):
                                yield ParsedMove(spot, True, seas), end

    def _signs(self, at: int) -> list[int]:
        """`-`, `moves to`, `moves ->`, and the French `à`, not an army."""
        return self._once("sign", at, self._find_signs)

    def _find_signs(self, at: int) -> Iterator[int]:
        if self._is(ARROW, at) or (at < len(self.words) and self._written(at).lower() == "à"):
            yield at + 1
        for end in self._phrase(vocabulary.MOVE, at):
            yield end
            if self._is(ARROW, end):
                yield end + 1

    def _is(self, sign: str, at: int) -> bool:
        return at < len(self.words) and self.words[at] == sign

    def _skip(self, sign: str, at: int) -> tuple[int, ...]:
        """Return this position, and the one after an optional sign."""
        return (at, at + 1) if self._is(sign, at) else (at,)

    def _enclosed(self, read: Callable[[int], Iterable[int]], at: int) -> Iterator[int]:
        """Parse from here, plain or in brackets."""
        yield from read(at)
        if self._is(OPEN, at):
            for end in read(at + 1):
                if self._is(CLOSE, end):
                    yield end + 1

    def _aside(self, read: Callable[[int], Iterable[int]], at: int) -> Iterator[int]:
        """Parse from here: plain, after a comma, or in brackets."""
        for start in self._skip(_COMMA, at):
            yield from self._enclosed(read, start)

    def _written(self, at: int) -> str:
        """Return a word with its original accents and capitals."""
        mark = self.marks[at]
        return self.line[mark.start : mark.end]

    def _via(self, at: int) -> Iterator[tuple[bool, int]]:
        yield False, at
        for end in self._enclosed(partial(self._phrase, vocabulary.VIA), at):
            yield True, end

    def _by_sea(self, at: int) -> Iterator[int]:
        """Yield a note after the destination that the move goes by sea."""
        for kind in (vocabulary.VIA, vocabulary.CONVOYED):
            yield from self._phrase(kind, at)

    def _through(self, at: int) -> list[tuple[bool, tuple[ParsedPlace, ...], int]]:
        """`via Ion`, `through F Nth and Nwg`: whether it may only name the helper, and the seas."""
        return self._once("through", at, self._find_through)

    def _find_through(self, at: int) -> Iterator[tuple[bool, tuple[ParsedPlace, ...], int]]:
        for kind in (vocabulary.THROUGH, vocabulary.BY):
            for place in self._skip(_COMMA, at):
                opened = self._is(OPEN, place)
                for start in self._phrase(kind, place + opened):
                    for seas, end in self._seas(start):
                        if not opened:
                            yield kind == vocabulary.BY, seas, end
                        elif self._is(CLOSE, end):
                            yield kind == vocabulary.BY, seas, end + 1

    def _seas(self, at: int) -> list[tuple[tuple[ParsedPlace, ...], int]]:
        """Return a list of seas. Other provinces are not part of a convoy's route."""
        return self._once("seas", at, self._find_seas)

    def _find_seas(self, at: int) -> Iterator[tuple[tuple[ParsedPlace, ...], int]]:
        before = self.furthest
        for _, start in self._type(at):
            for spot, after in self._spot(start):
                wet = tuple(c for c in spot.candidates if self.names.is_sea(c.province))
                if not wet:
                    self.furthest = before  # a route that meets land is no parse
                    continue
                sea = spot._replace(candidates=wet)
                yield (sea,), after
                joints = {*self._signs(after), *self._phrase(vocabulary.AND, after)}
                for joint in sorted(joints):
                    for others, end in self._seas(joint):
                        if len(others) < _MOST_SEAS:
                            yield (sea, *others), end

    def _unit(self, at: int) -> list[tuple[ParsedUnit, int]]:
        """Parse `A VIE`, `Vienna`, `Russian army in Warsaw`, `l'armee russe de Varsovie`."""
        return self._once("unit", at, self._find_unit)

    def _find_unit(self, at: int) -> Iterator[tuple[ParsedUnit, int]]:
        for before, named in self._power(at):
            # `S Germany, A Mun - Bur`
            led = before >= 0 and self._is(_COMMA, named) and self._is_type(named + 1)
            first = named + led
            for fleet, second in self._type(first):
                for behind, third in self._whose(second) if before < 0 else ((before, second),):
                    for spot, end in self._spot(third):
                        yield ParsedUnit(spot, fleet, behind), end

    def _power(self, at: int) -> list[tuple[int, int]]:
        return self._once("power", at, self._find_power)

    def _find_power(self, at: int) -> Iterator[tuple[int, int]]:
        yield -1, at
        for start in self._fillers(at):
            for words, end in self._spans(start):
                for power in self.names.powers(words):
                    # in `Eng F Lon`, `Eng` is England; elsewhere the Channel
                    if self._is_type(end) or not self.names.is_code(words):
                        yield power, end

    def _whose(self, at: int) -> list[tuple[int, int]]:
        """Return the power after the type of a unit: `A Russian Warsaw`."""
        return self._once("whose", at, self._find_whose)

    def _find_whose(self, at: int) -> Iterator[tuple[int, int]]:
        for power, end in self._power(at):
            if power < 0 or not self.names.is_code((self.words[end - 1],)):
                yield power, end

    def _is_type(self, at: int) -> bool:
        """Return whether there is a word for an army or a fleet here."""
        kinds = (vocabulary.ARMY, vocabulary.FLEET)
        return any(PHRASES[kind].lengths(self.words, at) for kind in kinds)

    def _type(self, at: int) -> list[tuple[bool | None, int]]:
        """Return whether it is a fleet; None if there is no word for it."""
        return self._once("type", at, self._find_type)

    def _find_type(self, at: int) -> Iterator[tuple[bool | None, int]]:
        named = False
        for start in self._fillers(at):
            for fleet, kind in ((False, vocabulary.ARMY), (True, vocabulary.FLEET)):
                for end in self._phrase(kind, start):
                    named = True
                    yield fleet, end
        if not named:
            yield None, at

    def _spot(self, at: int) -> list[tuple[ParsedPlace, int]]:
        """Return a province, optionally with a coast."""
        return self._once("spot", at, self._find_spot)

    def _find_spot(self, at: int) -> Iterator[tuple[ParsedPlace, int]]:
        for start in self._fillers(at):
            for words, after in self._spans(start):
                candidates = self.names.places(words, dashed=len(words) < after - start)
                text = self.line[self.marks[start].start : self.marks[after - 1].end]
                if not candidates and len(words) == 1 and words[0][-2:] in COASTS:  # `SPANC`
                    candidates = self.names.places((words[0][:-2],)) if len(words[0]) > 4 else ()
                    if candidates:
                        yield ParsedPlace(text, candidates, words[0][-2:]), after
                        continue
                if not candidates and not (self.blind and self._strange(words, after - start)):
                    continue
                if candidates:
                    self.furthest = max(self.furthest, after)
                yield ParsedPlace(text, candidates), after
                for coast, end in self._coast(after, COASTS):
                    yield ParsedPlace(text, candidates, coast), end
                split = tuple(c for c in candidates if self.names.has_coasts(c.province))
                for coast, end in self._coast(after, COMPASS) if split else ():
                    yield ParsedPlace(text, split, coast), end

    def _strange(self, words: tuple[str, ...], length: int) -> bool:
        """Return whether these words, without a dash, may be an unknown name."""
        if len(words) != length:
            return False
        if len(words) > 1 and self.names.near(words):
            return True
        known = any(self.names.places((word,)) for word in words)
        return not known and KEYWORDS.isdisjoint(words)

    def _coast(self, at: int, table: Mapping[str, Phrases]) -> Iterator[tuple[str, int]]:
        """`/NC`, `(côte nord)`, `-nc`."""
        if at == len(self.words):
            return
        opened = self._is(OPEN, at)
        led = opened or self._is(_SLASH, at) or self._is(ARROW, at)
        for start in self._fillers(at + led):
            for coast, phrases in table.items():
                for length in phrases.lengths(self.words, start):
                    if not opened:
                        yield coast, start + length
                    elif self._is(CLOSE, start + length):
                        yield coast, start + length + 1

    # -- words

    def _phrase(self, kind: str, at: int) -> list[int]:
        ends = [at + length for length in PHRASES[kind].lengths(self.words, at)]
        if ends:
            self.furthest = max(self.furthest, ends[0])
        return ends

    def _fillers(self, at: int) -> Iterator[int]:
        """Yield this position, and those after any following filler words. A capital `A` is an
        army."""
        yield at
        for _ in range(_MOST_FILLERS):
            if at >= len(self.words) or self.words[at] not in FILLERS or self._written(at) == "A":
                return
            at += 1
            yield at

    def _spans(self, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the next words as one name of one or more words; names may contain dashes."""
        words: tuple[str, ...] = ()
        for end in range(at, len(self.words)):
            if is_word(self.words[end]):
                words += (self.words[end],)
                yield words, end + 1
                if len(words) == _MOST_WORDS:
                    return
            elif self.words[end] != ARROW or not words or self.words[end - 1] == ARROW:
                return


def _moving(kind: str, unit: ParsedUnit, other: ParsedUnit | None, way: ParsedMove) -> ParsedOrder:
    return ParsedOrder(kind, unit, other, way.end, way.via, way.route, way.by)


def fewest_unknown(readings: Iterable[ParsedOrder]) -> ParsedOrder | None:
    """Return the blind parse with the fewest unknown words."""

    def unknown(sentence: ParsedOrder) -> tuple[int, int, int]:
        wrong = [spot.text for spot in sentence.spots() if not spot.candidates]
        bare = sentence.kind in (BARE, HALF)
        return len(wrong), bare, sum(len(text.split()) for text in wrong)

    return min(readings, key=unknown, default=None)
