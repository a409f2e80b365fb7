"""Characters of computer players: the same rules of thumb with other weights."""

from __future__ import annotations

from random import Random

import msgspec


class Character(msgspec.Struct, frozen=True):
    """How much a seat minds some things; 1 is usual.

    `quarrels` is the cost of a dispute, `tension` that of a point of European tension, `wars` the
    weight of a war's gain, `deals` how readily treaties are signed; `word` is the price of breaking
    a promise in pounds, besides the reaction of the others.
    """

    name: str
    quarrels: float = 1.0
    tension: float = 1.0
    wars: float = 1.0
    deals: float = 1.0
    word: float = 100.0


NEVER_BREAKS = 1e6
USUAL = Character("usual")
CAUTIOUS = Character("cautious", quarrels=1.5, tension=1.5, wars=0.5, word=200.0)
TRADER = Character("trader", quarrels=1.1, deals=1.6, wars=0.7, word=NEVER_BREAKS)
IMPERIAL = Character("imperial", quarrels=0.5, tension=0.7, wars=1.3, deals=0.8, word=8.0)
CHARACTERS = {each.name: each for each in (CAUTIOUS, TRADER, IMPERIAL)}


def character_of(seed: str) -> Character:
    """Return a character drawn by the seed."""
    return Random(f"{seed}/character").choice(list(CHARACTERS.values()))
