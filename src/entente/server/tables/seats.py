"""Seats: join, leave, fill with computers, hand over, stand in, concede.

Everything here changes a room in memory; `Rooms.change` stores it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from functools import partial

from entente.kernel import Seat
from entente.players import offered_at_tables
from entente.server.notices.kinds import REMOVED
from entente.server.problem import Problem
from entente.server.ratings.eligibility import check_guest, check_measured
from entente.server.storage.digests import digest
from entente.server.storage.letters import hide_earlier
from entente.server.storage.models import FORFEIT, Table, User
from entente.server.tables import absent_players, starting, votes
from entente.server.tables.access import check_playing
from entente.server.tables.club_tables import check_member
from entente.server.tables.room import Person, Room
from entente.server.tables.room_state import STAND_IN
from entente.server.tables.starting import is_free, is_full, start_if_ready
from entente.server.tables.table_events import announce, record
from entente.server.tables.time_control import HOUR, come_back, take_up
from entente.wire.tables import OPEN, OVER, PLAYING

OLD_ENOUGH = 24 * HOUR  # seconds since a newcomer who takes over a seat has signed up


def check_computer(name: str | None, game_id: str) -> None:
    if name is not None and name not in offered_at_tables(game_id):
        raise Problem(422, "table.computer", name=name)


# -- before the game


def join(room: Room, user: User, seat: Seat, now: float, *, move: bool = False) -> None:
    """Take a free seat, or `move` to it from another. Filling the last seat may start the game."""
    chair = room.chair(seat)
    _check_open(room)
    if not is_free(chair):
        raise Problem(409, "table.taken")
    if user.id in room.table.barred:
        raise Problem(403, "seat.barred")
    check_guest(room.table, user)
    mine = room.seats_of(user.id)
    if move:
        for each in mine:
            room.clear_chair(each)
    elif mine and not _may_take_several(room, user):
        raise Problem(409, "seat.one")
    _sit(room, seat, user)
    start_if_ready(room, now, user.id)
    starting.call_off(room)


def join_again(room: Room, user: User, seats: Iterable[Seat], now: float) -> None:
    """Take the seats of a rematch reserved for a user: as many as before."""
    for seat in seats:
        _check_open(room)
        _sit(room, seat, user)
        start_if_ready(room, now, user.id)


def check_several(table: Table, taken: Collection[Seat], free: Collection[Seat]) -> None:
    """Check whether a host may take several seats of a new table.

    That is for playing alone, with every seat filled, or for a private table.
    """
    if len(taken) < 2:
        return
    if table.anonymous or table.rated:
        raise Problem(409, "seat.one")
    if free and not table.private:
        raise Problem(409, "seat.several")


def _may_take_several(room: Room, user: User) -> bool:
    """Return whether a user may hold several seats: only the host of a private table."""
    table = room.table
    several = table.private and not table.anonymous and not table.rated
    return several and table.host_id == user.id


def fill(room: Room, user: User, seat: Seat, computer: str | None, now: float) -> None:
    """Seat a computer player, or remove one. For the host."""
    chair = room.chair(seat)
    check_host(room, user)
    check_computer(computer, room.table.game)
    check_measured(room.table, computer)
    _check_open(room)
    if chair.user_id is not None:
        raise Problem(409, "table.taken")
    room.set_chair(seat, computer=computer)
    start_if_ready(room, now, user.id)
    starting.call_off(room)


def kick(room: Room, user: User, seat: Seat) -> None:
    """Remove a player from a seat.

    For the host. The player is notified and needs an invitation to return.
    """
    chair = room.chair(seat)
    check_host(room, user)
    _check_open(room)
    removed = chair.user_id
    if removed is None:
        raise Problem(409, "seat.nobody")
    room.clear_chair(seat)
    if removed != user.id:
        room.table.barred = sorted({*room.table.barred, removed})
        room.notify([removed], REMOVED, seat=seat)
    starting.call_off(room)


def start(room: Room, user: User, now: float) -> None:
    """Start the game once every seat is taken. For the host; without a host, for any player."""
    if room.table.host_id is not None or not room.seats_of(user.id):
        check_host(room, user)
    _check_open(room)
    if not is_full(room):
        raise Problem(409, "table.not_full")
    starting.start_or_call(room, now, user.id)


# -- at any time


def leave(room: Room, user: User, seat: Seat, now: float) -> None:
    """Leave a seat. Before the game it becomes free; during the game a computer takes it, but a
    game of two that is lost on time is lost."""
    room.own_chair(seat, user.id)
    if room.table.status == OVER:
        raise Problem(409, "table.over")
    if room.table.status == OPEN:
        leave_open(room, user.id, seat)
        return
    if room.table.class_id is not None:
        raise Problem(409, "class.teacher")
    if room.table.refereed:
        raise Problem(409, "referee.seats")
    if room.table.absence == FORFEIT and any(_others(room, user)):  # a person
        absent_players.lose_by_leaving(room, seat)
        return
    room.clear_chair(seat, computer=STAND_IN)
    absent_players.open_seat(room, seat, now)
    record(room, now, "left", seat=seat)
    _find_host(room, user.id)
    room.notify(_others(room, user), "notice.left", seat=seat)
    votes.withdraw_end_votes(room, now)
    votes.count(room, now)


def leave_open(room: Room, user_id: int, seat: Seat) -> None:
    """Leave a seat before the game; the other players of a paired table wait for a new one."""
    if room.table.queue is not None:
        starting.note_absent(room, [user_id], room.clock())
        starting.disband(room, starting.players(room) - {user_id})
        return
    room.clear_chair(seat)
    _find_host(room, user_id)
    starting.call_off(room)


def concede(room: Room, user: User, seat: Seat, now: float) -> None:
    """Concede. Of two players the other wins; of more, a computer takes the seat."""
    room.own_chair(seat, user.id)
    check_playing(room)
    if room.table.class_id is not None:
        raise Problem(409, "class.teacher")
    if votes.CONCEDE in room.match.game.info.settles:
        raise Problem(409, "vote.in_game")
    if len(room.match.seats) == 2:
        room.end(votes.conceded(room, seat))
    else:
        leave(room, user, seat, now)


def abandon(room: Room, user: User) -> None:
    """Close a table at which no game has started. For the host."""
    check_host(room, user)
    _check_open(room)
    room.table.status = OVER


def offer(room: Room, user: User, seat: Seat, withdraw: bool = False) -> str:
    """Create a link by which another person takes the seat.

    The host may offer a computer's seat. A new link replaces the old one. Only its digest is
    stored.
    """
    chair = room.chair(seat)
    if chair.user_id is not None or room.table.host_id != user.id:
        room.own_chair(seat, user.id)
    if room.table.status == OVER:
        raise Problem(409, "table.over")
    if room.table.exercise is not None:
        raise Problem(409, "exercise.alone")
    if room.table.queue is not None and room.table.status == OPEN:
        raise Problem(409, "pairing.offer")
    if room.table.class_id is not None:
        raise Problem(409, "class.teacher")
    if room.table.refereed:
        raise Problem(409, "referee.seats")
    _check_person(room, seat)
    token = "" if withdraw else secrets.token_urlsafe(24)
    room.set_chair(seat, offer=digest(token) if token else None)
    return token


def offered_seat(room: Room, token: str) -> Seat:
    """Return the seat that a link offers. Raise Problem if it offers none."""
    seat = next((s for s, chair in room.chairs.items() if chair.offer == digest(token)), None)
    if seat is None or room.table.status == OVER:
        raise Problem(404, "seat.no_offer")
    return seat


def take(room: Room, user: User, token: str, now: float) -> Seat:
    """Take an offered seat. Refused if the user has held another seat and knows its secrets."""
    seat = offered_seat(room, token)
    if room.seats_of(user.id):
        raise Problem(409, "seat.already")
    check_guest(room.table, user)
    if room.seen_by(user.id) - {seat}:
        raise Problem(409, "seat.seen")
    _check_person(room, seat)
    chair, before = room.chairs[seat], room.chairs[seat].user_id
    if before is None:  # the host offers it: no player of the seat hands over its letters
        _hide_earlier_letters(room, seat, user)
    if room.table.host_id == before and before is not None:
        room.table.host_id = user.id
    room.set_chair(seat, **come_back(room.clocks(), chair, now))
    _sit(room, seat, user)
    room.notify([before, *_others(room, user)], "notice.taken", seat=seat)
    if room.table.status == OPEN:
        start_if_ready(room, now, user.id)
    else:
        _begin_in_seat(room, seat, user, now)
    return seat


def take_over(room: Room, user: User, seat: Seat, now: float) -> None:
    """Take a seat that is open for takeover, from its computer and its absent player.

    The new player sees the seat's position, and so must not know the secrets of another seat.
    """
    chair = room.chair(seat)
    check_playing(room)
    if chair.takeover_since is None:
        raise Problem(409, "seat.not_open")
    if user.id in room.table.barred:
        raise Problem(403, "seat.barred")
    check_guest(room.table, user)
    if room.seats_of(user.id):
        raise Problem(409, "seat.already")
    if room.seen_by(user.id) - {seat}:
        raise Problem(409, "seat.seen")
    before, known = chair.user_id, seat in room.seen_by(user.id)
    if not known:
        _check_successor(user, now)
    _hide_earlier_letters(room, seat, user)
    room.set_chair(seat, **take_up(room.clocks(), chair, now, known=known))
    _sit(room, seat, user)
    sitting = {each.user_id for each in room.chairs.values()}
    if room.table.host_id not in sitting:
        room.table.host_id = user.id
    room.notify([before], "notice.replaced", seat=seat)
    room.notify(_others(room, user), "notice.taken", seat=seat)
    _begin_in_seat(room, seat, user, now)


def takeover_from(user: User) -> int | None:
    """Return since when a newcomer may take over seats from the lobby; None for a guest.

    A guest, or an account made for it, could be a second one of a person at the table.
    """
    return None if user.guest else user.created + OLD_ENOUGH


def _check_successor(user: User, now: float) -> None:
    """Raise Problem unless a newcomer may take over a seat from the lobby."""
    if (since := takeover_from(user)) is None:
        raise Problem(403, "seat.takeover_guest")
    if now < since:
        raise Problem(403, "seat.takeover_new", hours=OLD_ENOUGH // HOUR)


def _hide_earlier_letters(room: Room, seat: Seat, user: User) -> None:
    """Hide the private letters of a seat so far from a new player.

    A former player who returns keeps the letters, unless another one had the seat meanwhile.
    """
    holders = {user_id for user_id, held in room.seen if held == seat}
    is_first = holders == {user.id}
    room.jobs.append(partial(hide_earlier, table_id=room.table.id, seat=seat, is_first=is_first))


def _begin_in_seat(room: Room, seat: Seat, user: User, now: float) -> None:
    """Note that a person has taken a seat of a running game.

    A player who held it before gets no second grace period and no second leave.
    """
    if seat in room.seen_by(user.id):
        used = room.table.leave_days or 0
        room.set_chair(seat, grace_used=True, leave_used=used)
    room.set_chair(seat, seated=int(now))
    room.note_seen()
    record(room, now, "taken", seat=seat)


# -- a computer for a person


def stand_in(room: Room, seat: Seat, now: float) -> None:
    """Let a computer play a seat until its player returns."""
    year = room.match.game.year(room.match.state)
    room.set_chair(seat, stand_in=STAND_IN, stand_in_since=year)
    absent_players.open_seat(room, seat, now)
    votes.withdraw_end_votes(room, now)
    votes.count(room, now)


def return_to_seat(room: Room, user: User, seat: Seat, now: float) -> None:
    """Take a seat back from the stand-in computer."""
    chair = room.own_chair(seat, user.id)
    if chair.stand_in is None:
        raise Problem(409, "seat.no_stand_in")
    room.set_chair(seat, **come_back(room.clocks(), chair, now))
    room.set_chair(seat, stand_in=None, stand_in_since=None, takeover_since=None)
    room.set_chair(seat, missed_run=0, missed_window=None)
    announce(room, now, "returned", without=[seat], seat=seat)


# -- helpers


def _sit(room: Room, seat: Seat, user: User) -> None:
    if (club := room.table.club_id) is not None:
        room.jobs.append(partial(check_member, club_id=club, user_id=user.id))
    room.clear_chair(seat, user_id=user.id, computer=None)
    room.people[user.id] = Person.from_preferences(user.name, user.preferences)


def _others(room: Room, user: User) -> list[int | None]:
    ids = (chair.user_id for chair in room.chairs.values())
    return [each for each in ids if each != user.id]


def _find_host(room: Room, leaving: int) -> None:
    """Choose a new host when the host leaves.

    Without anyone left, a table whose game has not started is closed.
    """
    if room.table.host_id != leaving:
        return
    people = [chair.user_id for chair in room.chairs.values() if chair.user_id is not None]
    if not people and room.table.status == OPEN:
        room.table.status = OVER
    elif people and room.table.host_id not in people:
        room.table.host_id = people[0]


def _check_person(room: Room, seat: Seat) -> None:
    """Raise Problem if a person is to take a seat in a rated game: a computer's, or one of two.

    The game would have one rated player fewer, and the last one would lose nothing.
    """
    if not room.table.rated or room.table.status != PLAYING:
        return
    if room.is_computer_seat(seat):
        raise Problem(409, "seat.rated_computer")
    if len(room.chairs) == 2:
        raise Problem(409, "seat.rated_offer")


def _check_open(room: Room) -> None:
    if room.table.status == OVER:
        raise Problem(409, "table.over")
    if room.table.status != OPEN:
        raise Problem(409, "table.started")


def check_host(room: Room, user: User) -> None:
    if room.table.host_id != user.id:
        raise Problem(403, "seat.host")
