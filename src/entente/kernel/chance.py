"""Dice and draws that anyone can verify.

Every random number is HMAC-SHA256(seed, counter). The seed's SHA-256 is published when the game
starts and the seed when it ends, so each die can be checked afterwards and none can be foreseen.
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
    """The generator of a game: a seed, how many numbers were drawn, and dice scripted by tests."""

    seed: str
    count: int = 0
    script: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        number, self.count = randbelow(bound, self.seed, self.count)
        return number

    def die(self, faces: int = 6) -> int:
        """One die; a scripted result if there is one left."""
        if self.script:
            self.count += 1
            return self.script.pop(0)
        return self.below(faces) + 1

    def dice(self, number: int, faces: int = 6) -> list[int]:
        """Several dice, in the order rolled."""
        return [self.die(faces) for _ in range(number)]

    def shuffle(self, cards: MutableSequence[T]) -> None:
        """Fisher-Yates, in place."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def draw(self, bag: Bag, order: Iterable[str]) -> str:
        """Take one thing at random out of a bag. `order` fixes which thing each number means."""
        return take_at(bag, self.below(size(bag)), order)

    def copy(self) -> Chance:
        return Chance(self.seed, self.count, self.script[:] if self.script else [])


def series_seed(seed: str, series: int) -> str:
    """What a series of chance is computed from. The first is the seed's own; each time that the
    players agree to take something back, the next one begins, so that nothing comes twice."""
    return f"{seed}/{series}" if series else seed


def seed_hash(seed: str) -> str:
    """What is published of a seed before the game ends."""
    return hashlib.sha256(seed.encode()).hexdigest()
