"""Ratings by openskill: the relative strength of players, and its uncertainty.

Each game is one update (Weng and Lin's Plackett-Luce model with the package's defaults), in the
order of the tournament, which spreads all pairings evenly. A rating starts at 25; with 95 %
probability a player's strength is within 1.96 deviations of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from entente.arena.intervals import SURE
from entente.arena.results import GameResult
from entente.kernel import Seat

if TYPE_CHECKING:  # loaded only for ratings: games are played without it
    from openskill.models import PlackettLuce
    from openskill.models.weng_lin.plackett_luce import PlackettLuceRating


class Rating(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval."""

    mean: float
    low: float
    high: float


def ratings(games: Iterable[GameResult]) -> dict[str, Rating]:
    """Return the rating of each player that met another. A player in several seats of a game gets
    the average of their updates."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    current: dict[str, PlackettLuceRating] = {}
    for game in games:
        scores = _scores(game)
        if scores is None or len(set(game.players.values())) < 2:
            continue
        before = {
            name: current.get(name) or model.rating(name=name) for name in game.players.values()
        }
        teams = [[_copy(model, before[game.players[seat]])] for seat in scores]
        after = model.rate(teams, scores=list(scores.values()))
        for name in before:
            mine = [
                team[0]
                for seat, team in zip(scores, after, strict=True)
                if game.players[seat] == name
            ]
            mu, sigma = fmean(each.mu for each in mine), fmean(each.sigma for each in mine)
            current[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return {name: _rounded(rating) for name, rating in current.items()}


def _scores(game: GameResult) -> dict[Seat, float] | None:
    """Return the scores that rank the seats; a seat that made the game fail ranks last. None if no
    seat is to blame."""
    if game.ending is not None:
        return {seat: game.ending.scores.get(seat, 0.0) for seat in game.players}
    if game.fault is not None and game.fault.seat is not None:
        return {seat: float(seat != game.fault.seat) for seat in game.players}
    return None


def _copy(model: PlackettLuce, rating: PlackettLuceRating) -> PlackettLuceRating:
    return model.rating(mu=rating.mu, sigma=rating.sigma, name=rating.name)


def _rounded(rating: PlackettLuceRating) -> Rating:
    half = SURE * rating.sigma
    return Rating(rating.mu, rating.mu - half, rating.mu + half)
