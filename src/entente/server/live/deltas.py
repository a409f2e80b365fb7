"""Per-connection state and delta updates."""

from __future__ import annotations

from typing import cast

import msgspec

from entente.kernel import Seat, View
from entente.server.live.table_state import StateBuilder, first_changed
from entente.server.tables.room import Room
from entente.wire.frames import Delta, LogEntry, SeatState, State, write_frame
from entente.wire.json_diff import DiffCache, JsonDiff, Tree, object_difference
from entente.wire.tables import OVER

# Sent separately with a difference, or irrelevant there.
_APART = ("version", "log", "since", "now")
_STATE = [name for name in State.__struct_fields__ if name not in (*_APART, "seats")]
_SEEN = [name for name in SeatState.__struct_fields__ if name != "view"]
_encode = msgspec.json.Encoder().encode
_split = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

Access = tuple[tuple[Seat, ...], bool]
Viewer = tuple[tuple[Seat, ...], str]  # seats and language


class SentState(msgspec.Struct, frozen=True, gc=False):
    """The state last sent to a connection.

    Its access (the seats, and whether the game is over) and, for delta updates, its encoded parts.
    """

    version: int
    access: Access
    parts: Tree | None = None


def full_state(
    room: Room, seats: tuple[Seat, ...], language: str, since: int, *, differences: bool
) -> tuple[SentState, str]:
    """Return the whole table for the holder of these seats, and its frame."""
    state = StateBuilder(room).state(seats, language, since)
    parts = StateParts().of(state) if differences else None
    return SentState(state.version, _access(room, seats), parts), write_frame(state)


def _access(room: Room, seats: tuple[Seat, ...]) -> Access:
    return seats, room.table.status == OVER


class DeltaUpdate:
    """A change of a table being sent to its viewers.

    What several viewers see alike is built and encoded once, even if they had different states
    before.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self._showing = StateBuilder(room)
        self._parts = StateParts()
        self._diffs = DiffCache()
        self._states: dict[Viewer, State] = {}
        self._logs: dict[tuple[Viewer, int], list[LogEntry]] = {}
        self._sent: dict[tuple[Viewer, bool], SentState] = {}
        self._full_frames: dict[tuple[Viewer, int], str] = {}
        self._changes: dict[tuple[int, Viewer, int], str] = {}

    def has_news(self, before: SentState | None, seats: tuple[Seat, ...], version: int) -> bool:
        """Return whether a viewer who was sent a version may know of a change."""
        room = self.room
        if before is None or before.access != _access(room, seats):
            return True
        if version == room.version:  # the viewer has it and asks again
            return True
        return before.version != room.visible_counts(seats).version(room.version)

    def frame_for(
        self,
        before: SentState | None,
        seats: tuple[Seat, ...],
        language: str,
        version: int,
        differences: bool,
    ) -> tuple[SentState, str]:
        """Return the new sent state and the frame for a viewer who was sent a version."""
        room, viewer = self.room, (seats, language)
        same = before is not None and before.access == _access(room, seats)
        since = first_changed(room, seats, version) if same else 0
        now = self._now(viewer, differences=differences)
        change = self._change(before, now, viewer, since) if same else None
        return now, change or self._full_frame(viewer, since)

    def _state(self, viewer: Viewer) -> State:
        """Return the table without its log."""
        if viewer not in self._states:
            self._states[viewer] = self._showing.state(*viewer, since=None)
        return self._states[viewer]

    def _log(self, viewer: Viewer, since: int) -> list[LogEntry]:
        if (viewer, since) not in self._logs:
            self._logs[viewer, since] = self._showing.log(*viewer, since)
        return self._logs[viewer, since]

    def _now(self, viewer: Viewer, *, differences: bool) -> SentState:
        if (viewer, differences) not in self._sent:
            state = self._state(viewer)
            parts = self._parts.of(state) if differences else None
            sent = SentState(state.version, _access(self.room, viewer[0]), parts)
            self._sent[viewer, differences] = sent
        return self._sent[viewer, differences]

    def _full_frame(self, viewer: Viewer, since: int) -> str:
        if (viewer, since) not in self._full_frames:
            state = self._state(viewer)
            state.log, state.since = self._log(viewer, since), since
            self._full_frames[viewer, since] = write_frame(state)
        return self._full_frames[viewer, since]

    def _change(
        self, before: SentState | None, now: SentState, viewer: Viewer, since: int
    ) -> str | None:
        """Return a difference frame.

        None if the previous state is unknown or no differences are wanted.
        """
        if before is None or before.parts is None or now.parts is None:
            return None
        key = (id(before), viewer, since)
        if key not in self._changes:
            difference = object_difference(before.parts, now.parts, self._diffs)
            self._changes[key] = self._changed(before, difference, viewer, since)
        return self._changes[key]

    def _changed(self, before: SentState, difference: bytes, viewer: Viewer, since: int) -> str:
        state, written = self._state(viewer), cast(JsonDiff, msgspec.Raw(difference))
        log = self._log(viewer, since)
        return write_frame(Delta(before.version, state.version, written, log, since, state.now))


class StateParts:
    """Splits states into encoded parts for comparison.

    Parts shared by several viewers are encoded once.
    """

    def __init__(self) -> None:
        self._view: View | None = None  # the first one encoded
        self._written: dict[str, msgspec.Raw] = {}

    def of(self, state: State) -> Tree:
        parts: dict[str, msgspec.Raw | Tree] = {
            name: msgspec.Raw(_encode(getattr(state, name))) for name in _STATE
        }
        parts["seats"] = {viewer: self._seen(seen) for viewer, seen in state.seats.items()}
        return parts

    def _seen(self, seen: SeatState) -> Tree:
        parts: dict[str, msgspec.Raw | Tree] = {
            name: msgspec.Raw(_encode(getattr(seen, name))) for name in _SEEN
        }
        parts["view"] = self._seen_view(seen.view)
        return parts

    def _seen_view(self, view: View) -> dict[str, msgspec.Raw]:
        first = self._view
        if first is None or type(first) is not type(view):
            self._view, self._written = view, _split(_encode(view))
            return self._written
        own = {
            name: msgspec.Raw(_encode(value))
            for name in view.__struct_fields__
            if (value := getattr(view, name)) is not getattr(first, name)
        }
        return {**self._written, **own}
