"""Wars for tests: begun at once, without anybody having to declare them."""

from __future__ import annotations

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.causes import give_cause
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.state import WAR, War, change, need, open_war
from entente.games.pax.world import World
from tests.games.pax.worlds import run


def at_war(world: World, *camps: tuple[Power, ...]) -> War:
    """A war of these camps; the first power of the first camp has declared it."""
    war = open_war(world, WAR, camps)
    return change(world, war.id, declarers=(camps[0][0],))


def declare(world: World, power: Power, target: Power) -> None:
    """A power that has cause for war declares it, and all that follows by itself happens."""
    give_cause(world, "treaty_broken", power, target)
    call_declaration(world, power, target)
    run(world)


def now(world: World) -> War:
    """The only war there is."""
    (war,) = world.state.wars
    return need(world, war.id)


def possess(world: World, power: Power, *areas: Area, status: Status = Status.POSSESSION) -> None:
    """A power has markers in some areas."""
    for area in areas:
        world.put_marker(power, area, status)


def navy(world: World, power: Power, where: str, *strengths: int) -> None:
    for strength in strengths:
        world.add_unit(power, "navy", where, strength)


def without_units(world: World, *powers: Power) -> None:
    """Take all units of some powers off the map."""
    for power in powers:
        for kind, where, strength in list(world.units(power)):
            world.remove_unit(power, kind, where, strength)
