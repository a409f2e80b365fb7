"""Section 4.4: rail transfer."""

from __future__ import annotations

from entente.games.attrition.board import CONTESTED, DECOY, NEUTRAL, RUSSIA, Tile
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.knowledge import possible_kinds
from entente.games.attrition.questions import TurnQuestion
from entente.games.attrition.targets import RESERVES, Target, own_tile, pile_with
from entente.kernel import Action, Frame, Refusal, Seat, refuse

NO_RAIL = ("EP3", "CP3")


@steps.ask("rail")
class Rail(TurnQuestion):
    """4.4: tiles of one region return to the reserves if a chain of paths leads home."""

    section = "4.4"
    grammar = ("rail <tile> <region>", DONE)

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        if any(card in war.state.in_force for card in NO_RAIL):
            return []
        railed, side, actions = war.state.railed, war.active, list[str]()
        for region in [railed] if railed else war.board.regions:
            if not war.has_tiles(region, side) or not has_station(war, region):
                continue
            reached = line_from(war, region)
            for name in war.tiles_in(region, side):
                if leads_home(war, war.tile(name), reached):
                    actions.append(f"rail {name} {region}")
        return actions

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        railed = war.state.railed
        return not any(war.in_force(card) for card in NO_RAIL) and any(
            no_line(war, possible_kinds(war, war.tile(name)), region) is None
            for region in ([railed] if railed else war.board.regions)
            for name in war.tiles_in(region, war.active)
        )

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_rail(war, war.board.tiles[action["tile"]], action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        if thing.kind == "region":
            tiles = war.tiles_in(thing.region, seat)
            none = refuse(self.section, "refusal.no_own_tiles", region=thing.region)
            return no_rail(war, war.tile(next(iter(tiles))), thing.region) if tiles else none
        tile = own_tile(war, seat, thing)
        if tile is None:
            return None
        if thing.region:
            return no_rail(war, tile, thing.region)
        here = (thing.pile or pile_with(war, tile)) == RESERVES
        return refuse(self.section, "refusal.in_reserves", tile=tile.id) if here else None

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return war.state.board[action["region"]].get(action["tile"], 0) if action.args else 0

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        tile, region = war.tile(action["tile"]), action["region"]
        war.state.railed = region
        war.to_reserves(tile, region)
        war.log_tile("log.rail", tile, secret=tile.is_down, region=region)


def no_rail(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """Explain why a tile cannot take the train."""
    state = war.state
    for card in NO_RAIL:
        if war.in_force(card):
            return refuse("15", "refusal.no_rail_this_turn", card=card)
    if state.railed and region != state.railed:
        return refuse("4.4", "refusal.one_rail_region", region=state.railed)
    if tile.side != war.active or tile.id not in state.board[region]:
        return refuse("4.4", "refusal.not_there", tile=tile.id, region=region)
    return no_line(war, tile, region)


def no_line(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """Explain why no train leads from a region to a tile's home."""
    if not has_station(war, region):
        return refuse("4.4", "refusal.rail_start", region=region)
    if not leads_home(war, tile, line_from(war, region)):
        return refuse("4.4", "refusal.no_way_home", tile=tile.id, region=region)
    return None


def is_stranded(war: AttritionContext, region: str) -> bool:
    """4.3: tiles left behind in Russia, which is out of the war."""
    return war.status(region) == NEUTRAL and war.board.regions[region].nation == RUSSIA


def has_station(war: AttritionContext, region: str) -> bool:
    """4.4: whether a train can start in a region."""
    return open_home(war, region) or is_stranded(war, region)


def line_from(war: AttritionContext, region: str) -> frozenset[str]:
    """Return the regions a train from here can end in."""
    through = is_stranded(war, region) and war.on("surrender_rail")
    return war.marked.rail(war.active, region, through_neutral=through)


def leads_home(war: AttritionContext, tile: Tile, reached: frozenset[str]) -> bool:
    """Return whether one of the regions that a train reaches is a tile's home, and open to it."""
    for home in homes(war, tile):  # noqa: SIM110  quicker than any()
        if home in reached and open_home(war, home):
            return True
    return False


def homes(war: AttritionContext, tile: Tile) -> tuple[str, ...]:
    """Return where a tile's train may end: its entry regions; for a decoy any allied capital
    (E31)."""
    if tile.type == DECOY:
        return war.board.capitals[tile.side]
    return war.board.nations[tile.nation].entry


def open_home(war: AttritionContext, region: str) -> bool:
    return war.status(region) in (war.active, CONTESTED)
