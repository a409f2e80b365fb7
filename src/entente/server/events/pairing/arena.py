"""Arena pairing: who waits is paired with someone of about the same score, not twice in a row."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from entente.server.events.pairing.chance import toss
from entente.server.events.pairing.matching import least_cost_pairs

REMATCH = 1000  # a pair that has just met waits for others, unless only these two are left
MOST = 60  # players paired at once; the others follow with the next look


class ArenaPlayer(NamedTuple):
    """A player who waits for a game: place in the standings, last opponent, sides so far."""

    number: int
    place: int
    last: int | None = None
    difference: int = 0  # games with the first side less those with the second


def pair_arena(
    players: Collection[ArenaPlayer], *, alone: bool = False, seed: int = 0
) -> list[tuple[int, int]]:
    """Return pairs, the first side first. With `alone`, no others will come: rematches are fine.

    Between two who have had the first side equally often, it is drawn.
    """
    waiting = sorted(players, key=lambda each: (each.place, each.number))[:MOST]
    if len(waiting) % 2:
        waiting = waiting[:-1]

    def met(a: ArenaPlayer, b: ArenaPlayer) -> bool:
        return a.last == b.number or b.last == a.number

    def cost(i: int, j: int) -> int:
        a, b = waiting[i], waiting[j]
        return (a.place - b.place) ** 2 + abs(a.difference + b.difference) + REMATCH**2 * met(a, b)

    pairs = []
    for i, j in least_cost_pairs(len(waiting), cost):
        a, b = waiting[i], waiting[j]
        if met(a, b) and not alone:
            continue
        if a.difference > b.difference or (
            a.difference == b.difference and toss(seed, "arena", a.number, b.number)
        ):
            a, b = b, a
        pairs.append((a.number, b.number))
    return pairs
