"""How a war ends without a treaty (12.10)."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.belligerents import (
    Camp,
    all_units,
    camp_of,
    camp_seats,
    change,
    has_units,
    hostile_camps,
    is_at_sea,
    is_home,
    need,
    war_of,
)
from entente.games.pax.board import ARMY, OTTOMAN_EMPIRE, Area, Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.war import War
from entente.games.pax.war.field import camp_reach
from entente.games.pax.war.hints import conquests_hint
from entente.games.pax.war.resolution import call_peace
from entente.games.pax.war.spoils import call_division
from entente.games.pax.war.support import areas_of_camp, take_area
from entente.kernel import Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step

END_WAR, GO_ON = "finish", "fight_on"


# -- the tests


def exhausted(world: PaxContext, camp: Camp) -> bool:
    """12.10, no. 1: no unit outside the homes of a camp; units at sea count as outside (P31)."""
    sea_counts = world.state.options["exhaustion"] == "sea_counts"
    for unit in all_units(world, camp):
        if is_at_sea(world, unit.where):
            if sea_counts:
                return False
        elif not is_home(world, unit.where):
            return False
    return True


def occupied(world: PaxContext, war: War, camp: Camp) -> bool:
    """12.10, no. 2: every area that a camp controls, and there is one, holds enemy armies."""
    held = [area for area in world.state.markers if any(world.holds(power, area) for power in camp)]
    foes = [foe for other in hostile_camps(war, camp) for foe in other]
    return bool(held) and all(has_units(world, foes, ARMY, area) for area in held)


def stalemate(world: PaxContext, war: War) -> bool:
    """12.10, no. 3: rounds without any attack."""
    return war.quiet >= world.board.constants.stalemate_rounds


def out_of_reach(world: PaxContext, war: War, camp: Camp) -> bool:
    """12.10, no. 4: no army of a camp outside its homes is in reach of an enemy army."""
    places = {
        unit.where
        for unit in all_units(world, camp)
        if unit.kind == ARMY and not is_home(world, unit.where)
    }
    reached = set().union(*(camp_reach(world, war, foes) for foes in hostile_camps(war, camp)))
    return not places & reached


@steps.auto
def end_test(world: PaxContext, frame: Frame) -> None:
    """12.10: in its order; if none is met the war goes on."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        return
    out = [camp for camp in war.camps if exhausted(world, camp)]
    lost = [camp for camp in war.camps if occupied(world, war, camp)]
    if len(out) == len(war.camps):
        world.log("log.war_stalemate", powers=list(war.entered))
        keep_conquests(world, number)
    elif out:
        for camp in out:
            world.log("log.exhausted", powers=list(camp))
            defeat(world, number, camp, with_reach=True)
    elif lost and len(lost) < len(war.camps):
        for camp in lost:
            world.log("log.occupied", powers=list(camp))
            defeat(world, number, camp, with_reach=False)
    elif lost or stalemate(world, war):
        world.log("log.war_stalemate", powers=list(war.entered))
        keep_conquests(world, number)
    else:
        world.state.push(
            *[
                step("unreachable", war=number, camp=camp[0])
                for camp in war.camps
                if out_of_reach(world, war, camp)
            ]
        )


# -- what it means


Powers = tuple[Power, ...]


def division(world: PaxContext, war: War, victors: Powers, losers: Powers) -> list[Frame]:
    """Return the step by which some powers divide what they conquered of others, if there is
    anything."""
    areas = [
        area
        for area, power in war.conquered.items()
        if power in victors
        and (
            any(world.marker(loser, area) for loser in losers)
            or (OTTOMAN_EMPIRE in losers and area in world.state.ottoman_areas)  # 11.4
        )
    ]
    return [call_division(victors, areas, losers)] if areas else []


def divisions(world: PaxContext, war: War, among: Powers | None = None) -> list[Frame]:
    """Return the same for all camps that are hostile to each other, or for these powers of them."""
    among = war.entered if among is None else among
    frames = []
    for camp in war.camps:
        foes = tuple(foe for other in hostile_camps(war, camp) for foe in other if foe in among)
        frames += division(world, war, tuple(p for p in camp if p in among), foes)
    return frames


def keep_conquests(world: PaxContext, number: int) -> None:
    """12.10, nos. 3 and 5: each camp keeps what it conquered."""
    war = need(world, number)
    world.state.push(*divisions(world, war), call_peace(world, war, war.entered))


def reach_conquers(world: PaxContext, number: int, camp: Camp) -> list[Frame]:
    """12.10, nos. 1 and 4: the enemies of a camp conquer what is its and in their reach. What two
    camps can reach they must divide between them (P76): the steps by which they do."""
    if not world.since(3):
        return _first_conquers(world, number, camp)
    war = need(world, number)
    reached = {foes: camp_reach(world, war, foes) for foes in hostile_camps(war, camp)}
    shared: dict[Powers, list[Area]] = {}
    for area in areas_of_camp(world, war, camp):
        able = [foes for foes, there in reached.items() if area in there]
        victors = tuple(power for foes in able for power in foes)
        if len(able) == 1:
            take_area(world, number, area, victors[0])
        elif _can_divide(world, able) and any(world.holds(power, area) for power in camp):
            shared.setdefault(victors, []).append(area)
    return [call_division(victors, areas, camp) for victors, areas in shared.items()]


def _can_divide(world: PaxContext, camps: list[Camp]) -> bool:
    """Return whether each of these camps has a seat to speak for it; minors never negotiate
    (12.4)."""
    return bool(camps) and all(any(map(world.seat_of, camp)) for camp in camps)


def _first_conquers(world: PaxContext, number: int, camp: Camp) -> list[Frame]:
    """Before version 3: what two camps can reach is the first one's."""
    for foes in hostile_camps(need(world, number), camp):
        reached = camp_reach(world, need(world, number), foes)
        for area in areas_of_camp(world, need(world, number), camp):
            if area in reached:
                take_area(world, number, area, foes[0])
    return []


def defeat(world: PaxContext, number: int, camp: Camp, with_reach: bool) -> None:
    """12.10, nos. 1 and 2: a camp is beaten: what it had conquered is free, its enemies divide its
    areas that they hold, and it is out of the war."""
    called = reach_conquers(world, number, camp) if with_reach else []
    war = need(world, number)
    kept = {area: p for area, p in war.conquered.items() if p not in camp}
    war = change(world, number, conquered=kept)
    for foes in hostile_camps(war, camp):
        called += division(world, war, foes, camp)
    world.state.push(*called, call_peace(world, war, camp))


@steps.auto
def unreachable(world: PaxContext, frame: Frame) -> None:
    """12.10, no. 4: a camp that its enemies cannot reach may end the war; one without a leader
    does."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        return
    camp = camp_of(war, frame.text("camp"))
    if not camp:
        return
    if camp_seats(world, war, camp):
        world.state.push(Frame("end_unreachable", frame.args))
    else:
        end_by(world, number, camp)


def end_by(world: PaxContext, number: int, camp: Camp) -> None:
    """12.10, no. 4, P45: the enemies conquer what they can reach of this camp; it keeps the rest,
    and both keep what they conquered."""
    world.log("log.ends_war", powers=list(camp))
    called = reach_conquers(world, number, camp)
    war = need(world, number)
    for foes in hostile_camps(war, camp):
        called += division(world, war, foes, camp) + division(world, war, camp, foes)
    world.state.push(*called, call_peace(world, war, camp))


@steps.ask("end_unreachable")
class EndUnreachable(DecisionStep[PaxContext]):
    """12.10, no. 4: all who lead powers of the camp must wish to end the war."""

    section = "12.10"
    sealed = True
    grammar = (GO_ON, END_WAR)

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return war_of(world, frame.number("war")) is not None and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        war = need(world, frame.number("war"))
        return tuple(camp_seats(world, war, camp_of(war, frame.text("camp"))))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        war = need(world, frame.number("war"))
        return say("prompt.end_unreachable", powers=list(camp_of(war, frame.text("camp"))))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((GO_ON, END_WAR))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what falls to the enemy with the end of the war."""
        war = need(world, frame.number("war"))
        camp = camp_of(war, frame.text("camp"))
        if action == GO_ON:
            return None
        twin = world.for_copy(world.state.copy())
        reach_conquers(twin, war.id, camp)
        after = need(twin, war.id).conquered
        fallen = [a for a, power in after.items() if war.conquered.get(a) != power]
        return conquests_hint(world, war, camp, fallen)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return GO_ON

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        if all(answer == END_WAR for answer in answers.values()):
            number = frame.number("war")
            end_by(world, number, camp_of(need(world, number), frame.text("camp")))
