"""The FIDE (Dutch) system of Swiss pairing, C.04.3, as it applies from February 2026.

Score groups are paired from the top, each with the players moved down to it (swiss_brackets.py).
A rematch, a second bye or a third game in a row with one side happens only if there is no other way
to pair everyone. There is no exception for top scorers in the last round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from entente.server.events.pairing.swiss_brackets import (
    ABSOLUTE,
    MILD,
    NONE,
    STRONG,
    Bracket,
    PairingCandidate,
)

FIRST, SECOND = 0, 1  # the sides, like white and black
DOWN, UP = "down", "up"
RECENT = 2  # rounds whose floats count, and games in a row with one side


class SwissPlayer(NamedTuple):
    """A player before a round; a lower number is a higher rank among equal scores.

    `sides` and `floats` are those of the rounds played, the last one last. `bye`: has had one.
    """

    number: int
    score: float = 0.0
    opponents: frozenset[int] = frozenset()
    sides: tuple[int, ...] = ()
    floats: tuple[str, ...] = ()
    bye: bool = False
    unplayed: int = 0

    @property
    def difference(self) -> int:
        """Games with the first side less those with the second."""
        return sum(1 if side == FIRST else -1 for side in self.sides)

    @property
    def due(self) -> int | None:
        """The side that this player should have; None: any."""
        if self.difference:
            return SECOND if self.difference > 0 else FIRST
        return None if not self.sides else 1 - self.sides[-1]

    @property
    def preference(self) -> int:
        last = self.sides[-RECENT:]
        if abs(self.difference) > 1 or (len(last) == RECENT and len(set(last)) == 1):
            return ABSOLUTE
        return NONE if not self.sides else STRONG if self.difference else MILD

    @property
    def due_after_two(self) -> int | None:
        """The side due, where two games in a row count before the difference."""
        last = self.sides[-RECENT:]
        if abs(self.difference) <= 1 and len(last) == RECENT and len(set(last)) == 1:
            return 1 - last[0]
        return self.due


class SwissRound(NamedTuple):
    """A paired round: the first of a pair has the first side."""

    pairs: list[tuple[int, int]]
    bye: int | None = None


def pair_swiss(
    players: Collection[SwissPlayer],
    *,
    apart: Collection[frozenset[int]] = (),
    first_side: int = FIRST,
) -> SwissRound:
    """Pair a round. `apart` are players who must not meet, like those who have met.

    `first_side`, drawn before the first round, is the side of the highest rank in it.
    """
    ranked = sorted(players, key=lambda each: (-each.score, each.number))
    known = {each.number: each for each in ranked}
    barred = frozenset(apart)

    def met(a: PairingCandidate, b: PairingCandidate) -> bool:
        return b.number in a.opponents or frozenset((a.number, b.number)) in barred

    groups = [list(group) for _, group in groupby(_candidates(ranked), lambda each: each.score)]
    pairs: list[tuple[PairingCandidate, PairingCandidate]] = []
    moved: list[PairingCandidate] = []
    while groups:
        found = Bracket(moved, groups, met).pair()
        pairs += found.pairs
        moved, groups = found.left, groups[1:]
    pairs.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].place))
    sides = [_with_sides(known[a.number], known[b.number], first_side) for a, b in pairs]
    return SwissRound(sides, moved[0].number if moved else None)


def _candidates(ranked: Sequence[SwissPlayer]) -> list[PairingCandidate]:
    return [
        PairingCandidate(
            each.number,
            place,
            each.score,
            each.opponents,
            each.due_after_two,
            each.preference,
            (each.floats[-1:] == (DOWN,), each.floats[-2:-1] == (DOWN,)),
            (each.floats[-1:] == (UP,), each.floats[-2:-1] == (UP,)),
            each.bye,
            each.unplayed,
        )
        for place, each in enumerate(ranked)
    ]


def _with_sides(a: SwissPlayer, b: SwissPlayer, first_side: int) -> tuple[int, int]:
    """Return a pair, the higher ranked player first, with the first side first."""
    side = _side_of_first(a, b, first_side)
    return (a.number, b.number) if side == FIRST else (b.number, a.number)


def _side_of_first(a: SwissPlayer, b: SwissPlayer, first_side: int) -> int:
    """Return the side of `a`, who is ranked above `b`."""
    mine, other = a.due_after_two, b.due_after_two
    if mine is None and other is None:
        return first_side if a.number % 2 else 1 - first_side
    if mine is None or other is None:
        return mine if mine is not None else 1 - other  # type: ignore[operator]
    if mine != other:
        return mine
    if a.preference != b.preference:
        return mine if a.preference > b.preference else 1 - mine
    if a.preference == ABSOLUTE and abs(a.difference) != abs(b.difference):
        return mine if abs(a.difference) > abs(b.difference) else 1 - mine
    for own, others in zip(reversed(a.sides), reversed(b.sides), strict=False):
        if own != others:
            return 1 - own  # the sides of the last round in which they differed change
    return mine
