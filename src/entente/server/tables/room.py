"""A room: a table in memory, with its match, its chairs and its votes.

Whoever changes a room changes what is in memory and notes what is to be written; `Rooms.store` then
commits all of it together, or the room is thrown away and read anew.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from threading import RLock
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Executable, bindparam, delete, insert, or_, update
from sqlalchemy.orm import Session

from entente.kernel import Decision, Game, Match, Message, Outcome, Position, Seat, say
from entente.kernel.chance import seed_hash
from entente.kernel.message import Argument
from entente.players import USUAL, wants_to_act
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import (
    OPEN,
    OVER,
    PLAYING,
    AnswerAhead,
    AnswerForLater,
    LetterDraft,
    Move,
    SeenSeat,
    Table,
    TableSeat,
    Vote,
)
from entente.server.tables import pace
from entente.server.tables.hidden_moves import EVERYTHING, Answered, VisibleCounts, places_before
from entente.server.tables.read_logs import ReadLogs
from entente.server.tables.snapshots import EVERY, NEW_SNAPSHOT, NO_SNAPSHOTS, row_of

AnyMatch = Match[Any, Any]
AnyPosition = Position[Any, Any]
Clock = Callable[[], float]
Asked = tuple[Seat, int]  # a seat, and the window of its question
UNDO = "undo"  # a proposal to take one's last action back
STAND_IN = USUAL  # the computer player that goes on where a person does not
PATIENCE = 600  # seconds for which computers let a person finish what he can still take back

_MOVES, _VOTES, _DRAFTS = Move.__table__, Vote.__table__, LetterDraft.__table__
_CHAIRS = TableSeat.__table__
NEW_MOVE = insert(_MOVES)  # type: ignore[arg-type]
_NO_MOVES = delete(_MOVES).where(  # type: ignore[arg-type]
    _MOVES.c.table_id == bindparam("table"), _MOVES.c.number > bindparam("kept")
)
_NEW_SEEN = insert(SeenSeat.__table__)  # type: ignore[arg-type]
_NEW_VOTES = insert(_VOTES)  # type: ignore[arg-type]
_NO_VOTES = delete(_VOTES).where(  # type: ignore[arg-type]
    _VOTES.c.table_id == bindparam("table"), _VOTES.c.kind == bindparam("which")
)
_NO_NETWORK = (
    update(Table.__table__)  # type: ignore[arg-type]
    .where(Table.__table__.c.id == bindparam("table"))
    .values(made_from=None)
)
_NO_DRAFTS = delete(_DRAFTS).where(  # type: ignore[arg-type]
    _DRAFTS.c.table_id == bindparam("table"), _DRAFTS.c.seat == bindparam("of")
)
_LATER = AnswerForLater.__table__
_NONE_FOR_LATER = delete(_LATER).where(_LATER.c.table_id == bindparam("table"))  # type: ignore[arg-type]
_NO_ANSWERS_FOR_LATER = _NONE_FOR_LATER.where(_LATER.c.seat == bindparam("of"))
NO_ANSWER_FOR_LATER = _NO_ANSWERS_FOR_LATER.where(_LATER.c.step == bindparam("asked"))
_AHEAD = AnswerAhead.__table__
_NONE_AHEAD = delete(_AHEAD).where(_AHEAD.c.table_id == bindparam("table"))  # type: ignore[arg-type]
NO_ANSWERS_AHEAD = _NONE_AHEAD.where(_AHEAD.c.seat == bindparam("of"))
NO_PAST_ANSWERS_AHEAD = NO_ANSWERS_AHEAD.where(_AHEAD.c.came)
AHEAD_CAME = (
    update(_AHEAD)  # type: ignore[arg-type]
    .where(_AHEAD.c.table_id == bindparam("table"), _AHEAD.c.seat == bindparam("of"))
    .where(_AHEAD.c.occasion == bindparam("now"))
    .values(came=True)
)
_NO_DRAFT = (
    update(_CHAIRS)  # type: ignore[arg-type]
    .where(_CHAIRS.c.table_id == bindparam("table"), _CHAIRS.c.seat == bindparam("of"))
    .where(or_(_CHAIRS.c.draft_window.is_(None), _CHAIRS.c.draft_window == bindparam("answered")))
    .values(draft="", draft_window=None)
)


ONLY_ANSWERS = True  # go without saying, for those who have not wished otherwise


class Person(NamedTuple):
    """What a table knows of somebody who sits at it; `away` are dates. With `only_answers`, what
    goes without saying is answered for him."""

    name: str
    away: tuple[str, ...] = ()
    only_answers: bool = ONLY_ANSWERS

    @classmethod
    def with_wishes(cls, name: str, preferences: Mapping[str, Any]) -> Person:
        away, only = preferences.get("away", ()), preferences.get("only_answers", ONLY_ANSWERS)
        return cls(name, tuple(away), bool(only))


def player_of(user_id: int | None, computer: str | None, stand_in: str | None) -> str | None:
    """The computer player of a chair; None where a person plays. A seat whose player has deleted
    his account must not keep the others waiting."""
    return computer or STAND_IN if user_id is None else stand_in


class Room:
    """A table with its match, as stored at `version`."""

    class Parts(NamedTuple):
        """What the database has of a table beside its match."""

        chairs: Sequence[TableSeat]
        people: dict[int, Person]
        versions: list[int]
        votes: dict[str, dict[Seat, bool]]
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
        seen: Iterable[tuple[int, Seat]] = (),
        snapshots: list[int] | None = None,
        clock: Clock = time.time,
    ) -> None:
        self.table = table
        found = {chair.seat: chair for chair in chairs}  # a database has no order of its own
        self.chairs = {seat: found[seat] for seat in match.seats if seat in found} | found
        self.match = match
        self.people = people or {}
        self.versions = versions or []  # of the table, with each of the moves
        self.votes = votes or {}  # by kind; the first answer is that of the seat that asked
        self.seen = set(seen)  # users, and the seats whose secrets they have been told
        self.snapshots = snapshots or []  # after how many moves there is one
        self.clock = clock
        self.pace = pace.read_pace(table.pace)
        self.seed_hash = seed_hash(table.seed)
        self.lock = RLock()
        self.read_logs = ReadLogs()
        self.begin_here()

    def begin_here(self) -> None:
        """The room is as the database has it; what is told from here on is told of this."""
        self.stored: dict[str, Any] = {}  # what of the table changes, as it was last stored
        self.told, self.told_status = self.questions(), self.table.status
        self._planned = any(chair.private_changes for chair in self.chairs.values())
        # At which version of the table each question took its present form for its seat.
        self.since = self._since_moves()
        self.forget_changes()

    def become(self, other: Room) -> None:
        """Be what another room of the same table is; whoever holds this one sees that."""
        lock = self.lock
        self.__dict__.update(other.__dict__)
        self.lock = lock

    @property
    def version(self) -> int:
        return self.table.version

    # -- who sits where, and what he must do

    def seats_of(self, user_id: int | None) -> tuple[Seat, ...]:
        """The seats a user holds, in the order of the game."""
        if user_id is None:
            return ()
        return tuple(s for s in self.match.seats if self.chairs[s].user_id == user_id)

    def chair(self, seat: Seat) -> TableSeat:
        if seat not in self.chairs:
            raise Problem(422, "table.no_seat", seat=seat)
        return self.chairs[seat]

    def own_chair(self, seat: Seat, user_id: int | None) -> TableSeat:
        """A chair, for whoever sits in it."""
        chair = self.chair(seat)
        if user_id is None or chair.user_id != user_id:
            raise Problem(403, "table.not_yours")
        return chair

    def seen_by(self, user_id: int) -> set[Seat]:
        """The seats that a user has held since the game began; he knows what they knew."""
        return {seat for seen_by, seat in self.seen if seen_by == user_id}

    def player(self, seat: Seat) -> str | None:
        """The computer player of a seat; None where a person plays."""
        chair = self.chairs[seat]
        return player_of(chair.user_id, chair.computer, chair.stand_in)

    @property
    def position(self) -> AnyPosition:
        """Where the game stands."""
        return self.match.position

    def questions(self) -> dict[Asked, Decision]:
        """All that is asked; nothing before the game has begun or after its end."""
        if self.table.status != PLAYING:
            return {}
        return {(each.seat, each.window): each for each in self.position.decisions}

    def decisions(self) -> dict[Seat, Decision]:
        """Whom the game waits for, and for which answer."""
        return self.position.required_by_seat() if self.table.status == PLAYING else {}

    @property
    def has_computers(self) -> bool:
        """Whether a computer plays a seat of a game that goes on. The game itself is not looked at,
        so that whoever asks needs no lock."""
        return self.table.status == PLAYING and any(map(self.player, self.chairs))

    def computers(self) -> dict[Seat, str]:
        """The seats of computer players that must decide now, or that somebody has asked something
        which they need not answer and want to, with the player's name. In an exercise nobody
        answers for the others: what they do is given with it."""
        if self.table.paused or self.table.exercise is not None:
            return {}
        waiting, unfinished = self.decisions(), self.unfinished()
        found = {
            seat: self.player(seat)
            for seat, decision in waiting.items()
            if decision.window != unfinished
        }
        if waiting:
            for seat in self.chairs:
                name = self.player(seat) if seat not in found else None
                if (
                    name
                    and wants_to_act(name, self.position, seat)
                    and self.position.decisions_for(seat)
                ):
                    found[seat] = name
        return {seat: name for seat, name in found.items() if name}

    def unfinished(self) -> int | None:
        """The question, asked of several in the open, at which a person is in the middle of his
        answer: he can still take back what he did there, and the game waits for more. Computers
        answer that question when he has finished, so that it is he who settles what he has done."""
        for seat in dict.fromkeys(before.seat for before in reversed(self.match.back)):
            if self.player(seat) is None and (window := self._unfinished_by(seat)) is not None:
                return window
        return None

    def _unfinished_by(self, seat: Seat) -> int | None:
        """The question that a person is in the middle of answering."""
        match, now = self.match, self.clock()
        numbers = match.open_to_undo(seat)
        asked = (
            {each.window for each in self.position.decisions_for(seat) if each.must}
            if numbers
            else ()
        )
        for number in numbers:
            window, time = match.windows[number], match.moves[number].time
            if window in asked:
                return window if now - (time or 0) < PATIENCE else None
        return None

    def due_questions(self) -> dict[Seat, tuple[int, ...]]:
        """The seats of people whose time runs, and for which questions."""
        found: dict[Seat, tuple[int, ...]] = {}
        if self.table.status != PLAYING or self.table.paused:
            return found
        for each in self.position.decisions:
            if each.must and self.player(each.seat) is None:
                found[each.seat] = (*found.get(each.seat, ()), each.window)
        return found

    def _put_at(self) -> dict[int, float]:
        """When each of the open questions was first put."""
        moves, begun = self.match.moves, float(self.table.begun or 0)
        return {
            window: float(moves[number - 1].time or 0) if number else begun
            for window, number in self.match.opened.items()
        }

    def clocks(self) -> pace.Clocks:
        """What the clocks of the chairs go by."""
        paused = self.table.status == PLAYING and bool(self.table.paused)
        away = {user_id: person.away for user_id, person in self.people.items()}
        asked = frozenset() if paused else frozenset(window for _, window in self.questions())
        standing = frozenset(frame.window for frame in self.match.state.standing)
        return pace.Clocks(
            self.pace, self.due_questions(), asked, self._put_at(), standing, paused, away
        )

    # -- what somebody may know of moves and versions

    def counting(self, seats: Collection[Seat]) -> VisibleCounts:
        """How whoever holds these seats counts moves and versions; after the end, everything."""
        if not self._planned or self.table.status == OVER:
            return EVERYTHING  # as in most games, which are played in the open
        others = [chair for seat, chair in self.chairs.items() if seat not in seats]
        versions = sorted(version for chair in others for version, _ in chair.private_changes)
        if not versions:
            return EVERYTHING
        moves = enumerate(zip(self.match.moves, self.match.unseen, strict=True), start=1)
        hidden = [n for n, (move, unseen) in moves if unseen and move.seat not in seats]
        return VisibleCounts(hidden, versions)

    def run_of(self, seat: Seat, moves: int) -> int:
        """After how many of so many moves a seat began to act, with nobody else in between."""
        while moves > self.match.first and self.match.moves[moves - 1].seat == seat:
            moves -= 1
        return moves

    def asked_at(self, seat: Seat) -> int:
        """The version of the table at which a seat was asked before all that it does in a row."""
        first = self.run_of(seat, len(self.match.moves))
        return self.versions[first] - 1 if first < len(self.versions) else self.version

    def answered(self) -> list[Answered]:
        """The moves with the questions they answered."""
        moves = zip(self.match.moves, self.match.windows, self.match.unseen, strict=True)
        return [Answered(move.seat, move.action, window, unseen) for move, window, unseen in moves]

    def _since_moves(self) -> dict[Asked, int]:
        """The versions at which the questions took their present form, by the moves alone."""
        since, asked = self.match.since, self.questions()
        return {name: self.versions[since[name] - 1] if since[name] else 0 for name in asked}

    def unchanged_since(self, version: int, seats: Collection[Seat]) -> int:
        """How many of the moves that whoever holds these seats knows of were made by a version, and
        neither made nor counted anew since."""
        made = self.counting(seats).moves(bisect_right(self.versions, version))
        if not self._planned:
            return made
        changes = (change for seat in seats for change in self.chairs[seat].private_changes)
        left = [count for changed, count in changes if changed > version]
        return min([made, *left])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by agreement; None while it goes on."""
        if self.table.agreed is not None:
            return msgspec.convert(self.table.agreed, Outcome)
        outcome: Outcome | None = self.match.state.outcome
        return outcome

    def stage(self) -> dict[str, Any] | None:
        """The turn, round or season that the game has come to, as it is stored."""
        if self.table.status == OPEN:
            return None
        reached = self.match.game.presentation.stage(self.match.state)
        return None if reached is None else _stored(reached)

    # -- changes, which `Rooms.store` writes

    def forget_changes(self) -> None:
        self.chair_changes: dict[Seat, dict[str, Any]] = {}
        self.writes: list[tuple[Executable, Any]] = []
        self.jobs: list[Callable[[Session], None]] = []
        self.unseen = False  # the change is one that only its seat sees
        self.rewound = False  # moves of several seats were taken back

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
        """Nobody sits there any more, or somebody new: papers belong to whoever wrote them."""
        empty: dict[str, Any] = {"user_id": None, "draft": "", "notes": "", "offer": None}
        empty |= {"draft_window": None}
        empty |= {"stand_in": None, "stand_in_since": None, "stand_in_moves": 0}
        self.set_chair(seat, **(empty | values))
        for papers in (_NO_DRAFTS, _NO_ANSWERS_FOR_LATER, NO_ANSWERS_AHEAD):
            self.writes.append((papers, {"table": self.table.id, "of": seat}))

    def note_seen(self) -> None:
        """Whoever sits at the table now sees his seat."""
        sitting = {(chair.user_id, seat) for seat, chair in self.chairs.items() if chair.user_id}
        new = sorted(sitting - self.seen)
        if not new:
            return
        self.seen.update(new)
        rows = [{"table_id": self.table.id, "user_id": user, "seat": seat} for user, seat in new]

        def job(session: Session) -> None:
            session.execute(_NEW_SEEN, rows)

        self.jobs.append(job)

    def tell(
        self, user_ids: Iterable[int | None], key: str, /, *, once: bool = False, **args: Argument
    ) -> None:
        """Notices that are stored with the change; they tell of the turn in which they came about,
        though the change may lead to the next one."""
        told, stage = list(user_ids), self.stage()
        send = partial(notify, once=once, stage=stage, **args)
        self.jobs.append(lambda session: send(session, told, key, self.table))

    def write_move(self, now: float) -> None:
        """The match's last move is a new one."""
        number = len(self.match.moves)
        seat = self.match.moves[-1].seat
        if (chair := self.chairs[seat]).stand_in is not None:
            self.set_chair(seat, stand_in_moves=(chair.stand_in_moves or 0) + 1)
        self.versions.append(self.version + 1)
        if self.match.unseen[-1]:
            self._note_private(self.match.moves[-1].seat, number - 1)
        self.writes.append((NEW_MOVE, self._row(number, now)))

    def _note_private(self, seat: Seat, kept: int) -> None:
        """This change is one of a seat's plan: nobody else learns of it. It leaves so many moves as
        they were."""
        self.unseen = True
        change = [self.version + 1, self.counting((seat,)).moves(kept)]
        self._planned = True
        self.set_chair(seat, private_changes=[*self.chairs[seat].private_changes, change])

    def note_undo(self, seat: Seat, before: list[Answered], now: float) -> None:
        """A seat has taken something back of what was `answered` before. Hidden steps of others
        that were made since are there still, or have gone with their question."""
        places = places_before(self.answered(), before)
        gone = sorted({*range(len(before))} - {*places})
        unseen = all(before[place].unseen and before[place].seat == seat for place in gone)
        self.versions = [self.versions[place] for place in places]
        if unseen:  # for the others, nothing was made or counted anew
            self._note_private(seat, gone[0])
            self._write_anew(gone[0], now)
        else:
            self.rewrite_moves(gone[0], now)
            self.clear_away(now)

    def rewrite_moves(self, kept: int, now: float) -> None:
        """The match's moves are other ones from a number on."""
        self.versions[kept:] = [self.version + 1] * (len(self.match.moves) - kept)
        self._write_anew(kept, now)

    def _write_anew(self, kept: int, now: float) -> None:
        numbers = range(kept + 1, len(self.match.moves) + 1)
        self.writes.append((_NO_MOVES, {"table": self.table.id, "kept": kept}))
        self.forget_snapshots(kept)
        if numbers:
            self.writes.append((NEW_MOVE, [self._row(number, now) for number in numbers]))

    def begin_anew(self, number: int, now: float) -> None:
        """The match goes on from its snapshot after so many moves; what was made since is gone. The
        last of the moves counts as made anew, so that everybody reads what is told of it."""
        self.writes.append((_NO_MOVES, {"table": self.table.id, "kept": number - 1}))
        self.versions[number - 1 :] = [self.version + 1]
        self.writes.append((NEW_MOVE, self._row(number, now)))
        self.forget_snapshots(number)
        for kind in list(self.votes):
            self.set_votes(kind, {}, now)
        self.rewound = True

    def forget_snapshots(self, kept: int) -> None:
        """Snapshots after so many moves are no longer true; that of its beginning always is."""
        kept = max(kept, self.match.first)
        if self.snapshots and self.snapshots[-1] > kept:
            self.writes.append((NO_SNAPSHOTS, {"table": self.table.id, "kept": kept}))
            self.snapshots = [number for number in self.snapshots if number <= kept]

    @property
    def kept(self) -> int:
        """After how many moves the last good snapshot was taken."""
        return self.snapshots[-1] if self.snapshots else 0

    def wants_snapshot(self, after: int) -> bool:
        """Whether so many moves have been made since the last snapshot."""
        return self.table.status != OPEN and len(self.match.moves) - self.kept >= after

    def snapshot(self, now: float) -> dict[str, Any]:
        """How the match stands now, to be stored."""
        return row_of(self.table.id, self.match, self.kept, now)

    @property
    def of_an_earlier_release(self) -> bool:
        """Whether it is not played with the present rules and data from its beginning: the next
        release may not be able to play its moves again."""
        game = self.match.game
        earlier = self.match.rules != game.info.version or game.kept_data is not None
        return earlier or self.table.pinned is not None

    def keep_snapshot(self, now: float) -> None:
        """Every so many moves, and at the end, the match is kept as it stands; where it may not be
        playable again, with every move. Then a snapshot gives way to the next one."""
        earlier = self.of_an_earlier_release
        if self.wants_snapshot(1 if earlier or self.table.status == OVER else EVERY):
            if earlier:
                self.let_snapshot_give_way()
            # Snapshots beyond the last good one were found to be damaged.
            self.writes.append((NO_SNAPSHOTS, {"table": self.table.id, "kept": self.kept}))
            row = self.snapshot(now)
            self.writes.append((NEW_SNAPSHOT, row))
            self.snapshots.append(row["number"])

    def let_snapshot_give_way(self) -> None:
        """Make room for the next snapshot if the last one is too near to the one before."""
        if self._gives_way():
            self.snapshots.pop()

    def _gives_way(self) -> bool:
        """Whether the last snapshot is too near to the one before to be kept beside the next. That
        from which the match began anew stays."""
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

    def set_votes(self, kind: str, answers: dict[Seat, bool], now: float) -> None:
        """The answers to a proposal; none: there is no such proposal."""
        if not answers and kind not in self.votes:
            return
        self.writes.append((_NO_VOTES, {"table": self.table.id, "which": kind}))
        self.votes.pop(kind, None)
        if answers:
            self.votes[kind] = answers
            rows = [
                {"table_id": self.table.id, "kind": kind, "seat": seat, "yes": yes}
                | {"number": number, "time": int(now)}
                for number, (seat, yes) in enumerate(answers.items())
            ]
            self.writes.append((_NEW_VOTES, rows))

    def overtake_draft(self, seat: Seat, window: int) -> None:
        """A seat has answered a question: what it had planned for it is done with."""
        chair = self.chairs[seat]
        if chair.draft_window not in (None, window):
            return
        if chair.draft or not isinstance(self.pace, pace.Free):
            # Where a deadline may hand a draft in, also one that came in by another process.
            given = {"table": self.table.id, "of": seat, "answered": window}
            self.writes.append((_NO_DRAFT, given))
            chair.draft, chair.draft_window = "", None

    def clear_away(self, now: float) -> None:
        """A move overtakes proposals to take moves back, and proposals that were refused."""
        for kind, answers in list(self.votes.items()):
            if kind == UNDO or not all(answers.values()):
                self.set_votes(kind, {}, now)

    def end(self, outcome: Outcome) -> None:
        """The players have agreed on an end, or the operator has closed the table."""
        self.table.agreed = _stored(outcome)

    def settle(self, now: float, acted: Seat | None = None, took_back: Seat | None = None) -> None:
        """Work out what follows from a change: status, what the lobby tells, the clocks."""
        self._abandon_if_deserted()
        table, outcome = self.table, self.outcome
        if not self.unseen:
            table.touched = int(now)
        if outcome is not None and table.status != OVER:
            table.status, table.paused = OVER, None
            table.outcome = _stored(outcome)
            for kind in list(self.votes):
                self.set_votes(kind, {}, now)
            for papers in (_NONE_FOR_LATER, _NONE_AHEAD):
                self.writes.append((papers, {"table": table.id}))
        if table.made_from is not None and table.status != OPEN:
            table.made_from = None  # it is no longer of interest
            self.writes.append((_NO_NETWORK, {"table": table.id}))
        table.moves, table.waiting = self.told_moves(), list(self.decisions())
        table.stage = self.stage()
        if self.unseen:  # nor does a clock tell that somebody is there
            acted = took_back = None
        if acted is not None or took_back is not None:
            table.moved = int(now)
        self._keep_time(now, acted, took_back)

    def _abandon_if_deserted(self) -> None:
        """End a game in which a computer has stood in for a player through more whole years than
        the host allows: nobody wins what computers have played. A seat that is out of the game
        keeps nobody waiting."""
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

    def _keep_time(self, now: float, acted: Seat | None, took_back: Seat | None) -> None:
        if isinstance(self.pace, pace.Free):
            return
        chairs = self.chairs.values()
        changes = pace.keep_time(self.clocks(), chairs, now, acted, took_back)
        for seat, change in changes.items():
            self.set_chair(seat, **change)

    def told_moves(self) -> int:
        """How many moves there were, as anybody may know."""
        return self.counting(()).moves(len(self.match.moves))

    def remember(self, took_back: Seat | None = None) -> None:
        """After a change: whoever is still asked the same question has been all along. What the
        moves do not tell is that something was taken back."""
        before, now = self.told, self.questions()
        since, versions = self.since, self._since_moves()
        for name, decision in now.items():
            versions[name] = max(versions[name], since.get(name, 0))
            touched = name[0] == took_back or before.get(name) != decision
            if self.rewound or (took_back is not None and touched):
                versions[name] = self.version
        self.told, self.told_status, self.since = now, self.table.status, versions


def _stored(told: Outcome | Message) -> dict[str, Any]:
    """An outcome or a message as the database gives it back."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return plain


def new_match(game: Game[Any, Any], table: Table) -> AnyMatch:
    """The match of a table that is just being made."""
    return Match(game, table.options, table.seed, table.start, table.rules)
