"""Read a case in JSON strictly: an unreadable position is an error.

Orders may be anything and are answered one by one; they are not read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.cases.dislodged_units import STAR, DislodgedReader, read_dislodged
from entente.games.diplomacy.cases.fields import (
    CENTRES,
    DISLODGED,
    ORDERS,
    PHASE,
    UNITS,
    Table,
    case_error,
    read_fields,
    read_table,
)
from entente.games.diplomacy.cases.strict_listing import listed_centres, listed_units
from entente.games.diplomacy.phase_names import KINDS, MOVEMENT, RETREATS, Phase, phase_named
from entente.games.diplomacy.rules.adjustments import centres_by_power
from entente.games.diplomacy.sheets.lines import SheetLine, lines_by_power


class Situation(NamedTuple):
    """A valid case. `units` are those on the board; `centres` is None if not given.

    `dislodged` maps each unit to its possible retreats.
    """

    phase: Phase
    units: list[Unit]
    dislodged: dict[Unit, tuple[int, ...]]
    centres: list[int] | None
    orders: list[SheetLine]


def read_case(board: Board, line: bytes) -> Situation:
    """Read a line of JSON; raise a UserError for what cannot be used."""
    fields = read_fields(line)
    phase = read_phase(fields.get(PHASE))
    tables = {name: read_table(board, name, fields.get(name)) for name in (UNITS, ORDERS, CENTRES)}
    standing, driven = split_dislodged(tables[UNITS], phase)
    units = listed_units(board, UNITS, standing)
    dislodged: dict[Unit, tuple[int, ...]] = {}
    listed = fields.get(DISLODGED)
    if phase.kind == RETREATS:
        starred = listed_units(board, UNITS, driven)
        dislodged = DislodgedReader(board, units, starred, tables[ORDERS]).read(listed)
        units = [unit for unit in units if unit not in dislodged]
    elif read_dislodged(board, listed):
        raise case_error("case.dislodged_phase", text=phase.name)
    unsaid = fields.get(CENTRES) is None
    centres = None if unsaid else listed_centres(board, tables[CENTRES])
    return Situation(phase, units, dislodged, centres, lines(board, tables[ORDERS]))


def home_centres(board: Board) -> list[int]:
    """Return the centres the powers start with."""
    return centres_by_power(board, {power.id: power.home_centres for power in board.powers})


def lines(board: Board, table: Mapping[str, Iterable[str]]) -> list[SheetLine]:
    return list(lines_by_power(board, table))


def read_phase(value: object) -> Phase:
    """Read a kind of phase, or a name with season and year."""
    if value is None:
        return Phase(MOVEMENT)
    word = value.strip() if isinstance(value, str) else ""
    if word.lower() in KINDS:
        return Phase(word.lower())
    phase = phase_named(word.upper())
    if phase is None or phase.year == 0:
        raise case_error("case.phase", text=str(value))
    return phase


# -- the position


def split_dislodged(table: Table, phase: Phase) -> tuple[Table, Table]:
    """Split the units into those on the board and those starred as dislodged."""
    standing, driven = {}, {}
    for power, texts in table.items():
        stars = [text for text in texts if text.strip().startswith(STAR)]
        if stars and phase.kind != RETREATS:
            raise case_error("case.star", power=power, text=stars[0], phase=phase.name)
        standing[power] = [text for text in texts if text not in stars]
        driven[power] = [text.strip().removeprefix(STAR) for text in stars]
    return standing, driven
