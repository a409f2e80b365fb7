"""Dice in imagined positions: every face as often as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.players.player import AnyPosition

FACES = (1, 2, 3, 4, 5, 6)
ROLLS = 16


def spread(positions: Sequence[AnyPosition], rng: Random) -> None:
    """Let the first dice fall so that each face comes up in one of six positions.

    What an action is worth on average then takes six trials, where chance alone would need dozens.
    """
    rolls = [rng.sample(FACES, len(FACES)) for _ in range(ROLLS)]
    for number, position in enumerate(positions):
        position.state.chance.script = [faces[number % len(FACES)] for faces in rolls]
