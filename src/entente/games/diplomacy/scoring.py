"""Scoring systems of the hobby: what a finished game is worth to each player.

A game won alone gives the winner everything in every system. In the others the players of the draw
share by size, by centres, or by rank. Scores add up to 1. docs/diplomacy.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from entente.kernel import Seat

DRAW_SIZE, SUM_OF_SQUARES, CARNAGE, CENTRE_SHARE = (
    "draw_size",
    "sum_of_squares",
    "carnage",
    "centre_share",
)
SYSTEMS = (DRAW_SIZE, SUM_OF_SQUARES, CARNAGE, CENTRE_SHARE)
PER_RANK, PER_CENTRE = 1000, 1  # points of Carnage


def shares(
    system: str,
    seats: Collection[Seat],
    draw: Collection[Seat],
    centres: Mapping[Seat, int],
    eliminated: Mapping[Seat, int],
) -> dict[Seat, float]:
    """Return the scores of a draw among the seats in `draw`.

    `eliminated` is the year in which each other seat left the game.
    """
    if system == SUM_OF_SQUARES:
        points = {seat: float(centres[seat] ** 2) for seat in draw}
    elif system == CENTRE_SHARE:
        points = {seat: float(centres[seat]) for seat in draw}
    elif system == CARNAGE:
        points = _carnage(seats, draw, centres, eliminated)
    else:
        points = dict.fromkeys(draw, 1.0)
    if not (total := sum(points.values())):  # no one owns a centre
        points, total = dict.fromkeys(draw, 1.0), float(len(draw))
    return {seat: points.get(seat, 0.0) / total for seat in seats}


def _carnage(
    seats: Collection[Seat],
    draw: Collection[Seat],
    centres: Mapping[Seat, int],
    eliminated: Mapping[Seat, int],
) -> dict[Seat, float]:
    """Return points for the rank and one for each centre; equal players share their ranks' points.

    The players of the draw are ranked by centres, the others behind them by their last year.
    """
    ranked = {
        seat: (1, centres[seat]) if seat in draw else (0, eliminated.get(seat, 0)) for seat in seats
    }
    found = {}
    for seat, mine in ranked.items():
        better = sum(other > mine for other in ranked.values())
        equal = sum(other == mine for other in ranked.values())
        ranks = range(better + 1, better + equal + 1)
        points = sum(PER_RANK * (len(ranked) + 1 - rank) for rank in ranks) / equal
        found[seat] = points + PER_CENTRE * (centres[seat] if seat in draw else 0)
    return found
