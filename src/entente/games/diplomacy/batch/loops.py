"""Loops over all boards of a batch, on one processor."""

from __future__ import annotations

from entente.games.diplomacy.batch.adjudication import judge
from entente.games.diplomacy.batch.compiled import Numbers, compiled
from entente.games.diplomacy.batch.layout import (
    ADJUSTED,
    ADJUSTMENTS,
    BEATEN,
    BOARD,
    FATE,
    GOES_ON,
    LUCK,
    MOVEMENT,
    NONE,
    OVER,
    PHASE,
    RETREATS,
    UNITS,
)
from entente.games.diplomacy.batch.legal_orders import list_all
from entente.games.diplomacy.batch.random_play import (
    draw_adjustments,
    draw_orders,
    draw_retreats,
    play,
)
from entente.games.diplomacy.batch.rng import begin
from entente.games.diplomacy.batch.seasons import (
    adjust,
    carry_out,
    lay_out,
    list_retreats,
    retreat,
    season_ends,
)


@compiled
def begin_all(luck: Numbers, seed: int, size: int) -> None:
    """Start a random stream for each board."""
    for i in range(size):
        begin(luck, i * LUCK, seed, i)


@compiled
def judge_all(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    room: Numbers,
    work: Numbers,
    size: int,
    checked: bool,
) -> None:
    """Adjudicate the orders without moving anything."""
    for i in range(size):
        judge(
            near, masks, boards, i * BOARD, orders, i * UNITS, fates, i * FATE, room, work, checked
        )


@compiled
def move_all(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    room: Numbers,
    work: Numbers,
    size: int,
    checked: bool,
) -> None:
    """Carry out the orders of boards in a movement phase."""
    for i in range(size):
        board = i * BOARD
        if boards[board + PHASE] == MOVEMENT and boards[board + OVER] == GOES_ON:
            judge(
                near, masks, boards, board, orders, i * UNITS, fates, i * FATE, room, work, checked
            )
            carry_out(near, boards, board, orders, i * UNITS, fates, i * FATE)
            if boards[board + BEATEN] == 0:
                season_ends(near, boards, board)


@compiled
def retreat_all(
    near: Numbers,
    boards: Numbers,
    goals: Numbers,
    room: Numbers,
    listed: Numbers,
    size: int,
) -> None:
    """Carry out the retreats, if any. A unit that cannot go where it is sent is lost."""
    for i in range(size):
        board = i * BOARD
        if boards[board + PHASE] == RETREATS:
            lay_out(near, boards, board, room)
            for unit in range(0 + boards[board + BEATEN]):
                end = list_retreats(near, boards, board, room, unit, listed, 0)
                free = False
                for number in range(end):
                    free = free or listed[number] == goals[i * UNITS + unit]
                if not free:
                    goals[i * UNITS + unit] = NONE
            retreat(near, boards, board, goals, i * UNITS, room)


@compiled
def adjust_all(near: Numbers, boards: Numbers, wanted: Numbers, room: Numbers, size: int) -> None:
    """Carry out the adjustments of boards in winter."""
    for i in range(size):
        board = i * BOARD
        if boards[board + PHASE] == ADJUSTMENTS and boards[board + OVER] == GOES_ON:
            adjust(near, boards, board, wanted, i * ADJUSTED, room)


@compiled
def list_everything(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    starts: Numbers,
    size: int,
    kept: bool,
) -> int:
    """List the orders of all units of all boards, one after another; unless `kept`, only where each
    unit's would begin. Return where the last ones end."""
    last = 0
    for i in range(size):
        first = last if kept else 0
        end = list_all(near, masks, boards, i * BOARD, room, work, listed, first, starts, i * UNITS)
        if not kept:
            for unit in range(UNITS):
                starts[i * UNITS + unit] += last
        last += end - first
    return last


@compiled
def draw_all(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    luck: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    size: int,
) -> None:
    """Draw a random order for each unit."""
    for i in range(size):
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


@compiled
def draw_all_retreats(
    near: Numbers,
    boards: Numbers,
    goals: Numbers,
    luck: Numbers,
    room: Numbers,
    listed: Numbers,
    size: int,
) -> None:
    """Draw a random retreat for each dislodged unit."""
    for i in range(size):
        draw_retreats(near, boards, i * BOARD, goals, i * UNITS, luck, i * LUCK, room, listed)


@compiled
def draw_all_adjustments(
    near: Numbers,
    boards: Numbers,
    wanted: Numbers,
    luck: Numbers,
    room: Numbers,
    listed: Numbers,
    size: int,
) -> None:
    """Draw random winter orders for boards in winter."""
    for i in range(size):
        if boards[i * BOARD + PHASE] == ADJUSTMENTS:
            draw_adjustments(
                near, boards, i * BOARD, wanted, i * ADJUSTED, luck, i * LUCK, room, listed
            )


@compiled
def play_all(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    luck: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    opening: Numbers,
    size: int,
    phases: int,
    again: bool,
) -> None:
    """Play a number of seasons at random."""
    for i in range(size):
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
            phases,
            again,
        )
