"""What a move has changed in Europe in Turmoil, in public figures."""

from __future__ import annotations

from entente.games.turmoil.board import LIBERAL, OTHER, REGIONS
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.scoring import score
from entente.kernel import Seat
from entente.players.figures import Figures, PublicFigures


def figures(t: TurmoilContext, seat: Seat) -> Figures:
    """Return points, what the regions would score, spaces, support and ships, each as a lead."""
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


PUBLIC_FIGURES = PublicFigures(
    figures, {"vp": 1.0, "scoring": 0.8, "spaces": 0.6, "support": 0.2, "navy": 0.9}
)
