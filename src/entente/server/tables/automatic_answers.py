"""Automatic answers: given by the server as soon as a decision opens.

There are two kinds. A single answer that everyone can infer is given if it reveals nothing
(`DecisionStep.open_menu`) and no player loses an undo by it; against computers alone, a sealed one
too. A prepared answer is given when its
occasion comes, if its player wishes so and it is complete; otherwise what fits of it becomes the
draft. If it is not enough, the player is asked as usual. In any case it is used up, unless it is a
lasting instruction, and its player is notified, no one else.

Nothing is given again after an undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import bindparam, delete, update
from sqlalchemy.orm import Session

from entente.kernel import Decision, DueAnswer, Seat
from entente.kernel.prepared import (
    cancelled_by,
    due_answer,
    is_lasting,
    is_pass,
    occasion_key,
    occasions,
)
from entente.server.storage.database import Sessions
from entente.server.storage.models import PreparedAnswer
from entente.server.tables.prepared_answers import stored
from entente.server.tables.room import Room, Stale
from entente.wire.tables import OVER

MOST = 200  # in a row; no game should come near it
GIVEN, PASSED = "notice.later_given", "notice.later_passed"
NOT_ENOUGH = "notice.later_not_given"
DRAFTED, PARTLY = "notice.ahead_drafted", "notice.ahead_partly"
CANCELLED = "notice.ahead_dropped"

_ROWS = PreparedAnswer.__table__
_THIS = (
    *(_ROWS.c.table_id == bindparam("table"), _ROWS.c.seat == bindparam("of")),
    *(_ROWS.c.step == bindparam("asked"), _ROWS.c.occasion == bindparam("now")),
)
_REMOVE = delete(_ROWS).where(*_THIS)  # type: ignore[arg-type]
_USED = update(_ROWS).where(*_THIS).values(used=True)  # type: ignore[arg-type]

Read = Callable[[], Sequence[PreparedAnswer]]


def reader(sessions: Sessions, table_id: str) -> Read:
    """Return what reads a table's prepared answers: another process may have stored some."""

    def read() -> Sequence[PreparedAnswer]:
        with sessions() as session:
            rows = stored(session, table_id)
            session.expunge_all()
        return rows

    return read


def answer_automatically(room: Room, now: float, read: Read) -> None:
    """Give automatic answers after an action."""
    prepared = _PreparedAnswers(room, now, read)
    for _ in range(MOST):
        if not (_give_single(room, now) or prepared.give()):
            return


def _give(room: Room, decision: Decision, action: str, now: float) -> None:
    room.match.act(decision.seat, action, int(now), decision.window)
    room.write_move(now)
    room.discard_draft(decision.seat, decision.window)


# -- single answers


def has_single_answer(room: Room) -> bool:
    """Return whether a decision is answered automatically as soon as the game starts."""
    return any(_is_single(room, decision) for decision in room.position.decisions)


def _give_single(room: Room, now: float) -> bool:
    """Give one single answer, if there is one."""
    decision = next((each for each in room.position.decisions if _is_single(room, each)), None)
    if decision is None:
        return False
    _give(room, decision, next(iter(decision.menu)), now)
    return True


def _is_single(room: Room, decision: Decision) -> bool:
    """Return whether a decision has a single answer that is given automatically."""
    chair = room.chairs[decision.seat]
    person = None if chair.user_id is None else room.people.get(chair.user_id)
    if person is None or not person.auto_answer or chair.computer or chair.stand_in:
        return False
    if not (room.position.bind(decision).is_only_answer or _is_single_alone(room, decision)):
        return False
    return not room.match.back or _shows_nothing(room, decision)


def _is_single_alone(room: Room, decision: Decision) -> bool:
    """Return whether a sealed answer is the only one, and only computers play the other seats.

    Another person could infer a hidden hand from an answer that comes by itself.
    """
    alone = all(
        chair.computer is not None for chair in room.chairs.values() if chair.seat != decision.seat
    )
    is_plain = decision.sealed and decision.must and not decision.private
    return alone and is_plain and decision.menu.size() == 1


def _shows_nothing(room: Room, decision: Decision) -> bool:
    """Return whether an answer rolls no dice and reveals nothing.

    Earlier actions can then still be undone.
    """
    position = room.position.copy()
    before = position.state.chance.count, position.state.reveals
    position.apply_unchecked(decision, next(iter(decision.menu)))
    return (position.state.chance.count, position.state.reveals) == before


# -- prepared answers


class _PreparedAnswers:
    """Uses prepared answers for the decisions that one change opens."""

    def __init__(self, room: Room, now: float, read: Read) -> None:
        self._room = room
        self._now = now
        self._read = read
        self._tried: set[tuple[Seat, int]] = set()
        self._rows: list[PreparedAnswer] | None = None  # as this change leaves them

    def give(self) -> bool:
        """Use what is prepared for new decisions; return True as soon as one is answered.

        A decision that goes on after an answer, such as a plan of several steps, is new again.
        """
        room = self._room
        for decision in room.position.decisions:
            name = (decision.seat, decision.window)
            if name in room.announced or name in self._tried:
                continue
            self._tried.add(name)
            occasion = occasion_key(room.position, decision)
            if occasion and self._use(decision, occasion):
                if _is_open(room, decision):
                    self._tried.discard(name)
                return True
        return False

    def _use(self, decision: Decision, occasion: str) -> bool:
        """Use what is prepared for a decision; return whether it was answered."""
        prepared = self._find(decision, occasion)
        if prepared is not None and self._answer(decision, prepared):
            return True
        self._cancel(decision)
        return False

    def _find(self, decision: Decision, occasion: str) -> PreparedAnswer | None:
        """Return what is prepared for a decision.

        Remove what explained an earlier one, and what was prepared for an occasion of this one that
        can no longer come.
        """
        rows = self._of(decision.seat)
        mine = {row.occasion: row for row in rows if row.step == decision.step and not row.used}
        gone, prepared = [each for each in rows if each.used], mine.pop(occasion, None)
        if mine:
            upcoming = occasions(self._room.position, decision.seat).get(decision.step, ())
            coming = {each.key for each in upcoming}
            gone += [each for each in mine.values() if each.occasion not in coming]
        self._remove(gone)
        return prepared

    def _answer(self, decision: Decision, prepared: PreparedAnswer) -> bool:
        """Use a prepared answer up; return whether it was given."""
        room, seat, user = self._room, decision.seat, [prepared.user_id]
        chair = room.chairs[seat]
        if chair.stand_in or prepared.user_id != chair.user_id:
            self._remove([prepared])
            return False
        due = due_answer(room.position, decision, prepared.choices)
        if is_lasting(room.position, decision.step):
            return self._follow(decision, prepared, due)
        if due.answer is None:
            self._remove([prepared])
            room.notify(user, NOT_ENOUGH, seat=seat)
            return False
        if not (prepared.submit and due.complete):
            self._draft(decision, prepared, due)
            return False
        self._remove([prepared])
        self._submit(decision, due, user)
        return True

    def _follow(self, decision: Decision, prepared: PreparedAnswer, due: DueAnswer) -> bool:
        """Answer by a lasting instruction, which stays; return whether it was enough."""
        if due.answer is None or not due.complete:
            return False
        self._submit(decision, due, [prepared.user_id])
        return True

    def _submit(self, decision: Decision, due: DueAnswer, user: list[int]) -> None:
        """Give a complete answer, and tell its player."""
        room, seat = self._room, decision.seat
        assert due.answer is not None
        passes = is_pass(room.position, decision.step)
        _give(room, decision, due.answer, self._now)
        if decision.private and _is_open(room, decision):
            return  # the player is notified once the plan is sealed
        if passes:
            room.notify(user, PASSED, seat=seat)
        else:
            room.notify(user, GIVEN, seat=seat, orders=list(due.fit))

    def _draft(self, decision: Decision, prepared: PreparedAnswer, due: DueAnswer) -> None:
        """Put what fits into the draft. The row stays, to explain it."""
        room, seat, user = self._room, decision.seat, [prepared.user_id]
        prepared.used = True
        room.writes.append((_USED, _place(prepared)))
        if due.fit:
            room.set_chair(seat, draft=due.answer, draft_window=decision.window)
        count, dropped = len(prepared.choices), [choice for choice, _ in due.dropped]
        if dropped:
            room.notify(user, PARTLY, seat=seat, n=count, fit=len(due.fit), orders=dropped)
        else:
            room.notify(user, DRAFTED, seat=seat, n=count)

    def _cancel(self, decision: Decision) -> None:
        """Remove what an unexpected decision makes void."""
        steps, seat = cancelled_by(self._room.position, decision), decision.seat
        void = [row for row in self._of(seat) if row.step in steps and not row.used]
        if void:
            self._remove(void)
            self._room.notify([void[0].user_id], CANCELLED, seat=seat)

    # -- the stored rows

    def _of(self, seat: Seat) -> list[PreparedAnswer]:
        if self._rows is None:
            self._rows = list(self._read())
            self._room.jobs.append(self._check)
        return [row for row in self._rows if row.seat == seat]

    def _remove(self, rows: Sequence[PreparedAnswer]) -> None:
        self._room.writes += [(_REMOVE, _place(row)) for row in rows]
        self._rows = [row for row in self._rows or [] if row not in rows]

    def _check(self, session: Session) -> None:
        """Raise Stale if the stored answers are not those that this change has read and left."""
        if self._room.table.status == OVER:
            return  # all are deleted
        left = {_contents(row) for row in self._rows or []}
        if {_contents(row) for row in stored(session, self._room.table.id)} != left:
            raise Stale


def _is_open(room: Room, decision: Decision) -> bool:
    """Return whether a seat still has to answer a decision."""
    name = (decision.seat, decision.window)
    return any(each.must and (each.seat, each.window) == name for each in room.position.decisions)


def _place(row: PreparedAnswer) -> dict[str, str]:
    return {"table": row.table_id, "of": row.seat, "asked": row.step, "now": row.occasion}


def _contents(row: PreparedAnswer) -> tuple[object, ...]:
    return row.seat, row.step, row.occasion, row.user_id, *row.choices, row.submit, row.used
