"""Section 4.8.2: hits and losses; 9.5 tanks, 10.6.1 Jagdkommandos, 17.3 trenches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.attrition.battle_hints import dug_in
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.dice import fight_under_way, rolling
from entente.games.attrition.questions import TargetStep, TurnQuestion
from entente.games.attrition.scoring import (
    both_score,
    hunters_shield,
    tank_shields,
    trenches_lost,
)
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import Action, Frame, Menu, Message, Pick, Refusal, Seat, refuse, say
from entente.kernel.bag import Bag, put, size, take_from
from entente.kernel.grammar import ParseError


@steps.auto
def count_hits(war: AttritionContext, frame: Frame) -> None:
    """4.8.2: both sides score with the same dice."""
    battle = war.battle
    by_active, by_passive = both_score(war.board, fight_under_way(war), battle.dice)
    battle.hits = {war.passive: by_active.total, war.active: by_passive.total}
    battle.infantry_hits = by_active.infantry
    war.log("log.hits", seat=war.active, count=by_active.total)
    war.log("log.hits", seat=war.passive, count=by_passive.total)


class Shield(TurnQuestion):
    """A unit that lets its player ignore one hit."""

    grammar = ("ignore", DONE)
    once = True
    wasted = "caution.hit_taken"

    def shields(self, war: AttritionContext) -> bool:
        """Return whether the unit is present and there is a hit to ignore."""
        raise NotImplementedError

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        if self.shields(war):
            yield "ignore"

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        (seat,) = self.seats(war, frame)
        war.battle.hits[seat] -= 1
        war.log("log.ignore", seat=seat)


@steps.ask("tank")
class TankShield(Shield):
    """9.5: a tank among the rolling tiles lets its player ignore one hit."""

    section = "9.5"

    def shields(self, war: AttritionContext) -> bool:
        return tank_shields(war.board, rolling(war), war.battle.hits[war.active])


@steps.ask("jagdkommandos")
class JagdkommandosShield(Shield):
    """10.6.1: defending Jagdkommandos may ignore one hit scored by infantry (E8)."""

    section = "10.6.1"

    def seats(self, war: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return (war.passive,)

    def shields(self, war: AttritionContext) -> bool:
        there = war.tiles_in(war.battle.region, war.passive)
        return hunters_shield(war.board, there, war.battle.infantry_hits)


@steps.auto
def trenches(war: AttritionContext, frame: Frame) -> None:
    """17.3: trenches that take a hit are lost."""
    battle, side = war.battle, war.passive
    lost = trenches_lost(dug_in(war, battle.region), battle.hits[side])
    if lost:
        take_from(war.state.trenches, side, battle.region, lost)
        battle.hits[side] -= lost
        war.log("log.trenches_lost", seat=side, count=lost, region=battle.region)


@steps.ask("losses")
class Losses(TargetStep):
    """4.8.2: each player chooses their own losses; both remove them at the same time."""

    section = "4.8.2"
    sealed = True
    grammar = ("lose <tile>*",)

    def seats(self, context: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(s for s in (context.active, context.passive) if len(exposed(context, s)) > 1)

    def needed(self, context: AttritionContext, frame: Frame) -> bool:
        return bool(self.seats(context, frame))

    def prompt(self, context: AttritionContext, frame: Frame, seat: Seat) -> Message:
        battle = context.battle
        return say("prompt.losses", count=battle.hits[seat], region=battle.region)

    def menu(self, context: AttritionContext, frame: Frame, seat: Seat) -> Menu:
        return Pick("lose", exposed(context, seat), context.battle.hits[seat])

    def why_not(
        self, context: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        battle = context.battle
        return refuse(
            self.section,
            "refusal.losses",
            count=battle.hits[seat],
            tiles=exposed(context, seat),
        )

    def explain_parse_error(
        self,
        context: AttritionContext,
        frame: Frame,
        seat: Seat,
        action: Action,
        problem: ParseError,
    ) -> Refusal | None:
        return self.why_not(context, frame, seat, action)

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, thing)
        if thing.kind == "tile" and tile is None and thing.region == war.battle.region:
            return refuse(self.section, "refusal.others_losses", tile=thing.word)
        if tile is None:
            return None
        if thing.region != war.battle.region:
            return refuse(self.section, "refusal.not_in_battle", tile=tile.id)
        return self.why_not(war, frame, seat, self.parse(""))

    def resolve_sealed(
        self, context: AttritionContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        for seat, action in answers.items():
            context.battle.losses[seat] = list(action.args)


def exposed(war: AttritionContext, side: str) -> Bag:
    """Return the tiles a side chooses its losses from; empty if there is no choice."""
    battle = war.battle
    tiles = war.tiles_in(battle.region, side)
    return tiles if 0 < battle.hits[side] < size(tiles) else {}


@steps.auto
def remove_losses(war: AttritionContext, frame: Frame) -> None:
    """4.8.2: destroyed tiles leave the board; then, if no enemy is left, the advance (4.8.4)."""
    battle = war.battle
    advanced = war.state.advanced
    for side in (war.active, war.passive):
        tiles = [
            n for n, number in war.tiles_in(battle.region, side).items() for _ in range(number)
        ]
        lost = battle.losses.get(side) or tiles[: battle.hits[side]]
        for name in lost:
            war.lose(war.tile(name), battle.region)
            if name in advanced.get(battle.region, {}):  # of identical tiles, these are lost first
                take_from(advanced, battle.region, name)
        if lost:
            counted: Bag = {}
            for name in lost:
                put(counted, name)
            war.log("log.losses", seat=side, tiles=counted, region=battle.region)
    if war.has_tiles(battle.region, war.active) and not war.has_tiles(battle.region, war.passive):
        war.state.push("take_region", "advance")
