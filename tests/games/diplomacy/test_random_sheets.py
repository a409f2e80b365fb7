"""Random sheets in random styles: an order may be refused, but none is carried out otherwise than
its writer meant it, and a refusal is reported on its line (III.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import Order
from entente.games.diplomacy.rules.results import VOID
from entente.games.diplomacy.sheets.referee import Listed, Moved, Referee
from tests.amount import amount
from tests.games.diplomacy.random_sheets import Sheet, random_sheet

BOARD = Board({})
LINES = amount(400, 5_000)  # with orders
MOST_REFUSED = 0.03  # of the orders with nothing but harmless words around them


class Reading(NamedTuple):
    """How the referee read a sheet: the units on the board, orders, and lines with remarks."""

    units: frozenset[Unit]
    orders: dict[Unit, Order]
    remarks: frozenset[int]


def read(sheet: Sheet) -> Reading:
    """As `judge` does it."""
    remarks: set[int] = set()
    orders: dict[Unit, Order] = {}
    units: frozenset[Unit] = frozenset()
    referee = Referee(BOARD, STANDARD)
    for judged in referee.judge(sheet.text):
        remarks |= {answer.line.number for answer in judged.answers if answer.is_lost}
        if isinstance(judged, Listed):
            units = frozenset(referee.units)
        elif isinstance(judged, Moved):
            units = frozenset(judged.results.position.units)
            for number, unit in enumerate(judged.results.position.units):
                result = judged.results.results[number]
                if number not in judged.unordered and result.outcome != VOID:
                    orders[unit] = result.order
    return Reading(units, orders, frozenset(remarks))


def misread(sheet: Sheet, reading: Reading) -> Iterator[str]:
    """Yield what was carried out otherwise than meant, or left out without a word."""
    if reading.units != sheet.units and not reading.remarks:
        yield f"units: {reading.units ^ sheet.units}"
    for unit, meant in sheet.meant.items():
        done = reading.orders.get(unit)
        line = sheet.lines[unit]
        text = sheet.text.splitlines()[line - 1]
        if done is not None and (meant is None or not same(unit, done, meant)):
            yield f"line {line}, {text!r}: {done}, not {meant}"
        if done is None and meant is not None and line not in reading.remarks:
            yield f"line {line}, {text!r}: lost without a word"


def same(unit: Unit, one: Order, other: Order) -> bool:
    """Return whether orders are the same; that an army which cannot walk goes by sea need not be
    said."""
    walks = BOARD.reach(unit) >> BOARD.province_of[one.target] & 1 if one.target >= 0 else 1
    return one == other if walks else one._replace(via=False) == other._replace(via=False)


def sheets(lines: int) -> Iterator[Sheet]:
    seed = 0
    while lines > 0:
        sheet = random_sheet(BOARD, seed)
        yield sheet
        lines -= len(set(sheet.lines.values()))
        seed += 1


@pytest.mark.amount
def test_no_order_is_carried_out_otherwise_than_meant() -> None:
    wrong, plain, refused = [], 0, 0
    for number, sheet in enumerate(sheets(LINES)):
        reading = read(sheet)
        wrong += [f"sheet {number}, {each}" for each in misread(sheet, reading)]
        plain += len(sheet.plain)
        refused += sum(unit not in reading.orders for unit in sheet.plain)
    assert wrong == []
    assert refused <= MOST_REFUSED * plain


def test_the_sheets_are_as_messy_as_they_should_be() -> None:
    """Each style occurs: there are orders that are meant, and such as are not."""
    drawn = [random_sheet(BOARD, seed) for seed in range(40)]
    meant = [order is not None for sheet in drawn for order in sheet.meant.values()]
    assert 0.5 < sum(meant) / len(meant) < 0.9
    assert any("cancel" in sheet.text.lower() for sheet in drawn)
    assert any("vers" in sheet.text for sheet in drawn)
