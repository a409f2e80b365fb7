"""Ratings of players: a mean and a deviation, updated after each game with any number of seats.

This is algorithm 4 (Plackett-Luce) of Weng and Lin, "A Bayesian Approximation Method for Online
Ranking", JMLR 12 (2011), with one player to a team and the defaults of the package openskill. The
tests compare the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

MEAN = 25.0  # of a new player
DEVIATION = MEAN / 3
BETA = MEAN / 6  # how much the performance of a player varies from game to game
TAU = MEAN / 300  # uncertainty added before each game, so that ratings never freeze
LEAST_SHARE = 0.0001  # of the variance that one game leaves


def update(
    skills: Sequence[tuple[float, float]], places: Sequence[float]
) -> list[tuple[float, float]]:
    """Return the means and deviations after a game. The lowest place is the best; equal players
    share a place."""
    if len(skills) != len(places):
        raise ValueError(f"{len(skills)} players, but {len(places)} places")
    variances = [deviation * deviation + TAU * TAU for _, deviation in skills]
    scale = math.sqrt(sum(variance + BETA * BETA for variance in variances))
    strengths = [math.exp(mean / scale) for mean, _ in skills]
    # For each place: the strength of those who did no better, and how many share it.
    behind = {
        place: sum(s for s, other in zip(strengths, places, strict=True) if other >= place)
        for place in places
    }
    sharing = {place: sum(other == place for other in places) for place in places}
    after = list[tuple[float, float]]()
    for (mean, _), variance, strength, place in zip(
        skills, variances, strengths, places, strict=True
    ):
        gain, certainty = 1 / sharing[place], 0.0
        for other in places:
            if other <= place:
                chance = strength / behind[other]
                gain -= chance / sharing[other]
                certainty += chance * (1 - chance) / sharing[other]
        learned = certainty * variance / scale**2 * math.sqrt(variance) / scale
        deviation = math.sqrt(variance * max(1 - learned, LEAST_SHARE))
        after.append((mean + gain * variance / scale, deviation))
    return after
