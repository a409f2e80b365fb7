"""What a player would lose at the end of a movement phase: regions left empty."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import ENTENTE
from entente.games.attrition.context import AttritionContext
from entente.kernel import Caution
from entente.kernel.bag import size
from entente.kernel.caution import grave, loss

DETERRING = 2  # tiles beside an empty capital


def empty_regions(war: AttritionContext) -> Iterator[Caution]:
    """4.6, 4.9: yield the active player's regions without a tile that enemy tiles in their capitals
    can march to next turn; control of such a region passes to the enemy. Regions without industry,
    and those with enough of the player's tiles beside them, are rarely taken (see
    `benchmarks.alarms`)."""
    side, enemy, status = war.active, war.passive, war.state.status
    if war.peace and side != ENTENTE:
        return  # 6.1: the enemy's next turn is peacetime as well
    coming: dict[str, int] = {}
    for start in war.board.capitals[enemy]:
        tiles = size(war.tiles_in(start, enemy))
        if tiles and status[start] != side:
            # Whether a march counts as arriving by sea makes no difference to where it ends.
            reach = war.marked.march(enemy, start, peace=False, any_step=False)
            for end in reach.ends:
                coming[end] = coming.get(end, 0) + tiles
    for region in war.board.regions:
        if status[region] != side or war.has_tiles(region, side) or region not in coming:
            continue
        points, tiles = war.value(region), coming[region]
        own, theirs = (_beside(war, region, each) for each in (side, enemy))
        is_capital = region in war.board.capitals[side]
        # A capital is worth a risk to the enemy: a single tile beside it deters no army.
        enough = min(tiles, max(theirs, DETERRING)) if is_capital else max(theirs, 1)
        if not points or own > theirs or own >= enough:
            continue
        if is_capital:
            yield grave("caution.empty_capital", region, region=region, points=points, tiles=tiles)
        else:
            yield loss("caution.empty_region", region, region=region, points=points, tiles=tiles)


def _beside(war: AttritionContext, region: str, side: str) -> int:
    """Return how many tiles a side has in the regions beside one."""
    return sum(size(war.tiles_in(near, side)) for near in war.board.land[region])
