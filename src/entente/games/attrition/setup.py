"""Section 3: set-up; 13.1, 14.1 and 20 change it, H1 adds a bid."""

from __future__ import annotations

from entente.games.attrition.bid import bid_tiles
from entente.games.attrition.board import (
    BELGRADE,
    CENTRAL,
    DECOY,
    ELITE,
    SERBIA,
    SIDES,
    TANK,
    Board,
    Tile,
)
from entente.games.attrition.context import AttritionContext, first_turn, steps
from entente.games.attrition.state import AttritionState
from entente.kernel import Chance, Frame, Options
from entente.kernel.bag import put_in, take_from

SERBIANS_IN_BELGRADE = 2


def first_state(board: Board, options: Options, chance: Chance) -> AttritionState:
    """3.1 to 3.8: markers and pouches, before anything is drawn."""
    state = AttritionState(
        options=options,
        chance=chance,
        turn=first_turn(options),
        active=CENTRAL,
        status={region.id: region.start for region in board.regions.values()},
        board={region: {} for region in board.regions},
        pouch={side: {} for side in SIDES},
        reserves={side: {} for side in SIDES},
        destroyed={side: {} for side in SIDES},
        to_come={side: {} for side in SIDES},
        airfield={side: {} for side in SIDES},
        removed={},
        ruhr=options["ruhr"] is True,
        trenches={side: {} for side in SIDES},
        played={side: [] for side in SIDES},
        hand={side: [] for side in SIDES},
        dropped={side: [] for side in SIDES},
    )
    if options["mulligans"]:
        state.mulligans = dict.fromkeys(SIDES, board.markers.mulligans)
    state.generals = {side: [] for side in SIDES}
    if options["generals"]:
        for general, nation in board.generals.items():
            state.generals[board.nations[nation].side].append(general)
    for tile in board.tiles.values():
        if not tile.is_down:
            stock(board, state, tile)
    state.push("set_up_board", *(["deal_cards"] if options["events"] else []), "player_turn")
    return state


def stock(board: Board, state: AttritionState, tile: Tile) -> None:
    """Where a kind of tile starts: pouch, reserves, or beside the turn track."""
    options, side = state.options, tile.side
    if tile.type == DECOY:
        if options["fog_of_war"]:
            put_in(state.reserves, side, tile.id, board.markers.decoys)
        return
    optional = {TANK: "tanks", ELITE: "elites"}.get(tile.type)
    if optional is not None and not options[optional]:
        return
    number = board.counts.get(tile.id, 1)
    regular = tile.id in board.counts
    if is_early(board, state, tile) or (regular and options["alternative_entry"]):
        put_in((state.reserves if tile.type == ELITE else state.pouch), side, tile.id, number)
    else:
        put_in(state.to_come, side, tile.id, number)


def is_early(board: Board, state: AttritionState, tile: Tile) -> bool:
    """Return whether a tile is in play from the start: listed in 3.2 and 3.3, or due before the
    first turn (A12)."""
    return tile.arrival == "setup" or tile.arrival in board.turns[: state.turn]


@steps.auto
def set_up_board(war: AttritionContext, frame: Frame) -> None:
    """3.1.4: two Serbian tiles at random in Belgrade; 20.1: or the armies of August 1914."""
    state = war.state
    for favoured in SIDES:
        if tiles := bid_tiles(state.options, favoured):
            war.log("log.bid", seat=favoured, count=tiles)
    if war.on("historical_setup"):
        for row in war.board.tables.tiles.historical_1914:
            tile = war.tile(row.tile)
            take_from(state.pouch, tile.side, tile.id, row.count)
            put_in(state.board, row.region, war.as_placed(tile), row.count)
        return
    side = war.board.nations[SERBIA].side
    pouch = state.pouch[side]
    serbians = {name: n for name, n in pouch.items() if war.tile(name).nation == SERBIA}
    for _ in range(SERBIANS_IN_BELGRADE):
        tile = war.tile(state.chance.draw(serbians, war.board.order))
        take_from(state.pouch, side, tile.id)
        put_in(state.board, BELGRADE, war.as_placed(tile))
        war.log_tile("log.place", tile, secret=war.fog, region=BELGRADE)
