"""Exponential backoff for repeated failures."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class _Failing(NamedTuple):
    times: int
    again: float  # when it may be retried


class Backoff:
    """When each of several tasks may be retried."""

    def __init__(
        self,
        first: float = 1.0,
        longest: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._first = first
        self._longest = longest
        self._clock = clock
        self._failing: dict[str, _Failing] = {}

    def failed(self, name: str) -> bool:
        """Record a failure; return whether it is the first since the last success."""
        times = self.times(name)
        pause = min(self._first * 2 ** min(times, 30), self._longest)
        self._failing[name] = _Failing(times + 1, self._clock() + pause)
        return not times

    def times(self, name: str) -> int:
        """Return the number of consecutive failures."""
        return self._failing[name].times if name in self._failing else 0

    def left(self, name: str) -> float:
        """Return the seconds until a retry is allowed."""
        return self._failing[name].again - self._clock() if name in self._failing else 0.0

    def is_over(self, name: str) -> bool:
        """Return whether a retry is allowed now."""
        return self.left(name) <= 0

    def tidy(self) -> None:
        """Forget tasks that could have been retried long ago.

        They no longer exist or have nothing to do.
        """
        before = self._clock() - self._longest
        for name in [each for each, failing in self._failing.items() if failing.again < before]:
            del self._failing[name]

    def recovered(self, name: str) -> None:
        self._failing.pop(name, None)
