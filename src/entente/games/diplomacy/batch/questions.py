"""The questions of a board and their answers so far, under the standard rules.

Does a move succeed, does a support hold, does a convoying fleet stay? Answers are two words with a
bit per unit, one for known yes and one for known no. A strength has a minimum, from supports known
to hold, and a maximum, from those that may.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import (
    count,
    lowest,
)
from entente.games.diplomacy.batch.compiled import (
    Numbers,
    inlined,
)
from entente.games.diplomacy.batch.convoy_routes import (
    sails,
)
from entente.games.diplomacy.batch.layout import (
    AIM,
    AT,
    BACKERS,
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
    SUPPORT,
)

NO, YES, MAYBE = 0, 1, 2


@inlined
def ask(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """Whether a move succeeds, a support holds or a fleet stays, as far as is known."""
    kind = room[KIND + unit]
    if kind == MOVE:
        return move(near, masks, room, work, unit, yes, no, by_sea)
    if kind == SUPPORT:
        return support(near, masks, room, work, unit, yes, no, by_sea)
    return stays(room, unit, yes, no)


@inlined
def known(unit: int, yes: int, no: int) -> int:
    """Return the known answer to a question."""
    if yes >> unit & 1:
        return YES
    return NO if no >> unit & 1 else MAYBE


@inlined
def stays(room: Numbers, unit: int, yes: int, no: int) -> int:
    """Keep a convoying fleet in place unless a unit enters its sea."""
    answer = YES
    attacker = room[FIRST + room[PLACE + unit]]
    while attacker != NONE:
        if yes >> attacker & 1:
            return NO
        if not no >> attacker & 1:
            answer = MAYBE
        attacker = room[NEXT + attacker]
    return answer


@inlined
def support(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """VI: a support is cut by any foreign attack not from its target province.

    An attack from there cuts it only by dislodging the unit; the power's own attack never does.
    """
    answer = YES
    own = work[OF_POWER + (room[OF + unit] & POWER)]
    attacker = room[FIRST + room[PLACE + unit]]
    while attacker != NONE:
        if not own >> attacker & 1:
            if room[PLACE + attacker] == room[AIM + unit]:
                cuts = known(attacker, yes, no)
            elif by_sea >> attacker & 1:
                cuts = path(near, masks, room, work, attacker, yes, no)
            else:
                return NO
            if cuts == YES:
                return NO
            if cuts == MAYBE:
                answer = MAYBE
        attacker = room[NEXT + attacker]
    return answer


@inlined
def path(
    near: Numbers, masks: Numbers, room: Numbers, work: Numbers, army: int, yes: int, no: int
) -> int:
    """VIII.4: whether an army's convoy succeeds: one route is enough."""
    left = work[ROUTES + army]
    sure, possible = 0, 0
    while left:
        sea = left & -left
        left ^= sea
        fleet = room[AT + near[SEA_PROVINCE + lowest(sea)]]
        if yes >> fleet & 1:
            sure |= sea
        if not no >> fleet & 1:
            possible |= sea
    start, end = room[PLACE + army], room[END + army]
    if sure and sails(masks, start, end, sure):
        return YES
    return MAYBE if possible and sails(masks, start, end, possible) else NO


@inlined
def strength(work: Numbers, unit: int, without: int, yes: int, no: int) -> tuple[int, int]:
    """One plus the supports that hold, as minimum and maximum; without some units."""
    backers = work[BACKERS + unit] & ~without
    if backers == 0:
        return 1, 1
    return 1 + count(backers & yes), 1 + count(backers & ~no)


@inlined
def meet(room: Numbers, unit: int, other: int, by_sea: int) -> bool:
    """Whether two units attack each other head-on, neither by convoy."""
    return room[END + other] == room[PLACE + unit] and not (by_sea >> unit | by_sea >> other) & 1


@inlined
def move(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    unit: int,
    yes: int,
    no: int,
    by_sea: int,
) -> int:
    """IV, V.2: a move succeeds if it is stronger than everything that opposes it."""
    end = room[END + unit]
    other = room[AT + end]
    rival = room[FIRST + end]
    if other == NONE and rival == unit and room[NEXT + unit] == NONE and not by_sea >> unit & 1:
        return YES
    travels = YES
    if by_sea >> unit & 1:
        travels = path(near, masks, room, work, unit, yes, no)
        if travels == NO:
            return NO
    if other == NONE:
        least, most = strength(work, unit, 0, yes, no)
        hold_least, hold_most = 0, 0
    else:
        power = room[OF + other] & POWER
        own = room[OF + unit] & POWER == power
        head_on = meet(room, unit, other, by_sea)
        stands = room[END + other] == NONE
        leaves = NO if stands or head_on else known(other, yes, no)
        if leaves == NO:
            if own:
                return NO
            least, most = strength(work, unit, work[OF_POWER + power], yes, no)
        else:
            least, most = strength(work, unit, 0, yes, no)
            if leaves == MAYBE:
                if own:
                    least = 0
                else:
                    least, _ = strength(work, unit, work[OF_POWER + power], yes, no)
        if leaves == YES:
            hold_least, hold_most = 0, 0
        elif stands or head_on:
            hold_least, hold_most = strength(work, other, 0, yes, no)
        else:
            hold_least, hold_most = (1, 1) if leaves == NO else (0, 1)
    if most <= hold_least:
        return NO
    sure = travels == YES and least > hold_most
    while rival != NONE:
        if rival != unit:
            rival_least, rival_most = prevent(
                near, masks, room, work, rival, other, yes, no, by_sea
            )
            if most <= rival_least:
                return NO
            if least <= rival_most:
                sure = False
        rival = room[NEXT + rival]
    return YES if sure else MAYBE


@inlined
def prevent(
    near: Numbers,
    masks: Numbers,
    room: Numbers,
    work: Numbers,
    rival: int,
    other: int,
    yes: int,
    no: int,
    by_sea: int,
) -> tuple[int, int]:
    """V.7: a rival's prevent strength at the province of `other`.

    Zero if that unit dislodges it head-on.
    """
    travels = YES
    if by_sea >> rival & 1:
        travels = path(near, masks, room, work, rival, yes, no)
        if travels == NO:
            return 0, 0
    least, most = strength(work, rival, 0, yes, no)
    if travels == MAYBE:
        least = 0
    if other != NONE and meet(room, rival, other, by_sea):
        if yes >> other & 1:
            return 0, 0
        if not no >> other & 1:
            least = 0
    return least, most
