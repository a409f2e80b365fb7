"""Section 4.8: battles. Dice, losses and the advance have modules of their own."""

from __future__ import annotations

from entente.games.attrition.battle_hints import battle_hint
from entente.games.attrition.board import CENTRAL, DECOY, ENTENTE
from entente.games.attrition.context import AttritionContext, steps
from entente.games.attrition.dice import most_tiles
from entente.games.attrition.questions import RequiredQuestion
from entente.games.attrition.state import Battle
from entente.games.attrition.targets import Target
from entente.kernel import Action, Frame, Message, Refusal, Seat, refuse
from entente.kernel.bag import put, put_in

FIGHT = (
    "rolling_nation",
    "double_dice",
    "roll_dice",
    "change_dice",
    "count_hits",
    "tank",
    "jagdkommandos",
    "trenches",
    "losses",
    "remove_losses",
    "end_battle",
)


@steps.ask("choose_battle")
class ChooseBattle(RequiredQuestion):
    """4.8.1: the active player chooses the order, until no battle marker is left."""

    section = "4.8.1"
    open_menu = True  # battle markers are public, even under fog of war
    grammar = ("resolve <region>",)
    once = False

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        return [f"resolve {region}" for region in war.state.battles]

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.no_marker", region=action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        if not thing.region or thing.region in war.state.battles:
            return None
        return refuse(self.section, "refusal.no_marker", region=thing.region)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        return battle_hint(war, seat, action["region"])

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        state, region = war.state, action["region"]
        state.battles.remove(region)
        state.battle = Battle(region)
        war.log("log.battle", region=region)
        turn_up(war, region)
        if not war.has_tiles(region, war.active):
            state.battle = None
        elif not war.has_tiles(region, war.passive):
            war.log("log.unopposed", region=region)
            state.push("take_region", "advance", "end_battle")
        else:
            state.battle.nation = most_tiles(war)[0]
            state.push(*FIGHT)


def turn_up(war: AttritionContext, region: str) -> None:
    """12.4: turn all tiles face up; decoys go back to the reserves."""
    there = dict(war.state.board[region])
    hidden = [war.tile(name) for name in war.board.in_order(there) if war.tile(name).is_down]
    for tile in hidden:
        number = there.pop(tile.id)
        if tile.type == DECOY:
            put_in(war.state.reserves, tile.side, tile.up, number)
            war.log("log.decoys", seat=tile.side, count=number, region=region)
        else:
            put(there, tile.up, number)
    war.state.board[region] = there
    if hidden:
        war.state.reveal()
        for side in (CENTRAL, ENTENTE):
            if tiles := war.tiles_in(region, side):
                war.log("log.turned_up", seat=side, tiles=tiles, region=region)


@steps.auto
def end_battle(war: AttritionContext, frame: Frame) -> None:
    """4.8.3: one roll only."""
    war.state.battle = None
    war.state.movable = {}
