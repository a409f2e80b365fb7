"""The adjudication of a board, under the standard rules.

Moves, supports that help something and fleets that carry somebody are questions. Their answers
stand in two words with a bit for each unit, those known to be yes and those known to be no; a
strength is at least what supports surely stand and at most what may. Passes over the open questions
answer what can be answered, until all is known or nothing more follows. Then what is open hangs
together in knots: one with a convoy in it loses that convoy (Szykman's rule), another turns.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import count, lowest
from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.layout import (
    AIM,
    AT,
    BACKERS,
    BROKEN,
    COAST_AT,
    CONTESTED_BYTES,
    CONVOY,
    CONVOYED,
    COUNT,
    CUT,
    END,
    END_AT,
    FAILED,
    FIRST,
    FLEET,
    HELD,
    HOLD,
    KIND,
    KIND_BITS,
    LOCATION,
    MOVE,
    MOVED,
    NEXT,
    NONE,
    OF,
    OF_POWER,
    OUTCOME,
    PLACE,
    PLACE_BITS,
    POWER,
    PROVINCE_OF,
    PROVINCES,
    PUSHER,
    ROUTES,
    SAILED,
    SEA_OF,
    SEA_PROVINCE,
    STANDOFFS,
    SUPPORT,
    SUPPORTED,
    TARGET_AT,
    UNITS,
    VIA_AT,
    VOID,
    WAITS,
    WAYS,
    WHO,
)
from entente.games.diplomacy.batch.possible import impossible
from entente.games.diplomacy.batch.sailing import routes, sails

NO, YES, MAYBE = 0, 1, 2


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
    """What becomes of the orders of one board; impossible ones are void, unless `checked`."""
    units = 0 + boards[board + COUNT]
    void, idle = set_up(near, masks, boards, board, orders, first, room, work, checked)
    movers, by_sea, dead = set_out(near, masks, units, orders, first, room, work)
    yes, no = settle(near, masks, units, room, work, movers & ~dead, by_sea, dead, idle)
    report(near, masks, units, fates, fate, room, work, yes, no, by_sea, idle, void)


# -- setting up


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
    """Who stands where and is told what. Returns the orders that are void, and those that help
    nobody."""
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
    """Find what a support or a convoy helps. Whether it helps anything."""
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
    """The location that a unit is sent to; III.3: coasts mean nothing to an army."""
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
    """All who move, those who go by sea, and those who have no ship. Only who travels attacks."""
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
    """Where it could walk, an army sails if it is told to, or if a fleet of its own carries it."""
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


# -- answering


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
    """Answer everything: the words of yes and of no."""
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
    """The fleets that somebody sails with."""
    found = 0
    while by_sea:
        seas = work[ROUTES + lowest(by_sea)]
        by_sea &= by_sea - 1
        while seas:
            found |= 1 << room[AT + near[SEA_PROVINCE + lowest(seas)]]
            seas &= seas - 1
    return found


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
    """Whether a move succeeds, a support stands, a fleet stays, as far as can be told."""
    kind = room[KIND + unit]
    if kind == MOVE:
        return move(near, masks, room, work, unit, yes, no, by_sea)
    if kind == SUPPORT:
        return support(near, masks, room, work, unit, yes, no, by_sea)
    return stays(room, unit, yes, no)


@inlined
def known(unit: int, yes: int, no: int) -> int:
    """What is known about a question."""
    if yes >> unit & 1:
        return YES
    return NO if no >> unit & 1 else MAYBE


@inlined
def stays(room: Numbers, unit: int, yes: int, no: int) -> int:
    """A convoying fleet stays unless somebody enters its sea."""
    found = YES
    attacker = room[FIRST + room[PLACE + unit]]
    while attacker != NONE:
        if yes >> attacker & 1:
            return NO
        if not no >> attacker & 1:
            found = MAYBE
        attacker = room[NEXT + attacker]
    return found


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
    """VI: a support is cut by any foreign attack that does not come from where it is aimed.

    An attack from there cuts it only by dislodging the unit; one's own never does.
    """
    found = YES
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
                found = MAYBE
        attacker = room[NEXT + attacker]
    return found


@inlined
def path(
    near: Numbers, masks: Numbers, room: Numbers, work: Numbers, army: int, yes: int, no: int
) -> int:
    """VIII.4: whether the convoy of an army holds: one route is enough."""
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
    """One, and one for each support that stands, at least and at most; without some units."""
    backers = work[BACKERS + unit] & ~without
    if backers == 0:
        return 1, 1
    return 1 + count(backers & yes), 1 + count(backers & ~no)


@inlined
def meet(room: Numbers, unit: int, other: int, by_sea: int) -> bool:
    """Whether two units attack each other on the road, neither of them by convoy."""
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
    """IV, V.2: a move succeeds if it is stronger than whatever opposes it."""
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
    """V.7: how strongly a rival keeps others out of where `other` stands, if anybody does.

    Dislodged by that very unit on the road it counts for nothing.
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


# -- knots


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
    """Cut the smallest knot: armies in it lose their convoy; without any, its moves succeed, which
    are returned."""
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
    """The units whose answers bear on an open question."""
    kind = room[KIND + unit]
    if kind == MOVE:
        return move_waits_for(near, masks, room, work, unit, yes, no, by_sea)
    found = 0
    own = work[OF_POWER + (room[OF + unit] & POWER)]
    attacker = room[FIRST + room[PLACE + unit]]
    while attacker != NONE:
        if kind == CONVOY or (
            not own >> attacker & 1 and room[PLACE + attacker] == room[AIM + unit]
        ):
            found |= 1 << attacker
        elif not own >> attacker & 1:
            found |= path_waits_for(near, room, work, attacker)
        attacker = room[NEXT + attacker]
    return found


@inlined
def path_waits_for(near: Numbers, room: Numbers, work: Numbers, army: int) -> int:
    """The fleets on the routes of an army."""
    found, seas = 0, work[ROUTES + army]
    while seas:
        found |= 1 << room[AT + near[SEA_PROVINCE + lowest(seas)]]
        seas &= seas - 1
    return found


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
    """What an open move asks: its way, who stands there, supports of all who want to be there."""
    found = path_waits_for(near, room, work, unit) if by_sea >> unit & 1 else 0
    end = room[END + unit]
    other = room[AT + end]
    without = 0
    if other != NONE:
        stands = room[END + other] == NONE
        head_on = meet(room, unit, other, by_sea)
        if stands or head_on:
            found |= work[BACKERS + other]
            without = work[OF_POWER + (room[OF + other] & POWER)]
        else:
            found |= 1 << other
            if no >> other & 1:
                without = work[OF_POWER + (room[OF + other] & POWER)]
    found |= work[BACKERS + unit] & ~without
    rival = room[FIRST + end]
    while rival != NONE:
        if rival != unit:
            travels = YES
            if by_sea >> rival & 1:
                found |= path_waits_for(near, room, work, rival)
                travels = path(near, masks, room, work, rival, yes, no)
            if travels != NO:
                found |= work[BACKERS + rival]
                if other != NONE and meet(room, rival, other, by_sea):
                    found |= 1 << other
        rival = room[NEXT + rival]
    return found


# -- what came of it


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
    """Write down what became of each order, who dislodged whom, and where there were standoffs."""
    for unit in range(units):
        fates[fate + PUSHER + unit] = NONE
    for byte in range(CONTESTED_BYTES):
        fates[fate + STANDOFFS + byte] = 0
    for unit in range(units):
        kind = room[KIND + unit]
        found = VOID if void >> unit & 1 else HELD
        if kind == MOVE:
            found = FAILED
            end = room[END + unit]
            other = room[AT + end]
            if yes >> unit & 1:
                found = SAILED if by_sea >> unit & 1 else MOVED
                if other != NONE and not (room[KIND + other] == MOVE and yes >> other & 1):
                    fates[fate + PUSHER + other] = unit
            elif bars(near, masks, room, work, unit, other, yes, no, by_sea):
                fates[fate + STANDOFFS + (end >> 3)] |= 1 << (end & 7)
        elif kind == SUPPORT:
            found = SUPPORTED
            stands = YES
            if not idle >> unit & 1:
                stands = known(unit, yes, no)
            elif room[FIRST + room[PLACE + unit]] != NONE:
                stands = support(near, masks, room, work, unit, yes, no, by_sea)
            if stands == NO:
                found = CUT
            elif idle >> unit & 1:
                found = BROKEN
        elif kind == CONVOY:
            found = CONVOYED
            if idle >> unit & 1 or stays(room, unit, yes, no) == NO:
                found = BROKEN
        fates[fate + OUTCOME + unit] = found


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
    """Whether a move that failed leaves a province empty because it kept others out."""
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
