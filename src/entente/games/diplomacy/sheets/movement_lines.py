"""The lines of a movement phase: the order of each unit (III.4, III.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import ReadOrder, Unread
from entente.games.diplomacy.notation.tolerant_reader import MOVEMENT_KINDS, understand_order
from entente.games.diplomacy.notation.vocabulary import ALL_HOLD, HOLD, REST_HOLDS
from entente.games.diplomacy.rules.orders import HOLDS, Order, Position
from entente.games.diplomacy.sheets.line_answers import (
    contradiction,
    full_text,
    mentioned,
    no_orders,
    says,
    with_notes,
)
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.games.diplomacy.sheets.retractions import doubt_neighbours, is_strange
from entente.kernel import Refusal, refuse


class Orders(NamedTuple):
    """Orders of a movement phase by unit. `void` are units that hold because their order cannot be
    followed; `answers` has every line, `handed_in` the powers with any, and `unordered` the units
    without an order."""

    orders: dict[int, Order]
    void: dict[int, Refusal]
    answers: list[LineAnswer]
    handed_in: frozenset[int] = frozenset()
    unordered: frozenset[int] = frozenset()


def read_lines(
    board: Board, position: Position, lines: Iterable[SheetLine], language: str = "en"
) -> Orders:
    """Read the orders of a movement phase, one per line."""
    understood = _Memory(board, position, language)
    taken = doubt_neighbours(board, list(lines), understood.why_not)
    refusals: list[Refusal | None] = [None] * len(taken)
    orders_of: dict[int, dict[Order, int]] = {}  # for each unit its orders and their lines
    handed_in: set[int] = set()
    unread: dict[int, Refusal] = {}
    doubted: dict[int, Refusal] = {}
    silent: dict[int, int] = {}  # the line that says a power has no orders
    resting: set[int] = set()
    for number, line in enumerate(taken):
        if line.doubt is None and no_orders(line.text):
            if line.power is None:
                refusals[number] = refuse("III.1", "reading.whose_unit", text=line.text)
            else:
                silent.setdefault(line.power, number)
            continue
        if line.power is not None:
            handed_in.add(line.power)
        if line.doubt is not None:
            refusals[number] = line.doubt
            for unit in mentioned(board, position, line):
                doubted[unit] = line.doubt
                handed_in.add(position.units[unit].power)
            continue
        if line.power is not None and says(REST_HOLDS, line.text):
            resting.add(line.power)
        for reading in understood.line(line):
            if isinstance(reading, Unread):
                refusals[number] = reading.refusal
                if reading.number >= 0:
                    unread[reading.number] = reading.refusal
                if is_strange(board, line, reading.refusal):
                    # another order of its unit may be the one to be replaced
                    for unit in mentioned(board, position, line):
                        doubted.setdefault(unit, reading.refusal)
            else:
                orders_of.setdefault(reading.number, {}).setdefault(reading.order, number)
            if reading.number >= 0:
                handed_in.add(position.units[reading.number].power)
    orders: dict[int, Order] = {}
    void = {number: why for number, why in unread.items() if number not in orders_of} | doubted
    for number, meant in orders_of.items():
        if number in doubted:
            continue
        silence = silent.get(position.units[number].power)
        if silence is not None:
            first = next(iter(meant.values()))
            texts = [taken[silence].text, taken[first].text]
            void[number] = contradiction("two_orders", board, position.units[number], texts)
            refusals[silence] = void[number]
            continue
        if len(meant) == 1:
            (orders[number],) = meant
            continue
        texts = [taken[line].text for line in meant.values()]
        void[number] = contradiction("two_orders", board, position.units[number], texts)
    for number, line in enumerate(taken):
        if refusals[number] is None and not no_orders(line.text):
            contradicted = (
                void.get(f.number) for f in understood.line(line) if f.number in orders_of
            )
            refusals[number] = next((why for why in contradicted if why is not None), None)
    pairs = zip(taken, refusals, strict=True)
    answers = with_notes(board, MOVEMENT_KINDS, pairs, language, position)
    unordered = frozenset(
        number
        for number, unit in enumerate(position.units)
        if number not in orders and number not in void and unit.power not in resting
    )
    return Orders(orders, void, answers, frozenset(handed_in), unordered)


class _Memory:
    """Reads each distinct line once."""

    def __init__(self, board: Board, position: Position, language: str) -> None:
        self.board = board
        self.position = position
        self.language = language
        self._known: dict[tuple[int | None, str, str], list[ReadOrder | Unread]] = {}

    def line(self, line: SheetLine) -> list[ReadOrder | Unread]:
        """Return the orders of a line: one, or one for each unit of a power."""
        key = (line.power, line.text, line.verb)
        readings = self._known.get(key)
        if readings is None:
            readings = self._known[key] = self._read(line)
        return readings

    def why_not(self, line: SheetLine) -> Refusal | None:
        """Explain why a line on its own cannot be followed."""
        if no_orders(line.text):
            return None
        refused = (each.refusal for each in self.line(line) if isinstance(each, Unread))
        return next(refused, None)

    def _read(self, line: SheetLine) -> list[ReadOrder | Unread]:
        if line.power is not None and says(REST_HOLDS, line.text):
            return []  # they hold like units without an order
        if line.power is not None and (
            says(ALL_HOLD, line.text) or (says(HOLD, line.text) and len(line.text.strip()) > 1)
        ):
            units = self.position.units
            return [ReadOrder(n, HOLDS) for n, unit in enumerate(units) if unit.power == line.power]
        text = full_text(self.board, line)
        return [understand_order(self.board, self.position, line.power, text, self.language)]
