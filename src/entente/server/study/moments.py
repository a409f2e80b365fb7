"""Moments: a table as it was after any of its moves, quickly enough for a slider.

A track keeps the states of a match every so many moves, and where the slider last stood. It follows
the match: what an undo took back is thrown away as soon as somebody looks again.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from threading import RLock
from typing import Any

import msgspec

from entente.kernel import Catalog, Game, Message, Move, Seat, State, Told, say
from entente.kernel.text import MissingText
from entente.server.live.frames import Asked, Line, Seen, asked, lines
from entente.server.problem import Problem
from entente.server.storage.models import OPEN, OVER
from entente.server.tables.room import AnyMatch, Room

EVERY = 25  # moves between two states that are kept
KEPT = 100  # tracks in memory

Viewer = Seat | None


class Moment(msgspec.Struct, tag="state"):
    """The table as somebody saw it after `moves` moves, of `total` that have been made."""

    table: str
    version: int
    status: str
    moves: int
    total: int
    seats: dict[str, Seen]
    log: list[Line]
    since: int


class Step(msgspec.Struct):
    """A move on the slider; `label` is None while one may only know who acted."""

    move: int
    seat: Seat
    label: str | None


class Mark(msgspec.Struct):
    """Where a new turn, round or season begins on the slider."""

    move: int
    label: str


class Timeline(msgspec.Struct):
    """The whole game in short."""

    moves: list[Step]
    marks: list[Mark]


class Track:
    """The states of one match after some of its moves, and what was known of each move."""

    def __init__(self, match: AnyMatch) -> None:
        first = match.again()
        self.game: Game[Any, Any] = match.game
        self.viewers: tuple[Viewer, ...] = (*match.seats, None)
        self.moves: list[Move] = []  # those that are known here
        self.states: dict[int, State] = {0: first.state}
        self.last = 0
        self.shown: list[dict[Viewer, str | None]] = []  # each move as each viewer may know it
        self.stages: list[Message | None] = [self.game.stage(first.state)]
        self.lock = RLock()

    def at(self, moves: Sequence[Move], number: int) -> Any:
        """The state after so many of the moves, not to be changed."""
        with self.lock:
            self._follow(moves)
            base = max(known for known in self.states if known <= number)
            if base == number:
                return self.states[base]
            state = self.game.copy(self.states[base])
            for done in range(base, number):
                self._take(state, moves[done], done)
            self._keep(number, state)
            return state

    def _follow(self, moves: Sequence[Move]) -> None:
        """Forget what is no longer so."""
        known = len(self.moves)
        if self.moves == moves[:known]:
            return
        pairs = enumerate(zip(self.moves, moves, strict=False))
        same = next((n for n, (one, other) in pairs if one != other), min(known, len(moves)))
        del self.moves[same:], self.shown[same:], self.stages[same + 1 :]
        self.states = {n: state for n, state in self.states.items() if n <= same}

    def _take(self, state: Any, move: Move, done: int) -> None:
        """One move further; the first time it is noted what everybody may know of it."""
        game, new = self.game, done == len(self.moves)
        if new:
            told = {v: game.redact(state, move.seat, move.action, v) for v in self.viewers}
            self.shown.append(told)
            self.moves.append(move)
        game.apply(state, move.seat, move.action)
        if new:
            self.stages.append(game.stage(state))
        if (done + 1) % EVERY == 0 and done + 1 not in self.states:
            self.states[done + 1] = game.copy(state)

    def _keep(self, number: int, state: State) -> None:
        """Where the slider stands; the next step is most often a short one from here."""
        if self.last % EVERY:
            self.states.pop(self.last, None)
        self.states[number], self.last = state, number


class Moments:
    """The tracks of this process."""

    def __init__(self) -> None:
        self._tracks: OrderedDict[str, Track] = OrderedDict()
        self._lock = RLock()

    def track(self, room: Room) -> Track:
        with self._lock:
            found = self._tracks.get(room.table.id)
            if found is None or found.game is not room.match.game:
                found = self._tracks[room.table.id] = Track(room.match)
            self._tracks.move_to_end(room.table.id)
            while len(self._tracks) > KEPT:
                self._tracks.popitem(last=False)
            return found

    def state(self, room: Room, number: int) -> Any:
        """The state after so many moves."""
        if room.table.status == OPEN:
            raise Problem(409, "table.not_started")
        with room.lock:
            moves = list(room.match.moves)
        if number > len(moves):
            raise Problem(422, "moment.later", most=len(moves))
        return self.track(room).at(moves, number)

    def moment(
        self, room: Room, seats: tuple[Seat, ...], language: str, number: int, since: int = 0
    ) -> Moment:
        """The table as the holder of these seats (none: a spectator) saw it."""
        catalog = room.match.game.catalog(language)
        state = self.state(room, number)
        eyes: tuple[Viewer, ...] = seats or (None,)
        with room.lock:
            told = {viewer: room.match.told(viewer, number) for viewer in eyes}
        parts = {v or "": seen(room.match.game, state, v, told[v], catalog) for v in eyes}
        with room.lock:
            return Moment(
                table=room.table.id,
                version=room.version,
                status=room.table.status,
                moves=number,
                total=len(room.match.moves),
                seats=parts,
                log=lines(room, seats, catalog, since, number),
                since=since,
            )

    def timeline(self, room: Room, seats: tuple[Seat, ...], language: str) -> Timeline:
        """The whole game in short, for whoever holds these seats (none: a spectator)."""
        total, catalog = len(room.match.moves), room.match.game.catalog(language)
        self.state(room, total)
        track = self.track(room)
        with track.lock:
            told, moves, stages = list(track.shown), list(track.moves), list(track.stages)
        everything = room.table.status == OVER
        steps = []
        for number, (move, shown) in enumerate(zip(moves, told, strict=True), start=1):
            known = [shown[viewer] for viewer in seats or (None,)]
            action = move.action if everything or move.action in known else known[0]
            label = None if action is None else in_words(track.game, action, catalog)
            steps.append(Step(number, move.seat, label))
        marks = [
            Mark(number, catalog.line(stage))
            for number, stage in enumerate(stages)
            if stage is not None and (number == 0 or stage != stages[number - 1])
        ]
        return Timeline(steps, marks)


def viewers(room: Room, user_id: int | None, seat: str | None) -> tuple[Seat, ...]:
    """With whose eyes somebody looks: his own seats; one of them; after the end, any seat.

    The empty name stands for a spectator.
    """
    mine = room.seats_of(user_id)
    if seat and seat not in room.match.seats:
        raise Problem(422, "table.no_seat", seat=seat)
    if seat and seat not in mine and room.table.status != OVER:
        raise Problem(403, "table.not_yours")
    if room.table.status == OPEN:  # a hand could be looked at, and the other seat be taken
        return ()
    if seat is None:
        return mine
    return (seat,) if seat else ()


def seen(
    game: Game[Any, Any], state: Any, viewer: Viewer, log: Sequence[Told], catalog: Catalog
) -> Seen:
    """What a seat saw, had read and was asked; nothing can be taken back any more."""
    view = game.view(state, viewer)
    recap = game.recap(view, log, catalog)
    question: Asked | None = asked(game, state, view.decision, catalog)
    return Seen(view, recap, question, 0)


def in_words(game: Game[Any, Any], action: str, catalog: Catalog) -> str:
    """An action as a line; things picked are counted: `Lose: 2 × German infantry`."""
    try:
        message = game.label(action)
        text = catalog.line(message)
    except MissingText:
        return catalog.write(action)
    picked = Counter(action.split()[1:])
    if not picked or "{" in catalog.get(message.key):
        return text
    named = {catalog.called.get(word) or catalog.write(word): n for word, n in picked.items()}
    return catalog.say(say("kernel.picked", verb=text, things=named))
