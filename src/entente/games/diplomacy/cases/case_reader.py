"""What a case in JSON says, read strictly: a position that cannot be read is no position.

An order may be anything and is answered for itself; it is not looked at here.
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
    """A case that makes sense. `units` are those that stand; `centres` is None if none are given.

    `dislodged` gives the locations each unit may retreat to.
    """

    phase: Phase
    units: list[Unit]
    dislodged: dict[Unit, tuple[int, ...]]
    centres: list[int] | None
    orders: list[SheetLine]


def read_case(board: Board, line: bytes) -> Situation:
    """A line of JSON; a UserError says what in it cannot be used."""
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
    """The centres that the powers begin with."""
    return centres_by_power(board, {power.id: power.home_centres for power in board.powers})


def lines(board: Board, table: Mapping[str, Iterable[str]]) -> list[SheetLine]:
    return list(lines_by_power(board, table))


def read_phase(value: object) -> Phase:
    """A kind of phase, or a name that says the season and the year too."""
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
    """The units that stand, and those that a star marks as dislodged."""
    standing, driven = {}, {}
    for power, texts in table.items():
        stars = [text for text in texts if text.strip().startswith(STAR)]
        if stars and phase.kind != RETREATS:
            raise case_error("case.star", power=power, text=stars[0], phase=phase.name)
        standing[power] = [text for text in texts if text not in stars]
        driven[power] = [text.strip().removeprefix(STAR) for text in stars]
    return standing, driven
