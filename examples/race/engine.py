"""How computer players evaluate the race; the general search does the rest."""

from math import tanh
from typing import Any

from entente.kernel import Position, Seat
from entente.players.figures import Figures, PublicFigures
from examples.race import SEATS, Race

WORLDS = 12  # imagined reserves and dice
ONE, SECOND = 1 / 2, 1 / 6  # the stages that a division brings, and a second one beside it
STEEP = 0.9  # how much a stage is worth

RacePosition = Position[Any, Any]


def evaluate(position: RacePosition, seat: Seat) -> float:
    """Score a position by the stages that each side may expect in the end, from -1 to 1."""
    if position.outcome is not None:
        return 2.0 * position.outcome.scores[seat] - 1.0
    other = SEATS[1 - SEATS.index(seat)]
    race: Race = position.state
    return tanh(STEEP * (expected(race, seat) - expected(race, other)))


def expected(race: Race, seat: Seat) -> float:
    """Return the stages of a side so far, and those of its divisions if it spreads them well."""
    left, orders = race.reserves[seat] - race.sent[seat], orders_left(race, seat)
    alone = min(left, orders)
    return race.north[seat] + ONE * alone + SECOND * min(left - alone, orders)


def orders_left(race: Race, seat: Seat) -> int:
    return sum(frame.args.get("seat") == seat for frame in race.stack)


def progress(position: RacePosition) -> float:
    """Return how far the game has come, from 0 to 1."""
    turns = int(position.state.options["turns"])
    return 1 - sum(orders_left(position.state, seat) for seat in SEATS) / (2 * turns)


def figures(race: Race, seat: Seat) -> Figures:
    """Return the stages by which a side is ahead, and the divisions it has spent less."""
    other = SEATS[1 - SEATS.index(seat)]
    return {
        "north": race.north[seat] - race.north[other],
        "kept": race.sent[other] - race.sent[seat],
    }


PUBLIC_FIGURES = PublicFigures(figures, {"north": 1.0, "kept": 0.3})
