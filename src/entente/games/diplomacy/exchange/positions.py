"""Read the position of a saved phase as strictly as that of a case: no game continues from an
impossible position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.cases.case_reader import read_phase, split_dislodged
from entente.games.diplomacy.cases.fields import UNITS, Table
from entente.games.diplomacy.cases.strict_listing import listed_centres, listed_units
from entente.games.diplomacy.exchange.saved_game import OVER, exchange_error
from entente.games.diplomacy.phase_names import RETREATS, Phase
from entente.games.diplomacy.rules.orders import write_unit
from entente.kernel.user_error import UserError


class Standing(NamedTuple):
    """The position in our notation; `dislodged` are the units that must retreat."""

    units: Table
    dislodged: Table
    centres: Table


def read_position(
    board: Board, name: str, units: Table, centres: Mapping[str, Iterable[str]]
) -> Standing:
    """Read the position of a phase; a star marks a dislodged unit. A UserError names the phase."""
    # A vote may end the game before units have retreated.
    phase = Phase(RETREATS) if name == OVER else read_phase(name)
    try:
        standing, driven = split_dislodged(units, phase)
        return Standing(
            _written(board, listed_units(board, UNITS, standing)),
            _written(board, listed_units(board, UNITS, driven)),
            _owned(board, listed_centres(board, {p: list(c) for p, c in centres.items()})),
        )
    except UserError as error:
        raise exchange_error("exchange.position", error.text, phase=name) from None


def _written(board: Board, units: Iterable[Unit]) -> Table:
    by_power: Table = {}
    for unit in units:
        by_power.setdefault(board.powers[unit.power].id, []).append(write_unit(board, unit))
    return by_power


def _owned(board: Board, masks: Iterable[int]) -> Table:
    return {
        power.id: [board.provinces[province] for province in bits(mask)]
        for power, mask in zip(board.powers, masks, strict=True)
    }
