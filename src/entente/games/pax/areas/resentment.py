"""Chinese resentment (11.1): what markers add, and whether China rises."""

from __future__ import annotations

from entente.games.pax.board import Area, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.kernel import Frame


def placing_figure(world: PaxContext, area: Area, status: Status) -> int:
    """Return what a status in an area is worth to Chinese feelings when it is placed."""
    row = world.board.resentment.get((world.board.areas[area].type, status))
    return 0 if row is None else row.placed


def marker_placed(world: PaxContext, area: Area, before: Status, after: Status) -> None:
    """Count a marker that was placed or raised: the difference counts, and stays if the marker
    fails (6.1)."""
    added = placing_figure(world, area, after) - placing_figure(world, area, before)
    if added > 0:
        raise_resentment(world, added)


def raise_resentment(world: PaxContext, amount: int) -> None:
    world.state.resentment += amount
    world.log("log.resentment", amount=amount, total=world.state.resentment)


def yearly(world: PaxContext) -> int:
    """Return what the control markers of the Empire add each turn."""
    added = 0
    for area in world.board.of_type("chinese_empire", "chinese_vassal"):
        for marker in world.markers(area).values():
            row = world.board.resentment.get((world.board.areas[area].type, marker.status))
            if marker.is_control and row is not None:
                added += row.yearly
    return added


def empire_divided(world: PaxContext) -> bool:
    """Return whether every area of the Empire is a possession, so that none is left to rise."""
    return all(
        any(marker.status >= Status.POSSESSION for marker in world.markers(area).values())
        for area in world.board.of_type("chinese_empire")
    )


@steps.auto
def resentment(world: PaxContext, frame: Frame) -> None:
    """11.1: the index rises; three dice below its tens are a rebellion."""
    begin_phase(world, "resentment")
    if added := yearly(world):
        raise_resentment(world, added)
    dice = world.state.chance.dice(world.board.constants.resentment_dice)
    rises = sum(dice) < world.state.resentment // 10 and not empire_divided(world)
    world.state.rebellion = rises
    key = "log.rebellion" if rises else "log.no_rebellion"
    world.log(key, dice=[str(die) for die in dice], total=sum(dice), index=world.state.resentment)
