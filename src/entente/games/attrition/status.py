"""Section 4.9: region markers after the battles."""

from __future__ import annotations

from entente.games.attrition.board import BERLIN, CENTRAL, CONTESTED, ENTENTE, NEUTRAL, SIDES
from entente.games.attrition.context import AttritionContext, steps
from entente.kernel import Frame


@steps.auto
def update_status(war: AttritionContext, frame: Frame) -> None:
    """4.9: control follows the tiles; card EP6 then unsettles Berlin."""
    for region in war.board.regions:
        after = status_after(war, region)
        if after != war.status(region):
            war.set_status(region, after)
            war.log("log.status", region=region, status=after)
    if war.in_force("EP6") and war.status(BERLIN) != CONTESTED:
        war.set_status(BERLIN, CONTESTED)
        war.log("log.revolution", region=BERLIN)
    tidy_trenches(war)
    central, entente = war.industry(CENTRAL), war.industry(ENTENTE)
    war.log("log.industry", central=central, entente=entente)


def status_after(war: AttritionContext, region: str) -> str:
    """4.9: the marker a region gets."""
    before = war.status(region)
    if before == NEUTRAL:
        return before
    central, entente = war.has_tiles(region, CENTRAL), war.has_tiles(region, ENTENTE)
    if central and entente:
        return CONTESTED
    if central or entente:
        return CENTRAL if central else ENTENTE
    return war.board.regions[region].allegiance if before == CONTESTED else before


def tidy_trenches(war: AttritionContext) -> None:
    """Ruling E5: trenches without a tile of their owner return to the owner."""
    for side in SIDES:
        dug = war.state.trenches[side]
        kept = {region: n for region, n in dug.items() if war.has_tiles(region, side)}
        war.state.trenches[side] = kept
