"""Weights fitted from games: what each thing that a mind counts has to do with winning.

Games are played at a level; wherever the move passes on, what each seat counts is kept with how the
game ended for it. A logistic regression with a ridge finds the weights. One game in five is held
out. Then a player with the new weights meets one with the old, who looks no further than his own
move: all else is equal, so that the match tells of the weights alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import msgspec

from entente.arena.crew import settle_in
from entente.arena.intervals import Share, share
from entente.arena.playing import MOST_DECISIONS, Play
from entente.arena.processes import shared
from entente.kernel import Options, Position, Seat, registry
from entente.players import Player, make
from entente.players.greedy import GreedyPlayer
from entente.players.minds.fitted import Linear, knowledge_of

HELD_OUT = 5
RIDGE = 1.0
STEPS = 25
ENOUGH = 1e-7
BINS = 5
NEW, OLD = "new", "old"

Weights = dict[str, float]
Row = tuple[Mapping[str, float], float]  # what is counted, and the score at the end, from 0 to 1
Progress = Callable[[int], None]


class Bin(msgspec.Struct, frozen=True):
    """Positions that are thought to be won with about the same chance."""

    positions: int
    expected: float
    found: float


class Fitted(msgspec.Struct, frozen=True):
    """Weights, and how well they fit games that they were not fitted to. Losses are those of the
    logarithm, a position; `old_loss` is that of the old weights with the best single scale."""

    game: str
    weights: Weights
    old: Weights
    games: int
    positions: int
    loss: float
    old_loss: float
    calibration: list[Bin]


class Match(msgspec.Struct, frozen=True):
    """The new weights against the old."""

    games: int
    wins: int
    draws: int
    share: Share

    @property
    def better(self) -> bool:
        """Whether the whole interval lies above one half."""
        return self.share.low > 0.5


class Game(msgspec.Struct, frozen=True):
    """One game that is to be played: a name for each seat."""

    game: str
    options: Options
    seed: str
    players: dict[Seat, str]
    weights: dict[str, Weights] = {}


# -- positions of games


def gather(
    game: str, options: Options, level: str, games: int, seed: str, workers: int, progress: Progress
) -> list[list[Row]]:
    """What is counted in so many games between players of a level."""
    seats = registry.load(game).seats(options)
    work = [
        Game(game, options, f"{seed}-{number}", dict.fromkeys(seats, level))
        for number in range(games)
    ]
    return done(rows_of, work, workers, progress)


def rows_of(work: Game) -> list[Row]:
    """Play a game, and count wherever the move has passed on."""
    features = knowledge_of(work.game).features
    play = Listening(work, make)
    kept = list[tuple[Seat, Mapping[str, float]]]()

    def count(position: Position[Any, Any]) -> None:
        kept.extend((seat, dict(features(position, seat))) for seat in work.players)

    play.passed_on = count
    scores = play.to_the_end().scores
    return [(counted, scores.get(seat, 0.0)) for seat, counted in kept]


class Listening(Play):
    """A game in which somebody looks at the position whenever another seat is asked."""

    def __init__(self, work: Game, maker: Callable[[str, str, str], Player]) -> None:
        game = registry.load(work.game)
        super().__init__(game, work.options, work.seed, work.players, maker, MOST_DECISIONS)
        self.passed_on: Callable[[Position[Any, Any]], None] = lambda position: None
        self._last: Seat | None = None

    def _awaited(self, position: Position[Any, Any]) -> Seat:
        seat = super()._awaited(position)
        if self._last is not None and seat != self._last:
            self.passed_on(position)
        self._last = seat
        return seat


# -- the fit


def fit(game: str, played: Sequence[Sequence[Row]]) -> Fitted:
    """Weights for what was counted. One that never changed keeps its old weight."""
    old = dict(knowledge_of(game).weights)
    learned = [row for n, rows in enumerate(played) if n % HELD_OUT != HELD_OUT - 1 for row in rows]
    held = [row for n, rows in enumerate(played) if n % HELD_OUT == HELD_OUT - 1 for row in rows]
    names = sorted({name for counted, _ in learned for name in counted})
    moving = [name for name in names if len({counted.get(name, 0.0) for counted, _ in learned}) > 1]
    units = {name: _unit(learned, name) for name in moving}
    table = [[counted.get(name, 0.0) / units[name] for name in moving] for counted, _ in learned]
    found = regression(table, [score for _, score in learned])
    weights = old | {name: w / units[name] for name, w in zip(moving, found, strict=True)}
    sums = [sum(old.get(name, 0.0) * x for name, x in counted.items()) for counted, _ in learned]
    (scale,) = regression([[each] for each in sums], [score for _, score in learned], 0.0)
    before = {name: scale * weight for name, weight in old.items()}
    return Fitted(
        game,
        weights,
        before,
        len(played),
        len(held),
        loss(weights, held),
        loss(before, held),
        calibration(weights, held),
    )


def regression(
    table: Sequence[Sequence[float]], scores: Sequence[float], ridge: float = RIDGE
) -> list[float]:
    """Logistic regression by Newton's steps, without a constant: seats are counted alike."""
    size = len(table[0]) if table else 0
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-ridge * w for w in weights]
        bend = [[ridge + 1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for row, score in zip(table, scores, strict=True):
            chance = _chance(sum(w * x for w, x in zip(weights, row, strict=True)))
            for i, x in enumerate(row):
                if x:
                    slope[i] += (score - chance) * x
                    steep, line = chance * (1 - chance) * x, bend[i]
                    for j in range(i + 1):
                        line[j] += steep * row[j]
        for i in range(size):
            for j in range(i):
                bend[j][i] = bend[i][j]
        step = solved(bend, slope)
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step), default=0.0) < ENOUGH:
            break
    return weights


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Linear equations, by elimination with the largest pivot."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda n: abs(rows[n][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in rows[i + 1 :]:
            factor = below[i] / rows[i][i]
            for j in range(i, size + 1):
                below[j] -= factor * rows[i][j]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def loss(weights: Weights, rows: Sequence[Row]) -> float:
    """The loss of the logarithm, a position; of none, nothing."""
    total = 0.0
    for counted, score in rows:
        chance = min(1 - 1e-9, max(1e-9, expected(weights, counted)))
        total -= score * log(chance) + (1 - score) * log(1 - chance)
    return total / len(rows) if rows else 0.0


def calibration(weights: Weights, rows: Sequence[Row]) -> list[Bin]:
    """What was expected, and what came of it, in steps of the chance to win."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for counted, score in rows:
        chance = expected(weights, counted)
        bins[min(BINS - 1, int(chance * BINS))].append((chance, score))
    return [
        Bin(len(each), sum(c for c, _ in each) / len(each), sum(s for _, s in each) / len(each))
        for each in bins
        if each
    ]


def expected(weights: Weights, counted: Mapping[str, float]) -> float:
    """The chance to win that weights see in what is counted."""
    return _chance(sum(weights.get(name, 0.0) * x for name, x in counted.items()))


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-max(-40.0, min(40.0, odds))))


def _unit(rows: Sequence[Row], name: str) -> float:
    """How large a count usually is: the ridge weighs on all alike."""
    values = [counted.get(name, 0.0) for counted, _ in rows]
    return max(1e-6, sqrt(sum(value * value for value in values) / len(values)))


# -- the match


def match(
    fitted: Fitted, options: Options, games: int, seed: str, workers: int, progress: Progress
) -> Match:
    """New against old: one among the others' kind, in every seat with the same seeds."""
    seats = registry.load(fitted.game).seats(options)
    weights = {NEW: fitted.weights, OLD: fitted.old}
    work = [
        Game(
            fitted.game,
            options,
            f"{seed}-match-{number}",
            {each: NEW if each == seat else OLD for each in seats},
            weights,
        )
        for number in range(-(-games // len(seats)))
        for seat in seats
    ]
    scores = done(score_of_new, work, workers, progress)
    wins, draws = sum(won for won, _ in scores), sum(drawn for _, drawn in scores)
    return Match(len(scores), wins, draws, share(wins, len(scores)))


def score_of_new(work: Game) -> tuple[int, int]:
    """Whether the one with the new weights has won, or shared a win."""

    def maker(name: str, game_id: str, seed: str) -> Player:
        return GreedyPlayer(game_id, seed, Linear(game_id, work.weights[name]))

    winners = Listening(work, maker).to_the_end().winners
    new = next(seat for seat, name in work.players.items() if name == NEW)
    return int(winners == (new,)), int(len(winners) != 1)


def done(
    do: Callable[[Game], Any], work: list[Game], workers: int, progress: Progress
) -> list[Any]:
    """What comes of the work, in its order."""
    found = dict[int, Any]()
    numbered = list(enumerate(work))
    pieces = partial(_numbered, do)
    done = shared(pieces, numbered, workers, settle_in) if workers > 1 else map(pieces, numbered)
    for number, result in done:
        found[number] = result
        progress(len(found))
    return [found[number] for number in range(len(work))]


def _numbered(do: Callable[[Game], Any], piece: tuple[int, Game]) -> tuple[int, Any]:
    return piece[0], do(piece[1])


def write(file: Path, fitted: Fitted, against: Match) -> None:
    """The weights with all that is to be known about them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    told = {"fitted": fitted, "match": against, "better": against.better}
    file.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
