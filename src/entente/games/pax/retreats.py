"""Units that must leave a place in peace: as their owner chooses, if he can (7.5, 8)."""

from __future__ import annotations

from entente.games.pax.board import ARMY, NAVY, Place, Power, place_of
from entente.games.pax.lines import ports_of, retreats
from entente.games.pax.war.state import at_war
from entente.games.pax.world import World, steps
from entente.kernel import END, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step


@steps.auto
def homeless_units(world: World, frame: Frame) -> None:
    """Armies and navies in areas without own established control retreat (8, step 5)."""
    called = [
        step("retreat", power=power, area=place)
        for power in world.board.powers
        for place in homeless_places(world, power)
    ]
    world.state.push(*called)


def homeless_places(world: World, power: Power) -> list[Place]:
    """Where a power has units and no right to be there. Those of belligerents are where the war has
    brought them, and go when it is over (12.10)."""
    if at_war(world, power):
        return []
    places = dict.fromkeys(world.army_places(power))
    places |= dict.fromkeys(place_of(where) for where in world.navy_ports(power))
    home = world.home(power)
    return [place for place in places if place != home and not world.holds(power, place)]


def call_retreat(world: World, power: Power, area: Place) -> None:
    """All units of a power leave an area."""
    world.state.push(step("retreat", power=power, area=area))


def minor_retreat(world: World, power: Power, area: Place, ends: list[Place]) -> Place:
    """5.2: a minor's armies go to an adjacent area it holds, else home."""
    near = [place for place in ends if place in world.links.routes[area]]
    home = world.home(power)
    return home if home in near or not near else near[0]


@steps.auto
def retreat(world: World, frame: Frame) -> None:
    """7.5: what has no choice goes by itself; armies that can go nowhere are lost."""
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


def retreat_by_rule(world: World, power: Power, area: Place) -> None:
    """5.2: the armies of a minor leave an area."""
    _all_go(world, power, area, retreats(world, power, area))


def _all_go(world: World, power: Power, area: Place, ends: list[Place]) -> None:
    """All armies take the only way there is, or a minor's."""
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


def navies_in(world: World, power: Power, area: Place) -> list[tuple[str, int]]:
    """A power's navies in a place: where each stands, and its strength."""
    return [
        (where, strength)
        for where in world.navy_ports(power)
        if place_of(where) == area
        for strength in world.navies(power, where)
    ]


class Leaving(DecisionStep[World]):
    """Units that must leave an area: their owner says where one of them goes."""

    open_menu = True
    grammar = ("retreat <kind> <strength> <from:port> <to:port>",)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        return say("prompt.retreat", power=frame.text("power"), area=frame.text("area"))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        """Whoever does not choose goes home, or to the first place there is."""
        home = world.home(frame.text("power"))
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Choose)
        ways = menu.actions
        return next((way for way in ways if place_of(way.split()[-1]) == home), ways[0])

    def leave(self, world: World, frame: Frame, action: str) -> None:
        """The unit goes there."""
        power, area = frame.text("power"), frame.text("area")
        _, kind, strength, here, there = action.split()
        world.move_unit(power, kind, here, there, int(strength))
        world.log(
            "log.retreat", power=power, area=area, there=place_of(there), strength=int(strength)
        )


@steps.ask("choose_retreat")
class ChooseRetreat(Leaving):
    """7.5: where the armies and navies go that must leave; one after the other, as one likes."""

    section = "7.5"

    def needed(self, world: World, frame: Frame) -> bool:
        """What is agreed at the desk in the meantime may have made them go already."""
        power, area = frame.text("power"), frame.text("area")
        return bool(world.armies(power, area) or navies_in(world, power, area))

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        assert seat is not None
        return (seat,)

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
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

    def apply(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        self.leave(world, frame, action)
        call_retreat(world, frame.text("power"), frame.text("area"))
        return END
