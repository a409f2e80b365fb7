"""Positions as arrays for the network: a row of bytes for each board, and what each unit can do.

A unit first goes somewhere or stays; a unit that stays then holds, supports or convoys.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from entente.games.diplomacy.batch import Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import rows

Array = Any  # of NumPy

KEPT = at.BEATEN  # the bytes of a board that a network sees: no dislodged units
STAYS = 40  # orders of a unit that stays, at most


class Choices(NamedTuple):
    """What the units of some boards can do."""

    ends: Array  # boards × units × locations: whether a unit can go there; its own is to stay
    stays: Array  # boards × units × STAYS: the orders of a unit that stays, or -1


def compact(boards: Boards) -> Array:
    """Return the bytes that a network sees, a row for each board."""
    return np.array(rows(boards.boards, at.BOARD, 0, KEPT))


def restore(kept: Array) -> Boards:
    """Return boards from rows of bytes."""
    boards = Boards(len(kept))
    whole: Array = np.zeros((len(kept), at.BOARD), np.uint8)
    whole[:, :KEPT] = kept
    boards.boards[:] = whole.tobytes() if isinstance(boards.boards, bytearray) else whole.ravel()
    return boards


def choices(boards: Boards) -> Choices:
    """List what each unit can do. Left out are supports and convoys of foreign units, which the
    search never orders, and supports that name a coast; also the last ones of too many."""
    legal = boards.legal()
    codes = np.asarray(legal.orders, dtype=np.int64)
    counts = np.diff(np.asarray(legal.starts, dtype=np.int64))
    unit: Array = np.repeat(np.arange(len(counts)), counts)
    kind, target = codes & at.KIND_BITS, codes >> at.TARGET_AT & at.PLACE_BITS
    locations = rows(boards.boards, at.BOARD, at.LOCATION, at.LOCATION + at.UNITS)
    powers = rows(boards.boards, at.BOARD, at.WHO, at.WHO + at.UNITS) & at.POWER
    there = counts > 0
    ends: Array = np.zeros((boards.size * at.UNITS, at.LOCATIONS), bool)
    ends[there, locations.ravel()[there]] = True
    moves = kind == at.MOVE
    ends[unit[moves], target[moves]] = True
    stays: Array = np.full((boards.size * at.UNITS, STAYS), -1, np.int32)
    power_at: Array = np.full((boards.size, at.LOCATIONS), at.NONE, np.uint8)
    board, number = np.nonzero(there.reshape(-1, at.UNITS))
    power_at[board, locations[board, number]] = powers[board, number]
    helped = power_at[unit // at.UNITS, np.minimum(target, at.LOCATIONS - 1)]
    own = (kind == at.HOLD) | (helped == powers.ravel()[unit])
    kept = ~moves & own & (codes >> at.COAST_AT == 0)
    unit, codes = unit[kept], codes[kept]
    first: Array = np.searchsorted(unit, np.arange(len(counts)))
    rank = np.arange(len(unit)) - first[unit]
    few = rank < STAYS
    stays[unit[few], rank[few]] = codes[few]
    shape = (boards.size, at.UNITS)
    return Choices(ends.reshape(*shape, -1), stays.reshape(*shape, -1))


class Labels(NamedTuple):
    """What units did, as numbers of their choices; -1 where it is not known or not listed."""

    ends: Array  # boards × units: the location
    stays: Array  # boards × units: the number among the orders of a unit that stays


def labels(kept: Array, orders: Array, known: Choices) -> Labels:
    """Find orders among the choices. An order of -1 is unknown."""
    codes = orders.astype(np.int64)
    locations = kept[:, at.LOCATION : at.LOCATION + at.UNITS].astype(np.int64)
    there = np.arange(at.UNITS)[None] < kept[:, at.COUNT : at.COUNT + 1]
    moves = codes & at.KIND_BITS == at.MOVE
    ends = np.where(moves, codes >> at.TARGET_AT & at.PLACE_BITS, locations)
    there &= codes >= 0
    possible = np.take_along_axis(
        known.ends, np.minimum(ends, at.LOCATIONS - 1)[:, :, None], axis=2
    )[:, :, 0]
    same = known.stays == codes[:, :, None]
    listed = same.any(axis=2)
    sure = there & possible & (moves | listed)
    return Labels(
        np.where(sure, ends, -1).astype(np.int16),
        np.where(sure & ~moves, same.argmax(axis=2), -1).astype(np.int16),
    )


def shares(kept: Array) -> Array:
    """Return the share of each power by the squares of its centres; all of it after a solo."""
    owners = kept[:, at.OWNER : at.OWNER + at.CENTRES]
    centres = (owners[:, :, None] == np.arange(at.POWERS)).sum(axis=1).astype(np.float32)
    squares = centres * centres
    solo = kept[:, at.OVER] == at.WON
    winner = np.arange(at.POWERS)[None] == kept[:, at.WINNER : at.WINNER + 1]
    parts = squares / np.maximum(1, squares.sum(axis=1, keepdims=True))
    return np.where(solo[:, None], winner, parts).astype(np.float32)
