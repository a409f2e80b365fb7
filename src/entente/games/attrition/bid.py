"""H1, a house rule: a bid for sides. One side has industry points beside the board all game long.

They count as those of a region do: for the draw (4.2), for an early victory (5.1) and for the final
count (5.2). No one can take them.
"""

from __future__ import annotations

from entente.games.attrition.board import SIDES, other_side
from entente.kernel import Option, Options

BID = "bid"
SECTION = "H1"
NO_BID = "none"
MOST = 4
BIDS: dict[str, tuple[str, int]] = {
    f"{side}_{points}": (side, points) for side in SIDES for points in range(1, MOST + 1)
}
OPTION = Option(
    BID,
    SECTION,
    NO_BID,
    (NO_BID, *BIDS),
    "house",
    tried=(NO_BID, "central_2", "entente_2"),
)


def bid_points(options: Options, side: str) -> int:
    """Return the points that a side has from the bid."""
    favoured, points = BIDS.get(str(options[BID]), ("", 0))
    return points if side == favoured else 0


def bid_lead(options: Options, side: str) -> int:
    """Return by how many points the bid puts a side ahead; negative if behind."""
    return bid_points(options, side) - bid_points(options, other_side(side))
