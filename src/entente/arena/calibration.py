"""The calibration from evaluations to win chances, fitted to games (see
`entente.players.calibration`).

Games are played at a level; at each change of the seat to move, the static evaluation for each seat
is stored with the outcome. A regression finds the slopes and leads that make the outcomes most
likely, with ridge regularisation towards the default calibration. Every game has the same weight,
however long it is. One game in five is held out to measure the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from entente.arena.entrants import entrant
from entente.arena.fitting.games import FitGame, ObservedGame, Progress, run_all
from entente.arena.fitting.linear import HELD_OUT
from entente.arena.fitting.regression import STEPS, TOLERANCE, solve
from entente.kernel import Options, Position, Seat, registry
from entente.players.calibration import Scale, log_odds, progress_of
from entente.players.win_chances import raw_worths

WEIGHT = 8.0  # of a game, in positions that know nothing of each other
RIDGE = 2.0


class CalibrationPoint(NamedTuple):
    """A position: how far the game has come, and half the logarithm of the odds of each seat."""

    progress: float
    odds: dict[Seat, float]


class CalibrationGame(NamedTuple):
    """A game that was played: its positions, and the share that each seat had of the end."""

    points: list[CalibrationPoint]
    shares: dict[Seat, float]


class Calibration(msgspec.Struct, frozen=True):
    """A scale, and how well it fits games that it was not fitted to. Losses are those of the
    logarithm, a position; `old_loss` is that of worths taken at their word."""

    game: str
    scale: Scale
    games: int
    positions: int
    loss: float
    old_loss: float


def gather(
    game: str, options: Options, level: str, games: int, seed: str, workers: int, progress: Progress
) -> list[CalibrationGame]:
    """Play games between players of a level."""
    seats = registry.load(game).seats(options)
    work = [
        FitGame(game, options, f"{seed}-chances-{number}", dict.fromkeys(seats, level))
        for number in range(games)
    ]
    return run_all(play_game, work, workers, progress)


def play_game(work: FitGame) -> CalibrationGame:
    """Play a game and sample the position at each turn change."""
    play = ObservedGame(work, entrant)
    moments = list[CalibrationPoint]()

    def sample(position: Position[Any, Any]) -> None:
        odds = {seat: log_odds(worth) for seat, worth in raw_worths(position).items()}
        moments.append(CalibrationPoint(progress_of(position), odds))

    play.on_turn_change = sample
    scores = play.play().scores
    whole = sum(scores.values()) or 1.0
    return CalibrationGame(moments, {seat: scores.get(seat, 0.0) / whole for seat in work.players})


# -- the fit


def fit(game: str, games: Sequence[CalibrationGame], source: str = "") -> Calibration:
    """Fit the scale to games."""
    learned = [each for n, each in enumerate(games) if n % HELD_OUT != HELD_OUT - 1]
    held = [each for n, each in enumerate(games) if n % HELD_OUT == HELD_OUT - 1]
    scale = fitted(learned, source)
    positions = sum(len(each.points) for each in held)
    return Calibration(game, scale, len(games), positions, loss(scale, held), loss(Scale(), held))


def fitted(games: Sequence[CalibrationGame], source: str = "") -> Scale:
    """Slopes and leads, by Newton's steps. Leads are for two seats: with more, some dozens of games
    would rather tell of luck."""
    seats = list(games[0].shares) if len(games[0].shares) == 2 else []
    size = 2 + len(seats)
    usual = [1.0, 1.0, *(0.0 for _ in seats)]
    values = usual[:]
    for _ in range(STEPS):
        slope = [RIDGE * (u - v) for u, v in zip(usual, values, strict=True)]
        bend = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
        for game in games:
            weight = WEIGHT / max(1, len(game.points))
            for moment in game.points:
                _add(slope, bend, values, moment, game.shares, weight)
        step = solve(bend, slope)
        values = [v + s for v, s in zip(values, step, strict=True)]
        if max(map(abs, step)) < TOLERANCE:
            break
    leads = {seat: round(each, 4) for seat, each in zip(seats, values[2:], strict=True)}
    return Scale(round(values[0], 4), round(values[1], 4), leads, source)


def _add(
    slope: list[float],
    bend: list[list[float]],
    values: Sequence[float],
    moment: CalibrationPoint,
    shares: dict[Seat, float],
    weight: float,
) -> None:
    """Add the gradient and curvature of one position."""
    rows = [row[: len(values)] for row in _rows(moment)]
    sums = [sum(v * x for v, x in zip(values, row, strict=True)) for row in rows]
    chances = _softmax(sums)
    size = len(values)
    means = [sum(c * row[i] for c, row in zip(chances, rows, strict=True)) for i in range(size)]
    for seat, chance, row in zip(moment.odds, chances, rows, strict=True):
        for i in range(size):
            slope[i] += weight * (shares[seat] - chance) * row[i]
            if row[i] - means[i]:
                for j in range(size):
                    bend[i][j] += weight * chance * (row[i] - means[i]) * (row[j] - means[j])


def _rows(moment: CalibrationPoint) -> list[list[float]]:
    """Return what is known of each seat: its odds early and late, and which seat it is."""
    late = moment.progress
    early = 1.0 - late
    return [
        [odds * early, odds * late, *(early if n == k else 0.0 for k in range(len(moment.odds)))]
        for n, odds in enumerate(moment.odds.values())
    ]


def _softmax(sums: Sequence[float]) -> list[float]:
    most = max(sums)
    odds = [exp(each - most) for each in sums]
    whole = sum(odds)
    return [each / whole for each in odds]


def loss(scale: Scale, games: Sequence[CalibrationGame]) -> float:
    """Return the loss of the logarithm, a position; every game counts alike."""
    total = 0.0
    for game in games:
        lost = 0.0
        for moment in game.points:
            now = scale.at(moment.progress)
            sums = [now.slope * x + now.leads.get(seat, 0.0) for seat, x in moment.odds.items()]
            for seat, chance in zip(moment.odds, _softmax(sums), strict=True):
                lost -= game.shares[seat] * log(max(1e-9, chance))
        total += lost / max(1, len(game.points))
    return total / len(games) if games else 0.0


def write(file: Path, calibration: Calibration) -> None:
    """Write the scale as `scale.toml` keeps it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(as_toml(calibration), encoding="utf-8")


def as_toml(calibration: Calibration) -> str:
    scale = calibration.scale
    leads = ", ".join(f"{seat} = {each}" for seat, each in scale.leads.items())
    lines = [
        f"[{calibration.game}]",
        f"early = {scale.early}",
        f"late = {scale.late}",
        f"leads = {{ {leads} }}",
        f"source = {msgspec.json.encode(scale.source).decode()}",  # TOML reads it so as well
    ]
    return "\n".join(lines) + "\n"
