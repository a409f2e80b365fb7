"""Answers for later: what a player has prepared for a question that may come.

He names choices, the dearest first. When the question is put, the answer that follows from them is
given in the same change; where none follows he is asked as always. Either way what he prepared is
done with, and he is told. Nobody else ever learns of it: such questions are answered under seal, so
that an answer that is there at once looks like a quick one, and tells no more than that; of open
ones only a pass can be prepared, for one occasion. What is not given leaves no trace: the seat is
waited for like any other.

What is done with is never given again: whoever takes such an answer back is asked as always.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Decision, Seat
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import AnswerForLater
from entente.server.tables.room import NO_ANSWER_FOR_LATER, Room
from entente.wire.tables import OVER, PLAYING

MOST = 60  # choices: three for each of 20 units
LONGEST_WISH = 60  # characters
GIVEN, NOT_GIVEN = "notice.later_given", "notice.later_not_given"
PASSED = "notice.later_passed"


class Preparable(msgspec.Struct):
    """What one may prepare for a question that may come, and what one has prepared: `wishes`, the
    dearest first. `choices` are by the things they are about."""

    step: str
    occasion: str
    choices: dict[str, list[str]]
    wishes: list[str]


class OwnAnswer(msgspec.Struct):
    """What somebody has prepared, as he takes it home."""

    step: str
    occasion: str
    wishes: list[str]


# -- preparing


def preparable(session: Session, room: Room, seat: Seat) -> list[Preparable]:
    """What a seat may prepare now, and has prepared."""
    if room.table.status != PLAYING:
        return []
    kept = {row.step: row for row in stored(session, room.table.id, seat)}
    return [
        Preparable(
            step,
            later.key,
            {thing: list(choices) for thing, choices in later.choices.items()},
            kept[step].wishes if step in kept and kept[step].occasion == later.key else [],
        )
        for step, later in room.position.conditional_choices(seat).items()
    ]


def stored(session: Session, table_id: str, seat: Seat) -> Sequence[AnswerForLater]:
    mine = select(AnswerForLater).where(AnswerForLater.table_id == table_id)
    return session.scalars(mine.where(AnswerForLater.seat == seat)).all()


def taken_home(session: Session, table_id: str, seat: Seat) -> list[OwnAnswer]:
    """What is stored of a seat, for its player."""
    rows = stored(session, table_id, seat)
    return [OwnAnswer(row.step, row.occasion, row.wishes) for row in rows]


def prepared(
    room: Room, seat: Seat, step: str, wishes: Sequence[str]
) -> Callable[[Transaction], None]:
    """What is to be stored for a seat's player to wish this, in place of what he wished before;
    nothing: he is asked. Problem says why it cannot be wished."""
    table, chair = room.table, room.chairs[seat]
    if table.status != PLAYING:
        raise Problem(409, "table.over" if table.status == OVER else "table.not_started")
    later = room.position.conditional_choices(seat).get(step)
    if later is None and wishes:
        raise Problem(409, "later.not_now")
    known = {choice for choices in later.choices.values() for choice in choices} if later else set()
    for wish in wishes:
        if wish not in known:
            raise Problem(422, "later.no_such_choice", choice=wish)
    if len(set(wishes)) < len(wishes):
        raise Problem(422, "later.twice")
    place = {"table_id": table.id, "seat": seat, "step": step}
    occasion = later.key if later else ""
    row = {**place, "user_id": chair.user_id, "occasion": occasion, "wishes": list(wishes)}

    def job(transaction: Transaction) -> None:
        session = transaction.session
        session.execute(delete(AnswerForLater).filter_by(**place))
        if not wishes:
            return
        try:
            with session.begin_nested():
                session.execute(insert(AnswerForLater).values(row))
        except IntegrityError:  # another window of his, by another process
            raise Problem(409, "table.stale") from None

    return job


# -- giving


class Giving:
    """What was prepared, given while one change is made. It is read from the database, since
    another process may have stored it."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._kept: dict[tuple[Seat, str], AnswerForLater] | None = None

    def __call__(self, room: Room, now: float) -> bool:
        """Give one answer, if one was prepared for something that is asked now."""
        for decision in room.position.decisions:
            kept = self._prepared(room, decision)
            if kept is not None and self._give(room, decision, kept, now):
                return True
        return False

    def _prepared(self, room: Room, decision: Decision) -> AnswerForLater | None:
        """What is prepared for this question, which is done with by being looked at."""
        chair, occasion = room.chairs[decision.seat], room.position.conditional_key(decision)
        if not occasion or chair.user_id is None or chair.stand_in or decision.private:
            return None
        if self._kept is None:
            self._kept = self._read(room.table.id)
        kept = self._kept.pop((decision.seat, decision.step), None)
        if kept is None:
            return None
        given = {"table": room.table.id, "of": decision.seat, "asked": decision.step}
        room.writes.append((NO_ANSWER_FOR_LATER, given))
        return kept if (kept.user_id, kept.occasion) == (chair.user_id, occasion) else None

    def _read(self, table_id: str) -> dict[tuple[Seat, str], AnswerForLater]:
        with self._sessions() as session:
            rows = session.scalars(
                select(AnswerForLater).where(AnswerForLater.table_id == table_id)
            ).all()
            session.expunge_all()
        return {(row.seat, row.step): row for row in rows}

    def _give(self, room: Room, decision: Decision, kept: AnswerForLater, now: float) -> bool:
        """Whether an answer follows from what was prepared; its player is told, he alone."""
        seat, action = decision.seat, room.position.resolve_preferences(decision, kept.wishes)
        if action is None:
            room.notify([kept.user_id], NOT_GIVEN, seat=seat)
            return False
        room.match.act(seat, action, int(now), decision.window)
        room.write_move(now)
        room.discard_draft(seat, decision.window)
        if decision.sealed:
            room.notify([kept.user_id], GIVEN, seat=seat, orders=action.split("; "))
        else:
            room.notify([kept.user_id], PASSED, seat=seat)
        return True
