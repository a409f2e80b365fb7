"""The default settlement of disputes without an agreement or a war (9.3), and its preview."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.pax.areas.causes import illegal_together, live
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import (
    AUSTRIA_HUNGARY,
    GERMANY,
    Area,
    Power,
    Status,
    status_word,
)
from entente.games.pax.colonies.marker_adjustment import lose_marker
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.treaties.disputes import disputed_areas, lowered
from entente.kernel import Frame, Message, Seat, say


@steps.auto
def default_settlement(world: PaxContext, frame: Frame) -> None:
    """9.3: those who had a casus belli and did not use it lose their marker."""
    for area in disputed_areas(world):
        settle_area(world, area)
    world.state.settled = True
    world.state.push("homeless_units")


def settle_area(world: PaxContext, area: Area) -> None:
    """9.3: one area, as far as its parties are not at war with each other."""
    losers = unused(world, area)
    for power in losers:
        before = world.status(power, area)
        to = left_with(world, power, area, losers)
        lower_marker(world, power, area, before, to)
    for power in list(world.markers(area)):
        if world.status(power, area) < Status.PROTECTORATE and _cannot_stay(world, area, power):
            before = world.status(power, area)
            lower_marker(world, power, area, before, left_with(world, power, area, losers))
    if world.since(3):
        join_own(world, area)


def join_own(world: PaxContext, area: Area) -> None:
    """Germany and Austria-Hungary have no cause against each other: what both control they share,
    the one seat having agreed with itself."""
    both = [power for power in (GERMANY, AUSTRIA_HUNGARY) if world.status(power, area).is_control]
    if len(both) > 1 and illegal_together(world, area, *both):
        world.share(area, [*world.state.codominions.get(area, ()), *both])
        world.log("log.codominion", area=area, powers=both)


def unused(world: PaxContext, area: Area) -> list[Power]:
    """Those who hold cause over this area, are in the conflict, and are not at war over it."""
    powers = []
    for cause in live(world):
        if cause.area != area or not illegal_together(world, area, cause.holder, cause.against):
            continue
        if not at_war(world, cause.holder, cause.against):
            powers.append(cause.holder)
    return list(dict.fromkeys(powers))


def left_with(world: PaxContext, power: Power, area: Area, losers: list[Power]) -> Status:
    """Return what stays: an interest where an influence faces a protectorate; with mutual causes
    nothing, or by the option an influence for all (P18)."""
    status = world.status(power, area)
    mutual = status.is_control and len(losers) > 1
    if mutual and world.state.options["mutual_unused"] == "all_influence":
        return Status.INFLUENCE if world.can_have(power, area, Status.INFLUENCE) else Status.NONE
    if status is Status.INFLUENCE and faces_protectorate(world, power, area):
        return Status.INTEREST
    return Status.NONE


def _cannot_stay(world: PaxContext, area: Area, power: Power) -> bool:
    """Return whether a lesser marker must go: it is beside control, and no war is about it."""
    return any(
        illegal_together(world, area, power, other) and not at_war(world, power, other)
        for other in world.controllers(area)
        if other != power
    )


def lower_marker(
    world: PaxContext, power: Power, area: Area, before: Status, after: Status
) -> None:
    """Remove or lower a marker by default, with the tension of a settled dispute."""
    if after is Status.NONE:
        lose_marker(world, power, area)
    else:
        world.put_marker(power, area, after)
    world.log("log.lowered", power=power, area=area, status=status_word(after, power))
    lowered(world, area, power, before, after)


def faces_protectorate(world: PaxContext, power: Power, area: Area) -> bool:
    """Whether the highest marker beside a power's is a protectorate."""
    others = [world.status(other, area) for other in world.controllers(area) if other != power]
    return bool(others) and max(others) is Status.PROTECTORATE


# -- before it happens


class LapsedMarker(NamedTuple):
    """A marker that goes or is lowered by default."""

    power: Power
    area: Area
    left: Status


def by_default(world: PaxContext) -> list[LapsedMarker]:
    """Return the markers that go or are lowered without an agreement or a war."""
    twin = world.for_copy(world.state.copy())
    areas = disputed_areas(world)
    for area in areas:
        settle_area(twin, area)
    return [
        LapsedMarker(power, area, twin.status(power, area))
        for area in areas
        for power in world.markers(area)
        if twin.status(power, area) < world.status(power, area)
    ]


def unsettled_outcome(world: PaxContext, seat: Seat) -> Message | None:
    """Return what a seat loses, and what is lost to it, if it leaves its disputes as they are."""
    mine = world.powers_of(seat)
    lapsed = by_default(world)
    areas = {each.area for each in lapsed if each.power in mine}
    areas |= {each.area for each in lapsed if any(world.marker(p, each.area) for p in mine)}
    return join_messages(lapsed_hint(each) for each in lapsed if each.area in areas)


def lapsed_hint(lapsed: LapsedMarker) -> Message:
    """Return a marker that would go or be lowered, in words."""
    power, area, left = lapsed
    if left is Status.NONE:
        return say("hint.falls", power=power, area=area)
    return say("hint.falls_to", power=power, area=area, status=status_word(left, power))
