"""A table as the lobby and its own page show it to a viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from entente.kernel import Message, OptionValue, Outcome, Seat, UserError, registry
from entente.kernel.schema_hints import one_of
from entente.kernel.text import LanguageCode, catalog_of
from entente.server import library
from entente.server.ratings.pace import PaceClass, pace_class
from entente.server.storage.models import (
    ABANDON,
    COMPUTER,
    FORFEIT,
    RULE,
    WAIT,
    Table,
    TableSeat,
    User,
)
from entente.server.tables.access import hides_names
from entente.server.tables.opening import why_aside
from entente.server.tables.room import Room
from entente.server.tables.spectator_delay import delay_at, is_delayed_for
from entente.server.tables.starting import is_free
from entente.server.tables.time_control import read_pace
from entente.wire.tables import ChatMode, Ending, SpectatorDelay, Status, TimeControl

ABSENCES = (WAIT, COMPUTER, RULE, ABANDON, FORFEIT)


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
    Spectators are `spectator_delay` behind: until the end they get neither the moves nor the stage,
    nor whose turn it is and since when. `spectator_chat`: they may write to each other.
    `refereed`: the host enters the orders of all seats. `class_id`, `club_id`: the table belongs to
    a class, or to a club.
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
    spectator_delay: SpectatorDelay | None
    spectator_chat: bool
    refereed: bool
    class_id: str | None
    club_id: str | None
    seats: dict[Seat, SeatInfo]


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
    late = is_delayed_for(table, mine)
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
        updated=(table.begun or table.created) if late else table.touched,
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
        moves=0 if late else table.moves,
        stage=None if late else stage_words(table, language),
        to_move=[] if late else table.waiting,
        last_move_at=None if late else table.moved,
        my_turn=not table.analysis
        and any(s in table.waiting and not by_seat[s].stand_in for s in mine),
        due=None if late else min(my_dues or dues.values(), default=None),
        outcome=ending_of(table, by_seat.values(), language),
        unavailable=unavailable_reason(table, language),
        rated=table.rated,
        pace_class=pace_class(pace),
        spectator_delay=delay_at(table),
        spectator_chat=table.spectator_chat,
        refereed=table.refereed,
        class_id=table.class_id,
        club_id=table.club_id,
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
