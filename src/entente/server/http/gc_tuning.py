"""Run the cyclic garbage collector in small steps.

Python's full collection visits every object. With a thousand tables and their sockets that is more
than a million, and stops the process for over half a second each time. Here a thread collects every
half minute: it visits the objects created since the last run and freezes the survivors. Only
occasionally are all objects visited, for cycles that became garbage later.
"""

from __future__ import annotations

import gc
from threading import Event, Thread

EVERY = 30.0  # seconds between two collections
WHOLE = 20  # every 20th collection visits everything
# Python collects the youngest generation itself, at this threshold, and never the older ones.
YOUNG, MIDDLE, NEVER = 20_000, 20, 1_000_000


class IncrementalGc:
    """The collector of this process, from `start` to `stop`."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._stopped = Event()
        self._rounds = 0
        self._before = gc.get_threshold()
        self._thread = Thread(target=self._run, name="garbage", daemon=True)

    def start(self) -> None:
        """Freeze all current objects and start collecting.

        The first collection is a thread's too: in the main one, a Ctrl-C meanwhile would be raised
        in a callback of the collector, which forgets it.
        """
        first = Thread(target=gc.collect, name="garbage", daemon=True)
        first.start()
        first.join()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def collect(self) -> None:
        """Run one collection."""
        self._rounds += 1
        if self._rounds % WHOLE == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            self.collect()
