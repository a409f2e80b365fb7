"""The odds of a battle: all results of the same dice for both sides (4.8.2)."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

# What the tiles of a side score on: ones, twos, threes, and (elites) fours to sixes.
Faces = tuple[int, int, int, int]

SHARES = (1 / 6, 1 / 6, 1 / 6, 1 / 2)
MOST_DICE = 12  # more change little


class Fall(NamedTuple):
    """A result of a battle: its probability, and the tiles each side loses."""

    chance: float
    attackers_lost: int
    defenders_lost: int


@lru_cache(maxsize=30_000)
def exchange(
    attackers: Faces, defenders: Faces, sizes: tuple[int, int], dice: int, trenches: int
) -> tuple[Fall, ...]:
    """All results of a battle; equal losses are added up."""
    chances: dict[tuple[int, int], float] = {}
    for chance, shown in shows(min(dice, MOST_DICE)):
        scored = sum(map(min, attackers, shown)) - trenches
        suffered = sum(map(min, defenders, shown))
        key = (min(suffered, sizes[0]), max(0, min(scored, sizes[1])))
        chances[key] = chances.get(key, 0.0) + chance
    return tuple(Fall(chance, *lost) for lost, chance in chances.items())


@lru_cache(maxsize=MOST_DICE + 1)
def shows(dice: int) -> tuple[tuple[float, Faces], ...]:
    """All faces that this many dice can show, with their probabilities."""
    rolls = []
    for ones in range(dice + 1):
        for twos in range(dice - ones + 1):
            for threes in range(dice - ones - twos + 1):
                others = dice - ones - twos - threes
                ways = comb(dice, ones) * comb(dice - ones, twos)
                ways *= comb(dice - ones - twos, threes)
                chance = ways * SHARES[0] ** (ones + twos + threes) * SHARES[3] ** others
                rolls.append((chance, (ones, twos, threes, others)))
    return tuple(rolls)


@lru_cache(maxsize=2_000)
def cleared(number: int, attackers: int) -> float:
    """Return the probability that attackers of the usual mix clear a region of `number` tiles."""
    if not number:
        return 1.0
    if not attackers:
        return 0.0
    infantry = round(0.65 * attackers) or 1
    artillery = round(0.22 * attackers)
    faces = (infantry, artillery, max(0, attackers - infantry - artillery), 0)
    dice = max(1, round(0.8 * attackers))
    against = (number, 0, 0, 0)
    falls = exchange(faces, against, (attackers, number), dice, 0)
    return sum(
        fall.chance
        for fall in falls
        if fall.defenders_lost == number and fall.attackers_lost < attackers
    )


# -- the hits of one side


@lru_cache(maxsize=20_000)
def hits(faces: tuple[int, ...], dice: int) -> tuple[float, ...]:
    """Return the probability of each number of hits: for each face the smaller of dice and
    tiles."""
    chances = {(dice, 0): 1.0}
    for number, tiles in enumerate(faces):
        share, after = 1 / (6 - number), dict[tuple[int, int], float]()
        for (left, total), chance in chances.items():
            for shown in range(left + 1):
                odds = comb(left, shown) * share**shown * (1 - share) ** (left - shown)
                key = (left - shown, total + min(tiles, shown))
                after[key] = after.get(key, 0.0) + chance * odds
        chances = after
    totals = [0.0] * (sum(faces) + 1)
    for (_, total), chance in chances.items():
        totals[total] += chance
    return tuple(totals)


def mean_hits(faces: tuple[int, ...], dice: int) -> float:
    return sum(number * chance for number, chance in enumerate(hits(faces, dice)))


def at_least(faces: tuple[int, ...], dice: int, number: int) -> float:
    return sum(hits(faces, dice)[number:])
