"""Whole phases at random: every order listed, one drawn for each unit, all carried out."""

from __future__ import annotations

from entente.games.diplomacy.batch.adjudication import judge
from entente.games.diplomacy.batch.compiled import Numbers, compiled
from entente.games.diplomacy.batch.layout import (
    ADJUSTMENTS,
    BEATEN,
    BOARD,
    COUNT,
    FINISHED,
    GOES_ON,
    MOST_ORDERS,
    OVER,
    PHASE,
    PLAYED,
    POWERS,
)
from entente.games.diplomacy.batch.legal_orders import list_orders, survey
from entente.games.diplomacy.batch.rng import below
from entente.games.diplomacy.batch.seasons import (
    adjust,
    carry_out,
    lay_out,
    list_adjustments,
    list_retreats,
    orders_due,
    retreat,
    season_ends,
)

# In the array of what is listed stand first the orders of a unit, then what was drawn.
DRAWN_FIRST = MOST_ORDERS


@compiled
def draw_orders(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    luck: Numbers,
    own: int,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
) -> None:
    """An order for each unit, each of those it can be given as likely as any other."""
    fleets = survey(near, masks, boards, board, room, work)
    for unit in range(0 + boards[board + COUNT]):
        end = list_orders(near, masks, boards, board, room, work, fleets, unit, listed, 0)
        orders[first + unit] = listed[below(luck, own, end)]


@compiled
def draw_retreats(
    near: Numbers,
    boards: Numbers,
    board: int,
    goals: Numbers,
    goal: int,
    luck: Numbers,
    own: int,
    room: Numbers,
    listed: Numbers,
) -> None:
    """A place to go to, or none, for each dislodged unit."""
    lay_out(near, boards, board, room)
    for unit in range(0 + boards[board + BEATEN]):
        end = list_retreats(near, boards, board, room, unit, listed, 0)
        goals[goal + unit] = listed[below(luck, own, end)]


@compiled
def draw_adjustments(
    near: Numbers,
    boards: Numbers,
    board: int,
    wanted: Numbers,
    order: int,
    luck: Numbers,
    own: int,
    room: Numbers,
    listed: Numbers,
) -> None:
    """An order of winter for each that is due; of two that do not go together, one is followed."""
    lay_out(near, boards, board, room)
    for power in range(POWERS):
        due = orders_due(near, boards, board, room, power)
        if due:
            end = list_adjustments(near, boards, board, room, power, listed, 0)
            for _ in range(due):
                wanted[order] = listed[below(luck, own, end)]
                order += 1


@compiled
def play(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    fates: Numbers,
    fate: int,
    luck: Numbers,
    own: int,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    opening: Numbers,
    phases: int,
    again: bool,
) -> None:
    """So many seasons with their retreats and winters. A game that is over stays as it is, or is
    begun `again`."""
    for _ in range(phases):
        if boards[board + OVER] != GOES_ON:
            if not again:
                return
            for byte in range(BOARD):
                boards[board + byte] = opening[byte]
        draw_orders(near, masks, boards, board, orders, first, luck, own, room, work, listed)
        judge(near, masks, boards, board, orders, first, fates, fate, room, work, True)
        carry_out(near, boards, board, orders, first, fates, fate)
        if boards[board + BEATEN]:
            draw_retreats(near, boards, board, listed, DRAWN_FIRST, luck, own, room, listed)
            retreat(near, boards, board, listed, DRAWN_FIRST, room)
        else:
            season_ends(near, boards, board)
        if boards[board + PHASE] == ADJUSTMENTS and boards[board + OVER] == GOES_ON:
            draw_adjustments(near, boards, board, listed, DRAWN_FIRST, luck, own, room, listed)
            adjust(near, boards, board, listed, DRAWN_FIRST, room)
        luck[own + PLAYED] += 1
        if boards[board + OVER] != GOES_ON:
            luck[own + FINISHED] += 1
