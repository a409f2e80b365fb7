"""Section 4.6: movement by land and sea; 6.1 peacetime; 11.3 to the airfield."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.attrition.battle_hints import battle_hint
from entente.games.attrition.board import AIRPLANE, FRANCE, NEUTRAL, Tile
from entente.games.attrition.closing_risks import empty_regions
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.knowledge import possible_kinds
from entente.games.attrition.questions import TurnQuestion, left_to_move
from entente.games.attrition.routes import LAND, SEA, Reach
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import Action, Catalog, Caution, Frame, Message, Refusal, Seat, refuse
from entente.kernel.bag import put_in, take_from
from entente.kernel.capabilities import NotationReader
from entente.kernel.caution import missed_chance
from entente.kernel.reading import read, spell

OTHER_WAY = {"move": "sail", "sail": "move"}


@steps.auto
def start_movement(war: AttritionContext, frame: Frame) -> None:
    """4.6.1: tiles that start the phase in an allied capital may move, each once."""
    war.state.movable = {
        region.id: war.tiles_in(region.id, war.active)
        for region in war.board.regions.values()
        if may_start(war, region.id) and war.has_tiles(region.id, war.active)
    }


@steps.ask("move")
class Movement(TurnQuestion, NotationReader[AttritionContext]):
    """4.6: tiles move one by one."""

    section = "4.6"
    grammar = (
        "move <tile> <from:region> <to:region>",
        "sail <tile> <from:region> <to:region>",
        "airfield <tile> <region>",
        DONE,
    )

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        actions: list[str] = []
        for start, tiles in war.state.movable.items():
            reached = reach(war, start)
            for name in tiles:
                tile = war.tile(name)
                if is_grounded(war, tile):
                    continue
                actions += reached.marches(name)
                if may_fly(war, tile):
                    actions.append(f"airfield {name} {start}")
        return actions

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        return any(
            (reach(war, start).ends or may_be_airplane(war, war.tile(name)))
            and grounded(war, possible_kinds(war, war.tile(name))) is None
            for start, tiles in war.state.movable.items()
            for name in tiles
        )

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        tile, start = war.board.tiles[action["tile"]], action.args[1]
        if (why := no_departure(war, tile, start)) is not None:
            return why
        if action.verb == "airfield":
            return no_airfield(war, tile)
        return no_march(war, start, action["to"], SEA if action.verb == "sail" else LAND)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        if hand is not None and tile is not None and thing.region:
            if not hand.region:
                return no_departure(war, tile, thing.region) or no_way_out(war, thing.region)
            why = no_departure(war, tile, hand.region)
            return why or no_march(war, hand.region, thing.region, LAND)
        if thing.kind == "region":
            tiles = war.tiles_in(thing.region, seat)
            if not tiles:
                return out_of_reach(war, thing.region)
            tile = war.tile(next(iter(tiles)))
        if tile is None or not thing.region:
            return None
        return no_departure(war, tile, thing.region) or no_way_out(war, thing.region)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        """Show what is at the end of a march."""
        if action.verb not in OTHER_WAY or war.status(action["to"]) == war.active:
            return None
        return battle_hint(
            war, seat, action["to"], plus=action["tile"], most=left_to_move(war, action)
        )

    def risks(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        """Warn about regions left empty, and about a movement phase in which no tile moved."""
        yield from empty_regions(war)
        if not war.state.arrivals and self.has_offers(war, frame):
            yield missed_chance("caution.nothing_moved", *war.state.movable)

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return left_to_move(war, action)

    def hides(self, verb: str, tile: Tile) -> bool:
        """Turn an airplane in the airfield face up (E33)."""
        return tile.is_down and verb != "airfield"

    def read(
        self, war: AttritionContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str]:
        """4.6.4: accept `move` for `sail` and vice versa where only one of them is possible."""
        menu, words = self.menu(war, frame, seat), text.split()
        other = OTHER_WAY.get(spell(text, menu, catalog).split()[0]) if words[1:] else None
        return [] if other is None else read(" ".join([other, *words[1:]]), menu, catalog)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, start, *ends = action.args
        movable = war.state.movable
        take_from(movable, start, name)
        if not movable[start]:
            del movable[start]
        if action.verb == "airfield":
            to_airfield(war, war.tile(name), start)
        else:
            march(war, war.tile(name), start, ends[0], by_sea=action.verb == "sail")


def march(war: AttritionContext, tile: Tile, start: str, end: str, *, by_sea: bool) -> None:
    """Move a tile; 4.7.1 needs to know whether all arrivals in a region came by sea."""
    war.shift(tile.id, start, end)
    came = SEA if by_sea and war.state.arrivals.get(end, SEA) == SEA else LAND
    war.state.arrivals[end] = came
    key = "log.sail" if by_sea else "log.move"
    war.log_tile(key, tile, secret=tile.is_down, start=start, end=end)


def to_airfield(war: AttritionContext, airplane: Tile, region: str) -> None:
    """11.3: move an airplane from the map to the airfield, face up (E33)."""
    if airplane.is_down:
        war.state.reveal()
    take_from(war.state.board, region, airplane.id)
    put_in(war.state.airfield, airplane.side, airplane.up)
    war.log("log.to_airfield", tile=airplane.up, region=region)


def reach(war: AttritionContext, start: str) -> Reach:
    """Return where tiles that start here may go."""
    return war.marked.march(war.active, start, peace=war.peace, any_step=any_step(war))


def any_step(war: AttritionContext) -> bool:
    """4.7.1: whether a march with any sea step counts as arriving by sea, not only one that ends
    with it."""
    return bool(war.state.options["amphibious"] == "any_step")


def may_start(war: AttritionContext, region: str) -> bool:
    """4.6.1: whether tiles in a region can move."""
    facts = war.board.regions[region]
    return facts.capital and facts.allegiance == war.active and war.status(region) != NEUTRAL


def no_start(war: AttritionContext, region: str) -> Refusal | None:
    """4.6.1: explain why tiles in a region cannot move."""
    facts = war.board.regions[region]
    if not facts.capital or facts.allegiance != war.active:
        return refuse("4.6.1", "refusal.not_allied_capital", region=region)
    if war.status(region) == NEUTRAL:
        return refuse("4.3", "refusal.stranded", region=region)
    return None


def is_grounded(war: AttritionContext, tile: Tile) -> bool:
    """Card CP6: French tiles neither move nor advance."""
    return tile.nation == FRANCE and war.in_force("CP6")


def grounded(war: AttritionContext, tile: Tile) -> Refusal | None:
    """Explain why a tile cannot move at all."""
    return refuse("15.2", "refusal.mutinies") if is_grounded(war, tile) else None


def no_departure(war: AttritionContext, tile: Tile, start: str) -> Refusal | None:
    """Explain why a tile cannot leave."""
    if tile.side != war.active or tile.id not in war.state.board[start]:
        return refuse("4.6", "refusal.not_there", tile=tile.id, region=start)
    if (why := no_start(war, start) or grounded(war, tile)) is not None:
        return why
    if tile.id not in war.state.movable.get(start, {}):
        return refuse("4.6.2", "refusal.moved_already", tile=tile.id, region=start)
    return None


def no_march(war: AttritionContext, start: str, end: str, way: str) -> Refusal | None:
    """Explain why tiles that may leave cannot go there this way."""
    reached = reach(war, start)
    if (why := reached.closed(end)) is not None:
        return why
    if end not in reached.ends:
        status, side = war.state.status, war.active
        overseas = war.routes.no_passage(side, start, end, status, peace=war.peace)
        return overseas or refuse("4.6.2", "refusal.no_route", start=start, end=end)
    if way not in reached.ends[end]:
        key = "refusal.only_by_sea" if way == LAND else "refusal.not_by_sea"
        return refuse("4.6.4", key, end=end)
    return None


def may_be_airplane(war: AttritionContext, tile: Tile) -> bool:
    """Return whether, from what the opponent knows, a tile might go to the airfield (11.3)."""
    return war.on("air_reserves") and (tile.is_down or tile.type == AIRPLANE)


def out_of_reach(war: AttritionContext, region: str) -> Refusal:
    """Explain why none of the tiles that may still move can go to a region."""
    if war.status(region) == NEUTRAL:
        return refuse("2.6", "refusal.neutral_closed", region=region)
    closed = (reach(war, start).closed(region) for start in war.state.movable)
    why = next((each for each in closed if each is not None), None)
    return why or refuse("4.6.2", "refusal.out_of_reach", region=region)


def no_way_out(war: AttritionContext, start: str) -> Refusal:
    """Explain why tiles that may leave a region have nowhere to go."""
    return refuse("4.6.2", "refusal.no_way_out", region=start)


def may_fly(war: AttritionContext, tile: Tile) -> bool:
    """11.3: whether a tile can go to the airfield."""
    return tile.type == AIRPLANE and war.on("air_reserves")


def no_airfield(war: AttritionContext, tile: Tile) -> Refusal | None:
    """11.3: only airplanes, and only with the air reserves in play."""
    if not war.on("air_reserves"):
        return refuse("11", "refusal.no_air_reserves")
    if tile.type != AIRPLANE:
        return refuse("11.3", "refusal.airplanes_only")
    return None
