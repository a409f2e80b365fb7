"""Presence: who is at a table, told to everybody there, though not at every coming and going.

After it was told it is told again when a while has passed, and only to those for whom it is news.
So many who enter at once make so many frames, and not as many each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Presences:
    """Tells of each table at most once in an interval; at a quiet table, at once. Used by the
    thread of the event loop only."""

    def __init__(self, tell: Callable[[str], None], interval: float) -> None:
        self._tell = tell
        self._interval = interval  # seconds; 0: everything is told at once
        self._pauses: dict[str, asyncio.TimerHandle] = {}
        self._changed: set[str] = set()  # tables at which somebody came or went in their pause

    def note(self, table_id: str) -> None:
        """Somebody has come to a table, or gone."""
        if table_id in self._pauses:
            self._changed.add(table_id)
        else:
            self._tell_now(table_id)

    def flush(self, table_id: str) -> None:
        """Tell what there is to tell of a table, without waiting."""
        pause = self._pauses.pop(table_id, None)
        if pause is not None:
            pause.cancel()
        if table_id in self._changed:
            self._changed.discard(table_id)
            self._tell_now(table_id)

    def close(self) -> None:
        for pause in self._pauses.values():
            pause.cancel()
        self._pauses.clear()

    def _tell_now(self, table_id: str) -> None:
        if self._interval:
            loop = asyncio.get_running_loop()
            self._pauses[table_id] = loop.call_later(self._interval, self.flush, table_id)
        self._tell(table_id)
