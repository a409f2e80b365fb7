"""H1, a house rule: a bid for sides. One side draws more tiles in its first turn.

Tiles and not industry points: a point all game long decides too much (decision 21).
"""

from __future__ import annotations

from entente.games.attrition.board import SIDES
from entente.kernel import Option, Options, Recommended

BID = "bid"
SECTION = "H1"
NO_BID = "none"
MOST = 6
BIDS: dict[str, tuple[str, int]] = {
    f"{side}_{tiles}": (side, tiles) for side in SIDES for tiles in range(1, MOST + 1)
}
OPTION = Option(
    BID,
    SECTION,
    NO_BID,
    (NO_BID, *BIDS),
    "house",
    tried=(NO_BID, "central_3", "entente_3"),
    advice=(Recommended({"historical_setup": True}, "central_2"),),
)


def bid_tiles(options: Options, side: str) -> int:
    """Return how many more tiles a side draws in its first turn."""
    favoured, tiles = BIDS.get(str(options[BID]), ("", 0))
    return tiles if side == favoured else 0
