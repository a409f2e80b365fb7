"""What a move has changed, in public figures.

Computer players evaluate many things, and some are known to one seat only. What other seats
read is counted from public information: for each game the few figures that matter most,
each with a weight. A figure belongs to a seat; more is better for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from entente.games.attrition.board import CENTRAL, ENTENTE
from entente.games.attrition.context import AttritionContext
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.turmoil.board import LIBERAL, OTHER, REGIONS
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.scoring import score
from entente.kernel import Message, Position, Seat, say
from entente.kernel.bag import size

AnyPosition = Position[Any, Any]
Figures = dict[str, int]

MOST = 3  # reasons


class Counting(NamedTuple):
    """How the figures of a game are counted, and the weight of each."""

    figures: Callable[[Any, Seat], Figures]
    weights: Mapping[str, float]


def reasons(before: AnyPosition, after: AnyPosition, seat: Seat) -> list[Message]:
    """Return the figures of a seat that have changed most, by weight, for better or worse; none for
    a game that is not listed here."""
    game = before.game.info.id
    counting = COUNTED.get(game)
    if counting is None:
        return []
    old, new = (counting.figures(each.context, seat) for each in (before, after))
    changed = [name for name in old if old[name] != new[name]]
    changed.sort(key=lambda name: -abs(new[name] - old[name]) * counting.weights[name])
    return [
        say(f"reason.{game}.{name}", before=old[name], after=new[name]) for name in changed[:MOST]
    ]


# -- the games


def of_attrition(war: AttritionContext, seat: Seat) -> Figures:
    """Industry, ground and tiles on the board, each as a lead."""
    foe = ENTENTE if seat == CENTRAL else CENTRAL
    regions = war.board.regions
    held = {side: sum(war.status(region) == side for region in regions) for side in (seat, foe)}
    tiles = {
        side: sum(size(war.tiles_in(region, side)) for region in regions) for side in (seat, foe)
    }
    return {
        "industry": war.industry(seat) - war.industry(foe),
        "regions": held[seat] - held[foe],
        "tiles": tiles[seat] - tiles[foe],
    }


def of_diplomacy(europe: DiplomacyContext, seat: Seat) -> Figures:
    """Centres owned, units, and foreign centres that the units occupy or reach."""
    board = europe.board
    powers = {board.power[name] for name in europe.powers_of(seat)}
    masks = europe.centre_masks()
    owned = standing = near = number = 0
    for power in powers:
        owned |= masks[power]
    for unit in europe.position.units:
        if unit.power in powers:
            number += 1
            standing |= 1 << board.province_of[unit.location]
            near |= board.reach(unit)
    foreign = board.centres & ~owned
    return {
        "centres": owned.bit_count(),
        "units": number,
        "standing": (standing & foreign).bit_count(),
        "reach": (near & foreign & ~standing).bit_count(),
    }


def of_turmoil(t: TurmoilContext, seat: Seat) -> Figures:
    """Points, what the regions would score, spaces, support and ships, each as a lead."""
    state, other = t.state, OTHER[seat]
    holders = list(state.holder.values())
    return {
        "vp": state.vp if seat == LIBERAL else -state.vp,
        "scoring": sum(
            score(t, seat, region).total - score(t, other, region).total for region in REGIONS
        ),
        "spaces": holders.count(seat) - holders.count(other),
        "support": sum(state.support[seat].values()) - sum(state.support[other].values()),
        "navy": state.navy[seat] - state.navy[other],
    }


COUNTED: Mapping[str, Counting] = {
    "attrition": Counting(of_attrition, {"industry": 1.0, "regions": 0.25, "tiles": 0.3}),
    "diplomacy": Counting(
        of_diplomacy, {"centres": 1.0, "units": 0.8, "standing": 0.7, "reach": 0.3}
    ),
    "turmoil": Counting(
        of_turmoil, {"vp": 1.0, "scoring": 0.8, "spaces": 0.6, "support": 0.2, "navy": 0.9}
    ),
}
