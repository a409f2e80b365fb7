"""What the levels know of Pax Britannica: one table of weights for each, and how a seat stands.

Everything is counted in pounds, as in the evaluation, since money that is left becomes points. The
levels differ in how well they see what a marker brings, what a pound is worth at which time, and
how they bargain.
"""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.state import PaxState
from entente.kernel import Options, Position, Seat
from entente.players.engines import EASY, HARD, NORMAL
from entente.players.evaluation.pax.evaluator import (
    FINAL,
    divisor,
    lasting_turns,
    marker_worth,
    standing,
    turns_left,
)

PaxPosition = Position[PaxState, PaxContext]


class Weights(msgspec.Struct, frozen=True):
    """How a level judges. `money` is what a pound of each turn is worth at the end: early ones can
    be spent on what brings more; the last figure holds for all turns after."""

    overlooked: float = 0.0  # of all areas in a turn: not thought of
    blur: float = 0.0  # how far what an area brings may be misjudged, up or down
    upkeep: float = 1.0  # of what markers and garrisons cost to keep: is thought of
    lasting: float = 0.94  # the chance that a marker is still there a turn later
    wanted: float = 1.15  # what an investment must bring for each pound
    first_come: float = 1.5  # control is his who is first: interests can wait
    now_or_never: float = 2.2  # who would share a new control must come in the same turn
    foresees: bool = False  # places first what waiting a turn would lose most of
    money: tuple[float, ...] = (1.0,)
    sends_home: bool = True  # armies and navies that only cost money
    makes_room: bool = False  # a poor interest goes where a better one can be had
    margin: float = 2.0  # pounds that a treaty must bring
    promise: float = 1.0  # how much another's promise to stay out of an area counts
    envies: float = 0.0  # how much a point of the one who leads counts, against one's own
    asks: float = 0.0  # of what a bargain brings the other: asked for it
    sells: bool = False  # promises to stay out of areas that it does not want
    economies: bool = False  # colonies that cost more than they bring are lowered by treaty
    most_offers: int = 3  # a turn


WEIGHTS = {
    EASY: Weights(
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
    NORMAL: Weights(
        wanted=1.1,
        money=(1.6, 1.4, 1.2, 1.1, 1.0),
        makes_room=True,
        promise=0.5,
        envies=0.3,
        asks=0.3,
        economies=False,
    ),
    HARD: Weights(
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
    ),
}
# How the best level invests and bargains, which play can tell. What markers cost to keep, and how
# likely one is still there a turn later, the rules say.
PLAYED = ("wanted", "first_come", "now_or_never", "margin", "promise", "envies", "asks")


def figures(options: Options) -> dict[str, float]:
    """What `entente arena fit` can try in play, whatever the options."""
    return {name: getattr(WEIGHTS[HARD], name) for name in PLAYED}


# -- what things are worth


def money_now(world: PaxContext, weights: Weights) -> float:
    """What a pound of this turn is worth at the end."""
    return money_in(world, weights, 0)


def money_in(world: PaxContext, weights: Weights, turns: int) -> float:
    """The same in so many turns; a game of fewer turns begins later."""
    played = world.state.turn - 1 + turns + max(0, 10 - world.number("turns"))
    return weights.money[min(played, len(weights.money) - 1)]


def income_counts(world: PaxContext, weights: Weights) -> float:
    """What a pound of income each turn is worth from now on, without the final record."""
    return sum(
        weights.lasting**turn * money_in(world, weights, turn)
        for turn in range(1, turns_left(world) + 1)
    )


def worth(
    world: PaxContext, weights: Weights, power: Power, area: Area, status: Status, sharers: int = 0
) -> float:
    """What a marker brings from now on as a level sees it, its garrison paid; what it cost is not
    counted."""
    turns = income_counts(world, weights)
    return marker_worth(world, power, area, status, sharers, turns, weights.upkeep)


# -- how a seat stands

POINTS = {
    "points": 1.0,
    "money": 1.0,
    "income": 1.0,
    "final": 1.0,
    "room": 0.0,
}  # of the features that follow, all of them in points


def features(position: PaxPosition, seat: Seat) -> dict[str, float]:
    """What the points of a seat at the end will be made of: those it has, the money in hand, what
    its colonies bring until the end and in the final record, and the counters for more."""
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
    """The points that a seat is likely to have at the end."""
    found = features(position, seat)
    return sum(POINTS[name] * found[name] for name in POINTS)


def lead(position: PaxPosition, seat: Seat) -> float:
    """By how many points a seat is likely to be ahead of the best of the others."""
    best = max(expected(position, other) for other in position.context.seats if other != seat)
    return expected(position, seat) - best


def evaluate(position: PaxPosition, seat: Seat) -> float:
    """How a seat stands: from -1, it has lost, to 1, it has won."""
    outcome = position.context.state.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    return standing(lead(position, seat))
