"""Section 4.7: planning battles; 11.4 and Mata Hari: the opponent's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from entente.games.attrition.battle_hints import battle_hint
from entente.games.attrition.board import CENTRAL, CONTESTED, GERMANY, NEUTRAL, Tile
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.knowledge import may_stand
from entente.games.attrition.questions import TurnQuestion
from entente.games.attrition.routes import SEA
from entente.games.attrition.targets import Target, own_tile
from entente.kernel import Action, AutoPass, Caution, Frame, Message, Refusal, Seat, refuse
from entente.kernel.bag import put_in, size, take_from
from entente.kernel.caution import missed_chance

MATA_HARI = "CP10"

Stands = Callable[[AttritionContext, str, str], bool]  # whether a tile of a nation is in a region


@steps.auto
def required_battles(war: AttritionContext, frame: Frame) -> None:
    """4.7.1: after movement, place the required markers."""
    war.state.movable = {}
    for region in war.board.regions:
        if is_required(war, region):
            war.state.battles.append(region)
            defended = war.has_tiles(region, war.passive)
            war.log("log.battle_required" if defended else "log.undefended", region=region)


def is_required(war: AttritionContext, region: str) -> bool:
    """4.7.1: enemy control in a foreign region, or in an allied one reached by sea alone (A5)."""
    if war.status(region) != war.passive or not war.has_tiles(region, war.active):
        return False
    foreign = war.board.regions[region].allegiance != war.active
    return foreign or war.state.arrivals.get(region) == SEA


@steps.ask("plan_battles")
class PlanBattles(TurnQuestion):
    """4.7.2: markers that may be placed."""

    section = "4.7.2"
    grammar = ("battle <region>", DONE)

    def offers(self, war: AttritionContext, frame: Frame) -> list[str]:
        return [f"battle {region}" for region in war.board.regions if may_fight(war, region)]

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return no_battle(war, action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        return no_battle(war, thing.region) if thing.region else None

    def risks(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        """Warn about a turn without a battle where the player is far stronger than the enemy."""
        if war.state.battles:
            return
        regions = [each for each in war.board.regions if may_fight(war, each)]
        stronger = [each for each in regions if _outnumbers(war, each)]
        if stronger:
            yield missed_chance("caution.no_battle", *stronger, regions=stronger)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        return None if action == DONE else battle_hint(war, seat, action["region"])

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        war.state.battles.append(action["region"])
        war.log("log.battle_planned", region=action["region"])


def may_fight(war: AttritionContext, region: str) -> bool:
    """4.7.2: whether a battle can be planned in a region."""
    status, passive = war.status(region), war.passive
    return (
        status != NEUTRAL
        and war.has_tiles(region, war.active)
        and (status == passive or war.has_tiles(region, passive))
        and region not in war.state.battles
    )


def _outnumbers(war: AttritionContext, region: str) -> bool:
    """Return whether the active player has at least three times as many tiles in a region as the
    enemy; with fewer, a battle is often rightly put off (see `benchmarks.alarms`)."""
    own, theirs = (size(war.tiles_in(region, each)) for each in (war.active, war.passive))
    return own >= 3 * theirs


def no_battle(war: AttritionContext, region: str) -> Refusal | None:
    """Explain why no battle can be planned in a region."""
    if region in war.state.battles:
        return refuse("4.7.2", "refusal.one_battle", region=region)
    if war.status(region) == NEUTRAL:
        return refuse("2.6", "refusal.neutral_battle", region=region)
    if not war.has_tiles(region, war.active):
        return refuse("4.7.2", "refusal.no_own_tiles", region=region)
    if war.status(region) != war.passive and not war.has_tiles(region, war.passive):
        return refuse("4.7.2", "refusal.no_enemy", region=region)
    return None


class AcceptBattles(AutoPass[AttritionContext]):
    """During the opponent's turn, until the battles are planned: accept them all, unless one is in
    certain regions."""

    action = DONE

    def exceptions(self, war: AttritionContext, seat: Seat) -> Iterable[str] | None:
        is_ahead = any(frame.step == "answer_plans" for frame in war.state.stack[:-1])
        if seat != war.passive or not is_ahead or not may_answer(war):
            return None
        return [region for region in war.board.regions if war.has_tiles(region, seat)]

    def key(self, war: AttritionContext) -> str:
        return f"{war.board.turns[war.state.turn]} {war.active}"

    def happened(self, war: AttritionContext) -> Iterable[str]:
        return war.state.battles


@steps.ask("answer_plans", prepared=AcceptBattles())
class AnswerPlans(TurnQuestion):
    """After the plans: airplanes come from the airfield (11.4), Mata Hari stops one battle."""

    section = "11.4"
    grammar = ("cancel <region>", "fly <tile> <region>", DONE)

    def seats(self, war: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return (war.passive,)

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        airplanes = list(war.listed(war.state.airfield[war.passive]))
        return any(
            no_cancel(war, region, may_stand) is None
            or any(no_flight(war, tile, region, may_stand) is None for tile in airplanes)
            for region in war.state.battles
        )

    def rule(self, war: AttritionContext, frame: Frame) -> str:
        return "15.2" if war.in_force(MATA_HARI) else self.section

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for region in war.state.battles:
            if no_cancel(war, region) is None:
                yield f"cancel {region}"
        for tile in war.listed(war.state.airfield[war.passive]):
            for region in war.state.battles:
                if no_flight(war, tile, region) is None:
                    yield f"fly {tile.id} {region}"

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        if action.verb == "cancel":
            return no_cancel(war, action["region"])
        return no_flight(war, war.board.tiles[action["tile"]], action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        tile = own_tile(war, seat, hand or thing)
        if hand is not None and tile is not None and thing.region:
            return no_flight(war, tile, thing.region)
        if thing.region and war.in_force(MATA_HARI):
            return no_cancel(war, thing.region)
        if thing.kind == "region":
            return refuse("11.4", "refusal.no_flight_to", region=thing.region)
        if tile is None or not war.on("air_reserves"):
            return None
        flights = (no_flight(war, tile, region) for region in war.state.battles)
        return next((why for why in flights if why is not None), None)

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        if action.verb != "fly":
            return None
        return battle_hint(war, seat, action["region"], plus=action["tile"])

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        if action.verb == "cancel":
            call_off(war, action["region"])
        else:
            fly(war, action["tile"], action["region"])


def may_answer(war: AttritionContext) -> bool:
    """Return whether the passive player could answer plans at all."""
    is_central = war.passive == CENTRAL
    airplanes = war.on("air_reserves") and bool(war.state.airfield[war.passive])
    return airplanes or (is_central and war.in_force(MATA_HARI))


def call_off(war: AttritionContext, region: str) -> None:
    """Card CP10: the battle marker gives way to a contested marker."""
    war.state.in_force.remove(MATA_HARI)
    war.state.battles.remove(region)
    war.set_status(region, CONTESTED)
    war.log("log.mata_hari", region=region)


def fly(war: AttritionContext, airplane: str, region: str) -> None:
    """11.4: an airplane joins the defence."""
    take_from(war.state.airfield, war.passive, airplane)
    put_in(war.state.board, region, airplane)
    war.state.reinforced[region] = airplane
    war.log("log.fly", tile=airplane, region=region)


def no_cancel(
    war: AttritionContext, region: str, stands: Stands = AttritionContext.has_nation
) -> Refusal | None:
    """Card CP10: one battle marker in a region with a German tile."""
    if war.passive != CENTRAL or not war.in_force(MATA_HARI):
        return refuse("15.2", "refusal.card_not_in_force", card=MATA_HARI)
    if region not in war.state.battles:
        return refuse("15.2", "refusal.no_marker", region=region)
    if not stands(war, region, GERMANY):
        return refuse("15.2", "refusal.no_nation", nation=GERMANY, region=region)
    return None


def no_flight(
    war: AttritionContext, tile: Tile, region: str, stands: Stands = AttritionContext.has_nation
) -> Refusal | None:
    """11.4: one airplane per region, only into a planned battle, only with its own nation."""
    if not war.on("air_reserves"):
        return refuse("11", "refusal.no_air_reserves")
    if tile.side != war.passive or tile.id not in war.state.airfield[war.passive]:
        return refuse("11.4", "refusal.not_in_airfield", tile=tile.id)
    if region not in war.state.battles:
        return refuse("11.4", "refusal.no_marker", region=region)
    if region in war.state.reinforced:
        return refuse("11.4", "refusal.one_airplane", region=region)
    if not stands(war, region, tile.nation):
        return refuse("11.4", "refusal.no_nation", nation=tile.nation, region=region)
    return None


@steps.ask("recall_airplanes")
class RecallAirplanes(TurnQuestion):
    """11.4: after the last battle surviving airplanes may fly back to the airfield."""

    section = "11.4"
    grammar = ("withdraw <tile> <region>", DONE)

    def seats(self, war: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return (war.passive,)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        for region, name in war.state.reinforced.items():
            if name in war.state.board[region]:
                yield f"withdraw {name} {region}"

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.not_reinforced", region=action["region"])

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        mine = thing.kind == "region" or own_tile(war, seat, thing) is not None
        if not mine or not thing.region or thing.region in war.state.reinforced:
            return None
        return refuse(self.section, "refusal.not_reinforced", region=thing.region)

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        name, region = action.args
        del war.state.reinforced[region]
        take_from(war.state.board, region, name)
        put_in(war.state.airfield, war.passive, name)
        war.log("log.to_airfield", tile=name, region=region)
