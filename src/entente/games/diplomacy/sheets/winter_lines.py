"""The lines of an adjustment phase: what each power builds and removes (IX.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.remarks import places_named
from entente.games.diplomacy.notation.tokens import plain_words
from entente.games.diplomacy.notation.tolerant_reader import WINTER_KINDS, read_winter_order
from entente.games.diplomacy.notation.vocabulary import NOTHING, REST_WAIVED
from entente.games.diplomacy.rules.adjustments import REMOVE, Adjustment
from entente.games.diplomacy.rules.orders import Position, write_unit
from entente.games.diplomacy.sheets.line_answers import (
    MOST_READ,
    full_text,
    is_bare,
    nothing_but_orders,
    says,
    with_notes,
)
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.games.diplomacy.sheets.retractions import doubt_neighbours
from entente.kernel import Refusal, refuse


class WinterOrders(NamedTuple):
    """Orders of an adjustment phase by power, in the order written; `answers` has every line."""

    orders: dict[int, list[Adjustment]]
    answers: list[LineAnswer]


def read_winter_lines(
    board: Board, position: Position, lines: Iterable[SheetLine], language: str = "en"
) -> WinterOrders:
    """Read the orders of an adjustment phase, one per line.

    `build A Par and F Bre`: a bare unit takes the verb of the one before it on its line.
    """
    orders: dict[int, list[Adjustment]] = {}
    answers = []
    known: dict[tuple[int | None, str], Adjustment | Refusal] = {}
    last_verb: tuple[int, int | None, str] = (0, None, "")

    def read(power: int | None, text: str) -> Adjustment | Refusal:
        key = (power, text)
        if key not in known:
            known[key] = read_winter_order(board, position, power, text, language)
        return known[key]

    def why_not(line: SheetLine) -> Refusal | None:
        if says(NOTHING, line.text) or says(REST_WAIVED, line.text):
            return None
        reading = read(line.power, full_text(board, line))
        return reading if isinstance(reading, Refusal) else None

    taken = doubt_neighbours(board, list(lines), why_not)
    doubts = [line for line in taken if line.doubt is not None]
    named = [
        (line.doubt, places_named(lexicon(board, "en"), plain_words(line.text[:MOST_READ])))
        for line in doubts
    ]
    for line in taken:
        if line.doubt is not None:
            answers.append(LineAnswer(line, line.doubt))
            continue
        if says(NOTHING, line.text) or says(REST_WAIVED, line.text):
            answers.append(LineAnswer(line))
            continue
        verb = last_verb[2] if last_verb[:2] == (line.number, line.power) else ""
        text = full_text(board, line, verb)
        reading = read(line.power, text)
        if isinstance(reading, Refusal):
            answers.append(LineAnswer(line, reading))
            continue
        if reading.kind == REMOVE and text == line.text and is_bare(board, text):
            # it may also be the unit that is kept
            name = write_unit(board, reading.unit) if reading.unit is not None else ""
            why = refuse("IX.2", "reading.bare_in_winter", text=text, unit=name)
            answers.append(LineAnswer(line, why))
            continue
        if reading.unit is not None:
            province = board.province_of[reading.unit.location]
            doubt = next((why for why, places in named if province in places), None)
            if doubt is not None:
                answers.append(LineAnswer(line, doubt))
                continue
        power = reading.unit.power if reading.unit is not None else line.power
        if power is None:
            why = refuse("IX.2", "reading.whose_waiver", text=line.text)
            answers.append(LineAnswer(line, why))
            continue
        if reading.unit is not None and (
            verb or text != line.text or not is_bare(board, line.text)
        ):
            last_verb = (line.number, line.power, reading.kind.lower())
        orders.setdefault(power, []).append(reading)
        answers += with_notes(board, WINTER_KINDS, [(line, None)], language, position)
    return WinterOrders(orders, nothing_but_orders(answers, orders))
