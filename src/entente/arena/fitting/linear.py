"""Weights of a linear evaluation, fitted to the outcomes of games.

Games are played at a level; at each change of the seat to move, the features of each seat are
stored with its outcome. A logistic regression with ridge regularisation finds the weights. One game
in five is held out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Any

import msgspec

from entente.arena.entrants import entrant
from entente.arena.fitting.games import FitGame, ObservedGame, Progress, Weights, run_all
from entente.arena.fitting.regression import regression, sigmoid
from entente.kernel import Options, Position, Seat, registry
from entente.players.engines.tunable import feature_weights_of

HELD_OUT = 5
BINS = 5
LEAST_SCALE = 0.01  # of the old weights: on a few games luck could turn them round

Row = tuple[Mapping[str, float], float]  # what is counted, and the score at the end, from 0 to 1


class Bin(msgspec.Struct, frozen=True):
    """Positions with about the same predicted chance."""

    positions: int
    expected: float
    found: float


class LinearFit(msgspec.Struct, frozen=True):
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
    constant: float = 0.0  # the logarithm of the odds of who has nothing that is counted


# -- positions of games


def gather(
    game: str, options: Options, level: str, games: int, seed: str, workers: int, progress: Progress
) -> list[list[Row]]:
    """Collect the features of games between players of a level."""
    seats = registry.load(game).seats(options)
    work = [
        FitGame(game, options, f"{seed}-{number}", dict.fromkeys(seats, level))
        for number in range(games)
    ]
    return run_all(rows_of, work, workers, progress)


def rows_of(work: FitGame) -> list[Row]:
    """Play a game and collect the features at each turn change."""
    features = feature_weights_of(work.game).features
    play = ObservedGame(work, entrant)
    kept = list[tuple[Seat, Mapping[str, float]]]()

    def count(position: Position[Any, Any]) -> None:
        kept.extend((seat, dict(features(position, seat))) for seat in work.players)

    play.on_turn_change = count
    scores = play.play().scores
    return [(counted, scores.get(seat, 0.0)) for seat, counted in kept]


# -- the fit


def fit(game: str, played: Sequence[Sequence[Row]]) -> LinearFit:
    """Fit the weights of the features.

    A feature that never changed keeps its old weight. The constant is for games with more than two
    seats: most of them lose.
    """
    old = dict(feature_weights_of(game).weights)
    learned = [row for n, rows in enumerate(played) if n % HELD_OUT != HELD_OUT - 1 for row in rows]
    held = [row for n, rows in enumerate(played) if n % HELD_OUT == HELD_OUT - 1 for row in rows]
    names = sorted({name for counted, _ in learned for name in counted})
    moving = [name for name in names if len({counted.get(name, 0.0) for counted, _ in learned}) > 1]
    units = {name: _unit(learned, name) for name in moving}
    scores = [score for _, score in learned]
    sums = [sum(old.get(name, 0.0) * x for name, x in counted.items()) for counted, _ in learned]
    scale, level = regression([[each, 1.0] for each in sums], scores, 0.0)
    before = {name: max(LEAST_SCALE, scale) * weight for name, weight in old.items()}
    table = [[*(row.get(name, 0.0) / units[name] for name in moving), 1.0] for row, _ in learned]
    *fitted, constant = regression(table, scores)
    weights = before | {name: w / units[name] for name, w in zip(moving, fitted, strict=True)}
    return LinearFit(
        game,
        weights,
        before,
        len(played),
        len(held),
        loss(weights, held, constant),
        loss(before, held, level),
        calibration(weights, held, constant),
        constant,
    )


def loss(weights: Weights, rows: Sequence[Row], constant: float = 0.0) -> float:
    """Return the log loss a position; 0 without positions."""
    total = 0.0
    for counted, score in rows:
        hope = min(1 - 1e-9, max(1e-9, expected(weights, counted, constant)))
        total -= score * log(hope) + (1 - score) * log(1 - hope)
    return total / len(rows) if rows else 0.0


def calibration(weights: Weights, rows: Sequence[Row], constant: float = 0.0) -> list[Bin]:
    """Return expected and actual results, by intervals of the win chance."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for counted, score in rows:
        hope = expected(weights, counted, constant)
        bins[min(BINS - 1, int(hope * BINS))].append((hope, score))
    return [
        Bin(len(each), sum(c for c, _ in each) / len(each), sum(s for _, s in each) / len(each))
        for each in bins
        if each
    ]


def expected(weights: Weights, counted: Mapping[str, float], constant: float = 0.0) -> float:
    """Return the win chance that the weights predict from features."""
    return sigmoid(constant + sum(weights.get(name, 0.0) * x for name, x in counted.items()))


def _unit(rows: Sequence[Row], name: str) -> float:
    """Return the usual size of a feature, so that the ridge affects all features equally."""
    values = [counted.get(name, 0.0) for counted, _ in rows]
    return max(1e-6, sqrt(sum(value * value for value in values) / len(values)))
