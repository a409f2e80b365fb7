"""What a player would lose at the end of a movement phase: regions left empty."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import ENTENTE
from entente.games.attrition.context import AttritionContext
from entente.kernel import Caution
from entente.kernel.bag import size
from entente.kernel.caution import grave, loss


def empty_regions(war: AttritionContext) -> Iterator[Caution]:
    """4.6, 4.9: yield the active player's regions without a tile that enemy tiles in their capitals
    can march to next turn; control of such a region passes to the enemy. Regions without industry,
    and those beside which the enemy is outnumbered, are rarely taken (see `benchmarks.alarms`)."""
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
        if not points or _outnumbers(war, side, region):
            continue
        if region in war.board.capitals[side]:
            yield grave("caution.empty_capital", region, region=region, points=points, tiles=tiles)
        else:
            yield loss("caution.empty_region", region, region=region, points=points, tiles=tiles)


def _outnumbers(war: AttritionContext, side: str, region: str) -> bool:
    """Whether a side has more tiles than its enemy in the regions beside one."""
    own, theirs = (
        sum(size(war.tiles_in(near, each)) for near in war.board.land[region])
        for each in (side, war.passive)
    )
    return own > theirs
