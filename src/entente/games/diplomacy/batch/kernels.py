"""The kernels of `numba-cuda`: a thread per board, with its own working memory.

Only `gpu` imports them, if numba-cuda is installed.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, int32, int64, uint8

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.adjudication import judge
from entente.games.diplomacy.batch.boards import LISTED
from entente.games.diplomacy.batch.random_play import draw_orders, play

BOARD, UNITS, FATE, LUCK, ROOM, WORK = at.BOARD, at.UNITS, at.FATE, at.LUCK, at.ROOM, at.WORK
WORK_OF_JUDGING = at.GUESTS  # the rest is for listing orders


@cuda.jit
def judging(
    near: Any, masks: Any, boards: Any, orders: Any, fates: Any, size: int, checked: bool
) -> None:
    """Adjudicate the orders of a board."""
    i = cuda.grid(1)
    if i < size:
        room = cuda.local.array(ROOM, uint8)
        work = cuda.local.array(WORK_OF_JUDGING, int64)
        judge(
            near,
            masks,
            boards,
            i * BOARD,
            orders,
            i * UNITS,
            fates,
            i * FATE,
            room,
            work,
            checked,
        )


@cuda.jit
def drawing(near: Any, masks: Any, boards: Any, orders: Any, luck: Any, size: int) -> None:
    """Draw a random order for each unit of a board."""
    i = cuda.grid(1)
    if i < size:
        room = cuda.local.array(ROOM, uint8)
        work = cuda.local.array(WORK, int64)
        listed = cuda.local.array(LISTED, int32)
        draw_orders(
            near,
            masks,
            boards,
            i * BOARD,
            orders,
            i * UNITS,
            luck,
            i * LUCK,
            room,
            work,
            listed,
        )


@cuda.jit
def playing(
    near: Any,
    masks: Any,
    boards: Any,
    orders: Any,
    fates: Any,
    luck: Any,
    opening: Any,
    size: int,
    seasons: int,
    again: bool,
) -> None:
    """Play a number of seasons of a board at random."""
    i = cuda.grid(1)
    if i < size:
        room = cuda.local.array(ROOM, uint8)
        work = cuda.local.array(WORK, int64)
        listed = cuda.local.array(LISTED, int32)
        play(
            near,
            masks,
            boards,
            i * BOARD,
            orders,
            i * UNITS,
            fates,
            i * FATE,
            luck,
            i * LUCK,
            room,
            work,
            listed,
            opening,
            seasons,
            again,
        )
