"""What an analysis process runs.

Such a process loads this module and its dependencies, nothing of the web or the database. It has a
lower priority than everything else.
"""

from __future__ import annotations

import os
from time import perf_counter
from typing import Any, NamedTuple

from entente.kernel import Move, Position, Seat, registry
from entente.kernel.data import Data
from entente.players import PlayerView
from entente.players.calibration import scale_at
from entente.players.move_review import SEED, AnalysisResult, Thinking, thinker, weighed
from entente.players.move_review import watch as review
from entente.players.search_result import Step
from entente.players.win_chances import answering, evaluations
from entente.server.live.player_process import prepare_process

NICENESS = 10  # priority of these processes, as for `nice`
SLICE = 1.0  # seconds of work before progress is reported
QUICK = "quick"  # a level without search: static evaluation

AnyPosition = Position[Any, Any]


class PositionData(NamedTuple):
    """A position to be sent to another process."""

    game: str
    overrides: dict[str, Any]
    data: Data | None
    state: bytes

    @classmethod
    def of(cls, position: AnyPosition, overrides: dict[str, Any]) -> PositionData:
        game = position.game
        return cls(game.info.id, overrides, game.kept_data, game.save(position.state))

    def position(self) -> AnyPosition:
        game = registry.load(self.game, self.overrides, self.data)
        return game.position(game.load(self.state))


class ThinkingTask(NamedTuple):
    """A decision for a player: for a seat, at one of some positions, with a seed each.

    It thinks at the first one, or after its earlier actions `before`; if a given action was not
    chosen there, at the next.
    """

    places: tuple[PositionData, ...]
    seeds: tuple[str, ...]
    seat: Seat
    player: str
    action: str | None = None
    # the actions of its plan from each position on
    before: tuple[tuple[tuple[str, int], ...], ...] = ()


def think(task: ThinkingTask) -> AnalysisResult:
    """Think about one decision."""
    first: AnalysisResult | None = None
    done = task.before or ((),) * len(task.places)
    for place, seed, before in zip(task.places, task.seeds, done, strict=True):
        position = place.position()
        player = thinker(task.player, place.game, seed)
        for action, window in before:
            position.apply(task.seat, action, window)
        view = PlayerView(position, task.seat)
        search = weighed(player, view, task.action)
        search = scale_at(position).result(task.seat, search)
        chosen = search.action == task.action
        result = AnalysisResult(search, evaluations(position), chosen)
        if chosen or task.action is None:
            return result
        first = first or result
    assert first is not None
    return first


def think_of_all(tasks: tuple[ThinkingTask, ...]) -> list[AnalysisResult]:
    """Think about the decisions of a turn."""
    return [think(each) for each in tasks]


# -- a move reviewed from another seat's view


class ObservedMove(NamedTuple):
    """A move of a seat as another seat knows it.

    The position is consistent with that view, and was sampled a number of times.
    """

    places: tuple[PositionData, ...]
    seat: Seat
    player: str
    action: str


def review_move(watched: ObservedMove) -> AnalysisResult | None:
    """Return a player's view of a move in the first sampled position where it is legal."""
    positions = (place.position() for place in watched.places)
    return review(positions, watched.seat, watched.player, watched.action)


def review_moves(watched: tuple[ObservedMove, ...]) -> list[AnalysisResult | None]:
    """Return a player's view of the moves of a turn."""
    return [review_move(each) for each in watched]


# -- playouts


class PlayoutTask(NamedTuple):
    """A line for computers to play from a position, with a number of answers."""

    place: PositionData
    player: str
    answers: int


class Playout(NamedTuple):
    """The steps of a line with the questions they answer, and the evaluation after it."""

    steps: list[tuple[Step, int]]
    worths: dict[Seat, float]
    over: bool


def play_out(line: PlayoutTask) -> Playout:
    """Let computers answer for all seats, each with its own view."""
    position = line.place.position()
    steps, players = list[tuple[Step, int]](), dict[Seat, Thinking]()
    while len(steps) < line.answers and (awaited := _awaited(position)) is not None:
        seat, window = awaited
        if seat not in players:
            players[seat] = thinker(line.player, line.place.game, SEED)
        action = players[seat].think(PlayerView(position, seat)).action
        legal = position.find(seat, action, window) or position.find(seat, action)
        assert legal is not None
        steps.append((Step(seat, legal[1]), legal[0].window))
        position.apply(seat, legal[1], legal[0].window)
    return Playout(steps, evaluations(position), position.outcome is not None)


def _awaited(position: AnyPosition) -> tuple[Seat, int] | None:
    """Return who answers next, and which question."""
    return next(((each.seat, each.window) for each in position.decisions if each.must), None)


# -- evaluation graphs


class EvaluationTask(NamedTuple):
    """A part of a game to evaluate.

    A position, its move number, the moves that follow, and the moments to search. Without a player
    every moment gets a static evaluation. `known` is what is known of the first moment, and
    `judged` the number of the last one done.
    """

    place: PositionData
    number: int
    moves: tuple[Move, ...]
    seed: str
    player: str
    moments: frozenset[int]
    known: dict[Seat, float]
    judged: int = -1


class EvaluatedMoment(NamedTuple):
    """A moment of a game and its value for each seat."""

    number: int
    worths: dict[Seat, float]


class Progress(NamedTuple):
    """The evaluated moments, where to continue, and what is known of that moment."""

    judged: list[EvaluatedMoment]
    place: PositionData
    number: int
    known: dict[Seat, float]


def evaluate(course: EvaluationTask) -> Progress:
    """Evaluate moments of a game until the slice is over, at least one step."""
    until = perf_counter() + SLICE
    position, number, known = course.place.position(), course.number, dict(course.known)
    judged = list[EvaluatedMoment]()
    for move in (*course.moves, None):
        if number > course.judged and (not course.player or number in course.moments):
            if not _evaluate(position, course, known, until):
                return Progress(judged, _here(course, position), number, known)
            judged.append(EvaluatedMoment(number, known))
            known = {}
        if move is None:
            break
        if move.series is not None:
            position.reseed(course.seed, move.series)
        position.apply(move.seat, move.action, move.window)
        number += 1
        if perf_counter() > until and judged:
            break
    return Progress(judged, _here(course, position), number, known)


def _evaluate(
    position: AnyPosition, course: EvaluationTask, known: dict[Seat, float], until: float
) -> bool:
    """Fill in a moment's value for each seat; return False if time has run out."""
    at_first_sight = evaluations(position)
    deciding = {each.seat for each in position.decisions if each.must} if course.player else set()
    for seat in at_first_sight:
        if seat not in deciding or seat in known:
            continue
        player = thinker(course.player, course.place.game, SEED)
        search = player.think(PlayerView(position, seat, afresh=True))
        worth = scale_at(position).worth(seat, search.worth)
        known[seat] = worth if search.positions else at_first_sight[seat]
        if perf_counter() > until and any(each not in known for each in deciding):
            return False
    rest = [seat for seat in at_first_sight if seat not in known]
    if len(at_first_sight) == 2 and len(rest) == 1:
        ((seat, worth),) = known.items()
        known[rest[0]] = answering(seat, worth, at_first_sight)
        return True
    known.update({seat: at_first_sight[seat] for seat in rest})
    return True


def _here(course: EvaluationTask, position: AnyPosition) -> PositionData:
    return course.place._replace(state=position.game.save(position.state))


def prepare_background_process() -> None:
    """Prepare a process with a low priority."""
    os.nice(NICENESS)
    prepare_process()
