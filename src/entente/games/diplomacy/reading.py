"""Orders as people write them (III.4, III.7), one by one or a whole sheet of them.

A sheet has the orders of one or more powers, each under its name, separated by lines, semicolons or
commas; what follows `#` is a comment. A sheet of several phases has their names as headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from entente.games.diplomacy.adjustments import Adjustment
from entente.games.diplomacy.board import INLAND, SEA, Board, Unit
from entente.games.diplomacy.meaning import (
    ReadOrder,
    ReadRetreat,
    Unread,
    read_order,
    read_place,
    read_retreat,
    read_unit_text,
    read_winter_order,
    understand_order,
)
from entente.games.diplomacy.orders import Order, Position, write_unit
from entente.games.diplomacy.spelling import lexicon
from entente.games.diplomacy.words import plain_words
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


class Line(NamedTuple):
    """An order as written: on which line, by which power (None: unsaid)."""

    number: int
    power: int | None
    text: str


class Answer(NamedTuple):
    """A line that was handed in, and why it cannot be followed, if so."""

    line: Line
    refusal: Refusal | None = None


class Orders(NamedTuple):
    """Orders of a movement phase by unit. `void` are units that hold because of an order which
    cannot be followed; `answers` has every line."""

    orders: dict[int, Order]
    void: dict[int, Refusal]
    answers: list[Answer]


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
    found = [understand_order(board, position, ln.power, ln.text, language) for ln in taken]
    refusals = [each.refusal if isinstance(each, Unread) else None for each in found]
    orders: dict[int, Order] = {}
    void: dict[int, Refusal] = {}
    for number, same in _by_unit(found).items():
        read = [i for i in same if not isinstance(found[i], Unread)]
        meant = {each.order for i in read if isinstance(each := found[i], ReadOrder)}
        if len(meant) == 1:
            orders[number] = meant.pop()
        elif meant:
            name = write_unit(board, position.units[number])
            texts = [taken[i].text for i in read]
            void[number] = refuse("III.1", "reading.two_orders", unit=name, orders=texts)
            for i in read:
                refusals[i] = void[number]
        else:
            last = found[same[-1]]
            assert isinstance(last, Unread)
            void[number] = last.refusal
    answers = [Answer(line, refusal) for line, refusal in zip(taken, refusals, strict=True)]
    return Orders(orders, void, answers)


def _by_unit(found: Iterable[ReadOrder | Unread]) -> dict[int, list[int]]:
    """For each unit that is known, the lines about it."""
    lines: dict[int, list[int]] = {}
    for line, each in enumerate(found):
        if each.number >= 0:
            lines.setdefault(each.number, []).append(line)
    return lines


def read_retreat_lines(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    lines: Iterable[Line],
    language: str = "en",
) -> Retreats:
    """The orders of a retreat phase, one a line. Two that differ for one unit are both refused."""
    taken = list(lines)
    found = [read_retreat(board, dislodged, ln.power, ln.text, language) for ln in taken]
    refusals = [each if isinstance(each, Refusal) else None for each in found]
    orders: dict[Unit, int | None] = {}
    for unit in dislodged:
        same = [i for i, r in enumerate(found) if isinstance(r, ReadRetreat) and r.unit == unit]
        goals = {each.goal for i in same if isinstance(each := found[i], ReadRetreat)}
        if len(goals) == 1:
            orders[unit] = goals.pop()
        for i in same if len(goals) > 1 else ():
            texts = [taken[j].text for j in same]
            name = write_unit(board, unit)
            refusals[i] = refuse("III.1", "reading.two_retreats", unit=name, orders=texts)
    answers = [Answer(line, refusal) for line, refusal in zip(taken, refusals, strict=True)]
    return Retreats(orders, answers)


def read_winter_lines(
    board: Board, position: Position, lines: Iterable[Line], language: str = "en"
) -> WinterOrders:
    """The orders of an adjustment phase, one a line."""
    orders: dict[int, list[Adjustment]] = {}
    answers = []
    for line in lines:
        found = read_winter_order(board, position, line.power, line.text, language)
        if isinstance(found, Refusal):
            answers.append(Answer(line, found))
            continue
        power = found.unit.power if found.unit is not None else line.power
        if power is None:
            why = refuse("IX.2", "reading.whose_waiver", text=line.text)
            answers.append(Answer(line, why))
            continue
        orders.setdefault(power, []).append(found)
        answers.append(Answer(line))
    return WinterOrders(orders, answers)


def lines_by_power(board: Board, orders: Mapping[str, Iterable[str]]) -> Iterator[Line]:
    """Orders that are listed by power, `{"AUSTRIA": ["A BUD - SER"]}`, as lines."""
    number = 0
    for power, texts in orders.items():
        for text in texts:
            number += 1
            yield Line(number, board.power[power], text)


# -- a sheet

MOVEMENT, RETREATS, WINTER = "movement", "retreats", "adjustments"
UNITS, CENTRES = "units", "centres"

_SEASONS = {
    "spring": "spring, printemps",
    "summer": "summer, ete",
    "autumn": "autumn, fall, automne",
    "winter": "winter, hiver, hivers",
}
_PHASES = {
    MOVEMENT: "orders, order, moves, movement, ordres, mouvement, mouvements",
    RETREATS: "retreats, retreat, retraites, retraite",
    WINTER: "adjustments, adjustment, builds, removals, builds and removals, ajustements, "
    "ajustement, constructions, destructions, retraits, constructions destructions, "
    "constructions et retraits, constructions retraits",
    UNITS: "units, position, positions, unites",
    CENTRES: "centres, centers, supply centres, supply centers, centres de ravitaillement",
}
_HEADINGS = {
    plain_words(phrase): name
    for table in (_SEASONS, _PHASES)
    for name, phrases in table.items()
    for phrase in phrases.split(",")
}
_BETWEEN = re.compile(r"[;,]|(?<!\bst)\.(?=\s|$)", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]\s+|\d+[.)]\s+)")
_BRACKETS = re.compile(r"\([^)]*\)")


class Part(NamedTuple):
    """The lines under one heading. `season` is empty and `year` 0 where they were not said.

    `strays` are headings that mean nothing; `heading` is the one they stand under, if any.
    """

    phase: str
    season: str
    year: int
    lines: list[Line]
    strays: list[Answer]
    heading: Line | None = None


class _Heading(NamedTuple):
    phase: str
    season: str
    year: int


def read_sheet(board: Board, text: str) -> list[Part]:
    """A sheet cut into its phases; what stands before the first heading are orders to move.

    A heading is a season, a kind of phase, or both: `Spring 1901`, `Automne 1902 : retraites`. What
    it leaves out is taken from the heading before.
    """
    parts: list[Part] = []
    now, power = _Heading(MOVEMENT, "", 0), None
    for number, piece in _pieces(text):
        rest = piece
        while rest:
            head, colon, tail = rest.partition(":")
            heading = _heading(head, now)
            whose = _power(board, head)
            if heading is not None:
                now, power = heading, None
                parts.append(Part(*now, [], [], Line(number, None, head.strip())))
            elif whose is not None:
                power = whose
            else:
                part = _current(parts, now)
                if colon:
                    power = None
                    why = refuse("III.7", "reading.unknown_power", word=head.strip())
                    part.strays.append(Answer(Line(number, None, rest), why))
                else:
                    part.lines.append(Line(number, power, rest))
                    break
            rest = tail.strip()
    return parts


def _current(parts: list[Part], now: _Heading) -> Part:
    if not parts:
        parts.append(Part(*now, [], []))
    return parts[-1]


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The orders and headings of a sheet with the numbers of their lines."""
    for number, line in enumerate(text.splitlines(), 1):
        for piece in _BETWEEN.split(_BULLET.sub("", line.partition("#")[0])):
            if plain := piece.strip():
                yield number, plain


def _heading(text: str, before: _Heading) -> _Heading | None:
    """A season, a year, a kind of phase, in any order; None if there is anything else."""
    words = [word for word in plain_words(text) if not word.isdecimal()]
    years = [int(word) for word in plain_words(text) if word.isdecimal() and len(word) == 4]
    season, phase = "", ""
    while words:
        length = next((n for n in range(len(words), 0, -1) if tuple(words[:n]) in _HEADINGS), 0)
        if not length:
            return None
        name = _HEADINGS[tuple(words[:length])]
        if name in _SEASONS and not season:
            season = name
        elif name in _PHASES and not phase:
            phase = name
        else:
            return None
        words = words[length:]
    if not season and not phase:
        return None
    usual = {"summer": RETREATS, "winter": WINTER}.get(season, MOVEMENT)
    year = years[0] if years else before.year
    return _Heading(phase or usual, season or before.season, year)


def _power(board: Board, text: str) -> int | None:
    """The power that a heading names; both languages are tried."""
    words = plain_words(_BRACKETS.sub("", text))
    found = lexicon(board, "en").powers(words) if words else set()
    return found.pop() if len(found) == 1 else None


def read_orders(board: Board, position: Position, text: str, language: str = "en") -> Orders:
    """The orders of a sheet for one movement phase."""
    lines, strays = _lines(board, text)
    found = read_lines(board, position, lines, language)
    return found._replace(answers=_in_order(found.answers, strays))


def read_retreats(
    board: Board, dislodged: Mapping[Unit, tuple[int, ...]], text: str, language: str = "en"
) -> Retreats:
    """The orders of a sheet for one retreat phase."""
    lines, strays = _lines(board, text)
    found = read_retreat_lines(board, dislodged, lines, language)
    return found._replace(answers=_in_order(found.answers, strays))


def read_winter(board: Board, position: Position, text: str, language: str = "en") -> WinterOrders:
    """The orders of a sheet for one adjustment phase."""
    lines, strays = _lines(board, text)
    found = read_winter_lines(board, position, lines, language)
    return found._replace(answers=_in_order(found.answers, strays))


def _lines(board: Board, text: str) -> tuple[list[Line], list[Answer]]:
    parts = read_sheet(board, text)
    return [ln for part in parts for ln in part.lines], [s for part in parts for s in part.strays]


def _in_order(answers: list[Answer], strays: list[Answer]) -> list[Answer]:
    return sorted((*answers, *strays), key=lambda answer: answer.line.number)


def read_units(
    board: Board, lines: Iterable[Line], language: str = "en"
) -> tuple[list[Unit], list[Answer]]:
    """The units that a sheet lists by power; the answers are those lines that cannot be used."""
    units: dict[int, Unit] = {}
    wrong = []
    for line in lines:
        if line.power is None:
            wrong.append(Answer(line, refuse("II.3", "reading.whose_unit", text=line.text)))
            continue
        found = read_unit_text(board, line.power, line.text, language)
        why = found if isinstance(found, Refusal) else _cannot_stand(board, found, units)
        if why is not None or isinstance(found, Refusal):
            wrong.append(Answer(line, why))
        else:
            units[board.province_of[found.location]] = found
    return list(units.values()), wrong


def _cannot_stand(board: Board, unit: Unit, others: Mapping[int, Unit]) -> Refusal | None:
    """II.2, III.1: one unit a province, armies on land, fleets at sea or on a named coast."""
    province = board.province_of[unit.location]
    name, where = write_unit(board, unit), board.provinces[province]
    if province in others:
        other = write_unit(board, others[province])
        return refuse("III.1", "reading.taken", unit=name, other=other)
    if unit.fleet and board.coasts[province] and unit.location == province:
        return refuse("III.3", "reading.unit_coast", unit=name)
    wrong = board.kind[province] == (INLAND if unit.fleet else SEA)
    return refuse("II.2", "reading.unit_place", unit=name, province=where) if wrong else None


def read_centres(
    board: Board, lines: Iterable[Line], language: str = "en"
) -> tuple[list[int], list[Answer]]:
    """The centres that a sheet lists by power, as masks; the answers are lines of no use."""
    owned = [0] * len(board.powers)
    wrong = []
    for line in lines:
        place = read_place(board, line.text, language)
        if isinstance(place, Refusal):
            wrong.append(Answer(line, place))
        elif line.power is None or not board.centres >> board.province_of[place] & 1:
            wrong.append(Answer(line, refuse("I", "reading.no_centre", text=line.text)))
        else:
            owned[line.power] |= 1 << board.province_of[place]
    return owned, wrong
