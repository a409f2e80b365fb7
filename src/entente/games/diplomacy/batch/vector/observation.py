"""Write the observation of a board into zeros, and keep the orders of the last movement phase."""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import Numbers, compiled
from entente.games.diplomacy.batch.layout import (
    ADJUSTMENTS,
    BEATEN,
    BEATEN_LOCATION,
    BEATEN_WHO,
    CENTRE_PROVINCE,
    CENTRES,
    COAST_AT,
    CONVOY,
    COUNT,
    END_AT,
    FLEET,
    GOES_ON,
    HOLD,
    KIND_BITS,
    LOCATION,
    MOVE,
    MOVED,
    NONE,
    OUTCOME,
    OVER,
    OWNER,
    PHASE,
    PLACE_BITS,
    POWER,
    PROVINCES,
    PUSHER,
    SAILED,
    SEASON,
    SUPPORT,
    TARGET_AT,
    VIA_AT,
    WHO,
    YEAR,
)
from entente.games.diplomacy.batch.vector.layout import (
    DISLODGED,
    DISLODGED_COLUMN,
    KINDS,
    LAST_ORDERS,
    LAST_RESULTS,
    ORDER_WIDTH,
    OWNED,
    PAST_CODE,
    PAST_LOCATION,
    PAST_RESULT,
    PHASES,
    PIECES,
    PUSHED,
    RESULTS,
    SEASONS,
    STANDING,
    YEARS,
)

VIA = KINDS - 1


@compiled
def remember(
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    fates: Numbers,
    fate: int,
    past: Numbers,
    was: int,
) -> None:
    """Keep the orders and their results, before the units move."""
    units = 0 + boards[board + COUNT]
    past[was] = units
    for unit in range(units):
        result = 0 + fates[fate + OUTCOME + unit]
        if fates[fate + PUSHER + unit] != NONE:
            result += DISLODGED
        past[was + PAST_LOCATION + unit] = 0 + boards[board + LOCATION + unit]
        past[was + PAST_CODE + unit] = orders[first + unit]
        past[was + PAST_RESULT + unit] = result


@compiled
def observe(
    near: Numbers,
    boards: Numbers,
    board: int,
    past: Numbers,
    was: int,
    seen: Numbers,
    at: int,
    one: int,
) -> None:
    """Write an observation into zeros; with `one` 0, erase the one of this position again."""
    seen[at + YEARS] = one * (1 + boards[board + YEAR])
    phase = 0 + boards[board + PHASE]
    seen[at + SEASONS + (2 if phase == ADJUSTMENTS else 0 + boards[board + SEASON])] = one
    if boards[board + OVER] == GOES_ON:
        seen[at + PHASES + phase] = one
    for unit in range(0 + boards[board + COUNT]):
        who, place = 0 + boards[board + WHO + unit], 0 + boards[board + LOCATION + unit]
        piece = 2 * (who & POWER) + (1 if who & FLEET else 0)
        seen[at + STANDING + place * PIECES + piece] = one
    for unit in range(0 + boards[board + BEATEN]):
        who = 0 + boards[board + BEATEN_WHO + unit]
        place = 0 + boards[board + BEATEN_LOCATION + unit]
        piece = 2 * (who & POWER) + (1 if who & FLEET else 0)
        seen[at + PUSHED + place * PIECES + piece] = one
    for centre in range(CENTRES):
        owner = 0 + boards[board + OWNER + centre]
        if owner != NONE:
            seen[at + OWNED + owner * PROVINCES + near[CENTRE_PROVINCE + centre]] = one
    for unit in range(past[was]):
        write_past(past, was, unit, seen, at, one)


@compiled
def write_past(past: Numbers, was: int, unit: int, seen: Numbers, at: int, one: int) -> None:
    """Write one of the last orders: its kind and its places, and its result."""
    place, code = past[was + PAST_LOCATION + unit], past[was + PAST_CODE + unit]
    result = past[was + PAST_RESULT + unit]
    row = at + LAST_ORDERS + place * ORDER_WIDTH
    kind = code & KIND_BITS
    seen[row + kind] = one
    if kind != HOLD:
        seen[row + KINDS + (code >> TARGET_AT & PLACE_BITS)] = one
    if kind == MOVE and code >> VIA_AT & 1:
        seen[row + VIA] = one
    if kind in (SUPPORT, CONVOY):
        end = (code >> END_AT & PLACE_BITS) - 1
        coast = (code >> COAST_AT & PLACE_BITS) - 1
        if end >= 0:
            seen[row + MOVE] = one
            seen[row + KINDS + (coast if coast >= 0 else end)] = one
    row = at + LAST_RESULTS + place * RESULTS
    if result >= DISLODGED:
        seen[row + DISLODGED_COLUMN] = one
        result -= DISLODGED
    # a column for each outcome of the batch, in its order, but one for both ways to move
    seen[row + (result if result <= MOVED else result - SAILED + MOVED)] = one
