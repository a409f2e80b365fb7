"""Section 4.7: battles are planned; 11.4 and Mata Hari: what the other player may do about it."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import CENTRAL, CONTESTED, GERMANY, NEUTRAL, Tile
from entente.games.attrition.routes import SEA
from entente.games.attrition.war import DONE, Active, Passive, War, Words, choices, steps
from entente.kernel import END, STAY, Frame, Menu, Refusal, Seat, refuse
from entente.kernel.bag import put, take

MATA_HARI = "CP10"


@steps.auto
def required_battles(war: War, frame: Frame) -> None:
    """4.7.1: movement is over; markers that must be placed."""
    war.state.movable = {}
    for region in war.board.regions:
        if is_required(war, region):
            war.state.battles.append(region)
            war.tell("log.battle_required", region=region)


def is_required(war: War, region: str) -> bool:
    """4.7.1: enemy control in a foreign region, or in an allied one reached by sea alone (A5)."""
    if war.status(region) != war.passive or not war.has_tiles(region, war.active):
        return False
    foreign = war.board.regions[region].allegiance != war.active
    return foreign or war.state.arrivals.get(region) == SEA


@steps.ask("plan_battles")
class PlanBattles(Active):
    """4.7.2: markers that may be placed."""

    section = "4.7.2"

    def needed(self, context: War, frame: Frame) -> bool:
        return next(open_battles(context), None) is not None

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*(f"battle {region}" for region in open_battles(context)), DONE)

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"battle": "region", DONE: ""})
        return why or no_battle(context, words.rest[0])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        region = action.split()[1]
        context.state.battles.append(region)
        context.tell("log.battle_planned", region=region)
        return END if next(open_battles(context), None) is None else STAY


def open_battles(war: War) -> Iterator[str]:
    return (region for region in war.board.regions if no_battle(war, region) is None)


def no_battle(war: War, region: str) -> Refusal | None:
    """Why no battle can be planned in a region."""
    if region in war.state.battles:
        return refuse("4.7.2", "refusal.one_battle", region=region)
    if war.status(region) == NEUTRAL:
        return refuse("2.6", "refusal.neutral_battle", region=region)
    if not war.has_tiles(region, war.active):
        return refuse("4.7.2", "refusal.no_own_tiles", region=region)
    if war.status(region) != war.passive and not war.has_tiles(region, war.passive):
        return refuse("4.7.2", "refusal.no_enemy", region=region)
    return None


@steps.ask("answer_plans")
class AnswerPlans(Passive):
    """After the plans: airplanes come from the airfield (11.4), Mata Hari stops one battle."""

    section = "11.4"

    def needed(self, context: War, frame: Frame) -> bool:
        """Under fog of war asked whenever an answer is thinkable: that tells nothing."""
        if context.fog:
            return may_answer(context)
        return next(answers(context), None) is not None

    def rule(self, context: War, frame: Frame) -> str:
        return "15.2" if context.in_force(MATA_HARI) else self.section

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*answers(context), DONE)

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"cancel": "region", "fly": "tile region", DONE: ""})
        if why is not None:
            return why
        if words.verb == "cancel":
            return no_cancel(context, words.rest[0])
        return no_flight(context, words.tile(), words.rest[1])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        state = context.state
        verb, *words = action.split()
        if verb == "cancel":
            state.in_force.remove(MATA_HARI)
            state.battles.remove(words[0])
            context.set_status(words[0], CONTESTED)
            context.tell("log.mata_hari", region=words[0])
        else:
            name, region = words
            take(state.airfield[seat], name)
            put(state.board[region], name)
            state.reinforced[region] = name
            context.tell("log.fly", tile=name, region=region)
        return STAY if self.needed(context, frame) else END


def may_answer(war: War) -> bool:
    """Whether there is anything to answer with, by what both players know."""
    spy = war.passive == CENTRAL and war.in_force(MATA_HARI)
    return bool(war.state.battles) and (spy or bool(war.state.airfield[war.passive]))


def answers(war: War) -> Iterator[str]:
    """Everything the other player may do between plan and battle."""
    for region in war.state.battles:
        if no_cancel(war, region) is None:
            yield f"cancel {region}"
    for tile in war.listed(war.state.airfield[war.passive]):
        for region in war.state.battles:
            if no_flight(war, tile, region) is None:
                yield f"fly {tile.id} {region}"


def no_cancel(war: War, region: str) -> Refusal | None:
    """Card CP10: one battle marker in a region with a German tile."""
    if war.passive != CENTRAL or not war.in_force(MATA_HARI):
        return refuse("15.2", "refusal.card_not_in_force", card=MATA_HARI)
    if region not in war.state.battles:
        return refuse("15.2", "refusal.no_marker", region=region)
    if not war.has_nation(region, GERMANY):
        return refuse("15.2", "refusal.no_nation", nation=GERMANY, region=region)
    return None


def no_flight(war: War, tile: Tile, region: str) -> Refusal | None:
    """11.4: one airplane a region, only into a planned battle, only beside its own nation."""
    if not war.on("air_reserves"):
        return refuse("11", "refusal.option_off", option="air_reserves")
    if tile.side != war.passive or tile.id not in war.state.airfield[war.passive]:
        return refuse("11.4", "refusal.not_in_airfield", tile=tile.id)
    if region not in war.state.battles:
        return refuse("11.4", "refusal.no_marker", region=region)
    if region in war.state.reinforced:
        return refuse("11.4", "refusal.one_airplane", region=region)
    if not war.has_nation(region, tile.nation):
        return refuse("11.4", "refusal.no_nation", nation=tile.nation, region=region)
    return None


@steps.ask("recall_airplanes")
class RecallAirplanes(Passive):
    """11.4: after the last battle surviving airplanes may fly back to the airfield."""

    section = "11.4"

    def needed(self, context: War, frame: Frame) -> bool:
        return next(recallable(context), None) is not None

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices(*recallable(context), DONE)

    def why_not(self, context: War, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        words = Words(context, action)
        why = words.problem(self.section, {"withdraw": "tile region", DONE: ""})
        return why or refuse(self.section, "refusal.not_reinforced", region=words.rest[1])

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        _, name, region = action.split()
        del context.state.reinforced[region]
        take(context.state.board[region], name)
        put(context.state.airfield[seat], name)
        context.tell("log.to_airfield", tile=name, region=region)
        return END if next(recallable(context), None) is None else STAY


def recallable(war: War) -> Iterator[str]:
    for region, name in war.state.reinforced.items():
        if name in war.state.board[region]:
            yield f"withdraw {name} {region}"
