"""Since when the players of live tables are away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from entente.kernel import Seat
from entente.server.tables.claims import may_be_claimed
from entente.server.tables.room import Room


class Absences:
    """Who has no connection to a table that others view, by the account of this process.

    A process that has just begun to serve a table counts from then: the others wait a little
    longer, and no one loses by a restart.
    """

    def __init__(self) -> None:
        self._since: dict[str, dict[int, float]] = defaultdict(dict)  # by table, then by user

    def note(self, room: Room, here: Set[int]) -> None:
        """Record who is away."""
        away = {c.user_id for c in room.chairs.values() if c.user_id is not None} - here
        before, now = self._since.pop(room.table.id, {}), room.clock()
        if away:
            self._since[room.table.id] = {user: before.get(user, now) for user in sorted(away)}

    def forget(self, table_id: str) -> None:
        """Forget a table that no one views here."""
        self._since.pop(table_id, None)

    def gone(self, room: Room) -> dict[Seat, float]:
        """Return the seats against which others may claim, and since when."""
        since = self._since.get(room.table.id, {})
        return {
            seat: since[chair.user_id]
            for seat, chair in room.chairs.items()
            if chair.user_id in since and may_be_claimed(room, seat)
        }
