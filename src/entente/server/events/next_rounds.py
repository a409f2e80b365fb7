"""The next round of an event, by its format. No I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from entente.server.events.pairing.arena import ArenaPlayer, pair_arena
from entente.server.events.pairing.boards import BoardPlayer, pair_boards
from entente.server.events.pairing.chance import toss
from entente.server.events.pairing.fixed import Match, bracket, next_matches, round_robin
from entente.server.events.pairing.swiss import (
    DOWN,
    FIRST,
    SECOND,
    UP,
    SwissPlayer,
    pair_swiss,
)
from entente.server.events.planning import (
    EventPlan,
    PlannedBoard,
    PlannedEntry,
    advance,
    divisions,
    entrants,
    points_of,
    round_robins,
    scored,
    table,
)
from entente.server.events.scoring.standings import standings
from entente.server.events.settings import BOARDS, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS, TWO
from entente.server.storage.models.events import BOARD_OVER, BYE, GAME, HALF_BYE, THIRD_PLACE


class NextRound(NamedTuple):
    """The boards of a round, and a report of their balance."""

    boards: list[PlannedBoard]
    balance: dict[str, int]


def next_round(plan: EventPlan, number: int) -> NextRound:
    """Return the boards of a round."""
    if plan.format == SWISS:
        return NextRound(_swiss(plan, number), {})
    if plan.format == ROUND_ROBIN or (plan.format == LEAGUE and len(plan.seats) == TWO):
        return NextRound(_round_robins(plan, number), {})
    if plan.format == KNOCKOUT:
        return NextRound(_knockout(plan, number), {})
    if plan.format == BOARDS:
        return _boards(plan, number, plan.playing(number))
    if plan.format == LEAGUE:
        return _league_boards(plan, number)
    return NextRound([], {})


def _numbered(number: int, boards: Iterable[tuple[str, Mapping[str, int]]]) -> list[PlannedBoard]:
    return [
        PlannedBoard(number, at, kind, seats) for at, (kind, seats) in enumerate(boards, start=1)
    ]


def _away(plan: EventPlan, number: int) -> list[int]:
    """Return the entries that asked for a bye in a round."""
    return [each.number for each in plan.playing(number) if number in each.byes]


def _swiss(plan: EventPlan, number: int) -> list[PlannedBoard]:
    away = set(_away(plan, number))
    players = histories(plan, number)
    seeds = {each.seed: each.number for each in plan.entries}
    ranks = {each.number: each.seed for each in plan.entries}
    apart = [frozenset(ranks[each] for each in pair) for pair in plan.apart]
    there = [each for each in players if seeds[each.number] not in away]
    first_side = SECOND if toss(plan.id, "first side") else FIRST
    paired = pair_swiss(there, apart=apart, first_side=first_side)
    boards: list[tuple[str, Mapping[str, int]]] = [
        (GAME, {plan.seats[0]: seeds[a], plan.seats[1]: seeds[b]}) for a, b in paired.pairs
    ]
    if paired.bye is not None:
        boards.append((BYE, {"": seeds[paired.bye]}))
    boards += [(HALF_BYE, {"": each}) for each in sorted(away)]
    return _numbered(number, boards)


def histories(plan: EventPlan, number: int) -> list[SwissPlayer]:
    """Return the players of a round with what they have played; numbers are seeds."""
    seeds = {each.number: each.seed for each in plan.entries}
    current = {row.entry: row.points for row in standings(entrants(plan), scored(plan, number))}
    earlier = {
        at: {row.entry: row.points for row in standings(entrants(plan), scored(plan, at))}
        for at in range(1, number)
    }
    found = []
    for each in plan.playing(number):
        mine = {b.round: b for b in plan.boards if each.number in b.seats.values()}
        opponents: set[int] = set()
        sides: list[int] = []
        floats: list[str] = []
        unplayed = 0
        had_bye = False
        for at in range(1, number):
            board = mine.get(at)
            if board is None or board.kind in (BYE, HALF_BYE):
                had_bye |= board is not None and board.kind == BYE
                unplayed += 1
                got = points_of(plan, board).get("", 0.0) if board is not None else 0.0
                floats.append(DOWN if got > 0 else "")
                continue
            side = next(s for s, entry in board.seats.items() if entry == each.number)
            other = next(e for e in board.seats.values() if e != each.number)
            opponents.add(seeds.get(other, 0))
            sides.append(plan.seats.index(side))
            before = earlier[at]
            gap = before.get(each.number, 0.0) - before.get(other, 0.0)
            floats.append(DOWN if gap > 0 else UP if gap < 0 else "")
        found.append(
            SwissPlayer(
                each.seed,
                current.get(each.number, 0.0),
                frozenset(opponents),
                tuple(sides),
                tuple(floats),
                had_bye,
                unplayed,
            )
        )
    return found


def _round_robins(plan: EventPlan, number: int) -> list[PlannedBoard]:
    """Pair the groups in which everyone meets everyone. Who meets one who has withdrawn is free.

    A draw decides whether the sides of the whole schedule are changed.
    """
    boards: list[tuple[str, Mapping[str, int]]] = []
    first_side, second_side = reversed(plan.seats) if _is_turned(plan) else plan.seats
    for first in round_robins(plan):
        schedule = round_robin(len(first), double=plan.settings.double)
        if number > len(schedule):  # a smaller division has played all of its games
            continue
        active = {each.number for each in first if each.active}
        for one, other in schedule[number - 1]:
            a, b = first[one - 1].number, first[other - 1].number
            if {a, b} <= active:
                boards.append((GAME, {first_side: a, second_side: b}))
            else:
                boards += [(BYE, {"": each}) for each in (a, b) if each in active]
    return _numbered(number, boards)


def _is_turned(plan: EventPlan) -> bool:
    """Return whether the sides of a round robin are changed: as drawn, or as it has begun."""
    begun = {
        (board.seats[plan.seats[0]], board.seats[plan.seats[1]])
        for board in plan.boards
        if board.round == 1 and board.kind == GAME
    }
    if not begun:
        return toss(plan.id, "first side")
    planned = {
        (first[one - 1].number, first[other - 1].number)
        for first in round_robins(plan)
        for one, other in round_robin(len(first), double=plan.settings.double)[0]
    }
    return begun.isdisjoint(planned)


def _knockout(plan: EventPlan, number: int) -> list[PlannedBoard]:
    if number == 1:
        ranked = sorted(plan.playing(1), key=lambda each: each.seed)
        matches = [
            Match(
                None if m.first is None else ranked[m.first - 1].number,
                None if m.second is None else ranked[m.second - 1].number,
            )
            for m in bracket(len(ranked))
        ]
    else:
        last = [b for b in plan.boards if b.round == number - 1 and b.kind != THIRD_PLACE]
        results = [advance(plan, b) for b in sorted(last, key=lambda each: each.number)]
        matches = next_matches(
            [winner for winner, _ in results],
            [loser for _, loser in results],
            third_place=plan.settings.third_place,
        )
    boards: list[tuple[str, Mapping[str, int]]] = []
    sides = _side_counts(plan)
    active = {each.number: each.active for each in plan.entries}
    for match in matches:
        pair = [each for each in match[:2] if each is not None]
        if not all(active[each] for each in pair):  # the opponent of one who withdrew goes on
            pair = [each for each in pair if active[each]] or pair
            pair = pair[:1]
        if len(pair) == 1:
            boards.append((BYE, {"": pair[0]}))
            continue
        pair = _by_sides_had(plan, pair, sides, number)
        kind = THIRD_PLACE if match.third_place else GAME
        boards.append((kind, {plan.seats[0]: pair[0], plan.seats[1]: pair[1]}))
    return _numbered(number, boards)


def _by_sides_had(
    plan: EventPlan, pair: Sequence[int], sides: Mapping[int, int], game: int
) -> list[int]:
    """Return a pair, the one with the first side first: who has had it less often, or as drawn."""
    one, other = sorted(pair)
    if toss(plan.id, "sides", game, one, other):
        one, other = other, one
    return sorted((one, other), key=lambda each: sides[each])


def _side_counts(plan: EventPlan) -> Counter[int]:
    """Return games with the first side less those with the second, by entry."""
    counts: Counter[int] = Counter()
    for board in plan.boards:
        if board.kind in (GAME, THIRD_PLACE):
            counts[board.seats[plan.seats[0]]] += 1
            counts[board.seats[plan.seats[1]]] -= 1
    return counts


def _league_boards(plan: EventPlan, number: int) -> NextRound:
    """Pair each division by itself."""
    boards: list[tuple[str, Mapping[str, int]]] = []
    balance: Counter[str] = Counter()
    for group in divisions(plan):
        paired = _boards(plan, number, [each for each in group if each.active])
        boards += [(each.kind, each.seats) for each in paired.boards]
        balance.update(paired.balance)
    return NextRound(_numbered(number, boards), dict(balance))


def _boards(plan: EventPlan, number: int, there: Sequence[PlannedEntry]) -> NextRound:
    met: Counter[frozenset[int]] = Counter()
    powers: Counter[tuple[int, str]] = Counter()
    for board in plan.boards:
        people = {seat: entry for seat, entry in board.seats.items() if entry}
        powers.update((entry, seat) for seat, entry in people.items())
        met.update(frozenset(pair) for pair in combinations(people.values(), 2))
    places = {row.entry: row.place for row in table(plan)}
    away = set(_away(plan, number))
    players = [
        BoardPlayer(each.number, each.team, places.get(each.number, 0))
        for each in there
        if each.number not in away
    ]
    last = plan.settings.top_board and number == plan.settings.rounds
    paired = pair_boards(players, plan.seats, met, powers, by_place=last, seed=plan.id + number)
    boards: list[tuple[str, Mapping[str, int]]] = [
        (GAME, {seat: board.get(seat, 0) for seat in plan.seats}) for board in paired.boards
    ]
    here = {each.number for each in there}
    boards += [(HALF_BYE, {"": each}) for each in sorted(away & here)]
    return NextRound(_numbered(number, boards), dict(paired.balance._asdict()))


def arena_boards(plan: EventPlan, waiting: Collection[int]) -> list[PlannedBoard]:
    """Return games for the entries that wait in an arena."""
    places = {row.entry: row.place for row in table(plan)}
    counts = _side_counts(plan)
    last: dict[int, int] = {}
    busy: set[int] = set()
    for board in sorted(plan.boards, key=lambda each: each.number):
        a, b = board.seats.values()
        last[a], last[b] = b, a
        if board.status != BOARD_OVER:
            busy |= {a, b}
    there = [
        ArenaPlayer(each, places.get(each, 0), last.get(each), counts[each])
        for each in sorted(set(waiting) - busy)
    ]
    start = max((board.number for board in plan.boards), default=0)
    alone = not busy and len(there) == len(plan.seats)
    pairs = pair_arena(there, alone=alone, seed=plan.id + start)
    return [
        PlannedBoard(1, start + at, GAME, {plan.seats[0]: a, plan.seats[1]: b})
        for at, (a, b) in enumerate(pairs, start=1)
    ]


def challenge_board(plan: EventPlan, challenger: int, challenged: int) -> PlannedBoard:
    """Return the game of a challenge; who has had the first side less often has it."""
    number = max((board.number for board in plan.boards), default=0) + 1
    pair = (challenger, challenged)
    first, second = _by_sides_had(plan, pair, _side_counts(plan), number)
    return PlannedBoard(1, number, GAME, {plan.seats[0]: first, plan.seats[1]: second})
