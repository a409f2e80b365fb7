"""The names of a board's provinces and powers, in both languages.

A place may be written as its code, its name in either language, or the beginning of a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.board import SEA, Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.tokens import plain_words
from entente.games.diplomacy.notation.vocabulary import (
    COASTS,
    GENERIC,
    OTHER_NAMES,
    POWER_NAMES,
    POWER_WORDS,
    SHARED_CODES,
    SMALL,
)
from entente.kernel.text import LANGUAGES, catalog_of

_SHORTEST = 3  # letters of a prefix
_LONG = 7  # letters of a word in which two typos are accepted
_MOST_KNOWN = 50_000  # cached words
_LONGEST = 24  # letters of a word that is looked up

# -- the names of a board


class Candidate(NamedTuple):
    """A province that a word may mean. The lower the rank, the better the match."""

    province: int
    rank: int


OWN, OTHER, LOOSE = range(3)  # code in the reader's language or name; foreign code; others


class Lexicon:
    """The names of a board's provinces and powers for readers of one language."""

    def __init__(self, board: Board, language: str) -> None:
        self._names = self._all_names(board)
        self._codes = {
            OWN: self._all_codes(board, language == "fr"),
            OTHER: self._all_codes(board, language != "fr"),
        }
        self._shared = {code: (board.province[place],) for code, place in SHARED_CODES.items()}
        self._loose = self._all_loose(board)
        self._powers, self._short_powers = self._all_powers(board)
        self._short_by_letter: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for words, power in self._short_powers.items():
            self._short_by_letter.setdefault(words[0][0], []).append((words, power))
        self._seas = frozenset(p for p, kind in enumerate(board.kind) if kind == SEA)
        self._split = frozenset(p for p, coasts in enumerate(board.coasts) if coasts)
        spelt = (*self._codes.values(), self._names)
        self._slips = Slips({word for table in spelt for word in table if " " not in word})
        self._power_slips = Slips("".join(words) for words in self._powers)
        # Contains every part of every name: other words mean no place or power.
        self._letters = " ".join(
            (
                *("".join(words) for words in (*self._powers, *self._short_powers)),
                *(name.replace(" ", "") for table in spelt for name in table),
                *("".join(words) for rows in self._loose.values() for words, _ in rows),
                *SHARED_CODES,
            )
        )
        self._known: dict[tuple[tuple[str, ...], bool], tuple[Candidate, ...]] = {}
        self._known_powers: dict[tuple[str, ...], frozenset[int]] = {}

    # -- lookup

    def places(self, words: tuple[str, ...], *, dashed: bool = False) -> tuple[Candidate, ...]:
        """Return the provinces these words may mean: by code or name, otherwise by a looser match.

        Words with a dash between them are not joined: `SWE-DEN` is not Sweden.
        """
        if words[0] not in self._letters:
            return ()
        key = (words, dashed)
        candidates = self._known.get(key)
        if candidates is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            candidates = self._known[key] = self._places(words, dashed)
        return candidates

    def powers(self, words: tuple[str, ...]) -> frozenset[int]:
        """Return the powers these words may mean."""
        powers = self._known_powers.get(words)
        if powers is None:
            if len(self._known_powers) >= _MOST_KNOWN:
                self._known_powers.clear()
            powers = self._known_powers[words] = self._powers_meant(words)
        return powers

    def _powers_meant(self, words: tuple[str, ...]) -> frozenset[int]:
        whole = self._powers.get(words)
        if whole is not None:
            return frozenset((whole,))
        if sum(map(len, words)) < _SHORTEST:
            return frozenset()
        names = self._short_by_letter.get(words[0][0], ())
        return frozenset(power for name, power in names if begins(words, name))

    def is_power(self, words: tuple[str, ...]) -> bool:
        """Return whether these words name a power in full."""
        return words in self._powers

    def is_power_name(self, words: tuple[str, ...]) -> bool:
        """Return whether these words are the power's name, rather than a word for its people or
        units."""
        return words in self._short_powers

    def is_code(self, words: tuple[str, ...]) -> bool:
        """Return whether these words are the code of a place: `Eng` is the Channel and England."""
        return len(words) == 1 and any(words[0] in table for table in self._codes.values())

    def may_be_part(self, word: str) -> bool:
        """Return whether a word may be part of the name of a place or a power."""
        if word in self._letters:
            return True
        return len(word) > 4 and word[-2:] in COASTS and word[:-2] in self._letters

    def is_sea(self, province: int) -> bool:
        return province in self._seas

    def has_coasts(self, province: int) -> bool:
        """Return whether the province has several coasts for fleets."""
        return province in self._split

    def near(self, words: tuple[str, ...]) -> list[int]:
        """Return the provinces one typo away from unknown words."""
        spelt = "".join(word for word in words if word not in SMALL)
        near = self._slips.near(spelt)
        tables = (*self._codes.values(), self._names)
        return sorted({p for table in tables for word in near for p in table.get(word, ())})

    def near_powers(self, words: tuple[str, ...]) -> list[int]:
        """Return the powers one typo away; the name of a place is not a typo."""
        spelt = "".join(words)
        if len(spelt) <= _SHORTEST or self.places(words):
            return []
        near = self._power_slips.near(spelt)
        return sorted({p for name, p in self._powers.items() if "".join(name) in near})

    def _places(self, words: tuple[str, ...], dashed: bool) -> tuple[Candidate, ...]:
        if words[0] in SMALL or words[-1] in SMALL:
            return ()
        if not all(word in SMALL or word in self._letters for word in words):
            return ()
        words = tuple(word for word in words if word not in SMALL)
        spelt = " ".join(words) if dashed else "".join(words)
        ranks: dict[int, int] = {}
        for rank, table in (
            (OWN, self._codes[OWN]),
            (OWN, self._names),
            (OTHER, self._codes[OTHER]),
        ):
            for province in table.get(spelt, ()):
                ranks.setdefault(province, rank)
        for province in self._shared.get(spelt, ()):
            ranks.setdefault(province, LOOSE if OWN in ranks.values() else OTHER)
        if not ranks and len("".join(words)) >= _SHORTEST:
            for name, province in self._loose.get(words[0][0], ()):
                if begins(words, name):
                    ranks[province] = LOOSE
        return tuple(Candidate(province, rank) for province, rank in sorted(ranks.items()))

    # -- setting up

    def _all_names(self, board: Board) -> dict[str, set[int]]:
        names: dict[str, set[int]] = {}
        for number, words in _named(board):
            for spelt in ("".join(words), " ".join(words)):
                names.setdefault(spelt, set()).add(number)
        return names

    def _all_codes(self, board: Board, french: bool) -> dict[str, set[int]]:
        codes: dict[str, set[int]] = {}
        for number, row in enumerate(board.tables.province):
            word = "".join(plain_words(row.code_fr if french else row.id))
            codes.setdefault(word, set()).add(number)
        return codes

    def _all_loose(self, board: Board) -> dict[str, list[tuple[tuple[str, ...], int]]]:
        """Names that may be abbreviated, and the second set of English codes, by letter."""
        loose = [(words, number) for number, words in _named(board)]
        loose += [(words[1:], number) for words, number in loose if words[0] in GENERIC]
        for number, row in enumerate(board.tables.province):
            loose += [(plain_words(alias), number) for alias in row.aliases]
        by_letter: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for words, number in loose:
            by_letter.setdefault(words[0][0], []).append((words, number))
        return by_letter

    def _all_powers(
        self, board: Board
    ) -> tuple[dict[tuple[str, ...], int], dict[tuple[str, ...], int]]:
        """Return the powers by all their names, and by the names that may be abbreviated."""
        short: dict[tuple[str, ...], int] = {}
        powers: dict[tuple[str, ...], int] = {}
        for number, row in enumerate(board.powers):
            names = [catalog_of(PACKAGE, each).name("power", row.id) for each in LANGUAGES]
            for phrase in (row.id, *names, *POWER_NAMES.get(row.id, "").split(",")):
                if words := plain_words(phrase):
                    short[words] = number
            for phrase in POWER_WORDS.get(row.id, "").split(","):
                if words := plain_words(phrase):
                    powers[words] = number
        return {**powers, **short}, short


def _named(board: Board) -> list[tuple[int, tuple[str, ...]]]:
    """Every full name of every province, in words, without small ones."""
    named = []
    for number, province in enumerate(board.provinces):
        names = [catalog_of(PACKAGE, each).name("province", province) for each in LANGUAGES]
        for name in (*names, *OTHER_NAMES.get(province, ())):
            words = tuple(word for word in plain_words(name) if word not in SMALL)
            named.append((number, words))
    return named


@lru_cache(maxsize=8)
def lexicon(board: Board, language: str) -> Lexicon:
    """Return the names of a board for readers of one language."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}; there are {', '.join(LANGUAGES)}")
    return Lexicon(board, language)


def begins(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether each word begins the corresponding one: `nor sea` begins `north sea`."""
    return len(typed) <= len(name) and all(
        whole.startswith(part) for part, whole in zip(typed, name, strict=False)
    )


# -- typos


class Slips:
    """Finds words that differ from a typed one by one typo, or by two if they are long.

    Every word is indexed by its forms with letters deleted. A typed word is looked up the same way,
    so lookup time does not depend on the number of words.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, set[str]] = {}
        self._asked: dict[str, frozenset[str]] = {}
        for word in words:
            for rest in _shortened(word):
                self._words.setdefault(rest, set()).add(word)

    def near(self, typed: str) -> set[str]:
        """Return the candidate words."""
        if not typed or len(typed) > _LONGEST:
            return set()
        known = self._asked.get(typed)
        if known is None:
            if len(self._asked) >= _MOST_KNOWN:
                self._asked.clear()
            known = self._asked[typed] = frozenset(self._near(typed))
        return set(known)

    def _near(self, typed: str) -> set[str]:
        words: set[str] = set()
        for rest in _shortened(typed):
            words |= self._words.get(rest, set())
        close = {word: slips(typed, word) for word in words}
        least = min(close.values(), default=0)
        allowed = {word: _forgiven(min(len(typed), len(word))) for word in words}
        return {word for word, far in close.items() if far == least and 0 < far <= allowed[word]}


def _forgiven(length: int) -> int:
    return 2 if length >= _LONG else 1


def _shortened(word: str) -> Iterator[str]:
    """Yield a word with one letter deleted; a long one also with two."""
    seen = {word}
    front = [word]
    yield word
    for _ in range(_forgiven(len(word))):
        front = [each[:i] + each[i + 1 :] for each in front for i in range(len(each))]
        for each in front:
            if each not in seen:
                seen.add(each)
                yield each


def slips(typed: str, word: str) -> int:
    """Return the number of typos between two words: a letter added, missing, wrong or swapped."""
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, a in enumerate(typed, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(word, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == word[j - 2] and typed[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
