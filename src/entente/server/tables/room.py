"""A table in memory, with its match, its seats and its votes, and how it changes.

A change modifies memory and records what to write; `Rooms.store` commits it all together, or the
room is discarded and reloaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from threading import RLock
from typing import Any, NamedTuple

from sqlalchemy import Executable
from sqlalchemy.orm import Session

from entente.kernel import Game, Match, Outcome, Seat, say
from entente.kernel.chance import seed_hash
from entente.kernel.message import Argument
from entente.server.notices.notices import notify
from entente.server.notices.schedule import remind_before_quiet
from entente.server.problem import Problem
from entente.server.ratings import results
from entente.server.ratings.pace import pace_class
from entente.server.storage.models import (
    Table,
    TableSeat,
)
from entente.server.storage.prepared import Prepared
from entente.server.tables import time_control
from entente.server.tables.explored import is_explored
from entente.server.tables.hidden_moves import Answered, places_before
from entente.server.tables.leave import SeatLeave, leave_dates, leave_left
from entente.server.tables.read_logs import ReadLogs
from entente.server.tables.room_state import AnyMatch, Clock, RoomState, stored_form
from entente.server.tables.room_statements import (
    GIVEN_UP,
    NEW_MOVE,
    NEW_SEEN,
    NEW_VOTES,
    NO_DRAFT,
    NO_DRAFTS,
    NO_MOVES,
    NO_NETWORK,
    NO_VOTES,
    NONE_PREPARED,
    NONE_PREPARED_BY,
    TO_EXPLORER,
)
from entente.server.tables.snapshots import EVERY, NEW_SNAPSHOT, NO_SNAPSHOTS, row_of
from entente.wire.tables import OPEN, OVER, PLAYING, Live, Unlimited

UNDO = "undo"  # a proposal to undo one's last action

AUTO_ANSWER = True  # the default of the preference


class Stale(Problem):
    """The change was made on a version that is no longer current."""

    def __init__(self) -> None:
        super().__init__(409, "table.stale")


class Person(NamedTuple):
    """What a table knows of a seated user.

    `away` are dates. With `auto_answer`, decisions with a single public answer are answered
    automatically. `calling` are the preferences that say when reminders may come.
    """

    name: str
    away: tuple[str, ...] = ()
    auto_answer: bool = AUTO_ANSWER
    calling: Mapping[str, Any] = {}

    @classmethod
    def from_preferences(cls, name: str, preferences: Mapping[str, Any]) -> Person:
        away, only = preferences.get("away", ()), preferences.get("only_answers", AUTO_ANSWER)
        calling = {
            each: preferences[each] for each in ("plans", "time_zone") if each in preferences
        }
        return cls(name, tuple(away), bool(only), calling)


class VoteTerms(NamedTuple):
    """When a proposal lapses, and by how many hours it puts deadlines off.

    Proposals of earlier releases do not lapse.
    """

    expires: int | None = None
    hours: int | None = None


class Room(RoomState):
    """A table with its match, as stored at `version`, and the changes to be stored.

    `spectated` is an earlier moment of it, for spectators of a table with a delay.
    """

    is_delayed = False
    spectated: Room | None = None

    class Parts(NamedTuple):
        """What the database stores of a table beside its match."""

        chairs: Sequence[TableSeat]
        people: dict[int, Person]
        versions: list[int]
        votes: dict[str, dict[Seat, bool]]
        vote_terms: dict[str, VoteTerms]
        seen: Sequence[tuple[int, Seat]]

    def __init__(
        self,
        table: Table,
        chairs: Iterable[TableSeat],
        match: AnyMatch,
        *,
        people: dict[int, Person] | None = None,
        versions: list[int] | None = None,
        votes: dict[str, dict[Seat, bool]] | None = None,
        vote_terms: dict[str, VoteTerms] | None = None,
        seen: Iterable[tuple[int, Seat]] = (),
        snapshots: list[int] | None = None,
        clock: Clock = time.time,
    ) -> None:
        self.table = table
        by_seat = {chair.seat: chair for chair in chairs}  # rows come in no particular order
        self.chairs = {seat: by_seat[seat] for seat in match.seats if seat in by_seat} | by_seat
        self.match = match
        self.people = people or {}
        self.versions = versions or []  # the table version of each move
        self.votes = votes or {}  # by kind; the first answer is the proposer's
        self.vote_terms = vote_terms or {}  # by kind
        self.seen = set(seen)  # users, and the seats whose secrets they have seen
        self.snapshots = snapshots or []  # numbers of moves with a snapshot
        self.clock = clock
        self.pace = time_control.read_pace(table.pace)
        self.seed_hash = seed_hash(table.seed)
        self.lock = RLock()
        self.read_logs = ReadLogs()
        self.reset_baseline()

    def reset_baseline(self) -> None:
        """Make the current state the baseline for later announcements."""
        self.stored: list[Any] = []  # changing columns as last stored
        self.announced, self.announced_status = self.questions(), self.table.status
        self._planned = any(chair.private_changes for chair in self.chairs.values())
        # The table version at which each question took its current form.
        self.since = self._since_moves()
        self.forget_changes()

    def replace_with(self, other: Room) -> None:
        """Take over the state of another room of the same table, for all holders of this one."""
        lock = self.lock
        self.__dict__.update(other.__dict__)
        self.lock, self.spectated = lock, None

    # -- clocks

    def _opened_at(self) -> dict[int, float]:
        """Return when each open question was first asked."""
        moves, begun = self.match.moves, float(self.table.begun or 0)
        return {
            window: float(moves[number - 1].time or 0) if number else begun
            for window, number in self.match.opened.items()
        }

    def clocks(self) -> time_control.Clocks:
        """Return the inputs of the table's clocks."""
        paused = self.table.status == PLAYING and bool(self.table.paused)
        away = {
            user_id: leave_dates(self._leave_of(chair), self.pace, person.away)
            for chair in self.chairs.values()
            if (user_id := chair.user_id) is not None
            and (person := self.people.get(user_id)) is not None
        }
        open_windows = (
            frozenset() if paused else frozenset(window for _, window in self.questions())
        )
        standing = frozenset(frame.window for frame in self.match.state.standing)
        kind = self.match.game.info.phase_kind
        return time_control.Clocks(
            self.pace,
            self.due_questions(),
            open_windows,
            self._opened_at(),
            standing,
            paused,
            away,
            {window: kind(each.step) for (_, window), each in self.questions().items()},
        )

    def _leave_of(self, chair: TableSeat) -> SeatLeave:
        table = self.table
        return SeatLeave(table.leave_days, table.begun, chair.leave_used, chair.seated)

    def leave_left(self, seat: Seat, now: float) -> int:
        """Return how many days of leave a seat's player has left."""
        chair = self.chairs[seat]
        person = self.people.get(chair.user_id) if chair.user_id is not None else None
        away = person.away if person is not None else ()
        return leave_left(self._leave_of(chair), self.pace, away, now)

    # -- changes, which `Rooms.store` writes

    def forget_changes(self) -> None:
        self.chair_changes: dict[Seat, dict[str, Any]] = {}
        self.writes: list[tuple[Executable | Prepared, Any]] = []
        self.jobs: list[Callable[[Session], None]] = []
        self.unseen = False  # only its seat sees the change
        self.rewound = False  # moves of several seats were undone

    @property
    def changed(self) -> bool:
        return bool(self.chair_changes or self.writes or self.jobs)

    def set_chair(self, seat: Seat, **values: Any) -> None:
        chair = self.chairs[seat]
        for name, value in values.items():
            if getattr(chair, name) != value:
                setattr(chair, name, value)
                self.chair_changes.setdefault(seat, {})[name] = value

    def clear_chair(self, seat: Seat, **values: Any) -> None:
        """Empty a seat, or hand it to another user.

        Drafts, notes and offers belong to their writer.
        """
        empty: dict[str, Any] = {"user_id": None, "draft": "", "notes": "", "offer": None}
        empty |= {"draft_window": None, "ready": False}
        empty |= {"stand_in": None, "stand_in_since": None, "stand_in_moves": 0}
        empty |= {"missed_run": 0, "missed_window": None, "takeover_since": None}
        empty |= {"grace_used": False, "leave_used": 0, "seated": None}
        empty |= {"phases": 0, "phases_missed": 0}
        chair = self.chairs[seat]
        if self.table.status == PLAYING and chair.user_id is not None:
            counts = {"due": chair.phases or 0, "late": chair.phases_missed or 0}
            step = {"table": self.table.id, "of": seat, "who": chair.user_id, **counts}
            self.writes.append((GIVEN_UP, step))
        self.set_chair(seat, **(empty | values))
        for delete_all in (NO_DRAFTS, NONE_PREPARED_BY):
            self.writes.append((delete_all, {"table": self.table.id, "of": seat}))

    def note_missed(self, seat: Seat) -> None:
        """Count a deadline that passed without an answer; a clock that ran out is no deadline."""
        if not isinstance(self.pace, Live):
            self.set_chair(seat, phases_missed=(self.chairs[seat].phases_missed or 0) + 1)

    def note_seen(self, *, first: bool = False) -> None:
        """Record that the seated users see their seats; `first` when the game begins."""
        sitting = {(chair.user_id, seat) for seat, chair in self.chairs.items() if chair.user_id}
        new = sorted(sitting - self.seen)
        if not new:
            return
        self.seen.update(new)
        rows = [
            {"table_id": self.table.id, "user_id": user, "seat": seat, "first": first}
            for user, seat in new
        ]

        def job(session: Session) -> None:
            session.execute(NEW_SEEN, rows)

        self.jobs.append(job)

    def notify(
        self, user_ids: Iterable[int | None], key: str, /, *, once: bool = False, **args: Argument
    ) -> None:
        """Send notices with the change.

        They name the stage in which they arose, even if the change leads to the next.
        """
        users, stage = list(user_ids), self.stage()
        send = partial(notify, once=once, page_only=False, stage=stage, **args)
        self.jobs.append(lambda session: send(session, users, key, self.table))

    def write_move(self, now: float) -> None:
        """Record the match's last move as new."""
        number = len(self.match.moves)
        seat = self.match.moves[-1].seat
        chair = self.chairs[seat]
        is_caretaker = chair.computer is not None and chair.takeover_since is not None
        if chair.stand_in is not None or is_caretaker:
            self.set_chair(seat, stand_in_moves=(chair.stand_in_moves or 0) + 1)
        self.versions.append(self.version + 1)
        if self.match.unseen[-1]:
            self._note_private(self.match.moves[-1].seat, number - 1)
        self.writes.append((NEW_MOVE, self._row(number, now)))

    def _note_private(self, seat: Seat, kept: int) -> None:
        """Record a change of a seat's plan that no one else sees.

        It leaves `kept` moves unchanged.
        """
        self.unseen = True
        change = [self.version + 1, self.visible_counts((seat,)).moves(kept)]
        self._planned = True
        self.set_chair(seat, private_changes=[*self.chairs[seat].private_changes, change])

    def note_undo(self, seat: Seat, before: list[Answered], now: float) -> None:
        """Record an undo by a seat; `before` is what was `answered` before it.

        Hidden steps that others made since are still there, or gone with their question.
        """
        places = places_before(self.answered(), before)
        gone = sorted({*range(len(before))} - {*places})
        unseen = all(before[place].unseen and before[place].seat == seat for place in gone)
        self.versions = [self.versions[place] for place in places]
        if unseen:  # nothing changes for the other seats
            self._note_private(seat, gone[0])
            self._replace_moves(gone[0], now)
        else:
            self.rewrite_moves(gone[0], now)
            self.clear_stale_votes(now)

    def rewrite_moves(self, kept: int, now: float) -> None:
        """Record that the moves from a number on have changed."""
        self.versions[kept:] = [self.version + 1] * (len(self.match.moves) - kept)
        self._replace_moves(kept, now)

    def _replace_moves(self, kept: int, now: float) -> None:
        numbers = range(kept + 1, len(self.match.moves) + 1)
        self.writes.append((NO_MOVES, {"table": self.table.id, "kept": kept}))
        self.forget_snapshots(kept)
        if numbers:
            self.writes.append((NEW_MOVE, [self._row(number, now) for number in numbers]))

    def restart_from_snapshot(self, number: int, now: float) -> None:
        """Restart the match from its snapshot after `number` moves; later ones are gone.

        The last remaining move counts as new, so that every client reads its log.
        """
        self.writes.append((NO_MOVES, {"table": self.table.id, "kept": number - 1}))
        self.versions[number - 1 :] = [self.version + 1]
        self.writes.append((NEW_MOVE, self._row(number, now)))
        self.forget_snapshots(number)
        for kind in list(self.votes):
            self.set_votes(kind, {}, now)
        self.rewound = True

    def forget_snapshots(self, kept: int) -> None:
        """Drop snapshots after `kept` moves; the one the match begins from stays."""
        kept = max(kept, self.match.first)
        if self.snapshots and self.snapshots[-1] > kept:
            self.writes.append((NO_SNAPSHOTS, {"table": self.table.id, "kept": kept}))
            self.snapshots = [number for number in self.snapshots if number <= kept]

    @property
    def kept(self) -> int:
        """The number of moves at the last valid snapshot."""
        return self.snapshots[-1] if self.snapshots else 0

    def wants_snapshot(self, after: int) -> bool:
        """Return whether `after` moves have been made since the last snapshot."""
        return self.table.status != OPEN and len(self.match.moves) - self.kept >= after

    def snapshot(self, now: float) -> dict[str, Any]:
        """Return a snapshot row of the current match."""
        return row_of(self.table.id, self.match, self.kept, now)

    @property
    def is_from_earlier_release(self) -> bool:
        """Whether the table does not use the current rules and data from its start.

        The next release may be unable to replay it.
        """
        game = self.match.game
        earlier = self.match.rules != game.info.version or game.kept_data is not None
        return earlier or self.table.pinned is not None

    def keep_snapshot(self, now: float) -> None:
        """Store a snapshot every `EVERY` moves and at the end.

        A table that may not be replayable gets one with every move, replacing the previous one.
        """
        earlier = self.is_from_earlier_release
        if self.wants_snapshot(1 if earlier or self.table.status == OVER else EVERY):
            if earlier:
                self.drop_close_snapshot()
            # Snapshots after the last valid one are damaged.
            self.writes.append((NO_SNAPSHOTS, {"table": self.table.id, "kept": self.kept}))
            row = self.snapshot(now)
            self.writes.append((NEW_SNAPSHOT, row))
            self.snapshots.append(row["number"])

    def drop_close_snapshot(self) -> None:
        """Drop the last snapshot if it is too close to the one before."""
        if self._is_close_snapshot():
            self.snapshots.pop()

    def _is_close_snapshot(self) -> bool:
        """Return whether the last snapshot is too close to the one before to keep.

        The one the match restarted from stays.
        """
        if not self.snapshots or self.kept == self.match.first:
            return False
        before = self.snapshots[-2] if len(self.snapshots) > 1 else 0
        return self.kept - before < EVERY

    def _row(self, number: int, now: float) -> dict[str, Any]:
        move = self.match.moves[number - 1]
        return {
            "table_id": self.table.id,
            "number": number,
            "seat": move.seat,
            "action": move.action,
            "time": move.time or int(now),
            "version": self.versions[number - 1],
            "window": move.window,
            "private": self.match.unseen[number - 1],
            "series": move.series,
        }

    def set_votes(
        self,
        kind: str,
        answers: dict[Seat, bool],
        now: float,
        terms: VoteTerms | None = None,
    ) -> None:
        """Set the answers to a proposal, and the `terms` of a new one; no answers to remove it."""
        if not answers and kind not in self.votes:
            return
        self.writes.append((NO_VOTES, {"table": self.table.id, "which": kind}))
        self.votes.pop(kind, None)
        terms = terms or self.vote_terms.pop(kind, VoteTerms())
        if answers:
            self.votes[kind], self.vote_terms[kind] = answers, terms
            rows = [
                {"table_id": self.table.id, "kind": kind, "seat": seat, "yes": yes}
                | {"number": number, "time": int(now)}
                | {"expires": terms.expires, "hours": terms.hours}
                for number, (seat, yes) in enumerate(answers.items())
            ]
            self.writes.append((NEW_VOTES, rows))

    def discard_draft(self, seat: Seat, window: int) -> None:
        """Drop the draft for a question that the seat has answered."""
        chair = self.chairs[seat]
        if chair.draft_window not in (None, window):
            return
        if chair.draft or not isinstance(self.pace, Unlimited):
            # With a deadline, also a draft stored by another process.
            parameters = {"table": self.table.id, "of": seat, "answered": window}
            self.writes.append((NO_DRAFT, parameters))
            chair.draft, chair.draft_window = "", None

    def clear_stale_votes(self, now: float) -> None:
        """Drop undo proposals and refused proposals after a move."""
        for kind, answers in list(self.votes.items()):
            if kind == UNDO or not all(answers.values()):
                self.set_votes(kind, {}, now)

    def end(self, outcome: Outcome) -> None:
        """End the game by agreement, or by the operator."""
        self.table.agreed = stored_form(outcome)

    def settle(self, now: float, acted: Seat | None = None, took_back: Seat | None = None) -> None:
        """Update what follows from a change: status, lobby columns and clocks."""
        self._abandon_if_deserted()
        table, outcome = self.table, self.outcome
        has_ended = False
        if not self.unseen:
            table.touched = int(now)
        if outcome is not None and table.status != OVER:
            table.status, table.paused, table.pause_ends = OVER, None, None
            table.outcome = stored_form(outcome)
            for kind in list(self.votes):
                self.set_votes(kind, {}, now)
            self.writes.append((NONE_PREPARED, {"table": table.id}))
            has_ended = True
        if table.made_from is not None and table.status != OPEN:
            table.made_from = None  # needed only while the table is open
            self.writes.append((NO_NETWORK, {"table": table.id}))
        table.moves, table.waiting = self.public_moves(), list(self.decisions())
        taken = (chair.user_id is not None or chair.computer for chair in self.chairs.values())
        table.free_seats = sum(not each for each in taken)
        table.stage = self.stage()
        self._close_seats_out_of_play()
        if self.unseen:  # a clock must not show that the player is online
            acted = took_back = None
        if acted is not None or took_back is not None:
            table.moved = int(now)
        self._keep_time(now, acted, took_back)
        if outcome is not None and has_ended:
            self._record_results(outcome, now)

    def _record_results(self, outcome: Outcome, now: float) -> None:
        """Store the results and ratings with the change that ends the game."""
        points = None if self.table.agreed else self.match.game.points(self.match.state)
        pace, chairs = pace_class(self.pace), self.chairs.values()
        points = outcome.scores if points is None else points
        if (game := results.ended(self.table, pace, chairs, outcome, points, now)) is not None:
            self.jobs.append(lambda session: results.record(session, game))
            if is_explored(self.table):
                self.writes.append((TO_EXPLORER, [{"table_id": self.table.id}]))

    def _abandon_if_deserted(self) -> None:
        """Abandon a game if a stand-in has played longer than the host allows.

        No one wins a game that computers played. Eliminated seats do not count.
        """
        most = self.table.stand_in_years
        if most is None or self.table.status != PLAYING or self.outcome is not None:
            return
        standing = {
            seat: chair.stand_in_since
            for seat, chair in self.chairs.items()
            if chair.stand_in is not None and chair.stand_in_since is not None
        }
        year = self.match.game.year(self.match.state) if standing else 0
        late = [seat for seat, since in standing.items() if year - since > most]
        if late and (late := [s for s in self.match.game.playing(self.match.state) if s in late]):
            self.end(Outcome((), {}, say("kernel.deserted", seats=late)))

    def _close_seats_out_of_play(self) -> None:
        """Close seats open for takeover whose side is out of the game, or whose game is over."""
        seats = [seat for seat, chair in self.chairs.items() if chair.takeover_since is not None]
        if not seats:
            return
        playing = self.match.game.playing(self.match.state) if self.table.status == PLAYING else ()
        for seat in seats:
            if seat not in playing:
                self.set_chair(seat, takeover_since=None)

    def _keep_time(self, now: float, acted: Seat | None, took_back: Seat | None) -> None:
        if isinstance(self.pace, Unlimited):
            return
        chairs = self.chairs.values()
        changes = time_control.keep_time(self.clocks(), chairs, now, acted, took_back)
        for seat, change in changes.items():
            person = self.people.get(self.chairs[seat].user_id or 0)
            due = change.get("due")
            if person is not None and person.calling and due is not None and "remind" in change:
                remind = remind_before_quiet(person.calling, due, change["remind"], now)
                change["remind"] = remind
            self.set_chair(seat, **change)
            self._count_deadline(self.chairs[seat])

    def _count_deadline(self, chair: TableSeat) -> None:
        """Count the deadline of a question once, however often its time is stopped and resumed."""
        if isinstance(self.pace, Live) or chair.due is None or chair.window is None:
            return
        if chair.window > (chair.phase_window or 0):
            phases = (chair.phases or 0) + 1
            self.set_chair(chair.seat, phases=phases, phase_window=chair.window)

    def remember(self, took_back: Seat | None = None) -> None:
        """Update the baseline after a change.

        An unchanged question keeps the version at which it was asked, except after an undo, which
        the moves do not show.
        """
        before, now = self.announced, self.questions()
        since, versions = self.since, self._since_moves()
        for name, decision in now.items():
            versions[name] = max(versions[name], since.get(name, 0))
            touched = name[0] == took_back or before.get(name) != decision
            if self.rewound or (took_back is not None and touched):
                versions[name] = self.version
        self.announced, self.announced_status, self.since = now, self.table.status, versions


def new_match(game: Game[Any, Any], table: Table) -> AnyMatch:
    """Return the match of a new table."""
    return Match(game, table.options, table.seed, table.start, table.rules)
