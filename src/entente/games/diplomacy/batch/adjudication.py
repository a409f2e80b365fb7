"""The adjudication of a board, under the standard rules.

Moves, effective supports and convoying fleets are questions. Passes over the open ones answer what
can be answered, until all is known or nothing more follows; then a cycle is broken.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import (
    lowest,
)
from entente.games.diplomacy.batch.compiled import (
    Numbers,
    compiled,
    inlined,
)
from entente.games.diplomacy.batch.cycles import (
    cut,
)
from entente.games.diplomacy.batch.layout import (
    AT,
    BROKEN,
    CONTESTED_BYTES,
    CONVOY,
    CONVOYED,
    COUNT,
    CUT,
    END,
    FAILED,
    FIRST,
    HELD,
    KIND,
    MOVE,
    MOVED,
    NEXT,
    NONE,
    OUTCOME,
    PLACE,
    PUSHER,
    ROUTES,
    SAILED,
    SEA_PROVINCE,
    STANDOFFS,
    SUPPORT,
    SUPPORTED,
    VOID,
)
from entente.games.diplomacy.batch.order_setup import (
    set_out,
    set_up,
)
from entente.games.diplomacy.batch.questions import (
    MAYBE,
    NO,
    YES,
    ask,
    known,
    prevent,
    stays,
    support,
)


@compiled
def judge(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    fates: Numbers,
    fate: int,
    room: Numbers,
    work: Numbers,
    checked: bool,
) -> None:
    """Adjudicate the orders of one board; impossible ones are void, unless `checked`."""
    units = 0 + boards[board + COUNT]
    void, idle = set_up(near, masks, boards, board, orders, first, room, work, checked)
    movers, by_sea, dead = set_out(near, masks, units, orders, first, room, work)
    yes, no = settle(near, masks, units, room, work, movers & ~dead, by_sea, dead, idle)
    report(near, masks, units, fates, fate, room, work, yes, no, by_sea, idle, void)


@inlined
def settle(
    near: Numbers,
    masks: Numbers,
    units: int,
    room: Numbers,
    work: Numbers,
    movers: int,
    by_sea: int,
    dead: int,
    idle: int,
) -> tuple[int, int]:
    """Answer all questions; return the words of yes and of no."""
    yes, no, questions = 0, dead, 0
    for unit in range(units):
        if room[KIND + unit] == SUPPORT and not idle >> unit & 1:
            bit = 1 << unit
            answer = support(near, masks, room, work, unit, yes, no, by_sea)
            if answer == YES:
                yes |= bit
            elif answer == NO:
                no |= bit
            else:
                questions |= bit
    if by_sea:
        questions |= carriers_of(near, room, work, by_sea)
    questions |= movers
    while questions:
        before, left = questions, questions
        while left:
            bit = left & -left
            left ^= bit
            unit = lowest(bit)
            answer = ask(near, masks, room, work, unit, yes, no, by_sea)
            if answer == MAYBE:
                continue
            questions ^= bit
            if answer == YES:
                yes |= bit
            else:
                no |= bit
        if questions == before:
            turning = cut(near, masks, room, work, questions, yes, no, by_sea)
            yes |= turning
            questions &= ~turning
    return yes, no


@inlined
def carriers_of(near: Numbers, room: Numbers, work: Numbers, by_sea: int) -> int:
    """Return the fleets that convoy an army."""
    carriers = 0
    while by_sea:
        seas = work[ROUTES + lowest(by_sea)]
        by_sea &= by_sea - 1
        while seas:
            carriers |= 1 << room[AT + near[SEA_PROVINCE + lowest(seas)]]
            seas &= seas - 1
    return carriers


@inlined
def report(
    near: Numbers,
    masks: Numbers,
    units: int,
    fates: Numbers,
    fate: int,
    room: Numbers,
    work: Numbers,
    yes: int,
    no: int,
    by_sea: int,
    idle: int,
    void: int,
) -> None:
    """Write the result of each order, who dislodged whom, and the standoffs."""
    for unit in range(units):
        fates[fate + PUSHER + unit] = NONE
    for byte in range(CONTESTED_BYTES):
        fates[fate + STANDOFFS + byte] = 0
    for unit in range(units):
        kind = room[KIND + unit]
        outcome = VOID if void >> unit & 1 else HELD
        if kind == MOVE:
            outcome = FAILED
            end = room[END + unit]
            other = room[AT + end]
            if yes >> unit & 1:
                outcome = SAILED if by_sea >> unit & 1 else MOVED
                if other != NONE and not (room[KIND + other] == MOVE and yes >> other & 1):
                    fates[fate + PUSHER + other] = unit
            elif bars(near, masks, room, work, unit, other, yes, no, by_sea):
                fates[fate + STANDOFFS + (end >> 3)] |= 1 << (end & 7)
        elif kind == SUPPORT:
            outcome = SUPPORTED
            stands = YES
            if not idle >> unit & 1:
                stands = known(unit, yes, no)
            elif room[FIRST + room[PLACE + unit]] != NONE:
                stands = support(near, masks, room, work, unit, yes, no, by_sea)
            if stands == NO:
                outcome = CUT
            elif idle >> unit & 1:
                outcome = BROKEN
        elif kind == CONVOY:
            outcome = CONVOYED
            if idle >> unit & 1 or stays(room, unit, yes, no) == NO:
                outcome = BROKEN
        fates[fate + OUTCOME + unit] = outcome


@inlined
def bars(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    other: int,
    yes: int,
    no: int,
    by_sea: int,
) -> bool:
    """Whether a failed move leaves a province empty by keeping others out."""
    if other != NONE and not (room[KIND + other] == MOVE and yes >> other & 1):
        return False
    rival = room[FIRST + room[END + unit]]
    travels = False
    while rival != NONE:
        if yes >> rival & 1:
            return False
        if rival == unit:
            travels = True
        rival = room[NEXT + rival]
    if not travels:
        return False
    least, _ = prevent(near, masks, room, work, unit, other, yes, no, by_sea)
    return least > 0
