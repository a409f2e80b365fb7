"""Seasons: games of a ladder, the end of a season, and the season after it."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.server.events import challenges, planning, store
from entente.server.events.next_rounds import challenge_board
from entente.server.events.pairing.divisions import next_order
from entente.server.events.results import settle
from entente.server.events.rounds import NewRound, add_boards
from entente.server.events.settings import LEAGUE, SEASONS, read_settings
from entente.server.gate import may_reach
from entente.server.people import member_invitations
from entente.server.people.member_invitations import SEASON
from entente.server.problem import Problem
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.ids import new_id
from entente.server.storage.models import Event, EventEntry, User
from entente.server.storage.models.events import (
    ACCEPTED,
    ACTIVE,
    ANNOUNCED,
    ENDED,
    INVITED,
    UNDERWAY,
)
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms


def accept(rooms: Rooms, event_id: str, user: User, number: int) -> NewRound:
    """Accept a challenge, and make the table of its game."""
    made: list[Room] = []

    def job(transaction: Transaction) -> None:
        made.clear()  # the job may run again
        session = transaction.session
        event, now = store.locked(session, event_id), rooms.clock()
        store.check_view(session, event, user)
        mine = store.entry_of(session, event, user)
        found = challenges.find_open(session, event, number)
        if mine is None or found.challenged != mine.number:
            raise Problem(403, "tournament.not_challenged")
        if found.challenger not in challenges.players(session, event):
            raise Problem(409, "tournament.challenge_gone")
        if event.status != UNDERWAY or (event.ends is not None and event.ends <= now):
            raise Problem(409, "tournament.over")
        board = challenge_board(store.plan_of(session, event), found.challenger, found.challenged)
        made.extend(add_boards(session, rooms, event, [board], now))
        found.status, found.answered, found.board = ACCEPTED, int(now), board.number
        pair = {"entry": found.challenged, "other": found.challenger}
        store.note(session, event, user, "accepted", now, **pair, board=board.number)

    rooms.commits.store(job)
    return NewRound(event_id, [rooms.answer_at_start(room) for room in made])


def end_season(session: Session, event_id: str, now: float) -> None:
    """End a season whose days are over, once its games are."""
    event = store.locked(session, event_id)
    if event.status == UNDERWAY and event.ends is not None and event.ends <= now:
        challenges.take_back_all(session, event, now)
        settle(session, event, now)


def next_season(
    session: Session, event_id: str, user: User, starts: int | None, now: float
) -> Event:
    """Create the season after one that is over.

    Its players are asked, and their places in the new order are kept until it starts.
    """
    event = store.locked(session, event_id)
    store.check_director(session, event, user)
    if event.format not in SEASONS:
        raise Problem(409, "tournament.no_season")
    if event.status != ENDED:
        raise Problem(409, "tournament.season_runs")
    if following(session, event) is not None:
        raise Problem(409, "tournament.season_made")
    season = Event(
        id=new_id(),
        club_id=event.club_id,
        owner_id=user.id,
        name=event.name,
        about=event.about,
        game=event.game,
        format=event.format,
        privacy=event.privacy,
        status=ANNOUNCED,
        settings=msgspec.to_builtins(read_settings(event.settings)),
        starts=starts,
        created=int(now),
        round=0,
        version=0,
        season=event.season + 1,
        previous_id=event.id,
    )
    session.add(season)
    session.flush()
    before = {row.number: row for row in store.entries(session, event)}
    rows = [before[number] for number in seeded(store.plan_of(session, event))]
    people = [row for row in rows if row.user_id is not None or row.computer is not None]
    for number, row in enumerate(people, start=1):
        session.add(
            EventEntry(
                event_id=season.id,
                number=number,
                user_id=row.user_id,
                computer=row.computer,
                team=row.team,
                status=ACTIVE if row.user_id in (None, user.id) else INVITED,
                seed=number,
                from_round=1,
                byes=[],
                adjustment=0.0,
                entered=int(now),
            )
        )
    session.flush()
    store.note(session, event, user, "next_season", now)
    store.note(session, season, user, "created", now)
    for row in people:
        player = session.get(User, row.user_id) if row.user_id not in (None, user.id) else None
        if player is not None:
            with suppress(Problem):  # a player who wants no invitations finds the place on the page
                may_reach(session, user, player)
                member_invitations.add(session, SEASON, user, player, season, now)
    return season


def following(session: Session, event: Event) -> str | None:
    """Return the season after an event, if it has been made."""
    return session.scalar(select(Event.id).where(Event.previous_id == event.id))


def seeded(plan: planning.EventPlan) -> list[int]:
    """Return the entries that go on to the next season, in its order."""
    active = {each.number for each in plan.entries if each.active}
    if plan.format != LEAGUE:
        return planning.ladder(plan)
    tables: list[list[int]] = [[] for _ in planning.divisions(plan)]
    for row in planning.table(plan):
        if row.entry in active:
            tables[row.division - 1].append(row.entry)
    return next_order(tables, plan.settings.promoted)
