"""Section 4.8.4: the advance after a battle won."""

from __future__ import annotations

from entente.games.attrition.battle_hints import battle_hint
from entente.games.attrition.board import NEUTRAL, Tile
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.movement import grounded, is_grounded
from entente.games.attrition.questions import TurnQuestion, left_to_move
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.bag import put_in, take_from


@steps.auto
def take_region(war: AttritionContext, frame: Frame) -> None:
    """4.8.4: place the winner's control marker; their tiles there may advance."""
    region = war.battle.region
    war.set_status(region, war.active)
    war.log("log.taken", seat=war.active, region=region)
    tired = war.state.advanced.get(region, {})
    war.state.movable = {region: {}}
    for name, number in war.tiles_in(region, war.active).items():
        fresh = number - min(number, tired.get(name, 0))
        put_in(war.state.movable, region, name, number if war.on("chain_advance") else fresh)


@steps.ask("advance")
class Advance(TurnQuestion):
    """4.8.4: each tile may take one step by land."""

    section = "4.8.4"
    grammar = ("advance <tile> <from:region> <to:region>", DONE)

    def prompt(self, war: AttritionContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.advance", region=war.battle.region)

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        region = war.battle.region
        ends = [end for end in war.board.land[region] if war.status(end) != NEUTRAL]
        return [
            f"advance {name} {region} {end}"
            for name in war.state.movable.get(region, ())
            if not is_grounded(war, war.tile(name))
            for end in ends
        ]

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_advance(war, war.board.tiles[action["tile"]], action["from"], action["to"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        region = war.battle.region
        if hand is not None and hand.region and tile is not None and thing.region:
            return no_advance(war, tile, hand.region, thing.region)
        if thing.kind == "region":
            return no_step(war, region, thing.region)
        if tile is None or not thing.region:
            return None
        ends = (no_advance(war, tile, thing.region, end) for end in war.board.land[region])
        return next(ends, None)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        """Say whether the region still has a battle to fight."""
        if action == DONE:
            return None
        tile, _, end = action.args
        if end in war.state.battles:
            return battle_hint(war, seat, end, plus=tile)
        calm = war.status(end) == war.active and not war.has_tiles(end, war.passive)
        return None if calm else say("hint.no_battle")

    def repeat_limit(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> int:
        return left_to_move(war, action)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, start, end = action.args
        take_from(war.state.movable, start, name)
        war.shift(name, start, end)
        put_in(war.state.advanced, end, name)
        war.log("log.advance", tile=name, start=start, end=end)


def no_advance(war: AttritionContext, tile: Tile, start: str, end: str) -> Refusal | None:
    """Explain why a tile cannot advance there."""
    if start != war.battle.region:
        return refuse("4.8.4", "refusal.advance_from", region=war.battle.region)
    if tile.id not in war.state.movable.get(start, {}):
        return refuse("4.8.4", "refusal.cannot_advance", tile=tile.id)
    if (why := grounded(war, tile)) is not None:
        return why
    return no_step(war, start, end)


def no_step(war: AttritionContext, start: str, end: str) -> Refusal | None:
    """Explain why no tile can advance from one region to another."""
    if end not in war.board.land[start]:
        return refuse("4.8.4", "refusal.not_adjacent", start=start, end=end)
    if war.status(end) == NEUTRAL:
        return refuse("2.6", "refusal.neutral_closed", region=end)
    return None
