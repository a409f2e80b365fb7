"""Manoeuvre: each unit of a camp makes one step, as its leader chooses (12.5, 12.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.areas.garrisons import may_leave
from entente.games.pax.belligerents import (
    Camp,
    acting,
    all_units,
    begin_phase_of,
    camp_of,
    change,
    enemies_of,
    has_units,
    led_by,
    need,
    war_of,
)
from entente.games.pax.board import ARMY, GREAT_BRITAIN, NAVY, Area, Node, Port, Power, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import ALWAYS, complete
from entente.games.pax.records.war import REBELLION, WAR, War, WarUnit
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import unkept_units
from entente.games.pax.treaties.coaling_rights import record_coaling_rights
from entente.games.pax.war.camp_turn import DONE, CampTurn
from entente.games.pax.war.declarations import call_at_once
from entente.games.pax.war.field import steps_for, why_no_step
from entente.games.pax.war.hints import step_hint, stop_hint, takes_area, unsupported
from entente.kernel import (
    Action,
    AutoPass,
    Choose,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Occasion,
    Plans,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.prepared import NOT_ENOUGH


@steps.auto
def manoeuvre_phase(world: PaxContext, frame: Frame) -> None:
    """12.5: the phase of the camp in which the power `camp` is."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None or not begin_phase_of(world, war, frame.text("camp")):
        return
    record_coaling_rights(world)
    change(world, number, moved=(), done=())
    world.state.push(Frame("manoeuvre", frame.args), Frame("manoeuvre_ends", frame.args))


@steps.auto
def manoeuvre_ends(world: PaxContext, frame: Frame) -> None:
    """9.4: check treaties about where units may be."""
    war = war_of(world, frame.number("war"))
    if war is None:
        return
    for power in acting(world, war, frame.text("camp")):
        if world.is_major(power):
            obligations.check_units(world, power)
    change(world, war.id, moved=(), done=())


def unmoved(world: PaxContext, war: War, powers: list[Power]) -> list[WarUnit]:
    """Return the units that have not made their step, one of each that are alike."""
    moved = list(war.moved)
    units = []
    for unit in all_units(world, powers):
        if unit in moved:
            moved.remove(unit)
        else:
            units.append(unit)
    return list(dict.fromkeys(units))


def ends_of(world: PaxContext, war: War, unit: WarUnit) -> list[Node | Port]:
    """12.5, 6.4: where a unit may go; the Indian Army and the western garrison stay where they
    must."""
    ends = steps_for(world, war, unit.power, unit.kind, unit.where)
    if unit.kind == NAVY:
        return ends
    return [e for e in ends if may_leave(world, unit.power, unit.strength, unit.where, e)]


def moves_of(world: PaxContext, war: War, powers: list[Power]) -> list[str]:
    """All moves that may be ordered for some powers."""
    return [
        f"move {unit.power} {unit.kind} {unit.strength} {unit.where} {end}"
        for unit in unmoved(world, war, powers)
        for end in ends_of(world, war, unit)
    ]


def move(world: PaxContext, number: int, unit: WarUnit, there: Node | Port) -> None:
    """12.5: a unit makes its step; a neutral that shares the area it comes to may answer (12.8)."""
    world.move_unit(unit.power, unit.kind, unit.where, there, unit.strength)
    war = need(world, number)
    moved = WarUnit(unit.power, unit.kind, there, unit.strength)
    change(world, number, moved=(*war.moved, moved))
    world.log(
        "log.manoeuvre",
        power=unit.power,
        kind=unit.kind,
        strength=unit.strength,
        here=place_of(unit.where),
        there=place_of(there),
    )
    if _trespasses(world, unit.kind):
        entered(world, number, unit.power, place_of(there))


# -- codominions with a neutral (12.8)


def _trespasses(world: PaxContext, kind: str) -> bool:
    """12.8: the right of a neutral partner concerns armies; until version 3 navies used it up."""
    return kind == ARMY or not world.since(3)


def offended_by(world: PaxContext, war: War, power: Power, area: Area) -> list[Power]:
    """12.8: the neutral majors that share an area into which a power without a share, and without
    an ally who has one, moves units."""
    if area not in world.board.areas or (power, area) in war.trespassed:
        return []
    holders = world.holders(area)
    if any(each in holders for each in camp_of(war, power)):
        return []
    if not any(each in war.entered for each in holders):
        return []
    return [each for each in holders if each not in war.entered and world.is_major(each)]


def entered(world: PaxContext, number: int, power: Power, place: Node) -> None:
    """12.8: neutral partners may declare war at this moment, and never later."""
    war = need(world, number)
    neutrals = offended_by(world, war, power, place)
    if war.kind != WAR or not neutrals:
        return
    change(world, number, trespassed=(*war.trespassed, (power, place)))
    for neutral in neutrals:
        give_cause(world, "codominion_violated", neutral, power, place)
    call_at_once(world, neutrals, power, "codominion_violated", number)


# -- the question

# Instructions, for a war and for a rebellion
UNLESS_NEAR, HOLD = "unless_near", "hold"
KINDS = (REBELLION, WAR)


class HoldForces(AutoPass[PaxContext]):
    """12.5: forces stay where they are: in any case, or unless an enemy, or land to conquer, is
    within one step. Units that would surrender there, treaties about units, and a manoeuvre that
    its player has begun are asked about."""

    action = DONE
    lasting = True

    def key(self, world: PaxContext) -> str:
        return ALWAYS

    def occasions(self, world: PaxContext, seat: Seat, plans: Plans) -> Iterable[Occasion]:
        choices = {kind: (f"{UNLESS_NEAR} {kind}", f"{HOLD} {kind}") for kind in KINDS}
        return (Occasion(ALWAYS, choices, ranked=False),)

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        frame = world.state.top
        assert frame is not None
        war = need(world, frame.number("war"))
        powers = led_by(world, war, acting(world, war, frame.text("camp")), seat)
        kind = REBELLION if war.kind == REBELLION else WAR
        has_begun = any(unit.power in powers for unit in war.moved)
        if has_begun or unsupported(world, war, powers):
            return NOT_ENOUGH
        if any(unkept_units(world, power) for power in powers):
            return NOT_ENOUGH
        if f"{HOLD} {kind}" in choices:
            return complete([DONE])
        waits = f"{UNLESS_NEAR} {kind}" in choices and not is_concerned(world, war, powers)
        return complete([DONE]) if waits else NOT_ENOUGH


def is_concerned(world: PaxContext, war: War, powers: list[Power]) -> bool:
    """Return whether an enemy, or land to conquer, is within one step of units of some powers."""
    for unit in unmoved(world, war, powers):
        foes, here = enemies_of(war, unit.power), place_of(unit.where)
        ends = [place_of(end) for end in ends_of(world, war, unit)]
        for place in dict.fromkeys([here, *world.links.near.get(here, ()), *ends]):
            if has_units(world, foes, ARMY, place) or has_units(world, foes, NAVY, place):
                return True
        areas = [end for end in ends if end in world.board.areas and war.kind != REBELLION]
        if any(takes_area(world, war, unit, area) for area in areas):
            return True
    return False


@steps.ask("manoeuvre", prepared=HoldForces())
class Manoeuvre(CampTurn):
    """12.5: all who lead units of the camp move them, in any order, until all are done."""

    section = "12.5"
    grammar = ("move <power> <kind> <strength> <from:port> <to:port>", DONE)

    def able(self, world: PaxContext, war: War, camp: Camp, seat: Seat) -> bool:
        return _may_move(world, war, led_by(world, war, camp, seat))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        war, camp = self._camp(world, frame)
        return say("prompt.manoeuvre", round=war.round, powers=led_by(world, war, camp, seat))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        war, camp = self._camp(world, frame)
        return Choose((DONE, *moves_of(world, war, led_by(world, war, camp, seat))))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        war, camp = self._camp(world, frame)
        match action.words:
            case ["move", power, kind, strength, here, there]:
                if power not in led_by(world, war, camp, seat):
                    return refuse("12.4", "why.not_your_units", power=power)
                return why_no_move(world, war, WarUnit(power, kind, here, int(strength)), there)
        return None

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        war, camp = self._camp(world, frame)
        if action == DONE:
            return stop_hint(world, war, led_by(world, war, camp, seat))
        power, kind, strength, here, there = action.args
        unit = WarUnit(power, kind, here, int(strength))
        concerned = war.kind == WAR and _trespasses(world, kind)
        offended = offended_by(world, war, power, place_of(there)) if concerned else []
        return step_hint(world, war, unit, there, offended)

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == DONE:
            return self.is_done(world, frame, seat)
        power, kind, strength, here, there = action.args
        move(world, frame.number("war"), WarUnit(power, kind, here, int(strength)), there)
        return self.goes_on(world, frame)


def _may_move(world: PaxContext, war: War, powers: list[Power]) -> bool:
    return any(ends_of(world, war, unit) for unit in unmoved(world, war, powers))


def why_no_move(world: PaxContext, war: War, unit: WarUnit, there: Node | Port) -> Refusal | None:
    """Return why a unit may not make a step; None leaves it to the kernel."""
    if unit not in list(all_units(world, [unit.power])):
        return refuse("12.5", "why.no_such_unit", power=unit.power, place=place_of(unit.where))
    if unit not in unmoved(world, war, [unit.power]):
        return refuse("12.5", "why.has_moved")
    reason = why_no_step(world, war, unit, there)
    if reason is not None or unit.kind != ARMY:
        return reason
    if not may_leave(world, unit.power, unit.strength, unit.where, there):
        british = unit.power == GREAT_BRITAIN
        return refuse("6.4", "why.indian_army" if british else "why.western_garrison")
    return None
