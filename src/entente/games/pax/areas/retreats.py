"""Units that must leave a place in peace, as their owner chooses where there is a choice (7.5,
8)."""

from __future__ import annotations

from entente.games.pax.areas.communication import ports_of, retreats, shelters
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import ARMY, NAVY, Place, Power, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import RetreatTo
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
    refuse,
    say,
    step,
)


@steps.auto
def homeless_units(world: PaxContext, frame: Frame) -> None:
    """Retreat armies and navies from areas without own established control (8, step 5)."""
    called = [
        step("retreat", power=power, area=place)
        for power in world.board.powers
        for place in homeless_places(world, power)
    ]
    world.state.push(*called)


def homeless_places(world: PaxContext, power: Power) -> list[Place]:
    """Return where a power has units and no right to be there. Units of belligerents stay until
    their war is over (12.10)."""
    if at_war(world, power):
        return []
    places = dict.fromkeys(world.army_places(power))
    places |= dict.fromkeys(place_of(where) for where in world.navy_ports(power))
    home = world.home(power)
    return [place for place in places if place != home and not world.holds(power, place)]


def call_retreat(world: PaxContext, power: Power, area: Place) -> None:
    """Make all units of a power leave an area."""
    world.state.push(step("retreat", power=power, area=area))


def minor_retreat(world: PaxContext, power: Power, area: Place, ends: list[Place]) -> Place:
    """5.2: a minor's armies go to an adjacent area it holds, else home."""
    near = [place for place in ends if place in world.links.routes[area]]
    home = world.home(power)
    return home if home in near or not near else near[0]


@steps.auto
def retreat(world: PaxContext, frame: Frame) -> None:
    """7.5: units without a choice move automatically; armies that can go nowhere are lost."""
    power, area = frame.text("power"), frame.text("area")
    ends, by_rule = retreats(world, power, area), world.seat_of(power) is None
    if by_rule or len(ends) < 2:
        _all_go(world, power, area, ends)
    ports = ports_of(world, power)
    if by_rule or len(ports) == 1:
        for where, strength in navies_in(world, power, area):
            world.move_unit(power, NAVY, where, ports[0], strength)
    if world.armies(power, area) or navies_in(world, power, area):
        world.state.push(step("choose_retreat", power=power, area=area))


def retreat_by_rule(world: PaxContext, power: Power, area: Place) -> None:
    """5.2: make the armies of a minor leave an area."""
    _all_go(world, power, area, retreats(world, power, area))


def _all_go(world: PaxContext, power: Power, area: Place, ends: list[Place]) -> None:
    """Move all armies along the only way, or by the rule for minors."""
    stack = world.armies(power, area)
    if not stack:
        return
    if not ends:
        for strength in stack:
            world.remove_unit(power, ARMY, area, strength)
        world.log("log.retreat_lost", power=power, area=area, strength=sum(stack))
        return
    there = minor_retreat(world, power, area, ends) if len(ends) > 1 else ends[0]
    for strength in stack:
        world.move_unit(power, ARMY, area, there, strength)
    world.log("log.retreat", power=power, area=area, there=there, strength=sum(stack))


def navies_in(world: PaxContext, power: Power, area: Place) -> list[tuple[str, int]]:
    """Return a power's navies in a place: the port and the strength of each."""
    return [
        (where, strength)
        for where in world.navy_ports(power)
        if place_of(where) == area
        for strength in world.navies(power, where)
    ]


class LeaveArea(DecisionStep[PaxContext]):
    """Units that must leave an area: their owner chooses where each of them goes."""

    open_menu = True
    grammar = ("retreat <kind> <strength> <from:port> <to:port>",)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.retreat", power=frame.text("power"), area=frame.text("area"))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        power, area = frame.text("power"), frame.text("area")
        kind, strength, here, there = action.args
        stack, navies = world.armies(power, area), navies_in(world, power, area)
        if kind == ARMY and here == area and int(strength) in stack:
            return self.why_no_march(world, power, area, place_of(there))
        if kind == NAVY and (here, int(strength)) in navies:
            return refuse(self.section, "why.no_port", power=power, place=place_of(there))
        return refuse(self.section, "why.must_leave", power=power, place=area)

    def why_no_march(self, world: PaxContext, power: Power, area: Place, there: Place) -> Refusal:
        """Return why an army may not go to a place."""
        if shelters(world, power, there):
            return refuse(self.section, "why.no_way", place=area, there=there)
        return refuse(self.section, "why.no_shelter", power=power, place=there)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Home by default, or the first possible place."""
        home = world.home(frame.text("power"))
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Choose)
        ways = menu.actions
        return next((way for way in ways if place_of(self.parse(way).words[-1]) == home), ways[0])

    def leave(self, world: PaxContext, frame: Frame, action: Action) -> None:
        """Move the unit."""
        power, area = frame.text("power"), frame.text("area")
        kind, strength, here, there = action.args
        world.move_unit(power, kind, here, there, int(strength))
        world.log(
            "log.retreat", power=power, area=area, there=place_of(there), strength=int(strength)
        )


@steps.ask("choose_retreat", prepared=RetreatTo())
class ChooseRetreat(LeaveArea):
    """7.5: where armies and navies go that must leave, one at a time in any order."""

    section = "7.5"

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        """Return whether units are still there; a treaty signed meanwhile may have moved them."""
        power, area = frame.text("power"), frame.text("area")
        return bool(world.armies(power, area) or navies_in(world, power, area))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        assert seat is not None
        return (seat,)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        power, area = frame.text("power"), frame.text("area")
        marches = [
            f"retreat army {strength} {area} {end}"
            for strength in dict.fromkeys(world.armies(power, area))
            for end in retreats(world, power, area)
        ]
        voyages = [
            f"retreat navy {strength} {where} {end}"
            for where, strength in dict.fromkeys(navies_in(world, power, area))
            for end in ports_of(world, power)
        ]
        return Choose((*marches, *voyages))

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        self.leave(world, frame, action)
        call_retreat(world, frame.text("power"), frame.text("area"))
        return END
