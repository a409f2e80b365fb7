"""Fit weights inside an evaluation by playing pairs of games.

Sets of weights are drawn around the present one, and each meets its mirror image: what is larger in
the one is smaller in the other by the same factor. They are twice as far from each other as from
the present set, so a game says four times as much about the direction as one against the present
set, and twice as much as one between two drawn sets. Harm done by any change affects both alike.

The two change seats and play the same seed again, which halves the effect of seats and luck. A
logistic regression of the results on the logarithms gives the direction in which more is won. The
new set is half a usual step away in that direction: all that is known is a slope.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import msgspec

from entente.arena.fitting.games import FitGame, Progress, Weights, run_all, weighted_game
from entente.arena.fitting.regression import regression, z_scores
from entente.kernel import Options, Seat, registry

SPREAD = 0.4  # standard deviation of a logarithm: two of three figures change by less than half
REACH = 0.5  # of the usual distance of a drawn set: how far the new one goes
DIGITS = 4
DRAWN, MIRROR = "drawn", "mirror"

Draw = dict[str, float]  # by figure, how far its logarithm is moved, in spreads


class PairedFit(msgspec.Struct, frozen=True):
    """A set of figures where more is won. `sure` is how far the slope of each figure is from 0, in
    standard deviations: beyond 2 it is hardly luck."""

    game: str
    weights: Weights
    old: Weights
    games: int
    sure: Weights


class Pair(msgspec.Struct, frozen=True):
    """A draw, and which share of two games it has won against its mirror image."""

    draw: Draw
    score: float


# -- games


def gather(
    game: str,
    options: Options,
    figures: Weights,
    games: int,
    seed: str,
    workers: int,
    progress: Progress,
) -> list[Pair]:
    """Play games between drawn sets and their mirror images, two for each pair."""
    seats = registry.load(game).seats(options)
    draws, work = list[Draw](), list[FitGame]()
    for number in range(-(-games // 2)):
        rng = Random(f"{seed}-drawn-{number}")
        draw = {name: rng.gauss(0.0, 1.0) for name in figures}
        weights = {DRAWN: perturbed(figures, draw), MIRROR: perturbed(figures, draw, -1.0)}
        first = rng.sample(seats, len(seats) // 2)
        draws.append(draw)
        for here, there in ((DRAWN, MIRROR), (MIRROR, DRAWN)):
            players: dict[Seat, str] = {each: here if each in first else there for each in seats}
            work.append(FitGame(game, options, f"{seed}-played-{number}", players, weights))
    scores: list[float] = run_all(play_pair_game, work, workers, progress)
    both = zip(scores[::2], scores[1::2], strict=True)
    return [Pair(draw, sum(two) / 2) for draw, two in zip(draws, both, strict=True)]


def play_pair_game(work: FitGame) -> float:
    """Return the share of a game won by the drawn weights."""
    scores = weighted_game(work).play().scores
    whole = sum(scores.values())
    own = sum(scores.get(seat, 0.0) for seat, name in work.players.items() if name == DRAWN)
    return own / whole if whole else 0.5


# -- the fit


def fit(game: str, figures: Weights, pairs: list[Pair]) -> PairedFit:
    """Take a step towards winning more."""
    names = list(figures)
    table = [[pair.draw[name] for name in names] for pair in pairs]
    scores = [pair.score for pair in pairs]
    slope = regression(table, scores)
    sure = z_scores(table, scores, slope)
    steep = sqrt(sum(each * each for each in slope))
    far = REACH * sqrt(len(names)) / steep if steep else 0.0
    step = {name: far * each for name, each in zip(names, slope, strict=True)}
    new = {name: round(each, DIGITS) for name, each in perturbed(figures, step).items()}
    certainties = {name: round(each, 2) for name, each in zip(names, sure, strict=True)}
    return PairedFit(game, new, dict(figures), 2 * len(pairs), certainties)


def perturbed(figures: Weights, draw: Draw, way: float = 1.0) -> Weights:
    """Scale each weight by a factor; signs and zeros stay."""
    return {name: each * exp(way * SPREAD * draw[name]) for name, each in figures.items()}
