"""Random play: list every order, draw one for each unit, carry them all out."""

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
from entente.games.diplomacy.batch.rng import randbelow
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

# The listing array holds first the orders of a unit, then the drawn ones.
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
    """Draw an order for each unit, uniformly from its legal ones."""
    fleets = survey(near, masks, boards, board, room, work)
    for unit in range(0 + boards[board + COUNT]):
        end = list_orders(near, masks, boards, board, room, work, fleets, unit, listed, 0)
        orders[first + unit] = listed[randbelow(luck, own, end)]


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
    """Draw a retreat, or none, for each dislodged unit."""
    lay_out(near, boards, board, room)
    for unit in range(0 + boards[board + BEATEN]):
        end = list_retreats(near, boards, board, room, unit, listed, 0)
        goals[goal + unit] = listed[randbelow(luck, own, end)]


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
    """Draw a winter order for each one due; of two conflicting ones, only one is followed."""
    lay_out(near, boards, board, room)
    for power in range(POWERS):
        due = orders_due(near, boards, board, room, power)
        if due:
            end = list_adjustments(near, boards, board, room, power, listed, 0)
            for _ in range(due):
                wanted[order] = listed[randbelow(luck, own, end)]
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
    """Play a number of seasons with retreats and winters. A finished game stays as it is, or
    restarts with `again`."""
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
