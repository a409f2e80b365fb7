"""A fast reader for orders in exact spelling, as programs write them.

Anything but a possible order spelt exactly as by `orders.write_order` is left to the
`tolerant_reader`, which gives the same result for exact spelling.
"""

from __future__ import annotations

import re

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    impossible,
)

_PLACE = r"([A-Z]{3}(?:/[NSE]C)?)"
_HOLD = re.compile(rf"([AF]) {_PLACE} H")
_MOVE = re.compile(rf"([AF]) {_PLACE} - {_PLACE}( VIA)?")
_HELP = re.compile(rf"([AF]) {_PLACE} ([SC]) ([AF]) {_PLACE}(?: - {_PLACE})?")


def exact_order(
    board: Board, position: Position, power: int | None, text: str
) -> tuple[int, Order] | None:
    """Return the number of the unit and its order; None if the spelling is not exact."""
    match = _MOVE.fullmatch(text) or _HELP.fullmatch(text) or _HOLD.fullmatch(text)
    if match is None:
        return None
    number = unit_at(board, position, match[1], match[2])
    if number < 0 or power not in (None, position.units[number].power):
        return None
    if match.re is _HOLD:
        return number, HOLDS
    if match.re is _MOVE:
        order = _move(board, position.units[number], match)
    else:
        order = _help(board, position, match)
    if order is None or impossible(board, position, number, order) is not None:
        return None
    return number, order


def unit_at(board: Board, position: Position, letter: str, name: str) -> int:
    """Return the number of the unit written like this; -1 if there is none."""
    location = board.location.get(name, -1)
    number = position.at.get(board.province_of[location], -1) if location >= 0 else -1
    if number < 0 or position.units[number].fleet != (letter == "F"):
        return -1
    return number


def _move(board: Board, unit: Unit, match: re.Match[str]) -> Order | None:
    end = board.location.get(match[3], -1)
    if end < 0:
        return None
    goal = end if unit.fleet else board.province_of[end]
    return Order(MOVE, goal, via=match[4] is not None and not unit.fleet)


def _help(board: Board, position: Position, match: re.Match[str]) -> Order | None:
    other = unit_at(board, position, match[4], match[5])
    if other < 0:
        return None
    helped, kind = position.units[other], SUPPORT if match[3] == "S" else CONVOY
    if match[6] is None:
        return Order(kind, helped.location) if kind == SUPPORT else None
    end = board.location.get(match[6], -1)
    if end < 0:
        return None
    named = kind == SUPPORT and helped.fleet and end >= len(board.provinces)
    return Order(kind, helped.location, board.province_of[end], coast=end if named else -1)
