"""The words orders are written with, in both languages, and the names a typed word may stand for.

Capitals, accents and punctuation do not count. A place may be written by its code, by its name in
either language, or by the beginning of a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel.text import LANGUAGES, catalog_of

# -- a line in words

ARROW = "-"
_LETTERS = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"}
_TOKEN = re.compile(r"[a-z0-9]+|(?:[-‐–—−=]*[>→⇒]|[-‐–—−]+)")


class Word(NamedTuple):
    """A word or an arrow: without capitals and accents, and where it stands in the line."""

    text: str
    start: int
    end: int


def tidy(text: str) -> str:
    """A line in which every letter is one character."""
    for letter, plain in _LETTERS.items():
        text = text.replace(letter, plain)
    return " ".join(unicodedata.normalize("NFC", text).split())


def words_of(line: str) -> list[Word]:
    """The words of a tidy line; every dash and arrow is a word of its own."""
    plain = "".join(unicodedata.normalize("NFKD", letter.lower())[0] for letter in line)
    found = _TOKEN.finditer(plain)
    return [Word(m[0] if m[0].isalnum() else ARROW, m.start(), m.end()) for m in found]


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a name or phrase, without arrows."""
    return tuple(word.text for word in words_of(tidy(text)) if word.text != ARROW)


# -- what orders are made of

HOLD, MOVE, SUPPORT, CONVOY, VIA = "hold", "move", "support", "convoy", "via"
RETREAT, DISBAND = "retreat", "disband"
BUILD, REMOVE, WAIVE = "build", "remove", "waive"
ARMY, FLEET = "army", "fleet"

_PHRASES = {
    HOLD: "h, hold, holds, stand, stands, stands fast, tient, tient sur place, tenir, reste, "
    "reste sur place",
    MOVE: "to, move, moves, move to, moves to, go to, goes to, attacks, into, va, va a, va au, "
    "va en, va vers, vers, attaque, marche sur, entre en",
    SUPPORT: "s, support, supports, supporting, supporte, supporter, soutient, soutenir",
    CONVOY: "c, convoy, convoys, convoie, convoyer, transports, transporte",
    VIA: "via, via convoy, via convoi, by convoy, by sea, par convoi, par mer, convoye, convoyee",
    RETREAT: "r, retreat, retreats, retreat to, retreats to, retraite, retraite a, retraite en, "
    "retraite vers, fait retraite vers, fait retraite en, fait retraite a, se retire a, "
    "se retire en, se retire vers",
    DISBAND: "d, disband, disbands, disbanded, dissoute, est dissoute, dissout, se saborde, "
    "sabordee, annihilee, est annihilee",
    BUILD: "b, build, builds, construit, construire, construction",
    REMOVE: "remove, removes, removed, retire, retirer, retiree, retrait, est retiree",
    WAIVE: "waive, waives, pass, passes, passe, passer, renonce",
    ARMY: "a, army, armee",
    FLEET: "f, fleet, flotte",
}
PHRASES = {
    kind: tuple(plain_words(phrase) for phrase in phrases.split(","))
    for kind, phrases in _PHRASES.items()
}
COASTS = {
    coast: tuple(plain_words(phrase) for phrase in phrases.split(","))
    for coast, phrases in {
        "nc": "nc, cn, north coast, cote nord",
        "sc": "sc, cs, south coast, cote sud",
        "ec": "ec, ce, east coast, cote est",
        "wc": "wc, co, west coast, cote ouest",
    }.items()
}
# Words that may stand before a unit or a place and say nothing.
FILLERS = frozenset(
    plain_words("the of from in at on l la le les de du d des en a au un une move unit")
)
# Words inside names that may be left out: `Mer Nord`.
_SMALL = frozenset(plain_words("of the de du d la le"))
KEYWORDS = frozenset(word for phrases in PHRASES.values() for phrase in phrases for word in phrase)

_OTHER_NAMES = {
    "BAR": ["Mer de Barents"],
    "BOT": ["Golfe de Botnie"],
    "DEN": ["Danmark"],
    "EAS": ["East Mediterranean", "Mediterranee de l'Est"],
    "ENG": ["Channel", "La Manche"],
    "HEL": ["Heligoland Bight", "Baie d'Heligoland", "Baie de Helgoland"],
    "HOL": ["Netherlands", "Pays-Bas"],
    "LYO": ["Gulf of Lions", "Gulf of Lyons", "Lyons"],
    "MAO": ["Middle Atlantic Ocean", "Moyen Atlantique", "Atlantique Centre"],
    "MUN": ["Munick"],
    "NAO": ["Atlantique du Nord", "Nord Atlantique"],
    "RUM": ["Romania", "Roumania"],
    "SEV": ["Sebastopol"],
    "SKA": ["Skagerrak", "Skagerak"],
    "STP": ["Saint Petersburg", "Saint-Petersbourg", "Petersburg", "Petersbourg"],
    "TUN": ["Tunisia"],
    "TYR": ["Tirol"],
    "WAL": ["Galles"],
    "WES": ["West Mediterranean", "Mediterranee de l'Ouest"],
}
# `Mer Baltique` may be called `Baltique`, `Gulf of Bothnia` simply `Bothnia`.
_GENERIC = frozenset(("mer", "golfe", "baie", "gulf"))

_POWER_WORDS = {
    "AUSTRIA": "austria, austria hungary, austrian, austro hungarian, autriche, autriche hongrie, "
    "autrichien, autrichienne, austro hongrois, austro hongroise",
    "ENGLAND": "england, english, britain, great britain, british, angleterre, anglais, anglaise, "
    "grande bretagne, britannique",
    "FRANCE": "france, french, francais, francaise",
    "GERMANY": "germany, german, allemagne, allemand, allemande",
    "ITALY": "italy, italian, italie, italien, italienne",
    "RUSSIA": "russia, russian, russie, russe",
    "TURKEY": "turkey, turkish, turquie, turc, turque, ottoman, ottomane",
}
_SHORTEST = 3  # letters of a beginning


# -- the names of a board


class Candidate(NamedTuple):
    """A province that a word may mean. The lower the rank, the plainer the word says so."""

    province: int
    rank: int


OWN, OTHER, LOOSE = range(3)  # code of the reader's language or a name; foreign code; the rest


class Lexicon:
    """The names of a board's provinces and powers, as a reader of one language may write them."""

    def __init__(self, board: Board, language: str) -> None:
        self._names = self._all_names(board)
        self._codes = {
            OWN: self._all_codes(board, language == "fr"),
            OTHER: self._all_codes(board, language != "fr"),
        }
        self._loose = self._all_loose(board)
        self._powers = self._all_powers(board)
        self._known: dict[tuple[tuple[str, ...], bool], tuple[Candidate, ...]] = {}

    # -- asking

    def places(self, words: tuple[str, ...], *, dashed: bool = False) -> tuple[Candidate, ...]:
        """The provinces that these words may mean: by code or name, else by a looser likeness.

        Words with a dash between them are not run together: `SWE-DEN` is not Sweden.
        """
        key = (words, dashed)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._places(words, dashed)
        return found

    def powers(self, words: tuple[str, ...]) -> set[int]:
        """The powers that these words may mean."""
        whole = self._powers.get(words)
        if whole is not None:
            return {whole}
        if sum(map(len, words)) < _SHORTEST:
            return set()
        return {power for name, power in self._powers.items() if begins(words, name)}

    def near(self, text: str) -> list[int]:
        """The provinces one slip of the pen away from a word that means nothing."""
        word = "".join(plain_words(text))
        spelt = (*self._codes.values(), self._names)
        return sorted({p for t in spelt for w in t if _one_slip(word, w) for p in t[w]})

    def _places(self, words: tuple[str, ...], dashed: bool) -> tuple[Candidate, ...]:
        if words[0] in _SMALL or words[-1] in _SMALL:
            return ()
        words = tuple(word for word in words if word not in _SMALL)
        spelt = " ".join(words) if dashed else "".join(words)
        found: dict[int, int] = {}
        for rank, table in (
            (OWN, self._codes[OWN]),
            (OWN, self._names),
            (OTHER, self._codes[OTHER]),
        ):
            for province in table.get(spelt, ()):
                found.setdefault(province, rank)
        if not found and len("".join(words)) >= _SHORTEST:
            for name, province in self._loose:
                if begins(words, name):
                    found[province] = LOOSE
        return tuple(Candidate(province, rank) for province, rank in sorted(found.items()))

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

    def _all_loose(self, board: Board) -> list[tuple[tuple[str, ...], int]]:
        """Names of which a beginning will do, and the second set of English codes."""
        loose = [(words, number) for number, words in _named(board)]
        loose += [(words[1:], number) for words, number in loose if words[0] in _GENERIC]
        for number, row in enumerate(board.tables.province):
            loose += [(plain_words(alias), number) for alias in row.aliases]
        return loose

    def _all_powers(self, board: Board) -> dict[tuple[str, ...], int]:
        powers = {}
        for number, row in enumerate(board.powers):
            names = [catalog_of(PACKAGE, each).name("power", row.id) for each in LANGUAGES]
            for phrase in (row.id, *names, *_POWER_WORDS.get(row.id, "").split(",")):
                if words := plain_words(phrase):
                    powers[words] = number
        return powers


def _named(board: Board) -> list[tuple[int, tuple[str, ...]]]:
    """Every full name of every province, in words, the small ones left out."""
    found = []
    for number, province in enumerate(board.provinces):
        names = [catalog_of(PACKAGE, each).name("province", province) for each in LANGUAGES]
        for name in (*names, *_OTHER_NAMES.get(province, ())):
            words = tuple(word for word in plain_words(name) if word not in _SMALL)
            found.append((number, words))
    return found


@lru_cache(maxsize=8)
def lexicon(board: Board, language: str) -> Lexicon:
    """The names of a board for readers of one language."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}; there are {', '.join(LANGUAGES)}")
    return Lexicon(board, language)


def begins(typed: Sequence[str], name: Sequence[str]) -> bool:
    """`nor sea` begins `north sea`: each word begins a word."""
    return len(typed) <= len(name) and all(
        whole.startswith(part) for part, whole in zip(typed, name, strict=False)
    )


def _one_slip(typed: str, word: str) -> bool:
    """Whether two words differ by one letter, or by two neighbours that changed places."""
    if typed == word or not typed or abs(len(typed) - len(word)) > 1:
        return False
    if len(typed) != len(word):
        short, long = sorted((typed, word), key=len)
        return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    off = [i for i, (a, b) in enumerate(zip(typed, word, strict=True)) if a != b]
    if len(off) == 1:
        return True
    swapped = len(off) == 2 and off[1] == off[0] + 1
    return swapped and typed[off[0]] == word[off[1]] and typed[off[1]] == word[off[0]]


def phrase_lengths(phrases: Iterable[tuple[str, ...]], words: Sequence[str]) -> list[int]:
    """How many of the first words a phrase may take, the longest first."""
    found = {len(phrase) for phrase in phrases if tuple(words[: len(phrase)]) == phrase}
    return sorted(found, reverse=True)
