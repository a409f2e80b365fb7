"""Boards of many seats: opponents mixed, powers balanced over the rounds, team-mates apart.

Opponents: swaps between boards from several starts, as long as they improve; costs grow with the
square of earlier meetings, so that the search prefers many pairs that met once to one that met
twice. Powers: an exact assignment for each board (over subsets of seats). The same seed gives the
same boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from entente.server.events.pairing.chance import drawing

TEAM = 10_000  # cost of team-mates at one board
STARTS = 12
MOST_SWAPS = 20_000


class BoardPlayer(NamedTuple):
    """A player before a round; `place` in the standings counts where rounds are by strength."""

    number: int
    team: str = ""
    place: int = 0


class Balance(NamedTuple):
    """How well a round is balanced, with those before it.

    `repeated` pairs have met more than once. A player has had the same power at most `most_power`
    times, anyone has met anyone at most `most_meetings` times. `teammates` pairs of one team meet
    in this round.
    """

    repeated: int
    most_meetings: int
    most_power: int
    teammates: int


class BoardRound(NamedTuple):
    """The players of each board by seat. A seat without a player is left out."""

    boards: list[dict[str, int]]
    balance: Balance


def board_sizes(players: int, seats: int) -> list[int]:
    """Return how many people sit at each board; missing seats spread evenly over the boards."""
    boards = -(-players // seats)
    return [players // boards + (board < players % boards) for board in range(boards)]


def pair_boards(
    players: Sequence[BoardPlayer],
    seats: Sequence[str],
    met: Mapping[frozenset[int], int],
    powers: Mapping[tuple[int, str], int],
    *,
    by_place: bool = False,
    seed: int = 0,
) -> BoardRound:
    """Seat a round. `met` counts earlier meetings, `powers` how often a player had a seat.

    With `by_place`, boards are made by the standings: the first seven are the top board.
    """
    if not players:
        return BoardRound([], Balance(0, 0, 0, 0))
    ranked = sorted(players, key=lambda each: (each.place, each.number))
    sizes = board_sizes(len(ranked), len(seats))
    if by_place:
        groups = _cut(ranked, sizes)
    else:
        groups = _mixed(ranked, sizes, met, drawing(seed, "boards"))
    boards = [
        _seated(group, seats, powers, drawing(seed, "seats", at)) for at, group in enumerate(groups)
    ]
    return BoardRound(boards, balance(boards, met, powers, {p.number: p.team for p in players}))


def _cut(ranked: Sequence[BoardPlayer], sizes: Sequence[int]) -> list[list[BoardPlayer]]:
    groups, start = [], 0
    for size in sizes:
        groups.append(list(ranked[start : start + size]))
        start += size
    return groups


def _mixed(
    players: Sequence[BoardPlayer],
    sizes: Sequence[int],
    met: Mapping[frozenset[int], int],
    chance: Random,
) -> list[list[BoardPlayer]]:
    """Return the best boards of several searches."""
    costs: dict[tuple[int, int], int] = {}
    for a, b in combinations(players, 2):
        times = met.get(frozenset((a.number, b.number)), 0)
        cost = (times + 1) ** 2 - 1 + TEAM * (bool(a.team) and a.team == b.team)
        costs[a.number, b.number] = costs[b.number, a.number] = cost
    best: list[list[BoardPlayer]] = []
    least = -1
    for _ in range(STARTS):
        order = list(players)
        chance.shuffle(order)
        groups = _cut(order, sizes)
        total = _improve(groups, costs, chance)
        if least < 0 or total < least:
            best, least = groups, total
        if not least:
            break
    return best


def _improve(
    groups: list[list[BoardPlayer]], costs: Mapping[tuple[int, int], int], chance: Random
) -> int:
    """Swap players between boards while that lowers the cost; return the cost."""

    def at(each: BoardPlayer, group: Sequence[BoardPlayer], without: BoardPlayer) -> int:
        mine = each.number
        return sum(costs[mine, o.number] for o in group if o is not without and o.number != mine)

    swaps = 0
    better = len(groups) > 1
    while better and swaps < MOST_SWAPS:
        better = False
        places = [(g, i) for g, group in enumerate(groups) for i in range(len(group))]
        chance.shuffle(places)
        for (g, i), (h, j) in combinations(places, 2):
            if g == h:
                continue
            a, b = groups[g][i], groups[h][j]
            now = at(a, groups[g], a) + at(b, groups[h], b)
            if at(a, groups[h], b) + at(b, groups[g], a) < now:
                groups[g][i], groups[h][j] = b, a
                swaps, better = swaps + 1, True
    return sum(costs[a.number, b.number] for group in groups for a, b in combinations(group, 2))


def _seated(
    group: Sequence[BoardPlayer],
    seats: Sequence[str],
    powers: Mapping[tuple[int, str], int],
    chance: Random,
) -> dict[str, int]:
    """Return the fairest assignment of seats: exact, over the subsets of seats taken."""
    order = list(range(len(seats)))
    chance.shuffle(order)  # among equally fair ones, chance decides
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for player in group:
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, chosen) in best.items():
            for at in order:
                if taken >> at & 1:
                    continue
                times = powers.get((player.number, seats[at]), 0)
                total = cost + (times + 1) ** 2 - 1
                now = taken | 1 << at
                if now not in after or total < after[now][0]:
                    after[now] = (total, (*chosen, at))
        best = after
    _, chosen = min(best.values(), key=lambda each: each[0])
    return {seats[at]: player.number for at, player in zip(chosen, group, strict=True)}


def balance(
    boards: Collection[Mapping[str, int]],
    met: Mapping[frozenset[int], int],
    powers: Mapping[tuple[int, str], int],
    teams: Mapping[int, str],
) -> Balance:
    """Report a round together with the rounds before it."""
    meetings, held = Counter(met), Counter(powers)
    teammates = 0
    for board in boards:
        held.update((player, seat) for seat, player in board.items())
        for a, b in combinations(sorted(board.values()), 2):
            meetings[frozenset((a, b))] += 1
            teammates += bool(teams.get(a)) and teams.get(a) == teams.get(b)
    return Balance(
        repeated=sum(times > 1 for times in meetings.values()),
        most_meetings=max(meetings.values(), default=0),
        most_power=max(held.values(), default=0),
        teammates=teammates,
    )
