"""What kind of statesman a computer player is: the same rules of thumb, weighed differently."""

from __future__ import annotations

from random import Random

import msgspec


class Character(msgspec.Struct, frozen=True):
    """How much a seat minds some things. 1 is usual.

    `quarrels` is what it costs to get into a dispute, `tension` what a point of European tension
    does, `wars` how much the gain of a war counts, `deals` how readily treaties are signed.
    """

    name: str
    quarrels: float = 1.0
    tension: float = 1.0
    wars: float = 1.0
    deals: float = 1.0


CAUTIOUS = Character("cautious", quarrels=1.6, tension=1.5, wars=0.5)
TRADER = Character("trader", quarrels=1.2, deals=1.6, wars=0.7)
IMPERIAL = Character("imperial", quarrels=0.6, tension=0.8, wars=1.3, deals=0.8)
CHARACTERS = (CAUTIOUS, TRADER, IMPERIAL)


def character_of(seed: str) -> Character:
    """A player keeps its character as long as it keeps its seed."""
    return Random(f"{seed}/character").choice(CHARACTERS)
