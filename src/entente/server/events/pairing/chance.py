"""Chance in pairing: what the rules of a format leave open is drawn, and the same each time."""

from __future__ import annotations

from random import Random


def drawing(seed: int, purpose: str, *which: int) -> Random:
    """Return the random numbers for one purpose.

    Two purposes must not share theirs: who shuffles players and seats alike seats everyone by
    number.
    """
    return Random("/".join(map(str, (seed, purpose, *which))))


def toss(seed: int, purpose: str, *which: int) -> bool:
    """Return the result of a fair coin."""
    return drawing(seed, purpose, *which).random() < 0.5
