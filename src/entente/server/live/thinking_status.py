"""Which computer players are thinking at a table, sent to its viewers.

Only seats that the table publicly waits for are shown, and hidden steps are not: a seat that takes
hidden steps keeps thinking as long as nothing has changed for the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from entente.kernel import Seat

NOTICED = 1.0  # seconds before it is shown


class _Entry:
    """A seat that thinks, at a version of the table as everyone counts it."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.began = monotonic()
        self.is_over = False
        self.is_shown = False


class ThinkingStatus:
    """The thinking computer players of this process. Used by the event loop's thread only."""

    def __init__(self, send: Callable[[str], None], noticed: float = NOTICED) -> None:
        self._send = send
        self._noticed = noticed
        self._at: dict[str, dict[Seat, _Entry]] = {}

    def begin(self, table_id: str, seat: Seat, version: int) -> None:
        """Start a seat's thinking, or continue it if the others have seen no change."""
        thoughts = self._at.setdefault(table_id, {})
        thought = thoughts.get(seat)
        if thought is None or thought.version != version:
            was_shown = thought is not None and thought.is_shown
            thought = thoughts[seat] = _Entry(version)
            if was_shown:  # it has acted publicly and thinks about something else
                self._send(table_id)
        thought.is_over = False
        wait = max(0.0, thought.began + self._noticed - monotonic())
        asyncio.get_running_loop().call_later(wait, self._notice, table_id, seat, thought)

    def end(self, table_id: str, seat: Seat) -> None:
        """Record that the seat has decided."""
        thought = self._at.get(table_id, {}).get(seat)
        if thought is not None:
            thought.is_over = True

    def give_up(self, table_id: str, seat: Seat) -> None:
        """Record that the seat has stopped thinking without acting."""
        thought = self._at.get(table_id, {}).pop(seat, None)
        if thought is not None and thought.is_shown:
            self._send(table_id)

    def forget(self, table_id: str) -> None:
        """Forget a table where no computer player has to decide."""
        self._at.pop(table_id, None)

    def seats(self, table_id: str) -> dict[Seat, float]:
        """Return the seats shown as thinking, and for how many seconds."""
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
            self._send(table_id)
