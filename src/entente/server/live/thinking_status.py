"""Pondering: which computer players think at a table, told to those who wait for them.

Only seats for which everybody knows the table to wait are told, and of those what happens unseen is
not: a seat that takes steps nobody sees ponders on, as long as nothing has changed for the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from entente.kernel import Seat

NOTICED = 1.0  # seconds after which it is told


class _Entry:
    """What a seat thinks about, at a version of the table as everybody counts it."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.began = monotonic()
        self.is_over = False
        self.is_shown = False


class ThinkingStatus:
    """The computer players of this process. Used by the thread of the event loop only."""

    def __init__(self, tell: Callable[[str], None], noticed: float = NOTICED) -> None:
        self._tell = tell
        self._noticed = noticed
        self._at: dict[str, dict[Seat, _Entry]] = {}

    def begin(self, table_id: str, seat: Seat, version: int) -> None:
        """A seat begins to think, or thinks on where others have seen nothing happen."""
        thoughts = self._at.setdefault(table_id, {})
        thought = thoughts.get(seat)
        if thought is None or thought.version != version:
            was_told = thought is not None and thought.is_shown
            thought = thoughts[seat] = _Entry(version)
            if was_told:  # it has acted for all to see, and thinks about something else
                self._tell(table_id)
        thought.is_over = False
        wait = max(0.0, thought.began + self._noticed - monotonic())
        asyncio.get_running_loop().call_later(wait, self._notice, table_id, seat, thought)

    def end(self, table_id: str, seat: Seat) -> None:
        """It knows what to do."""
        thought = self._at.get(table_id, {}).get(seat)
        if thought is not None:
            thought.is_over = True

    def give_up(self, table_id: str, seat: Seat) -> None:
        """It thinks no more, and has not acted."""
        thought = self._at.get(table_id, {}).pop(seat, None)
        if thought is not None and thought.is_shown:
            self._tell(table_id)

    def forget(self, table_id: str) -> None:
        """No computer player of a table has anything to decide."""
        self._at.pop(table_id, None)

    def seats(self, table_id: str) -> dict[Seat, float]:
        """Who is told to think there, and for how many seconds by now."""
        now = monotonic()
        return {
            seat: round(now - thought.began, 1)
            for seat, thought in self._at.get(table_id, {}).items()
            if thought.is_shown
        }

    def _notice(self, table_id: str, seat: Seat, thought: _Entry) -> None:
        current = self._at.get(table_id, {}).get(seat)
        if current is thought and not thought.is_over and not thought.is_shown:
            thought.is_shown = True
            self._tell(table_id)
