"""The operator's word filter: words that no text for everyone may contain.

Whole words are compared, without case, accents and letters of other scripts that look Latin. A word
with digits or signs between its letters is read with the letters they stand for.

A request sets the filter of its server (`active`), so that every text for others passes it where it
is cleaned: names, titles, profiles, public messages. Outside of requests there is no filter: what
is stored stays usable.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from entente.kernel import UserError, say
from entente.server.problem import Problem
from entente.server.storage.skeletons import in_latin

MOST = 10_000  # words
LONGEST_LINE = 200
_SIGNS = str.maketrans("0134578@$€", "oieastbase")
_ALIKE = str.maketrans("l1|!", "iiii")  # drawn alike: only words with a sign are read so
_WORD = re.compile(r"[\w@$€|!]+")
_SIGN = re.compile(r"[0134578@$€|!]|[^\W\dA-Z_]I")  # a capital I after a small letter may be an l
_LETTER = re.compile(r"[^\W\d_]")
_SPACED = re.compile(r"(?<!\w)\w(?:[ .\-_*]\w){2,}(?!\w)")
_REPEATED = re.compile(r"(.)\1{2,}")


class _Word(NamedTuple):
    """A word of a text as it was written, and as it is compared."""

    written: str
    plain: str
    read: str  # with signs as letters; empty: it has none


def _folded(text: str) -> str:
    """Return a text without case, accents and invisible characters."""
    spelled = unicodedata.normalize("NFKD", text)
    kept = (c for c in spelled if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return in_latin("".join(kept).casefold())


def _read(folded: str) -> str:
    """Return a word with its signs as letters; letters drawn alike become one."""
    return folded.translate(_ALIKE).translate(_SIGNS)


def _words(text: str) -> Iterator[_Word]:
    text = unicodedata.normalize("NFC", text)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    spaced = [re.sub(r"[ .\-_*]", "", found[0]) for found in _SPACED.finditer(text)]
    for written in (*_WORD.findall(text.replace("_", " ")), *spaced):
        bare = written.strip("|!@")
        folded = _folded(bare)
        if not _LETTER.search(bare):
            continue
        signs = _SIGN.search(bare) is not None
        yield _Word(written, folded, _read(folded) if signs else "")


class ForbiddenWords:
    """The words of a server. A word may end in `*`: then it is the beginning of words."""

    def __init__(self, words: Iterable[str] = (), *, in_letters: bool = False) -> None:
        self.in_letters = in_letters  # private letters are checked too
        self._plain: set[str] = set()
        self._read: set[str] = set()
        self._beginnings: set[str] = set()
        self._longest = 0  # of the beginnings
        self._phrases: set[tuple[str, ...]] = set()
        self._lengths: dict[str, set[int]] = {}  # of phrases, by their first word
        for line in words:
            self._add(line)

    def _add(self, line: str) -> None:
        folded = _folded(line.strip())
        if " " in folded:
            phrase = tuple(folded.split())
            self._phrases.add(phrase)
            self._lengths.setdefault(phrase[0], set()).add(len(phrase))
        elif folded.endswith("*"):
            self._beginnings.add(folded[:-1])
            self._longest = max(self._longest, len(folded) - 1)
        elif folded:
            self._plain.add(folded)
            self._read.add(_read(folded))

    def __bool__(self) -> bool:
        return bool(self._plain or self._beginnings or self._phrases)

    def found(self, text: str) -> str | None:
        """Return the first forbidden word of a text, as it was written."""
        if not self:
            return None
        words = list(_words(text))
        for at, each in enumerate(words):
            if self._is_forbidden(each):
                return each.written
            for length in sorted(self._lengths.get(each.plain, ())):
                part = words[at : at + length]
                if tuple(word.plain for word in part) in self._phrases:
                    return " ".join(word.written for word in part)
        return None

    def _is_forbidden(self, word: _Word) -> bool:
        spellings = [word.plain]
        if _REPEATED.search(word.plain):  # drawn out: once and twice are both spellings
            spellings += [_REPEATED.sub(r"\1", word.plain), _REPEATED.sub(r"\1\1", word.plain)]
        if any(each in self._plain for each in spellings) or word.read in self._read:
            return True
        return any(self._begins(each) for each in spellings)

    def _begins(self, word: str) -> bool:
        most = min(len(word), self._longest)
        return any(word[:at] in self._beginnings for at in range(1, most + 1))


NO_WORDS = ForbiddenWords()
active: ContextVar[ForbiddenWords] = ContextVar("forbidden_words", default=NO_WORDS)


def check_words(text: str) -> str:
    """Return a text for others. Raise Problem if the operator has forbidden a word of it."""
    found = active.get().found(text)
    if found is not None:
        raise Problem(422, "words.forbidden", word=found[:60])
    return text


def read_words(path: str, *, in_letters: bool = False) -> ForbiddenWords:
    """Read the operator's file: a word or phrase a line; `#` begins a comment."""
    if not path:
        return NO_WORDS
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = say("setting.words_file", file=path, error=reason)
        raise UserError(message, "entente.server") from None
    words = [stripped for line in lines if (stripped := line.partition("#")[0].strip())]
    if len(words) > MOST or any(len(word) > LONGEST_LINE for word in words):
        message = say("setting.words_many", file=path, most=MOST, longest=LONGEST_LINE)
        raise UserError(message, "entente.server")
    return ForbiddenWords(words, in_letters=in_letters)
