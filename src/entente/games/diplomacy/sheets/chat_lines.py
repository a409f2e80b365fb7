"""Lines that are not orders: retractions, conditions, and chat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from entente.games.diplomacy.notation.chat_words import is_harmless, takes_back
from entente.games.diplomacy.notation.map_names import Lexicon
from entente.games.diplomacy.notation.remarks import REMARK, places_named
from entente.games.diplomacy.notation.tokens import (
    ARROW,
    begins_with_a_unit,
    plain_words,
    tidy,
    words_of,
)
from entente.games.diplomacy.notation.vocabulary import (
    ARMY,
    CONDITIONS,
    CONVOY,
    DOUBTFUL_LABELS,
    DOUBTS,
    FILLERS,
    FLEET,
    ORDER_WORDS,
    PHRASES,
    POLITE,
    SUPPORT,
)
from entente.games.diplomacy.sheets.headings import names_a_phase

_LONGEST = 400  # characters of a line that are examined
_MOST_WORDS = 4  # of a name
_SHORTEST_SLIP = 5  # letters of a word that may be a misspelt place
_LONGEST_CODE = 3  # letters of a place's code
_LONGEST_LABEL = 8  # words
_UNIT_WORDS = {word for kind in (ARMY, FLEET) for phrase in PHRASES[kind].all for word in phrase}
_HELP = {
    phrase[0] for kind in (SUPPORT, CONVOY) for phrase in PHRASES[kind].all if phrase[1:] == ()
}


class Mention(NamedTuple):
    """A unit named in a line: its candidate provinces, and its position."""

    provinces: frozenset[int]
    start: int


def mentions(names: Lexicon, text: str) -> Iterator[Mention]:
    """Yield the units named in any line, except those being helped."""
    line = tidy(text[:_LONGEST])
    marks = words_of(line)
    words = [mark.text for mark in marks]
    at = 0
    while at < len(words):
        marked = words[at] in _UNIT_WORDS
        if not marked and ARROW not in words[at + 1 : at + _MOST_WORDS + 1]:
            at += 1
            continue
        start = at + marked
        while marked and start < len(words) and words[start] in FILLERS:
            start += 1
        end, provinces = _place(names, words, start)
        behind = words[end] if end < len(words) else ""
        plain = len(words[at]) > 1 or line[marks[at].start].isupper() or behind == ARROW
        before = words[at - 1] if at else ""
        if provinces and ((marked and plain) or (not marked and behind == ARROW)):
            if before not in _HELP and before != ARROW:
                yield Mention(provinces, marks[at].start)
            at = end
        else:
            at += 1


def _place(names: Lexicon, words: list[str], at: int) -> tuple[int, frozenset[int]]:
    """Return the longest name from here, and its end."""
    for end in range(min(at + _MOST_WORDS, len(words)), at, -1):
        if ARROW in words[at:end]:
            continue
        candidates = names.places(tuple(words[at:end]))
        if candidates:
            return end, frozenset(candidate.province for candidate in candidates)
    return at, frozenset()


def mentions_orders(names: Lexicon, text: str) -> bool:
    """Return whether a text names a place together with a unit or a move."""
    words = words_of(tidy(text[:_LONGEST]))
    if not any(word.text in _UNIT_WORDS or word.text == ARROW for word in words):
        return False
    return bool(places_named(names, plain_words(text[:_LONGEST])))


def is_doubtful(names: Lexicon, text: str) -> bool:
    """Return whether a line retracts or qualifies something before it names any unit."""
    line = tidy(REMARK.sub(" ", text[:_LONGEST]))
    first = next(mentions(names, line), None)
    words = plain_words(line[: first.start] if first is not None else line)
    if words[:1] == ("subject",):
        return False
    if first is None:
        return takes_back(names, line)
    doubts = (CONDITIONS | DOUBTS).intersection(words)
    label = words if line[: first.start].rstrip().endswith(":") else ()
    return bool(doubts) or not DOUBTFUL_LABELS.isdisjoint(label)


def is_doubtful_label(text: str) -> bool:
    """Match `Cancelled:` on a line of its own."""
    words = plain_words(text[:_LONGEST])
    if not text.rstrip().endswith(":") or len(words) > _LONGEST_LABEL or words[:1] == ("subject",):
        return False
    return not (CONDITIONS | DOUBTS | DOUBTFUL_LABELS).isdisjoint(words)


def _is_farewell(names: Lexicon, words: tuple[str, ...]) -> bool:
    """Match `A bientôt`, `A demain`, which begin like an army's order."""
    return len(words) > 1 and len(words[1]) > _LONGEST_CODE and is_harmless(names, " ".join(words))


def is_chatter(names: Lexicon, text: str) -> bool:
    """Return whether a line is unrelated to orders: no unit, place, power, phase or order."""
    words = plain_words(text[:_LONGEST])
    if takes_back(names, text) or (begins_with_a_unit(text) and not _is_farewell(names, words)):
        return False
    if len(text) > _LONGEST or not ((DOUBTS - {"subject"}) | ORDER_WORDS).isdisjoint(words):
        return False
    if names_a_phase(words) or any(names.is_power((word,)) for word in words):
        return False
    if places_named(names, words) or next(mentions(names, text), None) is not None:
        return False
    return not any(
        names.near((word,)) or names.near_powers((word,))
        for word in words
        if len(word) >= _SHORTEST_SLIP and word not in POLITE
    )
