"""Which orders are possible, regardless of all others."""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.convoy_routes import sails
from entente.games.diplomacy.batch.layout import (
    AT,
    COAST_AT,
    COAST_OF,
    COASTS,
    COUNT,
    END_AT,
    FLEET,
    HOLD,
    KIND_BITS,
    LANES,
    LISTED,
    LOCATION,
    LOCATIONS,
    MOVE,
    NONE,
    PLACE,
    PLACE_BITS,
    PROVINCE_OF,
    PROVINCES,
    SEA_OF,
    STEPS,
    SUPPORT,
    TARGET_AT,
    WAYS,
    WHO,
)


@inlined
def stand_of(boards: Numbers, board: int, unit: int) -> int:
    """Return the stand of a unit, numbered separately for fleets."""
    location = boards[board + LOCATION + unit]
    return LOCATIONS + location if boards[board + WHO + unit] & FLEET else 0 + location


@inlined
def fleets_at_sea(near: Numbers, boards: Numbers, board: int) -> int:
    """Return the seas with a fleet in them, which might convoy."""
    fleets = 0
    for unit in range(0 + boards[board + COUNT]):
        if boards[board + WHO + unit] & FLEET:
            sea = near[SEA_OF + near[PROVINCE_OF + boards[board + LOCATION + unit]]]
            if sea != NONE:
                fleets |= 1 << sea
    return fleets


@inlined
def leads_to(near: Numbers, stand: int, location: int) -> bool:
    """Whether a unit can step to a location."""
    listed = STEPS + stand * LISTED
    leads = False
    for number in range(listed + 1, listed + 1 + near[listed]):
        leads = leads or near[number] == location
    return leads


@compiled
def impossible(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    order: int,
    unit: int,
    room: Numbers,
) -> bool:
    """Whether a unit cannot carry out an order. Requires the unit map in `work`."""
    kind = order & KIND_BITS
    target = order >> TARGET_AT & PLACE_BITS
    if kind == HOLD:
        return False
    if target >= LOCATIONS:
        return True
    stand = stand_of(boards, board, unit)
    if kind == MOVE:
        if stand >= LOCATIONS:
            return not leads_to(near, stand, target)
        end = near[PROVINCE_OF + target]
        return not goes(near, masks, boards, board, room[PLACE + unit], end, 0)
    end = (order >> END_AT & PLACE_BITS) - 1
    helped = room[AT + near[PROVINCE_OF + target]]
    if end >= PROVINCES or helped in (NONE, unit):
        return True
    start, place = room[PLACE + helped], room[PLACE + unit]
    guest = stand_of(boards, board, helped)
    if kind == SUPPORT:
        aim = start if end < 0 else end
        if aim == place or near[WAYS + stand * PROVINCES + aim] == 0:
            return True
        if end < 0:
            return False
        coast = (order >> COAST_AT & PLACE_BITS) - 1
        if guest >= LOCATIONS:
            ways = near[WAYS + guest * PROVINCES + end]
            named = near[PROVINCE_OF + coast] == end if 0 <= coast < LOCATIONS else False
            return ways == 0 or (coast >= 0 and not (named and leads_to(near, guest, coast)))
        own = near[SEA_OF + place]
        return not goes(near, masks, boards, board, start, end, 0 if own == NONE else 1 << own)
    one, other = near[COAST_OF + start], NONE if end < 0 else near[COAST_OF + end]
    sea = near[SEA_OF + place]
    if stand < LOCATIONS or sea == NONE or guest >= LOCATIONS or one == NONE or other == NONE:
        return True
    return not masks[LANES + one * COASTS + other] >> sea & 1


@inlined
def goes(
    near: Numbers, masks: Numbers, boards: Numbers, board: int, start: int, end: int, without: int
) -> bool:
    """Whether an army could walk or be convoyed, not counting the fleets of some seas."""
    if start == end:
        return False
    if near[WAYS + start * PROVINCES + end]:
        return True
    if near[COAST_OF + start] == NONE or near[COAST_OF + end] == NONE:
        return False
    return sails(masks, start, end, fleets_at_sea(near, boards, board) & ~without)
