"""Section 12.2: what the opponent can know.

Under fog of war a player sees how many enemy tiles are in a place, and which of them are face up.
Whether a question is asked may depend on that alone: skipping a question would reveal hidden tiles.
"""

from __future__ import annotations

from collections.abc import Collection

from entente.games.attrition.board import DECOY, ELITE, Tile
from entente.games.attrition.context import AttritionContext
from entente.kernel.bag import Bag, size


def possible_kinds(war: AttritionContext, tile: Tile) -> Tile:
    """Return the kinds a tile may be: face down it may be a decoy, which can go where any tile
    can."""
    return war.tile(f"{tile.side}-{DECOY}") if tile.is_down else tile


def may_stand(war: AttritionContext, region: str, nation: str) -> bool:
    """Return whether a tile of a nation may be in a region."""
    side = war.board.nations[nation].side
    tiles = (war.tile(name) for name in war.state.board[region])
    return any(tile.nation == nation or (tile.is_down and tile.side == side) for tile in tiles)


def may_hold(war: AttritionContext, side: str, nations: Collection[str]) -> int:
    """Return the most tiles of some nations a side may have in its reserves, without elites.

    Public tiles and the total number are known; the rest is hidden.
    """
    state = war.state

    def count(bag: Bag, *, down: bool) -> int:
        return sum(
            number
            for name, number in bag.items()
            if (tile := war.tile(name)).nation in nations
            and tile.type != ELITE
            and tile.is_down == down
        )

    unseen = count(state.pouch[side], down=False) + count(state.reserves[side], down=False)
    unseen += sum(count(there, down=True) for there in state.board.values())
    return min(unseen, size(state.reserves[side]))
