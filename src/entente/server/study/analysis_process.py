"""What is thought over for whoever studies a game, in processes of their own.

Such a process loads this module and what it needs, and nothing of the web or the database. It gives
way to everything else that the machine has to do.
"""

from __future__ import annotations

import os
from time import perf_counter
from typing import Any, NamedTuple

from entente.kernel import Move, Position, Seat, registry
from entente.kernel.data import Data
from entente.players import PlayerView
from entente.players.calibration import scale_at
from entente.players.move_review import SEED, Thinking, Thoughts, thinker, weighed
from entente.players.move_review import watch as review
from entente.players.search_result import Step
from entente.players.win_chances import answering, evaluations
from entente.server.live.player_process import prepare_process

NICENESS = 10  # how far these processes stand behind others, as `nice` counts
SLICE = 1.0  # seconds of work on a game, after which it is told how far it has come
QUICK = "quick"  # a level that does not think: what everything seems to be worth at first sight

AnyPosition = Position[Any, Any]


class PositionData(NamedTuple):
    """A position on its way to another process."""

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
    """What a player is to think about: for a seat, at one of some places, with a seed each. It
    thinks at the first, or after what it did there `before`; where an action is given that it did
    not choose there, at the next."""

    places: tuple[PositionData, ...]
    seeds: tuple[str, ...]
    seat: Seat
    player: str
    action: str | None = None
    before: tuple[tuple[tuple[str, int], ...], ...] = ()  # what it did from each place on, by plan


def think(asked: ThinkingTask) -> Thoughts:
    """Think about one decision."""
    first: Thoughts | None = None
    done = asked.before or ((),) * len(asked.places)
    for place, seed, before in zip(asked.places, asked.seeds, done, strict=True):
        position = place.position()
        player = thinker(asked.player, place.game, seed)
        for action, window in before:
            position.apply(asked.seat, action, window)
        sight = PlayerView(position, asked.seat)
        thought = weighed(player, sight, asked.action)
        thought = scale_at(position).thought(asked.seat, thought)
        chosen = thought.action == asked.action
        found = Thoughts(thought, evaluations(position), chosen)
        if chosen or asked.action is None:
            return found
        first = first or found
    assert first is not None
    return first


def think_of_all(asked: tuple[ThinkingTask, ...]) -> list[Thoughts]:
    """Think about the decisions of a turn."""
    return [think(each) for each in asked]


# -- a move that is looked at with the eyes of somebody else


class ObservedMove(NamedTuple):
    """A move of a seat as another one knows it, at a position that this one cannot tell from the
    true one, and that was imagined so many times."""

    places: tuple[PositionData, ...]
    seat: Seat
    player: str
    action: str


def review_move(watched: ObservedMove) -> Thoughts | None:
    """What a player makes of a move in the first imagined position in which it could be made."""
    positions = (place.position() for place in watched.places)
    return review(positions, watched.seat, watched.player, watched.action)


def review_moves(watched: tuple[ObservedMove, ...]) -> list[Thoughts | None]:
    """What a player makes of the moves of a turn."""
    return [review_move(each) for each in watched]


# -- a line that computers play out


class PlayoutTask(NamedTuple):
    """A line to be played on from a place by computers, so many answers long."""

    place: PositionData
    player: str
    answers: int


class Playout(NamedTuple):
    """The steps of a line with the questions that they answer, and how the seats stand after it."""

    steps: list[tuple[Step, int]]
    worths: dict[Seat, float]
    over: bool


def play_out(line: PlayoutTask) -> Playout:
    """Let computers answer for all seats, each with what it sees."""
    position = line.place.position()
    steps, players = list[tuple[Step, int]](), dict[Seat, Thinking]()
    while len(steps) < line.answers and (asked := _awaited(position)) is not None:
        seat, window = asked
        if seat not in players:
            players[seat] = thinker(line.player, line.place.game, SEED)
        action = players[seat].think(PlayerView(position, seat)).action
        found = position.find(seat, action, window) or position.find(seat, action)
        assert found is not None
        steps.append((Step(seat, found[1]), found[0].window))
        position.apply(seat, found[1], found[0].window)
    return Playout(steps, evaluations(position), position.outcome is not None)


def _awaited(position: AnyPosition) -> tuple[Seat, int] | None:
    """Who has to answer next, and which question."""
    return next(((each.seat, each.window) for each in position.decisions if each.must), None)


# -- a whole game


class EvaluationTask(NamedTuple):
    """A part of a game: from a place, reached after so many moves, these moves; the moments that
    are thought about by a player. Without a player, every moment is judged at first sight. `known`
    is what was found of the first moment, and `judged` the number of the last that is done."""

    place: PositionData
    number: int
    moves: tuple[Move, ...]
    seed: str
    player: str
    moments: frozenset[int]
    known: dict[Seat, float]
    judged: int = -1


class EvaluatedMoment(NamedTuple):
    """A moment of a game, and what it is worth to each seat."""

    number: int
    worths: dict[Seat, float]


class Progress(NamedTuple):
    """How far one has come: moments that are judged, the place where it goes on, and what is known
    of the moment there."""

    judged: list[EvaluatedMoment]
    place: PositionData
    number: int
    known: dict[Seat, float]


def evaluate(course: EvaluationTask) -> Progress:
    """Judge moments of a game until the time of a slice is over. At least one step is done."""
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
    """Fill in what a moment is worth to each seat; False where time has run out before."""
    at_first_sight = evaluations(position)
    asked = {each.seat for each in position.decisions if each.must} if course.player else set()
    for seat in at_first_sight:
        if seat not in asked or seat in known:
            continue
        player = thinker(course.player, course.place.game, SEED)
        thought = player.think(PlayerView(position, seat, afresh=True))
        worth = scale_at(position).worth(seat, thought.worth)
        known[seat] = worth if thought.positions else at_first_sight[seat]
        if perf_counter() > until and any(each not in known for each in asked):
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
    """A process gets ready that gives way to the others."""
    os.nice(NICENESS)
    prepare_process()
