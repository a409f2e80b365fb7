"""Premoves: answers written for the next occasions of a question.

A player writes them for the position that would result if their current answers and earlier
premoves succeed. When the occasion comes, the premoves that still fit go into the draft; the others
are dropped, and the player learns why. They are submitted automatically only if the player chose so
and all of them fit, or, like any draft, when time runs out. An unexpected question in between
cancels all of them.

No one else learns of them. Premoves put into a draft are never put there again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Catalog, Decision, Occasion, Seat
from entente.kernel.prepared import cancelled_by, due_answer, occasion_key, occasions
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import AnswerAhead, TableSeat
from entente.server.tables.answers_for_later import GIVEN
from entente.server.tables.room import (
    AHEAD_CAME,
    NO_ANSWERS_AHEAD,
    NO_PAST_ANSWERS_AHEAD,
    Room,
)
from entente.wire.tables import OVER, PLAYING

DRAFTED, PARTLY = "notice.ahead_drafted", "notice.ahead_partly"
DROPPED = "notice.ahead_dropped"


class TurnAhead(msgspec.Struct):
    """A coming occasion: the expected units by owner, the choices by unit, and what was written.

    `unfit` was written but is impossible after the current answers.
    """

    occasion: str
    stands: dict[str, list[str]]
    choices: dict[str, list[str]]
    orders: list[str]
    unfit: list[str]
    hand_in: bool


class Dropped(msgspec.Struct):
    """A premove that did not fit, and why."""

    order: str
    reason: str


class Came(msgspec.Struct):
    """What became of the premoves for the current question.

    How many there were, and which were dropped.
    """

    written: int
    dropped: list[Dropped]


class AheadInfo(msgspec.Struct):
    """The coming occasions, and what became of the premoves for the current question."""

    turns: list[TurnAhead]
    came: Came | None


class OwnAhead(msgspec.Struct):
    """A premove in a user's data export."""

    occasion: str
    orders: list[str]
    hand_in: bool


# -- editing


def ahead_info(session: Session, room: Room, seat: Seat, catalog: Catalog) -> AheadInfo:
    """Return what a seat may write ahead, what it has written, and what came of it."""
    if room.table.status != PLAYING:
        return AheadInfo([], None)
    rows = stored(session, room.table.id, seat)
    kept = {row.occasion: row for row in rows if not row.came}
    turns = [_turn(each, kept.get(each.key)) for each in _ahead(session, room, seat)]
    return AheadInfo(turns, _came(room, seat, rows, catalog))


def _turn(ahead: Occasion, row: AnswerAhead | None) -> TurnAhead:
    choices = {thing: list(each) for thing, each in ahead.choices.items()}
    known = {choice for each in ahead.choices.values() for choice in each}
    orders = row.orders if row else []
    return TurnAhead(
        ahead.key,
        {owner: list(things) for owner, things in ahead.expected.items()},
        choices,
        [order for order in orders if order in known],
        [order for order in orders if order not in known],
        row is not None and row.hand_in,
    )


def _ahead(session: Session, room: Room, seat: Seat) -> list[Occasion]:
    """Return the coming occasions, given the seat's current answers and premoves."""
    rows = stored(session, room.table.id, seat)
    written = {row.occasion: row.orders for row in rows if not row.came}
    found = occasions(room.position, seat, _answer(session, room, seat), {"orders": written})
    return [each for known in found.values() for each in known if not each.ranked]


def _answer(session: Session, room: Room, seat: Seat) -> list[str]:
    """Return a seat's answer to the current question.

    It is submitted, or a draft, possibly stored by another process.
    """
    sealed: str | None = room.position.state.sealed.get(seat)
    if sealed is not None:
        return sealed.split("; ")
    decision = room.position.decision(seat)
    mine = select(TableSeat.draft, TableSeat.draft_window).where(
        TableSeat.table_id == room.table.id
    )
    draft, window = session.execute(mine.where(TableSeat.seat == seat)).one()
    is_for_now = decision is not None and window in (None, decision.window)
    return draft.split("; ") if is_for_now else []


def _came(room: Room, seat: Seat, rows: Iterable[AnswerAhead], catalog: Catalog) -> Came | None:
    """Return what became of the premoves for the current question."""
    decision = room.position.decision(seat)
    turn = "" if decision is None else occasion_key(room.position, decision)
    row = next((row for row in rows if row.came and row.occasion == turn), None)
    if decision is None or row is None:
        return None
    dropped = due_answer(room.position, decision, row.orders).dropped
    return Came(len(row.orders), [Dropped(order, catalog.say(why)) for order, why in dropped])


def stored(session: Session, table_id: str, seat: Seat) -> Sequence[AnswerAhead]:
    mine = select(AnswerAhead).where(AnswerAhead.table_id == table_id)
    return session.scalars(mine.where(AnswerAhead.seat == seat)).all()


def export_rows(session: Session, table_id: str, seat: Seat) -> list[OwnAhead]:
    """Return a seat's stored premoves, for its player's export."""
    rows = stored(session, table_id, seat)
    return [OwnAhead(row.occasion, row.orders, row.hand_in) for row in rows]


def written(
    session: Session, room: Room, seat: Seat, occasion: str, orders: Sequence[str], hand_in: bool
) -> Callable[[Transaction], None]:
    """Return the job that stores a seat's premoves in place of earlier ones.

    No orders: the next draft is empty. Raise Problem if they are invalid.
    """
    table, chair = room.table, room.chairs[seat]
    if table.status != PLAYING:
        raise Problem(409, "table.over" if table.status == OVER else "table.not_started")
    turns = {each.key: each for each in _ahead(session, room, seat)}
    if orders:
        if occasion not in turns:
            raise Problem(409, "later.not_now")
        _check(turns[occasion], orders)
    place = {"table_id": table.id, "seat": seat, "occasion": occasion}
    row = {**place, "user_id": chair.user_id, "orders": list(orders), "hand_in": hand_in}

    def job(transaction: Transaction) -> None:
        session = transaction.session
        session.execute(delete(AnswerAhead).filter_by(**place))
        if not orders:
            return
        try:
            with session.begin_nested():
                session.execute(insert(AnswerAhead).values({**row, "came": False}))
        except IntegrityError:  # another window of the player, in another process
            raise Problem(409, "table.stale") from None

    return job


def _check(ahead: Occasion, orders: Sequence[str]) -> None:
    """Raise Problem if an order is impossible, or two are for one unit."""
    things: set[str] = set()
    for order in orders:
        thing = next((each for each, known in ahead.choices.items() if order in known), None)
        if thing is None:
            raise Problem(422, "later.no_such_choice", choice=order)
        if thing in things:
            raise Problem(422, "later.two_for_one", choice=order)
        things.add(thing)


# -- when the occasion comes


class PremoveDrafts:
    """Puts premoves into drafts during one change.

    Reads them from the database, since another process may have stored them, and only for new
    questions.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._looked_at: set[tuple[Seat, int]] = set()
        self._kept: list[AnswerAhead] | None = None

    def __call__(self, room: Room, now: float) -> bool:
        """Start new questions with their premoves; return whether one was answered."""
        for decision in room.position.decisions:
            name = (decision.seat, decision.window)
            if name in room.announced or name in self._looked_at:
                continue
            self._looked_at.add(name)
            if cancelled_by(room.position, decision):
                self._drop(room, decision.seat)
            elif (turn := occasion_key(room.position, decision)) and self._begin(
                room, decision, turn, now
            ):
                return True
        return False

    def _of(self, room: Room, seat: Seat) -> list[AnswerAhead]:
        """Return all premoves of a seat."""
        if self._kept is None:
            with self._sessions() as session:
                mine = select(AnswerAhead).where(AnswerAhead.table_id == room.table.id)
                self._kept = list(session.scalars(mine))
                session.expunge_all()
        return [row for row in self._kept if row.seat == seat]

    def _forget(self, seat: Seat) -> None:
        self._kept = [row for row in self._kept or [] if row.seat != seat]

    def _drop(self, room: Room, seat: Seat) -> None:
        """Cancel all premoves and notify the player alone."""
        rows = [row for row in self._of(room, seat) if not row.came]
        if not rows:
            return
        room.writes.append((NO_ANSWERS_AHEAD, {"table": room.table.id, "of": seat}))
        self._forget(seat)
        room.notify([rows[0].user_id], DROPPED, seat=seat)

    def _begin(self, room: Room, decision: Decision, turn: str, now: float) -> bool:
        """Put the fitting premoves into a question's draft, or submit them."""
        seat, chair = decision.seat, room.chairs[decision.seat]
        rows = self._of(room, seat)
        if any(row.came for row in rows):
            room.writes.append((NO_PAST_ANSWERS_AHEAD, {"table": room.table.id, "of": seat}))
        row = next((row for row in rows if row.occasion == turn and not row.came), None)
        if row is None:
            return False
        place = {"table": room.table.id, "of": seat, "now": turn}
        room.writes.append((AHEAD_CAME, place))
        if chair.stand_in or row.user_id != chair.user_id:
            return False
        fitting = due_answer(room.position, decision, row.orders)
        answer = fitting.answer
        if answer is not None and row.hand_in and fitting.complete:
            room.match.act(seat, answer, int(now), decision.window)
            room.write_move(now)
            room.discard_draft(seat, decision.window)
            room.notify([row.user_id], GIVEN, seat=seat, orders=list(fitting.fit))
            return True
        if answer is not None and fitting.fit:
            room.set_chair(seat, draft=answer, draft_window=decision.window)
        count, dropped = len(row.orders), [order for order, _ in fitting.dropped]
        if dropped:
            fit = len(fitting.fit)
            room.notify([row.user_id], PARTLY, seat=seat, n=count, fit=fit, orders=dropped)
        else:
            room.notify([row.user_id], DRAFTED, seat=seat, n=count)
        return False
