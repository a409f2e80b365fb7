"""Rounds: pair one and make its tables.

A round is planned without a lock, since pairing may take a second, and stored in one transaction
under the lock of its event, if nothing has changed meanwhile. So two processes never both pair it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.server.events import next_rounds, planning
from entente.server.events.planning import EventPlan, PlannedBoard
from entente.server.events.results import settle
from entente.server.events.settings import ARENA, LADDER, SEASONS, EventSettings, read_settings
from entente.server.events.store import boards, entries, locked, note, plan_of, tell
from entente.server.events.withdrawals import sanctioned, withdraw_sanctioned
from entente.server.people.member_invitations import SEASON, of_event
from entente.server.people.member_invitations import end as end_invitations
from entente.server.problem import Problem
from entente.server.ratings import eligibility
from entente.server.ratings.model import START
from entente.server.ratings.pace import pace_class
from entente.server.ratings.stored import ratings_of
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import (
    Event,
    EventAct,
    EventBoard,
    EventEntry,
    EventRound,
    MemberInvitation,
    User,
)
from entente.server.storage.models.events import (
    ACTIVE,
    ADJOURNED,
    ANNOUNCED,
    BOARD_OVER,
    BOARD_PLAYING,
    CANCELLED,
    ENDED,
    GAME,
    INVITED,
    LISTED,
    THIRD_PLACE,
    UNDERWAY,
)
from entente.server.tables import new_tables
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.starting import start_if_ready
from entente.server.tables.time_control import read_pace

LEAST = 2  # entries
MINUTE, DAY = 60, 86_400
NOTICE = 60  # minutes between a notification of harsher terms and the next round
ROUND, ROUND_BYE = "notice.tournament_round", "notice.tournament_bye"


class Stepped(Exception):
    """The event has changed since the round was planned."""


class NewRound(NamedTuple):
    """The tables of a round that has just been stored."""

    event_id: str
    rooms: list[Room]


# -- pairing


def pair_next(rooms: Rooms, event_id: str, user: User | None) -> NewRound:
    """Start an event or its next round. Raise Problem if it cannot begin.

    `user` is the director; None: the server does it by itself.
    """
    for _ in range(3):
        with rooms.sessions() as session:
            event = _found(session, event_id)
            version, number = event.version, event.round + 1
            _check_next(session, event, rooms.clock())
            barred = bool(sanctioned(session, event))
            plan = plan_of(session, event, apart=True)
            if event.status == ANNOUNCED:
                plan = plan._replace(entries=_seeded(session, event, plan))
        if barred:
            with rooms.sessions.begin() as session:
                withdraw_sanctioned(session, locked(session, event_id), rooms.clock())
            continue
        planned = next_rounds.next_round(plan, number)
        try:
            return _store_round(rooms, event_id, version, number, plan, planned, user)
        except Stepped:
            continue
    raise Problem(409, "tournament.changed")


def _found(session: Session, event_id: str) -> Event:
    event = session.get(Event, event_id)
    if event is None:
        raise Problem(404, "tournament.unknown")
    return event


def _check_next(session: Session, event: Event, now: float) -> None:
    """Raise Problem unless the next round may begin."""
    if event.status in (ENDED, CANCELLED):
        raise Problem(409, "tournament.over")
    if (minutes := _minutes_of_notice(session, event, now)) > 0:
        raise Problem(409, "tournament.terms_new", minutes=minutes)
    if event.status == ANNOUNCED and event.starts is not None and event.starts > now:
        raise Problem(409, "tournament.early")
    there = [e for e in entries(session, event) if e.status == ACTIVE]
    if len(there) < LEAST:
        raise Problem(409, "tournament.few", least=LEAST)
    if event.status == UNDERWAY:
        if event.format in (ARENA, LADDER):
            raise Problem(409, f"tournament.{event.format}_runs")
        if event.ends is not None and event.ends <= now:
            raise Problem(409, "tournament.last_round")
        current = [b for b in boards(session, event) if b.round == event.round]
        if any(board.status not in (BOARD_OVER, ADJOURNED) for board in current):
            raise Problem(409, "tournament.round_runs", number=event.round)
        if event.round >= planning.rounds_of(plan_of(session, event)):
            raise Problem(409, "tournament.last_round")


def _minutes_of_notice(session: Session, event: Event, now: float) -> int:
    """Return how long the next round waits for players to read of other terms."""
    lately = (EventAct.event_id == event.id, EventAct.time > now - NOTICE * MINUTE)
    acts = session.scalars(select(EventAct).where(EventAct.act == "settings", *lately))
    last = max((act.time for act in acts if act.args.get("waits")), default=None)
    return 0 if last is None else ceil(NOTICE - (now - last) / MINUTE)


def _seeded(session: Session, event: Event, plan: EventPlan) -> tuple[planning.PlannedEntry, ...]:
    """Return the entries with their seeds: as the director or the season before ordered them, or by
    rating."""
    ranked = sorted(plan.entries, key=lambda each: (each.seed, each.number))
    if event.previous_id is None and all(each.seed == each.number for each in plan.entries):
        users = {row.number: row.user_id for row in entries(session, event)}
        pace = pace_class(read_pace(plan.settings.time_control))
        known = ratings_of(session, [each for each in users.values() if each], event.game, pace)
        points = {n: known[user].points for n, user in users.items() if user in known}
        ranked.sort(key=lambda each: -points.get(each.number, START))
    return tuple(each._replace(seed=at) for at, each in enumerate(ranked, start=1))


def _store_round(
    rooms: Rooms,
    event_id: str,
    version: int,
    number: int,
    plan: EventPlan,
    planned: next_rounds.NextRound,
    user: User | None,
) -> NewRound:
    made: list[Room] = []

    def job(transaction: Transaction) -> None:
        made.clear()  # the job may run again
        session = transaction.session
        event = locked(session, event_id)
        if event.version != version:
            raise Stepped
        now = rooms.clock()
        if event.status == ANNOUNCED:
            event.status = UNDERWAY
            _forget_invited(session, event)
            seeds = {each.number: each.seed for each in plan.entries}
            for row in entries(session, event):
                row.seed = seeds[row.number]
            if event.format == ARENA:
                event.ends = int(now) + plan.settings.minutes * MINUTE
            elif event.format in SEASONS and plan.settings.season_days is not None:
                event.ends = int(now) + plan.settings.season_days * DAY
        event.round = number
        session.add(
            EventRound(event_id=event_id, number=number, started=int(now), balance=planned.balance)
        )
        session.flush()
        made.extend(add_boards(session, rooms, event, planned.boards, now))
        note(session, event, user, "round", now, round=number)

    rooms.commits.store(job)
    return NewRound(event_id, [rooms.answer_at_start(room) for room in made])


def _forget_invited(session: Session, event: Event) -> None:
    """Give away the places of a season before that no one has taken: the event starts."""
    places = (EventEntry.event_id == event.id, EventEntry.status == INVITED)
    session.execute(delete(EventEntry).where(*places))
    asked = (of_event(event), MemberInvitation.kind == SEASON)
    end_invitations(session, session.scalars(select(MemberInvitation).where(*asked)).all())


def add_boards(
    session: Session, rooms: Rooms, event: Event, planned: list[PlannedBoard], now: float
) -> list[Room]:
    """Store boards and their tables, and tell the players."""
    settings = read_settings(event.settings)
    rows = {row.number: row for row in entries(session, event)}
    ids = {row.user_id for row in rows.values() if row.user_id is not None}
    users = {user.id: user for user in session.scalars(select(User).where(User.id.in_(ids)))}
    made: list[Room] = []
    for board in planned:
        played = board.kind in (GAME, THIRD_PLACE)
        room = _room(session, rooms, event, settings, board, rows, users, now) if played else None
        if room is not None:
            new_tables.insert_job(room, now)(session)
            made.append(room)
        session.add(
            EventBoard(
                event_id=event.id,
                round=board.round,
                number=board.number,
                kind=board.kind,
                status=BOARD_PLAYING if played else BOARD_OVER,
                table_id=room.table.id if room is not None else None,
                seats=dict(board.seats),
                year=0,
                finished=None if played else int(now),
            )
        )
        people = [rows[each].user_id for each in board.seats.values() if each in rows]
        key = ROUND if played else ROUND_BYE
        tell(session, event, people, key, round=board.round, board=board.number)
    session.flush()
    return made


def _room(
    session: Session,
    rooms: Rooms,
    event: Event,
    settings: EventSettings,
    board: PlannedBoard,
    rows: Mapping[int, EventEntry],
    users: Mapping[int, User],
    now: float,
) -> Room:
    """Return the table of a board, begun: its players have entered, and no one else may sit."""
    title = f"{event.name[:44]} {board.round}.{board.number}"
    people: dict[str, User] = {}
    computers: dict[str, str] = {}
    for seat, number in board.seats.items():
        row = rows.get(number)
        user = users.get(row.user_id or 0) if row is not None else None
        if user is not None:
            people[seat] = user
        else:  # a computer's entry, a seat without a player, or an account that is deleted by now
            computers[seat] = (row.computer if row is not None else None) or settings.fill_with
    plan = table_plan(event.game, settings, title, hidden=event.privacy != LISTED)
    host = next(iter(people.values()), None)
    if host is None:
        host = session.get(User, event.owner_id or 0) or User(name="", language="en")
    room = new_tables.new_room(rooms, host, plan, now)
    room.table.host_id = None
    for seat, user in people.items():
        new_tables.seat_players(room, user, {seat: new_tables.ME})
    for seat, computer in computers.items():
        room.set_chair(seat, computer=computer)
    obstacle = eligibility.obstacle(room.table, room.pace, host, [*computers.values()])
    eligible = obstacle in (None, "wait")  # events of earlier versions may wait for players
    guests = any(user.guest for user in people.values())
    room.table.rated = settings.rated and eligible and not guests and len(people) > 1
    start_if_ready(room, now)
    return room


def table_plan(
    game: str, settings: EventSettings, title: str = "", *, hidden: bool = False
) -> new_tables.NewTable:
    """Return the plan of an event's tables."""
    return new_tables.NewTable(
        game=game,
        options=settings.options,
        private=hidden,
        spectators=settings.spectators,
        time_control=settings.time_control,
        on_timeout=settings.on_timeout,
        chat=settings.chat,
        replacements=False,
        rated=settings.rated,
        title=title,
        starts_when_full=True,
    )


# -- arena


def pair_waiting(rooms: Rooms, event_id: str) -> NewRound:
    """Give games to the players who wait in an arena."""
    made: list[Room] = []

    def job(transaction: Transaction) -> None:
        made.clear()
        session = transaction.session
        event = locked(session, event_id)
        now = rooms.clock()
        if event.status != UNDERWAY or event.ends is None:
            return
        if event.ends <= now:
            settle(session, event, now)
            return
        withdraw_sanctioned(session, event, now)
        rows = {row.number: row for row in entries(session, event)}
        waiting = [n for n, row in rows.items() if row.ready is not None and row.status == ACTIVE]
        planned = next_rounds.arena_boards(plan_of(session, event), waiting)
        if not planned:
            return
        for board in planned:
            for number in board.seats.values():
                rows[number].ready = None
        made.extend(add_boards(session, rooms, event, planned, now))
        event.version += 1

    rooms.commits.store(job)
    return NewRound(event_id, [rooms.answer_at_start(room) for room in made])
