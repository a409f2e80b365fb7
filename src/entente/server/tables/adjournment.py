"""A director stops a game with its clock and deadlines, lets it go on, or ends it."""

from __future__ import annotations

from entente.kernel import Outcome, say
from entente.server.tables.room import Room
from entente.server.tables.table_events import announce
from entente.wire.tables import PLAYING


def adjourn(room: Room, now: float) -> None:
    """Stop a game until it is resumed; unlike a pause it does not end by itself."""
    table = room.table
    if table.status != PLAYING or is_adjourned(room):
        return
    table.paused, table.pause_ends = table.paused or int(now), None
    announce(room, now, "adjourned")


def resume(room: Room, now: float) -> None:
    """Let an adjourned game go on."""
    if is_adjourned(room):
        room.table.paused = None
        announce(room, now, "resumed")


def end_by_director(room: Room, now: float) -> None:
    """End a game whose result the director has set: it asks no one again, and is not rated."""
    if room.table.status == PLAYING:
        announce(room, now, "decided")
        room.end(Outcome((), {}, say("kernel.abandoned")))


def is_adjourned(room: Room) -> bool:
    """Return whether only a director can let a game go on."""
    return bool(room.table.paused) and room.table.pause_ends is None
