"""Pauses: what fails is tried again, each time after a longer while."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class _Failing(NamedTuple):
    times: int
    again: float  # when it may be tried again


class Backoff:
    """When each of several things may be tried again."""

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
        """A thing has failed. Whether that is news: it had not failed since it was last mended."""
        times = self.times(name)
        pause = min(self._first * 2 ** min(times, 30), self._longest)
        self._failing[name] = _Failing(times + 1, self._clock() + pause)
        return not times

    def times(self, name: str) -> int:
        """How often a thing has failed in a row."""
        return self._failing[name].times if name in self._failing else 0

    def left(self, name: str) -> float:
        """Seconds until a thing may be tried again."""
        return self._failing[name].again - self._clock() if name in self._failing else 0.0

    def is_over(self, name: str) -> bool:
        """Whether a thing may be tried now."""
        return self.left(name) <= 0

    def tidy(self) -> None:
        """Forget what nobody has tried again for long, though it might be: it is no longer there,
        or has nothing to do."""
        before = self._clock() - self._longest
        for name in [each for each, failing in self._failing.items() if failing.again < before]:
            del self._failing[name]

    def recovered(self, name: str) -> None:
        self._failing.pop(name, None)
