"""Battle odds: every possible roll with its probability."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from entente.games.attrition.board import Board
from entente.games.attrition.scoring import (
    BattleSetup,
    both_score,
    hunters_shield,
    tank_shields,
    trenches_lost,
)
from entente.kernel.bag import size

FACES = 6
ALIKE = ((1, 1), (2, 1), (3, 1), (4, 3))  # 4, 5 and 6 are alike, unless elites have their own faces


class BattleOdds(NamedTuple):
    """The average losses of each side, and the probability that the attacker clears the region."""

    attackers_lost: float
    defenders_lost: float
    cleared: float


def odds(board: Board, fight: BattleSetup) -> BattleOdds:
    """4.8.2, over all rolls. Shields are used; cards and generals are ignored."""
    ours = theirs = cleared = 0.0
    for chance, dice in dice_outcomes(fight.dice, per_face=fight.per_tile):
        lost, killed = losses(board, fight, dice)
        ours += chance * lost
        theirs += chance * killed
        if killed == size(fight.defenders) and lost < size(fight.attackers):
            cleared += chance
    return BattleOdds(ours, theirs, cleared)


def losses(board: Board, fight: BattleSetup, dice: list[int]) -> tuple[int, int]:
    """Return the losses of attacker and defender for these dice, with every shield used."""
    by_attacker, by_defender = both_score(board, fight, dice)
    against_attacker, against_defender = by_defender.total, by_attacker.total
    against_attacker -= tank_shields(board, fight.rolling, against_attacker)
    against_defender -= hunters_shield(board, fight.defenders, by_attacker.infantry)
    against_defender -= trenches_lost(fight.trenches, against_defender)
    return (
        min(against_attacker, size(fight.attackers)),
        min(against_defender, size(fight.defenders)),
    )


def dice_outcomes(number: int, *, per_face: bool) -> Iterator[tuple[float, list[int]]]:
    """Yield the outcomes of a number of dice, with equivalent rolls merged."""
    faces = [(face, 1) for face in range(1, FACES + 1)] if per_face else list(ALIKE)
    yield from _falls(number, faces, 1.0, [])


def _falls(
    left: int, faces: list[tuple[int, int]], chance: float, dice: list[int]
) -> Iterator[tuple[float, list[int]]]:
    (face, weight), *others = faces
    if not others:
        yield chance * (weight / FACES) ** left, dice + [face] * left
        return
    for count in range(left + 1):
        likely = comb(left, count) * (weight / FACES) ** count
        yield from _falls(left - count, others, chance * likely, dice + [face] * count)
