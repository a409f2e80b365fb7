"""The weights of the levels, and the evaluation of a position.

Everything is counted in pounds, since leftover money becomes points. The levels differ in how well
they see the value of a marker, the value of a pound over time, and how they bargain.
"""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.engine.evaluator import (
    FINAL,
    divisor,
    lasting_turns,
    marker_worth,
    standing,
    turns_left,
)
from entente.games.pax.state import PaxState
from entente.kernel import Options, Position, Seat
from entente.players.engines import EASY, HARD, NORMAL

PaxPosition = Position[PaxState, PaxContext]


class PaxWeights(msgspec.Struct, frozen=True):
    """The weights of a level. `money` is the final value of a pound of each turn: early ones can be
    invested; the last figure holds for all later turns."""

    overlooked: float = 0.0  # share of the areas not seen in a turn
    blur: float = 0.0  # standard deviation of the errors about an area's value
    upkeep: float = 1.0  # share of the upkeep of markers and garrisons that is considered
    lasting: float = 0.94  # the probability that a marker survives a turn
    wanted: float = 1.15  # the return that an investment must bring
    first_come: float = 1.5  # haste for control: the first to come gets it, interests can wait
    now_or_never: float = 2.2  # haste for sharing a new control, possible in the same turn only
    foresees: bool = False  # places first what waiting a turn would cost most
    money: tuple[float, ...] = (1.0,)
    sends_home: bool = True  # armies and navies that only cost money
    makes_room: bool = False  # gives up a poor interest for a better one
    margin: float = 2.0  # pounds that a treaty must bring
    promise: float = 1.0  # the weight of a promise to stay out of an area
    envies: float = 0.0  # the weight of the leader's points against own ones
    asks: float = 0.0  # share of the partner's gain that is asked for
    sells: bool = False  # sells promises to stay out of areas it does not want
    economies: bool = False  # lowers by treaty colonies that cost more than they bring
    most_offers: int = 3  # per turn
    positions: int = 0  # the default budget: imagined turns for one decision; 0: it compares none
    plans_from: int = 1  # the first turn in which plans are compared
    fears: float = 1.0  # the weight of the anger of a rival that is unlikely to fight
    denies: float = 1.0  # the weight of keeping an area from a rival
    provokes: bool = False  # creates causes of wars it expects to win, even against its character
    harms: float = 0.0  # the weight of the points that a war takes from the leading rival
    arms: bool = False  # builds navies against the leading rival
    persists: bool = False  # makes no peace before a war that it can win is won


WEIGHTS = {
    EASY: PaxWeights(
        overlooked=0.4,
        blur=0.6,
        upkeep=0.55,
        wanted=1.3,
        first_come=2.5,
        sends_home=False,
        margin=0.0,
        promise=1.3,
        most_offers=1,
    ),
    NORMAL: PaxWeights(
        wanted=1.1,
        money=(1.6, 1.4, 1.2, 1.1, 1.0),
        makes_room=True,
        promise=0.5,
        envies=0.3,
        asks=0.3,
        economies=False,
    ),
    HARD: PaxWeights(
        wanted=1.05,
        money=(2.2, 1.8, 1.45, 1.2, 1.05, 1.0),
        makes_room=True,
        promise=0.35,
        foresees=True,
        envies=0.7,
        asks=0.75,
        sells=True,
        economies=True,
        most_offers=4,
        positions=6000,
        provokes=True,
        harms=0.6,
        arms=True,
        persists=True,
    ),
}
# How the best level invests and bargains can be tuned by play. The upkeep of markers and their
# survival follow from the rules.
PLAYED = ("wanted", "first_come", "now_or_never", "margin", "promise", "envies", "asks")


def figures(options: Options) -> dict[str, float]:
    """Return the weights that `entente arena fit` can tune by play."""
    return {name: getattr(WEIGHTS[HARD], name) for name in PLAYED}


# -- values


def money_now(world: PaxContext, weights: PaxWeights) -> float:
    """Return the final value of a pound of this turn."""
    return money_in(world, weights, 0)


def money_in(world: PaxContext, weights: PaxWeights, turns: int) -> float:
    """Return the same for a pound some turns later; a shorter game begins later."""
    played = world.state.turn - 1 + turns + max(0, 10 - world.number("turns"))
    return weights.money[min(played, len(weights.money) - 1)]


def income_counts(world: PaxContext, weights: PaxWeights) -> float:
    """Return the value of one pound of income per turn from now on, without the final record."""
    return sum(
        weights.lasting**turn * money_in(world, weights, turn)
        for turn in range(1, turns_left(world) + 1)
    )


def worth(
    world: PaxContext,
    weights: PaxWeights,
    power: Power,
    area: Area,
    status: Status,
    sharers: int = 0,
) -> float:
    """Return the future value of a marker as a level sees it, less its garrison; its price is not
    counted."""
    turns = income_counts(world, weights)
    return marker_worth(world, power, area, status, sharers, turns, weights.upkeep)


# -- the position

POINTS = {
    "points": 1.0,
    "money": 1.0,
    "income": 1.0,
    "final": 1.0,
    "room": 0.0,
}  # of the following features, all in points


def features(position: PaxPosition, seat: Seat) -> dict[str, float]:
    """Return what a seat's final points will be made of: present points, money, future income of
    its colonies, the final record, and the counters for more."""
    world = position.context
    money = income = final = 0.0
    for power in world.powers_of(seat):
        lines = sheet_lines(world, power, 0)
        money += world.money(power)
        income += lasting_turns(world) * lines["l22"]
        final += FINAL * lines["l15"]
    each = divisor(world, seat)
    return {
        "points": float(world.state.points.get(seat, 0)),
        "money": money / each,
        "income": income / each,
        "final": final / each,
        "room": float(world.counters(seat, pool_of(Status.PROTECTORATE))),
    }


def expected(position: PaxPosition, seat: Seat) -> float:
    """Return the expected points of a seat at the end."""
    values = features(position, seat)
    return sum(POINTS[name] * values[name] for name in POINTS)


def lead(position: PaxPosition, seat: Seat) -> float:
    """Return the expected lead of a seat over the best of the others, in points."""
    best = max(expected(position, other) for other in position.context.seats if other != seat)
    return expected(position, seat) - best


def evaluate(position: PaxPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    outcome = position.context.state.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    return standing(lead(position, seat))
