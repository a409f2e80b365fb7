"""Prepared answers: what players answer to decisions that may come.

`automatic_answers` gives them when their occasion comes. Only their player can read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from entente.kernel import Catalog, Occasion, Seat, parse_action
from entente.kernel.prepared import due_answer, is_lasting, occasion_key, occasions
from entente.server.problem import Problem
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import PreparedAnswer, Table, TableSeat
from entente.server.tables.room import Room, Stale
from entente.wire.tables import OVER, PLAYING

MOST = 60  # choices: three for each of 20 units
LONGEST_CHOICE = 60  # characters


class PreparableDecision(msgspec.Struct):
    """An occasion for which an answer may be prepared, and what is.

    `choices` are by thing, in the `expected` position by owner, if they assume one. `prepared` are
    preferences, best first, if `ranked`; otherwise at most one choice for each thing. `unfit` were
    prepared, but have become impossible. With `submit`, a complete answer is given when the
    occasion comes; otherwise it becomes the draft. `lasting` choices are followed every time, until
    the player changes them.
    """

    step: str
    occasion: str
    ranked: bool
    expected: dict[str, list[str]]
    choices: dict[str, list[str]]
    prepared: list[str]
    unfit: list[str]
    submit: bool
    lasting: bool


class DroppedChoice(msgspec.Struct):
    """A prepared choice that did not fit, and why."""

    choice: str
    reason: str


class PreparedDraft(msgspec.Struct):
    """How the current draft came about: the number of prepared choices, and which were dropped."""

    prepared: int
    dropped: list[DroppedChoice]


class PreparedInfo(msgspec.Struct):
    """What a seat may prepare and has prepared, and what became of it in the open decision."""

    decisions: list[PreparableDecision]
    draft: PreparedDraft | None


class OwnPrepared(msgspec.Struct):
    """A prepared answer in a user's data export."""

    step: str
    occasion: str
    choices: list[str]
    submit: bool


def stored(session: Session, table_id: str, seat: Seat | None = None) -> Sequence[PreparedAnswer]:
    """Return the prepared answers of a table, or of one of its seats."""
    rows = select(PreparedAnswer).where(PreparedAnswer.table_id == table_id)
    if seat is not None:
        rows = rows.where(PreparedAnswer.seat == seat)
    order = (PreparedAnswer.seat, PreparedAnswer.step, PreparedAnswer.occasion)
    return session.scalars(rows.order_by(*order)).all()


def export_rows(session: Session, table_id: str, seat: Seat) -> list[OwnPrepared]:
    """Return a seat's prepared answers, for its player's export."""
    rows = stored(session, table_id, seat)
    return [OwnPrepared(row.step, row.occasion, row.choices, row.submit) for row in rows]


# -- reading


def prepared_info(session: Session, room: Room, seat: Seat, catalog: Catalog) -> PreparedInfo:
    """Return what a seat may prepare, what it has prepared, and what became of it."""
    if room.table.status != PLAYING:
        return PreparedInfo([], None)
    rows = stored(session, room.table.id, seat)
    kept = {(row.step, row.occasion): row for row in rows if not row.used}
    decisions = [
        _preparable(step, each, kept.get((step, each.key)), lasting=is_lasting(room.position, step))
        for step, upcoming in _occasions(session, room, seat, rows).items()
        for each in upcoming
    ]
    return PreparedInfo(decisions, _draft(room, seat, rows, catalog))


def _preparable(
    step: str, occasion: Occasion, row: PreparedAnswer | None, *, lasting: bool
) -> PreparableDecision:
    known = {choice for each in occasion.choices.values() for choice in each}
    prepared = row.choices if row else []
    return PreparableDecision(
        step,
        occasion.key,
        occasion.ranked,
        {owner: list(things) for owner, things in occasion.expected.items()},
        {thing: list(each) for thing, each in occasion.choices.items()},
        [choice for choice in prepared if choice in known],
        [choice for choice in prepared if choice not in known],
        row is not None and row.submit,
        lasting,
    )


def _occasions(
    session: Session, room: Room, seat: Seat, rows: Iterable[PreparedAnswer]
) -> dict[str, list[Occasion]]:
    """Return the coming occasions by step, given the seat's answers now and for later."""
    prepared: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if not row.used:
            prepared.setdefault(row.step, {})[row.occasion] = row.choices
    return occasions(room.position, seat, _answer(session, room, seat), prepared)


def _answer(session: Session, room: Room, seat: Seat) -> list[str]:
    """Return a seat's answer to the current decision.

    It is submitted, or a draft, possibly stored by another process.
    """
    sealed: str | None = room.position.state.sealed.get(seat)
    if sealed is not None:
        return parse_action(sealed).choice_texts
    decision = room.position.decision(seat)
    mine = select(TableSeat.draft, TableSeat.draft_window).where(
        TableSeat.table_id == room.table.id
    )
    draft, window = session.execute(mine.where(TableSeat.seat == seat)).one()
    is_for_now = decision is not None and window in (None, decision.window)
    return parse_action(draft).choice_texts if is_for_now else []


def _draft(
    room: Room, seat: Seat, rows: Iterable[PreparedAnswer], catalog: Catalog
) -> PreparedDraft | None:
    """Return what became of the answer that was prepared for the open decision."""
    for decision in room.position.decisions_for(seat):
        now = decision.step, occasion_key(room.position, decision)
        for row in rows:
            if row.used and (row.step, row.occasion) == now:
                dropped = due_answer(room.position, decision, row.choices).dropped
                reasons = [DroppedChoice(choice, catalog.say(why)) for choice, why in dropped]
                return PreparedDraft(len(row.choices), reasons)
    return None


# -- preparing


def prepare(
    session: Session,
    room: Room,
    seat: Seat,
    step: str,
    occasion: str,
    choices: Sequence[str],
    *,
    submit: bool,
) -> Callable[[Transaction], None]:
    """Return the job that stores a prepared answer. Raise Problem if it is invalid.

    It replaces earlier ones for the same decision whose occasion can no longer come.
    """
    _check_playing(room)
    rows = stored(session, room.table.id, seat)
    upcoming = {each.key: each for each in _occasions(session, room, seat, rows).get(step, ())}
    if occasion not in upcoming:
        raise Problem(409, "later.not_now")
    _check(upcoming[occasion], choices)
    row = {
        "table_id": room.table.id,
        "seat": seat,
        "step": step,
        "occasion": occasion,
        "user_id": room.chairs[seat].user_id,
        "choices": list(choices),
        "submit": submit,
        "used": False,
    }
    past = {each.occasion for each in rows if not each.used and each.occasion not in upcoming}
    clearing = _clearing(room, seat, step, past | {occasion})

    def job(transaction: Transaction) -> None:
        clearing(transaction)
        transaction.session.execute(insert(PreparedAnswer).values(row))

    return job


def clear(room: Room, seat: Seat, step: str, occasion: str) -> Callable[[Transaction], None]:
    """Return the job that removes a prepared answer: the player is asked as usual."""
    _check_playing(room)
    return _clearing(room, seat, step, {occasion})


def _clearing(
    room: Room, seat: Seat, step: str, removed: Iterable[str]
) -> Callable[[Transaction], None]:
    """Return the job that removes prepared answers. Raise Stale if the table has moved on.

    The table is locked: an answer is either used for its occasion, or refused as too late.
    """
    table_id, seen = room.table.id, room.version
    locked = select(Table.version).where(Table.id == table_id).with_for_update()
    removal = delete(PreparedAnswer).filter_by(table_id=table_id, seat=seat, step=step)
    removal = removal.where(PreparedAnswer.occasion.in_(removed))

    def job(transaction: Transaction) -> None:
        if transaction.session.scalar(locked) != seen:
            raise Stale
        transaction.session.execute(removal)

    return job


def _check_playing(room: Room) -> None:
    if room.table.status != PLAYING:
        over = room.table.status == OVER
        raise Problem(409, "table.over" if over else "table.not_started")


def _check(occasion: Occasion, choices: Sequence[str]) -> None:
    """Raise Problem if a choice is impossible or repeated, or two are for one thing."""
    things: set[str] = set()
    for choice in choices:
        thing = next((each for each, known in occasion.choices.items() if choice in known), None)
        if thing is None:
            raise Problem(422, "later.no_such_choice", choice=choice)
        if not occasion.ranked and thing in things:
            raise Problem(422, "later.two_for_one", choice=choice)
        things.add(thing)
    if len(set(choices)) < len(choices):
        raise Problem(422, "later.twice")
