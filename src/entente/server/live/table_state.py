"""Build the state of a table for its viewers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import msgspec

from entente.kernel import Catalog, Message, Seat, SeenEntry, View
from entente.kernel.match import ONLY_POSSIBILITY
from entente.server.storage.models import TableSeat
from entente.server.tables.access import hides_names
from entente.server.tables.hidden_moves import ALL_VISIBLE, VisibleCounts
from entente.server.tables.room import Room
from entente.server.tables.starting import is_free
from entente.server.tables.table_events import shown_events
from entente.server.tables.table_info import ending_of
from entente.server.tables.votes import ballots
from entente.wire.frames import (
    LogEntry,
    PlayerStatus,
    SeatState,
    State,
    Sync,
    VoteStatus,
)
from entente.wire.prompts import deduplicated, prompts, submitted_answer
from entente.wire.tables import OPEN, OVER, PLAYING, Timer

Lines = dict[tuple[int, int], LogEntry]  # by visible move number and message identity


class StateBuilder:
    """Builds the states of a room at one moment; parts that viewers share are built once."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = room.clock()
        self._chairs: dict[tuple[Seat, bool], PlayerStatus] = {}
        self._lines: dict[str, Lines] = {}  # by language
        self._shared: dict[str, dict[str, Any]] = {}  # by language

    def shared(self, language: str) -> dict[str, Any]:
        """Return the fields of the state that all viewers with a language see alike."""
        if language not in self._shared:
            room, table = self.room, self.room.table
            over = table.status == OVER
            value = table.__dict__.get  # attribute access through SQLAlchemy is slower
            self._shared[language] = {
                "table": table.id,
                "status": table.status,
                "seed_hash": room.seed_hash,
                "seed": value("seed") if over else None,
                "seat_draw": value("lots") if over else None,
                "votes": [VoteStatus(*each, each.refused) for each in ballots(room)],
                "time_control": room.pace,
                "paused": value("paused"),
                "pause_ends": value("pause_ends"),
                "rematch": value("rematch"),
                "roll_call_until": value("roll_due"),
                "events": shown_events(table.game, value("events") or (), language),
                "outcome": ending_of(table, room.chairs.values(), language),
                "timer": timer_of(value("timer")),
            }
        return self._shared[language]

    def own(self, seats: tuple[Seat, ...]) -> dict[str, Any]:
        """Return the fields that depend on the viewer's seats, without the seats' own parts."""
        room, pinned = self.room, self.room.table.pinned
        counting = room.visible_counts(seats)
        return {
            "moves": counting.moves(len(room.match.moves)),
            "players": {seat: self._chair(seat, seat in seats) for seat in room.chairs},
            "pinned": None if pinned is None else counting.moves(pinned),
        }

    def seen(self, seats: tuple[Seat, ...], language: str) -> dict[str, SeatState]:
        """Return the part of each seat, or that of a spectator."""
        room = self.room
        catalog, counting = room.match.game.catalog(language), room.visible_counts(seats)
        viewers: tuple[Seat | None, ...] = self._visible_seats(seats) or (None,)
        return {viewer or "": seat_state(room, viewer, counting, catalog) for viewer in viewers}

    def state(self, seats: tuple[Seat, ...], language: str, seen: dict[str, SeatState]) -> State:
        """Return the state for these seats, or for a spectator, without the log."""
        room = self.room
        return State(
            **self.shared(language),
            **self.own(seats),
            version=room.visible_counts(seats).version(room.version),
            seats=seen,
            log=[],
            since=0,
            now=self.now,
        )

    def log(self, seats: tuple[Seat, ...], language: str, since: int) -> list[LogEntry]:
        """Return the log from a move on, for the holder of these seats."""
        catalog = self.room.match.game.catalog(language)
        made = self._lines.setdefault(language, {})
        return log_lines(self.room, self._visible_seats(seats), catalog, since, made=made)

    def _visible_seats(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return no seats before the start: a hand could be seen and another seat taken."""
        return () if self.room.table.status == OPEN else seats

    def _chair(self, seat: Seat, mine: bool) -> PlayerStatus:
        if (seat, mine) not in self._chairs:
            self._chairs[seat, mine] = seat_status(self.room, self.room.chairs[seat], mine=mine)
        return self._chairs[seat, mine]


def seat_status(room: Room, chair: TableSeat, *, mine: bool) -> PlayerStatus:
    """Return the player of a seat, as its owner or others see it."""
    row: dict[str, Any] = chair.__dict__  # attribute access through SQLAlchemy is slower
    value, user = row.get, row.get("user_id")
    person = room.people.get(user) if user is not None else None
    hidden = not mine and hides_names(room.table)
    due = value("due")
    return PlayerStatus(
        name=None if person is None or hidden else person.name,
        computer=value("computer"),
        stand_in=value("stand_in"),
        me=mine,
        due=due,
        seconds_left=value("left"),
        running=due is not None,
        overdue_since=value("missed"),
        open=is_free(chair),
        takeover_since=value("takeover_since"),
        leave_left=None
        if not room.table.leave_days or person is None
        else room.leave_left(chair.seat, room.clock()),
        ready=bool(value("ready")),
        user=None if person is None or hidden else user,
    )


def seat_state(
    room: Room, viewer: Seat | None, counting: VisibleCounts, catalog: Catalog
) -> SeatState:
    """Return what a seat, or a spectator, sees and is asked."""
    view = current_view(room, viewer)
    game = room.match.game
    recap = game.presentation.recap(view, read_log(room, viewer, counting), catalog)
    if viewer is None:
        return SeatState(view, recap, [], 0)
    chair = room.chairs[viewer]
    undoable = room.match.undoable(viewer) if room.table.status == PLAYING else 0
    state = SeatState(view, recap, prompts(room.position, view.decisions, catalog), undoable)
    state.notes = chair.notes
    state.submitted = submitted_answer(room.position, viewer, catalog)
    windows = [each.window for each in view.decisions]
    if chair.draft and (not windows or chair.draft_window in (None, *windows)):
        state.draft, state.draft_decision = chair.draft, chair.draft_window
    view.decisions = tuple(map(deduplicated, view.decisions))
    return state


def timer_of(stored: dict[str, Any] | None) -> Timer | None:
    """Return the referee's clock of a table as it is stored, if there is one."""
    return None if stored is None else msgspec.convert(stored, Timer)


def current_view(room: Room, viewer: Seat | None) -> View:
    """Return the current view, as far as the viewer may know that it changed."""
    view = room.position.view(viewer)
    view.news = latest_log(room, viewer, view.news)
    if room.table.status != PLAYING:
        view.decisions, view.to_move, view.outcome = (), (), room.outcome
    return view


def latest_log(room: Room, viewer: Seat | None, news: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last log entries a viewer has seen; hidden steps of plans add none."""
    counting = room.visible_counts((viewer,) if viewer else ())
    if counting is ALL_VISIBLE:
        return news
    last = counting.true_moves(counting.moves(len(room.match.moves)))
    seen = (line.entry.seen_by(viewer) for line in room.match.log if line.move == last)
    return tuple(each for each in seen if each is not None and each.key != ONLY_POSSIBILITY)


def read_log(
    room: Room, viewer: Seat | None, counting: VisibleCounts, until: int | None = None
) -> Sequence[SeenEntry]:
    """Return the log as a viewer has read it, up to a move, in visible move numbers."""
    if until is None and counting is ALL_VISIBLE:
        return room.read_logs.of(viewer, room.match.log)
    entries = room.match.entries_for(viewer, None if until is None else counting.last(until))
    return [each._replace(move=counting.moves(each.move)) for each in entries]


def first_new(seen_moves: int) -> int:
    """Return the first move that is new to a viewer who has seen this many."""
    return seen_moves + 1 if seen_moves else 0


def first_unseen(room: Room, seats: tuple[Seat, ...], frame: Sync) -> int:
    """Return the first move that is new to a client that asks again."""
    counting = room.visible_counts(seats)
    seen_moves = max(0, min(frame.since, counting.moves(len(room.match.moves))))
    if frame.version is not None:
        version = counting.true_version(frame.version)
        if version > room.version:  # of the table as spectators with a delay see it
            return 0
        seen_moves = min(seen_moves, room.unchanged_since(version, seats))
    return first_new(seen_moves)


def first_changed(room: Room, seats: tuple[Seat, ...], version: int) -> int:
    """Return the first move that has changed since a stored version."""
    return first_new(room.unchanged_since(version, seats))


def log_lines(
    room: Room,
    seats: tuple[Seat, ...],
    catalog: Catalog,
    since: int,
    until: int | None = None,
    made: Lines | None = None,
) -> list[LogEntry]:
    """Return the log between two moves, as far as any of the seats may read it.

    Moves have visible numbers. Lines `made` for other viewers are reused.
    """
    entries = []
    log, count, counting = room.match.log, attrgetter("move"), room.visible_counts(seats)
    made = {} if made is None else made
    first = counting.true_moves(since)
    end = len(log) if until is None else bisect_right(log, counting.last(until), key=count)
    for line in log[bisect_left(log, first, key=count) : end]:
        seen = [line.entry.seen_by(viewer) for viewer in seats or (None,)]
        message = line.entry.message if line.entry.message in seen else seen[0]
        if message is None:
            continue
        key = (counting.moves(line.move), id(message))
        if key not in made:
            text, links = catalog.linked(message)
            dice = room.match.game.presentation.dice(message)
            made[key] = LogEntry(key[0], message.key, dict(message.args), text, links, dice)
        entries.append(made[key])
    return entries
