"""What chapters start from: a new game, a moment of a table, a record."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping

import msgspec
from sqlalchemy.orm import Session

from entente.kernel import Match, OptionValue, UserError, registry
from entente.kernel.record import record_of
from entente.server import library
from entente.server.problem import Problem
from entente.server.storage.digests import digest
from entente.server.storage.models import Table, User
from entente.server.studies.positions import ChapterPositions
from entente.server.studies.steps import LineBuilder
from entente.server.studies.store import ChapterPlan
from entente.server.studies.tree import MOST_NODES, ROOT, ChapterStart, Tree, pack_start
from entente.server.study.analysis import all_known, imagined, replayed, seat_to_know
from entente.server.study.past_positions import PastPositions, up_to
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyMatch
from entente.wire.tables import OVER

MOST_ORIGINS = 20  # analysis boards made from each other
BUILD_SECONDS = 20.0  # of CPU time to make the line of a game


def new_game(
    name: str, game_id: str, options: Mapping[str, OptionValue], language: str
) -> ChapterPlan:
    """Return a chapter that starts with a new game."""
    if game_id not in registry.available():
        raise Problem(422, "game.unknown", name=game_id)
    game = library.find(game_id)
    try:
        match: AnyMatch = Match(game, game.info.complete(options), secrets.token_hex(16))
    except UserError as mistake:
        raise Problem(422, "table.option", reason=mistake.text(language)) from None
    return chapter_from(name, match)


def chapter_from(name: str, match: AnyMatch, *, line: bool = False) -> ChapterPlan:
    """Return a chapter of a match: its last position, or with `line` the game from its start."""
    return chapter_of_match(name, match, line=line)[0]


def chapter_of_match(
    name: str, match: AnyMatch, *, line: bool
) -> tuple[ChapterPlan, dict[int, int]]:
    """Return a chapter, and the node of each move of its line.

    The record of a match names no players: a deleted account would keep its name.
    """
    record = record_of(match)
    game, tree, places = match.game.info.id, Tree(), dict[int, int]()
    start = ChapterStart(record.header, [] if line else record.moves)
    first = match.from_start() if line else match
    tree.nodes[ROOT].stage = match.game.presentation.stage(first.state)
    if line:
        until = time.thread_time() + BUILD_SECONDS

        def in_time() -> None:
            if time.thread_time() > until:
                raise Problem(422, "record.slow")

        positions = ChapterPositions(start, match.game, {})
        builder = LineBuilder(tree, positions.at([tree.nodes[ROOT]]).copy(), positions.seed)
        places = builder.add(record.moves, in_time)
        if len(tree.nodes) > MOST_NODES:
            raise Problem(422, "studies.long_game", most=MOST_NODES)
    packed, made = pack_start(start), start_digest(start)
    return ChapterPlan(name, game, packed, tree, start_digest=made), places


def start_digest(start: ChapterStart) -> str | None:
    """Return the digest of a position that a chapter starts from; None for a whole game."""
    if start.header.start is None:
        return None
    return digest(msgspec.json.encode(start.header.start).decode())


def game_under_way(session: Session, table: Table) -> str | None:
    """Return the game under way that a table is, or that an analysis board was made from."""
    for _ in range(MOST_ORIGINS):
        if not table.analysis:
            return None if table.status == OVER else table.id
        origin = None if table.origin is None else session.get(Table, table.origin)
        if origin is None:
            return None
        table = origin
    return table.id


def line_of_table(
    name: str, room: Room, user: User, under_way: str | None = None
) -> tuple[ChapterPlan, dict[int, int]]:
    """Return a chapter of a whole game, and the node of each move after its first ones.

    For a finished game and one's own analysis board; `under_way` is the game that it comes from.
    """
    if room.table.exercise is not None:
        raise Problem(403, "studies.exercise")
    if not all_known(room, user):
        raise Problem(409, "moment.not_over")
    with room.lock:
        match, number = room.match, len(room.match.moves)
    plan, places = chapter_of_match(name, replayed(match, match.moves, number), line=True)
    first = match.first
    by_move = {first + place: node for place, node in places.items()}
    secret = under_way is not None
    return plan._replace(table_id=under_way or room.table.id, secret=secret), by_move


def moment_of_table(
    name: str,
    moments: PastPositions,
    room: Room,
    user: User,
    number: int,
    seat: str | None = None,
    under_way: str | None = None,
) -> ChapterPlan:
    """Return a chapter that starts at a moment of a table.

    While the game goes on, from what the user may know in one of their seats; the rest is sampled,
    and no one else sees the chapter until the end.
    """
    if room.table.exercise is not None:
        raise Problem(403, "studies.exercise")
    moves, true_number = up_to(room, room.seats_of(user.id), number)
    if all_known(room, user):
        match = replayed(room.match, moves, true_number)
        plan, secret = chapter_from(name, match), under_way is not None
        return plan._replace(table_id=under_way or room.table.id, secret=secret)
    known = seat_to_know(room, user, seat)
    match = imagined(moments.track(room).at(moves, true_number), known)
    return chapter_from(name, match)._replace(table_id=room.table.id, secret=True)
