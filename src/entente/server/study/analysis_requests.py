"""What a computer player thinks at a moment, and how computers would play on from there.

Requests are prepared and rendered in threads; in between they run in the analysis queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from entente.kernel import Game, Seat
from entente.kernel.wording import in_words, things_in
from entente.players.explanation import ExplanationText, ExplanationWriter, StepText
from entente.players.move_review import SEED, AnalysisResult
from entente.players.win_chances import chances
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.study.analysis import all_known
from entente.server.study.analysis_process import (
    Playout,
    PlayoutTask,
    PositionData,
    ThinkingTask,
    play_out,
    think,
)
from entente.server.study.analysis_queue import AnalysisQueue
from entente.server.study.past_positions import PastPositions, up_to
from entente.server.tables.room import Room
from entente.server.tables.room_state import AnyPosition

AnyGame = Game[Any, Any]
Rendered = TypeVar("Rendered")


class MoveAnalysis(ExplanationText):
    """What a player would do at a moment, after `move` moves, and why."""

    move: int = 0


class Continuation(msgspec.Struct):
    """How computers would play on from a moment, and the chances after it."""

    move: int
    level: str
    steps: list[StepText]
    over: bool
    chances: dict[Seat, int]


class Subject(NamedTuple):
    """A position to think about, after `number` moves; `name` is of its table or chapter."""

    name: str
    position: AnyPosition
    overrides: dict[str, Any]
    number: int
    level: str
    language: str

    @property
    def place(self) -> PositionData:
        """The position for the analysis queue."""
        return PositionData.of(self.position, self.overrides)

    def key(self, what: str, *more: Hashable) -> Hashable:
        """Return the cache key of an answer."""
        return cache_key(what, self.name, (self.place,), self.level, *more)


def cache_key(
    what: str, name: str, places: tuple[PositionData, ...], level: str, *more: Hashable
) -> Hashable:
    """Return the cache key of an answer about some positions."""
    state = blake2b(b"".join(each.state for each in places), digest_size=16).hexdigest()
    return (what, name, state, level, *more)


class AnalysisRequest(NamedTuple):
    """A user's request about a moment of a table, for a level."""

    room: Room
    moments: PastPositions
    user: User
    number: int
    level: str
    language: str

    def position(self, number: int) -> AnyPosition:
        """Return the table after `number` moves, for a user who may know all of them."""
        moves, true_number = up_to(self.room, self.room.match.seats, number)
        return self.moments.track(self.room).at(moves, true_number)

    def place(self, position: AnyPosition) -> PositionData:
        """Return a position for the analysis queue."""
        return PositionData.of(position, self.room.table.overrides)

    def key(self, what: str, places: tuple[PositionData, ...], *more: Hashable) -> Hashable:
        """Return the cache key of an answer."""
        return cache_key(what, self.room.table.id, places, self.level, *more)

    def subject(self) -> Subject:
        """Return the position after the moves that the request names."""
        table, position = self.room.table, self.position(self.number)
        return Subject(table.id, position, table.overrides, self.number, self.level, self.language)


class AnalysisJob(NamedTuple, Generic[Rendered]):
    """Work for the analysis queue, its cache key, and how to render the result.

    Without anything to think about there is no work.
    """

    work: Callable[[Any], Any] | None
    task: Any
    key: Hashable
    render: Callable[[Any], Rendered]


async def answer(
    queue: AnalysisQueue, user_id: int, table_id: str, prepare: Callable[[], AnalysisJob[Rendered]]
) -> Rendered:
    """Run a request and return its answer."""
    job = await asyncio.to_thread(prepare)
    result = None
    if job.work is not None:
        result = await queue.ask(user_id, table_id, job.work, job.task, job.key)
    return await asyncio.to_thread(job.render, result)


def check_known(room: Room, user: User) -> None:
    """Check that the user may know everything: the game is over, or it is their analysis board."""
    if room.table.exercise is not None or not all_known(room, user):
        raise Problem(403, "study.not_yet")


# -- a moment


def analysis_at(request: AnalysisRequest, seat: Seat | None) -> AnalysisJob[MoveAnalysis]:
    """Prepare what a level thinks at a moment of a table."""
    check_known(request.room, request.user)
    return position_analysis(request.subject(), seat)


def position_analysis(subject: Subject, seat: Seat | None) -> AnalysisJob[MoveAnalysis]:
    """Prepare what a level thinks at a position, for a seat that is asked something there."""
    position, game = subject.position, subject.position.game
    to_move = list(position.to_move)
    if seat is not None and seat not in game.seats(position.state.options):
        raise Problem(422, "table.no_seat", seat=seat)
    if not to_move:
        raise Problem(409, "study.over")
    thinker = seat or to_move[0]
    if not position.decisions_for(thinker):
        catalog = game.catalog(subject.language)
        named = [catalog.name("seat", each) for each in (thinker, *to_move)]
        raise Problem(409, "study.not_asked", seat=named[0], seats=named[1:])
    task = ThinkingTask((subject.place,), (SEED,), thinker, subject.level)

    def render(result: AnalysisResult) -> MoveAnalysis:
        return _analysis(game, subject.language, thinker, subject.level, result, subject.number)

    return AnalysisJob(think, task, subject.key("thought", thinker), render)


def analysis_text(
    request: AnalysisRequest, seat: Seat, player: str, result: AnalysisResult, number: int
) -> MoveAnalysis:
    """Return a thought in the user's language."""
    return _analysis(request.room.match.game, request.language, seat, player, result, number)


def _analysis(
    game: AnyGame, language: str, seat: Seat, player: str, result: AnalysisResult, number: int
) -> MoveAnalysis:
    writer = ExplanationWriter(game, seat, player, result.worths, language)
    return MoveAnalysis(**msgspec.structs.asdict(writer.explain(result.search)), move=number)


# -- a line


def line_from(request: AnalysisRequest, answers: int) -> AnalysisJob[Continuation]:
    """Prepare how computers would play on from a moment of a table."""
    check_known(request.room, request.user)
    return position_line(request.subject(), answers)


def position_line(subject: Subject, answers: int) -> AnalysisJob[Continuation]:
    """Prepare how computers would play on from a position."""

    def render(playout: Playout) -> Continuation:
        steps = step_texts(subject.position.game, subject.language, playout)
        standing = chances(playout.worths)
        return Continuation(subject.number, subject.level, steps, playout.over, standing)

    work, task, key, _ = _playout(subject, answers)
    return AnalysisJob(work, task, key, render)


def played_on(request: AnalysisRequest, answers: int) -> AnalysisJob[Playout]:
    """Prepare a line whose moves are to be made."""
    check_known(request.room, request.user)
    return _playout(request.subject(), answers)


def _playout(subject: Subject, answers: int) -> AnalysisJob[Playout]:
    task = PlayoutTask(subject.place, subject.level, answers)
    return AnalysisJob(play_out, task, subject.key("line", answers), lambda playout: playout)


def step_texts(game: AnyGame, language: str, playout: Playout) -> list[StepText]:
    """Return the steps of a line in the user's language."""
    catalog = game.catalog(language)
    return [
        StepText(step.seat, step.action, in_words(game, step.action, catalog), things)
        for step, _ in playout.steps
        for things in [things_in(step.action, catalog)]
    ]
