"""Evaluation graphs: every seat's chances through a game, and its turning points.

A graph is computed in slices, one per request, until it is done; a client that stops asking cancels
it. Results are cached, and extended as the game goes on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

import msgspec

from entente.kernel import Move, Seat, parse_action
from entente.kernel.text import catalog_of
from entente.kernel.wording import in_words, things_in
from entente.players.explanation import step_in_words
from entente.players.player_texts import PACKAGE
from entente.players.turn_summary import ranks_of
from entente.players.win_chances import chances
from entente.server.problem import Problem
from entente.server.study.analysis_process import (
    QUICK,
    EvaluatedMoment,
    EvaluationTask,
    PositionData,
    Progress,
    evaluate,
)
from entente.server.study.analysis_queue import AGAIN, AnalysisQueue
from entente.server.study.analysis_requests import AnalysisRequest, check_known
from entente.server.study.past_positions import up_to

KEPT = 60  # graphs in memory
MOST_POINTS = 600  # points returned; a longer game is thinned out
MOST_THOUGHT = 80  # moments evaluated by search
MOST_TURNS = 6  # turning points returned
LEAST_SWING = 16  # minimum change of a seat's chance, divided by the number of seats

Each = TypeVar("Each")


class EvaluationPoint(msgspec.Struct):
    """The seats' chances in percent after a number of moves."""

    move: int
    chances: dict[Seat, int]


class TurningPoint(msgspec.Struct):
    """A move that changed the game: the chance of the seat `gains` went from `before` to `after`.

    `seat` is None if several seats acted together.
    """

    move: int
    seat: Seat | None
    text: str
    gains: Seat
    before: int
    after: int


class Evaluation(msgspec.Struct):
    """An evaluation graph by a level, and how much of it is done.

    Turning points come with the finished graph.
    """

    level: str
    done: bool
    completed: int
    total: int
    points: list[EvaluationPoint]
    turning_points: list[TurningPoint]


class _Graph:
    """A graph as far as it is computed."""

    def __init__(self, place: PositionData, number: int) -> None:
        self.lock = asyncio.Lock()
        self.first = number
        self.moves: list[Move] = []  # the moves up to its end
        self.judged: list[EvaluatedMoment] = []
        self.way = Progress([], place, number, {})

    def fits(self, moves: Sequence[Move]) -> bool:
        """Return whether it is a graph of these moves, as far as it goes."""
        return self.moves == moves[: self.way.number]

    def go(self, way: Progress, moves: Sequence[Move]) -> None:
        self.judged += way.judged
        self.way = way
        self.moves = list(moves[: way.number])


class _Game(NamedTuple):
    """The moves of a table with the questions they answer.

    `moments` are those to search: where turns begin.
    """

    moves: list[Move]
    windows: list[int]
    moments: frozenset[int]


class EvaluationGraphs:
    """The graphs of this process. Used by the event loop's thread only."""

    def __init__(self, queue: AnalysisQueue) -> None:
        self.queue = queue
        self._kept: OrderedDict[tuple[str, str], _Graph] = OrderedDict()

    async def evaluation(self, request: AnalysisRequest) -> Evaluation:
        """Return the graph after one more slice of work."""
        game = await asyncio.to_thread(_game, request)
        moves = game.moves
        kept = await self._graph(request, moves)
        try:
            async with asyncio.timeout(self.queue.patience), kept.lock:
                if not _is_done(kept, moves):
                    course = _rest(request, kept, moves, game.moments)
                    table, user = request.room.table, request.user
                    way = await self.queue.ask(user.id, table.id, evaluate, course)
                    kept.go(way, moves)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None
        return await asyncio.to_thread(_evaluation_of, request, kept, game)

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the graphs of all other tables, except those being computed."""
        for name, kept in list(self._kept.items()):
            if name[0] not in tables and not kept.lock.locked():
                del self._kept[name]

    async def _graph(self, request: AnalysisRequest, moves: Sequence[Move]) -> _Graph:
        name = (request.room.table.id, request.level)
        graph = self._kept.get(name)
        first = request.room.match.first
        if graph is None or graph.first != first or not graph.fits(moves):
            place = await asyncio.to_thread(lambda: request.place(request.position(first)))
            graph = _Graph(place, first)
            graph.moves = list(moves[:first])
            self._kept[name] = graph
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return graph


def _game(request: AnalysisRequest) -> _Game:
    """Return what is to be evaluated. Moves of an analysis board may be undone meanwhile."""
    check_known(request.room, request.user)
    room = request.room
    with room.lock:
        windows = list(room.match.windows)
        moves, number = up_to(room, room.match.seats, len(windows))
    if request.level == QUICK:
        return _Game(moves, windows, frozenset())
    track = request.moments.track(room)
    with track.lock:
        track.at(moves, number)
        stages = list(track.stages[: number + 1])
    begin = [
        after
        for after, (one, other) in enumerate(pairwise(stages), start=1)
        if other is not None and one != other
    ]
    chosen = thinned([track.first, *begin, number], MOST_THOUGHT)
    return _Game(moves, windows, frozenset(chosen))


def _is_done(kept: _Graph, moves: Sequence[Move]) -> bool:
    judged = kept.judged[-1].number if kept.judged else -1
    return judged == len(moves)


def _rest(
    request: AnalysisRequest, kept: _Graph, moves: Sequence[Move], moments: frozenset[int]
) -> EvaluationTask:
    """Return what is left to compute."""
    way = kept.way
    player = "" if request.level == QUICK else request.level
    judged = kept.judged[-1].number if kept.judged else -1
    # The former last moment is not evaluated again when the game has gone on.
    wanted = frozenset(each for each in moments if each > judged)
    rest, seed = tuple(moves[way.number :]), request.room.match.seed
    return EvaluationTask(way.place, way.number, rest, seed, player, wanted, way.known, judged)


def _evaluation_of(request: AnalysisRequest, kept: _Graph, game: _Game) -> Evaluation:
    judged, total = list(kept.judged), len(game.moves)
    standing = [EvaluationPoint(each.number, chances(each.worths)) for each in judged]
    done = bool(judged) and judged[-1].number == total
    turns = _TurningPoints(request, standing, game).greatest() if done else []
    return Evaluation(
        request.level,
        done,
        min(kept.way.number, total),
        total,
        thinned(standing, MOST_POINTS),
        turns,
    )


def thinned(items: Sequence[Each], most: int) -> list[Each]:
    """Return at most `most` items, evenly spaced, with the first and the last."""
    if len(items) <= most:
        return list(items)
    step = (len(items) - 1) / (most - 1)
    return [items[round(number * step)] for number in range(most)]


# -- turning points


class _TurningPoints:
    """Finds the turning points of a game."""

    def __init__(
        self, request: AnalysisRequest, points: Sequence[EvaluationPoint], game: _Game
    ) -> None:
        self.request = request
        self.points = points
        self.moves, self.windows = game.moves, game.windows
        self.seats = request.room.match.seats
        self.verbs = ranks_of(request.room.match.game.info.id).verbs

    def greatest(self) -> list[TurningPoint]:
        """Return the greatest swings.

        A seat's consecutive moves count together; the one with the greatest effect is named, or the
        main move it follows from.
        """
        least = max(3, LEAST_SWING // len(self.seats))
        swings = list[tuple[int, TurningPoint]]()
        for first, last in self._runs():
            if self._only_ends(first, last):
                continue
            before, after = self.points[first].chances, self.points[last].chances
            seat = max(self.seats, key=lambda each: after[each] - before[each])
            swing = after[seat] - before[seat]
            if swing >= least:
                swings.append((swing, self._named(first, last, seat)))
        swings.sort(key=lambda each: -each[0])
        return sorted((point for _, point in swings[:MOST_TURNS]), key=lambda point: point.move)

    def _only_ends(self, first: int, last: int) -> bool:
        """Return whether the game only ended as expected.

        The leader wins, or a draw shares what no one had won.
        """
        room = self.request.room
        if room.match.state.outcome is None or last < len(self.points) - 1:
            return False
        before, after = self.points[first].chances, self.points[last].chances
        won = [seat for seat in self.seats if after[seat] == max(after.values())]
        return len(won) > 1 or before[won[0]] == max(before.values())

    def _runs(self) -> list[tuple[int, int]]:
        """Return the ranges of moments within which one seat acted alone."""
        runs = list[tuple[int, int]]()
        last_seat: Seat | None = None
        for place in range(1, len(self.points)):
            seat = self._mover(place)
            if runs and seat is not None and seat == last_seat:
                runs[-1] = (runs[-1][0], place)
            else:
                runs.append((place - 1, place))
            last_seat = seat
        return runs

    def _mover(self, place: int) -> Seat | None:
        """Return who made the move to this moment.

        None if several did, or it was carried out with others.
        """
        number = self.points[place].move
        if number - self.points[place - 1].move != 1:
            return None
        seat, window = self.moves[number - 1].seat, self.windows[number - 1]
        near = range(max(0, number - 1 - len(self.seats)), min(len(self.moves), number + 1))
        shared = any(self.windows[n] == window and self.moves[n].seat != seat for n in near)
        return None if shared else seat

    def _named(self, first: int, last: int, seat: Seat) -> TurningPoint:
        """Return a seat's gain between two moments, with the move that caused it."""

        def gain(place: int) -> int:
            return self.points[place].chances[seat] - self.points[place - 1].chances[seat]

        most = max(range(first + 1, last + 1), key=gain)
        place = next((n for n in range(most, first, -1) if self._is_main(n)), most)
        number, mover = self.points[place].move, self._mover(place)
        before, after = self.points[first].chances[seat], self.points[last].chances[seat]
        return TurningPoint(number, mover, self._words(number, mover), seat, before, after)

    def _is_main(self, place: int) -> bool:
        """Return whether a move is one that others follow from, like a card that places support."""
        action = parse_action(self.moves[self.points[place].move - 1].action)
        return action.verb in self.verbs

    def _words(self, number: int, mover: Seat | None) -> str:
        """Return a move in words; if several seats acted, or it names nothing, its turn."""
        game = self.request.room.match.game
        catalog = game.catalog(self.request.language)
        action = self.moves[number - 1].action
        done = in_words(game, action, catalog)
        if mover is not None and things_in(action, catalog):
            words = catalog_of(PACKAGE, self.request.language)
            return step_in_words(words, catalog.name("seat", mover), done)
        track = self.request.moments.track(self.request.room)
        stage = game.presentation.stage(track.at(self.moves, number - 1).state)
        return catalog.line(stage) if stage is not None else done
