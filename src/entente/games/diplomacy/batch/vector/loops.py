"""Loops over all boards of an environment, on one processor."""

from __future__ import annotations

from typing import Any

from entente.games.diplomacy.batch.compiled import Numbers, compiled
from entente.games.diplomacy.batch.layout import BOARD
from entente.games.diplomacy.batch.vector.layout import OBSERVATION, PAST
from entente.games.diplomacy.batch.vector.observation import observe
from entente.games.diplomacy.batch.vector.one_board import begin_game, list_choices, take_turn


@compiled
def begin_all(
    near: Numbers,
    masks: Numbers,
    opening: Numbers,
    boards: Numbers,
    orders: Numbers,
    goals: Numbers,
    wanted: Numbers,
    luck: Numbers,
    past: Numbers,
    codes: Numbers,
    counts: Numbers,
    mask: Numbers,
    units: Numbers,
    learners: Numbers,
    values: Any,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    size: int,
    width: int,
    rival: int,
    measure: int,
) -> None:
    """Set up all games."""
    for i in range(size):
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


@compiled
def take_turns(
    near: Numbers,
    masks: Numbers,
    opening: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    goals: Numbers,
    wanted: Numbers,
    luck: Numbers,
    past: Numbers,
    codes: Numbers,
    counts: Numbers,
    mask: Numbers,
    units: Numbers,
    learners: Numbers,
    actions: Numbers,
    values: Any,
    rewards: Any,
    over: Numbers,
    last_boards: Numbers,
    last_past: Numbers,
    seen: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    size: int,
    width: int,
    rival: int,
    measure: int,
) -> None:
    """Take a turn on every board, and rewrite its observation."""
    for i in range(size):
        at = i * OBSERVATION
        observe(near, boards, i * BOARD, past, i * PAST, seen, at, 0)
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
        observe(near, boards, i * BOARD, past, i * PAST, seen, at, 1)


@compiled
def observe_all(
    near: Numbers, boards: Numbers, past: Numbers, seen: Numbers, first: int, end: int
) -> None:
    """Write the observations of some boards into zeros, the first one at the beginning."""
    for i in range(first, end):
        observe(near, boards, i * BOARD, past, i * PAST, seen, (i - first) * OBSERVATION, 1)
