"""The course of a game: how the seats stood at each moment, and where it turned.

It is worked out at the desk in slices, one with each question, until it is done; whoever no longer
asks has cancelled it. What is done is kept, and goes on where the game goes on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

import msgspec

from entente.kernel import Move, Seat
from entente.kernel.text import catalog_of
from entente.kernel.wording import in_words, things_in
from entente.players.explanation import step_in_words
from entente.players.player_texts import PACKAGE
from entente.players.turn_summary import ranks_of
from entente.players.win_chances import chances
from entente.server.problem import Problem
from entente.server.study.analysis_queue import AGAIN, AnalysisQueue
from entente.server.study.moments import up_to
from entente.server.study.thinking import QUICK, Course, Judged, Place, Way, judge
from entente.server.study.thoughts import AnalysisRequest, check_known

KEPT = 60  # courses in memory
MOST_POINTS = 600  # that are told; of a longer game every so many
MOST_THOUGHT = 80  # moments that a level thinks about
MOST_TURNS = 6  # turning points that are named
LEAST_SWING = 16  # a turning point changes a seat's chance by so much, divided among the seats

Each = TypeVar("Each")


class Point(msgspec.Struct):
    """How the seats stood after so many moves: their chances out of a hundred."""

    move: int
    chances: dict[Seat, int]


class TurningPoint(msgspec.Struct):
    """A move after which the game stood otherwise: the chance of the seat `gains` went from
    `before` to `after`. Where several act together, nobody alone made it and `seat` is None."""

    move: int
    seat: Seat | None
    text: str
    gains: Seat
    before: int
    after: int


class Evaluation(msgspec.Struct):
    """The course of a game as a level judges it: so much of it is made. Turning points are told
    once it is done."""

    level: str
    done: bool
    made: int
    total: int
    points: list[Point]
    turning_points: list[TurningPoint]


class _Kept:
    """A course as far as it is worked out."""

    def __init__(self, place: Place, number: int) -> None:
        self.lock = asyncio.Lock()
        self.first = number
        self.moves: list[Move] = []  # those that led to where it stands
        self.judged: list[Judged] = []
        self.way = Way([], place, number, {})

    def fits(self, moves: Sequence[Move]) -> bool:
        """Whether it is a course of these moves, as far as it goes."""
        return self.moves == moves[: self.way.number]

    def go(self, way: Way, moves: Sequence[Move]) -> None:
        self.judged += way.judged
        self.way = way
        self.moves = list(moves[: way.number])


class _Game(NamedTuple):
    """The moves of a table as they are when it is asked about, with the questions that they answer,
    and the moments that a level thinks about: where turns begin."""

    moves: list[Move]
    windows: list[int]
    moments: frozenset[int]


class Courses:
    """The courses of this process. Used by the thread of the event loop only."""

    def __init__(self, desk: AnalysisQueue) -> None:
        self.desk = desk
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()

    async def evaluation(self, inquiry: AnalysisRequest) -> Evaluation:
        """What is known of a course after one more slice of work on it."""
        game = await asyncio.to_thread(_game, inquiry)
        moves = game.moves
        kept = await self._course(inquiry, moves)
        try:
            async with asyncio.timeout(self.desk.patience), kept.lock:
                if not _is_done(kept, moves):
                    course = _rest(inquiry, kept, moves, game.moments)
                    table, user = inquiry.room.table, inquiry.user
                    way = await self.desk.ask(user.id, table.id, judge, course)
                    kept.go(way, moves)
        except TimeoutError:
            raise Problem(503, "study.busy", seconds=AGAIN) from None
        return await asyncio.to_thread(_told, inquiry, kept, game)

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the courses of all other tables, but none that is being worked out."""
        for name, kept in list(self._kept.items()):
            if name[0] not in tables and not kept.lock.locked():
                del self._kept[name]

    async def _course(self, inquiry: AnalysisRequest, moves: Sequence[Move]) -> _Kept:
        name = (inquiry.room.table.id, inquiry.level)
        found = self._kept.get(name)
        first = inquiry.room.match.first
        if found is None or found.first != first or not found.fits(moves):
            place = await asyncio.to_thread(lambda: inquiry.place(inquiry.position(first)))
            found = _Kept(place, first)
            found.moves = list(moves[:first])
            self._kept[name] = found
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def _game(inquiry: AnalysisRequest) -> _Game:
    """What is there to be judged. Moves of one's own table may be taken back meanwhile."""
    check_known(inquiry.room, inquiry.user)
    room = inquiry.room
    with room.lock:
        windows = list(room.match.windows)
        moves, number = up_to(room, room.match.seats, len(windows))
    if inquiry.level == QUICK:
        return _Game(moves, windows, frozenset())
    track = inquiry.moments.track(room)
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


def _is_done(kept: _Kept, moves: Sequence[Move]) -> bool:
    judged = kept.judged[-1].number if kept.judged else -1
    return judged == len(moves)


def _rest(
    inquiry: AnalysisRequest, kept: _Kept, moves: Sequence[Move], moments: frozenset[int]
) -> Course:
    """What is left of a course."""
    way = kept.way
    player = "" if inquiry.level == QUICK else inquiry.level
    judged = kept.judged[-1].number if kept.judged else -1
    # A moment that was the last one is not judged again when the game has gone on.
    wanted = frozenset(each for each in moments if each > judged)
    rest, seed = tuple(moves[way.number :]), inquiry.room.match.seed
    return Course(way.place, way.number, rest, seed, player, wanted, way.known, judged)


def _told(inquiry: AnalysisRequest, kept: _Kept, game: _Game) -> Evaluation:
    judged, total = list(kept.judged), len(game.moves)
    standing = [Point(each.number, chances(each.worths)) for each in judged]
    done = bool(judged) and judged[-1].number == total
    turns = _Turns(inquiry, standing, game).greatest() if done else []
    return Evaluation(
        inquiry.level,
        done,
        min(kept.way.number, total),
        total,
        thinned(standing, MOST_POINTS),
        turns,
    )


def thinned(found: Sequence[Each], most: int) -> list[Each]:
    """At most so many of them, evenly, with the first and the last."""
    if len(found) <= most:
        return list(found)
    step = (len(found) - 1) / (most - 1)
    return [found[round(number * step)] for number in range(most)]


# -- where it turned


class _Turns:
    """Looks for the moves after which a game stood otherwise."""

    def __init__(self, inquiry: AnalysisRequest, points: Sequence[Point], game: _Game) -> None:
        self.inquiry = inquiry
        self.points = points
        self.moves, self.windows = game.moves, game.windows
        self.seats = inquiry.room.match.seats
        self.verbs = ranks_of(inquiry.room.match.game.info.id).verbs

    def greatest(self) -> list[TurningPoint]:
        """The greatest swings. What a seat does in one go counts together; named is the move of it
        that changed most, or the main one from which that followed."""
        least = max(3, LEAST_SWING // len(self.seats))
        found = list[tuple[int, TurningPoint]]()
        for first, last in self._goes():
            if self._only_ends(first, last):
                continue
            before, after = self.points[first].chances, self.points[last].chances
            seat = max(self.seats, key=lambda each: after[each] - before[each])
            swing = after[seat] - before[seat]
            if swing >= least:
                found.append((swing, self._named(first, last, seat)))
        found.sort(key=lambda each: -each[0])
        return sorted((point for _, point in found[:MOST_TURNS]), key=lambda point: point.move)

    def _only_ends(self, first: int, last: int) -> bool:
        """Whether it is the end, and nobody wins by it who was not ahead before: what was likely
        has become certain, or what nobody has won is shared."""
        room = self.inquiry.room
        if room.match.state.outcome is None or last < len(self.points) - 1:
            return False
        before, after = self.points[first].chances, self.points[last].chances
        won = [seat for seat in self.seats if after[seat] == max(after.values())]
        return len(won) > 1 or before[won[0]] == max(before.values())

    def _goes(self) -> list[tuple[int, int]]:
        """The moments from one to another between which one seat alone has acted."""
        found = list[tuple[int, int]]()
        last_seat: Seat | None = None
        for place in range(1, len(self.points)):
            seat = self._mover(place)
            if found and seat is not None and seat == last_seat:
                found[-1] = (found[-1][0], place)
            else:
                found.append((place - 1, place))
            last_seat = seat
        return found

    def _mover(self, place: int) -> Seat | None:
        """Who made the move that led from the moment before to this one; None: several did, or it
        was carried out with those of others."""
        number = self.points[place].move
        if number - self.points[place - 1].move != 1:
            return None
        seat, window = self.moves[number - 1].seat, self.windows[number - 1]
        near = range(max(0, number - 1 - len(self.seats)), min(len(self.moves), number + 1))
        shared = any(self.windows[n] == window and self.moves[n].seat != seat for n in near)
        return None if shared else seat

    def _named(self, first: int, last: int, seat: Seat) -> TurningPoint:
        """What a seat gained from one moment to another, with the move that did it."""

        def gain(place: int) -> int:
            return self.points[place].chances[seat] - self.points[place - 1].chances[seat]

        most = max(range(first + 1, last + 1), key=gain)
        place = next((n for n in range(most, first, -1) if self._is_main(n)), most)
        number, mover = self.points[place].move, self._mover(place)
        before, after = self.points[first].chances[seat], self.points[last].chances[seat]
        return TurningPoint(number, mover, self._words(number, mover), seat, before, after)

    def _is_main(self, place: int) -> bool:
        """Whether the move that led there is one of those from which others follow, as a card is
        from which support is placed."""
        return self.moves[self.points[place].move - 1].action.split(" ", 1)[0] in self.verbs

    def _words(self, number: int, mover: Seat | None) -> str:
        """A move in words; where several have acted, or it names nothing, its turn."""
        game = self.inquiry.room.match.game
        catalog = game.catalog(self.inquiry.language)
        action = self.moves[number - 1].action
        done = in_words(game, action, catalog)
        if mover is not None and things_in(action, catalog):
            words = catalog_of(PACKAGE, self.inquiry.language)
            return step_in_words(words, catalog.name("seat", mover), done)
        track = self.inquiry.moments.track(self.inquiry.room)
        stage = game.presentation.stage(track.at(self.moves, number - 1).state)
        return catalog.line(stage) if stage is not None else done
