"""Retreats in a war, and what surrenders because it has nowhere to go (12.7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from entente.games.pax.belligerents import (
    camp_of,
    change,
    enemies_of,
    has_units,
    home_of,
    is_at_sea,
    leader,
    need,
    surrender,
    units_at,
    war_of,
    without,
)
from entente.games.pax.board import ARMY, NAVY, Node, Port, Power, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import RetreatTo
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.war.field import steps_for, why_no_step
from entente.games.pax.war.hints import step_hint
from entente.kernel import (
    END,
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    parse_action,
    refuse,
    say,
    step,
)


def retreat_ends(world: PaxContext, war: War, unit: WarUnit) -> list[Node | Port]:
    """12.7: one step as in a manoeuvre; armies never to enemy armies, navies to enemy navies only
    where friends are; armies at sea go where their navies have gone."""
    foes, camp = enemies_of(war, unit.power), camp_of(war, unit.power)
    ends = []
    for there in steps_for(world, war, unit.power, unit.kind, unit.where):
        place = place_of(there)
        sheltered = unit.kind == NAVY and has_units(world, camp, NAVY, place)
        if has_units(world, foes, unit.kind, place) and not sheltered:
            continue
        if unit.kind == ARMY and is_at_sea(world, unit.where) and place not in war.refuges:
            continue
        ends.append(there)
    return ends


def why_no_retreat(
    world: PaxContext, war: War, unit: WarUnit, there: Node | Port
) -> Refusal | None:
    """12.7: why a unit may not retreat to a place; None leaves it to the kernel."""
    reason, place = why_no_step(world, war, unit, there), place_of(there)
    if reason is not None:
        return reason
    if unit.kind == ARMY and has_units(world, enemies_of(war, unit.power), ARMY, place):
        return refuse("12.7", "why.retreat_to_enemies", place=place)
    if unit.kind == ARMY and is_at_sea(world, unit.where) and place not in war.refuges:
        return refuse("12.7", "why.retreat_with_navies", place=place)
    if there not in retreat_ends(world, war, unit):
        return refuse("12.7", "why.retreat_without_friends", place=place)
    return None


def flee(world: PaxContext, number: int, unit: WarUnit, there: Node | Port) -> None:
    """Retreat a unit. A navy that comes to a battle not yet fought adds nothing to it (12.7)."""
    war = need(world, number)
    world.move_unit(unit.power, unit.kind, unit.where, there, unit.strength)
    gone = msgspec.structs.replace(unit, where=there)
    late, refuges = without(war.late, unit), war.refuges
    if unit.kind == NAVY:
        refuges = (*refuges, place_of(there))
        if has_units(world, enemies_of(war, unit.power), NAVY, place_of(there)):
            late = (*late, gone)
    moved = _follow(war.moved, unit, gone)
    change(world, number, moved=moved, late=late, refuges=refuges)
    world.log(
        "log.war_retreat",
        power=unit.power,
        kind=unit.kind,
        here=place_of(unit.where),
        there=place_of(there),
        strength=unit.strength,
    )


def _follow(units: tuple[WarUnit, ...], before: WarUnit, after: WarUnit) -> tuple[WarUnit, ...]:
    """Update the recorded place of a unit."""
    return (*without(units, before), after) if before in units else units


@steps.auto
def war_retreat(world: PaxContext, frame: Frame) -> None:
    """12.7: the units of a kind of one power leave a place: what has no choice goes by itself, what
    has no way surrenders. China and the Ottoman Empire go by rules of their own (11.2)."""
    number, kind = frame.number("war"), frame.text("kind")
    place, power = frame.text("place"), frame.text("power")
    war = war_of(world, number)
    if war is None:
        return
    if home_of(world, power) is None and leader(world, war, power) is None:
        world.state.push(step("eastern_retreat", war=number, power=power, place=place))
        return
    for unit in units_at(world, (power,), kind, place):
        war = need(world, number)
        ends = retreat_ends(world, war, unit)
        if not ends:
            surrender(world, number, unit)
        elif len(ends) == 1 or leader(world, war, power) is None:
            flee(world, number, unit, _by_rule(world, power, ends))
        else:
            world.state.push(Frame("choose_war_retreat", frame.args))
            return


def _by_rule(world: PaxContext, power: Power, ends: list[Node | Port]) -> Node | Port:
    """Home, else land, else the first option."""
    home = home_of(world, power)
    at_home = [end for end in ends if place_of(end) == home]
    ashore = [end for end in ends if not is_at_sea(world, end)]
    return (*at_home, *ashore, *ends)[0]


class FallBack(RetreatTo):
    """12.7: a retreat is one step; units whose home is further away go ashore, if they can."""

    def towards_home(self, world: PaxContext, ways: Sequence[str]) -> str | None:
        ashore = (way for way in ways if not is_at_sea(world, parse_action(way).words[-1]))
        return next(ashore, ways[0] if ways else None)


@steps.ask("choose_war_retreat", prepared=FallBack())
class ChooseWarRetreat(DecisionStep[PaxContext]):
    """12.7: the owner chooses where each unit goes; a stack may split."""

    section = "12.7"
    open_menu = True
    grammar = ("flee <power> <kind> <strength> <from:port> <to:port>",)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = leader(world, need(world, frame.number("war")), frame.text("power"))
        assert seat is not None
        return (seat,)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.war_retreat", power=frame.text("power"), place=frame.text("place"))

    def _ways(self, world: PaxContext, frame: Frame) -> list[str]:
        war = need(world, frame.number("war"))
        units = units_at(world, (frame.text("power"),), frame.text("kind"), frame.text("place"))
        return [
            f"flee {unit.power} {unit.kind} {unit.strength} {unit.where} {end}"
            for unit in dict.fromkeys(units)
            for end in retreat_ends(world, war, unit)
        ]

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(self._ways(world, frame)))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        war = need(world, frame.number("war"))
        power, kind, strength, here, there = action.args
        unit, place = WarUnit(power, kind, here, int(strength)), frame.text("place")
        if unit not in units_at(world, (frame.text("power"),), frame.text("kind"), place):
            return refuse("12.7", "why.must_leave", power=frame.text("power"), place=place)
        return why_no_retreat(world, war, unit, there)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        war = need(world, frame.number("war"))
        power, kind, strength, here, there = action.args
        return step_hint(world, war, WarUnit(power, kind, here, int(strength)), there, [])

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Home by default, or ashore, or the first possible way."""
        ways = self._ways(world, frame)
        ends = [self.parse(way)["to"] for way in ways]
        return ways[ends.index(_by_rule(world, frame.text("power"), ends))]

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        power, kind, strength, here, there = action.args
        flee(world, frame.number("war"), WarUnit(power, kind, here, int(strength)), there)
        world.state.push(Frame("war_retreat", frame.args))
        return END


@steps.auto
def sea_surrenders(world: PaxContext, frame: Frame) -> None:
    """12.7: after a battle at sea, armies with enemy navies and none of their own surrender."""
    number, sea = frame.number("war"), frame.text("place")
    war = war_of(world, number)
    if war is None:
        return
    for power in war.entered:
        lost = has_units(world, enemies_of(war, power), NAVY, sea)
        if lost and not has_units(world, camp_of(war, power), NAVY, sea):
            for unit in units_at(world, (power,), ARMY, sea):
                surrender(world, number, unit)
