"""Cycles: open questions that depend only on each other.

A cycle with a convoy is a paradox, and the convoy fails (Szykman's rule); any other is a rotation,
and succeeds.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import (
    count,
    lowest,
)
from entente.games.diplomacy.batch.compiled import (
    Numbers,
    compiled,
    inlined,
)
from entente.games.diplomacy.batch.layout import (
    AIM,
    AT,
    BACKERS,
    CONVOY,
    END,
    FIRST,
    KIND,
    MOVE,
    NEXT,
    NONE,
    OF,
    OF_POWER,
    PLACE,
    POWER,
    ROUTES,
    SEA_PROVINCE,
    UNITS,
    WAITS,
)
from entente.games.diplomacy.batch.questions import (
    NO,
    YES,
    meet,
    path,
)


@compiled
def cut(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    questions: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """Break the smallest cycle: its convoyed armies lose their convoy; without any, its moves
    succeed and are returned."""
    left = questions
    while left:
        unit = lowest(left)
        left &= left - 1
        work[WAITS + unit] = questions & waits_for(near, masks, room, work, unit, yes, no, by_sea)
    knot, size, left = 0, UNITS + 1, questions
    while left:
        seen = front = left & -left
        left &= left - 1
        while front:
            new = work[WAITS + lowest(front)] & ~seen
            seen |= new
            front = (front & (front - 1)) | new
        if count(seen) < size:
            knot, size = seen, count(seen)
    turning, lost = 0, False
    while knot:
        unit = lowest(knot)
        knot &= knot - 1
        if room[KIND + unit] == CONVOY:
            work[ROUTES + room[AIM + unit]] = 0
            lost = True
        elif room[KIND + unit] == MOVE:
            turning |= 1 << unit
    return 0 if lost else turning


@inlined
def waits_for(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """Return the units an open question depends on."""
    kind = room[KIND + unit]
    if kind == MOVE:
        return move_waits_for(near, masks, room, work, unit, yes, no, by_sea)
    needed = 0
    own = work[OF_POWER + (room[OF + unit] & POWER)]
    attacker = room[FIRST + room[PLACE + unit]]
    while attacker != NONE:
        if kind == CONVOY or (
            not own >> attacker & 1 and room[PLACE + attacker] == room[AIM + unit]
        ):
            needed |= 1 << attacker
        elif not own >> attacker & 1:
            needed |= path_waits_for(near, room, work, attacker)
        attacker = room[NEXT + attacker]
    return needed


@inlined
def path_waits_for(near: Numbers, room: Numbers, work: Numbers, army: int) -> int:
    """Return the fleets on the routes of an army."""
    needed, seas = 0, work[ROUTES + army]
    while seas:
        needed |= 1 << room[AT + near[SEA_PROVINCE + lowest(seas)]]
        seas &= seas - 1
    return needed


@inlined
def move_waits_for(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """Return the dependencies of an open move: its route, the unit at the destination, the supports
    of all rivals."""
    needed = path_waits_for(near, room, work, unit) if by_sea >> unit & 1 else 0
    end = room[END + unit]
    other = room[AT + end]
    without = 0
    if other != NONE:
        stands = room[END + other] == NONE
        head_on = meet(room, unit, other, by_sea)
        if stands or head_on:
            needed |= work[BACKERS + other]
            without = work[OF_POWER + (room[OF + other] & POWER)]
        else:
            needed |= 1 << other
            if no >> other & 1:
                without = work[OF_POWER + (room[OF + other] & POWER)]
    needed |= work[BACKERS + unit] & ~without
    rival = room[FIRST + end]
    while rival != NONE:
        if rival != unit:
            travels = YES
            if by_sea >> rival & 1:
                needed |= path_waits_for(near, room, work, rival)
                travels = path(near, masks, room, work, rival, yes, no)
            if travels != NO:
                needed |= work[BACKERS + rival]
                if other != NONE and meet(room, rival, other, by_sea):
                    needed |= 1 << other
        rival = room[NEXT + rival]
    return needed
