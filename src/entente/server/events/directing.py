"""What directors and players do to an event. Every function locks it and notes what was done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.events import store
from entente.server.events.challenges import take_back_all
from entente.server.events.results import finish, settle
from entente.server.events.rounds import table_plan
from entente.server.events.settings import (
    ARENA,
    BOARDS,
    KNOCKOUT,
    LADDER,
    LEAGUE,
    MOST_ENTRIES,
    ROUND_ROBIN,
    SWISS,
    EventSettings,
    completed,
    read_settings,
)
from entente.server.events.withdrawals import REMOVED, withdraw_entry
from entente.server.forbidden_words import check_words
from entente.server.people.member_invitations import ENTRY, SEASON, of_event
from entente.server.people.member_invitations import end as end_invitations
from entente.server.problem import Problem
from entente.server.ratings import eligibility
from entente.server.storage.ids import new_id
from entente.server.storage.models import Event, EventBoard, EventEntry, MemberInvitation, User
from entente.server.storage.models.events import (
    ACTIVE,
    ADJOURNED,
    ANNOUNCED,
    BOARD_OVER,
    BOARD_PLAYING,
    CANCELLED,
    DIRECTOR,
    ENDED,
    INVITED,
    LISTED,
    MEMBERS,
    OWNER,
    UNDERWAY,
    UNLISTED,
)
from entente.server.tables import new_tables, seats
from entente.server.tables.rooms import Rooms

PRIVACY = (LISTED, UNLISTED, MEMBERS)
MOST_EVENTS = 20  # unfinished events of a user
LONGEST_ABOUT = 4000
GREATEST = 1_000_000  # points that a director may give
CORRECTED, TERMS = "notice.tournament_corrected", "notice.tournament_terms"
CALLED_OFF = "notice.tournament_cancelled"


# What people agree to when they enter.
TERMS_OF_PLAY = frozenset(
    (
        *("rated", "time_control", "on_timeout", "chat", "spectators", "options", "rounds"),
        *("minutes", "scoring", "formula", "tie_breaks", "counted", "bye_points", "double"),
        *("half_bye_points", "challenge_days", "refusals", "reach", "season_days", "fill_with"),
        *("team_best", "top_board", "division_size", "promoted"),
    )
)
# Those that could cost a player rating or time who has not read the notification yet; where no one
# may leave freely once it has begun, all are such.
HARSH = frozenset(
    (
        *("rated", "time_control", "on_timeout", "options", "rounds", "double", "minutes"),
        *("season_days", "challenge_days", "refusals"),
    )
)


class NewEvent(NamedTuple):
    """An event to create, or its changed description."""

    name: str
    game: str
    format: str
    about: str = ""
    club: str | None = None
    privacy: str = LISTED
    starts: int | None = None
    settings: EventSettings = EventSettings()


def _checked(rooms: Rooms, user: User, wanted: NewEvent) -> tuple[str, EventSettings]:
    """Return name and settings of a valid event. Raise Problem if something is wrong."""
    name = new_tables.clean_title(wanted.name)
    if not name:
        raise Problem(422, "tournament.name")
    if wanted.privacy not in PRIVACY:
        raise Problem(422, "tournament.privacy", known=list(PRIVACY))
    if len(wanted.about) > LONGEST_ABOUT:
        raise Problem(422, "tournament.about", most=LONGEST_ABOUT)
    check_words(wanted.about)
    settings = wanted.settings
    # What a table would refuse, an event refuses before anyone enters.
    room = new_tables.new_room(rooms, user, table_plan(wanted.game, settings), rooms.clock())
    if settings.rated and eligibility.obstacle(room.table, room.pace, user, ()) == "wait":
        raise Problem(422, "rating.wait")
    seats.check_computer(settings.fill_with, wanted.game)
    return name, completed(wanted.game, wanted.format, settings)


def create(session: Session, rooms: Rooms, user: User, wanted: NewEvent) -> Event:
    """Create an event; in a club, for its owners and directors."""
    if user.guest:
        raise Problem(403, "tournament.guest")
    role = store.role_in(session, wanted.club, user)
    if wanted.club is not None and role not in (OWNER, DIRECTOR):
        raise Problem(403, "club.director")
    name, settings = _checked(rooms, user, wanted)
    mine = select(func.count()).where(
        Event.owner_id == user.id, Event.status.in_((ANNOUNCED, UNDERWAY))
    )
    if (session.scalar(mine) or 0) >= MOST_EVENTS:
        raise Problem(409, "tournament.most", most=MOST_EVENTS)
    now = rooms.clock()
    event = Event(
        id=new_id(),
        club_id=wanted.club,
        owner_id=user.id,
        name=name,
        about=wanted.about,
        game=wanted.game,
        format=wanted.format,
        privacy=wanted.privacy,
        status=ANNOUNCED,
        settings=msgspec.to_builtins(settings),
        starts=wanted.starts,
        created=int(now),
        round=0,
        version=0,
    )
    session.add(event)
    session.flush()
    store.note(session, event, user, "created", now)
    return event


def change(session: Session, rooms: Rooms, event_id: str, user: User, wanted: NewEvent) -> Event:
    """Change an event: everything before it starts, then what does not touch played rounds."""
    event = directed(session, event_id, user)
    name, settings = _checked(rooms, user, wanted)
    old = read_settings(event.settings)
    if event.status != ANNOUNCED:
        fixed = ("options", "time_control", "double", "third_place", "division_size", "promoted")
        same = all(getattr(old, each) == getattr(settings, each) for each in fixed)
        if (wanted.game, wanted.format) != (event.game, event.format) or not same:
            raise Problem(409, "tournament.started")
    before = msgspec.to_builtins(old)
    after = msgspec.to_builtins(settings)
    changed = sorted(k for k in {*before, *after} if before.get(k) != after.get(k))
    harsh = _change_terms(session, event, user, wanted, changed)
    event.name, event.about, event.privacy = name, wanted.about, wanted.privacy
    event.game, event.format, event.starts = wanted.game, wanted.format, wanted.starts
    event.settings = after
    waits = {"waits": True} if harsh else {}
    store.note(session, event, user, "settings", rooms.clock(), changed=changed, **waits)
    return event


def _change_terms(
    session: Session, event: Event, user: User, wanted: NewEvent, changed: list[str]
) -> bool:
    """Tell everyone who has entered or is invited that the terms change: they may leave before the
    next round. Return whether it has to wait for them (`rounds.NOTICE`).

    Raise Problem while they cannot: a round runs, or the format lets no one leave freely.
    """
    same = (wanted.game, wanted.format) == (event.game, event.format)
    sooner = event.starts is not None and (wanted.starts or 0) < event.starts
    shown = wanted.privacy == event.privacy and wanted.starts == event.starts
    if same and shown and not TERMS_OF_PLAY & {*changed}:
        return False
    people = {
        row.user_id for row in store.entries(session, event) if row.status in (ACTIVE, INVITED)
    }
    asked = select(MemberInvitation.user_id).where(of_event(event))
    people |= {*session.scalars(asked)}
    if not people - {None, user.id}:
        return False
    if event.status == UNDERWAY:
        runs = any(board.status == BOARD_PLAYING for board in store.boards(session, event))
        if runs or event.format not in (SWISS, BOARDS):
            raise Problem(409, "tournament.terms")
    if event.status in (ANNOUNCED, UNDERWAY):
        store.tell(session, event, people - {user.id}, TERMS, once=True)
    holding = event.format not in (SWISS, BOARDS)
    return not same or sooner or bool((TERMS_OF_PLAY if holding else HARSH) & {*changed})


def directed(session: Session, event_id: str, user: User) -> Event:
    event = store.locked(session, event_id)
    store.check_director(session, event, user)
    return event


def check_running(event: Event) -> None:
    if event.status in (ENDED, CANCELLED):
        raise Problem(409, "tournament.over")


# -- entries


def enter(session: Session, event_id: str, user: User, team: str, now: float) -> Event:
    """Enter an event, or return to one after withdrawing."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    if user.guest:
        raise Problem(403, "tournament.guest")
    settings = read_settings(event.settings)
    if settings.members_only and store.role_in(session, event.club_id, user) is None:
        raise Problem(403, "tournament.members")
    add_entry(session, event, user, None, team, now)
    _answered(session, event, user)
    return event


def _answered(session: Session, event: Event, user: User) -> None:
    """End the invitations to enter of a user who has decided without them."""
    asked = MemberInvitation.kind.in_((ENTRY, SEASON))
    mine = (of_event(event), asked, MemberInvitation.user_id == user.id)
    end_invitations(session, session.scalars(select(MemberInvitation).where(*mine)).all())


def add_computer(
    session: Session, event_id: str, user: User, computer: str, team: str, now: float
) -> Event:
    """Enter a computer player, as the director. People are asked (consent.py)."""
    event = directed(session, event_id, user)
    seats.check_computer(computer, event.game)
    row = add_entry(session, event, None, computer, team, now)
    store.note(session, event, user, "added", now, entry=row.number)
    return event


def check_open(session: Session, event: Event, user: User | None, computer: str | None) -> None:
    """Raise Problem unless someone can enter now."""
    check_running(event)
    if computer is not None and event.format == LADDER:
        raise Problem(409, "tournament.ladder_people")
    if event.status == UNDERWAY and event.format in (ROUND_ROBIN, KNOCKOUT, LEAGUE):
        raise Problem(409, "tournament.late")
    existing = store.entry_of(session, event, user)
    if existing is not None and existing.status == ACTIVE:
        raise Problem(409, "tournament.entered")


def add_entry(
    session: Session, event: Event, user: User | None, computer: str | None, team: str, now: float
) -> EventEntry:
    """Enter a user or a computer player, or let a user return."""
    check_open(session, event, user, computer)
    existing = store.entry_of(session, event, user)
    if existing is not None:
        existing.status = ACTIVE
        event.version += 1
        session.flush()
        return existing
    settings = read_settings(event.settings)
    late = event.status == UNDERWAY
    rows = store.entries(session, event)
    most = settings.entries or MOST_ENTRIES
    if sum(row.status == ACTIVE for row in rows) >= most or len(rows) >= 2 * MOST_ENTRIES:
        raise Problem(409, "tournament.full", most=most)
    number = max((row.number for row in rows), default=0) + 1
    row = EventEntry(
        event_id=event.id,
        number=number,
        user_id=None if user is None else user.id,
        computer=computer,
        team=new_tables.clean_title(team)[:40],
        status=ACTIVE,
        seed=number if not late else max((each.seed for each in rows), default=0) + 1,
        from_round=event.round + 1 if late and event.format not in (ARENA, LADDER) else 1,
        byes=[],
        adjustment=0.0,
        entered=int(now),
    )
    session.add(row)
    event.version += 1
    session.flush()
    return row


def withdraw(session: Session, event_id: str, user: User, number: int | None, now: float) -> Event:
    """Withdraw: a player from the next round on, or anyone by the director."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    check_running(event)
    mine = store.entry_of(session, event, user)
    if number is None and mine is None:
        raise Problem(404, "tournament.entry")
    row = mine if number is None and mine else store.entry(session, event, number or 0)
    if mine is None or row.number != mine.number:
        store.check_director(session, event, user)
        store.tell(session, event, [row.user_id], REMOVED, once=True)
    else:
        _answered(session, event, user)
    withdraw_entry(session, event, row, now)
    store.note(session, event, user, "withdrawn", now, entry=row.number)
    return event


def ask_byes(session: Session, event_id: str, user: User, wanted: list[int], now: float) -> Event:
    """Skip rounds that are not paired yet, with the points of a half bye."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    check_running(event)
    row = store.entry_of(session, event, user)
    if row is None:
        raise Problem(404, "tournament.entry")
    past = [each for each in row.byes if each <= event.round]
    if any(each <= event.round for each in wanted if each not in past):
        raise Problem(409, "tournament.paired")
    row.byes = sorted({*past, *wanted})
    store.note(session, event, user, "byes", now, entry=row.number, rounds=row.byes)
    return event


def be_ready(session: Session, event_id: str, user: User, ready: bool, now: float) -> Event:
    """Wait for a game of an arena, or stop waiting."""
    event = store.locked(session, event_id)
    store.check_view(session, event, user)
    row = store.entry_of(session, event, user)
    if row is None or row.status != ACTIVE:
        raise Problem(404, "tournament.entry")
    if event.format != ARENA or event.status != UNDERWAY:
        raise Problem(409, "tournament.no_arena")
    row.ready = int(now) if ready else None
    event.version += 1
    return event


def adjust(
    session: Session, event_id: str, user: User, number: int, points: float, now: float
) -> Event:
    """Give or take points, for example for lateness."""
    event = directed(session, event_id, user)
    if abs(points) > GREATEST:
        raise Problem(422, "tournament.points", most=GREATEST)
    row = store.entry(session, event, number)
    before, row.adjustment = row.adjustment, points
    store.note(session, event, user, "adjusted", now, entry=number, before=before, after=points)
    store.tell(session, event, [row.user_id], CORRECTED, once=True)
    return event


def order(session: Session, event_id: str, user: User, numbers: list[int], now: float) -> Event:
    """Rank the entries before the start."""
    event = directed(session, event_id, user)
    if event.status != ANNOUNCED:
        raise Problem(409, "tournament.started")
    rows = {row.number: row for row in store.entries(session, event) if row.status != INVITED}
    if sorted(numbers) != sorted(rows):
        raise Problem(422, "tournament.order")
    for seed, number in enumerate(numbers, start=1):
        rows[number].seed = seed
    store.note(session, event, user, "ordered", now)
    return event


# -- boards


def correct(
    session: Session,
    event_id: str,
    user: User,
    key: tuple[int, int],
    points: Mapping[str, float] | None,
    now: float,
) -> Event:
    """Set the points of a board by seat, or return to those of the game."""
    event = directed(session, event_id, user)
    if event.status == CANCELLED:
        raise Problem(409, "tournament.over")
    board = _board(session, event, key)
    if points is not None:
        if set(points) != set(board.seats):
            raise Problem(422, "tournament.seats_of_board", known=list(board.seats))
        if any(not abs(each) <= GREATEST for each in points.values()):
            raise Problem(422, "tournament.points", most=GREATEST)
        _check_own_board(session, event, board, user)
    elif board.facts is None and board.table_id is not None:
        raise Problem(409, "tournament.no_result")
    before = board.corrected
    board.corrected = None if points is None else {k: float(v) for k, v in points.items()}
    board.status = BOARD_OVER
    board.finished = board.finished or int(now)
    args: dict[str, Any] = {"round": key[0], "board": key[1]}
    store.note(session, event, user, "corrected", now, **args, before=before, after=board.corrected)
    rows = {row.number: row.user_id for row in store.entries(session, event)}
    people = [rows.get(each) for each in board.seats.values()]
    store.tell(session, event, people, CORRECTED, once=True)
    settle(session, event, now)
    return event


def adjourn(
    session: Session, event_id: str, user: User, key: tuple[int, int], *, on: bool, now: float
) -> Event:
    """Adjourn or resume a board: rounds continue without it, and it counts once its game is over.

    The caller stops the clock of its table, or lets it run again.
    """
    event = directed(session, event_id, user)
    check_running(event)
    board = _board(session, event, key)
    if on:
        _check_own_board(session, event, board, user)
    wanted = BOARD_PLAYING if on else ADJOURNED
    if board.status != wanted:
        raise Problem(409, "tournament.board_status")
    board.status = ADJOURNED if on else BOARD_PLAYING
    act = "adjourned" if on else "resumed"
    store.note(session, event, user, act, now, round=key[0], board=key[1])
    settle(session, event, now)
    return event


def _check_own_board(session: Session, event: Event, board: EventBoard, user: User) -> None:
    """Raise Problem if a director would end or stop a game that they play in."""
    mine = store.entry_of(session, event, user)
    is_played = board.table_id is not None and board.status in (BOARD_PLAYING, ADJOURNED)
    if is_played and mine is not None and mine.number in board.seats.values():
        raise Problem(403, "tournament.own_board")


def tables_of(
    session: Session, event_id: str, key: tuple[int, int] | None = None, *, adjourned: bool = False
) -> list[str]:
    """Return the tables of an event's boards: of one of them, or those that are adjourned."""
    query = select(EventBoard.table_id).where(EventBoard.event_id == event_id)
    if key is not None:
        query = query.where(EventBoard.round == key[0], EventBoard.number == key[1])
    if adjourned:
        query = query.where(EventBoard.status == ADJOURNED)
    return [table for table in session.scalars(query) if table is not None]


def _board(session: Session, event: Event, key: tuple[int, int]) -> EventBoard:
    board = session.get(EventBoard, (event.id, *key))
    if board is None:
        raise Problem(404, "tournament.board")
    return board


# -- the end


def end(session: Session, event_id: str, user: User, now: float) -> Event:
    """End an event before its last round; rounds that are over count."""
    event = directed(session, event_id, user)
    if event.status != UNDERWAY:
        raise Problem(409, "tournament.over")
    if any(board.status != BOARD_OVER for board in store.boards(session, event)):
        raise Problem(409, "tournament.round_runs", number=event.round)
    take_back_all(session, event, now)
    finish(session, event, store.plan_of(session, event))
    store.note(session, event, user, "ended", now)
    return event


def cancel(session: Session, event_id: str, user: User, now: float) -> Event:
    """Call an event off; its tables play on."""
    event = directed(session, event_id, user)
    check_running(event)
    event.status = CANCELLED
    event.previous_id = None  # another season may follow the previous one
    store.note(session, event, user, "cancelled", now)
    people = [row.user_id for row in store.entries(session, event)]
    store.tell(session, event, people, CALLED_OFF)
    return event
