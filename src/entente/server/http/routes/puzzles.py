"""Puzzles: the games that have some, a table for one, the answer, and the user's history."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field

from entente.server import library
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.library import GameId, Language
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable
from entente.server.problem import Problem
from entente.server.study import puzzles
from entente.server.study.puzzle_ratings import PuzzleOutcome
from entente.server.study.puzzles import PuzzleHint, PuzzleHistory, PuzzlePage, PuzzleText
from entente.server.tables import lobby
from entente.server.tables.table_info import TableInfo

router = APIRouter(tags=["puzzles"], route_class=TypedRoute)
READS, TABLES = (240, 60), (600, 3600)  # how many in how many seconds
PuzzleId = Annotated[str, Field(max_length=16), Storable]


class PuzzleRequest(RequestBody):
    """Which puzzle: the one of this `id`, or else one near the rating.

    A guest's browser names the rating and the puzzles it has seen; an account's are stored.
    """

    id: PuzzleId | None = None
    rating: Annotated[int, Field(ge=0, le=4000)] | None = None
    seen: Annotated[list[PuzzleId], Field(max_length=500)] = []


@router.get("/api/puzzles", dependencies=[Depends(limited(*READS, "puzzles"))])
def list_puzzles(who: MaybeVisitor, session: ReadingSession) -> PuzzlePage:
    """Return the games that have puzzles, with the puzzle of the day and the user's rating."""
    return puzzles.page(session, who.user if who else None)


@router.get("/api/me/puzzles", dependencies=[Depends(limited(*READS, "puzzles"))])
def puzzle_history(who: SomeVisitor, session: ReadingSession) -> list[PuzzleHistory]:
    """Return the last puzzles that the user has answered."""
    return puzzles.history(session, who.user)


@router.post(
    "/api/games/{game_id}/puzzles",
    status_code=201,
    dependencies=[
        Depends(limited(*TABLES, "puzzle tables")),
        Depends(limited_account(*TABLES, "puzzle tables")),
    ],
)
def begin_puzzle(
    game_id: GameId,
    body: PuzzleRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> TableInfo:
    """Create a table for a puzzle, replacing the user's earlier one."""
    game = library.find(game_id)
    if body.id is not None:
        puzzle = puzzles.find(game_id, body.id)
    else:
        puzzle = puzzles.next_puzzle(session, who.user, game_id, body.rating, body.seen)
    table = puzzles.begin(session, services.rooms, who.user, game, puzzle)
    return lobby.one(session, table, who.user, language)


@router.get("/api/tables/{table_id}/puzzle")
def get_puzzle(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
    session: ReadingSession,
) -> PuzzleText:
    """Return a puzzle's question, and after an answer whether it is right and why.

    The answer of an account is to be stored first.
    """
    user = who.user if who else None
    room = visible_room(services, table_id, user)
    with room.lock:
        return puzzles.puzzle_text(session, room, user, language)


@router.post("/api/tables/{table_id}/puzzle")
def note_puzzle(
    table_id: Id, who: SomeVisitor, services: RunningServices, session: OneSession
) -> PuzzleOutcome:
    """Store the answer given at the table; the first one to a puzzle changes the ratings."""
    room = visible_room(services, table_id, who.user)
    with room.lock:
        if not room.seats_of(who.user.id):
            raise Problem(403, "table.not_yours")
        return puzzles.note(session, room, who.user)


@router.post("/api/tables/{table_id}/puzzle/hint")
def hint_at_puzzle(
    table_id: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> PuzzleHint:
    """Return what the solution is about. Before the first answer, it counts as a wrong one."""
    room = visible_room(services, table_id, who.user)
    with room.lock:
        if not room.seats_of(who.user.id):
            raise Problem(403, "table.not_yours")
        return puzzles.hint(session, room, who.user, language)
