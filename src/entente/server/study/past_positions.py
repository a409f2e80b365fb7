"""A table after any of its moves, fast enough for a slider.

A track caches the positions of a match every few moves, and the last one viewed. It follows the
match: undone moves are dropped at the next request. A track counts all moves; viewers count visible
ones (tables/hidden_moves.py).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from threading import RLock
from typing import Any

import msgspec

from entente.kernel import Catalog, Game, Message, Move, Seat, SeenEntry
from entente.kernel.match import Known, known_to
from entente.kernel.wording import in_words
from entente.server.live.table_state import log_lines, read_log
from entente.server.problem import Problem
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch, AnyPosition
from entente.wire.frames import LogEntry, SeatState
from entente.wire.prompts import deduplicated, prompts
from entente.wire.tables import OPEN, OVER, Status

EVERY = 25  # moves between cached states
KEPT = 100  # cached tracks

Viewer = Seat | None


class PastState(msgspec.Struct, tag="state"):
    """The table as a viewer saw it after `moves` of `total` moves."""

    table: str
    version: int
    status: Status
    moves: int
    total: int
    seats: dict[str, SeatState]
    log: list[LogEntry]
    since: int


class TimelineMove(msgspec.Struct):
    """A move on the slider; `label` is None if only its seat is known to the viewer.

    Only for the viewer's own moves, until the game is over: `step` names the decision that it
    answers, and `automatic` says that the server gave the answer.
    """

    move: int
    seat: Seat
    label: str | None
    step: str | None
    automatic: bool


class StageMark(msgspec.Struct):
    """Where a new turn, round or season begins on the slider."""

    move: int
    label: str


class Timeline(msgspec.Struct):
    """The whole game in short."""

    moves: list[TimelineMove]
    marks: list[StageMark]


class PositionTrack:
    """Cached positions of a match, and what was known of each move."""

    def __init__(self, match: AnyMatch) -> None:
        first = match.from_start()
        self.game: Game[Any, Any] = match.game
        self.seed = match.seed
        self.viewers: tuple[Viewer, ...] = (*match.seats, None)
        self.first = first.first  # earlier positions cannot be shown
        self.moves: list[Move] = list(first.moves)  # the moves in this track
        self.positions: dict[int, AnyPosition] = {self.first: first.position}
        self.last = self.first
        # Each move as each viewer may know it; for moves that cannot be replayed, only who made
        # them.
        unknown = dict.fromkeys(self.viewers, Known(True, None))
        self.known: list[dict[Viewer, Known]] = [unknown] * self.first
        self.steps: list[str | None] = [None] * self.first  # the decision that each move answers
        self.stages: list[Message | None] = [*[None] * self.first, self._stage(first.position)]
        self.lock = RLock()

    def at(self, moves: Sequence[Move], number: int) -> AnyPosition:
        """Return the position after `number` moves, not to be changed."""
        if number < self.first:
            raise Problem(409, "moment.pinned", first=self.first)
        with self.lock:
            self._follow(moves)
            base = max(known for known in self.positions if known <= number)
            if base == number:
                return self.positions[base]
            position = self.positions[base].copy()
            for done in range(base, number):
                self._take(position, moves[done], done)
            self._keep(number, position)
            return position

    def _stage(self, position: AnyPosition) -> Message | None:
        return self.game.presentation.stage(position.state)

    def _follow(self, moves: Sequence[Move]) -> None:
        """Forget what has changed."""
        known = len(self.moves)
        if self.moves == moves[:known]:
            return
        pairs = enumerate(zip(self.moves, moves, strict=False))
        same = next((n for n, (one, other) in pairs if one != other), min(known, len(moves)))
        del self.moves[same:], self.known[same:], self.steps[same:], self.stages[same + 1 :]
        self.positions = {n: position for n, position in self.positions.items() if n <= same}

    def _take(self, position: AnyPosition, move: Move, done: int) -> None:
        """Apply one move; the first time, record what each viewer may know of it."""
        new = done == len(self.moves)
        known = {v: known_to(position, v, move) for v in self.viewers} if new else {}
        legal = position.find(move.seat, move.action, move.window) if new else None
        if move.series is not None:
            position.reseed(self.seed, move.series)
        position.apply(move.seat, move.action, move.window)
        if new:
            stage = self._stage(position)  # an error in the rules up to here changes nothing
            self.known.append(known)
            self.steps.append(None if legal is None else legal[0].step)
            self.moves.append(move)
            self.stages.append(stage)
        if (done + 1) % EVERY == 0 and done + 1 not in self.positions:
            self.positions[done + 1] = position.copy()

    def _keep(self, number: int, position: AnyPosition) -> None:
        """Cache the position; the next step is usually close to it."""
        if self.last % EVERY:
            self.positions.pop(self.last, None)
        self.positions[number], self.last = position, number


class PastPositions:
    """The tracks of this process."""

    def __init__(self) -> None:
        self._tracks: OrderedDict[tuple[str, bool], PositionTrack] = OrderedDict()
        self._lock = RLock()

    def track(self, room: Room) -> PositionTrack:
        with self._lock:
            name = (room.table.id, room.is_delayed)  # a delayed one has not all moves
            track = self._tracks.get(name)
            known = None if track is None else (track.game, track.first)
            if track is None or known != (room.match.game, room.match.first):
                track = self._tracks[name] = PositionTrack(room.match)
            self._tracks.move_to_end(name)
            while len(self._tracks) > KEPT:
                self._tracks.popitem(last=False)
            return track

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the tracks of all other tables."""
        with self._lock:
            for name in [each for each in self._tracks if each[0] not in tables]:
                del self._tracks[name]

    def position(self, room: Room, seats: Collection[Seat], number: int) -> AnyPosition:
        """Return the position after `number` moves visible to the holder of these seats."""
        return self.track(room).at(*up_to(room, seats, number))

    def moment(
        self, room: Room, seats: tuple[Seat, ...], language: str, number: int, since: int = 0
    ) -> PastState:
        """Return the table as the holder of these seats (none: a spectator) saw it."""
        catalog = room.match.game.catalog(language)
        position = self.position(room, seats, number)
        eyes: tuple[Viewer, ...] = seats or (None,)
        with room.lock:
            counting = room.visible_counts(seats)
            logs = {viewer: read_log(room, viewer, counting, number) for viewer in eyes}
        parts = {v or "": seen(position, v, logs[v], catalog) for v in eyes}
        with room.lock:
            return PastState(
                table=room.table.id,
                version=counting.version(room.version),
                status=room.table.status,
                moves=number,
                total=counting.moves(len(room.match.moves)),
                seats=parts,
                log=log_lines(room, seats, catalog, since, number),
                since=since,
            )

    def timeline(self, room: Room, seats: tuple[Seat, ...], language: str) -> Timeline:
        """Return the whole game in short, for the holder of these seats (none: a spectator)."""
        catalog = room.match.game.catalog(language)
        with room.lock:
            counting, total = room.visible_counts(seats), len(room.match.moves)
            versions = list(room.versions)
        self.position(room, seats, counting.moves(total))
        track = self.track(room)
        with track.lock:
            by_move, moves, stages = list(track.known), list(track.moves), list(track.stages)
            answered = list(track.steps)
        everything = room.table.status == OVER
        own = () if everything else seats
        steps = []
        before: int | None = None  # the version of the last visible move
        for number, (move, by_viewer) in enumerate(zip(moves, by_move, strict=True), start=1):
            if not counting.sees(number):
                continue
            known = [by_viewer[viewer].action for viewer in seats or (None,)]
            action = move.action if everything or move.action in known else known[0]
            label = None if action is None else in_words(track.game, action, catalog)
            # An automatic answer is part of the change that opens its decision.
            version = versions[number - 1] if number <= len(versions) else None
            automatic = move.seat in own and version is not None and version == before
            step = answered[number - 1] if move.seat in own else None
            visible = counting.moves(number)
            steps.append(TimelineMove(visible, move.seat, label, step, automatic))
            before = version
        marks = [
            StageMark(counting.moves(number), catalog.line(stage))
            for number, stage in enumerate(stages)
            if stage is not None and (number == 0 or stage != stages[number - 1])
        ]
        return Timeline(steps, marks)


def up_to(room: Room, seats: Collection[Seat], number: int) -> tuple[list[Move], int]:
    """Return all moves, and how many had been made when `number` were visible to these seats."""
    if room.table.status == OPEN:
        raise Problem(409, "table.not_started")
    with room.lock:
        moves, counting = list(room.match.moves), room.visible_counts(seats)
    if number > counting.moves(len(moves)):
        raise Problem(422, "moment.later", most=counting.moves(len(moves)))
    return moves, counting.true_moves(number)


def viewers(room: Room, user_id: int | None, seat: str | None) -> tuple[Seat, ...]:
    """Return the seats through whose eyes a user looks: their own; one of them; after the end, any.

    An empty name is a spectator.
    """
    mine = room.seats_of(user_id)
    if seat and seat not in room.match.seats:
        raise Problem(422, "table.no_seat", seat=seat)
    if seat and seat not in mine and room.table.status != OVER:
        raise Problem(403, "table.not_yours")
    if room.table.status == OPEN:  # a hand could be seen, and another seat taken
        return ()
    if seat is None:
        return mine
    return (seat,) if seat else ()


def seen(
    position: AnyPosition, viewer: Viewer, log: Sequence[SeenEntry], catalog: Catalog
) -> SeatState:
    """Return what a seat saw, had read and was asked; nothing can be undone."""
    view = position.view(viewer)
    recap = position.game.presentation.recap(view, log, catalog)
    decision_prompts = prompts(position, view.decisions, catalog)
    view.decisions = tuple(map(deduplicated, view.decisions))
    return SeatState(view, recap, decision_prompts, 0)
