"""The legal orders of each unit (III, V.1, VIII.1), as words in an array.

They match `rules.possible_orders`: only what can happen is listed: a convoyed move or a convoy if
the fleets form a route, a support for a move the unit can make.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import lowest
from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.convoy_routes import (
    LEFT,
    PENDING,
    TAKEN,
    coasts_of,
    together,
)
from entente.games.diplomacy.batch.layout import (
    AT,
    BESIDE,
    CARRIED,
    COAST_AT,
    COAST_OF,
    COAST_PROVINCE,
    COASTS,
    CONVOY,
    COUNT,
    END_AT,
    FLEET,
    GUESTS,
    HOLD,
    LISTED,
    LOCATION,
    LOCATIONS,
    MOVE,
    NONE,
    PLACE,
    PROVINCE_OF,
    PROVINCES,
    SAILING,
    SEA_COASTS,
    SEA_GUESTS,
    SEA_NEXT,
    SEA_OF,
    SHORE,
    SHORES_OF,
    STEPS,
    SUPPORT,
    TARGET_AT,
    UNITS,
    VIA_AT,
    WALKS,
    WAYS,
    WHO,
    WITHOUT,
)
from entente.games.diplomacy.batch.order_checks import fleets_at_sea, stand_of


@inlined
def survey(
    near: Numbers, masks: Numbers, boards: Numbers, board: int, room: Numbers, work: Numbers
) -> int:
    """Before listing orders, find which unit could go where; return the seas with fleets."""
    units = 0 + boards[board + COUNT]
    fleets = fleets_at_sea(near, boards, board)
    for place in range(PROVINCES):
        room[AT + place] = NONE
        work[GUESTS + place] = 0
    for coast in range(COASTS):
        work[SEA_GUESTS + coast] = 0
    for unit in range(units):
        place = near[PROVINCE_OF + boards[board + LOCATION + unit]]
        room[PLACE + unit] = place
        room[AT + place] = unit
        bit = 1 << unit
        listed = BESIDE + stand_of(boards, board, unit) * LISTED
        for number in range(listed + 1, listed + 1 + near[listed]):
            work[GUESTS + near[number]] |= bit
        work[SAILING + unit] = 0
        if not boards[board + WHO + unit] & FLEET and masks[SHORE + place] & fleets:
            embark(near, masks, work, unit, place, fleets)
            ends = work[SAILING + unit] & ~masks[WALKS + place]
            while ends:
                work[SEA_GUESTS + lowest(ends)] |= bit
                ends &= ends - 1
    return fleets


@inlined
def embark(
    near: Numbers, masks: Numbers, work: Numbers, unit: int, start: int, fleets: int
) -> None:
    """VIII.1, VIII.2: the coasts an army could sail to, and which fleets could convoy it to which.

    A route is minimal: a sea touches no earlier one but its predecessor, and only the last touches
    the destination. So each coast is reached where the route first touches it.
    """
    own = 1 << near[COAST_OF + start]
    front = masks[SHORE + start] & fleets
    group = together(masks, front, fleets)
    work[SAILING + unit] = coasts_of(masks, group) & ~own
    if group & (group - 1) == 0:
        work[CARRIED + lowest(group) * UNITS + unit] = work[SAILING + unit]
        return
    seas = group
    while seas:
        work[CARRIED + lowest(seas) * UNITS + unit] = 0
        seas &= seas - 1
    depth = 0
    work[PENDING] = front
    work[LEFT] = fleets & ~front
    work[TAKEN] = 0
    while depth >= 0:
        front = work[PENDING + depth]
        if front == 0:
            depth -= 1
            continue
        sea = lowest(front)
        work[PENDING + depth] = front & (front - 1)
        taken = work[TAKEN + depth]
        ends = masks[SEA_COASTS + sea] & ~coasts_of(masks, taken) & ~own
        taken |= 1 << sea
        seas = taken if ends else 0
        while seas:
            work[CARRIED + lowest(seas) * UNITS + unit] |= ends
            seas &= seas - 1
        left = work[LEFT + depth]
        beside = masks[SEA_NEXT + sea] & left
        if beside:
            depth += 1
            work[PENDING + depth] = beside
            work[LEFT + depth] = left & ~beside
            work[TAKEN + depth] = taken


@inlined
def list_orders(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    work: Numbers,
    fleets: int,
    unit: int,
    listed: Numbers,
    first: int,
) -> int:
    """List all legal orders of a unit from `first` on; return where they end."""
    listed[first] = HOLD
    stand = stand_of(boards, board, unit)
    last = list_moves(near, masks, room, work, unit, stand, listed, first + 1)
    sea = near[SEA_OF + room[PLACE + unit]]
    at_sea = stand >= LOCATIONS and sea != NONE
    last = list_supports(
        near, masks, boards, board, room, work, fleets, unit, stand, at_sea, listed, last
    )
    if at_sea:
        last = list_convoys(near, masks, boards, board, room, work, fleets, sea, listed, last)
    return last


@inlined
def list_moves(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    stand: int,
    listed: Numbers,
    last: int,
) -> int:
    """III.1: list moves to neighbouring places; VIII.1: or by sea, marked if the unit could also
    walk."""
    steps = STEPS + stand * LISTED
    for number in range(steps + 1, steps + 1 + near[steps]):
        listed[last] = MOVE | near[number] << TARGET_AT
        last += 1
    ends = work[SAILING + unit]
    walks = masks[WALKS + room[PLACE + unit]]
    while ends:
        coast = lowest(ends)
        ends &= ends - 1
        via = walks >> coast & 1
        listed[last] = MOVE | near[COAST_PROVINCE + coast] << TARGET_AT | via << VIA_AT
        last += 1
    return last


@inlined
def list_supports(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    work: Numbers,
    fleets: int,
    unit: int,
    stand: int,
    at_sea: bool,
    listed: Numbers,
    last: int,
) -> int:
    """V.1: list supports into every place the unit could enter, for units there or able to move
    there."""
    others = ~(1 << unit)
    if at_sea:
        sail_without(near, masks, boards, board, room, work, fleets, unit)
    beside = BESIDE + stand * LISTED
    for number in range(beside + 1, beside + 1 + near[beside]):
        aim = near[number]
        host = room[AT + aim]
        if host != NONE:
            listed[last] = SUPPORT | boards[board + LOCATION + host] << TARGET_AT
            last += 1
        coast = near[COAST_OF + aim]
        into = SUPPORT | (aim + 1) << END_AT
        guests = work[GUESTS + aim] & others
        if coast != NONE:
            sailors = work[SEA_GUESTS + coast] & others
            while sailors:
                guest = lowest(sailors)
                sailors &= sailors - 1
                if not at_sea or work[WITHOUT + guest] >> coast & 1:
                    guests |= 1 << guest
        while guests:
            guest = lowest(guests)
            guests &= guests - 1
            location = boards[board + LOCATION + guest]
            listed[last] = into | location << TARGET_AT
            last += 1
            if near[SHORES_OF + aim] and boards[board + WHO + guest] & FLEET:
                last = list_coasts(near, location, aim, into, listed, last)
    return last


@inlined
def list_coasts(
    near: Numbers, location: int, aim: int, into: int, listed: Numbers, last: int
) -> int:
    """III.3: if a fleet has a choice of two coasts, a support may name one."""
    stand = LOCATIONS + location
    if near[WAYS + stand * PROVINCES + aim] > 1:
        steps = STEPS + stand * LISTED
        for number in range(steps + 1, steps + 1 + near[steps]):
            way = near[number]
            if near[PROVINCE_OF + way] == aim:
                listed[last] = into | location << TARGET_AT | (way + 1) << COAST_AT
                last += 1
    return last


@inlined
def sail_without(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    work: Numbers,
    fleets: int,
    unit: int,
) -> None:
    """V.1: the coasts armies could be convoyed to without the supporting fleet."""
    left = fleets & ~(1 << near[SEA_OF + room[PLACE + unit]])
    for army in range(0 + boards[board + COUNT]):
        if work[SAILING + army]:
            front = masks[SHORE + room[PLACE + army]] & left
            work[WITHOUT + army] = coasts_of(masks, together(masks, front, left))


@inlined
def list_convoys(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    work: Numbers,
    fleets: int,
    sea: int,
    listed: Numbers,
    last: int,
) -> int:
    """VIII.1, VIII.2: list convoys of armies on the shores of fleets connected to this one."""
    group = together(masks, 1 << sea, fleets)
    for army in range(0 + boards[board + COUNT]):
        if not work[SAILING + army] or not masks[SHORE + room[PLACE + army]] & group:
            continue
        ends = work[CARRIED + sea * UNITS + army]
        into = CONVOY | room[PLACE + army] << TARGET_AT
        while ends:
            listed[last] = into | (near[COAST_PROVINCE + lowest(ends)] + 1) << END_AT
            ends &= ends - 1
            last += 1
    return last


@compiled
def list_all(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    first: int,
    starts: Numbers,
    start: int,
) -> int:
    """List the orders of all units of a board, one after another. `starts` gets the start of each
    unit's orders; return where the last ones end."""
    fleets = survey(near, masks, boards, board, room, work)
    units = 0 + boards[board + COUNT]
    for unit in range(UNITS):
        starts[start + unit] = first
        if unit < units:
            first = list_orders(near, masks, boards, board, room, work, fleets, unit, listed, first)
    return first
