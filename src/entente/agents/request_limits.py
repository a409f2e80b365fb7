"""Limits on the requests to a model, for all seats of this process: how many at once, how many a
minute, and the pauses an endpoint asks for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

MINUTE = 60.0

_known: dict[tuple[str, str], RequestLimits] = {}
_lock = Lock()


class RequestLimits:
    """At most `parallel` requests at once, evenly spaced if `per_minute` says so."""

    def __init__(self, parallel: int, per_minute: int) -> None:
        self.parallel = parallel
        self.gap = MINUTE / per_minute if per_minute else 0.0
        self._running = 0
        self._next = 0.0  # the earliest time of the next request
        self._changed = Condition()

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Wait for the turn of a request, and hold it until the answer is there."""
        with self._changed:
            while (pause := self._pause()) is not None:
                self._changed.wait(pause or None)
            self._running += 1
            self._next = max(self._next, time.monotonic()) + self.gap
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def _pause(self) -> float | None:
        """Return the seconds to wait; 0 if for another request to end, None if not at all."""
        if self._running >= self.parallel:
            return 0.0
        left = self._next - time.monotonic()
        return left if left > 0 else None

    def pause(self, seconds: float) -> None:
        """Let no request begin for some seconds."""
        with self._changed:
            self._next = max(self._next, time.monotonic() + seconds)
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait before trying again; others may go on."""
        if seconds > 0:
            time.sleep(seconds)


def limits_for(url: str, model: str, parallel: int, per_minute: int) -> RequestLimits:
    """Return the limits that all seats of a model share; the latest settings count."""
    with _lock:
        known = _known.setdefault((url, model), RequestLimits(parallel, per_minute))
        known.parallel = parallel
        known.gap = MINUTE / per_minute if per_minute else 0.0
        return known
