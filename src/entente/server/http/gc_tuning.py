"""Garbage in cycles, looked for in small steps.

Python's own full search goes through everything there is. With a thousand tables and their sockets
that is more than a million things, and the process stands still for more than half a second, again
and again. Here the search is a thread's, every half minute: it goes through what has come since the
last time, and sets what is left apart, where it is not looked at again. Only once in a while all of
it is gone through, for cycles that have come apart since.
"""

from __future__ import annotations

import gc
from threading import Event, Thread

EVERY = 30.0  # seconds between two searches
WHOLE = 20  # every so many searches are of everything
# Of the youngest things Python itself looks through so many at once; of older ones never.
YOUNG, MIDDLE, NEVER = 20_000, 20, 1_000_000


class IncrementalGc:
    """The search of this process, from `start` to `stop`."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._stopped = Event()
        self._rounds = 0
        self._before = gc.get_threshold()
        self._thread = Thread(target=self._run, name="garbage", daemon=True)

    def start(self) -> None:
        """What is there now stays: it is set apart at once."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def look(self) -> None:
        """One search."""
        self._rounds += 1
        if self._rounds % WHOLE == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            self.look()
