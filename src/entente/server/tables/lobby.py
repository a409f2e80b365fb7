"""The lobby: create, find, list and rematch tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session, defer, make_transient

from entente.kernel import GameInfo, Message, OptionValue, Outcome, Seat, UserError, registry
from entente.kernel.schema_hints import one_of
from entente.kernel.text import LANGUAGES, LanguageCode, catalog_of
from entente.server import library
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.ratings import eligibility
from entente.server.ratings.pace import PaceClass, pace_class
from entente.server.ratings.pair_cap import capped_pairs
from entente.server.storage.blocks import not_to_meet
from entente.server.storage.database import one_after_the_other
from entente.server.storage.digests import digest
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.ids import new_id
from entente.server.storage.models import (
    ABANDON,
    COMPUTER,
    RULE,
    WAIT,
    SeenSeat,
    Table,
    TableSeat,
    User,
)
from entente.server.tables import seats as places
from entente.server.tables.access import check_view, hides_names
from entente.server.tables.opening import why_aside
from entente.server.tables.room import Person, Room, new_match
from entente.server.tables.rooms import Rooms
from entente.server.tables.starting import is_free, start_if_ready
from entente.server.tables.time_control import check_phases, is_long, read_pace
from entente.wire.tables import (
    FULL,
    OPEN,
    OVER,
    PLAYING,
    PUBLIC,
    SILENT,
    ChatMode,
    Ending,
    Phases,
    Status,
    TimeControl,
)

ME = "me"
SHOWN = 100
MOST_OPEN, MOST_OPEN_OF_A_GUEST = 30, 10  # open tables per account
MOST_OPEN_OF_A_NETWORK = 30  # open tables of all guests of a network
LONGEST_TITLE = 60
STAND_IN_BOUNDS = (1, 20)  # game years that a computer may stand in for a player
STAND_IN_YEARS = 1  # unless the host says otherwise
MISSED_BOUNDS = (1, 5)  # phases in a row that a player may miss
LEAVE_BOUNDS = (0, 60)  # days of leave of each player
RELIABILITY_BOUNDS = (1, 100)  # percent
OPEN_TABLES, MINE, WATCH, TAKEOVER = "open", "mine", "watch", "takeover"
SCOPES = (OPEN_TABLES, MINE, WATCH, TAKEOVER)
ABSENCES = (WAIT, COMPUTER, RULE, ABANDON)
# what no list of tables shows of a seat
WITHOUT_TEXTS = (
    defer(TableSeat.draft),
    defer(TableSeat.notes),
    defer(TableSeat.private_changes),
    defer(TableSeat.set_aside),
)


class SeatInfo(msgspec.Struct):
    """The player of a seat. At an anonymous table an occupied seat has no name and no user.

    Since `takeover_since` the seat of a player who left or stays away can be taken over.
    """

    name: str | None
    user: int | None
    computer: str | None
    stand_in: str | None
    me: bool
    open: bool
    ready: bool  # has answered the roll call
    takeover_since: int | None


class TableInfo(msgspec.Struct):
    """A table as the lobby shows it to a viewer.

    `due` is the next deadline, preferably the viewer's own. `random_seats`: seats are drawn when
    the game starts. `starts_when_full`: filling the last seat starts the game; otherwise the host
    does. `stand_in_years`: how many game years a computer may stand in for a player before the game
    is abandoned; None for no limit. After `missed_phases` in a row a computer stands in, or the
    game is abandoned, as `on_timeout` says; with `replacements`, others can then take the seat
    over. Each player has `leave_days`, None for no limit, and needs `min_reliability` in percent,
    if it is set. In the `chat_phases` players may chat although the rules forbid it. `stage` is how
    far the game has come, in words. `roll_call`: before the start, every player confirms that they
    are there; while that is under way, until `roll_call_until`. `paired`: the table was made by
    quick pairing. `determinized`: hidden information at the start was sampled.
    `custom_data`: the table's data differ from those of new tables. `unavailable` is the reason why
    the table cannot be opened, if it cannot. The result of a `rated` game changes ratings.
    """

    id: str
    game: str
    title: str
    options: dict[str, OptionValue]
    status: Status
    private: bool
    spectators: bool
    created: int
    started: int | None
    updated: int
    language: LanguageCode
    time_control: TimeControl
    on_timeout: Annotated[str, one_of(*ABSENCES)]
    missed_phases: int
    replacements: bool
    leave_days: int | None
    min_reliability: int | None
    chat_phases: list[str]
    chat: ChatMode
    anonymous: bool
    random_seats: bool
    starts_when_full: bool
    stand_in_years: int | None
    roll_call: bool
    roll_call_until: float | None
    paired: bool
    paused: int | None
    analysis: bool
    exercise: str | None  # id of the exercise solved here
    determinized: bool
    custom_data: bool
    origin: str | None
    rematch: str | None
    host: bool
    host_name: str | None
    moves: int
    stage: str | None
    to_move: list[Seat]
    last_move_at: int | None
    my_turn: bool
    due: float | None
    outcome: Ending | None
    unavailable: str | None
    rated: bool
    pace_class: PaceClass
    seats: dict[Seat, SeatInfo]


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


def create(
    rooms: Rooms, user: User, plan: NewTable, also: Callable[[Session, Table], None] | None = None
) -> Room:
    """Create and store a table; if no seat is open, the game starts, with its automatic answers.

    `also` stores something else with it, or refuses it by raising Problem.
    """
    now = rooms.clock()
    room = _room(rooms, user, plan, now)
    _seat(room, user, plan.seats)
    free = [seat for seat, chair in room.chairs.items() if is_free(chair)]
    room.table.rated = _is_rated(room, user, plan, bool(free))
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


def _room(rooms: Rooms, user: User, plan: NewTable, now: float) -> Room:
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
    pace = read_pace(plan.time_control)
    check_phases(pace, game.info.phase_kinds)
    _check_absence(plan, pace, game.info)
    on_timeout, missed_phases = default_absence(pace)
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
        title=clean_title(plan.title),
        moves=0,
        waiting=[],
    )
    match = new_match(game, table)
    empty: dict[str, Any] = {"draft": "", "notes": "", "set_aside": {}, "private_changes": []}
    empty |= {"stand_in_moves": 0, "phases": 0, "phases_missed": 0, "ready": False}
    empty |= {"missed_run": 0, "grace_used": False, "leave_used": 0}
    chairs = [TableSeat(table_id=table.id, seat=seat, **empty) for seat in match.seats]
    return Room(table, chairs, match, clock=rooms.clock)


def default_absence(pace: TimeControl) -> tuple[str, int]:
    """Return what follows from missed deadlines unless the host decides, and after how many.

    Where phases have their time, the others of seven players must not wait for one.
    """
    return (COMPUTER, 2) if isinstance(pace, Phases) else (WAIT, 1)


def _check_absence(plan: NewTable, pace: TimeControl, info: GameInfo) -> None:
    """Raise Problem if the terms for absent players are invalid."""
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
    if plan.game not in registry.available():
        raise Problem(422, "game.unknown", name=plan.game)
    game = library.find(plan.game)
    try:
        return game.seats(game.info.complete(plan.options))[0]
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.text(language)) from None


def _seat(room: Room, user: User, seats: Mapping[Seat, str | None]) -> None:
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
    room = _room(rooms, next(iter(people.values())), plan, now)
    room.table.host_id, room.table.queue = None, queue
    room.table.rated = bool(plan.rated)
    for seat, user in people.items():
        _seat(room, user, {seat: ME})
    for seat, computer in plan.seats.items():
        room.set_chair(seat, computer=computer)
    start_if_ready(room, now)
    return room


def clean_title(title: str) -> str:
    """Return a title with normalized spaces. Raise Problem if it is invalid."""
    title = " ".join(title.split())
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Problem(422, "table.title", most=LONGEST_TITLE)
    return title


# -- a rematch


def may_play_again(room: Room, user: User) -> bool:
    """Return whether a rematch is still to be created. Raise Problem if this user may not ask."""
    if not room.seats_of(user.id):
        raise Problem(403, "table.not_yours")
    if room.table.status != OVER:
        raise Problem(409, "table.not_over")
    return room.table.rematch is None


def rematch(rooms: Rooms, room: Room, user: User, now: float) -> None:
    """Create a table with the same options, every player one seat on, linked from the old one.

    The first player to ask is seated; the others are notified, and take their seat by asking too.
    """
    old = room.table
    plan = NewTable(
        game=old.game,
        options=old.options,
        private=True,  # only for the players
        spectators=old.spectators,
        language=old.language,
        time_control=old.pace,
        on_timeout=old.absence,
        missed_phases=old.missed_phases,
        replacements=old.replacements,
        leave_days=old.leave_days,
        min_reliability=old.min_reliability,
        chat_phases=old.chat_phases,
        chat=old.press,
        anonymous=old.anonymous,
        starts_when_full=True,  # every player who joins has asked for it
        stand_in_years=old.stand_in_years,
        roll_call=old.calls_roll,
        title=old.title,
    )
    new = _room(rooms, user, plan, now)
    new.table.origin, old.rematch = old.id, new.table.id
    new.table.rated = old.rated and not _is_capped(rooms, room, now)
    for seat, chair in room.chairs.items():
        if chair.user_id is None and chair.computer is not None:
            new.set_chair(_next(room, seat), computer=chair.computer)
    for seat in room.seats_of(user.id):
        _seat(new, user, {_next(room, seat): ME})
    start_if_ready(new, now, user.id)
    room.jobs.append(insert_job(new, now))
    others = {chair.user_id for chair in room.chairs.values()} - {user.id}

    def tell(session: Session) -> None:
        # Between people who block each other there is no rematch.
        notify(session, others - not_to_meet(session, user.id), "notice.rematch", new.table)

    room.jobs.append(tell)


def _is_capped(rooms: Rooms, room: Room, now: float) -> bool:
    """Return whether the two people of a table have played enough rated games today."""
    users = {chair.user_id for chair in room.chairs.values() if chair.user_id is not None}
    if len(users) != len(room.chairs) or len(users) > 2:
        return False
    with rooms.sessions() as session:
        return bool(capped_pairs(session, users, now))


def reserved_seats(old: Room, new: Room, user: User) -> list[Seat]:
    """Return the open seats of a rematch that are reserved for a user."""
    if new.table.status != OPEN:
        return []
    seats = [_next(old, seat) for seat in old.seats_of(user.id)]
    return [seat for seat in seats if is_free(new.chairs[seat])]


def check_reserved(rooms: Rooms, new: Room, user: User, seat: Seat) -> None:
    """Raise Problem unless a rematch's open seat is reserved for this user."""
    table = new.table
    if table.origin is None or table.status != OPEN or not is_free(new.chair(seat)):
        return
    try:
        old = rooms.get(table.origin)
    except Problem:
        return  # the old table and its players are deleted
    if seat not in reserved_seats(old, new, user):
        raise Problem(403, "seat.rematch")


def _next(room: Room, seat: Seat) -> Seat:
    seats = room.match.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


# -- finding tables


def find(session: Session, table_id: str) -> Table:
    table = session.get(Table, table_id)
    if table is None:
        raise Problem(404, "table.unknown")
    return table


def chairs_of(session: Session, table: Table) -> list[TableSeat]:
    return list(session.scalars(select(TableSeat).where(TableSeat.table_id == table.id)))


def listed(
    session: Session, user: User | None, scope: str | None, game: str | None, language: str
) -> list[TableInfo]:
    """Return the tables of a scope, last changed first.

    Without a scope, open tables and the user's own. Runs a few queries however many there are.
    """
    # One query for each scope: an index serves either, but none serves both together.
    tables: dict[str, Table] = {}
    for each in (OPEN_TABLES, MINE) if scope is None else (scope,):
        query = select(Table).where(_in_scope(user, each))
        if game is not None:
            query = query.where(Table.game == game)
        query = query.order_by(Table.touched.desc(), Table.id.desc()).limit(SHOWN)
        tables |= {table.id: table for table in session.scalars(query)}
    last_changed = sorted(tables.values(), key=lambda table: (table.touched, table.id))[::-1]
    return infos(session, last_changed[:SHOWN], user, language)


def public_tables(
    session: Session, user_ids: Collection[int], user: User, language: str
) -> list[TableInfo]:
    """Return the tables where these people play or wait for players, as far as all may see it.

    Anonymous tables are left out: a list by player would name their players.
    """
    seats = select(TableSeat.table_id).where(TableSeat.user_id.in_(user_ids))
    seen = Table.private.is_(False) & Table.anonymous.is_(False) & Table.analysis.is_(False)
    shown = (Table.status == OPEN) | ((Table.status == PLAYING) & Table.spectators)
    query = select(Table).where(Table.id.in_(seats), seen, shown, Table.exercise.is_(None))
    tables = list(session.scalars(query.order_by(Table.touched.desc()).limit(SHOWN)))
    return infos(session, tables, user, language)


def infos(
    session: Session, tables: Sequence[Table], user: User | None, language: str
) -> list[TableInfo]:
    """Return stored tables as the lobby shows them."""
    return table_infos(session, tables, seats_of_tables(session, tables), user, language)


def seats_of_tables(session: Session, tables: Iterable[Table]) -> dict[str, list[TableSeat]]:
    """Return the seats of tables, without their drafts and notes, which may be long."""
    seats: dict[str, list[TableSeat]] = {table.id: [] for table in tables}
    query = select(TableSeat).where(TableSeat.table_id.in_(seats)).options(*WITHOUT_TEXTS)
    for seat in session.scalars(query):
        seats[seat.table_id].append(seat)
    return seats


def table_infos(
    session: Session,
    tables: Iterable[Table],
    chairs: Mapping[str, list[TableSeat]],
    user: User | None,
    language: str,
) -> list[TableInfo]:
    """Return tables as the lobby shows them to a user."""
    names = _names(session, (chair for each in chairs.values() for chair in each))
    return [table_info(table, chairs[table.id], names, user, language) for table in tables]


def _in_scope(user: User | None, scope: str) -> ColumnElement[bool]:
    mine = select(TableSeat.table_id).where(TableSeat.user_id == (user.id if user else -1))
    if scope == MINE:
        return Table.id.in_(mine) & Table.exercise.is_(None)  # exercises are listed with their game
    if scope == WATCH:
        seen = Table.spectators & Table.private.is_(False) & Table.analysis.is_(False)
        return (Table.status == PLAYING) & seen
    if scope == TAKEOVER:
        return open_for_takeover(user)
    return (Table.status == OPEN) & Table.private.is_(False)


def open_for_takeover(user: User | None) -> ColumnElement[bool]:
    """Select the tables with a seat that a user may take over."""
    me = user.id if user else -1
    wanted = select(TableSeat.table_id).where(TableSeat.takeover_since.is_not(None))
    mine = exists().where(TableSeat.table_id == Table.id, TableSeat.user_id == me)
    listed = Table.private.is_(False) & Table.analysis.is_(False) & Table.aside.is_(None)
    playing = (Table.status == PLAYING) & Table.id.in_(wanted) & listed
    return playing & ~mine & ~_knows_another_seat(me)


def _knows_another_seat(user_id: int) -> ColumnElement[bool]:
    """Return whether a user knows the secrets of a seat of a table that is not open."""
    held = (TableSeat.table_id == SeenSeat.table_id) & (TableSeat.seat == SeenSeat.seat)
    return (
        exists()
        .select_from(SeenSeat)
        .where(held, SeenSeat.table_id == Table.id, SeenSeat.user_id == user_id)
        .where(TableSeat.takeover_since.is_(None))
    )


def _names(session: Session, chairs: Iterable[TableSeat]) -> dict[int, str]:
    ids = {chair.user_id for chair in chairs if chair.user_id is not None}
    return dict(session.execute(select(User.id, User.name).where(User.id.in_(ids))).all())


# -- table info


def one(session: Session, table: Table, user: User | None, language: str) -> TableInfo:
    """Return a stored table as its page shows it."""
    chairs = chairs_of(session, table)
    check_view(table, chairs, user)
    return table_info(table, chairs, _names(session, chairs), user, language)


def room_info(room: Room, user: User | None, language: str) -> TableInfo:
    """Return a cached table as its page shows it."""
    names = {user_id: person.name for user_id, person in room.people.items()}
    return table_info(room.table, room.chairs.values(), names, user, language)


def has_own_data(table: Table) -> bool:
    """Return whether a table's data differ from the server's library."""
    if table.game not in registry.available():
        return False
    game = library.find(table.game)
    other = table.data not in (None, game.data_digest)
    return other or dict(table.overrides) != dict(game.overrides())


def table_info(
    table: Table,
    chairs: Iterable[TableSeat],
    names: Mapping[int, str],
    user: User | None,
    language: str,
) -> TableInfo:
    """Return a table as the lobby shows it to a user."""
    me = user.id if user is not None else None
    pace = read_pace(table.pace)
    by_seat = {chair.seat: chair for chair in chairs}
    order = _in_order(table, by_seat)
    mine = [seat for seat in order if me is not None and by_seat[seat].user_id == me]
    dues = {seat: due for seat in order if (due := by_seat[seat].due) is not None}
    my_dues = [dues[seat] for seat in mine if seat in dues]
    return TableInfo(
        id=table.id,
        game=table.game,
        title=table.title,
        options=table.options,
        status=table.status,
        private=table.private,
        spectators=table.spectators,
        created=table.created,
        started=table.begun,
        updated=table.touched,
        language=table.language,
        time_control=pace,
        on_timeout=table.absence,
        missed_phases=table.missed_phases,
        replacements=table.replacements,
        leave_days=table.leave_days,
        min_reliability=table.min_reliability,
        chat_phases=table.chat_phases,
        chat=table.press,
        anonymous=table.anonymous,
        random_seats=table.lots is not None,
        starts_when_full=table.starts_when_full,
        stand_in_years=table.stand_in_years,
        roll_call=bool(table.calls_roll or table.queue),
        roll_call_until=table.roll_due,
        paired=table.queue is not None,
        paused=table.paused,
        analysis=table.analysis,
        exercise=table.exercise,
        determinized=table.start is not None,
        custom_data=has_own_data(table),
        origin=table.origin,
        rematch=table.rematch,
        host=me is not None and table.host_id == me,
        host_name=None if hides_names(table) else names.get(table.host_id or 0),
        moves=table.moves,
        stage=stage_words(table, language),
        to_move=table.waiting,
        last_move_at=table.moved,
        my_turn=any(s in table.waiting and not by_seat[s].stand_in for s in mine),
        due=min(my_dues or dues.values(), default=None),
        outcome=ending_of(table, by_seat.values(), language),
        unavailable=unavailable_reason(table, language),
        rated=table.rated,
        pace_class=pace_class(pace),
        seats={seat: seat_info(table, by_seat[seat], names, me) for seat in order},
    )


def _in_order(table: Table, by_seat: Mapping[Seat, TableSeat]) -> list[Seat]:
    """Return the seats in the game's order; unordered if the game is not installed."""
    if table.game not in registry.available():
        return list(by_seat)
    try:
        order = registry.load(table.game).seats(table.options)
    except (UserError, LookupError, ValueError):  # options unknown to this version
        return list(by_seat)
    return [seat for seat in order if seat in by_seat] if {*order} == {*by_seat} else list(by_seat)


def stage_words(table: Table, language: str) -> str | None:
    """Return how far a game has come: its turn, round or season."""
    if table.stage is None or table.game not in registry.available():
        return None
    message = Message(table.stage["key"], dict(table.stage["args"]))
    return registry.load(table.game).catalog(language).line(message)


def unavailable_reason(table: Table, language: str) -> str | None:
    """Return why a table is unavailable, in words."""
    if table.aside is None:
        return None
    return catalog_of("entente.server", language).say(why_aside(table.aside))


def seat_info(table: Table, chair: TableSeat, names: Mapping[int, str], me: int | None) -> SeatInfo:
    return SeatInfo(
        name=(name := name_at(table, chair, names, me)),
        user=None if name is None else chair.user_id,
        computer=chair.computer,
        stand_in=chair.stand_in,
        me=me is not None and chair.user_id == me,
        open=is_free(chair),
        ready=bool(chair.ready),
        takeover_since=chair.takeover_since,
    )


def name_at(table: Table, chair: TableSeat, names: Mapping[int, str], me: int | None) -> str | None:
    """Return the name of a seat's player, if the viewer may know it."""
    hidden = hides_names(table) and chair.user_id != me
    return None if chair.user_id is None or hidden else names.get(chair.user_id)


def ending_of(table: Table, chairs: Iterable[TableSeat], language: str) -> Ending | None:
    """Return how a game ended, in words."""
    if table.outcome is None:
        return None
    outcome = msgspec.convert(table.outcome, Outcome)
    reason = ""
    if table.game in registry.available():
        reason = registry.load(table.game).catalog(language).line(outcome.reason)
    made = {
        chair.seat: count
        for chair in chairs
        if chair.computer is None and (count := chair.stand_in_moves)
    }
    return Ending(outcome.winners, outcome.scores, reason, made)
