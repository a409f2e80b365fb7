"""What happens at a table outside the game: missed deadlines, takeovers, pauses.

The last events are stored with the table and shown to all viewers; they name seats, never people.
The players concerned get a notice too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from entente.kernel import Seat
from entente.kernel.message import Argument
from entente.server.notices.wording import event_words
from entente.server.tables.room import Room
from entente.wire.frames import TableEvent

SHOWN = 20  # events per table
NOTICE = "notice.event"


def record(room: Room, now: float, event: str, **args: Argument) -> None:
    """Add an event to those that the table shows."""
    line: dict[str, Any] = {"event": event, "time": int(now), **args}
    room.table.events = [*(room.table.events or []), line][-SHOWN:]


def announce(
    room: Room,
    now: float,
    event: str,
    /,
    *,
    without: Iterable[Seat] = (),
    **args: Argument,
) -> None:
    """Record an event and notify the players, except those of some seats.

    A player with an unread notice of the same event is not notified again.
    """
    record(room, now, event, **args)
    excepted = {room.chairs[seat].user_id for seat in without}
    people = {chair.user_id for chair in room.chairs.values()} - excepted
    kind = " ".join([event, *map(str, args.values())])
    room.notify(people, NOTICE, once=True, event=event, kind=kind, **args)


def shown_events(game: str, stored: Iterable[Mapping[str, Any]], language: str) -> list[TableEvent]:
    """Return the stored events in words, the oldest first."""
    return [
        TableEvent(each["time"], each["event"], event_words(game, each, language, sentence=True))
        for each in stored
    ]
