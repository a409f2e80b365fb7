"""Build the state of a table for its viewers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from entente.kernel import Catalog, Message, Seat, SeenEntry, View
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
    TableEvent,
    VoteStatus,
)
from entente.wire.prompts import deduplicated, prompts, submitted_answer
from entente.wire.tables import OPEN, OVER, PLAYING

Lines = dict[tuple[int, int], LogEntry]  # by visible move number and message identity


class StateBuilder:
    """Builds the states of a room at one moment; parts that viewers share are built once."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = room.clock()
        table = room.table
        over = table.status == OVER
        self._shared: dict[str, Any] = {  # shared by all viewers
            "table": table.id,
            "status": table.status,
            "seed_hash": room.seed_hash,
            "seed": table.seed if over else None,
            "seat_draw": table.lots if over else None,
            "votes": [VoteStatus(*each, each.refused) for each in ballots(room)],
            "time_control": room.pace,
            "paused": table.paused,
            "pause_ends": table.pause_ends,
            "rematch": table.rematch,
            "now": self.now,
            "roll_call_until": table.roll_due,
        }
        self._chairs: dict[tuple[Seat, bool], PlayerStatus] = {}
        self._lines: dict[str, Lines] = {}  # by language
        self._events: dict[str, list[TableEvent]] = {}  # by language

    def state(self, seats: tuple[Seat, ...], language: str, since: int | None = 0) -> State:
        """Return the state for these seats, or for a spectator.

        It includes the log from a move on, if any.
        """
        room = self.room
        match, table = room.match, room.table
        catalog = match.game.catalog(language)
        playing = self._visible_seats(seats)
        counting = room.visible_counts(seats)
        viewers: tuple[Seat | None, ...] = playing or (None,)
        pinned = table.pinned
        return State(
            **self._shared,
            version=counting.version(room.version),
            moves=counting.moves(len(match.moves)),
            seats={viewer or "": seat_state(room, viewer, counting, catalog) for viewer in viewers},
            log=[] if since is None else self.log(seats, language, since),
            since=since or 0,
            players={seat: self._chair(seat, seat in seats) for seat in room.chairs},
            events=self._events_in(language),
            outcome=ending_of(table, room.chairs.values(), language),
            pinned=None if pinned is None else counting.moves(pinned),
        )

    def _events_in(self, language: str) -> list[TableEvent]:
        if language not in self._events:
            table = self.room.table
            self._events[language] = shown_events(table.game, table.events or (), language)
        return self._events[language]

    def log(self, seats: tuple[Seat, ...], language: str, since: int) -> list[LogEntry]:
        """Return the log from a move on, for the holder of these seats."""
        catalog = self.room.match.game.catalog(language)
        made = self._lines.setdefault(language, {})
        return log_lines(self.room, self._visible_seats(seats), catalog, since, made=made)

    def _visible_seats(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return no seats before the start: a hand could be seen and another seat taken."""
        return () if self._shared["status"] == OPEN else seats

    def _chair(self, seat: Seat, mine: bool) -> PlayerStatus:
        if (seat, mine) not in self._chairs:
            self._chairs[seat, mine] = seat_status(self.room, self.room.chairs[seat], mine=mine)
        return self._chairs[seat, mine]


def seat_status(room: Room, chair: TableSeat, *, mine: bool) -> PlayerStatus:
    """Return the player of a seat, as its owner or others see it."""
    person = room.people.get(chair.user_id) if chair.user_id is not None else None
    hidden = not mine and hides_names(room.table)
    due = chair.due
    return PlayerStatus(
        name=None if person is None or hidden else person.name,
        computer=chair.computer,
        stand_in=chair.stand_in,
        me=mine,
        due=due,
        seconds_left=chair.left,
        running=due is not None,
        overdue_since=chair.missed,
        open=is_free(chair),
        takeover_since=chair.takeover_since,
        leave_left=None
        if not room.table.leave_days or person is None
        else room.leave_left(chair.seat, room.clock()),
        ready=bool(chair.ready),
        user=None if person is None or hidden else chair.user_id,
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
    return tuple(message for message in seen if message is not None)


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
