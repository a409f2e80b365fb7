"""Section 4.5: mobilisation; 10.3 the price of elites, 11.5 out of the airfield, 12.3 decoys."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.attrition.board import (
    CONTESTED,
    DECOY,
    ELITE,
    INFANTRY,
    LONDON,
    NEUTRAL,
    Tile,
)
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.questions import TurnQuestion
from entente.games.attrition.reserves import to_be_lost
from entente.games.attrition.targets import (
    AIRFIELD,
    RESERVES,
    Target,
    own_tile,
    pile_with,
    why_not_ready,
)
from entente.kernel import Action, Caution, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.bag import put_in, size, take_from
from entente.kernel.caution import loss


@steps.ask("mobilise")
class Mobilise(TurnQuestion):
    """4.5: tiles from the reserves to the capitals that carry their flag."""

    section = "4.5"
    grammar = (
        "mobilise <tile> <region>",
        "scramble <tile> <region>",
        "expedition <tile> <region>",
        DONE,
    )

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        count = size(to_be_lost(war))
        return say("prompt.mobilise", count=count) if count else say("prompt.mobilise_free")

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        state, side, actions = war.state, war.active, list[str]()
        open_ = open_capitals(war)
        for tile in war.listed(state.reserves[side]):
            if tile.type == ELITE and no_pay(war, tile) is not None:
                continue
            for region in open_:
                if carries_flag(war, tile, region):
                    actions.append(f"mobilise {tile.id} {region}")
            if state.expedition and tile.type != DECOY:
                actions += [f"expedition {tile.id} {region}" for region in open_]
        for tile in war.listed(state.airfield[side]):
            for region in open_:
                if carries_flag(war, tile, region):
                    actions.append(f"scramble {tile.id} {region}")
        return actions

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        """Any reserve tile may be a decoy, which can enter every capital."""
        state, side = war.state, war.active
        open_ = open_capitals(war)
        return bool(open_ and state.reserves[side]) or any(
            carries_flag(war, tile, region)
            for tile in war.listed(state.airfield[side])
            for region in open_
        )

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        tile, region = war.board.tiles[action["tile"]], action["region"]
        if action.verb == "expedition":
            return no_expedition(war, tile, region)
        if action.verb == "scramble":
            return no_take_off(war, tile, region)
        return no_mobilisation(war, tile, region)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        if hand is not None and tile is not None and thing.region:
            ways = (no_mobilisation, no_take_off)
            return ways[pile_with(war, tile) == AIRFIELD](war, tile, thing.region)
        if thing.kind == "region":
            return closed(war, thing.region) or no_flag(war, thing.region)
        if tile is None:
            return None
        if thing.region:
            return refuse("4.5", "refusal.stands_already", tile=tile.id, region=thing.region)
        here = (thing.pile or pile_with(war, tile)) in (RESERVES, AIRFIELD)
        return no_home_for(war, tile) if here else None

    def risks(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        """4.11.1: tiles that are not mobilised are lost, except elites and decoys."""
        able = {self.parse(offer)["tile"] for offer in self.offers(war, frame)}
        lost = {tile: number for tile, number in to_be_lost(war).items() if tile in able}
        if lost:
            capitals = open_capitals(war)
            yield loss("caution.tiles_lost", *capitals, count=size(lost), tiles=lost)

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        source = war.state.airfield if action.verb == "scramble" else war.state.reserves
        return source[seat].get(action.get("tile"), 0)

    def hides(self, verb: str, tile: Tile) -> bool:
        """12.3: tiles from the reserves are placed face down; the airfield is public."""
        return verb != "scramble"

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        state, tile, region = war.state, war.tile(action["tile"]), action["region"]
        source = state.airfield if action.verb == "scramble" else state.reserves
        take_from(source, war.active, tile.up)
        put_in(state.board, region, war.as_placed(tile))
        if tile.type == ELITE:
            pay(war, tile)
        if action.verb == "expedition":
            state.expedition -= 1
        war.log_tile(
            f"log.{action.verb}", tile, secret=war.fog and action.verb != "scramble", region=region
        )


def open_capitals(war: AttritionContext) -> list[str]:
    """4.5: the capitals open to tiles now; see `closed` for the others."""
    status, able = war.state.status, (war.active, CONTESTED)
    capitals = [region for region in war.board.capitals[war.active] if status[region] in able]
    if LONDON in capitals and war.in_force("CP5"):
        capitals.remove(LONDON)
    return capitals


def closed(war: AttritionContext, region: str) -> Refusal | None:
    """4.5: only capitals of the player's allegiance that are neither neutral nor enemy-held."""
    facts = war.board.regions[region]
    if facts.allegiance != war.active:
        return refuse("4.5", "refusal.not_entry", region=region)
    if not facts.capital:
        return refuse("4.5", "refusal.no_capital", region=region)
    if war.status(region) == NEUTRAL:
        return refuse("4.5", "refusal.neutral_closed", region=region)
    if war.status(region) not in (war.active, CONTESTED):
        return refuse("4.5", "refusal.enemy_holds", region=region)
    if region == LONDON and war.in_force("CP5"):
        return refuse("15.2", "refusal.submarines", region=region)
    return None


def no_flag(war: AttritionContext, region: str) -> Refusal:
    """4.5: no reserve tile may enter here; name the nations that may."""
    nations = [nation.id for nation in war.board.nations.values() if region in nation.entry]
    return refuse("4.5", "refusal.nothing_for", region=region, nations=nations)


def no_home_for(war: AttritionContext, tile: Tile) -> Refusal | None:
    """Explain why a tile of the reserves or the airfield cannot be mobilised anywhere."""
    if tile.nation and war.is_neutral(tile.nation):
        return why_not_ready(war, tile)
    entries = war.board.nations[tile.nation].entry if tile.nation else ()
    shut = (why for region in entries if (why := closed(war, region)) is not None)
    return no_pay(war, tile) or next(shut, None)


def carries_flag(war: AttritionContext, tile: Tile, region: str) -> bool:
    """4.5; 12.3: a decoy has no flag and goes to any allied capital."""
    return tile.type == DECOY or region in war.board.nations[tile.nation].entry


def wrong_flag(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """4.5: explain why a tile cannot enter an open capital."""
    if carries_flag(war, tile, region):
        return None
    return refuse("4.5", "refusal.wrong_flag", tile=tile.id, region=region)


def no_mobilisation(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """Explain why a tile of the reserves cannot be mobilised there."""
    if tile.side != war.active or tile.id not in war.state.reserves[war.active]:
        return refuse("4.5", "refusal.not_in_reserves", tile=tile.id)
    return closed(war, region) or wrong_flag(war, tile, region) or no_pay(war, tile)


def no_take_off(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """11.5: explain why an airplane cannot be mobilised out of the airfield there."""
    if tile.side != war.active or tile.id not in war.state.airfield[war.active]:
        return refuse("11.5", "refusal.not_in_airfield", tile=tile.id)
    return closed(war, region) or wrong_flag(war, tile, region)


def no_expedition(war: AttritionContext, tile: Tile, region: str) -> Refusal | None:
    """Cards EP9 and CP9: explain why a tile cannot be sent under another flag."""
    if not war.state.expedition:
        return refuse("15", "refusal.no_expedition")
    if tile.side != war.active or tile.id not in war.state.reserves[war.active]:
        return refuse("4.5", "refusal.not_in_reserves", tile=tile.id)
    if tile.type == DECOY:
        return refuse("12.3", "refusal.decoy_needs_none")
    return closed(war, region) or no_pay(war, tile)


def cost(war: AttritionContext, elite: Tile) -> int:
    """10.3: two regular infantry tiles; 10.8.1, 10.9.1: one the first time."""
    assert elite.elite is not None
    return elite.elite.later_cost if elite.id in war.state.hired else elite.elite.first_cost


def no_pay(war: AttritionContext, tile: Tile) -> Refusal | None:
    """10.3: an elite needs regular infantry of its nation in the reserves (E29)."""
    if tile.type != ELITE:
        return None
    have = war.state.reserves[war.active].get(f"{tile.nation}-{INFANTRY}", 0)
    need = cost(war, tile)
    if have < need:
        return refuse("10.3", "refusal.elite_cost", tile=tile.id, need=need, have=have)
    return None


def pay(war: AttritionContext, elite: Tile) -> None:
    """10.3: the infantry goes back into the pouch."""
    state, regular, price = war.state, f"{elite.nation}-{INFANTRY}", cost(war, elite)
    take_from(state.reserves, elite.side, regular, price)
    put_in(state.pouch, elite.side, regular, price)
    if elite.id not in state.hired:
        state.hired.append(elite.id)
