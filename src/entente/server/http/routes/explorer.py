"""The explorer of openings: its games, its table, the board, and a board of one's own."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from entente.server.http.admission import requester_of
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.limits import limited, limited_account
from entente.server.http.public_pages import is_outsider
from entente.server.http.routes.library import GameId, Language
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study import analysis, explorer
from entente.server.study.explorer import ExploredGame, ExplorerPage, ExplorerRequest
from entente.server.study.opening_tables import ServerFilter
from entente.server.tables import lobby
from entente.server.tables.table_info import TableInfo
from entente.wire.boards import BoardPicture

router = APIRouter(prefix="/api/explorer", tags=["explorer"], route_class=TypedRoute)
READS, BOARDS = (240, 60), (120, 3600)  # how many in how many seconds
LONGEST_MOVE = 300
Rating = Annotated[int | None, Query(ge=0, le=4000)]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE), Storable]


def _user(who: Visitor | None, services: Services) -> User | None:
    """Return who asks. Raise Problem for outsiders where public pages are off."""
    user = who.user if who else None
    if is_outsider(services.settings, user):
        raise Problem(401, "table.account_needed")
    return user


async def explorer_request(
    game_id: GameId,
    source: Literal["server", "arena"] = "server",
    side: Annotated[str, Query(max_length=40), Storable] = "",
    move: Annotated[list[MoveText], Query(max_length=explorer.MOST_PATH)] = [],  # noqa: B006
    players: Literal["people", "computers", "both"] | None = None,
    least: Rating = None,
    most: Rating = None,
    since: Annotated[date | None, Query()] = None,
    level: Annotated[Id | None, Query()] = None,
) -> ExplorerRequest:
    """Parse the query. `move`, repeated, is the path; `least` and `most` bound the rating."""
    wanted = ServerFilter(players, least, most, since)
    return ExplorerRequest(game_id, source, side, tuple(move), wanted, level)


Asked = Annotated[ExplorerRequest, Depends(explorer_request)]
READING = [Depends(limited(*READS, "explorer"))]


@router.get("", dependencies=READING)
def list_explored_games(
    who: MaybeVisitor, services: RunningServices, session: ReadingSession, language: Language
) -> list[ExploredGame]:
    """Return the games of the explorer, with their sides and steps."""
    _user(who, services)
    return explorer.explored(session, language)


@router.get("/{game_id}", dependencies=READING)
def get_openings(
    asked: Asked,
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    request: Request,
    language: Language,
) -> ExplorerPage:
    """Return what was played after some moves, how often, and how it ended.

    `source` is `server`, the finished public games of this server, or `arena`, games between
    computers that come with the game. `players`, `least`, `most` and `since` apply to the former,
    `level` to the latter.
    """
    user = _user(who, services)
    with services.queries.reading(requester_of(request, user.id if user else None)):
        return explorer.page(session, asked, language)


@router.get("/{game_id}/board", dependencies=READING)
def get_explorer_board(
    asked: Asked,
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    request: Request,
    language: Language,
) -> BoardPicture | None:
    """Return the board of the first example, with the last of the moves; null without one."""
    user = _user(who, services)
    place = explorer.board_place(session, asked)
    if place is None:
        return None
    with services.queries.reading(requester_of(request, user.id if user else None)):
        if place.table_id is None:
            position = explorer.arena_match(asked.game, place.number, place.moves).position
        else:
            room = visible_room(services, place.table_id, user)
            with room.lock:
                moves = list(room.match.moves)
            position = services.moments.track(room).at(moves, place.moves)
        return explorer.board_picture(asked, position, language)


class ArenaBoard(RequestBody):
    """A game of the arena, and how many of its first moves are made."""

    number: Annotated[int, Field(ge=0, le=100_000)]
    moves: Annotated[int, Field(ge=0, le=10_000)]


@router.post(
    "/{game_id}/board",
    status_code=201,
    dependencies=[
        Depends(limited(*BOARDS, "explorer boards")),
        Depends(limited_account(*BOARDS, "explorer boards")),
    ],
)
def open_arena_game(
    game_id: GameId,
    body: ArenaBoard,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> TableInfo:
    """Create an analysis board with the first moves of a game of the arena."""
    _user(who, services)
    match = explorer.arena_match(game_id, body.number, body.moves)
    return lobby.one(session, analysis.keep(session, who.user, match), who.user, language)
