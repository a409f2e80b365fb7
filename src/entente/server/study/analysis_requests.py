"""What a computer player thinks at a moment, and how computers would play on from there.

Requests are prepared and rendered in threads; in between they run in the analysis queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from entente.kernel import Seat
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
        state = blake2b(b"".join(each.state for each in places), digest_size=16).hexdigest()
        return (what, self.room.table.id, state, self.level, *more)


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
    """Prepare what a level thinks at a moment, for a seat that is asked something there."""
    check_known(request.room, request.user)
    position, match = request.position(request.number), request.room.match
    to_move = list(position.to_move)
    if seat is not None and seat not in match.seats:
        raise Problem(422, "table.no_seat", seat=seat)
    if not to_move:
        raise Problem(409, "study.over")
    thinker = seat or to_move[0]
    if not position.decisions_for(thinker):
        catalog = match.game.catalog(request.language)
        named = [catalog.name("seat", each) for each in (thinker, *to_move)]
        raise Problem(409, "study.not_asked", seat=named[0], seats=named[1:])
    task = ThinkingTask((request.place(position),), (SEED,), thinker, request.level)

    def render(result: AnalysisResult) -> MoveAnalysis:
        return analysis_text(request, thinker, request.level, result, request.number)

    return AnalysisJob(think, task, request.key("thought", task.places, thinker), render)


def analysis_text(
    request: AnalysisRequest, seat: Seat, player: str, result: AnalysisResult, number: int
) -> MoveAnalysis:
    """Return a thought in the user's language."""
    writer = ExplanationWriter(
        request.room.match.game, seat, player, result.worths, request.language
    )
    return MoveAnalysis(**msgspec.structs.asdict(writer.explain(result.search)), move=number)


# -- a line


def line_from(request: AnalysisRequest, answers: int) -> AnalysisJob[Continuation]:
    """Prepare how computers would play on from a moment."""

    def render(playout: Playout) -> Continuation:
        steps, standing = step_texts(request, playout), chances(playout.worths)
        return Continuation(request.number, request.level, steps, playout.over, standing)

    work, task, key, _ = played_on(request, answers)
    return AnalysisJob(work, task, key, render)


def played_on(request: AnalysisRequest, answers: int) -> AnalysisJob[Playout]:
    """Prepare a line whose moves are to be made."""
    check_known(request.room, request.user)
    place = request.place(request.position(request.number))
    key = request.key("line", (place,), answers)
    return AnalysisJob(
        play_out, PlayoutTask(place, request.level, answers), key, lambda playout: playout
    )


def step_texts(request: AnalysisRequest, playout: Playout) -> list[StepText]:
    """Return the steps of a line in the user's language."""
    game = request.room.match.game
    catalog = game.catalog(request.language)
    return [
        StepText(step.seat, step.action, in_words(game, step.action, catalog), things)
        for step, _ in playout.steps
        for things in [things_in(step.action, catalog)]
    ]
