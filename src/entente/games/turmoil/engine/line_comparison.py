"""Why one action is better than another: the part of the evaluation in which they differ most."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from entente.games.turmoil.board import LIBERAL, OTHER, REGIONS
from entente.games.turmoil.engine.features import (
    FOUGHT_OVER,
    TurmoilPosition,
    TurmoilWeights,
    evaluate,
    features,
    lead,
    standing,
)
from entente.games.turmoil.state import TurmoilState
from entente.kernel import Seat
from entente.kernel.message import Argument

LITTLE = 1e-9
# The features as a person would group them.
GROUPS = {
    "points": ("points", "points_late", "brink"),
    "scoring": ("scoring", "war_regions", "war_scoring"),
    "ground": ("battleground", "normal", "independent", "germany", "anywhere"),
    "navy": ("boxes", "advantages", "improved"),
    "hand": ("hand",),
    "war": ("war", "war_edge"),
}

Ends = Sequence[TurmoilPosition]
Difference = tuple[str, dict[str, Argument]]  # the name of the group, and its figures


def difference(seat: Seat, mine: Ends, other: Ends, weights: TurmoilWeights) -> Difference | None:
    """Return the strongest argument for one action against another, by the positions they lead to:
    "even" or "behind" if the evaluation does not favour it; None: there is nothing to name."""
    ahead = _worth(seat, mine, weights) - _worth(seat, other, weights)
    if abs(ahead) <= LITTLE:
        return "even", {}
    if ahead < 0:
        return "behind", {}
    won, lost = _won(seat, mine) - _won(seat, other), _won(OTHER[seat], other)
    if won > 0:
        return "wins", {}
    if lost > _won(OTHER[seat], mine):
        return "loses", {}
    wars = _at_war(mine) - _at_war(other)
    if wars:
        return ("calm" if wars < 0 else "storm"), {}
    most, name = max((count, name) for name, count in _by_group(seat, mine, other, weights).items())
    figures = _figures(name, seat, mine, other) if most > LITTLE else None
    return None if figures is None else (name, figures)


def _mean(counts: Sequence[float]) -> float:
    return sum(counts) / len(counts)


def _worth(seat: Seat, ends: Ends, weights: TurmoilWeights) -> float:
    return _mean([evaluate(each, seat, weights) for each in ends])


def _won(seat: Seat, ends: Ends) -> float:
    """How often a side has won."""
    outcomes = [each.state.outcome for each in ends]
    return _mean([float(one is not None and one.winners == (seat,)) for one in outcomes])


def _at_war(ends: Ends) -> float:
    """How often the Great War has broken out."""
    return _mean([float(bool(each.state.alliance)) for each in ends])


def _by_group(seat: Seat, mine: Ends, other: Ends, weights: TurmoilWeights) -> dict[str, float]:
    """How much better each part of the evaluation is. Once the war has broken out there are only
    points, and those of the regions that fight."""
    if any(each.state.alliance for each in (*mine, *other)):
        points = _points(seat, mine) - _points(seat, other)
        fought = _fought(seat, mine) - _fought(seat, other)
        return {"points": points, "scoring": FOUGHT_OVER * fought}
    one, two = _means(seat, mine), _means(seat, other)
    worth: dict[str, float] = msgspec.structs.asdict(weights)
    return {
        group: sum([worth[name] * (one[name] - two[name]) for name in names])
        for group, names in GROUPS.items()
    }


def _means(seat: Seat, ends: Ends) -> dict[str, float]:
    rows = [features(each, seat) for each in ends]
    return {name: _mean([row[name] for row in rows]) for name in rows[0]}


def _sign(seat: Seat) -> int:
    return 1 if seat == LIBERAL else -1


def _points(seat: Seat, ends: Ends) -> float:
    return _sign(seat) * _mean([each.state.vp for each in ends])


def _lead(seat: Seat, region: str, ends: Ends) -> float:
    return _sign(seat) * _mean([lead(each.context, region) for each in ends])


def _fought(seat: Seat, ends: Ends) -> float:
    regions = [region for region in REGIONS if any(region in each.state.alliance for each in ends)]
    return sum([_lead(seat, region, ends) for region in regions])


def _figures(name: str, seat: Seat, mine: Ends, other: Ends) -> dict[str, Argument] | None:
    """Return the figures for the sentence: rounded points, and where; None: it is not better
    there."""
    if name == "points":
        gain = _points(seat, mine) - _points(seat, other)
        return {"points": round(gain)} if gain > LITTLE else None
    if name == "scoring":
        gains = {r: _lead(seat, r, mine) - _lead(seat, r, other) for r in REGIONS}
        region = max(REGIONS, key=lambda each: gains[each])
        return (
            {"region": region, "points": round(gains[region])} if gains[region] > LITTLE else None
        )
    if name == "ground":
        gain, space = _best_ground(seat, mine, other)
        return {"space": space} if gain > LITTLE else None
    return {}


def _best_ground(seat: Seat, mine: Ends, other: Ends) -> tuple[float, str]:
    """Return the space with the largest gain in support, and the gain."""
    board = mine[0].context.board

    def stands(space: str, ends: Ends) -> float:
        leads = [_ahead(each.state, seat, space) for each in ends]
        return _mean([standing(each, board.stability[space]) for each in leads])

    spaces = mine[0].context.land.open
    return max((stands(space, mine) - stands(space, other), space) for space in spaces)


def _ahead(state: TurmoilState, seat: Seat, space: str) -> int:
    return state.support[seat][space] - state.support[OTHER[seat]][space]
