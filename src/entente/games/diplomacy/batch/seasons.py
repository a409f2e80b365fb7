"""The course of a year on one board after the orders: retreats, owners, winter and the end."""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import count, lowest
from entente.games.diplomacy.batch.compiled import Numbers, compiled, inlined
from entente.games.diplomacy.batch.layout import (
    ADJUSTMENTS,
    ALPHABET,
    ASKED,
    AT,
    AUTUMN,
    BEATEN,
    BEATEN_FROM,
    BEATEN_LOCATION,
    BEATEN_WHO,
    BUILD,
    BUILDS,
    CENTRE_OF,
    CENTRE_PROVINCE,
    CENTRES,
    CHOSEN,
    COAST_NAMES,
    COAST_OF,
    CONTESTED,
    CONTESTED_BYTES,
    COUNT,
    DRAWN,
    FAR,
    FLEET,
    FLEET_AT,
    HOME_OF,
    KIND_BITS,
    LAST,
    LISTED,
    LOCATION,
    LOCATIONS,
    MOVED,
    MOVEMENT,
    NEEDED,
    NONE,
    OUTCOME,
    OVER,
    OWNER,
    PHASE,
    PLACE_BITS,
    POWER,
    POWERS,
    PROVINCE_OF,
    PROVINCES,
    PUSHER,
    REMOVE,
    RETREATS,
    SAILED,
    SEASON,
    SHORES_OF,
    SPRING,
    STANDOFFS,
    STEPS,
    TARGET_AT,
    WAIVE,
    WHO,
    WINNER,
    WON,
    YEAR,
)

# -- after the orders


@compiled
def carry_out(
    near: Numbers,
    boards: Numbers,
    board: int,
    orders: Numbers,
    first: int,
    fates: Numbers,
    fate: int,
) -> None:
    """Move the units; dislodged ones leave the board and wait for their retreat."""
    units, standing, beaten = 0 + boards[board + COUNT], 0, 0
    for unit in range(units):
        pusher = fates[fate + PUSHER + unit]
        if pusher != NONE:  # the attacker's origin is still known
            sailed = fates[fate + OUTCOME + pusher] == SAILED
            boards[board + BEATEN_LOCATION + beaten] = boards[board + LOCATION + unit]
            boards[board + BEATEN_WHO + beaten] = boards[board + WHO + unit]
            start = near[PROVINCE_OF + boards[board + LOCATION + pusher]]
            boards[board + BEATEN_FROM + beaten] = NONE if sailed else start
            beaten += 1
    for unit in range(units):
        if fates[fate + PUSHER + unit] != NONE:
            continue
        who, location = boards[board + WHO + unit], boards[board + LOCATION + unit]
        outcome = fates[fate + OUTCOME + unit]
        boards[board + WHO + standing] = who
        if outcome in (MOVED, SAILED):
            target = orders[first + unit] >> TARGET_AT & PLACE_BITS
            if not who & FLEET:
                target = 0 + near[PROVINCE_OF + target]
            boards[board + LOCATION + standing] = target
        else:
            boards[board + LOCATION + standing] = location
        standing += 1
    for unit in range(standing, units):
        boards[board + LOCATION + unit] = NONE
        boards[board + WHO + unit] = NONE
    boards[board + COUNT] = standing
    for byte in range(CONTESTED_BYTES):
        boards[board + CONTESTED + byte] = fates[fate + STANDOFFS + byte]
    boards[board + BEATEN] = beaten
    boards[board + PHASE] = RETREATS


# -- retreats


@inlined
def lay_out(near: Numbers, boards: Numbers, board: int, room: Numbers) -> None:
    """Build the map from provinces to units."""
    for place in range(PROVINCES):
        room[AT + place] = NONE
    for unit in range(0 + boards[board + COUNT]):
        room[AT + near[PROVINCE_OF + boards[board + LOCATION + unit]]] = unit


@compiled
def list_retreats(
    near: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    unit: int,
    listed: Numbers,
    first: int,
) -> int:
    """VII: list retreats: adjacent, empty, not the attacker's origin, not emptied by a standoff;
    or, as the last choice, disband. Return where the choices end; requires the unit map."""
    location = boards[board + BEATEN_LOCATION + unit]
    fleet = boards[board + BEATEN_WHO + unit] & FLEET
    steps = STEPS + (LOCATIONS + location if fleet else 0 + location) * LISTED
    for number in range(steps + 1, steps + 1 + near[steps]):
        end = near[number]
        place = near[PROVINCE_OF + end]
        contested = boards[board + CONTESTED + (place >> 3)] >> (place & 7) & 1
        if (
            room[AT + place] == NONE
            and not contested
            and place != boards[board + BEATEN_FROM + unit]
        ):
            listed[first] = end
            first += 1
    listed[first] = NONE
    return first + 1


@compiled
def retreat(
    near: Numbers, boards: Numbers, board: int, goals: Numbers, goal: int, room: Numbers
) -> None:
    """VII.2: carry out all retreats at once; units without one, and units retreating to the same
    province, are lost."""
    beaten, standing = 0 + boards[board + BEATEN], 0 + boards[board + COUNT]
    for unit in range(beaten):
        end = goals[goal + unit]
        alone = end != NONE
        for other in range(beaten):
            there = goals[goal + other]
            if alone and other != unit and there != NONE:
                alone = near[PROVINCE_OF + there] != near[PROVINCE_OF + end]
        if alone:
            boards[board + LOCATION + standing] = end
            boards[board + WHO + standing] = boards[board + BEATEN_WHO + unit]
            standing += 1
    boards[board + COUNT] = standing
    season_ends(near, boards, board)


@inlined
def season_ends(near: Numbers, boards: Numbers, board: int) -> None:
    """III.6: after spring comes autumn; after autumn owners change (IX.1), and it is winter."""
    boards[board + BEATEN] = 0
    boards[board + PHASE] = MOVEMENT
    if boards[board + SEASON] == SPRING:
        boards[board + SEASON] = AUTUMN
        return
    boards[board + PHASE] = ADJUSTMENTS
    for unit in range(0 + boards[board + COUNT]):
        centre = near[CENTRE_OF + near[PROVINCE_OF + boards[board + LOCATION + unit]]]
        if centre != NONE:
            boards[board + OWNER + centre] = boards[board + WHO + unit] & POWER
    most, leader, alone = 0, NONE, False
    for power in range(POWERS):
        centres = centres_of(boards, board, power)
        if centres > most:
            most, leader, alone = centres, power, True
        elif centres == most:
            alone = False
    if alone and most >= boards[board + NEEDED]:
        boards[board + OVER] = WON
        boards[board + WINNER] = leader


# -- winter


@inlined
def centres_of(boards: Numbers, board: int, power: int) -> int:
    """How many centres a power owns."""
    count = 0
    for centre in range(CENTRES):
        if boards[board + OWNER + centre] == power:
            count += 1
    return count


@inlined
def units_of(boards: Numbers, board: int, power: int) -> int:
    """How many units a power has."""
    count = 0
    for unit in range(0 + boards[board + COUNT]):
        if boards[board + WHO + unit] & POWER == power:
            count += 1
    return count


@inlined
def places_to_build(near: Numbers, boards: Numbers, board: int, room: Numbers, power: int) -> int:
    """IX.2: the empty home centres that a power still owns, by number."""
    places = 0
    for centre in range(CENTRES):
        own = near[HOME_OF + centre] == power and boards[board + OWNER + centre] == power
        if own and room[AT + near[CENTRE_PROVINCE + centre]] == NONE:
            places |= 1 << centre
    return places


@compiled
def adjustments_due(near: Numbers, boards: Numbers, board: int, room: Numbers, power: int) -> int:
    """IX.2: the number of units a power may build; below zero, must remove."""
    surplus = centres_of(boards, board, power) - units_of(boards, board, power)
    if surplus <= 0:
        return surplus
    return min(surplus, count(places_to_build(near, boards, board, room, power)))


@compiled
def orders_due(near: Numbers, boards: Numbers, board: int, room: Numbers, power: int) -> int:
    """Return the number of winter orders due: none from a power that must remove everything."""
    due = adjustments_due(near, boards, board, room, power)
    if due < 0 and -due == units_of(boards, board, power):
        return 0
    return abs(due)


@compiled
def list_adjustments(
    near: Numbers,
    boards: Numbers,
    board: int,
    room: Numbers,
    power: int,
    listed: Numbers,
    first: int,
) -> int:
    """IX.2: list the choices for each winter order of a power; return where they end."""
    if adjustments_due(near, boards, board, room, power) < 0:
        for unit in range(0 + boards[board + COUNT]):
            if boards[board + WHO + unit] & POWER == power:
                listed[first] = REMOVE | boards[board + LOCATION + unit] << TARGET_AT
                first += 1
        return first
    places = places_to_build(near, boards, board, room, power)
    while places:
        place = near[CENTRE_PROVINCE + lowest(places)]
        places &= places - 1
        listed[first] = BUILD | place << TARGET_AT
        first += 1
        if near[COAST_OF + place] != NONE:
            coast = near[COAST_NAMES + place]
            for number in range(max(1, 0 + near[SHORES_OF + place])):
                listed[first] = BUILD | (coast + number) << TARGET_AT | 1 << FLEET_AT
                first += 1
    listed[first] = WAIVE
    return first + 1


@compiled
def adjust(
    near: Numbers, boards: Numbers, board: int, wanted: Numbers, order: int, room: Numbers
) -> None:
    """IX.2: all removals and builds; then the year ends.

    Removals come first, so the board never overflows.
    """
    lay_out(near, boards, board, room)
    building = order
    for power in range(POWERS):
        due = adjustments_due(near, boards, board, room, power)
        orders_here = orders_due(near, boards, board, room, power)
        room[BUILDS + power] = max(0, due)
        room[ASKED + power] = orders_here
        if due < 0:
            remove(near, boards, board, wanted, order, orders_here, room, power, -due)
        order += orders_here
    for power in range(POWERS):
        if room[BUILDS + power]:
            build(near, boards, board, wanted, building, room, power)
        building += room[ASKED + power]
    year_ends(boards, board)


@inlined
def build(
    near: Numbers,
    boards: Numbers,
    board: int,
    wanted: Numbers,
    order: int,
    room: Numbers,
    power: int,
) -> None:
    """Carry out builds from the top, skipping wrong ones."""
    places = places_to_build(near, boards, board, room, power)
    for number in range(order, order + room[BUILDS + power]):
        code = wanted[number]
        location = code >> TARGET_AT & PLACE_BITS
        if code & KIND_BITS != BUILD or location >= LOCATIONS:
            continue
        place = near[PROVINCE_OF + location]
        centre = near[CENTRE_OF + place]
        fleet = code >> FLEET_AT & 1
        if centre == NONE or not places >> centre & 1:
            continue
        if fleet and (
            near[COAST_OF + place] == NONE or (near[SHORES_OF + place] > 0 and location == place)
        ):
            continue
        if not fleet and location != place:
            continue
        places ^= 1 << centre
        unit = boards[board + COUNT]
        boards[board + LOCATION + unit] = location
        boards[board + WHO + unit] = power | (FLEET if fleet else 0)
        boards[board + COUNT] = unit + 1


@inlined
def remove(
    near: Numbers,
    boards: Numbers,
    board: int,
    wanted: Numbers,
    order: int,
    orders_here: int,
    room: Numbers,
    power: int,
    due: int,
) -> None:
    """Carry out removals from the top; X.4: the rest follow the rule, farthest first."""
    units = 0 + boards[board + COUNT]
    for unit in range(units):
        room[CHOSEN + unit] = 0
    for number in range(order, order + orders_here):
        code = wanted[number]
        for unit in range(units):
            mine = boards[board + WHO + unit] & POWER == power
            location = boards[board + LOCATION + unit]
            if code == REMOVE | location << TARGET_AT and mine and not room[CHOSEN + unit]:
                room[CHOSEN + unit] = 1
                due -= 1
    while due > 0:
        farthest, rank = 0, -1
        for unit in range(units):
            if boards[board + WHO + unit] & POWER == power and not room[CHOSEN + unit]:
                own = remoteness(near, boards, board, power, unit)
                if own > rank:
                    farthest, rank = unit, own
        room[CHOSEN + farthest] = 1
        due -= 1
    left = 0
    for unit in range(units):
        if not room[CHOSEN + unit]:
            boards[board + LOCATION + left] = boards[board + LOCATION + unit]
            boards[board + WHO + left] = boards[board + WHO + unit]
            left += 1
    for unit in range(left, units):
        boards[board + LOCATION + unit] = NONE
        boards[board + WHO + unit] = NONE
    boards[board + COUNT] = left


@inlined
def remoteness(near: Numbers, boards: Numbers, board: int, power: int, unit: int) -> int:
    """X.4: the removal order: farthest first, then fleets before armies, then alphabetically."""
    place = near[PROVINCE_OF + boards[board + LOCATION + unit]]
    far = 0 + PROVINCES
    for centre in range(CENTRES):
        if boards[board + OWNER + centre] == power:
            far = min(far, 0 + near[FAR + centre * PROVINCES + place])
    fleet = 1 if boards[board + WHO + unit] & FLEET else 0
    return (2 * far + fleet) * PROVINCES + PROVINCES - 1 - near[ALPHABET + place]


@inlined
def year_ends(boards: Numbers, board: int) -> None:
    """End the year: a lone survivor wins; the last year is a draw; otherwise it is spring again."""
    alive, left = 0, NONE
    for power in range(POWERS):
        if centres_of(boards, board, power) > 0 or units_of(boards, board, power) > 0:
            alive += 1
            left = power
    boards[board + PHASE] = MOVEMENT
    if alive == 1:
        boards[board + OVER] = WON
        boards[board + WINNER] = left
    elif boards[board + YEAR] >= boards[board + LAST]:
        boards[board + OVER] = DRAWN
    else:
        boards[board + YEAR] += 1
        boards[board + SEASON] = SPRING
