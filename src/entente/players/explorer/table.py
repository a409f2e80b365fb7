"""The table of the explorer: what was played next, how often, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec

from entente.kernel import Seat
from entente.kernel.openings import WHOLE_GAME, OpeningBook, OpeningMove
from entente.players.explorer.game_file import ExplorerGame

MOST_ROWS = 50


class GameFilter(NamedTuple):
    """Which games count. `level` is that of the side, or of all seats of a whole game."""

    level: str | None = None


class ResultCounts(msgspec.Struct):
    """How some games ended for a side, or for the first seat of a whole game.

    `score` is its mean score, `rating` the mean rating of its players, `measure` its mean figure at
    the end, such as centres.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    rating: int | None = None
    measure: float | None = None


class Continuation(msgspec.Struct):
    """A move, and how the games with it ended."""

    move: str
    tally: ResultCounts


class ExplorerTable(msgspec.Struct):
    """The games with the moves of a path, and what was played next, the most frequent first.

    `step` is the step that comes next; None at the end of the book.
    """

    total: ResultCounts
    step: int | None
    rows: list[Continuation]
    examples: list[ExplorerGame]


class _Sum:
    """Results that are being added up."""

    def __init__(self) -> None:
        self.tally = ResultCounts()
        self.measures = list[float]()
        self.ratings = list[float]()

    def add(self, game: ExplorerGame, seat: Seat, rating: float | None) -> None:
        tally = self.tally
        tally.games += 1
        if seat not in game.winners:
            tally.losses += 1
        elif len(game.winners) == 1:
            tally.wins += 1
        else:
            tally.draws += 1
        tally.score += game.scores.get(seat, 0.0)
        if seat in game.measures:
            self.measures.append(game.measures[seat])
        if rating is not None:
            self.ratings.append(rating)

    def mean(self) -> ResultCounts:
        tally = self.tally
        tally.score = round(tally.score / max(1, tally.games), 4)
        tally.measure = round(fmean(self.measures), 2) if self.measures else None
        tally.rating = round(fmean(self.ratings)) if self.ratings else None
        return tally


def next_step(book: OpeningBook, path: Sequence[str]) -> int | None:
    """Return the step that comes after the moves of a path; None if the book ends."""
    if book.is_set:
        return 0
    return len(path) if len(path) < len(book.steps) else None


def follows(moves: Sequence[OpeningMove], path: Sequence[str], book: OpeningBook) -> bool:
    """Return whether a game has the moves of a path."""
    if book.is_set:
        own = {each.text for each in moves}
        return all(text in own for text in path)
    return [each.text for each in moves[: len(path)]] == list(path)


def continuations(
    games: Iterable[ExplorerGame],
    book: OpeningBook,
    side: Seat,
    path: Sequence[str] = (),
    wanted: GameFilter | None = None,
    examples: int = 5,
    ratings: Mapping[str, float] | None = None,
) -> ExplorerTable:
    """Return what was played after the moves of a path. `ratings` are those of the levels."""
    step, total = next_step(book, path), _Sum()
    rows = dict[str, _Sum]()
    kept = list[ExplorerGame]()
    for game, moves in _fitting(games, book, side, path, wanted or GameFilter()):
        seat = next(iter(game.players)) if side == WHOLE_GAME else side
        rating = _rating(game, side, ratings or {})
        total.add(game, seat, rating)
        if len(kept) < examples:
            kept.append(game)
        for move in moves:
            if move.step == step and move.text not in path:
                rows.setdefault(move.text, _Sum()).add(game, seat, rating)
    found = [Continuation(move, each.mean()) for move, each in rows.items()]
    found.sort(key=lambda row: (-row.tally.games, -row.tally.score, row.move))
    return ExplorerTable(total.mean(), step, found[:MOST_ROWS], kept)


def _rating(game: ExplorerGame, side: Seat, ratings: Mapping[str, float]) -> float | None:
    """Return the mean rating of the players of a side; None if one has none."""
    levels = game.players.values() if side == WHOLE_GAME else [game.players[side]]
    known = [ratings[each] for each in levels if each in ratings]
    return fmean(known) if len(known) == len(levels) else None


def _fitting(
    games: Iterable[ExplorerGame],
    book: OpeningBook,
    side: Seat,
    path: Sequence[str],
    wanted: GameFilter,
) -> Iterator[tuple[ExplorerGame, tuple[OpeningMove, ...]]]:
    for game in games:
        line = game.line(side)
        if line is None or not follows(line.moves, path, book):
            continue
        if wanted.level is not None:
            levels = game.players.values() if side == WHOLE_GAME else [game.players[side]]
            if any(each != wanted.level for each in levels):
                continue
        yield game, line.moves
