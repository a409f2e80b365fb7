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
        entry = thoughts.get(seat)
        if entry is None or entry.version != version:
            was_shown = entry is not None and entry.is_shown
            entry = thoughts[seat] = _Entry(version)
            if was_shown:  # it has acted publicly and thinks about something else
                self._send(table_id)
        entry.is_over = False
        wait = max(0.0, entry.began + self._noticed - monotonic())
        asyncio.get_running_loop().call_later(wait, self._notice, table_id, seat, entry)

    def end(self, table_id: str, seat: Seat) -> None:
        """Record that the seat has decided."""
        entry = self._at.get(table_id, {}).get(seat)
        if entry is not None:
            entry.is_over = True

    def give_up(self, table_id: str, seat: Seat) -> None:
        """Record that the seat has stopped thinking without acting."""
        entry = self._at.get(table_id, {}).pop(seat, None)
        if entry is not None and entry.is_shown:
            self._send(table_id)

    def forget(self, table_id: str) -> None:
        """Forget a table where no computer player has to decide.

        The viewers hear of it: the table may still wait for a player that has a plan and holds it
        back.
        """
        thoughts = self._at.pop(table_id, {})
        if any(entry.is_shown for entry in thoughts.values()):
            self._send(table_id)

    def seats(self, table_id: str) -> dict[Seat, float]:
        """Return the seats shown as thinking, and for how many seconds."""
        now = monotonic()
        return {
            seat: round(now - entry.began, 1)
            for seat, entry in self._at.get(table_id, {}).items()
            if entry.is_shown
        }

    def _notice(self, table_id: str, seat: Seat, entry: _Entry) -> None:
        current = self._at.get(table_id, {}).get(seat)
        if current is entry and not entry.is_over and not entry.is_shown:
            entry.is_shown = True
            self._send(table_id)
