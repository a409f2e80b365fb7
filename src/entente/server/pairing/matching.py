"""Decide who of a queue plays together. Pure: no database, no clock.

The oldest request is served first. Whether two people fit is a matter of the two alone, so a table
for n people is a clique of n. After `groups`, no n waiting people fit together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from entente.kernel import Seat

Pair = tuple[int, int]  # two users, the smaller id first
MOST_STEPS = 20_000  # of a search; blocks and narrow ranges make it long


class Seeker(NamedTuple):
    """A person in a queue.

    `rating_range` is how far the others' ratings may be from this one's; None: any distance. A new
    player has no `reliability` yet and fits everyone. With `computers_from`, computers may take
    the missing seats from that time on.
    """

    user_id: int
    since: float
    side: Seat | None = None
    rating: float = 0.0
    rating_range: int | None = None
    reliability: int | None = None
    min_reliability: int = 0
    computers_from: float | None = None


class MatchedGroup(NamedTuple):
    """People who are seated together, the oldest request first; computers take the rest."""

    people: tuple[Seeker, ...]


def pair(one: int, other: int) -> Pair:
    return (min(one, other), max(one, other))


def fit(one: Seeker, other: Seeker, apart: Collection[Pair]) -> bool:
    """Return whether two people may be seated together."""
    if one.user_id == other.user_id or pair(one.user_id, other.user_id) in apart:
        return False
    if one.side is not None and one.side == other.side:
        return False
    distance = abs(one.rating - other.rating)
    if any(each.rating_range is not None and distance > each.rating_range for each in (one, other)):
        return False
    return _reliable(one, other) and _reliable(other, one)


def _reliable(one: Seeker, other: Seeker) -> bool:
    return other.reliability is None or other.reliability >= one.min_reliability


def groups(
    waiting: Iterable[Seeker], size: int, apart: Collection[Pair], now: float
) -> list[MatchedGroup]:
    """Return the groups to seat now, for tables of `size` seats."""
    left = sorted(waiting, key=lambda each: (each.since, each.user_id))
    matched: list[MatchedGroup] = []
    # First an equal share of the steps for everyone: a few people with blocks or narrow ranges must
    # not keep those behind them waiting. Then the whole search for those whose share was too short.
    for share in (MOST_STEPS // max(1, len(left)), MOST_STEPS):
        search = _Search(size, apart, share)
        for oldest in list(left):
            if oldest in left and (people := search.complete(oldest, left)):
                matched.append(MatchedGroup(people))
                left = [each for each in left if each not in people]
        if not search.cut_short:
            break
    for oldest in list(left):
        if oldest in left and _wants_computers(oldest, now):
            people = _accepting_computers(oldest, left, size, apart)
            matched.append(MatchedGroup(people))
            left = [each for each in left if each not in people]
    return matched


class _Search:
    """A search for full groups, with a limit on its length: for each person, and altogether."""

    def __init__(self, size: int, apart: Collection[Pair], share: int) -> None:
        self.size = size
        self.apart = apart
        self.share = share
        self.steps = self.last = 0
        self.cut_short = False

    def complete(self, oldest: Seeker, waiting: Sequence[Seeker]) -> tuple[Seeker, ...] | None:
        """Return the first full group in which this person has waited longest."""
        # Each search may go one step too far; the last person still has a full share.
        self.last = min(self.steps + self.share, MOST_STEPS + len(waiting))
        return self._extend((oldest,), self._fitting(oldest, waiting[waiting.index(oldest) + 1 :]))

    def _extend(
        self, chosen: tuple[Seeker, ...], candidates: Sequence[Seeker]
    ) -> tuple[Seeker, ...] | None:
        self.steps += 1
        if len(chosen) == self.size:
            return chosen
        for number, each in enumerate(candidates):
            too_few = len(chosen) + len(candidates) - number < self.size
            is_long = self.steps > self.last
            self.cut_short |= is_long and not too_few
            if too_few or is_long:
                return None
            rest = self._fitting(each, candidates[number + 1 :])
            if group := self._extend((*chosen, each), rest):
                return group
        return None

    def _fitting(self, one: Seeker, others: Iterable[Seeker]) -> list[Seeker]:
        return [other for other in others if fit(one, other, self.apart)]


def _wants_computers(seeker: Seeker, now: float) -> bool:
    return seeker.computers_from is not None and seeker.computers_from <= now


def _accepting_computers(
    oldest: Seeker, waiting: Sequence[Seeker], size: int, apart: Collection[Pair]
) -> tuple[Seeker, ...]:
    """Return the people who play with computers in the missing seats.

    People who accept computers only later play at once: otherwise they would wait without the
    person who starts now.
    """
    chosen = [oldest]
    for each in waiting:
        others = all(fit(each, other, apart) for other in chosen)
        if len(chosen) < size and each.computers_from is not None and others:
            chosen.append(each)
    return tuple(chosen)
