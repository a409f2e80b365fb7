"""Random events (3): how many, which, and what they do at once; the rest acts in its phase."""

from __future__ import annotations

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Area
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.data_schema import EventRow, event_key
from entente.games.pax.phases import begin_phase
from entente.games.pax.tension import raise_tension
from entente.kernel import Frame


@steps.auto
def events(world: PaxContext, frame: Frame) -> None:
    """3: a die for their number, two dice in order for each; some are rolled again."""
    begin_phase(world, "events")
    number = world.state.chance.die()
    world.log("log.events", number=number)
    while number and world.state.outcome is None:
        d1, d2 = world.state.chance.dice(2)
        number -= apply_event(world, world.board.events[f"{d1}-{d2}"])


def apply_event(world: PaxContext, event: EventRow) -> bool:
    """Apply what an event does at once; return False if it does not count and another is rolled
    for."""
    if event.kind == "unrest":
        world.log("log.event", code=event_key(event))
        if event.belgian_expansion and world.seat_of("belgium") is not None:
            world.state.events = (*world.state.events, event.code)
            world.state.belgian_navy_right = True
            world.log("log.belgian_expansion")
        break_out(world, unrest_area(world, event.table or "A"))
        return True
    if event.code in world.state.events or event.excludes in world.state.events:
        world.log("log.event_again", code=event_key(event))
        return False
    world.log("log.event", code=event_key(event))
    world.state.events = (*world.state.events, event.code)
    if event.balkan_routes:
        world.state.balkan_wars += 1
        world.changed_map()
    if event.resentment:
        world.state.resentment += event.resentment
        world.log("log.resentment", amount=event.resentment, total=world.state.resentment)
    cause = event.casus_belli
    if cause is not None and world.is_major(cause.holder):
        give_cause(world, "yellow_press", cause.holder, cause.against)
    if event.tension:
        raise_tension(world, "random_event", None, amount=event.tension)
    return True


def unrest_area(world: PaxContext, table: str) -> Area:
    """Return where unrest breaks out by a table; not twice in one area."""
    while True:
        area = _rolled(world, table)
        if area not in world.state.unrest:
            return area


def _rolled(world: PaxContext, table: str) -> Area:
    grid = world.board.tables.events.unrest[table].grid
    row = world.state.chance.die() if len(grid) > 1 else 1
    column = (world.state.chance.die() - 1) * len(grid[row - 1]) // 6 + 1
    if world.state.options["unrest_tables"] == "likely_intended":
        for likely in world.board.tables.events.unrest_likely:
            if (likely.table, likely.row, likely.column) == (table, row, column):
                return likely.area
    return grid[row - 1][column - 1]


def break_out(world: PaxContext, area: Area) -> None:
    """Put an unrest marker in an area."""
    world.state.unrest = (*world.state.unrest, area)
    world.log("log.unrest", area=area)
