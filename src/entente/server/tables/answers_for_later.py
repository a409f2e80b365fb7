"""Conditional answers: prepared for a question that may come.

A player names choices in order of preference. When the question is asked, the answer that follows
from them is given in the same change; if none follows, the player is asked as usual. Either way the
conditional answer is used up, and the player is notified.

No one else learns of it: such questions are answered under seal, so an instant answer reveals
nothing. For open questions only a pass can be prepared, for one occasion. An unused answer leaves
no trace, and the seat is waited for like any other. A used one is never given again: a player who
undoes it is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Decision, Occasion, Seat
from entente.kernel.prepared import due_answer, occasion_key, occasions
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
    """A question for which an answer may be prepared.

    `wishes` are the prepared choices, best first; `choices` are by unit.
    """

    step: str
    occasion: str
    choices: dict[str, list[str]]
    wishes: list[str]


class OwnAnswer(msgspec.Struct):
    """A conditional answer in a user's data export."""

    step: str
    occasion: str
    wishes: list[str]


# -- preparing


def preparable(session: Session, room: Room, seat: Seat) -> list[Preparable]:
    """Return the conditional answers a seat may prepare, and those it has prepared."""
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
        for step, later in _occasions(room, seat).items()
    ]


def _occasions(room: Room, seat: Seat) -> dict[str, Occasion]:
    found = occasions(room.position, seat)
    return {step: first for step, (first, *_) in found.items() if first.ranked}


def stored(session: Session, table_id: str, seat: Seat) -> Sequence[AnswerForLater]:
    mine = select(AnswerForLater).where(AnswerForLater.table_id == table_id)
    return session.scalars(mine.where(AnswerForLater.seat == seat)).all()


def export_rows(session: Session, table_id: str, seat: Seat) -> list[OwnAnswer]:
    """Return a seat's stored conditional answers, for its player's export."""
    rows = stored(session, table_id, seat)
    return [OwnAnswer(row.step, row.occasion, row.wishes) for row in rows]


def prepared(
    room: Room, seat: Seat, step: str, wishes: Sequence[str]
) -> Callable[[Transaction], None]:
    """Return the job that stores a seat's conditional answer in place of an earlier one.

    No wishes: the player is asked. Raise Problem if they are invalid.
    """
    table, chair = room.table, room.chairs[seat]
    if table.status != PLAYING:
        raise Problem(409, "table.over" if table.status == OVER else "table.not_started")
    later = _occasions(room, seat).get(step)
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
        except IntegrityError:  # another window of the player, in another process
            raise Problem(409, "table.stale") from None

    return job


# -- giving


class PreparedAnswers:
    """Gives conditional answers during one change.

    Reads them from the database, since another process may have stored them.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._kept: dict[tuple[Seat, str], AnswerForLater] | None = None

    def __call__(self, room: Room, now: float) -> bool:
        """Give one prepared answer, if there is one for an open question."""
        for decision in room.position.decisions:
            kept = self._prepared(room, decision)
            if kept is not None and self._give(room, decision, kept, now):
                return True
        return False

    def _prepared(self, room: Room, decision: Decision) -> AnswerForLater | None:
        """Return what is prepared for this question. Reading it uses it up."""
        chair, occasion = room.chairs[decision.seat], occasion_key(room.position, decision)
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
        """Give the answer that follows from a preparation, if any, and notify the player alone."""
        seat, action = decision.seat, due_answer(room.position, decision, kept.wishes).answer
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
