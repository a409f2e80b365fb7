"""Read the units and centres of a position strictly.

Names and abbreviations are read as in orders, but nothing is ignored: no sign, no remark, no
nonexistent coast, no other power.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.cases.fields import CENTRES, Table, case_error
from entente.games.diplomacy.notation.grammar import BARE, ParsedUnit, parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tokens import strange_letter, strange_word, tidy
from entente.games.diplomacy.notation.tolerant_reader import read_place
from entente.games.diplomacy.rules.orders import write_unit
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine, lines_by_power
from entente.games.diplomacy.sheets.listed_position import read_centres, read_units
from entente.kernel import Refusal

_SEVERAL = re.compile("[,;]")  # separates centres in one text
_MOST = 200  # characters of a unit or a centre


def listed_units(board: Board, field: str, table: Table) -> list[Unit]:
    """II.2, III.1: read the units of a table; each must be allowed in its place."""
    lines = list(lines_by_power(board, table))
    for line in lines:
        _no_strange_sign(_where(board, field, line), line.text)
    units, wrong = read_units(board, lines)
    for answer in wrong:
        _refuse_unit(board, _where(board, field, answer.line), answer)
    for line, unit in zip(lines, units, strict=True):
        _nothing_else(board, _where(board, field, line), line.text, unit)
    return units


def listed_unit(board: Board, power: str, text: str, where: str) -> Unit:
    """Read a single unit from anywhere in the case."""
    _no_strange_sign(where, text)
    units, wrong = read_units(board, [SheetLine(1, board.power[power], text)])
    for answer in wrong:
        _refuse_unit(board, where, answer)
    _nothing_else(board, where, text, units[0])
    return units[0]


def listed_centres(board: Board, table: Table) -> list[int]:
    """I: read the centres of each power; none may have two owners."""
    lines = list(lines_by_power(board, table))
    for line in lines:
        _only_a_place(board, _where(board, CENTRES, line), line.text)
    owned, wrong = read_centres(board, lines)
    for answer in wrong:
        where, text = _where(board, CENTRES, answer.line), answer.line.text
        raise case_error("case.entry", answer.refusal, where=where, text=text)
    return owned


def _where(board: Board, field: str, line: SheetLine) -> str:
    """Return the path of a text in a case: `units, FRANCE`."""
    assert line.power is not None
    return f"{field}, {board.powers[line.power].id}"


def _refuse_unit(board: Board, where: str, answer: LineAnswer) -> None:
    text, refusal = answer.line.text, answer.refusal
    assert refusal is not None
    if refusal.message.key == "reading.unit_coast":
        province = board.location[str(refusal.message.args["unit"]).removeprefix("F ")]
        if all(each.spot.coast for each in _unit_readings(board, text, province)):
            places = [board.locations[coast] for coast in board.coasts[province]]
            raise case_error("case.no_coast", where=where, text=text, places=places)
    if refusal.message.key == "reading.malformed":
        raise case_error("case.no_unit", where=where, text=text)
    raise case_error("case.entry", refusal, where=where, text=text)


def _no_strange_sign(where: str, text: str, example: str = "F STP/SC") -> None:
    word = strange_word(text[:_MOST])
    if word and not strange_letter(word):  # no reader understands a strange letter
        raise case_error("case.sign", where=where, text=text, word=word, example=example)


def _nothing_else(board: Board, where: str, text: str, unit: Unit) -> None:
    """II.3, III.3: reject remarks, other powers, and coasts where the unit cannot be."""
    province = board.province_of[unit.location]
    readings = [each for each in _unit_readings(board, text, province) if each.fleet == unit.fleet]
    if not readings:
        raise case_error("case.no_unit", where=where, text=text)
    if all(each.power not in (-1, unit.power) for each in readings):
        power = board.powers[unit.power].id
        raise case_error("case.other_power", where=where, text=text, power=power)
    if unit.location == province and all(each.spot.coast for each in readings):
        raise case_error("case.coast", where=where, text=text, unit=write_unit(board, unit))


def _only_a_place(board: Board, where: str, text: str) -> None:
    if _SEVERAL.search(text):
        raise case_error("case.one_centre", where=where, text=text)
    _no_strange_sign(where, text, "STP")
    place = read_place(board, text)
    if isinstance(place, Refusal):
        return
    province = board.province_of[place]
    readings = _unit_readings(board, text, province)
    if not any((e.fleet, e.power, e.spot.coast) == (None, -1, "") for e in readings):
        name = board.provinces[province]
        raise case_error("case.no_place", where=where, text=text, place=name)


def _unit_readings(board: Board, text: str, province: int) -> list[ParsedUnit]:
    """All readings of a text as a unit in a province and nothing else."""
    shapes: Iterable[ParsedUnit | None] = (
        shape.unit
        for shape in parse_orders(lexicon(board, "en"), tidy(text[:_MOST]))
        if shape.kind == BARE
    )
    return [
        unit
        for unit in shapes
        if unit is not None and province in {c.province for c in unit.spot.candidates}
    ]
