"""Section 4.10: declarations of war, Salonica, redeployment; the landings of cards EP3 and CP3."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import (
    BRITAIN,
    DECOY,
    ELITE,
    FRANCE,
    GERMANY,
    GREECE,
    ISTANBUL,
    NEUTRAL,
    PETROGRAD,
    RUSSIA,
    SALONICA,
    Nation,
    Tile,
)
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.knowledge import may_hold
from entente.games.attrition.questions import TurnQuestion, left_to_move
from entente.games.attrition.targets import RESERVES, Target, own_tile, pile_with
from entente.kernel import Action, Choose, Frame, Message, Refusal, Seat, refuse, say, step
from entente.kernel.bag import Bag, put, put_in, take_from

LANDINGS = {"EP3": (BRITAIN, ISTANBUL), "CP3": (GERMANY, PETROGRAD)}
SALONICA_FLAGS = (BRITAIN, FRANCE, GREECE)


@steps.ask("declare_war")
class DeclareWar(TurnQuestion):
    """4.10.1: neutral nations with tiles in the reserves may enter the war."""

    section = "4.10.1"
    grammar = ("declare <nation>", "land <tile> <region>", DONE)

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        nations = (n for n in war.board.nations.values() if not_free(war, n) is None)
        landing = [
            flag
            for card, (flag, shore) in LANDINGS.items()
            if war.in_force(card) and war.status(shore) != NEUTRAL
        ]
        return may_hold(war, war.active, landing) > 0 or any(
            may_hold(war, war.active, flags(nation)) >= tiles_needed(war, nation)
            for nation in nations
        )

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for nation in war.board.nations.values():
            if nation.starts_neutral and no_declaration(war, nation) is None:
                yield f"declare {nation.id}"
        for card, (_, region) in LANDINGS.items():
            if war.in_force(card):
                for tile in war.listed(war.state.reserves[war.active]):
                    if no_landing(war, tile, region) is None:
                        yield f"land {tile.id} {region}"

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        if action.verb == "declare":
            return no_declaration(war, war.board.nations[action["nation"]])
        return no_landing(war, war.board.tiles[action["tile"]], action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        if hand is not None and tile is not None and thing.region:
            return no_landing(war, tile, thing.region)
        if thing.kind == "region":
            return no_declaration(war, war.board.nations[war.board.regions[thing.region].nation])
        if thing.kind == "nation":
            return no_declaration(war, war.board.nations[thing.word])
        here = tile is not None and (thing.pile or pile_with(war, tile)) == RESERVES
        if tile is None or thing.region or not here or not tile.nation:
            return None
        return no_declaration(war, war.board.nations[tile.nation])

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        """Show the industry points that a nation brings."""
        if action.verb != "declare":
            return None
        regions = war.board.nations[action["nation"]].regions
        return say("hint.declare", points=sum(war.value(region) for region in regions))

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return war.state.reserves[seat].get(action.get("tile"), 0)

    def hides(self, verb: str, tile: Tile) -> bool:
        """12.3: tiles from the reserves are placed face down."""
        return True

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        if action.verb == "declare":
            declare(war, war.board.nations[action["nation"]])
        else:
            place(war, war.tile(action["tile"]), action["region"])
            war.log_tile(
                "log.land", war.tile(action["tile"]), secret=war.fog, region=action["region"]
            )


def not_free(war: AttritionContext, nation: Nation) -> Refusal | None:
    """4.10.1: explain why a nation cannot enter the war, regardless of the reserves."""
    if nation.side != war.active:
        return refuse("4.10.1", "refusal.other_side", nation=nation.id)
    if nation.id == RUSSIA and war.state.surrendered:
        return refuse("4.3", "refusal.surrendered")
    if not war.is_neutral(nation.id):
        return refuse("4.10.1", "refusal.at_war", nation=nation.id)
    return None


def no_declaration(war: AttritionContext, nation: Nation) -> Refusal | None:
    """4.10.1: explain why a nation cannot enter the war."""
    if (why := not_free(war, nation)) is not None:
        return why
    have, need = ready(war, nation), tiles_needed(war, nation)
    if have < need:
        section = "4.10.1.1" if nation.id == GREECE else "4.10.1"
        section = "13.2" if war.on("alternative_entry") else section
        return refuse(section, "refusal.tiles_needed", nation=nation.id, need=need, have=have)
    return None


def tiles_needed(war: AttritionContext, nation: Nation) -> int:
    """One tile; 13.2: more for some nations under the alternative entry."""
    return nation.alternative_tiles if war.on("alternative_entry") else 1


def ready(war: AttritionContext, nation: Nation) -> int:
    """Return the reserve tiles that count for a nation; elites do not (E4)."""
    return sum(
        war.state.reserves[war.active][tile.id]
        for tile in war.listed(war.state.reserves[war.active])
        if tile.nation in flags(nation) and tile.type != ELITE
    )


def flags(nation: Nation) -> tuple[str, ...]:
    """Return the nations whose tiles bring a nation into the war; 4.10.1.1: several for Greece."""
    return SALONICA_FLAGS if nation.id == GREECE else (nation.id,)


def declare(war: AttritionContext, nation: Nation) -> None:
    """4.10.1: its regions come under control; its tiles go to its capital."""
    war.log("log.declare", nation=nation.id)
    for region in nation.regions:
        war.set_status(region, war.active)
    placed: Bag = {}
    reserves = war.state.reserves[war.active]
    for tile in list(war.listed(reserves)):
        if tile.nation == nation.id and tile.type != ELITE:
            put(placed, war.as_placed(tile), reserves[tile.id])
            for _ in range(reserves[tile.id]):
                place(war, tile, nation.capital)
                war.log_tile("log.place", tile, secret=war.fog, region=nation.capital)
    if nation.id == GREECE:
        war.state.push("salonica")
    elif len(nation.regions) > 1:
        war.state.movable = {nation.capital: placed}
        war.state.push(step("redeploy", nation=nation.id), "end_redeployment")


def place(war: AttritionContext, tile: Tile, region: str) -> None:
    """Move a tile from the reserves to a region."""
    take_from(war.state.reserves, war.active, tile.up)
    put_in(war.state.board, region, war.as_placed(tile))


@steps.ask("salonica")
class Salonica(TurnQuestion):
    """4.10.1.1: British and French tiles may open Salonica; at least one is placed there (A10)."""

    section = "4.10.1.1"
    grammar = ("place <tile> <region>", DONE)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for tile in war.listed(war.state.reserves[war.active]):
            if tile.nation in (BRITAIN, FRANCE) and tile.type != ELITE:
                yield f"place {tile.id} {SALONICA}"

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        return may_hold(war, war.active, (BRITAIN, FRANCE)) > 0

    def menu(self, war: AttritionContext, frame: Frame, seat: Seat) -> Choose:
        tiles = self.listed(war, frame)
        return Choose(tiles if tiles and not war.has_tiles(SALONICA, seat) else (*tiles, DONE))

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        needs_one = action.verb == DONE
        key = "refusal.salonica_needs_one" if needs_one else "refusal.salonica_tiles"
        return refuse(self.section, key)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        mine = own_tile(war, seat, thing) is not None and (thing.region or thing.pile == RESERVES)
        return refuse(self.section, "refusal.salonica_tiles") if mine else None

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return war.state.reserves[seat].get(action.get("tile"), 0)

    def hides(self, verb: str, tile: Tile) -> bool:
        """12.3: tiles from the reserves are placed face down."""
        return True

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        place(war, war.tile(action["tile"]), SALONICA)
        war.log_tile("log.place", war.tile(action["tile"]), secret=war.fog, region=SALONICA)


@steps.ask("redeploy")
class Redeploy(TurnQuestion):
    """4.10.2: tiles just placed may move once, inside their own nation."""

    section = "4.10.2"
    grammar = ("redeploy <tile> <from:region> <to:region>", DONE)

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.redeploy", nation=frame.text("nation"))

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        nation = war.board.nations[frame.text("nation")]
        ends = inside(war, nation)
        for name in war.state.movable.get(nation.capital, {}):
            yield from (f"redeploy {name} {nation.capital} {end}" for end in ends)

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.redeploy", nation=frame.text("nation"))

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        mine = thing.kind == "region" or own_tile(war, seat, thing) is not None
        why = refuse(self.section, "refusal.redeploy", nation=frame.text("nation"))
        return why if mine and thing.region else None

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return left_to_move(war, action)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, start, end = action.args
        take_from(war.state.movable, start, name)
        war.shift(name, start, end)
        tile = war.tile(name)
        war.log_tile("log.move", tile, secret=tile.is_down, start=start, end=end)


@steps.auto
def end_redeployment(war: AttritionContext, frame: Frame) -> None:
    """End the redeployment."""
    war.state.movable = {}


def inside(war: AttritionContext, nation: Nation) -> list[str]:
    """Return the nation's regions reachable by land from its capital without leaving the nation."""
    reached, front = {nation.capital}, [nation.capital]
    while front:
        for region in war.board.land[front.pop()]:
            if region in nation.regions and region not in reached:
                reached.add(region)
                front.append(region)
    return [r for r in nation.regions if r in reached and r != nation.capital]


def no_landing(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """Cards EP3 and CP3: which tiles may land where; not in a neutral region (A17)."""
    for card, (nation, shore) in LANDINGS.items():
        if war.in_force(card):
            if region != shore:
                return refuse("15", "refusal.landing_region", region=shore)
            if tile.id not in war.state.reserves[war.active]:
                return refuse("15", "refusal.not_in_reserves", tile=tile.id)
            if tile.nation != nation or tile.type in (ELITE, DECOY):
                return refuse("15", "refusal.landing_nation", nation=nation)
            if war.status(shore) == NEUTRAL:
                return refuse("2.6", "refusal.neutral_closed", region=shore)
            return None
    return refuse("15", "refusal.no_landing")
