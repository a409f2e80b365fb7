"""Opponents that choose among listed orders: at random, or greedily for centres."""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.layout import (
    AUTUMN,
    CENTRE_OF,
    CENTRES,
    END_AT,
    FAR,
    HOLD,
    KIND_BITS,
    LOCATION,
    MOVE,
    NONE,
    OWNER,
    PLACE_BITS,
    POWER,
    PROVINCE_OF,
    PROVINCES,
    SEASON,
    SUPPORT,
    TARGET_AT,
    WHO,
)
from entente.games.diplomacy.batch.rng import randbelow

TAKES, HOLDS_ON, STEP = 100, 60, 8  # a foreign centre, standing on one, a step nearer to one
CLASH, HELP, USELESS = 1000, 50, 500
SPREAD = 6  # of the luck that decides between orders of nearly the same worth


@inlined
def worth_of_place(near: Numbers, boards: Numbers, board: int, power: int, place: int) -> int:
    """Return how a power likes a unit in a province: on or near a centre that it does not own."""
    centre = 0 + near[CENTRE_OF + place]
    if centre != NONE and boards[board + OWNER + centre] != power:
        return TAKES
    nearest = 0 + PROVINCES
    for other in range(CENTRES):
        if boards[board + OWNER + other] != power:
            nearest = min(nearest, 0 + near[FAR + other * PROVINCES + place])
    return -STEP * nearest


@inlined
def end_of(
    near: Numbers, boards: Numbers, board: int, orders: Numbers, first: int, unit: int
) -> int:
    """Return the province in which an ordered unit wants to be."""
    code = orders[first + unit]
    if code & KIND_BITS == MOVE:
        return 0 + near[PROVINCE_OF + (code >> TARGET_AT & PLACE_BITS)]
    return 0 + near[PROVINCE_OF + boards[board + LOCATION + unit]]


@compiled
def greedy_order(
    near: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    unit: int,
    listed: Numbers,
    end: int,
    luck: Numbers,
    own: int,
) -> int:
    """Return the best of a unit's orders, given those of the units before it."""
    power = 0 + boards[board + WHO + unit] & POWER
    here = 0 + near[PROVINCE_OF + boards[board + LOCATION + unit]]
    centre = 0 + near[CENTRE_OF + here]
    staying = worth_of_place(near, boards, board, power, here)
    if staying == TAKES and boards[board + SEASON] == AUTUMN and centre != NONE:
        staying += HOLDS_ON
    staying -= clashes(near, boards, board, orders, first, unit, power, here)
    best, most = 0 + HOLD, -(1 << 30)
    for number in range(end):
        code = 0 + listed[number]
        kind = code & KIND_BITS
        worth = staying
        if kind == MOVE:
            place = 0 + near[PROVINCE_OF + (code >> TARGET_AT & PLACE_BITS)]
            worth = worth_of_place(near, boards, board, power, place)
            worth -= clashes(near, boards, board, orders, first, unit, power, place)
        elif kind == SUPPORT and code >> END_AT & PLACE_BITS:
            worth += help_of(near, boards, board, orders, first, unit, power, code)
        elif kind != HOLD:
            continue
        worth += randbelow(luck, own, SPREAD)
        if worth > most:
            best, most = code, worth
    return best


@inlined
def clashes(
    near: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    unit: int,
    power: int,
    place: int,
) -> int:
    """Return what it costs if an own unit before this one wants to be in the same place."""
    cost = 0
    for other in range(unit):
        mine = boards[board + WHO + other] & POWER == power
        if mine and end_of(near, boards, board, orders, first, other) == place:
            cost += CLASH
    return cost


@inlined
def help_of(
    near: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    unit: int,
    power: int,
    code: int,
) -> int:
    """Return what a support is worth: it helps if an own unit before this one has that order."""
    target, end = code >> TARGET_AT & PLACE_BITS, (code >> END_AT & PLACE_BITS) - 1
    for other in range(unit):
        if (
            boards[board + WHO + other] & POWER != power
            or boards[board + LOCATION + other] != target
        ):
            continue
        moves = orders[first + other] & KIND_BITS == MOVE
        if end >= 0 and moves and end_of(near, boards, board, orders, first, other) == end:
            return 0 + HELP
    return -USELESS


@compiled
def greedy_retreat(
    near: Numbers,
    boards: Numbers,
    board: int,
    power: int,
    listed: Numbers,
    end: int,
    luck: Numbers,
    own: int,
) -> int:
    """Return the best retreat."""
    best, most = 0 + NONE, -(1 << 30)
    for number in range(end):
        place = 0 + listed[number]
        if place == NONE:
            continue
        worth = worth_of_place(near, boards, board, power, 0 + near[PROVINCE_OF + place])
        worth += randbelow(luck, own, SPREAD)
        if worth > most:
            best, most = place, worth
    return best
