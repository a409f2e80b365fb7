"""Answers to a line in any phase: its phrase, the units it names, contradictions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.notation.chat_words import is_harmless, is_signature, says_nothing
from entente.games.diplomacy.notation.grammar import BARE, parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.remarks import places_named
from entente.games.diplomacy.notation.tokens import begins_with_a_unit, plain_words, shortened, tidy
from entente.games.diplomacy.notation.tolerant_reader import note_of
from entente.games.diplomacy.notation.vocabulary import NOTHING, PHRASES
from entente.games.diplomacy.rules.orders import Position, write_unit
from entente.games.diplomacy.sheets.chat_lines import is_chatter, mentions
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.kernel import Refusal, refuse

MOST_READ = 200  # characters of a line that are read
# Refusals of lines that are not understood at all.
_UNKNOWN_WORDS = frozenset(
    f"reading.{key}"
    for key in (
        "malformed",
        "malformed_retreat",
        "malformed_winter",
        "stray_word",
        "stray_word_near",
        "unknown_province",
        "breaks_off",
    )
)
_MOST_QUOTED = 5  # orders that contradict each other
_QUOTED = 60  # characters of each of them


def says(kind: str, text: str) -> bool:
    """Return whether a line is one of these phrases."""
    if len(text) > MOST_READ or "?" in text or begins_with_a_unit(text):
        return False
    return PHRASES[kind].take(plain_words(text))


def no_orders(text: str) -> bool:
    """`NMR`, `no orders again :-(`."""
    if len(text) > MOST_READ or "?" in text or begins_with_a_unit(text):
        return False
    return says_nothing(plain_words(text))


def full_text(board: Board, line: SheetLine, verb: str = "") -> str:
    """Return a line, with the verb of its heading (or one before it) if it is a bare unit."""
    verb = line.verb or verb
    return f"{verb} {line.text}" if verb and is_bare(board, line.text) else line.text


@lru_cache(maxsize=4096)
def is_bare(board: Board, text: str) -> bool:
    """Return whether a text is a unit and nothing else."""
    shapes = parse_orders(lexicon(board, "en"), tidy(text[:MOST_READ]))
    return bool(shapes) and all(shape.kind == BARE for shape in shapes)


def mentioned(board: Board, position: Position, line: SheetLine) -> set[int]:
    """Return the units named in a doubtful line that belong to its power."""
    names = lexicon(board, "en")
    named = {place for mention in mentions(names, line.text) for place in mention.provinces}
    # `Paris goes to Picardy rather` has no unit letter
    if not named:
        shapes = parse_orders(names, tidy(line.text[:MOST_READ]))
        units = [shape.unit.spot for shape in shapes if shape.unit is not None]
        named = {candidate.province for spot in units for candidate in spot.candidates}
    named = named or places_named(names, plain_words(line.text[:MOST_READ]))
    numbers = {position.at[province] for province in named if province in position.at}
    return {n for n in numbers if line.power is None or position.units[n].power == line.power}


def with_notes(
    board: Board,
    kinds: frozenset[str],
    lines: Iterable[tuple[SheetLine, Refusal | None]],
    language: str,
    position: Position,
) -> list[LineAnswer]:
    """Each line with the reason why it is not followed, or with a note on what was ignored: a
    remark, the wrong letter of a unit."""
    return [
        LineAnswer(line, refusal)
        if refusal is not None
        else LineAnswer(
            line,
            note=note_of(board, kinds, line.text, language)
            or _wrong_letter(board, position, kinds, line.text, language),
        )
        for line, refusal in lines
    ]


def _wrong_letter(
    board: Board, position: Position, kinds: frozenset[str], text: str, language: str
) -> Refusal | None:
    """R16: the letter of a unit may be wrong; the author is informed."""
    shapes = parse_orders(lexicon(board, language), tidy(text[:MOST_READ]))
    found = list[int]()
    for shape in (each for each in shapes if each.kind in kinds):
        wrong = [
            number
            for named in (shape.unit, shape.other)
            if named is not None and named.fleet is not None
            for number in {position.at.get(c.province, -1) for c in named.spot.candidates} - {-1}
            if position.units[number].fleet != named.fleet
        ]
        if not wrong:
            return None  # there is a reading without
        found += wrong
    if not found:
        return None
    return refuse("III.4", "reading.wrong_letter", unit=write_unit(board, position.units[found[0]]))


def contradiction(key: str, board: Board, unit: Unit, texts: Sequence[str]) -> Refusal:
    """III.1: different orders for one unit; quote the first ones."""
    quoted = [shortened(text.strip(), _QUOTED) for text in texts[:_MOST_QUOTED]]
    more = ["…"] if len(texts) > _MOST_QUOTED else []
    name, orders = write_unit(board, unit), [*quoted, *more]
    return refuse("III.1", f"reading.{key}", unit=name, count=len(texts), orders=orders)


def nothing_but_orders(answers: list[LineAnswer], powers: Collection[int]) -> list[LineAnswer]:
    """Report `none` where its power still has orders."""
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


def in_order(
    board: Board, answers: list[LineAnswer], strays: list[LineAnswer], *, orders: bool = True
) -> list[LineAnswer]:
    """Sort answers by line, marking lines unrelated to orders."""
    names = lexicon(board, "en")
    apart = {answer.line for answer in strays}
    unsigned = any(a.refusal is None and a.line.power is None for a in answers)

    def is_idle(answer: LineAnswer) -> bool:
        """Return whether a line can be ignored: inside a power's orders only if listed as
        harmless."""
        text = answer.line.text
        if answer.line.doubt is not None or not _is_unknown(answer) or not is_chatter(names, text):
            return False
        inside = answer.line.power is not None or (unsigned and answer.line not in apart)
        return not inside or is_harmless(names, text) or is_signature(names, text)

    all_answers = [*(_without_orders(board, answers) if orders else answers), *strays]
    return [
        answer._replace(chatter=True) if is_idle(answer) else answer
        for answer in sorted(all_answers, key=lambda answer: answer.line.number)
    ]


def _is_unknown(answer: LineAnswer) -> bool:
    return answer.refusal is not None and answer.refusal.message.key in _UNKNOWN_WORDS


def _without_orders(board: Board, answers: list[LineAnswer]) -> list[LineAnswer]:
    """Report each power with only unread lines."""
    read = {
        answer.line.power
        for answer in answers
        if answer.refusal is None
        or answer.refusal.message.key == "reading.is_in_doubt"
        or begins_with_a_unit(answer.line.text)
    }
    kept = []
    for answer in answers:
        power = answer.line.power
        vague = answer.line.vague and not answer.line.sweeping
        if power is not None and power not in read and (vague or _is_unknown(answer)):
            name, text = board.powers[power].id, answer.line.text[:MOST_READ]
            why = refuse("III.7", "reading.no_order_read", text=text, power=name)
            answer = answer._replace(refusal=why)
            read.add(power)
        kept.append(answer)
    return kept
