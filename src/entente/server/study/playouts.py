"""What-if lines on an analysis board.

Computers play on for all seats, and any number of moves is undone in one step.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from entente.players.explanation import StepText
from entente.players.search_result import Step
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.study.analysis import all_known
from entente.server.study.analysis_process import Playout
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.tables import PLAYING


class PlayoutResult(msgspec.Struct):
    """How an analysis board changed in one step.

    The number of moves before and after, and the moves.
    """

    before: int
    moves: int
    steps: list[StepText]


def check_own(room: Room, user: User, number: int | None = None) -> None:
    """Check that the table is the user's running analysis board with this many moves."""
    table = room.table
    if not table.analysis or table.exercise is not None or not all_known(room, user):
        raise Problem(403, "study.not_own")
    if not room.seats_of(user.id):
        raise Problem(403, "study.not_own")
    if table.status != PLAYING:
        raise Problem(409, "table.over")
    if number is not None and number != len(room.match.moves):
        raise Problem(409, "table.stale")


def make_moves(rooms: Rooms, room: Room, user: User, number: int, played: Playout) -> None:
    """Make the moves of a line, skipping those that were answered automatically."""
    with room.lock:
        check_own(room, user, number)
        for step, window in played.steps:
            if room.table.status != PLAYING:
                return
            if room.position.find(step.seat, step.action, window) is not None:
                rooms.act(room, step.seat, room.version, step.action, window)


def try_out(rooms: Rooms, room: Room, user: User, number: int, steps: Sequence[Step]) -> None:
    """Make the steps of a line as far as they are legal.

    Dice and other seats may differ from what was expected.
    """
    with room.lock:
        check_own(room, user, number)
        for step in steps:
            legal = room.position.find(step.seat, step.action)
            if room.table.status != PLAYING or legal is None:
                return
            rooms.act(room, step.seat, room.version, legal[1], legal[0].window)


def rewind(room: Room, number: int, now: float) -> None:
    """Go back to the position after `number` moves.

    On an analysis board the same random numbers follow; at a refereed table players have seen them.
    """
    match = room.match
    if number > len(match.moves):
        raise Problem(422, "moment.later", most=len(match.moves))
    if number < match.first:
        raise Problem(409, "moment.pinned", first=match.first)
    if number == len(match.moves):
        raise Problem(409, "vote.nothing_to_undo")
    again = match.from_start()
    again.replay(match.moves[match.first : number])
    if room.table.refereed:
        room.table.series += 1
    again.reseed(room.table.series)
    room.match = again
    room.rewrite_moves(number, now)
    room.forget_snapshots(number)
    room.rewound = True
    room.table.moved = int(now)
    room.clear_stale_votes(now)
