"""Puzzles: a position from a game between computers, answered at a small table of one person.

As with exercises, one seat is taken and no one answers for the others. Each person has at most one
such table. The solution leaves the server only after an answer.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from datetime import UTC, datetime
from hashlib import blake2b
from random import SystemRandom
from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.kernel import Game, Match, registry
from entente.kernel.wording import in_words, things_in
from entente.players.engines import module_of
from entente.players.explanation import ExplanationWriter, StepText
from entente.players.puzzles import Puzzle, puzzles_of
from entente.players.puzzles.puzzle import PROVED, REACHED, one_by_one
from entente.server.problem import Problem
from entente.server.ratings.model import START, points
from entente.server.storage.models import PuzzleAttempt, PuzzleRating, Table, TableSeat, User
from entente.server.study.analysis import keep
from entente.server.study.puzzle_ratings import (
    PLAYERS,
    PuzzleOutcome,
    PuzzleStanding,
    answered,
    first_strength,
    note_answer,
    standing_of,
    strengths,
)
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

AnyGame = Game[Any, Any]

PREFIX = "puzzle:"  # of the `exercise` of a table, before the id of the puzzle
CLOSEST = 8  # by rating: the next puzzle is one of them
HISTORY = 50
SHOWN_SOLUTIONS = 3
LEVEL = "hard"  # whose reasons are stored with a puzzle

_random = SystemRandom()


class PuzzleGame(msgspec.Struct):
    """The puzzles of a game: how many, the one of the day, and how the user does.

    `today_solved` is null if the user has not answered it, or is a guest.
    """

    game: str
    puzzles: int
    today: str
    today_solved: bool | None
    standing: PuzzleStanding | None


class PuzzlePage(msgspec.Struct):
    """The day, in universal time, and the games that have puzzles."""

    day: str
    games: list[PuzzleGame]


class PuzzleLine(msgspec.Struct):
    """An answer and the win chance it leaves, in per cent."""

    text: str
    chance: float


class PuzzleAnswer(msgspec.Struct):
    """Whether an answer is right, and why.

    `solution` are right answers, the best first; `solving` are the actions of the best one. `lines`
    are the answers that were compared, the best first; `refutation` the orders of the others that
    refute a wrong answer. `reached` says what an answer reaches, where something is to be reached.
    """

    correct: bool
    text: str
    solution: list[str]
    solving: list[StepText]
    lines: list[PuzzleLine]
    reasons: list[str]
    refutation: list[StepText]
    reached: str


class PuzzleHint(msgspec.Struct):
    """What the solution is about: a `thing`, or else, in words, what it does.

    For an account whose first answer it precedes, it counts as a wrong one: `outcome`.
    """

    thing: str | None
    about: str
    outcome: PuzzleOutcome


class PuzzleText(msgspec.Struct):
    """A puzzle at its table, and the verdict on the answer once it is `answered`.

    With an account, the verdict is shown once the answer is stored: it counts before the solution
    is known.

    With `how` `proved`, the question is what is certain: `theme` says whether to take or to keep
    the place `target`. With `listed`, it is which answer is best. With `reached`, `question` says
    what is to be reached with up to `most` actions; `given` have been taken. `tried`: the first
    answer of the account is stored, so that this one changes no rating.
    """

    game: str
    id: str
    seat: str
    seat_name: str
    how: str
    theme: str
    target: str
    question: str
    most: int
    given: int
    rating: int
    today: bool
    answered: bool
    tried: bool
    answer: PuzzleAnswer | None


class PuzzleHistory(msgspec.Struct):
    """A puzzle that the user has answered; `points` is the rating after it. `offered`: it can be
    tried again; a later version of a game may have dropped it."""

    puzzle: str
    game: str
    offered: bool
    correct: bool
    points: int
    change: int
    time: int


def of_game(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of an installed game."""
    return puzzles_of(game) if game in registry.available() else ()


def find(game: str, puzzle_id: str) -> Puzzle:
    """Return a puzzle of a game. Raise Problem if there is none of that id."""
    for each in of_game(game):
        if each.id == puzzle_id:
            return each
    raise Problem(404, "puzzle.unknown")


def day_of(now: float) -> str:
    """Return the day of a time, in universal time."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")


def of_the_day(game: str, day: str) -> Puzzle | None:
    """Return a game's puzzle of a day; None if it has none."""
    puzzles = of_game(game)
    if not puzzles:
        return None
    digest = blake2b(f"{game}/{day}".encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest) % len(puzzles)]


# -- lists


def page(session: Session, user: User | None) -> PuzzlePage:
    """Return the games with puzzles, and how a user does at them."""
    day, games = day_of(time.time()), list[PuzzleGame]()
    for game in registry.available():
        today = of_the_day(game, day)
        if today is None:
            continue
        rating = attempt = None
        if user is not None:
            rating = session.get(PuzzleRating, (user.id, game))
            attempt = session.get(PuzzleAttempt, (user.id, today.id))
        games.append(
            PuzzleGame(
                game=game,
                puzzles=len(of_game(game)),
                today=today.id,
                today_solved=None if attempt is None else attempt.correct,
                standing=None if rating is None else standing_of(rating),
            )
        )
    return PuzzlePage(day, games)


def history(session: Session, user: User) -> list[PuzzleHistory]:
    """Return the last puzzles that a user has answered, the latest first."""
    mine = (
        select(PuzzleAttempt)
        .where(PuzzleAttempt.user_id == user.id)
        .order_by(PuzzleAttempt.time.desc(), PuzzleAttempt.puzzle_id)
        .limit(HISTORY)
    )
    rows = session.scalars(mine).all()
    known = {each.id for game in {row.game for row in rows} for each in of_game(game)}
    return [
        PuzzleHistory(
            puzzle=row.puzzle_id,
            game=row.game,
            offered=row.puzzle_id in known,
            correct=row.correct,
            points=row.points,
            change=row.change,
            time=row.time,
        )
        for row in rows
    ]


def next_puzzle(
    session: Session, user: User, game: str, rating: int | None, seen: Collection[str]
) -> Puzzle:
    """Return a puzzle near a user's rating that they have not answered; for guests, their browser
    names the rating and what it has seen. When all are answered, one of all."""
    puzzles = of_game(game)
    if not puzzles:
        raise Problem(404, "puzzle.none")
    known = {*seen, *answered(session, user, game)}
    mine = session.get(PuzzleRating, (user.id, game))
    level = START if rating is None else rating
    if mine is not None:
        level = points(mine.mean, PLAYERS)
    rated = strengths(session, game)
    left = [each for each in puzzles if each.id not in known] or list(puzzles)

    def distance(puzzle: Puzzle) -> float:
        skill = rated.get(puzzle.id) or first_strength(puzzle)
        return abs(points(skill.mean, PLAYERS) - level)

    return _random.choice(sorted(left, key=distance)[:CLOSEST])


# -- at a table


def begin(session: Session, rooms: Rooms, user: User, game: AnyGame, puzzle: Puzzle) -> Table:
    """Create the table of a puzzle, replacing the user's earlier one."""
    old = (
        select(Table.id)
        .join(TableSeat)
        .where(TableSeat.user_id == user.id, Table.exercise.startswith(PREFIX))
    )
    for table_id in session.scalars(old).all():
        session.execute(delete(Table).where(Table.id == table_id))
        rooms.forget(table_id)
    match = Match(game, start=puzzle.start)
    return keep(session, user, match, seats=(puzzle.seat,), exercise=PREFIX + puzzle.id)


def puzzle_at(room: Room) -> Puzzle:
    """Return the puzzle of a table. Raise Problem if the table has none."""
    name = room.table.exercise or ""
    if not name.startswith(PREFIX):
        raise Problem(404, "puzzle.no_table")
    return find(room.table.game, name.removeprefix(PREFIX))


def puzzle_text(session: Session, room: Room, user: User | None, language: str) -> PuzzleText:
    """Return the puzzle of a table, with the solution once it has been answered for good."""
    game, puzzle = room.match.game, puzzle_at(room)
    catalog = game.catalog(language)
    action = _answer_at(room, puzzle)
    skill = strengths(session, puzzle.game).get(puzzle.id) or first_strength(puzzle)
    today = of_the_day(puzzle.game, day_of(time.time()))
    question = puzzle.question(game)
    member = user is not None and not user.guest
    tried = user is not None and session.get(PuzzleAttempt, (user.id, puzzle.id)) is not None
    # Or the next answer to the same puzzle could be the first one that counts.
    shown = action if tried or not member else None
    return PuzzleText(
        game=puzzle.game,
        id=puzzle.id,
        seat=puzzle.seat,
        seat_name=catalog.name("seat", puzzle.seat),
        how=puzzle.how,
        theme=puzzle.theme,
        target=catalog.name("province_the", puzzle.target) if puzzle.how == PROVED else "",
        question="" if question is None else catalog.line(question),
        most=puzzle.most,
        given=min(puzzle.most, len(_actions_at(room, puzzle))),
        rating=points(skill.mean, PLAYERS),
        today=today is not None and today.id == puzzle.id,
        answered=action is not None,
        tried=tried,
        answer=None if shown is None else _judged(game, puzzle, shown, language),
    )


def note(session: Session, room: Room, user: User) -> PuzzleOutcome:
    """Store the answer given at a table. Raise Problem if there is none yet."""
    puzzle = puzzle_at(room)
    action = _answer_at(room, puzzle)
    if action is None:
        raise Problem(409, "puzzle.no_answer")
    correct = puzzle.judge(room.match.game, action).right
    return note_answer(session, user, puzzle, correct=correct)


def hint(session: Session, room: Room, user: User, language: str) -> PuzzleHint:
    """Return a hint, which counts as a wrong first answer."""
    puzzle, game = puzzle_at(room), room.match.game
    catalog = game.catalog(language)
    # Units that hold are not what the solution is about.
    action = next(each for each in _actions(puzzle, puzzle.solution[0]) if not each.endswith(" H"))
    thing = next(iter(things_in(action, catalog)), None)
    about = in_words(game, action, catalog, puzzle.step)
    return PuzzleHint(thing, about, note_answer(session, user, puzzle, correct=False))


def _answer_at(room: Room, puzzle: Puzzle) -> str | None:
    """Return the answer given at a table; None if it is not complete yet."""
    return puzzle.answer(_actions_at(room, puzzle))


def _actions_at(room: Room, puzzle: Puzzle) -> list[str]:
    """Return what the puzzle's seat has done."""
    return [move.action for move in room.match.moves if move.seat == puzzle.seat]


def _judged(game: AnyGame, puzzle: Puzzle, action: str, language: str) -> PuzzleAnswer:
    catalog = game.catalog(language)
    verdict = puzzle.judge(game, action)
    replies = list(verdict.refutation)
    in_full = getattr(module_of(puzzle.game), "reply_words", None)
    if in_full is not None:
        replies = [catalog.line(each) for each in in_full(puzzle.place(game), verdict.refutation)]
    writer = ExplanationWriter(game, puzzle.seat, LEVEL, {}, language)

    def words(each: str) -> str:
        actions = one_by_one(each) if puzzle.how == REACHED else (each,)
        return " · ".join(in_words(game, action, catalog, puzzle.step) for action in actions)

    def step(action: str, text: str) -> StepText:
        return StepText(puzzle.seat, action, text, things_in(action, catalog))

    return PuzzleAnswer(
        correct=verdict.right,
        text=words(action),
        solution=[words(each) for each in puzzle.solution[:SHOWN_SOLUTIONS]],
        solving=[step(each, words(each)) for each in _actions(puzzle, puzzle.solution[0])],
        lines=[PuzzleLine(words(each), chance) for each, chance in puzzle.values],
        reasons=writer.reasons(puzzle.reasons),
        refutation=list(map(step, verdict.refutation, replies)),
        reached="" if verdict.reached is None else catalog.line(verdict.reached),
    )


def _actions(puzzle: Puzzle, answer: str) -> list[str]:
    """Return an answer action by action, or order by order."""
    if puzzle.how == REACHED:
        return list(one_by_one(answer))
    return answer.split("; ")[:-1] if puzzle.how == PROVED else [answer]
