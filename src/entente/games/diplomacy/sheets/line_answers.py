"""What is told of a line in any phase: the phrase it is, whom it names, what contradicts it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.notation.grammar import BARE, sentences
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tolerant_reader import note_of
from entente.games.diplomacy.notation.vocabulary import NOTHING, PHRASES
from entente.games.diplomacy.notation.words import begins_with_a_unit, plain_words, shortened, tidy
from entente.games.diplomacy.rules.orders import Position, write_unit
from entente.games.diplomacy.sheets.doubts import is_chatter, mentions
from entente.games.diplomacy.sheets.lines import Answer, Line
from entente.kernel import Refusal, refuse

MOST_READ = 200  # letters of a line that can mean anything
# What is said of lines of which nothing is understood.
_UNKNOWN_WORDS = frozenset(
    f"reading.{key}"
    for key in ("malformed", "stray_word", "stray_word_near", "unknown_province", "breaks_off")
)
_MOST_QUOTED = 5  # orders that contradict each other
_QUOTED = 60  # letters of each of them


def says(kind: str, text: str) -> bool:
    """Whether a line is one of these phrases."""
    if len(text) > MOST_READ or begins_with_a_unit(text):
        return False
    return PHRASES[kind].take(plain_words(text))


def full_text(board: Board, line: Line, verb: str = "") -> str:
    """A line, with what its heading says (or a verb before it) if it names a unit and no more."""
    verb = line.verb or verb
    return f"{verb} {line.text}" if verb and is_bare(board, line.text) else line.text


@lru_cache(maxsize=4096)
def is_bare(board: Board, text: str) -> bool:
    """Whether a text is a unit and nothing else."""
    shapes = sentences(lexicon(board, "en"), tidy(text[:MOST_READ]))
    return bool(shapes) and all(shape.kind == BARE for shape in shapes)


def mentioned(board: Board, position: Position, line: Line) -> set[int]:
    """The units that a doubtful line names, as far as they are of the power it stands under."""
    found = {
        position.at[province]
        for mention in mentions(lexicon(board, "en"), line.text)
        for province in mention.provinces
        if province in position.at
    }
    return {n for n in found if line.power is None or position.units[n].power == line.power}


def with_notes(
    board: Board,
    kinds: frozenset[str],
    lines: Iterable[tuple[Line, Refusal | None]],
    language: str,
) -> list[Answer]:
    """Each line with why it is not followed; else with what was passed over in it."""
    return [
        Answer(line, refusal)
        if refusal is not None
        else Answer(line, note=note_of(board, kinds, line.text, language))
        for line, refusal in lines
    ]


def contradiction(key: str, board: Board, unit: Unit, texts: Sequence[str]) -> Refusal:
    """III.1: orders for one unit that differ; the first of them are quoted."""
    quoted = [shortened(text.strip(), _QUOTED) for text in texts[:_MOST_QUOTED]]
    more = ["…"] if len(texts) > _MOST_QUOTED else []
    name, orders = write_unit(board, unit), [*quoted, *more]
    return refuse("III.1", f"reading.{key}", unit=name, count=len(texts), orders=orders)


def nothing_but_orders(answers: list[Answer], powers: Collection[int]) -> list[Answer]:
    """`none` is told where its power has orders all the same."""
    return [
        answer._replace(
            refusal=refuse("III.1", "reading.nothing_but_orders", text=answer.line.text)
        )
        if answer.refusal is None
        and answer.line.power in powers
        and says(NOTHING, answer.line.text)
        else answer
        for answer in answers
    ]


def in_order(board: Board, answers: list[Answer], strays: list[Answer]) -> list[Answer]:
    """Answers as their lines follow each other; what has nothing to do with orders is marked."""
    found = sorted((*answers, *strays), key=lambda answer: answer.line.number)
    names = lexicon(board, "en")
    return [
        answer._replace(chatter=True)
        if answer.refusal is not None
        and answer.refusal.message.key in _UNKNOWN_WORDS
        and answer.line.doubt is None
        and is_chatter(names, answer.line.text)
        else answer
        for answer in found
    ]
