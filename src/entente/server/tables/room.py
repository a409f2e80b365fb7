"""A room: a table in memory, with its match, its chairs and its votes.

Whoever changes a room changes what is in memory and notes what is to be written; `Rooms.store` then
commits all of it together, or the room is thrown away and read anew.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import partial
from threading import RLock
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Executable, bindparam, delete, insert
from sqlalchemy.orm import Session

from entente.kernel import Decision, Match, Outcome, Seat, registry
from entente.kernel.match import Move as PlayedMove
from entente.kernel.message import Argument
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import OVER, PLAYING, Chair, LetterDraft, Move, Table, Vote
from entente.server.tables import pace

AnyMatch = Match[Any, Any]
Clock = Callable[[], float]
UNDO = "undo"  # a proposal to take one's last action back
STAND_IN = "greedy"  # the computer player that goes on where a person does not

_MOVES, _VOTES, _DRAFTS = Move.__table__, Vote.__table__, LetterDraft.__table__
NEW_MOVE = insert(_MOVES)  # type: ignore[arg-type]
_NO_MOVES = delete(_MOVES).where(  # type: ignore[arg-type]
    _MOVES.c.table_id == bindparam("table"), _MOVES.c.number > bindparam("kept")
)
_NEW_VOTES = insert(_VOTES)  # type: ignore[arg-type]
_NO_VOTES = delete(_VOTES).where(  # type: ignore[arg-type]
    _VOTES.c.table_id == bindparam("table"), _VOTES.c.kind == bindparam("which")
)
_NO_DRAFTS = delete(_DRAFTS).where(  # type: ignore[arg-type]
    _DRAFTS.c.table_id == bindparam("table"), _DRAFTS.c.seat == bindparam("of")
)


class Person(NamedTuple):
    """What a table knows of somebody who sits at it; `away` are dates."""

    name: str
    away: tuple[str, ...] = ()


class Room:
    """A table with its match, as stored at `version`."""

    def __init__(
        self,
        table: Table,
        chairs: Iterable[Chair],
        match: AnyMatch,
        *,
        people: dict[int, Person] | None = None,
        versions: list[int] | None = None,
        votes: dict[str, dict[Seat, bool]] | None = None,
        clock: Clock = time.time,
    ) -> None:
        self.table = table
        self.chairs = {chair.seat: chair for chair in chairs}
        self.match = match
        self.people = people or {}
        self.versions = versions or []  # of the table, with each of the moves
        self.votes = votes or {}  # by kind; the first answer is that of the seat that asked
        self.clock = clock
        self.pace = pace.read_pace(table.pace)
        self.lock = RLock()
        # Since which version each seat has been asked what it is asked now, at the latest: while
        # others seal their answers or vote, the table's version goes on and the question stays.
        asked = table.version - len(match.state.sealed)
        self.told, self.told_status = self.decisions(), table.status
        self.asked: dict[Seat, int] = dict.fromkeys(self.told, asked)
        self.forget_changes()

    @property
    def version(self) -> int:
        return self.table.version

    # -- who sits where, and what he must do

    def seats_of(self, user_id: int | None) -> tuple[Seat, ...]:
        """The seats a user holds, in the order of the game."""
        if user_id is None:
            return ()
        return tuple(s for s in self.match.seats if self.chairs[s].user_id == user_id)

    def chair(self, seat: Seat) -> Chair:
        if seat not in self.chairs:
            raise Problem(422, "table.no_seat", seat=seat)
        return self.chairs[seat]

    def own_chair(self, seat: Seat, user_id: int | None) -> Chair:
        """A chair, for whoever sits in it."""
        chair = self.chair(seat)
        if user_id is None or chair.user_id != user_id:
            raise Problem(403, "table.not_yours")
        return chair

    def player(self, seat: Seat) -> str | None:
        """The computer player of a seat; None where a person plays. A seat whose player has
        deleted his account must not keep the others waiting."""
        chair = self.chairs[seat]
        if chair.user_id is None:
            return chair.computer or STAND_IN
        return chair.stand_in

    def decisions(self) -> dict[Seat, Decision]:
        """Who must decide now; nobody before the game has begun or after its end."""
        if self.table.status != PLAYING:
            return {}
        return dict(self.match.game.decisions(self.match.state))

    def computers(self) -> dict[Seat, str]:
        """The seats of computer players that must decide now, with the player's name."""
        if self.table.paused:
            return {}
        waiting = {seat: self.player(seat) for seat in self.decisions()}
        return {seat: name for seat, name in waiting.items() if name}

    def asked_people(self) -> set[Seat]:
        """The seats of people whose time runs."""
        if self.table.paused:
            return set()
        return {seat for seat in self.decisions() if self.player(seat) is None}

    def asked_since(self) -> float:
        """When the present question was put; sealed answers to it do not put it again."""
        settled = len(self.match.moves) - len(self.match.state.sealed)
        if settled > 0:
            return float(self.match.moves[settled - 1].time or 0)
        return float(self.table.begun or 0)

    def clocks(self) -> pace.Clocks:
        """What the clocks of the chairs go by."""
        paused = self.table.status == PLAYING and bool(self.table.paused)
        away = {user_id: person.away for user_id, person in self.people.items()}
        return pace.Clocks(self.pace, self.asked_people(), self.asked_since(), paused, away)

    def unchanged_since(self, version: int) -> int:
        """How many moves somebody knows who has seen the table at a version: those up to the
        first one that was made, or made anew after an undo, since."""
        return bisect_right(self.versions, version)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by agreement; None while it goes on."""
        if self.table.agreed is not None:
            return msgspec.convert(self.table.agreed, Outcome)
        outcome: Outcome | None = self.match.state.outcome
        return outcome

    # -- changes, which `Rooms.store` writes

    def forget_changes(self) -> None:
        self.chair_changes: dict[Seat, dict[str, Any]] = {}
        self.writes: list[tuple[Executable, Any]] = []
        self.jobs: list[Callable[[Session], None]] = []
        self.moves_changed = False

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
        empty = {"user_id": None, "draft": "", "notes": "", "offer": None, "stand_in": None}
        self.set_chair(seat, **(empty | values))
        self.writes.append((_NO_DRAFTS, {"table": self.table.id, "of": seat}))

    def tell(self, user_ids: Iterable[int | None], key: str, /, **args: Argument) -> None:
        """Notices that are stored with the change."""
        told, send = list(user_ids), partial(notify, once=False, **args)
        self.jobs.append(lambda session: send(session, told, key, self.table))

    def write_move(self, now: float) -> None:
        """The match's last move is a new one."""
        move, number = self.match.moves[-1], len(self.match.moves)
        self.versions.append(self.version + 1)
        self.moves_changed = True
        self.writes.append((NEW_MOVE, self._row(number, move, now)))

    def rewrite_moves(self, kept: int, now: float) -> None:
        """The match's moves are other ones from a number on."""
        moves = self.match.moves
        again = list(enumerate(moves[kept:], start=kept + 1))
        self.moves_changed = True
        self.versions[kept:] = [self.version + 1] * len(again)
        self.writes.append((_NO_MOVES, {"table": self.table.id, "kept": kept}))
        if again:
            rows = [self._row(number, move, now) for number, move in again]
            self.writes.append((NEW_MOVE, rows))

    def _row(self, number: int, move: PlayedMove, now: float) -> dict[str, Any]:
        return {
            "table_id": self.table.id,
            "number": number,
            "seat": move.seat,
            "action": move.action,
            "time": move.time or int(now),
            "version": self.version + 1,
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

    def clear_away(self, now: float, acted: Seat | None = None) -> None:
        """A move overtakes the draft of whoever made it, proposals to take moves back, and
        proposals that were refused."""
        if acted is not None and (self.chairs[acted].draft or not isinstance(self.pace, pace.Free)):
            # Where a deadline may hand a draft in, also one that came in by another process.
            self.chairs[acted].draft = self.chair_changes.setdefault(acted, {})["draft"] = ""
        for kind, answers in list(self.votes.items()):
            if kind == UNDO or not all(answers.values()):
                self.set_votes(kind, {}, now)

    def end(self, outcome: Outcome) -> None:
        """The players have agreed on an end."""
        self.table.agreed = _stored(outcome)

    def settle(self, now: float, acted: Seat | None = None, took_back: Seat | None = None) -> None:
        """Work out what follows from a change: status, what the lobby tells, the clocks."""
        table, outcome = self.table, self.outcome
        table.touched = int(now)
        if outcome is not None and table.status != OVER:
            table.status, table.paused = OVER, None
            table.outcome = _stored(outcome)
            for kind in list(self.votes):
                self.set_votes(kind, {}, now)
        table.moves, table.waiting = len(self.match.moves), list(self.decisions())
        if acted is not None or took_back is not None:
            table.moved = int(now)
        self._keep_time(now, acted, took_back)

    def _keep_time(self, now: float, acted: Seat | None, took_back: Seat | None) -> None:
        if isinstance(self.pace, pace.Free):
            return
        chairs = self.chairs.values()
        changes = pace.keep_time(self.clocks(), chairs, now, acted, took_back)
        for seat, change in changes.items():
            self.set_chair(seat, **change)

    def remember(self, before: dict[Seat, Decision]) -> None:
        """After a change: whoever is still asked the same question, by a change that was no move
        or while others seal their answers, has been all along."""
        now = self.told = self.decisions()
        self.told_status = self.table.status
        self.asked = {
            seat: self.asked.get(seat, self.version)
            if (decision.sealed or not self.moves_changed) and before.get(seat) == decision
            else self.version
            for seat, decision in now.items()
        }


def _stored(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the database gives it back."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(outcome))
    return plain


def new_match(table: Table) -> AnyMatch:
    """A table's match before the first move."""
    game = registry.load(table.game, table.overrides)
    return Match(game, table.options, table.seed, table.start)
