"""The map as each seat sees it: which centres to win, which to hold, and how far away they are."""

from __future__ import annotations

from entente.games.diplomacy.batch.bits import count, lowest
from entente.games.diplomacy.batch.compiled import compiled, inlined, internal
from entente.games.diplomacy.batch.layout import (
    BESIDE,
    CENTRE_PROVINCE,
    CENTRES,
    COAST_OF,
    COAST_PROVINCE,
    COUNT,
    LISTED,
    LOCATION,
    LOCATIONS,
    NONE,
    OWNER,
    POWER,
    POWERS,
    PROVINCE_OF,
    PROVINCES,
    SEA_COASTS,
    SHORE,
    STANDS,
    STEPS,
    UNITS,
    WHO,
)
from entente.games.diplomacy.batch.order_checks import stand_of
from entente.games.diplomacy.batch.search.layout import (
    ATTACKERS,
    CHART,
    FADED,
    GOALS,
    LEAD,
    LEADER,
    MINE,
    MINE_COUNT,
    OWNED,
    POSITION,
    RANKED,
    RIVALS,
    SEAT_OF,
    STAND,
    TAKEN,
    UNIT_AT,
    UNIT_VALUE,
)
from entente.games.diplomacy.batch.search.memory import Memory

# The value of a centre as a goal.
UNOWNED, THEIRS, UNGUARDED, OURS, ENDANGERED = 2000, 1500, 400, 300, 500
SAFE, DANGEROUS = 8, 300  # centres of a rival, and what each beyond them adds to the value of all
LEADING = 8  # centres: the largest power is the leader if it has more
TRUCE, MOST_TRUCE = 20, 80  # in a hundred: what each of a lead takes from goals of the other powers
MOVES = 5  # moves to look ahead; one move further away half of a value is left
SEA_MOVES = 2  # of an army that is carried over one sea: the fleet has to be there first


@compiled
def survey_board(m: Memory) -> None:
    """Work out who has which units and centres, and chart the map for every seat."""
    words, board = m.words, m.bytes
    for power in range(POWERS):
        words[OWNED + power] = 0
        words[MINE_COUNT + power] = 0
    for centre in range(CENTRES):
        owner = board[POSITION + OWNER + centre]
        if owner != NONE:
            words[OWNED + owner] |= 1 << centre
    find_leader(m)
    for slot in range(POWERS * PROVINCES):
        words[ATTACKERS + slot] = 0
    for place in range(PROVINCES):
        words[UNIT_AT + place] = 0
    for unit in range(0 + board[POSITION + COUNT]):
        stand = stand_of(board, POSITION, unit)
        power = board[POSITION + WHO + unit] & POWER
        seat = words[SEAT_OF + power]
        words[STAND + unit] = stand
        if seat != NONE:
            words[MINE + seat * UNITS + words[MINE_COUNT + seat]] = unit
            words[MINE_COUNT + seat] += 1
        attackers = ATTACKERS + power * PROVINCES
        place = 0 + m.near[PROVINCE_OF + board[POSITION + LOCATION + unit]]
        words[UNIT_AT + place] = unit + 1
        words[attackers + place] += 1
        beside = BESIDE + stand * LISTED
        for number in range(beside + 1, beside + 1 + m.near[beside]):
            words[attackers + m.near[number]] += 1
    for seat in range(POWERS):
        if words[MINE_COUNT + seat]:
            chart_goals(m, seat)
            chart_places(m, seat)


@internal
def find_leader(m: Memory) -> None:
    """Find the power that may win alone."""
    words = m.words
    words[LEADER], words[LEAD] = NONE, 0
    for power in range(POWERS):
        lead = count(words[OWNED + power]) - LEADING
        if lead > words[LEAD]:
            words[LEADER], words[LEAD] = power, lead


@inlined
def leader_for(m: Memory, seat: int) -> int:
    """Return the leader that a seat joins the others against; NONE if it leads itself."""
    leader = m.words[LEADER]
    if leader != NONE and m.words[SEAT_OF + leader] == seat:
        leader = NONE
    return leader


@internal
def chart_goals(m: Memory, seat: int) -> None:
    """Give each province its value as a goal for a seat; and the most units of a rival there."""
    words, board = m.words, m.bytes
    goals, rivals = GOALS + seat * PROVINCES, RIVALS + seat * PROVINCES
    for place in range(PROVINCES):
        most = 0
        for power in range(POWERS):
            if words[SEAT_OF + power] != seat:
                most = max(most, words[ATTACKERS + power * PROVINCES + place])
        words[rivals + place] = most
        words[goals + place] = 0
        words[TAKEN + place] = 0
    for unit in range(0 + board[POSITION + COUNT]):
        words[TAKEN + m.near[PROVINCE_OF + board[POSITION + LOCATION + unit]]] = 1
    leader = leader_for(m, seat)
    for centre in range(CENTRES):
        place = m.near[CENTRE_PROVINCE + centre]
        owner = board[POSITION + OWNER + centre]
        if owner == NONE:
            value = UNOWNED
        elif words[SEAT_OF + owner] == seat:
            value = OURS + ENDANGERED * min(2, strangers(m, seat, place))
        else:
            value = THEIRS + (0 if words[TAKEN + place] else UNGUARDED)
            value += DANGEROUS * max(0, count(words[OWNED + owner]) - SAFE)
            if leader not in (NONE, 0 + owner):
                value = value * (100 - min(MOST_TRUCE, TRUCE * words[LEAD])) // 100
        words[goals + place] = value
    rank_goals(m, seat)


@inlined
def strangers(m: Memory, seat: int, place: int) -> int:
    """How many units of other seats could be in a province."""
    units = 0
    for power in range(POWERS):
        if m.words[SEAT_OF + power] != seat:
            units += m.words[ATTACKERS + power * PROVINCES + place]
    return units


@internal
def rank_goals(m: Memory, seat: int) -> None:
    """Order the provinces, best goals first."""
    words, goals, ranked = m.words, GOALS + seat * PROVINCES, RANKED + seat * PROVINCES
    for place in range(PROVINCES):
        slot = place
        while slot > 0 and words[goals + words[ranked + slot - 1]] < words[goals + place]:
            words[ranked + slot] = words[ranked + slot - 1]
            slot -= 1
        words[ranked + slot] = place


@internal
def chart_places(m: Memory, seat: int) -> None:
    """Value each stand: its own goal, plus a decreasing share of what is beyond it, in thousandths
    of the best."""
    words, goals, chart = m.words, GOALS + seat * PROVINCES, CHART + seat * STANDS
    for stand in range(STANDS):
        words[FADED + stand] = words[goals + m.near[PROVINCE_OF + stand % LOCATIONS]]
    for _ in range(MOVES):
        for stand in range(STANDS):
            best = 0
            steps = STEPS + stand * LISTED
            fleet = LOCATIONS if stand >= LOCATIONS else 0
            for number in range(steps + 1, steps + 1 + m.near[steps]):
                best = max(best, words[FADED + fleet + m.near[number]])
            if stand < PROVINCES and m.near[COAST_OF + stand] != NONE:
                best = max(best, across(m, stand) >> (SEA_MOVES - 1))
            place = m.near[PROVINCE_OF + stand % LOCATIONS]
            words[FADED + STANDS + stand] = words[goals + place] + (best >> 1)
        for stand in range(STANDS):
            words[FADED + stand] = words[FADED + STANDS + stand]
    highest = 1
    for stand in range(STANDS):
        highest = max(highest, words[FADED + stand])
    for stand in range(STANDS):
        words[chart + stand] = words[FADED + stand] * UNIT_VALUE // highest


@inlined
def across(m: Memory, place: int) -> int:
    """Return the best value on the coasts of the seas beside a province."""
    best, seas = 0, m.masks[SHORE + place]
    while seas:
        coasts = m.masks[SEA_COASTS + lowest(seas)]
        seas &= seas - 1
        while coasts:
            best = max(best, m.words[FADED + m.near[COAST_PROVINCE + lowest(coasts)]])
            coasts &= coasts - 1
    return best
