"""What an event has played, as pairing and standings see it. No I/O."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entente.server.events.pairing.divisions import divided, moves
from entente.server.events.pairing.fixed import round_robin
from entente.server.events.pairing.ladder import LadderStep, ladder_order
from entente.server.events.scoring.standings import (
    BoardScore,
    Entrant,
    SeatScore,
    StandingLine,
    TeamStanding,
    standings,
    team_standings,
)
from entente.server.events.scoring.systems import WIN, SeatFacts, board_facts
from entente.server.events.settings import (
    ARENA,
    KNOCKOUT,
    LADDER,
    LEAGUE,
    ROUND_ROBIN,
    TWO,
    EventSettings,
    scoring_of,
)
from entente.server.storage.models.events import (
    BOARD_OVER,
    BYE,
    GAME,
    HALF_BYE,
    THIRD_PLACE,
)


class PlannedEntry(NamedTuple):
    """An entry as pairing sees it."""

    number: int
    seed: int
    active: bool = True
    from_round: int = 1
    byes: tuple[int, ...] = ()
    team: str = ""
    adjustment: float = 0.0


class PlannedBoard(NamedTuple):
    """A board with its result, if it has one; a planned one has none."""

    round: int
    number: int
    kind: str
    seats: Mapping[str, int]
    status: str = ""
    facts: Mapping[str, SeatFacts] | None = None
    corrected: Mapping[str, float] | None = None
    year: int = 0
    finished: int = 0
    challenger: int = 0  # the entry that challenged the other, in a ladder


class EventPlan(NamedTuple):
    """All that pairing and standings need of an event."""

    id: int  # a number that seeds chance
    format: str
    seats: tuple[str, ...]
    settings: EventSettings
    entries: tuple[PlannedEntry, ...]
    boards: tuple[PlannedBoard, ...]
    apart: frozenset[frozenset[int]] = frozenset()
    forfeits: tuple[LadderStep, ...] = ()  # challenges lost without a game

    def playing(self, number: int) -> list[PlannedEntry]:
        """Return the entries that are paired in a round, the best seeds first."""
        there = [e for e in self.entries if e.active and e.from_round <= number]
        return sorted(there, key=lambda each: each.seed)


# -- scores


def points_of(plan: EventPlan, board: PlannedBoard) -> dict[str, float]:
    """Return the points of each seat of a finished board."""
    settings = plan.settings
    if board.corrected is not None:
        return {seat: float(board.corrected.get(seat, 0.0)) for seat in board.seats}
    if board.kind == BYE:
        return dict.fromkeys(board.seats, settings.bye_points)
    if board.kind == HALF_BYE:
        return dict.fromkeys(board.seats, settings.half_bye_points)
    if board.facts is None:
        return {}
    return scoring_of(settings).scores(board.facts, board.year)


def scored(plan: EventPlan, before: int | None = None) -> list[BoardScore]:
    """Return the finished boards with their points; those of rounds `before` one, if given."""
    found = []
    annulled = _annulled(plan)
    for board in plan.boards:
        if board.status != BOARD_OVER or (before is not None and board.round >= before):
            continue
        if (board.round, board.number) in annulled:
            continue
        points = points_of(plan, board)
        facts = board_facts(board.facts, board.year) if board.facts else {}
        seats = tuple(
            SeatScore(
                entry,
                seat,
                points.get(seat, 0.0),
                _place(board, points, seat, facts),
                facts[seat]["points"] if seat in facts else 0.0,
                _has_won(board, points, seat),
            )
            for seat, entry in board.seats.items()
        )
        found.append(BoardScore(board.round, board.number, seats))
    return found


def _place(
    board: PlannedBoard,
    points: Mapping[str, float],
    seat: str,
    facts: Mapping[str, Mapping[str, float]],
) -> int:
    """Return the place of a seat, by the director's points if there are any; 0: no one played."""
    if board.corrected is not None and board.kind not in (BYE, HALF_BYE):
        return 1 + sum(other > points[seat] for other in points.values())
    return int(facts[seat]["place"]) if seat in facts else 0


def _annulled(plan: EventPlan) -> set[tuple[int, int]]:
    """Return the boards of round robins against entries that withdrew before half of their games.

    They count for no one. An entry that withdraws later loses the games that are left.
    """
    found = set()
    games = Counter(n for b in plan.boards if b.kind == GAME for n in b.seats.values())
    for first in round_robins(plan):
        schedule = round_robin(len(first), double=plan.settings.double)
        gone = {e.number for e in first if not e.active and 2 * games[e.number] < _games(schedule)}
        members = {each.number for each in first}
        for board in plan.boards:
            meeting = set(board.seats.values())
            if not meeting & members:
                continue
            if board.kind == BYE:
                meeting = _scheduled(schedule[board.round - 1], first, *meeting)
            if meeting & gone:
                found.add((board.round, board.number))
    return found


def round_robins(plan: EventPlan) -> list[list[PlannedEntry]]:
    """Return the groups of entries in which everyone meets everyone."""
    if plan.format == ROUND_ROBIN:
        return [first_entries(plan)]
    if plan.format == LEAGUE and len(plan.seats) == TWO:
        return divisions(plan)
    return []


def divisions(plan: EventPlan) -> list[list[PlannedEntry]]:
    """Return the entries of each division of a league, the highest first."""
    return divided(first_entries(plan), plan.settings.division_size)


def _games(schedule: Sequence[Sequence[tuple[int, int]]]) -> int:
    """Return how many games each entry of a round robin plays."""
    return sum(1 in pair for pairs in schedule for pair in pairs)


def _scheduled(
    pairs: Sequence[tuple[int, int]], first: Sequence[PlannedEntry], entry: int
) -> set[int]:
    """Return who was to meet in the pair of an entry."""
    for one, other in pairs:
        both = {first[one - 1].number, first[other - 1].number}
        if entry in both:
            return both
    return {entry}


def first_entries(plan: EventPlan) -> list[PlannedEntry]:
    """Return the entries of the first round, the best seed first."""
    return sorted((e for e in plan.entries if e.from_round <= 1), key=lambda each: each.seed)


def _has_won(board: PlannedBoard, points: Mapping[str, float], seat: str) -> bool:
    if board.kind in (BYE, HALF_BYE):
        return False
    if board.corrected is not None or board.facts is None:
        best = max(points.values(), default=0.0)
        return points.get(seat) == best and list(points.values()).count(best) == 1
    return board.facts[seat].result == WIN


def entrants(plan: EventPlan) -> list[Entrant]:
    return [Entrant(e.number, e.team, e.active, e.adjustment) for e in plan.entries]


def table(plan: EventPlan) -> list[StandingLine]:
    """Return the standings. A knock-out ranks by how far entries came."""
    settings = plan.settings
    if plan.format == LEAGUE:
        return _league_table(plan)
    rows = standings(entrants(plan), scored(plan), settings.tie_breaks, settings.counted)
    if plan.format == KNOCKOUT:
        reached = _reached(plan)
        rows.sort(key=lambda row: (-reached.get(row.entry, 0.0), row.entry))
        for at, row in enumerate(rows):
            mine = reached.get(row.entry, 0.0)
            row.place = 1 + sum(reached.get(other.entry, 0.0) > mine for other in rows[:at])
    if plan.format == LADDER:
        places = {entry: at for at, entry in enumerate(ladder(plan), start=1)}
        last = len(rows)
        rows.sort(key=lambda row: (places.get(row.entry, last), row.entry))
        for at, row in enumerate(rows, start=1):
            row.place = at
    return rows


def _league_table(plan: EventPlan) -> list[StandingLine]:
    """Return the standings of all divisions, with who goes up and down."""
    settings, boards = plan.settings, scored(plan)
    groups = divisions(plan)
    found: list[StandingLine] = []
    for division, group in enumerate(groups):
        members = [Entrant(e.number, e.team, e.active, e.adjustment) for e in group]
        rows = standings(members, boards, settings.tie_breaks, settings.counted)
        active = {each.number for each in group if each.active}
        going = iter(moves(len(active), division, len(groups), settings.promoted))
        for row in rows:
            row.division = division + 1
            row.move = next(going) if row.entry in active else ""
        found += rows
    return found


def ladder(plan: EventPlan) -> list[int]:
    """Return the active entries of a ladder, the first place first."""
    steps = list(plan.forfeits)
    for board in plan.boards:
        if board.status != BOARD_OVER or not board.challenger:
            continue
        points = points_of(plan, board)
        by_entry = {entry: points.get(seat, 0.0) for seat, entry in board.seats.items()}
        mine = by_entry.pop(board.challenger, 0.0)
        for other, theirs in by_entry.items():
            if mine > theirs:
                steps.append(LadderStep(board.finished, board.number, board.challenger, other))
    ranked = sorted(plan.entries, key=lambda each: (each.seed, each.number))
    order = ladder_order([each.number for each in ranked], steps)
    active = {each.number for each in plan.entries if each.active}
    return [each for each in order if each in active]


def teams(plan: EventPlan, rows: Sequence[StandingLine]) -> list[TeamStanding]:
    return team_standings(entrants(plan), rows, plan.settings.team_best)


# -- rounds


def rounds_of(plan: EventPlan) -> int:
    """Return how many rounds an event has; 0 for an arena or ladder, which has one open round."""
    first = first_entries(plan)
    if plan.format == ROUND_ROBIN:
        once = len(first) - 1 + len(first) % 2
        return once * (2 if plan.settings.double else 1)
    if plan.format == LEAGUE and len(plan.seats) == TWO:
        double, groups = plan.settings.double, divisions(plan)
        return max((len(round_robin(len(each), double=double)) for each in groups), default=0)
    if plan.format == KNOCKOUT:
        return max(1, math.ceil(math.log2(max(2, len(first)))))
    return 0 if plan.format in (ARENA, LADDER) else plan.settings.rounds


def advance(plan: EventPlan, board: PlannedBoard) -> tuple[int, int | None]:
    """Return who goes on and who is out; after a draw who has not withdrawn, or the better seed."""
    entries = list(board.seats.values())
    if len(entries) == 1:
        return entries[0], None
    points = points_of(plan, board)
    by_entry = {entry: points.get(seat, 0.0) for seat, entry in board.seats.items()}
    rank = {each.number: each.seed for each in plan.entries}
    active = {each.number: each.active for each in plan.entries}
    best, other = sorted(entries, key=lambda each: (-by_entry[each], not active[each], rank[each]))
    return best, other


def _reached(plan: EventPlan) -> dict[int, float]:
    """Return how far each entry came in a knock-out: rounds won, with a half for third place."""
    reached = {each.number: 0.0 for each in plan.entries}
    for board in plan.boards:
        if board.status != BOARD_OVER:
            continue
        winner, _ = advance(plan, board)
        if board.kind == THIRD_PLACE:
            reached[winner] += 0.5
        else:
            reached[winner] = max(reached[winner], float(board.round))
    return reached
