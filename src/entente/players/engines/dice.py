"""Dice in imagined positions: every face equally often."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.players.player import AnyPosition

FACES = (1, 2, 3, 4, 5, 6)
ROLLS = 16


def spread(positions: Sequence[AnyPosition], rng: Random) -> None:
    """Script the first dice so that each face comes up once in six positions.

    Six trials then give the average value of an action; random dice would need dozens.
    """
    rolls = [rng.sample(FACES, len(FACES)) for _ in range(ROLLS)]
    for number, position in enumerate(positions):
        position.state.chance.script = [faces[number % len(FACES)] for faces in rolls]
