"""Section 4.11: tiles left in the reserves; 17.2: a trench; the end of Lusitania's turn."""

from __future__ import annotations

from entente.games.attrition.board import CONTESTED, DECOY, ELITE, INFANTRY, USA
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.pouch import arrive
from entente.games.attrition.questions import TurnQuestion
from entente.games.attrition.targets import Target
from entente.kernel import Action, Frame, Refusal, Seat, refuse
from entente.kernel.bag import Bag, put_in, size, take_from


@steps.auto
def manage_reserves(war: AttritionContext, frame: Frame) -> None:
    """4.11.1: tiles of nations at war are lost; 4.11.2: those of neutral nations wait."""
    state, side = war.state, war.active
    if war.fog and state.reserves[side]:
        state.reveal()  # the tiles that stay reveal as much as those that are lost
    lost = to_be_lost(war)
    for name, number in lost.items():
        take_from(state.reserves, side, name, number)
        put_in(state.destroyed, side, name, number)
    if lost:
        war.log("log.reserves_lost", seat=side, tiles=lost)
    if war.in_force("EP5"):
        volunteer = war.tile(f"{USA}-{INFANTRY}")
        if volunteer.id in state.to_come[side]:
            arrive(war, volunteer, 1)
            war.log("log.arrive", seat=side, tiles={volunteer.id: 1})


def to_be_lost(war: AttritionContext) -> Bag:
    """4.11.1: the tiles in the reserves that are lost if they are not mobilised."""
    reserves = war.state.reserves[war.active]
    return {
        tile.id: reserves[tile.id]
        for tile in war.listed(reserves)
        if tile.type not in (ELITE, DECOY) and not war.is_neutral(tile.nation)
    }


@steps.ask("dig_trench")
class DigTrench(TurnQuestion):
    """17.2: one trench per turn, where both sides have tiles."""

    section = "17.2"
    grammar = ("trench <region>", DONE)
    once = True
    wasted = "caution.no_trench"

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        if not war.on("trenches"):
            return []
        contested = [region for region, marker in war.state.status.items() if marker == CONTESTED]
        return [f"trench {region}" for region in contested if no_trench(war, region) is None]

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_trench(war, action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return no_trench(war, thing.region) if thing.region else None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        put_in(war.state.trenches, war.active, action["region"])
        war.log("log.trench", seat=war.active, region=action["region"])


def no_trench(war: AttritionContext, region: str) -> Refusal | None:
    """Explain why no trench can be dug in a region."""
    if not war.on("trenches"):
        return refuse("17", "refusal.no_trenches")
    if size(war.state.trenches[war.active]) >= war.board.markers.trenches:
        return refuse("17.2", "refusal.trenches_used", count=war.board.markers.trenches)
    if war.status(region) != CONTESTED:
        return refuse("17.2", "refusal.not_contested", region=region)
    if not war.has_tiles(region, war.active):
        return refuse("E5", "refusal.no_own_tiles", region=region)
    return None
