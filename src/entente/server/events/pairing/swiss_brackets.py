"""Pair one bracket of a Swiss round: the players moved down to a score group, and the group.

Every criterion of the FIDE (Dutch) system is a digit of one cost for each possible pair, the most
important first. The cheapest perfect matching of everyone who is still to be paired then settles
the bracket and proves that the rest can be paired. Among equally good brackets the rules take the
first in a fixed order, which further digits express. So a bracket takes two matchings: one for the
players moved down, one for the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from entente.server.events.pairing.matching import least_cost_pairs

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3  # preferences for a side
Digit = tuple[int, int]  # a value and its base, which is greater than any sum of such values


class PairingCandidate(NamedTuple):
    """A player as a bracket needs it. `downs` and `ups` are floats of the last two rounds, 0 the
    last; `place` is the rank among all players of the round."""

    number: int
    place: int
    score: float
    opponents: frozenset[int]
    due: int | None
    preference: int
    downs: tuple[bool, bool]
    ups: tuple[bool, bool]
    bye: bool
    unplayed: int


class PairedBracket(NamedTuple):
    """The pairs of a bracket, the higher ranked first, and the players moved down from it.

    In the last bracket the one who is left has the bye.
    """

    pairs: list[tuple[PairingCandidate, PairingCandidate]]
    left: list[PairingCandidate]


class Bracket:
    """The bracket at the top of those who are still to be paired."""

    def __init__(
        self,
        moved: Sequence[PairingCandidate],
        groups: Sequence[Sequence[PairingCandidate]],
        met: Callable[[PairingCandidate, PairingCandidate], bool],
    ) -> None:
        self.moved, self.residents = list(moved), list(groups[0])
        self.next = list(groups[1]) if len(groups) > 1 else []
        self.met = met
        self.players = [*self.moved, *(each for group in groups for each in group)]
        self.count = len(self.players)
        self.size = len(self.moved) + len(self.residents)  # the first of the players
        self.following = self.size + len(self.next)  # the same, with the next group
        self.sides = 2 * self.count + 2  # more than any sum over two players of each pair
        self.scores = sorted({each.score for each in self.players}, reverse=True)
        self.level = {score: place for place, score in enumerate(self.scores)}
        self.base = self.residents[0].score
        self.gaps = self._gaps()
        self.unplayed = 1 + max(each.unplayed for each in self.players)
        self.costs: dict[tuple[int, int], int] = {}
        self.forbidden = math.prod(base for _, base in self.quality(0, self.count))

    def _gaps(self) -> Mapping[float, int]:
        """Return the order of possible score differences of players moved down, the largest first.

        Who is not paired here has a larger one than with any resident.
        """
        found = {each.score - self.base for each in self.moved}
        found |= {each.score - self.base + 1 for each in self.moved}
        return {gap: place for place, gap in enumerate(sorted(found, reverse=True))}

    # -- what a pair costs

    def _violations(self, i: int, j: int) -> list[Digit]:
        """C1 to C3: players do not meet twice, have no two byes, nor a side three times."""
        a = self.players[i]
        if j == self.count:
            return [(0, self.sides), (int(a.bye), self.sides), (0, self.sides)]
        b = self.players[j]
        absolute = min(a.preference, b.preference) == ABSOLUTE and clash(a, b)
        return [(int(self.met(a, b)), self.sides), (0, self.sides), (int(absolute), self.sides)]

    def quality(self, i: int, j: int) -> list[Digit]:
        """C5 to C21 without those on top scorers, for players in order of rank.

        `j` may be the bye. A pair is in the bracket if its lower ranked player is; otherwise a
        player of the bracket moves down.
        """
        players, base = self.players, self.sides
        a = players[i]
        bye, inside, down = j == self.count, j < self.size, i < self.size <= j
        digits = self._violations(i, j)
        levels = len(self.scores)
        digits.append((levels - self.level[a.score] if bye else 0, levels + 1))  # C5
        digits.append((int(down), base))  # C6
        digits += self._at_level(a.score if down else None, self.size)  # C7
        later = i < self.following <= j
        digits.append((int(later), base))  # C8: the same in the next bracket
        digits += self._at_level(a.score if later else None, self.following)
        # C9, if a player who moves down from here has the bye
        digits.append((a.unplayed if bye and i < self.size else 0, self.unplayed))
        clashes = inside and clash(a, players[j])
        strong = clashes and min(a.preference, players[j].preference) >= STRONG
        digits += [(int(clashes), base), (int(strong), base)]  # C12, C13
        for ago in (0, 1):  # C14 to C17
            digits.append((int(down and i >= len(self.moved) and a.downs[ago]), base))
            digits.append((int(self._upfloat(i, j) and players[j].ups[ago]), base))
        for ago in (0, 1):  # C18 to C21
            gap = None
            if i < len(self.moved) and a.downs[ago]:
                gap = a.score - self.base + (0 if inside else 1)
            digits += self._at_gap(gap)
            raised = self._upfloat(i, j) and players[j].ups[ago]
            digits += self._at_gap(a.score - self.base if raised else None)
        return digits

    def _upfloat(self, i: int, j: int) -> bool:
        return i < len(self.moved) <= j < self.size

    def _at_level(self, score: float | None, until: int) -> list[Digit]:
        """Return a digit for each score among the first players, the highest first."""
        last = self.level[self.players[until - 1].score]
        mine = -1 if score is None else self.level[score]
        return [(int(each == mine), self.sides) for each in range(last + 1)]

    def _at_gap(self, gap: float | None) -> list[Digit]:
        mine = -1 if gap is None else self.gaps[gap]
        return [(int(each == mine), self.sides) for each in range(len(self.gaps))]

    # -- the order of equally good brackets

    def _order_of_moved(self, i: int, j: int) -> list[Digit]:
        """First by who of those moved down is paired, then by their opponents, both by rank."""
        moved = len(self.moved)
        unpaired = [(int(i == each and j >= self.size), 2) for each in range(moved)]
        meets = [(j if i == each and j < self.size else 0, self.size) for each in range(moved)]
        return unpaired + meets

    def _order_of_rest(self, i: int, j: int, *, rest: Mapping[int, int], half: int) -> list[Digit]:
        """Order residents: the top half meets the others, with the fewest and least exchanges.

        `rest` has the places of those who do not meet a player moved down.
        """
        size = len(rest)
        a, b = rest.get(i, -1), rest.get(j, size)
        pair = a >= 0 and b < size
        digits = [(int(pair and a >= half), self.sides)]  # the number of exchanges
        digits.append((a if pair else 0, size * size + 1))  # their difference
        # The lowest players of the top half leave it first, the highest of the others enter it.
        digits += [(int(pair and a == each), 2) for each in reversed(range(half))]
        digits += [(int(b == each or (a == each and not pair)), 2) for each in range(half, size)]
        digits += [(b if pair and a == each else 0, size) for each in range(size)]  # opponents
        return digits

    # -- matchings

    def _match(
        self, order: Callable[[int, int], list[Digit]], fixed: Mapping[int, int] | None = None
    ) -> dict[int, int]:
        """Return everyone's opponent in the best matching; `count` is the bye.

        `fixed` maps players to the only one they may meet in this bracket, or to -1 for none.
        """
        fixed = fixed or {}
        left = [each for each in range(self.count) if fixed.get(each, -1) < 0]
        places = left if len(left) % 2 == 0 else [*left, self.count]

        def cost(at: int, other: int) -> int:
            i, j = places[at], places[other]
            if (i, j) not in self.costs:
                self.costs[i, j] = number(self.quality(i, j))
            forbidden = j < self.size and (i in fixed or j in fixed)
            best = self.costs[i, j] + (self.forbidden if forbidden else 0)
            return number(order(i, j), best)

        found = {each: other for each, other in fixed.items() if other >= 0}
        for at, other in least_cost_pairs(len(places), cost):
            i, j = places[at], places[other]
            found[i], found[j] = j, i
        return found

    def _plain(self) -> dict[int, int] | None:
        """Return the first of all brackets if it ends the round and nothing is wrong with it."""
        if self.moved or self.next:
            return None
        half, odd = divmod(self.size, 2)
        found = {}
        for i in range(half):
            found[i], found[i + half] = i + half, i
        if odd:
            found[self.size - 1] = self.count
        for i, j in found.items():
            if i < j and any(v for v, _ in self._violations(i, j)):
                return None
            if j < self.count and clash(self.players[i], self.players[j]):
                return None
        if odd and self.players[-1].unplayed > min(each.unplayed for each in self.players):
            return None
        return found

    def pair(self) -> PairedBracket:
        """Return the bracket that the rules prefer."""
        found = self._plain() or self._pair()
        pairs = [
            (self.players[i], self.players[found[i]])
            for i in range(self.size)
            if i < found[i] < self.size
        ]
        left = [self.players[i] for i in range(self.size) if found[i] >= self.size]
        return PairedBracket(pairs, left)

    def _pair(self) -> dict[int, int]:
        """Return everyone's opponent: first of those moved down, then of the others."""
        fixed: dict[int, int] = {}
        moved = len(self.moved)
        if moved:
            found = self._match(self._order_of_moved)
            for i in range(moved):
                fixed[i] = found[i] if found[i] < self.size else -1
                if found[i] < self.size:
                    fixed[found[i]] = i
        rest = [i for i in range(moved, self.size) if i not in fixed]
        places = {each: place for place, each in enumerate(rest)}
        half = sum(i < found[i] < self.size for i in rest) if moved else len(rest) // 2
        while True:
            order = partial(self._order_of_rest, rest=places, half=half)
            found = self._match(order, fixed)
            pairs = sum(i < found[i] < self.size for i in rest)
            if pairs == half:
                return found
            half = pairs  # no more can be paired in any order


def number(digits: Iterable[Digit], first: int = 0) -> int:
    """Return digits as one number, after a `first` one."""
    for value, base in digits:
        first = first * base + value
    return first


def clash(a: PairingCandidate, b: PairingCandidate) -> bool:
    """Return whether two players should have the same side."""
    return a.due is not None and a.due == b.due
