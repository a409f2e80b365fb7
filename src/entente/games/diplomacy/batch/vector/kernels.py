"""The kernels of `numba-cuda` for environments: a thread per board, with its own working memory.

Only `gpu` imports them, if numba-cuda is installed.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, int32, int64, uint8

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import LISTED
from entente.games.diplomacy.batch.rng import begin
from entente.games.diplomacy.batch.vector import layout as of
from entente.games.diplomacy.batch.vector.observation import observe
from entente.games.diplomacy.batch.vector.one_board import begin_game, list_choices, take_turn

BOARD, LUCK, ROOM, WORK = at.BOARD, at.LUCK, at.ROOM, at.WORK
OBSERVATION, PAST = of.OBSERVATION, of.PAST


@cuda.jit
def seeding(luck: Any, seed: int, size: int) -> None:
    """Start the random stream of a board."""
    i = cuda.grid(1)
    if i < size:
        begin(luck, i * LUCK, seed, i)


@cuda.jit
def beginning(
    near: Any,
    masks: Any,
    opening: Any,
    boards: Any,
    orders: Any,
    goals: Any,
    wanted: Any,
    luck: Any,
    past: Any,
    codes: Any,
    counts: Any,
    mask: Any,
    units: Any,
    learners: Any,
    values: Any,
    seen: Any,
    size: int,
    width: int,
    rival: int,
    measure: int,
) -> None:
    """Set up a game; its observation is zeros."""
    i = cuda.grid(1)
    if i < size:
        room = cuda.local.array(ROOM, uint8)
        work = cuda.local.array(WORK, int64)
        listed = cuda.local.array(LISTED, int32)
        begin_game(boards, past, values, learners, opening, i, measure)
        list_choices(
            near,
            masks,
            boards,
            orders,
            goals,
            wanted,
            luck,
            codes,
            counts,
            mask,
            units,
            learners,
            room,
            work,
            listed,
            i,
            width,
            rival,
        )
        observe(near, boards, i * BOARD, past, i * PAST, seen, i * OBSERVATION, 1)


@cuda.jit
def stepping(
    near: Any,
    masks: Any,
    opening: Any,
    boards: Any,
    orders: Any,
    fates: Any,
    goals: Any,
    wanted: Any,
    luck: Any,
    past: Any,
    codes: Any,
    counts: Any,
    mask: Any,
    units: Any,
    learners: Any,
    actions: Any,
    values: Any,
    rewards: Any,
    over: Any,
    last_boards: Any,
    last_past: Any,
    seen: Any,
    size: int,
    width: int,
    rival: int,
    measure: int,
) -> None:
    """Take a turn on a board, and rewrite its observation."""
    i = cuda.grid(1)
    if i < size:
        room = cuda.local.array(ROOM, uint8)
        work = cuda.local.array(WORK, int64)
        listed = cuda.local.array(LISTED, int32)
        observe(near, boards, i * BOARD, past, i * PAST, seen, i * OBSERVATION, 0)
        take_turn(
            near,
            masks,
            opening,
            boards,
            orders,
            fates,
            goals,
            wanted,
            luck,
            past,
            codes,
            counts,
            mask,
            units,
            learners,
            actions,
            values,
            rewards,
            over,
            last_boards,
            last_past,
            room,
            work,
            listed,
            i,
            width,
            rival,
            measure,
        )
        observe(near, boards, i * BOARD, past, i * PAST, seen, i * OBSERVATION, 1)
