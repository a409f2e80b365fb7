"""Requests in the queues of quick pairing, as stored."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Seat, registry
from entente.server.notices.kinds import WAITED_LONG
from entente.server.notices.notices import notify
from entente.server.pairing.paces import (
    Queue,
    StandardPace,
    paces_of,
    queue_named,
    queue_of,
    seats_of,
)
from entente.server.problem import Problem
from entente.server.storage.models import PairingRequest, Table, User
from entente.server.tables.missed_roll_calls import cool_downs
from entente.server.tables.time_control import MINUTE
from entente.wire.tables import TimeControl

DAY = 86_400
PATIENCE = 75.0  # seconds without a sign of life that end waiting for a live game
LONGEST_WAIT = 14  # days in a queue
RANGES = (50, 2000)  # points of rating
MINUTES = (1, 7 * 24 * 60)  # until computers take the missing seats
PER_CENT = 100


class Wanted(NamedTuple):
    """What a person asks for."""

    queue: Queue
    side: Seat | None = None
    rating_range: int | None = None
    min_reliability: int = 0
    computers_after: int | None = None


class WaitingInfo(msgspec.Struct):
    """A request in a queue.

    `since` is when waiting began. `waiting` people are in the queue, this one included, and a game
    has `seats`; computers take the missing ones at `computers_at`.
    """

    game: str
    pace: str
    time_control: TimeControl
    live: bool
    rated: bool
    side: Seat | None
    rating_range: int | None
    min_reliability: int
    computers_after: int | None
    since: float
    waiting: int
    seats: int
    computers_at: float | None


class PairingInfo(msgspec.Struct):
    """The pairing of a person: in a queue, paired at a `table`, or neither.

    At the table, the roll call must be answered until `answer_until`. A player who has missed one
    can wait for a game again at `cool_down_until`. `now` is the server's time.
    """

    request: WaitingInfo | None
    table: str | None
    answer_until: float | None
    now: float
    cool_down_until: float | None = None


class PaceInfo(msgspec.Struct):
    """A standard pace of a game, and how many people wait for it."""

    id: str
    time_control: TimeControl
    live: bool
    waiting_rated: int
    waiting_casual: int


class QueueInfo(msgspec.Struct):
    """The queues of a game: the seats of a paired table, and the paces."""

    game: str
    seats: list[Seat]
    paces: list[PaceInfo]


def wanted(
    game: str,
    pace: str,
    *,
    rated: bool,
    side: Seat | None,
    rating_range: int | None,
    min_reliability: int,
    computers_after: int | None,
) -> Wanted:
    """Parse a request. Raise Problem if it is invalid."""
    queue = queue_of(game, pace, rated=rated)
    if side is not None and side not in queue.seats:
        raise Problem(422, "pairing.side", side=side)
    if rating_range is not None and not RANGES[0] <= rating_range <= RANGES[1]:
        raise Problem(422, "pairing.range", least=RANGES[0], most=RANGES[1])
    if not 0 <= min_reliability <= PER_CENT:
        raise Problem(422, "pairing.reliability", most=PER_CENT)
    if computers_after is not None and not MINUTES[0] <= computers_after <= MINUTES[1]:
        raise Problem(422, "pairing.computers", least=MINUTES[0], most=MINUTES[1])
    return Wanted(queue, side, rating_range, min_reliability, computers_after)


def put_in_queue(session: Session, user: User, wishes: Wanted, now: float) -> None:
    """Store a person's request, instead of an earlier one.

    Who changes only their wishes keeps their place in the queue.
    """
    if (until := cool_downs(session, [user.id], now).get(user.id)) is not None:
        raise Problem(409, "pairing.cool_down", minutes=math.ceil((until - now) / MINUTE))
    request = _request_of(session, user, now)
    if request.table_id is not None:
        raise Problem(409, "pairing.paired")
    if request.queue != wishes.queue.name:
        request.queue, request.since = wishes.queue.name, now
    request.side, request.rating_range = wishes.side, wishes.rating_range
    request.min_reliability = wishes.min_reliability
    request.computers_after = wishes.computers_after
    request.language, request.seen = user.language, now
    session.flush()


def _request_of(session: Session, user: User, now: float) -> PairingRequest:
    """Return a person's request, locked; a new one if they have none."""
    request = session.get(PairingRequest, user.id, with_for_update=True)
    if request is not None:
        return request
    try:
        with session.begin_nested():
            session.add(PairingRequest(user_id=user.id, queue="", since=now, seen=now))
    except IntegrityError:  # a request of the same person to another process was faster
        pass
    return session.get_one(PairingRequest, user.id, with_for_update=True)


def take_out(session: Session, user_id: int) -> str | None:
    """Delete a person's request unless they are paired; return their table in that case."""
    mine = PairingRequest.user_id == user_id
    session.execute(delete(PairingRequest).where(mine, PairingRequest.table_id.is_(None)))
    return session.scalar(select(PairingRequest.table_id).where(mine))


def note_seen(session: Session, user_ids: Collection[int], now: float) -> None:
    """Record that these people are still there."""
    there = update(PairingRequest).where(PairingRequest.user_id.in_(user_ids))
    session.execute(there.values(seen=now))


def waiting_in(session: Session, queue: Queue, now: float) -> list[PairingRequest]:
    """Return the people who wait in a queue, and lock their requests until the commit."""
    there = (
        select(PairingRequest)
        .where(PairingRequest.queue == queue.name, PairingRequest.table_id.is_(None))
        .order_by(PairingRequest.since, PairingRequest.user_id)
        .with_for_update()
    )
    if queue.pace.live:
        there = there.where(PairingRequest.seen >= now - PATIENCE)
    return list(session.scalars(there))


def computers_from(request: PairingRequest) -> float | None:
    """Return when computers may take the missing seats."""
    after = request.computers_after
    return None if after is None else request.since + after * MINUTE


def waiting_by_queue(session: Session) -> dict[str, int]:
    """Return how many people wait in each queue."""
    counted = (
        select(PairingRequest.queue, func.count())
        .where(PairingRequest.table_id.is_(None))
        .group_by(PairingRequest.queue)
    )
    return {row[0]: row[1] for row in session.execute(counted)}


def queues(session: Session) -> list[QueueInfo]:
    """Return all queues with the number of people who wait."""
    waiting = waiting_by_queue(session)

    def info(game: str, pace: StandardPace) -> PaceInfo:
        rated, casual = (waiting.get(Queue(game, pace, each).name, 0) for each in (True, False))
        return PaceInfo(pace.id, pace.time_control, pace.live, rated, casual)

    return [
        QueueInfo(game, list(seats_of(game)), [info(game, pace) for pace in paces_of(game)])
        for game in registry.available()
        if len(seats_of(game)) > 1
    ]


def states(session: Session, user_ids: Iterable[int], now: float) -> dict[int, PairingInfo]:
    """Return the pairing of each of these people."""
    ids = set(user_ids)
    cooling = cool_downs(session, ids, now)
    infos = {user_id: PairingInfo(None, None, None, now, cooling.get(user_id)) for user_id in ids}
    rows = session.execute(
        select(PairingRequest, Table.roll_due)
        .outerjoin(Table, Table.id == PairingRequest.table_id)
        .where(PairingRequest.user_id.in_(ids))
    ).all()
    waiting = waiting_by_queue(session) if rows else {}
    for request, due in rows:
        infos[request.user_id] = _info(request, due, waiting, now)
    return infos


def _info(
    request: PairingRequest, due: float | None, waiting: Mapping[str, int], now: float
) -> PairingInfo:
    queue = queue_named(request.queue)
    if queue is None:
        return PairingInfo(None, request.table_id, due, now)
    waiting_info = WaitingInfo(
        game=queue.game,
        pace=queue.pace.id,
        time_control=queue.pace.time_control,
        live=queue.pace.live,
        rated=queue.rated,
        side=request.side,
        rating_range=request.rating_range,
        min_reliability=request.min_reliability,
        computers_after=request.computers_after,
        since=request.since,
        waiting=waiting.get(request.queue, 0),
        seats=len(queue.seats),
        computers_at=computers_from(request),
    )
    return PairingInfo(waiting_info, request.table_id, due, now)


def drop_expired(session: Session, now: float) -> set[str]:
    """Delete requests of people who have gone, or have waited too long; return their queues."""
    waiting = PairingRequest.table_id.is_(None)
    gone: set[str] = set()
    for name in session.scalars(select(PairingRequest.queue).where(waiting).distinct()).all():
        queue = queue_named(name)
        late = PairingRequest.since < now - LONGEST_WAIT * DAY
        if queue is None or queue.pace.live:
            late |= PairingRequest.seen < now - PATIENCE
        for request in session.scalars(
            select(PairingRequest).where(waiting, PairingRequest.queue == name, late)
        ):
            gone.add(name)
            session.delete(request)
            if queue is not None and not queue.pace.live:
                user = [request.user_id]
                notify(session, user, WAITED_LONG, game=queue.game, days=LONGEST_WAIT)
    return gone
