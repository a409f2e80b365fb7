"""Orders of the movement phase: their parts, their canonical spelling, and which are possible.

Canonical spelling: `A VIE H`, `A VIE - TRI`, `A LON - BEL VIA`, `A BUD S A VIE - TRI`,
`A BUD S A VIE`, `F NTH C A LON - BEL`; a coast follows its province: `F MAO - SPA/NC`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from entente.games.diplomacy.board import COASTAL, SEA, Board, Unit
from entente.kernel import Refusal, refuse

HOLD, MOVE, SUPPORT, CONVOY = range(4)


class Order(NamedTuple):
    """An order to a unit.

    `target` is the destination of a move, or the location of the supported or convoyed unit. `end`
    is the province that unit moves to (-1: it is supported in place), `coast` its location if a
    coast was named. `via` asks for a convoy even if there is a land route.
    """

    kind: int
    target: int = -1
    end: int = -1
    via: bool = False
    coast: int = -1


HOLDS = Order(HOLD)


class Position:
    """The units on the board."""

    def __init__(self, board: Board, units: Iterable[Unit]) -> None:
        self.board = board
        self.units: tuple[Unit, ...] = tuple(units)
        province_of = board.province_of
        self.at: dict[int, int] = {}  # unit number by province
        seas, fleets = board.seas, 0
        for number, (_, fleet, location) in enumerate(self.units):
            self.at[province_of[location]] = number
            if fleet and seas >> location & 1:
                fleets |= 1 << location
        self.fleets = fleets  # seas with a fleet in them, which might convoy

    @property
    def taken(self) -> int:
        """The occupied provinces."""
        mask = 0
        for place in self.at:
            mask |= 1 << place
        return mask

    @classmethod
    def read(cls, board: Board, units: Mapping[str, Sequence[str]]) -> Position:
        """Read a position written by power: `{"AUSTRIA": ["A BUD", "F TRI"]}`."""
        return cls(
            board, (read_unit(board, power, text) for power in units for text in units[power])
        )

    def written(self) -> dict[str, list[str]]:
        """Write the position by power, in the board's order; only powers with units."""
        result: dict[str, list[str]] = {}
        for number, power in enumerate(self.board.powers):
            mine = [write_unit(self.board, unit) for unit in self.units if unit.power == number]
            if mine:
                result[power.id] = mine
        return result


def read_unit(board: Board, power: str, text: str) -> Unit:
    """Read a unit: `F STP/SC`."""
    fleet, location = board.pieces[text]
    return Unit(board.power[power], fleet, location)


def write_unit(board: Board, unit: Unit) -> str:
    return board.unit_names[unit.fleet][unit.location]


def write_order(board: Board, position: Position, number: int, order: Order) -> str:
    """Write an order in canonical spelling."""
    own = write_unit(board, position.units[number])
    if order.kind == HOLD:
        return f"{own} H"
    if order.kind == MOVE:
        return f"{own} - {board.locations[order.target]}{' VIA' if order.via else ''}"
    helped = position.at.get(board.province_of[order.target])
    other = board.locations[order.target]  # a void order may name an empty place
    if helped is not None:
        other = write_unit(board, position.units[helped])
    sign = "S" if order.kind == SUPPORT else "C"
    if order.end < 0:
        return f"{own} {sign} {other}"
    end = board.locations[order.coast if order.coast >= 0 else order.end]
    return f"{own} {sign} {other} - {end}"


# -- possible orders


def impossible(board: Board, position: Position, number: int, order: Order) -> Refusal | None:
    """Explain why a unit cannot carry out an order, regardless of all others; None if it can."""
    unit = position.units[number]
    if order.kind == MOVE:
        return impossible_move(board, position, unit, order.target)
    if order.kind == SUPPORT:
        return impossible_support(board, position, number, order)
    if order.kind == CONVOY:
        return impossible_convoy(board, position, unit, order)
    return None


def impossible_move(board: Board, position: Position, unit: Unit, target: int) -> Refusal | None:
    """III.1, III.3, VIII.1: a unit moves to an adjacent place it can enter, or by convoy."""
    start, end = board.province_of[unit.location], board.province_of[target]
    if unit.fleet and target in board.fleet[unit.location]:
        return None
    if not unit.fleet and board.army[start] >> end & 1:
        return None
    names = {"unit": write_unit(board, unit), "province": board.provinces[end]}
    if start == end:
        return refuse("III.1", "void.same_place", **names)
    if unit.fleet:
        return _fleet_move(board, unit, target)
    if board.kind[end] == SEA:
        return refuse("III.1", "void.army_at_sea", **names)
    if could_sail(board, position, start, end):
        return None
    if board.kind[start] == COASTAL and board.kind[end] == COASTAL:
        return refuse("VIII.1", "void.no_fleets", **names)
    return refuse("III.1", "void.not_adjacent", **names)


def _fleet_move(board: Board, unit: Unit, target: int) -> Refusal | None:
    end = board.province_of[target]
    names = {"unit": write_unit(board, unit), "province": board.provinces[end]}
    ways = board.entries(unit, end)
    if not ways:
        key = "void.fleet_inland" if board.kind[end] == "inland" else "void.not_adjacent"
        return refuse("III.1", key, **names)
    if target in ways:
        return None
    if target < len(board.provinces):
        return refuse("III.3", "void.coast_missing", **names)
    return refuse(
        "III.3", "void.coast_out_of_reach", unit=names["unit"], coast=board.locations[target]
    )


def could_sail(board: Board, position: Position, start: int, end: int, without: int = -1) -> bool:
    """Return whether fleets could convoy an army, without counting one of them."""
    if board.kind[start] != COASTAL or board.kind[end] != COASTAL:
        return False
    fleets = position.fleets & ~(1 << without) if without >= 0 else position.fleets
    return board.sails(start, end, fleets)


def impossible_support(
    board: Board, position: Position, number: int, order: Order
) -> Refusal | None:
    """V.1: a unit supports into a place it could enter itself."""
    unit = position.units[number]
    place = board.province_of[unit.location]
    helped_at = board.province_of[order.target]
    helped_number = position.at.get(helped_at, -1)
    if helped_number < 0:
        return refuse("V.1", "void.nobody_there", province=board.provinces[helped_at])
    if helped_number == number:
        return refuse("V.1", "void.supports_itself", unit=write_unit(board, unit))
    helped = position.units[helped_number]
    aim = helped_at if order.end < 0 else order.end
    if aim == place:
        return refuse("V.1", "void.supports_into_own_place", unit=write_unit(board, unit))
    if not board.reach(unit) >> aim & 1:
        names = {"unit": write_unit(board, unit), "province": board.provinces[aim]}
        return refuse("V.1", "void.out_of_reach", **names)
    if order.end < 0 or can_reach(board, position, helped, order, without=place):
        return None
    return refuse(
        "V.1",
        "void.supported_cannot_go",
        unit=write_unit(board, helped),
        province=board.provinces[aim],
    )


def can_reach(board: Board, position: Position, unit: Unit, order: Order, without: int) -> bool:
    """Return whether the supported unit could be ordered to make that move."""
    if unit.fleet:
        ways = board.entries(unit, order.end)
        return bool(ways) and (order.coast < 0 or order.coast in ways)
    start = board.province_of[unit.location]
    if start == order.end:
        return False
    return bool(board.army[start] >> order.end & 1) or could_sail(
        board, position, start, order.end, without
    )


def impossible_convoy(board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
    """VIII.1: a fleet at sea convoys an army between coasts if it is on a route."""
    place, start = board.province_of[unit.location], board.province_of[order.target]
    if not unit.fleet or board.kind[place] != SEA:
        return refuse("VIII.1", "void.not_at_sea", unit=write_unit(board, unit))
    army = position.at.get(start, -1)
    if army < 0:
        return refuse("VIII.1", "void.nobody_there", province=board.provinces[start])
    if position.units[army].fleet:
        return refuse("VIII.1", "void.carries_armies", unit=write_unit(board, unit))
    coasts = board.kind[start] == COASTAL and board.kind[order.end] == COASTAL
    if not coasts or start == order.end or not board.lanes(start, order.end) >> place & 1:
        names = {"start": board.provinces[start], "end": board.provinces[order.end]}
        return refuse("VIII.1", "void.no_such_convoy", unit=write_unit(board, unit), **names)
    return None
