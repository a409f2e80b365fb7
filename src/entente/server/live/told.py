"""What somebody was told of a table, and how it is told him that it has changed."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from entente.kernel import Seat
from entente.server.live.differences import Difference, object_difference
from entente.server.live.frames import Changed, State, news_since, state_of, write_frame
from entente.server.storage.models import OVER
from entente.server.tables.room import Room

# Told in a difference by themselves, or of no interest there.
_read = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_APART = ("type", "version", "log", "since", "now")


class Told(msgspec.Struct, frozen=True):
    """A state as it was told, and as a change of what was told before, where that is shorter.

    `knows` is whatever decides what one may know: the seats, and whether the game is over.
    """

    version: int
    text: str
    knows: tuple[tuple[Seat, ...], bool]
    change: str | None = None


def told_of(room: Room, seats: tuple[Seat, ...], language: str, since: int = 0) -> Told:
    """The whole table, for whoever holds these seats."""
    return _told(room, seats, state_of(room, seats, language, since))


def _told(room: Room, seats: tuple[Seat, ...], state: State, change: str | None = None) -> Told:
    knows = (seats, room.table.status == OVER)
    return Told(state.version, write_frame(state), knows, change)


class Telling:
    """A change of a table being told: to those who know the same, with the same words."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._made: dict[tuple[Any, ...], Told] = {}

    def is_news(self, before: Told | None, seats: tuple[Seat, ...], version: int) -> bool:
        """Whether somebody who was told of the table up to a version may know of a change."""
        room, counting = self.room, self.room.counting(seats)
        if before is None or before.knows != (seats, room.table.status == OVER):
            return True
        if version == room.version:  # he was told, and asks for it again
            return True
        return before.version != counting.version(room.version)

    def to(
        self,
        before: Told | None,
        seats: tuple[Seat, ...],
        language: str,
        version: int,
        differences: bool,
    ) -> Told:
        """The table, for somebody who was told of it up to a version."""
        room = self.room
        same = before is not None and before.knows == (seats, room.table.status == OVER)
        since = news_since(room, seats, version) if same else 0
        base = before.text if before is not None and same and differences else ""
        key = (seats, language, since, base)
        if key not in self._made:
            state = state_of(room, seats, language, since)
            told = _told(room, seats, state)
            if base:
                assert before is not None
                told = msgspec.structs.replace(told, change=_change(before, told, state))
            self._made[key] = told
        return self._made[key]


def _change(before: Told, now: Told, state: State) -> str | None:
    """A state as a difference from another one; None where that would not be shorter."""
    found = msgspec.Raw(object_difference(_parts(before.text), _parts(now.text)))
    written = cast(Difference, found)  # as text already
    frame = Changed(before.version, state.version, written, state.log, state.since, state.now)
    text = write_frame(frame)
    return text if len(text) < len(now.text) else None


def _parts(text: str) -> dict[str, msgspec.Raw]:
    return {name: value for name, value in _read(text).items() if name not in _APART}
