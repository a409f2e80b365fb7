"""The headings of a sheet: season, year, kind of phase and power."""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.map_names import Lexicon, Slips, lexicon
from entente.games.diplomacy.notation.tokens import begins_with_a_unit, plain_words
from entente.games.diplomacy.notation.vocabulary import BUILD, DISBAND, HOLD, REMOVE, Phrases
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER

UNITS, CENTRES = "units", "centres"
ORDERS = "orders"  # of any phase

SUMMER = "summer"  # a season of headings only: in the rules it is spring

_SEASONS = {
    SPRING: "spring, printemps",
    SUMMER: "summer, ete",
    AUTUMN: "autumn, fall, automne",
    WINTER: "winter, hiver",
}
# Only with a year: `Aut.` alone may be Austria.
_SHORT_SEASONS = {
    SPRING: "spr, print",
    SUMMER: "sum",
    AUTUMN: "aut",
    WINTER: "win, hiv",
}
_KINDS = {
    ORDERS: "orders, order, ordres, ordre",
    MOVEMENT: "moves, move, movement, movements, mouvement, mouvements, deplacements, diplomacy",
    RETREATS: "retreats, retreat, retraites, retraite",
    ADJUSTMENTS: "adjustments, adjustment, ajustements, ajustement",
    UNITS: "units, position, positions, unites",
    CENTRES: "centres, centers, supply centres, supply centers, supply center, supply centre, "
    "centres de ravitaillement",
}
# Words for a part of a phase, with bare units under them.
_VERBS = {
    BUILD: "builds, build, construction, constructions",
    REMOVE: "removals, removal, remove, removes, retraits, retrait, destructions, destruction, "
    "suppressions, suppression",
    DISBAND: "disbands, disband, disbandments, dissolutions, dissolution",
    HOLD: "holds, hold",
    "": "supports, support, soutiens, soutien, convoys, convoy, convois, convoi",
}
_PHASE_OF_VERB = {
    BUILD: ADJUSTMENTS,
    REMOVE: ADJUSTMENTS,
    DISBAND: "",
    HOLD: MOVEMENT,
    "": MOVEMENT,
}
# `S1901M`, `F1901R`, `W1901A`; in French `P1901`, `A1901`, `H1901`.
_CODE = re.compile(r"([sfwpaeh])(\d{4}|\d{2})([mrabd]?)")
_CODE_SEASONS = {
    "s": SPRING,
    "p": SPRING,
    "e": SUMMER,
    "f": AUTUMN,
    "a": AUTUMN,
    "w": WINTER,
    "h": WINTER,
}
_CODE_KINDS = {"m": MOVEMENT, "d": MOVEMENT, "r": RETREATS, "a": ADJUSTMENTS, "b": ADJUSTMENTS}
NOISE = frozenset(
    plain_words(
        "and et for of the in de la le les l d du des pour s my mes nos our phase season saison "
        "turn tour year an annee results result resultats resultat game partie player joueur "
        "empire received recus final here are is from by voici sont ci dessous below following "
        "suivants"
    )
)
_COUNTED = frozenset(plain_words("turn tour year an annee"))  # a small number may follow
_NUMBERED = frozenset(plain_words("game partie"))  # any number may
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TITLE = re.compile(r"\s[-–—]|[,(\[]")  # text after a heading follows one of these
_BETWEEN = re.compile("[,;:.]")
_LONGEST = 120  # characters of a heading
_MOST_WORDS = 4  # of a phrase in it
_CENTURY = 1900


def _table(listed: dict[str, str]) -> dict[tuple[str, ...], str]:
    return {phrase: name for name, phrases in listed.items() for phrase in Phrases(phrases).all}


_SEASON, _SHORT_SEASON, _KIND, _VERB = map(_table, (_SEASONS, _SHORT_SEASONS, _KINDS, _VERBS))
_SHORTEST_SLIP = 5  # letters of a misspelt word
_SLIPS = Slips(
    phrase[0]
    for table in (_SEASON, _KIND, _VERB)
    for phrase in table
    if len(phrase) == 1 and len(phrase[0]) >= _SHORTEST_SLIP
)


class Heading(NamedTuple):
    """The parts of a heading; omitted parts are empty, 0 or None.

    `verb` applies to bare units under it; `part` means it names a part of a phase, such as
    `Builds`. A contradictory heading is `confused`.
    """

    kind: str = ""
    season: str = ""
    year: int = 0
    power: int | None = None
    verb: str = ""
    part: bool = False
    confused: bool = False

    @property
    def only_power(self) -> bool:
        """Whether it is the name of a power and nothing else."""
        return self.power is not None and not (self.kind or self.season or self.year or self.part)

    @property
    def only_year(self) -> bool:
        """Whether it is a number and nothing else."""
        return (
            bool(self.year) and not (self.kind or self.season or self.part) and self.power is None
        )

    @property
    def only_kind(self) -> bool:
        """Whether it names a kind of phase and neither season, year nor power."""
        return not self.season and not self.year and self.power is None


def read_heading(board: Board, text: str) -> Heading | None:
    """Parse a line as a heading; None if it has any word that headings do not."""
    if len(text) > _LONGEST:
        return None
    names = lexicon(board, "en")
    heading = _Reader(names, plain_words(text)).heading()
    if heading is None and (plain := _BRACKETS.sub(_remark, text)) != text:
        heading = _Reader(names, plain_words(plain)).heading()
    return heading


def _remark(bracket: re.Match[str]) -> str:
    """Remove brackets, unless they contain orders: `France (A Par-Bur)`."""
    return bracket[0] if any(map(begins_with_a_unit, _BETWEEN.split(bracket[0]))) else " "


def guess_heading(board: Board, text: str) -> Heading | None:
    """Guess the intended heading: misspelt, or followed by a sign and other words."""
    words = plain_words(text[:_LONGEST])
    names = lexicon(board, "en")
    corrected = tuple(_corrected(word) for word in words)
    if corrected != words:
        heading = _Reader(names, corrected).heading()
        if heading is not None and not heading.confused and (heading.year or not heading.season):
            return heading
    title = _TITLE.search(text[:_LONGEST])
    heading = read_heading(board, text[: title.start()]) if title is not None else None
    timed = heading is not None and heading.season and heading.year and not heading.confused
    return heading if timed else None


def phase_mentioned(board: Board, text: str) -> Heading | None:
    """Return a season and a year among other words: `Next turn is Autumn 1901`."""
    words = plain_words(text[:_LONGEST])
    heading = _Reader(lexicon(board, "en"), words).heading(loose=True)
    return heading if heading is not None and heading.season and heading.year else None


def names_a_phase(words: tuple[str, ...]) -> bool:
    """Return whether one of the words is a season or a kind of phase."""
    tables = (_SEASON, _KIND, _VERB)
    return any((word,) in table for word in words for table in tables)


def _corrected(word: str) -> str:
    """Correct a misspelt word for a season or a phase."""
    if (word,) in _SEASON or (word,) in _KIND or (word,) in _VERB or len(word) < _SHORTEST_SLIP:
        return word
    near = _SLIPS.near(word)
    return near.pop() if len(near) == 1 else word


class _Reader:
    """Parses the words of a heading one by one."""

    def __init__(self, names: Lexicon, words: tuple[str, ...]) -> None:
        self.names = names
        self.words = words
        self.kinds: list[str] = []
        self.verbs: list[str] = []
        self.seasons: list[str] = []
        self.years: list[int] = []
        self.powers: list[int] = []

    def heading(self, *, loose: bool = False) -> Heading | None:
        """Return the heading; a loose reader ignores filler words."""
        short = self.names.powers(self.words) if self.words else frozenset[int]()
        if len(short) == 1:
            return Heading(power=min(short))
        at = 0
        while at < len(self.words):
            length = self._numbers(at) or self._phrase(at)
            if not length and not loose:
                return None
            at += length or 1
        if not (self.kinds or self.verbs or self.seasons or self.years or self.powers):
            return None
        return self._made()

    def _made(self) -> Heading:
        verbs = set(self.verbs)
        kinds = {kind for kind in self.kinds if kind != ORDERS}
        kinds |= {_PHASE_OF_VERB[verb] for verb in verbs} - {""}
        if not kinds and ORDERS in self.kinds:
            kinds = {ORDERS}
        several = (kinds, set(self.seasons), set(self.years), set(self.powers))
        return Heading(
            kind=min(kinds, default=""),
            season=self.seasons[0] if self.seasons else "",
            year=self.years[0] if self.years else 0,
            power=self.powers[0] if self.powers else None,
            verb=verbs.pop() if len(verbs) == 1 else "",
            part=bool(self.verbs),
            confused=any(len(each) > 1 for each in several),
        )

    def _numbers(self, at: int) -> int:
        """Parse a year or the code of a phase; other numbers only if they count turns."""
        word = self.words[at]
        code = _CODE.fullmatch(word)
        if code is not None:
            self.seasons.append(_CODE_SEASONS[code[1]])
            self.years.append(_year(code[2]))
            behind = self.words[at + 1] if at + 1 < len(self.words) else ""
            letter = code[3] or (behind if behind in _CODE_KINDS else "")
            if letter:
                self.kinds.append(_CODE_KINDS[letter])
            return 1 + (bool(letter) and not code[3])
        following = self.words[at + 1] if at + 1 < len(self.words) else ""
        if word in _CODE_SEASONS and following.isdecimal() and len(following) == 4:
            self.seasons.append(_CODE_SEASONS[word])  # `S 1901`
            return 1
        if not word.isdecimal():
            return 0
        before = self.words[at - 1] if at else ""
        if before in _NUMBERED or (before in _COUNTED and len(word) < 4):
            return 1
        full = any(other.isdecimal() and len(other) == 4 for other in self.words)
        if len(word) == 4 or (len(word) == 2 and self.seasons and not full):
            self.years.append(_year(word))
            return 1
        counted = self.verbs or self.kinds or (following,) in _KIND or (following,) in _VERB
        return int(len(word) < 3 and bool(counted))  # `2 builds`

    def _phrase(self, at: int) -> int:
        """Parse the longest phrase from here; return its number of words."""
        for length in range(min(_MOST_WORDS, len(self.words) - at), 0, -1):
            phrase = self.words[at : at + length]
            if phrase in _SEASON:
                self.seasons.append(_SEASON[phrase])
            elif phrase in _SHORT_SEASON and any(word.isdecimal() for word in self.words):
                self.seasons.append(_SHORT_SEASON[phrase])
            elif phrase in _KIND:
                self.kinds.append(_KIND[phrase])
            elif phrase in _VERB:
                self.verbs.append(_VERB[phrase])
            elif self.names.is_power(phrase):
                self.powers.extend(self.names.powers(phrase))
            elif length > 1 or phrase[0] not in NOISE:
                continue
            return length
        return 0


def _year(digits: str) -> int:
    """`1901`, `01`."""
    return int(digits) if len(digits) == 4 else _CENTURY + int(digits)
