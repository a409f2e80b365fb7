"""Exercises: small tables of one person, judged by the rules (entente.kernel.exercise).

One seat is taken and the others are empty. Each person has at most one table per exercise; a new
attempt replaces it. They are not listed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.kernel import Game, Match
from entente.kernel.exercise import Exercise
from entente.kernel.wording import in_words
from entente.server.problem import Problem
from entente.server.storage.models import Table, TableSeat, User
from entente.server.study.analysis import keep
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

AnyGame = Game[Any, Any]


class ExerciseInfo(msgspec.Struct):
    """An exercise in a list; `seat` is the one to play, in words."""

    id: str
    title: str
    rule: str
    seat: str


class ExerciseVerdict(msgspec.Struct):
    """Whether an answer was right, and the rules' comments line by line."""

    correct: bool
    text: str
    reasons: list[str]


class ExerciseText(msgspec.Struct):
    """An exercise at its table: the task, hints, and the verdict so far.

    `solution` are actions that solve it, `shown` the same in words; `next` is the next exercise, if
    any.
    """

    game: str
    id: str
    number: int
    total: int
    seat: str
    title: str
    question: str
    rule: str
    hints: list[str]
    solution: list[str]
    solution_text: list[str]
    explanation: str
    verdict: ExerciseVerdict | None
    next: str | None


def listed(game: AnyGame, language: str) -> list[ExerciseInfo]:
    """Return the exercises of a game."""
    catalog = game.catalog(language)
    return [
        ExerciseInfo(
            each.id, catalog.get(each.key("title")), each.rule, catalog.name("seat", each.seat)
        )
        for each in game.exercises()
    ]


def find(game: AnyGame, name: str) -> Exercise:
    """Return an exercise of a game. Raise Problem if there is none of that name."""
    for each in game.exercises():
        if each.id == name:
            return each
    raise Problem(404, "exercise.unknown", name=name)


def begin(session: Session, rooms: Rooms, user: User, game: AnyGame, exercise: Exercise) -> Table:
    """Create a table for an exercise, replacing the user's earlier one."""
    old = (
        select(Table.id)
        .join(TableSeat)
        .where(TableSeat.user_id == user.id, Table.game == game.info.id)
    )
    for table_id in session.scalars(old.where(Table.exercise == exercise.id)).all():
        session.execute(delete(Table).where(Table.id == table_id))
        rooms.forget(table_id)
    start = game.save(exercise.place(game).state).decode()
    match = Match(game, start=start)
    return keep(session, user, match, seats=(exercise.seat,), exercise=exercise.id)


def exercise_text(room: Room, language: str) -> ExerciseText:
    """Return the exercise of a table and the verdict on what was done."""
    game, name = room.match.game, room.table.exercise
    if name is None:
        raise Problem(404, "exercise.none")
    exercise, catalog = find(game, name), game.catalog(language)
    names = [each.id for each in game.exercises()]
    place = names.index(name)
    return ExerciseText(
        game=game.info.id,
        id=name,
        number=place + 1,
        total=len(names),
        seat=exercise.seat,
        title=catalog.get(exercise.key("title")),
        question=catalog.get(exercise.key("question")),
        rule=exercise.rule,
        hints=exercise.hints(catalog),
        solution=list(exercise.solution),
        solution_text=[in_words(game, action, catalog) for action in exercise.solution],
        explanation=catalog.get(exercise.key("explanation")),
        verdict=_judged(room, exercise, language),
        next=next(iter(names[place + 1 :]), None),
    )


def _judged(room: Room, exercise: Exercise, language: str) -> ExerciseVerdict | None:
    match, catalog = room.match, room.match.game.catalog(language)
    moves = [(move.seat, move.action) for move in match.moves]
    verdict = exercise.judge(match.from_start().position, moves)
    if verdict is None:
        return None
    text = catalog.get(exercise.key("explanation" if verdict.right else "missed"))
    return ExerciseVerdict(verdict.right, text, [catalog.say(reason) for reason in verdict.reasons])
