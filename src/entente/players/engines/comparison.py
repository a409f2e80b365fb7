"""What the searches share: rank candidates at a glance, then compare them in the same positions.

One candidate differs from position to position far more than two candidates do in the same one. So
all are tried in the same imagined positions, and the worse ones are dropped on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, Protocol, TypeVar

from entente.kernel import Decision
from entente.players.search_result import SearchLine, SearchResult, Step

T = TypeVar("T")


class Limit(Protocol):
    """Something that runs out, such as a `SearchBudget`."""

    @property
    def exhausted(self) -> bool: ...


class LineEnd(NamedTuple):
    """What a line comes to in one imagined position, and how it went on."""

    worth: float
    then: tuple[Step, ...]


def only_action(decision: Decision) -> SearchResult | None:
    """Return the result at a decision with a single action; None if there is something to
    choose."""
    return untried(next(iter(decision.menu))) if decision.menu.size() == 1 else None


def untried(action: str) -> SearchResult:
    """Return the result for an action that was not compared with any other."""
    return SearchResult(action, 0.0, (SearchLine(action, 0.0),))


def rank(
    actions: Sequence[str], worth: Callable[[str], float], limit: Limit, rng: Random
) -> list[SearchLine]:
    """Return lines of one action, best first. The generator breaks ties, and the first action is
    always tried."""
    scored = list[tuple[float, float, SearchLine]]()
    for action in actions:
        if scored and limit.exhausted:
            break
        value = worth(action)
        scored.append((value, rng.random(), SearchLine(action, value)))
    scored.sort(key=lambda each: each[:2], reverse=True)
    return [line for _, _, line in scored]


def compare(
    candidates: Sequence[T],
    worlds: range,
    try_out: Callable[[T, int], None],
    limit: Limit,
    cut: Callable[[int, list[T]], list[T]] | None = None,
) -> list[T]:
    """Try all candidates in one world after the other until the limit is reached; return those
    that were not dropped. `cut` gets the number of worlds tried and the candidates left, and
    returns those that go on."""
    left = list(candidates)
    for number in worlds:
        if limit.exhausted:
            break
        for candidate in left:
            try_out(candidate, number)
        if cut is not None:
            left = cut(number + 1, left)
    return left


def half(count: int, least: int = 2) -> int:
    """Return how many of some candidates to keep when the worse half is dropped."""
    return max(least, (count + 1) // 2)


def mean(ends: Sequence[LineEnd]) -> float:
    """Return the mean value of a line over the worlds in which it was tried."""
    return sum([end.worth for end in ends]) / len(ends)


def line_of(action: str, ends: Sequence[LineEnd]) -> SearchLine:
    """Return the line of an action that was played on in some worlds."""
    worst, feared = min(ends, key=lambda end: end.worth)
    return SearchLine(action, mean(ends), worst, ends[0].then, feared)
