"""Seat the people of a queue at tables, in one transaction.

Two processes cannot both seat a person: the transactions of a queue run one after the other, and
the requests are locked from reading to commit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import SystemRandom

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.pairing.matching import MatchedGroup, Seeker, groups
from entente.server.pairing.paces import Queue
from entente.server.pairing.requests import computers_from, waiting_in
from entente.server.ratings.model import START
from entente.server.ratings.pace import pace_class
from entente.server.ratings.pair_cap import capped_pairs
from entente.server.ratings.reliability import reliability_of
from entente.server.ratings.stored import ratings_of
from entente.server.storage.blocks import unmatchable_pairs
from entente.server.storage.database import one_after_the_other
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import PairingRequest, User
from entente.server.tables import new_tables
from entente.server.tables.room_state import STAND_IN
from entente.server.tables.rooms import Rooms

_chance = SystemRandom()
PAIR = 2  # seats


def pair_waiting(rooms: Rooms, queue: Queue) -> list[int]:
    """Seat all who fit together; return them. The roll call begins at each new table."""
    paired: list[int] = []

    def job(transaction: Transaction) -> None:
        paired.clear()  # the job may run again
        paired.extend(_pair(transaction.session, rooms, queue))

    rooms.commits.store(job)
    return paired


def _pair(session: Session, rooms: Rooms, queue: Queue) -> list[int]:
    one_after_the_other(session, f"pairing {queue.name}")
    now = rooms.clock()
    requests = {each.user_id: each for each in waiting_in(session, queue, now)}
    if not requests:
        return []
    apart = unmatchable_pairs(session, requests)
    if queue.rated and len(queue.seats) == PAIR:
        apart |= capped_pairs(session, requests, now)
    matched = groups(seekers(session, queue, requests.values(), now), len(queue.seats), apart, now)
    for group in matched:
        _seat(session, rooms, queue, group, requests, now)
    return [each.user_id for group in matched for each in group.people]


def seekers(
    session: Session, queue: Queue, requests: Iterable[PairingRequest], now: float
) -> list[Seeker]:
    """Return the people of a queue with their current rating and reliability."""
    rows = list(requests)
    ids = [each.user_id for each in rows]
    ratings = ratings_of(session, ids, queue.game, pace_class(queue.pace.time_control))
    reliability = reliability_of(session, ids, now)
    return [
        Seeker(
            user_id=each.user_id,
            since=each.since,
            side=each.side,
            rating=ratings[each.user_id].points if each.user_id in ratings else START,
            rating_range=each.rating_range,
            reliability=reliability[each.user_id].percent,
            min_reliability=each.min_reliability,
            computers_from=computers_from(each),
        )
        for each in rows
    ]


def _seat(
    session: Session,
    rooms: Rooms,
    queue: Queue,
    group: MatchedGroup,
    requests: Mapping[int, PairingRequest],
    now: float,
) -> None:
    """Create the table of a group and call the roll."""
    ids = [each.user_id for each in group.people]
    users = {user.id: user for user in session.scalars(select(User).where(User.id.in_(ids)))}
    sides = drawn_sides(group, queue.seats)
    plan = new_tables.NewTable(
        game=queue.game,
        options=queue.options,
        seats=dict.fromkeys(set(queue.seats) - {*sides.values()}, STAND_IN),
        language=requests[ids[0]].language,
        time_control=msgspec.to_builtins(queue.pace.time_control),
        rated=queue.rated and len(ids) > 1,
        starts_when_full=True,
        roll_call=True,
    )
    seated = {side: users[user_id] for user_id, side in sides.items()}
    room = new_tables.paired_room(rooms, plan, seated, queue.name, now)
    new_tables.insert_job(room, now)(session)
    for user_id in ids:
        requests[user_id].table_id = room.table.id
    session.flush()


def drawn_sides(group: MatchedGroup, seats: tuple[Seat, ...]) -> dict[int, Seat]:
    """Return the side of each person: the one they asked for, or one drawn from the others."""
    chosen = {each.user_id: each.side for each in group.people if each.side is not None}
    free = [seat for seat in seats if seat not in chosen.values()]
    _chance.shuffle(free)
    others = [each.user_id for each in group.people if each.side is None]
    return chosen | dict(zip(others, free, strict=False))
