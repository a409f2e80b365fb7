"""Proposals that players vote on, outside the rules.

A seat makes a proposal; it takes effect once every human player still in the game agrees. One
refusal ends it; it stays visible until the next move. Computer players agree to everything except
an undo by a player who has learned something since, and the end of a rated game.

A proposal lapses after a while, and its voters are notified. A pause ends by itself, and deadlines
can be put off by a limited number of hours in a game.

Absence is not consent: a proposal to end the game lapses when a player misses a deadline or leaves,
and a player with a stand-in must return before the game can end by consent.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from entente.kernel import Outcome, Seat, say
from entente.server.notices.notices import notify
from entente.server.problem import Problem
from entente.server.storage.models import TableSeat
from entente.server.tables.access import check_playing
from entente.server.tables.adjournment import is_adjourned
from entente.server.tables.days import DAY
from entente.server.tables.room import UNDO, Room, VoteTerms
from entente.server.tables.table_events import announce
from entente.server.tables.time_control import HOUR, MINUTE, Deadlines, is_long, put_back
from entente.wire.tables import PLAYING, Live, Phases

DRAW, PAUSE, RESUME, CANCEL = "draw", "pause", "resume", "cancel"
EXTEND = "extend"
CONCEDE = "concede"
KINDS = (DRAW, PAUSE, RESUME, UNDO, CANCEL, EXTEND)
ENDS = (DRAW, CANCEL)  # proposals that end the game
EXTENSION = (1, 168)  # hours by which one proposal can put deadlines off
MOST_EXTENDED = 720  # hours in a whole game
LONGEST_PAUSE = 14 * DAY
LIFE, LIFE_LIVE = 3 * DAY, 15 * MINUTE  # how long a proposal is open


class Ballot(NamedTuple):
    """A proposal: who made it, the answers, and who has not answered."""

    kind: str
    by: Seat
    answers: dict[Seat, bool]
    missing: list[Seat]
    expires: int | None = None
    hours: int | None = None

    @property
    def refused(self) -> bool:
        return not all(self.answers.values())


def voters(room: Room) -> list[Seat]:
    """Return the human players still in the game; if only computers are left, those who were."""
    playing = room.match.game.playing(room.match.state)
    people = [seat for seat in playing if room.player(seat) is None]
    return people or [seat for seat in room.chairs if room.player(seat) is None]


def ballots(room: Room) -> list[Ballot]:
    """Return all proposals at a table."""
    if not room.votes:
        return []
    people = voters(room)
    return [
        Ballot(
            kind,
            next(iter(answers)),
            answers,
            [seat for seat in people if seat not in answers],
            *room.vote_terms.get(kind, VoteTerms()),
        )
        for kind, answers in room.votes.items()
    ]


def vote(
    room: Room, seat: Seat, kind: str, yes: bool, now: float, hours: int | None = None
) -> None:
    """Make, accept, refuse or withdraw a proposal; `hours` is for putting deadlines off."""
    check_playing(room)
    if room.table.class_id is not None:
        raise Problem(409, "class.teacher")
    lapse(room, now)
    if seat not in voters(room):
        raise Problem(409, "vote.not_playing")
    answers = room.votes.get(kind, {})
    if not all(answers.values()):
        answers = {}  # the previous one was refused; this is a new one
    if not yes and not answers:
        raise Problem(409, "vote.none")
    terms = None
    if not answers:
        _check_proposal(room, seat, kind)
        terms = VoteTerms(int(now + life(room)), _checked_hours(room, hours, kind))
    elif kind == EXTEND and yes and hours not in (None, room.vote_terms[kind].hours):
        raise Problem(409, "vote.other_hours")  # another proposal was faster
    proposer = next(iter(answers), seat)
    if not yes and seat == proposer:
        room.set_votes(kind, {}, now)
        return
    room.set_votes(kind, {**answers, seat: yes}, now, terms)
    if terms is not None:
        users = [room.chairs[each].user_id for each in voters(room) if each != seat]
        _ask(room, seat, kind, terms, users)
    count(room, now)


def life(room: Room) -> float:
    """Return for how many seconds a proposal is open."""
    live = isinstance(room.pace, Live) or (isinstance(room.pace, Phases) and not is_long(room.pace))
    return LIFE_LIVE if live else LIFE


def has_lapsed(room: Room, now: float) -> bool:
    """Return whether the time of a proposal is over."""
    return any(t.expires is not None and t.expires <= now for t in room.vote_terms.values())


def lapse(room: Room, now: float) -> None:
    """Drop proposals whose time is over, and notify the players of those that were open."""
    for kind, terms in list(room.vote_terms.items()):
        if terms.expires is None or terms.expires > now or kind not in room.votes:
            continue
        is_open = all(room.votes[kind].values())
        room.set_votes(kind, {}, now)
        if is_open:
            announce(room, now, f"lapsed_{kind}")


def is_pause_over(room: Room, now: float) -> bool:
    """Return whether a pause has lasted as long as it may."""
    ends = room.table.pause_ends
    return bool(room.table.paused) and ends is not None and ends <= now


def end_pause(room: Room, now: float) -> None:
    """Resume a game whose pause has lasted as long as it may."""
    _resume(room)
    announce(room, now, "pause_over")


def _checked_hours(room: Room, hours: int | None, kind: str) -> int | None:
    """Return by how many hours a proposal puts deadlines off. Raise Problem if it may not."""
    if kind != EXTEND:
        return None
    if not isinstance(room.pace, Deadlines):
        raise Problem(409, "vote.no_deadlines")
    if room.table.paused:
        raise Problem(409, "table.paused")
    least, most = EXTENSION
    if hours is None or not least <= hours <= most:
        raise Problem(422, "vote.hours", least=least, most=most)
    left = MOST_EXTENDED - (room.table.extended or 0)
    if hours > left:
        raise Problem(409, "vote.extended", most=MOST_EXTENDED, left=left)
    return hours


def _ask(room: Room, seat: Seat, kind: str, terms: VoteTerms, users: list[int | None]) -> None:
    """Notify players of a proposal, once for repeated proposals."""
    expires, hours = terms.expires or 0, terms.hours or 0
    send = partial(notify, once=True, sender=seat, kind=kind, expires=expires, hours=hours)
    room.jobs.append(lambda session: send(session, users, "notice.vote", room.table))


def withdraw_end_votes(room: Room, now: float) -> None:
    """Drop proposals to end the game, because a player is absent or has left."""
    for kind in ENDS:
        room.set_votes(kind, {}, now)


def count(room: Room, now: float) -> None:
    """Carry out proposals that all voters have accepted; also after the voters have changed."""
    if room.table.status != PLAYING:
        return
    people = set(voters(room))
    for kind, answers in list(room.votes.items()):
        if people <= set(answers) and all(answers.values()):
            hours = room.vote_terms.get(kind, VoteTerms()).hours
            room.set_votes(kind, {}, now)
            if kind == UNDO and not _computers_agree(room, next(iter(answers))):
                continue
            _carry_out(room, kind, next(iter(answers)), now, hours or 0)


def _check_proposal(room: Room, seat: Seat, kind: str) -> None:
    if kind in room.match.game.info.settles:
        raise Problem(409, "vote.in_game")
    if (kind == PAUSE and room.table.paused) or (kind == RESUME and not room.table.paused):
        raise Problem(409, "vote.already")
    if kind == RESUME and is_adjourned(room):
        raise Problem(409, "vote.adjourned")
    if kind == UNDO and _last_open_move(room, seat) is None:
        raise Problem(409, "vote.nothing_to_undo")
    if kind == UNDO and not _computers_agree(room, seat):
        raise Problem(409, "vote.learned")
    if kind in ENDS and any(chair.stand_in for chair in _played(room)):
        raise Problem(409, "vote.absent")
    if kind in ENDS and _saves_rating(room, kind):
        raise Problem(409, "vote.rated_computer")


def _saves_rating(room: Room, kind: str) -> bool:
    """Return whether players could end a rated game for the sake of their ratings.

    A draw with a computer would be a gain, and a game abandoned by its only person no loss.
    """
    computers = any(room.is_computer_seat(chair.seat) for chair in _played(room))
    return room.table.rated and computers and (kind == DRAW or len(voters(room)) == 1)


def _played(room: Room) -> list[TableSeat]:
    """Return the seats still in the game."""
    return [room.chairs[seat] for seat in room.match.game.playing(room.match.state)]


def _computers_agree(room: Room, seat: Seat) -> bool:
    """Return whether the computer players allow an undo.

    The seat must have learned nothing since.
    """
    last = _last_open_move(room, seat)
    if last is None or all(room.player(chair.seat) is None for chair in _played(room)):
        return True
    return not room.match.shown_since(last)


def _carry_out(room: Room, kind: str, proposer: Seat, now: float, hours: int) -> None:
    if kind == DRAW:
        room.end(draw(room))
    elif kind == CANCEL:
        room.end(Outcome((), {}, say("kernel.abandoned")))
    elif kind == PAUSE:
        room.table.paused = int(now)
        room.table.pause_ends = int(now) + LONGEST_PAUSE
        announce(room, now, "paused", days=LONGEST_PAUSE // DAY)
    elif kind == RESUME:
        _resume(room)
        announce(room, now, "resumed")
    elif kind == EXTEND:
        _extend(room, hours, now)
    else:
        undo_by_vote(room, proposer, now)


def _resume(room: Room) -> None:
    room.table.paused = room.table.pause_ends = None


def _extend(room: Room, hours: int, now: float) -> None:
    """Put all running deadlines off."""
    clocks = room.clocks()
    for seat, chair in room.chairs.items():
        change = put_back(clocks, chair, hours * HOUR, now)
        if chair.missed is not None:  # the table no longer waits for this player
            room.set_chair(seat, takeover_since=None)
        if change is not None:
            room.set_chair(seat, **change)
    room.table.extended = (room.table.extended or 0) + hours
    announce(room, now, "extended", hours=hours)


def draw(room: Room) -> Outcome:
    """Return the outcome of a draw among the players still in the game."""
    sharing = room.match.game.playing(room.match.state)
    scores = {seat: 1 / len(sharing) if seat in sharing else 0.0 for seat in room.match.seats}
    return Outcome(sharing, scores, say("kernel.agreed_draw", seats=list(sharing)))


def conceded(room: Room, seat: Seat) -> Outcome:
    """Return the outcome when one of two players concedes."""
    (winner,) = (each for each in room.match.seats if each != seat)
    reason = say("kernel.conceded", seat=seat, winner=winner)
    return Outcome((winner,), {winner: 1.0, seat: 0.0}, reason)


def _last_open_move(room: Room, seat: Seat) -> int | None:
    """Return the index of the move that an undo proposal refers to.

    Players vote on what they can see. Steps of a plan, which its owner may undo freely, do not
    count. Any public move cancels the proposal, so the index stays valid until it is carried out.
    """
    made = enumerate(zip(room.match.moves, room.match.unseen, strict=True))
    return max(
        (n for n, (move, private) in made if move.seat == seat and not private), default=None
    )


def undo_by_vote(room: Room, seat: Seat, now: float) -> None:
    """Undo everything public since a seat's last action."""
    moves, last = room.match.moves, _last_open_move(room, seat)
    if last is None:
        raise Problem(409, "vote.nothing_to_undo")
    if last < room.match.first:
        raise Problem(409, "vote.pinned")
    room.match = room.match.from_start()
    room.match.replay(moves[room.match.first : last])
    room.table.series += 1
    # new random numbers, since the players have seen the old ones
    room.match.reseed(room.table.series)
    room.rewrite_moves(last, now)
    room.forget_snapshots(last - 1)  # a snapshot of this position has another random series
    room.rewound = True
    room.table.moved = int(now)
    room.clear_stale_votes(now)
