"""Orders as people write them (III.4, III.7), line by line or a whole sheet of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.adjustments import Adjustment
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.cutting import read_sheet
from entente.games.diplomacy.doubts import is_chatter, mentions
from entente.games.diplomacy.headings import CENTRES, MOVEMENT, RETREATS, UNITS, WINTER
from entente.games.diplomacy.lines import Answer, Line, Part
from entente.games.diplomacy.meaning import (
    MOVEMENT_KINDS,
    RETREAT_KINDS,
    WINTER_KINDS,
    ReadRetreat,
    note_of,
    read_order,
    read_place,
    read_retreat,
    read_unit_text,
    read_winter_order,
    understand_order,
    understand_retreat,
)
from entente.games.diplomacy.orders import HOLDS, Order, Position, write_unit
from entente.games.diplomacy.placing import read_centres, read_units
from entente.games.diplomacy.reader import ReadOrder, Unread
from entente.games.diplomacy.remarks import places_named
from entente.games.diplomacy.sentences import BARE, sentences
from entente.games.diplomacy.spelling import lexicon
from entente.games.diplomacy.vocabulary import ALL_HOLD, NO_ORDERS, NOTHING, PHRASES, REST_HOLDS
from entente.games.diplomacy.words import begins_with_a_unit, plain_words, shortened, tidy
from entente.kernel import Refusal, refuse

__all__ = [
    "CENTRES",
    "MOVEMENT",
    "RETREATS",
    "UNITS",
    "WINTER",
    "Answer",
    "Line",
    "Orders",
    "Part",
    "ReadOrder",
    "ReadRetreat",
    "Retreats",
    "WinterOrders",
    "in_order",
    "lines_by_power",
    "read_centres",
    "read_lines",
    "read_order",
    "read_orders",
    "read_place",
    "read_retreat",
    "read_retreat_lines",
    "read_retreats",
    "read_sheet",
    "read_unit_text",
    "read_units",
    "read_winter",
    "read_winter_lines",
    "read_winter_order",
]


_SHORT = 200  # letters of a line that can mean anything
# What is said of lines of which nothing is understood.
_UNKNOWN_WORDS = frozenset(
    f"reading.{key}"
    for key in ("malformed", "stray_word", "stray_word_near", "unknown_province", "breaks_off")
)
_MOST_QUOTED = 5  # orders that contradict each other
_QUOTED = 60  # letters of each of them


class Orders(NamedTuple):
    """Orders of a movement phase by unit. `void` are units that hold because of an order which
    cannot be followed; `answers` has every line, `handed_in` the powers that wrote any, and
    `unordered` the units of which nothing was said."""

    orders: dict[int, Order]
    void: dict[int, Refusal]
    answers: list[Answer]
    handed_in: frozenset[int] = frozenset()
    unordered: frozenset[int] = frozenset()


class Retreats(NamedTuple):
    """Orders of a retreat phase by unit; `answers` has every line."""

    orders: dict[Unit, int | None]
    answers: list[Answer]


class WinterOrders(NamedTuple):
    """Orders of an adjustment phase by power, in the order written; `answers` has every line."""

    orders: dict[int, list[Adjustment]]
    answers: list[Answer]


def read_lines(
    board: Board, position: Position, lines: Iterable[Line], language: str = "en"
) -> Orders:
    """The orders of a movement phase, one a line."""
    taken = list(lines)
    refusals: list[Refusal | None] = [None] * len(taken)
    given: dict[int, dict[Order, int]] = {}  # for each unit its orders, and the line of each
    unread: dict[int, Refusal] = {}
    handed_in: set[int] = set()
    doubted: dict[int, Refusal] = {}
    silent: dict[int, int] = {}  # the line on which a power is said to have no orders
    resting: set[int] = set()
    understood = _Memory(board, position, language)
    for number, line in enumerate(taken):
        if line.doubt is None and _says(NO_ORDERS, line.text):
            if line.power is None:
                refusals[number] = refuse("III.1", "reading.whose_unit", text=line.text)
            else:
                silent.setdefault(line.power, number)
            continue
        if line.power is not None:
            handed_in.add(line.power)
        if line.doubt is not None:
            refusals[number] = line.doubt
            for unit in _mentioned(board, position, line):
                doubted[unit] = line.doubt
                handed_in.add(position.units[unit].power)
            continue
        if line.power is not None and _says(REST_HOLDS, line.text):
            resting.add(line.power)
        for found in understood.line(line):
            if isinstance(found, Unread):
                refusals[number] = found.refusal
                if found.number >= 0:
                    unread[found.number] = found.refusal
            else:
                given.setdefault(found.number, {}).setdefault(found.order, number)
            if found.number >= 0:
                handed_in.add(position.units[found.number].power)
    orders: dict[int, Order] = {}
    void = {number: why for number, why in unread.items() if number not in given} | doubted
    for number, meant in given.items():
        if number in doubted:
            continue
        silence = silent.get(position.units[number].power)
        if silence is not None:
            first = next(iter(meant.values()))
            texts = [taken[silence].text, taken[first].text]
            void[number] = _contradiction("two_orders", board, position.units[number], texts)
            refusals[silence] = void[number]
            continue
        if len(meant) == 1:
            (orders[number],) = meant
            continue
        texts = [taken[line].text for line in meant.values()]
        void[number] = _contradiction("two_orders", board, position.units[number], texts)
    for number, line in enumerate(taken):
        if refusals[number] is None and not _says(NO_ORDERS, line.text):
            contradicted = (void.get(f.number) for f in understood.line(line) if f.number in given)
            refusals[number] = next((why for why in contradicted if why is not None), None)
    answers = _answers(board, MOVEMENT_KINDS, zip(taken, refusals, strict=True), language)
    unordered = frozenset(
        number
        for number, unit in enumerate(position.units)
        if number not in orders and number not in void and unit.power not in resting
    )
    return Orders(orders, void, answers, frozenset(handed_in), unordered)


def _mentioned(board: Board, position: Position, line: Line) -> set[int]:
    """The units that a doubtful line names, as far as they are of the power it stands under."""
    found = {
        position.at[province]
        for mention in mentions(lexicon(board, "en"), line.text)
        for province in mention.provinces
        if province in position.at
    }
    return {n for n in found if line.power is None or position.units[n].power == line.power}


def _answers(
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


class _Memory:
    """Reads lines, the same one only once."""

    def __init__(self, board: Board, position: Position, language: str) -> None:
        self.board = board
        self.position = position
        self.language = language
        self._known: dict[tuple[int | None, str, str], list[ReadOrder | Unread]] = {}

    def line(self, line: Line) -> list[ReadOrder | Unread]:
        """What a line says: one order, or one for each unit of a power."""
        key = (line.power, line.text, line.verb)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(line)
        return found

    def _read(self, line: Line) -> list[ReadOrder | Unread]:
        if line.power is not None and _says(REST_HOLDS, line.text):
            return []  # as units without an order do
        if line.power is not None and _says(ALL_HOLD, line.text):
            units = self.position.units
            return [ReadOrder(n, HOLDS) for n, unit in enumerate(units) if unit.power == line.power]
        text = full_text(self.board, line)
        return [understand_order(self.board, self.position, line.power, text, self.language)]


def _says(kind: str, text: str) -> bool:
    """Whether a line is one of these phrases."""
    if len(text) > _SHORT or begins_with_a_unit(text):
        return False
    return PHRASES[kind].take(plain_words(text))


def full_text(board: Board, line: Line, verb: str = "") -> str:
    """A line, with what its heading says (or a verb before it) if it names a unit and no more."""
    verb = line.verb or verb
    return f"{verb} {line.text}" if verb and is_bare(board, line.text) else line.text


@lru_cache(maxsize=4096)
def is_bare(board: Board, text: str) -> bool:
    """Whether a text is a unit and nothing else."""
    shapes = sentences(lexicon(board, "en"), tidy(text[:_SHORT]))
    return bool(shapes) and all(shape.kind == BARE for shape in shapes)


def read_retreat_lines(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    lines: Iterable[Line],
    language: str = "en",
    disorder: Collection[int] = (),
) -> Retreats:
    """The orders of a retreat phase, one a line. Two that differ for one unit are both refused.

    X.3: units of powers in civil disorder may go nowhere.
    """
    taken = list(lines)
    known: dict[tuple[int | None, str], ReadRetreat | Refusal] = {}
    given: dict[Unit, dict[int | None, int]] = {}  # for each unit where to, and the line of each
    found: list[ReadRetreat | Refusal | None] = []
    there = Position(board, dislodged)
    doubted = {
        there.units[n]: line.doubt
        for line in taken
        if line.doubt is not None
        for n in _mentioned(board, there, line)
    }
    for number, line in enumerate(taken):
        if line.doubt is not None:
            found.append(line.doubt)
            continue
        key = (line.power, full_text(board, line))
        if key not in known and not _says(NOTHING, line.text):
            known[key] = understand_retreat(board, dislodged, *key, language, disorder)
        each = known.get(key)
        found.append(each)
        if isinstance(each, ReadRetreat):
            given.setdefault(each.unit, {}).setdefault(each.goal, number)
    contradicted = {
        unit: _contradiction("two_retreats", board, unit, [taken[n].text for n in goals.values()])
        for unit, goals in given.items()
        if len(goals) > 1
    }
    orders: dict[Unit, int | None] = {}
    refusals: list[Refusal | None] = []
    for each in found:
        if not isinstance(each, ReadRetreat):
            refusals.append(each)
            continue
        why = contradicted.get(each.unit) or doubted.get(each.unit) or each.closed
        if why is None:
            orders[each.unit] = each.goal
        refusals.append(why)
    answers = _answers(board, RETREAT_KINDS, zip(taken, refusals, strict=True), language)
    answers = _contradicted(answers, {unit.power for unit in orders})
    return Retreats({unit: orders[unit] for unit in dislodged if unit in orders}, answers)


def _contradiction(key: str, board: Board, unit: Unit, texts: Sequence[str]) -> Refusal:
    """III.1: orders for one unit that differ; the first of them are quoted."""
    quoted = [shortened(text.strip(), _QUOTED) for text in texts[:_MOST_QUOTED]]
    more = ["…"] if len(texts) > _MOST_QUOTED else []
    name, orders = write_unit(board, unit), [*quoted, *more]
    return refuse("III.1", f"reading.{key}", unit=name, count=len(texts), orders=orders)


def read_winter_lines(
    board: Board, position: Position, lines: Iterable[Line], language: str = "en"
) -> WinterOrders:
    """The orders of an adjustment phase, one a line.

    `build A Par and F Bre`: a unit alone is to do what was said of the one before, on its line.
    """
    orders: dict[int, list[Adjustment]] = {}
    answers = []
    known: dict[tuple[int | None, str], Adjustment | Refusal] = {}
    said: tuple[int, int | None, str] = (0, None, "")
    taken = list(lines)
    doubts = [line for line in taken if line.doubt is not None]
    named = [
        (line.doubt, places_named(lexicon(board, "en"), plain_words(line.text[:_SHORT])))
        for line in doubts
    ]
    for line in taken:
        if line.doubt is not None:
            answers.append(Answer(line, line.doubt))
            continue
        if _says(NOTHING, line.text):
            answers.append(Answer(line))
            continue
        verb = said[2] if said[:2] == (line.number, line.power) else ""
        text = full_text(board, line, verb)
        key = (line.power, text)
        if key not in known:
            known[key] = read_winter_order(board, position, line.power, text, language)
        found = known[key]
        if isinstance(found, Refusal):
            answers.append(Answer(line, found))
            continue
        if found.unit is not None:
            province = board.province_of[found.unit.location]
            doubt = next((why for why, places in named if province in places), None)
            if doubt is not None:
                answers.append(Answer(line, doubt))
                continue
        power = found.unit.power if found.unit is not None else line.power
        if power is None:
            why = refuse("IX.2", "reading.whose_waiver", text=line.text)
            answers.append(Answer(line, why))
            continue
        if found.unit is not None and (verb or text != line.text or not is_bare(board, line.text)):
            said = (line.number, line.power, found.kind.lower())
        orders.setdefault(power, []).append(found)
        answers += _answers(board, WINTER_KINDS, [(line, None)], language)
    return WinterOrders(orders, _contradicted(answers, orders))


def _contradicted(answers: list[Answer], powers: Collection[int]) -> list[Answer]:
    """`none` is told where its power has orders all the same."""
    return [
        answer._replace(
            refusal=refuse("III.1", "reading.nothing_but_orders", text=answer.line.text)
        )
        if answer.refusal is None
        and answer.line.power in powers
        and _says(NOTHING, answer.line.text)
        else answer
        for answer in answers
    ]


def lines_by_power(board: Board, orders: Mapping[str, Iterable[str]]) -> Iterator[Line]:
    """Orders that are listed by power, `{"AUSTRIA": ["A BUD - SER"]}`, as lines."""
    number = 0
    for power, texts in orders.items():
        for text in texts:
            number += 1
            yield Line(number, board.power[power], text)


# -- a sheet


def read_orders(board: Board, position: Position, text: str, language: str = "en") -> Orders:
    """The orders of a sheet for one movement phase."""
    lines, strays = _lines(board, text)
    found = read_lines(board, position, lines, language)
    return found._replace(answers=in_order(board, found.answers, strays))


def read_retreats(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], text: str, language: str = "en"
) -> Retreats:
    """The orders of a sheet for one retreat phase."""
    lines, strays = _lines(board, text)
    found = read_retreat_lines(board, dislodged, lines, language)
    return found._replace(answers=in_order(board, found.answers, strays))


def read_winter(board: Board, position: Position, text: str, language: str = "en") -> WinterOrders:
    """The orders of a sheet for one adjustment phase."""
    lines, strays = _lines(board, text)
    found = read_winter_lines(board, position, lines, language)
    return found._replace(answers=in_order(board, found.answers, strays))


def _lines(board: Board, text: str) -> tuple[list[Line], list[Answer]]:
    """The lines of a sheet, and what is told of it; what it sets aside is not read."""
    lines: list[Line] = []
    strays: list[Answer] = []
    for part in read_sheet(board, text):
        strays += part.strays
        if part.set_aside is None:
            lines += part.lines
        elif part.heading is not None:
            strays.append(Answer(part.heading, part.set_aside))
    return lines, strays


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
