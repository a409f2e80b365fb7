"""Create tables: check the plan of a table, seat its first players and store it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session, make_transient

from entente.kernel import Game, Options, OptionValue, Seat, UserError, registry
from entente.kernel.text import LANGUAGES
from entente.server import library
from entente.server.forbidden_words import check_words
from entente.server.problem import Problem
from entente.server.ratings import eligibility
from entente.server.ratings.pace import pace_class
from entente.server.storage.database import one_after_the_other
from entente.server.storage.digests import digest
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.ids import new_id
from entente.server.storage.models import COMPUTER, FORFEIT, WAIT, Table, TableSeat, User
from entente.server.tables import seats as places
from entente.server.tables.club_tables import check_member, check_new
from entente.server.tables.room import Person, Room, new_match
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_delay import read_delay
from entente.server.tables.starting import is_free, start_if_ready
from entente.server.tables.table_info import ABSENCES
from entente.server.tables.time_control import check_phases, is_long, read_pace
from entente.wire.tables import (
    FULL,
    OPEN,
    PUBLIC,
    SILENT,
    Correspondence,
    Live,
    Phases,
    TimeControl,
    Unlimited,
)

ME = "me"
MOST_OPEN, MOST_OPEN_OF_A_GUEST = 30, 10  # open tables per account
MOST_OPEN_OF_A_NETWORK = 30  # open tables of all guests of a network
LONGEST_TITLE = 60
STAND_IN_BOUNDS = (1, 20)  # game years that a computer may stand in for a player
STAND_IN_YEARS = 1  # unless the host says otherwise
MISSED_BOUNDS = (1, 5)  # phases in a row that a player may miss
LEAVE_BOUNDS = (0, 60)  # days of leave of each player
RELIABILITY_BOUNDS = (1, 100)  # percent


class NewTable(NamedTuple):
    """A table to create.

    `seats` maps each seat to `me`, a computer player, or None for an open seat.
    """

    game: str
    options: Mapping[str, OptionValue] = {}
    seats: Mapping[Seat, str | None] = {}
    private: bool = False
    spectators: bool = True
    language: str = ""
    time_control: Mapping[str, Any] = {}
    on_timeout: str | None = None  # None: what fits the pace
    missed_phases: int | None = None
    replacements: bool = True
    leave_days: int | None = None
    min_reliability: int | None = None
    chat_phases: Sequence[str] = ()
    chat: str = FULL
    anonymous: bool = False
    random_seats: bool = False
    starts_when_full: bool = False
    stand_in_years: int | None = STAND_IN_YEARS
    roll_call: bool = False
    title: str = ""
    network: str = ""  # of the creator
    seed: str = ""  # drawn if empty
    rated: bool | None = None  # None: rated if it is public, has open seats and can be
    spectator_delay: Mapping[str, Any] | None = None
    spectator_chat: bool = True
    refereed: bool = False
    club: str | None = None  # its members' table, in no public list


def create(
    rooms: Rooms, user: User, plan: NewTable, also: Callable[[Session, Table], None] | None = None
) -> Room:
    """Create and store a table; if no seat is open, the game starts, with its automatic answers.

    `also` stores something else with it, or refuses it by raising Problem.
    """
    now = rooms.clock()
    if plan.refereed:
        plan = _refereed(plan, user.language)
    if plan.club is not None:
        with rooms.sessions() as session:
            check_new(session, plan.club, user)
        plan = plan._replace(private=True)
    room = new_room(rooms, user, plan, now)
    seat_players(room, user, plan.seats)
    free = [seat for seat, chair in room.chairs.items() if is_free(chair)]
    rated = room.table.rated = _is_rated(room, user, plan, bool(free))
    if plan.on_timeout is None:
        room.table.absence, _ = default_absence(room.pace, room.match.seats, rated)
    places.check_several(room.table, room.seats_of(user.id), free)
    start_if_ready(room, now, user.id)
    add = insert_job(room, now)

    def job(transaction: Transaction) -> None:
        session = transaction.session
        if room.table.status == OPEN:
            _check_open_tables(session, room.table, user, plan.network)
        add(session)
        if also is not None:
            also(session, room.table)

    rooms.commits.store(job)
    return rooms.answer_at_start(room)


def _refereed(plan: NewTable, language: str) -> NewTable:
    """Return the plan of a refereed table: private, and the host holds every seat.

    Its players sit around a real table: they have no accounts, clocks or messages here.
    """
    wrong = {
        "seats": {who for who in plan.seats.values() if who is not None} - {ME},
        "time_control": read_pace(plan.time_control) != Unlimited(),
        "anonymous": plan.anonymous,
        "random_seats": plan.random_seats,
        "rated": plan.rated,
        "spectator_delay": plan.spectator_delay is not None,
    }
    if fields := [name for name, is_wrong in wrong.items() if is_wrong]:
        raise Problem(422, "table.refereed_fields", fields=fields)
    own = dict.fromkeys(seats_of_plan(plan, language), ME)
    return plan._replace(seats=own, private=True, chat=SILENT, roll_call=False, on_timeout=None)


def _is_rated(room: Room, user: User, plan: NewTable, has_free_seats: bool) -> bool:
    """Return whether a new table is rated. Raise Problem if it was asked for and is impossible."""
    computers = [chair.computer for chair in room.chairs.values() if chair.computer is not None]
    reason = eligibility.obstacle(room.table, room.pace, user, computers)
    if plan.seed:
        reason = "seed"  # the creator knows all random numbers
    if plan.rated is None:
        return reason is None and has_free_seats and not plan.private
    if plan.rated and reason is not None:
        raise Problem(422, f"rating.{reason}")
    return plan.rated


def _check_open_tables(session: Session, table: Table, user: User, network: str) -> None:
    """Limit open tables per account, and for guests per network.

    Guests could be one person under many names.
    """
    one_after_the_other(session, f"tables of {network if user.guest else user.id}")
    waiting = select(func.count()).where(Table.status == OPEN)
    most = MOST_OPEN_OF_A_GUEST if user.guest else MOST_OPEN
    if (session.scalar(waiting.where(Table.host_id == user.id)) or 0) >= most:
        raise Problem(409, "table.most_open", most=most)
    if user.guest and network:
        table.made_from = digest(network)
        near = session.scalar(waiting.where(Table.made_from == table.made_from)) or 0
        if near >= MOST_OPEN_OF_A_NETWORK:
            raise Problem(409, "table.most_open_near", most=MOST_OPEN_OF_A_NETWORK)


def insert_job(room: Room, now: float) -> Callable[[Session], None]:
    """Return the job that stores a new room; it may run again after a rollback."""
    jobs = room.jobs
    room.settle(now)
    room.forget_changes()  # everything is new
    room.remember()

    def job(session: Session) -> None:
        rows = [room.table, *room.chairs.values()]
        for row in rows:
            make_transient(row)
        session.add(room.table)
        session.flush()
        session.add_all(rows)
        session.flush()
        for each in jobs:
            each(session)
        for row in rows:
            session.expunge(row)

    return job


def new_room(rooms: Rooms, user: User, plan: NewTable, now: float) -> Room:
    """Return a planned table with empty seats."""
    if plan.game not in registry.available():
        raise Problem(422, "game.unknown", name=plan.game)
    game = library.find(plan.game)
    try:
        options = game.info.complete(plan.options)
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.text(user.language)) from None
    if plan.on_timeout not in (None, *ABSENCES):
        raise Problem(422, "table.absence", known=list(ABSENCES))
    least, most = STAND_IN_BOUNDS
    if plan.stand_in_years is not None and not least <= plan.stand_in_years <= most:
        raise Problem(422, "table.stand_in_years", least=least, most=most)
    if plan.chat not in (FULL, PUBLIC, SILENT):
        raise Problem(422, "table.press", known=[FULL, PUBLIC, SILENT])
    delay = read_delay(plan.spectator_delay)
    pace = read_pace(plan.time_control)
    check_phases(pace, game.info.phase_kinds)
    _check_absence(plan, pace, game, options)
    on_timeout, missed_phases = default_absence(pace, game.seats(options), plan.rated or False)
    table = Table(
        id=new_id(),
        game=plan.game,
        options=dict(options),
        overrides=dict(game.overrides()),
        rules=game.info.version,
        data=game.data_digest,
        seed=plan.seed or secrets.token_hex(16),
        host_id=user.id,
        private=plan.private,
        spectators=plan.spectators,
        status=OPEN,
        version=1,
        created=int(now),
        touched=int(now),
        language=plan.language if plan.language in LANGUAGES else user.language,
        pace=msgspec.to_builtins(pace),
        pace_class=pace_class(pace),
        absence=plan.on_timeout or on_timeout,
        missed_phases=plan.missed_phases or missed_phases,
        replacements=plan.replacements,
        leave_days=plan.leave_days,
        min_reliability=plan.min_reliability,
        chat_phases=sorted(set(plan.chat_phases)),
        extended=0,
        events=[],
        press=plan.chat,
        anonymous=plan.anonymous,
        lots={} if plan.random_seats else None,
        starts_when_full=plan.starts_when_full,
        stand_in_years=plan.stand_in_years,
        calls_roll=plan.roll_call,
        standard=options == game.info.complete({}),
        barred=[],
        analysis=False,
        rated=False,
        spectator_delay=msgspec.to_builtins(delay),
        spectator_chat=plan.spectator_chat,
        refereed=plan.refereed,
        club_id=plan.club,
        title=clean_title(plan.title),
        moves=0,
        waiting=[],
    )
    match = new_match(game, table)
    empty: dict[str, Any] = {"draft": "", "notes": "", "set_aside": {}, "private_changes": []}
    empty |= {"stand_in_moves": 0, "phases": 0, "phases_missed": 0, "ready": False}
    empty |= {"missed_run": 0, "grace_used": False, "leave_used": 0}
    chairs = [TableSeat(table_id=table.id, seat=seat, **empty) for seat in match.seats]
    room = Room(table, chairs, match, clock=rooms.clock)
    if plan.club is not None:
        room.jobs.append(partial(check_member, club_id=plan.club, user_id=user.id))
    return room


def default_absence(pace: TimeControl, seats: Collection[Seat], rated: bool) -> tuple[str, int]:
    """Return what follows from missed deadlines unless the host decides, and after how many.

    Who runs out of time at a live table of two has lost, and in a rated game of two over days. Of
    more players, the others must not wait for one, nor where phases have their time.
    """
    if isinstance(pace, Correspondence) and rated and len(seats) == 2:
        return FORFEIT, 1
    if isinstance(pace, Live):
        return (FORFEIT if len(seats) == 2 else COMPUTER, 1)
    return (COMPUTER, 2) if isinstance(pace, Phases) else (WAIT, 1)


def _check_absence(
    plan: NewTable, pace: TimeControl, game: Game[Any, Any], options: Options
) -> None:
    """Raise Problem if the terms for absent players are invalid."""
    info = game.info
    if plan.on_timeout == FORFEIT and len(game.seats(options)) != 2:
        raise Problem(422, "table.forfeit")
    least, most = MISSED_BOUNDS
    if plan.missed_phases is not None and not least <= plan.missed_phases <= most:
        raise Problem(422, "table.missed_phases", least=least, most=most)
    least, most = LEAVE_BOUNDS
    if plan.leave_days is not None and not least <= plan.leave_days <= most:
        raise Problem(422, "table.leave_days", least=least, most=most)
    least, most = RELIABILITY_BOUNDS
    if plan.min_reliability is not None and not least <= plan.min_reliability <= most:
        raise Problem(422, "table.min_reliability", least=least, most=most)
    if plan.leave_days is not None and not is_long(pace):
        raise Problem(422, "table.leave_short")
    if not set(plan.chat_phases) <= set(info.quiet_phases):
        if not info.quiet_phases:
            raise Problem(422, "table.no_chat_phases")
        raise Problem(422, "table.chat_phases", known=list(info.quiet_phases))


def first_seat(plan: NewTable, language: str) -> Seat:
    """Return the first seat of a planned table. Raise Problem if the plan is invalid."""
    return seats_of_plan(plan, language)[0]


def seats_of_plan(plan: NewTable, language: str) -> Sequence[Seat]:
    """Return the seats of a planned table. Raise Problem if the plan is invalid."""
    if plan.game not in registry.available():
        raise Problem(422, "game.unknown", name=plan.game)
    game = library.find(plan.game)
    try:
        return game.seats(game.info.complete(plan.options))
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.text(language)) from None


def seat_players(room: Room, user: User, seats: Mapping[Seat, str | None]) -> None:
    """Seat a user and computer players in a planned room."""
    for seat, who in seats.items():
        room.chair(seat)
        if who == ME:
            room.set_chair(seat, user_id=user.id)
            room.people[user.id] = Person.from_preferences(user.name, user.preferences)
        else:
            places.check_computer(who, room.table.game)
            room.set_chair(seat, computer=who)


def paired_room(
    rooms: Rooms, plan: NewTable, people: Mapping[Seat, User], queue: str, now: float
) -> Room:
    """Return a table of quick pairing with its players; it has no host, and calls the roll."""
    room = new_room(rooms, next(iter(people.values())), plan, now)
    room.table.host_id, room.table.queue = None, queue
    room.table.rated = bool(plan.rated)
    for seat, user in people.items():
        seat_players(room, user, {seat: ME})
    for seat, computer in plan.seats.items():
        room.set_chair(seat, computer=computer)
    start_if_ready(room, now)
    return room


def clean_title(title: str) -> str:
    """Return a title with normalized spaces. Raise Problem if it is invalid."""
    title = " ".join(title.split())
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Problem(422, "table.title", most=LONGEST_TITLE)
    return check_words(title)
