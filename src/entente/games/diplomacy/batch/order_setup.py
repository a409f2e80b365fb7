"""Set up a board for adjudication: units, supports, convoys and attacks."""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import (
    lowest,
)
from entente.games.diplomacy.batch.compiled import (
    Numbers,
    inlined,
)
from entente.games.diplomacy.batch.convoy_routes import (
    routes,
    sails,
)
from entente.games.diplomacy.batch.layout import (
    AIM,
    AT,
    BACKERS,
    COAST_AT,
    CONVOY,
    COUNT,
    END,
    END_AT,
    FIRST,
    FLEET,
    HOLD,
    KIND,
    KIND_BITS,
    LOCATION,
    MOVE,
    NEXT,
    NONE,
    OF,
    OF_POWER,
    PLACE,
    PLACE_BITS,
    POWER,
    PROVINCE_OF,
    PROVINCES,
    ROUTES,
    SEA_OF,
    SEA_PROVINCE,
    SUPPORT,
    TARGET_AT,
    VIA_AT,
    WAYS,
    WHO,
)
from entente.games.diplomacy.batch.order_checks import (
    impossible,
)


@inlined
def set_up(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    room: Numbers,
    work: Numbers,
    checked: bool,
) -> tuple[int, int]:
    """Set up units and orders. Return the void orders, and those that help no one."""
    units = 0 + boards[board + COUNT]
    for place in range(2 * PROVINCES):
        room[AT + place] = NONE
    for power in range(POWER + 1):
        work[OF_POWER + power] = 0
    for unit in range(units):
        who = boards[board + WHO + unit]
        place = near[PROVINCE_OF + boards[board + LOCATION + unit]]
        room[OF + unit] = who
        room[PLACE + unit] = place
        room[AT + place] = unit
        work[OF_POWER + (who & POWER)] |= 1 << unit
    void = 0
    if not checked:
        for unit in range(units):
            if impossible(near, masks, boards, board, orders[first + unit], unit, room):
                void |= 1 << unit
    for unit in range(units):
        order = orders[first + unit]
        kind = HOLD if void >> unit & 1 else order & KIND_BITS
        room[KIND + unit] = kind
        room[END + unit] = NONE
        work[BACKERS + unit] = 0
        work[ROUTES + unit] = 0
        if kind == MOVE:
            room[END + unit] = near[PROVINCE_OF + (order >> TARGET_AT & PLACE_BITS)]
    idle = 0
    for unit in range(units):
        if room[KIND + unit] >= SUPPORT and not match(near, orders, first, room, work, unit):
            idle |= 1 << unit
    return void, idle


@inlined
def match(
    near: Numbers,
    orders: Numbers,
    first: int,
    room: Numbers,
    work: Numbers,
    unit: int,
) -> bool:
    """Find what a support or a convoy helps; return whether it helps anything."""
    order = orders[first + unit]
    target = order >> TARGET_AT & PLACE_BITS
    end = (order >> END_AT & PLACE_BITS) - 1
    helped = room[AT + near[PROVINCE_OF + target]]
    if helped == NONE:
        room[AIM + unit] = NONE
        return False
    if room[KIND + unit] == CONVOY:
        room[AIM + unit] = helped
        if room[END + helped] != end:
            return False
        work[ROUTES + helped] |= 1 << near[SEA_OF + room[PLACE + unit]]
        return True
    if end < 0:
        room[AIM + unit] = room[PLACE + helped]
        if room[KIND + helped] == MOVE:
            return False
    else:
        room[AIM + unit] = end
        if room[END + helped] != end:
            return False
        coast = (order >> COAST_AT & PLACE_BITS) - 1
        if coast >= 0 and coast != entered(near, orders, first, room, helped):
            return False
    work[BACKERS + helped] |= 1 << unit
    return True


@inlined
def entered(near: Numbers, orders: Numbers, first: int, room: Numbers, unit: int) -> int:
    """Return the destination of a unit; III.3: an army ignores coasts."""
    target = orders[first + unit] >> TARGET_AT & PLACE_BITS
    if room[OF + unit] & FLEET:
        return target
    return 0 + near[PROVINCE_OF + target]


@inlined
def set_out(
    near: Numbers,
    masks: Numbers,
    units: int,
    orders: Numbers,
    first: int,
    room: Numbers,
    work: Numbers,
) -> tuple[int, int, int]:
    """All moving units, those by sea, and those without a convoy. Only units that travel attack."""
    movers, by_sea, dead = 0, 0, 0
    for unit in range(units):
        if room[KIND + unit] != MOVE:
            continue
        bit = 1 << unit
        movers |= bit
        if not room[OF + unit] & FLEET and (
            goes_by_sea(near, masks, orders, first, room, work, unit)
        ):
            carriers = work[ROUTES + unit]
            if carriers:
                carriers = routes(masks, work, room[PLACE + unit], room[END + unit], carriers)
                work[ROUTES + unit] = carriers
            by_sea |= bit
            if carriers == 0:
                dead |= bit
                continue
        end = room[END + unit]
        room[NEXT + unit] = room[FIRST + end]
        room[FIRST + end] = unit
    return movers, by_sea, dead


@inlined
def goes_by_sea(
    near: Numbers,
    masks: Numbers,
    orders: Numbers,
    first: int,
    room: Numbers,
    work: Numbers,
    unit: int,
) -> bool:
    """Whether an army that could walk sails: if ordered to, or if its own power's fleet convoys
    it."""
    start, end = room[PLACE + unit], room[END + unit]
    if near[WAYS + start * PROVINCES + end] == 0:
        return True
    if orders[first + unit] >> VIA_AT & 1:
        return True
    left = work[ROUTES + unit]
    own = work[OF_POWER + (room[OF + unit] & POWER)]
    while left:
        fleet = room[AT + near[SEA_PROVINCE + lowest(left)]]
        if own >> fleet & 1:
            return sails(masks, start, end, work[ROUTES + unit])
        left &= left - 1
    return False
