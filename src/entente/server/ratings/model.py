"""The rating model: Plackett-Luce, as in the arena.

A strength is a mean and a standard deviation. Players see points instead: 1500 is the strength of a
new player, and 200 points more mean finishing ahead of an opponent three times in four, in every
game. That is the scale of chess ratings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from entente.players.skill import BETA, DEVIATION, MEAN, update

START = 1500  # points of a new player
SURE = 1.96  # deviations to either side of a 95 % interval
SETTLED = 6.5  # a rating with a larger deviation is provisional


class Skill(NamedTuple):
    """A strength on the scale of the model."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def settled(self) -> bool:
        """Whether the deviation is small enough for a leaderboard."""
        return self.deviation <= SETTLED


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as players see it.

    `points` plus or minus `uncertainty` is a 95 % interval. A `provisional` rating is still too
    uncertain for a leaderboard. `games` counts rated games.
    """

    points: int
    uncertainty: int
    provisional: bool
    games: int


def rate(strengths: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the strengths after a game. Place 1 is the best; equal players share a place."""
    return [Skill(*each) for each in update(strengths, places)]


def rate_departed(strengths: Sequence[Skill], departed: int) -> Skill:
    """Return the strength of a player who left, after a loss to each of the others.

    The others get distinct places, the stronger first. Players who share a place are one opponent
    to the model: behind six who agree on a draw, a player would lose a tenth of the points of a
    last place.
    """
    others = [each for index, each in enumerate(strengths) if index != departed]
    others.sort(reverse=True)
    return rate([*others, strengths[departed]], range(1, len(strengths) + 1))[-1]


def points_of_one(seats: int) -> float:
    """Return the points of one unit of strength in a game with this number of seats.

    In the model a player finishes ahead of another with probability 1 / (1 + exp(-d / c)), where d
    is the difference of their means and c is beta times the root of the number of seats, if all
    deviations are small. In chess it is 1 / (1 + 10 ** (-D / 400)).
    """
    return 400 / math.log(10) / (BETA * math.sqrt(max(2, seats)))


def points(mean: float, seats: int) -> int:
    """Return a mean as points."""
    return round(START + (mean - MEAN) * points_of_one(seats))


def shown(strength: Skill, games: int, seats: int) -> ShownRating:
    """Return a rating as players see it."""
    return ShownRating(
        points=points(strength.mean, seats),
        uncertainty=round(SURE * strength.deviation * points_of_one(seats)),
        provisional=not strength.settled,
        games=games,
    )
