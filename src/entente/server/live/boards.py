"""A table in short: the board as spectators see it, its players and clocks, the last of the log."""

from __future__ import annotations

from entente.kernel import Catalog, Message
from entente.kernel.text import catalog_of
from entente.server.live.table_state import current_view, log_lines, timer_of
from entente.server.problem import Problem
from entente.server.storage.models import TableSeat
from entente.server.tables.access import SeatAccess, hides_names
from entente.server.tables.club_tables import check_seen
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_delay import delay_of
from entente.server.tables.spectator_room import prepare, shown_room
from entente.server.tables.table_info import ending_of
from entente.wire.boards import (
    MOST_LINES,
    BoardClosed,
    BoardPicture,
    BoardPlayer,
    BoardsFrame,
    LiveBoard,
)
from entente.wire.tables import OPEN


def board_of(rooms: Rooms, table_id: str, user_id: int | None, language: str) -> BoardsFrame:
    """Return a table in short for a user, or that they may not watch it."""
    try:
        room = rooms.get(table_id)
        if room.table.club_id is not None:
            with rooms.sessions() as session:
                check_seen(session, table_id, user_id)
        if not room.seats_of(user_id):
            prepare(room)
        with room.lock:
            access = SeatAccess.of(room, user_id)
            access.check_view()
            return seen_board(shown_room(room, access.seats), language)
    except Problem as problem:
        return closed(table_id, problem, language)


def closed(table_id: str, problem: Problem, language: str) -> BoardClosed:
    """Return why a table cannot be watched."""
    return BoardClosed(table_id, catalog_of("entente.server", language).line(problem.message))


def seen_board(room: Room, language: str) -> LiveBoard:
    """Return a room in short, as a spectator sees it. The room is locked."""
    table, catalog = room.table, room.match.game.catalog(language)
    stage = None if table.stage is None else Message(table.stage["key"], dict(table.stage["args"]))
    total = room.visible_counts(()).moves(len(room.match.moves))
    lines = log_lines(room, (), catalog, max(0, total - MOST_LINES))
    return LiveBoard(
        table=table.id,
        game=table.game,
        title=table.title,
        status=table.status,
        stage=None if stage is None else catalog.line(stage),
        moves=total,
        paused=table.paused is not None,
        delay=delay_of(table),
        players={seat: _player(room, chair, catalog) for seat, chair in room.chairs.items()},
        outcome=ending_of(table, room.chairs.values(), language),
        lines=[line.text for line in lines[-MOST_LINES:]],
        picture=picture_of(room, catalog),
        timer=timer_of(table.timer),
    )


def _player(room: Room, chair: TableSeat, catalog: Catalog) -> BoardPlayer:
    person = room.people.get(chair.user_id) if chair.user_id is not None else None
    presentation = room.match.game.presentation
    return BoardPlayer(
        seat=presentation.seat_title(chair.seat, room.table.options, catalog),
        name=None if person is None or hides_names(room.table) else person.name,
        computer=chair.computer or chair.stand_in,
        to_move=chair.seat in (room.table.waiting or ()),
        due=chair.due,
        seconds_left=chair.left,
    )


def picture_of(room: Room, catalog: Catalog) -> BoardPicture | None:
    """Return what the position adds to the empty board; None if the game has none."""
    presentation = room.match.game.presentation
    if presentation.plan(catalog) is None:
        return None
    view = None if room.table.status == OPEN else current_view(room, None)
    pieces = None if view is None else presentation.pieces(view, catalog)
    if pieces is None:
        return BoardPicture("", {}, "")
    attributes = {name: dict(each) for name, each in pieces.attributes.items()}
    return BoardPicture(pieces.svg, attributes, pieces.style)
