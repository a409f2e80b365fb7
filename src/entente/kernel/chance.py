"""Dice and draws that anyone can verify.

Every random number is HMAC-SHA256(seed, counter). The SHA-256 of the seed is published when the
game starts and the seed when it ends: no die can be predicted, and each can be checked afterwards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, MutableSequence
from typing import TypeVar

import msgspec

from entente.kernel.bag import Bag, size, take_at
from entente.kernel.hmac_stream import randbelow

T = TypeVar("T")


class Chance(msgspec.Struct):
    """A game's random number generator: a seed, a counter, and dice scripted by tests."""

    seed: str
    count: int = 0
    script: list[int] = []

    def below(self, bound: int) -> int:
        """Return a uniform integer from 0 to bound - 1."""
        number, self.count = randbelow(bound, self.seed, self.count)
        return number

    def die(self, faces: int = 6) -> int:
        """Roll one die, or take the next scripted result."""
        if self.script:
            self.count += 1
            return self.script.pop(0)
        return self.below(faces) + 1

    def dice(self, number: int, faces: int = 6) -> list[int]:
        """Roll several dice, in order."""
        return [self.die(faces) for _ in range(number)]

    def shuffle(self, cards: MutableSequence[T]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def draw(self, bag: Bag, order: Iterable[str]) -> str:
        """Take a random thing out of a bag. `order` fixes which thing each number means."""
        return take_at(bag, self.below(size(bag)), order)

    def copy(self) -> Chance:
        """Return an independent copy, which rolls the same from here on."""
        return Chance(self.seed, self.count, self.script[:] if self.script else [])


def series_seed(seed: str, series: int) -> str:
    """Return the seed of a series of chance. The first series uses the game's seed; each takeback
    that the players agree on starts the next, so no result comes twice."""
    return f"{seed}/{series}" if series else seed


def seed_hash(seed: str) -> str:
    """Return the hash of a seed that is published before the game ends."""
    return hashlib.sha256(seed.encode()).hexdigest()
