"""A position listed on a sheet: units and centres by power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entente.games.diplomacy.board import INLAND, SEA, Board, Unit
from entente.games.diplomacy.notation.tolerant_reader import read_place, read_unit_text
from entente.games.diplomacy.rules.orders import write_unit
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.kernel import Refusal, refuse


def read_units(
    board: Board, lines: Iterable[SheetLine], language: str = "en"
) -> tuple[list[Unit], list[LineAnswer]]:
    """Read units listed by power; the answers are the lines that cannot be used."""
    units: dict[int, Unit] = {}
    wrong = []
    for line in lines:
        if line.doubt is not None:
            wrong.append(LineAnswer(line, line.doubt))
            continue
        if line.power is None:
            wrong.append(LineAnswer(line, refuse("II.3", "reading.whose_unit", text=line.text)))
            continue
        reading = read_unit_text(board, line.power, line.text, language)
        why = reading if isinstance(reading, Refusal) else _cannot_stand(board, reading, units)
        if why is not None or isinstance(reading, Refusal):
            wrong.append(LineAnswer(line, why))
        else:
            units[board.province_of[reading.location]] = reading
    return list(units.values()), wrong


def _cannot_stand(board: Board, unit: Unit, others: Mapping[int, Unit]) -> Refusal | None:
    """II.2, III.1: one unit per province, armies on land, fleets at sea or on a named coast."""
    province = board.province_of[unit.location]
    name, where = write_unit(board, unit), board.provinces[province]
    if province in others:
        other = write_unit(board, others[province])
        return refuse("III.1", "reading.taken", unit=name, other=other)
    if unit.fleet and board.coasts[province] and unit.location == province:
        places = [board.locations[coast] for coast in board.coasts[province]]
        return refuse("III.3", "reading.unit_coast", unit=name, places=places)
    wrong = board.kind[province] == (INLAND if unit.fleet else SEA)
    return refuse("II.2", "reading.unit_place", unit=name, province=where) if wrong else None


def read_centres(
    board: Board, lines: Iterable[SheetLine], language: str = "en"
) -> tuple[list[int], list[LineAnswer]]:
    """Read centres listed by power, as masks; the answers are the lines that cannot be used."""
    owned = [0] * len(board.powers)
    wrong = []
    for line in lines:
        place = read_place(board, line.text, language)
        if line.doubt is not None or isinstance(place, Refusal):
            why = place if isinstance(place, Refusal) else line.doubt
            wrong.append(LineAnswer(line, why))
        elif line.power is None or not board.centres >> board.province_of[place] & 1:
            wrong.append(LineAnswer(line, refuse("I", "reading.no_centre", text=line.text)))
        elif (other := _owner(owned, board.province_of[place], line.power)) is not None:
            owner = board.powers[other].id
            why = refuse("IX.1", "reading.two_owners", text=line.text, power=owner)
            wrong.append(LineAnswer(line, why))
        else:
            owned[line.power] |= 1 << board.province_of[place]
    return owned, wrong


def _owner(owned: list[int], province: int, apart_from: int) -> int | None:
    """Return the other power that already has a centre."""
    powers = (power for power, mask in enumerate(owned) if mask >> province & 1)
    return next((power for power in powers if power != apart_from), None)
