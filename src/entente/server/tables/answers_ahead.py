"""Answers written ahead: what a player has written for the next occasions of a question.

He writes for what would be there if his own answers of now, and those he has written before, do
what he wants. When the occasion comes, what still fits is put into his draft, as if he had left it
there; the rest is dropped, and he is told why. It is handed in by itself only if he wished so and
all of it fits; or, like any draft, when the time is up. If he is asked something before that he had
not counted on, everything is void. Nobody else ever learns of any of it.

What has been put into a draft is never put there again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Catalog, Decision, FutureDecision, Seat
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
    """A coming occasion: what would stand where, by whose it is, one's choices by the things they
    are about, and what one has written. `unfit` is written too, but could not be chosen there by
    what one answers now."""

    occasion: str
    stands: dict[str, list[str]]
    choices: dict[str, list[str]]
    orders: list[str]
    unfit: list[str]
    hand_in: bool


class Dropped(msgspec.Struct):
    """What did not fit, and why."""

    order: str
    reason: str


class Came(msgspec.Struct):
    """What had been written for the question that is asked now: how much there was, and what of it
    is not in the draft."""

    written: int
    dropped: list[Dropped]


class AheadInfo(msgspec.Struct):
    """The coming occasions for which one may write, and what became of those for now."""

    turns: list[TurnAhead]
    came: Came | None


class OwnAhead(msgspec.Struct):
    """What somebody has written ahead, as he takes it home."""

    occasion: str
    orders: list[str]
    hand_in: bool


# -- writing


def told(session: Session, room: Room, seat: Seat, catalog: Catalog) -> AheadInfo:
    """What a seat may write ahead, what it has written, and what came of it."""
    if room.table.status != PLAYING:
        return AheadInfo([], None)
    rows = stored(session, room.table.id, seat)
    kept = {row.occasion: row for row in rows if not row.came}
    turns = [_turn(each, kept.get(each.key)) for each in _ahead(session, room, seat)]
    return AheadInfo(turns, _came(room, seat, rows, catalog))


def _turn(ahead: FutureDecision, row: AnswerAhead | None) -> TurnAhead:
    choices = {thing: list(each) for thing, each in ahead.choices.items()}
    known = {choice for each in ahead.choices.values() for choice in each}
    orders = row.orders if row else []
    return TurnAhead(
        ahead.key,
        {owner: list(things) for owner, things in ahead.stands.items()},
        choices,
        [order for order in orders if order in known],
        [order for order in orders if order not in known],
        row is not None and row.hand_in,
    )


def _ahead(session: Session, room: Room, seat: Seat) -> list[FutureDecision]:
    """The coming occasions, by what the seat answers now and has written."""
    rows = stored(session, room.table.id, seat)
    written = {row.occasion: row.orders for row in rows if not row.came}
    return room.position.future_decisions(seat, _answer(session, room, seat), written)


def _answer(session: Session, room: Room, seat: Seat) -> list[str]:
    """What a seat answers to the question of now: what it has handed in, or its draft, which may
    have come in by another process."""
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
    """What came of what was written for the question that the seat is asked now."""
    decision = room.position.decision(seat)
    turn = "" if decision is None else room.position.premove_key(decision)
    row = next((row for row in rows if row.came and row.occasion == turn), None)
    if decision is None or row is None:
        return None
    dropped = room.position.match_premoves(decision, row.orders).dropped
    return Came(len(row.orders), [Dropped(order, catalog.say(why)) for order, why in dropped])


def stored(session: Session, table_id: str, seat: Seat) -> Sequence[AnswerAhead]:
    mine = select(AnswerAhead).where(AnswerAhead.table_id == table_id)
    return session.scalars(mine.where(AnswerAhead.seat == seat)).all()


def taken_home(session: Session, table_id: str, seat: Seat) -> list[OwnAhead]:
    """What is stored of a seat, for its player."""
    rows = stored(session, table_id, seat)
    return [OwnAhead(row.occasion, row.orders, row.hand_in) for row in rows]


def written(
    session: Session, room: Room, seat: Seat, occasion: str, orders: Sequence[str], hand_in: bool
) -> Callable[[Transaction], None]:
    """What is to be stored for a seat's player to have written this, in place of what he wrote
    before; nothing: he begins with an empty draft. Problem says why it cannot be written."""
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
        except IntegrityError:  # another window of his, by another process
            raise Problem(409, "table.stale") from None

    return job


def _check(ahead: FutureDecision, orders: Sequence[str]) -> None:
    """Problem where something could not be chosen, or where two are for one thing."""
    things: set[str] = set()
    for order in orders:
        thing = next((each for each, known in ahead.choices.items() if order in known), None)
        if thing is None:
            raise Problem(422, "later.no_such_choice", choice=order)
        if thing in things:
            raise Problem(422, "later.two_for_one", choice=order)
        things.add(thing)


# -- when the occasion comes


class Beginning:
    """What was written ahead, put into drafts while one change is made. It is read from the
    database, since another process may have stored it, and only for questions that are new."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._looked_at: set[tuple[Seat, int]] = set()
        self._kept: list[AnswerAhead] | None = None

    def __call__(self, room: Room, now: float) -> bool:
        """Begin new questions with what was written; whether one was answered so."""
        for decision in room.position.decisions:
            name = (decision.seat, decision.window)
            if name in room.announced or name in self._looked_at:
                continue
            self._looked_at.add(name)
            if room.position.invalidates_premoves(decision):
                self._drop(room, decision.seat)
            elif (turn := room.position.premove_key(decision)) and self._begin(
                room, decision, turn, now
            ):
                return True
        return False

    def _of(self, room: Room, seat: Seat) -> list[AnswerAhead]:
        """What a seat has written, all of it."""
        if self._kept is None:
            with self._sessions() as session:
                mine = select(AnswerAhead).where(AnswerAhead.table_id == room.table.id)
                self._kept = list(session.scalars(mine))
                session.expunge_all()
        return [row for row in self._kept if row.seat == seat]

    def _forget(self, seat: Seat) -> None:
        self._kept = [row for row in self._kept or [] if row.seat != seat]

    def _drop(self, room: Room, seat: Seat) -> None:
        """Everything is void; its player is told, he alone."""
        rows = [row for row in self._of(room, seat) if not row.came]
        if not rows:
            return
        room.writes.append((NO_ANSWERS_AHEAD, {"table": room.table.id, "of": seat}))
        self._forget(seat)
        room.notify([rows[0].user_id], DROPPED, seat=seat)

    def _begin(self, room: Room, decision: Decision, turn: str, now: float) -> bool:
        """Put what fits into the draft of a question, or hand it in."""
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
        fitting = room.position.match_premoves(decision, row.orders)
        answer = decision.menu.canonical(fitting.answer)
        if answer is not None and row.hand_in and fitting.whole:
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
