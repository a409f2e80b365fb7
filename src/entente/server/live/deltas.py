"""Per-connection state and delta updates."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import compress
from operator import attrgetter, is_not
from typing import cast

import msgspec
from msgspec.structs import astuple

from entente.kernel import Seat, View
from entente.server.live.table_state import StateBuilder, first_changed
from entente.server.tables.room import Room
from entente.server.tables.spectator_room import shown_room
from entente.wire.frames import Delta, LogEntry, SeatState, write_frame
from entente.wire.json_diff import DiffCache, JsonDiff, Tree, object_difference
from entente.wire.tables import OVER

_SEEN = [name for name in SeatState.__struct_fields__ if name != "view"]
_encode = msgspec.json.Encoder().encode
_beside = attrgetter(*_SEEN)

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
    viewed = DeltaUpdate(room).viewed_by(seats, language)
    return viewed.sent(differences=differences), viewed.full_frame(since)


class DeltaUpdate:
    """A change of a table being sent to its viewers.

    What several viewers see alike is built and encoded once, even if they had different states
    before.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.builder = StateBuilder(room)
        self.parts = StateParts(self.builder)
        self.diffs = DiffCache()
        self.over = room.table.status == OVER
        self._viewed: dict[Viewer, ViewedState] = {}

    def viewed_by(self, seats: tuple[Seat, ...], language: str) -> ViewedState:
        """Return the state as the holder of these seats sees it."""
        viewed = self._viewed.get((seats, language))
        if viewed is None:
            viewed = self._viewed[seats, language] = ViewedState(self, seats, language)
        return viewed

    def has_news(self, before: SentState | None, seats: tuple[Seat, ...], version: int) -> bool:
        """Return whether a viewer who was sent a version may know of a change."""
        room = self.room
        if before is None or before.access != (seats, self.over):
            return True
        if room.is_delayed:  # its versions are its own
            return before.version != room.version
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
        viewed = self.viewed_by(seats, language)
        now = viewed.sent(differences=differences)
        if before is None or before.access != now.access:
            return now, viewed.full_frame(0)
        since = first_changed(self.room, seats, before.version if self.room.is_delayed else version)
        if before.parts is None or now.parts is None:
            return now, viewed.full_frame(since)
        return now, viewed.delta_frame(before, since)


class DeltaUpdates:
    """A change of a table for all of its viewers: players see it now, spectators perhaps late."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._now = DeltaUpdate(room)

    def for_seats(self, seats: tuple[Seat, ...]) -> DeltaUpdate:
        """Return the change as the holder of these seats may know it."""
        return self._now if seats else self._for_spectators

    @cached_property
    def _for_spectators(self) -> DeltaUpdate:
        shown = shown_room(self.room, ())
        return self._now if shown is self.room else DeltaUpdate(shown)


class ViewedState:
    """A table as the viewers with the same seats and language see it after a change."""

    def __init__(self, update: DeltaUpdate, seats: tuple[Seat, ...], language: str) -> None:
        self.update = update
        self.seats = seats
        self.language = language
        self.access: Access = (seats, update.over)
        self.seen = update.builder.seen(seats, language)
        self._sent: dict[bool, SentState] = {}
        self._logs: dict[int, list[LogEntry]] = {}
        self._full_frames: dict[int, str] = {}
        self._deltas: dict[tuple[int, int], str] = {}

    @cached_property
    def version(self) -> int:
        """The table's version as the viewer counts it."""
        room = self.update.room
        return room.visible_counts(self.seats).version(room.version)

    def sent(self, *, differences: bool) -> SentState:
        """Return what is remembered of this state once it is sent."""
        sent = self._sent.get(differences)
        if sent is None:
            parts = self.update.parts.of(self) if differences else None
            sent = self._sent[differences] = SentState(self.version, self.access, parts)
        return sent

    def full_frame(self, since: int) -> str:
        """Return the frame of the whole state, with the log from a move on."""
        if since not in self._full_frames:
            state = self.update.builder.state(self.seats, self.language, self.seen)
            state.log, state.since = self._log(since), since
            self._full_frames[since] = write_frame(state)
        return self._full_frames[since]

    def delta_frame(self, before: SentState, since: int) -> str:
        """Return the frame with the changes since a state that was sent with parts."""
        key, now = (id(before), since), self.sent(differences=True)
        if key not in self._deltas:
            old, new = before.parts or {}, now.parts or {}
            difference = object_difference(old, new, self.update.diffs)
            written, log = cast(JsonDiff, msgspec.Raw(difference)), self._log(since)
            clock = self.update.builder.now
            delta = Delta(before.version, now.version, written, log, since, clock)
            self._deltas[key] = write_frame(delta)
        return self._deltas[key]

    def _log(self, since: int) -> list[LogEntry]:
        if since not in self._logs:
            self._logs[since] = self.update.builder.log(self.seats, self.language, since)
        return self._logs[since]


class StateParts:
    """Splits states into encoded parts for comparison.

    Parts shared by several viewers are encoded once.
    """

    def __init__(self, builder: StateBuilder) -> None:
        self._builder = builder
        self._shared: dict[str, dict[str, msgspec.Raw]] = {}  # by language
        self._view: View | None = None  # the first one encoded
        self._values: tuple[object, ...] = ()  # of its fields
        self._written: dict[str, msgspec.Raw] = {}

    def of(self, viewed: ViewedState) -> Tree:
        """Return the parts of a state; the log, the version and the time are sent apart."""
        language = viewed.language
        shared = self._shared.get(language)
        if shared is None:
            fields = self._builder.shared(language)
            shared = self._shared[language] = _encoded(fields, fields.values())
        fields = self._builder.own(viewed.seats)
        own = _encoded(fields, fields.values())
        seats = {viewer: self._seen(seen) for viewer, seen in viewed.seen.items()}
        return {**shared, **own, "seats": seats}

    def _seen(self, seen: SeatState) -> Tree:
        return {**_encoded(_SEEN, _beside(seen)), "view": self._seen_view(seen.view)}

    def _seen_view(self, view: View) -> Tree:
        first = self._view
        if first is None or type(first) is not type(view):
            self._view, self._values = view, astuple(view)
            self._written = _encoded(view.__struct_fields__, self._values)
            return self._written
        values = astuple(view)
        is_own = [*map(is_not, values, self._values)]
        own = _encoded(compress(view.__struct_fields__, is_own), compress(values, is_own))
        return {**self._written, **own}


def _encoded(names: Iterable[str], values: Iterable[object]) -> dict[str, msgspec.Raw]:
    """Return encoded values by name, without a loop in Python."""
    return dict(zip(names, map(msgspec.Raw, map(_encode, values)), strict=True))
