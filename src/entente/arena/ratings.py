"""Ratings: the relative strength of players, and its uncertainty.

Each game is one update of Weng and Lin's Plackett-Luce model (`entente.players.skill`), in the
order of the tournament, which spreads all pairings evenly. A rating starts at 25; with 95 %
probability a player's strength is within 1.96 deviations of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import msgspec

from entente.arena.intervals import SURE
from entente.arena.results import GameResult
from entente.kernel import Seat
from entente.players.skill import DEVIATION, MEAN, update


class Rating(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval."""

    mean: float
    low: float
    high: float


def ratings(games: Iterable[GameResult]) -> dict[str, Rating]:
    """Return the rating of each player that met another. A player in several seats of a game gets
    the average of their updates."""
    current: dict[str, tuple[float, float]] = {}
    for game in games:
        scores = _scores(game)
        if scores is None or len(set(game.players.values())) < 2:
            continue
        before = [current.get(game.players[seat], (MEAN, DEVIATION)) for seat in scores]
        after = update(before, [-score for score in scores.values()])
        for name in set(game.players.values()):
            mine = [
                skill
                for seat, skill in zip(scores, after, strict=True)
                if game.players[seat] == name
            ]
            current[name] = (fmean(mean for mean, _ in mine), fmean(wide for _, wide in mine))
    return {name: _with_interval(*skill) for name, skill in current.items()}


def _scores(game: GameResult) -> dict[Seat, float] | None:
    """Return the scores that rank the seats; a seat that made the game fail ranks last. None if no
    seat is to blame."""
    if game.ending is not None:
        return {seat: game.ending.scores.get(seat, 0.0) for seat in game.players}
    if game.fault is not None and game.fault.seat is not None:
        return {seat: float(seat != game.fault.seat) for seat in game.players}
    return None


def _with_interval(mean: float, deviation: float) -> Rating:
    half = SURE * deviation
    return Rating(mean, mean - half, mean + half)
