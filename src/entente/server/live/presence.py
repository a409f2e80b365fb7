"""Presence: who is at a table, sent to its viewers at intervals.

After a presence frame, the next one waits for a pause and goes only to viewers for whom it is news,
so that n arrivals cause about n frames, not n each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Presences:
    """Sends presence at most once per interval and table; at a quiet table, at once.

    Used by the event loop's thread only.
    """

    def __init__(self, send: Callable[[str], None], interval: float) -> None:
        self._send = send
        self._interval = interval  # seconds; 0: no delay
        self._pauses: dict[str, asyncio.TimerHandle] = {}
        self._changed: set[str] = set()  # tables with changes during their pause

    def note(self, table_id: str) -> None:
        """Record that a viewer has come or gone."""
        if table_id in self._pauses:
            self._changed.add(table_id)
        else:
            self._send_now(table_id)

    def flush(self, table_id: str) -> None:
        """Send a table's pending presence now."""
        pause = self._pauses.pop(table_id, None)
        if pause is not None:
            pause.cancel()
        if table_id in self._changed:
            self._changed.discard(table_id)
            self._send_now(table_id)

    def close(self) -> None:
        for pause in self._pauses.values():
            pause.cancel()
        self._pauses.clear()

    def _send_now(self, table_id: str) -> None:
        if self._interval:
            loop = asyncio.get_running_loop()
            self._pauses[table_id] = loop.call_later(self._interval, self.flush, table_id)
        self._send(table_id)
