"""Exercises: their list, a table to solve one, and the verdict."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from entente.server import library
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.library import GameId, Language
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.study import exercises
from entente.server.study.exercises import ExerciseInfo, ExerciseText
from entente.server.tables import lobby
from entente.server.tables.table_info import TableInfo

router = APIRouter(tags=["games"], route_class=TypedRoute)


@router.get("/api/games/{game_id}/exercises")
def list_exercises(game_id: GameId, language: Language) -> list[ExerciseInfo]:
    """Return the exercises of a game, easiest first."""
    return exercises.listed(library.find(game_id), language)


@router.post(
    "/api/games/{game_id}/exercises/{exercise_id}",
    status_code=201,
    dependencies=[
        Depends(limited(300, 3600, "exercises")),
        Depends(limited_account(300, 3600, "exercises")),
    ],
)
def begin_exercise(
    game_id: GameId,
    exercise_id: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    language: Language,
) -> TableInfo:
    """Create a table for an exercise, replacing an earlier one."""
    game = library.find(game_id)
    exercise = exercises.find(game, exercise_id)
    table = exercises.begin(session, services.rooms, who.user, game, exercise)
    return lobby.one(session, table, who.user, language)


@router.get("/api/tables/{table_id}/exercise")
def get_exercise(
    table_id: Id, who: MaybeVisitor, services: RunningServices, language: Language
) -> ExerciseText:
    """Return an exercise's task, hints, and whether the answer is right."""
    room = visible_room(services, table_id, who.user if who else None)
    with room.lock:
        return exercises.exercise_text(room, language)
