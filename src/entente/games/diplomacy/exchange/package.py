"""Saved games of the Python package `diplomacy`, and of programs that use its format.

The Cicero experiments write the same format from their own engine. It saves retreats of units with
nowhere to go and winters in which all units must go, saves no results, and convoys an army to a
neighbour only if its order says `VIA`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.exchange.positions import read_position
from entente.games.diplomacy.exchange.saved_game import (
    OVER,
    PACKAGE_HOUSE,
    WEBDIPLOMACY_HOUSE,
    SavedGame,
    SavedPhase,
    exchange_error,
    is_phase,
    kind_of,
)
from entente.games.diplomacy.phase_names import RETREATS

FORMING = "FORMING"


class PackageState(msgspec.Struct):
    """The position before a phase; dislodged units are marked: `*A PAR`."""

    units: dict[str, list[str]]
    centers: dict[str, list[str]] = {}


class PackagePhase(msgspec.Struct):
    name: str
    state: PackageState
    orders: dict[str, list[str] | None] = {}
    results: dict[str, list[str]] = {}


class PackageGame(msgspec.Struct):
    """Only games of the Cicero experiments have `is_full_press`."""

    phases: list[PackagePhase]
    id: str | int | None = None
    map: str = "standard"
    is_full_press: bool | None = None


def package_game(board: Board, game: Mapping[str, Any]) -> SavedGame:
    """Read a game from its JSON."""
    try:
        read = msgspec.convert(game, PackageGame)
    except msgspec.ValidationError as error:
        raise exchange_error("exchange.malformed", reason=str(error)) from None
    if read.map != "standard":
        raise exchange_error("exchange.map", name=read.map)
    phases = [_phase(board, phase) for phase in read.phases if phase.name != FORMING]
    known = [
        phase._replace(ordered=_ordered(read.phases, number))
        for number, phase in enumerate(phases, start=len(read.phases) - len(phases))
    ]
    house = PACKAGE_HOUSE if read.is_full_press is None else WEBDIPLOMACY_HOUSE
    return SavedGame(str(read.id or "0"), known, house)


def _phase(board: Board, phase: PackagePhase) -> SavedPhase:
    if not is_phase(phase.name):
        raise exchange_error("exchange.phase_name", name=phase.name)
    for powers in (phase.state.units, phase.state.centers, phase.orders):
        for power in powers:
            if power not in board.power:
                raise exchange_error("exchange.power", phase=phase.name, name=power)
    position = read_position(board, phase.name, phase.state.units, phase.state.centers)
    orders = {power: list(texts or ()) for power, texts in phase.orders.items()}
    return SavedPhase(
        phase.name,
        position.units,
        position.centres,
        orders,
        phase.results,
        dislodged=position.dislodged,
    )


def _ordered(phases: list[PackagePhase], number: int) -> bool:
    """Return whether the orders of a phase are known: not in the current or last phase."""
    ends = number + 1 == len(phases) or phases[number + 1].name == OVER
    if not ends or (kind_of(phases[number].name) == RETREATS and number + 1 < len(phases)):
        return True
    orders = phases[number].orders.values()
    return any(orders) and None not in orders
