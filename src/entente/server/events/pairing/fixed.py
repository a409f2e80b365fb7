"""Fixed schedules: Berger tables for round robins, and knock-out brackets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Pair = tuple[int, int]


def berger(count: int) -> list[list[Pair]]:
    """Return the rounds of a round robin as pairs of places from 1; the first has the first side.

    The tables of Johann Berger. With an odd number, the one who meets the missing place is free.
    """
    size = count + count % 2
    if count < 2:
        return []
    rounds: list[list[Pair]] = []
    turn = size - 1  # places that rotate
    for number in range(turn):
        start = number * (size // 2) % turn
        first = start + 1
        pairs = [(first, size) if number % 2 == 0 else (size, first)]
        for step in range(1, size // 2):
            pairs.append(((start + step) % turn + 1, (start - step) % turn + 1))
        rounds.append([pair for pair in pairs if count == size or size not in pair])
    return rounds


def round_robin(count: int, *, double: bool = False) -> list[list[Pair]]:
    """Return a round robin; a double one repeats all games with sides changed."""
    once = berger(count)
    return once + [[(b, a) for a, b in pairs] for pairs in once] if double else once


class Match(NamedTuple):
    """A match of a knock-out: two seeds; None: a bye for the other."""

    first: int | None
    second: int | None
    third_place: bool = False


def bracket(count: int) -> list[Match]:
    """Return the first round for seeds from 1: the best seeds have byes, 1 and 2 meet last."""
    order = [1]
    while len(order) < count:
        size = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, size - each)]
    known = [seed if seed <= count else None for seed in order]
    return [Match(known[i], known[i + 1]) for i in range(0, len(known) - 1, 2)]


def next_matches(
    winners: Sequence[int], losers: Sequence[int | None], *, third_place: bool
) -> list[Match]:
    """Return the round after one, whose matches are in order; a final plays for third place too."""
    matches = [Match(winners[i], winners[i + 1]) for i in range(0, len(winners) - 1, 2)]
    beaten = [each for each in losers if each is not None]
    if third_place and len(matches) == 1 and len(beaten) == 2:
        matches.append(Match(beaten[0], beaten[1], third_place=True))
    return matches
