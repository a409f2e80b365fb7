"""One board of an environment: list what can be chosen, carry out what was, count the rewards."""

from __future__ import annotations

from typing import Any

from entente.games.diplomacy.batch.adjudication import judge
from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.layout import (
    ADJUSTED,
    BEATEN,
    BEATEN_LOCATION,
    BEATEN_WHO,
    BOARD,
    BUILD,
    COUNT,
    DRAWN,
    FATE,
    GOES_ON,
    HOLD,
    KIND_BITS,
    LOCATION,
    LUCK,
    MOVEMENT,
    NONE,
    OVER,
    PHASE,
    PLACE_BITS,
    POWER,
    POWERS,
    PROVINCE_OF,
    RETREATS,
    TARGET_AT,
    UNITS,
    WAIVE,
    WHO,
    WINNER,
    WON,
)
from entente.games.diplomacy.batch.legal_orders import list_orders, survey
from entente.games.diplomacy.batch.rng import randbelow
from entente.games.diplomacy.batch.seasons import (
    adjust,
    carry_out,
    centres_of,
    lay_out,
    list_adjustments,
    list_retreats,
    orders_due,
    retreat,
    season_ends,
    units_of,
)
from entente.games.diplomacy.batch.vector.layout import (
    CENTRE_SHARE,
    GREEDY,
    OUTCOME,
    PAST,
    PER_SLOT,
    ROTATE,
    SLOTS,
)
from entente.games.diplomacy.batch.vector.observation import remember
from entente.games.diplomacy.batch.vector.scripted import greedy_order, greedy_retreat

TRIES = 6  # of a scripted build to find a free place


# -- what can be chosen


@inlined
def set_count(counts: Numbers, mask: Numbers, slot: int, width: int, count: int) -> None:
    """Set the number of choices of a slot, and its mask."""
    before = 0 + counts[slot]
    for number in range(slot * width + before, slot * width + count):
        mask[number] = 1
    for number in range(slot * width + count, slot * width + before):
        mask[number] = 0
    counts[slot] = count


@inlined
def keep(
    listed: Numbers,
    end: int,
    codes: Numbers,
    counts: Numbers,
    mask: Numbers,
    slot: int,
    width: int,
) -> None:
    """Keep the first orders of a list as the choices of a slot."""
    kept = min(end, width)
    for number in range(kept):
        codes[slot * width + number] = listed[number]
    set_count(counts, mask, slot, width, kept)


@inlined
def describe(units: Numbers, slot: int, location: int, who: int) -> None:
    """Write whose slot it is."""
    units[slot * PER_SLOT] = location
    units[slot * PER_SLOT + 1] = who


@inlined
def is_mine(learner: int, power: int) -> bool:
    return learner == NONE or learner & POWER == power


@compiled
def list_choices(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    goals: Numbers,
    wanted: Numbers,
    luck: Numbers,
    codes: Numbers,
    counts: Numbers,
    mask: Numbers,
    units: Numbers,
    learners: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    i: int,
    width: int,
    rival: int,
) -> int:
    """List the choices of a board; orders of scripted powers are chosen now. Return how many slots
    are open."""
    board, start, own = i * BOARD, i * SLOTS, i * LUCK
    learner, phase = 0 + learners[i], 0 + boards[board + PHASE]
    opened, slot = 0, i * SLOTS
    if phase == MOVEMENT:
        fleets = survey(near, masks, boards, board, room, work)
        for unit in range(0 + boards[board + COUNT]):
            who, order = 0 + boards[board + WHO + unit], i * UNITS + unit
            end = list_orders(near, masks, boards, board, room, work, fleets, unit, listed, 0)
            describe(units, slot, 0 + boards[board + LOCATION + unit], who)
            if is_mine(learner, who & POWER):
                keep(listed, end, codes, counts, mask, slot, width)
                orders[order] = HOLD
                opened += 1
            else:
                set_count(counts, mask, slot, width, 0)
                if rival == GREEDY:
                    orders[order] = greedy_order(
                        near, boards, board, orders, i * UNITS, unit, listed, end, luck, own
                    )
                else:
                    orders[order] = listed[randbelow(luck, own, end)]
            slot += 1
    elif phase == RETREATS:
        lay_out(near, boards, board, room)
        for unit in range(0 + boards[board + BEATEN]):
            who, order = 0 + boards[board + BEATEN_WHO + unit], i * UNITS + unit
            end = list_retreats(near, boards, board, room, unit, listed, 0)
            describe(units, slot, 0 + boards[board + BEATEN_LOCATION + unit], who)
            if is_mine(learner, who & POWER):
                keep(listed, end, codes, counts, mask, slot, width)
                goals[order] = NONE
                opened += 1
            else:
                set_count(counts, mask, slot, width, 0)
                if rival == GREEDY:
                    goals[order] = greedy_retreat(
                        near, boards, board, who & POWER, listed, end, luck, own
                    )
                else:
                    goals[order] = listed[randbelow(luck, own, end)]
            slot += 1
    else:
        lay_out(near, boards, board, room)
        for power in range(POWERS):
            due = orders_due(near, boards, board, room, power)
            if due == 0:
                continue
            end = list_adjustments(near, boards, board, room, power, listed, 0)
            for number in range(due):
                order = i * ADJUSTED + slot - start
                describe(units, slot, 0 + NONE, power)
                if is_mine(learner, power):
                    keep(listed, end, codes, counts, mask, slot, width)
                    wanted[order] = WAIVE
                    opened += 1
                else:
                    set_count(counts, mask, slot, width, 0)
                    wanted[order] = scripted_adjustment(
                        near, wanted, order, number, listed, end, luck, own, rival
                    )
                slot += 1
    for rest in range(slot, start + SLOTS):
        set_count(counts, mask, rest, width, 0)
        describe(units, rest, 0 + NONE, 0 + NONE)
    return opened


@inlined
def scripted_adjustment(
    near: Numbers,
    wanted: Numbers,
    order: int,
    number: int,
    listed: Numbers,
    end: int,
    luck: Numbers,
    own: int,
    rival: int,
) -> int:
    """Return a random order of winter. The greedy one builds as much as it can, and lets the rule
    choose what to remove: the farthest units."""
    code = 0 + listed[randbelow(luck, own, end)]
    if rival != GREEDY:
        return code
    if listed[0] & KIND_BITS != BUILD:
        return 0 + WAIVE
    for _ in range(TRIES):
        place = near[PROVINCE_OF + (code >> TARGET_AT & PLACE_BITS)]
        free = code & KIND_BITS == BUILD
        for before in range(order - number, order):
            other = wanted[before] >> TARGET_AT & PLACE_BITS
            free = free and near[PROVINCE_OF + other] != place
        if free:
            return code
        code = 0 + listed[randbelow(luck, own, end)]
    return code


# -- what is carried out


@inlined
def take(
    boards: Numbers,
    orders: Numbers,
    goals: Numbers,
    wanted: Numbers,
    codes: Numbers,
    counts: Numbers,
    actions: Numbers,
    i: int,
    width: int,
) -> None:
    """Write the chosen orders where the game reads them. A wrong index is the first order."""
    phase = 0 + boards[i * BOARD + PHASE]
    for slot in range(SLOTS):
        many = 0 + counts[i * SLOTS + slot]
        if many == 0:
            continue
        action = 0 + actions[i * SLOTS + slot]
        if action < 0 or action >= many:
            action = 0
        code = codes[(i * SLOTS + slot) * width + action]
        if phase == MOVEMENT:
            orders[i * UNITS + slot] = code
        elif phase == RETREATS:
            goals[i * UNITS + slot] = code
        else:
            wanted[i * ADJUSTED + slot] = code


@compiled
def advance(
    near: Numbers,
    masks: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    goals: Numbers,
    wanted: Numbers,
    past: Numbers,
    room: Numbers,
    work: Numbers,
    i: int,
) -> None:
    """Carry out one phase."""
    board = i * BOARD
    phase = 0 + boards[board + PHASE]
    if phase == MOVEMENT:
        judge(near, masks, boards, board, orders, i * UNITS, fates, i * FATE, room, work, True)
        remember(boards, board, orders, i * UNITS, fates, i * FATE, past, i * PAST)
        carry_out(near, boards, board, orders, i * UNITS, fates, i * FATE)
        if boards[board + BEATEN] == 0:
            season_ends(near, boards, board)
    elif phase == RETREATS:
        retreat(near, boards, board, goals, i * UNITS, room)
    else:
        adjust(near, boards, board, wanted, i * ADJUSTED, room)


# -- rewards


@inlined
def is_alive(boards: Numbers, board: int, power: int) -> bool:
    return centres_of(boards, board, power) > 0 or units_of(boards, board, power) > 0


@compiled
def evaluate(boards: Numbers, board: int, values: Any, value: int, measure: int) -> None:
    """Write the worth of a position for each power."""
    total = 0
    for power in range(POWERS):
        owned = centres_of(boards, board, power)
        total += owned if measure == CENTRE_SHARE else owned * owned
    over, left = boards[board + OVER], 0
    if measure == OUTCOME and over == DRAWN:
        for power in range(POWERS):
            left += 1 if is_alive(boards, board, power) else 0
    for power in range(POWERS):
        worth = 0.0
        if measure == OUTCOME:
            if over == WON and boards[board + WINNER] == power:
                worth = 1.0
            if over == DRAWN and is_alive(boards, board, power):
                worth = 1.0 / left
        else:
            owned = centres_of(boards, board, power)
            worth = (owned if measure == CENTRE_SHARE else owned * owned) / max(total, 1)
        values[value + power] = worth


# -- a turn


@compiled
def begin_game(
    boards: Numbers,
    past: Numbers,
    values: Any,
    learners: Numbers,
    opening: Numbers,
    i: int,
    measure: int,
) -> None:
    """Set up a new game."""
    for byte in range(BOARD):
        boards[i * BOARD + byte] = opening[byte]
    past[i * PAST] = 0
    evaluate(boards, i * BOARD, values, i * POWERS, measure)
    learner = 0 + learners[i]
    if learner != NONE and learner & ROTATE:
        learners[i] = ROTATE | ((learner & POWER) + 1) % POWERS


@compiled
def take_turn(
    near: Numbers,
    masks: Numbers,
    opening: Numbers,
    boards: Numbers,
    orders: Numbers,
    fates: Numbers,
    goals: Numbers,
    wanted: Numbers,
    luck: Numbers,
    past: Numbers,
    codes: Numbers,
    counts: Numbers,
    mask: Numbers,
    units: Numbers,
    learners: Numbers,
    actions: Numbers,
    values: Any,
    rewards: Any,
    over: Numbers,
    last_boards: Numbers,
    last_past: Numbers,
    room: Numbers,
    work: Numbers,
    listed: Numbers,
    i: int,
    width: int,
    rival: int,
    measure: int,
) -> None:
    """Carry out the chosen orders, and play on to the next choice or to the end of the game; a
    finished game begins again. Its last position is in `last_boards`."""
    board = i * BOARD
    take(boards, orders, goals, wanted, codes, counts, actions, i, width)
    ended, opened = False, 0
    while not ended and opened == 0:
        advance(near, masks, boards, orders, fates, goals, wanted, past, room, work, i)
        learner = 0 + learners[i]
        ended = boards[board + OVER] != GOES_ON
        if learner != NONE and not ended:
            ended = not is_alive(boards, board, learner & POWER)
        if not ended:
            opened = list_choices(
                near,
                masks,
                boards,
                orders,
                goals,
                wanted,
                luck,
                codes,
                counts,
                mask,
                units,
                learners,
                room,
                work,
                listed,
                i,
                width,
                rival,
            )
    for power in range(POWERS):
        rewards[i * POWERS + power] = -values[i * POWERS + power]
    evaluate(boards, board, values, i * POWERS, measure)
    for power in range(POWERS):
        rewards[i * POWERS + power] += values[i * POWERS + power]
    over[i] = 1 if ended else 0
    if ended:
        for byte in range(BOARD):
            last_boards[board + byte] = boards[board + byte]
        for word in range(PAST):
            last_past[i * PAST + word] = past[i * PAST + word]
        begin_game(boards, past, values, learners, opening, i, measure)
        list_choices(
            near,
            masks,
            boards,
            orders,
            goals,
            wanted,
            luck,
            codes,
            counts,
            mask,
            units,
            learners,
            room,
            work,
            listed,
            i,
            width,
            rival,
        )
