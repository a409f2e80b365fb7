"""What the computers of a table know when they negotiate: past seasons and their own letters.

Everything comes from the stored moves and letters, so every process finds the same.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from entente.kernel import Caution, IllegalAction, Match, Seat
from entente.kernel.text import LANGUAGES
from entente.players import PlayerMessage, message_text
from entente.players.letters import ACCEPT, Letters, Offer, Season
from entente.players.negotiators import negotiates, rules_of
from entente.server.storage.database import Sessions
from entente.server.storage.letters import readable
from entente.server.storage.models import Letter, Table, TableSeat
from entente.server.tables.chat import restriction, seats_in
from entente.server.tables.proposal_answers import season_start
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch, Clock
from entente.wire.tables import FULL, OVER, PLAYING

log = logging.getLogger("entente.negotiation")

COUNTED = 600.0  # seconds between two counts of promises
KEPT = 128  # cached histories, for all tables


class History(NamedTuple):
    """The past seasons of a table, and the number of moves before each; those before `first` are
    unknown."""

    seasons: tuple[Season, ...] = ()
    starts: tuple[int, ...] = ()
    first: int = 0


class Histories:
    """A cache of histories; missing ones are replayed from the moves."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int, int], History] = OrderedDict()
        self._lock = Lock()  # used by several threads

    def of(self, room: Room) -> History:
        """Return the seasons before the current one. The room is locked."""
        return self.up_to(room, season_start(room))

    def up_to(self, room: Room, last: int) -> History:
        """Return the seasons before a number of moves. The room is locked."""
        moves = hash(tuple((move.seat, move.action) for move in room.match.moves[:last]))
        name = (room.table.id, last, moves)  # moves may have been undone
        with self._lock:
            known = self._known.get(name)
        if known is None:
            known = history_of(room.match, last)
            with self._lock:
                self._known[name] = known
                if len(self._known) > KEPT:
                    self._known.popitem(last=False)
        return known


def history_of(match: AnyMatch, last: int) -> History:
    """Replay the moves up to a number, and note each season in which orders were given.

    A table of an earlier release may not be replayable from its start: then its history begins with
    the snapshot, and what was promised before is forgotten.
    """
    if match.first:
        whole = Match(match.game, match.options, match.seed, match.start, match.rules)
        try:
            return _replayed(match, whole, last)
        except (IllegalAction, LookupError, ValueError):
            log.warning("the past seasons of a table cannot be replayed")
    return _replayed(match, match.from_start(), last)


def finished_moves(match: AnyMatch) -> int:
    """Return the number of moves in finished seasons. The orders of an unfinished one are not
    carried out, and stay secret, even if the game was cancelled."""
    return min(match.opened.values(), default=len(match.moves))


def _replayed(match: AnyMatch, again: AnyMatch, last: int) -> History:
    rules = rules_of(match.game.info.id)
    if rules is None:
        return History()
    seasons, starts, window = list[Season](), list[int](), None
    first, is_season = again.first, False
    for number in range(first, last):
        move = match.moves[number]
        if match.windows[number] != window:
            window = match.windows[number]
            is_season = rules.can_negotiate(again.position)
            if is_season:
                seasons.append(Season(rules.facts(again.position), {}))
                starts.append(number)
        if is_season:
            season = seasons[-1]
            seasons[-1] = season._replace(actions={**season.actions, move.seat: move.action})
        again.repeat(move)
    return History(tuple(seasons), tuple(starts), first)


def negotiating_seats(room: Room) -> list[Seat]:
    """Return the seats of computers that negotiate at a table.

    A computer that stands in for a person, or keeps a seat for the next one, does not: the letters
    are not its own.
    """
    table = room.table
    if table.press != FULL or table.exercise is not None:
        return []
    return [
        seat
        for seat, chair in room.chairs.items()
        if chair.user_id is None
        and chair.takeover_since is None
        and negotiates(chair.computer, table.game)
    ]


def may_negotiate(room: Room) -> bool:
    """Whether computers may write and answer now."""
    rules = rules_of(room.table.game)
    return (
        rules is not None
        and room.table.status == PLAYING
        and not room.table.paused
        and restriction(room) is None
        and rules.can_negotiate(room.position)
    )


def waits_for_people(room: Room) -> bool:
    """Whether a person has not submitted yet. Computers that negotiate submit last."""
    return any(room.player(seat) is None for seat in room.decisions())


def count_promises(sessions: Sessions, room: Room) -> None:
    """Count how the computers of a finished game kept their word; stored with its end."""
    rules, seats = rules_of(room.table.game), negotiating_seats(room)
    if rules is None or not seats:
        return
    with sessions() as session:
        found = select(Letter.number).where(Letter.table_id == room.table.id)
        if session.scalar(found.where(Letter.conversation != "").limit(1)) is None:
            return
        history = history_of(room.match, finished_moves(room.match))
        letters = all_letters(session, room, history)
    for seat in seats:
        kept, broken = rules.count_promises(letters, seat)
        room.set_chair(seat, promises_kept=kept, promises_broken=broken)


class PromiseCount(msgspec.Struct):
    """How a computer player kept its promises in finished games."""

    kept: int
    broken: int


class PromiseCounts:
    """The promises of computer players, counted again every few minutes."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[float, dict[str, PromiseCount]]] = {}

    def of(self, session: Session, game: str) -> dict[str, PromiseCount]:
        """Return the promises of each player of a game."""
        counted, counts = self._known.get(game, (-COUNTED, {}))
        if self._clock() - counted >= COUNTED:
            counts = promise_counts(session, game)
            self._known[game] = (self._clock(), counts)
        return counts


def promise_counts(session: Session, game: str) -> dict[str, PromiseCount]:
    """Return the promises of computer players in all finished games, by player."""
    kept, broken = func.sum(TableSeat.promises_kept), func.sum(TableSeat.promises_broken)
    found = session.execute(
        select(TableSeat.computer, kept, broken)
        .join(Table)
        .where(Table.game == game, Table.status == OVER)
        .where(TableSeat.computer.is_not(None))
        .where(TableSeat.promises_kept + TableSeat.promises_broken > 0)
        .group_by(TableSeat.computer)
    )
    return {name or "": PromiseCount(int(yes), int(no)) for name, yes, no in found}


def letters_of(session: Session, room: Room, seat: Seat, history: History) -> Letters:
    """Return the correspondence of a seat: only what its player may read."""
    mine = readable(room.table.id, [seat])
    return _letters(session, mine, history, len(room.match.moves))


def outcomes_for(
    session: Session, room: Room, seats: Iterable[Seat], histories: Histories, language: str
) -> dict[int, list[str]]:
    """Return who kept and who broke the proposals that the holder of these seats may read, in words
    and by stored number. The room is locked.

    Only these letters and the orders of finished seasons count, so that nothing tells of the
    letters of others.
    """
    rules, over = rules_of(room.table.game), room.table.status == OVER
    if rules is None or room.table.status not in (PLAYING, OVER):
        return {}
    mine = readable(room.table.id, tuple(seats))
    answers = session.scalars(select(Letter.answers).where(mine))
    if not any(ACCEPT in each.values() for each in answers):
        return {}
    history = histories.up_to(room, finished_moves(room.match))
    letters = _letters(session, mine, history, len(room.match.moves), room.match.seats)
    found = rules.outcomes(letters, None if over else rules.facts(room.position))
    language = language if language in LANGUAGES else "en"
    return {
        number: [
            message_text(room.match.game, PlayerMessage("", each.message, each.kinds), language)
            for each in messages
        ]
        for number, messages in found.items()
    }


def promise_cautions(
    session: Session, room: Room, seat: Seat, histories: Histories, action: str
) -> list[Caution]:
    """Return a caution for each promise of a seat that an action would break. The room is locked.

    Only letters that the seat's player may read count, and the orders of finished seasons. The
    caller checks that it is the player's own seat.
    """
    rules, mine = rules_of(room.table.game), readable(room.table.id, [seat])
    if rules is None or room.table.status != PLAYING or not rules.can_negotiate(room.position):
        return []
    answers = session.scalars(select(Letter.answers).where(mine))
    if not any(ACCEPT in each.values() for each in answers):
        return []
    letters = _letters(session, mine, histories.of(room), len(room.match.moves), room.match.seats)
    return rules.cautions(letters, rules.facts(room.position), seat, action)


def all_letters(session: Session, room: Room, history: History) -> Letters:
    """Return every private proposal of a table, to count promises when the game is over."""
    every = Letter.table_id == room.table.id
    return _letters(session, every, history, len(room.match.moves))


def _letters(
    session: Session,
    which: ColumnElement[bool],
    history: History,
    last: int,
    public: tuple[Seat, ...] = (),
) -> Letters:
    """Return proposals; those of seasons that were undone are left out.

    `public` are the seats that read the public ones; without them, these are left out.
    """
    query = select(Letter).where(which).order_by(Letter.number)
    found = session.scalars(query if public else query.where(Letter.conversation != ""))
    offers = [
        Offer(
            letter.number,
            letter.sender,
            seats_in(letter.conversation) or public,
            tuple(letter.proposal),
            season_of(history, letter.move),
            dict(letter.answers),
        )
        for letter in found
        if letter.proposal and history.first <= letter.move <= last
    ]
    return Letters(history.seasons, tuple(offers))


def season_of(history: History, move: int) -> int:
    """Return the season in which a proposal was made, by the number of moves before it.

    Proposals are made while orders are written: what is not in a past season is in the current one.
    """
    place = bisect_right(history.starts, move) - 1
    if place < 0:
        return 0
    end = history.starts[place] + len(history.seasons[place].actions)
    return place if move < end else place + 1
