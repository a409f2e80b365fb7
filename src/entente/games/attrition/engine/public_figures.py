"""What a move has changed in An Attrition of Souls, in public figures."""

from __future__ import annotations

from entente.games.attrition.board import CENTRAL, ENTENTE
from entente.games.attrition.context import AttritionContext
from entente.kernel import Seat
from entente.kernel.bag import size
from entente.players.figures import Figures, PublicFigures


def figures(war: AttritionContext, seat: Seat) -> Figures:
    """Return industry, ground and tiles on the board, each as a lead."""
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


PUBLIC_FIGURES = PublicFigures(figures, {"industry": 1.0, "regions": 0.25, "tiles": 0.3})
