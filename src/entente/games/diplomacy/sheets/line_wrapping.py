"""Orders that a mail program wrapped onto the next line."""

from __future__ import annotations

import re
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.grammar import BARE, HALF, parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.remarks import REMARK
from entente.games.diplomacy.notation.tokens import (
    ARROW,
    begins_with_a_unit,
    plain_words,
    tidy,
    words_of,
)
from entente.games.diplomacy.notation.vocabulary import CONVOY, MOVE, PHRASES, RETREAT, SUPPORT
from entente.games.diplomacy.sheets.chat_lines import mentions
from entente.games.diplomacy.sheets.headings import read_heading
from entente.games.diplomacy.sheets.line_splitter import pieces, unbulleted, unquoted

_ARROW_FIRST = re.compile(r"\s*(?:[-=–—]*[>→⇒⟶➔➜➞])\s*(?=\w)")
_DASH_FIRST = re.compile(r"\s*[-–—]\s*(?=\w)")
_HEAD = re.compile(r"[^;,]*?(?=[;,]|\.(?:\s|$)|$)")
_HYPHEN = re.compile(r"\w-$")
_LEADING_ON = frozenset(
    word
    for kind in (SUPPORT, CONVOY, MOVE, RETREAT)
    for phrase in PHRASES[kind].all
    for word in phrase
) | frozenset(plain_words("the from of la le de du des via through"))


class Wrapped(NamedTuple):
    """Two lines that belong together: as one order, or as halves that are no order even when
    joined."""

    joined: str = ""
    halves: tuple[str, ...] = ()


def wrapped(board: Board, line: str, following: str) -> Wrapped | None:
    """Join a line with the next if it continues there; None if each is complete."""
    after = unquoted(following)
    arrow, dash = _ARROW_FIRST.match(after), _DASH_FIRST.match(after)
    before = REMARK.sub(" ", unbulleted(unquoted(line))).rstrip()
    words = words_of(before[-LONGEST:])
    if (
        not plain_words(after)
        or not before
        or len(before) > 2 * LONGEST
        or len(after) > LONGEST
        or not words
    ):
        return None
    last = words[-1].text
    if not (arrow or dash or last == ARROW or last in _LEADING_ON) or "#" in before:
        return None
    if (dash and begins_with_a_unit(after[dash.end() :])) or _is_heading(board, after):
        return None
    names = lexicon(board, "en")
    parts = list(pieces(board, before))
    if not parts or next(mentions(names, parts[-1].text), None) is None:
        return None
    tail = parts[-1].text
    whole = _reads(board, tail)
    if whole and not (arrow or dash):
        return None
    text = after.strip() if arrow or dash else unbulleted(after).strip()
    head = _HEAD.match(text)
    first = head[0].strip() if head is not None else text
    if _HYPHEN.search(tail) and first[:1].islower() and _reads(board, tail[:-1] + first):
        return Wrapped(line.rstrip()[:-1] + text)
    if _reads(board, f"{tail} {first}"):
        return Wrapped(f"{line.rstrip()} {text}")
    if arrow or (last != ARROW and not dash):
        return Wrapped(halves=(tail, first))
    return None


def _is_heading(board: Board, text: str) -> bool:
    label = text.partition(":")[0]
    return read_heading(board, text) is not None or (
        label != text and read_heading(board, label) is not None
    )


def _reads(board: Board, text: str) -> bool:
    """Return whether a text is a whole order."""
    shapes = parse_orders(lexicon(board, "en"), tidy(text))
    return any(shape.kind not in (BARE, HALF) for shape in shapes)
