"""Dice in imagined states: every face as often as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.kernel import State

FACES = (1, 2, 3, 4, 5, 6)
ROLLS = 16


def spread(worlds: Sequence[State], rng: Random) -> None:
    """Let the first dice fall so that each face comes up in one of six worlds.

    What an action is worth on average then takes six trials, where chance alone would need dozens.
    """
    rolls = [rng.sample(FACES, len(FACES)) for _ in range(ROLLS)]
    for number, world in enumerate(worlds):
        world.chance.script = [faces[number % len(FACES)] for faces in rolls]
