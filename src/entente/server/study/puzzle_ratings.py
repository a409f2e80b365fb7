"""Ratings of puzzles and of those who answer them: a puzzle is an opponent, as in a game of two.

Only the first answer of an account to a puzzle counts. Guests have no rating here; their browser
keeps what they have solved.
"""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.players.puzzles import Puzzle
from entente.server.ratings.model import START, ShownRating, Skill, points_of_one, rate, shown
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import PuzzleAttempt, PuzzleRating, PuzzleStrength, User

PLAYERS = 2  # a user and a puzzle
UNSURE = 4.0  # deviation of a puzzle's first rating, which comes from computer players
NEW = Skill()


class PuzzleStanding(msgspec.Struct):
    """A user's rating at the puzzles of a game, and the runs of right answers."""

    rating: ShownRating
    solved: int
    streak: int
    best_streak: int


class PuzzleOutcome(msgspec.Struct):
    """What an answer changed. `counted` is false for guests and for later answers."""

    counted: bool
    change: int
    standing: PuzzleStanding | None


def first_strength(puzzle: Puzzle) -> Skill:
    """Return the strength of a puzzle that no one has answered."""
    return Skill(NEW.mean + (puzzle.rating - START) / points_of_one(PLAYERS), UNSURE)


def strengths(session: Session, game: str) -> dict[str, Skill]:
    """Return the strengths of the puzzles of a game that someone has answered."""
    rows = session.scalars(select(PuzzleStrength).where(PuzzleStrength.game == game))
    return {row.puzzle_id: Skill(row.mean, row.deviation) for row in rows}


def standing_of(row: PuzzleRating) -> PuzzleStanding:
    skill = Skill(row.mean, row.deviation)
    return PuzzleStanding(
        shown(skill, row.attempts, PLAYERS), row.solved, row.streak, row.best_streak
    )


def answered(session: Session, user: User, game: str) -> set[str]:
    """Return the puzzles of a game that a user has answered."""
    mine = select(PuzzleAttempt.puzzle_id).where(
        PuzzleAttempt.user_id == user.id, PuzzleAttempt.game == game
    )
    return set(session.scalars(mine))


def note_answer(session: Session, user: User, puzzle: Puzzle, *, correct: bool) -> PuzzleOutcome:
    """Store a user's first answer to a puzzle, and rate both."""
    if user.guest:
        return PuzzleOutcome(False, 0, None)
    one_after_the_other(session, f"puzzles of {puzzle.game}")
    mine = session.get(PuzzleRating, (user.id, puzzle.game))
    if session.get(PuzzleAttempt, (user.id, puzzle.id)) is not None:
        return PuzzleOutcome(False, 0, None if mine is None else standing_of(mine))
    now = int(time.time())
    if mine is None:
        mine = PuzzleRating(
            user_id=user.id,
            game=puzzle.game,
            mean=NEW.mean,
            deviation=NEW.deviation,
            attempts=0,
            solved=0,
            streak=0,
            best_streak=0,
            changed=now,
        )
        session.add(mine)
    theirs = session.get(PuzzleStrength, puzzle.id)
    if theirs is None:
        first = first_strength(puzzle)
        theirs = PuzzleStrength(
            puzzle_id=puzzle.id,
            game=puzzle.game,
            mean=first.mean,
            deviation=first.deviation,
            attempts=0,
        )
        session.add(theirs)
    before = Skill(mine.mean, mine.deviation)
    both = [before, Skill(theirs.mean, theirs.deviation)]
    after, other = rate(both, (1, 2) if correct else (2, 1))
    mine.mean, mine.deviation = after
    theirs.mean, theirs.deviation = other
    theirs.attempts += 1
    mine.attempts += 1
    mine.solved += correct
    mine.streak = mine.streak + 1 if correct else 0
    mine.best_streak = max(mine.best_streak, mine.streak)
    mine.changed = now
    points = shown(after, mine.attempts, PLAYERS).points
    change = points - shown(before, mine.attempts, PLAYERS).points
    session.add(
        PuzzleAttempt(
            user_id=user.id,
            puzzle_id=puzzle.id,
            game=puzzle.game,
            correct=correct,
            points=points,
            change=change,
            time=now,
        )
    )
    session.flush()
    return PuzzleOutcome(True, change, standing_of(mine))
