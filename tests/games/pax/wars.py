"""Wars for tests: begun at once, without declarations."""

from __future__ import annotations

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import change, need, open_war
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import WAR, War
from entente.games.pax.war.declarations import call_declaration
from tests.games.pax.worlds import run


def at_war(world: PaxContext, *camps: tuple[Power, ...]) -> War:
    """A war of these camps; the first power of the first camp has declared it."""
    war = open_war(world, WAR, camps)
    return change(world, war.id, declarers=(camps[0][0],))


def declare(world: PaxContext, power: Power, target: Power) -> None:
    """A power that has a casus belli declares it, and all that follows by itself happens."""
    give_cause(world, "treaty_broken", power, target)
    call_declaration(world, power, target)
    run(world)


def now(world: PaxContext) -> War:
    """The only war there is."""
    (war,) = world.state.wars
    return need(world, war.id)


def possess(
    world: PaxContext, power: Power, *areas: Area, status: Status = Status.POSSESSION
) -> None:
    """A power has markers in some areas."""
    for area in areas:
        world.put_marker(power, area, status)


def navy(world: PaxContext, power: Power, where: str, *strengths: int) -> None:
    for strength in strengths:
        world.add_unit(power, "navy", where, strength)


def without_units(world: PaxContext, *powers: Power) -> None:
    """Take all units of some powers off the map."""
    for power in powers:
        for kind, where, strength in list(world.units(power)):
            world.remove_unit(power, kind, where, strength)
